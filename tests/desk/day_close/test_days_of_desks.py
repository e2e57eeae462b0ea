"""Days of several busy desks, whose wallet somebody else moves or nobody: what the day close says of it.

The service keeps the true balance. Each desk has a clock that is wrong, and calls and readings that take a
while; everything goes through the rows of the office's database.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import accumulate
from random import Random

import pytest

from app.desk.day_close import reconciliation
from app.desk.day_close.other_desks_rows import other_rows
from app.desk.day_close.reconciliation import DayOrder, reconciled
from app.desk.day_close.values import DayReading, DayRow, Interval, Reconciliation
from app.store.register.values import KeptBetween, KeptCancellation, KeptMoneyTime, KeptSale

# Random days by the hundred, which go the same few ways: measured, they take three times as long.
pytestmark = [
    pytest.mark.no_cover,
    pytest.mark.prove("random days of many desks; each rule has a table"),
]

OPENS = datetime(2026, 11, 22, 3, 30, tzinfo=UTC)
DAYS = 1000
ZERO, CASH = Decimal(0), Decimal(500_000)
_HOURS = timedelta(hours=8)
_MOST_OFF = 5400.0
"""Seconds by which a desk's clock is wrong at most."""


@dataclass(frozen=True)
class Change:
    """What moved the wallet, and when in truth."""

    at: datetime
    cash: Decimal
    is_foreign: bool = False


@dataclass
class Desk:
    """A desk with a clock that is wrong by so much."""

    name: str
    off: timedelta
    late: timedelta
    """By how much the service's time arrives late here, beside what differs from answer to answer."""
    sales: list[KeptSale] = field(default_factory=list[KeptSale])
    gone: list[KeptCancellation] = field(default_factory=list[KeptCancellation])
    times: list[KeptMoneyTime] = field(default_factory=list[KeptMoneyTime])
    reads: list[tuple[datetime, datetime, datetime]] = field(
        default_factory=list[tuple[datetime, datetime, datetime]]
    )
    """When each reading was asked for, looked up by the service and answered, in truth."""


