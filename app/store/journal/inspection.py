"""Inspects a data folder without opening it: whether it is in use, and which outcomes are unknown.

Nothing is made, repaired, locked for long or written, and no link is followed: an administrator may inspect
the folders of other users.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from filelock import lock_descriptor

from app.store.files.data_folder import LOCK_FILE
from app.store.journal.attempt import Attempt, union
from app.store.journal.file_log import read_mirror
from app.store.journal.hash_chain import ChainError, ChainLine, entries_of, joined
from app.store.journal.recovery import DATABASE_FILE, MIRROR_FILE
from app.store.journal.sqlite_log import SqliteLog

_AS_IT_LIES = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class DoubtfulJournalError(Exception):
    """A journal cannot be relied on without repair; the sentence says why."""


def is_held(folder: Path) -> bool:
    """Whether a running program holds the folder. Raises OSError when that cannot be found out."""
    try:
        file = os.open(folder / LOCK_FILE, os.O_RDONLY | _AS_IT_LIES)
    except FileNotFoundError:
        return False
    try:
        # Closing releases the lock.
        return not lock_descriptor(file, blocking=False)
    finally:
        os.close(file)


def open_outcomes(folder: Path) -> tuple[Attempt, ...]:
    """The attempts in a profile's folder whose outcome is unknown; none without a journal.

    Raises DoubtfulJournalError for a journal that is damaged, unreadable, or of another version. Only for
    folders that are not in use: a running program may be between two steps.
    """
    places = [folder / DATABASE_FILE, folder / MIRROR_FILE]
    try:
        found = [_is_plain_file(each) for each in places]
        if not any(found):
            return ()
        if not all(found):
            raise DoubtfulJournalError("a part of it is missing")
        kept = SqliteLog.look(places[0])
        mirrored = read_mirror(places[1], b"", kept.lines)
    except OSError as error:
        raise DoubtfulJournalError(f"it cannot be read ({error.strerror})") from error
    if not (kept.is_readable and mirrored.is_readable and _tell_the_same(kept.lines, mirrored.lines)):
        raise DoubtfulJournalError("it is damaged, or was written by another version")
    try:
        histories = [entries_of(lines, {}) for lines in (kept.lines, mirrored.lines)]
    except ChainError:
        raise DoubtfulJournalError("it was written by another version") from None
    return tuple(each for each in union(histories).values() if each.is_open)


def _tell_the_same(kept: list[ChainLine], mirrored: list[ChainLine]) -> bool:
    """Whether both hold one unbroken history; after a crash between the two writes the database is behind."""
    whole = joined(mirrored)
    return whole == mirrored and kept in (mirrored, mirrored[:-1])


def _is_plain_file(path: Path) -> bool:
    """Whether there is a file. Raises OSError for a link, a pipe or a device, which is never opened."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "no plain file", str(path))
    return True
