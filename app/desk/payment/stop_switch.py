"""Gives up an order on its way, as long as the service cannot have it whole."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from app.api.messages.errors import NotSentError
from app.core.language import tr

_Result = TypeVar("_Result")


class StoppedError(Exception):
    """The clerk gave the order up before it was whole; the service cannot act on it."""


class Brake:
    """Pulled or locked, whichever comes first: an order that was given up is never dispatched."""

    def __init__(self) -> None:
        self.is_pulled = False
        self._is_locked = False
        self._sending: asyncio.Timeout | None = None

    def pull(self) -> bool:
        """Give the order up. False when it is too late: it has been locked, or has ended."""
        if self._is_locked:
            return False
        if self._sending is not None and not self.is_pulled:
            self._sending.reschedule(asyncio.get_running_loop().time())
        self.is_pulled = True
        return True

    def lock(self) -> None:
        """From here on nobody gives the order up. Raises StoppedError when somebody has."""
        self._check()
        self._is_locked = True

    async def guard(self, send: Callable[[], Awaitable[_Result]]) -> _Result:
        """What `send` gives. Raises StoppedError as soon as the brake is pulled, and what `send` raises.

        Ending it at once is a courtesy to the clerk: `lock`, called before the order is dispatched, is what
        keeps the order back.
        """
        try:
            async with asyncio.timeout(None) as self._sending:
                self._check()
                return await send()
        except (TimeoutError, NotSentError):
            self._check()
            raise
        finally:
            self._sending = None
            self._is_locked = True

    def _check(self) -> None:
        if self.is_pulled:
            raise StoppedError(tr("The clerk gave it up before it had all been sent."))
