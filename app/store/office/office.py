"""The office's database beside the money journal: wallet readings, clerks, shifts and closed days."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Column, Connection, Engine, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from app.core.language import tr
from app.store.files.data_folder import sync_folder
from app.store.office.tables import LATER, SHARED_VERSION, VERSION, about, change, desk_name, metadata
from app.store.sql.engine import cause_of, file_engine

FILE = "office.db"
# This data exists nowhere else: a commit is on the disk when it returns.
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
log = logging.getLogger(__name__)
_BESIDE = ("-wal", "-shm")


class OfficeError(Exception):
    """The office's database cannot be used; the sentence says why."""


class Office:
    """The database. Thread-safe; every method waits for the disk and raises OfficeError with a sentence."""

    def __init__(self, engine: Engine, desk: str) -> None:
        """Use an engine, and make missing tables; `desk` is the name of this counter in the rows."""
        self.desk = desk
        self._engine = engine
        self._file: OfficeFile | None = None
        self._working = threading.Lock()
        with self.work() as connection:
            make_office_tables(connection)

    @classmethod
    def open(cls, folder: Path, desk: str) -> Office:
        """The database in a profile's folder, accessible to this user alone."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / FILE
            path.touch(mode=0o600)
        except OSError as error:
            raise _unusable(error) from error
        engine = file_engine(URL.create("sqlite", database=str(path)), _PRAGMAS, "BEGIN IMMEDIATE")
        try:
            office = cls(engine, desk)
            office._hold(path)
        except BaseException:
            engine.dispose()
            raise
        return office

    @contextmanager
    def work(self) -> Generator[Connection]:
        """A transaction, committed when the block ends without an error."""
        # A file is written by one at a time anyhow, and none may be at work while it is put back.
        with self._working if self._file is not None else nullcontext():
            try:
                with self._engine.begin() as connection:
                    yield connection
            except (SQLAlchemyError, sqlite3.Error) as error:
                raise _unusable(error) from error
            self._put_back()

    def close(self) -> None:
        """Close the file."""
        with self._working:
            held, self._file = self._file, None
            if held is not None:
                held.close()
            self._engine.dispose()

    def _hold(self, path: Path) -> None:
        try:
            self._file = OfficeFile(path, self._engine.dispose)
        except (sqlite3.Error, OSError) as error:
            raise _unusable(error) from error

    def _put_back(self) -> None:
        """Put the file back in its place when it was deleted meanwhile: else a commit would be lost."""
        try:
            if self._file is not None:
                self._file.put_back()
        except (sqlite3.Error, OSError) as error:
            raise _unusable(error) from error


def make_office_tables(connection: Connection) -> None:
    """Make missing tables and columns. Raises OfficeError when a newer program made them."""
    if not inspect(connection).has_table(about.name):
        metadata.create_all(connection)
        connection.execute(insert(about), {"version": VERSION})
    versions = connection.scalars(select(about.c.version)).all()
    if max(versions, default=0) > SHARED_VERSION:
        message = tr("A newer Agency Counter made the office's database. Update this one.")
        raise OfficeError(message)
    for column in LATER:
        add_missing(connection, column)
    for table in (change, desk_name):
        table.create(connection, checkfirst=True)


def add_missing(connection: Connection, column: Column[Any]) -> None:
    """Add a column to its table when an older program has made that without it."""
    table = column.table.description
    if column.name not in {each["name"] for each in inspect(connection).get_columns(table)}:
        added = CreateColumn(column).compile(dialect=connection.dialect)
        connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {added}")


def _unusable(error: Exception) -> OfficeError:
    return OfficeError(tr("The office's database cannot be used: {cause}.", cause=cause_of(error)))


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
