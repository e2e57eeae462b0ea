"""Pasted rows as passengers: what is converted, what is missing, who is there twice, what does not fit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from app.desk.model.boats import Identity, Passenger
from app.desk.passengers.import_columns import guess_columns, with_column
from app.desk.passengers.import_rows import PartyImport, imported
from app.desk.passengers.import_table import table_of_text
from app.desk.passengers.rules import MOST_PASSENGERS, with_cell
from tests.support.desk.boat_samples import ARJUN, DEPARTURE, ISHAAN, JANA, MEERA, RATES, TOMORROW, rate

FREE = replace(DEPARTURE, identity=Identity())
NUMBERED = replace(
    DEPARTURE, identity=Identity(needs_number=True), rates=(*RATES, rate("Infant", "INDIAN", (0, 4), 0, 0))
)
PICTURE = (
    "Kabir Sethi\t29\tM\tIndian\tVoter ID\tXJD7710243\n"
    "Leela Sethi\t27\tF\tIndian\tPAN card\tCLSPS8821F\n"
    "Dev Sethi\t4\tM\tIndian\t\t\n"
    "Rohini Das\t61\tF\tIndian\tVoter ID\tWBR3051187\n"
)


def _imported(
    text: str, *, identity: Identity | None = None, present: tuple[Passenger, ...] = ()
) -> PartyImport:
    table = table_of_text(text)
    departure = replace(DEPARTURE, identity=identity or Identity())
    return imported(table, guess_columns(table, TOMORROW), TOMORROW, departure, present=present)


def _notes(found: PartyImport, kind: str) -> list[tuple[int, str, str]]:
    return [(note.row, note.cell, note.sentence) for note in found.notes if note.kind == kind]


def test_the_rows_of_the_picture() -> None:
    table = table_of_text(PICTURE)
    found = imported(
        table, guess_columns(table, TOMORROW), TOMORROW, NUMBERED, present=(ARJUN, MEERA, ISHAAN, JANA)
    )
    assert found.passengers[0] == Passenger("Kabir Sethi", "29", "MALE", "INDIAN", "VOTER ID", "XJD7710243")
    assert found.passengers[2] == Passenger("Dev Sethi", "4", "MALE", "INDIAN")
    assert found.first_number == 5
    assert found.count_words == "4 rows, 1 gap"
    assert found.conversion_words == "M became MALE, F became FEMALE"
    assert found.gap_words == "Row 7 has no document number. You can add it later."
    assert _notes(found, "gap") == [(2, "id_number", "This trip needs a document number.")]
    assert found.left_out == ""
    assert found.double_words == ""


def test_documents_that_are_not_required_are_left_out_with_a_message() -> None:
    found = _imported(
        "Kabir Sethi\t29\tMALE\tINDIAN\tVOTER ID\tXJD7710243\n"
        "Jana Vogel\t34\tFEMALE\tGERMAN\tPASSPORT\tC4VX8T2K1"
    )
    assert [(each.id_type, each.id_number) for each in found.passengers] == [
        ("", ""),
        ("PASSPORT", "C4VX8T2K1"),
    ]
    assert found.conversion_words == "documents that nobody asks for are left out"


def test_nothing_of_a_person_is_in_what_is_logged() -> None:
    found = _imported("Kabir Sethi\t12/03/1985\tM\tIndian\tVoter ID\tXJD7710243")
    for secret in ("Kabir", "XJD7710243", "1985"):
        assert secret not in repr(found)


def test_cells_are_tidied_as_if_they_were_typed() -> None:
    found = _imported("Name,Age,Gender,Nationality,ID type,ID no\n2. Jana Vogel,34 yrs,w,deu,,c4vx8t2k1\n")
    typed = Passenger("Jana Vogel", "34")
    for cell, text in (("nationality", "deu"), ("pax_gender", "FEMALE"), ("id_number", "c4vx8t2k1")):
        typed = with_cell(typed, cell, text)
    assert found.passengers == (typed,)
    assert typed.id_type == "PASSPORT"
    assert _notes(found, "converted") == [
        (0, "age", "34 yrs became 34"),
        (0, "nationality", "deu became GERMAN"),
        (0, "pax_gender", "w became FEMALE"),
    ]


def test_what_is_not_certain_stays_as_it_is() -> None:
    found = _imported("Name\tGender\tNationality\tID type\nJana\tdiverse\tAtlantis\tLibrary\n")
    assert found.passengers == (Passenger("Jana", "", "DIVERSE", "ATLANTIS", "LIBRARY"),)
    assert found.conversion_words == ""
    assert ("id_type", "A foreigner needs a passport. Choose PASSPORT.") in {
        (note.cell, note.sentence) for note in found.gaps
    }


def test_the_word_of_fares_for_a_foreigner_is_taken_in_either_language() -> None:
    found = _imported("Jana\t34\t\u0935\u093f\u0926\u0947\u0936\u0940\nTom\t41\tForeigner\n")
    assert [each.nationality for each in found.passengers] == ["FOREIGNER"] * 2
    assert found.conversion_words == "\u0935\u093f\u0926\u0947\u0936\u0940 became FOREIGNER"


def test_an_age_comes_from_the_birth_date_on_the_day_of_travel() -> None:
    found = _imported("Name\tDOB\nArjun\t22/11/1985\nMeera\t23/11/1985\nDev\t23/11/2026\nJana\t\n")
    assert [each.age for each in found.passengers] == ["41", "40", "", ""]
    assert _notes(found, "converted")[0] == (0, "age", "born 22/11/1985 became 41")
    assert found.passengers[0].born == date(1985, 11, 22)
    assert [note.row for note in found.gaps if note.cell == "age"] == [2, 3]


def test_first_and_last_name_are_joined() -> None:
    found = _imported("Surname\tFirst name\nNair\tArjun\nDas\t\n")
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Das"]


def test_a_column_that_is_not_used_is_not_taken() -> None:
    table = table_of_text("Arjun Nair\t41\tM\nMeera Nair\t38\tF\n")
    columns = with_column(guess_columns(table, TOMORROW), 2, "")
    found = imported(table, columns, TOMORROW, FREE)
    assert [(each.age, each.pax_gender) for each in found.passengers] == [("41", ""), ("38", "")]


def test_a_number_that_a_spreadsheet_shortened_is_a_gap() -> None:
    found = _imported("Name\tAadhaar no\nArjun\t1.23457E+11\n", identity=Identity(needs_number=True))
    assert (0, "id_number", "The spreadsheet shortened this number. Type it in full.") in _notes(found, "gap")
    assert sum(note.cell == "id_number" for note in found.notes) == 1


def test_a_copy_is_no_gap_of_pasted_rows() -> None:
    found = _imported("Arjun Nair\t41\tM\tIndian\n", identity=Identity(needs_copy=True))
    assert found.gaps == ()
    assert found.count_words == "1 row"


def test_gaps_are_told_by_the_first_of_them() -> None:
    everywhere = _imported("Arjun Nair\t41\tM\nMeera Nair\t38\tF\n")
    assert everywhere.gap_words == "No row has a nationality. You can add it later."
    more = _imported("Arjun Nair\t41\nMeera Nair\t38\n")
    assert more.gap_words == "No row has a gender. You can add it later. And 2 more gaps."
    wrong = _imported("Name\tAge\tGender\tNationality\nArjun\told\tM\tIndian\n")
    assert wrong.gap_words == "Row 1: Type the age in whole years, 0 to 150."
    two = _imported("Name\tAge\tGender\tNationality\nArjun\told\tM\tIndian\nMeera\tyoung\t\tIndian\n")
    assert two.gap_words == "Row 1: Type the age in whole years, 0 to 150. And 2 more gaps."


def test_conversions_are_told_once_and_the_rest_is_counted() -> None:
    found = _imported("Name\tGender\tNationality\nA B\tm\tdeu\nC D\tf\tfra\nE F\tM\tusa\n")
    assert found.conversion_words == "deu became GERMAN, m became MALE, fra became FRENCH, 3 more"


def test_people_who_are_there_twice_are_told() -> None:
    text = "Arjun nair\t41\nMeera Nair\t38\nMeera Nair\t38\nMeera Nair\t12\n"
    found = _imported(text, present=(ARJUN, Passenger(nationality="INDIAN")))
    assert _notes(found, "double") == [
        (0, "traveler_name", "This name and age are there already."),
        (2, "traveler_name", "This name and age are there already."),
    ]
    assert found.double_words == "Rows 2 and 4 have names and ages that are there already."
    assert found.first_number == 2
    assert len(found.passengers) == 4
    assert found.count_words.endswith("2 doubles")
    one = _imported("Arjun Nair\t41\n", present=(ARJUN,))
    assert one.double_words == "Row 2 has a name and age that are there already."
    many = _imported("Arjun Nair\t41\n" * 9)
    assert many.double_words == "8 rows have names and ages that are there already."
    assert _imported("Age\tGender\n41\tM\n41\tM\n").doubles == ()


def test_no_more_are_taken_than_a_sale_can_hold() -> None:
    text = "Name\tAge\n" + "".join(f"Person {n}\t41\n" for n in range(150))
    alone = _imported(text)
    assert len(alone.passengers) == MOST_PASSENGERS
    assert alone.passengers[-1].traveler_name == "Person 99"
    assert alone.left_out == "100 of 150 rows are taken: a sale has at most 100 passengers."
    beside = _imported(text, present=(ARJUN, Passenger(), MEERA))
    assert len(beside.passengers) == 98
    assert beside.left_out == (
        "98 of 150 rows are taken: a sale has at most 100 passengers, with the 2 already in the list."
    )
    full = _imported(text, present=(ARJUN,) * 100)
    assert full.passengers == ()
    assert full.left_out.startswith("No row is taken: ")
    assert full.gap_words == ""


def test_columns_that_are_not_shown_are_told() -> None:
    found = _imported("\t".join(["Arjun Nair", "41", *["x"] * 58]))
    assert found.left_out == "Only 40 of 60 columns are shown."


# Saved parties
