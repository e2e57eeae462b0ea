"""The way of a booking, measured: the files at work while an order goes out and its answer comes back.

A file is on the way when one of its functions is on the call stack at a decisive moment: the order is made,
a record of it goes into a sink of the journal, its last byte leaves, the answer becomes a result and that a
receipt, and the page with the receipt is made. A task or thread has the stack that started it below its own.
What only computes a value, or reads or paints, has returned by then and is not on the way.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from functools import partial
from pathlib import Path
from typing import Any

import httpcore
import pytest
from typing_extensions import override

from app.api.messages.answers import BookingResult
from app.desk.model.sale import Receipt
from app.desk.payment.order import Order
from app.desk.sale.selling import Selling
from app.ui.kit.sheets.page import Page
from tests.support.program import PROJECT
from tests.support.ui.selling import selling

MOST_FILES = 16
ALIKE = frozenset({"core/event.py", "core/tasks.py", "lifecycle/event_loop.py", "ui/kit/sheets/shortcuts.py"})
"""What every key, task and signal passes, whatever it is about."""
_APP = str(PROJECT / "app") + os.sep
_STATES = (b"PREPARED", b"DISPATCHED", b"SETTLED")

Moments = dict[str, frozenset[str]]
_started_by: ContextVar[frozenset[str]] = ContextVar("started_by", default=frozenset())
"""The files that were at work when this task or thread was started."""


def at_work() -> frozenset[str]:
    """The files of the program on the stack, and on the stacks that have led to it."""
    found = set(_started_by.get())
    frame = inspect.currentframe()
    while frame is not None:
        if frame.f_code.co_filename.startswith(_APP):
            found.add(frame.f_code.co_filename.removeprefix(_APP).replace(os.sep, "/"))
        frame = frame.f_back
    return frozenset(found - ALIKE)


async def booked(folder: Path, patch: pytest.MonkeyPatch) -> Moments:
    """The files at work at each moment of a booking, made with real keys on the real window."""
    moments: Moments = {}

    def note(moment: str) -> None:
        moments[moment] = moments.get(moment, frozenset()) | at_work()

    _watch_sinks(patch, note)
    async with selling(folder) as clerk:
        await clerk.review()
        _watch_objects(patch, note)
        _watch_stacks(patch)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
        asyncio.get_running_loop().set_task_factory(None)
    return moments


def _watch_sinks(patch: pytest.MonkeyPatch, note: Callable[[str], None]) -> None:
    """Notes what is written to the sinks of the journal, and the byte that completes the order."""

    class Database(sqlite3.Connection):
        @override
        def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
            rows = list(parameters)
            if any(state.decode() in str(row) for row in rows for state in _STATES):
                note("kept in the database")
            return super().executemany(sql, rows)

    def write(file: int, data: Any) -> int:
        if any(state in bytes(data) for state in _STATES):
            note("kept in the log file")
        return os_write(file, data)

    async def connect(self: object, *args: Any, **more: Any) -> httpcore.AsyncNetworkStream:
        stream = await connect_tcp(self, *args, **more)
        send = stream.write

        async def send_noted(buffer: bytes, *args: Any) -> None:
            if len(buffer) == 1:
                note("the last byte")
            await send(buffer, *args)

        patch.setattr(stream, "write", send_noted)
        return stream

    backend: Any = httpcore.AnyIOBackend
    os_write, connect_tcp = os.write, backend.connect_tcp
    patch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Database))
    patch.setattr(os, "write", write)
    patch.setattr(backend, "connect_tcp", connect)


def _watch_objects(patch: pytest.MonkeyPatch, note: Callable[[str], None]) -> None:
    """Notes the first making of what is handed on; what is painted of it may copy it later."""
    made: set[str] = set()

    def before(owner: type, name: str, moment: str, *only: object) -> None:
        call = getattr(owner, name)

        def noted(*args: Any, **more: Any) -> Any:
            if moment not in made and (not only or args[1:] == only):
                made.add(moment)
                note(moment)
            return call(*args, **more)

        patch.setattr(owner, name, noted)

    before(Order, "__init__", "the order")
    before(BookingResult, "model_validate", "the result")
    before(Receipt, "__init__", "the receipt")
    before(Page, "setObjectName", "the page", "booked_page")


def _watch_stacks(patch: pytest.MonkeyPatch) -> None:
    """Lets each task and thread know the stack that starts it."""

    def task(
        loop: asyncio.AbstractEventLoop,
        work: Coroutine[Any, Any, Any],
        context: Context | None = None,
        # From Python 3.14 on the loop passes all that a task is made with.
        **more: Any,
    ) -> asyncio.Task[Any]:
        context = context or copy_context()
        context.run(_started_by.set, at_work())
        return asyncio.Task(work, loop=loop, context=context, **more)

    async def in_thread(call: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
        token = _started_by.set(at_work())
        try:
            return await to_thread(call, *args, **more)
        finally:
            _started_by.reset(token)

    to_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread
    patch.setattr(asyncio, "to_thread", in_thread)
    loop: Any = asyncio.get_running_loop()
    loop.set_task_factory(task)


def listed() -> list[str]:
    """The files that the map of the house names as the way of a booking."""
    text = (PROJECT / "app/README.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"^## The way of a booking$.*?(^1\. .*?)^## ", text, re.MULTILINE | re.DOTALL)
    return re.findall(r"`([\w/]+\.py)`", section)


@pytest.mark.usefixtures("qapp")
async def test_a_booking_passes_the_files_that_the_map_names_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = await booked(tmp_path, monkeypatch)
    assert set(moments) == {
        *("the order", "kept in the log file", "kept in the database"),
        *("the last byte", "the result", "the receipt", "the page"),
    }
    passed = frozenset[str]().union(*moments.values())
    assert sorted(passed) == sorted(listed())
    assert len(passed) <= MOST_FILES


# The report of coverage cannot name a file that is not there.
@pytest.mark.no_cover
@pytest.mark.usefixtures("qapp")
async def test_a_file_that_comes_in_between_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = Selling.book

    async def pass_on(self: Selling, *args: Any) -> Any:
        return await book(self, *args)

    pass_on.__code__ = pass_on.__code__.replace(co_filename=f"{_APP}desk/sale/between.py")
    monkeypatch.setattr(Selling, "book", pass_on)
    moments = await booked(tmp_path, monkeypatch)
    seen = {moment for moment, files in moments.items() if "desk/sale/between.py" in files}
    assert seen >= {"the order", "the last byte", "the result", *(each for each in moments if "kept" in each)}
