"""The values of a basket: its items, how each stands, and what was read of them before booking."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from app.core.frozen import frozen
from app.desk.model.sale import Advice, Draft, Preflight, Sale, UnknownOutcome

MOST_ITEMS, MOST_BASKETS = 20, 5
"""The most items of a basket, and the most baskets that are kept beside the open one."""


@frozen
class BasketItem:
    """One trip in a basket."""

    key: str
    """What it is told from others by, whatever is changed in it."""
    draft: Draft
    intent_id: str = ""
    """The intent of its last order in the journal; empty before there is one."""


@frozen
class Basket:
    """The trips of one customer in the order in which they were put in, or that a clerk has chosen."""

    key: str
    changed_at: datetime
    items: tuple[BasketItem, ...] = ()
    is_clerks_order: bool = False
    """Whether a clerk has chosen the order in which they are booked."""


class ItemState(StrEnum):
    """How an item stands, by the journal alone."""

    WAITS = "waits"
    """Never sent, or certainly not booked at the last try."""
    RUNNING = "running"
    BOOKED = "booked"
    CANCELLED = "cancelled"
    UNKNOWN = "unknown"
    """It was sent, and nobody knows yet whether it is booked."""


DONE = frozenset({ItemState.BOOKED, ItemState.CANCELLED})
"""Nothing of it can be booked any more."""


class ItemStanding(NamedTuple):
    """How an item stands, with the sale of its last order; None for an item that was never sent."""

    state: ItemState
    sale: Sale | None = None


@frozen
class ItemLook:
    """What was read of an item before it is booked: a preflight, or why there is none."""

    key: str
    preflight: Preflight | None = None
    advice: Advice | None = None

    @property
    def obstacle(self) -> str:
        """Why it cannot be booked; empty when it can."""
        if self.preflight is None:
            return "" if self.advice is None else self.advice.what
        return self.preflight.blocked


class Cover(StrEnum):
    """Whether the wallet covers an item after all those before it."""

    COVERED = "covered"
    SHORT = "short"
    WAITS = "waits"
    """One before it is short."""


class Coverage(NamedTuple):
    """What the wallet covers of the items in their order."""

    covers: tuple[Cover, ...]
    covered: int
    """The number of items from the first that it covers."""
    missing: Decimal
    """What is missing for the first one that it does not cover; 0 when it covers all."""


@frozen
class BasketStop:
    """Why the booking of a basket has ended."""

    key: str
    """The item at which it ended; empty when all were booked, or the clerk stopped before the next one."""
    advice: Advice | None = None
    """Why this one is not booked, or not known to be."""
    again: Preflight | None = None
    """What differs from what was accepted, when nothing of this item was sent for it."""
    unknown: UnknownOutcome | None = None
    """The outcome that nobody knows yet: nothing more of this basket is sent before it is settled."""
