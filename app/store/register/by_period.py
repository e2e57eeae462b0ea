"""The sales and cancellations of all desks in a period."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import asdict
from datetime import datetime

from sqlalchemy import Connection, or_, select

from app.store.register.row_mapping import cancellation_of, sale_of
from app.store.register.rows import pieces
from app.store.register.schema import upsert
from app.store.register.search import rows_of
from app.store.register.tables import cancellation, handed, money_time, sale
from app.store.register.values import KeptBetween, KeptMoneyTime

_TIMES = ("desk", "sent_at", "rested_at", "known_at", "told_at")


def between(
    connection: Connection, since: datetime, until: datetime, *, has_times: bool = False
) -> KeptBetween:
    """The sales and cancellations from `since` to before `until`.

    `has_times` is for a register that several desks share: those whose end became known then are among them.
    """
    ended = select(money_time.c.request_id).where(
        money_time.c.known_at >= since, money_time.c.known_at < until
    )
    late_sale, late_one = sale.c.request_id.in_(ended), cancellation.c.request_id.in_(ended)
    was_sold = (sale.c.sold_at >= since) & (sale.c.sold_at < until)
    is_then = (cancellation.c.at >= since) & (cancellation.c.at < until)
    if has_times:
        was_sold, is_then = or_(was_sold, late_sale), or_(is_then, late_one)
    named = select(cancellation.c.booking_ref).where(is_then, cancellation.c.booking_ref != "")
    whose = select(sale).where(sale.c.booking_ref.in_(named))
    sales = rows_of(connection, select(sale).where(was_sold).order_by(sale.c.sold_at, sale.c.number))
    gone = select(cancellation).where(is_then).order_by(cancellation.c.at, cancellation.c.number)
    others = rows_of(connection, gone)
    cancelled = rows_of(connection, whose.order_by(sale.c.sold_at, sale.c.number))
    moved = [each["request_id"] for each in (*sales, *others)] if has_times else []
    return KeptBetween(
        tuple(map(sale_of, sales)),
        tuple(map(cancellation_of, others)),
        tuple(map(sale_of, cancelled)),
        tuple(connection.scalars(select(handed.c.desk).order_by(handed.c.desk))),
        _times(connection, moved),
    )


def keep_times(connection: Connection, times: Iterable[KeptMoneyTime]) -> None:
    """Store when orders and cancellations may have moved the wallet."""
    rows = [asdict(each) for each in times]
    if rows:
        connection.execute(upsert(connection.dialect.name, money_time, "request_id", _TIMES), rows)


def _times(connection: Connection, request_ids: Collection[str]) -> dict[str, KeptMoneyTime]:
    found: dict[str, KeptMoneyTime] = {}
    for keys in pieces(sorted(set(request_ids))):
        query = select(money_time).where(money_time.c.request_id.in_(keys))
        found |= {row["request_id"]: KeptMoneyTime(**row) for row in rows_of(connection, query)}
    return found
