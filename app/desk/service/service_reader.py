"""All readings from the service, and the service's time from its answers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import TypeVar, cast

from app.api.client import PartnerClient
from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivitySearch,
    BoatContent,
    BoatSearch,
    Envelope,
    QuoteAnswer,
    StatusAnswer,
    WalletAnswer,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import NoAnswerError, NotSentError, PartnerError
from app.api.messages.requests import (
    ActivityContentQuery,
    ActivityQuote,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatQuote,
    BoatSearchQuery,
    Module,
    StatusQuery,
    WalletQuery,
)
from app.api.messages.spellings import ItemId
from app.api.wire import monotonic_clock
from app.core.event import Event
from app.core.language import tr
from app.desk.model.activities import ActivityCatalogue, ActivityOffer, DaySlots
from app.desk.model.boats import Departure, DepartureList
from app.desk.model.booking import BookingState, Choice, SeatChoice
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import Profile, Wallet
from app.desk.service import activity_parsing, advice, boat_parsing, booking_parsing
from app.desk.service.clock_warning import MOST_SKEW, MOST_TO_SELL, other_zone, wrong_clock
from app.desk.service.cutoffs import Todays, todays
from app.desk.service.key_access import KeyAccess, KeyState
from app.desk.service.slot_times import slot_times

log = logging.getLogger(__name__)

T = TypeVar("T")
_NO_IDS: Mapping[str, ItemId] = MappingProxyType({})
_MOST_ITEMS = 500
"""The most that one content answer may hold (interface part 8)."""


class ServiceReader:
    """The readings of one profile."""

    def __init__(
        self,
        client: PartnerClient,
        profile: Profile,
        new_request_id: Callable[[], str],
        clock: Callable[[], datetime],
        *,
        most_apart: timedelta = MOST_TO_SELL,
        zone: timedelta | None = None,
    ) -> None:
        """`most_apart`: the clocks may differ by this much before a person has to decide to sell.

        `zone` is the distance of this computer's time zone from UTC at its last work; None when unknown.
        """
        self.profile = profile
        self.wallet_reading: Wallet | None = None
        self.called = Event[bool]()
        """A call has ended; True when the service answered."""
        self.wallet_read = Event[Wallet]()
        self.answered_otherwise = Event[()]()
        """For the first time an answer held something that could not be read."""
        self.answers_otherwise = False
        """Whether one has."""
        self.access = KeyAccess()
        self._keys = 0
        """How often the API key was changed: an answer to a former one is ignored."""
        self._client = client
        self._new_request_id = new_request_id
        self._clock = clock
        self._zone: tzinfo | None = None
        self._began_with = clock().utcoffset() if zone is None else zone
        self._most_apart = most_apart
        self._accepted: timedelta | None = None
        """The difference of the clocks with which a person has decided to sell."""

    def check_may_spend(self) -> None:
        """Raises DeskError while the service does not let this API key sell, or the clock is far off."""
        if self.access.state is not KeyState.GOOD:
            raise DeskError(advice.advise_selling_off(self.access.state))
        apart, accepted = self.service_offset or timedelta(), self._accepted
        is_accepted = accepted is not None and abs(apart - accepted) <= MOST_SKEW
        if abs(apart) > self._most_apart and not is_accepted:
            raise DeskError(advice.advise_wrong_clock(wrong_clock(self._clock(), apart)))

    def clock_doubt(self) -> str:
        """A sentence when it is another day here than by the service's clock; else empty."""
        now, apart = self._clock(), self.service_offset or timedelta()
        if abs(apart) <= self._most_apart or now.date() == (now + apart).astimezone(now.tzinfo).date():
            return ""
        return wrong_clock(now, apart)

    def accept_clock(self) -> None:
        """Sell with the present difference of the clocks, as a person has decided; not with another one."""
        self._accepted = self.service_offset
        log.warning("Sales go on although the clocks differ by %s.", self._accepted)

    async def agent_id(self) -> str:
        """The agent of this API key; the wallet is read if necessary. Raises DeskError."""
        return (self.wallet_reading or await self.wallet()).agent_id

    def now_here(self) -> datetime:
        """The time by this computer's clock, which is used for everything that happens at this counter."""
        return self._clock()

    def service_now(self) -> datetime:
        """The time by the service's clock and zone as far as known; cutoffs are based on it."""
        now = self._clock()
        # Until an answer contains the service's zone, this computer's present zone is used.
        return (now + (self.service_offset or timedelta())).astimezone(self._zone or now.tzinfo)

    def moment(self) -> Moment:
        """Now, by every clock there is."""
        here, ahead = self._clock(), self.service_offset
        told = None if ahead is None else here + ahead
        return Moment(
            here, told and told.astimezone(self._zone or here.tzinfo), monotonic_clock.boot_seconds()
        )

    def today(self) -> date:
        """Today in the service's zone."""
        return self.service_now().date()

    def todays(self) -> Todays:
        """The possible dates of today: this computer's, the service's, and that of UTC."""
        return todays(self._clock(), self.service_now())

    @property
    def service_offset(self) -> timedelta | None:
        """The service's clock minus this computer's; None when unknown."""
        return self._client.service_offset

    @property
    def smallest_refused(self) -> int | None:
        """The smallest order in bytes that was too large for the service; None while none was."""
        return self._client.smallest_refused

    def clock_warning(self) -> str:
        """A warning about this computer's clock; empty when it is right."""
        return wrong_clock(self._clock(), self.service_offset)

    def zone_warning(self) -> str:
        """A warning about this computer's time zone; empty when it is the former one, or was accepted."""
        return other_zone(self._clock(), self._began_with)

    def accept_zone(self) -> None:
        """Warn of the present time zone no more, as a person has read it."""
        self._began_with = self._clock().utcoffset()

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        query = ActivityContentQuery(travel_date=day, limit=_MOST_ITEMS)
        answer = await self.read(lambda: self._client.content(query), tr("The activities"))
        return await asyncio.to_thread(activity_parsing.catalogue, answer, day, self.moment())

    async def slots(self, offer: ActivityOffer, day: date) -> DaySlots:
        """The slots of an activity on a day with exact fares (interface part 4.2). Raises DeskError."""
        query = ActivitySearchQuery(date=day, activity_id=offer.activity_id)
        answer = await self.read(lambda: self._client.search_availability(query), tr("The slots"))
        self._learn_zone(answer.items)
        now, read = self.service_now(), self.moment()
        return activity_parsing.day_slots(answer, offer.activity_id, day, now, read, doubt=offer.doubt)

    async def slots_of_all(self, offers: Sequence[ActivityOffer], day: date) -> dict[ItemId, DaySlots]:
        """The slots of a day of as many of these activities as one question has answered (part 4.2).

        Empty where the service does not serve a search without `activity_id`. Raises DeskError.
        """
        query = ActivitySearchQuery(date=day)
        answer = await self.read(lambda: self._client.search_availability(query), tr("The slots"))
        self._learn_zone(answer.items)
        now, read = self.service_now(), self.moment()
        return await asyncio.to_thread(activity_parsing.slots_of_all, answer, offers, day, now, read)

    async def departures(self, day: date) -> DepartureList:
        """The departures of a day with the required identity data (parts 4.1 and 4.2). Raises DeskError."""
        named = BoatContentQuery(travel_date=day, limit=_MOST_ITEMS)
        content, search = await asyncio.gather(
            self.read(lambda: self._client.content(named), tr("The boats")),
            self.read(lambda: self._client.search_availability(BoatSearchQuery(date=day)), tr("The boats")),
        )
        return boat_parsing.departure_list(content, search, day, self.service_now(), self.moment())

    async def departure(self, seen: Departure) -> Departure:
        """The departure as it is now; closed when the service no longer lists it. Raises DeskError."""
        found = await self.departures(seen.day)
        same = (each for each in found.departures if each.schedule_id == seen.schedule_id)
        return next(same, None) or boat_parsing.gone(seen)

    async def wallet(self) -> Wallet:
        """The wallet as it is now (interface part 4.5), also kept as the last reading. Raises DeskError."""
        query = WalletQuery(request_id=self._new_request_id())
        asked = monotonic_clock.boot_seconds()
        answer = await self.read(lambda: self._client.wallet_balance(query), tr("The wallet"))
        took = timedelta(seconds=monotonic_clock.boot_seconds() - asked)
        return self._keep(replace(self._read_now(answer), took=took))

    async def wallet_of(self, key: ApiKey) -> Wallet:
        """The wallet of another API key, which is not in use yet (part 4.5). Raises DeskError."""
        query = WalletQuery(request_id=self._new_request_id())
        try:
            return self._read_now(await self._client.wallet_of(key, query))
        except PartnerError as error:
            raise DeskError(advice.advise_read(error, tr("The wallet"))) from error

    def use_key(self, key: ApiKey, wallet: Wallet) -> None:
        """Use another API key from now on, whose wallet was just read."""
        self._keys += 1
        self._client.use_key(key)
        self.profile = replace(self.profile, key_last_four=key.last_four)
        self._keep(wallet)
        self.access.begin_anew()

    async def status(self, booking_ref: str, module: Module) -> StatusAnswer:
        """The service's answer about a booking (interface part 4.6). Raises DeskError."""
        query = StatusQuery(request_id=self._new_request_id(), booking_ref=booking_ref, module_type=module)
        return await self.read(lambda: self._client.booking_status(query), tr("The booking"))

    async def booking(
        self, booking_ref: str, *, is_boat: bool, ids: Mapping[str, ItemId] = _NO_IDS
    ) -> BookingState:
        """The state of a booking (interface part 4.6). Raises DeskError.

        `ids` are travellers' numbers from another answer, by name.
        """
        answer = await self.status(booking_ref, Module.BOAT if is_boat else Module.ACTIVITY)
        return replace(booking_parsing.booking_state(answer, booking_ref, ids), read=self.moment())

    async def refund_quote(self, booking_ref: str, choice: Choice) -> QuoteAnswer:
        """The refund quote of this choice (interface part 4.4, QUOTE); nothing changes. Raises DeskError.

        It has its own request number, so that the service's replay protection does not take a later CONFIRM
        for a repetition.
        """
        request_id = self._new_request_id()
        request = (
            ActivityQuote(request_id=request_id, booking_ref=booking_ref, qty=choice.qty)
            if isinstance(choice, SeatChoice)
            else BoatQuote(request_id=request_id, booking_ref=booking_ref, passenger_ids=choice.ids)
        )
        return await self.read(lambda: self._client.quote_cancellation(request), tr("The refund"))

    async def read(self, call: Callable[[], Awaitable[T]], subject: str) -> T:
        """The result of a call; `called` reports whether it was answered. Raises DeskError about `subject`.

        The call is created here, so that a reading that is cancelled early leaves no coroutine unawaited.
        """
        keys, refusals = self._keys, self.access.refusals
        failure: PartnerError | None = None
        answer: T | None = None
        try:
            answer = await call()
        except PartnerError as error:
            failure = error
        if keys != self._keys:
            raise DeskError(advice.advise_former_key(subject))
        self.note_line(failure)
        if failure is not None:
            raise DeskError(advice.advise_read(failure, subject)) from failure
        self.access.note_reading(refusals)
        if not self.answers_otherwise and _is_otherwise(answer):
            self.answers_otherwise = True
            self.answered_otherwise()
        return cast("T", answer)

    def note_line(self, error: Exception | None) -> None:
        """Note what a call has shown about the line and the API key; local errors show nothing."""
        if isinstance(error, PartnerError):
            self.access.note(error)
        if error is None or isinstance(error, PartnerError):
            self.called(not isinstance(error, (NotSentError, NoAnswerError)))

    def _read_now(self, answer: WalletAnswer) -> Wallet:
        return activity_parsing.wallet(answer, self.moment())

    def _keep(self, wallet: Wallet) -> Wallet:
        self.wallet_reading = wallet
        self.wallet_read(wallet)
        return wallet

    def _learn_zone(self, items: Sequence[ActivityAvailability]) -> None:
        """Take the service's zone from an instant that agrees with its window; it is stated nowhere else."""
        here = self.service_now().tzinfo
        zones = (slot_times(item, here).zone for item in items)
        self._zone = next((zone for zone in zones if zone is not None), self._zone)


def _is_otherwise(answer: object) -> bool:
    """Whether something in an answer could not be read."""
    if isinstance(answer, ActivityContent | ActivitySearch | BoatContent | BoatSearch):
        return bool(answer.set_aside) or any(item.get("unread") for item in answer.items)
    return isinstance(answer, Envelope) and bool(answer.unread)
