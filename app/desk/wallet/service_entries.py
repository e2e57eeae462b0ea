"""The entries of the wallet as the service has them, as a person reads them (interface part 2.8).

The interface does not show the fields of an entry, so none is asked for by one exact name: it is read by what
its values look like and by the words in it. What cannot be told stays out, and the whole is kept as sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from enum import Enum, auto
from typing import TypeVar

from app.api.messages.json_decoding import is_array, is_object
from app.core.frozen import frozen
from app.desk.payment import ledger_diff

_T = TypeVar("_T")
_KIND = re.compile(r"[A-Za-z][A-Za-z _\-]{3,60}")
_NUMBER = re.compile(r"-?[0-9]{1,18}(?:\.[0-9]{1,18})?", re.ASCII)
_LINE = re.compile(r"\.[0-9]+\.")
_NOTHING = Decimal(0)
_WALLET, _SIDES = "wallet", 2
_BALANCE, _AMOUNT = "balance", "amount"
_REFERS = ("booking", "pnr")
_BACK_AND_FORTH = re.compile(r"revers|adjust|correct", re.IGNORECASE)
_FEE = re.compile(r"charge|fee|penalty", re.IGNORECASE)
_RAISES = re.compile(r"refund|cancel|top.?up|recharge|deposit|opening|^credit$", re.IGNORECASE)
_LOWERS = re.compile(r"booking|purchase|sale|^debit$", re.IGNORECASE)
_STEP = "    "


class Side(Enum):
    """What an entry did to the wallet, by the service's own word for it."""

    IN = auto()
    OUT = auto()
    UNKNOWN = auto()


@frozen
class ServiceEntry:
    """What can be read in one entry; empty or None is what it does not say, or not in one way only."""

    sent: str
    """The entry as JSON text, as received."""
    kind: str = ""
    """The service's word for it, such as BOOKING."""
    way: Side = Side.UNKNOWN
    booking_ref: str = ""
    amount: Decimal | None = None
    """What it moves, without a sign."""
    balance: Decimal | None = None
    """The balance that the entry states."""
    at: datetime | None = None


def service_entries(entries: Sequence[str]) -> tuple[ServiceEntry, ...]:
    """The entries in the order received."""
    return tuple(map(_read, entries))


def laid_out(sent: str) -> str:
    """The entry with a line for each value, numbers as they were written; as received when it is no JSON."""
    try:
        value: object = json.loads(sent, parse_float=_Number, parse_int=_Number)
    except (ValueError, RecursionError):
        return sent
    return _lines(value, "")


def _read(sent: str) -> ServiceEntry:
    leaves = ledger_diff.leaves(sent)
    if len(leaves) == 1 and not leaves[0][0]:
        return ServiceEntry(sent)
    own = [(path, text) for path, text in leaves if not _LINE.search(path)]
    kind = _kind(text for path, text in own if _KIND.fullmatch(text) and not _refers(path))
    return ServiceEntry(
        sent=sent,
        kind=kind,
        way=_way(kind),
        booking_ref=_reference(sent, own),
        amount=_amount(sent, own),
        balance=_number_named(_BALANCE, own),
        at=_here(ledger_diff.written_at(sent)),
    )


def _here(at: datetime | None) -> datetime | None:
    """The time at this counter; None for one at the edge of time."""
    with suppress(OverflowError):
        return None if at is None else at.astimezone()
    return None


def _kind(words: Iterable[str]) -> str:
    """The word that says what it did, else the only word that is no currency."""
    found = list(dict.fromkeys(words))
    telling = [word for word in found if _way(word) is not Side.UNKNOWN or _BACK_AND_FORTH.search(word)]
    return _one(telling) or _one(found) or ""


def _way(kind: str) -> Side:
    if _BACK_AND_FORTH.search(kind):
        return Side.UNKNOWN
    if _FEE.search(kind):
        return Side.OUT
    if _RAISES.search(kind):
        return Side.IN
    return Side.OUT if _LOWERS.search(kind) else Side.UNKNOWN


def _reference(sent: str, own: Sequence[tuple[str, str]]) -> str:
    """The only text that looks like a booking reference, else the one whose name says so."""
    found = ledger_diff.references(sent)
    named = (text for path, text in own if text in found and _refers(path))
    return _one(found) or _one(named) or ""


def _amount(sent: str, own: Sequence[tuple[str, str]]) -> Decimal | None:
    """What moved the wallet: its own lines, or either side of two lines, or the only amount there is."""
    lines = _own_lines(sent)
    if not lines:
        named = _number_named(_AMOUNT, own)
        return None if named is None else abs(named)
    of_wallet = [line for line in lines if any(_WALLET in text.casefold() for text in line.values())]
    if not of_wallet:
        return ledger_diff.total(sent) if len(lines) == _SIDES else None
    moves = [each for each in map(_signed, of_wallet) if each is not None]
    return abs(sum(moves, _NOTHING)) if len(moves) == len(of_wallet) else None


def _number_named(word: str, own: Iterable[tuple[str, str]]) -> Decimal | None:
    return _one(Decimal(text) for path, text in own if word in _last(path) and _NUMBER.fullmatch(text))


def _own_lines(sent: str) -> list[dict[str, str]]:
    """The lines of a double entry, each with the texts of its fields by name."""
    lines: dict[str, dict[str, str]] = {}
    for path, text in ledger_diff.leaves(sent):
        if place := _LINE.search(path):
            lines.setdefault(path[: place.end()], {})[_last(path)] = text
    return list(lines.values())


def _signed(line: Mapping[str, str]) -> Decimal | None:
    """Its debit less its credit; None when it has neither or both."""
    debit, credit = (
        sum(
            (Decimal(text) for name, text in line.items() if side in name and _NUMBER.fullmatch(text)),
            _NOTHING,
        )
        for side in ("debit", "credit")
    )
    return debit - credit if bool(debit) != bool(credit) else None


def _refers(path: str) -> bool:
    return any(word in _last(path) for word in _REFERS)


def _last(path: str) -> str:
    return path.rpartition(".")[2].casefold()


def _one(values: Iterable[_T]) -> _T | None:
    """The value when all are equal; else None."""
    found = list(dict.fromkeys(values))
    return found[0] if len(found) == 1 else None


class _Number(str):
    """A number as it was written."""

    __slots__ = ()


def _lines(value: object, edge: str) -> str:
    deeper = edge + _STEP
    if is_object(value) and value:
        inner = (f"{deeper}{_text(name)}: {_lines(each, deeper)}" for name, each in value.items())
        return "{\n" + ",\n".join(inner) + f"\n{edge}}}"
    if is_array(value) and value:
        inner = (f"{deeper}{_lines(each, deeper)}" for each in value)
        return "[\n" + ",\n".join(inner) + f"\n{edge}]"
    return str(value) if isinstance(value, _Number) else _text(value)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
