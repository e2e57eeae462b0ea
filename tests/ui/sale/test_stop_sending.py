"""A large order on a narrow line: how much has left moves, and it can be given up until it is whole."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.model.boats import BoatDraft, Document
from app.desk.model.sale import NotSold, Outcome, Receipt
from app.practice import Faults, PracticeServer, World
from app.store.journal.states import State
from app.ui.kit.controls.buttons import Button
from app.ui.sale.review_page import ReviewPage
from tests.support.counter import AS_ON, open_desk, tomorrow_at_ten
from tests.support.desk.boat_samples import BOAT_DRAFT, JANA
from tests.support.narrow_line import NarrowLine
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk
from tests.support.ui.windows import open_window

COPIES = tuple(Document(f"passport-{number}.jpg", bytes(1_490_000), "JPEG") for number in range(6))
NARROW = 2_000_000


@dataclass
class Sender(Clerk):
    """A clerk before a large order that can be booked, and how it ended."""

    line: NarrowLine
    outcomes: list[Outcome] = field(default_factory=list[Outcome])

    async def book(self) -> None:
        """Book on a line that is narrow from now on, and wait until the order could be stopped."""
        await self.armed()
        self.line.bytes_per_second = NARROW
        self.robot.keys("Ctrl+Return")
        await self.robot.until(lambda: self.robot.is_shown("stop_sending"))

    def share(self) -> int:
        """The percentage of the order that has left, as it is told; -1 when none is."""
        told = re.search(r"(\d+) %", self.robot.find("booking_events").accessibleName())
        return int(told[1]) if told else -1

    async def ended(self) -> Outcome:
        """Wait for how it ended."""
        await self.robot.until(lambda: self.outcomes)
        return self.outcomes[-1]


@asynccontextmanager
async def before_a_large_order(folder: Path) -> AsyncGenerator[Sender]:
    """A clerk at the last look at a party with large copies."""
    with (
        PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server,
        NarrowLine(server.base_url, 0) as line,
    ):
        desk = open_desk(folder / "desk", server, base_url=line.base_url)
        async with open_window() as (robot, window), desk as counter:
            await counter.desk.wallet.read()
            found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
            trip = next(each for each in found.departures if each.trip_name == "Swaraj Dweep day return")
            guests = tuple(replace(JANA, document=copy) for copy in COPIES)
            draft: BoatDraft = replace(BOAT_DRAFT, departure=trip, passengers=guests)
            page = ReviewPage(counter.desk.selling, counter.desk.reader, is_boat=True)
            page.begin(draft)
            sender = Sender(robot, window, counter, line)
            for ending in (page.booked, page.refused, page.unknown):
                ending.connect(sender.outcomes.append)
            window.show_page(page)
            try:
                yield sender
            finally:
                line.bytes_per_second = 0
                await counter.desk.payments.finish()
                window.drop_page(page)
                await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})


@pytest.fixture
async def sender(tmp_path: Path) -> AsyncGenerator[Sender]:
    """A clerk at the last look at a party with large copies."""
    async with before_a_large_order(tmp_path) as opened:
        yield opened


@beside_others
@pytest.mark.parametrize("way", ["key", "button"])
async def test_what_is_being_sent_is_shown_moving_and_can_be_stopped(sender: Sender, way: str) -> None:
    await sender.book()
    seen = await sender.robot.until(lambda: max(sender.share(), 0))
    await sender.robot.until(lambda: sender.share() > seen)
    assert sender.robot.sees("Until all of it has gone, nothing is booked.")
    assert sender.robot.focused != "stop_sending"
    if way == "key":
        sender.robot.keys("Escape")
    else:
        sender.robot.click("stop_sending")
    ending = await sender.ended()
    assert isinstance(ending, NotSold)
    assert not ending.was_sent
    assert sender.robot.sees("You stopped the booking before it was sent whole.")
    assert not sender.robot.is_shown("stop_sending")
    assert [each.state for each in sender.counter.journal.attempts()] == [State.NOT_SENT]
    assert not sender.counter.world.bookings


async def test_what_was_stopped_can_be_booked_once(sender: Sender) -> None:
    await sender.book()
    sender.robot.keys("Escape", "Escape")
    assert isinstance(await sender.ended(), NotSold)
    sender.line.bytes_per_second = 0
    sender.robot.keys("F5")
    await sender.armed()
    sender.robot.keys("Ctrl+Return")
    await sender.robot.until(lambda: isinstance(sender.outcomes[-1], Receipt))
    assert len(sender.counter.world.bookings) == 1


@beside_others
async def test_the_button_keeps_the_keyboard_and_goes_with_the_last_byte(sender: Sender) -> None:
    release = sender.counter.faults.hold("create_booking")
    await sender.book()
    sender.robot.find("stop_sending").setFocus()
    seen = sender.share()
    await sender.robot.until(lambda: sender.share() > seen)
    assert sender.robot.focused == "stop_sending"
    sender.line.bytes_per_second = 0
    await sender.robot.until(lambda: not sender.robot.is_shown("stop_sending"))
    assert sender.robot.sees("Nothing is sent twice.")
    assert sender.robot.focused == "payment_actions"
    sender.robot.keys("Escape", "Return", "Space")
    release.set_result(None)
    assert isinstance(await sender.ended(), Receipt)


@beside_others
async def test_a_stop_that_comes_too_late_changes_nothing(sender: Sender) -> None:
    await sender.book()
    button = sender.robot.find("stop_sending", Button)
    release = sender.counter.faults.hold("create_booking")
    sender.line.bytes_per_second = 0
    await sender.robot.until(lambda: not button.isVisible())
    button.clicked.emit()
    release.set_result(None)
    assert isinstance(await sender.ended(), Receipt)
    assert len(sender.counter.world.bookings) == 1
