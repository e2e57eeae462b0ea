"""What becomes known behind the close of a day is of the next one, and of no other."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from app.desk.day_close.late_rows import Closed, closed_around
from app.desk.day_close.report import Period, day_report
from app.desk.day_close.values import DayReport, DayRow
from tests.support.desk.day_samples import DAY, OPENS, cancellation, sale

ONE_DAY = timedelta(days=1)
DESKS = ("here", "other")
EARLY, LATE = sale(5, desk="other"), cancellation(7, desk="other")


def _span(days: int, **closed: Closed) -> Period:
    """The day that begins so many days after the first one."""
    since = OPENS + days * ONE_DAY
    return Period(DAY + days * ONE_DAY, "3017", since, since + ONE_DAY, desks=DESKS, **closed)


def _day(days: int, *rows: DayRow, **closed: Closed) -> DayReport:
    return day_report(_span(days, **closed), rows, [])


def _next(days: int, *reports: DayReport | None, rows: tuple[DayRow, ...] = (EARLY, LATE)) -> DayReport:
    """A day while these are the closed ones from the first day on."""
    kept = {DAY + number * ONE_DAY: each for number, each in enumerate(reports)}
    return _day(days, *rows, closed=closed_around(DAY + days * ONE_DAY, kept))


def test_what_a_closed_day_did_not_know_is_of_the_next_day_once() -> None:
    first = _day(0, EARLY)
    assert (first.figures.sales, first.refunds.count, first.desks) == (1, 0, DESKS)
    second = _next(1, first)
    assert (second.figures.sales, second.refunds.count, second.rows) == (0, 1, (LATE,))
    assert _next(2, first, second).rows == ()
    # It may become known only when more days were closed.
    assert _next(2, first, _day(1)).rows == (LATE,)


def test_what_is_known_in_time_is_of_its_day() -> None:
    first, own = _day(0, EARLY), sale(24 * 60 + 3)
    assert _next(1, first, rows=(EARLY, LATE, own)).rows == (LATE, own)


def test_a_day_behind_one_that_is_open_takes_nothing() -> None:
    assert _next(2, _day(0, EARLY)).rows == ()
    assert closed_around(DAY + 2 * ONE_DAY, {DAY: _day(0)}).before == ()


def test_what_a_later_day_has_is_not_taken_by_one_that_is_closed_behind_it() -> None:
    kept = {DAY: _day(0), DAY + 2 * ONE_DAY: _day(2, replace(EARLY, at=EARLY.at + 2 * ONE_DAY))}
    assert _day(1, EARLY, LATE, closed=closed_around(DAY + ONE_DAY, kept)).rows == (LATE,)


def test_what_two_desks_date_differently_is_counted_once() -> None:
    # The desk that sold knows when it was answered, the others when it was begun.
    answered = replace(EARLY, at=OPENS + ONE_DAY + timedelta(seconds=2))
    assert _next(1, _day(0, EARLY), rows=(answered,)).rows == ()


def test_a_desk_that_was_not_known_may_have_closed_its_days_by_itself() -> None:
    for desks in ((), ("here",)):
        assert _next(1, replace(_day(0, EARLY), desks=desks)).rows == ()


def test_a_report_that_cannot_be_read_may_have_counted_it() -> None:
    assert _next(1, _day(0), None).rows == ()
    assert _next(2, _day(0), None).rows == ()
    assert _next(1, _day(0, EARLY), None, rows=(replace(EARLY, at=OPENS + ONE_DAY),)).rows == ()


def test_rows_are_wanted_from_where_the_first_of_the_closed_days_begins() -> None:
    begins = OPENS + 2 * ONE_DAY
    found = closed_around(DAY + 2 * ONE_DAY, {DAY: _day(0), DAY + ONE_DAY: _day(1)})
    assert found.since(begins) == OPENS
    old = replace(_day(0), desks=())
    assert closed_around(date(2026, 11, 22), {DAY: old}).since(begins) == begins
    assert Closed().since(begins) == begins
