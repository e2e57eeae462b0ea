"""An order: one money call to be journalled and sent, before it has a request number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from app.api.messages.requests import (
    ActivityBooking,
    ActivityCancellation,
    BoatBooking,
    BoatCancellation,
    body_of,
)
from app.core.frozen import frozen
from app.store.journal.hash_chain import Facts, JsonScalar
from app.store.journal.states import Kind

MoneyRequest = ActivityBooking | BoatBooking | ActivityCancellation | BoatCancellation

CLERK = "clerk"
"""The name of the private fact with the clerk on duty."""
WORDS, PEOPLE = "voucher", "voucher_people"
"""The names of the private facts with what the voucher of a sale says and with who travels, both JSON."""
_PLACEHOLDER = "-"


@frozen
class Order:
    """What is sent, what the journal stores of it, and what makes two orders the same sale."""

    intent_id: str
    kind: Kind
    build: Callable[[str], MoneyRequest]
    """Makes the request with a request number."""
    facts: Facts
    """For both sinks of the journal: no personal data."""
    private: Facts
    """For the database alone: the customer, and the fingerprint with the phone number."""
    fingerprint: str
    people: Facts = field(default_factory=dict[str, JsonScalar])
    """Private facts with the names of travellers, kept apart with the outcome of what was or may have been
    booked: so a traveller can be forgotten without the customer."""

    @property
    def content_sha256(self) -> str:
        """The hash of all that is sent except the request number: equal content may use its number again."""
        return body_of(self.build(_PLACEHOLDER)).sha256()


def signed(order: Order, clerk: str) -> Order:
    """The order with the name of its clerk; unchanged when no clerk is on duty."""
    return replace(order, private={**order.private, CLERK: clerk}) if clerk else order


def clerk_of(order: Order) -> Facts:
    """The private fact with the order's clerk; empty when there is none."""
    return {name: value for name, value in order.private.items() if name == CLERK}
