"""Forty bookings of one departure, and a service that refuses, loses and drops while they are cancelled."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import pytest
from PySide6.QtWidgets import QListView
from typing_extensions import override

from app.api.messages.api_key import ApiKey
from app.lifecycle.connection import connect_service
from app.lifecycle.profile import ServiceProfile
from app.practice import PRACTICE_KEY, Faults, PracticeServer, World
from app.practice.protocol.errors import RequestRefusedError
from app.practice.service.faults import CONFIRM, EVERYWHERE, OtherAnswer, Plan
from app.practice.world.booking import PracticeBooking
from app.practice.world.identity import AGENT_ID
from app.practice.world.orders import OrderModule
from app.ui.flows.navigation import Navigation
from tests.support.counter import AS_ON, Counter, tomorrow_at_ten
from tests.support.desk.boat_samples import ARJUN, ISHAAN, MEERA
from tests.support.ui.selling import spoken_rows

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from tests.journeys.opened import Program

PARTIES = 40
DAY = tomorrow_at_ten().date() + timedelta(days=1)
_PASSENGERS = (ARJUN, MEERA, ISHAAN)
_PLENTY = 5_000_000
_desks: WeakKeyDictionary[object, Desk] = WeakKeyDictionary()


class StormyWorld(World):
    """A service of which the state of some bookings cannot be read for a while."""

    def __init__(self) -> None:
        super().__init__(like=AS_ON, clock=tomorrow_at_ten)
        self.hidden: set[str] = set()

    @override
    def booking(self, ref: str, module: OrderModule, agent: int = AGENT_ID) -> PracticeBooking:
        if ref in self.hidden:
            raise RequestRefusedError("SERVICE_ERROR", "The booking cannot be read now.")
        return super().booking(ref, module, agent)


class StormyFaults(Faults):
    """What befalls each CONFIRM, by its number from 1 on, and how many there were."""

    def __init__(self, world: StormyWorld) -> None:
        super().__init__()
        self.world = world
        self.confirms = 0
        self.at: dict[int, Callable[[], None]] = {}
        """What is arranged for a CONFIRM."""
        self.after: dict[int, Callable[[], None]] = {}
        """What is arranged for what follows it."""

    @override
    def plan(self, endpoint: str, *, confirms: bool = False) -> Plan:
        if not confirms:
            return super().plan(endpoint)
        self.confirms += 1
        self.at.get(self.confirms, _nothing)()
        found = super().plan(endpoint, confirms=True)
        self.after.get(self.confirms, _nothing)()
        return found

    def refuse(self, *numbers: int) -> None:
        """Refuse these, each in its own words."""
        for each in numbers:
            body = f'{{"status": "ERROR", "code": "LOCKED", "message": "Locked by settlement {each}."}}'
            self.at[each] = lambda body=body: self.answer(CONFIRM, OtherAnswer(409, body.encode()))

    def lose(self, number: int, ref: str, *, worked: bool) -> None:
        """Give no answer to this one, carried out or not, nor say how its booking is."""
        arm = self.after_work if worked else self.before_work

        def lost() -> None:
            self.world.hidden.add(ref)
            arm(CONFIRM, silent=False)

        self.at[number] = lost

    def drop_after(self, *numbers: int) -> None:
        """Let the line drop after these, until it is cleared."""
        for each in numbers:
            self.after[each] = lambda: self.before_work(EVERYWHERE, silent=False, times=None)


def _nothing() -> None:
    """Nothing befalls it."""


async def sell_departure(folder: Path, live: PracticeServer, parties: int = PARTIES) -> list[str]:
    """Sell one departure to so many parties without a screen. Returns their PNRs in the order sold."""
    settings = {"version": 2, "travelling": True}
    await asyncio.to_thread((folder / "settings.json").write_text, json.dumps(settings))
    connection = await connect_service(folder, ServiceProfile(live.base_url, ApiKey(PRACTICE_KEY)))
    counter = Counter(connection.desk, connection.journal, live, folder)
    live.world.set_wallet(cash=_PLENTY)
    draft = await counter.boat()
    live.world.leave_seats(int(draft.departure.schedule_id), 3 * parties, day=DAY)
    refs: list[str] = []
    for number in range(parties):
        party = replace(
            await counter.boat(),
            passengers=_PASSENGERS[: 1 + number % 3],
            customer_name=f"Customer {number + 1}",
            customer_phone=f"98765{number:05}",
        )
        refs.append((await counter.book(party)).booking_ref)
    await counter.desk.remember()
    await connection.close()
    return refs


def note_desks(patch: pytest.MonkeyPatch) -> None:
    """Note which desk each window uses from now on; see `desk_of`."""
    use = Navigation.use

    def noted(routing: Navigation, desk: Desk) -> None:
        _desks[routing.parent()] = desk
        use(routing, desk)

    patch.setattr(Navigation, "use", noted)


def desk_of(program: Program) -> Desk:
    """The desk behind the window."""
    return _desks[program.window]


async def open_storm(program: Program, parties: int = PARTIES) -> None:
    """From anywhere by the board to the storm desk for the departure, and wait until all quotes are in."""
    robot = program.robot
    await robot.until(lambda: program.window.offered)
    robot.keys("Alt+6")
    await robot.until(lambda: robot.sees("Nobody travels on"))
    robot.keys("Ctrl+Right")
    await robot.until(lambda: len(spoken_rows(robot.find("parties", QListView))) == parties)
    robot.keys("Down", "Delete")
    await robot.until(lambda: robot.sees(f"All {parties} quotes are in"))


async def decide(program: Program) -> None:
    """Say why, and who, up to the button that cancels."""
    program.robot.keys("1")
    program.robot.type("Asha")
    await program.robot.until_armed("spend")
