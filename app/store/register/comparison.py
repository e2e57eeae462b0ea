"""What is stored of sales and cancellations, compared with what their desk says of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select

from app.store.register.bookings_of_desks import joined_sales
from app.store.register.events import told_of
from app.store.register.rows import pieces
from app.store.register.search import Row, rows_of
from app.store.register.tables import cancellation

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
_COURSE = ("released", "state", "standing", "refunded", "charge")
"""What became of it at its own desk; the stored row has what other desks did in it, too."""
_OF_A_CANCELLATION = ("desk", "booking_ref", "at", "qty", "refund", "charge", "reference", "state")


def differing(connection: Connection, sales: Iterable[Row], cancellations: Iterable[Row]) -> tuple[str, ...]:
    """The request_ids of rows of which something else is told or stored, or nothing."""
    sold = {row["request_id"]: row for row in sales}
    gone = {row["request_id"]: row for row in cancellations}
    stored = {
        row["request_id"]: (row, now)
        for row, now in joined_sales(connection, {row["booking_ref"] for row in sold.values()})
    }
    kept = _kept_cancellations(connection, gone)
    told, told_gone = told_of(connection, {key: row for key, (row, _) in stored.items()}, kept)
    return (
        *(
            key
            for key, row in sold.items()
            if key not in stored
            or _differs(row, told.get(key, {}), (*_OF_A_SALE, *_COURSE))
            or _differs(*stored[key], (*_OF_A_SALE, *_COURSE))
        ),
        *(
            key
            for key, row in gone.items()
            if key not in kept
            or _differs(row, told_gone.get(key, {}), _OF_A_CANCELLATION)
            or _differs(row, kept[key], _OF_A_CANCELLATION)
        ),
    )


def _differs(one: Row, other: Row, names: Iterable[str]) -> bool:
    return any(name not in other or one[name] != other[name] for name in names)


def _kept_cancellations(connection: Connection, wanted: Collection[str]) -> dict[str, Row]:
    found: dict[str, Row] = {}
    for keys in pieces(sorted(wanted)):
        query = select(cancellation).where(cancellation.c.request_id.in_(keys))
        found |= {row["request_id"]: row for row in rows_of(connection, query)}
    return found
