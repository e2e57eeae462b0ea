"""Stores and updates the rows of the register with their index words, in one transaction."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from app.store.register.index_words import (
    customer_words,
    day_words,
    phone_key,
    sale_words,
    standing_word,
    text_of,
)
from app.store.register.schema import insert_new, period_of, upsert
from app.store.register.search import CUSTOMERS, SALES, Row, Shelf, rows_of
from app.store.register.tables import cancellation, customer, note, sale

_KEYS_A_QUERY = 500
_OWN = ("number", "words")
# The service's statuses of a booking are not in the journal, and data of the journal does not replace them.
SAID = ("booking_status", "payment_status", "refund_status")
CUSTOMER = ("customer_name", "customer_phone", "customer_email")


def words_of(row: Row) -> str:
    """The search text of a sale, with customer, dates and standing."""
    texts = (row["customer_name"], row["customer_phone"], row["customer_email"])
    words = sale_words(f"{row['title']} {row['place']}", row["booking_ref"], *texts)
    days = day_words(row["day"], row["sold_on"])
    return text_of(words | days | {standing_word(row["standing"])})


def keep_sales(connection: Connection, rows: Mapping[str, Row], sold: Iterable[str]) -> int:
    """Store the sales by their request_id. Returns how many are new or have changed.

    Only customers of the request_ids in `sold` are stored as customers.
    """
    changed: list[Row] = []
    for keys in pieces(list(rows)):
        found = rows_of(connection, select(sale).where(sale.c.request_id.in_(keys)))
        old = {row["request_id"]: row for row in found}
        now = [_still_forgotten(old.get(key), rows[key]) for key in keys]
        some = [row for row in now if _differs(old.get(row["request_id"]), row)]
        if some:
            _write_sales(connection, some, old)
            changed += some
    was_sold = frozenset(sold)
    keep_customers(connection, [row for row in changed if row["request_id"] in was_sold])
    return len(changed)


def still_named(
    connection: Connection, rows: Mapping[str, Row], former: Mapping[str, str]
) -> Mapping[str, Row]:
    """The rows; those without a customer have the one that was stored, and the clerk, unless it was erased.

    A journal whose database was damaged has lost them. `former` has the new request_id of each old one.
    """
    bare = {key for key, row in rows.items() if not _has_customer(row)}
    named: dict[str, Row] = {}
    for keys in pieces([*(old for old, new in former.items() if new in bare), *bare]):
        for old in rows_of(connection, select(sale).where(sale.c.request_id.in_(keys))):
            if _has_customer(old):
                key = former.get(old["request_id"], old["request_id"])
                row = {**rows[key], **{name: old[name] for name in CUSTOMER}}
                row["clerk"] = row["clerk"] or old["clerk"]
                named[key] = {**row, "words": words_of(row)}
    return {**rows, **named}


def _has_customer(row: Row) -> bool:
    return any(row[name] for name in CUSTOMER)


def _write_sales(connection: Connection, rows: Sequence[Row], old: Mapping[str, Row]) -> None:
    names = [name for name in rows[0] if name not in (*SAID, "request_id")]
    inserting = upsert(connection.dialect.name, sale, "request_id", names)
    given = connection.execute(inserting.returning(sale.c.number, sale.c.request_id), [*rows]).all()
    numbers = {request_id: number for number, request_id in given}
    new = [{**row, "number": numbers[row["request_id"]]} for row in rows]
    for row in new:
        former = old.get(row["request_id"])
        if former is not None:
            remove_words(connection, SALES, [former])
    add_words(connection, SALES, new)


def _differs(old: Row | None, new: Row) -> bool:
    return old is None or any(old[name] != value for name, value in new.items() if name not in _OWN)


def _still_forgotten(old: Row | None, new: Row) -> Row:
    """The new row, without its customer if that was erased from the old one."""
    return without_customer(new) if old is not None and old["is_forgotten"] else new


def rewrite_sale(connection: Connection, old: Row, new: Row) -> None:
    """Write other values, and the index words of these, into the row of a sale."""
    values = {name: value for name, value in new.items() if old[name] != value}
    connection.execute(update(sale).where(sale.c.number == old["number"]).values(values))
    if "words" in values:
        remove_words(connection, SALES, [old])
        add_words(connection, SALES, [new])


def replace_sales(connection: Connection, former: Mapping[str, str]) -> None:
    """Remove sales that have another request_id now, and move their notes to it."""
    for keys in pieces(list(former)):
        gone = rows_of(connection, select(sale).where(sale.c.request_id.in_(keys)))
        for row in gone:
            now = former[row["request_id"]]
            moved = update(note).where(note.c.request_id == row["request_id"])
            connection.execute(moved.values(request_id=now))
            said = {name: row[name] for name in SAID if row[name]}
            if said:
                connection.execute(update(sale).where(sale.c.request_id == now).values(said))
        remove_words(connection, SALES, gone)
        connection.execute(delete(sale).where(sale.c.request_id.in_(keys)))


def keep_cancellations(connection: Connection, rows: Sequence[Row]) -> None:
    """Store cancellations by their request_id."""
    if rows:
        names = [name for name in rows[0] if name != "request_id"]
        connection.execute(upsert(connection.dialect.name, cancellation, "request_id", names), [*rows])


def keep_customers(connection: Connection, sales: Iterable[Row]) -> None:
    """Update the customers from their newest sales."""
    bought: dict[str, Row] = {}
    for row in map(_customer, sorted(sales, key=_sold_at)):
        bought[row["phone_key"]] = _merged(row, bought.get(row["phone_key"]))
    bought.pop("", None)
    for keys in pieces(list(bought)):
        known = rows_of(connection, select(customer).where(customer.c.phone_key.in_(keys)))
        old = {row["phone_key"]: row for row in known}
        newer = [key for key in keys if key not in old or old[key]["last_at"] <= bought[key]["last_at"]]
        remove_customers(connection, [old[key] for key in newer if key in old])
        _add_customers(connection, [_merged(bought[key], old.get(key)) for key in newer])


def _customer(row: Row) -> Row:
    return {
        "phone_key": phone_key(row["customer_phone"]),
        "name": row["customer_name"],
        "phone": row["customer_phone"],
        "email": row["customer_email"],
        "last_at": row["sold_at"],
    }


def _merged(row: Row, old: Row | None) -> Row:
    """The new row, with values of the old one where it has none."""
    if old is None:
        return row
    return {**row, "name": row["name"] or old["name"], "email": row["email"] or old["email"]}


def _add_customers(connection: Connection, rows: Sequence[Row]) -> None:
    if rows:
        texts = [text_of(customer_words(row["name"], row["phone"])) for row in rows]
        full = {row["phone_key"]: {**row, "words": text} for row, text in zip(rows, texts, strict=True)}
        inserting = insert_new(connection.dialect.name, customer)
        returning = inserting.returning(customer.c.number, customer.c.phone_key)
        added = connection.execute(returning, [*full.values()]).all()
        add_words(connection, CUSTOMERS, [{**full[key], "number": number} for number, key in added])


def remove_customers(connection: Connection, rows: Sequence[Row]) -> None:
    """Remove customers with their index words."""
    remove_words(connection, CUSTOMERS, rows)
    numbers = [row["number"] for row in rows]
    connection.execute(delete(customer).where(customer.c.number.in_(numbers)))


def without_customer(row: Row) -> dict[str, Any]:
    """The row of a sale without its customer, with its new index words."""
    nobody = {"customer_name": "", "customer_phone": "", "customer_email": "", "is_forgotten": True}
    bare = {**row, **nobody}
    return {**bare, "words": words_of(bare)}


def add_words(connection: Connection, shelf: Shelf, rows: Iterable[Row]) -> None:
    """Add the index words of rows."""
    words = [word for row in rows for word in _word_rows(shelf, row)]
    if words:
        dialect = connection.dialect.name
        connection.execute(insert_new(dialect, shelf.words), words)
        periods = [{"number": number} for number in {word["period"] for word in words}]
        connection.execute(insert_new(dialect, shelf.periods), periods)


def remove_words(connection: Connection, shelf: Shelf, rows: Iterable[Row]) -> None:
    """Remove the index words of rows."""
    for row in rows:
        own = shelf.words.c
        is_one = (
            own.period == period_of(row[shelf.at.name]),
            own.word.in_(row["words"].split()),
            own.owner == row["number"],
        )
        connection.execute(delete(shelf.words).where(*is_one))


def _word_rows(shelf: Shelf, row: Row) -> Iterable[Row]:
    period = period_of(row[shelf.at.name])
    return ({"period": period, "word": word, "owner": row["number"]} for word in row["words"].split())


def pieces(keys: Sequence[str]) -> Generator[Sequence[str]]:
    """The keys in pieces of the size that one query takes."""
    for begin in range(0, len(keys), _KEYS_A_QUERY):
        yield keys[begin : begin + _KEYS_A_QUERY]


def _sold_at(row: Row) -> datetime:
    return row["sold_at"]
