"""Late rows: made before a day was closed but known later, so that they count once, in the next day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.day_close.values import DayReport, DayRow

_ONE_DAY = timedelta(days=1)


class _Counted(NamedTuple):
    """The period of a closed day, and the desks whose rows were known."""

    since: datetime
    until: datetime
    desks: tuple[str, ...]


@frozen
class Closed:
    """What the closed days around a day have already counted."""

    request_ids: frozenset[str] = frozenset()
    """The keys of their rows, none of which is counted again."""
    before: tuple[_Counted, ...] = ()
    """The consecutive closed days just before it."""

    def has(self, row: DayRow) -> bool:
        """Whether a closed day has counted the row."""
        return row.request_id in self.request_ids

    def would_have(self, row: DayRow) -> bool:
        """Whether one of the days before would have counted the row, had it been known."""
        return any(each.since <= row.at < each.until and row.desk in each.desks for each in self.before)

    def since(self, since: datetime) -> datetime:
        """From when on rows are needed for a day that begins at `since`."""
        return min((since, *(each.since for each in self.before if each.desks)))


NONE_CLOSED = Closed()


def closed_around(day: date, reports: Mapping[date, DayReport | None]) -> Closed:
    """What closed days before and after the day have counted; None is a report that cannot be read.

    After such a report nothing counts as late: a row in no day is better than one in two. The same is true
    for a desk that a report does not name, which may have closed its days by itself.
    """
    known = [each for each in reports.values() if each is not None]
    request_ids = frozenset(row.request_id for each in known for row in each.rows)
    if len(known) < len(reports):
        return Closed(request_ids)
    return Closed(request_ids, tuple(_just_before(day, reports)))


def _just_before(day: date, reports: Mapping[date, DayReport | None]) -> Iterable[_Counted]:
    while (report := reports.get(day := day - _ONE_DAY)) is not None:
        yield _Counted(report.since, report.until, report.desks)
