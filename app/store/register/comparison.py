"""What is stored of sales and cancellations, compared with what their desk says of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, Table, select

from app.store.register.rows import pieces
from app.store.register.search import Row, rows_of
from app.store.register.tables import cancellation, sale

_OF_A_SALE = (
    "desk",
    "module",
    "title",
    "day",
    "window",
    "qty",
    "booking_ref",
    "booking_id",
    "sold_at",
    "agent_id",
    "customer_pays",
    "expected",
    "debited",
    "from_cash",
    "from_credit",
    "currency",
)
"""What nobody but the desk that sold it says of a sale, and it always the same."""
_OF_A_CANCELLATION = ("desk", "booking_ref", "at", "qty", "refund", "charge", "reference", "state")


def differing(connection: Connection, sales: Iterable[Row], cancellations: Iterable[Row]) -> tuple[str, ...]:
    """The request_ids of rows of which something else is stored, or nothing."""
    return (
        *_differing(connection, sale, sales, _OF_A_SALE),
        *_differing(connection, cancellation, cancellations, _OF_A_CANCELLATION),
    )


def _differing(
    connection: Connection, table: Table, rows: Iterable[Row], names: tuple[str, ...]
) -> Iterator[str]:
    wanted = {row["request_id"]: row for row in rows}
    for keys in pieces(list(wanted)):
        found = rows_of(connection, select(table).where(table.c.request_id.in_(keys)))
        there = {row["request_id"]: row for row in found}
        for key in keys:
            kept = there.get(key)
            if kept is None or any(kept[name] != wanted[key][name] for name in names):
                yield key
