"""The window is closed while a storm runs: one is on its way, and the rest waits for the next start."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.desk.storm.values import EndState
from app.practice import PracticeServer
from app.practice.service.faults import CONFIRM
from tests.journeys.killed import know
from tests.journeys.opened import opened
from tests.journeys.storm_forty import (
    StormyFaults,
    StormyWorld,
    decide,
    desk_of,
    note_desks,
    open_storm,
    sell_departure,
)
from tests.support.counter import tomorrow_at_ten

pytestmark = pytest.mark.prove("a storm that is left; its pages have their tests")

PARTIES = 4


async def test_closing_stops_after_the_one_on_its_way_and_the_next_start_shows_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, today = StormyWorld(), tomorrow_at_ten().date()
    faults = StormyFaults(world)
    with PracticeServer(world, faults) as live:
        know(live, monkeypatch)
        note_desks(monkeypatch)
        await sell_departure(tmp_path, live, PARTIES)
        async with opened(tmp_path, today) as program:
            robot = program.robot
            await program.list_read()
            await open_storm(program, PARTIES)
            await decide(program)
            held = faults.hold(CONFIRM)
            robot.keys("Ctrl+Return")
            await robot.until(lambda: faults.confirms == 1)
            program.window.close()
            await robot.until(lambda: robot.sees("You are asked again when that has ended."))
            held.set_result(None)
            await robot.until(lambda: robot.sees("The wait has ended"))
            assert faults.confirms == 1
            robot.keys("Return")
            await robot.until(lambda: robot.focused == "storm_run")
            await robot.until(lambda: robot.sees("3 are still booked."))
            assert await program.close() == 0
        assert faults.confirms == 1
        async with opened(tmp_path, today) as program:
            robot = program.robot
            await robot.until(lambda: robot.is_shown("storm_run_page"))
            await robot.until_armed("spend")
            storm = desk_of(program).storm.storm
            assert storm is not None
            assert (len(storm.ended(EndState.CANCELLED)), len(storm.to_send)) == (1, PARTIES - 1)
            assert storm.pause is not None
            assert robot.sees(storm.pause.words)
            # Opening sends nothing, nor does Enter.
            robot.keys("Return", "Escape")
            assert faults.confirms == 1
    assert sum(each.is_cancelled for each in world.bookings) == 1
