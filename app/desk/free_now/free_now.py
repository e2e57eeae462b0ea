"""Reads what is free on a day: boats in one call, activities one after another, behind everything else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from app.api.messages.errors import RefusedError
from app.desk.bookings.local_cache import LocalCache, WholeSearch
from app.desk.catalogue.catalogue import Catalogue
from app.desk.free_now.free_rows import start_of
from app.desk.free_now.polite_reader import AT_ONCE, PoliteReader
from app.desk.free_now.values import DayRead, FreeStart, ReadingProgress
from app.desk.model.activities import ActivityDraft, ActivityOffer
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_LISTED, TO_BE_SENT, Moment
from app.desk.model.sale import Profile
from app.desk.service.advice import KEY, LINE

if TYPE_CHECKING:
    from app.desk.free_now.seat_watches import Watch
    from app.desk.service.service_reader import ServiceReader

T = TypeVar("T")
MOST_A_READING = 60
"""So many activities are read one after another; F5 goes on with the next ones."""
_TRIED_EVERY = timedelta(days=7)
_MOST_DAYS = 14
_NOT_SERVED = frozenset({400, 404, 422})
"""The HTTP states of a question that the service does not know."""
Told = Callable[[ReadingProgress, DayRead], object]


class _Sources(NamedTuple):
    """What is read with."""

    catalogue: Catalogue
    reader: ServiceReader
    cache: LocalCache
    polite: PoliteReader


class FreeNow:
    """What was read of days, also beside the catalogue; each reading goes on where it was stopped."""

    def __init__(
        self, catalogue: Catalogue, reader: ServiceReader, local_cache: LocalCache, polite: PoliteReader
    ) -> None:
        self._sources = _Sources(catalogue, reader, local_cache, polite)
        self._days: dict[tuple[object, ...], DayRead] = {}

    async def known(self, day: date) -> DayRead:
        """What is known of a day without asking the service, as it was last read here or kept."""
        (catalogue, reader, cache, _), whose = self._sources, _whose(self._sources.reader.profile, day)
        held, sold = self._days.get(whose), await catalogue.most_sold("ACTIVITY")
        slots = held.slots if held else await cache.slots(reader.profile, day)
        activities, boats = await catalogue.kept_activities(day), await catalogue.kept_departures(day)
        return self._hold(whose, DayRead(day, activities, boats, sold=sold).with_slots(slots))

    async def with_boats_anew(self, day: date) -> DayRead:
        """The day with its boats as they are now, as before one of them is sold. Raises DeskError."""
        whose = _whose(self._sources.reader.profile, day)
        found = await self._sources.catalogue.departures(day)
        return self._hold(whose, replace(self._days.get(whose) or DayRead(day), boats=found))

    @property
    def is_busy(self) -> bool:
        """Whether as much is read as may be at once."""
        return self._sources.polite.room.locked()

    async def start(
        self, watch: Watch, told: Callable[[datetime | None], object], *, anew: bool = False
    ) -> FreeStart | None:
        """A watched start as it is now, None where it is not offered; see `PoliteReader.ask`.

        What is known of the day stays as it is: whoever reads the day meanwhile holds more of it.
        """
        (catalogue, reader, _, polite), day = self._sources, watch.day
        whose, starts = partial(_whose, reader.profile), list[FreeStart]()
        if watch.trip.startswith("boat "):
            key, read = whose("boats", day), partial(catalogue.departures, day)
            boats = await polite.ask(key, read, told, anew=anew)
            starts += (start_of(BoatDraft(each), boats.read, watch.people) for each in boats.departures)
            return next((each for each in starts if each.key == watch.key), None)
        listed = await catalogue.kept_activities(day)
        if listed is None:
            key, read = whose("activities", day), partial(catalogue.activities, day)
            listed = await polite.ask(key, read, told)
        for offer in listed.offers:
            if watch.trip == f"activity {offer.activity_id}":
                key, slots = whose("slots", day, offer.activity_id), partial(reader.slots, offer, day)
                found = await polite.ask(key, slots, told, anew=anew)
                drafts = (ActivityDraft(offer, each) for each in found.slots)
                starts += (start_of(each, found.read, watch.people) for each in drafts)
        return next((each for each in starts if each.key == watch.key), None)

    async def read(self, day: date, told: Told, *, is_asked: bool = False) -> None:
        """Read what is older than two minutes; where nothing is, all of it if the clerk asks (F5).

        `told` hears of every answer. What could not be read stays as it was, and what came before the reading
        was stopped is kept.
        """
        sources, profile = self._sources, self._sources.reader.profile
        whose = _whose(profile, day)

        def take(progress: ReadingProgress, found: DayRead) -> None:
            told(progress, self._hold(whose, found))

        known = await self.known(day)
        reading = _Reading(sources, known, take)
        try:
            await reading.run(is_asked=is_asked)
        finally:
            reading.end()
            slots, today = reading.found.slots, sources.reader.today()
            if slots != known.slots:
                await asyncio.shield(sources.cache.keep_slots(profile, day, slots, today))

    def _hold(self, whose: tuple[object, ...], found: DayRead) -> DayRead:
        """Hold what was found, with newer boats where somebody has read them meanwhile. Returns that."""
        held = self._days.pop(whose, None)
        boats = None if held is None else held.boats
        if boats is not None and (found.boats is None or found.boats.read.boot < boats.read.boot):
            found = replace(found, boats=boats)
        self._days[whose] = found
        while len(self._days) > _MOST_DAYS:
            self._days.pop(next(iter(self._days)))
        return found


def _whose(profile: Profile, *what: object) -> tuple[object, ...]:
    """What is asked of a service with an API key: another one has other fares."""
    return profile.base_url, profile.key_last_four, *what


class _Reading:
    """One reading of a day."""

    def __init__(self, sources: _Sources, known: DayRead, told: Told) -> None:
        self._catalogue, self._reader, self._cache, self._polite = sources
        self.found, self._told = known, told
        self._progress = ReadingProgress(is_reading=True)
        self._tried = 0
        """The activities that were read, or could not be."""
        self._stood: list[Moment | None] = []
        """When that was read which could not be read again."""
        self._is_asked, self._is_anew, self._is_done = False, False, False
        """Whether the clerk asks, also what is fresh is read again, and the reading came to its end."""
        self._is_in_vain = False
        """Whether one search for all had nothing."""

    async def run(self, *, is_asked: bool) -> None:
        """Read the lists, then the activities."""
        self._tell()
        self._is_asked = is_asked
        self._is_anew = is_asked and not self._is_old(self._read_lists_at) and not self._targets()
        await asyncio.gather(self._read_boats(), self._read_activities())
        targets = [*self.found.open_offers] if self._is_anew else self._targets()
        self._change(of=len(targets))
        rest = iter(await self._read_at_once(targets))
        some = (each for each, _ in zip(rest, range(MOST_A_READING), strict=False))
        await asyncio.gather(*(self._read_singly(some) for _ in range(AT_ONCE)))
        self._is_done = self._tried >= self._progress.of
        has_slots = sum(bool(each.slots) for each in self.found.slots.values())
        if self._is_in_vain and self._is_done and has_slots >= AT_ONCE:
            # One search had none of these.
            await self._keep_served(is_served=False)

    def end(self) -> None:
        """Say how far it came."""
        stood = [None if each is None else each.here for each in self._stood]
        since = None if None in stood else min((each for each in stood if each), default=None)
        self._change(is_reading=False, is_stopped=not self._is_done, since=since, waits_until=None)

    def _targets(self) -> list[ActivityOffer]:
        """The activities that were never read, then those that were read longer ago than a sale allows."""
        slots = self.found.slots
        offers = self.found.open_offers
        never = [each for each in offers if each.activity_id not in slots]
        known = (each for each in offers if each.activity_id in slots)
        return [*never, *(each for each in known if self._is_old(slots[each.activity_id].read))]

    @property
    def _read_lists_at(self) -> Moment | None:
        return None if self.found.catalogue is None else self.found.catalogue.read

    def _is_old(self, read: Moment | None) -> bool:
        return read is None or not read.is_fresh(self._reader.moment(), TO_BE_SENT)

    async def _read_boats(self) -> None:
        day, kept = self.found.day, self.found.boats
        stood = None if kept is None else kept.read
        if self._is_anew or self._is_old(stood):
            found = await self._ask(("boats", day), lambda: self._catalogue.departures(day), stood)
            if found is not None:
                self._take(replace(self.found, boats=found))

    async def _read_activities(self) -> None:
        day, stood = self.found.day, self._read_lists_at
        is_listed = stood is not None and stood.is_fresh(self._reader.moment(), TO_BE_LISTED)
        if self._is_anew or not is_listed or (self._is_asked and self._is_old(stood)):
            found = await self._ask(("activities", day), lambda: self._catalogue.activities(day), stood)
            if found is not None:
                self._take(replace(self.found, catalogue=found))

    async def _read_at_once(self, targets: list[ActivityOffer]) -> list[ActivityOffer]:
        """Read all of them in one search, where the service serves that. Returns those that are left.

        It is tried once in a week: whether `activity_id` may be left out is stated nowhere (part 4.2).
        """
        day, profile, today = self.found.day, self._reader.profile, self._reader.today()
        tried = await self._cache.whole_search(profile)
        is_known = tried is not None and timedelta() <= today - tried.tried_on < _TRIED_EVERY
        is_refused = is_known and tried is not None and not tried.is_served
        if is_refused or len(targets) < AT_ONCE or self._progress.is_offline:
            return targets
        try:
            answered = await self._polite.ask(
                _whose(self._reader.profile, "slots", day),
                lambda: self._reader.slots_of_all(targets, day),
                self._rest,
                anew=self._is_anew,
            )
        except DeskError as error:
            refused = error.__cause__
            if isinstance(refused, RefusedError) and refused.http_status in _NOT_SERVED:
                await self._keep_served(is_served=False)
            # Read singly they tell what is the matter.
            return targets
        wanted = {each.activity_id for each in targets}
        # The answer may be that to a question for others, a moment ago.
        found = {number: slots for number, slots in answered.items() if number in wanted}
        if answered and not is_known:
            await self._keep_served(is_served=True)
        self._is_in_vain = not answered and not is_known
        self._tried += len(found)
        self._change(done=len(found))
        self._take(self.found.with_slots(found))
        return [each for each in targets if each.activity_id not in found]

    async def _keep_served(self, *, is_served: bool) -> None:
        """Keep for a week whether one search has all activities."""
        await self._cache.keep_whole_search(
            self._reader.profile, WholeSearch(self._reader.today(), is_served)
        )

    async def _read_singly(self, targets: Iterator[ActivityOffer]) -> None:
        day = self.found.day
        for offer in targets:
            if self._progress.is_offline:
                return
            number, held = offer.activity_id, self.found.slots.get(offer.activity_id)
            stood = None if held is None else held.read
            found = await self._ask(
                ("slots", day, number), lambda offer=offer: self._reader.slots(offer, day), stood
            )
            self._tried += 1
            if found is not None:
                self._change(done=self._progress.done + 1)
                self._take(self.found.with_slots({number: found}))

    async def _ask(
        self, key: tuple[object, ...], read: Callable[[], Awaitable[T]], stood: Moment | None
    ) -> T | None:
        """What was read; None, with the failure noted, where it could not be: then that of `stood` stays."""
        try:
            return await self._polite.ask(
                _whose(self._reader.profile, *key), read, self._rest, anew=self._is_anew
            )
        except DeskError as error:
            self._stood.append(stood)
            is_offline = self._progress.is_offline or error.advice.field in {LINE, KEY}
            self._change(failed=self._progress.failed + 1, is_offline=is_offline)
            return None

    def _rest(self, until: datetime | None) -> None:
        self._change(waits_until=until)

    def _take(self, found: DayRead) -> None:
        self.found = found
        self._tell()

    def _change(self, **changes: object) -> None:
        self._progress = replace(self._progress, **changes)
        self._tell()

    def _tell(self) -> None:
        self._told(self._progress, self.found)
