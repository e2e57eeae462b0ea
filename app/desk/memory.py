"""What this counter remembers to be quick: customers, what sells here, and the last good catalogue.

Nothing in here decides about money, and all of it can be filled again from the journal and the service:
whatever fails is written to the log, and the sale goes on without it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from pydantic import TypeAdapter

from app.desk.activity_values import ActivityCatalogue
from app.desk.boat_values import BoatDraft, DepartureList
from app.desk.party_import import party_to_save, passengers_of
from app.desk.values import KnownCustomer, KnownParty, KnownSale, Profile
from app.store.attempt import Attempt
from app.store.states import State

if TYPE_CHECKING:
    from app.store.answers_cache import AnswersCache
    from app.store.parties import PartyStore
    from app.store.register import KeptSale, Register

log = logging.getLogger(__name__)

T = TypeVar("T")
RECENT = timedelta(days=90)
"""What was sold longer ago does not count as what sells."""
_HELPING = 200
_VERSION = 1
"""Goes up with the shape of the kept values: what an older program kept is then read anew."""
_MOST_PARTIES = 12
_MODULES = ("ACTIVITY", "BOAT")
_BOOKED = frozenset({State.SETTLED, State.RESOLVED_BOOKED})


class Memory:
    """Without a register or a cache it remembers nothing, and everything else works."""

    def __init__(
        self,
        open_register: Callable[[], Register] | None = None,
        answers: AnswersCache | None = None,
        parties: PartyStore | None = None,
    ) -> None:
        """`open_register` is called in a thread when the register is wanted first: that takes a while."""
        self._open_register = open_register
        self._register: Register | None = None
        self._opening = threading.Lock()
        self._answers = answers
        self._parties = parties
        self._filled: set[str] = set()

    async def fill(self, attempts: Sequence[Attempt], profile: Profile, today: date) -> str:
        """Hand the register every sale of the journal that it was not handed before; gives its warning."""
        booked = [each for each in attempts if each.state in _BOOKED]

        def keep(register: Register) -> str:
            if not self._filled:
                self._filled.update(register.known_requests())
            fresh = [each for each in booked if each.request_id not in self._filled]
            # In small helpings, so that whoever searches meanwhile does not wait for all of it.
            for begin in range(0, len(fresh), _HELPING):
                register.keep(map(_kept_sale, fresh[begin : begin + _HELPING]))
            self._filled.update(each.request_id for each in fresh)
            for module in _MODULES:
                self._keep_sold(profile, module, register.most_sold(module, today - RECENT))
            return register.warning

        return await self._asked(keep, "")

    async def close(self) -> None:
        """Give the register's file back."""
        with self._opening:
            self._open_register, register, self._register = None, self._register, None
        if register is not None:
            await asyncio.to_thread(register.close)

    async def customers(self, typed: str) -> tuple[KnownCustomer, ...]:
        """Customers whose phone or name fits what is typed, the newest first."""
        found = await self._asked(lambda register: register.customers(typed), ())
        return tuple(KnownCustomer(each.name, each.phone, each.email) for each in found)

    async def parties(self, travel_day: date) -> tuple[KnownParty, ...]:
        """The groups that travelled last, as they are on the day of travel."""
        store = self._parties
        if store is None:
            return ()
        found = await _tried(lambda: store.find("", _MOST_PARTIES), ())
        return tuple(
            KnownParty(each.name, each.travelled_on, passengers_of(each, travel_day)) for each in found
        )

    async def keep_party(self, draft: BoatDraft) -> None:
        """Keep who travelled together, under the customer's name; nothing of their documents."""
        store = self._parties
        party = party_to_save(draft.customer_name, draft.passengers, draft.departure.day)
        if store is not None and len(party.people) > 1:
            await _tried(lambda: store.save(party), None)

    async def most_sold(self, profile: Profile, module: str) -> dict[str, int]:
        """How often each product of the module was sold of late, by its number, as of the last filling.

        Kept beside the catalogue, so that the first list of the day need not wait for the register.
        """
        found = await self._kept(_key(profile, module), lambda data: _sold_shape().validate_json(data))
        return found or {}

    async def sales(self, typed: str) -> tuple[KnownSale, ...]:
        """Sales of this counter that fit what is typed, the newest first."""
        found = await self._asked(lambda register: register.search(typed), ())
        return tuple(
            KnownSale(each.request_id, each.booking_ref, each.customer_name, each.title, each.day)
            for each in found
        )

    async def keep_activities(self, profile: Profile, found: ActivityCatalogue) -> None:
        """Keep a catalogue as the last good one of its date."""
        key = _key(profile, "ACTIVITY", found.day)
        await self._keep(key, lambda: _activities_shape().dump_json(found), found.read_at)

    async def activities(self, profile: Profile, day: date) -> ActivityCatalogue | None:
        """The last good catalogue of the date."""
        return await self._kept(
            _key(profile, "ACTIVITY", day), lambda data: _activities_shape().validate_json(data)
        )

    async def keep_departures(self, profile: Profile, found: DepartureList) -> None:
        """Keep the boats of a day as the last good reading."""
        key = _key(profile, "BOAT", found.day)
        await self._keep(key, lambda: _departures_shape().dump_json(found), found.read_at)

    async def departures(self, profile: Profile, day: date) -> DepartureList | None:
        """The last good reading of the boats of a day."""
        return await self._kept(
            _key(profile, "BOAT", day), lambda data: _departures_shape().validate_json(data)
        )

    def _keep_sold(self, profile: Profile, module: str, sold: dict[str, int]) -> None:
        if self._answers is not None:
            data = _sold_shape().dump_json(sold)
            self._answers.put(_key(profile, module), data, datetime.now(UTC))

    async def _asked(self, question: Callable[[Register], T], otherwise: T) -> T:
        """What the register says, in a thread; `otherwise` when there is none or it cannot be used."""

        def ask() -> T:
            with self._opening:
                if self._register is None and self._open_register is not None:
                    self._register = self._open_register()
            return otherwise if self._register is None else question(self._register)

        return await _tried(ask, otherwise)

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
    """One place for each service, key, module and date: no profile ever sees another one's prices."""
    # The practice service has another port at each start, and is the same all the same.
    address = "" if profile.is_practice else profile.base_url
    what = "sold" if day is None else day.isoformat()
    return f"{_VERSION}|{profile.name}|{address}|{profile.key_last_four}|{module}|{what}"


