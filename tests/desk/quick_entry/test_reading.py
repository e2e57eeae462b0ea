"""A line of words is understood as a clerk means it; whatever is typed, nothing breaks and nobody waits."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.desk.quick_entry.finding_trips import TripFinder
from app.desk.quick_entry.reading import MOST_OPENINGS, Question, read_line
from app.desk.quick_entry.values import Buyer, Certainty, Note, Opening, ReadLine, WordKind
from tests.support.desk.quick_samples import (
    BUYERS,
    FINDER,
    HERON,
    JET_SKI,
    MANGROVE,
    PRIYA,
    SCUBA,
    TODAY,
    TOMORROW,
    activity,
    boat,
    read,
)

LINES = Path(__file__).with_name("lines.tsv").read_text("utf-8").splitlines()[1:]


def told(line: str) -> tuple[str, ...]:
    """What a line was understood as: trips, day, time, seats, customer, and what was not plain."""
    found = read(line)
    if found is None:
        return ("",) * 6
    first = found.openings[0]
    trips = dict.fromkeys(each.trip.title for each in found.openings)
    who = " or ".join(each.buyer.customer.name for each in found.choices)
    return (
        " or ".join(trips),
        f"{first.day:%d %b}",
        _time(first),
        _seats(first),
        who or (first.customer.name if first.customer else first.phone),
        _remarks(line, found),
    )


def _time(opening: Opening) -> str:
    if opening.start is not None:
        return f"{opening.start.starts:%H:%M}"
    return f"about {opening.about.clock:%H:%M}" if opening.about else ""


def _seats(opening: Opening) -> str:
    if opening.fares is None:
        return "" if opening.seats is None else str(opening.seats)
    return " ".join(
        f"{number}{name}" for number, name in zip(opening.fares, ("a", "c", "fa", "fc"), strict=True)
    )


def _remarks(line: str, found: ReadLine) -> str:
    return "; ".join(
        f"{line[each.start : each.end]}: {each.note or each.certainty}"
        for each in found.words
        if each.certainty is not Certainty.UNDERSTOOD
    )


@pytest.mark.parametrize("line", LINES)
def test_a_line_means_what_a_clerk_means(line: str) -> None:
    typed, *meant = line.split("\t")
    assert told(typed) == tuple(meant)


BROKEN = (
    "MV Petrel 2 \u00ad",
    "Glass 730 9800444444 9800555555",
    f"2 scuba {'9' * 5000} pm",
    "2 scuba \u00b2\u2078",
)
"""Lines that once raised, and their kind."""
UNUSUAL = (
    "\u00ad",
    "\u200d",
    "\ufeff",
    "\u0969",
    "\u00bd",
    "\u2460",
    "\ud800",
    "9" * 12,
    "0" * 30,
    "9" * 5000,
)


WORDS = sorted({word for line in LINES for word in line.split("\t")[0].split()})


@given(
    st.one_of(
        st.text(max_size=200),
        st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join),
        st.lists(st.sampled_from(WORDS), max_size=6).map("".join),
        st.text("0123456789 @#+:./-apx\u0967\u0924", max_size=60),
    ),
    st.sampled_from(((), BUYERS[:1], BUYERS[:2])),
)
@example(BROKEN[0], ())
@example(BROKEN[1], ())
@example(BROKEN[2], ())
@example(BROKEN[3], ())
def test_whatever_is_typed_each_word_is_told_of_once(line: str, meant: tuple[Buyer, ...]) -> None:
    assert_read(line, meant)


@pytest.mark.no_cover
@pytest.mark.prove("a hundred thousand lines")
@pytest.mark.parametrize("seed", range(5))
def test_no_line_of_all_of_unicode_raises(seed: int) -> None:
    chance = Random(seed)
    for _ in range(20_000):
        parts = [_part(chance) for _ in range(chance.randint(1, 12))]
        line = "".join(each + chance.choice(("", " ", " ", " ")) for each in parts)
        assert_read(line, chance.choice(((), BUYERS[:1], BUYERS[:2])))


def _part(chance: Random) -> str:
    match chance.randrange(6):
        case 0:
            return chance.choice(UNUSUAL)
        case 1:
            return chr(chance.randrange(0x110000))
        case 2:
            return str(chance.randrange(10 ** chance.randint(1, 14)))
        case _:
            return chance.choice(WORDS)


def assert_read(line: str, meant: tuple[Buyer, ...]) -> None:
    """Whatever a line was understood as, each of its words is told of once, and no day is past."""
    customers = dict.fromkeys(line.casefold().split(), meant) if meant else {}
    found = read_line(Question(line, FINDER, customers, TODAY))
    if found is None:
        return
    end = 0
    for each in found.words:
        assert end <= each.start < each.end <= len(line)
        end = each.end
    assert 1 <= len(found.openings) <= MOST_OPENINGS
    for opening in found.openings:
        assert opening.day >= TODAY
        assert opening.seats is None or 1 <= opening.seats <= 100
        assert opening.fares is None or 1 <= opening.fares.seats <= 100
    # It is one of these lines for a number or a day beside the trip, and each word has one meaning.
    kinds = [each.kind for each in found.words]
    assert {WordKind.COUNT, WordKind.FARES, WordKind.DAY} & set(kinds)
    assert WordKind.TRIP in kinds
    assert kinds.count(WordKind.CUSTOMER) <= 1


def test_who_is_asked_for_is_read_once_it_is_known() -> None:
    line = "2 scuba tmr priya"
    found = read_line(Question(line, FINDER, {}, TODAY))
    assert found is not None
    assert found.asks == ("priya",)
    found = read_line(Question(line, FINDER, {"priya": BUYERS[:2]}, TODAY))
    assert found is not None
    assert [each.buyer for each in found.choices] == list(BUYERS[:2])
    # The clerk has chosen.
    found = read_line(Question(line, FINDER, {"priya": (PRIYA,)}, TODAY))
    assert found is not None
    assert not found.choices
    assert {each.customer for each in found.openings} == {PRIYA.customer}


def test_a_name_that_is_spelt_like_a_trip_is_a_customer_once_known() -> None:
    line = "2 scuba glox"
    found = read_line(Question(line, FINDER, {}, TODAY))
    assert found is not None
    assert "glox" in found.asks
    found = read_line(Question(line, FINDER, {"glox": (PRIYA,)}, TODAY))
    assert found is not None
    assert found.openings[0].customer == PRIYA.customer


def test_a_trip_that_is_not_sold_then_says_when_it_is() -> None:
    found = read("2 jet tmr")
    assert found is not None
    (trip,) = (each for each in found.words if each.kind is WordKind.TRIP)
    assert (trip.said, trip.note) == (JET_SKI, Note.NOT_SOLD)
    assert JET_SKI.next_after(TOMORROW) == TODAY.replace(day=24)
    # Beyond all ranges nothing is known to follow.
    assert JET_SKI.is_closed(TODAY.replace(year=2030))
    assert JET_SKI.next_after(TODAY.replace(year=2030)) is None
    assert not SCUBA.is_closed(TODAY.replace(year=2030))


def test_other_readings_of_a_number_are_offered_after_the_likeliest() -> None:
    found = read("2 scuba 11 #1234")
    assert found is not None
    days = [each.day for each in found.openings if each.trip is SCUBA]
    assert days == [TODAY, TODAY.replace(month=12, day=11)]


def test_a_day_that_is_past_is_offered_a_year_later() -> None:
    found = read("2 heron 20/11")
    assert found is not None
    assert [each.day for each in found.openings] == [TODAY, TODAY.replace(year=2027, day=20)]


def test_boats_of_a_day_that_is_not_kept_are_those_of_other_days_once() -> None:
    found = read("heron +9 2a")
    assert found is not None
    (opening,) = found.openings
    assert opening.trip in HERON
    assert opening.day not in {each.day for each in HERON}


def test_what_is_sold_on_the_day_comes_before_what_may_not_be() -> None:
    shut = replace(boat(1, "Reef hop", "MV One", TODAY, "10:00", sold=90), closed={TODAY: None})
    late = boat(2, "Reef and back", "MV Two", TODAY, "07:00")
    finder = TripFinder((shut, late), {TODAY})
    found = read("boat reef 2a", finder)
    assert found is not None
    assert [each.trip for each in found.openings] == [late, shut]
    # Of another day the boats are not kept: this one may not run then.
    other = boat(3, "Mangrove shuttle", "MV Mangrove", TODAY, "09:30", sold=90)
    finder = TripFinder((other, MANGROVE), {TODAY})
    found = read("mangrove 2 1/12", finder)
    assert found is not None
    assert [each.trip for each in found.openings] == [MANGROVE, other]


def test_boats_that_leave_at_other_times_are_several() -> None:
    early, late = (
        boat(number, "Ferry", "MV One", TODAY, clock) for number, clock in enumerate(("08:00", "17:00"))
    )
    finder = TripFinder((early, late), {TODAY})
    found = read("ferry one 2a", finder)
    assert found is not None
    assert len(found.openings) == 2
    found = read("one 2a 17", finder)
    assert found is not None
    assert found.openings[0].trip is late


def test_without_a_catalogue_nothing_is_read() -> None:
    assert read("2 scuba tmr", TripFinder(())) is None


def test_a_title_of_devanagari_is_found_by_the_beginning_of_each_word() -> None:
    finder = TripFinder((activity(1, "समुद्री सैर", "बड़ा तट", 900), activity(2, "मछली", "", 500)))
    for word in ("समुद्री", "समु", "सै", "बड़"):
        found = read(f"2 {word} tmr", finder)
        assert found is not None, word
        assert [each.trip.number for each in found.openings] == [1]
    # A sign of a vowel begins no word.
    assert read("2 द्री tmr", finder) is None


def test_a_name_of_devanagari_is_asked_for() -> None:
    found = read_line(Question("2 scuba tmr प्रिया", FINDER, {}, TODAY))
    assert found is not None
    assert found.asks == ("प्रिया",)
