"""The office's shared database: register, office, and the outboxes of the desks."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

import psycopg
from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from app.core.language import Wording, mark
from app.store.office.cancelling import (
    AtBooking,
    KeptCancelling,
    begin_cancelling,
    end_cancelling,
    others_cancelling,
)
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
from app.store.office.identity import (
    Contents,
    KnownDatabase,
    contents,
    is_another,
    make_mark,
    mark_of,
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
    guarded_of,
    listening_of,
    lock_of,
    making,
    run,
    shared_engine,
    telling_of,
)
from app.store.sql.refusals import is_about_password, why_refused, why_unfit, why_unreachable

REST_SECONDS = 30
"""How long a connection is kept that nobody uses; the one that listens is kept for good."""
_OTHER = mark(
    "This is another database than before, and nothing was sent there. "
    "Settings, Office database, says what is in it, and asks."
)


class SharedError(Exception):
    """The shared database cannot be used; the sentence says why."""


class PasswordError(SharedError):
    """The password is missing or wrong."""


class OtherDatabaseError(SharedError):
    """It is another database than the one that this desk hands in to: nothing was sent there."""


class Survey(NamedTuple):
    """A shared database as it was found, which was not changed."""

    contents: Contents
    version: int
    """Such as 150004."""
    is_encrypted: bool
    is_local: bool
    place: str
    is_guarded: bool
    """Whether desks cannot change what others said: an administrator has made the tables so."""


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


def open_shared(
    address: DatabaseAddress, desk: str, known: Callable[[], KnownDatabase | None] | None = None
) -> SharedDatabase:
    """The shared database at an address, with its tables. Raises SharedError or DatabaseAddressError.

    OtherDatabaseError when it is another one than the one that is `known`, and nothing was made there.
    """
    with _reached(address) as engine:
        return SharedDatabase(
            engine, desk, ground_of(address.schema), known=None if known is None else known()
        )


def survey_shared(address: DatabaseAddress) -> Survey:
    """What is at an address, where nothing is made. Raises SharedError or DatabaseAddressError."""
    with _reached(address) as engine:
        try:
            with engine.begin() as connection:
                version = _check(connection, ground_of(address.schema))
                there = contents(connection)
                is_safe = _is_encrypted(connection)
                is_guarded = connection.exec_driver_sql(guarded_of(address.schema)).scalar_one()
                return Survey(there, version, is_safe, is_local(engine), place_of(engine), is_guarded)
        finally:
            engine.dispose()


def place_of(engine: Engine) -> str:
    """Server, port and name of a database."""
    return f"{engine.url.host}:{engine.url.port or 5432}/{engine.url.database}"


def is_local(engine: Engine) -> bool:
    """Whether the server is on this computer, so that nobody reads on the line."""
    host = engine.url.host or ""
    return host == "localhost" or host.startswith("127.") or host in ("::1", "[::1]")


@contextmanager
def _reached(address: DatabaseAddress) -> Generator[Engine]:
    """An engine for a server that answers; errors of the block get sentences. Raises SharedError."""
    problem = why_unreachable(address)
    if problem:
        raise SharedError(problem)
    engine = shared_engine(address)
    try:
        yield engine
    except OtherDatabaseError:
        raise
    except (RegisterError, OfficeError, SharedError, SQLAlchemyError) as error:
        wanting = PasswordError if is_about_password(error) else SharedError
        raise wanting(why_refused(engine.url, error)) from error


class SharedDatabase:
    """The database. Thread-safe; methods raise RegisterError or OfficeError with a sentence."""

    def __init__(
        self, engine: Engine, desk: str, ground: DatabaseGround, *, known: KnownDatabase | None = None
    ) -> None:
        """Make missing tables. Raises SharedError, RegisterError, OfficeError, SQLAlchemyError.

        Nothing is made in another database than the one that is `known`.
        """
        self._engine = engine
        self._ground = ground
        self._desk = desk
        self._is_closed = False
        self._used_at = time.monotonic()
        self._same: tuple[object, object] | None = None
        """The signs of the forgotten here and at the desk when both knew the same; None before that."""
        event.listen(engine, "checkin", self._take_back)
        if ground.channel:
            tell_writes(engine, telling_of(ground.channel), desk)
        try:
            with engine.begin() as connection:
                _check(connection, ground)
                _refuse_another(connection, place_of(engine), known)
                run(connection, ground.making)
                make_tables(connection)
                make_office_tables(connection)
                make_shared_tables(connection)
                self.known = KnownDatabase(make_mark(connection), place_of(engine))
                """This database, as this desk will know it again."""
                self.is_open_to_read = not is_local(engine) and not _is_encrypted(connection)
                """Whether others on the line can read what is sent."""
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
            if (mine, sign_of(connection)) == self._same:
                return
            run(connection, (self._ground.lock,))
            if add_graves(connection, here):
                # It was lost and made again: a desk may have handed them in meanwhile.
                strike_dead(connection)
            there, theirs = graves(connection), sign_of(connection)
        with own.work() as connection:
            add_graves(connection, there)
            self._same = sign_of(connection), theirs

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

    def begin_cancelling(self, clerk: str, booking: AtBooking, lasts: timedelta) -> None:
        """Note that this desk is at cancelling a booking, for so long at most. Raises OfficeError."""
        with self.office.work() as connection:
            begin_cancelling(connection, self._desk, clerk, booking, lasts)

    def end_cancelling(self, booking: AtBooking) -> None:
        """Note that this desk is no longer at cancelling a booking. Raises OfficeError."""
        with self.office.work() as connection:
            end_cancelling(connection, self._desk, booking)

    def others_cancelling(self, booking: AtBooking) -> tuple[KeptCancelling, ...]:
        """The other desks that are at cancelling a booking, the first one first. Raises OfficeError."""
        with self.office.work() as connection:
            return others_cancelling(connection, self._desk, booking)

    def listener(self) -> Listener | None:
        """A listener to what other desks write, to be closed; None for a kind of database that cannot tell.

        Raises SQLAlchemyError or psycopg.Error.
        """
        channel = self._ground.channel
        return Listener(self._engine, listening_of(channel), self._desk, self._rest) if channel else None

    def why(self, error: Exception) -> Wording:
        """A sentence about an error of a call, for people."""
        return why_refused(self._engine.url, error)

    def close(self) -> None:
        """Close the connections, those in use as soon as they are given back; a second call does nothing."""
        self._is_closed = True
        self.register.close()

    def _rest(self) -> None:
        """Close a connection that nobody has used for a while: a server has room for few."""
        pool = self._engine.pool
        if (
            time.monotonic() - self._used_at > REST_SECONDS
            and isinstance(pool, QueuePool)
            and pool.checkedin()
        ):
            # If somebody is quicker, this is a new one.
            held = self._engine.raw_connection()
            held.detach()
            held.close()

    def _take_back(self, connection: DBAPIConnection | None, _record: object) -> None:
        """Close what was in use when this was closed: the pool that it came from is gone."""
        self._used_at = time.monotonic()
        if self._is_closed and connection is not None:
            connection.close()

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


def _check(connection: Connection, ground: DatabaseGround) -> int:
    """The version of the server. Raises SharedError for one that is not suitable."""
    version, encoding = connection.exec_driver_sql(ground.facts).one()
    problem = why_unfit(version, encoding)
    if problem:
        raise SharedError(problem)
    return version


def _refuse_another(connection: Connection, place: str, known: KnownDatabase | None) -> None:
    if is_another(mark_of(connection), place, known):
        raise OtherDatabaseError(_OTHER)


def _is_encrypted(connection: Connection) -> bool:
    """Whether nobody on the line can read what is sent."""
    raw = connection.connection.driver_connection
    return isinstance(raw, psycopg.Connection) and bool(raw.pgconn.ssl_in_use)
