"""The tables of the register, the same in SQLite and PostgreSQL; all but notes can be filled again."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

from app.store.sql.columns import NUMBER, WORD, Amount, UtcDateTime

metadata = MetaData()
about = Table("about", metadata, Column("version", Integer, nullable=False))
handed = Table(
    "handed",
    metadata,
    Column("desk", String, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", String, nullable=False),
)
"""How far the journal of each desk has been stored: its newest entry."""
sale = Table(
    "sale",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("request_id", String, nullable=False, unique=True),
    Column("desk", String, nullable=False),
    Column("clerk", String, nullable=False),
    Column("module", String, nullable=False),
    Column("product_id", String, nullable=False),
    Column("title", String, nullable=False),
    Column("place", String, nullable=False),
    Column("day", Date),
    Column("window", String, nullable=False),
    Column("qty", Integer, nullable=False),
    Column("released", Integer, nullable=False),
    Column("booking_ref", String, nullable=False),
    Column("booking_id", String, nullable=False),
    Column("customer_name", String, nullable=False),
    Column("customer_phone", String, nullable=False),
    Column("customer_email", String, nullable=False),
    Column("sold_at", UtcDateTime, nullable=False),
    Column("sold_on", Date, nullable=False),
    Column("state", String, nullable=False),
    Column("standing", String, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Column("booking_status", String, nullable=False, server_default=""),
    Column("payment_status", String, nullable=False, server_default=""),
    Column("refund_status", String, nullable=False, server_default=""),
    Column("customer_pays", Amount),
    Column("expected", Amount),
    Column("debited", Amount),
    Column("from_cash", Amount),
    Column("from_credit", Amount),
    Column("refunded", Amount),
    Column("charge", Amount),
    Column("currency", String, nullable=False),
    Column("agent_id", String, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("is_forgotten", Boolean, nullable=False),
    Column("words", Text, nullable=False),
    Index("sale_by_time", "sold_at", "number"),
    Index("sale_by_product", "module", "sold_at", "product_id", "standing"),
    Index("sale_by_reference", "booking_ref"),
)
cancellation = Table(
    "cancellation",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("request_id", String, nullable=False, unique=True),
    Column("booking_ref", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("qty", Integer, nullable=False),
    Column("refund", Amount),
    Column("charge", Amount),
    Column("reference", String, nullable=False),
    Column("state", String, nullable=False),
    Column("desk", String, nullable=False),
    Column("clerk", String, nullable=False),
    Index("cancellation_by_time", "at"),
    Index("cancellation_by_reference", "booking_ref"),
)
event = Table(
    "office_event",
    # Of a register that several desks share, like the next one: made beside the others, in an older one too.
    MetaData(),
    Column("number", NUMBER, primary_key=True),
    Column("kind", String, nullable=False),
    Column("request_id", String, nullable=False),
    Column("booking_ref", String, nullable=False),
    Column("desk", String, nullable=False),
    Column("clerk", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Index("office_event_by_request", "request_id"),
)
"""What each desk said of its sales and cancellations, without customers: rows are only ever added."""
money_time = Table(
    "money_time",
    MetaData(),
    Column("request_id", String, primary_key=True),
    Column("desk", String, nullable=False),
    Column("sent_at", UtcDateTime, nullable=False),
    Column("rested_at", UtcDateTime, nullable=False),
    Column("known_at", UtcDateTime, nullable=False),
    Column("told_at", UtcDateTime),
    Index("money_time_by_end", "known_at"),
)
"""When each order and cancellation may have moved the wallet, by the clock of its desk."""
note = Table(
    "sale_note",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("request_id", String, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("code", String, nullable=False),
    Column("said", Text, nullable=False),
    Column("desk", String, nullable=False),
    Column("clerk", String, nullable=False),
    Index("sale_note_by_sale", "request_id", "at"),
)
"""What was done with a sale and the service's statuses of it: the only data that is in no journal."""
customer = Table(
    "customer",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("phone_key", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("phone", String, nullable=False),
    Column("email", String, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    Column("words", Text, nullable=False),
    Index("customer_by_time", "last_at", "number"),
)


def _words_table(owner: Table) -> Table:
    """The index words of a table's rows, by period first, since mostly new rows are searched for."""
    return Table(
        f"{owner.name}_word",
        metadata,
        Column("period", Integer, primary_key=True, autoincrement=False),
        Column("word", WORD, primary_key=True),
        Column("owner", NUMBER, ForeignKey(owner.c.number), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )


def _periods_table(owner: Table) -> Table:
    """The periods in which a table has words."""
    number = Column("number", Integer, primary_key=True, autoincrement=False)
    return Table(f"{owner.name}_period", metadata, number)


sale_word, sale_period = _words_table(sale), _periods_table(sale)
customer_word, customer_period = _words_table(customer), _periods_table(customer)
