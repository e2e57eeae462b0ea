"""The values of what is free: what is asked, what was read of a day, and a row for each start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import date, datetime, time
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from app.api.messages.spellings import ItemId
from app.core.frozen import frozen
from app.desk.model.activities import ActivityCatalogue, ActivityDraft, ActivityOffer, DaySlots, Slot
from app.desk.model.boats import BoatDraft, Departure, DepartureList, Rate
from app.desk.model.moment import TO_BE_SHOWN_PLAIN, Moment
from app.desk.model.sale import Draft, Price
from app.desk.passengers.rules import prepared_party
from app.desk.quick_entry.values import Fares
from app.desk.sale.pricing import counted_price, price, tax_on
from app.desk.service.cutoffs import closes_at, is_full


@frozen
class FreeQuestion:
    """What a customer wants to know; by default what two adults can do on the whole day."""

    fares: Fares = Fares(2)
    first_hour: int | None = None
    """None for the whole day."""
    place: str = ""
    """Empty for all places."""
    typed: str = ""
    """Words that title or place must have."""
    fits_wallet: bool = False
    by_place: bool = False
    """Whether the starts stand by place; else by hour."""


@frozen
class DayRead:
    """What was read of a day, each list and each activity at its own time; None and missing: never."""

    day: date
    catalogue: ActivityCatalogue | None = None
    boats: DepartureList | None = None
    slots: Mapping[ItemId, DaySlots] = field(default_factory=lambda: MappingProxyType({}))
    sold: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How often each activity was sold here of late, by its number."""

    def with_slots(self, found: Mapping[ItemId, DaySlots]) -> DayRead:
        """The day with these readings in the place of former ones."""
        return replace(self, slots=MappingProxyType({**self.slots, **found}))

    @property
    def open_offers(self) -> tuple[ActivityOffer, ...]:
        """The activities that the catalogue does not call closed on this day, the most sold here first."""
        offers = self.catalogue.offers if self.catalogue else ()
        some = [each for each in offers if each.available is not False and not each.doubt]
        return tuple(sorted(some, key=lambda each: -self.sold.get(str(each.activity_id), 0)))

    @property
    def moments(self) -> tuple[Moment, ...]:
        """When the lists and activities were read, in no order."""
        lists = (each.read for each in (self.catalogue, self.boats) if each is not None)
        return (*lists, *(each.read for each in self.slots.values()))


class FreeStanding(StrEnum):
    """How a start stands for the party."""

    FREE = "free"
    TOO_FEW = "few"
    """It has seats, and not as many."""
    UNREAD = "unread"
    """An activity whose starts on the day are not read yet."""
    GONE = "gone"
    """It was free when it was shown, and is not any more: see `FreeStart.reason`."""


