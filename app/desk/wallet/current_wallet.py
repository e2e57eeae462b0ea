"""The present wallet and its last reading."""

from __future__ import annotations

from app.desk.model.one_clock import BLUR
from app.desk.model.sale import Wallet
from app.desk.payment.unknown_outcome import UnknownOutcomes
from app.desk.service.service_reader import ServiceReader


class CurrentWallet:
    """Reads the wallet; each reading is checked for sales that were recorded as not made."""

    def __init__(self, reader: ServiceReader, unknown_outcomes: UnknownOutcomes) -> None:
        self._reader = reader
        self._unknown_outcomes = unknown_outcomes
        self._of_office: Wallet | None = None

    @property
    def last(self) -> Wallet | None:
        """The last reading of the wallet; None before the first."""
        return self._reader.wallet_reading

    @property
    def newest(self) -> Wallet | None:
        """The newest reading that is known, also by another desk: to be shown, and not to be sold on."""
        last, other = self.last, self._of_office
        if last is None or other is None or other.agent_id != last.agent_id:
            return last
        return max(last, other, key=lambda each: each.read.boot)

    async def learn(self, other: Wallet) -> None:
        """Take another desk's reading; the wallet is read anew when no clock can tell which one is newer.

        Raises DeskError.
        """
        last = self.last
        if last is None or abs(other.read.boot - last.read.boot) > BLUR.total_seconds():
            self._of_office = other
        elif (other.cash, other.credit_used) != (last.cash, last.credit_used):
            await self.read()

    async def read(self) -> Wallet:
        """The wallet as it is now (interface part 4.5), also kept as the last reading. Raises DeskError."""
        found = await self._reader.wallet()
        await self._unknown_outcomes.notice(found)
        return found
