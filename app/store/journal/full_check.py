"""Checks all entries of both sinks against the chain, in bounded memory, and the index against them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.store.journal.attempt_index import AttemptIndex, rows_of
from app.store.journal.hash_chain import BEFORE_THE_FIRST, UNKEYED, digest_of
from app.store.journal.sqlite_log import Row, SqliteLog

_CHUNK = 200
"""The number of entries that are read at once: a few milliseconds, for which a sale may have to wait."""


class ContradictionError(Exception):
    """An entry is not as the chain, the other sink or the index has it."""


class CheckStoppedError(Exception):
    """The check was given up before its end."""


def check_all(
    database: SqliteLog,
    mirror: Path,
    key: bytes,
    until: int,
    *,
    index: AttemptIndex,
    goes_on: Callable[[], bool],
) -> int:
    """Check all entries up to a number, and add those to the index that it does not have.

    Returns the offset in the log file after the newest of them, in bytes: so far both sinks are whole and
    equal. An index that is wrong is made anew, as it holds nothing that the journal does not. `goes_on` is
    asked after every few milliseconds of work, and may wait. Raises ContradictionError, CheckStoppedError,
    OSError or sqlite3.Error.
    """
    try:
        return _check_all(database, mirror, key, until, index=index, goes_on=goes_on)
    except (ContradictionError, sqlite3.DatabaseError):
        with index.made_anew() as made:
            return _check_all(database, mirror, key, until, index=made, goes_on=goes_on)


def _check_all(
    database: SqliteLog,
    mirror: Path,
    key: bytes,
    until: int,
    *,
    index: AttemptIndex,
    goes_on: Callable[[], bool],
) -> int:
    if not index.is_whole():
        raise ContradictionError
    covered, covered_hash = index.covered
    previous, sealed, end, done = BEFORE_THE_FIRST.encode(), None, 0, 0
    with index.adding(), mirror.open("rb") as log:
        while done < until:
            rows = database.rows(done, min(done + _CHUNK, until))
            lines: list[bytes] = []
            for row in rows:
                _check(row, done := done + 1, previous)
                _, text, seal, digest, _ = row
                if seal != _UNKEYED:
                    sealed = previous, text, seal
                lines.append(b"%d|%b|%b|%b\n" % (len(text), text, seal, digest))
                previous = digest
                if done == covered and digest.decode("latin-1") != covered_hash:
                    raise ContradictionError
            told = b"".join(lines)
            if not rows or log.read(len(told)) != told:
                raise ContradictionError
            end += len(told)
            _check_index(index, rows, covered)
            if not goes_on():
                raise CheckStoppedError
        if sealed and key and sealed[2].decode("latin-1") != digest_of(b"%b|%b" % sealed[:2], key):
            raise ContradictionError
        if index.covered[0] != until or index.count()[1] != until:
            raise ContradictionError
    return end


def _check(row: Row, number: int, previous: bytes) -> None:
    """Raise ContradictionError when a row does not follow, or has other private facts."""
    seq, text, seal, digest, private = row
    if seq != number or digest_of(b"%b|%b|%b" % (previous, text, seal)).encode() != digest:
        raise ContradictionError
    if private and f'"private":"{digest_of(private)}"'.encode() not in text:
        raise ContradictionError


def _check_index(index: AttemptIndex, rows: list[Row], covered: int) -> None:
    """Hold the index against some entries, and add those that it does not cover."""
    try:
        said: list[dict[str, Any]] = json.loads(b"[%b]" % b",".join(row[1] for row in rows))
        known = rows_of(each for each in said if each["seq"] <= covered)
        new = rows_of(each for each in said if each["seq"] > covered)
    except (ValueError, KeyError, TypeError) as error:
        # It fits the chain, and is no entry: another program wrote it.
        raise ContradictionError from error
    have = index.of_keys(known)
    if len(have) != len(known) or not all(have[key].holds(row) for key, row in known.items()):
        raise ContradictionError
    index.add(new.values(), rows[-1][0], rows[-1][3].decode("latin-1"))


_UNKEYED = UNKEYED.encode()
