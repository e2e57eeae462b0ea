"""The office's database beside the money journal: wallet readings, clerks, shifts and closed days."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Column, Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.schema import CreateColumn

from app.core.language import tr
from app.store.office.office_file import OfficeFile
from app.store.office.tables import LATER, SHARED_VERSION, VERSION, about, change, desk_name, metadata
from app.store.sql.engine import cause_of

FILE = "office.db"
# This data exists nowhere else: a commit is on the disk when it returns.
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")


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
        engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
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


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    # Without this, Python begins its own transactions, but not for creating tables.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _unusable(error: Exception) -> OfficeError:
    return OfficeError(tr("The office's database cannot be used: {cause}.", cause=cause_of(error)))
