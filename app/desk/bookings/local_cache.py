"""Local records that make the counter quick: customers, products that sell, and the last good catalogue.

None of them decides about money: a failure is logged, and the sale goes on without them. The journal and the
service can fill them again, except saved parties and notes.
"""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pydantic import TypeAdapter

from app.api.messages.answer_fields import Id
from app.api.messages.spellings import ItemId
from app.desk.bookings.known_customers import Buyer, KnownCustomer, KnownParty
from app.desk.model.activities import ActivityCatalogue, DaySlots, Start, Starts
from app.desk.model.boats import BoatDraft, DepartureList
from app.desk.model.sale import Profile
from app.desk.office.office_database import OfficeDatabase
from app.desk.office.office_sync import AwayError, OfficeSync
from app.store.files.damaged_files import remove_damaged
from app.store.register.index_words import folded, phone_key

if TYPE_CHECKING:
    from app.store.files.answers_cache import AnswersCache
    from app.store.files.saved_groups import SavedGroups, SavedParty
    from app.store.quotations.quotation_store import QuotationStore
    from app.store.register.register import Register

log = logging.getLogger(__name__)

T = TypeVar("T")
RECENT = timedelta(days=90)
"""The age up to which sales count for the most sold products."""
_VERSION = 2
"""Increased with the form of cached values, so that values of an older version are read anew."""
_MOST_PARTIES = 12
_MODULES = ("ACTIVITY", "BOAT")
_STARTS, _SLOTS, _WHOLE = "STARTS", "SLOTS", "WHOLE"
_MOST_SLOT_DAYS = 14
Slots = Mapping[ItemId, DaySlots]


class WholeSearch(NamedTuple):
    """Whether the service serves a search for all activities at once, which the interface does not state."""

    tried_on: date
    is_served: bool


class NoRegisterError(Exception):
    """There is no register, or it is closed."""


class Striking(Protocol):
    """The erasure of customers' data, for each store; waits for the disk."""

    def in_register(self, register: Register, /) -> None:
        """Erase it from the register. Raises RegisterError."""
        ...

    def in_parties(self, parties: SavedGroups, /) -> None:
        """Erase it from the saved parties. Raises OSError."""
        ...

    def in_quotations(self, quotations: QuotationStore, /) -> None:
        """Erase it from the quotations. Raises QuotationStoreError."""
        ...


