"""The loop of the tests stands still between the phases of a test."""

from __future__ import annotations

import asyncio
from collections.abc import Generator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import qt_loop


@pytest.fixture
def loop() -> Generator[asyncio.AbstractEventLoop, None, None]:
    loop = qt_loop()
    yield loop
    loop.close()


async def tick(counted: list[int]) -> None:
    while True:
        counted.append(len(counted))
        await asyncio.sleep(0.001)


def test_a_task_sleeps_on_while_the_loop_does_not_run(loop: asyncio.AbstractEventLoop, qtbot: QtBot) -> None:
    counted: list[int] = []
    task = loop.create_task(tick(counted))

    loop.run_until_complete(asyncio.sleep(0.02))
    before = len(counted)
    assert before > 0
    fired: list[bool] = []
    QTimer.singleShot(20, lambda: fired.append(True))
    # Runs Qt without the loop, as pytest-qt does after each phase of a test.
    qtbot.waitUntil(lambda: bool(fired))
    assert len(counted) == before
    loop.run_until_complete(asyncio.sleep(0.02))
    assert len(counted) > before
    task.cancel()
    loop.run_until_complete(asyncio.wait([task]))
    assert task.cancelled()
