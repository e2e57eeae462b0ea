"""Looks at, uses and changes the office's shared database while the counter runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from app.core.language import Wording, joined, message_of
from app.desk.office.office_access import OfficeFound
from app.lifecycle.profile import OfficePassword, OfficePasswords

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.store.office.identity import KnownDatabase
    from app.store.office.shared_database import SharedDatabase
    from app.store.sql.engine import DatabaseAddress


log = logging.getLogger(__name__)

_HUNDREDS = 10_000


class OfficeConnection:
    """The office's database of the profile in use; see `OfficeAccess`."""

    def __init__(self) -> None:
        self.passwords = OfficePasswords()
        self._is_first = False
        self._desk: Desk | None = None
        self._shared: tuple[Desk, str] | None = None
        """The profile and the address in use."""

    def serve(self, desk: Desk | None) -> None:
        """Be that of another profile, or of none."""
        self._desk = desk

    async def follow(self, url: str) -> None:
        """Use the database at an address, if it is not used yet."""
        desk = self._desk
        if desk is not None and self._shared != (desk, url):
            self._is_first = True
            await self._share(desk, url)

    def has_first_trouble(self) -> bool:
        """Whether this is the first trouble with an address whose password no key store keeps.

        Later a clerk may stand in front of a customer: nothing is asked then.
        """
        is_first, self._is_first = self._is_first, False
        return is_first and self.passwords.is_forgotten

    async def look(self, address: str, password: str) -> OfficeFound:
        """See `OfficeAccess`."""
        desk = self._desk
        if desk is None or not address:
            return OfficeFound()
        way = await asyncio.to_thread(_way, desk, address, self.passwords, password)
        return await asyncio.to_thread(way.look)

    async def keep(self, address: str, password: str, found: OfficeFound) -> Wording:
        """See `OfficeAccess`."""
        desk = self._desk
        if desk is not None and found.is_another:
            from app.store.office.identity import KnownDatabase

            allowed = KnownDatabase(found.mark, found.place)
            await asyncio.to_thread(desk.local_cache.office.keep_known, allowed)
        return await self.passwords.keep(address, password) if password else ""

    async def use(self, address: str) -> OfficeFound:
        """See `OfficeAccess`."""
        desk = self._desk
        if desk is None or not address:
            return OfficeFound()
        # First: the server is reached with this password from now on, even if the test is abandoned.
        await self._share(desk, address)
        way = await asyncio.to_thread(_way, desk, address, self.passwords)
        return await asyncio.to_thread(way.try_out)

    @property
    def is_open_to_read(self) -> bool:
        """See `OfficeAccess`."""
        return self._desk is not None and self._desk.local_cache.sharing.is_open_to_read

    async def _share(self, desk: Desk, url: str) -> None:
        await share(desk, url, self.passwords)
        # Not before: a call that is cancelled until here has shared nothing.
        self._shared = (desk, url)


def schema_of(profile: str) -> str:
    """The name of a profile's schema in the office's database."""
    return f"agency_counter_{profile}"


class Way(NamedTuple):
    """How a desk reaches the office's database. Its methods wait for the server."""

    url: str
    password: OfficePassword
    profile: str
    """The profile whose sales are shared."""
    known: Callable[[], KnownDatabase | None] | None
    """The database that the desk hands in to; None for a desk that hands in nothing."""

    def open(self, desk: str) -> SharedDatabase:
        """The database, with its tables. Raises SharedError or DatabaseAddressError."""
        from app.store.office.shared_database import SharedError, open_shared

        try:
            return open_shared(self._address(), desk, self.known)
        except SharedError as error:
            if not self.password.why_none:
                raise
            # Not before: a server may accept a connection without a password.
            raise type(error)(joined(" ", (str(error), self.password.why_none))) from None

    def look(self) -> OfficeFound:
        """What is there; nothing is made."""
        from app.store.office.identity import is_another
        from app.store.office.shared_database import survey_shared

        try:
            found = survey_shared(self._address())
        except Exception as error:
            log.info("An address of the office's database was looked at in vain.", exc_info=True)
            return OfficeFound(message_of(error))
        there = found.contents
        return OfficeFound(
            host=found.place.rpartition(":")[0],
            version=f"{found.version // _HUNDREDS}.{found.version % _HUNDREDS}",
            is_encrypted=found.is_encrypted,
            is_local=found.is_local,
            desks=there.desks,
            bookings=there.bookings,
            mark=there.mark,
            place=found.place,
            is_guarded=found.is_guarded,
            is_another=is_another(there.mark, found.place, self.known() if self.known else None),
        )

    def try_out(self) -> OfficeFound:
        """What is there, after its tables were made."""
        try:
            self.open("").close()
        except Exception as error:
            log.info("An address of the office's database was tried in vain.", exc_info=True)
            return OfficeFound(message_of(error))
        return self.look()

    def _address(self) -> DatabaseAddress:
        # The database library takes longer to import than a window to paint.
        from app.store.sql.engine import DatabaseAddress

        return DatabaseAddress(self.url, self.password.text, schema_of(self.profile))


def _way(desk: Desk, url: str, passwords: OfficePasswords, password: str = "") -> Way:
    """The way to a database; an empty password is the one that is kept. Waits for the key store."""
    profile, url = desk.reader.profile, url.strip()
    known = None if profile.is_practice else desk.local_cache.office.known_database
    # In practice nothing is handed in: what is looked at is the place of the real sales.
    name = "live" if profile.is_practice else profile.name
    return Way(url, OfficePassword(password) if password else passwords.of(url), name, known)


async def share(desk: Desk, url: str, passwords: OfficePasswords) -> None:
    """Use the database at an address from now on, or none for an empty one, without waiting for the server.

    Practice is never shared, and each profile has its own schema.
    """
    is_shared = bool(url.strip()) and not desk.reader.profile.is_practice
    way = await asyncio.to_thread(_way, desk, url, passwords) if is_shared else None
    opening = None if way is None else partial(way.open, desk.name)
    await asyncio.to_thread(desk.local_cache.sharing.use, opening)


def tell_trouble(desk: Desk, show: Callable[[Callable[[], str]], object]) -> Callable[[], None]:
    """Show, in this loop, what says since when the database is unreachable, and nothing when it is back.

    Returns a function that ends this.
    """
    loop = asyncio.get_running_loop()
    return desk.local_cache.sharing.changed.subscribe(
        lambda: _soon(loop, lambda: show(lambda: desk.local_cache.sharing.trouble))
    )


def _soon(loop: asyncio.AbstractEventLoop, telling: Callable[[], object]) -> None:
    loop.call_soon_threadsafe(telling)
