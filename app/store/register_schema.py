"""How the register lies in its database, SQLite or PostgreSQL alike."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    Date,
    DateTime,
    Dialect,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    create_engine,
    event,
    insert,
    inspect,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from typing_extensions import override

VERSION = 1
"""Of the tables below. All in them can be filled again from the journal: an older one is made anew."""
LAST_LETTER = "\U0010ffff"
"""No letter stands behind it in either database."""

# Readers never wait for a writer; what a power cut takes back is filled again from the journal.
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON")
# What the machine does to a file; every other error says that the file itself is not what was written.
_OF_THE_MACHINE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
_PRIMARY = 0xFF

_DAYS_A_PERIOD = 7


class RegisterError(Exception):
    """The register cannot be used; the sentence says why."""


class DamagedRegisterError(RegisterError):
    """The tables are not those that were made."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant, kept in UTC: SQLite keeps no zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    @override
    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    @override
    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=value.tzinfo or UTC).astimezone(UTC)


_NUMBER = BigInteger().with_variant(Integer(), "sqlite")
# By the order of code points, in which SQLite sorts by itself.
_WORD = String().with_variant(String(collation="C"), "postgresql")

metadata = MetaData()
about = Table("about", metadata, Column("version", Integer, nullable=False))
sale = Table(
    "sale",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("request_id", String, nullable=False, unique=True),
    Column("module", String, nullable=False),
    Column("product_id", String, nullable=False),
    Column("title", String, nullable=False),
    Column("day", Date),
    Column("window", String, nullable=False),
    Column("qty", Integer, nullable=False),
    Column("booking_ref", String, nullable=False),
    Column("customer_name", String, nullable=False),
    Column("customer_phone", String, nullable=False),
    Column("customer_email", String, nullable=False),
    Column("sold_at", UtcDateTime, nullable=False),
    Column("words", Text, nullable=False),
    Index("sale_by_product", "module", "sold_at", "product_id"),
)
customer = Table(
    "customer",
    metadata,
    Column("number", _NUMBER, primary_key=True),
    Column("phone_key", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("phone", String, nullable=False),
    Column("email", String, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    Column("words", Text, nullable=False),
)


def _words_table(owner: Table) -> Table:
    """The words of a table's rows; by periods first, since mostly new rows are sought."""
    return Table(
        f"{owner.name}_word",
        metadata,
        Column("period", Integer, primary_key=True, autoincrement=False),
        Column("word", _WORD, primary_key=True),
        Column("owner", _NUMBER, ForeignKey(owner.c.number), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )


def _periods_table(owner: Table) -> Table:
    """The periods in which a table has words."""
    number = Column("number", Integer, primary_key=True, autoincrement=False)
    return Table(f"{owner.name}_period", metadata, number)


sale_word, sale_period = _words_table(sale), _periods_table(sale)
customer_word, customer_period = _words_table(customer), _periods_table(customer)


def open_engine(path: Path) -> Engine:
    """The database in a file of this user alone, with its tables.

    Raises RegisterError when a newer program made it, and OSError, SQLAlchemyError, sqlite3.Error or
    DamagedRegisterError; `is_damage` tells which.
    """
    # SQLite gives its own files the mode of this one.
    path.touch(mode=0o600)
    engine = create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    try:
        with engine.begin() as connection:
            make_tables(connection)
    except BaseException:
        engine.dispose()
        raise
    return engine


def make_tables(connection: Connection) -> None:
    """Make the tables in an empty database, and see that they are there in any other."""
    names = inspect(connection).get_table_names()
    if not names:
        metadata.create_all(connection)
        connection.execute(insert(about), {"version": VERSION})
    versions = connection.scalars(select(about.c.version)).all()
    if len(versions) == 1 and versions[0] > VERSION:
        message = (
            f"The register of sales was made by a newer Agency Counter (form {versions[0]}). Update this one."
        )
        raise RegisterError(message)
    if versions != [VERSION] or (names and not metadata.tables.keys() <= set(names)):
        message = "The register of sales is not what was made."
        raise DamagedRegisterError(message)


def is_damage(error: Exception) -> bool:
    """Whether an error says that what was read is not what was written."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & _PRIMARY not in _OF_THE_MACHINE
    return isinstance(cause, ValueError | TypeError | DamagedRegisterError)


def insert_new(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that leaves out rows whose key is there already."""
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(table).on_conflict_do_nothing()


def period_of(at: datetime) -> int:
    """The week, in UTC, that an instant lies in."""
    return at.astimezone(UTC).toordinal() // _DAYS_A_PERIOD


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    # Without this, Python begins transactions of its own, and not for the making of tables.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
