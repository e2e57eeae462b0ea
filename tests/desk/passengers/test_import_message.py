"""Messages as people copy them: from chats, mails and forms, with one person in a line, several, or none."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.passengers.import_table import PartyImportError, table_of_text

NAME, AGE, GENDER, BORN, NATION, KIND, NUMBER, REST = (
    "traveler_name",
    "age",
    "pax_gender",
    "birth date",
    "nationality",
    "id_type",
    "id_number",
    "",
)
ARJUN, MEERA, DEV = ("Arjun Nair", "41", "M"), ("Meera Nair", "38", "F"), ("Dev Nair", "9", "M")
PERSON = "Arjun Nair 41 M"
HINDI = "\u0905\u0930\u094d\u091c\u0941\u0928 \u0928\u093e\u092f\u0930"
HINDI_WIFE = "\u092e\u0940\u0930\u093e \u0928\u093e\u092f\u0930"


def _rows(text: str) -> list[dict[str, str]]:
    """The facts of each person; none where nothing was found."""
    try:
        table = table_of_text(text)
    except PartyImportError:
        return []
    assert table.columns, "read as a table"
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def _people(text: str) -> list[tuple[str, ...]]:
    return [(row.get(NAME, ""), row.get(AGE, ""), row.get(GENDER, "")[:1]) for row in _rows(text)]


def _without_rest(text: str) -> list[dict[str, str]]:
    return [{fact: cell for fact, cell in row.items() if fact and cell} for row in _rows(text)]


# What stands before a message


@pytest.mark.parametrize(
    "before",
    [
        "21/11/26, 10:15 am - Ravi: ",
        "21/11/26, 10:15\u202fam - Ravi: ",
        "11/21/26, 10:15\u202fPM - Ravi Kumar: ",
        "21/11/2026, 22:15 - Ravi - Sea Tours: ",
        "21.11.26, 10:15 - Ravi: ",
        "21.11.26, 10.15 - Ravi: ",
        "21. 11. 2026. 10:15 - Ravi: ",
        "2026-11-21, 10:15 - Ravi: ",
        "2026-11-21 10:15 Ravi: ",
        "2026/11/21 10:15:30 Ravi: ",
        "2026-11-21T10:15:30Z Ravi: ",
        "21-11-2026 10:15 Ravi: ",
        "[21/11/26, 10:15:30] Ravi: ",
        "\u200e[21/11/26, 10:15:30\u202fAM] \u202aRavi\u202c: ",
        "[21/11/26,\u00a010:15:30\u00a0AM] ~\u00a0Ravi: ",
        "[10:15 am, 21/11/2026] Ravi Kumar: ",
        "[10:15, 11/21/2026] +91 98450 12377: ",
        "21/11/26, 10:15 am - +91 98450 12377: ",
        "\u0968\u0967/\u0967\u0967/\u0968\u096c, \u0967\u0966:\u0967\u096b am - \u0930\u0935\u093f: ",
        "21/11/26 10:15 \u092a\u0942\u0930\u094d\u0935\u093e\u0939\u094d\u0928 - Ravi: ",
        "2026. 11. 21. \uc624\uc804 10:15, Ravi : ",
        "Ravi, [21.11.26 10:15]\n",
        "Ravi, [21 Nov 2026 at 10:15:30]:\n",
        "[21.11.26 10:15] Ravi: ",
        "Ravi 10:15 AM\n",
        "Ravi Kumar  10:15 AM\n",
        "Ravi Kumar\n10:15 AM\n",
        "Ravi Kumar \u2014 21/11/2026 10:15\n",
        "[10:15] Ravi: ",
        "[10:15] Ravi\n",
        "10:15 Ravi: ",
        "10:15 AM - Ravi: ",
        "Ravi [10:15 AM]: ",
        "Ravi (21/11/26 10:15): ",
        "Sat, 21 Nov, 10:15 Ravi: ",
        "Nov 21, 2026, 10:15 AM Ravi: ",
        "Yesterday 10:15 Ravi: ",
        "+919845012377 21/11/26 10:15: ",
        "[21/11/26, 10:15] Ravi: [20/11/26, 09:15] Asha: ",
        "On Sat, 21 Nov 2026 at 10:15, Ravi <ravi@example.com> wrote:\n> ",
        "From: Ravi <ravi@example.com>\nSent: 21/11/26 10:15\nSubject: Boat\n\n",
        "> > ",
        "21/11/26, 10:15 - Messages are end-to-end encrypted. No one\n21/11/26, 10:15 - R: ",
        "21/11/26, 10:15 - Ravi added Meera\n21/11/26, 10:16 - Ravi: <Media omitted>\n",
        "21/11/26, 10:15 - Ravi: You deleted this message\n21/11/26, 10:16 - R: Hi\n21/11/26, 10:16 - R: ",
        "[21/11/26, 10:15:30] Ravi: \u200eimage omitted\n",
    ],
)
def test_time_and_sender_of_a_message_are_no_facts(before: str) -> None:
    assert _people(f"{before}{PERSON}") == [ARJUN]
    assert _people(f"{before}{PERSON}\nMeera Nair, 38, F\n{before}Dev Nair - 9 - M") == [ARJUN, MEERA, DEV]


def test_a_sender_in_several_lines_is_none_of_the_people() -> None:
    assert _people(f"Ravi: {PERSON}\nRavi: Meera Nair 38 F") == [ARJUN, MEERA]


def test_what_may_be_a_sender_or_a_person_is_a_row_to_be_judged() -> None:
    assert _rows("Arjun Nair 10:15 AM\n") == [{REST: "Arjun Nair 10:15 AM"}]
    assert _people("Meera Nair 38 F\nArjun Nair\n10:15") == [MEERA, ("", "", "")]


def test_a_form_with_times_stays_a_table() -> None:
    table = table_of_text(
        "Timestamp,Name,Age\n2026-11-21 10:15:30,Arjun Nair,41\n2026-11-21 10:16:30,Meera Nair,38"
    )
    assert not table.columns
    assert table.rows[1][1:] == ("Arjun Nair", "41")


# Several people in a line


@pytest.mark.parametrize(
    "line",
    [
        "Arjun Nair 41 M, Meera Nair 38 F, Dev Nair 9 M",
        "Arjun Nair 41 M; Meera Nair 38 F; Dev Nair 9 M",
        "Arjun Nair 41 M / Meera Nair 38 F / Dev Nair 9 M",
        "Arjun Nair 41M/Meera Nair 38F/Dev Nair 9M",
        "Arjun Nair 41 M, Meera Nair 38 F & Dev Nair 9 M",
        "Arjun Nair 41 M + Meera Nair 38 F + Dev Nair 9 M",
        "Arjun Nair 41 M, Meera Nair 38 F and Dev Nair 9 M",
        "Arjun Nair 41 M aur Meera Nair 38 F aur Dev Nair 9 M",
        "Arjun Nair 41 M Meera Nair 38 F Dev Nair 9 M",
        "Arjun Nair, 41, M, Meera Nair, 38, F, Dev Nair, 9, M",
        "Arjun Nair, 41, M Meera Nair, 38, F Dev Nair, 9, M",
        "Arjun Nair/41/M, Meera Nair/38/F, Dev Nair/9/M",
        "Arjun Nair : 41 : M; Meera Nair : 38 : F; Dev Nair : 9 : M",
        "Male Arjun Nair 41, Female Meera Nair 38, Male Dev Nair 9",
        "M/41 Arjun Nair F/38 Meera Nair M/9 Dev Nair",
        "Arjun Nair Male 41 & Meera Nair Female 38 & Dev Nair Male 9",
        "Name: Arjun Nair Age: 41 Sex: M, Name: Meera Nair Age: 38 Sex: F, Name: Dev Nair Age: 9 Sex: M",
        "Ravi: 1. Arjun Nair 41 M 2. Meera Nair 38 F 3. Dev Nair 9 M",
        "Arjun Nair (41/M), Meera Nair (38/F), Dev Nair (9/M)",
        "Arjun Nair (M-41) Meera Nair (F-38) Dev Nair (M-9)",
        "Arjun Nair - 41 - M, Meera Nair - 38 - F, Dev Nair - 9 - M",
        "Arjun Nair-41-M, Meera Nair-38-F, Dev Nair 9 M",
        "41 M Arjun Nair, 38 F Meera Nair, 9 M Dev Nair",
        "1) Arjun Nair 41 M 2) Meera Nair 38 F 3) Dev Nair 9 M",
        "1. Arjun Nair 41 M, 2. Meera Nair 38 F, 3. Dev Nair 9 M",
        "1\ufe0f\u20e3 Arjun Nair 41 M 2\ufe0f\u20e3 Meera Nair 38 F 3\ufe0f\u20e3 Dev Nair 9 M",
        "Hi, pls book Arjun Nair 41 M, Meera Nair 38 F and Dev Nair 9 M for tomorrow",
        "Arjun Nair 41 M, my wife Meera Nair 38 F and son Dev Nair 9 M",
        "Arjun Nair 41 M \U0001f600 Meera Nair 38 F \U0001f468\u200d\U0001f469 Dev Nair 9 M \U0001f44d",
    ],
)
def test_several_people_in_a_line_are_several_rows(line: str) -> None:
    assert _people(line) == [ARJUN, MEERA, DEV]
    assert _people(f"21/11/26, 10:15 am - Ravi: {line}") == [ARJUN, MEERA, DEV]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Arjun Nair, Meera Nair, Dev Nair", ["Arjun Nair", "Meera Nair", "Dev Nair"]),
        ("Arjun Nair and Meera Nair", ["Arjun Nair", "Meera Nair"]),
        ("Arjun Nair (41), Meera Nair (38)", ["Arjun Nair", "Meera Nair"]),
        ("Mr Arjun Nair 41, Mrs Meera Nair 38", ["Mr Arjun Nair", "Mrs Meera Nair"]),
        ("Jana Vogel 34 F Sri Lankan, Max Vogel 36 M German", ["Jana Vogel", "Max Vogel"]),
        ("Arjun Nair 12/03/1985 M, Meera Nair 4/5/1988 F", ["Arjun Nair", "Meera Nair"]),
        (
            f"{HINDI} \u096a\u0967 \u092a\u0941 \u0914\u0930 {HINDI_WIFE} \u0969\u096e \u092e",
            [HINDI, HINDI_WIFE],
        ),
        ("Arjun & Meera Nair 41 M", ["Arjun & Meera Nair"]),
        ("Nair, Arjun (41 M)", ["Nair, Arjun"]),
        ("Arjun Nair S/o Mohan Nair 41 M", ["Arjun Nair S/o Mohan Nair"]),
        ("Arjun Nair 41 M, 12 Main Road, Pune", ["Arjun Nair"]),
        ("Arjun Nair 41 M, vegetarian, window", ["Arjun Nair"]),
        (
            "To German - 85 - M, Aung Hall - 14 - F, Pan Thomas - 20 - M",
            ["To German", "Aung Hall", "Pan Thomas"],
        ),
        ("My Hall 56 M Sunday Roy 23 F", ["My Hall", "Sunday Roy"]),
        ("Son House 41 M, Will Ward 38 F", ["Son House", "Will Ward"]),
        (f"{HINDI}/41/M", [HINDI]),
        ("Female Roman Vogel 53 + Male Kal Child 59 + Female Sunday Fare 91", [""]),
        (f"{HINDI_WIFE}-38-F", [HINDI_WIFE]),
    ],
)
def test_people_with_fewer_facts_are_found_as_far_as_that_is_certain(line: str, names: list[str]) -> None:
    assert [row.get(NAME, "") for row in _rows(f"10:15 - Ravi: {line}")] == names


# One person in several lines


@pytest.mark.parametrize(
    "text",
    [
        "Name: Arjun Nair\nAge: 41\nGender: M\n\nName: Meera Nair\nAge: 38\nGender: F",
        "Name : Arjun Nair\nAge : 41\nSex : M\nPhone : 98450 12377\nName : Meera Nair\nAge : 38\nSex : F",
        "Name - Arjun Nair\nAge - 41\nGender - M\nName - Meera Nair\nAge - 38\nGender - F",
        "Passenger 1\nName: Arjun Nair\nAge: 41\nSex: M\nPassenger 2\nName: Meera Nair\nAge: 38\nSex: F",
        "Name: Arjun Nair, Age: 41, Gender: M\nName: Meera Nair, Age: 38, Gender: F",
        "Name - Arjun Nair, Age - 41, Gender - M\nName - Meera Nair, Age - 38, Gender - F",
        "Name\nArjun Nair\nAge\n41\nGender\nM\nName\nMeera Nair\nAge\n38\nGender\nF",
        "*Name:* Arjun Nair\n*Age:* 41\n*Gender:* M\n\n*Name:* Meera Nair\n*Age:* 38\n*Gender:* F",
        "First name: Arjun\nSurname: Nair\nAge: 41\nSex: M\nSurname: Nair\nForename: Meera\nAge: 38\nSex: F",
        "Arjun Nair\n41\nM\nMeera Nair\n38\nF",
        "Arjun Nair\n41 M\nMeera Nair\n38 F",
        "[21/11/26, 10:15] R: Name: Arjun Nair\nAge: 41\nGender: M\n[21/11/26, 10:15] R: Meera Nair\n38 F",
        "\u2022 Arjun Nair 41 M\n\u2022 Meera Nair 38 F",
        "\u2705 Arjun Nair 41 M\n\u2705 Meera Nair 38 F",
        "\U0001f449 *Arjun Nair* 41 M\n\U0001f449 _Meera Nair_ 38 F",
        "Hi sir\nPls book 2 for 22 Nov\nArjun Nair 41 M\nMeera Nair 38 F\nTotal 2 pax\nThanks\U0001f64f",
    ],
)
def test_facts_in_several_lines_are_of_one_person(text: str) -> None:
    assert _people(text) == [ARJUN, MEERA]


def test_a_document_in_a_line_of_its_own_is_of_the_person_above() -> None:
    text = f"{PERSON}\nAadhaar 2341 2341 2346\nMeera Nair 38 F\nPassport Z1234567"
    assert [(row[NAME], row[NUMBER]) for row in _rows(text)] == [
        ("Arjun Nair", "2341 2341 2346"),
        ("Meera Nair", "Z1234567"),
    ]


@pytest.mark.parametrize("number", ["C01X00T47", "Z1234567", "M41F38001"])
def test_letters_and_digits_of_a_document_are_no_genders_and_ages(number: str) -> None:
    text = f"Emma Schulz, 34, F, German, Passport, {number}"
    assert _people(f"Hi\n{text}\nMeera Nair 38 F") == [("Emma Schulz", "34", "F"), MEERA]
    assert _rows(f"Hi\n{text}\nMeera Nair 38 F")[0][NUMBER] == number


def test_a_lone_number_below_names_is_no_age_of_theirs() -> None:
    assert _people("Arjun Nair\nMeera Nair\n2")[:2] == [("Arjun Nair", "", ""), ("Meera Nair", "", "")]


# Words and numbers that are no facts


@pytest.mark.parametrize(
    "text",
    [
        "need 4 tickets",
        "pls book for tomorrow",
        "Hi",
        "Good morning sir",
        "2 adults 1 child",
        "Total 4 pax",
        "Rs 500/-",
        "98450 12377",
        "22 Nov",
        "10:15 am",
        "OK thanks \U0001f44d",
        "<Media omitted>",
        "You deleted this message",
        "Seat 12A room no. 5",
        "\u0928\u092e\u0938\u094d\u0924\u0947",
    ],
)
def test_a_line_that_is_certainly_of_nobody_is_none(text: str) -> None:
    assert _rows(text) == []
    assert _people(f"{text}\n{PERSON}") == [ARJUN]


@pytest.mark.parametrize(
    "text",
    [
        "We are reaching on Sunday",
        "tickets for Ravi 4",
        "Ravi 2 adult",
        "Ravi 2 tickets",
        "is lunch there?",
        "Note: bring water",
        "Emergency contact: Mohan 9845012377",
        "Ravi room 12",
    ],
)
def test_a_line_that_may_be_of_somebody_is_a_row_without_facts(text: str) -> None:
    assert _people(f"{text}\n{PERSON}") in ([("", "", ""), ARJUN], [("Ravi", "", ""), ARJUN])
    assert _rows(text)[0][REST]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (f"{PERSON} Rs 500", {}),
        (f"{PERSON} 1,250/-", {}),
        (f"{PERSON} travelling 21/11/26", {}),
        (f"{PERSON} on 22/11", {}),
        (f"{PERSON} 22nd Nov 10:15 am", {}),
        (f"{PERSON} 98450 12377", {}),
        (f"{PERSON} +91 98450-12377", {}),
        (f"{PERSON} arjun@example.com", {}),
        (f"{PERSON} room 12 seat 14A", {}),
        (f"{PERSON}, Seat: 12, Mobile: 9845012377", {}),
        ("Arjun Nair room 12 41 M", {}),
        ("Arjun Nair 2 tickets 41 M", {}),
        (f"2 tickets {PERSON}", {}),
        (f"{PERSON} 12/03/1985", {}),
        (f"{PERSON} DOB 12/03/1985", {BORN: "12/03/1985"}),
        (f"{PERSON} born 12 March 1985", {BORN: "12 March 1985"}),
        (f"{PERSON} D.O.B.: 12.03.1985", {BORN: "12.03.1985"}),
        ("Arjun Nair Indian 41 M", {NATION: "Indian"}),
        (f"{PERSON} PAN ABCDE1234F", {KIND: "PAN", NUMBER: "ABCDE1234F"}),
        ("M 41 Arjun Nair", {}),
        ("Arjun Nair age 41 sex M", {}),
        ("Passenger 1: Arjun Nair 41 M", {}),
        ("Mother: Arjun Nair 41 M", {}),
        ("Ravi: Arjun Nair 41 M", {}),
    ],
)
def test_numbers_beside_a_person_are_no_ages(text: str, facts: dict[str, str]) -> None:
    assert _without_rest(text) == [{NAME: "Arjun Nair", AGE: "41", GENDER: "M", **facts}]


# By chance

_PREFIXES = (
    "21/11/26, 10:15 am - {}: ",
    "[21/11/26, 10:15:30] {}: ",
    "11/21/26, 22:15 - {}: ",
    "2026-11-21 10:15 {}: ",
    "[10:15, 21/11/2026] {}: ",
    "{}, [21.11.26 10:15]\n",
    "{} 10:15 AM\n",
    "[10:15] {}: ",
    "> ",
    "",
)
_ORDERS = (
    "{n} {a} {g}",
    "{n}, {a}, {g}",
    "{n} ({a}/{g})",
    "{n} {g} {a}",
    "{a} {g} {n}",
    "{n} - {a} - {g}",
    "{n} {a}{g}",
)
_JOINS = ("\n", ", ", "; ", " / ", " and ", " & ")
_FIRST = (
    "Arjun",
    "Meera",
    "Jana",
    "Dan",
    "Umar",
    "Son",
    "Will",
    "Rose",
    "Mali",
    "Ben",
    "April",
    "Pan",
    "Austin",
    "Indira",
)
_LAST = (
    "Nair",
    "Vogel",
    "Das",
    "Price",
    "Day",
    "Roy",
    "D'Souza",
    "Khan",
    "M\u00fcller",
    "Fernandes",
    "Street",
    "Roman",
)
_people_drawn = st.lists(
    st.tuples(
        st.builds("{} {}".format, st.sampled_from(_FIRST), st.sampled_from(_LAST)),
        st.integers(0, 99).map(str),
        st.sampled_from("MF"),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda person: person[0],
)


@given(
    _people_drawn,
    st.sampled_from(_PREFIXES),
    st.sampled_from(("Ravi", "Ravi Kumar", "+91 98450 12377", "Sea Tours 2")),
    st.sampled_from(_ORDERS),
    st.sampled_from(_JOINS),
)
def test_people_in_any_message_come_out_exactly(
    people: list[tuple[str, str, str]], before: str, sender: str, order: str, join: str
) -> None:
    lines = [order.format(n=name, a=age, g=gender) for name, age, gender in people]
    text = before.format(sender) + join.join(lines)
    found = table_of_text(text)
    if found.columns or before:
        assert _people(text) == people


def test_ten_thousand_lines_of_anything_are_read_soon() -> None:
    pieces = [
        "Arjun",
        "41",
        "M",
        ",",
        "/",
        ":",
        "-",
        "21/11/26",
        "10:15",
        "[",
        "]",
        "Name",
        "Rs",
        "&",
        "अ",
        "(",
        "2.",
        "x@y",
    ]
    lines = [
        " ".join(pieces[(n * n + place * (n % 17 + 3)) % len(pieces)] for place in range(n % 30 + 1))
        for n in range(10_000)
    ]
    start = time.perf_counter()
    for line in lines[:300]:
        _anything(line)
    _anything("\n".join(lines))
    assert time.perf_counter() - start < 20


def _anything(text: str) -> None:
    with contextlib.suppress(PartyImportError):
        assert table_of_text(text).rows
