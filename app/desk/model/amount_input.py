"""Reads a typed amount of money."""

from __future__ import annotations

import re
from decimal import Decimal

from app.core.language import Message, mark
from app.desk.model.typed_text import plain_figures

_AMOUNT = re.compile(
    r"(?:[0-9]+|[1-9][0-9]{0,2}(?:(?P<by>[,' ])[0-9]{3}(?:(?P=by)[0-9]{3})*)"
    r"|[1-9][0-9]?(?:(?P<lakh>[,' ])[0-9]{2}(?:(?P=lakh)[0-9]{2})*)?(?(lakh)(?P=lakh)|[,' ])[0-9]{3})"
    r"(?:,|\.[0-9]{0,2})?",
    re.ASCII,
)
"""Digits without groups, in groups of three, or those of India; a comma at the end waits for more."""
_MOST_DIGITS = 12
_DRESS = re.compile(r"(?:\u20b9|rs\.?|inr)?\s*(.*?)\s*(?:/[-=])?\s*(?:\u20b9|rs\.?|inr)?", re.IGNORECASE)
_GROUPED = re.compile(r"[0-9][0-9,.' ]*", re.ASCII)
ODD_GROUPS = mark("No country groups digits so. Type a dot before the paise, such as 12.50.")


def typed_amount(text: str) -> Decimal | None:
    """The typed amount, in the groups of some country and with at most two decimals; None when it is none."""
    plain = _bare(text)
    digits = re.sub("[,' ]", "", plain)
    is_short = len(digits.partition(".")[0]) <= _MOST_DIGITS
    return Decimal(digits) if is_short and _AMOUNT.fullmatch(plain) else None


def amount_problem(text: str, otherwise: Message) -> Message:
    """What is wrong with a text that is no amount: its groups of digits, else `otherwise`."""
    plain = _bare(text)
    return ODD_GROUPS if "," in plain and _GROUPED.fullmatch(plain) else otherwise


def _bare(text: str) -> str:
    found = _DRESS.fullmatch(plain_figures(text).strip().replace("\u2019", "'"))
    return found[1] if found else ""
