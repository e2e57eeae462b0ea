"""Quotations of this desk: written, found, and taken up again with everything read anew."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import NamedTuple, TypeVar

from app.core.frozen import frozen
from app.core.language import joined, tr
from app.desk.bookings.local_cache import LocalCache
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.customer_rules import tidy_phone
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Advice, Change, Draft, DraftAsRead
from app.desk.quotations.quotation import (
    Quotation,
    QuotedTrip,
    drafted_passengers,
    quoted_trip,
    reference_of,
    trips_shape,
)
from app.desk.service.service_reader import ServiceReader
from app.store.quotations.quotation_store import KeptQuotation, QuotationStore, QuotationStoreError

log = logging.getLogger(__name__)

T = TypeVar("T")
_MOST_FOUND = 4


@frozen
class KnownQuotation:
    """A quotation that was found."""

    number: int
    customer_name: str = field(repr=False)
    customer_phone: str = field(repr=False)
    written_at: datetime
    trips: tuple[QuotedTrip, ...]

    @property
    def reference(self) -> str:
        """Its number as it is said: Q-0032."""
        return reference_of(self.number)

    @property
    def titles(self) -> str:
        """Its trips."""
        return joined(", ", (each.title for each in self.trips))

    @property
    def day(self) -> date:
        """Of its first trip."""
        return self.trips[0].day

    @property
    def total(self) -> Decimal | None:
        """What all of it costs the customer; None in several currencies."""
        is_one = len({each.price.currency for each in self.trips}) == 1
        return sum((each.price.total for each in self.trips), Decimal(0)) if is_one else None


@frozen
class TakenUp:
    """A quoted trip as a draft with everything read anew."""

    draft: Draft
    day: date
    """The day of travel, also when its slot is gone."""
    changes: tuple[Change, ...]
    """What is no longer as it was quoted."""


class TakenQuotation(NamedTuple):
    """The trips of a quotation as they are now."""

    trips: tuple[TakenUp, ...]
    gone: tuple[str, ...]
    """A sentence for each that is over, or not offered any more."""


class Quotations:
    """The quotations of one profile."""

    def __init__(
        self,
        reader: ServiceReader,
        local_cache: LocalCache,
        rules: OfficeRules,
        clerk: Callable[[], str],
    ) -> None:
        """`clerk` returns the name of who is on duty; empty for nobody."""
        self._reader, self._cache, self._rules, self._clerk = reader, local_cache, rules, clerk
        self._last: Quotation | None = None

    async def write(self, drafts: Sequence[DraftAsRead]) -> Quotation:
        """The quotation of some drafts of one customer, kept under the next number. Raises DeskError.

        What was quoted last and has not changed since keeps its number.
        """
        trips = tuple(_trip(each) for each in drafts)
        draft = drafts[0].draft
        quotation = Quotation(
            number=0,
            trips=trips,
            branding=self._rules.branding,
            written_at=self._reader.now_here(),
            customer_name=draft.customer_name.strip(),
            customer_phone=tidy_phone(draft.customer_phone)[0].strip(),
            customer_email=draft.customer_email.strip(),
            clerk=self._clerk(),
            is_practice=not self._reader.profile.is_real,
        )
        last = self._last
        if last is not None and _content(last) == _content(quotation):
            return replace(last, branding=quotation.branding)
        number = await self._ask(lambda store: store.keep(_to_keep(quotation)))
        self._last = replace(quotation, number=number)
        return self._last

    async def find(self, typed: str) -> tuple[KnownQuotation, ...]:
        """The quotations with this number, phone number or name, newest first; none where they are lost."""
        try:
            found = await self._ask(lambda store: store.find(typed, _MOST_FOUND))
        except DeskError as error:
            # A search for a trip or a booking goes on without them.
            log.warning("Quotations could not be searched: %s", error)
            return ()
        return tuple(map(_known, found))

    async def ahead(self, day: date) -> tuple[KnownQuotation, ...]:
        """The quotations of which somebody travels on a day or later, newest first. Raises DeskError."""
        if self._cache.quotations is None:
            return ()
        return tuple(map(_known, await self._ask(lambda store: store.ahead(day))))

    async def take_up(self, number: int) -> TakenQuotation:
        """The trips of a quotation as they are now. Raises DeskError, also when all are over or gone."""
        kept = await self._ask(lambda store: store.numbered(number))
        if kept is None:
            raise _refused(tr("{number} is no longer kept.", number=reference_of(number)))
        found: list[TakenUp] = []
        gone: list[str] = []
        for trip in trips_shape().validate_json(kept.trips):
            taken = await self._taken_up(trip, kept)
            if isinstance(taken, TakenUp):
                found.append(taken)
            else:
                gone.append(taken)
        if not found:
            raise _refused(joined(" ", gone))
        return TakenQuotation(tuple(found), tuple(gone))

    async def _taken_up(self, trip: QuotedTrip, kept: KeptQuotation) -> TakenUp | str:
        """One trip as it is now, or why it cannot be sold any more. Raises DeskError."""
        if trip.day < self._reader.todays().earliest:
            return tr("The trip of {number} was on {day}.", number=reference_of(kept.number), day=_day(trip))
        bare = await (self._boat(trip) if trip.is_boat else self._activity(trip))
        if bare is None:
            return tr("{title} is not offered on {day} any more.", title=trip.title, day=_day(trip))
        draft = replace(bare, customer_name=kept.name, customer_phone=kept.phone, customer_email=kept.email)
        return TakenUp(draft, trip.day, _changes(trip, draft, self._reader.now_here()))

    async def tidy(self) -> None:
        """Delete the quotations that are older than Settings say; what fails is tried again later.

        Nothing is deleted before the service has told its time: a clock that is set wrong deletes nothing.
        """
        if self._cache.quotations is None or self._reader.service_offset is None:
            return
        oldest = self._reader.todays().earliest - timedelta(days=self._rules.retention.quotation_days)
        try:
            await self._ask(lambda store: store.forget_written_before(oldest))
        except DeskError as error:
            log.warning("Old quotations could not be deleted: %s", error)

    async def _ask(self, question: Callable[[QuotationStore], T]) -> T:
        """The answer of the store, in a thread. Raises DeskError."""
        store = self._cache.quotations
        if store is None:
            raise _refused(tr("This counter keeps no quotations."))
        try:
            return await asyncio.to_thread(question, store)
        except QuotationStoreError as error:
            raise _refused(str(error)) from error

    async def _activity(self, trip: QuotedTrip) -> ActivityDraft | None:
        """The activity with its slot as it is now; without one where that is gone."""
        offers = (await self._reader.activities(trip.day)).offers
        offer = next((each for each in offers if each.activity_id == trip.product_id), None)
        if offer is None:
            return None
        slots = (await self._reader.slots(offer, trip.day)).slots
        slot = next((each for each in slots if each.slot_id == trip.slot_id), None)
        return ActivityDraft(offer, slot, trip.qty)

    async def _boat(self, trip: QuotedTrip) -> BoatDraft | None:
        found = (await self._reader.departures(trip.day)).departures
        departure = next((each for each in found if each.schedule_id == trip.product_id), None)
        return None if departure is None else BoatDraft(departure, drafted_passengers(trip, departure))


def _trip(given: DraftAsRead) -> QuotedTrip:
    """The trip of a draft. Raises DeskError when it has no whole price yet."""
    if given.read_at is None:
        raise _refused(tr("The price is being read. Ask for the quotation again."))
    trip = quoted_trip(given.draft, given.read_at)
    if trip is None and isinstance(given.draft, ActivityDraft):
        raise _refused(tr("A quotation needs a slot with a price. Pick one."))
    if trip is None:
        raise _refused(tr("A quotation needs a fare for each passenger. Type age and nationality."))
    return trip


def _refused(what: str) -> DeskError:
    return DeskError(Advice(what, "", ""))


def _content(quotation: Quotation) -> tuple[object, ...]:
    """What makes another quotation of it."""
    customer = (quotation.customer_name, quotation.customer_phone, quotation.customer_email)
    return quotation.trips, customer, quotation.clerk


def _to_keep(quotation: Quotation) -> KeptQuotation:
    trips = quotation.trips
    return KeptQuotation(
        quotation.written_at,
        max(each.day for each in trips),
        quotation.customer_name,
        quotation.customer_phone,
        quotation.customer_email,
        tuple(person.name for each in trips for person in each.people if person.name),
        trips_shape().dump_json(trips).decode(),
    )


def _known(kept: KeptQuotation) -> KnownQuotation:
    trips = trips_shape().validate_json(kept.trips)
    return KnownQuotation(kept.number, kept.name, kept.phone, kept.at, trips)


def _changes(quoted: QuotedTrip, draft: Draft, now: datetime) -> tuple[Change, ...]:
    """What of a quoted trip is not as it was quoted."""
    fresh = quoted_trip(draft, now)
    pays = tr("Customer pays")
    before = formats.amount(quoted.price.total)
    if fresh is None:
        return (Change(pays, before, tr("not known")),)
    pairs = [
        *_fares(quoted, fresh),
        (tr("Time"), _time(quoted), _time(fresh)),
        (tr("GST"), _gst(quoted), _gst(fresh)),
        (pays, before, formats.amount(fresh.price.total)),
    ]
    return tuple(Change(what, old, new) for what, old, new in pairs if old != new)


def _fares(quoted: QuotedTrip, fresh: QuotedTrip) -> Iterable[tuple[str, str, str]]:
    """The fare of each kind of ticket that is in both, before and now."""
    now = {each.label: each.fare for each in fresh.price.lines}
    for each in quoted.price.lines:
        if each.label in now:
            name = tr("Fare, {kind}", kind=each.label) if each.label else tr("Fare per person")
            yield name, formats.amount(each.fare), formats.amount(now[each.label])


def _time(trip: QuotedTrip) -> str:
    return formats.window(trip.starts, trip.ends, trip.window)


def _gst(trip: QuotedTrip) -> str:
    stated = trip.price.gst_percentage
    return tr("not stated") if stated is None else formats.percentage(stated)


def _day(trip: QuotedTrip) -> str:
    return formats.day_long(trip.day)
