"""The screen reader beside the program, as a test hears it."""

from __future__ import annotations

import asyncio
import json
import os
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleEvent

from app.ui.kit.basics.announcing import Announcer
from tests.support.accessibility_bus import SYSTEM_PYTHON
from tests.support.ui.robot import Robot

_READER = Path(__file__).with_name("reader.py")
_LONGEST_LINE = 1 << 26
_LOOK_EVERY_SECONDS, _TRIES = 0.01, 100


@dataclass(frozen=True)
class Heard:
    """An announcement, or what has got the keyboard."""

    kind: str
    """Either "said" or "focus"."""
    name: str
    role: str = ""
    description: str = ""
    is_urgent: bool = False


@dataclass(frozen=True)
class Node:
    """One thing of the tree, from the outside to the inside."""

    depth: int
    role: str
    name: str
    description: str
    states: frozenset[str]
    place: tuple[int, ...] = ()
    """Left, top, width and height on the screen, of what can have the keyboard."""
    locale: str = ""

    def __str__(self) -> str:
        return f"{self.role} {self.name!r} {self.description!r} at {self.place}"


class Ears:
    """Asks the screen reader."""

    def __init__(self, process: Process, robot: Robot) -> None:
        self._process, self._robot = process, robot

    async def begin(self) -> None:
        """Wait until the bus has told the program that somebody listens to what has the keyboard."""
        tries = count(1)
        # An announcement proves nothing: each kind is listened to from a moment of its own on.
        while all(each.kind != "focus" for each in await self.heard()):
            if next(tries) % _TRIES == 0:
                # The bus tells it once, and may have done so before the program could hear it.
                await self._ask("listen")
            told = QAccessibleEvent(self._robot.window, QAccessible.Event.Focus)
            QAccessible.updateAccessibility(told)
            await asyncio.sleep(_LOOK_EVERY_SECONDS)
        await self.heard()

    async def heard(self) -> list[Heard]:
        """What was heard since the last time, once nothing is about to be said."""
        await self._robot.until(self._is_quiet)
        return [Heard(**each) for each in await self._ask("heard")]

    async def tree(self) -> list[Node]:
        """Everything that a screen reader finds on screen now."""
        return [_node(**each) for each in await self._ask("tree")]

    async def _ask(self, question: str) -> list[dict[str, Any]]:
        given, taken = self._process.stdin, self._process.stdout
        assert given is not None
        assert taken is not None
        given.write(f"{question}\n".encode())
        answer: list[dict[str, Any]] = json.loads(await taken.readline())
        return answer

    def _is_quiet(self) -> bool:
        return not any(map(_is_about_to, self._robot.window.findChildren(Announcer)))


@asynccontextmanager
async def ears(robot: Robot) -> AsyncGenerator[Ears]:
    """Listens to this process from now on."""
    command = (str(SYSTEM_PYTHON), str(_READER), str(os.getpid()))
    process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, limit=_LONGEST_LINE)
    try:
        listening = Ears(process, robot)
        await listening.begin()
        yield listening
    finally:
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()


def _is_about_to(announcer: Announcer) -> bool:
    """Whether an announcer will speak, or look whether it has to."""
    rest = announcer.findChild(QTimer)
    return rest is not None and rest.isActive()


def _node(states: list[str], place: list[int] | None = None, **told: Any) -> Node:
    return Node(states=frozenset(states), place=tuple(place or ()), **told)
