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

from app.store.sql.columns import NUMBER, WORD, Amount, UtcDateTime, filled, nullable

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
    *filled(String, "desk", "clerk", "module", "product_id", "title", "place"),
    Column("day", Date),
    Column("window", String, nullable=False),
    *filled(Integer, "qty", "released"),
    *filled(String, "booking_ref", "booking_id", "customer_name", "customer_phone", "customer_email"),
    Column("sold_at", UtcDateTime, nullable=False),
    Column("sold_on", Date, nullable=False),
    *filled(String, "state", "standing"),
    Column("is_open", Boolean, nullable=False),
    Column("booking_status", String, nullable=False, server_default=""),
    Column("payment_status", String, nullable=False, server_default=""),
    Column("refund_status", String, nullable=False, server_default=""),
    *nullable(Amount, "customer_pays", "expected", "debited"),
    *nullable(Amount, "from_cash", "from_credit", "refunded", "charge"),
    *filled(String, "currency", "agent_id"),
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
    *nullable(Amount, "refund", "charge"),
    *filled(String, "reference", "state", "desk", "clerk"),
    Index("cancellation_by_time", "at"),
    Index("cancellation_by_reference", "booking_ref"),
)
event = Table(
    "office_event",
    # Of a register that several desks share, like the next one: made beside the others, in an older one too.
    MetaData(),
    Column("number", NUMBER, primary_key=True),
    *filled(String, "kind", "request_id", "booking_ref", "desk", "clerk"),
    Column("at", UtcDateTime, nullable=False),
    *filled(Integer, "turn", "seq"),
    Column("body", Text, nullable=False),
    Index("office_event_by_request", "request_id"),
)
"""What each desk said of its sales and cancellations, without customers: rows are only ever added."""
money_time = Table(
    "money_time",
    MetaData(),
    Column("request_id", String, primary_key=True),
    Column("desk", String, nullable=False),
    *filled(UtcDateTime, "sent_at", "rested_at", "known_at"),
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
    *filled(String, "desk", "clerk"),
    Index("sale_note_by_sale", "request_id", "at"),
)
"""What was done with a sale and the service's statuses of it: the only data that is in no journal."""
customer = Table(
    "customer",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("phone_key", String, nullable=False, unique=True),
    *filled(String, "name", "phone", "email"),
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
