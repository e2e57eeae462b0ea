"""The register: what this counter has sold and to whom, to be found again.

The journal can fill it anew, all but the notes and the bookings of other counters that were looked up.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, time
from functools import partial
from itertools import count
from math import inf
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from app.core.language import mark, tr
from app.store.register.by_period import between
from app.store.register.erasure import forget, forget_before, forget_named
from app.store.register.index_words import customer_terms, phone_key, sale_terms, storable
from app.store.register.notes import NAMES, keep_note
from app.store.register.row_mapping import cancellation_of, cancellation_row, looked_up, row_of, sale_of
from app.store.register.rows import keep_cancellations, keep_sales, replace_sales
from app.store.register.schema import DamagedRegisterError, RegisterError, is_damage, open_engine, upsert
from app.store.register.search import CUSTOMERS, PATIENCE, Row, find_sales, newest, rows_of
from app.store.register.tables import cancellation, handed, note, sale
from app.store.register.values import (
    SOLD_HERE,
    Cursor,
    KeptBetween,
    KeptCancellation,
    KeptCustomer,
    KeptNote,
    KeptSale,
    Position,
    RegisterPage,
    SaleStanding,
    Wanted,
)
from app.store.sql.engine import cause_of

__all__ = [
    "Cursor",
    "KeptCancellation",
    "KeptCustomer",
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
_BESIDE = ("-wal", "-shm", "-journal")
_MADE_ANEW = mark(
    "The register of past sales was damaged. A fresh one is filled from the journal; "
    "the damaged file is kept."
)
_DAMAGED = mark("The register of past sales is damaged. It is made anew when the counter is started again.")
Guard = Callable[[Connection, Mapping[str, Row]], Mapping[str, Row]]
"""Goes before all that is written, and gives the rows of sales as they may be kept."""
Still = Callable[[Connection], object]


class Register:
    """Sales and customers in a database; every method waits for the disk, and any thread may call it.

    Every method raises RegisterError with a sentence when the database cannot be used.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        warning: str = "",
        mark: Path | None = None,
        guard: Guard | None = None,
        still: Still | None = None,
    ) -> None:
        """Use an engine whose tables are made; `mark` is a file that is made when it is found damaged.

        `guard` is of a register that several desks share; `still` begins what must see one state of it.
        """
        self.warning = warning
        """What was found at the opening, in a sentence; or empty."""
        self._engine = engine
        self.is_shared = guard is not None
        self._guard, self._still = guard or _as_it_is, still or _by_itself
        self._mark = mark
        self._writing = threading.Lock()
        self._is_closed = False

    @classmethod
    def open(cls, folder: Path) -> Register:
        """The register of a profile's folder; a damaged one is moved aside, and a fresh one is made.

        Raises RegisterError when the folder cannot be used, or when a newer program made the register.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            engine = _sound_engine(folder)
            if engine is not None:
                return cls(engine, mark=folder / _MARK)
            _set_aside(folder)
            return cls(open_engine(folder / FILE), warning=tr(_MADE_ANEW), mark=folder / _MARK)
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            raise _unusable(error) from error

    def keep(
        self,
        sales: Iterable[KeptSale],
        cancellations: Iterable[KeptCancellation] = (),
        position: Position | None = None,
    ) -> int:
        """Keep sales and cancellations as they are now, and give how many sales are new or have changed.

        `position` says how far the journal of its desk is handed in. After an error nothing is kept.
        """
        kept = {each.request_id: each for each in sales}
        rows = {row["request_id"]: row for row in map(row_of, kept.values())}
        former = {old: each.request_id for each in kept.values() for old in each.former}
        sold = (storable(each.request_id) for each in kept.values() if each.was_sold)
        others = [cancellation_row(each) for each in cancellations]
        if not (rows or others or position):
            return 0
        with self._writing, self._work() as connection:
            changed = keep_sales(connection, self._guard(connection, rows), sold)
            replace_sales(connection, former | looked_up(connection, kept.values()))
            keep_cancellations(connection, others)
            if position is not None:
                moving = upsert(connection.dialect.name, handed, "desk", ("seq", "hash"))
                connection.execute(moving, position._asdict())
            return changed

    def position(self, desk: str) -> Position | None:
        """How far the journal of a desk is handed in; None for not at all."""
        with self._work() as connection:
            row = connection.execute(select(handed).where(handed.c.desk == desk)).one_or_none()
        return None if row is None else Position(row.desk, row.seq, row.hash)

    def find(
        self, wanted: Wanted, after: Cursor | None = None, limit: int = 60, patience: float = PATIENCE
    ) -> RegisterPage:
        """The newest sales that are wanted behind `after`, at most `limit` of them.

        A page may hold fewer, even none, when more than `patience` seconds have gone; the next one goes on.
        """
        with self._look() as connection:
            found, cursor = find_sales(connection, wanted, after, limit, patience)
        return RegisterPage(tuple(map(sale_of, found)), cursor)

    def sale(self, request_id: str) -> KeptSale | None:
        """The sale of a request_id."""
        return self._first(sale.c.request_id == request_id)

    def sale_by_reference(self, booking_ref: str) -> KeptSale | None:
        """The newest sale with a PNR, spelt as the service spells it."""
        return self._first(sale.c.booking_ref == booking_ref)

    def add_note(self, kept: KeptNote, said: Sequence[str] | None = None) -> None:
        """Note something of a sale; `said` are its booking, payment and refund status as received.

        Of a sale whose customer was forgotten no more than its code is noted.
        """
        with self._writing, self._work() as connection:
            keep_note(connection, kept, said)

    def notes(self, request_id: str) -> tuple[KeptNote, ...]:
        """What was noted of a sale, the oldest first."""
        query = select(note).where(note.c.request_id == request_id).order_by(note.c.at, note.c.number)
        with self._work() as connection:
            found = connection.execute(query).mappings().all()
        return tuple(KeptNote(**{name: row[name] for name in NAMES}) for row in found)

    def cancellations(self, booking_ref: str) -> tuple[KeptCancellation, ...]:
        """The cancellations of a booking, the oldest first."""
        own = cancellation.c.booking_ref == booking_ref
        query = select(cancellation).where(own).order_by(cancellation.c.at, cancellation.c.number)
        with self._work() as connection:
            return tuple(map(cancellation_of, rows_of(connection, query)))

    def between(self, since: datetime, until: datetime) -> KeptBetween:
        """What all desks sold and cancelled from `since` to before `until`, the oldest first."""
        with self._look() as connection:
            return between(connection, since, until)

    def customers(self, typed: str, limit: int = 6) -> tuple[KeptCustomer, ...]:
        """Who fits all that was typed, the newest first: beginnings of names, digits of the phone.

        Fewer than four digits begin the number, with or without the code of its country; more stand anywhere.
        Nothing typed gives nobody.
        """
        with self._look() as connection:
            found = newest(connection, CUSTOMERS, customer_terms(typed), limit)
        return tuple(KeptCustomer(row["name"], row["phone"], row["email"], row["last_at"]) for row in found)

    def search(self, typed: str, limit: int = 20) -> tuple[KeptSale, ...]:
        """The sales where each typed word begins a word of title, PNR, name, phone or e-mail; newest first.

        Nothing typed gives no sale.
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
        """Strike out name, phone and e-mail wherever the phone or the e-mail stands; the sales stay.

        Whatever is noted of these sales, or names one of `names`, goes too. The sales of the requests in
        `but` keep theirs, and whoever buys after `until` is a customer again.
        """
        key = phone_key(phone)
        if key or email.strip():
            self._forget(partial(forget, key=key, email=email, but=but, until=until))
        self._forget(partial(forget_named, names=tuple(names), but=but))

    def forget_before(self, day: date, but: Collection[str] = (), desk: str = "") -> None:
        """Strike out who bought what was over before a day, and who travelled; the sales stay.

        Who bought nothing since is forgotten. Requests in `but` keep theirs; a `desk` limits it to its own.
        """
        self._forget(partial(forget_before, day=day, but=but, desk=desk, most=_HELPING))

    def close(self) -> None:
        """Give the file back; a second call does nothing."""
        self._is_closed = True
        self._engine.dispose()

    def _forget(self, step: Callable[[Connection], int]) -> None:
        """Repeat a step until it finds nothing more, so that what is to be kept meanwhile need not wait."""
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
        """Write SQLite's file anew: in the gaps of its pages stands what was moved before."""
        with self._telling(), closing(self._engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM")
        # The last connection takes SQLite's second file with it.
        self._engine.dispose()

    def _first(self, condition: ColumnElement[bool]) -> KeptSale | None:
        query = select(sale).where(condition).order_by(sale.c.sold_at.desc()).limit(1)
        with self._work() as connection:
            found = rows_of(connection, query)
        return sale_of(found[0]) if found else None

    @contextmanager
    def _work(self) -> Generator[Connection]:
        """A transaction; whatever goes wrong in it is told in a sentence."""
        with self._telling(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _look(self) -> Generator[Connection]:
        """A transaction that asks several things of one state."""
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
            raise RegisterError(tr(_DAMAGED)) from error


def _as_it_is(_: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
    return rows


def _by_itself(_: Connection) -> None:
    """SQLite shows one state in each transaction."""


def _sound_engine(folder: Path) -> Engine | None:
    """The engine of the register that is there, or of a new one; None when what is there is damaged."""
    if (folder / _MARK).exists():
        return None
    try:
        return open_engine(folder / FILE)
    except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError, DamagedRegisterError) as error:
        if is_damage(error):
            return None
        raise


def _set_aside(folder: Path) -> None:
    """Rename the files, so that somebody can look at them later; the mark goes last."""
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (f"register.damaged-{stamp}{f'-{number}' if number else ''}.db" for number in count())
    aside = next(name for name in names if not (folder / name).exists())
    for ending in (*_BESIDE, ""):
        with suppress(FileNotFoundError):
            (folder / f"{FILE}{ending}").rename(folder / f"{aside}{ending}")
    (folder / _MARK).unlink(missing_ok=True)


def _unusable(error: Exception) -> RegisterError:
    return RegisterError(tr("The register of past sales cannot be used: {cause}.", cause=cause_of(error)))
