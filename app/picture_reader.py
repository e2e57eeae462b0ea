"""Starts the process that reads pictures, one at a time, and ends it when nobody waits any more."""

from __future__ import annotations

import asyncio
import json
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, cast

from app.desk.copy_reading import GreyPicture, Line, UnreadableError
from app.tasks import in_thread
from app.text_reader import ALPHABET, PACKAGES

SECONDS = 60.0
"""Longer than any honest reading on a computer that is busy: the window's work goes before it."""
_LONGEST_ANSWER = 100_000
_MOST_LINES, _MOST_PLACES = 12, 120
_KEPT = ("LD_LIBRARY_PATH", "PATH", "SYSTEMROOT")
"""What a process needs to find its libraries; nothing else of the environment is handed on."""


@cache
def is_installed() -> bool:
    """Whether the packages of the extra are there; none of them is imported."""
    return all(find_spec(name) is not None for name in PACKAGES)


class PictureReader:
    """Reads the lines of a picture in another process, by pipes alone: nothing of it gets onto disk.

    So the window does not stall, and what reads the picture has nothing of the counter in its memory.
    """

    def __init__(self, command: Sequence[str] | None = None, seconds: float = SECONDS) -> None:
        self._command = tuple(command or _own_command())
        self._seconds = seconds
        self._turn = asyncio.Lock()

    async def lines(self, picture: GreyPicture) -> tuple[Line, ...]:
        """What the lines may say. Raises UnreadableError when the process fails, lasts too long or babbles.

        Cancelling ends the process.
        """
        async with self._turn:
            child = _Child(self._command, self._seconds)
            try:
                return _lines(await in_thread(child.answer, picture))
            finally:
                child.end()


class _Child:
    """One process for one picture; `end` may come from another thread, also before it has begun."""

    def __init__(self, command: tuple[str, ...], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._has_ended = False

    def answer(self, picture: GreyPicture) -> bytes:
        """What it writes about the picture."""
        process = self._begin()
        timer = threading.Timer(self._seconds, self.end)
        timer.daemon = True
        timer.start()
        try:
            # It may be gone already.
            with suppress(OSError), _pipe(process.stdin) as source:
                source.write(struct.pack(">II", picture.width, picture.height))
                source.write(picture.pixels)
            with _pipe(process.stdout) as sink:
                return sink.read(_LONGEST_ANSWER)
        finally:
            timer.cancel()
            self.end()
            process.wait()

    def end(self) -> None:
        """Kill it; nothing happens when it has ended by itself."""
        with self._lock:
            self._has_ended = True
            if self._process is not None:
                self._process.kill()

    def _begin(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._has_ended:
                raise UnreadableError
            try:
                self._process = subprocess.Popen(
                    self._command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=_environment(),
                    creationflags=_quiet_flags(),
                )
            except OSError:
                raise UnreadableError from None
            return self._process


def _own_command() -> list[str]:
    """The command that starts this program again, also when it was installed as one file."""
    frozen = getattr(sys, "frozen", False)
    return [sys.executable, "read-text"] if frozen else [sys.executable, "-P", "-m", "app", "read-text"]


def _environment() -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    ours = {"PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**kept, **ours, "ORT_DISABLE_TELEMETRY": "1"}


def _quiet_flags() -> int:
    """On Windows: behind the window, and without one of its own."""
    names = ("BELOW_NORMAL_PRIORITY_CLASS", "CREATE_NO_WINDOW")
    return sum(getattr(subprocess, name, 0) for name in names)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise UnreadableError
    return pipe


def _lines(answer: bytes) -> tuple[Line, ...]:
    """The answer, when it is one: another program's word is not taken on trust."""
    try:
        told: Any = json.loads(answer)
        lines = [cast("list[object]", line) for line in told["lines"]]
        found = tuple(tuple(str(place) for place in line) for line in lines)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise UnreadableError from None
    places = [place for line in found for place in line]
    is_sound = len(found) <= _MOST_LINES and all(len(line) <= _MOST_PLACES for line in found)
    if not is_sound or not all(place and set(place) <= set(ALPHABET) for place in places):
        raise UnreadableError
    return found
