"""The file of the office's database: put in its place again when it was deleted while it was open."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from app.store.files.data_folder import sync_folder

log = logging.getLogger(__name__)
_BESIDE = ("-wal", "-shm")


class OfficeFile:
    """An open database file, whose content stays readable when another program deletes or replaces it.

    Not thread-safe: nothing may be running on the database while it is put back.
    """

    def __init__(self, path: Path, let_go: Callable[[], object]) -> None:
        """Hold a database that was made; `let_go` closes all other connections to it.

        Raises OSError or sqlite3.Error.
        """
        self._path = path
        self._let_go = let_go
        self._held = self._hold()
        self._sign = self._sign_now()

    def put_back(self) -> None:
        """Write the content to its place again if another file or none is there; such a file is kept.

        Raises OSError or sqlite3.Error.
        """
        if self._sign_now() == self._sign:
            return
        log.warning("%s was deleted or replaced while it was open; it is put back.", self._path.name)
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        with closing(sqlite3.connect(fresh)) as copy:
            self._held.backup(copy)
        with fresh.open("rb+") as stream:
            os.fsync(stream.fileno())
        self._let_go()
        self._held.close()
        if self._path.exists():
            stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}"
            self._path.rename(self._path.with_name(f"{self._path.stem}.other-{stamp}{self._path.suffix}"))
        for ending in _BESIDE:
            # What the deleted file had beside it does not belong to the new one.
            self._path.with_name(f"{self._path.name}{ending}").unlink(missing_ok=True)
        fresh.rename(self._path)
        sync_folder(self._path.parent)
        self._held = self._hold()
        self._sign = self._sign_now()

    def close(self) -> None:
        """Put it back for the last time, if it can be, and close it."""
        try:
            self.put_back()
        except (OSError, sqlite3.Error):
            log.exception("%s was deleted while it was open, and could not be put back.", self._path.name)
        self._held.close()

    def _hold(self) -> sqlite3.Connection:
        """A connection that keeps the file and its log open, under whatever name they are."""
        held = sqlite3.connect(self._path, check_same_thread=False, isolation_level=None)
        # Only a query opens the log.
        with closing(held.execute("SELECT count(*) FROM sqlite_master")) as cursor:
            cursor.fetchone()
        return held

    def _sign_now(self) -> tuple[int, int] | None:
        """What tells the file in its place from another one; None without one."""
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
