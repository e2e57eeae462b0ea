"""A counter at which nothing moves: clocks stand, numbers are the same each time, nothing blinks or turns."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.core.settings import Settings
from app.desk.desk import Desk, DeskOptions
from app.desk.model.sale import Profile
from app.desk.settings.settings_context import SettingsContext
from app.lifecycle.connection import memory_of, till_of
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.store.journal.journal import Journal
from app.ui.flows.navigation import Navigation
from app.ui.theme import style
from app.ui.window.main_window import MainWindow
from tests.support.counter import CHAIN_KEY, QUICK, SERVICE_ZONE, Counter, for_ever, working
from tests.support.ui.robot import Robot
from tests.support.ui.selling import Clerk

NOW = datetime(2030, 11, 21, 10, 42, 15, tzinfo=SERVICE_ZONE)
"""Far enough away that no request finds it past; a Thursday."""
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


@dataclass
class StandingTime:
    """Time that stands until a test lets some of it pass."""

    passed: timedelta = timedelta()

    def now(self) -> datetime:
        """The instant at which everything stands."""
        return NOW + self.passed


@asynccontextmanager
async def steady_counter(folder: Path, standing: StandingTime) -> AsyncGenerator[Clerk]:
    """A clerk before the activities of the steady day, at a window of the smallest size."""
    with _unblinking(), _there():
        window = MainWindow(NOW.date())
        robot = Robot(window)
        await robot.show()
        with PracticeServer(World(clock=standing.now), Faults()) as server:
            async with _steady_desk(folder, server, standing) as counter:
                await counter.desk.wallet.read()
                setup = SettingsContext(Settings(theme="light"))
                routing = Navigation(window, setup=setup)
                routing.use(counter.desk)
                try:
                    yield Clerk(robot, window, counter, setup=setup)
                finally:
                    await counter.desk.storm.close()
                    await counter.desk.payments.finish()
                    await counter.desk.unknown_outcomes.end()
                    routing.forget()
                    await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})
        await robot.close()


def hold_still(page: QWidget) -> None:
    """From now on nothing on the page turns or counts by itself."""
    for timer in page.findChildren(QTimer):
        if not timer.isSingleShot() and timer.interval() <= _FASTEST_CHANGE_MS:
            timer.setInterval(_NEVER_MS)


@asynccontextmanager
async def _steady_desk(
    folder: Path, server: PracticeServer, standing: StandingTime
) -> AsyncGenerator[Counter]:
    async with SteadyClient(server.base_url, ApiKey(PRACTICE_KEY), timings=QUICK) as client:
        journal = await asyncio.to_thread(SteadyJournal.open, folder, chain_key=CHAIN_KEY, clock=standing.now)
        profile = Profile("practice", server.base_url, PRACTICE_KEY[-4:], is_practice=True)
        book = partial(till_of, folder, "D1", standing.now)
        options = DeskOptions(sleep=for_ever, open_till=book)
        desk = Desk(client, journal, profile, standing.now, memory_of(folder), options=options)
        async with working(desk, journal, server, folder) as counter:
            yield counter


@contextmanager
def _there() -> Generator[None]:
    """Let the computer stand where the service is, wherever it stands."""
    former = os.environ.get("TZ")
    os.environ["TZ"] = "IST-5:30"
    time.tzset()
    try:
        yield
    finally:
        os.environ.pop("TZ")
        if former is not None:
            os.environ["TZ"] = former
        time.tzset()


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
