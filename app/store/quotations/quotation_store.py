"""The quotations of this desk in a small database of their own, never in the office's."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager
from dataclasses import field
from datetime import date, datetime
from itertools import islice
from pathlib import Path

from app.core.frozen import frozen
from app.core.language import tr
from app.store.files.damaged_files import set_database_aside
from app.store.register.index_words import phone_key, storable

FILE = "quotations.db"
_VERSION = 1
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_FEWEST_DIGITS = 4
_NUMBER = re.compile(r"q[- ]?0*([1-9][0-9]{0,9})", re.IGNORECASE | re.ASCII)
_PHONE = re.compile(r"[0-9+() ./-]+", re.ASCII)
# A number is given once, also when the newest quotation is deleted.
_TABLE = """
CREATE TABLE IF NOT EXISTS quotation (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  last_day TEXT NOT NULL,
  name TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  people TEXT NOT NULL,
  trips TEXT NOT NULL
);
PRAGMA user_version = 1;
"""
_ADD = """
INSERT INTO quotation (at, last_day, name, phone, email, people, trips) VALUES (?, ?, ?, ?, ?, ?, ?)
"""
# What is kept for some days is few: it is looked through, and only what fits is read whole.
_LOOK = """
SELECT at, last_day, name, phone, email, people, '', number FROM quotation ORDER BY number DESC
"""
_READ = """
SELECT at, last_day, name, phone, email, people, trips, number FROM quotation WHERE number = ?
"""
_DELETE = """
DELETE FROM quotation WHERE number = ?
"""
_Row = tuple[str, str, str, str, str, str, str, int]


class QuotationStoreError(Exception):
    """The quotations cannot be read or written; the sentence says why."""


@frozen
class KeptQuotation:
    """One quotation as it is kept; `number` is 0 before that."""

    at: datetime
    last_day: date
    """The last day of travel in it."""
    name: str = field(repr=False)
    phone: str = field(repr=False)
    email: str = field(repr=False)
    people: tuple[str, ...] = field(repr=False)
    """The names of those who travel."""
    trips: str = field(repr=False)
    """What was quoted, as JSON of the desk; never with a document or a net price."""
    number: int = 0


class QuotationStore:
    """The file of one profile, opened for each question. Thread-safe; every method waits for the disk.

    Every method raises QuotationStoreError with a sentence when the file cannot be used. A damaged file is
    moved aside, and a new one is begun; damage that is met in the midst of a question fails that question.
    """

    def __init__(self, folder: Path) -> None:
        """The file is made by the first `keep`."""
        self._folder = folder
        self._guard = threading.Lock()

    def keep(self, quotation: KeptQuotation) -> int:
        """Keep a quotation, flushed to disk. Returns its number, the next of this desk."""
        values = (
            quotation.at.isoformat(),
            quotation.last_day.isoformat(),
            quotation.name,
            quotation.phone,
            quotation.email,
            json.dumps(quotation.people),
            quotation.trips,
        )
        with self._work(makes=True) as connection:
            return connection.execute(_ADD, tuple(map(storable, values))).lastrowid or 0

    def numbered(self, number: int) -> KeptQuotation | None:
        """The quotation with a number, or None."""
        with self._work() as connection:
            row = connection.execute(_READ, (number,)).fetchone()
        return None if row is None else _kept(row)

    def find(self, typed: str, limit: int) -> tuple[KeptQuotation, ...]:
        """At most `limit` quotations, newest first.

        By the whole number, by four or more digits of the phone, or by the beginnings of words of the name.
        """
        number = _NUMBER.fullmatch(typed.strip())
        if number is not None:
            return self._fitting(lambda each: each.number == int(number[1]), limit)
        if _PHONE.fullmatch(typed.strip()):
            digits = "".join(each for each in typed if each.isdigit())
            is_enough = len(digits) >= _FEWEST_DIGITS
            return self._fitting(lambda each: is_enough and digits in phone_key(each.phone), limit)
        words = [f" {each}" for each in _folded(typed).split()]
        return self._fitting(
            lambda each: bool(words) and all(word in f" {_folded(each.name)}" for word in words), limit
        )

    def of(self, phone: str, email: str, names: Iterable[str] = ()) -> tuple[KeptQuotation, ...]:
        """The quotations to a customer with this phone or e-mail, and those that name somebody of `names`."""
        key, address = phone_key(phone), email.strip().casefold()
        sought = {_folded(each) for each in names} - {""}

        def fits(each: KeptQuotation) -> bool:
            is_theirs = bool(key) and phone_key(each.phone) == key
            is_address = bool(address) and each.email.strip().casefold() == address
            return is_theirs or is_address or not sought.isdisjoint(map(_folded, (each.name, *each.people)))

        return self._fitting(fits)

    def ahead(self, day: date) -> tuple[KeptQuotation, ...]:
        """The quotations of which somebody travels on a day or later."""
        return self._fitting(lambda each: each.last_day >= day)

    def customers(self) -> tuple[tuple[str, str, str], ...]:
        """Name, phone and e-mail of everybody who has a quotation, newest first and each once."""
        with self._work() as connection:
            every = map(_kept, connection.execute(_LOOK))
            return tuple(dict.fromkeys((each.name, each.phone, each.email) for each in every))

    def forget(
        self, phone: str, email: str, names: Iterable[str] = (), until: datetime | None = None
    ) -> None:
        """Delete for good what `of` returns; what was written after `until` stays."""
        self._delete(each for each in self.of(phone, email, names) if until is None or each.at <= until)

    def forget_before(self, day: date) -> None:
        """Delete for good the quotations whose last day of travel was before a day."""
        self._delete(self._fitting(lambda each: each.last_day < day))

    def forget_written_before(self, day: date) -> None:
        """Delete for good the quotations that were written before a day."""
        self._delete(self._fitting(lambda each: each.at.date() < day))

    def _fitting(
        self, fits: Callable[[KeptQuotation], bool], limit: int | None = None
    ) -> tuple[KeptQuotation, ...]:
        """The whole quotations that fit, newest first."""
        with self._work() as connection:
            found = islice(filter(fits, map(_kept, connection.execute(_LOOK).fetchall())), limit)
            return tuple(_kept(connection.execute(_READ, (each.number,)).fetchone()) for each in found)

    def _delete(self, quotations: Iterable[KeptQuotation]) -> None:
        numbers = [(each.number,) for each in quotations]
        if numbers:
            with self._work() as connection:
                connection.executemany(_DELETE, numbers)

    @contextmanager
    def _work(self, *, makes: bool = False) -> Generator[sqlite3.Connection]:
        """A transaction. Where nothing was kept yet, one on an empty table that is in no file."""
        path = self._folder / FILE
        with self._guard, self._telling():
            try:
                connection = self._open(path if makes or path.exists() else None)
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                set_database_aside(path)
                connection = self._open(path)
            try:
                with closing(connection), connection:
                    yield connection
            except sqlite3.DatabaseError as error:
                if _is_damage(error):
                    set_database_aside(path)
                raise

    def _open(self, path: Path | None) -> sqlite3.Connection:
        if path is not None:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path.touch(mode=0o600)
        connection = sqlite3.connect(":memory:" if path is None else path)
        try:
            _prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _telling(self) -> Generator[None]:
        try:
            yield
        except (OSError, sqlite3.Error, ValueError) as error:
            cause = " ".join(str(getattr(error, "strerror", None) or error).split()).rstrip(".")
            raise QuotationStoreError(tr("The quotations cannot be used: {cause}.", cause=cause)) from error


def _prepare(connection: sqlite3.Connection) -> None:
    """Make the table. Raises QuotationStoreError for a file of a newer program."""
    # What is deleted is overwritten, and what is kept is on the disk before its number is said.
    connection.executescript("PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise QuotationStoreError(tr("A newer Agency Counter made the quotations. Update this one."))
    if version < _VERSION:
        connection.executescript(_TABLE)


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    return getattr(error, "sqlite_errorcode", 0) in _DAMAGED


def _kept(row: _Row) -> KeptQuotation:
    at, last_day, name, phone, email, people, trips, number = row
    names = tuple(map(str, json.loads(people)))
    days = datetime.fromisoformat(at), date.fromisoformat(last_day)
    return KeptQuotation(*days, name, phone, email, names, trips, number)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
