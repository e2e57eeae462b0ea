"""The till's book: SQLite, flushed at every commit, append-only by triggers, its rows in a hash chain.

A receipt takes its number in the transaction that writes it, and a unique index keeps a number from being
taken twice. What is asked by sale or by day is found by indexes over the text of the rows itself.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from app.core.language import Message, mark
from app.store.journal.hash_chain import BEFORE_THE_FIRST, ChainLine, is_next, is_sealed, next_line
from app.store.till.errors import TillError
from app.store.till.outside_memory import Newest, OutsideMemory
from app.store.till.till_schema import (
    COUNT_SCHEMA,
    FIRST_DAY,
    LAST_NUMBER,
    MOST_RESTARTS,
    READ_ALL,
    READ_DAYS,
    READ_OWED,
    READ_SALE,
    READ_SCHEMA,
    SCHEMA,
    WRITE,
    dropping,
)

FILE = "till.db"
_PATIENCE_SECONDS = 10.0
_PRAGMAS = ("journal_mode=DELETE", "synchronous=EXTRA")
_NOT_WRITTEN = mark(
    "This payment could not be written down. Note it on paper and record it later. The booking stands."
)
_NOT_READ = mark("The till\u2019s book cannot be read.")


class TillKind(StrEnum):
    """What an entry is."""

    RECEIPT = "receipt"
    OWED = "owed"
    SERIES = "series"
    """The series of the receipts begins anew, and why."""


class TillEntry(NamedTuple):
    """One entry of the book."""

    seq: int
    at: datetime
    kind: TillKind
    clerk: str
    facts: Mapping[str, Any]
    """As they were given, with `series`, `year` and `number` of a receipt."""


class Series(NamedTuple):
    """The numbers that a receipt belongs to: the desk's letters and the financial year."""

    letters: str
    year: str


