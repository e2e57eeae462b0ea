"""What is made or written in folders, by whichever code: the kernel tells, and nothing is forgotten."""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from select import select
from threading import Thread
from typing import Self

_WRITTEN, _MOVED_IN, _MADE = 0x2, 0x80, 0x100
_IS_FOLDER, _LOST = 0x4000_0000, 0x4000
_EVENT = struct.Struct("iIII")
_BUFFER = 1 << 18


class FolderWatch:
    """Watches folders and all below them while its block runs, from a thread of its own (Linux only).

    `seen` are the files that were made, written or moved in, one after the other. Each is held open from
    then on, so that `contents` has what it held last even if it was deleted at once; `missed` are those that
    were gone before they could be opened.
    """

    def __init__(self, *folders: Path) -> None:
        self.seen: list[Path] = []
        self.missed: list[Path] = []
        self.contents: dict[Path, bytes] = {}
        self._folders = folders
        self._kernel = ctypes.CDLL(None, use_errno=True)
        self._places: dict[int, Path] = {}
        self._held: dict[tuple[int, int], tuple[Path, int]] = {}
        self._queue = self._bell = self._wake = -1
        self._thread = Thread(target=self._listen, name="folder watch")

    def __enter__(self) -> Self:
        self._queue = self._kernel.inotify_init1(os.O_NONBLOCK)
        self._bell, self._wake = os.pipe()
        for folder in self._folders:
            assert self._add(folder)
            for each in folder.rglob("*"):
                if each.is_dir() and not each.is_symlink():
                    self._add(each)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.write(self._wake, b".")
        self._thread.join()
        self._take_events()
        for path, number in self._held.values():
            with os.fdopen(number, "rb") as stream:
                stream.seek(0)
                self.contents[path] = stream.read()
        for each in (self._queue, self._bell, self._wake):
            os.close(each)

    def _listen(self) -> None:
        ready: list[int] = []
        while self._bell not in ready:
            ready, _, _ = select([self._queue, self._bell], [], [])
            self._take_events()

    def _add(self, folder: Path) -> bool:
        asked = _WRITTEN | _MOVED_IN | _MADE
        number = self._kernel.inotify_add_watch(self._queue, os.fsencode(folder), asked)
        self._places[number] = folder
        return number >= 0

    def _take_events(self) -> None:
        for number, mask, name in self._events():
            assert not mask & _LOST, "more was written than can be watched"
            path = self._places[number] / name
            if mask & _IS_FOLDER:
                self._take_folder(path)
            else:
                self._note(path)

    def _events(self) -> Iterator[tuple[int, int, str]]:
        with suppress(BlockingIOError):
            while True:
                events = os.read(self._queue, _BUFFER)
                while events:
                    number, mask, _, length = _EVENT.unpack_from(events)
                    end = _EVENT.size + length
                    yield number, mask, os.fsdecode(events[_EVENT.size : end].rstrip(b"\x00"))
                    events = events[end:]

    def _take_folder(self, folder: Path) -> None:
        """Watch a new folder, with what was put into it meanwhile."""
        if self._add(folder):
            for each in folder.rglob("*"):
                if not each.is_dir():
                    self._note(each)
                elif not each.is_symlink():
                    self._add(each)

    def _note(self, path: Path) -> None:
        self.seen.append(path)
        try:
            number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
        except OSError:
            self.missed.append(path)
            return
        about = os.fstat(number)
        key = (about.st_dev, about.st_ino)
        if not stat.S_ISREG(about.st_mode) or key in self._held:
            os.close(number)
        else:
            self._held[key] = (path, number)
