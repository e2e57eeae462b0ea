"""The office's shared database by its address: tried, taken up and changed while the counter runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.core.language import joined, words_of

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.store.office.shared_database import SharedDatabase


log = logging.getLogger(__name__)


async def share(desk: Desk, url: str, password: str, why_none: str = "") -> None:
    """Share the database at an address from now on, and none with an empty one; nobody waits for the server.

    Practice is never shared, and no profile sees another one's. `why_none` says why there is no password, and
    is told when the database cannot be used without.
    """
    profile = desk.reader.profile
    is_shared = bool(url.strip()) and not profile.is_practice
    opening = partial(_open, url.strip(), password, profile.name, desk.name, why_none)
    await asyncio.to_thread(desk.local_cache.sharing.use, opening if is_shared else None)


def tell_trouble(desk: Desk, show: Callable[[str], object]) -> Callable[[], None]:
    """Have it shown, in this loop, since when the database is away, and an empty text when it is back.

    Gives a function that ends this.
    """
    loop = asyncio.get_running_loop()
    return desk.local_cache.sharing.changed.subscribe(
        lambda: _soon(loop, lambda: show(desk.local_cache.sharing.trouble))
    )


async def try_office_database(url: str, password: str, profile_name: str = "live", why_none: str = "") -> str:
    """Try an address as this counter would use it; a sentence of what is wrong, or nothing when it works.

    What is not there yet is made: schema and tables of the profile. `why_none` is as in `share`.
    """
    return await asyncio.to_thread(_try, url.strip(), password, profile_name, why_none)


def _soon(loop: asyncio.AbstractEventLoop, telling: Callable[[], object]) -> None:
    loop.call_soon_threadsafe(telling)


def _try(url: str, password: str, profile_name: str, why_none: str) -> str:
    problem = ""
    try:
        _open(url, password, profile_name, "", why_none).close()
    except Exception as error:
        log.info("An address of the office's database was tried in vain.", exc_info=True)
        problem = str(error)
    return problem


def _open(url: str, password: str, profile_name: str, desk: str, why_none: str) -> SharedDatabase:
    # The database library takes longer to import than a window to paint.
    from app.store.office.shared_database import SharedError, open_shared
    from app.store.sql.engine import DatabaseAddress

    address = DatabaseAddress(url, password, f"agency_counter_{profile_name}")
    try:
        return open_shared(address, desk)
    except SharedError as error:
        if not why_none:
            raise
        # Not before: a server may well let in without a password.
        raise SharedError(joined(" ", (words_of(error), why_none))) from None
