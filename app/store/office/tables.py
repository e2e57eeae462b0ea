"""The tables of the office's database, the same in SQLite and PostgreSQL.

They cannot be filled again from the journal, so a later version migrates them and never makes them anew.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.store.sql.columns import NUMBER, Amount, UtcDateTime, filled, nullable

VERSION = 1
SHARED_VERSION = 2
"""Of a database that several desks share, once what they did is kept as events."""

metadata = MetaData()
about = Table("office_about", metadata, Column("version", Integer, nullable=False))
reading = Table(
    "wallet_reading",
    metadata,
    Column("number", NUMBER, primary_key=True),
    *filled(String, "desk", "agent_id"),
    Column("read_at", UtcDateTime, nullable=False),
    *filled(Amount, "cash", "credit_limit", "credit_used", "credit_left"),
    Column("currency", String, nullable=False),
    # An older program has made the table without these columns, and writes rows without them.
    Column("told_at", UtcDateTime),
    Column("took_ms", Integer),
    Index("wallet_reading_by_time", "agent_id", "read_at"),
    UniqueConstraint("desk", "read_at"),
)
clerk = Table(
    "clerk",
    metadata,
    Column("name", String, primary_key=True),
    Column("pin", String, nullable=False),
    Column("is_active", Boolean, nullable=False),
    Column("added_at", UtcDateTime, nullable=False),
    # An older program has made the table without this column, and writes rows without it.
    Column("in_charge", Boolean),
)
shift = Table(
    "shift",
    metadata,
    Column("number", NUMBER, primary_key=True),
    *filled(String, "desk", "clerk"),
    Column("opened_at", UtcDateTime, nullable=False),
    Column("closed_at", UtcDateTime),
    *nullable(Amount, "opened_cash", "opened_credit_used", "closed_cash", "closed_credit_used"),
    Index("shift_by_time", "desk", "opened_at"),
)
change = Table(
    "office_change",
    # Made beside the others, also in a database of an older program.
    MetaData(),
    Column("number", NUMBER, primary_key=True),
    Column("desk", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    *filled(String, "changed_by", "what", "about"),
    Index("office_change_by_time", "at"),
    UniqueConstraint("desk", "at"),
)
desk_name = Table(
    "desk_name",
    # Made beside the others, also in a database of an older program.
    MetaData(),
    Column("desk", String, primary_key=True),
    Column("name", String, nullable=False),
)
closed_day = Table(
    "closed_day",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("agent_id", String, nullable=False),
    Column("day", Date, nullable=False),
    *filled(String, "desk", "closed_by"),
    *filled(UtcDateTime, "closed_at", "until"),
    Column("report", Text, nullable=False),
    UniqueConstraint("agent_id", "day"),
)
wrong_pins = Table(
    "wrong_pins",
    # Of one desk alone: neither in the shared database nor in a file of an older program before it is needed.
    MetaData(),
    Column("number", Integer, nullable=False),
    # An older program has made the table without this column, and writes rows without it.
    Column("last_at", UtcDateTime),
)
LATER = (reading.c.told_at, reading.c.took_ms, clerk.c.in_charge)
"""Columns that an older program has made their tables without."""
