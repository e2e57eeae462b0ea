"""The till's book: SQLite, flushed at every commit, append-only by triggers, its rows in a hash chain.

A receipt takes its number in the transaction that writes it, and a unique index keeps a number from being
taken twice. What is asked by sale or by day is found by indexes over the text of the rows itself.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from datetime import UTC, date, datetime
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from app.core.language import Message, mark
from app.store.journal.hash_chain import (
    BEFORE_THE_FIRST,
    UNKEYED,
    ChainLine,
    is_next,
    is_sealed,
    next_line,
)
from app.store.journal.sqlite_log import PATIENCE_SECONDS, committed
from app.store.till.errors import UNREADABLE, TillError
from app.store.till.handed_line import HandedLine
from app.store.till.outside_memory import Newest, OutsideMemory
from app.store.till.till_schema import (
    ADDED,
    COUNT_SCHEMA,
    DIFFERS,
    FILE,
    FIRST_DAY,
    FORGET,
    FORMER,
    IS_FORGOTTEN,
    LAST_CLOSING,
    LAST_NUMBER,
    MOST_RESTARTS,
    READ_AFTER,
    READ_ALL,
    READ_DAYS,
    READ_HASH,
    READ_OWED,
    READ_REFERRING,
    READ_SALE,
    READ_SCHEMA,
    READ_SETTLED,
    READ_SETTLED_OF,
    READ_SINCE,
    READ_VERSION,
    REMEMBER_FORGOTTEN,
    SAY_AGAIN,
    SCHEMA,
    SET_VERSION,
    VERSION,
    VIEWS,
    WRITE,
    WRITE_PRIVATE,
    dropping,
)

_SET_ASIDE = "till.broken-{}.db"
_PRAGMAS = ("journal_mode=DELETE", "synchronous=EXTRA", "secure_delete=ON")
_NOT_WRITTEN = mark(
    "This payment could not be written down. Note it on paper and record it later. The booking stands."
)
_MEANWHILE = mark(
    "Something was recorded for this sale meanwhile, so nothing was written down. Go back and open it again."
)
_NOT_FORGOTTEN = mark("The till\u2019s book could not forget a customer.")
_NEWER = mark("A newer Agency Counter made the till\u2019s book. Update this one.")
_NOTHING: Mapping[str, Any] = MappingProxyType({})
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without I and O, which look like figures."""
_NOT_READ = mark("The till\u2019s book cannot be read.")


class TillKind(StrEnum):
    """What an entry is."""

    RECEIPT = "receipt"
    OWED = "owed"
    CORRECTION = "correction"
    """A receipt in the place of another one."""
    REFUND = "refund"
    OPENING = "opening"
    """The drawer is opened with a float."""
    MOVE = "move"
    """Cash that is put in or taken out, and why."""
    COUNT = "count"
    """What was found in the drawer, which may be closed with it."""
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
    private: Mapping[str, Any]
    """What is forgotten with its customer, and stands in no hash; empty then, and without any."""
    hash: str
    """Of its line: what tells it from all others."""


class Series(NamedTuple):
    """The numbers that a receipt belongs to: the desk's letters and the financial year."""

    letters: str
    year: str