class TillBook:
    """The open book of one profile. Thread-safe; each method waits for the disk.

    A book that is older than what was recorded outside, of another desk, or changed by another program goes
    on with a new series, so that no number is on paper twice.
    """

    def __init__(
        self,
        folder: Path,
        memory: OutsideMemory,
        *,
        desk: str,
        key: bytes = b"",
        clock: Callable[[], datetime],
    ) -> None:
        """Open or make it. `desk` is the name of this counter in its requests. Raises TillError."""
        self._memory, self._desk, self._key, self._clock = memory, desk, key, clock
        self._using = threading.Lock()
        self._path = folder / FILE
        told = memory.last()
        try:
            self._connection, was_unreadable = self._opened()
            self._seq, self._last = 0, BEFORE_THE_FIRST
            self._restarts = self._begun_anew()
            why = self._why_anew(told)
            if was_unreadable:
                why = _UNREADABLE
            if why is not None:
                self._restarts = max(self._restarts, told.restarts) + 1
                facts = {"restarts": self._restarts, "why": why.text}
                self._write(TillKind.SERIES, "", facts, None)
        except (sqlite3.Error, OSError, ValueError, KeyError, TypeError) as error:
            raise TillError(_NOT_READ) from error
        self.warning: Message | None = why
        """Why the series of the receipts began anew when it was opened; None when it did not."""
        memory.keep(self._newest)

    def next_number(self, series: Series) -> tuple[str, int]:
        """The series and the number that the next receipt would have. Raises TillError."""
        with self._asking():
            return self._next(series)

    def append(
        self, kind: TillKind, clerk: str, facts: Mapping[str, Any], series: Series | None = None
    ) -> TillEntry:
        """Write an entry, with the next number of a series if given; it is on the disk when this returns.

        Raises TillError; nothing was written then.
        """
        try:
            with self._using:
                entry = self._write(kind, clerk, facts, series)
        except (sqlite3.Error, ValueError) as error:
            raise TillError(_NOT_WRITTEN) from error
        self._memory.keep(self._newest)
        return entry

    def of_sale(self, request_id: str) -> tuple[TillEntry, ...]:
        """The entries of a sale, the oldest first. Raises TillError."""
        with self._asking():
            return tuple(map(_entry, self._lines(READ_SALE, request_id)))

    def of_days(self, first: date, last: date) -> tuple[TillEntry, ...]:
        """The entries of days at this counter, the oldest first. Raises TillError."""
        with self._asking():
            return tuple(map(_entry, self._lines(READ_DAYS, first.isoformat(), last.isoformat())))

    def owed(self) -> tuple[tuple[str, TillEntry], ...]:
        """Each sale of which something is owed, with its last entry, the oldest first. Raises TillError."""
        with self._asking():
            rows = self._connection.execute(READ_OWED).fetchall()
            return tuple((request_id, _entry(ChainLine(*line))) for request_id, *line in rows)

    def first_day(self) -> date | None:
        """The day of the first entry; None without any. Raises TillError."""
        with self._asking():
            found = self._connection.execute(FIRST_DAY).fetchone()
            return None if found is None else date.fromisoformat(found[0])

    def close(self) -> None:
        """Close the file."""
        with self._using:
            self._connection.close()

    @property
    def _newest(self) -> Newest:
        return Newest(self._seq, self._last, self._restarts)

    @contextmanager
    def _asking(self) -> Generator[None]:
        try:
            with self._using:
                yield
        except (sqlite3.Error, ValueError, KeyError, TypeError) as error:
            raise TillError(_NOT_READ) from error

    def _opened(self) -> tuple[sqlite3.Connection, bool]:
        """The file, and whether a former one could not be read: that is set aside as it is."""
        try:
            return self._connected(), False
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            self._path.rename(self._path.with_name(f"till.broken-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.db"))
            return self._connected(), True

    def _connected(self) -> sqlite3.Connection:
        if not self._path.exists():
            # SQLite gives its own files the mode of this one.
            self._path.touch(mode=0o600)
        connection = sqlite3.connect(
            self._path, isolation_level=None, check_same_thread=False, timeout=_PATIENCE_SECONDS
        )
        try:
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            if not connection.execute(COUNT_SCHEMA).fetchone()[0]:
                with _commit(connection):
                    for statement in SCHEMA:
                        connection.execute(statement)
            _check(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _why_anew(self, told: Newest) -> Message | None:
        """Why the series of the receipts must begin anew; None when it goes on. Goes through all rows."""
        is_changed, is_told, before, last = self._is_mended(), not told.seq, BEFORE_THE_FIRST, None
        for seq, *kept in self._connection.execute(READ_ALL):
            last, before = ChainLine(*kept), self._last
            is_begun = f'"kind":"{TillKind.SERIES}"' in last.text
            # What was found before is known by the entry that began the series anew.
            is_changed = not is_next(last, before) or (is_changed and not is_begun)
            is_told = is_told or (seq, last.hash) == (told.seq, told.hash)
            self._seq, self._last = seq, last.hash
        if is_changed:
            return _CHANGED
        if not is_told:
            return _OLD
        if last is not None and self._is_of_another(last, before):
            return _ELSEWHERE
        return None

    def _is_of_another(self, last: ChainLine, before: str) -> bool:
        """Whether the last row was written by another counter, or another computer's key sealed it."""
        return json.loads(last.text)["desk"] != self._desk or not is_sealed([last], self._key, before)

    def _is_mended(self) -> bool:
        """Whether the table was not guarded as it should be; it is again from now on."""
        found = self._connection.execute(READ_SCHEMA).fetchall()
        made = {sql for _, _, sql in found}
        if made == set(SCHEMA):
            return False
        with _commit(self._connection) as connection:
            for kind, name, sql in found:
                if sql not in SCHEMA and kind != "table":
                    connection.execute(dropping(kind, name))
            for statement in SCHEMA:
                if statement not in made:
                    connection.execute(statement)
        return True

    def _begun_anew(self) -> int:
        """How often the series was begun anew, by the book itself."""
        return int(self._connection.execute(MOST_RESTARTS).fetchone()[0])

    def _write(
        self, kind: TillKind, clerk: str, facts: Mapping[str, Any], series: Series | None
    ) -> TillEntry:
        now = self._clock()
        content: dict[str, Any] = {
            **facts,
            "seq": self._seq + 1,
            "at": now.astimezone(UTC).isoformat(),
            "day": now.date().isoformat(),
            "kind": kind.value,
            "clerk": clerk,
            "desk": self._desk,
        }
        with _commit(self._connection) as connection:
            if series is not None:
                letters, number = self._next(series)
                content |= {"series": letters, "year": series.year, "number": number}
            line = next_line(content, self._last, self._key)
            row = (content["seq"], line.text, line.seal, line.hash)
            connection.execute(WRITE, row)
        self._seq, self._last = self._seq + 1, line.hash
        return _entry(line)

    def _next(self, series: Series) -> tuple[str, int]:
        letters = f"{series.letters}{self._restarts or ''}"
        last = self._connection.execute(LAST_NUMBER, (letters, series.year)).fetchone()[0]
        return letters, int(last) + 1

    def _lines(self, query: str, *values: object) -> list[ChainLine]:
        return [ChainLine(*each) for each in self._connection.execute(query, values)]


_OLD = mark("An older copy of the till\u2019s book was put back. Receipts go on with a new series.")
_ELSEWHERE = mark(
    "The till\u2019s book was restored, or comes from another computer. Receipts go on with a new series."
)
_CHANGED = mark(
    "The till\u2019s book was changed by another program. It is kept as it is, "
    "and receipts go on with a new series."
)
_UNREADABLE = mark(
    "The till\u2019s book could not be read and was set aside. Receipts go on with a new series."
)


def _entry(line: ChainLine) -> TillEntry:
    facts = json.loads(line.text)
    at = datetime.fromisoformat(facts["at"])
    return TillEntry(facts["seq"], at, TillKind(facts["kind"]), facts["clerk"], facts)


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError


@contextmanager
def _commit(connection: sqlite3.Connection) -> Generator[sqlite3.Connection]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # On a full disk SQLite has rolled back by itself; a second time does no harm.
        connection.rollback()
        raise