def _kept_sale(attempt: Attempt) -> KeptSale:
    # The database library takes longer to import than a window to paint.
    from app.store.register import KeptSale

    facts, private = attempt.facts, attempt.private
    module = str(facts.get("module") or "")
    product = facts.get("schedule_id" if module == "BOAT" else "activity_id")
    day = facts.get("day")
    return KeptSale(
        request_id=attempt.request_id,
        module=module,
        product_id=str(product or ""),
        title=str(facts.get("title") or ""),
        day=date.fromisoformat(day) if isinstance(day, str) else None,
        window=str(facts.get("window") or ""),
        qty=int(facts.get("qty") or 0),
        booking_ref=str(facts.get("booking_ref") or ""),
        customer_name=str(private.get("customer_name") or ""),
        customer_phone=str(private.get("customer_phone") or ""),
        customer_email=str(private.get("customer_email") or ""),
        sold_at=attempt.first_at.astimezone(UTC),
    )


@cache
def _activities_shape() -> TypeAdapter[ActivityCatalogue]:
    return TypeAdapter(ActivityCatalogue)


@cache
def _sold_shape() -> TypeAdapter[dict[str, int]]:
    return TypeAdapter(dict[str, int])


@cache
def _departures_shape() -> TypeAdapter[DepartureList]:
    return TypeAdapter(DepartureList)


async def _tried(work: Callable[[], T], otherwise: T) -> T:
    """What `work` gives in a thread, or `otherwise` when it fails: remembering never stops a sale."""
    try:
        return await asyncio.to_thread(work)
    except Exception:
        log.warning("Something could not be remembered.", exc_info=True)
        return otherwise
