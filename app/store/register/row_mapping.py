"""Sales and cancellations as rows of the register, and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from datetime import UTC

from sqlalchemy import Connection, select

from app.store.register.index_words import storable
from app.store.register.rows import SAID, words_of
from app.store.register.search import Row
from app.store.register.tables import sale
from app.store.register.values import KeptCancellation, KeptSale, SaleStanding

_ONLY_HANDED = ("former", "told_by", "seq")
_SALE = tuple(field.name for field in fields(KeptSale) if field.name not in _ONLY_HANDED)
_CANCELLATION = tuple(field.name for field in fields(KeptCancellation) if field.name not in _ONLY_HANDED)


def row_of(kept: KeptSale) -> Row:
    """The row of a sale, with its index words."""
    values = {name: getattr(kept, name) for name in _SALE if name not in SAID}
    row = {name: storable(value) if isinstance(value, str) else value for name, value in values.items()}
    row |= {
        "sold_at": kept.sold_at.astimezone(UTC),
        "sold_on": kept.sold_at.date(),
        "updated_at": (kept.updated_at or kept.sold_at).astimezone(UTC),
        "is_open": kept.standing is SaleStanding.OPEN,
        "is_forgotten": False,
    }
    return row | {"words": words_of(row)}


def sale_of(row: Row) -> KeptSale:
    """The sale of a row."""
    values = {name: row[name] for name in _SALE if name != "standing"}
    return KeptSale(**values, standing=SaleStanding(row["standing"]))


def cancellation_of(row: Row) -> KeptCancellation:
    """The cancellation of a row."""
    return KeptCancellation(**{name: row[name] for name in _CANCELLATION})


def cancellation_row(kept: KeptCancellation) -> Row:
    """The row of a cancellation."""
    values = {name: getattr(kept, name) for name in _CANCELLATION}
    return values | {"at": kept.at.astimezone(UTC)}


def looked_up(connection: Connection, sales: Iterable[KeptSale]) -> dict[str, str]:
    """The request_ids of looked-up bookings, each with the request_id of the sale that replaces it."""
    now = {each.booking_ref: each.request_id for each in sales if each.booking_ref}
    query = select(sale.c.request_id, sale.c.booking_ref).where(
        sale.c.standing == SaleStanding.LOOKED_UP, sale.c.booking_ref.in_(now)
    )
    return {old: now[ref] for old, ref in connection.execute(query) if now[ref] != old} if now else {}
