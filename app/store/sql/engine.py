"""Connects to the files of a desk and to the office's shared PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import field
from typing import Any, cast

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from app.core.frozen import frozen
from app.core.language import mark

CONNECT_SECONDS = 3
_SCHEMES = ("postgresql", "postgres")
_SECONDS = "10s"
_POOLED = "pooled"
_NO_ADDRESS = mark("An address is like postgresql://user@server/database.")


class DatabaseAddressError(Exception):
    """The address is not valid; the sentence says what a valid one looks like."""


@frozen
class DatabaseAddress:
    """The address of the office's database; each profile has its own schema."""

    url: str
    """postgresql://user@server/database, with settings of libpq such as ?sslmode=require."""
    password: str = field(repr=False)
    schema: str


def shared_engine(address: DatabaseAddress) -> Engine:
    """An engine that has not connected yet. Raises DatabaseAddressError.

    The password is sent to the server only and is in no text of an error.
    """
    return new_engine(
        url_of(address),
        statements_of(address.schema),
        {
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "Agency Counter",
            # Behind a pooler, the server that has prepared a statement is not the one that is asked next.
            "prepare_threshold": None,
            # A connection that is lost without a sign is detected in seconds, not in minutes.
            "keepalives_idle": CONNECT_SECONDS,
            "keepalives_interval": 1,
            "keepalives_count": CONNECT_SECONDS,
            "tcp_user_timeout": CONNECT_SECONDS * 1000,
        },
    )


def new_engine(url: URL, statements: Sequence[str], settings: Mapping[str, Any]) -> Engine:
    """A small pool; each connection is prepared by the statements, and tested before it is used."""
    engine = create_engine(
        url,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=2,
        max_overflow=4,
        pool_timeout=CONNECT_SECONDS,
        connect_args=dict(settings),
    )

    of_each = "; ".join(each.replace("SET ", "SET LOCAL ", 1) for each in statements)

    def prepare(connection: DBAPIConnection, record: ConnectionPoolEntry) -> None:
        if is_pooled(connection):
            record.info[_POOLED] = True
        else:
            with closing(connection.cursor()) as cursor:
                for statement in statements:
                    cursor.execute(statement)
        connection.commit()

    def begin(connection: Connection) -> None:
        if _POOLED in connection.info:
            connection.exec_driver_sql(of_each)

    # Before SQLAlchemy asks a new connection for its schema.
    event.listen(engine, "connect", prepare, insert=True)
    event.listen(engine, "begin", begin)
    return engine


def file_engine(url: URL, pragmas: Sequence[str], begin: str) -> Engine:
    """An engine for a file of SQLite, where each transaction begins with a statement."""
    engine = create_engine(url, hide_parameters=True)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        # Without this, Python begins its own transactions, but not for creating tables.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", start)
    return engine


def is_pooled(connection: object) -> bool:
    """Whether a pooler such as PgBouncer stands before the server, and may hand each transaction on.

    It knows another process of the server than the one that answers. Nothing is then kept from one
    transaction to the next, such as the schema or a prepared statement.
    """
    # Nothing else here needs the driver, and a counter without an office's database never does.
    import psycopg

    if not isinstance(connection, psycopg.Connection):
        return False
    known = cast("psycopg.Connection[tuple[int]]", connection)
    return known.execute("SELECT pg_backend_pid()").fetchone() != (known.pgconn.backend_pid,)


def statements_of(schema: str) -> tuple[str, ...]:
    """The statements that bind a new connection to one schema and limit how long it can block others."""
    return (
        f'SET search_path TO "{schema}"',
        # Each query is small: compiling it would take longer than running it.
        "SET jit TO off",
        f"SET statement_timeout TO '{_SECONDS}'",
        f"SET lock_timeout TO '{_SECONDS}'",
        f"SET idle_in_transaction_session_timeout TO '{_SECONDS}'",
    )


def lock_of(schema: str) -> str:
    """The statement that makes a transaction the only writer in a schema until it ends."""
    return f"SELECT pg_advisory_xact_lock(hashtext('{schema}'))"


def telling_of(schema: str) -> str:
    """The statement that tells all who listen to a schema that a desk has written."""
    return f"SELECT pg_notify('{schema}', %(desk)s)"


def listening_of(schema: str) -> str:
    """The statement that begins to listen to what is told of a schema."""
    return f'LISTEN "{schema}"'


def guarded_of(schema: str) -> str:
    """The question whether this user cannot change what desks said; false where there are no tables yet."""
    table = f"to_regclass('\"{schema}\".office_event')"
    return f"SELECT coalesce(NOT has_table_privilege({table}::oid, 'UPDATE'), false)"


def making(schema: str) -> tuple[str, ...]:
    """The statements before tables are made: two desks may start at the same instant."""
    made = f'CREATE SCHEMA IF NOT EXISTS "{schema}"'
    # Creating a schema needs a right that is not needed when an administrator has created it.
    is_there = f"to_regnamespace('{schema}') IS NULL"
    return (lock_of(schema), f"DO $$ BEGIN IF {is_there} THEN {made}; END IF; END $$")


def run(connection: Connection, statements: Sequence[str]) -> None:
    """Run statements that return nothing."""
    for statement in statements:
        connection.exec_driver_sql(statement)


def cause_of(error: Exception) -> str:
    """The message of a database in one line, without its last full stop."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split()).rstrip(".")


def url_of(address: DatabaseAddress) -> URL:
    """The address with its password, for the driver. Raises DatabaseAddressError."""
    try:
        url = make_url(address.url)
    except (SQLAlchemyError, ValueError):
        raise DatabaseAddressError(_NO_ADDRESS) from None
    if url.drivername not in _SCHEMES or not url.host or not url.database:
        raise DatabaseAddressError(_NO_ADDRESS)
    return url.set(drivername="postgresql+psycopg", password=address.password or url.password)
