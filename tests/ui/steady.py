"""A counter at which nothing moves: clocks stand, numbers are the same each time, nothing blinks or turns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.api.client import PartnerClient
from app.api.key import ApiKey
from app.connection import memory_of
from app.desk.desk import Desk
from app.desk.values import Profile
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.store.journal import Journal
from app.ui import style
from app.ui.routing import Routing
from app.ui.window import MainWindow
from tests.counter import CHAIN_KEY, QUICK, SERVICE_ZONE, Counter
from tests.ui.robot import Robot
from tests.ui.selling import Clerk

NOW = datetime(2030, 11, 21, 10, 42, 15, tzinfo=SERVICE_ZONE)
"""Far enough away that no request finds it past; a Thursday."""
PATIENT = replace(QUICK, read_total=8, money_total=8)
"""A slow answer is worth a picture here, and is no failure."""
_FASTEST_CHANGE_MS = 1000
_NEVER_MS = 100_000_000


class SteadyClient(PartnerClient):
    """A client whose computer has the service's clock."""

    @property
    @override
    def service_offset(self) -> timedelta:
        return timedelta()


class SteadyJournal(Journal):
    """A journal whose request numbers are the same each time."""

    given = 0

    @override
    def new_request_id(self) -> str:
        self.given += 1
        return f"ac1-5e2a91c4-01KAJ5B6XW8N3R7T{self.given:010d}"


def now() -> datetime:
    """The one instant there is."""
    return NOW


@asynccontextmanager
async def steady_counter(folder: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the activities of the steady day, at a window of the smallest size."""
    with _unblinking():
        window = MainWindow(NOW.date())
        robot = Robot(window)
        await robot.show()
        with PracticeServer(World(clock=now), Faults()) as server:
            async with _steady_desk(folder, server) as counter:
                await counter.desk.wallet()
                routing = Routing(window)
                routing.use(counter.desk)
                try:
                    yield Clerk(robot, window, counter)
                finally:
                    await counter.desk.finish()
                    routing.forget()
                    await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})
        await robot.close()


def hold_still(page: QWidget) -> None:
    """From now on nothing on the page turns or counts by itself."""
    for timer in page.findChildren(QTimer):
        if not timer.isSingleShot() and timer.interval() <= _FASTEST_CHANGE_MS:
            timer.setInterval(_NEVER_MS)


@asynccontextmanager
async def _steady_desk(folder: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    async with SteadyClient(server.base_url, ApiKey(PRACTICE_KEY), timings=PATIENT) as client:
        journal = await asyncio.to_thread(SteadyJournal.open, folder, chain_key=CHAIN_KEY, clock=now)
        profile = Profile("practice", server.base_url, PRACTICE_KEY[-4:], is_practice=True)
        desk = Desk(client, journal, profile, now, memory_of(folder))
        await desk.start()
        try:
            yield Counter(desk, journal, server, folder)
        finally:
            await desk.close()
            await asyncio.to_thread(journal.close)


@contextmanager
def _unblinking() -> Generator[None]:
    """The light theme in the usual text size, with a caret that stays; both are the program's for others."""
    app = cast("QApplication", QApplication.instance())
    flash = app.cursorFlashTime()
    app.setCursorFlashTime(0)
    style.apply_theme(app, "light")
    try:
        yield
    finally:
        style.apply_theme(app, "light")
        app.setCursorFlashTime(flash)
