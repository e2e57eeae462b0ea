"""A booking as the service states it, and the part that is chosen to be cancelled."""

from __future__ import annotations

import json
import re
from dataclasses import field
from datetime import date
from decimal import Decimal

from app.api.messages.spellings import ItemId, item_id, or_none
from app.core.frozen import frozen
from app.desk.model.moment import Moment

_PARTLY = re.compile(r"part(?:ly|ially)[ _-]?cancell?ed", re.ASCII)
_NO_LETTERS = re.compile(r"[^a-z]+")


_CANCELLED = frozenset({"cancelled", "canceled"})


def says_cancelled(status: str) -> bool:
    """Whether a status, in upper or lower case, is exactly "cancelled"."""
    return _NO_LETTERS.sub(" ", status.casefold()).strip() in _CANCELLED


def says_partly(status: str) -> bool:
    """Whether a status, in upper or lower case, says that a part is cancelled."""
    return _PARTLY.search(status.casefold()) is not None


CANCELLED = "CANCELLED"
"""The status of a traveller who is cancelled, in whatever case the service writes it."""


def id_typed(text: str) -> ItemId | None:
    """The id of a traveller as it was typed; None for nothing."""
    return or_none(item_id)(text)


@frozen
class BookedTraveller:
    """One person on a boat booking, each word as received (interface part 2.9)."""

    name: str = field(repr=False)
    age: str
    gender: str
    kind: str
    """passenger_type, such as "Adult"."""
    status: str
    """traveler_status; not all its values are shown in the interface."""
    traveller_id: ItemId | None
    """The number by which the service cancels; None when no answer has it, so that it must be typed."""

    @property
    def is_cancelled(self) -> bool:
        """Whether this person is cancelled."""
        return says_cancelled(self.status)


def travellers_kept(text: object) -> tuple[BookedTraveller, ...]:
    """The travellers that a fact of the journal holds as JSON; none for anything else."""
    return tuple(BookedTraveller(**each) for each in json.loads(text)) if isinstance(text, str) else ()


@frozen
class BookingState:
    """One reading of booking_status (interface part 2.9); words as received, empty when not stated."""

    booking_ref: str
    booking_status: str
    payment_status: str
    refund_status: str
    refunded: Decimal | None
    """financial_summary.total_refunded; not stated for boats."""
    travellers: tuple[BookedTraveller, ...]
    title: str = ""
    """The activity or the trip."""
    place: str = ""
    """The boat; empty for an activity."""
    day: date | None = None
    """None for boats, whose answer does not state it."""
    window: str = ""
    """The slot's label, or the time of the departure."""
    paid: Decimal | None = None
    """financial_summary.total_paid or financial_breakdown.total_price."""
    read: Moment | None = field(default=None, compare=False)
    """None for a reading from the journal."""
    are_people_known: bool = True
    """False: the travellers were read, but are lost with the journal's private facts."""

    @property
    def is_cancelled(self) -> bool:
        """Whether the whole booking is cancelled."""
        return says_cancelled(self.booking_status)


@frozen
class SeatChoice:
    """A number of seats of an activity, which are all alike."""

    qty: int


@frozen
class TravellerChoice:
    """Some travellers of a boat, each with its number."""

    travellers: tuple[BookedTraveller, ...]

    @property
    def ids(self) -> tuple[ItemId, ...]:
        """The passenger_ids to cancel; shorter than `travellers` when a number is missing."""
        return tuple(each.traveller_id for each in self.travellers if each.traveller_id is not None)


Choice = SeatChoice | TravellerChoice
