"""The office's shared database: register, office, and the outboxes of the desks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from app.store.office.forgotten import (
    Wishes,
    add_graves,
    bury,
    desks_that_hold,
    graves,
    make_forgotten_tables,
    note_struck,
    sign_of,
    strike_dead,
    struck,
    wishes_for,
)
from app.store.office.listener import Listener, tell_writes
from app.store.office.office import Office, OfficeError, make_office_tables
from app.store.office.outbox import FORGOTTEN, FORGOTTEN_ONES, NOTE, NOTES, PAST, PAST_ONES, SALES, OutboxItem
from app.store.office.shared_tables import make_shared_tables, received
from app.store.register.notes import keep_note
from app.store.register.register import Register, RegisterError
from app.store.register.schema import make_tables, upsert
from app.store.register.search import Row
from app.store.sql.engine import (
    DatabaseAddress,
    listening_of,
    lock_of,
    making,
    run,
    shared_engine,
    telling_of,
    why_refused,
    why_unfit,
    why_unreachable,
)


class SharedError(Exception):
    """The shared database cannot be used; the sentence says why."""


class DatabaseGround(NamedTuple):
    """The statements of one kind of database."""

    making: Sequence[str]
    """Before tables are made."""
    lock: str
    """Before anything is written."""
    facts: str
    """Returns the version of the server, such as 150004, and the encoding of its texts."""
    still: Sequence[str] = ()
    """Before several queries of one state."""
    channel: str = ""
    """Where desks tell each other that they have written; empty for a kind that cannot."""


def ground_of(schema: str) -> DatabaseGround:
    """The statements of PostgreSQL for a schema."""
    facts = "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')"
    still = ("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",)
    return DatabaseGround(making(schema), lock_of(schema), facts, still, schema)


def open_shared(address: DatabaseAddress, desk: str) -> SharedDatabase:
    """The shared database at an address, with its tables. Raises SharedError or DatabaseAddressError."""
    problem = why_unreachable(address)
    if problem:
        raise SharedError(problem)
    engine = shared_engine(address)
    try:
        return SharedDatabase(engine, desk, ground_of(address.schema))
    except (RegisterError, OfficeError, SharedError, SQLAlchemyError) as error:
        raise SharedError(why_refused(address, error)) from error


class SharedDatabase:
    """The database. Thread-safe; methods raise RegisterError or OfficeError with a sentence."""

    def __init__(self, engine: Engine, desk: str, ground: DatabaseGround) -> None:
        """Make missing tables. Raises SharedError, RegisterError, OfficeError, SQLAlchemyError."""
        self._engine = engine
        self._ground = ground
        self._desk = desk
        if ground.channel:
            tell_writes(engine, telling_of(ground.channel), desk)
        try:
            with engine.begin() as connection:
                _check(connection, ground)
                run(connection, ground.making)
                make_tables(connection)
                make_office_tables(connection)
                make_shared_tables(connection)
            self.register = Register(engine, guard=self._guard, still=self._hold_still)
            self.office = Office(engine, desk)
        except BaseException:
            engine.dispose()
            raise

    def take_in(self, source: str, items: Sequence[OutboxItem]) -> None:
        """Apply the items of a desk's outbox in order, except those applied before."""
        for item in items:
            self._take(source, item)

    def bring_forgotten(self, own: Office) -> None:
        """Let this database and that of a desk know the same forgotten customers, before sales are handed in.

        Raises OfficeError.
        """
        with own.work() as connection:
            make_forgotten_tables(connection, is_shared=False)
            mine, here = sign_of(connection), graves(connection)
        with self.office.work() as connection:
            if sign_of(connection) == mine:
                return
            run(connection, (self._ground.lock,))
            if add_graves(connection, here):
                # It was lost and made again: a desk may have handed them in meanwhile.
                strike_dead(connection)
            there = graves(connection)
        with own.work() as connection:
            add_graves(connection, there)

    def wishes(self) -> Wishes | None:
        """Whom this desk has still to erase from its own disk; None for nobody. Raises OfficeError."""
        with self.office.work() as connection:
            return wishes_for(connection, self._desk)

    def note_struck(self, wishes: Wishes) -> None:
        """Remember that this desk has erased these. Raises OfficeError."""
        with self.office.work() as connection:
            note_struck(connection, self._desk, wishes)

    def desks_that_hold(self, phone: str, email: str, of: Collection[str]) -> tuple[str, ...]:
        """Those of some desks that still have a forgotten customer on their own disks. Raises OfficeError."""
        with self.office.work() as connection:
            return desks_that_hold(connection, phone, email, of)

    def listener(self) -> Listener | None:
        """A listener to what other desks write, to be closed; None for a kind of database that cannot tell.

        Raises SQLAlchemyError or psycopg.Error.
        """
        channel = self._ground.channel
        return Listener(self._engine, listening_of(channel), self._desk) if channel else None

    def close(self) -> None:
        """Close the connections; a second call does nothing."""
        self.register.close()

    def _take(self, source: str, item: OutboxItem) -> None:
        """Apply one item. A note is applied in one transaction with its number; others can be repeated."""
        if item.kind != NOTE:
            self._repeat(item)
        with self.office.work() as connection:
            # After taking the lock: work of a run of this desk that was just killed may still be going on.
            run(connection, (self._ground.lock,))
            last = connection.scalars(select(received.c.number).where(received.c.source == source)).all()
            if item.number <= max(last, default=0):
                return
            if item.kind == NOTE:
                keep_note(connection, *NOTES.validate_json(item.body))
            moving = upsert(connection.dialect.name, received, "source", ("number",))
            connection.execute(moving, {"source": source, "number": item.number})

    def _repeat(self, item: OutboxItem) -> None:
        """Apply an item that can be repeated without further effect."""
        if item.kind == FORGOTTEN:
            gone = FORGOTTEN_ONES.validate_json(item.body)
            at = datetime.fromisoformat(gone.at)
            with self.office.work() as connection:
                bury(connection, gone.phone, gone.email, at)
            self.register.forget_customer(gone.phone, gone.email, gone.names, until=at)
        elif item.kind == PAST:
            past = PAST_ONES.validate_json(item.body)
            self.register.forget_before(past.day, past.kept, past.desk)
        else:
            seen = SALES.validate_json(item.body)
            if self.register.sale_by_reference(seen.booking_ref) is None:
                self.register.keep([seen])

    def _hold_still(self, connection: Connection) -> None:
        run(connection, self._ground.still)

    def _guard(self, connection: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
        """The rows to write, without forgotten customers, once this desk has the lock for writing."""
        run(connection, (self._ground.lock,))
        return struck(connection, rows) if rows else rows


def _check(connection: Connection, ground: DatabaseGround) -> None:
    version, encoding = connection.exec_driver_sql(ground.facts).one()
    problem = why_unfit(version, encoding)
    if problem:
        raise SharedError(problem)
