"""Reconciles the wallet's readings with the rows of a day: exact changes that were not made here."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from app.core.frozen import frozen
from app.desk.day_close.values import (
    FEWEST,
    ZERO,
    DayFinding,
    DayReading,
    DayRow,
    Interval,
    Reconciliation,
    RowKind,
)
from app.desk.model.one_clock import BLUR, OneClock

_ROUND = 100
"""A top-up is a multiple of this, in the wallet's currency."""
_TWO = 2
Setting = tuple[str, timedelta]
"""A desk, and the service's clock minus the one of that desk."""


class DayOrder:
    """The order of readings and rows on one line of time.

    It is that of the clock of a desk among what one desk did, as long as it was not set, and else that of the
    service's time, which is known to a few seconds.
    """

    def __init__(
        self, readings: Sequence[DayReading], rows: Iterable[DayRow], *, doubled: bool = False
    ) -> None:
        """`doubled`: a clock went through some of the time twice, as the order of what was stored shows."""
        instants = [at for each in readings for at in (each.at, each.told_at or each.at)]
        self.rows = tuple(each for each in rows if instants and _is_near(each, min(instants), max(instants)))
        aheads: defaultdict[str, list[timedelta | None]] = defaultdict(list)
        for each in (*readings, *self.rows):
            aheads[each.desk].append(each.ahead)
        self._clocks = {desk: OneClock(own) for desk, own in aheads.items()}
        self.readings = tuple(sorted(readings, key=self.read))
        clocks = self._clocks.values()
        self.is_known = all(each.is_complete for each in clocks) or (
            all(each.is_one for each in clocks) and not doubled
        )

    def read(self, reading: DayReading) -> datetime:
        """When a reading was made."""
        return self._clock(reading).at(reading.at, reading.ahead)

    def sent(self, row: DayRow) -> datetime:
        """From when on a row may have moved the wallet."""
        return self._clock(row).at(row.sent_at, row.ahead)

    def rested(self, row: DayRow) -> datetime:
        """Until when it may have."""
        return self._clock(row).at(row.rested_at, row.ahead)

    def known(self, row: DayRow) -> datetime:
        """When its end became known."""
        return self._clock(row).at(row.at, row.ahead)

    def _clock(self, each: DayReading | DayRow) -> OneClock:
        """The clock of a desk; nothing is known of one whose rows are all far from the readings."""
        return self._clocks.get(each.desk) or OneClock(())

    def setting(self, each: DayReading | DayRow) -> Setting:
        """Whose clock counted for it, and how that was set: only among the same is the order exact."""
        return each.desk, self._clock(each).ahead(each.ahead)


@frozen
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

    None with fewer than two readings that no money call overlaps, or when their order is not known.
    Readings and rows are of one wallet.
    A reading during a money call of any desk is no boundary of an interval, since the service may have moved
    the money before or after. Rows of other desks that are not given count as not made here.
    """
    owns = sorted(map(_own, order.rows), key=lambda each: order.sent(each.row))
    steady = _boundaries(order, owns)
    if len(steady) < FEWEST or not order.is_known:
        return None
    sums, found = _Sums(), list[Interval]()
    sent = [order.sent(each.row) for each in owns]
    for before, after in pairwise(steady):
        begins, ends = order.read(before), order.read(after)
        inside = owns[bisect_left(sent, begins) : bisect_left(sent, ends)]
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
    """The readings during which no money call was running, as far as the clocks can tell.

    A reading of the same instant may be from before or after. The calls are sorted by time.
    """
    running, steady = _Running(order, owns), list[DayReading]()
    for each in order.readings:
        if not running.at(each):
            steady.append(each)
    unclear = {
        place
        for place, (before, after) in enumerate(pairwise(steady))
        if order.setting(before) != order.setting(after)
        and order.read(after) - order.read(before) <= BLUR
        and (before.cash, before.credit_used) != (after.cash, after.credit_used)
    }
    # Which of two such readings was the first is not known.
    return [each for place, each in enumerate(steady) if not {place - 1, place} & unclear]


class _Running:
    """Tells, for one reading after the other, whether a money call was running."""

    def __init__(self, order: DayOrder, owns: Sequence[_Own]) -> None:
        self._order = order
        self._rows = [each.row for each in owns]
        self._exact = self._blurred = 0
        self._rests: dict[Setting, datetime] = {}
        self._far: dict[Setting, datetime] = {}
        """The two clocks, of those whose calls began so far, whose calls end last."""

    def at(self, reading: DayReading) -> bool:
        """Whether one was running. Readings are asked about in their order."""
        order, at, own = self._order, self._order.read(reading), self._order.setting(reading)
        while self._exact < len(self._rows) and order.sent(self._rows[self._exact]) <= at:
            self._note(self._rests, self._rows[self._exact])
            self._exact += 1
        while self._blurred < len(self._rows) and order.sent(self._rows[self._blurred]) - BLUR <= at:
            self._note(self._far, self._rows[self._blurred])
            if len(self._far) > _TWO:
                del self._far[min(self._far, key=lambda each: self._far[each])]
            self._blurred += 1
        begun = at - reading.took
        others = (rests + BLUR for setting, rests in self._far.items() if setting != own)
        is_own = own in self._rests and self._rests[own] >= begun
        return is_own or any(rests >= begun for rests in others)

    def _note(self, rests: dict[Setting, datetime], row: DayRow) -> None:
        setting, rested = self._order.setting(row), self._order.rested(row)
        rests[setting] = max(rested, rests.get(setting, rested))


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
