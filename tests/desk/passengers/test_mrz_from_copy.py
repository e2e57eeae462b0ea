"""What is believed of the characters on a copy: all check digits, no doubt where there is none, no guess."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.model.boats import Document, Passenger
from app.desk.passengers.mrz import MrzReading, read_mrz
from app.desk.passengers.mrz_from_copy import GreyPicture, Line, filled, lacks_something, reading_of
from tests.support.desk.mrz_samples import (
    ALPHABET,
    JANA,
    LONG_TD1,
    MRV_A,
    TD1,
    TD2,
    TD3,
    TODAY,
    Chance,
    some_holder,
    write_mrz,
)

TRAVEL = date(2026, 12, 1)
WORDS: tuple[Line, ...] = (
    tuple("PASSPORTPASSEPORT"),
    tuple("12AUG1974"),
    tuple("ZENITHZENITHZENITHZENITHZEN"),
)
JANA_ROW = Passenger("Jana Katharina Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "C4VX8T2K1")


def lines_of(*texts: str) -> list[Line]:
    """Lines in which nothing is in doubt."""
    return [tuple(text) for text in texts]


def but(line: Line, at: int, choices: str) -> Line:
    """The line with other choices at a place."""
    return (*line[:at], choices, *line[at + 1 :])


def truth_of(zone: tuple[str, ...]) -> MrzReading:
    return read_mrz("\n".join(zone), TODAY)


def some_zone(seed: int, form: str) -> tuple[str, ...]:
    """A zone whose issuer is the holder's state, as on all but few passports."""
    holder = some_holder(form, Chance(seed))[0]
    return write_mrz(form, replace(holder, issuer=holder.nationality))


@pytest.mark.parametrize("zone", [TD1, TD2, TD3, JANA, LONG_TD1])
def test_what_is_beyond_doubt_is_read_in_any_order(zone: tuple[str, ...]) -> None:
    for lines in (lines_of(*zone), lines_of(*reversed(zone)), [*WORDS, *lines_of(*zone)]):
        assert reading_of(lines, TODAY) == truth_of(zone)


def test_nothing_is_read_from_nothing() -> None:
    assert reading_of([], TODAY) is None
    assert reading_of(WORDS, TODAY) is None
    assert reading_of(lines_of(TD3[0], TD3[0]), TODAY) is None


def test_a_visa_is_not_read() -> None:
    assert reading_of(lines_of(*MRV_A), TODAY) is None
    holder = replace(some_holder("MRV-A", Chance(3))[0], issuer="UTO", nationality="UTO", optional="1" * 16)
    assert reading_of(lines_of(*write_mrz("MRV-A", holder)), TODAY) is None


@pytest.mark.parametrize(
    ("line", "at", "choices"),
    [
        (0, 4, "0"),  # the issuer, and
        (1, 12, "0O"),  # the nationality of Utopia
        (0, 9, "5"),  # S in ERIKSSON
        (0, 9, "S5"),
        (1, 9, "G"),  # the number's check digit
        (1, 22, "ZS"),
        (1, 43, "OQ"),
    ],
)
def test_letters_and_digits_are_told_apart_by_their_place(line: int, at: int, choices: str) -> None:
    lines = lines_of(*TD3)
    lines[line] = but(lines[line], at, choices)
    assert reading_of(lines, TODAY) == truth_of(TD3)


@pytest.mark.parametrize(
    ("line", "at", "choices"),
    [
        (0, 9, "SZ"),  # a name with two ways to read it
        (0, 9, "9"),
        (1, 20, "FM"),
        (1, 20, "0"),
        (1, 11, "TI"),
        (1, 14, "A"),  # no digit looks like it
        (1, 1, "9"),
        (0, 3, "I"),  # the issuer is another than the nationality
    ],
)
def test_what_no_digit_proves_must_be_beyond_doubt(line: int, at: int, choices: str) -> None:
    lines = lines_of(*TD3)
    lines[line] = but(lines[line], at, choices)
    assert reading_of(lines, TODAY) is None


def test_one_character_of_the_number_may_be_the_second_likeliest() -> None:
    first, second = lines_of(*JANA)
    assert reading_of([first, but(second, 5, "BT8")], TODAY) == truth_of(JANA)
    assert reading_of([first, but(but(second, 5, "BT"), 2, "YV")], TODAY) is None


def test_of_two_that_are_both_right_none_is_taken() -> None:
    """G and 6 count alike, so the check digit is right either way."""
    zone = write_mrz(
        "TD3", replace(some_holder("TD3", Chance(1))[0], number="AG1234567", issuer="UTO", nationality="UTO")
    )
    first, second = lines_of(*zone)
    assert reading_of([first, second], TODAY) == truth_of(zone)
    for choices in ("G6", "6G"):
        assert reading_of([first, but(second, 1, choices)], TODAY) is None


