"""Erases customers and travellers from the register; the sales stay."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime

from sqlalchemy import ColumnElement, Connection, func, or_, select, update

from app.store.register.index_words import folded, phone_key, sale_terms
from app.store.register.rows import (
    add_words,
    keep_customers,
    pieces,
    remove_customers,
    remove_words,
    without_customer,
)
from app.store.register.search import SALES, Row, owners, rows_of
from app.store.register.tables import customer, note, sale, sale_period
from app.store.register.values import SOLD_HERE, SaleStanding

_PNRS_ALONE = ("bought_with", "moved_to", "moved_from")
"""The notes whose words are PNRs: like those of the sales they stay, for what is owed hangs on them."""


def forget(
    connection: Connection, key: str, email: str, but: Collection[str], until: datetime | None = None
) -> int:
    """Erase the customer with this phone (as a `phone_key`) or this e-mail. Returns the number of rows.

    The sales of the requests in `but`, and those made after `until`, are left out.
    """
    bought = bought_with(connection, key, email)
    past = [row for row in bought if until is None or row["sold_at"] <= until]
    mine = [row for row in past if row["request_id"] not in but]
    strike(connection, mine)
    known: list[Row] = []
    if not but and len(past) == len(bought):
        known = rows_of(connection, select(customer).where(customer.c.phone_key == key))
        remove_customers(connection, known)
    return len(mine) + len(known)


def forget_before(connection: Connection, day: date, but: Collection[str], desk: str, most: int) -> int:
    """Erase the customers of at most `most` sales that ended before a day. Returns the number of sales.

    These are the sales of a desk, or of all if it is empty. A customer stays known by newer sales.
    """
    over = func.coalesce(sale.c.day, sale.c.sold_on) < day
    is_named = or_(sale.c.customer_name != "", sale.c.customer_phone != "", sale.c.customer_email != "")
    query = select(sale).where(or_(is_named, _is_noted()), over).order_by(sale.c.number)
    query = query.where(sale.c.desk == desk) if desk else query
    found = rows_of(connection, query.limit(most + len(but)))
    sales = [row for row in found if row["request_id"] not in but]
    strike(connection, sales)
    return len(sales)


def forget_named(connection: Connection, names: Iterable[str], but: Collection[str]) -> int:
    """Empty the notes of any sale that name a person. Returns the number of notes.

    Their content can be read from the service again. The notes of the requests in `but` stay.
    """
    sought = "|".join(re.escape(" ".join(folded(each).split())) for each in names if each.strip())
    if not sought:
        return 0
    person = re.compile(rf"(?<!\w)(?:{sought})(?!\w)")
    every = connection.execute(select(note.c.number, note.c.request_id, note.c.said).where(note.c.said != ""))
    numbers = [
        number
        for number, request_id, said in every
        if request_id not in but and person.search(" ".join(folded(said).split()))
    ]
    for number in numbers:
        connection.execute(update(note).where(note.c.number == number).values(said=""))
    return len(numbers)


def _is_noted() -> ColumnElement[bool]:
    """The condition that a note has more than its code, which may name travellers."""
    return select(note.c.number).where(note.c.request_id == sale.c.request_id, note.c.said != "").exists()


def bought_with(connection: Connection, key: str, email: str) -> list[Row]:
    """The sales with a phone (as a `phone_key`) or an e-mail address, in upper or lower case."""
    periods = connection.scalars(select(sale_period.c.number)).all()
    mail = email.strip().casefold()
    terms = (*((key,) if key else ()), *(word for term in sale_terms(mail) for word in term))
    if not (terms and periods):
        return []
    named = select(sale).where(sale.c.number.in_(owners(SALES, terms, periods)))
    return [
        row
        for row in rows_of(connection, named)
        if (key and phone_key(row["customer_phone"]) == key)
        or (mail and row["customer_email"].strip().casefold() == mail)
    ]


def strike(connection: Connection, sales: Sequence[Row]) -> None:
    """Erase the customers of sales; customers are then built from the sales that are left."""
    remove_words(connection, SALES, sales)
    bare = [without_customer(row) for row in sales]
    for row in bare:
        connection.execute(update(sale).where(sale.c.number == row["number"]).values(row))
        of_sale = note.c.request_id == row["request_id"], note.c.code.not_in(_PNRS_ALONE)
        connection.execute(update(note).where(*of_sale).values(said=""))
    add_words(connection, SALES, bare)
    keys = sorted({phone_key(row["customer_phone"]) for row in sales} - {""})
    for some in pieces(keys):
        known = select(customer).where(customer.c.phone_key.in_(some))
        remove_customers(connection, rows_of(connection, known))
    for key in keys:
        keep_customers(connection, [row for row in bought_with(connection, key, "") if _was_booked(row)])


def _was_booked(row: Row) -> bool:
    """Whether it was booked here: it has a PNR, also while the outcome of a cancellation is unknown."""
    return row["standing"] in SOLD_HERE or (row["standing"] == SaleStanding.OPEN and row["booking_ref"] != "")
