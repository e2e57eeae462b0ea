"""Which desk is at cancelling which booking: a row of each desk, for as long as its quote may be sent.

Not an advisory lock: that stays with a connection, which a pooler hands on to another desk, and it says
neither who it is nor since when.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    MetaData,
    String,
    Table,
    and_,
    delete,
    func,
    select,
)

from app.store.register.schema import upsert
from app.store.sql.columns import UtcDateTime, filled

cancelling = Table(
    "cancelling",
    # Of a shared database alone: it is made beside the others, also in an older one.
    MetaData(),
    Column("desk", String, primary_key=True),
    *filled(String, "clerk", "module", "booking_ref"),
    *filled(UtcDateTime, "since", "until"),
)
_own = cancelling.c


class AtBooking(NamedTuple):
    """A booking, by its module and PNR."""

    module: str
    booking_ref: str


class KeptCancelling(NamedTuple):
    """A desk that is at cancelling a booking; the instant is in UTC, by the clock of the database."""

    desk: str
    clerk: str
    since: datetime


def begin_cancelling(
    connection: Connection, desk: str, clerk: str, booking: AtBooking, lasts: timedelta
) -> None:
    """Note that this desk is at a booking from now on, or still."""
    now = _now(connection)
    still = and_(_is_at(booking), _own.desk == desk, _own.clerk == clerk, _own.until > now)
    began = connection.scalars(select(_own.since).where(still)).first()
    names = [name for name in (each.name for each in cancelling.c) if name != "desk"]
    row = {"desk": desk, "clerk": clerk, **booking._asdict(), "since": began or now, "until": now + lasts}
    connection.execute(upsert(connection.dialect.name, cancelling, "desk", names), row)


def end_cancelling(connection: Connection, desk: str, booking: AtBooking) -> None:
    """Note that this desk is no longer at a booking."""
    connection.execute(delete(cancelling).where(_own.desk == desk, _is_at(booking)))


def others_cancelling(connection: Connection, desk: str, booking: AtBooking) -> tuple[KeptCancelling, ...]:
    """The other desks that are at a booking, the first one first."""
    query = select(_own.desk, _own.clerk, _own.since)
    query = query.where(_is_at(booking), _own.desk != desk, _own.until > _now(connection))
    return tuple(KeptCancelling(*row) for row in connection.execute(query.order_by(_own.since)))


def _is_at(booking: AtBooking) -> ColumnElement[bool]:
    return and_(_own.module == booking.module, _own.booking_ref == booking.booking_ref)


def _now(connection: Connection) -> datetime:
    """The time of the database, since the desks' clocks differ."""
    now = connection.scalars(select(func.current_timestamp())).one()
    return now.replace(tzinfo=now.tzinfo or UTC).astimezone(UTC)
