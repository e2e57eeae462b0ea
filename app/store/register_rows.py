"""The rows of the register with their words: kept, found and forgotten in one transaction."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    Select,
    Table,
    delete,
    func,
    or_,
    select,
    union_all,
    update,
)

from app.store.register_schema import (
    LAST_LETTER,
    customer,
    customer_period,
    customer_word,
    insert_new,
    period_of,
    sale,
    sale_period,
    sale_word,
)
from app.store.register_words import Term, customer_words, phone_key, sale_words, text_of

# More than so many rows are many: which of two such words is the rarer does not matter.
_MANY = 2000
_GROWTH = 4
_MOST_PERIODS = 256
_KEYS_A_QUERY = 500

Row = Mapping[str, Any]


class Shelf(NamedTuple):
    """A table with the words that find its rows."""

    rows: Table
    words: Table
    periods: Table
    at: Column[datetime]


SALES = Shelf(sale, sale_word, sale_period, sale.c.sold_at)
CUSTOMERS = Shelf(customer, customer_word, customer_period, customer.c.last_at)


def keep_rows(connection: Connection, rows: Mapping[str, Row]) -> int:
    """Keep the sales, by their request_id, that are not kept yet, and give their number."""
    inserting = insert_new(connection.dialect.name, sale).returning(sale.c.number, sale.c.request_id)
    added = connection.execute(inserting, [*rows.values()]).all()
    new = [{**rows[request_id], "number": number} for number, request_id in added]
    _add_words(connection, SALES, new)
    _keep_customers(connection, new)
    return len(new)


def _keep_customers(connection: Connection, sales: Iterable[Row]) -> None:
    """Put what the newest sale says in place of what was known of a customer."""
    bought: dict[str, Row] = {}
    for row in map(_customer, sorted(sales, key=_sold_at)):
        bought[row["phone_key"]] = _merged(row, bought.get(row["phone_key"]))
    bought.pop("", None)
    for keys in _pieces(list(bought)):
        known = _rows(connection, select(customer).where(customer.c.phone_key.in_(keys)))
        old = {row["phone_key"]: row for row in known}
        newer = [key for key in keys if key not in old or old[key]["last_at"] <= bought[key]["last_at"]]
        _remove_customers(connection, [old[key] for key in newer if key in old])
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
    """What the newer one does not say is as before."""
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
        _add_words(connection, CUSTOMERS, [{**full[key], "number": number} for number, key in added])


def _remove_customers(connection: Connection, rows: Sequence[Row]) -> None:
    _remove_words(connection, CUSTOMERS, rows)
    numbers = [row["number"] for row in rows]
    connection.execute(delete(customer).where(customer.c.number.in_(numbers)))


def forget(connection: Connection, key: str) -> None:
    """Strike out the customer with this phone, by `phone_key`, wherever it stands."""
    periods = connection.scalars(select(sale_period.c.number)).all()
    named = select(sale).where(sale.c.number.in_(_owners(SALES, (key,), periods)))
    sales = [row for row in _rows(connection, named) if phone_key(row["customer_phone"]) == key]
    _remove_words(connection, SALES, sales)
    bare = [_without_customer(row) for row in sales]
    for row in bare:
        connection.execute(update(sale).where(sale.c.number == row["number"]).values(row))
    _add_words(connection, SALES, bare)
    known = select(customer).where(customer.c.phone_key == key)
    _remove_customers(connection, _rows(connection, known))


def _without_customer(row: Row) -> dict[str, Any]:
    words = text_of(sale_words(row["title"], row["booking_ref"], "", "", ""))
    return {**row, "customer_name": "", "customer_phone": "", "customer_email": "", "words": words}


def _add_words(connection: Connection, shelf: Shelf, rows: Iterable[Row]) -> None:
    words = [word for row in rows for word in _word_rows(shelf, row)]
    if words:
        dialect = connection.dialect.name
        connection.execute(insert_new(dialect, shelf.words), words)
        periods = [{"number": number} for number in {word["period"] for word in words}]
        connection.execute(insert_new(dialect, shelf.periods), periods)


def _remove_words(connection: Connection, shelf: Shelf, rows: Iterable[Row]) -> None:
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


def newest(connection: Connection, shelf: Shelf, terms: Sequence[Term], limit: int) -> list[Row]:
    """The newest rows that fit all terms: period by period, by the words of the rarest term.

    A frequent word is found often in the newest periods, a rare one seldom in all of them: both are quick.
    """
    if not terms:
        return []
    number = shelf.periods.c.number
    periods = connection.scalars(select(number).order_by(number.desc())).all()
    rarest = _rarest(connection, shelf, terms, periods)
    fits = [_holds(shelf.rows.c.words, term) for term in terms if term is not rarest]
    found: list[Row] = []
    for some in _growing(periods):
        query = select(shelf.rows).where(shelf.rows.c.number.in_(_owners(shelf, rarest, some)), *fits)
        query = query.order_by(shelf.at.desc(), shelf.rows.c.number.desc())
        found += _rows(connection, query.limit(max(0, limit - len(found))))
        if len(found) >= limit:
            break
    return found


def _rarest(connection: Connection, shelf: Shelf, terms: Sequence[Term], periods: Sequence[int]) -> Term:
    if len(terms) == 1:
        return terms[0]

    def frequency(term: Term) -> int:
        some = select(_owners(shelf, term, periods).subquery().c.owner).limit(_MANY)
        return connection.scalars(select(func.count()).select_from(some.subquery())).one()

    return min(terms, key=frequency)


def _owners(shelf: Shelf, term: Term, periods: Sequence[int]) -> CompoundSelect[int]:
    """The rows that have a word that begins as the term wants."""
    own = shelf.words.c
    return union_all(
        *(
            select(own.owner).where(
                own.period.in_(periods), own.word >= beginning, own.word < beginning + LAST_LETTER
            )
            for beginning in term
        )
    )


def _growing(periods: Sequence[int]) -> Generator[Sequence[int]]:
    """The periods in pieces, each greater than the one before."""
    begin, size = 0, 1
    while begin < len(periods):
        yield periods[begin : begin + size]
        begin, size = begin + size, min(size * _GROWTH, _MOST_PERIODS)


def _pieces(keys: Sequence[str]) -> Generator[Sequence[str]]:
    for begin in range(0, len(keys), _KEYS_A_QUERY):
        yield keys[begin : begin + _KEYS_A_QUERY]


def _rows(connection: Connection, query: Select[Any]) -> list[Row]:
    found = connection.execute(query).mappings()
    return [{str(name): value for name, value in row.items()} for row in found]


def _sold_at(row: Row) -> datetime:
    return row["sold_at"]


def _holds(text: ColumnElement[str], term: Term) -> ColumnElement[bool]:
    """Whether a word of the text begins as the term wants it."""
    return or_(*(text.contains(f" {beginning}", autoescape=True) for beginning in term))
