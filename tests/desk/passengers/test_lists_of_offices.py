"""Lists as offices, schools and forms write them: who comes out, and what is asked instead of guessed."""

from __future__ import annotations

import io
from datetime import date
from typing import Any, cast

import pytest
import xlsxwriter

from app.desk.passengers.import_columns import guess_columns
from app.desk.passengers.import_rows import imported
from app.desk.passengers.import_table import PartyTable, table_of_file, table_of_text
from tests.support.desk.boat_samples import DEPARTURE

DAY = date(2026, 11, 29)
Person = tuple[str, str]
_OF_SOMETHING_ELSE = (
    "No of Pax",
    "No. of persons",
    "Date of Issue",
    "Passport Expiry",
    "Valid until",
    "Nights",
    "Class",
    "Std",
    "Date of Joining",
    "DOJ",
    "Room No",
    "Seat",
    "Guardian Age",
    "Father's age",
    "Timestamp",
    "Roll No",
    "Years of experience",
    "Travel date",
    "Emergency contact",
    "How many seats?",
    "\u0915\u0915\u094d\u0937\u093e",
)
_OF_AGES = (
    "Age",
    "AGE (Yrs)",
    "Age (as on date of travel)",
    "What is your age?",
    "How old are you?",
    "Passenger age",
    "Age in years",
    "Pax Age",
    "Age on travel date",
    "\u0909\u092e\u094d\u0930",
    "\u092f\u093e\u0924\u094d\u0930\u0940 \u0915\u0940 \u0909\u092e\u094d\u0930",
    "Aapki umr",
    "Completed age",
)


def _people(table: PartyTable) -> list[Person]:
    """The name and age of each passenger that would be added."""
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE)
    return [(each.traveler_name, each.age) for each in found.passengers]


def _open(table: PartyTable) -> list[tuple[str, tuple[str, ...]]]:
    return [(each.heading, each.proposals) for each in guess_columns(table, DAY) if each.is_open]


# What a heading says of its column


@pytest.mark.parametrize(
    "heading",
    _OF_SOMETHING_ELSE,
)
@pytest.mark.parametrize("value", ["3", "12/03/2024", "9"])
def test_a_heading_of_something_else_is_never_an_age(heading: str, value: str) -> None:
    table = table_of_text(f"Name\t{heading}\nArjun Nair\t{value}\nMeera Nair\t{value}\n")
    assert _people(table) == [("Arjun Nair", ""), ("Meera Nair", "")]


@pytest.mark.parametrize(
    "heading",
    _OF_AGES,
)
def test_a_heading_of_an_age_is_known_in_any_words(heading: str) -> None:
    form = f"Timestamp\tYour full name\t{heading}\n21/11/2026 10:15:30\tArjun Nair\t41\n"
    assert _people(table_of_text(form)) == [("Arjun Nair", "41")]


@pytest.mark.parametrize("heading", ["Who", "Teilnehmer", "Nombre"])
def test_under_a_heading_that_nobody_knows_the_column_is_open(heading: str) -> None:
    table = table_of_text(f"{heading}\tAge\tLevel\nArjun Nair\t41\t3\nMeera Nair\t38\t4\n")
    assert _open(table) == [(heading, ("traveler_name",))]
    assert _people(table) == [("", "41"), ("", "38")]


@pytest.mark.parametrize("heading", ["Level", "Punkte", "Lucky number"])
def test_numbers_under_such_a_heading_are_no_ages(heading: str) -> None:
    table = table_of_text(f"Name\t{heading}\nArjun Nair\t41\nMeera Nair\t38\n")
    assert _people(table) == [("Arjun Nair", ""), ("Meera Nair", "")]
    assert _open(table) == [(heading, ("age",))]


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ("Name\tSurname\nArjun\tNair\nMeera\tNair", ["Arjun Nair", "Meera Nair"]),
        ("Surname\tGiven names\nNair\tArjun Kumar\nDas\tRia", ["Arjun Kumar Nair", "Ria Das"]),
        ("Last Name\tFirst Name\tMiddle Name\nNair\tArjun\tK\nDas\tRia\t", ["Arjun K Nair", "Ria Das"]),
        ("Name\tSurname\nArjun Nair\tNair\nMeera Das\tDas", ["Arjun Nair", "Meera Das"]),
        ("Full name\tFirst name\tSurname\nArjun Nair\tArjun\tNair", ["Arjun Nair"]),
        ("First name\tName\nJana\tVogel\nTom\tRay", ["Jana Vogel", "Tom Ray"]),
        ("Title\tName\tDr\nMr\tArjun Nair\t-\nMrs\tMeera Nair\t-", ["Arjun Nair", "Meera Nair"]),
    ],
)
def test_a_name_is_put_together_from_its_parts(rows: str, names: list[str]) -> None:
    assert [name for name, _ in _people(table_of_text(rows))] == names


