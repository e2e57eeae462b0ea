"""Another day begins while the window stands open."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.desk import local_now
from app.desk.model.formats import day_medium
from app.ui.flows import watches
from tests.support.ui.selling import selling


async def test_the_list_of_a_day_to_come_is_read_again_when_another_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watches, "LOOK_EVERY_MS", 20)
    ahead = timedelta()
    async with selling(tmp_path, computer=lambda: local_now() + ahead) as clerk:
        await clerk.list_read()
        clerk.robot.keys("Ctrl+Right", "Ctrl+Right")
        day = clerk.window.day
        await clerk.robot.until(lambda: clerk.robot.sees(f"On {day_medium(day)}"))
        await clerk.list_read()
        clerk.counter.faults.slow("content", 0.01)
        ahead = timedelta(days=1)
        await clerk.robot.until(lambda: not clerk.counter.faults.armed)
        assert clerk.window.day == day
