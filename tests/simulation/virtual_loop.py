"""An event loop whose time jumps to the next timer: hours pass in a moment, and every run is the same."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

from typing_extensions import override

from app.api.wire.sender import ExceptionBoundary

_FINEST = 1e-6
"""In seconds."""
_QUICKEST, _SLOWEST = 0.0002, 0.06


class PowerCut(SystemExit):
    """The program ends here and now: only exceptions of this kind leave their task and the loop at once."""


class StillError(AssertionError):
    """Everybody waits for something that never comes."""


class _Waiting:
    """There is no socket to look at: to wait is to let time pass."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        """Let so many seconds pass."""
        self._loop.turn(timeout)
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    """Runs everything in one thread. What is handed to a thread runs at once and is back a little later."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        # After half a year seconds as floats are coarser than the nanosecond of a real clock: a timer that
        # is due now would never be run.
        self._clock_resolution = _FINEST
        self.turns = 0
        """How often every task that could has made its step."""
        self.dies_at_turn = 0
        """PowerCut is raised in this turn; 0 for never."""
        self._sleeps: tuple[int, float] | None = None
        """The turn in which the computer falls asleep, and for how many seconds."""
        self._now = 0.0
        self._chance = chance
        self._selector = _Waiting(self)

    @override
    def time(self) -> float:
        return self._now

    def sleeps_at(self, turn: int, seconds: float) -> None:
        """Let the computer sleep in that turn; whatever was due meanwhile is late."""
        self._sleeps = turn, seconds

    def turn(self, timeout: float | None) -> None:
        """Let time pass until the next timer. Raises StillError when there is none."""
        self.turns += 1
        if self._sleeps is not None and self.turns >= self._sleeps[0]:
            self._now += self._sleeps[1]
            self._sleeps = None
        if self.turns == self.dies_at_turn:
            raise PowerCut
        if timeout is None:
            raise StillError("Everybody waits, and no timer runs.")
        self._now += timeout

    @override
    def run_in_executor(self, *work: Any, **_: Any) -> asyncio.Future[Any]:
        """What the function gives, after the time that a thread and a disk take."""
        _, function, *arguments = work
        ended = self.create_future()
        result: object = None
        with ExceptionBoundary() as boundary:
            result = function(*arguments)
        took = self._chance.uniform(_QUICKEST, _SLOWEST)
        self.call_later(took, _hand_over, ended, result, boundary.error)
        return ended

    def _process_events(self, _events: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody sleeps in a selector who would have to be woken."""


def _hand_over(ended: asyncio.Future[Any], result: object, error: Exception | None) -> None:
    if ended.done():
        return  # whoever waited was cancelled
    if error is None:
        ended.set_result(result)
    else:
        ended.set_exception(error)
