"""Reads in the background of the counter without being in anybody's way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from app.api.messages.errors import Matter, RefusedError, UnreadableAnswerError
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_SERVED_TO_ALL, Moment

T = TypeVar("T")
AT_ONCE = 2
"""So many reads run at the same time."""
PAUSE = 30
"""So many seconds nothing is asked when the service has asked to wait."""
_TOO_MANY = 429
_MOST_HELD = 512


class PoliteReader:
    """Two reads at once in the whole program, none begun while a money call runs or the service rests."""

    def __init__(
        self,
        moment: Callable[[], Moment],
        finish: Callable[[], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """`finish` waits until no money call is running."""
        self._moment, self._finish, self._sleep = moment, finish, sleep
        self.room = asyncio.Semaphore(AT_ONCE)
        self._locks: WeakValueDictionary[object, asyncio.Lock] = WeakValueDictionary()
        self._held: dict[object, tuple[Moment, Any]] = {}
        self._rests_until = 0.0
        """By the monotonic clock."""

    async def ask(
        self,
        key: object,
        read: Callable[[], Awaitable[T]],
        told: Callable[[datetime | None], object],
        *,
        anew: bool = False,
    ) -> T:
        """What `read` returns, or what it has returned to the same question (`key`) within a minute.

        Where the service asks to wait, it is asked again after the pause; `told` hears until when, and None
        once it goes on. `anew`: an answer to an earlier question does not do. Raises DeskError.
        """
        asked_at = self._moment()
        async with self._locks.setdefault(key, asyncio.Lock()), self.room:
            while True:
                held = self._held.get(key)
                if held is not None and self._does(held[0], asked_at, anew=anew):
                    return held[1]
                await self._wait(told)
                try:
                    found = await read()
                except DeskError as error:
                    if not asks_to_wait(error):
                        raise
                    self._rests_until = self._moment().boot + PAUSE
                    continue
                self._hold(key, found)
                return found

    def _does(self, read: Moment, asked_at: Moment, *, anew: bool) -> bool:
        """Whether an answer of this moment will do."""
        return read.boot >= asked_at.boot if anew else read.is_fresh(self._moment(), TO_BE_SERVED_TO_ALL)

    async def _wait(self, told: Callable[[datetime | None], object]) -> None:
        """Wait for the end of the pause, and of every money call."""
        now, slept_until = self._moment(), 0.0
        # The other read may be told to wait longer meanwhile.
        while self._rests_until > max(now.boot, slept_until):
            slept_until = self._rests_until
            left = slept_until - now.boot
            told(now.here + timedelta(seconds=left))
            await self._sleep(left)
            told(None)
            now = self._moment()
        await self._finish()

    def _hold(self, key: object, found: object) -> None:
        now = self._moment()
        if len(self._held) >= _MOST_HELD:
            self._held = {
                each: held for each, held in self._held.items() if held[0].is_fresh(now, TO_BE_SERVED_TO_ALL)
            }
        self._held[key] = now, found


def asks_to_wait(error: DeskError) -> bool:
    """Whether a reading failed because the service takes no more calls for a while (part 7)."""
    cause = error.__cause__
    if isinstance(cause, RefusedError | UnreadableAnswerError) and cause.http_status == _TOO_MANY:
        return True
    return isinstance(cause, RefusedError) and cause.matter is Matter.LIMIT
