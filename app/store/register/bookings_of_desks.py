"""Joins what the desks of an office did with one booking: a cancellation at any desk counts on its sale.

Each desk hands in its own account alone: the sale as it knows it, and every cancellation that it sent. The
joined sale is computed from these accounts each time, never from what was joined before: whatever order they
arrive in, it is the same.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from sqlalchemy import Connection, exists, select

from app.store.journal.states import GONE, State, is_open
from app.store.register.events import newest_sales
from app.store.register.rows import pieces, rewrite_sale, words_of
from app.store.register.search import Row, rows_of
from app.store.register.tables import cancellation, sale
from app.store.register.values import CANCELLATION_UNKNOWN, PARTLY_CANCELLED, SOLD_HERE, SaleStanding


class Joined(NamedTuple):
    """The row of a sale as it is stored, and as it should be."""

    stored: Row
    joined: Row


def joined_sales(connection: Connection, refs: Collection[str]) -> Generator[Joined]:
    """The sales with these PNRs, with all that any desk has cancelled of them."""
    for keys in pieces(sorted(filter(None, refs))):
        rows = rows_of(connection, select(sale).where(sale.c.booking_ref.in_(keys)))
        told = newest_sales(connection, {row["request_id"]: row for row in rows})
        gone = rows_of(connection, select(cancellation).where(cancellation.c.booking_ref.in_(keys)))
        sent = {each["request_id"] for each in gone}
        accounts = [row for row in told.values() if row["request_id"] in sent]
        sold = [row for row in told.values() if is_sold(row) and row["request_id"] not in sent]
        for row in rows:
            now = told.get(row["request_id"], row)
            own = [each for each in gone if _is_of(each, now, told.values())]
            of_others = [each for each in accounts if _is_same(each, now)]
            if now in sold:
                now = joined_row(now, own, of_others)
            elif _stands_for(now, of_others) and not any(_is_same(each, now) for each in sold):
                now = account_row(now, own, of_others)
            yield Joined(row, {**now, "words": words_of(now)})


def join_bookings(connection: Connection, refs: Collection[str]) -> None:
    """Count all cancellations of the bookings with these PNRs on the sales of them."""
    for row, now in list(joined_sales(connection, refs)):
        if now != row:
            rewrite_sale(connection, row, now)


def join_all(connection: Connection) -> None:
    """Join the bookings that were handed in before desks joined them."""
    elsewhere = exists().where(
        cancellation.c.booking_ref == sale.c.booking_ref, cancellation.c.desk != sale.c.desk
    )
    join_bookings(connection, set(connection.scalars(select(sale.c.booking_ref).where(elsewhere))))


def is_sold(row: Row) -> bool:
    """Whether the row is of something that was certainly booked."""
    return row["standing"] in SOLD_HERE or row["state"] == CANCELLATION_UNKNOWN


def _stands_for(row: Row, accounts: Sequence[Row]) -> bool:
    """Whether this is the account that is shown where no desk has sold the booking: the first settled one."""
    first = min(
        accounts, key=lambda each: (each["is_open"], each["sold_at"], each["request_id"]), default=None
    )
    return row == first


def _is_same(one: Row, other: Row) -> bool:
    return (one["booking_ref"], one["module"]) == (other["booking_ref"], other["module"])


def _is_of(gone: Row, sold: Row, rows: Iterable[Row]) -> bool:
    """Whether a cancellation is of this sale: a PNR may stand for an activity and for a boat."""
    own = {each["module"] for each in rows if each["desk"] == gone["desk"] and _has_ref(each, gone)}
    return _has_ref(sold, gone) and (sold["module"] in own if own else True)


def _has_ref(row: Row, gone: Row) -> bool:
    return row["booking_ref"] == gone["booking_ref"]


def joined_row(row: Row, gone: Sequence[Row], accounts: Iterable[Row]) -> Row:
    """The row after all cancellations; `accounts` are what other desks know of the booking."""
    made = [each for each in gone if State(each["state"]) in GONE]
    is_whole = any(each["state"] == State.CANCELLED for each in accounts)
    seats = max(row["released"], sum(each["qty"] for each in made))
    released = row["qty"] if is_whole else min(seats, row["qty"])
    values = {
        "released": released,
        "refunded": _sum(each["refund"] for each in made),
        "charge": _sum(each["charge"] for each in made),
        "updated_at": max((row["updated_at"], *(each["at"] for each in made))),
    }
    waits = any(is_open(State(each["state"])) for each in gone if each["desk"] == row["desk"])
    if not waits and released:
        is_gone = released >= row["qty"]
        values["state"] = str(State.CANCELLED) if is_gone else PARTLY_CANCELLED
        standing = SaleStanding.CANCELLED if is_gone else SaleStanding.PARTLY_CANCELLED
        values |= {"standing": str(standing), "is_open": False}
    return {**row, **values}


def account_row(row: Row, gone: Sequence[Row], accounts: Iterable[Row]) -> Row:
    """The row of a booking that no desk has sold, after what all of them have cancelled of it."""
    made = [each for each in gone if State(each["state"]) in GONE]
    if row["is_open"] or not made:
        return row
    released = sum(each["qty"] for each in made)
    is_whole = any(each["state"] == State.CANCELLED for each in accounts)
    return {
        **row,
        "qty": max(row["qty"], released),
        "released": released,
        "refunded": _sum(each["refund"] for each in made),
        "charge": _sum(each["charge"] for each in made),
        "updated_at": max((row["updated_at"], *(each["at"] for each in made))),
        "state": str(State.CANCELLED) if is_whole else PARTLY_CANCELLED,
    }


def _sum(stated: Iterable[Decimal | None]) -> Decimal | None:
    known = [each for each in stated if each is not None]
    return sum(known, Decimal(0)) if known else None
