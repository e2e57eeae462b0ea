"""Reconciles the wallet's readings with the rows of a day: exact changes that were not made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import pairwise

from app.desk.day_close.values import ZERO, DayFinding, DayReading, DayRow, Interval, Reconciliation, RowKind

_ROUND = 100
"""A top-up is a multiple of this, in the wallet's currency."""
_FEWEST = 2
"""The least number of readings for an interval."""


@dataclass(frozen=True, slots=True)
class _Own:
    """The effect of one row on the wallet."""

    row: DayRow
    net: Decimal | None
    """On cash less used credit; None when unknown."""
    cash: Decimal | None
    """On cash; None when its split is not stated."""

    @property
    def most(self) -> Decimal:
        """The highest possible change of cash."""
        return max(self.net or ZERO, ZERO) if self.cash is None else self.cash

    @property
    def least(self) -> Decimal:
        """The lowest possible change of cash."""
        return min(self.net or ZERO, ZERO) if self.cash is None else self.cash


@dataclass(slots=True)
class _Sums:
    """The sums of changes of cash, by cause."""

    sales: Decimal = ZERO
    refunds: Decimal = ZERO
    changes: Decimal = ZERO
    together: Decimal = ZERO
    difference: Decimal = ZERO

    def add(self, interval: Interval, moved: Decimal, inside: Sequence[_Own]) -> None:
        """Divide the whole change of cash in an interval among the causes."""
        sales = sum((each.cash or ZERO for each in inside if _is_sale(each)), ZERO)
        refunds = sum((each.cash or ZERO for each in inside if not _is_sale(each)), ZERO)
        rest, unsplit = moved - sales - refunds, [each for each in inside if each.cash is None]
        self.sales += sales
        self.refunds += refunds
        if interval.finding is DayFinding.UNTOLD:
            self.difference += rest
        elif interval.cash is not None:
            self.changes += rest
        elif interval.finding is DayFinding.AGREES and not any(map(_is_sale, unsplit)):
            self.refunds += rest
        elif interval.finding is DayFinding.AGREES and all(map(_is_sale, unsplit)):
            self.sales += rest
        else:
            self.together += rest


def reconciled(readings: Iterable[DayReading], rows: Iterable[DayRow]) -> Reconciliation | None:
    """The reconciliation from the first reading to the last; None with fewer than two readings.

    Readings and rows are of one wallet. A reading during an own money call is no boundary of an interval,
    since the service may have moved the money before or after. Rows of other desks that are not given count
    as not made here.
    """
    owns = sorted(map(_own, rows), key=lambda each: each.row.sent_at)
    readings = sorted(readings, key=lambda each: each.at)
    steady = _boundaries(readings, owns)
    if len(steady) < _FEWEST:
        return None
    sums, found = _Sums(), list[Interval]()
    for before, after in pairwise(steady):
        inside = [each for each in owns if before.at <= each.row.sent_at < after.at]
        interval = _interval(before, after, inside)
        sums.add(interval, after.cash - before.cash, inside)
        if interval.finding is not DayFinding.AGREES:
            found.append(interval)
    return Reconciliation(
        steady[0],
        steady[-1],
        sums.sales,
        sums.refunds,
        sums.changes,
        sums.together,
        sums.difference,
        tuple(found),
    )


def _own(row: DayRow) -> _Own:
    if row.is_open:
        return _Own(row, None, None)
    if row.kind is RowKind.CANCELLATION:
        return _Own(row, row.refund, ZERO if row.refund == 0 else None)
    cash, credit, debited = row.from_cash, row.from_credit, row.debited
    if cash is None or credit is None:
        return _Own(row, None if debited is None else -debited, ZERO if debited == 0 else None)
    if debited is not None and debited != cash + credit:
        # The service contradicts itself: neither number is used.
        return _Own(row, None, None)
    return _Own(row, -cash - credit, -cash)


def _boundaries(readings: Sequence[DayReading], owns: Sequence[_Own]) -> list[DayReading]:
    """The readings during which no own money call was running; both arguments are sorted by time.

    A reading of the same instant may be from before or after.
    """
    steady, place, rests_at = list[DayReading](), 0, None
    for each in readings:
        while place < len(owns) and owns[place].row.sent_at <= each.at:
            rested: datetime = owns[place].row.rested_at
            rests_at = rested if rests_at is None else max(rests_at, rested)
            place += 1
        if rests_at is None or rests_at < each.at:
            steady.append(each)
    return steady


def _interval(before: DayReading, after: DayReading, inside: Sequence[_Own]) -> Interval:
    cash, used = after.cash - before.cash, after.credit_used - before.credit_used
    nets = [each.net for each in inside if each.net is not None]
    if len(nets) < len(inside):
        return Interval(before.at, after.at, DayFinding.UNTOLD)
    net = cash - used - sum(nets, ZERO)
    least, most = sum((each.least for each in inside), ZERO), sum((each.most for each in inside), ZERO)
    if net == 0 and least <= cash <= most:
        return Interval(before.at, after.at, DayFinding.AGREES)
    if any(each.cash is None for each in inside):
        return Interval(before.at, after.at, DayFinding.CHANGED, net)
    more = cash - most
    return Interval(before.at, after.at, DayFinding.CHANGED, net, more, more - net, _top_up(net, more))


def _top_up(net: Decimal, cash: Decimal) -> Decimal | None:
    """The top-up, if a round sum only raises cash and pays off credit; else None."""
    is_paid_in = net > 0 and 0 <= cash <= net and net % _ROUND == 0
    return net if is_paid_in else None


def _is_sale(own: _Own) -> bool:
    return own.row.kind is RowKind.SALE
