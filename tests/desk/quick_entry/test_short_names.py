"""The agency's own short names of trips: which are taken, and what a line makes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.quick_entry.finding_trips import TripFinder
from app.desk.quick_entry.reading import gone_in
from app.desk.quick_entry.short_names import NameFault, trips_by_name, unknown_trips, wrong_name
from app.desk.quick_entry.values import Note, WordKind
from app.desk.quick_entry.vocabulary import has_meaning
from tests.support.desk.quick_samples import FINDER, TODAY, TOMORROW, boat, read

LINES = "ed = Discover scuba dive, Elephant Beach\n\n  ŚĀM = Glow kayaking \n"


def test_each_line_gives_a_short_name() -> None:
    assert wrong_name(LINES) is None
    assert trips_by_name(LINES) == {"ed": "Discover scuba dive, Elephant Beach", "śām": "Glow kayaking"}
    assert wrong_name("") is None
    assert trips_by_name("") == {}


@pytest.mark.parametrize("name", ["ed", "g2", "abcdefghijkl", "नाव1", "शाम", "स्कूबा", "ED"])
def test_these_are_short_names(name: str) -> None:
    assert wrong_name(f"{name} = Sea walk") is None


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("ed", NameFault.NO_TRIP),
        ("ed =", NameFault.NO_TRIP),
        ("= Sea walk", NameFault.FORM),
        ("e = Sea walk", NameFault.FORM),
        ("ना = Sea walk", NameFault.FORM),
        ("abcdefghijklm = Sea walk", NameFault.FORM),
        ("12 = Sea walk", NameFault.FORM),
        ("2ed = Sea walk", NameFault.FORM),
        ("२ed = Sea walk", NameFault.FORM),
        ("e d = Sea walk", NameFault.FORM),
        ("e-d = Sea walk", NameFault.FORM),
        (">ed = Sea walk", NameFault.FORM),
        ("tmr = Sea walk", NameFault.MEANING),
        ("KAL = Sea walk", NameFault.MEANING),
        ("boat = Sea walk", NameFault.MEANING),
        ("pax = Sea walk", NameFault.MEANING),
        ("fa = Sea walk", NameFault.MEANING),
        ("am = Sea walk", NameFault.MEANING),
        ("sun = Sea walk", NameFault.MEANING),
        ("नाव = Sea walk", NameFault.MEANING),
        ("परसों = Sea walk", NameFault.MEANING),
        ("nov = Sea walk", NameFault.MEANING),
        ("octo = Sea walk", NameFault.MEANING),
        ("Walk = Sea walk", NameFault.TWICE),
    ],
)
def test_what_is_no_short_name_is_said_by_its_line(line: str, problem: NameFault) -> None:
    lines = f"walk = Sea walk\n\n{line}\n"
    wrong = wrong_name(lines)
    assert wrong is not None
    assert (wrong.number, wrong.problem) == (3, problem)
    assert wrong.name == line.partition("=")[0].strip()
    # The lines that are right count all the same: an administrator's are checked by nobody.
    assert trips_by_name(lines) == {"walk": "Sea walk"}


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read(lines: str) -> None:
    names = trips_by_name(lines)
    assert all(not has_meaning(each) for each in names)
    assert bool(wrong_name(lines)) or len(names) == sum(bool(each.strip()) for each in lines.splitlines())


@pytest.mark.parametrize(
    ("trip", "is_known"),
    [
        ("Discover scuba dive", True),
        ("discover  SCUBA dive, elephant beach", True),
        ("Discover scuba", False),
        ("Elephant Beach", False),
        ("Discover scuba dive, Neil", False),
    ],
)
def test_a_trip_is_named_by_its_title_alone_or_with_its_place(trip: str, *, is_known: bool) -> None:
    known = [("Discover scuba dive", "Elephant Beach"), ("Sea walk", "")]
    assert unknown_trips(f"ed = {trip}", known) == (() if is_known else (trip,))
    assert unknown_trips(f"ed = {trip}", ()) == ()


def test_a_trip_that_is_gone_is_named_and_no_other_is_opened() -> None:
    assert read("2 snor tmr") is None
    assert gone_in("2 snor tmr", FINDER) == "Night snorkelling"
    assert gone_in("2 ed tmr", FINDER) == ""
    found = read("2 kite scuba tmr")
    assert found is not None
    (gone,) = (each for each in found.words if each.note is Note.GONE)
    assert (gone.kind, gone.said) == (WordKind.TRIP, "Kite surfing, Neil")


def test_a_boat_that_does_not_sail_on_the_day_is_named_with_its_next_day() -> None:
    days = (TODAY, TOMORROW)
    other = (boat(number, "Ferry", "MV Two", day, "08:00") for number, day in enumerate(days, 10))
    one = (boat(number, "Ferry", "MV One", TOMORROW + timedelta(number), "08:00") for number in (0, 2))
    finder = TripFinder((*one, *other), days, {"f1": "Ferry, MV One"})
    found = read("f1 2a", finder)
    assert found is not None
    (trip,) = (each for each in found.words if each.kind is WordKind.TRIP)
    assert trip.note is Note.NOT_SOLD
    (opening,) = found.openings
    assert opening.trip.place == "MV One"
    assert opening.trip.next_after(TODAY) == TOMORROW
    found = read("f1 2a tmr", finder)
    assert found is not None
    assert {each.note for each in found.words} == {Note.NONE}
