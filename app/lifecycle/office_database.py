"""Tests, sets and changes the office's shared database while the counter runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from app.core.language import joined

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.store.office.shared_database import SharedDatabase


log = logging.getLogger(__name__)


async def share(desk: Desk, url: str, password: str, why_none: str = "") -> None:
    """Use the database at an address from now on, or none for an empty one, without waiting for the server.

    Practice is never shared, and each profile has its own schema. `why_none` says why there is no password,
    and is shown when the database cannot be used without one.
    """
    profile = desk.reader.profile
    is_shared = bool(url.strip()) and not profile.is_practice
    opening = partial(_open, url.strip(), password, profile.name, desk.name, why_none)
    await asyncio.to_thread(desk.local_cache.sharing.use, opening if is_shared else None)


def tell_trouble(desk: Desk, show: Callable[[Callable[[], str]], object]) -> Callable[[], None]:
    """Show, in this loop, what says since when the database is unreachable, and nothing when it is back.

    Returns a function that ends this.
    """
    loop = asyncio.get_running_loop()
    return desk.local_cache.sharing.changed.subscribe(
        lambda: _soon(loop, lambda: show(lambda: desk.local_cache.sharing.trouble))
    )


async def try_office_database(url: str, password: str, profile_name: str = "live", why_none: str = "") -> str:
    """Test an address as this counter would use it. Returns a sentence about the problem, or empty.

    A missing schema and missing tables of the profile are made. `why_none` is as in `share`.
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
        # Not before: a server may accept a connection without a password.
        raise SharedError(joined(" ", (str(error), why_none))) from None
