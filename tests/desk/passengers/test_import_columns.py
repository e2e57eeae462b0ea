"""What each pasted column holds: by its heading, by what stands in it, and by the clerk's choice."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

import pytest

from app.desk.passengers import rules
from app.desk.passengers.birth_date import birth_date_of, is_date
from app.desk.passengers.import_columns import (
    COLUMN_WORDS,
    COLUMNS,
    ColumnGuess,
    guess_columns,
    people_of,
    with_column,
)
from app.desk.passengers.import_table import table_of_text
from app.desk.passengers.import_vocabulary import (
    MONTH_FIRST,
    age_of_text,
    gender_of,
    heading_of,
    id_type_of,
    is_number,
    is_phone,
    is_shortened,
    resembles_nationality,
)
from app.desk.passengers.rules import age_on

DAY = date(2026, 11, 22)
NAME, AGE, GENDER, NATIONALITY, ID_TYPE, ID_NUMBER = rules.CELLS[:6]


def _guessed(text: str) -> tuple[str, ...]:
    return _held(guess_columns(table_of_text(text), DAY))


def _held(columns: Iterable[ColumnGuess]) -> tuple[str, ...]:
    return tuple(each.column for each in columns)


def test_every_cell_of_the_grid_but_the_copy_can_be_held() -> None:
    assert set(rules.CELLS[:6]) < set(COLUMNS)
    assert rules.CELLS[6] not in COLUMNS
    assert {COLUMN_WORDS[cell] for cell in rules.CELLS[:6]} == {
        rules.CELL_WORDS[cell] for cell in rules.CELLS[:6]
    }


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Passenger Name\tAge\tSex\tCountry", (NAME, AGE, GENDER, NATIONALITY)),
        ("Naam\tUmr\tLing\tRashtriyata", (NAME, AGE, GENDER, NATIONALITY)),
        (
            "\u0928\u093e\u092e\t\u0909\u092e\u094d\u0930\t\u0932\u093f\u0902\u0917\t\u0926\u0947\u0936",
            (NAME, AGE, GENDER, NATIONALITY),
        ),
        ("S.No.\tNAME\tD.O.B.\tGENDER", ("", NAME, "birth date", GENDER)),
        ("First Name\tSurname\tDate of Birth\tM/F", ("first name", "last name", "birth date", GENDER)),
        ("traveler_name\tage\tpax_gender\tnationality", rules.CELLS[:4]),
        ("Mobile No\tName\tEmail\tAge", ("", NAME, "", AGE)),
        ("Name\tName\tAge\tAge", ("", "", "", "")),
        ("Name\tAge\tDOB\tFirst name", ("last name", AGE, "birth date", "first name")),
    ],
)
def test_a_heading_says_what_a_column_holds(heading: str, columns: tuple[str, ...]) -> None:
    table = table_of_text(f"{heading}\nx1\ty\tz\tw\n")
    assert table.has_heading
    assert _held(guess_columns(table, DAY)) == columns
    assert people_of(table, heading=True) == table.rows[1:]


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Name\tID\nArjun\tZ1234567\n", (NAME, ID_NUMBER)),
        ("Name\tID\nArjun\tVoter ID\n", (NAME, ID_TYPE)),
        ("Name\tPassport\tID No\nArjun\tpassport\tZ1234567\n", (NAME, ID_TYPE, ID_NUMBER)),
        ("Name\tID Type\tID No\nArjun\t\t\n", (NAME, ID_TYPE, ID_NUMBER)),
        ("Name\tAadhaar No.\nArjun\t1234 5678 9012\n", (NAME, ID_NUMBER)),
    ],
)
def test_what_stands_beneath_tells_a_type_from_a_number(rows: str, columns: tuple[str, ...]) -> None:
    assert _guessed(rows) == columns


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("Arjun Nair\t41\tM\tIndian\tVoter\tKLM2284619\n", rules.CELLS[:6]),
        ("1\tArjun Nair\t41\tM\n2\tMeera Nair\t38\tF\n", ("", NAME, AGE, GENDER)),
        ("1\tArjun Nair\t41\n", ("", NAME, AGE)),
        ("Arjun Nair\t1\n", (NAME, AGE)),
        (
            "\u092a\u0941\u0930\u0941\u0937\tArjun Nair\n\u092e\u0939\u093f\u0932\u093e\tMeera Nair\n",
            (GENDER, NAME),
        ),
        ("Arjun Nair\t9845012377\t13/03/1985\n", (NAME, "", "birth date")),
        ("Arjun Nair\tGermany\tPune City\nJana Vogel\tIndia\tPort Blair\n", (NAME, NATIONALITY, "")),
        ("Arjun Nair\tForeigner\t41\nJana Vogel\tFOREIGNER\t38\n", (NAME, NATIONALITY, AGE)),
        ("Arjun Nair\tIndian\nJana Vogel\tforeigner\nTom Ray\tforeigner\n", (NAME, NATIONALITY)),
        ("Arjun\tNair\t41\nMeera\tDas\t38\n", ("first name", "last name", AGE)),
        ("Arjun\tPort Blair\t41\n", (NAME, "", AGE)),
        ("Arjun\t41\nMeera\t38\n", (NAME, AGE)),
        ("41\tArjun\n", (AGE, NAME)),
        ("Arjun\t41\n\t\nMeera\tabc\nJana\t34\n", (NAME, AGE)),
        ("@\t#1\n", ("", "")),
    ],
)
def test_without_a_heading_the_values_say_what_a_column_holds(rows: str, columns: tuple[str, ...]) -> None:
    table = table_of_text(rows)
    assert not table.has_heading
    assert _held(guess_columns(table, DAY)) == columns
    assert people_of(table, heading=False) == table.rows


def test_lines_of_a_message_bring_their_columns_along() -> None:
    table = table_of_text("Arjun Nair (41, M)\nMeera Nair (38, F)")
    assert _held(guess_columns(table, DAY)) == (NAME, AGE, GENDER)
    assert not table.has_heading


def test_the_clerk_knows_better_whether_there_is_a_heading() -> None:
    table = table_of_text("Wer\tWie alt\nArjun Nair\t41\n")
    assert not table.has_heading
    assert _held(guess_columns(table, DAY)) == (NAME, "")
    asked = guess_columns(table, DAY, heading=True)
    assert [each.proposals for each in asked] == [(NAME,), (AGE,)]
    single = table_of_text("Name\tArjun\t41")
    assert not single.has_heading
    assert _held(guess_columns(single, DAY, heading=False)) == ("first name", "last name", AGE)
    assert table_of_text("Name\t\nArjun\t41").has_heading


def test_a_thing_that_is_chosen_is_taken_from_another_column() -> None:
    columns = [ColumnGuess(column) for column in (NAME, AGE, GENDER, "")]
    names = [ColumnGuess("first name"), ColumnGuess("last name")]
    assert _held(with_column(columns, 3, AGE)) == (NAME, "", GENDER, AGE)
    assert _held(with_column(columns, 3, "birth date")) == (NAME, AGE, GENDER, "birth date")
    assert _held(with_column(columns, 3, "last name")) == ("", AGE, GENDER, "last name")
    assert _held(with_column(names, 0, NAME)) == (NAME, "")
    assert _held(with_column([ColumnGuess(""), names[1]], 0, "first name")) == ("first name", "last name")
    assert _held(with_column(columns, 0, "")) == ("", AGE, GENDER, "")
    assert with_column(columns, 1, AGE) == tuple(columns)
    asked = (ColumnGuess("", "Years", (AGE,)), ColumnGuess("", "Born", ("birth date", MONTH_FIRST)))
    assert with_column(asked, 0, AGE) == (ColumnGuess(AGE, "Years"), asked[1])
    assert with_column(asked, 1, MONTH_FIRST)[1] == ColumnGuess(MONTH_FIRST, "Born")


# Words and values


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("M", "MALE"),
        (" f.", "FEMALE"),
        ("Boy", "MALE"),
        ("\u092e\u0939\u093f\u0932\u093e", "FEMALE"),
        ("TG", "OTHER"),
        ("Mal", ""),
        ("", ""),
    ],
)
def test_a_gender_is_known_by_words_that_mean_it_for_certain(text: str, gender: str) -> None:
    assert gender_of(text) == gender


def test_every_gender_and_id_type_that_is_offered_is_known() -> None:
    assert [gender_of(each) for each in rules.GENDERS] == list(rules.GENDERS)
    assert [id_type_of(each) for each in rules.ID_TYPES] == list(rules.ID_TYPES)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Aadhar card", "AADHAAR"),
        ("PAN", "PAN CARD"),
        ("driving license", "DRIVING LICENCE"),
        ("Passport No.", "PASSPORT"),
        ("\u0906\u0927\u093e\u0930 \u0915\u093e\u0930\u094d\u0921", "AADHAAR"),
        ("PAN Voter", ""),
        ("Passport Z1234567", ""),
        ("card", ""),
    ],
)
def test_an_id_type_is_known_by_its_usual_names(text: str, kind: str) -> None:
    assert id_type_of(text) == kind


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("41", "41"),
        ("041", "41"),
        ("41.0", "41"),
        ("41 yrs", "41"),
        ("4 years old", "4"),
        ("8 months", "0"),
        ("18 mo", "1"),
        ("\u096a\u0967", "41"),
        ("151", ""),
        ("41 M", ""),
        ("41m", ""),
        ("9.5", ""),
        ("", ""),
    ],
)
def test_an_age_is_read_as_people_write_it(text: str, age: str) -> None:
    assert age_of_text(text) == age


def test_numbers_of_documents_are_told_from_those_of_phones() -> None:
    for text in ("Z1234567", "BKZPN4417C", "KLM2284619", "1234 5678 9012", "DL-0420110149646", "sc0431"):
        assert is_number(text), text
    for text in ("9845012377", "+91 98450 12377", "Arjun", "12", "A1", "0" * 30):
        assert not is_number(text), text
    assert is_phone("+49 170 1234567")
    assert is_shortened("1.23457E+11")
    assert not is_shortened("123456789012")
    assert heading_of("Passport No.") == ID_NUMBER
    assert heading_of("Contact #") == ""
    assert heading_of("Arjun Nair") is None
    assert resembles_nationality("Germany")
    assert not resembles_nationality("Ger.")


@pytest.mark.parametrize(
    ("text", "born"),
    [
        ("12/03/1985", date(1985, 3, 12)),
        ("12-3-85", date(1985, 3, 12)),
        ("1.1.26", date(2026, 1, 1)),
        ("1.1.27", date(1927, 1, 1)),
        ("03/25/1985", None),
        ("24/12/1985 12:00:00 AM", date(1985, 12, 24)),
        ("1985-12-24T00:00:00.000Z", date(1985, 12, 24)),
        ("31118", date(1985, 3, 12)),
        ("1985-03-12", date(1985, 3, 12)),
        ("1985-03-12 00:00:00", date(1985, 3, 12)),
        ("12 Mar 1985", date(1985, 3, 12)),
        ("12th March, 1985", date(1985, 3, 12)),
        ("Mar 12, 1985", date(1985, 3, 12)),
        ("\u0967\u0968/\u0966\u0969/\u0967\u096f\u096e\u096b", date(1985, 3, 12)),
        ("12 \u092e\u093e\u0930\u094d\u091a 1985", date(1985, 3, 12)),
        ("12 \u0928\u0935\u0970 1985", date(1985, 11, 12)),
        ("12-\u095e\u0930\u0935\u0930\u0940-85", date(1985, 2, 12)),
        ("\u0905\u0917\u0938\u094d\u0924 5, 1985", date(1985, 8, 5)),
        ("12 \u0928\u093e\u092e 1985", None),
        ("23/11/2026", None),
        ("31/02/1985", None),
        ("12 Foo 1985", None),
        ("12/03/1805", None),
        ("0/0/1985", None),
        ("Arjun", None),
        ("41", None),
    ],
)
def test_a_birth_date_has_its_day_before_its_month(text: str, born: date | None) -> None:
    assert birth_date_of(text, DAY) == born


def test_an_age_changes_on_the_birthday() -> None:
    assert age_on(date(1985, 11, 22), DAY) == 41
    assert age_on(date(1985, 11, 23), DAY) == 40
    assert age_on(date(2004, 2, 29), date(2026, 2, 28)) == 21
    assert is_date("12/03/2027")
    assert not is_date("12 Foo 1985")
    assert not is_date("41")
