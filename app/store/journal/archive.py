"""The attempts of earlier sessions, read from the journal's database when they are asked for."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from app.core.language import mark
from app.store.journal.attempt import Attempt, AttemptKey, AttemptSpan, folded
from app.store.journal.attempt_index import AttemptIndex, By, IndexRow
from app.store.journal.errors import JournalError
from app.store.journal.full_check import check_all
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import State

_PAGE = 200
"""The number of attempts whose entries are read at once."""


class Archive:
    """The attempts that have an entry up to a certain one; what came later is not in it.

    Thread-safe; it waits for the disk. Every method raises JournalError when the disk cannot be read.
    """

    def __init__(self, database: SqliteLog, mirror: Path, index: AttemptIndex) -> None:
        """It ends where the index ends now, which may grow."""
        self.index = index
        self.end = index.covered[0]
        """The number of its newest entry."""
        self._is_doubted = False
        self._database = database
        self._mirror = mirror

    def find(self, by: By, value: str | float = "") -> list[Attempt]:
        """The attempts of what is sought, see `AttemptIndex.find`; oldest first."""
        return self._listed(lambda: self.index.find(by, value))

    def after(self, number: int, most: int | None) -> list[Attempt]:
        """The attempts with an entry after this number, at most so many, by their newest entry."""
        found = self._listed(lambda: self.index.after(number, self.end, most))
        # Who asks on after the newest of them would never come to an end if the index had them wrong.
        return [each for each in found if each.entries[-1].seq > number]

    def spans(self, since: float) -> list[AttemptSpan]:
        """The spans of the attempts whose newest entry is not older, without reading these."""
        with self._doubting():
            return self.index.spans(since, self.end)

    def of_key(self, key: AttemptKey) -> Attempt | None:
        """One attempt, or None."""
        return next((each for each in self.find("intent", key[0]) if each.attempt == key[1]), None)

    def in_states(self, states: Iterable[State]) -> list[Attempt]:
        """The attempts in one of these states, oldest first."""
        return self.find("states", json.dumps([each.value for each in states]))

    def newest_first(self) -> Iterator[Attempt]:
        """All attempts, the one that began last first, read page by page."""
        with self._doubting():
            yield from self._read(self.index.newest_first())

    def check(self, key: bytes, until: int, goes_on: Callable[[], bool]) -> None:
        """Check all entries up to a number, and let the index cover them. Raises what `check_all` raises."""
        check_all(self._database, self._mirror, key, until, index=self.index, goes_on=goes_on)
        self._is_doubted = False

    def doubt(self) -> None:
        """Note that something is wrong: the index is deleted at the end, so that all is looked at then."""
        self._is_doubted = True

    def close(self) -> None:
        """Close the index, and delete it when it is doubted; the database is the journal's."""
        if self._is_doubted:
            self.index.discard()
        else:
            self.index.close()

    def _listed(self, rows: Callable[[], Iterable[IndexRow]]) -> list[Attempt]:
        with self._doubting():
            return list(self._read(rows()))

    @contextmanager
    def _doubting(self) -> Generator[None]:
        """Take what cannot be read for damage of the index, which is made anew at the next start.

        A flipped byte may also leave a row of entries that the journal does not have.
        """
        try:
            yield
        except (sqlite3.Error, LookupError) as error:
            self.doubt()
            raise JournalError(_UNREADABLE) from error

    def _read(self, rows: Iterable[IndexRow]) -> Iterator[Attempt]:
        some = iter(each for each in rows if each.first <= self.end)
        while page := list(islice(some, _PAGE)):
            numbers = [[number for number in each.numbers if number <= self.end] for each in page]
            entries = self._database.entries(number for each in numbers for number in each)
            yield from (folded([entries[number] for number in each]) for each in numbers)


_UNREADABLE = mark("The journal's database cannot be read. Start the counter again.")