@pytest.mark.parametrize(
    "heading",
    ["Roll No,Student Name,Father's Name,Class", "Id,Pupil Name,Mother Name,Std", "No,Name,Guardian,Sec"],
)
def test_the_pupils_travel_and_not_their_parents(heading: str) -> None:
    rows = "1,Dev Nair,Arjun Nair,5,24/12/2015\n2,Ria Das,Ajay Das,5,13/11/2015\n"
    assert _people(table_of_text(f"{heading},DOB\n{rows}")) == [("Dev Nair", "10"), ("Ria Das", "11")]


@pytest.mark.parametrize("heading", ["WhatsApp number", "Mobile", "Emergency No", "Contact (father)"])
def test_a_telephone_number_is_no_document(heading: str) -> None:
    table = table_of_text(f"Name\tSchool ID\t{heading}\nArjun Nair\t\t919876543210\n")
    numbers = imported(table, guess_columns(table, DAY), DAY, DEPARTURE).passengers
    assert [each.id_number for each in numbers] == [""]


def test_numbers_of_several_documents_are_taken_with_their_kind() -> None:
    table = table_of_text(
        "Name\tNationality\tAadhaar No\tPassport No\n"
        "Arjun Nair\tIndian\t2341 2341 2346\t\nJana Vogel\tGerman\t\tC4VX8T2K1\n"
    )
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE).passengers
    assert [(each.id_type, each.id_number) for each in found] == [
        ("AADHAAR", "2341 2341 2346"),
        ("PASSPORT", "C4VX8T2K1"),
    ]


# The order of day and month


@pytest.mark.parametrize(
    ("heading", "dates", "ages"),
    [
        ("DOB", ["03/25/1985", "12/11/2014"], ["41", "11"]),
        ("DOB", ["25/03/1985", "12/11/2014"], ["41", "12"]),
        ("DOB (MM/DD/YYYY)", ["03/04/1985", "12/11/2014"], ["41", "11"]),
        ("Date of birth dd-mm-yyyy", ["03-04-1985", "12-11-2014"], ["41", "12"]),
        ("DOB", ["12.11.2014", "03.04.1985"], ["12", "41"]),
        ("DOB", ["2014-11-12", "1985-04-03T00:00:00"], ["12", "41"]),
        ("DOB", ["12/12/2014", "05/06/1985"], ["11", "41"]),
        ("DOB", ["24/12/1985 12:00:00 AM", "12/11/2014 12:00:00 AM"], ["40", "12"]),
    ],
)
def test_a_column_of_dates_shows_its_order(heading: str, dates: list[str], ages: list[str]) -> None:
    rows = "\n".join(f"Person\t{each}" for each in dates)
    assert [age for _, age in _people(table_of_text(f"Name\t{heading}\n{rows}"))] == ages


@pytest.mark.parametrize(
    "dates", [["12/11/2014"], ["12/11/2014", "01/02/1985"], ["25/03/1985", "03/25/1985", "12/11/2014"]]
)
def test_an_order_that_nothing_shows_is_asked_for(dates: list[str]) -> None:
    rows = "\n".join(f"Person\t{each}" for each in dates)
    table = table_of_text(f"Name\tDOB\n{rows}")
    assert _open(table) == [("DOB", ("birth date", "birth date, month first"))]
    assert {age for _, age in _people(table)} == {""}


def test_stated_ages_show_the_order_of_the_dates_beside_them() -> None:
    assert _people(table_of_text("Name\tAge\tDOB\nTim\t11\t12/11/2014\nJana\t41\t01/02/1985")) == [
        ("Tim", "11"),
        ("Jana", "41"),
    ]
    apart = table_of_text("Name\tAge\tDOB\nTim\t30\t25/11/2014")
    assert _people(apart) == [("Tim", "")]
    said = imported(apart, guess_columns(apart, DAY), DAY, DEPARTURE).gap_words
    assert (
        said.startswith("Row 1: The age 30 and the birth date 25/11/2014 do not agree.") or "do not" in said
    )


