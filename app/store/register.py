"""The register: what this counter has sold and to whom, to be found again; the journal can fill it anew."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, time
from itertools import count
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from app.store.register_rows import CUSTOMERS, SALES, Row, forget, keep_rows, newest
from app.store.register_schema import DamagedRegisterError, RegisterError, is_damage, open_engine, sale
from app.store.register_words import customer_terms, phone_key, sale_terms, sale_words, storable, text_of

__all__ = ["KeptCustomer", "KeptSale", "Register", "RegisterError"]

FILE = "register.db"
_MARK = "register.is-damaged"
_BESIDE = ("-wal", "-shm", "-journal")
_MADE_ANEW = (
    "The register of past sales was damaged. A fresh one is filled from the journal; "
    "the damaged file is kept."
)
_DAMAGED = "The register of past sales is damaged. It is made anew when the counter is started again."


@dataclass(frozen=True, slots=True)
class KeptSale:
    """A booking of this counter."""

    request_id: str
    module: str
    """ACTIVITY or BOAT."""
    product_id: str
    title: str
    day: date | None
    window: str
    qty: int
    booking_ref: str
    customer_name: str
    customer_phone: str
    customer_email: str
    sold_at: datetime
    """With a zone; in UTC when it comes back."""


@dataclass(frozen=True, slots=True)
class KeptCustomer:
    """Who has bought here, as the newest sale has it."""

    name: str
    phone: str
    email: str
    last_at: datetime


_COLUMNS = tuple(field.name for field in fields(KeptSale))


class Register:
    """Sales and customers in a database; every method waits for the disk, and any thread may call it.

    Every method raises RegisterError with a sentence when the database cannot be used.
    """

    def __init__(self, engine: Engine, *, warning: str = "", mark: Path | None = None) -> None:
        """Use an engine whose tables are made; `mark` is a file that is made when it is found damaged."""
        self.warning = warning
        """What was found at the opening, in a sentence; or empty."""
        self._engine = engine
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
            return cls(open_engine(folder / FILE), warning=_MADE_ANEW, mark=folder / _MARK)
        except (OSError, SQLAlchemyError, sqlite3.Error) as error:
            raise _unusable(error) from error

    def keep(self, sales: Iterable[KeptSale]) -> int:
        """Keep those whose request_id is new, and give their number; after an error none is kept."""
        rows = {row["request_id"]: row for row in map(_row_of, sales)}
        if not rows:
            return 0
        with self._writing, self._work() as connection:
            return keep_rows(connection, rows)

    def known_requests(self) -> frozenset[str]:
        """The request_id of every sale that is kept."""
        with self._work() as connection:
            return frozenset(connection.scalars(select(sale.c.request_id)))

    def customers(self, typed: str, limit: int = 6) -> tuple[KeptCustomer, ...]:
        """Who fits all that was typed, the newest first: beginnings of names, digits of the phone.

        Fewer than four digits begin the number, with or without the code of its country; more stand anywhere.
        Nothing typed gives nobody.
        """
        with self._work() as connection:
            found = newest(connection, CUSTOMERS, customer_terms(typed), limit)
        return tuple(KeptCustomer(row["name"], row["phone"], row["email"], row["last_at"]) for row in found)

    def search(self, typed: str, limit: int = 20) -> tuple[KeptSale, ...]:
        """The sales where each typed word begins a word of title, PNR, name, phone or e-mail; newest first.

        Nothing typed gives no sale.
        """
        with self._work() as connection:
            found = newest(connection, SALES, sale_terms(typed), limit)
        return tuple(KeptSale(**{name: row[name] for name in _COLUMNS}) for row in found)

    def most_sold(self, module: str, since: date) -> dict[str, int]:
        """The number of bookings of each product_id since the beginning of a day in UTC."""
        query = (
            select(sale.c.product_id, func.count())
            .where(sale.c.module == module, sale.c.sold_at >= datetime.combine(since, time(), UTC))
            .group_by(sale.c.product_id)
        )
        with self._work() as connection:
            return dict(connection.execute(query).all())

    def forget_customer(self, phone: str) -> None:
        """Strike out name, phone and e-mail wherever the phone stands; the sales stay."""
        key = phone_key(phone)
        if not key:
            return
        with self._writing, self._work() as connection:
            forget(connection, key)
        # The last connection takes SQLite's second file with it, and with that what was struck out.
        self._engine.dispose()

    def close(self) -> None:
        """Give the file back; a second call does nothing."""
        self._is_closed = True
        self._engine.dispose()

    @contextmanager
    def _work(self) -> Generator[Connection]:
        """A transaction; whatever goes wrong in it is told in a sentence."""
        if self._is_closed:
            message = "The register of past sales is closed."
            raise RegisterError(message)
        try:
            with self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, sqlite3.Error, ValueError, TypeError) as error:
            if self._mark is None or not is_damage(error):
                raise _unusable(error) from error
            with suppress(OSError):
                self._mark.touch(mode=0o600)
            raise RegisterError(_DAMAGED) from error


def _row_of(kept: KeptSale) -> Row:
    values = {name: getattr(kept, name) for name in _COLUMNS}
    row = {name: storable(value) if isinstance(value, str) else value for name, value in values.items()}
    words = sale_words(
        kept.title, kept.booking_ref, kept.customer_name, kept.customer_phone, kept.customer_email
    )
    return row | {"sold_at": kept.sold_at.astimezone(UTC), "words": text_of(words)}


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
    cause = getattr(error, "orig", None) or error
    # Some databases say it in several lines.
    said = " ".join(str(cause).split()).rstrip(".")
    return RegisterError(f"The register of past sales cannot be used: {said}.")
