"""Everything the desk reads from the service, and the service's time as its answers tell it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeVar

from app.api.answers import ActivityAvailability, QuoteAnswer, StatusAnswer
from app.api.client import PartnerClient
from app.api.errors import NoAnswerError, NotSentError, PartnerError
from app.api.requests import (
    ActivityContentQuery,
    ActivityQuote,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatSearchQuery,
    Module,
    StatusQuery,
    WalletQuery,
)
from app.desk import advice, boat_reading, reading
from app.desk.activity_values import ActivityCatalogue, ActivityOffer, DaySlots
from app.desk.advice import DeskError
from app.desk.boat_values import Departure, DepartureList
from app.desk.values import Wallet

T = TypeVar("T")
_MOST_ITEMS = 500
"""The most that one content answer may hold (interface part 8)."""


class Reader:
    """Reads of one profile; whoever watches is told of the line and of each reading of the wallet."""

    def __init__(
        self, client: PartnerClient, new_request_id: Callable[[], str], clock: Callable[[], datetime]
    ) -> None:
        self.wallet_reading: Wallet | None = None
        self.line_watcher: Callable[[bool], None] = _nobody
        """Told after each call whether the service answered."""
        self.wallet_watcher: Callable[[Wallet], None] = _nobody
        """Told each new reading of the wallet."""
        self._client = client
        self._new_request_id = new_request_id
        self._clock = clock
        self._zone = clock().tzinfo or UTC

    def unwatch(self) -> None:
        """Tell nobody any more: whoever watched has gone."""
        self.line_watcher = self.wallet_watcher = _nobody

    def service_now(self) -> datetime:
        """Now by the service's clock and zone, as far as its answers tell; cutoffs are counted by it."""
        return (self._clock() + (self._client.service_offset or timedelta())).astimezone(self._zone)

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        query = ActivityContentQuery(travel_date=day, limit=_MOST_ITEMS)
        answer = await self.read(self._client.content(query), "The activities")
        return await asyncio.to_thread(reading.catalogue, answer, day, self._clock())

    async def slots(self, offer: ActivityOffer, day: date) -> DaySlots:
        """The slots of an activity on a day with exact fares (interface part 4.2). Raises DeskError."""
        query = ActivitySearchQuery(date=day, activity_id=offer.activity_id)
        answer = await self.read(self._client.search_availability(query), "The slots")
        self._learn_zone(answer.items)
        found = reading.day_slots(answer, offer.activity_id, day, self.service_now())
        return replace(found, read_at=self._clock())

    async def departures(self, day: date) -> DepartureList:
        """The boats of a day: what goes, and what each asks for (parts 4.1 and 4.2). Raises DeskError."""
        content, search = await asyncio.gather(
            self.read(
                self._client.content(BoatContentQuery(travel_date=day, limit=_MOST_ITEMS)), "The boats"
            ),
            self.read(self._client.search_availability(BoatSearchQuery(date=day)), "The boats"),
        )
        return boat_reading.departure_list(content, search, day, self.service_now(), self._clock())

    async def departure(self, seen: Departure) -> Departure:
        """The same departure as it is now; closed when the service names it no more. Raises DeskError."""
        found = await self.departures(seen.day)
        same = (each for each in found.departures if each.schedule_id == seen.schedule_id)
        return next(same, None) or boat_reading.gone(seen)

    async def wallet(self) -> Wallet:
        """The wallet as it is now (interface part 4.5); kept as the last reading. Raises DeskError."""
        query = WalletQuery(request_id=self._new_request_id())
        answer = await self.read(self._client.wallet_balance(query), "The wallet")
        self.wallet_reading = reading.wallet(answer, self._clock())
        self.wallet_watcher(self.wallet_reading)
        return self.wallet_reading

    async def status(self, booking_ref: str) -> StatusAnswer:
        """What the service says of an activity booking (interface part 4.6). Raises DeskError."""
        query = StatusQuery(
            request_id=self._new_request_id(), booking_ref=booking_ref, module_type=Module.ACTIVITY
        )
        return await self.read(self._client.booking_status(query), "The booking")

    async def refund_quote(self, booking_ref: str, qty: int) -> QuoteAnswer:
        """What releasing seats would give back (interface part 4.4, QUOTE). Raises DeskError."""
        request = ActivityQuote(request_id=self._new_request_id(), booking_ref=booking_ref, qty=qty)
        return await self.read(self._client.quote_cancellation(request), "The refund")

    async def read(self, call: Coroutine[Any, Any, T], subject: str) -> T:
        """What the service answers; whoever watches the line is told whether it answered at all."""
        try:
            answer = await call
        except PartnerError as error:
            self.note_line(error)
            raise DeskError(advice.advise_read(error, subject)) from error
        self.note_line(None)
        return answer

    def note_line(self, error: Exception | None) -> None:
        """Tell whoever watches the line what a call has shown of it; an error of our own shows nothing."""
        if error is None or isinstance(error, PartnerError):
            self.line_watcher(not isinstance(error, (NotSentError, NoAnswerError)))

    def _learn_zone(self, items: Sequence[ActivityAvailability]) -> None:
        """The service's zone is the offset that its instants carry; it is stated nowhere else."""
        for item in items:
            starts = item.booking_rules.slot_start_at if item.booking_rules else None
            if starts is not None and starts.tzinfo is not None:
                self._zone = starts.tzinfo
                return


def _nobody(_news: object) -> None:
    """Nobody watches yet."""
