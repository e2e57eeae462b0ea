"""Forecasts the day on which the money is likely to run out, from the pace of past days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from statistics import median

from app.core.frozen import frozen
from app.core.language import tr
from app.desk.model import formats
from app.desk.wallet.wallet_movements import BalanceReading, OwnMovement

MOST_DAYS = 14
FEWEST_DAYS = 3
"""The least number of whole days for a forecast."""
FARTHEST_DAYS = 60
"""The farthest forecast in days: two weeks of data do not reach farther."""
_NOTHING = Decimal(0)


@frozen
class Pace:
    """The usual spending of a day: debits less refunds, without payments into the wallet."""

    days: int
    """The number of whole days that it is based on, without today."""
    a_day: Decimal
    """Above zero."""


@frozen
class Forecast:
    """The day on which cash and credit together no longer cover a usual day."""

    pace: Pace
    day: date


def pace(readings: Sequence[BalanceReading], movements: Sequence[OwnMovement], today: date) -> Pace | None:
    """The median of up to 14 days before today, days without a sale included; None when unknown.

    A rise of the wallet that this counter's refunds do not explain is a payment into it; a fall that its
    debits do not explain is a sale elsewhere.
    """
    known = sorted(readings, key=lambda each: each.at)
    first = max((known[0].at.date() if known else today) + timedelta(days=1), today - timedelta(MOST_DAYS))
    count = (today - first).days
    if count < FEWEST_DAYS:
        return None
    out = _out_by_day(known, sorted(movements, key=lambda each: each.at))
    a_day = median(out.get(first + timedelta(place), _NOTHING) for place in range(count))
    return Pace(count, a_day) if a_day > 0 else None


def forecast(
    readings: Sequence[BalanceReading], movements: Sequence[OwnMovement], today: date
) -> Forecast | None:
    """When the last read money runs out at that pace; None when unknown or far off."""
    found = pace(readings, movements, today)
    if found is None:
        return None
    newest = max(readings, key=lambda each: each.at)
    left = max(newest.reach, _NOTHING) // found.a_day
    return Forecast(found, today + timedelta(int(left))) if left <= FARTHEST_DAYS else None


def forecast_words(found: Forecast) -> str:
    """The sentence for a forecast, no more certain than its data."""
    return tr(
        "At the pace of the last {days} days, lasts until about {day}",
        days=found.pace.days,
        day=formats.day_medium(found.day),
    )


def reach_words(amount: Decimal, found: Pace) -> str:
    """How long an amount lasts at a pace, in words."""
    days = amount / found.a_day
    if days < Decimal("0.25"):
        return tr("Less than half a day at the pace of the last {days} days", days=found.days)
    if days < Decimal("0.75"):
        return tr("About half a day at the pace of the last {days} days", days=found.days)
    if days < Decimal("1.5"):
        return tr("About a day at the pace of the last {days} days", days=found.days)
    about = min(int(days + Decimal("0.5")), FARTHEST_DAYS)
    return tr("About {count} days at the pace of the last {days} days", count=about, days=found.days)


def _out_by_day(readings: Sequence[BalanceReading], movements: Sequence[OwnMovement]) -> dict[date, Decimal]:
    """The spending of each day, net of refunds."""
    out: defaultdict[date, Decimal] = defaultdict(Decimal)
    for each in movements:
        out[each.at.date()] -= each.signed or _NOTHING
    for before, after in pairwise(readings):
        own = _between(movements, before.at, after.at)
        elsewhere = before.worth - after.worth + own
        out[after.at.date()] += max(elsewhere, _NOTHING)
    return out


def _between(movements: Sequence[OwnMovement], since: datetime, until: datetime) -> Decimal:
    return sum((each.signed or _NOTHING for each in movements if since < each.at <= until), _NOTHING)
