"""What in a passenger's cells is unusual: said once, and booked as it is when a person says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.boats import Passenger
from app.desk.passengers.doubts import as_it_is, doubt, is_verhoeff

ASHA = Passenger("Asha Rao", "34", "FEMALE", "INDIAN", "AADHAAR", "2341 2341 2346")


@pytest.mark.parametrize(
    ("cell", "text", "kind"),
    [
        ("pax_gender", "OTHER", ""),
        ("nationality", "GERMAN", ""),
        ("id_type", "SCHOOL ID", ""),
        ("id_number", "2341-2341-2346", "AADHAAR"),
        (
            "id_number",
            "\u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u0967 \u0968\u0969\u096a\u096c",
            "AADHAAR",
        ),
        ("id_number", "\u09e8\u09e9\u09ea\u09e7\u09e8\u09e9\u09ea\u09e7\u09e8\u09e9\u09ea\u09ec", "AADHAAR"),
        ("id_number", "\uff12\uff13\uff14\uff11 2341 2346", "AADHAAR"),
        ("id_number", "KLM2284619", "VOTER ID"),
        ("id_number", "BKZPN4417C", "PAN CARD"),
        ("id_number", "Z1234567", "PASSPORT"),
        ("id_number", "KA01 20110012345", "DRIVING LICENCE"),
        ("id_number", "", "AADHAAR"),
        ("traveler_name", "KLINGON", ""),
        ("id_proof_file", "", ""),
    ],
)
def test_what_is_usual_is_not_doubted(cell: str, text: str, kind: str) -> None:
    known = replace(ASHA, id_type=kind) if kind else ASHA
    assert doubt(replace(known, **{cell: text}) if cell != "id_proof_file" else known, cell) == ""


@pytest.mark.parametrize(
    ("cell", "text", "kind", "told"),
    [
        ("traveler_name", "Arjun / Meera", "", "two people"),
        ("pax_gender", "KLINGON", "", "The gender is usually"),
        ("nationality", "PASS", "", "the fare is a foreigner"),
        ("id_type", "XYZ", "", "none of the usual documents"),
        ("id_number", "1234", "AADHAAR", "has 12 digits, this one 4."),
        ("id_number", "1234 1234 1234", "AADHAAR", "No Aadhaar number begins with 0 or 1."),
        ("id_number", "\u0968\u0969\u096a\u0967", "AADHAAR", "has 12 digits, this one 4."),
        ("id_number", "\u0967\u0968\u0969\u096a 1234 1234", "AADHAAR", "No Aadhaar number begins"),
        ("id_number", "2341 2341 2347", "AADHAAR", "A digit of this Aadhaar number is wrong."),
        ("id_number", "Aadhaar 2341 2341 2346", "AADHAAR", "An Aadhaar number has digits alone."),
        ("id_number", "KLM1", "VOTER ID", "three letters and seven digits"),
        ("id_number", "BKZPN44177", "PAN CARD", "five letters, four digits and a letter"),
        ("id_number", "9876501234", "PASSPORT", "a letter and seven digits"),
    ],
)
def test_what_is_unusual_is_said_until_it_is_accepted(cell: str, text: str, kind: str, told: str) -> None:
    typed = replace(replace(ASHA, id_type=kind or ASHA.id_type), **{cell: text})
    assert told in doubt(typed, cell)
    accepted = as_it_is(typed, cell)
    assert doubt(accepted, cell) == ""
    assert told in doubt(replace(accepted, **{cell: f"{text}7"}), cell) or kind == "AADHAAR"


def test_a_number_of_a_foreigner_has_any_form() -> None:
    jana = replace(ASHA, nationality="GERMAN", id_type="PASSPORT", id_number="C4VX8T2K1")
    assert doubt(jana, "id_number") == ""


def test_an_accepted_number_is_in_no_log() -> None:
    assert "2341" not in repr(as_it_is(ASHA, "id_number"))


@given(st.text("0123456789", min_size=11, max_size=11), st.data())
def test_one_wrong_digit_and_two_swapped_ones_are_found(digits: str, data: st.DataObject) -> None:
    (whole,) = (digits + last for last in "0123456789" if is_verhoeff(digits + last))
    place = data.draw(st.integers(0, 11))
    other = data.draw(st.sampled_from(sorted(set("0123456789") - {whole[place]})))
    assert not is_verhoeff(whole[:place] + other + whole[place + 1 :])
    at = data.draw(st.integers(0, 10))
    swapped = whole[:at] + whole[at + 1] + whole[at] + whole[at + 2 :]
    assert is_verhoeff(swapped) == (swapped == whole)
