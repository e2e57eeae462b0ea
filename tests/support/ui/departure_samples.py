"""Departures as the counter holds them, for tests of what is shown of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from decimal import Decimal

from app.desk.model.commission import Commission
from tests.support.desk.boat_samples import DEPARTURE, RATES

ADULT = replace(
    RATES[0],
    boat_fare=Decimal("2350.00"),
    permit_fare=Decimal("75.00"),
    commission=Commission(Decimal("150.00"), "FLAT"),
)
CHILD = replace(ADULT, ticket_type="Child", age_range="5-11", fare=RATES[1].fare, net=RATES[1].net)
HERON = replace(DEPARTURE, schedule_id=9302, inventory_mode="LIVE", rates=(ADULT, CHILD))
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