class LocalCache:
    """The local records; without a register or a cache they are empty, and everything else works."""

    def __init__(
        self,
        open_register: Callable[[], Register] | None = None,
        answers: AnswersCache | None = None,
        parties: SavedGroups | None = None,
        office: OfficeDatabase | None = None,
        folder: Path | None = None,
        *,
        sharing: OfficeSync | None = None,
        quotations: QuotationStore | None = None,
    ) -> None:
        """`open_register` is called in a thread when the register is first used: that takes a while.

        `folder` is the profile's: damaged files that were set aside there are deleted with customers.
        """
        self._open_register = open_register
        self._register: Register | None = None
        self._opening = threading.Lock()
        self._adding = threading.Lock()
        self._answers = answers
        self._parties = parties
        self.office = office or OfficeDatabase()
        self.folder = folder
        """The profile's folder; None for a desk that keeps nothing."""
        self.quotations = quotations
        """What this desk has quoted; None where that is not kept."""
        self.sharing = sharing or OfficeSync(None, datetime.now)
        """The office's shared database; while it is unreachable, the register of this desk is used."""

    @property
    def has_register(self) -> bool:
        """Whether there is a register."""
        return self._register is not None or self._open_register is not None

    async def ask_register(self, question: Callable[[Register], T]) -> T:
        """The answer of the register, in a thread. Raises NoRegisterError without one, and what it raises."""
        return await asyncio.to_thread(lambda: self._either(question))

    async def ask_own(self, question: Callable[[Register], T]) -> T:
        """The answer of this desk's own register; see `ask_register`."""
        return await asyncio.to_thread(lambda: question(self._opened()))

    def own_register(self) -> Register | None:
        """The open register of this desk, or None; waits for the disk."""
        return self._opened() if self.has_register else None

    async def hand_in(self) -> None:
        """Write waiting items to the office's shared database, if there is one and it can be reached."""
        await asyncio.to_thread(self.sharing.hand_in)

    async def tell(self, change: Callable[[Register], object], kind: str, body: bytes) -> None:
        """Change the register of this desk, and put the change, as `body`, into the outbox."""

        def both() -> None:
            try:
                change(self._opened())
            finally:
                self.sharing.put(kind, body)

        await asyncio.to_thread(both)

    def count_sold(self, register: Register, profile: Profile, today: date) -> None:
        """Store beside the catalogue how often each product was sold recently; waits for the disk."""
        for module in _MODULES:
            self._keep_sold(profile, module, register.most_sold(module, today - RECENT))

    def strike_out(self, striking: Striking) -> None:
        """Erase customers from all stores; waits for the disk.

        Raises RegisterError, OSError or QuotationStoreError, unlike the other methods; some data may still be
        there then.
        """
        if self.has_register:
            striking.in_register(self._opened())
        if self._parties is not None:
            striking.in_parties(self._parties)
        if self.quotations is not None:
            striking.in_quotations(self.quotations)
        if self.folder is not None:
            remove_damaged(self.folder)

    async def parties_naming(self, names: Collection[str]) -> tuple[SavedParty, ...]:
        """The saved parties of these names, or with people of these names. Raises OSError."""
        store = self._parties
        return () if store is None else await asyncio.to_thread(store.naming, names)

    async def close(self) -> None:
        """Close the files of register and office."""
        await asyncio.to_thread(self.sharing.close)
        await self.office.close()
        with self._opening:
            self._open_register, register, self._register = None, self._register, None
        if register is not None:
            await asyncio.to_thread(register.close)

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Customers whose phone or name fits what is typed, newest first."""
        found = await self._asked(lambda register: register.customers(typed), ())
        return tuple(KnownCustomer(each.name, each.phone, each.email) for each in found)

    async def parties(self, travel_day: date) -> tuple[KnownParty, ...]:
        """The parties that travelled last, with ages on the day of travel."""
        # The rules of passengers take longer to import than the first list to read.
        from app.desk.passengers.saved_parties import passengers_of

        store = self._parties
        if store is None:
            return ()
        found = await _tried(lambda: store.find("", _MOST_PARTIES), ())
        return tuple(
            KnownParty(each.name, each.travelled_on, passengers_of(each, travel_day)) for each in found
        )

    async def keep_party(self, draft: BoatDraft) -> None:
        """Save the passengers as a party under the customer's name, without document data."""
        from app.desk.passengers.saved_parties import party_to_save

        store = self._parties
        party = party_to_save(draft.customer_name, draft.passengers, draft.departure.day)
        if store is not None and len(party.people) > 1:
            await _tried(lambda: store.save(party), None)

    async def most_sold(self, profile: Profile, module: str) -> dict[str, int]:
        """How often each product of the module was sold recently, by its number, as last counted.

        Stored beside the catalogue, so that the first list of the day does not wait for the register.
        """
        found = await self._kept(_key(profile, module), lambda data: _sold_shape().validate_json(data))
        return found or {}

    async def keep_activities(self, profile: Profile, found: ActivityCatalogue) -> None:
        """Store a catalogue as the last good one of its date."""
        key = _key(profile, "ACTIVITY", found.day)
        await self._keep(key, lambda: _activities_shape().dump_json(found), found.read_at)

    async def activities(self, profile: Profile, day: date) -> ActivityCatalogue | None:
        """The last good catalogue of the date, or None."""
        return await self._kept(
            _key(profile, "ACTIVITY", day), lambda data: _activities_shape().validate_json(_with_moment(data))
        )

    async def keep_departures(self, profile: Profile, found: DepartureList) -> None:
        """Store the departures of a day as the last good reading."""
        key = _key(profile, "BOAT", found.day)
        await self._keep(key, lambda: _departures_shape().dump_json(found), found.read_at)

    async def departures(self, profile: Profile, day: date) -> DepartureList | None:
        """The last good reading of the departures of a day, or None."""
        return await self._kept(
            _key(profile, "BOAT", day), lambda data: _departures_shape().validate_json(_with_moment(data))
        )

    async def keep_starts(self, profile: Profile, found: DaySlots, today: date) -> None:
        """Store when the slots of an activity begin on a day; the days before `today` are dropped."""
        answers = self._answers

        def add() -> None:
            if answers is None:
                return
            with self._adding:
                kept = answers.get(_key(profile, _STARTS))
                known = _starts_shape().validate_json(kept.data) if kept else {}
                known.setdefault(found.activity_id, {})[found.day] = found.starts
                coming = {
                    number: {day: starts for day, starts in days.items() if day >= today}
                    for number, days in known.items()
                }
                answers.put(_key(profile, _STARTS), _starts_shape().dump_json(coming), found.read_at)

        await _tried(add, None)

    async def starts(self, profile: Profile) -> Starts:
        """When slots began as they were last read."""
        return (
            await self._kept(_key(profile, _STARTS), lambda data: _starts_shape().validate_json(data)) or {}
        )

    async def keep_slots(self, profile: Profile, day: date, found: Slots, today: date) -> None:
        """Store the slots of a day, of each activity that was read; days that are over and the oldest go."""
        answers = self._answers

        def put() -> None:
            if answers is None:
                return
            with self._adding:
                kept = answers.get(_key(profile, _SLOTS))
                days = _days_shape().validate_json(kept.data) if kept else []
                coming = [day, *(each for each in days if each != day and each >= today)]
                for each in {*days, *coming[_MOST_SLOT_DAYS:]}.difference(coming[:_MOST_SLOT_DAYS]):
                    answers.drop(_key(profile, _SLOTS, each))
                now = datetime.now(UTC)
                answers.put(_key(profile, _SLOTS, day), _slots_shape().dump_json(dict(found)), now)
                answers.put(_key(profile, _SLOTS), _days_shape().dump_json(coming[:_MOST_SLOT_DAYS]), now)

        await _tried(put, None)

    async def slots(self, profile: Profile, day: date) -> Slots:
        """The slots of a day as they were last read, each activity at its own time."""
        key = _key(profile, _SLOTS, day)
        return await self._kept(key, lambda data: _slots_shape().validate_json(data)) or {}

    async def keep_whole_search(self, profile: Profile, tried: WholeSearch) -> None:
        """Store whether the service serves one search for all activities."""
        shape = _whole_shape()
        await self._keep(_key(profile, _WHOLE), lambda: shape.dump_json(tried), datetime.now(UTC))

    async def whole_search(self, profile: Profile) -> WholeSearch | None:
        """Whether one search for all activities was served, and when that was tried; None for never."""
        return await self._kept(_key(profile, _WHOLE), lambda data: _whole_shape().validate_json(data))

    async def buyers(self, customer: KnownCustomer) -> tuple[Buyer, ...]:
        """Who bought with a customer's phone, and how often, as far as the register goes back.

        Two people who share a phone are two, each by the name and as the newest sale has it.
        """
        sales = await self._asked(lambda register: register.bought_by(customer.phone, customer.email), ())
        sold = [each for each in sales if each.was_sold and each.customer_name]
        times = Counter(folded(each.customer_name) for each in sold)
        newest = {
            folded(each.customer_name): KnownCustomer(
                each.customer_name, each.customer_phone, each.customer_email
            )
            for each in reversed(sold)
            if phone_key(each.customer_phone) == phone_key(customer.phone)
        }
        return tuple(Buyer(each, times[name]) for name, each in newest.items())

    def _keep_sold(self, profile: Profile, module: str, sold: dict[str, int]) -> None:
        if self._answers is not None:
            data = _sold_shape().dump_json(sold)
            self._answers.put(_key(profile, module), data, datetime.now(UTC))

    def _opened(self) -> Register:
        with self._opening:
            if self._register is None:
                if self._open_register is None:
                    raise NoRegisterError
                self._register = self._open_register()
            return self._register

    async def _asked(self, question: Callable[[Register], T], otherwise: T) -> T:
        """The answer of the register, in a thread; `otherwise` when there is none or it cannot be used."""
        if not self.has_register:
            return otherwise
        return await _tried(lambda: self._either(question), otherwise)

    def _either(self, question: Callable[[Register], T]) -> T:
        """The answer of the shared register, or of this desk's while that is unreachable."""
        with suppress(AwayError):
            return self.sharing.ask(lambda place: question(place.register))
        return question(self._opened())

    async def _keep(self, key: str, dump: Callable[[], bytes], read_at: datetime) -> None:
        answers = self._answers
        if answers is not None:
            await _tried(lambda: answers.put(key, dump(), read_at), None)

    async def _kept(self, key: str, load: Callable[[bytes], T]) -> T | None:
        answers = self._answers
        if answers is None:
            return None

        def read() -> T | None:
            kept = answers.get(key)
            return None if kept is None else load(kept.data)

        return await _tried(read, None)


