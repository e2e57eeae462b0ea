"""What was made before a day was closed and became known behind that: it is of the next day, once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from app.desk.day_close.values import DayReport, DayRow

_ONE_DAY = timedelta(days=1)


class _Counted(NamedTuple):
    """The time of a closed day, and the desks whose rows it has, as far as they were known."""

    since: datetime
    until: datetime
    desks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """What the closed days around a day have counted."""

    request_ids: frozenset[str] = frozenset()
    """Of every row of theirs: none of them is counted again."""
    before: tuple[_Counted, ...] = ()
    """The days that were closed just before it, one after the other."""

    def has(self, row: DayRow) -> bool:
        """Whether a closed day has the row."""
        return row.request_id in self.request_ids

    def would_have(self, row: DayRow) -> bool:
        """Whether one of the days before would have the row, had it been known."""
        return any(each.since <= row.at < each.until and row.desk in each.desks for each in self.before)

    def since(self, since: datetime) -> datetime:
        """How far back rows are wanted for a day that begins at `since`."""
        return min((since, *(each.since for each in self.before if each.desks)))


NONE_CLOSED = Closed()


def closed_around(day: date, reports: Mapping[date, DayReport | None]) -> Closed:
    """What the closed days have counted, those after the day as well; None is a report that cannot be read.

    What that one has counted is not known. So nothing is taken for late then: better it is in no day than
    in two. The same holds of a desk that a report does not know: it may have closed its days by itself.
    """
    known = [each for each in reports.values() if each is not None]
    request_ids = frozenset(row.request_id for each in known for row in each.rows)
    if len(known) < len(reports):
        return Closed(request_ids)
    return Closed(request_ids, tuple(_just_before(day, reports)))


def _just_before(day: date, reports: Mapping[date, DayReport | None]) -> Iterable[_Counted]:
    while (report := reports.get(day := day - _ONE_DAY)) is not None:
        yield _Counted(report.since, report.until, report.desks)
