"""What a party of the board says of itself, without a counter."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from app.desk.bookings.booking_values import with_others
from app.desk.service.status_parsing import StatusReading, StatusTraveller
from app.desk.travelling.board import BoardSale, changed_at, departures
from tests.support.desk.voucher_samples import BRANDING, SALE


@pytest.mark.parametrize(
    ("later", "said"), [(-1, ""), (0, ""), (1, "Service says Cancelled. Open the booking.")]
)
def test_only_what_was_read_after_the_last_change_differs(later: int, said: str) -> None:
    read_at = changed_at(SALE) + timedelta(seconds=later)
    reading = StatusReading(read_at, SALE.booking_ref, "BOAT", "Cancelled", "", "")
    (departure,) = departures([BoardSale(SALE, (), reading, None)], BRANDING)
    assert [each.differs for each in departure.parties] == [said]


@pytest.mark.parametrize(
    ("released", "refunded", "credited", "gone", "is_told"),
    [
        (0, None, None, 0, True),
        (1, Decimal(100), None, 1, False),
        (1, Decimal(100), Decimal(100), 0, False),
        (1, Decimal(100), Decimal(150), 0, True),
        (1, Decimal(100), None, 2, True),
        # What this counter's own brought is not known, so more is no sign of another one.
        (1, None, Decimal(150), 1, False),
    ],
)
def test_more_is_cancelled_than_was_cancelled_here(
    released: int, refunded: Decimal | None, credited: Decimal | None, gone: int, *, is_told: bool
) -> None:
    travellers = tuple(
        StatusTraveller("", "", "", "", "Cancelled" if place < gone else "Confirmed")
        for place in range(SALE.qty)
    )
    sale = replace(SALE, released=released, refunded=refunded)
    reading = StatusReading(
        changed_at(sale) + timedelta(seconds=1),
        sale.booking_ref,
        "BOAT",
        "Partially cancelled",
        "",
        "",
        travellers=travellers,
        refunded=credited,
    )
    assert with_others(replace(sale, said=reading.said), reading).is_less == is_told
    if released:
        # Of one that is not settled, or whose refund is not stated, more may have been credited.
        unsettled = replace(sale, open_cancellation="I9", said=reading.said)
        assert not with_others(unsettled, reading).is_less
        unstated = replace(sale, are_refunds_stated=False, said=reading.said)
        assert with_others(unstated, reading).is_less == (gone > released)
    (departure,) = departures([BoardSale(sale, (), reading, None)], BRANDING)
    assert bool(departure.parties[0].differs) == is_told
