"""The desk's access to the office's database: opened at its first use, always in a thread."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from app.core.language import message_of
from app.desk.office.office_sync import AwayError, OfficeSync

if TYPE_CHECKING:
    from app.store.office.identity import KnownDatabase
    from app.store.office.office import Office
    from app.store.office.shared_database import SharedDatabase

T = TypeVar("T")


class NoOfficeError(Exception):
    """The desk has no office's database."""


class OfficeDatabase:
    """Runs work on the office's database in a thread: the shared one, or this desk's own without one.

    A desk's own data is always stored on its own disk first, and copied to the shared database from there.
    """

    def __init__(
        self, open_office: Callable[[], Office] | None = None, sharing: OfficeSync | None = None
    ) -> None:
        """`open_office` is called in a thread: the database library takes long to import."""
        self._sharing = sharing
        if sharing is not None:
            sharing.follow(self._bring)
        self._open = open_office
        self._office: Office | None = None
        self._opening = threading.Lock()
        self._names: Mapping[str, str] = {}

    @property
    def is_away(self) -> bool:
        """Whether several desks share a database, and it cannot be reached: what is near is this desk's."""
        return self._sharing is not None and self._sharing.is_used and not self._sharing.is_there

    async def run(self, work: Callable[[Office], T]) -> T:
        """The result of `work` on the whole office's data, such as for closing a day.

        Raises OfficeError, also while the shared database is unreachable, or NoOfficeError without one.
        """
        return await asyncio.to_thread(self._run, work)

    async def near(self, work: Callable[[Office], T]) -> T:
        """The result of `work` on the whole office's data, or on this desk's while that is unreachable."""
        return await asyncio.to_thread(self._near, work)

    async def keep(self, work: Callable[[Office], T]) -> T:
        """The result of `work` that writes this desk's own data, which is copied to the shared one later.

        Raises OfficeError, or NoOfficeError without a database.
        """
        kept = await asyncio.to_thread(self._own, work)
        if self._sharing is not None:
            await asyncio.to_thread(self._sharing.hand_in)
        return kept

    def name_of(self, desk: str) -> str:
        """The name of a desk as last read, or its number while it has none."""
        return self._names.get(desk, desk)

    def is_named_elsewhere(self, name: str, desk: str) -> bool:
        """Whether another desk than this one has a name, as last read."""
        return any(each.casefold() == name.casefold() for other, each in self._names.items() if other != desk)

    async def read_names(self) -> None:
        """Read the names of all desks. Raises OfficeError, or NoOfficeError without a database."""

        def read(office: Office) -> Mapping[str, str]:
            from app.store.office.desk_names import names_of

            return names_of(office)

        self._names = await self.near(read)

    def known_database(self) -> KnownDatabase | None:
        """The shared database that this desk hands in to; None before the first. Waits for the disk.

        Raises OfficeError.
        """
        from app.store.office.identity import known_database

        try:
            return self._own(known_database)
        except NoOfficeError:
            return None

    def keep_known(self, known: KnownDatabase) -> None:
        """Remember which shared database this desk hands in to. Waits for the disk. Raises OfficeError."""
        from app.store.office.identity import keep_known

        with suppress(NoOfficeError):
            self._own(lambda own: keep_known(own, known))

    async def close(self) -> None:
        """Close the database; nothing can be run afterwards."""
        with self._opening:
            self._open, office, self._office = None, self._office, None
        if office is not None:
            await asyncio.to_thread(office.close)

    def _run(self, work: Callable[[Office], T]) -> T:
        from app.store.office.office import OfficeError

        sharing = self._sharing
        if sharing is None or not sharing.is_used:
            return self._own(work)
        try:
            answer = sharing.ask(lambda place: work(place.office))
        except AwayError as error:
            raise OfficeError(message_of(error)) from error
        # What it has written is kept on this disk at once: that database may be lost before the next contact.
        sharing.hand_in()
        return answer

    def _near(self, work: Callable[[Office], T]) -> T:
        if self._sharing is not None:
            with suppress(AwayError):
                return self._sharing.ask(lambda place: work(place.office))
        return self._own(work)

    def _own(self, work: Callable[[Office], T]) -> T:
        with self._opening:
            if self._office is None:
                if self._open is None:
                    raise NoOfficeError
                self._office = self._open()
            office = self._office
        return work(office)

    def _bring(self, place: SharedDatabase) -> None:
        from app.store.office.sync import bring_office

        self.keep_known(place.known)
        with suppress(NoOfficeError):
            self._own(place.bring_forgotten)
            self._own(lambda own: bring_office(own, place.office, socket.gethostname()))
