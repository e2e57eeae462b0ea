"""The outbox: what this desk has to write to the office's shared database, stored here until it is there."""

from __future__ import annotations

import sqlite3
import threading
import uuid
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from app.store.register.values import KeptNote, KeptSale

FILE = "outbox.db"
HELPING = 100
"""The number of items read at once."""
NOTE, LOOKED_UP, FORGOTTEN, PAST = "note", "looked_up", "forgotten", "past"
_PRAGMAS = ("synchronous=FULL", "secure_delete=ON")
_TABLES = (
    "CREATE TABLE IF NOT EXISTS source (name TEXT NOT NULL)",
    # Numbers are never used again, even when the outbox is empty.
    "CREATE TABLE IF NOT EXISTS item (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, body TEXT)",
)


class NoteBody(NamedTuple):
    """A note, with the three states of the booking if they were read."""

    note: KeptNote
    said: tuple[str, ...] | None


class ForgottenBody(NamedTuple):
    """The customer to forget, and when (ISO 8601). An older version gave only the phone."""

    phone: str
    at: str
    email: str = ""
    names: tuple[str, ...] = ()
    """Names under which the customer is noted, also as one of several travellers."""


class PastBody(NamedTuple):
    """The sales of one desk that ended before a day, whose customers are to be forgotten."""

    day: date
    desk: str
    kept: tuple[str, ...] = ()
    """The requests among them with an unknown outcome: their customers are kept."""


NOTES = TypeAdapter(NoteBody)
SALES = TypeAdapter(KeptSale)
FORGOTTEN_ONES = TypeAdapter(ForgottenBody)
PAST_ONES = TypeAdapter(PastBody)


class OutboxItem(NamedTuple):
    """An item, with a number that grows with each item."""

    number: int
    kind: str
    body: str
    """JSON of one of the classes above."""


class Outbox:
    """The outbox. Thread-safe; the file is made by the first `put`. Methods raise sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._source = ""

    @property
    def source(self) -> str:
        """The unique name of this file, within which the numbers count."""
        with self._opened():
            return self._source

    def put(self, kind: str, body: bytes) -> None:
        """Add an item; it is on the disk when this returns."""
        with self._opened() as connection:
            connection.execute("INSERT INTO item (kind, body) VALUES (?, ?)", (kind, body.decode()))

    def waiting(self) -> tuple[OutboxItem, ...]:
        """The oldest waiting items, in order."""
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT number, kind, body FROM item ORDER BY number LIMIT :most", {"most": HELPING}
            )
            return tuple(OutboxItem(*row) for row in rows)

    def remove(self, last: int) -> None:
        """Remove the items up to a number."""
        with self._opened() as connection:
            connection.execute("DELETE FROM item WHERE number <= :last", {"last": last})

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            if self._connection is None:
                self._connection = self._open()
            # The end of the block commits.
            with self._connection:
                yield self._connection

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path.touch(mode=0o600)
        connection = sqlite3.connect(self._path, check_same_thread=False)
        try:
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            for table in _TABLES:
                connection.execute(table)
            name = connection.execute("SELECT name FROM source").fetchone()
            if name is None:
                name = (uuid.uuid4().hex,)
                connection.execute("INSERT INTO source VALUES (?)", name)
                connection.commit()
        except BaseException:
            connection.close()
            raise
        self._source = name[0]
        return connection
