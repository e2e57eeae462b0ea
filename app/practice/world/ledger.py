"""The double-entry ledger of the test wallet: every entry balances, and the balances are its sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

OPENING_CASH = 10_000_000
OPENING_CREDIT_LIMIT = 5_000_000
_FIRST_ENTRY = 900_100


class Account(StrEnum):
    """The accounts of the agent's books."""

    CASH = "WALLET_CASH"
    CREDIT = "WALLET_CREDIT"
    TRAVEL = "TRAVEL_PURCHASED"
    CHARGES = "CANCELLATION_CHARGES"
    OFFICE = "OPERATING_OFFICE"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One line of an entry in paise: a debit is positive, a credit negative."""

    account: Account
    amount: int


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry; its lines sum to zero."""

    number: int
    posted_at: datetime
    kind: str
    booking_ref: str
    request_id: str
    lines: tuple[LedgerLine, ...]

    @property
    def entry_id(self) -> str:
        """The number in the form of the service."""
        return f"PRACTICE-JE-{self.number}"


class UnbalancedEntryError(ValueError):
    """Debits and credits of an entry differ."""


class Ledger:
    """Entries and the balances that follow from them, in paise."""

    def __init__(
        self, credit_limit: int = OPENING_CREDIT_LIMIT, entries: Iterable[JournalEntry] = ()
    ) -> None:
        self.credit_limit = credit_limit
        self._entries: list[JournalEntry] = []
        self._balances: Counter[Account] = Counter()
        for entry in entries:
            self._take(entry)

    @property
    def entries(self) -> tuple[JournalEntry, ...]:
        """All entries, oldest first."""
        return tuple(self._entries)

    def latest(self, count: int) -> tuple[JournalEntry, ...]:
        """The latest entries, newest first."""
        return tuple(reversed(self._entries[-count:]))

    @property
    def cash(self) -> int:
        """Cash in the wallet."""
        return self._balances[Account.CASH]

    @property
    def credit_used(self) -> int:
        """Credit that is used and not repaid."""
        return -self._balances[Account.CREDIT]

    @property
    def credit_left(self) -> int:
        """Credit that can still be used."""
        return max(self.credit_limit - self.credit_used, 0)

    def leave_credit(self, amount: int) -> None:
        """Set the limit so that this much credit can still be drawn."""
        self.credit_limit = self.credit_used + amount

    def balance(self, account: Account) -> int:
        """The sum of an account's lines."""
        return self._balances[account]

    def post(
        self, at: datetime, kind: str, lines: Iterable[LedgerLine], *, ref: str = "", request_id: str = ""
    ) -> JournalEntry:
        """Add an entry without lines of zero. Raises UnbalancedEntryError."""
        entry = JournalEntry(
            number=_FIRST_ENTRY + len(self._entries),
            posted_at=at,
            kind=kind,
            booking_ref=ref,
            request_id=request_id,
            lines=tuple(line for line in lines if line.amount),
        )
        self._take(entry)
        return entry

    def _take(self, entry: JournalEntry) -> None:
        if sum(line.amount for line in entry.lines):
            message = f"entry {entry.number} does not balance"
            raise UnbalancedEntryError(message)
        self._entries.append(entry)
        for line in entry.lines:
            self._balances[line.account] += line.amount