@pytest.mark.parametrize(
    "rows",
    [
        "Arjun Nair\t21/11/2026\nMeera Nair\t21/11/2026\n",
        "Arjun Nair\t13/03/1985\t14/05/2019\nMeera Nair\t15/04/1988\t16/05/2021\n",
        "Arjun Nair\t41\t5\nMeera Nair\t38\t7\n",
    ],
)
def test_without_a_heading_what_two_columns_may_be_is_open(rows: str) -> None:
    table = table_of_text(rows)
    assert _open(table)
    assert {age for _, age in _people(table)} == {""}


# What stands around the table


@pytest.mark.parametrize(
    "text",
    [
        "Group tour March\n\nName,Age\nArjun Nair,41\nMeera Nair,38\nTotal,2\n",
        "Sea Tours,,\nPassengers,,\n,,\nNo,Name,Age\n1,Arjun Nair,41\n2,Meera Nair,38\n3,,\n,Total,79\n",
        "sep=;\nName;Age\nArjun Nair;41\nMeera Nair;38\n",
        '"sep=,"\r\nName,Age\r\nArjun Nair,41\r\nMeera Nair,38\r\n',
        "Name\tAge\nArjun Nair\t41\nName\tAge\nMeera Nair\t38\nPrepared by: Ravi\t\n",
        "Name\tAge\nArjun Nair\t41\n\nAge\tName\n38\tMeera Nair\n",
        "Name\tAge\nAdults\t\nArjun Nair\t41\nMeera Nair\t38\nGrand total: 2\t\n",
    ],
)
def test_titles_totals_and_repeated_headings_are_no_passengers(text: str) -> None:
    assert _people(table_of_text(text)) == [("Arjun Nair", "41"), ("Meera Nair", "38")]


def test_what_is_left_out_is_said() -> None:
    table = table_of_text("Tour\nName,Age\nArjun Nair,41\nTotal,1\n")
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE)
    assert table.left_out == ("Tour", "Total")
    assert found.left_out == "Left out: Tour, Total."
    table = table_of_text("Tour\nName,Age\nTotal,1\nArjun Nair,41\nTotal,1\nTotal,2\n")
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE)
    assert found.left_out == "4 rows are left out: Tour \u2026"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8", "utf-8-sig", "utf-16"])
def test_a_file_that_begins_in_hindi_is_read(encoding: str) -> None:
    text = (
        "\u0928\u093e\u092e\t\u0909\u092e\u094d\u0930\r\n"
        "\u0905\u0930\u094d\u091c\u0941\u0928 \u0928\u093e\u092f\u0930\t41\r\n"
    )
    table = table_of_file("party.txt", text.encode(encoding))
    assert _people(table) == [("\u0905\u0930\u094d\u091c\u0941\u0928 \u0928\u093e\u092f\u0930", "41")]


def test_a_person_in_two_spellings_of_one_name_is_there_twice() -> None:
    table = table_of_text("Name\tAge\nZo\u00eb M\u00fcller\t41\nZoe\u0308 Mu\u0308ller\t41\n")
    assert len(imported(table, guess_columns(table, DAY), DAY, DEPARTURE).doubles) == 1


@pytest.mark.parametrize("words", ["CANCELLED", "not going", "Refunded 2/11", "Waiting list", "Dropped"])
def test_whom_the_list_itself_strikes_off_is_marked(words: str) -> None:
    table = table_of_text(f"Name\tAge\tRemarks\nArjun Nair\t41\tveg\nMeera Nair\t38\t{words}\n")
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE)
    assert f"The list says \u201c{words}\u201d." in found.gap_words
    assert {note.row for note in found.gaps if note.is_of_list} == {1}


def test_a_written_table_has_no_row_of_signs() -> None:
    table = table_of_text("| Name | Age |\n|---|---|\n| Arjun Nair | 41 |\n| Meera Nair | 38 |\n")
    assert _people(table) == [("Arjun Nair", "41"), ("Meera Nair", "38")]


# Workbooks


def _workbook(*, hide: bool = True) -> bytes:
    stream = io.BytesIO()
    book = cast("Any", xlsxwriter).Workbook(stream, {"in_memory": True})
    sheet = book.add_worksheet("Party")
    zeros, day = book.add_format({"num_format": "00000000"}), book.add_format({"num_format": "dd/mm/yyyy"})
    sheet.merge_range(1, 1, 1, 4, "Passengers of 29 November")
    sheet.write_row(3, 1, ["Name", "Passport No", "Date of birth", "Fee"])
    people = [("Arjun Nair", 123456, 1985), ("Struck Off", 7, 1990), ("Meera Nair", 9, 1988)]
    for row, (name, number, year) in enumerate(people, 4):
        sheet.write(row, 1, name)
        sheet.write(row, 2, number, zeros)
        sheet.write_datetime(row, 3, date(year, 3, 1), day)
        sheet.write_formula(row, 4, "=1+1", None, 2)
    if hide:
        sheet.set_row(5, None, None, {"hidden": True})
        sheet.set_column(4, 4, None, None, {"hidden": True})
    sheet.write(7, 1, "Total")
    more = book.add_worksheet("Old")
    more.write_row(0, 0, ["Name", "Age"])
    more.write_row(1, 0, ["Gone Long", 50])
    if hide:
        more.hide()
    book.close()
    return stream.getvalue()


