"""One money call as it will be journalled and sent, before it has a request number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.api.messages.requests import (
    ActivityBooking,
    ActivityCancellation,
    BoatBooking,
    BoatCancellation,
    body_of,
)
from app.store.journal.hash_chain import Facts
from app.store.journal.states import Kind

MoneyRequest = ActivityBooking | BoatBooking | ActivityCancellation | BoatCancellation

CLERK = "clerk"
"""Under this name the private facts hold who was on duty."""
_PLACEHOLDER = "-"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be sent, what the journal keeps of it, and what makes two of them the same sale."""

    intent_id: str
    kind: Kind
    build: Callable[[str], MoneyRequest]
    """The request for a request number."""
    facts: Facts
    """For both sinks of the journal: no personal data."""
    private: Facts
    """For the database alone: the customer, and the fingerprint with the phone in it."""
    fingerprint: str

    @property
    def content_sha256(self) -> str:
        """The hash of everything that is sent but the request number: equal content may keep its number."""
        return body_of(self.build(_PLACEHOLDER)).sha256()


def signed(order: Order, clerk: str) -> Order:
    """The same order with the clerk who makes it; as it is while nobody is on duty."""
    return replace(order, private={**order.private, CLERK: clerk}) if clerk else order


def clerk_of(order: Order) -> Facts:
    """Of the private facts that alone which tells who made it; nothing when nobody signed it."""
    return {name: value for name, value in order.private.items() if name == CLERK}
