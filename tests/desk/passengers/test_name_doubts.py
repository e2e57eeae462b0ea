"""What in a name is unusual: letters that were lost, two people, a word that is no name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.passengers.doubts import name_doubt

LOST, OLD_FONT = "Letters of this name were lost.", "This may be Hindi in an old font."
TWO, KIN = "These may be two people. Each needs a row.", "The name of a parent or spouse stands here as well."
HEADING, DIGITS = "This may be a heading or a total, and no name.", "A name usually has no digits."
ARJUN = "\u0905\u0930\u094d\u091c\u0941\u0928 \u0928\u093e\u092f\u0930"


@pytest.mark.parametrize(
    "name",
    [
        "Arjun Nair",
        "arjun nair",
        "ARJUN NAIR",
        "Mr. A. K. Sharma",
        "rk narayan",
        "iqbal tariq",
        "vladimir",
        "lhamo tsering",
        "ngozi nkosi",
        "yvonne",
        "jnaneshwar",
        "o'kelly",
        "Maria d'Kosta",
        "McDonald Ronald",
        "deSouza Maria",
        "JoAnn DiCaprio",
        "Jean-Luc (baby)",
        "Martin King, Jr.",
        "Ravi a/l Muthu",
        'Raj "Raju" Kumar',
        "Sandy Anders",
        "Zo\u00eb M\u00fcller",
        "Jo\u00c3o S\u00e3o",
        "\u00cd\u00f1igo \u00c5\u00c4\u00d6",
        "N\u00faria Gal\u00b7la",
        "O\u2019Brien",
        "\u0141ukasz \u017b\u00f3\u0142\u0107",
        "\u0421\u0435\u0440\u0433\u0435\u0439 \u0421\u0435\u043c\u0451\u043d\u043e\u0432",
        "\u674e \u5c0f\u9f99",
        ARJUN,
        "\u0915\u094d\u200d\u0937\u0930",
    ],
)
def test_a_usual_name_is_not_doubted(name: str) -> None:
    assert name_doubt(name) == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("????? ????", LOST),
        ("Arjun N?ir", LOST),
        ("Ren\ufffd", LOST),
        ("Arjun N\u25a1ir", LOST),
        ("\u00e0\u00a4\u2026\u00e0\u00a4\u00b0\u00e0\u00a5", LOST),
        ("Jo\u00c3 o", LOST),
        ("vtZqu uk;j", OLD_FONT),
        ("jke dqekj", OLD_FONT),
        ("lqfurk 'kekZ", OLD_FONT),
        ("eksgu yky", OLD_FONT),
        ("iznhi ;kno", OLD_FONT),
        ("jes'k", OLD_FONT),
        ('euh"k', OLD_FONT),
        ("y{eh", OLD_FONT),
        ("\u00daU\u00e6\u00d7 \u00b7\u00a4\u00e9\u00d7\u00e6\u00daU", OLD_FONT),
        ("Arjun Nair / Meera Nair", TWO),
        ("Arjun & Meera Nair", TWO),
        ("Nair, Arjun", TWO),
        ("Arjun and Meera", TWO),
        ("Arjun;Meera", TWO),
        ("Arjun + wife", TWO),
        ("\u0905\u0930\u094d\u091c\u0941\u0928 \u0914\u0930 \u092e\u0940\u0930\u093e", TWO),
        ("Arjun + 2", TWO),
        ("Arjun 98450 12377", DIGITS),
        ("Rs 500", DIGITS),
        ("Arjun \u0967", DIGITS),
        ("Arjun \u20b9", "A name usually has no \u20b9."),
        ("arjun@example.com", "A name usually has no @."),
        ("Total", HEADING),
        ("Grand Total:", HEADING),
        ("Sr. No.", HEADING),
        ("Passenger Name", HEADING),
        ("N/A", HEADING),
        ("Guest Arjun Nair", HEADING),
        ("Wife Meera", HEADING),
        ("\u0928\u093e\u092e", HEADING),
        ("S/o Mohan Lal", KIN),
        ("Ravi W/O Mohan", KIN),
        ("Ravi son of Mohan", KIN),
    ],
)
def test_what_is_unusual_in_a_name_is_said(name: str, told: str) -> None:
    assert name_doubt(name) == told


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "mac_roman", "cp437", "cp850"])
@pytest.mark.parametrize("name", ["Zo\u00eb M\u00fcller", "Ren\u00e9 \u00d1and\u00fa", "S\u00f8ren", ARJUN])
def test_letters_that_were_read_in_a_wrong_encoding_are_proposed_or_lost(name: str, encoding: str) -> None:
    garbled = name.encode().decode(encoding, "replace")
    if "\ufffd" in garbled:
        assert name_doubt(garbled) == LOST
    else:
        assert name_doubt(garbled) == f"Letters of this name were changed on the way. It may be {name}."


@given(st.text(max_size=120))
def test_any_text_is_judged(name: str) -> None:
    assert isinstance(name_doubt(name), str)