def test_two_passports_on_one_copy_are_none() -> None:
    assert reading_of(lines_of(*TD3, *JANA), TODAY) is None
    assert reading_of(lines_of(*TD3, *TD3), TODAY) == truth_of(TD3)


@pytest.mark.parametrize("change", [-6, -2, -1, 1, 3, 6])
def test_a_run_of_fillers_gets_its_length_back(change: int) -> None:
    upper, lower = JANA
    start = lower.index("<" * 14)
    fillers = "<" * (14 + change)
    assert reading_of(lines_of(upper, lower[:start] + fillers + lower[start + 14 :]), TODAY) == truth_of(JANA)


@pytest.mark.parametrize("change", [-30, -8, 8])
def test_but_not_from_far_away(change: int) -> None:
    upper, lower = JANA
    start = lower.index("<" * 14)
    assert reading_of(lines_of(upper, lower[:start] + "<" * max(0, 14 + change) + lower[-1]), TODAY) is None


@pytest.mark.parametrize(
    "upper", ["P<UTOERIKSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "P<UTOERIKSSON<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"]
)
def test_the_line_of_the_name_is_never_mended(upper: str) -> None:
    assert len(upper) == 43
    assert reading_of(lines_of(upper, TD3[1]), TODAY) is None


@given(st.integers(0, 2**32), st.sampled_from(["TD1", "TD2", "TD3"]))
def test_whatever_is_clear_is_read(seed: int, form: str) -> None:
    zone = some_zone(seed, form)
    assert reading_of(lines_of(*zone), TODAY) == truth_of(zone)


@given(st.integers(0, 2**32), st.sampled_from(["TD1", "TD2", "TD3"]), st.data())
def test_characters_lost_or_doubled_alter_neither_name_nor_number(
    seed: int, form: str, data: st.DataObject
) -> None:
    zone = list(some_zone(seed, form))
    truth = truth_of(tuple(zone))
    at = data.draw(st.integers(0, len(zone) - 1))
    place = data.draw(st.integers(0, len(zone[at]) - 1))
    kept = data.draw(st.sampled_from([0, 2]))
    zone[at] = zone[at][:place] + zone[at][place] * kept + zone[at][place + 1 :]
    assert reading_of(lines_of(*zone), TODAY) in (None, truth)


@given(st.integers(0, 2**32), st.data())
def test_doubt_never_makes_another_reading(seed: int, data: st.DataObject) -> None:
    """Whatever else may stand somewhere: the truth, or nothing."""
    zone = some_zone(seed, "TD3")
    lines = lines_of(*zone)
    for _ in range(data.draw(st.integers(1, 4))):
        at, place = data.draw(st.integers(0, 1)), data.draw(st.integers(0, 43))
        others = data.draw(st.text(f"{ALPHABET}<", min_size=1, max_size=2))
        lines[at] = but(lines[at], place, "".join(dict.fromkeys(lines[at][place][0] + others)))
    assert reading_of(lines, TODAY) in (None, truth_of(zone))


@given(st.lists(st.text(f"{ALPHABET}<", min_size=44, max_size=44), min_size=1, max_size=3))
def test_random_lines_give_no_reading(texts: list[str]) -> None:
    assert reading_of(lines_of(*texts), TODAY) is None


def test_an_empty_row_is_filled_as_by_the_strip() -> None:
    copy = Document("passport.jpg", b"\xff\xd8\xff", "JPEG")
    row = Passenger(nationality="INDIAN", id_type="AADHAAR", document=copy)
    assert filled(row, truth_of(JANA), TRAVEL) == (replace(JANA_ROW, document=copy), ())


def test_what_was_typed_stays_and_the_rest_is_filled() -> None:
    typed = Passenger("VOGEL jana katharina", nationality="german")
    assert filled(typed, truth_of(JANA), TRAVEL) == (
        replace(JANA_ROW, traveler_name=typed.traveler_name, nationality="german"),
        (),
    )


def test_what_says_otherwise_is_named_and_nothing_changes() -> None:
    typed = Passenger("Jana Vogel", age="35", nationality="INDIAN")
    assert filled(typed, truth_of(JANA), TRAVEL) == (typed, ("Name", "Age", "Nationality"))


def test_a_row_with_everything_lacks_nothing() -> None:
    assert not lacks_something(JANA_ROW)
    assert lacks_something(replace(JANA_ROW, id_number=""))
    assert lacks_something(Passenger())


def test_a_picture_does_not_tell_its_pixels() -> None:
    assert "secret" not in repr(GreyPicture(2, 3, b"secret"))
