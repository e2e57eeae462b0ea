"""Rows and readings of a day, for tests of the pure functions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from app.desk.day_close.report import Period
from app.desk.day_close.values import DayReading, DayRow, RowKind

DAY = date(2026, 11, 21)
OPENS = datetime(2026, 11, 21, 3, 30, tzinfo=UTC)
"""Two minutes past nine would be 03:32 here: the minutes of these samples count from 03:30."""
SPAN = Period(DAY, "3017", OPENS, OPENS + timedelta(hours=12))


def at(minute: float) -> datetime:
    """An instant of the day."""
    return OPENS + timedelta(minutes=minute)


def reading(minute: float, cash: str, used: str = "0") -> DayReading:
    """The wallet at a minute."""
    return DayReading(at(minute), Decimal(cash), Decimal(used))


def sale(minute: float, cash: str = "100.00", credit: str = "0.00", **more: object) -> DayRow:
    """A sale that was sent, debited and answered within one minute."""
    debited = Decimal(cash) + Decimal(credit)
    row = DayRow(
        kind=RowKind.SALE,
        request_id=f"sale-{minute}",
        agent_id="3017",
        at=at(minute + 1),
        sent_at=at(minute),
        rested_at=at(minute + 1),
        is_open=False,
        module="ACTIVITY",
        title="Sea walk",
        booking_ref=f"AC{minute:g}",
        travels_on=DAY,
        window="13:00",
        qty=2,
        value=debited + 10,
        debited=debited,
        from_cash=Decimal(cash),
        from_credit=Decimal(credit),
        currency="INR",
    )
    return replace(row, **more)


def cancellation(minute: float, refund: str | None = "50.00", **more: object) -> DayRow:
    """A cancellation that was sent, credited and answered within one minute."""
    row = replace(
        sale(minute),
        kind=RowKind.CANCELLATION,
        request_id=f"cancel-{minute}",
        value=None,
        debited=None,
        from_cash=None,
        from_credit=None,
        refund=None if refund is None else Decimal(refund),
        charge=Decimal("5.00"),
        reference="RF-1",
        qty=1,
    )
    return replace(row, **more)
