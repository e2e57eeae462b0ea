"""What lines of words are read with: kept lists, what sells, and who bought here; no service is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Protocol, TypeVar

from app.api.messages.spellings import ItemId
from app.desk.bookings.known_customers import Buyer, KnownCustomer
from app.desk.model.activities import ActivityCatalogue, ActivityDraft, ActivityOffer, Start, Starts
from app.desk.model.boats import BoatDraft, Departure, DepartureList, Rate
from app.desk.model.customer_rules import has_country, tidy_phone
from app.desk.model.nationalities import is_indian
from app.desk.passengers.rules import prepared_party
from app.desk.quick_entry.finding_trips import TripFinder
from app.desk.quick_entry.reading import Question, gone_in, is_meant, read_line
from app.desk.quick_entry.short_names import trips_by_name
from app.desk.quick_entry.values import Fares, Opening, ReadLine, Trip
from app.store.register.index_words import customer_terms, customer_words, fits, text_of

Draft = TypeVar("Draft", ActivityDraft, BoatDraft)
_NEAR = tuple(map(timedelta, range(3)))
"""The days of which the boats are looked for at once."""


class KeptLists(Protocol):
    """What the catalogue keeps."""

    async def kept_activities(self, day: date) -> ActivityCatalogue | None:
        """See `Catalogue.kept_activities`."""
        ...

    async def kept_departures(self, day: date) -> DepartureList | None:
        """See `Catalogue.kept_departures`."""
        ...

    async def kept_starts(self) -> Starts:
        """See `Catalogue.kept_starts`."""
        ...

    async def most_sold(self, module: str) -> dict[str, int]:
        """See `Catalogue.most_sold`."""
        ...


class Buyers(Protocol):
    """Who bought here."""

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """See `LocalCache.customers`."""
        ...

    async def buyers(self, customer: KnownCustomer) -> tuple[Buyer, ...]:
        """See `LocalCache.buyers`."""
        ...


class QuickEntry:
    """Reads lines with what this counter keeps."""

    def __init__(
        self, lists: KeptLists, buyers: Buyers, today: Callable[[], date], names: Callable[[], str]
    ) -> None:
        """`names` are the short names of the settings, as `trips_by_name` reads them."""
        self._lists, self._buyers, self._today, self._names = lists, buyers, today, names
        self._offers: dict[ItemId, ActivityOffer] = {}
        self._closed: dict[ItemId, Mapping[date, date | None]] = {}
        self._boats: dict[date, tuple[Departure, ...] | None] = {}
        """The boats of each day that was looked for; None for one that is not kept."""
        self._starts: Starts = MappingProxyType({})
        self._sold: dict[str, dict[str, int]] = {}
        self._customers: dict[str, tuple[Buyer, ...]] = {}
        self._finder = TripFinder(())
        self._ages: list[datetime] = []

    async def begin(self, day: date) -> None:
        """Take up what is kept by now; who is meant stays.

        For a day, the travel date on screen, for those that follow today, and for those looked for before.
        """
        today, lists = self._today(), self._lists
        sold = {module: await lists.most_sold(module) for module in ("ACTIVITY", "BOAT")}
        starts = await lists.kept_starts()
        activities = [await lists.kept_activities(each) for each in dict.fromkeys((today, day))]
        boats = await self._boats_of({day, *(today + each for each in _NEAR), *self._boats})
        # All at once: a line that is read meanwhile is read with what was there before.
        self._sold, self._starts, self._boats, self._ages = sold, starts, {}, []
        self._offers, self._closed = {}, {}
        for each in activities:
            self._take_offers(each)
        self._take_boats(boats)

    @property
    def kept_at(self) -> datetime | None:
        """When the oldest of the lists was read; None when none is kept."""
        return min(self._ages, default=None)

    def read(self, line: str) -> ReadLine | None:
        """What a line was understood as so far; None for one that is none of these."""
        return read_line(Question(line, self._finder, self._customers, self._today()))

    def gone(self, line: str) -> str:
        """See `gone_in`."""
        return gone_in(line, self._finder)

    async def look_up(self, found: ReadLine) -> bool:
        """Look for the boats of its day, and for whom it may mean. Returns whether it is to be read again."""
        days = {each.day for each in found.openings if each.trip.is_boat} - self._boats.keys()
        self._take_boats(await self._boats_of(days))
        for word in found.asks:
            self._customers[word] = await self._buyers_of(word)
        return bool(days or found.asks)

    def choose(self, word: str, buyer: Buyer) -> None:
        """Read a word as this customer from now on."""
        self._customers[word] = (buyer,)

    def offer_of(self, trip: Trip) -> ActivityOffer | None:
        """The kept offer of an activity; None for a boat."""
        return None if trip.is_boat else self._offers.get(trip.number)

    async def _buyers_of(self, word: str) -> tuple[Buyer, ...]:
        found = await self._buyers.customers(word.removeprefix("#"))
        meant = [each for each in found if is_meant(word, each)]
        bought = await asyncio.gather(*map(self._buyers.buyers, meant))
        terms = customer_terms(word.removeprefix("#"))
        every = (each for some in bought for each in some)
        # Of two who share a phone only one may have the name that was typed.
        named = (each for each in every if fits(_words(each.customer), terms))
        return tuple(sorted(named, key=lambda each: -each.times))

    def _take_offers(self, kept: ActivityCatalogue | None) -> None:
        if kept is None:
            return
        self._ages.append(kept.read_at)
        for each in kept.offers:
            self._offers[each.activity_id] = each
            if each.available is False:
                before = self._closed.get(each.activity_id, {})
                self._closed[each.activity_id] = {**before, kept.day: each.next_date}

    async def _boats_of(self, days: Iterable[date]) -> dict[date, DepartureList | None]:
        return {day: await self._lists.kept_departures(day) for day in days}

    def _take_boats(self, found: Mapping[date, DepartureList | None]) -> None:
        for day, kept in found.items():
            self._boats[day] = kept.departures if kept else None
        self._ages += [kept.read_at for kept in found.values() if kept]
        days = {day for day, boats in self._boats.items() if boats is not None}
        self._finder = TripFinder(self._trips(), days, trips_by_name(self._names()))

    def _trips(self) -> Iterator[Trip]:
        sold = self._sold.get("ACTIVITY", {})
        for each in self._offers.values():
            yield Trip(
                each.activity_id,
                is_boat=False,
                title=each.title,
                place=each.place,
                fare=each.fare.low if each.fare else None,
                highest=each.fare.high if each.fare else None,
                sold=sold.get(str(each.activity_id), 0),
                starts=self._starts.get(each.activity_id, {}),
                ranges=each.date_ranges,
                closed=self._closed.get(each.activity_id, {}),
            )
        for boats in self._boats.values():
            yield from map(self._boat, boats or ())

    def _boat(self, boat: Departure) -> Trip:
        start = () if boat.departs is None else (Start(boat.departs, boat.returns),)
        return Trip(
            boat.schedule_id,
            is_boat=True,
            title=boat.name,
            place=boat.boat_name,
            fare=boat.adult_fare,
            sold=self._sold.get("BOAT", {}).get(str(boat.schedule_id), 0),
            day=boat.day,
            starts={boat.day: start} if start else {},
            closed={} if boat.is_open else {boat.day: None},
        )


def departure_for(opening: Opening, departures: Iterable[Departure]) -> Departure | None:
    """The boat that was meant, among those of its day as they are now; None when it is not among them."""
    trip, own = opening.trip, None
    for each in departures:
        if trip.day == opening.day and each.schedule_id == trip.number:
            return each
        is_same = (each.name, each.boat_name) == (trip.title, trip.place)
        is_then = opening.start is None or each.departs == opening.start.starts
        if own is None and is_same and is_then:
            own = each
    return own


def boat_draft(opening: Opening, departure: Departure) -> BoatDraft:
    """The sale with a row for each person who was counted, and the customer."""
    fares = opening.fares or Fares(opening.seats or 0)
    people = prepared_party(tuple(_rates_of(fares, departure.rates)))
    return with_customer(BoatDraft(departure, people or BoatDraft(departure).passengers), opening)


def with_customer(draft: Draft, opening: Opening) -> Draft:
    """The sale with the customer, or with the phone of a new one, as if it was typed on the page."""
    known = opening.customer
    if known is None:
        phone, _ = tidy_phone(opening.phone)
        return replace(draft, customer_phone=phone, whole_phone=phone if has_country(opening.phone) else "")
    return replace(
        draft,
        customer_name=known.name,
        customer_phone=known.phone,
        customer_email=known.email,
        whole_phone=known.phone,
    )


def _words(customer: KnownCustomer) -> str:
    return text_of(customer_words(customer.name, customer.phone))


def _rates_of(fares: Fares, rates: tuple[Rate, ...]) -> Iterator[tuple[Rate, int]]:
    """A rate for each kind; the nearest one where there is none of it."""
    kinds = ((True, True), (False, True), (True, False), (False, False))
    for (is_adult, is_indian_one), count in zip(kinds, fares, strict=True):
        fitting = sorted(
            rates,
            key=lambda rate: (
                is_indian(rate.nationality) is not is_indian_one,
                rate.is_for_adults is not is_adult,
            ),
        )
        if fitting and count:
            yield fitting[0], count