@frozen
class FreeStart:
    """One start of an activity or a boat on the day, or an activity of which none is read."""

    key: str
    trip: str
    """What is the same for all starts of an activity, or of the same trip by boat."""
    standing: FreeStanding
    title: str
    place: str
    """The place of an activity, the boat of a trip."""
    counts: tuple[tuple[Rate, int], ...] = ()
    """Who travels by boat, by the fares for them."""
    gap: str = ""
    """For whom there is no fare, as a sentence; empty where there is one for everybody."""
    offer: ActivityOffer | None = None
    slot: Slot | None = None
    departure: Departure | None = None
    """An activity has an offer, and a slot where one is read; a boat has a departure."""
    seats: int = 1
    """How many are wanted."""
    read: Moment | None = None
    reason: str = ""
    """Why it cannot be sold to this party, such as "2 seats, 4 are wanted"; empty when it can."""

    @property
    def is_boat(self) -> bool:
        """Whether it is a boat."""
        return self.departure is not None

    @property
    def starts(self) -> time | None:
        """When it begins; None where that is not two times, and for what is not read."""
        return self.departure.departs if self.departure else self.slot.starts if self.slot else None

    @property
    def ends(self) -> time | None:
        """When it ends."""
        return self.departure.returns if self.departure else self.slot.ends if self.slot else None

    @property
    def left(self) -> int | None:
        """The seats as they were read, of a boat that counts none its capacity; None when not stated."""
        if self.departure is not None:
            return self.departure.capacity if self.has_capacity_only else self.departure.seats
        return self.slot.seats if self.slot else None

    @property
    def has_capacity_only(self) -> bool:
        """Whether the seats of the boat are not counted: they say nothing of how many are free."""
        return self.departure is not None and self.departure.is_live is False

    @property
    def seats_to_sell(self) -> int | None:
        """The seats of a start that is open and counts them; None where that says nothing."""
        return None if self.standing is FreeStanding.GONE or self.has_capacity_only else self.left

    @property
    def day(self) -> date | None:
        """The day of travel; None for what is not read."""
        return self.departure.day if self.departure else self.slot.day if self.slot else None

    def closes(self, now: datetime) -> datetime | None:
        """When booking closes, also of a start without seats; None when not stated."""
        if self.departure is not None:
            return closes_at(BoatDraft(replace(self.departure, is_open=True)), now)
        return self.slot.closes_at if self.slot else None

    def is_full(self, now: datetime) -> bool:
        """Whether nothing but seats is missing, as far as that is known."""
        return is_full(self.left, self.closes(now), now)

    def is_live(self, now: Moment) -> bool:
        """Whether its seats are counted, and were a moment ago."""
        is_counted = self.departure.is_live is True if self.departure else self.slot is not None
        is_stated = is_counted and self.left is not None
        return is_stated and self.read is not None and self.read.is_fresh(now, TO_BE_SHOWN_PLAIN)

    def draft(self, now: Moment) -> Draft | None:
        """The sale to exactly these people; None for what is not read, and without a fare for each."""
        if self.departure is not None:
            if self.gap:
                return None
            departure = replace(self.departure, read=self.read).aged(now)
            return BoatDraft(departure, prepared_party(self.counts))
        if self.offer is None or self.slot is None:
            return None
        return ActivityDraft(self.offer, self.slot, self.seats)

    def price(self) -> Price | None:
        """The exact price for the party; None where a fare or a net price is not stated."""
        if self.departure is not None:
            return None if self.gap else counted_price(self.departure, self.counts)
        if self.offer is None or self.slot is None:
            return None
        return price(ActivityDraft(self.offer, self.slot, self.seats))

    @property
    def least(self) -> Decimal | None:
        """The least that the party pays for what is not read, with GST where that is stated."""
        offer = self.offer
        if offer is None or offer.fare is None or self.slot is not None:
            return None
        whole = offer.fare.low * self.seats
        return whole if offer.gst_percentage is None else whole + tax_on(whole, offer.gst_percentage)

    @property
    def each(self) -> Decimal | None:
        """What each of them pays without GST; None where that differs."""
        if self.slot is not None:
            return self.slot.fare
        return self.counts[0][0].fare if len(self.counts) == 1 else None


class FreeGroup(NamedTuple):
    """Starts under one heading."""

    name: str
    """An hour as "15:00", or a place; empty where none is stated, for boats among places, and for those whose
    standing says what they have in common."""
    standing: FreeStanding
    rows: tuple[FreeStart, ...]


class Found(NamedTuple):
    """What a day has for the party."""

    groups: tuple[FreeGroup, ...]
    free: int
    """The number of starts that can be sold to all of them."""
    too_few: int
    unread: int
    elsewhere: tuple[int, int] | None = None
    """Where nothing is free: the first hour that has something, and how many starts there are from it."""

    @property
    def rows(self) -> tuple[FreeStart, ...]:
        """All of them in their order."""
        return tuple(row for group in self.groups for row in group.rows)


@frozen
class ReadingProgress:
    """How far a reading has come."""

    done: int = 0
    of: int = 0
    """Activities."""
    is_reading: bool = False
    is_stopped: bool = False
    """Whether it ended before all were read."""
    failed: int = 0
    since: datetime | None = None
    """Since when those that failed stand as they are; None where they were never read."""
    waits_until: datetime | None = None
    """Until when nothing is asked, as the service has asked to wait."""
    is_offline: bool = False
