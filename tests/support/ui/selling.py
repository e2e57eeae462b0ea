"""A clerk who sells: the real window on a real desk, against the practice service on a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QApplication, QListView, QWidget

from app.api.wire.sender import Sleep
from app.core import language
from app.desk.desk import DeskOptions, local_now
from app.desk.model.activities import ActivityDraft
from app.desk.model.office_rules import OfficeRules
from app.desk.settings.settings_context import SettingsContext
from app.lifecycle.connection import memory_of, till_of
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.flows.all_flows import Flows
from app.ui.flows.navigation import Navigation
from app.ui.flows.sale_flow import SaleFlow
from app.ui.kit.sheets.pane import Pane
from app.ui.window.main_window import MainWindow
from tests.support.counter import AS_ON, Counter, for_ever, open_desk, tomorrow_at_ten
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window

NAME, PHONE, EMAIL = "Priya Raman", "9876501234", "priya.raman@example.com"


class Customer(TypedDict, total=False):
    """Who buys."""

    name: str
    phone: str
    email: str


@dataclass
class Clerk:
    """Keys, mouse and eyes on the counter's window, and the world behind it."""

    robot: Robot
    window: MainWindow
    counter: Counter
    setup: SettingsContext = field(default_factory=SettingsContext, kw_only=True)
    """What the settings work on."""

    @property
    def routing(self) -> Navigation:
        """What opens the pages."""
        found = self.window.findChild(Navigation)
        assert found is not None
        return found

    @property
    def flows(self) -> Flows:
        """Those of the desk in use."""
        found = self.routing.flows
        assert found is not None
        return found

    @property
    def flow(self) -> SaleFlow:
        """What opens the pages of a sale."""
        return self.flows.sale

    def speak(self, code: str) -> None:
        """Change the language as the settings do."""
        language.use(code)
        self.routing.follow_language()

    async def list_read(self) -> None:
        """Wait for the list of activities, and for all else that a counter reads at its beginning."""
        await self.robot.until(lambda: self.robot.sees(" open on this date"))
        await self.robot.until(lambda: all(each.get_name() != "beginning" for each in asyncio.all_tasks()))

    async def open_slots(self) -> None:
        """Pick the first activity and wait for its slots."""
        await self.list_read()
        self.robot.keys("Return")
        await self.slots_read()

    async def slots_read(self) -> None:
        """Wait for the slots of the chosen day."""
        await self.robot.until(lambda: " open" in self.text("slots_heading"))

    async def type_sale(
        self, slot: str = "1", *, name: str = NAME, phone: str = PHONE, email: str = EMAIL
    ) -> None:
        """From the list of activities to a draft that can be reviewed, key by key as a clerk does."""
        await self.open_slots()
        self.robot.keys(slot, "Return")
        for text in (name, phone, email):
            self.robot.type(text)
            self.robot.keys("Tab")

    async def ready(
        self, slot: str = "1", *, name: str = NAME, phone: str = PHONE, email: str = EMAIL
    ) -> ActivityDraft:
        """What `type_sale` types, as a draft: a seat of the first activity in the slot of that key."""
        await self.list_read()
        offer = self.flow.offers[0]
        found = await self.counter.desk.reader.slots(offer, self.window.day)
        return ActivityDraft(offer, found.open_slots[int(slot) - 1], 1, name, phone, email)

    async def fill(self, slot: str = "1", **customer: Unpack[Customer]) -> None:
        """Open the slots with a draft that can be reviewed."""
        self.flow.fill(await self.ready(slot, **customer), self.window.day)
        await self.slots_read()

    async def review(self) -> None:
        """Open the last look, and wait for the button that would spend."""
        self.flow.open_review(await self.ready())
        await self.armed()

    async def sold(self) -> None:
        """Sell through the desk, and open what was booked."""
        draft = await self.ready()
        self.flow.show_booked(await self.counter.book(draft), draft)
        await self.robot.until(lambda: self.robot.is_shown("booking_ref"))

    async def armed(self) -> None:
        """Wait until the button spends."""
        await self.robot.until_armed("spend")

    def text(self, name: str) -> str:
        """The text of a visible label, button or field."""
        widget = self.robot.find(name)
        return str(widget.property("text") or "")

    def rows(self, name: str) -> list[str]:
        """What a painted list tells those who listen, row by row."""
        return spoken_rows(self.robot.find(name, QListView))

    def everything(self) -> str:
        """All that is shown, spoken or hinted at on screen."""
        return everything(self.robot)


def everything(robot: Robot) -> str:
    """All that is shown, spoken or hinted at on screen, and what the bar of a smaller window would show."""
    shown = [each for each in QApplication.allWidgets() if each.isVisible()]
    lists = [row for each in shown if isinstance(each, QListView) for row in spoken_rows(each)]
    bars = [each.facts.spoken for each in shown if isinstance(each, Pane) and not each.lies_below]
    spoken = [part for each in shown for part in _said_of(each)]
    return "\n".join([*robot.texts(), *lists, *bars, *spoken])


def spoken_rows(view: QListView) -> list[str]:
    """The accessible text of each row."""
    model = view.model()
    indexes = [model.index(row, 0, QModelIndex()) for row in range(model.rowCount())]
    return [str(model.data(index, Qt.ItemDataRole.AccessibleTextRole)) for index in indexes]


def list_answer(*items: Mapping[str, object], reason: str | None = None) -> OtherAnswer:
    """An answer of the service that lists these items and no others."""
    body = {
        "status": "SUCCESS",
        "module_type": "ACTIVITY",
        "count": len(items),
        "data": items,
        "reason": reason,
    }
    return OtherAnswer(200, json.dumps(body).encode())


def _said_of(widget: QWidget) -> tuple[str, ...]:
    return widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle()


@asynccontextmanager
async def selling(
    folder: Path,
    clock: Callable[[], datetime] = tomorrow_at_ten,
    *,
    computer: Callable[[], datetime] = local_now,
    remembers: bool = False,
    habits: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    asks_two: bool = False,
    sleep: Sleep = for_ever,
) -> AsyncGenerator[Clerk]:
    """A window on a fresh counter; the service's day is the day after the computer's, at ten.

    With `remembers` it has a register of customers and keeps its catalogue; a service with `habits` writes
    like a less careful script. `others` are the names of windows that may open beside it. What is lost is
    read by itself only with another `sleep`.
    """
    service = PracticeServer(World(like=AS_ON, clock=clock), Faults(), habits=habits)
    async with open_window(*others) as (robot, window):
        with service as server:
            memory = memory_of(folder / "desk") if remembers else None
            rules = OfficeRules(asks_two=asks_two)
            opened = open_desk(
                folder / "desk",
                server,
                local_cache=memory,
                clock=computer,
                rules=rules,
                options=DeskOptions(sleep=sleep, open_till=partial(till_of, folder / "desk", "D1", computer)),
            )
            async with opened as counter:
                await counter.desk.wallet.read()
                setup = SettingsContext()
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


async def speak(clerk: Clerk, code: str) -> None:
    """Change the language, and wait until what is read anew is on screen."""
    clerk.speak(code)
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    if isinstance(page, BookingsPage):
        # What the service says of the chosen booking was read by F5.
        page.read_again()
        await page.tasks.finish()
