"""Starts the practice service in a process of its own, so that practising is as quick as selling."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.core.installation import own_command
from app.core.language import Message, mark
from app.core.subprocesses import Subprocess, SubprocessError

SECONDS = 60.0
"""Seconds to start and to end, longer than either takes on a busy computer."""
_LONGEST_ANSWER = 10_000


class PracticeError(Exception):
    """The practice service cannot be started; the sentence says why."""


class PracticeProcess:
    """The practice service of this window. It ends with this process, also when that is killed."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._child = Subprocess(command or own_command("serve-practice"), SECONDS)
        self.base_url = ""
        """The address without a path; empty before it was started."""
        self.warning = ""
        """A sentence when its world could not be read and begins afresh; or empty."""

    def prepare(self) -> None:
        """Start the process without its world, as far as it can be while the window imports the rest.

        What fails here is said by `start`. Call it in a thread.
        """
        with suppress(SubprocessError):
            self._child.begin()

    def start(self, state_file: Path) -> None:
        """Start it with the world in this file, and wait until it listens. Call it in a thread.

        Raises PracticeError.
        """
        given = json.dumps(str(state_file)).encode() + b"\n"
        try:
            answer = self._child.ask((given,), lambda stdout: stdout.readline(_LONGEST_ANSWER))
            told: Any = json.loads(answer)
            self.base_url, self.warning = told.get("base_url", ""), told.get("warning", "")
        except (SubprocessError, ValueError, AttributeError) as error:
            self.stop()
            raise PracticeError(_cannot_start(type(error).__name__)) from error
        if not self.base_url:
            self.stop()
            unreachable = told.get("unreachable", "")
            raise PracticeError(
                _unreachable(unreachable) if unreachable else _cannot_start(told.get("cause"))
            )

    def stop(self) -> None:
        """Close the pipe by which it knows of this process, and wait until it has ended. In a thread."""
        with suppress(SubprocessError):
            self._child.answer(most=1)


def _unreachable(address: str) -> Message:
    return mark(
        "The practice service cannot be started: this computer does not reach itself at {address}.",
        address=address,
    )


def _cannot_start(cause: str) -> Message:
    return mark("The practice service cannot be started: {cause}.", cause=cause)
