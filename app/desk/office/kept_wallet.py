"""Readings of the wallet as the office's database keeps them."""

from __future__ import annotations

from datetime import UTC, timedelta
from math import ceil
from typing import TYPE_CHECKING

from app.desk.model.sale import Wallet

if TYPE_CHECKING:
    from app.store.office.wallet_readings import KeptReading

_MILLISECOND = timedelta(milliseconds=1)


def kept_reading(wallet: Wallet) -> KeptReading:
    """The reading to keep; in a thread, since importing the database library takes long."""
    from app.store.office.wallet_readings import KeptReading

    return KeptReading(
        agent_id=wallet.agent_id,
        read_at=wallet.read_at.astimezone(UTC),
        cash=wallet.cash,
        credit_limit=wallet.credit_limit,
        credit_used=wallet.credit_used,
        credit_left=wallet.credit_left,
        currency=wallet.currency,
        told_at=wallet.told_at,
        took_ms=ceil(wallet.took / _MILLISECOND),
    )
