"""What the QR code of a payment by UPI says."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import quote

from app.desk.model.office_rules import TillRules
from app.desk.till.payment_values import in_rupees

TEST_AMOUNT = 100
"""In paise: what a test of the address asks for."""
_LONGEST_REFERENCE = 35
_NUMBER = 8
"""Digits of a millisecond until 2059; a sum with as many is none that the till takes."""
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def upi_link(rules: TillRules, paise: int, reference: str, note: str) -> str:
    """The link that a customer's app opens: exactly this amount, to the agency's own address."""
    merchant = f"&mc={rules.upi_merchant_code}" if rules.upi_merchant_code else ""
    return (
        f"upi://pay?pa={quote(rules.upi_address, safe='@')}&pn={quote(rules.upi_name, safe='')}"
        f"&am={in_rupees(paise)}&cu=INR&tr={reference}&tn={quote(note, safe='')}{merchant}"
    )


def sale_reference(series: str, paise: int, booking_ref: str) -> str:
    """The reference of what is to be paid for a sale, by a message and at the counter.

    The same sum has the same one each time: banks refuse to pay it twice.
    """
    return _reference(series, max(0, paise), booking_ref)


def attempt_reference(series: str, at: datetime, booking_ref: str) -> str:
    """The reference of one more attempt, by its millisecond."""
    return _reference(series, int(at.timestamp() * 1000), booking_ref)


def _reference(series: str, count: int, booking_ref: str) -> str:
    """The desk's letters, a number and the PNR: letters and digits alone, at most 35."""
    number = ""
    while count:
        count, digit = divmod(count, len(_DIGITS))
        number = _DIGITS[digit] + number
    plain = "".join(each for each in booking_ref if each.isascii() and each.isalnum())
    return f"{series}{number.zfill(_NUMBER)}{plain}"[:_LONGEST_REFERENCE]
