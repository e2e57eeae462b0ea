"""Reads a typed amount of money."""

from __future__ import annotations

import re
from decimal import Decimal

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{0,2})?", re.ASCII)
_BETWEEN = str.maketrans("", "", ", \u00a0\u202f'")


def typed_amount(text: str) -> Decimal | None:
    """The typed amount, with any grouping and at most two decimals; None when it is none or negative."""
    plain = text.strip().translate(_BETWEEN)
    return Decimal(plain) if _AMOUNT.fullmatch(plain) else None
