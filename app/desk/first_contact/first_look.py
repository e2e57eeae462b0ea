"""The first look at a service: reads what can be read, keeps what came, and sells nothing."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date, datetime, timedelta

from app.api.client import PartnerClient
from app.api.messages.errors import PartnerError
from app.api.messages.requests import (
    ActivityContentQuery,
    ActivitySearchQuery,
    BoatContentQuery,
    BoatSearchQuery,
    Module,
    StatusQuery,
    WalletQuery,
)
from app.api.wire.sender import HeardReply
from app.core.language import in_source
from app.desk.first_contact.report import report_of
from app.desk.first_contact.studied import HeardReading, ServiceLook

Told = Callable[[int, int], object]
"""Told how many readings are done, and of how many."""

_MOST_ITEMS = 500
_DAYS_AHEAD = 7
_FAR_AHEAD = timedelta(days=500)
"""A day on which nothing is sold yet: it shows how the service says that there is nothing."""


class FirstContact:
    """Looks at the service of one client, with the client's own key."""

    def __init__(self, client: PartnerClient, clock: Callable[[], datetime]) -> None:
        self._client = client
        self._clock = clock

    async def report(self, told: Told = lambda _done, _of: None, *, booking_ref: str = "") -> str:
        """The report as HTML; a booking is looked at only when its PNR is given.

        Readings that fail are part of the report.
        """
        look = await self.look(told, booking_ref=booking_ref)
        return self._client.without_key(await asyncio.to_thread(report_of, look))

    async def look(self, told: Told = lambda _done, _of: None, *, booking_ref: str = "") -> ServiceLook:
        """All readings, one after the other, so that each is heard by itself."""
        heard: list[HeardReply] = []
        tls = ""

        def hear(reply: HeardReply) -> None:
            nonlocal tls
            heard.append(reply)
            tls = reply.tls or tls

        async with self._client.listening(hear) as client:
            asking = _Asking(client, heard, told, 9 if booking_ref else 7)
            began = self._clock()
            await asking.lists(began.date())
            await asking.wallet()
            if booking_ref:
                await asking.booking(booking_ref)
            offset = client.service_offset
        return ServiceLook(
            self._client.address, began, offset, tuple(asking.readings), tls, self._client.without_key
        )


class _Asking:
    """The readings of one look."""

    def __init__(self, client: PartnerClient, heard: list[HeardReply], told: Told, of: int) -> None:
        self.readings: list[HeardReading] = []
        self._client, self._heard, self._told, self._of = client, heard, told, of

    async def lists(self, today: date) -> None:
        """The catalogues, slots and departures of a day that has some, departures of one without."""
        client = self._client
        activities = ActivityContentQuery(travel_date=today, limit=_MOST_ITEMS)
        boats = BoatContentQuery(travel_date=today, limit=_MOST_ITEMS)
        self._keep(await self._read("content ACTIVITY", f"travel_date={today}", client.content(activities)))
        undated = ActivityContentQuery(limit=_MOST_ITEMS)
        self._keep(await self._read("content ACTIVITY", "no travel_date", client.content(undated)))
        self._keep(await self._read("content BOAT", f"travel_date={today}", client.content(boats)))
        days = [today + timedelta(days=each) for each in range(_DAYS_AHEAD)]
        await self._first_with_entries(days, "search_availability ACTIVITY", self._slots)
        await self._first_with_entries(days, "search_availability BOAT", self._departures)
        far = today + _FAR_AHEAD
        reading = await self._read("search_availability BOAT", f"date={far}", self._departures(far))
        self._keep(replace(reading, is_empty_day=True))

    async def wallet(self) -> None:
        """The wallet of the key."""
        query = WalletQuery(request_id=_request_id())
        self._keep(await self._read("wallet_balance", "", self._client.wallet_balance(query)))

    async def booking(self, booking_ref: str) -> None:
        """The booking of this PNR, as an activity and as a boat."""
        for module in Module:
            query = StatusQuery(request_id=_request_id(), booking_ref=booking_ref, module_type=module)
            asked = f"module_type={module.value}"
            self._keep(await self._read("booking_status", asked, self._client.booking_status(query)))

    def _slots(self, day: date) -> Awaitable[object]:
        return self._client.search_availability(ActivitySearchQuery(date=day))

    def _departures(self, day: date) -> Awaitable[object]:
        return self._client.search_availability(BoatSearchQuery(date=day))

    async def _first_with_entries(
        self, days: list[date], subject: str, ask: Callable[[date], Awaitable[object]]
    ) -> None:
        """Ask for one day after the other, until one has entries or cannot be read; that one is kept."""
        reading: HeardReading | None = None
        for day in days:
            reading = await self._read(subject, f"date={day}", ask(day))
            if reading.failure or getattr(reading.answer, "items", ()):
                break
        if reading is not None:
            self._keep(reading)

    async def _read(self, subject: str, asked: str, call: Awaitable[object]) -> HeardReading:
        self._heard.clear()
        answer, failure = None, ""
        try:
            answer = await call
        except PartnerError as error:
            failure = in_source(error)
        return HeardReading(subject, asked, tuple(self._heard), answer, failure)

    def _keep(self, reading: HeardReading) -> None:
        self.readings.append(reading)
        self._told(len(self.readings), self._of)


def _request_id() -> str:
    return f"look-{uuid.uuid4().hex}"
