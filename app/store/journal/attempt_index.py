"""The index of the journal's attempts: which entries belong to which, found by what is asked for.

It is derived from the journal alone and holds nothing private. Its file may be deleted at any time: the next
start makes it anew. It is written when the journal is checked, never during a sale.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple

from app.core.renaming import rename_over
from app.store.journal.attempt import AttemptKey, AttemptSpan, trip_of

INDEX_FILE = "attempts.sqlite"
_TABLES = (
    """CREATE TABLE attempt (
  first INTEGER PRIMARY KEY, last INTEGER NOT NULL, steps TEXT NOT NULL, intent TEXT NOT NULL,
  number INTEGER NOT NULL, request TEXT NOT NULL, state TEXT NOT NULL, at REAL NOT NULL,
  earliest REAL NOT NULL, latest REAL NOT NULL,
  booking TEXT, trip TEXT, content TEXT, asked TEXT
) STRICT""",
    "CREATE TABLE covered (seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT",
    "CREATE UNIQUE INDEX by_key ON attempt (intent, number)",
    "CREATE INDEX by_request ON attempt (request)",
    "CREATE INDEX by_state ON attempt (state)",
    "CREATE INDEX by_end ON attempt (last)",
    "CREATE INDEX by_time ON attempt (at)",
    *(
        f"CREATE INDEX by_{name} ON attempt ({name}) WHERE {name} IS NOT NULL"
        for name in ("booking", "trip", "content", "asked")
    ),
)
_ADD = """INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (intent, number) DO UPDATE SET
  last = excluded.last, steps = steps || ',' || excluded.steps, state = excluded.state, at = excluded.at,
  earliest = min(earliest, excluded.earliest), latest = max(latest, excluded.latest),
  booking = ifnull(excluded.booking, booking), trip = ifnull(excluded.trip, trip),
  content = ifnull(excluded.content, content), asked = ifnull(excluded.asked, asked)
