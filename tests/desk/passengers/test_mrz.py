"""Reading the machine-readable zone: every check digit, every way it comes, and errors that tell nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.language import tr
from app.desk.model.boats import Document, Passenger
from app.desk.model.nationalities import codes
from app.desk.passengers.doubts import as_it_is, doubt
from app.desk.passengers.mrz import (
    NO_LINE,
    MrzError,
    begins_like_mrz,
    expiry_note,
    fill_row,
    kind_note,
    looks_like_mrz,
    read_mrz,
    waits_for_more,
)
from app.desk.passengers.rules import with_cell
from tests.support.desk.mrz_samples import (
    ALPHABET,
    BELGIAN,
    JANA,
    LONG_TD1,
    LONG_TD2,
    SHAPES,
    SPECIMENS,
    TD1,
    TD2,
    TD3,
    TODAY,
    Holder,
    digit,
    library_zones,
    write_mrz,
    wrong_round_trips,
)

UNCLEAN = re.compile(
    r"(Line (?P<line>[123]) of the|The) (passport|visa|identity card)( line)? was not read cleanly\. "
    r"Scan again or type it\."
)
COPY = Document("passport.jpg", b"\xff\xd8\xff", "JPEG")
HOLDER = Holder("VOGEL", "JANA KATHARINA", "C4VX8T2K1", "920412", "310614", nationality="D<<", issuer="D<<")
_CHECKED_LOWER = [(1, 0, 10), (1, 13, 20), (1, 21, 28)]
CHECKED = {
    "TD1": [(0, 5, 30), (1, 0, 7), (1, 8, 15), (1, 18, 30)],
    "TD2": [*_CHECKED_LOWER, (1, 28, 36)],
    "TD3": [*_CHECKED_LOWER, (1, 28, 44)],
    "MRV-A": _CHECKED_LOWER,
    "MRV-B": _CHECKED_LOWER,
}
"""Line, first column and the one after the last, of what check digits are over and of themselves."""


def refusal(text: str) -> MrzError:
    """The error that the text brings; it tells nothing of the text and hides nothing behind it."""
    with pytest.raises(MrzError) as caught:
        read_mrz(text, TODAY)
    error = caught.value
    assert error.args == (error.sentence,)
    assert error.__cause__ is None
    assert error.__context__ is None
    found = UNCLEAN.fullmatch(error.sentence)
    assert found or error.sentence == tr(NO_LINE)
    assert (found and found["line"]) == (str(error.line) if error.line else None)
    return error


def written(**changes: str) -> str:
    """A passport with something changed."""
    return "\n".join(write_mrz("TD3", replace(HOLDER, **changes)))


# The specimens of the standard


@pytest.mark.parametrize(
    ("form", "kind", "number"),
    [
        ("TD1", "IDENTITY CARD", "D23145890"),
        ("TD2", "IDENTITY CARD", "D23145890"),
        ("TD3", "PASSPORT", "L898902C3"),
        ("MRV-A", "VISA", "L8988901C"),
        ("MRV-B", "VISA", "L8988901C"),
    ],
)
def test_the_specimens_of_icao_are_read(form: str, kind: str, number: str) -> None:
    reading = read_mrz("\n".join(SPECIMENS[form]), TODAY)
    assert (reading.format, reading.document_kind, reading.document_number) == (form, kind, number)
    assert (reading.name, reading.surname, reading.given_names) == (
        "Anna Maria Eriksson",
        "Eriksson",
        "Anna Maria",
    )
    assert (reading.gender, reading.issuer) == ("FEMALE", "UTO")
    visa = kind == "VISA"
    assert reading.birth == (date(1940, 9, 7) if visa else date(1974, 8, 12))
    assert reading.expiry == (None if visa else date(2012, 4, 15))
    assert reading.nationality == ("UNSPECIFIED" if visa else "UTO")


@pytest.mark.parametrize(
    ("lines", "number"),
    [(LONG_TD1, "D23145890734"), (LONG_TD2, "D23145890734"), (BELGIAN, "600001795015")],
)
def test_a_long_number_goes_on_in_the_optional_data(lines: tuple[str, ...], number: str) -> None:
    assert read_mrz("".join(lines), TODAY).document_number == number
    place = len(lines) % 2 ^ 1
    at = lines[place].rindex(number[-1])
    wrong = list(lines)
    wrong[place] = f"{lines[place][:at]}8{lines[place][at + 1 :]}"
    assert refusal("\n".join(wrong)).line == place + 1


def test_a_passport_has_no_room_for_a_long_number() -> None:
    line = TD3[1][:9] + "<" + TD3[1][10:]
    assert refusal(f"{TD3[0]}\n{line}").line == 2


# The ways a zone comes

_JOINS = ["\n", "\r\n", "\r", "", " ", "\u00a0", "\n\n", "\u2028", "\t\r\n", "\r\r\n", "\u200b"]


@pytest.mark.parametrize("form", SPECIMENS)
@pytest.mark.parametrize("join", _JOINS)
def test_however_the_lines_are_broken(form: str, join: str) -> None:
    text = join.join(SPECIMENS[form])
    expected = read_mrz("\n".join(SPECIMENS[form]), TODAY)
    for each in (
        text,
        text.lower(),
        f"MRZ: {text}",
        f"mrz\n{text}",
        f" {text}{join}",
        f"\ufeff\x02{text}\x03",
    ):
        assert read_mrz(each, TODAY) == expected


@pytest.mark.parametrize("form", SPECIMENS)
@pytest.mark.parametrize("noise", ["0", "XY", "<<<<", "%OK", "\n", "\nread by desk 4", "12345678", "\u00e9"])
def test_noise_behind_a_zone(form: str, noise: str) -> None:
    expected = read_mrz("\n".join(SPECIMENS[form]), TODAY)
    assert read_mrz("\n".join(SPECIMENS[form]) + noise, TODAY) == expected
    assert read_mrz("".join(SPECIMENS[form]) + noise, TODAY) == expected


def test_spaces_anywhere_signs_for_fillers_and_lines_before() -> None:
    expected = read_mrz("".join(JANA), TODAY)
    assert read_mrz(" ".join("\n".join(JANA)), TODAY) == expected
    assert read_mrz("\u00a0".join("".join(JANA)), TODAY) == expected
    assert read_mrz("".join(JANA).replace("<", "&lt;"), TODAY) == expected
    assert read_mrz("\n".join(JANA).replace("<<", "\u00ab"), TODAY) == expected
    assert read_mrz("Passport of row 4\n" + "\n".join(JANA), TODAY) == expected


def test_noise_behind_each_line() -> None:
    assert read_mrz("#1\n".join([*JANA, ""]), TODAY) == read_mrz("".join(JANA), TODAY)


# Check digits


def corruptions(form: str) -> Iterator[tuple[int, int, str]]:
    """Each other character at each place."""
    for line, row in enumerate(SPECIMENS[form]):
        for column, was in enumerate(row):
            yield from ((line, column, sign) for sign in f"{ALPHABET}<" if sign != was)


@pytest.mark.parametrize("form", SPECIMENS)
def test_each_corruption_that_a_check_digit_can_see_is_caught(form: str) -> None:
    lines, caught = SPECIMENS[form], 0
    for line, column, sign in corruptions(form):
        row = lines[line]
        wrong = "\n".join((*lines[:line], row[:column] + sign + row[column + 1 :], *lines[line + 1 :]))
        is_checked = any(line == at and start <= column < end for at, start, end in CHECKED[form])
        if is_checked and digit(sign) != digit(row[column]):
            assert refusal(wrong).line in {line + 1, 2}
            caught += 1
        else:
            _read_or_refuse(wrong)
    assert caught > 700


def _read_or_refuse(text: str) -> None:
    if not _is_readable(text):
        refusal(text)


def _is_readable(text: str) -> bool:
    try:
        return bool(read_mrz(text, TODAY).name)
    except MrzError:
        return False


@pytest.mark.parametrize("form", SPECIMENS)
def test_a_digit_misread_in_letters_and_a_letter_in_digits_is_caught(form: str) -> None:
    lines = SPECIMENS[form]
    place, column = (2, 3) if form == "TD1" else (0, 8)
    row = lines[place]
    wrong = (*lines[:place], f"{row[:column]}0{row[column + 1 :]}", *lines[place + 1 :])
    assert refusal("\n".join(wrong)).line == place + 1


def test_an_empty_personal_number_may_have_a_filler_for_its_digit() -> None:
    with_zero = write_mrz("TD3", HOLDER)
    assert with_zero[1][42] == "0"
    lower = f"{with_zero[1][:42]}<{with_zero[1][43]}"
    assert read_mrz(with_zero[0] + lower, TODAY).document_number == "C4VX8T2K1"
    held = write_mrz("TD3", replace(HOLDER, optional="7"))
    whole = digit(held[1][:10] + held[1][13:20] + held[1][21:42] + "<")
    assert refusal(f"{held[0]}\n{held[1][:42]}<{whole}").line == 2


@pytest.mark.parametrize(("lost", "line"), [(0, 1), (1, 2)])
def test_a_line_that_lost_a_character_is_named(lost: int, line: int) -> None:
    for lines in (TD1, TD2, TD3):
        short = [row[:-1] if at == lost else row for at, row in enumerate(lines)]
        assert refusal("\n".join(short)).line == line


def test_glued_and_too_short_names_the_document_alone() -> None:
    error = refusal("".join(JANA)[:-1])
    assert error.line is None
    assert error.sentence == "The passport line was not read cleanly. Scan again or type it."
    assert refusal(JANA[0]).line is None


@pytest.mark.parametrize(
    "text", ["", " ", "MRZ", "Asha Rao", "4006381333931", "P", "<<<<", "x" * 5000, "PRIYA\t34\tFEMALE\n" * 8]
)
def test_other_text_is_refused_as_no_mrz(text: str) -> None:
    error = refusal(text)
    assert (error.sentence, error.line) == (tr(NO_LINE), None)
    assert not looks_like_mrz(text)


def test_a_zone_whose_first_letter_was_misread_is_still_a_zone() -> None:
    assert refusal("9" + "\n".join(TD3)[1:]).line == 1


# Dates


def test_the_century_of_birth_is_the_latest_that_is_not_after_today() -> None:
    assert read_mrz(written(birth="261121"), TODAY).birth == TODAY
    assert read_mrz(written(birth="261122"), TODAY).birth == date(1926, 11, 22)
    assert read_mrz(written(birth="000229"), TODAY).birth == date(2000, 2, 29)
    assert read_mrz(written(birth="990101"), date(1999, 1, 1)).birth == date(1999, 1, 1)


def test_the_century_of_expiry_is_near_today() -> None:
    for digits, expected in (("061231", 2006), ("760101", 2076), ("991231", None), ("050101", None)):
        expiry = read_mrz(written(expiry=digits), TODAY).expiry
        assert (expiry and expiry.year) == expected


@pytest.mark.parametrize("digits", ["<<<<<<", "80<<<<", "8011<<", "800000", "801100", "<<0412"])
def test_a_birth_that_is_known_in_part_only_gives_no_age(digits: str) -> None:
    reading = read_mrz(written(birth=digits), TODAY)
    assert reading.birth is None
    assert reading.age_on(TODAY) is None
    assert fill_row(Passenger(age="34"), reading, TODAY).age == ""


@pytest.mark.parametrize("changed", [{"birth": "801301"}, {"birth": "810229"}, {"expiry": "310431"}])
def test_a_day_that_never_was_is_not_read(changed: dict[str, str]) -> None:
    assert refusal(written(**changed)).line == 2


@pytest.mark.parametrize(
    ("birth", "expiry", "years"),
    [
        ("250312", "300311", [2025, 1925]),
        ("190702", "281231", [2019, 1919]),
        ("261121", "<<<<<<", [2026, 1926]),
        ("250312", "240630", [1925]),
        ("230115", "221230", [1923]),
        ("160131", "300311", [2016, 1916]),
        ("150131", "300311", [2015]),
        ("080131", "300311", [2008]),
        ("271231", "300311", [1927]),
        ("000229", "300311", [2000]),
        ("240229", "300311", [2024, 1924]),
        ("<<<<<<", "300311", []),
    ],
)
def test_two_digits_of_a_year_that_mean_two_people_are_doubted(
    birth: str, expiry: str, years: list[int]
) -> None:
    reading = read_mrz(written(birth=birth, expiry=expiry), TODAY)
    assert [day.year for day in (reading.birth, reading.earlier_birth) if day] == years
    row = fill_row(Passenger(), reading, TODAY)
    told = "" if len(years) < 2 else f"born {years[0]}, or {years[1]}?"
    assert told in doubt(row, "age")
    assert bool(doubt(row, "age")) == bool(told)
    assert doubt(as_it_is(row, "age"), "age") == ""
    assert doubt(with_cell(row, "age", "101"), "age") == ""
    assert with_cell(row, "age", row.age) == row


def test_the_age_turns_on_the_birthday() -> None:
    reading = read_mrz("".join(JANA), TODAY)
    assert reading.age_on(date(2026, 4, 11)) == 33
    assert reading.age_on(date(2026, 4, 12)) == 34
    assert reading.age_on(date(1992, 4, 12)) == 0
    assert reading.age_on(date(1992, 4, 11)) is None
    assert reading.age_on(date(2112, 4, 12)) == 120
    assert reading.age_on(date(2113, 4, 12)) is None
    leap = read_mrz(written(birth="040229"), TODAY)
    assert (leap.age_on(date(2026, 2, 28)), leap.age_on(date(2026, 3, 1))) == (21, 22)


# Words


@pytest.mark.parametrize(
    ("code", "word"),
    [
        ("IND", "INDIAN"),
        ("DEU", "GERMAN"),
        ("D<<", "GERMAN"),
        ("GBR", "BRITISH"),
        ("GBD", "BRITISH"),
        ("GBN", "BRITISH"),
        ("GBO", "BRITISH"),
        ("GBP", "BRITISH"),
        ("GBS", "BRITISH"),
        ("RKS", "KOSOVAR"),
        ("UNO", "UNO"),
        ("XXA", "STATELESS"),
        ("XXB", "REFUGEE"),
        ("XXC", "REFUGEE"),
        ("XXX", "UNSPECIFIED"),
        ("BUR", "BUR"),
        ("<<<", ""),
    ],
)
def test_the_word_for_a_nationality_goes_into_the_row_as_it_is(code: str, word: str) -> None:
    reading = read_mrz(written(nationality=code), TODAY)
    assert reading.nationality == word
    assert fill_row(Passenger(), reading, TODAY).nationality == word


@pytest.mark.parametrize(("sex", "word"), [("M", "MALE"), ("F", "FEMALE"), ("<", "OTHER"), ("X", "OTHER")])
def test_the_gender_is_read(sex: str, word: str) -> None:
    assert read_mrz(written(sex=sex), TODAY).gender == word


def test_another_sign_for_the_gender_is_not_read() -> None:
    assert refusal(written(sex="8")).line == 2


@pytest.mark.parametrize(
    ("surname", "given_names", "name"),
    [
        ("VOGEL", "JANA KATHARINA", "Jana Katharina Vogel"),
        ("VAN DER BERG", "JAN", "Jan van der Berg"),
        ("DA SILVA", "JOAO", "Joao da Silva"),
        ("NGUYEN", "VAN ANH", "Van Anh Nguyen"),
        ("DU", "LI", "Li Du"),
        ("MCDONALD", "RONA", "Rona McDonald"),
        ("MC", "AL", "Al Mc"),
        ("ARKFREITH", "", "Arkfreith"),
        ("", "SURESH", "Suresh"),
        ("BENJAMIN  NUNEZ", "ANA", "Nunez Ana Benjamin"),
    ],
)
def test_names_as_a_person_writes_them(surname: str, given_names: str, name: str) -> None:
    assert read_mrz(written(surname=surname, given=given_names), TODAY).name == name


def test_a_name_that_is_cut_is_told() -> None:
    long = read_mrz(written(given="JANA KATHARINA ELISABETH MAGDALENA ROSA"), TODAY)
    assert long.name == "Jana Katharina Elisabeth Magdale Vogel"
    assert long.is_name_cut
    assert kind_note(long) == "The name may be longer than it was read. Compare it."
    assert kind_note(read_mrz(written(), TODAY)) == ""


def test_a_zone_without_a_name_or_number_is_not_read() -> None:
    assert refusal(written(surname="", given="")).line == 1
    assert refusal(written(number="")).line == 2


def test_a_hyphen_in_a_number_is_left_out() -> None:
    assert read_mrz(written(number="AB<12"), TODAY).document_number == "AB12"


def test_nothing_personal_is_in_what_a_log_would_hold() -> None:
    told = repr(read_mrz("".join(JANA), TODAY)).upper()
    assert not any(secret in told for secret in ("VOGEL", "JANA", "C4VX", "1992", "2031", "GERMAN", "FEMALE"))


# The row


def test_a_row_is_filled() -> None:
    reading = read_mrz("".join(JANA), TODAY)
    row = fill_row(
        Passenger("Old", "9", "MALE", "INDIAN", "PAN CARD", "X1", COPY), reading, date(2027, 4, 11)
    )
    assert row == Passenger("Jana Katharina Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "C4VX8T2K1", COPY)
    grown = fill_row(Passenger(), reading, date(2027, 4, 12))
    assert (grown.age, grown.born) == ("35", reading.birth)


def test_an_indian_with_a_passport_is_sent_with_it() -> None:
    row = fill_row(Passenger(), read_mrz(written(nationality="IND", issuer="IND"), TODAY), TODAY)
    assert (row.nationality, row.id_type, row.id_number) == ("INDIAN", "PASSPORT", "C4VX8T2K1")


def test_the_number_of_another_document_is_never_taken_for_a_passports() -> None:
    card, visa = read_mrz("".join(TD1), TODAY), read_mrz("".join(SPECIMENS["MRV-A"]), TODAY)
    for reading in (card, visa):
        row = fill_row(Passenger(id_number="X1"), reading, TODAY)
        assert (row.traveler_name, row.id_type, row.id_number) == ("Anna Maria Eriksson", "PASSPORT", "")
    assert kind_note(card) == "This is an identity card. Type the ID number."
    assert kind_note(visa) == "This is a visa. Type the ID number."


def test_what_is_said_of_the_expiry() -> None:
    trip = TODAY + timedelta(days=1)
    old = read_mrz(written(expiry="240503"), TODAY)
    assert expiry_note(old, trip) == "This passport expired on 3 May 2024."
    ends_today = read_mrz(written(expiry="261121"), TODAY)
    assert expiry_note(ends_today, trip) == "This passport expires on 21 November 2026, before the trip."
    assert expiry_note(ends_today, TODAY) == ""
    assert expiry_note(read_mrz(written(expiry="<<<<<<"), TODAY), trip) == ""
    assert expiry_note(read_mrz("".join(TD1), TODAY), trip) == "This identity card expired on 15 April 2012."


# The cheap tests


@pytest.mark.parametrize("form", SPECIMENS)
def test_each_specimen_looks_like_one_and_begins_so(form: str) -> None:
    lines = SPECIMENS[form]
    assert looks_like_mrz("\r\n".join(lines))
    assert looks_like_mrz(lines[0].lower())
    assert begins_like_mrz(lines[0][:12])
    assert not begins_like_mrz(lines[0][:11])
    assert not begins_like_mrz(lines[1])


@pytest.mark.parametrize(
    "text", ["PLEASE BRING THE PASSPORTS OF ALL", "P<UTO", "PRIYA SHARMA <P@X.COM>", "IDBEL"]
)
def test_other_texts_do_not_look_like_an_mrz(text: str) -> None:
    assert not looks_like_mrz(text)
    assert not begins_like_mrz(text)


def test_lines_that_are_still_to_come() -> None:
    for lines in SPECIMENS.values():
        for count in range(1, len(lines)):
            assert waits_for_more("\n".join(lines[:count]))
        assert not waits_for_more("\n".join(lines))
        assert not waits_for_more("".join(lines))
    assert not waits_for_more("")
    assert not waits_for_more("Rao")


# Many


def test_thousands_of_round_trips() -> None:
    assert list(wrong_round_trips(2_500)) == []


@pytest.mark.parametrize("form", SPECIMENS)
def test_zones_that_a_library_made_are_read_as_it_meant_them(form: str) -> None:
    zones = [row for row in library_zones() if row["form"] == form]
    assert len(zones) == 60
    for row in zones:
        reading = read_mrz(row["zone"], TODAY)
        nationality = "GERMAN" if row["nationality"] == "D" else codes()[row["nationality"]]
        assert (reading.format, reading.document_number) == (form, row["number"])
        assert (reading.surname.upper(), reading.given_names.upper()) == (row["surname"], row["given names"])
        # By chance some expire before their birth, which is that of a century before then.
        is_possible = row["birth"] <= row["expiry"]
        assert str(reading.birth).endswith(row["birth"] if is_possible else row["birth"][4:])
        assert str(reading.expiry) == row["expiry"]
        assert (reading.gender, reading.nationality, reading.issuer) == (
            row["gender"],
            nationality,
            row["issuer"],
        )


_NAME = st.text("ABCXYZ ", max_size=50)


@given(surname=_NAME, given_names=_NAME, form=st.sampled_from(tuple(SHAPES)))
def test_odd_names_lose_no_letter_that_is_written(surname: str, given_names: str, form: str) -> None:
    code = {"TD3": "P<", "MRV-A": "V<", "MRV-B": "V<"}.get(form, "I<")
    lines = write_mrz(form, replace(HOLDER, surname=surname, given=given_names, code=code))
    field = lines[2] if form == "TD1" else lines[0][5:]
    if not field.strip("<"):
        assert refusal("\n".join(lines)).line == (3 if form == "TD1" else 1)
        return
    reading = read_mrz("\n".join(lines), TODAY)
    spelled = f"{reading.surname}{reading.given_names}".replace(" ", "").upper()
    assert spelled == field.replace("<", "")
    assert reading.is_name_cut == (not field.endswith("<"))


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    looks_like_mrz(text)
    begins_like_mrz(text)
    waits_for_more(text)
    assert refusal(text).sentence == tr(NO_LINE)


@given(st.text("PIV<A09\n", min_size=20, max_size=100))
def test_any_zone_like_text_is_read_or_refused(text: str) -> None:
    _read_or_refuse(text)
