"""What the settings do with the office's database: look at one, and use it."""

from __future__ import annotations

from typing import Protocol

from app.core.frozen import frozen
from app.core.language import Wording


@frozen
class OfficeFound:
    """What was found at an address of the office's database."""

    problem: Wording = ""
    """A sentence why it cannot be used; the other members are empty then."""
    host: str = ""
    version: str = ""
    """Of the server, such as 15.4."""
    is_encrypted: bool = False
    is_local: bool = False
    """Whether the server is on this computer, where nothing has to be encrypted."""
    desks: int = 0
    bookings: int = 0
    mark: str = ""
    place: str = ""
    is_guarded: bool = False
    """Whether desks cannot change there what others said."""
    is_another: bool = False
    """Whether it is another database than the one that this desk hands in to."""

    @property
    def is_open_to_read(self) -> bool:
        """Whether others on the line can read what goes there."""
        return not self.problem and not self.is_encrypted and not self.is_local


class OfficeAccess(Protocol):
    """Looks at addresses of the office's database, and uses them."""

    async def look(self, address: str, password: str, /) -> OfficeFound:
        """What is at an address, which nothing is sent to; an empty password is the one that is kept."""
        ...

    async def keep(self, address: str, password: str, found: OfficeFound, /) -> Wording:
        """Keep a password for exactly this address, and allow a database that is another one.

        Returns a sentence when the password is kept for this run alone.
        """
        ...

    async def use(self, address: str, /) -> OfficeFound:
        """Use a database from now on. Returns what is in it."""
        ...

    @property
    def is_open_to_read(self) -> bool:
        """Whether the database in use is reached over a line that others can read."""
        ...
