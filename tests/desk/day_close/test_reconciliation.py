"""What the wallet says that was not made here: exactly that, to the paisa, and nothing that is not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.desk.day_close.reconciliation import DayOrder, reconciled
from app.desk.day_close.values import DayFinding, DayReading, DayRow, Reconciliation
from tests.support.desk.day_samples import at, cancellation, reading, sale

ZERO = Decimal(0)


def found(readings: Sequence[DayReading], rows: Sequence[DayRow] = ()) -> Reconciliation:
    seen = reconciled(DayOrder(readings, rows))
    assert seen is not None
    return seen


def test_own_debits_and_refunds_agree() -> None:
    seen = found(
        [reading(0, "1000"), reading(60, "580.50", "19.50")],
        [sale(10, "400.00"), sale(20, "69.50", "19.50"), cancellation(30, "50.00")],
    )
    assert (seen.sales, seen.refunds, seen.changes, seen.together, seen.difference) == (
        Decimal("-469.50"),
        Decimal("50.00"),
        0,
        0,
        0,
    )
    assert (seen.expected, seen.intervals, seen.agrees) == (Decimal("580.50"), (), True)


def test_a_top_up_is_named_by_the_readings_around_it() -> None:
    seen = found([reading(0, "3586", "3054"), reading(10, "3586", "3054"), reading(20, "60532")])
    (change,) = seen.intervals
    assert (change.since, change.until, change.finding) == (at(10), at(20), DayFinding.CHANGED)
    assert (change.cash, change.credit_used, change.net) == (56946, -3054, 60000)
    assert (change.top_up, seen.changes, seen.expected) == (60000, 56946, 60532)


def test_only_round_sums_that_fill_up_are_likely_top_ups() -> None:
    tops = [
        found([reading(0, "0", "500"), reading(1, cash, used)]).intervals[0].top_up
        for cash, used in (("100", "500"), ("0", "400"), ("99.99", "500"), ("-10", "390"), ("300", "600"))
    ]
    assert tops == [100, 100, None, None, None]


def test_a_sale_of_another_desk_is_not_made_here_until_its_row_is_given() -> None:
    readings, other = [reading(0, "1000"), reading(60, "900")], sale(5, desk="ffffffff")
    assert [each.net for each in found(readings).intervals] == [-100]
    assert found(readings, [other]).intervals == ()


def test_a_reading_in_the_middle_of_a_sale_is_no_boundary() -> None:
    readings = [reading(0, "1000"), reading(10.5, "900"), reading(20, "900")]
    assert found(readings, [sale(10)]).intervals == ()
    assert reconciled(DayOrder([reading(10.5, "900"), reading(20, "900")], [sale(10)])) is None


def test_an_open_outcome_cannot_be_told() -> None:
    unknown = sale(10, debited=None, from_cash=None, from_credit=None, is_open=True, rested_at=at(14))
    seen = found([reading(0, "1000"), reading(12, "900"), reading(20, "860")], [unknown, sale(16, "40")])
    (interval,) = seen.intervals
    assert (interval.since, interval.until, interval.finding) == (at(0), at(20), DayFinding.UNTOLD)
    assert (interval.net, interval.cash, interval.credit_used) == (None, None, None)
    assert (seen.sales, seen.difference, seen.expected, seen.agrees) == (-40, -100, 960, False)


HOUR = timedelta(hours=1)


def test_a_clock_set_back_behind_a_sale_invents_nothing() -> None:
    # The clock went from 12:00 back to 11:00: the last reading has an older time than the sale before it.
    sold = sale(60, "400", ahead=timedelta())
    last = replace(reading(5, "600"), told_at=at(65))
    readings = [replace(reading(minute, "1000"), told_at=at(minute)) for minute in (0, 30)]
    seen = found([*readings, last], [sold])
    assert (seen.opening.cash, seen.last, seen.intervals) == (1000, last, ())
    assert (seen.sales, seen.changes, seen.expected) == (-400, 0, 600)
    # A debit that nobody knows of is still found, and where.
    (change,) = found([*readings, replace(last, cash=Decimal(500))], [sold]).intervals
    assert (change.since, change.until, change.net) == (at(30), at(5), -100)


def test_the_order_is_unknown_when_a_clock_was_set_and_a_time_of_the_service_is_missing() -> None:
    sold, first = sale(60, "400", ahead=timedelta()), reading(0, "1000")
    last = replace(reading(5, "600"), told_at=at(65))
    assert not DayOrder([first, last], [sold]).is_known
    assert reconciled(DayOrder([first, last], [sold])) is None
    known = replace(first, told_at=at(0))
    assert not DayOrder([known, last], [replace(sold, ahead=None)]).is_known
    assert DayOrder([known, last], [sold], doubled=True).is_known
    # Without any time of the service the order of what was stored shows it.
    bare = [first, reading(80, "600")], [replace(sold, ahead=None)]
    assert DayOrder(*bare).is_known
    assert not DayOrder(*bare, doubled=True).is_known
    # One difference counts for all, also for what was stored without it.
    one = [first, replace(reading(80, "600"), told_at=at(80) - HOUR)], [replace(sold, ahead=-HOUR)]
    assert found(*one).intervals == ()


def test_a_reading_too_near_to_a_sale_under_another_setting_is_no_boundary() -> None:
    sold = sale(60, "400", ahead=timedelta())
    told = [replace(reading(minute, "1000"), told_at=at(minute)) for minute in (0, 59.95)]
    near = replace(reading(1.05, "600"), told_at=at(61.05))
    after = replace(reading(5, "600"), told_at=at(65))
    seen = found([*told, near, after], [sold])
    assert (seen.opening, seen.last) == (told[0], after)
    (change,) = found([*told, near, replace(after, cash=Decimal(500))], [sold]).intervals
    assert (change.since, change.until, change.net) == (at(59.95), at(5), -100)


def test_a_reading_is_of_any_instant_in_which_it_was_made() -> None:
    # Asked before the sale was sent and answered after its answer: the service may have looked before it.
    slow = replace(reading(12, "1000"), took=timedelta(minutes=3))
    seen = found([reading(0, "1000"), slow, reading(20, "900")], [sale(10)])
    assert (seen.opening.cash, seen.last.cash, seen.intervals) == (1000, 900, ())
    quick = replace(slow, took=timedelta(seconds=30))
    assert [each.net for each in found([reading(0, "1000"), quick], [sale(10)]).intervals] == [100]


def test_a_call_of_another_desk_is_told_apart_only_to_some_seconds() -> None:
    # Three seconds are within what is known of two clocks: the wallet was debited before this reading.
    near = replace(reading(10 - 0.05, "900"), desk="one", told_at=at(10 - 0.05))
    first, last = (replace(reading(minute, cash), desk="one", told_at=at(minute)) for minute, cash in _ENDS)
    row = sale(10, desk="two", ahead=timedelta())
    assert found([first, near, last], [row]).intervals == ()
    assert len(found([first, near, last], [replace(row, desk="one")]).intervals) == 2


_ENDS = ((0, "1000"), (20, "900"))


def test_two_desks_that_read_at_once_invent_nothing() -> None:
    # Which of two readings was the first is not known: the top-up is between those around them.
    told = [replace(reading(minute, cash), told_at=at(minute)) for minute, cash in ((0, "0"), (20, "500"))]
    near = [
        replace(reading(10, "500"), told_at=at(10), desk="two"),
        replace(reading(10.04, "0"), told_at=at(10.04), desk="one"),
    ]
    (change,) = found([*told, *near]).intervals
    assert (change.since, change.until, change.net) == (at(0), at(20), 500)


def test_amounts_that_contradict_each_other_cannot_be_told() -> None:
    odd = sale(10, debited=Decimal(999))
    assert found([reading(0, "1000"), reading(20, "900")], [odd]).intervals[0].finding is DayFinding.UNTOLD


def test_a_debit_whose_split_is_not_stated_is_taken_as_the_wallet_shows_it() -> None:
    bare = sale(10, from_cash=None, from_credit=None)
    seen = found([reading(0, "60"), reading(20, "0", "40")], [bare])
    assert (seen.sales, seen.together, seen.intervals) == (-60, 0, ())
    both = found([reading(0, "60"), reading(20, "30", "20")], [bare, cancellation(15)])
    assert (both.sales, both.refunds, both.together, both.intervals) == (0, 0, -30, ())
    free = sale(10, debited=ZERO, from_cash=None, from_credit=None)
    assert found([reading(0, "60"), reading(20, "60")], [free]).sales == 0


def test_a_refund_hides_how_a_change_fell_on_cash_and_credit() -> None:
    seen = found([reading(0, "0", "100"), reading(20, "20", "0")], [cancellation(10, "50.00")])
    (change,) = seen.intervals
    assert (change.finding, change.net, change.cash, change.top_up) == (DayFinding.CHANGED, 70, None, None)
    assert (seen.refunds, seen.changes, seen.together) == (0, 0, 20)
    # The sums meet, but no split of the refund gives this cash.
    moved = found([reading(0, "0", "0"), reading(20, "80", "30")], [cancellation(10, "50.00")])
    assert [(each.net, each.cash) for each in moved.intervals] == [(0, None)]
    none = found([reading(0, "0", "0"), reading(20, "80", "30")], [cancellation(10, "0.00")])
    assert [(each.net, each.cash, each.credit_used) for each in none.intervals] == [(50, 80, 30)]


@dataclass(frozen=True)
class Event:
    """Something that moves the wallet, and what this counter knows of it: a row, or nothing at all."""

    moves_at: float
    cash: Decimal
    used: Decimal
    row: DayRow | None = None


_AMOUNTS = st.integers(1, 99_999_999).map(lambda paise: Decimal(paise).scaleb(-2))
_SHARES = st.integers(0, 100)
_MINUTES = st.integers(0, 600)
_MOMENTS = st.floats(0, 1)
_WINDOWS = st.sampled_from([0.05, 1, 3, 90])


@st.composite
def foreign(draw: st.DrawFn) -> Event:
    """A top-up, or what another counter did."""
    whole = draw(_AMOUNTS)
    cash = (whole * draw(_SHARES) / 100).quantize(Decimal("0.01"))
    sign = draw(st.sampled_from([1, -1]))
    return Event(draw(_MINUTES) + 0.25, sign * cash, -sign * (whole - cash))


@st.composite
def own(draw: st.DrawFn) -> Event:
    """A sale or a cancellation: answered, settled later without its amounts, open, or not made at all."""
    minute, lasts, whole = draw(_MINUTES), draw(_WINDOWS), draw(_AMOUNTS)
    cash = (whole * draw(_SHARES) / 100).quantize(Decimal("0.01"))
    ends = {"at": at(minute + lasts), "rested_at": at(minute + lasts)}
    moves_at = minute + lasts * draw(_MOMENTS)
    known = draw(st.sampled_from(["answered", "answered", "no split", "lost", "open", "not made"]))
    if draw(st.booleans()):
        row = sale(minute, str(cash), str(whole - cash), **ends)
        row = replace(row, from_cash=None, from_credit=None) if known == "no split" else row
        event = Event(moves_at, -cash, whole - cash, row)
        bare = replace(row, debited=None, from_cash=None, from_credit=None)
    else:
        row = cancellation(minute, str(whole), **ends)
        event = Event(moves_at, cash, cash - whole, row)
        bare = replace(row, refund=None)
    if known == "lost":
        return replace(event, row=bare)
    if known == "open":
        was_made = draw(st.booleans())
        still_open = replace(bare, is_open=True)
        return replace(event if was_made else Event(moves_at, ZERO, ZERO), row=still_open)
    return Event(moves_at, ZERO, ZERO) if known == "not made" else event


def wallet_at(minute: float, events: Sequence[Event]) -> DayReading:
    """What a reading at that minute gives."""
    past = [each for each in events if each.moves_at <= minute]
    return DayReading(at(minute), sum((e.cash for e in past), ZERO), sum((e.used for e in past), ZERO))


def clock_here(minute: float, steps: dict[int, int]) -> timedelta:
    """By how much the service is ahead of a clock that was set by minutes, each time at a minute."""
    return -timedelta(minutes=sum(by for when, by in steps.items() if when + 0.75 <= minute))


def under(row: DayRow, steps: dict[int, int]) -> DayRow:
    """A row as it is stored under a clock that was set meanwhile."""
    ahead = clock_here((row.sent_at - at(0)) / timedelta(minutes=1), steps)
    moved = {name: getattr(row, name) - ahead for name in ("at", "sent_at", "rested_at")}
    return replace(row, ahead=ahead, **moved)


@given(
    st.lists(st.one_of(own(), foreign()), max_size=12),
    st.lists(st.integers(0, 700).map(lambda minute: minute + 0.5), min_size=2, max_size=12, unique=True),
    st.dictionaries(st.integers(0, 700), st.integers(-600, 600), max_size=3),
)
def test_a_clock_that_is_set_changes_nothing(
    events: list[Event], minutes: list[float], steps: dict[int, int]
) -> None:
    rows = [each.row for each in events if each.row is not None]
    readings = [wallet_at(minute, events) for minute in minutes]
    ahead = [clock_here(minute, steps) for minute in minutes]
    stored = [
        replace(each, at=each.at - by, told_at=each.at) for each, by in zip(readings, ahead, strict=True)
    ]
    right = reconciled(DayOrder(readings, rows))
    seen = reconciled(DayOrder(stored, [under(each, steps) for each in rows]))
    assert (right is None) == (seen is None)
    if right is not None and seen is not None:
        spans = {each.at: each.told_at for each in stored}
        told = tuple(
            replace(each, since=spans[each.since], until=spans[each.until]) for each in seen.intervals
        )
        assert (seen.sales, seen.refunds, seen.changes, seen.together, seen.difference) == (
            right.sales,
            right.refunds,
            right.changes,
            right.together,
            right.difference,
        )
        assert (seen.opening.told_at, seen.last.told_at) == (right.opening.at, right.last.at)
        assert len(spans) < len(stored) or told == right.intervals


@given(
    st.lists(st.one_of(own(), foreign()), max_size=12),
    st.lists(st.integers(0, 700).map(lambda minute: minute + 0.5), min_size=2, max_size=12, unique=True),
)
def test_exactly_what_was_not_made_here_is_listed(events: list[Event], minutes: list[float]) -> None:
    rows = [each.row for each in events if each.row is not None]
    steady = [
        minute
        for minute in sorted(minutes)
        if not any(row.sent_at <= at(minute) <= row.rested_at for row in rows)
    ]
    seen = reconciled(DayOrder([wallet_at(minute, events) for minute in minutes], rows))
    if len(steady) < 2:
        assert seen is None
        return
    assert seen is not None
    listed = {(each.since, each.until): each for each in seen.intervals}
    for before, after in pairwise(steady):
        inside = [each for each in events if before < each.moves_at <= after and each.row is None]
        ours = [row for row in rows if at(before) <= row.sent_at < at(after)]
        cash, used = sum((e.cash for e in inside), ZERO), sum((e.used for e in inside), ZERO)
        interval = listed.pop((at(before), at(after)), None)
        if any(row.is_open or (row.debited is None and row.refund is None) for row in ours):
            assert interval is not None
            assert (interval.finding, interval.net, interval.cash) == (DayFinding.UNTOLD, None, None)
        elif any(row.from_cash is None for row in ours):
            assert (interval.net if interval else ZERO) == cash - used
            assert interval is None or interval.cash is None
        elif (cash, used) == (0, 0):
            assert interval is None
        else:
            assert interval is not None
            assert (interval.net, interval.cash, interval.credit_used) == (cash - used, cash, used)
    assert listed == {}
    assert seen.expected + seen.difference == seen.last.cash
    assert seen.difference == 0 or not seen.agrees
    assert seen.last == wallet_at(steady[-1], events)
