"""Departures as the counter holds them, for tests of what is shown of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time
from decimal import Decimal

from app.desk.model.boats import Ages, Departure, Identity, Rate

TODAY = date(2026, 11, 21)
ADULT = Rate(
    ticket_type="Adult",
    age_range="12-99",
    ages=Ages(12, 99),
    nationality="INDIAN",
    fare=Decimal("2425.00"),
    net=Decimal("2275.00"),
    boat_fare=Decimal("2350.00"),
    permit_fare=Decimal("75.00"),
    commission="150.00 flat",
    currency="INR",
)
CHILD = replace(ADULT, ticket_type="Child", age_range="5-11", fare=Decimal(1215), net=Decimal(1140))
HERON = Departure(
    schedule_id=9302,
    boat_name="MV Sea Heron",
    trip_name="Swaraj Dweep day return",
    day=date(2026, 11, 22),
    departs=time(7, 15),
    returns=time(17, 30),
    close_days=1,
    seats=118,
    capacity=150,
    is_live=True,
    inventory_mode="LIVE",
    is_open=True,
    reason="",
    rates=(ADULT, CHILD),
    identity=Identity(needs_document=True, needs_number=True),
    gst_percentage=Decimal(5),
    currency="INR",
)
TERN = replace(
    HERON,
    schedule_id=9303,
    boat_name="MV Blue Tern",
    trip_name="Ross and North Bay",
    departs=time(14),
    returns=time(18),
    is_live=False,
    seats=60,
    capacity=60,
    close_days=0,
)
NIGHT = replace(HERON, schedule_id=9317, departs=time(21), returns=time(5, 30))
PAST = replace(HERON, schedule_id=9305, close_days=2, is_open=False, reason="Booking closed on Fri 20 Nov")
FULL = replace(HERON, schedule_id=9307, close_days=0, seats=0, is_open=False, reason="No seats left")
