"""Every screen and state of selling, on a few ways through the steady counter."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Protocol

from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QFileDialog

from app.core.language import tr
from app.practice import World
from app.practice.service.faults import OtherAnswer
from app.ui.documents.document_box import Thumb
from app.ui.kit.controls.filter_chip import FilterChip
from app.ui.kit.controls.month_panel import DayButton
from app.ui.kit.lists.timeline import Timeline
from tests.support.ui.picturing import Covered
from tests.support.ui.robot import Robot
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk
from tests.support.ui.steady import StandingTime, hold_still, steady_counter

READINGS = ("content", "search_availability")
PEOPLE = (
    ("Arjun Nair", "41", "m", "", "voter", "KLX4471902"),
    ("Meera Nair", "38", "f", "", "voter", "KLX4471915"),
    ("Ishaan Nair", "9", "m", "", "voter"),
    ("Jana Vogel", "34", "f", "ger", "", "C4VX8T2K1"),
)
NO_BOATS = OtherAnswer(
    200, json.dumps({"status": "SUCCESS", "module_type": "BOAT", "count": 0, "data": []}).encode()
)
_LONGEST_WAIT = 60


class Take(Protocol):
    """Looks at the window; what is covered cannot be the same twice."""

    def __call__(self, name: str, *covered: Covered) -> Awaitable[None]:
        """Look at a scene of this name."""
        ...


def unlooked(_clerk: Clerk) -> Take:
    """For a clerk at the steady counter whose screens nobody keeps."""

    async def take(name: str, *covered: Covered) -> None:
        del name, covered

    return take


@dataclass
class Traveller(Clerk):
    """A clerk at the steady counter, whose screens are looked at on the way."""

    folder: Path
    take: Take
    time: StandingTime

    async def boats_read(self) -> None:
        """From the activities to the boats of tomorrow."""
        self.robot.keys("B", "Ctrl+Right")
        await self.robot.until(lambda: self.robot.sees(" departures, "))

    async def count_party(self) -> None:
        """From the boats to counts for the second departure: two adults, a child and a foreigner."""
        await self.boats_read()
        self.robot.keys("Down", "Return", "2", "Return", "1", "Return", "1")

    async def name_party(self) -> None:
        """Type passengers and customer, one number missing, with a copy for the one from abroad."""
        await self.robot.until(lambda: self.robot.is_shown("passenger_grid"))
        for place, cells in enumerate(PEOPLE):
            if place:
                self.robot.keys("Return")
            self._type(*cells)
        self.robot.keys("Tab", "Ctrl+O")
        await self._choose(_scan(self.folder))
        self.robot.keys("Return")
        await self.robot.until(lambda: self.robot.focused == "customer_name")
        self._type(NAME, PHONE, EMAIL)

    @asynccontextmanager
    async def booking(self) -> AsyncGenerator[None]:
        """Press the button that spends: the order is on its way until the end; nothing turns or counts."""
        answered = Event()

        def wait(_world: World) -> None:
            answered.wait(_LONGEST_WAIT)

        hold_still(self.window)
        self.counter.faults.change("create_booking", wait)
        self.robot.keys("Ctrl+Return")
        try:
            await self.robot.until(lambda: "Sent to the service" in self._events())
            yield
        finally:
            answered.set()
        await self.robot.until(lambda: self.robot.is_shown("booking_ref"))

    async def readings_ended(self) -> None:
        """Wait until nothing is read for the page any more."""
        page = self.window.current_page
        assert page is not None
        await page.tasks.finish()

    def _events(self) -> str:
        """What is told of the order on its way."""
        shown = [each for each in self.window.findChildren(Timeline) if each.isVisible()]
        return "; ".join(each.accessibleName() for each in shown)

    async def _choose(self, path: Path) -> None:
        """Choose a file in the window that asks for one."""
        dialog = await self.robot.until(lambda: self.robot.find("file_choice", QFileDialog))
        dialog.fileSelected.emit(str(path))
        dialog.close()
        self.window.activateWindow()
        await self.robot.until(lambda: self.robot.sees(path.name))

    def _type(self, *cells: str) -> None:
        for place, cell in enumerate(cells):
            if place:
                self.robot.keys("Tab")
            self.robot.type(cell)


Journey = Callable[[Traveller], Awaitable[None]]


@asynccontextmanager
async def travelling(folder: Path, camera: Callable[[Clerk], Take]) -> AsyncGenerator[Traveller]:
    """A clerk before the activities; `camera` looks at the screens of such a clerk."""
    time = StandingTime()
    async with steady_counter(folder / "desk", time) as clerk:
        await clerk.list_read()
        yield Traveller(
            clerk.robot, clerk.window, clerk.counter, folder, camera(clerk), time, setup=clerk.setup
        )


async def sell_activity(clerk: Traveller) -> None:
    """List, filter, slots, last look with and without net, booked."""
    robot = clerk.robot
    await clerk.take("01-activities")
    robot.find("open_only", FilterChip).click()
    robot.keys("Ctrl+F")
    robot.type("scu")
    await clerk.take("01-activities-filtered")
    robot.keys("Return", "Return")
    await _type_slot(clerk)
    await clerk.take("02-slots")
    robot.type("01234")
    robot.keys("Ctrl+Return")
    await clerk.armed()
    await clerk.take("05a-review-activity")
    robot.keys("F8")
    await clerk.take("05d-review-net-hidden")
    robot.keys("F8")
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("booking_ref"))
    await clerk.take("05c-booked-activity")
    robot.keys("V")
    await robot.until(lambda: robot.is_shown("voucher_sheet"))
    await clerk.take("14-voucher-sheet")


async def sell_boats(clerk: Traveller) -> None:
    """Departures, passengers with and without net, last look, on its way, booked."""
    robot = clerk.robot
    await clerk.count_party()
    await clerk.take("03-boats")
    robot.keys("Ctrl+T")
    days = clerk.window.findChildren(DayButton)
    await robot.until(lambda: all(each.is_open is not None for each in days if each.isEnabled()))
    await clerk.take("03-month")
    robot.keys("Escape")
    robot.keys("Ctrl+Return")
    await clerk.name_party()
    robot.keys("Ctrl+Return")
    await clerk.take("04-passengers")
    robot.type("KLX4471928")
    robot.keys("Return", "F8")
    # Another process makes the picture of the copy.
    thumb = clerk.window.findChild(Thumb)
    assert thumb is not None
    await robot.until(lambda: thumb.has_picture)
    await clerk.take("04-passengers-net-hidden")
    robot.keys("F8", "Ctrl+Return")
    await clerk.armed()
    await clerk.take("05a-review-boat")
    async with clerk.booking():
        await clerk.take("05b-booking")
    await clerk.take("05c-booked-boat")


async def find_free(clerk: Traveller) -> None:
    """What four can do from three o'clock on; by place with net hidden."""
    robot = clerk.robot
    robot.keys("F")
    await robot.until(lambda: robot.is_shown("free_page") and _says_starts(robot, "2 people"))
    robot.keys("4", "H", "1", "5", "Down")
    await robot.until(lambda: _says_starts(robot, "4 people"))
    await clerk.take("24-free-now")
    robot.keys("L", "F8")
    await clerk.take("24-free-now-by-place")


