"""The sales and cancellations of all desks in a period."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, select

from app.store.register.row_mapping import cancellation_of, sale_of
from app.store.register.search import rows_of
from app.store.register.tables import cancellation, handed, sale
from app.store.register.values import KeptBetween


def between(connection: Connection, since: datetime, until: datetime) -> KeptBetween:
    """The sales and cancellations from `since` to before `until`."""
    sold = select(sale).where(sale.c.sold_at >= since, sale.c.sold_at < until)
    is_then = (cancellation.c.at >= since, cancellation.c.at < until)
    gone = select(cancellation).where(*is_then)
    named = select(cancellation.c.booking_ref).where(*is_then, cancellation.c.booking_ref != "")
    whose = select(sale).where(sale.c.booking_ref.in_(named))
    sales = rows_of(connection, sold.order_by(sale.c.sold_at, sale.c.number))
    others = rows_of(connection, gone.order_by(cancellation.c.at, cancellation.c.number))
    cancelled = rows_of(connection, whose.order_by(sale.c.sold_at, sale.c.number))
    return KeptBetween(
        tuple(map(sale_of, sales)),
        tuple(map(cancellation_of, others)),
        tuple(map(sale_of, cancelled)),
        tuple(connection.scalars(select(handed.c.desk).order_by(handed.c.desk))),
    )
