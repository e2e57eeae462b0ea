"""What the desks of an office said of each sale and cancellation: events that are only ever added.

A booking is computed from them, in whatever order they arrive. The newest account of a request counts, by
the journal of the desk that gave it, never by a clock or by when it came; a desk that was restored from a
backup tells of what it did under its former number too, which counts where that one knows no end. Customers
are not in them: they are kept with the sale alone, where they can be forgotten.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Connection, Table, func, insert, select

from app.core.frozen import frozen
from app.core.language import mark
from app.store.journal.states import State, is_open
from app.store.register.index_words import storable
from app.store.register.row_mapping import cancellation_of, cancellation_row, row_of, sale_of
from app.store.register.rows import CUSTOMER, SAID, pieces, words_of
from app.store.register.schema import RegisterError
from app.store.register.search import Row, rows_of
from app.store.register.tables import cancellation, event, sale
from app.store.register.values import KeptCancellation, KeptSale, SaleStanding

_NOT_CARRIED = mark(
    "The sales of an older program could not all be taken over, and nothing was changed. "
    "Bring its database in order, or name an empty one: every desk hands in all that it has."
)
_SALES, _CANCELLATIONS = TypeAdapter(KeptSale), TypeAdapter(KeptCancellation)
_STATES = frozenset(State)
_NOBODY = dict.fromkeys((*CUSTOMER, *SAID), "")
_OF_THE_ROW = ("request_id", "number", "sold_on", "is_forgotten", *SAID, *CUSTOMER)
"""What a row of a sale has from elsewhere than from the accounts of its desk."""


Kept = TypeVar("Kept", KeptSale, KeptCancellation)


class EventKind(StrEnum):
    """The kind of an event."""

    SALE = "sale"
    CANCELLATION = "cancellation"
    RENAMED = "renamed"
    """That a sale has another request_id now, which is the body."""


_Told = dict[tuple[EventKind, str], list[Row]]
"""The events of requests."""


@frozen
class _Account:
    """One event, as it is to be added."""

    kind: EventKind
    request_id: str
    booking_ref: str
    desk: str
    clerk: str
    at: datetime
    seq: int
    body: str


def add_events(
    connection: Connection,
    sales: Iterable[KeptSale],
    cancellations: Iterable[KeptCancellation],
    *,
    corrects: bool = False,
) -> None:
    """Add accounts of desks, except those that say what is known already.

    `corrects` is for a desk that has found another newest account of its requests than its journal has: its
    own then counts. The caller prevents others from writing meanwhile.
    """
    accounts = {(each.kind, each.request_id): each for each in _accounts(sales, cancellations)}
    told = _told(connection, [each.request_id for each in accounts.values()])
    added: list[Row] = []
    for key, account in accounts.items():
        before = [each for each in told.get(key, ()) if each["desk"] == account.desk]
        turn = max((each["turn"] for each in before), default=0)
        known = [each for each in before if each["turn"] == turn]
        older = known if corrects else [each for each in known if each["seq"] <= account.seq]
        if older and older[-1]["body"] == account.body:
            continue
        names = {each.name: getattr(account, each.name) for each in fields(account)}
        added.append({**names, "turn": turn + 1 if corrects and known else turn})
    if added:
        connection.execute(insert(event), added)


def newest_sales(connection: Connection, rows: Mapping[str, Row]) -> dict[str, Row]:
    """These rows of sales as their newest accounts have them, without those that have another number now.

    They may be rows of the register, or of a desk that has just given its account.
    """
    told = _told(connection, rows)
    kept = {key: row for key, row in rows.items() if (EventKind.RENAMED, key) not in told}
    return kept | dict(_told_sales(told, kept))


def newest_cancellations(connection: Connection, rows: Mapping[str, Row]) -> dict[str, Row]:
    """These rows of cancellations as their newest accounts have them."""
    return {**rows, **dict(_told_cancellations(_told(connection, rows), rows))}


def told_of(
    connection: Connection, sales: Mapping[str, Row], cancellations: Mapping[str, Row]
) -> tuple[dict[str, Row], dict[str, Row]]:
    """What their own desks last said of stored sales and cancellations, if that can be read."""
    told = _told(connection, [*sales, *cancellations])
    desks = {key: row["desk"] for rows in (sales, cancellations) for key, row in rows.items()}
    own = {key: [each for each in rows if each["desk"] == desks[key[1]]] for key, rows in told.items()}
    return dict(_told_sales(own, sales)), dict(_told_cancellations(own, cancellations))


def carry_over(connection: Connection) -> None:
    """Add the events of what was handed in before events were kept.

    Raises RegisterError when something of it would be lost.
    """
    wanted = 0
    for table in (sale, cancellation):
        for rows in _all_of(connection, table):
            is_sale = table is sale
            sales = [sale_of(row) for row in rows] if is_sale else []
            add_events(connection, sales, () if is_sale else map(cancellation_of, rows))
            wanted += len(rows)
    if connection.scalars(select(func.count()).select_from(event)).one() != wanted:
        raise RegisterError(_NOT_CARRIED)


def _all_of(connection: Connection, table: Table) -> Generator[list[Row]]:
    numbers = connection.scalars(select(table.c.number).order_by(table.c.number)).all()
    for some in pieces(numbers):
        yield rows_of(connection, select(table).where(table.c.number.in_(some)))


def _accounts(sales: Iterable[KeptSale], cancellations: Iterable[KeptCancellation]) -> Generator[_Account]:
    for each in sales:
        at = each.updated_at or each.sold_at
        bare = replace(each, **{**_stored(each), **_NOBODY, "told_by": ""}, seq=0)
        own = (bare.booking_ref, each.told_by or bare.desk, bare.clerk, at.astimezone(UTC), each.seq)
        body = _SALES.dump_json(bare, exclude_defaults=True).decode()
        yield _Account(EventKind.SALE, bare.request_id, *own, body)
        for old in each.former:
            yield _Account(EventKind.RENAMED, storable(old), *own, bare.request_id)
    for each in cancellations:
        gone = replace(each, **{**_stored(each), "told_by": ""}, seq=0)
        teller = each.told_by or gone.desk
        own = (gone.booking_ref, teller, gone.clerk, gone.at.astimezone(UTC), each.seq)
        body = _CANCELLATIONS.dump_json(gone, exclude_defaults=True).decode()
        yield _Account(EventKind.CANCELLATION, gone.request_id, *own, body)


def _stored(kept: KeptSale | KeptCancellation) -> dict[str, str]:
    """The texts as a database can keep them."""
    texts = {each.name: getattr(kept, each.name) for each in fields(kept)}
    return {name: storable(text) for name, text in texts.items() if type(text) is str}


def _told(connection: Connection, request_ids: Collection[str]) -> _Told:
    """The events of each request, the one that counts last."""
    own = event.c
    found: _Told = {}
    for keys in pieces(sorted(set(request_ids))):
        query = select(event).where(own.request_id.in_(keys), own.kind.in_(EventKind))
        for row in rows_of(connection, query.order_by(own.turn, own.seq, own.number)):
            found.setdefault((EventKind(row["kind"]), row["request_id"]), []).append(row)
    return found


def _told_sales(told: _Told, rows: Mapping[str, Row]) -> Generator[tuple[str, Row]]:
    for key, row in rows.items():
        account = _counting(_SALES, told.get((EventKind.SALE, key), ()))
        if account is not None:
            own = {name: row[name] for name in _OF_THE_ROW if name in row}
            now = {**row_of(account), **own}
            # A journal that had to be rebuilt has lost who sold it.
            now["clerk"] = now["clerk"] or row["clerk"]
            yield key, {**now, "words": words_of(now)}


def _told_cancellations(told: _Told, rows: Mapping[str, Row]) -> Generator[tuple[str, Row]]:
    for key, row in rows.items():
        account = _counting(_CANCELLATIONS, told.get((EventKind.CANCELLATION, key), ()))
        if account is not None:
            own = {"request_id": key, "clerk": account.clerk or row["clerk"]}
            yield key, {**cancellation_row(account), **own}


def _counting(adapter: TypeAdapter[Kept], told: Sequence[Row]) -> Kept | None:
    """The account that counts: the newest of its own desk, unless another one alone knows an end."""
    newest = {each["desk"]: account for each in told if (account := _read(adapter, each)) is not None}
    ranked = sorted(newest, key=lambda desk: (not _waits(newest[desk]), desk == newest[desk].desk, desk))
    return newest[ranked[-1]] if ranked else None


def _read(adapter: TypeAdapter[Kept], row: Row) -> Kept | None:
    """The account of an event; None when somebody with rights on the database has made it unreadable.

    One account that cannot be computed with would keep every desk from handing in anything of its booking.
    """
    try:
        account = adapter.validate_json(row["body"])
    except ValidationError:
        return None
    return account if isinstance(account, KeptSale) or account.state in _STATES else None


def _waits(account: KeptSale | KeptCancellation) -> bool:
    """Whether its end is not known."""
    if isinstance(account, KeptSale):
        return account.standing is SaleStanding.OPEN
    return is_open(State(account.state))
