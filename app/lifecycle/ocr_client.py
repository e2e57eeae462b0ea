"""Starts the process that reads pictures, one at a time, and ends it with a cancelled reading."""

from __future__ import annotations

import asyncio
import json
import struct
from collections.abc import Sequence
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, cast

from app.core.installation import own_command
from app.core.subprocesses import Subprocess, SubprocessError
from app.desk.passengers.mrz_from_copy import GreyPicture, Line, UnreadableError
from app.lifecycle.ocr_process import ALPHABET, PACKAGES

SECONDS = 60.0
"""Seconds, longer than a reading takes on a busy computer, where the window has priority."""
_LONGEST_ANSWER = 100_000
_MOST_LINES, _MOST_PLACES = 12, 120
_SURROUNDINGS = {"ORT_DISABLE_TELEMETRY": "1"}


@cache
def is_installed() -> bool:
    """Whether the packages of the extra are installed; none of them is imported."""
    return all(find_spec(name) is not None for name in PACKAGES)


class OcrClient:
    """Reads the lines of a picture in another process, by pipes alone and without files.

    So the window does not stall, and the reading process has no data of the counter in its memory.
    """

    def __init__(self, command: Sequence[str] | None = None, seconds: float = SECONDS) -> None:
        self._command = tuple(command or own_command("read-text"))
        self._seconds = seconds
        self._turn = asyncio.Lock()

    async def lines(self, picture: GreyPicture) -> tuple[Line, ...]:
        """The lines with their possible characters. Raises UnreadableError when the process fails.

        It also fails by taking too long or by an invalid answer. Cancelling ends the process.
        """
        async with self._turn:
            child = Subprocess(self._command, self._seconds, _SURROUNDINGS)
            head = struct.pack(">II", picture.width, picture.height)
            answer = partial(child.answer, head, picture.pixels, most=_LONGEST_ANSWER)
            try:
                return _lines(await asyncio.to_thread(answer))
            except SubprocessError:
                raise UnreadableError from None
            finally:
                child.end()


def _lines(answer: bytes) -> tuple[Line, ...]:
    """The lines of a valid answer; another program's answer is checked first."""
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
