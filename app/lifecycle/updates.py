"""Looks in a folder for a newer version of this program; no file there is opened or started.

Files are recognised by name alone, and a person decides whether to trust them. The folder may be on an
unreachable server: it is read in a few daemon threads at most.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path

from app.core.frozen import frozen
from app.core.installation import Installation
from app.core.language import tr
from app.core.tasks import in_own_thread

Version = tuple[int, ...]
"""Two to four numbers, filled with zeros to four."""
_NUMBER = r"(?:0|[1-9]\d{0,5})"
_VERSION = rf"(?P<version>{_NUMBER}(?:\.{_NUMBER}){{1,3}})"
_PLACES = 4
_NAMES = {
    "linux": (rf"agency-counter_{_VERSION}_amd64\.deb", rf"agency-counter-{_VERSION}-linux-x86_64\.run"),
    "windows": (rf"agency-counter-{_VERSION}-setup\.exe", rf"agency-counter-{_VERSION}\.msi"),
}
"""The kinds of installers, by preference: for the whole computer on Linux, for one user on Windows."""
_MOST_FILES, _MOST_CAUGHT = 10_000, 3
_ANSWER_SECONDS, _DAY_SECONDS = 20.0, 86_400.0

Tell = Callable[["Newer | None", str], None]
Find = Callable[[Path, Installation], "Newer | None"]


@frozen
class Newer:
    """An installer of a newer version."""

    version: str
    folder: Path
    file: str


def parsed(version: str) -> Version | None:
    """A version that can be compared; None for other forms than `1.2`, `1.2.3` or `1.2.3.4`."""
    if not re.fullmatch(_VERSION, version, re.ASCII):
        return None
    numbers = [int(each) for each in version.split(".")]
    return tuple(numbers + [0] * (_PLACES - len(numbers)))


def newest(folder: Path, program: Installation) -> Newer | None:
    """The newest installer for this computer in the folder, if it is newer than this program, or None.

    Of several of one version it is the kind by which this program was installed. Raises OSError when the
    folder cannot be read, and may never return when a server is unreachable.
    """
    own = parsed(program.version)
    if own is None:
        return None
    patterns = _NAMES.get(program.system, ())
    if program.root is not None and program.root.is_relative_to(Path.home()):
        patterns = patterns[::-1] if program.system == "linux" else patterns
    found: list[tuple[Version, int, Newer]] = []
    with os.scandir(folder) as files:
        for each in islice(files, _MOST_FILES):
            for place, pattern in enumerate(patterns):
                match = re.fullmatch(pattern, each.name, re.ASCII)
                version = parsed(match["version"]) if match else None
                if match and version and version > own:
                    found.append((version, -place, Newer(match["version"], folder, each.name)))
    return max(found, key=lambda each: each[:2])[2] if found else None


class UpdateWatch:
    """Looks once a day, and after `wake` if the folder has changed, and reports what it finds."""

    def __init__(
        self,
        program: Installation,
        folder: Callable[[], str],
        tell: Tell,
        *,
        find: Find = newest,
        answer_seconds: float = _ANSWER_SECONDS,
    ) -> None:
        """`folder` returns the folder that is set; `tell` is called with a newer version or a problem."""
        self._program = program
        self._folder = folder
        self._tell = tell
        self._find = find
        self._answer_seconds = answer_seconds
        self._woken = asyncio.Event()
        self._caught = 0
        """Threads that wait for an unreachable server."""

    async def watch(self) -> None:
        """Look until cancelled."""
        looked_at: str | None = None
        while True:
            self._woken.clear()
            if looked_at != self._folder():
                looked_at = self._folder()
                await self._look(looked_at)
            try:
                # Unlike `wait_for` this never confuses a cancellation with `wake`.
                async with asyncio.timeout(_DAY_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                looked_at = None

    def wake(self) -> None:
        """Look again soon, since another folder may have been set."""
        self._woken.set()

    async def _look(self, folder: str) -> None:
        if not folder:
            self._tell(None, "")
            return
        no_answer = tr("The update folder {folder} does not answer.", folder=folder)
        if self._caught >= _MOST_CAUGHT:
            self._tell(None, no_answer)
            return
        try:
            async with asyncio.timeout(self._answer_seconds):
                newer = await in_own_thread(partial(self._newest, Path(folder)))
        except TimeoutError:
            self._tell(None, no_answer)
        except OSError as error:
            cause = error.strerror or type(error).__name__
            text = tr("The update folder {folder} cannot be read: {cause}.", folder=folder, cause=cause)
            self._tell(None, text)
        else:
            self._tell(newer, "")

    def _newest(self, folder: Path) -> Newer | None:
        self._caught += 1
        try:
            return self._find(folder, self._program)
        finally:
            self._caught -= 1
