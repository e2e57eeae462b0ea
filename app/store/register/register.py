"""The register: a searchable record of sales and customers.

It can be filled again from the journal, except notes and looked-up bookings of other counters.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, time
from functools import partial
from math import inf
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Engine, and_, func, select, true
from sqlalchemy.exc import SQLAlchemyError

from app.core.language import Wording, mark, tr
from app.store.files.damaged_files import set_database_aside
from app.store.register.bookings_of_desks import join_bookings
from app.store.register.by_period import between, keep_times
from app.store.register.comparison import differing
from app.store.register.erasure import bought_with, forget, forget_before, forget_named
from app.store.register.events import add_events, newest_cancellations, newest_sales
from app.store.register.index_words import customer_terms, phone_key, sale_terms, storable
from app.store.register.notes import keep_note, keep_once, note_from, notes_of
from app.store.register.row_mapping import cancellation_of, cancellation_row, looked_up, row_of, sale_of
from app.store.register.rows import keep_cancellations, keep_sales, pieces, replace_sales, still_named
from app.store.register.schema import DamagedRegisterError, RegisterError, is_damage, open_engine, upsert
from app.store.register.search import (
    CUSTOMERS,
    PATIENCE,
    Row,
    find_chosen,
    find_sales,
    find_travelling,
    is_shown,
    newest,
    rows_of,
)
from app.store.register.tables import cancellation, handed, note, sale
from app.store.register.values import (
    SOLD_HERE,
    Cursor,
    KeptBetween,
    KeptCancellation,
    KeptCustomer,
    KeptMoneyTime,
    KeptNote,
    KeptSale,
    Position,
    RegisterPage,
    SaleStanding,
    TravellingSale,
    Wanted,
)
from app.store.sql.engine import cause_of

__all__ = [
    "Cursor",
    "KeptCancellation",
    "KeptCustomer",
    "KeptMoneyTime",
    "KeptNote",
    "KeptSale",
    "Position",
    "Register",
    "RegisterError",
    "RegisterPage",
    "SaleStanding",
    "Wanted",
]

FILE = "register.db"
_MARK = "register.is-damaged"
_HELPING = 200
_MADE_ANEW = mark(
    "The register of past sales was damaged. A fresh one is filled from the journal; "
    "the damaged file is kept."
)
_DAMAGED = mark("The register of past sales is damaged. It is made anew when the counter is started again.")
Guard = Callable[[Connection, Mapping[str, Row]], Mapping[str, Row]]
"""Called before anything is written; returns the rows of sales as they may be stored."""
Still = Callable[[Connection], object]


class Register:
    """Sales and customers in a database. Thread-safe; every method waits for the disk.

    Every method raises RegisterError with a sentence when the database cannot be used.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        warning: Wording = "",
        mark: Path | None = None,
        guard: Guard | None = None,
        still: Still | None = None,
    ) -> None:
        """Use an engine with tables; the file `mark` is made when damage is found.

        `guard` is for a register that several desks share; `still` begins a transaction that sees one state.
        """
        self.warning = warning
        """A sentence about damage that was found when it was opened; or empty."""
        self._engine = engine
        self.is_shared = guard is not None
        self._guard, self._still = guard or _as_it_is, still or _by_itself
        self._mark = mark
        self._writing = threading.Lock()
        self._is_closed = False

    @classmethod
    def open(cls, folder: Path) -> Register:
        """The register of a profile's folder; a damaged one is moved aside, and a new one is made.

        Raises RegisterError when the folder cannot be used, or when a newer program made the register.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            engine = _sound_engine(folder)
            if engine is not None:
                return cls(engine, mark=folder / _MARK)
            set_database_aside(folder / FILE)
            # Until here the file is not used, whatever breaks off.
            (folder / _MARK).unlink(missing_ok=True)
            return cls(open_engine(folder / FILE), warning=_MADE_ANEW, mark=folder / _MARK)
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            raise _unusable(error) from error

    def keep(
        self,
        sales: Iterable[KeptSale],
        cancellations: Iterable[KeptCancellation] = (),
        position: Position | None = None,
        times: Iterable[KeptMoneyTime] = (),
        words: Iterable[KeptNote] = (),
        *,
        corrects: bool = False,
    ) -> int:
        """Store sales and cancellations. Returns how many sales are new or have changed.

        `position` is how far the journal of its desk has been stored. Only a register of several desks has
        `times` and `words`, notes of which each sale has one, and only there something `corrects` what was
        stored against the journal of its desk.
        After an error nothing is stored.
        """
        kept = {each.request_id: each for each in sales}
        rows = {row["request_id"]: row for row in map(row_of, kept.values())}
        former = {old: each.request_id for each in kept.values() for old in each.former}
        sold = (storable(each.request_id) for each in kept.values() if each.was_sold)
        gone = {each.request_id: each for each in cancellations}
        others = {each: cancellation_row(gone[each]) for each in gone}
        if not (rows or others or position):
            return 0
        with self._writing, self._work() as connection:
            rows = self._guard(connection, still_named(connection, rows, former))
            if self.is_shared:
                add_events(connection, kept.values(), gone.values(), corrects=corrects)
                rows, others = newest_sales(connection, rows), newest_cancellations(connection, others)
            changed = keep_sales(connection, rows, sold)
            replace_sales(connection, former | looked_up(connection, kept.values()))
            keep_cancellations(connection, list(others.values()))
            if self.is_shared:
                refs = {each["booking_ref"] for each in (*rows.values(), *others.values())}
                join_bookings(connection, refs)
                keep_times(connection, times)
                keep_once(connection, words)
            if position is not None:
                moving = upsert(connection.dialect.name, handed, "desk", ("seq", "hash"))
                connection.execute(moving, position._asdict())
            return changed

    def differing(
        self, sales: Collection[KeptSale], cancellations: Collection[KeptCancellation]
    ) -> tuple[str, ...]:
        """The request_ids among these of which something else is stored, or nothing.

        Not what other desks may have added, nor the customer, who may have been forgotten.
        """
        with self._look() as connection:
            return differing(connection, map(row_of, sales), map(cancellation_row, cancellations))

    def position(self, desk: str) -> Position | None:
        """How far the journal of a desk has been stored; None for not at all."""
        with self._work() as connection:
            row = connection.execute(select(handed).where(handed.c.desk == desk)).one_or_none()
        return None if row is None else Position(row.desk, row.seq, row.hash)

    def find(
        self, wanted: Wanted, after: Cursor | None = None, limit: int = 60, patience: float = PATIENCE
    ) -> RegisterPage:
        """The newest sales that fit, after `after`, at most `limit` of them.

        After more than `patience` seconds a page may hold fewer or none; the next page goes on.
        """
        with self._look() as connection:
            found, cursor = find_sales(connection, wanted, after, limit, patience)
        return RegisterPage(tuple(map(sale_of, found)), cursor)

    def chosen(self, wanted: Wanted, request_ids: Sequence[str]) -> tuple[KeptSale, ...]:
        """The sales of these requests that a list would show, whatever is typed; none that is forgotten."""
        with self._look() as connection:
            return tuple(
                sale_of(row) for some in pieces(request_ids) for row in find_chosen(connection, wanted, some)
            )

    def travelling(self, since: date) -> tuple[TravellingSale, ...]:
        """The sales of trips from a day on, newest first; where the day is not known, those sold since."""
        with self._look() as connection:
            return tuple(TravellingSale(**row) for row in find_travelling(connection, since))

    def sale(self, request_id: str) -> KeptSale | None:
        """The sale with a request_id, or None."""
        return self._first(sale.c.request_id == request_id)

    def is_forgotten(self, request_id: str) -> bool:
        """Whether the customer of this sale was erased, so that no more of a note is stored than its code."""
        with self._look() as connection:
            return bool(connection.scalar(select(sale.c.is_forgotten).where(sale.c.request_id == request_id)))

    def sale_by_reference(self, booking_ref: str, module: str = "") -> KeptSale | None:
        """The newest sale with a PNR in the spelling of the service, of one module or any; or None."""
        own = sale.c.module == module if module else true()
        return self._first(and_(sale.c.booking_ref == booking_ref, own, is_shown()))

    def add_note(self, kept: KeptNote, said: Sequence[str] | None = None) -> None:
        """Add a note to a sale; `said` is its booking, payment and refund status as received.

        For a sale whose customer was forgotten only the note's code is stored.
        """
        with self._writing, self._work() as connection:
            keep_note(connection, kept, said)

    def notes(self, request_id: str) -> tuple[KeptNote, ...]:
        """The notes of a sale, oldest first."""
        query = select(note).where(note.c.request_id == request_id).order_by(note.c.at, note.c.number)
        with self._work() as connection:
            return tuple(map(note_from, rows_of(connection, query)))

    def notes_of(self, request_ids: Collection[str], codes: Collection[str]) -> tuple[KeptNote, ...]:
        """The notes of these kinds of all these sales, oldest first."""
        with self._look() as connection:
            return notes_of(connection, request_ids, codes)

    def notes_by(self, desks: Collection[str], codes: Collection[str]) -> tuple[KeptNote, ...]:
        """The notes of these kinds by these desks, oldest first; it looks at every note that there is."""
        own = select(note).where(note.c.desk.in_(desks), note.c.code.in_(codes))
        with self._look() as connection:
            return tuple(map(note_from, rows_of(connection, own.order_by(note.c.at, note.c.number))))

    def cancellations(self, booking_ref: str) -> tuple[KeptCancellation, ...]:
        """The cancellations of a booking, oldest first."""
        own = cancellation.c.booking_ref == booking_ref
        query = select(cancellation).where(own).order_by(cancellation.c.at, cancellation.c.number)
        with self._work() as connection:
            return tuple(map(cancellation_of, rows_of(connection, query)))

    def between(self, since: datetime, until: datetime) -> KeptBetween:
        """The sales and cancellations of all desks from `since` to before `until`, oldest first."""
        with self._look() as connection:
            return between(connection, since, until, has_times=self.is_shared)

    def customers(self, typed: str, limit: int = 6) -> tuple[KeptCustomer, ...]:
        """The customers who fit everything typed, newest first: beginnings of names, digits of the phone.

        Up to three digits are the beginning of the number, with or without its country code; more may be
        anywhere in it. Empty when nothing is typed.
        """
        with self._look() as connection:
            found = newest(connection, CUSTOMERS, customer_terms(typed), limit)
        return tuple(KeptCustomer(row["name"], row["phone"], row["email"], row["last_at"]) for row in found)

    def bought_by(self, phone: str, email: str) -> tuple[KeptSale, ...]:
        """The sales to the customer with this phone or e-mail, newest first."""
        with self._look() as connection:
            found = bought_with(connection, phone_key(phone), email)
        return tuple(sorted(map(sale_of, found), key=lambda each: each.sold_at, reverse=True))

    def search(self, typed: str, limit: int = 20) -> tuple[KeptSale, ...]:
        """The sales where each typed word begins a word of title, PNR, name, phone or e-mail; newest first.

        Empty when nothing is typed.
        """
        if not sale_terms(typed):
            return ()
        return self.find(Wanted(typed=typed), limit=limit, patience=inf).sales

    def most_sold(self, module: str, since: date) -> dict[str, int]:
        """The number of bookings of each product_id since the beginning of a day in UTC."""
        query = (
            select(sale.c.product_id, func.count())
            .where(
                sale.c.module == module,
                sale.c.sold_at >= datetime.combine(since, time(), UTC),
                sale.c.standing.in_(SOLD_HERE),
            )
            .group_by(sale.c.product_id)
        )
        with self._work() as connection:
            return dict(connection.execute(query).all())

    def forget_customer(
        self,
        phone: str,
        email: str = "",
        names: Iterable[str] = (),
        but: Collection[str] = (),
        *,
        until: datetime | None = None,
    ) -> None:
        """Erase name, phone and e-mail of a customer with this phone or e-mail; the sales stay.

        Notes of these sales, and notes with one of `names`, are emptied too. Sales of the requests in `but`
        and those made after `until` are left out.
        """
        key = phone_key(phone)
        if key or email.strip():
            self._forget(partial(forget, key=key, email=email, but=but, until=until))
        self._forget(partial(forget_named, names=tuple(names), but=but))

    def forget_before(self, day: date, but: Collection[str] = (), desk: str = "") -> None:
        """Erase the customers and travellers of sales that ended before a day; the sales stay.

        A customer without a later sale is forgotten. Requests in `but` are left out; `desk` limits it to one.
        """
        self._forget(partial(forget_before, day=day, but=but, desk=desk, most=_HELPING))

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        self._is_closed = True
        self._engine.dispose()

    def _forget(self, step: Callable[[Connection], int]) -> None:
        """Repeat a step until it finds nothing more, so that other writes can come between."""
        has_struck = False
        while self._step(step):
            has_struck = True
        if has_struck and self._engine.dialect.name == "sqlite":
            with self._writing:
                self._compact()

    def _step(self, step: Callable[[Connection], int]) -> int:
        with self._writing, self._work() as connection:
            self._guard(connection, {})
            return step(connection)

    def _compact(self) -> None:
        """Rewrite SQLite's file: unused parts of its pages still hold erased data."""
        with self._telling(), closing(self._engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")
        # Closing the last connection removes SQLite's second file.
        self._engine.dispose()

    def _first(self, condition: ColumnElement[bool]) -> KeptSale | None:
        query = select(sale).where(condition).order_by(sale.c.sold_at.desc()).limit(1)
        with self._work() as connection:
            found = rows_of(connection, query)
        return sale_of(found[0]) if found else None

    @contextmanager
    def _work(self) -> Generator[Connection]:
        """A transaction; every error in it becomes a RegisterError with a sentence."""
        with self._telling(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _look(self) -> Generator[Connection]:
        """A transaction whose queries all see one state."""
        with self._work() as connection:
            self._still(connection)
            yield connection

    @contextmanager
    def _telling(self) -> Generator[None]:
        if self._is_closed:
            message = tr("The register of past sales is closed.")
            raise RegisterError(message)
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError) as error:
            if self._mark is None or not is_damage(error):
                raise _unusable(error) from error
            with suppress(OSError):
                self._mark.touch(mode=0o600)
            raise RegisterError(_DAMAGED) from error


def _as_it_is(_: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
    return rows


def _by_itself(_: Connection) -> None:
    """Do nothing: in SQLite every transaction sees one state."""


def _sound_engine(folder: Path) -> Engine | None:
    """The engine of the existing register or of a new one; None when the existing one is damaged."""
    if (folder / _MARK).exists():
        return None
    try:
        return open_engine(folder / FILE)
    except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError, DamagedRegisterError) as error:
        if is_damage(error):
            return None
        raise


def _unusable(error: Exception) -> RegisterError:
    return RegisterError(tr("The register of past sales cannot be used: {cause}.", cause=cause_of(error)))
