"""The register's schema in its database, SQLite or PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, Table, insert, inspect, select
from sqlalchemy.dialects import sqlite

from app.core.language import tr
from app.store.files.data_folder import can_be_written
from app.store.journal.sqlite_log import OF_THE_MACHINE, code_of
from app.store.register.tables import about, metadata
from app.store.sql.engine import file_engine

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

VERSION = 2
"""Version of the tables. All but notes can be filled again from the journal: old tables are made anew."""
LAST_LETTER = "\U0010ffff"
"""The last character in the sort order of both databases."""

# Readers never wait for a writer; what is lost in a power cut is filled again from the journal.
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON")
_FIRST = 1

_DAYS_A_PERIOD = 7


class RegisterError(Exception):
    """The register cannot be used; the sentence says why."""


class DamagedRegisterError(RegisterError):
    """The tables are not as they were made."""


def open_engine(path: Path) -> Engine:
    """The engine of a database file of this user alone, with its tables; a read-only one is only read.

    Raises RegisterError when a newer program made it, and OSError, SQLAlchemyError, sqlite3.Error or
    DamagedRegisterError, which `is_damage` classifies.
    """
    if path.exists() and not can_be_written(path.parent, (path.name,)):
        only_read = {"mode": "ro", "immutable": "1", "uri": "true"}
        url = URL.create("sqlite", database=path.absolute().as_uri(), query=only_read)
    else:
        # SQLite gives its own files the mode of this one.
        path.touch(mode=0o600)
        url = URL.create("sqlite", database=str(path))
    engine = file_engine(url, _PRAGMAS, "BEGIN")
    try:
        with engine.begin() as connection:
            make_tables(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def make_tables(connection: Connection) -> None:
    """Make the tables in an empty database, and check that they exist in any other."""
    names = inspect(connection).get_table_names()
    if not names:
        metadata.create_all(connection)
        connection.execute(insert(about), {"version": VERSION})
    versions = connection.scalars(select(about.c.version)).all()
    if len(versions) == 1 and versions[0] > VERSION:
        message = tr(
            "The register of sales was made by a newer Agency Counter (form {version}). Update this one.",
            version=versions[0],
        )
        raise RegisterError(message)
    if len(versions) == 1 and _FIRST <= versions[0] < VERSION:
        metadata.drop_all(connection)
        metadata.create_all(connection)
        connection.execute(insert(about), {"version": VERSION})
    elif versions != [VERSION] or (names and not metadata.tables.keys() <= set(names)):
        message = tr("The register of sales is not what was made.")
        raise DamagedRegisterError(message)


def is_damage(error: Exception) -> bool:
    """Whether an error means that the file is damaged."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        # Unlike a journal, a register that can only be read is used as it is.
        return code_of(cause) not in OF_THE_MACHINE | {sqlite3.SQLITE_PERM, sqlite3.SQLITE_READONLY}
    return isinstance(cause, ValueError | TypeError | DamagedRegisterError)


def insert_new(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that skips rows whose key exists."""
    return _insert(dialect, table).on_conflict_do_nothing()


def upsert(dialect: str, table: Table, key: str, names: Iterable[str]) -> sqlite.Insert | postgresql.Insert:
    """An insertion that updates the named columns of a row whose key exists."""
    inserting = _insert(dialect, table)
    newer = {name: inserting.excluded[name] for name in names}
    return inserting.on_conflict_do_update(index_elements=[key], set_=newer)


def period_of(at: datetime) -> int:
    """The number of the week, in UTC, of an instant."""
    return at.astimezone(UTC).toordinal() // _DAYS_A_PERIOD


def begin_of(period: int) -> datetime:
    """The first instant of a week by its number."""
    return datetime.fromordinal(period * _DAYS_A_PERIOD).replace(tzinfo=UTC)


def _insert(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    if dialect != "postgresql":
        return sqlite.insert(table)
    # A counter without an office's database never needs it.
    from sqlalchemy.dialects import postgresql

    return postgresql.insert(table)