def _says_starts(robot: Robot, who: str) -> bool:
    # In the language of the tests each word stands in brackets.
    return any("starts for" in each and who in each for each in robot.texts())


async def fail_to_read(clerk: Traveller) -> None:
    """A day without boats, a list that takes its time, and boats that cannot be read."""
    robot, faults = clerk.robot, clerk.counter.faults
    for endpoint in READINGS:
        faults.answer(endpoint, NO_BOATS)
    robot.keys("B")
    await robot.until(lambda: robot.is_shown("show_next_day"))
    await clerk.take("12a-empty")
    for endpoint in READINGS:
        faults.slow(endpoint, _LONGEST_WAIT, times=None)
    # The next day was read already, when the program looked for one that has boats.
    robot.keys("Ctrl+Right", "Ctrl+Right")
    await robot.until(lambda: robot.sees("Reading the departures for "))
    await clerk.take("12b-loading")
    robot.keys("Escape")
    faults.clear()
    faults.unconfigure_boats(times=None)
    robot.keys("Ctrl+Right")
    await robot.until(lambda: robot.sees("Boats cannot be read"))
    await clerk.readings_ended()
    await clerk.take("12d-boats-cannot-be-read")


async def lose_line(clerk: Traveller) -> None:
    """The service is gone, and the list that was kept is there."""
    robot = clerk.robot
    clerk.counter.server.stop()
    robot.keys("Ctrl+Right")
    await robot.until(lambda: robot.is_shown("offline_band"))
    robot.keys("Ctrl+Left")
    await clerk.readings_ended()
    assert tr("Catalogue kept from {since}", since="10:42") in robot.texts()
    await clerk.take("12c-offline", Covered("offline_words", behind="Bookings still work. "))


async def refuse_sale(clerk: Traveller) -> None:
    """A wallet that is short, and a price that has changed."""
    robot, world = clerk.robot, clerk.counter.world
    await clerk.fill()
    world.set_wallet(cash=90, credit_left=10)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("obstacle"))
    await clerk.take("12e-not-enough")
    world.set_wallet(cash=13_420, credit_left=37_500)
    world.shift_price(world.activities[0].activity_id, 100)
    robot.keys("F5")
    await robot.until(lambda: robot.is_shown("changes"))
    await clerk.take("12e-price-changed")


async def open_covers(clerk: Traveller) -> None:
    """What opens over a screen: its keys, the handbook, and the palette."""
    robot = clerk.robot
    await clerk.boats_read()
    robot.keys("F1")
    await robot.until(lambda: robot.is_shown("keys_sheet"))
    await clerk.take("12g-keys-sheet")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("handbook"))
    robot.keys("Down", "Down")
    await clerk.take("12h-handbook")
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("handbook"))
    robot.keys("Ctrl+K")
    await robot.until(lambda: robot.is_shown("palette"))
    robot.type("swaraj")
    await clerk.take("12g-palette")


SELLING: tuple[Journey, ...] = (
    sell_activity,
    sell_boats,
    find_free,
    fail_to_read,
    lose_line,
    refuse_sale,
    open_covers,
)


async def _type_slot(clerk: Traveller) -> None:
    """Choose a slot and type the customer, with a number that is too short."""
    robot = clerk.robot
    await clerk.slots_read()
    robot.keys("1", "+", "Return")
    robot.type(NAME)
    robot.keys("Tab")
    robot.type("98765")
    robot.keys("Tab")
    robot.type(EMAIL)
    robot.keys("Ctrl+Return")
    # The tiles of the week are read one by one.
    await clerk.readings_ended()


def _scan(folder: Path) -> Path:
    """A picture of a passport, as a scanner gives it."""
    path = folder / "vogel-passport.jpg"
    page = QImage(1240, 880, QImage.Format.Format_RGB32)
    page.fill(QColor(214, 206, 190))
    page.save(str(path), quality=90)
    return path