def test_what_a_workbook_hides_is_left_out_and_counted() -> None:
    table = table_of_file("party.xlsx", _workbook())
    assert _people(table) == [("Arjun Nair", "41"), ("Meera Nair", "38")]
    assert (table.hidden, table.other_sheets) == (3, 0)
    assert table.with_hidden is not None
    names = [name for name, _ in _people(table.with_hidden)]
    assert names == [
        "Arjun Nair",
        "Struck Off",
        "Meera Nair",
        "Gone Long",
    ]
    numbers = imported(table, guess_columns(table, DAY), DAY, DEPARTURE).passengers
    assert [each.id_number for each in numbers] == ["00123456", "00000009"]


def test_another_sheet_is_said() -> None:
    table = table_of_file("party.xlsx", _workbook(hide=False))
    assert (table.hidden, table.other_sheets, table.with_hidden) == (0, 1, None)
    assert "Another sheet is not read." in imported(table, guess_columns(table, DAY), DAY, DEPARTURE).left_out


# What somebody found who had not built the reader


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (
            "1 Arjun Nair 41\n2 Meera Nair 38\n3 Dev Nair 9\n",
            [("Arjun Nair", "41"), ("Meera Nair", "38"), ("Dev Nair", "9")],
        ),
        ("1 Arjun Nair 13/03/1985\n2 Meera Das 13/04/1988\n", [("Arjun Nair", "41"), ("Meera Das", "38")]),
        ("Name\tAge\tChild Age\nArjun Nair\t41\t9\n", [("Arjun Nair", "41")]),
        ("Name\tAge (months)\nTara\t8\nDev\t108\n", [("Tara", ""), ("Dev", "")]),
        ("Mia Das 8 m F\nZoe Das 8m F\nArjun 41 M\n", [("Mia Das", "0"), ("Zoe Das", "0"), ("Arjun", "41")]),
        ("Name\tYear of birth\nArjun Nair\t85\nMeera Nair\t88\n", [("Arjun Nair", ""), ("Meera Nair", "")]),
        (
            "Name\tAge\nArjun Nair\t41\n\t38\nRavi Das\t50\n",
            [("Arjun Nair", "41"), ("", "38"), ("Ravi Das", "50")],
        ),
        ("No of pax\t3\nName\tAge\nArjun Nair\t41\n", [("Arjun Nair", "41")]),
        ("Name\tAge\narjun nair\t\ndev\t9\n", [("arjun nair", ""), ("dev", "9")]),
        (
            "Full Name\tFirst Name\nArjun Nair\tArjun\nDev Nair\tDev\nRia\tRi\n",
            [("Arjun Nair", ""), ("Dev Nair", ""), ("Ria", "")],
        ),
    ],
)
def test_no_number_or_word_beside_them_is_theirs(text: str, people: list[Person]) -> None:
    assert _people(table_of_text(text)) == people


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Name\tForeigner/Indian\tAge\nTim Ford\tF\t61\nJo Ford\tF\t33\n", ("pax_gender",)),
        ("Nom\tPr\u00e9nom\tSexe\nDUPONT\tJean\tM\n", ("last name",)),
        ("Name\t\tAge\nArjun\tNair\t41\n", ("last name",)),
    ],
)
def test_what_it_may_be_is_asked(text: str, asked: tuple[str, ...]) -> None:
    assert [proposals for _, proposals in _open(table_of_text(text))] == [asked]


def test_of_several_numbers_that_of_the_stated_document_is_taken() -> None:
    table = table_of_text(
        "Name\tID type\tAadhaar No\tPassport No\nAsha Ford\tPassport\t234123412346\t512345679\n"
    )
    found = imported(table, guess_columns(table, DAY), DAY, DEPARTURE).passengers
    assert [(each.id_type, each.id_number) for each in found] == [("PASSPORT", "512345679")]
