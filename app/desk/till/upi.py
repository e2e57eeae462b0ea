"""What the QR code of a payment by UPI says."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

from app.desk.model.office_rules import TillRules
from app.desk.till.payment_values import in_rupees

TEST_AMOUNT = 100
"""In paise: what a test of the address asks for."""
_LONGEST_REFERENCE = 35
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def upi_link(rules: TillRules, paise: int, reference: str, note: str) -> str:
    """The link that a customer's app opens: exactly this amount, to the agency's own address."""
    merchant = f"&mc={rules.upi_merchant_code}" if rules.upi_merchant_code else ""
    return (
        f"upi://pay?pa={quote(rules.upi_address, safe='@')}&pn={quote(rules.upi_name, safe='')}"
        f"&am={in_rupees(paise)}&cu=INR&tr={reference}&tn={quote(note, safe='')}{merchant}"
    )


def attempt_reference(series: str, at: datetime, booking_ref: str) -> str:
    """The reference of one attempt: the desk's letters, its millisecond, and the PNR.

    Letters and digits alone, at most 35.
    """
    seconds, count = "", int(at.timestamp() * 1000)
    while count:
        count, digit = divmod(count, len(_DIGITS))
        seconds = _DIGITS[digit] + seconds
    plain = "".join(each for each in booking_ref if each.isascii() and each.isalnum())
    return f"{series}{seconds}{plain}"[:_LONGEST_REFERENCE]
