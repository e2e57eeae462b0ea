"""Searches sales and customers: newest first, page by page, for any number of them."""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Select,
    Table,
    and_,
    exists,
    func,
    or_,
    select,
    tuple_,
    union_all,
)

from app.store.register.index_words import Term, since_words
from app.store.register.schema import LAST_LETTER, begin_of, period_of
from app.store.register.tables import (
    cancellation,
    customer,
    customer_period,
    customer_word,
    sale,
    sale_period,
    sale_word,
)
from app.store.register.values import CANCELLATION_UNKNOWN, SOLD_HERE, Cursor, SaleStanding, Wanted

# Words with more rows than this count as equally frequent.
_MANY = 2000
_NEWEST = 400
"""The number of newest rows checked before the index is used: a frequent word is in many of them."""
_FIRST_PERIODS, _GROWTH, _MOST_PERIODS = 4, 8, 256
_QUICK_SECONDS = 0.002
PATIENCE = 0.008
"""Seconds of searching after which a page is returned as it is."""
_DAY = timedelta(days=1)

Row = Mapping[str, Any]


class Shelf(NamedTuple):
    """A table with its index of words."""

    rows: Table
    words: Table
    periods: Table
    at: Column[datetime]


SALES = Shelf(sale, sale_word, sale_period, sale.c.sold_at)
CUSTOMERS = Shelf(customer, customer_word, customer_period, customer.c.last_at)


def find_sales(
    connection: Connection, wanted: Wanted, after: Cursor | None, limit: int, patience: float = PATIENCE
) -> tuple[list[Row], Cursor | None]:
    """The newest sales after `after`, and the cursor of the next page, None at the end.

    After more than `patience` seconds a page may be short, even empty; the next one goes on.
    """
    terms, conditions = wanted.terms(), _conditions(wanted)
    if not terms:
        query = select(sale).where(*conditions, *_behind(SALES, after))
        found = rows_of(connection, _newest_first(SALES, query).limit(limit))
        return found, cursor_of(found[-1]) if found and len(found) == limit else None
    return _by_words(connection, SALES, Search(terms, conditions, after, limit, patience))


def find_chosen(connection: Connection, wanted: Wanted, request_ids: Sequence[str]) -> list[Row]:
    """The sales among these requests that may be shown, whatever words are wanted."""
    query = select(sale).where(
        sale.c.request_id.in_(request_ids), sale.c.is_forgotten.is_(False), *_conditions(wanted)
    )
    return rows_of(connection, query)


def find_travelling(connection: Connection, since: date) -> list[Row]:
    """The sales of trips from a day on, the newest first; where that is not known, those sold since then."""
    own, periods = sale_word.c, select(sale_period.c.number)
    days = or_(*(and_(own.word >= begin, own.word < end) for begin, end in since_words(since)))
    owned = select(own.owner).where(own.period.in_(periods), days)
    query = select(sale.c.request_id, sale.c.sold_at, sale.c.words).where(
        sale.c.number.in_(owned),
        func.coalesce(sale.c.day, sale.c.sold_on) >= since,
        sale.c.is_forgotten.is_(False),
    )
    newest_first = query.order_by(sale.c.sold_at.desc(), sale.c.number.desc())
    return rows_of(connection, newest_first)


def newest(connection: Connection, shelf: Shelf, terms: Sequence[Term], limit: int) -> list[Row]:
    """The newest rows that fit all terms; none without a term."""
    if not terms:
        return []
    return _by_words(connection, shelf, Search(terms, (), None, limit, float("inf")))[0]


