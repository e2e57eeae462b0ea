"""A clock that is wrong, and a time zone that changes, are said over the sheet as long as they last."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.api.client import PartnerClient
from app.desk.desk import local_now
from app.practice import PracticeServer, World
from app.ui.flows.navigation import Navigation
from app.ui.window.main_window import MainWindow
from tests.support.counter import open_desk
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot


class Wall:
    """The clock on the wall of this computer, and its zone."""

    def __init__(self) -> None:
        self.shift = timedelta()
        self.zone = timezone(timedelta(hours=5, minutes=30))

    def now(self) -> datetime:
        return (local_now() + self.shift).astimezone(self.zone)


@beside_others
async def test_a_wrong_clock_and_another_zone_have_a_banner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = Wall()
    with PracticeServer(World(clock=wall.now)) as server:
        async with open_desk(tmp_path, server, clock=wall.now) as counter:
            window = MainWindow(wall.now().date())
            robot = Robot(window)
            await robot.show()
            routing = Navigation(window)
            routing.use(counter.desk)
            await robot.until(lambda: robot.sees(" open on this date"))
            assert not robot.sees("This computer's")
            # The service tells its time with each answer; here that is what has moved.
            wall.shift = timedelta(minutes=5)
            robot.keys("F5")
            await robot.until(lambda: robot.sees("This computer's clock is 5 min behind the service's"))
            # A clock that is set while nothing is read is noticed by the monotonic clock.
            offset = counter.desk.reader.service_offset
            assert offset is not None
            monkeypatch.setattr(PartnerClient, "service_offset", offset + timedelta(hours=3))
            wall.shift = timedelta(minutes=5, hours=-3)
            await robot.until(lambda: robot.sees("This computer's clock is 3 h 5 min behind"))
            monkeypatch.undo()
            wall.shift = timedelta()
            wall.zone = timezone(timedelta(hours=1))
            robot.keys("F5")
            await robot.until(lambda: robot.sees("it was UTC+05:30 and is UTC+01:00"))
            # The watch may see the clock before the answer that tells the service's time.
            await robot.until(lambda: not robot.sees("behind the service's"))
            window.show_notice("The journal was damaged.", about="records")
            assert robot.sees("The journal was damaged.")
            assert not robot.sees("time zone has changed")
            window.show_notice("", about="records")
            assert robot.sees("time zone has changed")
            robot.keys("Alt+G", "F5")
            await robot.until(lambda: robot.sees(" open on this date"))
            assert not robot.sees("time zone has changed")
            routing.forget()
            assert not robot.sees("This computer's")
            await robot.close()