"""
_COUNT = """SELECT count(*), ifnull(sum(length(steps) - length(replace(steps, ',', '')) + 1), 0)
  FROM attempt"""
By = Literal["all", "asked", "booking", "content", "intent", "request", "states", "time", "trip"]
"""What attempts are found by; `states` by a list of them in JSON."""
_CONDITIONS: Mapping[By, str] = {
    "all": "? = ''",
    "states": "state IN (SELECT value FROM json_each(?))",
    "time": "at >= ?",
    "asked": "asked = ?",
    "booking": "booking = ?",
    "content": "content = ?",
    "intent": "intent = ?",
    "request": "request = ?",
    "trip": "trip = ?",
}
_AFTER = "SELECT * FROM attempt WHERE last > ? AND last <= ? ORDER BY last LIMIT ?"
_ROWS = "SELECT * FROM attempt WHERE"
_FIND = {by: f"{_ROWS} {condition} ORDER BY first" for by, condition in _CONDITIONS.items()}
_SPANS = "SELECT intent, request, earliest, latest FROM attempt WHERE at >= ? AND first <= ? ORDER BY first"
_PREFIX = len("ac1-00000000-")


_TYPES = (int, int, str, str, int, str, str, float, float, float, *(4 * (str | None,)))
_STEPS = re.compile(r"[1-9][0-9]{0,17}(?:,[1-9][0-9]{0,17})*")
_NO_ROW = "a row is none"
_NAMES = slice(-4, None)
"""What an entry may name, at the end of a row."""


class IndexRow(NamedTuple):
    """What the index holds of some entries of one attempt."""

    first: int
    last: int
    steps: str
    """The numbers of its entries, ascending, separated by commas."""
    intent: str
    number: int
    request: str
    state: str
    at: float
    """Of its newest entry, in seconds since 1970."""
    earliest: float
    latest: float
    """Of all its entries: a clock may have been set back."""
    booking: str | None
    trip: str | None
    content: str | None
    asked: str | None

    @property
    def key(self) -> AttemptKey:
        """The attempt's key."""
        return self.intent, self.number

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its entries, ascending."""
        return tuple(map(int, self.steps.split(",")))

    def holds(self, part: IndexRow) -> bool:
        """Whether this whole row agrees with one of some of its entries."""
        ends = self.last == part.last
        if not set(part.numbers) <= set(self.numbers) or self.request != part.request:
            return False
        if part.earliest < self.earliest or part.latest > self.latest:
            return False
        if ends and (self.state, self.at) != (part.state, part.at):
            return False
        named = zip(self[_NAMES], part[_NAMES], strict=True)
        # A later entry may have named another.
        return all(own == said or said is None or (own is not None and not ends) for own, said in named)


class AttemptIndex:
    """The index in one file. Thread-safe; every error is a sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        """Open or make it; a file that is damaged or of another form is made anew.

        Raises sqlite3.Error or OSError when that is impossible.
        """
        self._path = path
        self._using = threading.Lock()
        try:
            self._connection = self._opened()
        # The second: SQLite's message about a damaged schema may not be valid text itself.
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            path.unlink(missing_ok=True)
            self._connection = self._opened()

    @property
    def covered(self) -> tuple[int, str]:
        """The number and the hash of the newest entry in it; 0 and an empty text for none."""
        found = self._asked("SELECT seq, hash FROM covered")
        if found and not _is_of(found[0], (int, str)):
            raise sqlite3.DatabaseError(_NO_ROW)
        return found[0] if found else (0, "")

    @contextmanager
    def adding(self) -> Generator[None]:
        """What is added meanwhile is on the disk at its end, all at once; after an error nothing is."""
        try:
            yield
        except BaseException:
            with self._using, suppress(sqlite3.Error):
                self._connection.rollback()
            raise
        with self._using:
            self._connection.commit()

    def add(self, rows: Collection[IndexRow], newest: int, newest_hash: str) -> None:
        """Add what entries after those in it say; the newest of them has this number and hash."""
        if not rows:
            return
        with self._using:
            if not self._connection.in_transaction:
                self._connection.execute("BEGIN")
            self._connection.executemany(_ADD, rows)
            self._connection.execute("DELETE FROM covered")
            self._connection.execute("INSERT INTO covered VALUES (?, ?)", (newest, newest_hash))

    def find(self, by: By, value: str | float) -> list[IndexRow]:
        """The rows of what is sought, oldest first; at least those, where a later entry says otherwise."""
        return list(map(_read_row, self._asked(_FIND[by], value)))

    def after(self, number: int, until: int, most: int | None) -> list[IndexRow]:
        """The rows whose newest entry is after a number and up to another, by that; at most so many."""
        return list(map(_read_row, self._asked(_AFTER, number, until, -1 if most is None else most)))

    def spans(self, since: float, until: int) -> list[AttemptSpan]:
        """The spans of attempts whose newest entry is not older, and that began by an entry up to `until`."""
        return [AttemptSpan(*each) for each in self._asked(_SPANS, since, until)]

    def of_keys(self, keys: Iterable[AttemptKey]) -> dict[AttemptKey, IndexRow]:
        """The rows of these attempts, as far as it has them."""
        asked = json.dumps([list(each) for each in keys])
        found = self._asked(
            "SELECT attempt.* FROM json_each(?) AS key JOIN attempt"
            " ON intent = json_extract(key.value, '$[0]') AND number = json_extract(key.value, '$[1]')",
            asked,
        )
        return {row.key: row for row in map(_read_row, found)}

    def newest_first(self, page: int = 100) -> Iterator[IndexRow]:
        """All rows, the attempt that began last first."""
        before = (1 << 63) - 1
        while found := self._asked(
            "SELECT * FROM attempt WHERE first < ? ORDER BY first DESC LIMIT ?", before, page
        ):
            for row in map(_read_row, found):
                if row.first >= before:
                    # A damaged tree would be gone through for ever.
                    raise sqlite3.DatabaseError(_NO_ROW)
                before = row.first
                yield row

    def greatest_requests(self) -> list[str]:
        """The greatest request number of each desk, or of each beginning of as many characters."""
        found: list[str] = []
        after = ""
        while (least := self._one("SELECT min(request) FROM attempt WHERE request > ?", after)) is not None:
            if least <= after:
                raise sqlite3.DatabaseError(_NO_ROW)
            # "~" is greater than every character of a number.
            after = f"{least[:_PREFIX]}~"
            found.append(self._one("SELECT max(request) FROM attempt WHERE request < ?", after) or least)
        return found

    def count(self) -> tuple[int, int]:
        """The number of attempts, and that of their entries."""
        attempts, entries = self._asked(_COUNT)[0]
        return int(attempts), int(entries)

    def is_whole(self) -> bool:
        """Whether SQLite itself finds nothing wrong in the file, and no row that one of its trees lacks.

        Others may ask meanwhile. Raises sqlite3.Error.
        """
        with closing(sqlite3.connect(self._path)) as apart:
            return apart.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)

    @contextmanager
    def made_anew(self) -> Generator[AttemptIndex]:
        """An empty index, which takes the place of this one at the end, but not after an error.

        This one answers until then. Raises sqlite3.Error or OSError.
        """
        path = self._path.with_name(f"{self._path.name}.new")
        path.unlink(missing_ok=True)
        made = AttemptIndex(path)
        try:
            yield made
        except BaseException:
            made.discard()
            raise
        made.close()
        with self._using:
            self._connection.close()
            rename_over(path, self._path)
            self._connection = self._opened()

    def discard(self) -> None:
        """Close and delete it, so that the next start checks everything first and makes it anew."""
        self.close()
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file."""
        with self._using:
            self._connection.close()

    def _opened(self) -> sqlite3.Connection:
        if not self._path.exists():
            self._path.touch(mode=0o600)
        connection = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
        try:
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
                with connection:
                    connection.execute("BEGIN")
                    for statement in _TABLES:
                        connection.execute(statement)
            made = {sql for (sql,) in connection.execute("SELECT sql FROM sqlite_schema")}
        except BaseException:
            connection.close()
            raise
        if made != set(_TABLES):
            connection.close()
            raise sqlite3.DatabaseError
        return connection

    def _asked(self, query: str, *values: str | float) -> list[Any]:
        with self._using:
            return self._connection.execute(query, values).fetchall()

    def _one(self, query: str, *values: str) -> str | None:
        found = self._asked(query, *values)[0]
        if not _is_of(found, (str | None,)):
            raise sqlite3.DatabaseError(_NO_ROW)
        return found[0]


def _read_row(values: Sequence[Any]) -> IndexRow:
    """A row as it stands. Raises sqlite3.DatabaseError for one that was never written so."""
    row = IndexRow(*values)
    if not _is_of(row, _TYPES) or not _STEPS.fullmatch(row.steps):
        raise sqlite3.DatabaseError(_NO_ROW)
    return row


def _is_of(row: Sequence[object], types: Sequence[type | UnionType]) -> bool:
    return all(isinstance(each, of) for each, of in zip(row, types, strict=True))


def rows_of(said: Iterable[Mapping[str, Any]]) -> dict[AttemptKey, IndexRow]:
    """The rows of entries, as their texts say them, oldest first; each with what they alone say."""
    steps: dict[AttemptKey, list[Mapping[str, Any]]] = {}
    for each in said:
        steps.setdefault((each["intent_id"], each["attempt"]), []).append(each)
    return {key: _row(*key, each) for key, each in steps.items()}


def _row(intent_id: str, number: int, steps: Sequence[Mapping[str, Any]]) -> IndexRow:
    first, last = steps[0], steps[-1]
    times = [datetime.fromisoformat(each["at"]).timestamp() for each in steps]
    facts: dict[str, Any] = {}
    for each in steps:
        facts |= each["facts"]
    return IndexRow(
        first["seq"],
        last["seq"],
        ",".join([str(each["seq"]) for each in steps]),
        intent_id,
        number,
        first["request_id"],
        last["state"],
        times[-1],
        min(times),
        max(times),
        str(facts.get("booking_ref") or "").casefold() or None,
        trip_of(facts) or None,
        facts.get("content_sha256") or None,
        facts.get("asked_as") or None,
    )
