"""The agent's commission as the service states it."""

from __future__ import annotations

from decimal import Decimal

from typing_extensions import override

from app.core.frozen import frozen
from app.desk.model import formats


@frozen
class Commission:
    """A value, and what it is one of, such as "FLAT"; `str` says it: "400.00 flat"."""

    value: Decimal
    kind: str = ""

    @override
    def __str__(self) -> str:
        return f"{formats.amount(self.value)} {self.kind.casefold()}".strip()
