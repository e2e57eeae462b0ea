"""More tables of a shared database: the state of the outboxes, and what was done to it once."""

from __future__ import annotations

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, insert, select

from app.store.office.cancelling import cancelling
from app.store.office.forgotten import make_forgotten_tables
from app.store.register.bookings_of_desks import join_all
from app.store.register.tables import cancellation, money_time
from app.store.sql.columns import NUMBER

metadata = MetaData()
received = Table(
    "received",
    metadata,
    Column("source", String, primary_key=True),
    Column("number", NUMBER, nullable=False),
)
"""The number up to which each outbox was applied, so that nothing is applied twice."""
joined = Table("bookings_joined", metadata, Column("form", Integer, primary_key=True, autoincrement=False))
"""That the bookings which desks handed in before they joined them were joined once."""


def make_shared_tables(connection: Connection) -> None:
    """Make missing tables; the caller prevents others from doing so at the same time."""
    metadata.create_all(connection)
    for table in (money_time, cancelling):
        table.create(connection, checkfirst=True)
    make_forgotten_tables(connection, is_shared=True)
    if not connection.scalars(select(joined.c.form)).all():
        for index in cancellation.indexes:
            index.create(connection, checkfirst=True)
        join_all(connection)
        connection.execute(insert(joined), {"form": 1})