class Day:
    """One random day; the numbers come from a seed."""

    tells_how_long = True

    def __init__(self, seed: int, *, is_moved: bool) -> None:
        self.random = random = Random(seed)
        self.changes: list[Change] = []
        count = random.randint(2, 6)
        is_right = random.random() < 0.5
        most = 2.0 if is_right else _MOST_OFF
        self.desks = [
            Desk(f"{each}", self._seconds(-most, most), self._seconds(0, 3)) for each in range(count)
        ]
        for desk in self.desks:
            self._work(desk, random.choice([10, 30, 60]))
        self.moved = ZERO
        self.moved_at = OPENS
        if is_moved:
            self.moved = Decimal(random.choice([-500_000, -45_000, -1, 100, 250_000, 990_037])) / 100
            self.moved_at = OPENS + random.random() * _HOURS
            self.changes.append(Change(self.moved_at, self.moved, is_foreign=True))
        self.changes.sort(key=lambda each: each.at)

    def seen_by(self, name: str) -> Reconciliation | None:
        """What a desk says of the day, from the office's database."""
        return reconciled(DayOrder([*self._readings()], self._rows(name)))

    def is_within(self, interval: Interval) -> bool:
        """Whether the interval holds the true moment, by some desk's clock and the few seconds of doubt."""
        doubt = timedelta(seconds=10)
        return any(
            interval.since - off - doubt <= self.moved_at <= interval.until - other + doubt
            for off in (each.off for each in self.desks)
            for other in (each.off for each in self.desks)
        )

    def _seconds(self, least: float, most: float) -> timedelta:
        return timedelta(seconds=self.random.uniform(least, most))

    def _work(self, desk: Desk, orders: int) -> None:
        """Sell and cancel at any time, one call after the other, and read the wallet after most of them."""
        random, now = self.random, OPENS + timedelta(minutes=1)
        desk.reads.append(self._read(OPENS - timedelta(minutes=5) + self._seconds(0, 60)))
        for number in range(orders):
            now += random.expovariate(1) * (_HOURS - timedelta(minutes=30)) / orders
            lasts = self._seconds(0.3, random.choice([3.0, 3.0, 40.0]))
            at, ends = now + random.random() * lasts, now + lasts
            self._order(desk, number, now, at, ends)
            now = ends
            if random.random() < 0.8:
                asked = now + self._seconds(0, 0.5)
                desk.reads.append(self._read(asked))
            if random.random() < 0.3:
                # The page of the wallet was opened, while others work.
                desk.reads.append(self._read(now + self._seconds(0, 300)))
        desk.reads.append(
            self._read(max(now, OPENS + _HOURS) + timedelta(minutes=10) + self._seconds(0, 600))
        )

    def _read(self, asked: datetime) -> tuple[datetime, datetime, datetime]:
        took = self._seconds(0.1, self.random.choice([0.5, 0.5, 8.0]))
        return asked, asked + self.random.random() * took, asked + took

    def _order(self, desk: Desk, number: int, sent: datetime, at: datetime, ends: datetime) -> None:
        amount = Decimal(self.random.randint(1, 500_000)) / 100
        request = f"{desk.name}-{number}"
        told = sent - desk.late - self._seconds(0, 1)
        here = [each + desk.off for each in (sent, ends)]
        desk.times.append(KeptMoneyTime(request, desk.name, here[0], here[1], here[1], told))
        if self.random.random() < 0.2:
            gone = KeptCancellation(request, "", here[0], 1, amount, ZERO, "RF", "CANCELLED", desk.name)
            desk.gone.append(gone)
            self.changes.append(Change(at, amount))
            return
        desk.sales.append(
            replace(
                _SALE, request_id=request, sold_at=here[0], desk=desk.name, debited=amount, from_cash=amount
            )
        )
        self.changes.append(Change(at, -amount))

    def _readings(self) -> Iterator[DayReading]:
        moments = [each.at for each in self.changes]
        balances = [CASH, *accumulate((each.cash for each in self.changes), initial=CASH)][1:]
        for desk in self.desks:
            for asked, looked, answered in desk.reads:
                cash = balances[bisect_right(moments, looked)]
                took = answered - asked if self.tells_how_long else timedelta()
                told = answered - desk.late - self._seconds(0, 1)
                yield DayReading(answered + desk.off, cash, ZERO, told, took, desk.name)

    def _rows(self, name: str) -> list[DayRow]:
        """The rows of other desks, and this one's, which has the same times from its journal."""
        every = KeptBetween(
            tuple(each for desk in self.desks for each in desk.sales),
            tuple(each for desk in self.desks for each in desk.gone),
            (),
            times={each.request_id: each for desk in self.desks for each in desk.times},
        )
        own = replace_desks(every, name)
        return [*other_rows(every, name), *other_rows(own, "another")]


def replace_desks(found: KeptBetween, name: str) -> KeptBetween:
    """What one desk did alone."""
    return found._replace(
        sales=tuple(each for each in found.sales if each.desk == name),
        cancellations=tuple(each for each in found.cancellations if each.desk == name),
    )


_SALE = KeptSale(
    request_id="",
    module="ACTIVITY",
    product_id="7",
    title="Sea walk",
    day=date(2026, 11, 23),
    window="08:00",
    qty=1,
    booking_ref="AC1",
    customer_name="",
    customer_phone="",
    customer_email="",
    sold_at=OPENS,
    from_credit=ZERO,
    currency="INR",
)


def wrong_days(days: range, *, is_moved: bool) -> list[int]:
    """The seeds of days of which something is said that is not so, or not said that is."""
    wrong: list[int] = []
    for seed in days:
        day = Day(seed, is_moved=is_moved)
        seen = day.seen_by("0")
        found = () if seen is None else seen.intervals
        is_right = sum((each.net or ZERO for each in found), ZERO) == day.moved and (
            all(map(day.is_within, found)) if is_moved else not found
        )
        if seen is None or not is_right:
            wrong.append(seed)
    return wrong


def test_money_that_somebody_moves_between_busy_desks_is_found_with_its_time() -> None:
    assert wrong_days(range(DAYS), is_moved=True) == []


def test_no_day_of_busy_desks_has_a_movement_that_nobody_made() -> None:
    assert wrong_days(range(DAYS), is_moved=False) == []


def test_the_search_finds_a_rule_that_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    few = range(60)
    with monkeypatch.context() as planted:
        # The clocks of two desks are taken for one to the microsecond.
        planted.setattr(reconciliation, "BLUR", timedelta())
        assert wrong_days(few, is_moved=False)
    with monkeypatch.context() as planted:
        # A reading is taken for one of the instant of its answer.
        planted.setattr(Day, "tells_how_long", False)
        assert wrong_days(few, is_moved=False)
