"""The wallet of one key as the interface leaves it open: its balances, and a ledger of any shape."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from tests.simulation.stage import stage

AGENT = 7
_CREDIT = Decimal(50000)
_SPLIT = Decimal("0.4")
_NAMES = {
    "amount": "amount",
    "at": "created_at",
    "number": "entry",
    "ref": "reference",
    "request": "request_id",
}
_OPAQUE = {"amount": "f3", "at": "f0", "number": "f1", "ref": "f7", "request": "f9"}


@dataclass(frozen=True)
class LedgerShape:
    """What the ledger looks like; nothing of it is shown in the interface (part 2.8)."""

    newest_first: bool = True
    window: int = 10
    """So many entries are told; 0 for none."""
    stamps: str = "dated"
    """What tells one entry from another: "dated", "numbered", "both" or "nothing"."""
    tells: str = "nothing"
    """What an entry tells beside its amount: "nothing", "ref" or "request" (with the reference)."""
    is_split: bool = False
    """A sale stands in two entries: a cash part and a credit part."""
    unit: str = "plain"
    """How an amount is written: "plain", "signed", "number", "paise" or "text"."""
    is_opaque: bool = False
    """Names that say nothing, and a level more."""
    edits: bool = False
    """An entry is changed when the next one comes: "pending" becomes "posted"."""
    cash_holds_credit: bool = False
    """The cash balance includes what is left of the credit."""


def ledger_shape(chance: Random) -> LedgerShape:
    """Draw one."""
    return LedgerShape(
        newest_first=chance.random() < 0.7,
        window=chance.choice((0, 1, 2, 3, 5, 10, 10, 50, 50)),
        stamps=chance.choice(("dated", "dated", "numbered", "both", "nothing")),
        tells=chance.choice(("nothing", "ref", "ref", "request")),
        is_split=chance.random() < 0.3,
        unit=chance.choice(("plain", "plain", "signed", "number", "paise", "text")),
        is_opaque=chance.random() < 0.3,
        edits=chance.random() < 0.1,
        cash_holds_credit=chance.random() < 0.3,
    )


@dataclass
class Books:
    """Cash, credit and every entry, oldest first."""

    shape: LedgerShape
    cash: Decimal = Decimal(60000)
    credit_used: Decimal = Decimal(0)
    entries: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    def spend(self, amount: Decimal, ref: str = "", request_id: str = "") -> bool:
        """Debit a sale, from credit where cash does not cover it; False when that does not either."""
        if amount > self.cash + _CREDIT - self.credit_used:
            return False
        borrowed = max(amount - self.cash, Decimal(0))
        self.cash -= amount - borrowed
        self.credit_used += borrowed
        part = borrowed or amount * _SPLIT
        self._enter(-amount, part if self.shape.is_split else Decimal(0), ref, request_id)
        return True

    def credit(self, amount: Decimal) -> None:
        """Credit a refund; its entry names no request of a sale."""
        self.cash += amount
        self._enter(amount, Decimal(0), "", "")

    def copy(self) -> Books:
        """The same books of another agent, who does nothing with them."""
        return Books(self.shape, self.cash, self.credit_used, list(self.entries))

    def told(self, agent: int) -> dict[str, Any]:
        """The answer to `wallet_balance`."""
        left = _CREDIT - self.credit_used
        cash = self.cash + left if self.shape.cash_holds_credit else self.cash
        shown = self.entries[-self.shape.window :] if self.shape.window else []
        return {
            "status": "SUCCESS",
            "data": {
                "agent_id": agent,
                "account_status": "active",
                "financial_balances": {"live_available_balance": float(cash), "currency": "INR"},
                "credit_facility": {
                    "allocated_limit": float(_CREDIT),
                    "limit_utilized": float(self.credit_used),
                    "available_credit_runway": float(left),
                },
                "recent_ledger_journal_snapshot": shown[::-1] if self.shape.newest_first else shown,
            },
        }

    def _enter(self, amount: Decimal, part: Decimal, ref: str, request_id: str) -> None:
        if self.shape.edits and self.entries:
            self.entries[-1] = {**self.entries[-1], "state": "posted"}
        sign = 1 if amount > 0 else -1
        for each in self._parts(abs(amount), part):
            self.entries.append(self._entry(sign * each, ref, request_id))

    def _parts(self, amount: Decimal, part: Decimal) -> Iterator[Decimal]:
        if part and part != amount:
            yield amount - part
        yield part or amount

    def _entry(self, amount: Decimal, ref: str, request_id: str) -> dict[str, Any]:
        shape, name = self.shape, _OPAQUE if self.shape.is_opaque else _NAMES
        entry: dict[str, Any] = {name["amount"]: _written(amount, shape.unit)}
        if shape.unit != "signed":
            entry["kind"] = "credit" if amount > 0 else "debit"
        if shape.stamps in {"dated", "both"}:
            entry[name["at"]] = stage().now().isoformat(timespec="milliseconds")
        if shape.stamps in {"numbered", "both"}:
            entry[name["number"]] = f"JE-{len(self.entries) + 1}"
        if ref and shape.tells != "nothing":
            entry[name["ref"]] = ref
        if request_id and shape.tells == "request":
            entry[name["request"]] = request_id
        if shape.edits:
            entry["state"] = "pending"
        return {"data": [entry]} if shape.is_opaque and not shape.edits else entry


def _written(amount: Decimal, unit: str) -> object:
    match unit:
        case "signed":
            return f"{amount:.2f}"
        case "number":
            return float(abs(amount))
        case "paise":
            return int(abs(amount) * 100)
        case "text":
            return f"INR {abs(amount):.2f}"
        case _:
            return f"{abs(amount):.2f}"