def _key(profile: Profile, module: str, day: date | None = None) -> str:
    """The cache key of service, API key, module and date: no profile sees another one's prices."""
    # The practice service has another port at each start, but is the same service.
    address = "" if profile.is_practice else profile.base_url
    what = "sold" if day is None else day.isoformat()
    return f"{_VERSION}|{profile.name}|{address}|{profile.key_last_four}|{module}|{what}"


@cache
def _activities_shape() -> TypeAdapter[ActivityCatalogue]:
    return TypeAdapter(ActivityCatalogue)


@cache
def _sold_shape() -> TypeAdapter[dict[str, int]]:
    return TypeAdapter(dict[str, int])


@cache
def _starts_shape() -> TypeAdapter[dict[ItemId, dict[date, tuple[Start, ...]]]]:
    return TypeAdapter(dict[Id, dict[date, tuple[Start, ...]]])


@cache
def _slots_shape() -> TypeAdapter[Slots]:
    return TypeAdapter(Mapping[Id, DaySlots])


@cache
def _days_shape() -> TypeAdapter[list[date]]:
    return TypeAdapter(list[date])


@cache
def _whole_shape() -> TypeAdapter[WholeSearch]:
    return TypeAdapter(WholeSearch)


@cache
def _departures_shape() -> TypeAdapter[DepartureList]:
    return TypeAdapter(DepartureList)


def _with_moment(data: bytes) -> bytes:
    """A list as kept; an older program kept the time of its reading alone."""
    found = json.loads(data)
    if "read_at" in found:
        found["read"] = found.pop("read_at"), None, 0.0
        return json.dumps(found).encode()
    return data


async def _tried(work: Callable[[], T], otherwise: T) -> T:
    """What `work` returns in a thread, or `otherwise` when it fails, so that a sale never stops for it."""
    try:
        return await asyncio.to_thread(work)
    except Exception:
        log.warning("Something could not be remembered.", exc_info=True)
        return otherwise
