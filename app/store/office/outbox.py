"""What this desk has to hand in to the office's shared database: kept on this disk until it is there."""

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
"""So many are given at once."""
NOTE, LOOKED_UP, FORGOTTEN, PAST = "note", "looked_up", "forgotten", "past"
_PRAGMAS = ("synchronous=FULL", "secure_delete=ON")
_TABLES = (
    "CREATE TABLE IF NOT EXISTS source (name TEXT NOT NULL)",
    # Numbers never come again, also when all that was waiting has gone.
    "CREATE TABLE IF NOT EXISTS item (number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, body TEXT)",
)


class NoteBody(NamedTuple):
    """A note, and the three states of the booking when they were read."""

    note: KeptNote
    said: tuple[str, ...] | None


class ForgottenBody(NamedTuple):
    """Whom to forget, and since when: as ISO 8601. An older version handed in no more than the phone."""

    phone: str
    at: str
    email: str = ""
    names: tuple[str, ...] = ()
    """Under which the customer is noted, also among those who travelled with others."""


class PastBody(NamedTuple):
    """The sales of one desk that were over before a day, whose customers are to be forgotten."""

    day: date
    desk: str
    kept: tuple[str, ...] = ()
    """The requests among them that need an answer still: they keep theirs."""


NOTES = TypeAdapter(NoteBody)
SALES = TypeAdapter(KeptSale)
FORGOTTEN_ONES = TypeAdapter(ForgottenBody)
PAST_ONES = TypeAdapter(PastBody)


class OutboxItem(NamedTuple):
    """Something to hand in, by its number in the order of its making."""

    number: int
    kind: str
    body: str
    """JSON of one of the shapes above."""


class Outbox:
    """Any thread may call; the file is made when something is put in first. Methods raise sqlite3.Error."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._source = ""

    @property
    def source(self) -> str:
        """The name of this file, which no other has: numbers count within it."""
        with self._opened():
            return self._source

    def put(self, kind: str, body: bytes) -> None:
        """Keep something to be handed in; it is on the disk when this returns."""
        with self._opened() as connection:
            connection.execute("INSERT INTO item (kind, body) VALUES (?, ?)", (kind, body.decode()))

    def waiting(self) -> tuple[OutboxItem, ...]:
        """The oldest that are to be handed in, in order."""
        with self._opened() as connection:
            rows = connection.execute(
                "SELECT number, kind, body FROM item ORDER BY number LIMIT :most", {"most": HELPING}
            )
            return tuple(OutboxItem(*row) for row in rows)

    def remove(self, last: int) -> None:
        """Take out what was handed in, up to a number."""
        with self._opened() as connection:
            connection.execute("DELETE FROM item WHERE number <= :last", {"last": last})

    def close(self) -> None:
        """Give the file back; it opens again when it is wanted."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    @contextmanager
    def _opened(self) -> Generator[sqlite3.Connection]:
        with self._lock:
            if self._connection is None:
                self._connection = self._open()
            # Leaving the block commits.
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
