"""Tells one shared database from any other by a mark of its own, and what is in it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple
from uuid import uuid4

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    delete,
    distinct,
    func,
    insert,
    inspect,
    select,
)

from app.store.office.office import Office
from app.store.register.tables import handed, sale
from app.store.sql.columns import UtcDateTime, filled

_shared, _own = MetaData(), MetaData()
mark_table = Table(
    "office_mark",
    _shared,
    Column("mark", String, primary_key=True),
    Column("made_at", UtcDateTime, nullable=False),
)
_known = Table(
    "known_database",
    # Of one desk alone.
    _own,
    *filled(String, "mark", "place"),
    Column("known_at", UtcDateTime, nullable=False),
)


class KnownDatabase(NamedTuple):
    """The shared database that a desk has handed in to."""

    mark: str
    """Empty when it has none yet: it is empty, or of an older program."""
    place: str
    """Server, port and name."""


class Contents(NamedTuple):
    """What is in a shared database."""

    mark: str
    desks: int
    bookings: int


def is_another(mark: str, place: str, known: KnownDatabase | None) -> bool:
    """Whether a database is another one than that which a desk knows.

    One without the known mark at the same place is the same one: it was lost, and made again.
    """
    return known is not None and mark != known.mark and place != known.place


def mark_of(connection: Connection) -> str:
    """The mark of a shared database; empty for one that has none."""
    if not inspect(connection).has_table(mark_table.name):
        return ""
    return next(iter(connection.scalars(select(mark_table.c.mark).order_by(mark_table.c.made_at))), "")


def make_mark(connection: Connection) -> str:
    """Make the mark of a shared database if it has none. Returns its mark."""
    _shared.create_all(connection)
    mark = mark_of(connection)
    if not mark:
        mark = uuid4().hex
        connection.execute(insert(mark_table), {"mark": mark, "made_at": datetime.now(UTC)})
    return mark


def contents(connection: Connection) -> Contents:
    """What is in a shared database, which may have no tables yet."""
    there = inspect(connection)
    if not there.has_table(sale.name) or not there.has_table(handed.name):
        return Contents(mark_of(connection), 0, 0)
    desks = select(func.count(distinct(handed.c.desk)))
    bookings = select(func.count(distinct(sale.c.booking_ref))).where(sale.c.booking_ref != "")
    return Contents(mark_of(connection), connection.scalars(desks).one(), connection.scalars(bookings).one())


def known_database(own: Office) -> KnownDatabase | None:
    """The shared database that this desk knows; None before the first. Raises OfficeError."""
    with own.work() as connection:
        _own.create_all(connection)
        row = connection.execute(select(_known.c.mark, _known.c.place)).first()
    return None if row is None else KnownDatabase(row.mark, row.place)


def keep_known(own: Office, known: KnownDatabase) -> None:
    """Remember which shared database this desk hands in to. Raises OfficeError."""
    if known_database(own) == known:
        return
    with own.work() as connection:
        connection.execute(delete(_known))
        connection.execute(insert(_known), {**known._asdict(), "known_at": datetime.now(UTC)})
