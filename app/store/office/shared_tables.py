"""More tables of a shared database, and what is done once to one of an older program."""

from __future__ import annotations

from sqlalchemy import Column, Connection, MetaData, String, Table, delete, insert, select

from app.store.office.cancelling import cancelling
from app.store.office.forgotten import make_forgotten_tables
from app.store.office.tables import SHARED_VERSION, about
from app.store.office.till_lines import till_line
from app.store.register.bookings_of_desks import join_all
from app.store.register.events import carry_over
from app.store.register.tables import cancellation, event, handed, money_time
from app.store.sql.columns import NUMBER

metadata = MetaData()
received = Table(
    "received",
    metadata,
    Column("source", String, primary_key=True),
    Column("number", NUMBER, nullable=False),
)
"""The number up to which each outbox was applied, so that nothing is applied twice."""


def make_shared_tables(connection: Connection) -> None:
    """Make missing tables; the caller prevents others from doing so at the same time."""
    metadata.create_all(connection)
    for table in (money_time, cancelling, event, till_line):
        table.create(connection, checkfirst=True)
    make_forgotten_tables(connection, is_shared=True)
    if SHARED_VERSION not in connection.scalars(select(about.c.version)).all():
        for index in cancellation.indexes:
            index.create(connection, checkfirst=True)
        carry_over(connection)
        join_all(connection)
        # Every desk hands in anew, as the accounts of its journal. A program of before, which would go on
        # to write without events, finds that nothing is known of it any more, and is refused.
        connection.execute(delete(handed))
        connection.execute(insert(about), {"version": SHARED_VERSION})
