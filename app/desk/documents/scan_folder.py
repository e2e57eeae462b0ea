"""The folder that a scanner writes to: read when the clerk needs it, and never changed."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.documents.document import LARGEST_FILE

MOST_FILES = 10_000
"""The most files: a larger folder is not meant for scans, and would take long to read again and again."""
RECENT_SECONDS = 300
"""A file is new when it came after the first look, or was written at most so long before it."""
SILENT = mark("The scan folder does not answer.")
_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".pdf", ".heic", ".heif"})
_GIGA = 1_000_000_000


@frozen
class Scan:
    """A file at one look; a rewritten file is another scan."""

    path: Path
    size: int
    changed: int
    """When it was written, in nanoseconds since the epoch."""

    def age(self, now: float) -> float:
        """Its age in seconds; 0 when the clock of a server is ahead."""
        return max(0.0, now - self.changed / _GIGA)


@frozen
class ScanResult:
    """The result of one look."""

    scans: tuple[Scan, ...] = ()
    """The new files that no longer grow, newest first."""
    is_settled: bool = True
    """False while a new file may still grow, so that another look is due soon."""
    problem: str = ""
    """A sentence why the folder cannot be read."""


class ScanFolder:
    """The watched folder, if any, and the scans that are not offered again in this run of the program."""

    def __init__(self, folder: str = "", keep: Callable[[str], None] | None = None) -> None:
        """`keep` is called with a newly chosen folder, empty for none."""
        self._folder, self._keep = folder, keep
        self._finished: set[Scan] = set()
        self._turn = threading.Lock()

    @property
    def folder(self) -> Path | None:
        """The watched folder, or None."""
        return Path(self._folder) if self._folder else None

    def choose(self, folder: Path | None) -> None:
        """Watch another folder, or none."""
        self._folder = "" if folder is None else str(folder)
        # A look at the former folder may still be waiting for an answer.
        self._turn = threading.Lock()
        if self._keep is not None:
            self._keep(self._folder)

    def finish(self, scan: Scan) -> None:
        """Mark a scan as used or not wanted, so that it is no longer found."""
        self._finished.add(scan)

    def is_finished(self, scan: Scan) -> bool:
        """Whether the scan was used or is not wanted."""
        return scan in self._finished

    def looks(self, now: float) -> Callable[[], ScanResult]:
        """A function that looks once, in a thread, and compares with the former look.

        `now` is in seconds since the epoch. While another look at the folder still waits, it returns SILENT.
        """
        return _Looks(Path(self._folder), now - RECENT_SECONDS, self._finished, self._turn)


class _CrowdedError(Exception):
    """There are too many files."""


class _Looks:
    """Looks at a folder, one after the other."""

    def __init__(self, folder: Path, since: float, finished: set[Scan], turn: threading.Lock) -> None:
        self._folder, self._since, self._finished, self._turn = folder, since * _GIGA, finished, turn
        self._old: frozenset[Scan] | None = None
        """What was there before; None until it was looked."""
        self._last: frozenset[Scan] = frozenset()

    def __call__(self) -> ScanResult:
        if not self._turn.acquire(blocking=False):
            return ScanResult(problem=tr(SILENT))
        try:
            return self._look()
        except (OSError, ValueError, _CrowdedError) as error:
            return ScanResult(problem=self._sentence(error))
        finally:
            self._turn.release()

    def _sentence(self, error: Exception) -> str:
        name = self._folder.name or str(self._folder)
        match error:
            case _CrowdedError():
                return tr(
                    "{name} holds more than {most} files. Choose a folder for new scans alone.",
                    name=name,
                    most=f"{MOST_FILES:,}",
                )
            case NotADirectoryError():
                return tr("{name} is no folder. Choose another scan folder.", name=name)
            case FileNotFoundError():
                return tr("The scan folder {name} is not there any more.", name=name)
            case PermissionError():
                return tr("The scan folder {name} may not be read.", name=name)
            case _:
                return tr("The scan folder {name} cannot be read.", name=name)

    def _look(self) -> ScanResult:
        seen = frozenset(self._files())
        if self._old is None:
            self._old = frozenset(each for each in seen if each.changed < self._since)
        fresh = seen - self._old
        settled, self._last = fresh & self._last, fresh
        scans = [each for each in settled if each not in self._finished and 0 < each.size <= LARGEST_FILE]
        scans.sort(key=lambda each: (each.changed, each.path.name), reverse=True)
        return ScanResult(tuple(scans), is_settled=settled == fresh)

    def _files(self) -> Iterator[Scan]:
        """The files; links are not followed, and nothing is opened."""
        with os.scandir(self._folder) as entries:
            for count, entry in enumerate(entries):
                if count == MOST_FILES:
                    raise _CrowdedError
                path = Path(entry.path)
                if path.suffix.casefold() in _SUFFIXES:
                    with suppress(FileNotFoundError):
                        # The listing may be older than the file.
                        about = path.lstat()
                        if stat.S_ISREG(about.st_mode):
                            yield Scan(path, about.st_size, about.st_mtime_ns)
