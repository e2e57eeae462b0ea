"""What a party of the board says of itself, without a counter."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.desk.service.status_parsing import StatusReading
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