def letters_of(desk: str) -> str:
    """The letters of a desk's receipts where none are chosen: two, by the name of the desk."""
    number = int.from_bytes(hashlib.sha256(desk.encode()).digest()[:4])
    return "".join(_LETTERS[each % len(_LETTERS)] for each in (number, number // len(_LETTERS)))


class _Book(sqlite3.Connection):
    """A file that is read whatever stands in it.

    All that is written is ASCII: whatever else stands there has to count, and not to stop the reading.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path, isolation_level=None, check_same_thread=False, timeout=PATIENCE_SECONDS)
        self.text_factory = _latin


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
        self._trying: ChainLine | None = None
        """The row that is being written, which may be on the disk though the disk says otherwise."""
        self._path = folder / FILE
        told = memory.last()
        self._seq = 0
        self._last: str = BEFORE_THE_FIRST
        try:
            self._connection, was_unreadable = self._opened()
            self._restarts = self._begun_anew()
            why, breaks = self._why_anew(told)
            if was_unreadable:
                why = _UNREADABLE
            if why is not None:
                self._restarts = max(self._restarts, told.restarts) + 1
                facts = {"restarts": self._restarts, "why": why.text, "breaks": breaks}
                self._write(TillKind.SERIES, "", facts, None, {})
        except (sqlite3.Error, OSError, *UNREADABLE) as error:
            raise TillError(_NOT_READ) from error
        self.warning: Message | None = why
        """Why the series of the receipts began anew when it was opened; None when it did not."""
        memory.keep(self._newest)

    def next_number(self, series: Series) -> tuple[str, int]:
        """The series and the number that the next receipt would have. Raises TillError."""
        with self._asking():
            return self._next(series)

    def append(
        self,
        kind: TillKind,
        clerk: str,
        facts: Mapping[str, Any],
        series: Series | None = None,
        private: Mapping[str, Any] = _NOTHING,
    ) -> TillEntry:
        """Write an entry, with the next number of a series if given; it is on the disk when this returns.

        Of each of its sales `before` is what was settled of it when the clerk saw it; without one nothing is
        compared. Raises TillError; nothing was written then.
        """
        with self._using:
            self._found_again()
            if self._trying is not None:
                # What became of the one before is not known: this one could be taken for it.
                raise TillError(_NOT_WRITTEN)
            try:
                entry = self._write(kind, clerk, facts, series, private)
            except (sqlite3.Error, ValueError) as error:
                found = self._found_again()
                if found is None:
                    raise TillError(_NOT_WRITTEN) from error
                entry = found._replace(private=private)
        self._memory.keep(self._newest)
        return entry

    def forget(self, request_ids: Iterable[str]) -> None:
        """Delete for good what is private of the entries of these sales. Raises TillError."""
        try:
            with self._using, committed(self._connection) as connection:
                forgotten = [(each,) for each in request_ids]
                connection.executemany(FORGET, forgotten)
                connection.executemany(REMEMBER_FORGOTTEN, forgotten)
            for each in self._path.parent.glob(_SET_ASIDE.format("*")):
                # As other damaged files: nobody can take a customer out of it.
                each.unlink()
        except (sqlite3.Error, OSError) as error:
            raise TillError(_NOT_FORGOTTEN) from error

    def of_sale(self, request_id: str) -> tuple[TillEntry, ...]:
        """The entries of a sale, the oldest first. Raises TillError."""
        with self._asking():
            return self._entries(READ_SALE, request_id)

    def of_days(self, first: date, last: date) -> tuple[TillEntry, ...]:
        """The entries of days at this counter, the oldest first. Raises TillError."""
        with self._asking():
            return self._entries(READ_DAYS, first.isoformat(), last.isoformat())

    def referring(self, is_meant: Callable[[str], bool]) -> tuple[TillEntry, ...]:
        """The entries with such a reference in one of their lines, the oldest first. Raises TillError."""
        with self._asking():
            self._connection.create_function("is_meant", 1, is_meant)
            return self._entries(READ_REFERRING)

    def since_closing(self) -> tuple[TillEntry, ...]:
        """The entry with which the drawer was closed last, and all after it. Raises TillError."""
        with self._asking():
            (since,) = self._connection.execute(LAST_CLOSING).fetchone()
            return self._entries(READ_SINCE, since)

    def owed(self) -> tuple[tuple[str, TillEntry], ...]:
        """Each sale of which something is owed, with its last entry, the oldest first. Raises TillError."""
        with self._asking():
            rows = self._connection.execute(READ_OWED).fetchall()
            return tuple((request_id, _read(*row)) for request_id, *row in rows)

    def settled(self, request_id: str) -> int:
        """How many paise of a sale are settled. Raises TillError."""
        with self._asking():
            return self._settled(request_id)

    def settled_of(self, request_ids: Iterable[str]) -> dict[str, int]:
        """The paise settled of each sale, of those of which anything is recorded. Raises TillError."""
        with self._asking():
            return dict(self._connection.execute(READ_SETTLED_OF, (json.dumps([*request_ids]),)).fetchall())

    def first_day(self) -> date | None:
        """The earliest day of an entry; None without any. Raises TillError."""
        with self._asking():
            (found,) = self._connection.execute(FIRST_DAY).fetchone()
            return None if found is None else date.fromisoformat(found)

    def hash_at(self, seq: int) -> str:
        """The hash of the line at a place; empty when there is none. Raises TillError."""
        with self._asking():
            found = self._connection.execute(READ_HASH, (seq,)).fetchone()
            return "" if found is None else str(found[0])

    def lines_after(self, seq: int) -> tuple[HandedLine, ...]:
        """Some of the lines after a place, without what is private, the oldest first. Raises TillError."""
        with self._asking():
            rows = self._connection.execute(READ_AFTER, (seq,)).fetchall()
            lines = ((place, ChainLine(*kept)) for place, *kept in rows)
            return tuple(HandedLine(place, entry_of(line).at.astimezone(UTC), line) for place, line in lines)

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
        except (sqlite3.Error, *UNREADABLE) as error:
            raise TillError(_NOT_READ) from error

    def _opened(self) -> tuple[sqlite3.Connection, bool]:
        """The file, and whether a former one could not be read: that is set aside as it is."""
        try:
            return self._connected(), False
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
            self._path.rename(self._path.with_name(_SET_ASIDE.format(f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}")))
            return self._connected(), True

    def _connected(self) -> sqlite3.Connection:
        if not self._path.exists():
            # SQLite gives its own files the mode of this one.
            self._path.touch(mode=0o600)
        connection = _Book(self._path)
        try:
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            if not connection.execute(COUNT_SCHEMA).fetchone()[0]:
                with committed(connection):
                    for statement in (*SCHEMA, SET_VERSION):
                        connection.execute(statement)
            _check(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _why_anew(self, told: Newest) -> tuple[Message | None, list[str]]:
        """Why the series of the receipts must begin anew, None when it goes on; and where the chain breaks.

        Goes through all rows. A break that was found before is known by the entry that began the series anew.
        """
        # One in which nothing was written yet has no row to find.
        is_told = told == Newest() or (told.seq, told.hash) == (0, BEFORE_THE_FIRST)
        is_unguarded, before, last = self._is_mended(), BEFORE_THE_FIRST, None
        breaks, known, is_keyed = list[str](), set[str](), False
        for seq, *kept in self._connection.execute(READ_ALL):
            last, before = ChainLine(*kept), self._last
            begins = f'"kind":"{TillKind.SERIES}"' in last.text
            # Without its key this computer begins the series anew: no other entry comes between keyed ones.
            is_foreign = is_keyed and last.seal == UNKEYED and not begins
            if is_foreign or not is_next(last, before):
                breaks.append(_named(seq, last, before))
            else:
                is_keyed = bool(self._key) and last.seal != UNKEYED
            if begins:
                known.update(_breaks_in(last))
            is_told = is_told or (seq, last.hash) == (told.seq, told.hash)
            self._seq, self._last = int(seq), last.hash
        if is_unguarded or set(breaks) - known:
            return _CHANGED, breaks
        if not is_told:
            return _OLD, breaks
        if last is not None and self._is_of_another(last, before):
            return _ELSEWHERE, breaks
        return None, breaks

    def _is_of_another(self, last: ChainLine, before: str) -> bool:
        """Whether the last row was written by another counter, or another computer's key sealed it."""
        return json.loads(last.text)["desk"] != self._desk or not is_sealed([last], self._key, before)

    def _is_mended(self) -> bool:
        """Whether the table was not guarded as it should be; it is again from now on.

        What an older program has made is renewed, and that alone is no reason.
        """
        found = self._connection.execute(READ_SCHEMA).fetchall()
        made = {sql for _, _, sql in found}
        is_older = bool(made & FORMER.keys())
        if made == set(SCHEMA):
            return self._is_derived_again()
        with committed(self._connection) as connection:
            for kind, name, sql in found:
                if sql not in SCHEMA and kind != "table":
                    connection.execute(dropping(kind, name))
            for statement in SCHEMA:
                if statement not in made:
                    connection.execute(statement)
        has_changed = self._is_derived_again() and not is_older
        return has_changed or {FORMER.get(sql, sql) for sql in made} | ADDED != set(SCHEMA)

    def _is_derived_again(self) -> bool:
        """Whether a table by which entries are found said something else; it is made again from them."""
        for statement in VIEWS:
            self._connection.execute(statement)
        if not self._connection.execute(DIFFERS).fetchone()[0]:
            return False
        with committed(self._connection) as connection:
            for statement in SAY_AGAIN:
                connection.execute(statement)
        return True

    def _begun_anew(self) -> int:
        """How often the series was begun anew, by the book itself."""
        return int(self._connection.execute(MOST_RESTARTS).fetchone()[0])

    def _write(
        self,
        kind: TillKind,
        clerk: str,
        facts: Mapping[str, Any],
        series: Series | None,
        private: Mapping[str, Any],
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
        with committed(self._connection) as connection:
            if any(self._settled(each["request_id"]) != each["before"] for each in _compared(facts)):
                raise TillError(_MEANWHILE)
            if series is not None:
                letters, number = self._next(series)
                content |= {"series": letters, "year": series.year, "number": number}
            line = next_line(content, self._last, self._key)
            connection.execute(WRITE, (content["seq"], *line))
            if private and not self._is_forgotten(facts):
                connection.execute(WRITE_PRIVATE, (content["seq"], json.dumps(private)))
            self._trying = line
        self._trying = None
        self._seq, self._last = self._seq + 1, line.hash
        return entry_of(line, private)

    def _found_again(self) -> TillEntry | None:
        """The row whose writing failed, when it is on the disk all the same; asked over a new connection.

        After an error at the end of a transaction nobody knows what the file has.
        """
        line = self._trying
        if line is None:
            return None
        try:
            connection = self._connected()
            row = connection.execute(READ_HASH, (self._seq + 1,)).fetchone()
        except (sqlite3.Error, OSError):
            # It is asked again before anything else is written.
            return None
        self._connection.close()
        self._connection, self._trying = connection, None
        if row != (line.hash,):
            return None
        self._seq, self._last = self._seq + 1, line.hash
        return entry_of(line, _NOTHING)

    def _is_forgotten(self, facts: Mapping[str, Any]) -> bool:
        """Whether the customer of one of these sales is forgotten."""
        names = [each["request_id"] for each in facts.get("sales", ())]
        return any(self._connection.execute(IS_FORGOTTEN, (each,)).fetchone()[0] for each in names)

    def _settled(self, request_id: str) -> int:
        return int(self._connection.execute(READ_SETTLED, (request_id,)).fetchone()[0])

    def _next(self, series: Series) -> tuple[str, int]:
        letters = f"{series.letters or letters_of(self._desk)}{self._restarts or ''}"
        last = self._connection.execute(LAST_NUMBER, (letters, series.year)).fetchone()[0]
        return letters, int(last) + 1

    def _entries(self, query: str, *values: object) -> tuple[TillEntry, ...]:
        return tuple(_read(*each) for each in self._connection.execute(query, values))


_OLD = mark("An older copy of the till\u2019s book was put back. Receipts go on with a new series.")
_ELSEWHERE = mark(
    "The till\u2019s book was restored, or comes from another computer. Receipts go on with a new series."
)
_CHANGED = mark(
    "The till\u2019s book was changed by another program. It is kept as it is, "
    "and receipts go on with a new series."
)
_UNREADABLE = mark(
    "The till\u2019s book could not be read and was set aside. Receipts go on with a new series, "
    "and what was owed before is no longer known."
)


def entry_of(line: ChainLine, private: Mapping[str, Any] = _NOTHING) -> TillEntry:
    """What a line says. Raises ValueError, KeyError or TypeError for one that says nothing."""
    facts = json.loads(line.text)
    at = datetime.fromisoformat(facts["at"])
    return TillEntry(facts["seq"], at, TillKind(facts["kind"]), facts["clerk"], facts, private, line.hash)


def _read(text: str, seal: str, line_hash: str, kept: str | None) -> TillEntry:
    return entry_of(ChainLine(text, seal, line_hash), json.loads(kept) if kept else _NOTHING)


def _compared(facts: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The sales of which it is known what was settled when the clerk saw them."""
    return [each for each in facts.get("sales", ()) if "before" in each]


def _breaks_in(line: ChainLine) -> list[str]:
    """The breaks that the beginning of a series knows; none when another program wrote it."""
    try:
        return [str(each) for each in json.loads(line.text)["breaks"]]
    except UNREADABLE:
        return []


def _named(seq: int, line: ChainLine, before: str) -> str:
    """A break of the chain: which row it is, and what stands in it."""
    digest = hashlib.sha256("\n".join((before, *line)).encode()).hexdigest()
    return f"{seq} {digest[:16]}"


def _latin(data: bytes) -> str:
    return data.decode("latin-1")


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute(READ_VERSION).fetchone()[0] > VERSION:
        raise TillError(_NEWER)
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError
