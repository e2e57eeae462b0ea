"""A counter in a process of its own: each line of standard input is a step of its clerk, and has an answer.

`python -m tests.journeys.desk_window STORE` is `python -m app`, with a key store in the file STORE.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from functools import partial
from pathlib import Path

import keyring
import pytest
from PySide6.QtCore import Qt
from typing_extensions import override

from app.lifecycle.event_loop import QuitRequest, run
from app.lifecycle.startup import Painted, paint_counter, work
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.window.main_window import DRAWN
from tests.core.test_keystore import Guarded
from tests.support.any_clock import sell_under_any_clock
from tests.support.ui.robot import NotShownError, Robot
from tests.support.ui.selling import everything


class _Store(Guarded):
    """A key store that a restart finds again."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        if file.exists():
            self.kept = {(service, name): word for service, name, word in json.loads(file.read_text())}

    @override
    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password
        self._file.write_text(json.dumps([[*names, word] for names, word in self.kept.items()]))


_Store.__module__ = Guarded.__module__


class _Clerk:
    """Whoever sits at the window."""

    def __init__(self, window: Painted) -> None:
        self._robot = Robot(window.window)

    async def do(self, step: str, *words: str) -> str:
        """The answer to a step. Raises AssertionError or NotShownError when it cannot be made."""
        robot = self._robot
        if step == "keys":
            robot.keys(*words)
        elif step == "type":
            robot.type(words[0])
        elif step == "focus":
            robot.find(words[0]).setFocus()
        elif step == "text":
            return str(robot.find(words[0]).property("text"))
        elif step == "everything":
            return everything(robot)
        elif step == "into":
            await robot.until(partial(self._is_in, *words))
        else:
            await robot.until(partial(self._has, step, words[0]), float(words[1]))
        return ""

    def _is_in(self, key: str, name: str) -> bool:
        # A list that is just read again takes no key for some milliseconds.
        self._robot.keys(key)
        return self._robot.is_shown(name)

    def _has(self, step: str, what: str) -> bool:
        robot = self._robot
        if step == "armed":
            return robot.find(what, ConfirmButton).is_armed
        if step == "focused":
            return robot.focused == what
        if step in ("shows", "hides"):
            return robot.is_shown(what) is (step == "shows")
        if step == "open":
            # Some slots of the day are open.
            heading = str(robot.find(what).property("text"))
            return " open" in heading and "0 of" not in heading
        return (what in everything(robot)) is (step == "sees")


async def _serve(painted: Painted, quit_request: QuitRequest) -> int:
    """Make each step, and end with standard input."""
    program = asyncio.ensure_future(work(painted, quit_request))
    loop, lines = asyncio.get_running_loop(), asyncio.Queue[str]()

    def read() -> None:
        line = "to begin"
        while line:
            line = sys.stdin.readline()
            loop.call_soon_threadsafe(lines.put_nowait, line)

    threading.Thread(target=read, daemon=True).start()
    clerk = _Clerk(painted)
    while line := await lines.get():
        try:
            answer = {"said": await clerk.do(*json.loads(line))}
        except (AssertionError, NotShownError) as error:
            answer = {"wrong": str(error)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    quit_request.request()
    return await program


def main(store: Path) -> int:
    """The program's exit status."""
    keyring.set_keyring(_Store(store))
    sell_under_any_clock(pytest.MonkeyPatch())
    painted = paint_counter()
    # The screen of a test is smaller than one at a counter.
    painted.window.setWindowState(Qt.WindowState.WindowNoState)
    painted.window.resize(*DRAWN)
    return run(painted.app, partial(_serve, painted), painted.app.quit_asked)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
