"""The present wallet and its last reading."""

from __future__ import annotations

from app.desk.model.sale import Wallet
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.desk.service.service_reader import ServiceReader


class CurrentWallet:
    """Reads the wallet; each reading is checked for sales that were recorded as not made."""

    def __init__(self, reader: ServiceReader, unknown_outcomes: UnknownOutcomes) -> None:
        self._reader = reader
        self._unknown_outcomes = unknown_outcomes

    @property
    def last(self) -> Wallet | None:
        """The last reading of the wallet; None before the first."""
        return self._reader.wallet_reading

    async def read(self) -> Wallet:
        """The wallet as it is now (interface part 4.5), also kept as the last reading. Raises DeskError."""
        found = await self._reader.wallet()
        await self._unknown_outcomes.notice(found)
        return found
