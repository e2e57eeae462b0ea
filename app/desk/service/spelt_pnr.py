"""A PNR as it was typed, or as it may have been misread: O for 0, I for 1, small letters."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from itertools import product
from typing import TypeVar

from app.api.messages.errors import AccessDisabledError, KeyRefusedError, Matter, RefusedError
from app.core.language import tr
from app.desk.model.errors import DeskError
from app.desk.model.sale import Advice

T = TypeVar("T")
_ALIKE = {"O": "O0", "0": "0O", "I": "I1", "1": "1I"}
_MOST_OPEN = 3
"""The most letters of a PNR that may be others: each doubles what the service is asked."""


async def as_spelt(typed: str, ask: Callable[[str], Awaitable[T]]) -> tuple[str, T]:
    """The PNR that is there, with what `ask` gives for it: the typed one, else the only one that reads alike.

    `ask` raises DeskError where there is none, which is passed on when no other is there either. Raises
    DeskError also when several others are, for none of them is guessed; every other error ends it at once.
    """
    first, *others = _spellings(typed.strip())
    try:
        return first, await ask(first)
    except DeskError as error:
        if not _is_unknown(error):
            raise
        missing = error
    found: list[tuple[str, T]] = []
    for each in others:
        try:
            found.append((each, await ask(each)))
        except DeskError as error:
            if not _is_unknown(error):
                raise
    if not found:
        raise missing
    if len(found) > 1:
        what = tr("{pnr} is not known, and several read like it.", pnr=first)
        raise DeskError(Advice(what, "", tr("Compare O and 0, I and 1 with the voucher.")))
    return found[0]


def read_as(typed: str, pnr: str) -> str:
    """A sentence where a PNR is there only as another one than was typed; empty where it is that one."""
    if typed.strip().casefold() == pnr.casefold():
        return ""
    return tr("{typed} is not known. It was read as {pnr}.", typed=typed.strip(), pnr=pnr)


def _spellings(typed: str) -> Iterator[str]:
    """The typed PNR, in capitals where it has none, then what it may have been misread from."""
    first = typed.upper() if typed.islower() else typed
    yield first
    whole = typed.upper()
    is_open = sum(each in _ALIKE for each in whole) <= _MOST_OPEN
    read = product(*(_ALIKE.get(each, each) for each in whole)) if is_open else (whole,)
    yield from (each for each in map("".join, read) if each != first)


def _is_unknown(error: DeskError) -> bool:
    """Whether the service answered that there is no such booking."""
    cause = error.__cause__
    return (
        isinstance(cause, RefusedError)
        and not isinstance(cause, (AccessDisabledError, KeyRefusedError))
        and cause.matter is Matter.OTHER
    )
