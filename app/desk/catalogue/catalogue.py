"""The catalogue of a day: read from the service, and cached for the next start."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from app.desk.bookings.local_cache import LocalCache
from app.desk.model.activities import ActivityCatalogue, DaySlots, Starts
from app.desk.model.boats import DepartureList

if TYPE_CHECKING:
    from app.desk.service.service_reader import ServiceReader


class Catalogue:
    """The activities and departures of one profile; each answer is cached as the last good one."""

    def __init__(self, reader: ServiceReader, local_cache: LocalCache) -> None:
        self._reader = reader
        self._local_cache = local_cache

    async def activities(self, day: date) -> ActivityCatalogue:
        """The activities for a date (interface part 4.1). Raises DeskError."""
        found = await self._reader.activities(day)
        await self._local_cache.keep_activities(self._reader.profile, found)
        return found

    async def kept_activities(self, day: date) -> ActivityCatalogue | None:
        """The cached activities of the date, of any age; None when never read."""
        return await self._local_cache.activities(self._reader.profile, day)

    async def departures(self, day: date) -> DepartureList:
        """The departures of a day with the required identity data (parts 4.1, 4.2). Raises DeskError."""
        found = await self._reader.departures(day)
        await self._local_cache.keep_departures(self._reader.profile, found)
        return found

    async def kept_departures(self, day: date) -> DepartureList | None:
        """The cached departures of the date, of any age; None when never read."""
        return await self._local_cache.departures(self._reader.profile, day)

    async def keep_starts(self, found: DaySlots) -> None:
        """Cache when the slots of a day begin."""
        await self._local_cache.keep_starts(self._reader.profile, found, self._reader.today())

    async def kept_starts(self) -> Starts:
        """When slots began as they were last read."""
        return await self._local_cache.starts(self._reader.profile)

    async def kept_trips(self, day: date) -> tuple[str, ...]:
        """The names of the boat trips and activities in the cached lists of a date, each once."""
        return tuple(dict.fromkeys(title for title, _ in await self.kept_places(day)))

    async def kept_places(self, day: date) -> tuple[tuple[str, str], ...]:
        """The same with the boat, or the place of the activity."""
        boats, activities = await self.kept_departures(day), await self.kept_activities(day)
        names = [(each.name, each.boat_name) for each in boats.departures] if boats else []
        names += [(each.title, each.place) for each in activities.offers] if activities else []
        return tuple(dict.fromkeys(names))

    async def most_sold(self, module: str) -> dict[str, int]:
        """How often each product of a module was sold here recently, by the product's number."""
        return await self._local_cache.most_sold(self._reader.profile, module)
