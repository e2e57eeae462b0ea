"""What a customer is asked for, and its answers as people send them: text and reader together."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from app.core.language import speaking
from app.desk.model.boats import Identity
from app.desk.passengers.asked_details import asked_details, without_question
from app.desk.passengers.import_columns import guess_columns
from app.desk.passengers.import_errors import PartyImportError
from app.desk.passengers.import_rows import imported
from app.desk.passengers.import_table import table_of_text
from app.desk.travelling.messages import MessageFields, details_message
from tests.support.desk.boat_samples import DEPARTURE

DAY = date(2026, 12, 1)
ASKED = Identity(needs_document=True, needs_number=True)
FIELDS = MessageFields("Ross and North Bay", DAY, agency="Sea Tours", phone="+91 98765 43210")
QUESTION = details_message("en", FIELDS, ASKED)
OWN_QUESTION = details_message(
    "en", FIELDS, ASKED, "Please send names, ages, gender, nationality of all travellers to {trip}"
)
EXAMPLE = QUESTION.splitlines()[-1]
HEADING = "Name, age, M/F, nationality, document, number"
ARJUN = "Arjun Nair, 41, M, Indian, Voter ID, KLM2284620"
JANA = "Jana Vogel, 34, F, German, Passport, C4VX8T2K1"
BOTH = f"{ARJUN}\n{JANA}"
STAMP = "[21/11/26, 14:20] Arjun: "
PEOPLE = [
    ("Arjun Nair", "41", "MALE", "INDIAN", "VOTER ID", "KLM2284620"),
    ("Jana Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "C4VX8T2K1"),
]


def read(text: str) -> list[tuple[str, ...]]:
    """Who is read out of a text that is pasted."""
    table = table_of_text(text)
    found = imported(table, guess_columns(table, DAY), DAY, replace(DEPARTURE, identity=ASKED))
    return [
        (
            each.traveler_name,
            each.age,
            each.pax_gender,
            each.nationality,
            each.id_type,
            each.id_number,
        )
        for each in found.passengers
    ]


def test_it_asks_for_what_the_flags_need_alone() -> None:
    assert asked_details(Identity()).splitlines() == [
        "Who is not Indian adds the passport and its number.",
        "Name, age, M/F, nationality",
        "Meera Nair, 38, F, Indian",
    ]
    assert asked_details(Identity(needs_document=True)).endswith(
        "document\nMeera Nair, 38, F, Indian, Voter ID"
    )
    whole = asked_details(ASKED)
    assert whole.endswith(f"{HEADING}\nMeera Nair, 38, F, Indian, Voter ID, ABC1234")
    # What is not known may be needed.
    assert asked_details(None) == whole


def test_the_message_is_in_the_words_of_the_agency_where_it_has_some() -> None:
    first, *rest = QUESTION.splitlines()
    assert first == "Ross and North Bay, Tue 1 Dec 2026: send one line for each traveller, as here."
    assert rest[0] == "Sea Tours, +91 98765 43210"
    own = details_message("en", FIELDS, ASKED, "Who comes along to {trip}?")
    assert own.splitlines() == ["Who comes along to Ross and North Bay?", *asked_details(ASKED).splitlines()]
    # There is no PNR before it is booked.
    assert details_message("en", FIELDS, ASKED, "For {PNR}:") == QUESTION


@pytest.mark.parametrize(
    "answer",
    [
        BOTH,
        f"{HEADING}\n{BOTH}",
        f"Hello sir,\n{BOTH}\nThanks",
        f"{STAMP}{ARJUN}\n{STAMP}{JANA}",
        f"{STAMP}{ARJUN}\n{JANA}",
        f"21/11/26, 2:20 pm - Arjun: {ARJUN}\n21/11/26, 2:21 pm - Arjun: {JANA}",
        f"1. {ARJUN}\n2. {JANA}",
        BOTH.replace(",", ""),
        BOTH.replace(", ", "; "),
        BOTH.replace(", ", " / "),
        BOTH.replace(", ", " - "),
        "\n\n".join(
            "\n".join(
                f"{name.capitalize()}: {cell}"
                for name, cell in zip(HEADING.split(", "), line.split(", "), strict=True)
            )
            for line in BOTH.splitlines()
        ),
        # The question is quoted, or is a part of what was selected.
        f"{HEADING}\n{EXAMPLE}\n{BOTH}",
        f"{OWN_QUESTION}\n{BOTH}",
        QUESTION.replace("\n", "\n\n") + f"\n\n{BOTH}",
        QUESTION.replace(", ", ",\u00a0") + f"\n{BOTH}",
        f"{STAMP.replace('Arjun', 'Asha')}{OWN_QUESTION}\n{STAMP}{ARJUN}\n{STAMP}{JANA}",
        f"{QUESTION}\n{BOTH}",
        f"{QUESTION.rpartition(chr(10))[0]}\n{BOTH}",
        f"{QUESTION}\n\n{BOTH}",
        f"{STAMP.replace('Arjun', 'Asha')}{QUESTION}\n{STAMP}{ARJUN}\n{STAMP}{JANA}",
        f"{STAMP}Hello\n{STAMP.replace('Arjun', 'Asha')}{QUESTION}\n{STAMP}{BOTH}",
        f"{BOTH}\n\nOn Sat, 21 Nov 2026 Sea Tours wrote:\n> " + QUESTION.replace("\n", "\n> "),
    ],
)
def test_ten_people_answer_in_their_own_manner(answer: str) -> None:
    assert read(answer) == PEOPLE
    with speaking("hi"):
        hindi = details_message("hi", FIELDS, ASKED)
        assert read(answer.replace(QUESTION, hindi)) == PEOPLE
    assert read(answer.replace(QUESTION, hindi).replace("\n", "\r\n")) == PEOPLE


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("own", ["", "Who comes along to {trip}?"])
def test_a_question_of_practice_says_so_and_is_no_traveller(language: str, own: str) -> None:
    question = details_message(language, replace(FIELDS, is_practice=True), ASKED, own)
    assert question.startswith({"en": "PRACTICE ", "hi": "अभ्यास "}[language])
    assert read(f"{question}\n{BOTH}") == PEOPLE


def test_an_answer_in_hindi_is_read() -> None:
    heading = details_message("hi", FIELDS, ASKED).splitlines()[-2]
    told = "अर्जुन नायर, 41, पु, भारतीय, वोटर आईडी, KLM2284620"
    assert read(f"{heading}\n{told}") == [("अर्जुन नायर", *PEOPLE[0][1:])]


def test_numbers_may_be_left_out() -> None:
    assert [each[4:] for each in read("Arjun Nair, 41, M, Indian\nMeera Nair, 38, F, Indian")] == [
        ("", "")
    ] * 2


def test_the_question_alone_is_nobody() -> None:
    with pytest.raises(PartyImportError):
        table_of_text(QUESTION)


def test_no_answer_goes_with_the_question() -> None:
    # Who has the name of the example, or stands above it in a paragraph of their own, stays.
    assert without_question("Meera Nair, 38, F, Indian") == "Meera Nair, 38, F, Indian"
    assert without_question(f"{ARJUN}\n\n{QUESTION}\n{JANA}") == f"{ARJUN}\n\n{JANA}"
    assert without_question(f"{QUESTION}\n{ARJUN}\n{QUESTION}\n{JANA}") == BOTH
    assert without_question(f"{ARJUN}\n{asked_details(ASKED)}") == ARJUN
    assert without_question(f"{HEADING}\n{ARJUN}") == f"{HEADING}\n{ARJUN}"