def rows_of(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[Row]:
    """The rows of a query, by the names of their columns."""
    found = connection.execute(query).mappings()
    return [{str(name): value for name, value in row.items()} for row in found]


def owners(shelf: Shelf, term: Term, periods: Sequence[int]) -> CompoundSelect[int]:
    """The query for rows with a word that fits the term."""
    own = shelf.words.c
    return union_all(
        *(
            select(own.owner).where(
                own.period.in_(periods), own.word >= beginning, own.word < beginning + LAST_LETTER
            )
            for beginning in term
        )
    )


class Search(NamedTuple):
    """One search by words, and the size of the page."""

    terms: Sequence[Term]
    conditions: Sequence[ColumnElement[bool]]
    after: Cursor | None
    limit: int
    patience: float


def _by_words(connection: Connection, shelf: Shelf, search: Search) -> tuple[list[Row], Cursor | None]:
    """A page and its next cursor, searched period by period by the rarest term.

    A frequent word has many rows in the newest periods, a rare one few in all of them: both are quick.
    """
    began = time.perf_counter()
    near = _among_newest(connection, shelf, search)
    if len(near) >= search.limit:
        return near, cursor_of(near[-1]) if near else None
    number = shelf.periods.c.number
    query = select(number).order_by(number.desc())
    if search.after is not None:
        # After a page that was cut short the next one begins at the end of a whole period.
        cut = 0 if search.after.number else 1
        query = query.where(number <= period_of(search.after.at) - cut)
    periods = connection.scalars(query).all()
    rarest = _rarest(connection, shelf, search.terms, periods)
    fits = [_holds(shelf.rows.c.words, term) for term in search.terms if term is not rarest]
    fits += [*search.conditions, *_behind(shelf, search.after)]
    found: list[Row] = []
    for some in _growing(periods):
        page = select(shelf.rows).where(shelf.rows.c.number.in_(owners(shelf, rarest, some)), *fits)
        found += rows_of(connection, _newest_first(shelf, page).limit(search.limit - len(found)))
        if len(found) >= search.limit:
            return found, cursor_of(found[-1])
        if time.perf_counter() - began > search.patience and some[-1] != periods[-1]:
            return found, Cursor(begin_of(some[-1]), 0)
    return found, None


def _among_newest(connection: Connection, shelf: Shelf, search: Search) -> list[Row]:
    """The newest rows that fit: enough for a page when the words are frequent."""
    some = select(shelf.rows.c.number).where(*_behind(shelf, search.after))
    newest_ones = _newest_first(shelf, some).limit(_NEWEST)
    fits = [_holds(shelf.rows.c.words, term) for term in search.terms]
    query = select(shelf.rows).where(shelf.rows.c.number.in_(newest_ones), *fits, *search.conditions)
    return rows_of(connection, _newest_first(shelf, query).limit(search.limit))


def cursor_of(row: Row) -> Cursor:
    """The cursor of the page after a sale."""
    return Cursor(row["sold_at"] if "sold_at" in row else row["last_at"], row["number"])


@cache
def is_shown() -> ColumnElement[bool]:
    """The condition that a row stands for its booking.

    An account of a cancellation does not where the booking stands there as a sale, or where another desk gave
    an account of it before; one whose outcome is unknown comes after all others.
    """
    other = sale.alias()
    has_sale = and_(
        or_(other.c.standing.in_(SOLD_HERE), other.c.state == CANCELLATION_UNKNOWN),
        ~_is_cancellation(other.c.request_id),
    )
    is_earlier = tuple_(other.c.is_open, other.c.sold_at, other.c.request_id) < tuple_(
        sale.c.is_open, sale.c.sold_at, sale.c.request_id
    )
    stands_there = exists().where(
        other.c.booking_ref == sale.c.booking_ref,
        other.c.module == sale.c.module,
        other.c.number != sale.c.number,
        or_(has_sale, and_(_is_account(other), is_earlier)),
    )
    return ~and_(_is_account(sale), stands_there)


def _is_account(rows: FromClause) -> ColumnElement[bool]:
    """The condition that a row is a desk's account of cancelling what it has not sold."""
    own = rows.c
    return and_(
        or_(own.standing == SaleStanding.ELSEWHERE, own.state == CANCELLATION_UNKNOWN),
        _is_cancellation(own.request_id),
    )


def _is_cancellation(request_id: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(cancellation.c.request_id == request_id)


def _conditions(wanted: Wanted) -> tuple[ColumnElement[bool], ...]:
    """The conditions on columns, without the words."""
    conditions = [is_shown()]
    if wanted.sold is not None:
        first, last = wanted.sold
        conditions.append(sale.c.sold_on.between(first, last))
        # The day of every time zone is within these instants, which are found by the index by time.
        begin, end = (datetime.combine(day, datetime.min.time(), UTC) for day in (first - _DAY, last + _DAY))
        conditions.append(sale.c.sold_at.between(begin, end + _DAY))
    if wanted.without_open_of:
        conditions.append(or_(sale.c.is_open.is_(False), sale.c.desk.not_in(wanted.without_open_of)))
    return tuple(conditions)


def _behind(shelf: Shelf, after: Cursor | None) -> tuple[ColumnElement[bool], ...]:
    if after is None:
        return ()
    number = shelf.rows.c.number
    same = and_(shelf.at == after.at, number < after.number)
    return (shelf.at <= after.at, or_(shelf.at < after.at, same))


def _newest_first(shelf: Shelf, query: Select[Any]) -> Select[Any]:
    return query.order_by(shelf.at.desc(), shelf.rows.c.number.desc())


def _rarest(connection: Connection, shelf: Shelf, terms: Sequence[Term], periods: Sequence[int]) -> Term:
    if len(terms) == 1:
        return terms[0]

    def frequency(term: Term) -> int:
        some = select(owners(shelf, term, periods).subquery().c.owner).limit(_MANY)
        return connection.scalars(select(func.count()).select_from(some.subquery())).one()

    return min(terms, key=frequency)


def _growing(periods: Sequence[int]) -> Generator[Sequence[int]]:
    """The periods in pieces, each larger than the one before unless that one took long."""
    begin, size = 0, _FIRST_PERIODS
    while begin < len(periods):
        asked = time.perf_counter()
        yield periods[begin : begin + size]
        begin += size
        if time.perf_counter() - asked < _QUICK_SECONDS:
            size = min(size * _GROWTH, _MOST_PERIODS)


def _holds(text: ColumnElement[str], term: Term) -> ColumnElement[bool]:
    """The condition that a word of the text fits the term."""
    return or_(*(text.contains(f" {beginning}", autoescape=True) for beginning in term))
