"""Receipts of payments, as customers get them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from app.desk.till.payment_values import Due, DueSale, Line, Payment, PayWay, TillReceipt
from app.desk.till.receipt_text import CustomerReceipt
from tests.support.desk.voucher_samples import BRANDING

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
BOAT = DueSale(
    "R1",
    "BT9D3M66P",
    "Port Blair to Swaraj Dweep",
    date(2026, 11, 22),
    6_468_00,
    when="07:15 \u2013 09:45",
    qty=4,
    gst=308_00,
    gst_rate="5 %",
)
DIVE = DueSale(
    "R2",
    "AC7H2W91X",
    "Discover scuba dive",
    date(2026, 11, 23),
    7_980_50,
    when="11:00 \u2013 13:00",
    qty=2,
    gst=380_00,
    gst_rate="5 %",
)
DUE = Due((BOAT, DIVE), "Arjun Nair", "9434012377", "INR", NOON)
LINES = (
    Line(PayWay.UPI, 10_000_00, reference="426912344417", seen_by="Asha Rao"),
    Line(PayWay.CASH, 4_449_00, 5_000_00, rounding=50),
)
RECEIPT = CustomerReceipt(
    TillReceipt("A/2627/000418", NOON, "Asha Rao", Payment(DUE, 100, LINES)), BRANDING, is_practice=False
)
"""Two bookings, paid by UPI and in cash that was rounded and gave change."""
