"""Reconciles the wallet's readings with the rows of a day: exact changes that were not made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from app.desk.day_close.values import ZERO, DayFinding, DayReading, DayRow, Interval, Reconciliation, RowKind
from app.desk.model.one_clock import BLUR, OneClock

_ROUND = 100
"""A top-up is a multiple of this, in the wallet's currency."""
_FEWEST = 2
"""The least number of readings for an interval."""


class DayOrder:
    """The order of readings and rows: by the journal's clock, and by the service's time where it was set."""

    def __init__(
        self, readings: Sequence[DayReading], rows: Iterable[DayRow], *, doubled: bool = False
    ) -> None:
        """`doubled`: a clock went through some of the time twice, as the order of what was stored shows."""
        instants = [at for each in readings for at in (each.at, each.told_at or each.at)]
        self.rows = tuple(each for each in rows if instants and _is_near(each, min(instants), max(instants)))
        self._clock = OneClock(each.ahead for each in (*readings, *self.rows))
        self.readings = tuple(sorted(readings, key=self.read))
        self.is_known = self._clock.is_complete or (self._clock.is_one and not doubled)

    def read(self, reading: DayReading) -> datetime:
        """When a reading was made."""
        return self._clock.at(reading.at, reading.ahead)

    def sent(self, row: DayRow) -> datetime:
        """From when on a row may have moved the wallet."""
        return self._clock.at(row.sent_at, row.ahead)

    def rested(self, row: DayRow) -> datetime:
        """Until when it may have."""
        return self._clock.at(row.rested_at, row.ahead)

    def known(self, row: DayRow) -> datetime:
        """When its end became known."""
        return self._clock.at(row.at, row.ahead)

    def is_blurred(self, reading: DayReading) -> bool:
        """Whether a row of another setting of the clock was carried out at about the time of a reading."""
        if self._clock.is_one:
            return False
        at, ahead = self.read(reading), self._clock.ahead(reading.ahead)
        return any(
            self.sent(each) - BLUR <= at <= self.rested(each) + BLUR
            for each in self.rows
            if self._clock.ahead(each.ahead) != ahead
        )


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


def _is_near(row: DayRow, begins: datetime, ends: datetime) -> bool:
    """Whether a row may have moved the wallet in a time, by the clock here or by the service's."""
    aheads = (timedelta(), row.ahead or timedelta())
    return any(row.sent_at + each <= ends and begins <= row.rested_at + each for each in aheads)


def reconciled(order: DayOrder) -> Reconciliation | None:
    """The reconciliation from the first reading to the last.

    None with fewer than two readings, or when their order is not known. Readings and rows are of one wallet.
    A reading during an own money call is no boundary of an interval, since the service may have moved the
    money before or after. Rows of other desks that are not given count as not made here.
    """
    owns = sorted(map(_own, order.rows), key=lambda each: order.sent(each.row))
    steady = _boundaries(order, owns)
    if len(steady) < _FEWEST or not order.is_known:
        return None
    sums, found = _Sums(), list[Interval]()
    for before, after in pairwise(steady):
        begins, ends = order.read(before), order.read(after)
        inside = [each for each in owns if begins <= order.sent(each.row) < ends]
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


def uncompared(order: DayOrder, wallet: Reconciliation | None, rows: Iterable[DayRow]) -> tuple[DayRow, ...]:
    """The rows that the comparison does not reach: they are newer than its last reading."""
    if wallet is not None:
        return tuple(each for each in rows if order.sent(each) >= order.read(wallet.last))
    last = order.read(order.readings[-1]) if order.readings else None
    return tuple(each for each in rows if last is None or order.known(each) > last)


def net_of(rows: Iterable[DayRow]) -> Decimal | None:
    """What rows have moved, cash less used credit; None when one of them does not state it."""
    nets = [_own(each).net for each in rows]
    known = [each for each in nets if each is not None]
    return sum(known, ZERO) if len(known) == len(nets) else None


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


def _boundaries(order: DayOrder, owns: Sequence[_Own]) -> list[DayReading]:
    """The readings during which no own money call was running; the calls are sorted by time.

    A reading of the same instant may be from before or after.
    """
    steady, place, rests_at = list[DayReading](), 0, None
    for each in order.readings:
        at = order.read(each)
        while place < len(owns) and order.sent(owns[place].row) <= at:
            rested = order.rested(owns[place].row)
            rests_at = rested if rests_at is None else max(rests_at, rested)
            place += 1
        if (rests_at is None or rests_at < at) and not order.is_blurred(each):
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
