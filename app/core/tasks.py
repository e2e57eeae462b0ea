"""The tasks of one owner, and a thread for calls that may never return."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

ErrorHandler = Callable[[str, Exception], None]
Result = TypeVar("Result")


class TaskScope:
    """The running work of one owner: at most one task for each name, all ended together.

    `on_error(name, exception)` is called for every exception in them, also in work that was replaced or
    cancelled meanwhile; cancellation is no error. Use it on the loop's own thread.
    """

    def __init__(self, on_error: ErrorHandler) -> None:
        self._on_error = on_error
        self._current: dict[str, asyncio.Task[Any]] = {}
        self._next: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {}
        # The loop keeps weak references only: replaced work must be referenced until it has ended.
        self._all: set[asyncio.Task[Any]] = set()
        self._cancelled: set[asyncio.Task[Any]] = set()

    def start(self, name: str, work: Coroutine[Any, Any, Any]) -> None:
        """Run `work`; work that runs under the same name is cancelled and ends in the background."""
        replaced = self._current.get(name)
        if replaced is not None:
            self._cancel(replaced)
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._current[name] = task
        self._all.add(task)
        task.add_done_callback(partial(self._end, name))

    def follow(self, name: str, begin: Callable[[], Coroutine[Any, Any, Any]]) -> None:
        """Run the work that `begin` gives, now or once what runs under the name has ended.

        For news: what comes during a reading may have come too late for it.
        """
        if self.is_running(name):
            self._next[name] = begin
        else:
            self.start(name, begin())

    def is_running(self, name: str) -> bool:
        """Whether work runs under this name that has not ended, nor been replaced or cancelled."""
        task = self._current.get(name)
        # Its callback comes later than its end.
        return task is not None and not task.done()

    async def wait(self, name: str, seconds: float) -> None:
        """Wait until the work that runs under a name has ended, for so long at most."""
        if self.is_running(name):
            await asyncio.wait((self._current[name],), timeout=seconds)

    def cancel(self, name: str) -> None:
        """Cancel the work that runs under a name, if any; it ends in the background."""
        self._next.pop(name, None)
        task = self._current.pop(name, None)
        if task is not None:
            self._cancel(task)

    def cancel_all(self) -> None:
        """Cancel all work; it ends in the background, and new work can still be started."""
        self._next.clear()
        self._current.clear()
        for task in self._all:
            self._cancel(task)

    async def finish(self) -> None:
        """Wait until all work has ended, cancelled work included."""
        while self._all:
            await asyncio.wait(set(self._all))

    def _cancel(self, task: asyncio.Task[Any]) -> None:
        """Cancel once: a second time would interrupt the cleaning up that the first one began.

        `task.cancelling()` is no help here: libraries also cancel these tasks for reasons of their own.
        """
        if task not in self._cancelled:
            self._cancelled.add(task)
            task.cancel()

    def _end(self, name: str, task: asyncio.Task[Any]) -> None:
        self._all.discard(task)
        self._cancelled.discard(task)
        begin = None
        if self._current.get(name) is task:
            del self._current[name]
            begin = self._next.pop(name, None)
        if task.cancelled():
            return
        if begin is not None:
            self.start(name, begin())
        error = task.exception()
        if isinstance(error, Exception):
            self._on_error(name, error)


def hand_to_loop(name: str, error: Exception) -> None:
    """Hand an unexpected exception of a task to the loop, which logs it."""
    asyncio.get_running_loop().call_exception_handler(
        {"message": f"The work '{name}' failed", "exception": error}
    )


async def in_own_thread(function: Callable[[], Result]) -> Result:
    """What `function()` returns or raises, called in a daemon thread.

    For calls that may never return, such as to an unreachable server. All else uses `asyncio.to_thread`, for
    which the end of the program waits. Cancelling stops the waiting, not the thread.
    """
    return await asyncio.wrap_future(call_apart(function))


def call_apart(function: Callable[[], Result]) -> Future[Result]:
    """The call of `function()` in a daemon thread, as for `in_own_thread`."""
    called: Future[Result] = Future()
    called.set_running_or_notify_cancel()

    def call() -> None:
        try:
            called.set_result(function())
        except BaseException as error:
            called.set_exception(error)
            if not isinstance(error, Exception):
                raise

    threading.Thread(target=call, daemon=True).start()
    return called
