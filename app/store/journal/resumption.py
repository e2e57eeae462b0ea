"""Opens a journal that needs no repair, without reading all of it.

Two ways lead to a journal that can be relied on. Either everything is checked first, or, where the rollback
guard has kept a checkpoint outside the folder, what a sale could be lost by is checked at once and everything
else behind it:

- the newest entry is the one of the checkpoint, or follows it in an unbroken, sealed chain: nothing that was
  sold is missing at the end;
- both sinks end with it: what is sold next is added to the same history;
- the open attempts are those of the checkpoint, entry by entry: an order whose outcome is unknown is never
  offered for sending as a new one.

What an older entry says of a sale that has ended moves no money: it is shown, counted and warned of. If one
of them was changed, the check finds it some seconds later, and nothing is sold from then on.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.store.journal.archive import Archive
from app.store.journal.attempt import Attempt, AttemptKey, folded, open_digest_of
from app.store.journal.attempt_index import INDEX_FILE, AttemptIndex
from app.store.journal.errors import JournalError
from app.store.journal.file_log import FileLog, read_end
from app.store.journal.full_check import ContradictionError, check_all
from app.store.journal.hash_chain import (
    BEFORE_THE_FIRST,
    ChainError,
    LogEntry,
    is_next,
    is_sealed,
    line_of,
)
from app.store.journal.recovery import DATABASE_FILE, MIRROR_FILE, UNCONFIRMED, Recovery, Sinks
from app.store.journal.rollback_guard import Known
from app.store.journal.sqlite_log import DamagedDatabaseError, SqliteLog, entries_of_rows, line_of_row
from app.store.journal.states import OPEN

_LONGEST_TAIL = 3_000
"""The number of entries after the index that are read at a start; more are added to the index first."""


def resume(folder: Path, key: bytes, known: Known, *, checks_later: bool) -> Sinks | None:
    """The sinks of the folder when nothing in it has to be repaired, else None, and nothing was changed.

    With `checks_later` the checkpoint in `known` is enough, if there is one. Raises OSError or sqlite3.Error
    when another program holds the database.
    """
    paths = folder / DATABASE_FILE, folder / MIRROR_FILE
    if not all(each.exists() for each in paths):
        return None
    try:
        database = SqliteLog(paths[0])
    except DamagedDatabaseError:
        return None
    sinks, index = None, None
    try:
        if database.last() and database.is_sound() and UNCONFIRMED not in database.notes():
            index = AttemptIndex(folder / INDEX_FILE)
            resumed = _Resumed(database, paths[1], key, known, index)
            # What is derived may be what is damaged: the check makes it anew.
            with suppress(JournalError, sqlite3.DatabaseError):
                sinks = resumed.from_checkpoint() if checks_later else None
            sinks = sinks or resumed.after_check()
    except (ContradictionError, ChainError, JournalError, sqlite3.Error, OSError, UnicodeDecodeError):
        sinks = None
    finally:
        if sinks is None:
            database.close()
            if index is not None:
                index.close()
    return sinks


class _Resumed:
    """Both sinks, the index, and what is known of them."""

    def __init__(
        self, database: SqliteLog, mirror: Path, key: bytes, known: Known, index: AttemptIndex
    ) -> None:
        self._database, self._mirror, self._key = database, mirror, key
        self._known, self._index = known, index
        self._head = database.last()

    def from_checkpoint(self) -> Sinks | None:
        """The sinks, when the checkpoint proves what selling needs; else None."""
        covered, covered_hash = self._index.covered
        known = self._known
        if (
            not covered
            or not known.open_digests
            or not covered <= known.seq <= self._head <= covered + _LONGEST_TAIL
        ):
            return None
        rows = self._database.rows(covered - 1, self._head)
        lines = [line_of_row(each) for each in rows]
        if len(rows) != self._head - covered + 1 or lines.pop(0).hash != covered_hash:
            return None
        hashes = [covered_hash, *(each.hash for each in lines)]
        follows = all(is_next(line, before) for line, before in zip(lines, hashes, strict=False))
        if not follows or hashes[known.seq - covered] not in known.hashes:
            return None
        if not is_sealed(lines, self._key, hashes[0]):
            return None
        newest = self._newest()
        end = read_end(self._mirror, line_of(newest))
        tail = [each for each in entries_of_rows(rows) if each.seq > covered]
        live = self._live(tail)
        if end is None or live is None:
            return None
        return self._sinks(live, newest, end)

    def after_check(self) -> Sinks | None:
        """The sinks, when everything in them is as it should be; else None."""
        if self._known.seq > self._head or not self._is_known():
            return None
        end = check_all(
            self._database, self._mirror, self._key, self._head, index=self._index, goes_on=lambda: True
        )
        newest = self._newest()
        if read_end(self._mirror, line_of(newest)) != end or not self._database.is_whole():
            return None
        return self._sinks(self._open(), newest, end)

    def _is_known(self) -> bool:
        """Whether the entry that the rollback guard knows is in the database."""
        known = self._known
        if not known.hashes:
            return True
        rows = self._database.rows(known.seq - 1, known.seq)
        return any(line_of_row(each).hash in known.hashes for each in rows)

    def _newest(self) -> LogEntry:
        return self._database.entries((self._head,))[self._head]

    def _open(self) -> dict[AttemptKey, Attempt]:
        found = Archive(self._database, self._mirror, self._index).in_states(OPEN)
        return {(each.intent_id, each.attempt): each for each in found}

    def _live(self, tail: Iterable[LogEntry]) -> dict[AttemptKey, Attempt] | None:
        """The open attempts and those of the tail; None unless the open ones are those of the checkpoint."""
        archive = Archive(self._database, self._mirror, self._index)
        live = self._open()
        if not all(map(self._is_proven, live.values())):
            return None
        is_known = archive.end == self._known.seq and self._is_open_set(live)
        for entry in tail:
            key = (entry.intent_id, entry.attempt)
            before = live.get(key) or archive.of_key(key)
            live[key] = folded((*(before.entries if before else ()), entry))
            is_known = is_known or (entry.seq == self._known.seq and self._is_open_set(live))
        return live if is_known else None

    def _is_open_set(self, live: dict[AttemptKey, Attempt]) -> bool:
        return open_digest_of(live.values()) in self._known.open_digests

    def _is_proven(self, attempt: Attempt) -> bool:
        """Whether each entry has the hash that it states."""
        for entry in attempt.entries:
            before = self._database.rows(entry.seq - 2, entry.seq - 1)
            previous = line_of_row(before[0]).hash if before else BEFORE_THE_FIRST
            if not is_next(line_of(entry), previous):
                return False
        return True

    def _sinks(self, live: dict[AttemptKey, Attempt], newest: LogEntry, end: int) -> Sinks:
        archive = Archive(self._database, self._mirror, self._index)
        mirror = FileLog(self._mirror, end)
        return Sinks(
            (),
            Recovery(),
            mirror,
            self._database,
            live=tuple(live.values()),
            newest=newest,
            archive=archive,
            requests=tuple(self._index.greatest_requests()),
        )
