"""The event loop: asyncio inside Qt, one way to quit, and garbage collection only on the GUI thread."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import Context
from types import FrameType
from typing import Any
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop
from typing_extensions import override

log = logging.getLogger(__name__)

Main = Callable[["QuitRequest"], Coroutine[Any, Any, int]]

_WORKER_THREADS = 4
_SWITCH_SECONDS = 0.0005
_COLLECT_EVERY_MS = 100
_OLDEST = 2
_MANY = 10_000


class QuitRequest(QObject):
    """The one event that means: end the program in order.

    Set by signals and `QApplication.quit()`; the window's `closeEvent` calls `request()` itself.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._event = asyncio.Event()

    def request(self) -> None:
        """Ask to quit; a second request has no effect. On the GUI thread."""
        self._event.set()

    async def wait(self) -> None:
        """Wait for a request to quit."""
        await self._event.wait()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Suppress Qt's own quit, which would stop the loop during the clean-up."""
        if event.type() == QEvent.Type.Quit:
            self.request()
            return True
        return super().eventFilter(watched, event)


class _Loop(QEventLoop):
    """The loop of qasync, which also closes unfinished asynchronous generators."""

    def __init__(self) -> None:
        super().__init__(QApplication.instance())
        self._generators = WeakSet[AsyncGenerator[Any, Any]]()

    @override
    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        # That of qasync also asks whether it is a coroutine, in a way of which Python 3.14 warns each time.
        return self._add_callback(asyncio.Handle(callback, args, self, context=context), delay)

    @override
    def run_forever(self) -> None:
        former = sys.get_asyncgen_hooks()
        sys.set_asyncgen_hooks(self._generators.add, self._end_generator)
        try:
            super().run_forever()
        finally:
            sys.set_asyncgen_hooks(*former)

    @override
    async def shutdown_asyncgens(self) -> None:
        rest = list(self._generators)
        await asyncio.gather(*(each.aclose() for each in rest), return_exceptions=True)

    def _end_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        # It can be dropped in any thread.
        self.call_soon_threadsafe(asyncio.ensure_future, generator.aclose())


class GuiThreadCollector(QObject):
    """Collects cyclic garbage on its own thread, as often as CPython would.

    CPython collects in any thread that allocates, and a widget that is destroyed in a worker thread crashes
    Qt. The automatic collector stays off: worker threads may outlive this object.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()
        self._is_starting = True
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setInterval(_COLLECT_EVERY_MS)
        self._timer.timeout.connect(self.collect_due)
        self._timer.start()

    def collect_due(self) -> None:
        """Collect the oldest generation that is due, and those younger than it."""
        counts = gc.get_count()
        due = [each for each in range(_OLDEST + 1) if counts[each] > self._thresholds[each]]
        if self._is_starting and (counts[0] > _MANY or _OLDEST in due):
            # Imported modules stay alive: a collection that examines them would be a visible stall.
            gc.freeze()
            self._is_starting = _OLDEST not in due
        elif due:
            gc.collect(due[-1])

    def stop(self) -> None:
        """Collect all garbage a last time."""
        self._timer.stop()
        gc.collect()


def new_loop() -> asyncio.AbstractEventLoop:
    """An asyncio loop that runs inside Qt's; the QApplication exists.

    Ordinary threads replace the default executor of qasync, which is ten QThreads.
    """
    loop = _Loop()
    loop.set_default_executor(ThreadPoolExecutor(_WORKER_THREADS, thread_name_prefix="worker"))
    return loop


def run(app: QApplication, main: Main, quit_asked: SignalInstance | None = None) -> int:
    """The exit status of `main(quit_request)`, which is run to its end after any request to quit.

    `quit_asked` is an application's signal for Qt's own quit; without one, all its events are filtered.
    Afterwards no task and no worker thread is running. Raises what `main` raises.
    """
    app.setQuitOnLastWindowClosed(False)
    # A thread that computes lets the window go on ten times sooner than by default; stalls beside it halve.
    sys.setswitchinterval(_SWITCH_SECONDS)
    collector = GuiThreadCollector()
    loop = new_loop()
    loop.set_exception_handler(_log_stray)
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(_run(app, main, quit_asked))
    finally:
        asyncio.set_event_loop(None)
        # Waits for the worker threads.
        loop.close()
        collector.stop()


async def _run(app: QApplication, main: Main, quit_asked: SignalInstance | None) -> int:
    quit_request = QuitRequest()
    if quit_asked is None:
        app.installEventFilter(quit_request)
    else:
        quit_asked.connect(quit_request.request)
    try:
        with _signals(quit_request):
            return await main(quit_request)
    finally:
        await _end_tasks()
        await asyncio.get_running_loop().shutdown_asyncgens()
        app.removeEventFilter(quit_request)


async def _end_tasks() -> None:
    """Cancel and await the tasks that `main` has left."""
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        log.warning("A task was left behind: %s", task.get_name())
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)


@contextmanager
def _signals(quit_request: QuitRequest) -> Generator[None, None, None]:
    """Make SIGINT and SIGTERM request to quit."""
    loop = asyncio.get_running_loop()

    def ask(_number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(quit_request.request)

    former = {each: signal.signal(each, ask) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in former.items():
            signal.signal(each, handler)


def _log_stray(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an exception that was not awaited; the program goes on."""
    log.error(
        "Nobody handled: %s (%r)",
        context.get("message"),
        context.get("task") or context.get("future") or context.get("handle"),
        exc_info=context.get("exception"),
    )
