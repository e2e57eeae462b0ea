"""Lists in which a cell may mean something else: what is left out, asked for the column or doubted."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any, cast

import pytest
import xlsxwriter

from app.desk.model.boats import Identity
from app.desk.passengers.doubts import as_it_is, doubt
from app.desk.passengers.import_columns import guess_columns, with_column
from app.desk.passengers.import_rows import PartyImport, imported
from app.desk.passengers.import_table import PartyTable, table_of_file, table_of_text
from app.desk.passengers.import_vocabulary import ID_NUMBER, NAME
from app.desk.passengers.rules import passenger_problems, with_cell
from tests.support.desk.boat_samples import DEPARTURE

DAY = date(2026, 11, 29)


def _found(table: PartyTable) -> PartyImport:
    return imported(table, guess_columns(table, DAY), DAY, DEPARTURE)


def _people(text: str) -> list[tuple[str, str]]:
    """The name and age of each passenger that would be added."""
    return [(each.traveler_name, each.age) for each in _found(table_of_text(text)).passengers]


def _open(text: str) -> list[tuple[int, tuple[str, ...]]]:
    """The place of each column that is asked about, and what it may hold."""
    columns = guess_columns(table_of_text(text), DAY)
    return [(place, each.proposals) for place, each in enumerate(columns) if each.is_open]


# Numbers that count the rows


@pytest.mark.parametrize(
    "text",
    [
        "12\tArjun Nair\n13\tMeera Nair\n14\tDev Nair\n",
        "12\tArjun Nair\tM\n13\tMeera Nair\tF\n",
        "41, Arjun Nair\n42, Meera Nair\n45, Dev Nair\n",
        "7\tIndian\tArjun Nair\n8\tIndian\tMeera Nair\n10\tIndian\tDev Nair\n",
        "2\tArjun Nair\n2\tMeera Nair\n3\tDev Nair\n",
    ],
)
def test_a_run_before_the_names_is_an_age_only_if_somebody_says_so(text: str) -> None:
    assert _open(text) == [(0, ("age",))]
    assert {age for _, age in _people(text)} == {""}


@pytest.mark.parametrize(
    "text",
    [
        "7\tArjun Nair\t41\n8\tMeera Nair\t38\n10\tDev Nair\t9\n",
        "31\tArjun Nair\t13/03/1985\n32\tMeera Nair\t15/03/1988\n34\tDev Nair\t16/03/2017\n",
        "1\tArjun Nair\t41\n\tMeera Nair\t38\n2\tDev Nair\t9\n",
        "7,Arjun Nair,41,M\n8,Meera Nair,38,F\n9,Dev Nair,9,M\n",
    ],
)
def test_beside_other_ages_such_a_run_counts_the_rows(text: str) -> None:
    assert _open(text) == []
    assert _people(text) == [("Arjun Nair", "41"), ("Meera Nair", "38"), ("Dev Nair", "9")]


@pytest.mark.parametrize(
    "text",
    [
        "12 Arjun Nair\n13 Meera Nair\n14 Dev Nair",
        "1 Arjun Nair\n2 Meera Nair\n4 Dev Nair",
        "21/11/26, 10:15 - Ravi: 101 Arjun Nair\n102 Meera Nair\n103 Dev Nair",
        "12 - Arjun Nair\n13 - Meera Nair\n14 - Dev Nair",
    ],
)
def test_lines_of_a_message_may_be_counted_from_anywhere(text: str) -> None:
    assert _people(text) == [("Arjun Nair", ""), ("Meera Nair", ""), ("Dev Nair", "")]


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("41\tArjun\n38\tMeera\n", [("Arjun", "41"), ("Meera", "38")]),
        ("12 M Arjun\n13 F Meera", [("Arjun", "12"), ("Meera", "13")]),
        ("Arjun\t12\nMeera\t13\n", [("Arjun", "12"), ("Meera", "13")]),
        ("12 Arjun Nair 41 M\n13 Meera Nair 38 F", [("Arjun Nair", "41"), ("Meera Nair", "38")]),
    ],
)
def test_ages_that_do_not_count_stay_ages(text: str, people: list[tuple[str, str]]) -> None:
    assert _people(text) == people


# Words that say who somebody is


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Nephew - Om 5", "Om", "Nephew"),
        ("wife Sita 34", "Sita", "wife"),
        ("my son Aarav 7", "Aarav", "my son"),
        ("My niece Ria 6 F", "Ria", "My niece"),
        ("Mother in law Sita 60 F", "Sita", "Mother-in-law"),
        ("Friend - Rahul 30 M", "Rahul", "Friend"),
        ("Cousin: Rahul 30 M", "Rahul", "Cousin"),
        ("beta Aarav 7", "Aarav", "beta"),
        ("bhai Ramesh 40 M", "Ramesh", "bhai"),
        ("Patni Sita 34 F", "Sita", "Patni"),
        ("Ramesh Rao bhai 40 M", "Ramesh Rao", "bhai"),
        (
            "\u092e\u093e\u0902 \u0938\u0940\u0924\u093e 60",
            "\u0938\u0940\u0924\u093e",
            "\u092e\u093e\u0902",
        ),
        (
            "\u092e\u0947\u0930\u0940 \u092c\u0947\u091f\u0940 \u0938\u0940\u0924\u093e 7",
            "\u0938\u0940\u0924\u093e",
            "\u092e\u0947\u0930\u0940 \u092c\u0947\u091f\u0940",
        ),
    ],
)
def test_a_relation_is_left_out_of_the_name_and_shown(text: str, name: str, said: str) -> None:
    table = table_of_text(text)
    row = dict(zip(table.columns, table.rows[0], strict=True))
    assert (row["traveler_name"], row[""]) == (name, said)
    assert [each.nationality for each in _found(table).passengers] == [""]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("Kumar's mother (Saroja) 61 F", "Saroja", "Kumar's mother"),
        ("3. Ravi Kumar\u2019s wife (Sita Devi), 34, F", "Sita Devi", "Ravi Kumar\u2019s wife"),
        ("Mr Kumar's mother in law (Saroja, 61 F)", "Saroja", "Mr Kumar's mother-in-law"),
    ],
)
def test_who_is_somebodys_relative_is_called_what_the_brackets_say(text: str, name: str, said: str) -> None:
    found = table_of_text(f"Arjun Nair 41 M\n{text}")
    row = dict(zip(found.columns, found.rows[1], strict=True))
    assert (row["traveler_name"], row[""]) == (name, said)


@pytest.mark.parametrize(
    "text",
    [
        "Kumar's mother 61 F",
        "Kumar's mother Saroja 61 F",
        "Kumar's mother (pregnant) 61 F",
        "Kumar's mother\t61\tF",
    ],
)
def test_whose_relative_somebody_is_stays_in_doubt_as_a_name(text: str) -> None:
    (passenger,) = _found(table_of_text(text)).passengers
    assert doubt(passenger, NAME).startswith("This says whose relative somebody is.")


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("Kumar's mother (Saroja)", "Saroja"),
        ("my son Aarav", "Aarav"),
        ("Niece Ria Nair", "Ria Nair"),
        ("Om (nephew)", "Om"),
        ("Sita - wife", "Sita"),
        ("Kal Child", "Kal Child"),
        ("Will Ward", "Will Ward"),
    ],
)
def test_a_relation_in_a_cell_is_left_out_of_the_name_and_said(cell: str, name: str) -> None:
    for text in (f"Name\tAge\n{cell}\t7\n", f"{cell}, 7"):
        found = _found(table_of_text(text))
        assert [(each.traveler_name, each.age) for each in found.passengers] == [(name, "7")]
        assert (f"{cell} became {name}" in found.conversion_words) == (cell != name)


@pytest.mark.parametrize("name", ["Mr & Mrs Rao", "Mr and Mrs Rao 45 M", "Beta Aarav 7", "Uncle Ramesh 60 M"])
def test_what_may_be_a_relation_or_a_name_is_doubted(name: str) -> None:
    (each,) = _found(table_of_text(name)).passengers
    assert each.traveler_name == "" or doubt(each, "traveler_name")


def test_a_column_of_relations_holds_no_names() -> None:
    assert _people("Wife\tSita\t34\nSon\tOm\t5\n") == [("Sita", "34"), ("Om", "5")]


# Others beside somebody


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Arjun Nair 41 M +1", "+1"),
        ("Arjun Nair +2 kids", "2 kids +"),
        ("Arjun Nair & family", "& family"),
        ("Arjun Nair 41 M and wife", "and wife"),
        ("Arjun Nair 41 M plus one", "plus one"),
        ("Arjun Nair 41 M (wife: Sita)", "wife: Sita)"),
        ("Name\tAge\tSpouse name\nArjun Nair\t41\tSita Nair\n", "Sita Nair"),
        ("Name\tAge\tChild 1\tChild 2\nArjun Nair\t41\tDev\tRia\n", "Dev, Ria"),
        ("Name\tAge\tCo-passenger\nArjun Nair\t41\tSita\n", "Sita"),
        ("Name\tAge\tKids\nArjun Nair\t41\t2\n", "2"),
        ("Name\tAge\tRemarks\nArjun Nair\t41\tcomes with wife\n", "comes with wife"),
        ("Name\tAge\tFamily members\nArjun Nair\t41\tSita, Ria\n", "Sita, Ria"),
    ],
)
def test_others_beside_a_passenger_are_said(text: str, words: str) -> None:
    found = _found(table_of_text(text))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair"]
    assert f"Also here: \u201c{words}\u201d. Each who travels needs a row." in found.gap_words


@pytest.mark.parametrize("line", ["+2 kids", "& family", "and 2 kids", "with wife"])
def test_others_in_a_line_of_their_own_are_a_row_without_a_name(line: str) -> None:
    found = _found(table_of_text(f"Arjun Nair 41 M\n{line}\nThanks"))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", ""]


def test_other_names_without_a_heading_are_asked_about() -> None:
    assert _open("Arjun Nair\tSita Nair\t41\nMohan Das\tRita Das\t50\n") == [(1, ("traveler_name",))]


@pytest.mark.parametrize(
    "beside",
    [
        "Spouse name\tNA",
        "Kids\t0",
        "Father's / Husband's Name\tMohan Nair",
        "Family head\tMohan Nair",
        "Spouse contact\t9845012377",
        "Mobile\t+91 98450 12377",
        "Blood group\tA+",
    ],
)
def test_nobody_beside_a_passenger_is_nothing_to_say(beside: str) -> None:
    heading, cell = beside.split("\t")
    found = _found(table_of_text(f"Name\tAge\t{heading}\nArjun Nair\t41\t{cell}\n"))
    assert not [note for note in found.gaps if note.is_of_list]


# Struck through


def _workbook(people: Sequence[Sequence[str]], struck: Sequence[int], *, heading: bool = True) -> bytes:
    """A workbook with a row of these columns struck through, where a part of a cell is 9."""
    stream = io.BytesIO()
    book = cast("Any", xlsxwriter).Workbook(stream, {"in_memory": True})
    sheet, line = book.add_worksheet("Party"), book.add_format({"font_strikeout": True})
    rows = [["Name", "Age", "Remarks"], *people] if heading else people
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            is_last = row == len(rows) - 1
            if is_last and 9 in struck and column == 0:
                sheet.write_rich_string(row, column, line, cell, " instead of Ria")
            else:
                sheet.write(row, column, cell, line if is_last and column in struck else None)
    book.close()
    return stream.getvalue()


_PARTY = [["Arjun Nair", "41", "veg"], ["Meera Nair", "38", "veg"]]


@pytest.mark.parametrize("struck", [[0, 1, 2], [0], [1], [9]])
@pytest.mark.parametrize("heading", [True, False])
def test_who_is_struck_through_in_a_workbook_is_marked(struck: list[int], *, heading: bool) -> None:
    found = _found(table_of_file("party.xlsx", _workbook(_PARTY, struck, heading=heading)))
    assert len(found.passengers) == 2
    assert "The list strikes this through. Leave the row out if nobody travels." in found.gap_words
    assert {note.row for note in found.gaps if note.is_of_list} == {1}


def test_a_remark_that_is_struck_through_marks_nobody() -> None:
    found = _found(table_of_file("party.xlsx", _workbook(_PARTY, [2])))
    assert not [note for note in found.gaps if note.is_of_list]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Arjun Nair 41 M\n~Meera Nair 38 F~", "Meera Nair"),
        ("Arjun Nair 41 M\n2. ~~Meera Nair 38 F~~", "Meera Nair"),
        ("Arjun Nair 41 M\nM\u0336e\u0336e\u0336r\u0336a\u0336 38 F", "Meera"),
        ("Arjun Nair\t41\nM\u0336e\u0336e\u0336r\u0336a\u0336\t38", "Meera"),
    ],
)
def test_who_is_struck_through_in_a_text_is_marked(text: str, name: str) -> None:
    found = _found(table_of_text(text))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", name]
    assert {note.row for note in found.gaps if note.is_of_list} == {1}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Arjun Nair 41 M\n~Meera Nair 38 F~ not coming", "struck-through not coming"),
        ("Arjun Nair\t41\n~Meera Nair\t38~", "struck through"),
        ("Arjun Nair\t41\nMeera Nair\t38 + 2 kids", "+ 2 kids"),
    ],
)
def test_what_a_list_says_beside_a_name_is_in_doubt_until_somebody_has_looked(text: str, words: str) -> None:
    first, second = _found(table_of_text(text)).passengers
    assert [each.field for each in passenger_problems(first, DEPARTURE, 0) if "list" in each.sentence] == []
    assert doubt(second, NAME).startswith(f"Left open in the list: {words}.")
    assert doubt(as_it_is(second, NAME), NAME) == ""


def test_a_sender_with_a_tilde_is_not_struck_through() -> None:
    found = _found(table_of_text("21/11/26, 10:15 - ~ Ravi: Arjun Nair 41 M"))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair"]
    assert not [note for note in found.gaps if note.is_of_list]


# A letter with two meanings


@pytest.mark.parametrize(
    "text",
    [
        "Name\tAge\tSexo\nJose\t41\tH\nMaria\t38\tM\n",
        "Name\tAge\tGender\nJose\t41\tV\nMaria\t38\tM\n",
        "Name\tAge\tH/M\nJose\t41\tH\nMaria\t38\tM\n",
        "Jose\t41\tH\nMaria\t38\tM\nAna\t20\tM\n",
        "Jose\t41\tH\nLuis\t40\tH\nMaria\t38\tM\n",
        "Jose 41 H\nMaria 38 M",
    ],
)
def test_where_m_may_stand_for_women_the_column_is_asked_about(text: str) -> None:
    table = table_of_text(text)
    assert _open(text) == [(2, ("pax_gender", "gender, M for women"))]
    assert {each.pax_gender for each in _found(table).passengers} == {""}
    chosen = with_column(guess_columns(table, DAY), 2, "gender, M for women")
    assert imported(table, chosen, DAY, DEPARTURE).passengers[-1].pax_gender == "FEMALE"


def test_of_women_alone_m_is_asked_about_under_a_spanish_heading() -> None:
    for heading in ("Sexo", "G\u00e9nero", "Sexo (H/M)"):
        assert _open(f"Name\tAge\t{heading}\nMaria\t38\tM\n")


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("Sexo", "M F"),
        ("Sexo", "Hombre Mujer"),
        ("Sexe", "Homme Femme"),
        ("Geschlecht", "m w"),
        ("Geschlecht", "m\u00e4nnlich weiblich"),
        ("G\u00e9nero", "Masculino Femenino"),
        ("Gender", "M F"),
    ],
)
def test_letters_and_words_with_one_meaning_are_taken(heading: str, words: str) -> None:
    man, woman = words.split()
    table = table_of_text(f"Name\tAge\t{heading}\nJ B\t41\t{man}\nM B\t38\t{woman}\n")
    assert [each.pax_gender for each in _found(table).passengers] == ["MALE", "FEMALE"]


def test_h_in_a_french_list_is_doubted() -> None:
    (man, woman) = _found(table_of_text("Name\tAge\tSexe\nJ B\t41\tH\nM B\t38\tF\n")).passengers
    assert doubt(man, "pax_gender")
    assert woman.pax_gender == "FEMALE"


# Who does not travel, in a message


@pytest.mark.parametrize(
    ("text", "off"),
    [
        ("Arjun Nair 41 M, Meera Nair 38 F cancelled, Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M, Meera Nair 38 F (cancelled), Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M; Meera Nair 38 F not coming; Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M, drop Meera Nair 38 F, Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M and Meera Nair 38 F dropped out and Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M Meera Nair 38 F - cancelled Dev Nair 9 M", [1]),
        ("Arjun Nair 41 M\nCancelled:\nMeera Nair 38 F\nDev Nair 9 M", [1, 2]),
        ("Arjun Nair 41 M\nMeera Nair 38 F\nDev Nair 9 M\nnot coming", [2]),
        ("Arjun Nair 41 M\nMeera Nair 38 F\ncancelled\nDev Nair 9 M", [1, 2]),
        ("10:15 - R: Arjun Nair 41 M\n10:15 - R: Meera Nair 38 F\n10:15 - R: cancel Dev Nair 9 M", [2]),
        ("Arjun Nair 41 M, Meera Nair 38 F, Dev Nair 9 M pickup and drop", []),
    ],
)
def test_who_does_not_travel_by_a_message_is_marked(text: str, off: list[int]) -> None:
    found = _found(table_of_text(text))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Meera Nair", "Dev Nair"]
    assert sorted({note.row for note in found.gaps if note.is_of_list}) == off


@pytest.mark.parametrize("text", ["Meera not going 38 F", "Meera isn't coming 38 F", "Meera Nair cancelled"])
def test_a_message_about_one_who_does_not_travel_marks_the_row(text: str) -> None:
    assert "The list says" in _found(table_of_text(text)).gap_words


# Who signs a list


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("Thanks, Ravi", "Thanks, Ravi"),
        ("Thank you\nRavi", "Ravi"),
        ("Regards\n\nRavi Kumar\n98450 12377", "Ravi Kumar"),
        ("Thanks & regards,\nRavi Kumar\nSea Tours\nMob: 98450 12377", "Sea Tours"),
        ("Best wishes\nRavi", "Ravi"),
        ("Sent from my iPhone", ""),
        ("\u0927\u0928\u094d\u092f\u0935\u093e\u0926\n\u0930\u0935\u093f", "\u0930\u0935\u093f"),
    ],
)
def test_who_signs_a_message_is_no_passenger(end: str, said: str) -> None:
    for people in ("Arjun Nair 41 M\nMeera Nair 38 F", "Arjun Nair\nMeera Nair"):
        found = _found(table_of_text(f"{people}\n{end}"))
        assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Meera Nair"]
        assert said in found.left_out


_STOPS = str.maketrans("", "", ",.")
_ARJUN, _EMMA = "Arjun Nair, 41, M, Indian, Aadhaar, 2345 6789 0123", "Emma Schulz, 34, F, German, Passport, "


@pytest.mark.parametrize("number", ["C01X00T47", "Z1234567", "M41F38001"])
@pytest.mark.parametrize(
    ("before", "behind", "said"),
    [
        ("", "", ""),
        ("", "Phone: 98765 43210", "Phone: 98765 43210"),
        ("", "Phone: 98765 43210\nHotel: 03192 234567", "Phone: 98765 43210, Hotel: 03192 234567"),
        ("", "Phone, 98765 43210", "Phone 98765 43210"),
        ("", "My phone 98765 43210", "My phone 98765 43210"),
        (
            "",
            "\u092e\u0947\u0930\u093e \u092b\u094b\u0928 98765 43210",
            "\u092e\u0947\u0930\u093e \u092b\u094b\u0928 98765 43210",
        ),
        ("\u0928\u092e\u0938\u094d\u0924\u0947, Ravi", "", "\u0928\u092e\u0938\u094d\u0924\u0947 Ravi"),
        ("", "My number is 98765 43210.", "My number is 98765 43210."),
        ("", "Mobile 98765 43210, Office 03192 234567", "Mobile 98765 43210 Office 03192 234567"),
        ("Hello", "My phone 98765 43210", "Hello, My phone 98765 43210"),
        ("Hello,", "", "Hello"),
        ("Hello, passengers", "", "Hello passengers"),
        ("Hello, here are the names:", "", "Hello here are the names:"),
        ("Hello, please book, thanks", "98765 43210", "Hello please book thanks, 98765 43210"),
        ("Good morning, sir, 2 tickets please", "", "Good morning sir 2 tickets please"),
        ("Dear Ravi, please book these", "Thanks, Arjun", "Dear Ravi please book these, Thanks Arjun"),
    ],
)
def test_what_a_letter_says_around_its_rows_is_no_passenger_and_is_named(
    before: str, behind: str, said: str, number: str
) -> None:
    rows = [_ARJUN, f"{_EMMA}{number}", "Meera Nair, 38, F, Indian, Aadhaar, 3456 7890 1234"]
    text = "\n".join((before, *rows, behind))
    for typed in (text, text.replace(", ", "\t")):
        found = _found(table_of_text(typed))
        assert [(each.traveler_name, each.age, each.pax_gender[:1]) for each in found.passengers] == [
            ("Arjun Nair", "41", "M"),
            ("Emma Schulz", "34", "F"),
            ("Meera Nair", "38", "F"),
        ]
        assert found.passengers[1].id_number == number
        left_out = f"Left out: {said}." if said else ""
        assert found.left_out.translate(_STOPS) == left_out.translate(_STOPS)


@pytest.mark.parametrize("before", ["Dear Ravi,", "Hello all!", "Good morning Mr Roy,"])
def test_who_is_greeted_above_the_lines_of_a_message_is_no_passenger(before: str) -> None:
    found = _found(table_of_text(f"{before}\nplease book\nArjun Nair 41 M\nMeera Nair, 38, F"))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Meera Nair"]
    assert before.strip(",") in found.left_out


@pytest.mark.parametrize("number", ["C01X00T47", "Z1234567"])
def test_the_number_of_a_document_is_no_crowd_in_a_message(number: str) -> None:
    text = f"Hi\n{_ARJUN}\n- {_EMMA}{number}\nplease call\nMy phone: 98765 43210\nHotel 03192 234567"
    found = _found(table_of_text(text))
    assert [(each.traveler_name, each.id_number) for each in found.passengers] == [
        ("Arjun Nair", "2345 6789 0123"),
        ("Emma Schulz", number),
    ]
    assert "My phone: 98765 43210, Hotel 03192 234567" in found.left_out


def test_a_name_like_a_greeting_is_of_a_passenger() -> None:
    assert [age for _, age in _people("Dear,Nair,41\nHello,Nair,38\n")] == ["41", "38"]


@pytest.mark.parametrize(
    "end",
    [
        "Thanks, Ravi",
        "Regards\nRavi Kumar",
        "Thanks & regards\nRavi Kumar\nSea Tours",
        "Sent from my iPhone",
        "98450 12377",
        "Ph: +91 98450 12377",
    ],
)
def test_who_signs_a_table_is_no_passenger(end: str) -> None:
    for heading in ("Name\tAge\n", ""):
        found = _found(table_of_text(f"{heading}Arjun Nair\t41\nMeera Nair\t38\n{end}\n"))
        assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Meera Nair"]
        assert end.splitlines()[-1] in found.left_out
    assert _people("Name,Age\nArjun Nair,41\nRegards, Ravi\n") == [("Arjun Nair", "41")]


@pytest.mark.parametrize(
    "text",
    [
        "Hi\nThanks\nArjun Nair\nMeera Nair",
        "Arjun Nair 41 M\nThanks\nMeera Nair 38 F",
        "10:15 - Ravi: Arjun Nair 41 M\n10:16 - Ravi: Thanks\n10:17 - Ravi: Meera Nair",
        "Name\tAge\nArjun Nair\t41\nMeera Nair\t\n",
    ],
)
def test_who_stands_below_thanks_and_does_not_sign_stays(text: str) -> None:
    assert [name for name, _ in _people(text)] == ["Arjun Nair", "Meera Nair"]


@pytest.mark.parametrize(
    "text",
    [
        "Name\tAge\nArjun Nair\t41\nCancelled\nMeera Nair\t38\n",
        "Name\tAge\nArjun Nair\t41\nWaiting list\nName\tAge\nMeera Nair\t38\n",
        "Arjun Nair\t41\nNot coming:\nMeera Nair\t38\n",
    ],
)
def test_who_stands_below_a_title_of_those_who_do_not_travel_is_marked(text: str) -> None:
    found = _found(table_of_text(text))
    assert [each.traveler_name for each in found.passengers] == ["Arjun Nair", "Meera Nair"]
    assert {note.row for note in found.gaps if note.is_of_list} == {1}


# States of India


@pytest.mark.parametrize(
    ("nations", "found"),
    [
        (["IN", "GA", "TN"], ["INDIAN", "", ""]),
        (["Indian", "AR"], ["INDIAN", ""]),
        (["MH", "NL", "SK"], ["", "", ""]),
        (["TR"], [""]),
        (["NA", "ga"], ["", ""]),
        (["DE", "NL", "FR"], ["GERMAN", "DUTCH", "FRENCH"]),
        (["Indian", "German", "GA"], ["INDIAN", "GERMAN", "GABONESE"]),
        (["IND", "TUR"], ["INDIAN", "TURKISH"]),
    ],
)
def test_a_code_that_may_be_a_state_of_india_is_asked_for(nations: list[str], found: list[str]) -> None:
    rows = "".join(f"Person\t{each}\n" for each in nations)
    import_ = _found(table_of_text(f"Name\tNationality\n{rows}"))
    assert [each.nationality for each in import_.passengers] == found
    asked = [note.sentence for note in import_.gaps if note.is_of_list]
    assert all("may be a state of India or a country" in each for each in asked)
    assert len(asked) == sum(not each and nation != "NA" for each, nation in zip(found, nations, strict=True))


def test_such_a_code_in_a_message_is_asked_for() -> None:
    (each,) = _found(table_of_text("Arjun Nair 41 M GA")).passengers
    assert (each.traveler_name, each.nationality) == ("Arjun Nair", "")


# Such words behind a fact, and in lists that look like others


@pytest.mark.parametrize(
    ("text", "people", "said"),
    [
        ("Arjun, 41, M\nDivya, 3, F cancelled", [("Arjun", "41", "MALE"), ("Divya", "3", "FEMALE")], [1]),
        (
            "Name\tAge\tSex\nArjun\t41 (cancelled)\tM\nDivya\t3\tF\n",
            [("Arjun", "41", "MALE"), ("Divya", "3", "FEMALE")],
            [0],
        ),
        (
            "Oleg Petrov 23, M & family\nIsla Brown 78, F",
            [("Oleg Petrov", "23", "MALE"), ("Isla Brown", "78", "FEMALE")],
            [0],
        ),
        (
            "Oleg Petrov (23, M) & family\nIsla Brown (78, F)",
            [("Oleg Petrov", "23", "MALE"), ("Isla Brown", "78", "FEMALE")],
            [0],
        ),
        ("~Arjun | 41 | M~\nDivya | 3 | F", [("Arjun", "41", "MALE"), ("Divya", "3", "FEMALE")], [0]),
        (
            "~Arjun Nair 41M~ & Divya Nair 3F",
            [("Arjun Nair", "41", "MALE"), ("Divya Nair", "3", "FEMALE")],
            [0],
        ),
        (
            "Arjun Nair (41/M) + 2 kids, Divya Nair (3/F)",
            [("Arjun Nair", "41", "MALE"), ("Divya Nair", "3", "FEMALE")],
            [0, 1],
        ),
        (
            "Arjun Nair - 41 - M + Divya Nair - 3 - F + 2 kids",
            [("Arjun Nair", "41", "MALE"), ("Divya Nair", "3", "FEMALE")],
            [1],
        ),
        (
            "Arjun Nair - 41 - M and Niece - Divya Nair - 3 - F",
            [("Arjun Nair", "41", "MALE"), ("Divya Nair", "3", "FEMALE")],
            [],
        ),
        (
            "50 Ravi Das\n51 Asha Das\n52 M Patel",
            [("Ravi Das", "", ""), ("Asha Das", "", ""), ("M Patel", "", "")],
            [],
        ),
        ('Nair,Divya,3,F,IND\n"Thanks, Ravi"\n', [("Nair Divya", "3", "FEMALE")], []),
        ("d@x.com;Daan de Vries;60;M;FD221477\nSent from my iPhone", [("Daan de Vries", "60", "MALE")], []),
        ("Name\tSex\tKids\nDivya Nair\tF\t1\n", [("Divya Nair", "", "FEMALE")], [0]),
    ],
)
def test_words_beside_a_fact_take_nothing_of_it(
    text: str, people: list[tuple[str, str, str]], said: list[int]
) -> None:
    found = _found(table_of_text(text))
    assert [(each.traveler_name, each.age, each.pax_gender) for each in found.passengers] == people
    assert sorted({note.row for note in found.gaps if note.is_of_list}) == said


# Names that look like something else


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("George Ward\t24/12/1985\tMale\tBritish\n", ["George Ward"]),
        ("Jordan Smith\t41\tUnited Kingdom\nYuki Mori\t38\tJapan\n", ["Jordan Smith", "Yuki Mori"]),
        ("Georgia Miller\t41\tUSA\nChad Jones\t38\tUSA\n", ["Georgia Miller", "Chad Jones"]),
        ("Iyer, Om    14-10-1981    Male\nKhan, Sim    28-01-1949    Female\n", ["Om Iyer", "Sim Khan"]),
        ("G K. Roy 89M & O S. Nair 67M +1", ["G K. Roy", "O S. Nair"]),
    ],
)
def test_a_name_is_not_taken_for_a_nation_or_cut(text: str, names: list[str]) -> None:
    assert [name for name, _ in _people(text)] == names


def test_initials_in_a_column_of_their_own_are_asked_about() -> None:
    assert _open("Reddy\tL\t50\n") == [(1, ("last name",))]


# Questions that nobody answered


@pytest.mark.parametrize(
    "text",
    [
        "Name\tAge\tNationality\tPassport\tID number\nJana Vogel\t34\tGerman\tC4VX8T2K1\tC4VX8T000\n",
        "Name\tAge\tNationality\tID number\tID number\nJana Vogel\t34\tGerman\tC4VX8T2K1\tC4VX8T000\n",
        "Jana Vogel\t34\tGerman\tC4VX8T2K1\tC4VX8T000\n",
    ],
)
def test_of_two_numbers_none_is_taken_until_somebody_chooses(text: str) -> None:
    table = table_of_text(text)
    columns = guess_columns(table, DAY)
    assert [place for place, each in enumerate(columns) if each.is_open] == [3, 4]
    (jana,) = _found(table).passengers
    assert not jana.id_number
    sentences = {each.field: each.sentence for each in passenger_problems(jana, DEPARTURE, 0)}
    assert sentences["id_number"] == "Left open in the list: C4VX8T2K1, C4VX8T000. Type what is right."
    typed = with_cell(jana, "id_number", "C4VX8T000")
    assert "id_number" not in {each.field for each in passenger_problems(typed, DEPARTURE, 0)}
    for place, number in ((3, "C4VX8T2K1"), (4, "C4VX8T000")):
        chosen = with_column(columns, place, ID_NUMBER)
        assert not any(each.is_open for each in chosen)
        (jana,) = imported(table, chosen, DAY, DEPARTURE).passengers
        assert (jana.id_number, jana.left_open) == (number, ())


def test_a_name_beside_an_open_part_is_doubted_until_it_is_typed_or_meant() -> None:
    (reddy,) = _found(table_of_text("Reddy\tL\t50\n")).passengers
    said = "Left open in the list: L. Correct it, or Ctrl U: book it as it is."
    assert doubt(reddy, NAME) == said
    assert not doubt(as_it_is(reddy, NAME), NAME)
    assert not doubt(with_cell(reddy, NAME, "L Reddy"), NAME)


def test_an_open_number_of_a_document_that_is_not_asked_for_asks_nothing() -> None:
    text = "Name\tNationality\tID number\tID number\nArjun Nair\tIndian\tXJD7710243\tXJD7710000\n"
    free = replace(DEPARTURE, identity=Identity())
    table = table_of_text(text)
    (arjun,) = imported(table, guess_columns(table, DAY), DAY, free).passengers
    assert ID_NUMBER not in {each.field for each in passenger_problems(arjun, free, 0)}
