"""Readings and movements of a wallet, for tests of what they tell."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from decimal import Decimal

from app.desk.wallet.wallet_movements import BalanceReading, OwnMovement

DAY = date(2026, 11, 21)
LIMIT = Decimal(50_000)


def at(clock: str, days_ago: int = 0) -> datetime:
    """A time on the day, or so many days before it, by this computer."""
    return datetime.combine(DAY - timedelta(days_ago), time.fromisoformat(clock)).astimezone()


def read(moment: datetime, cash: str | Decimal, used: str | Decimal = "0") -> BalanceReading:
    """A reading."""
    used = Decimal(used)
    return BalanceReading(moment, Decimal(cash), LIMIT, used, LIMIT - used, "INR", "01234567")


def moved(moment: datetime, amount: str | None, *, refund: bool = False, qty: int = 2) -> OwnMovement:
    """A booking, or a refund."""
    value = None if amount is None else Decimal(amount)
    from_credit = None if refund else Decimal(0)
    return OwnMovement(
        moment,
        refund,
        "AC7H2W91X",
        "Discover scuba dive",
        qty,
        is_boat=False,
        amount=value,
        from_credit=from_credit,
    )
