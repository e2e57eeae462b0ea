"""What a data folder says of money without being opened: who holds it, and which outcomes are open.

Nothing is made, mended, locked for long or written, and no link is followed: whoever looks may be an
administrator who goes through the folders of others.
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
    """What a journal says cannot be relied on without mending it; the sentence says why."""


def is_held(folder: Path) -> bool:
    """Whether a running program holds the folder. Raises OSError when that cannot be told."""
    try:
        file = os.open(folder / LOCK_FILE, os.O_RDONLY | _AS_IT_LIES)
    except FileNotFoundError:
        return False
    try:
        # Closing gives the lock back.
        return not lock_descriptor(file, blocking=False)
    finally:
        os.close(file)


def open_outcomes(folder: Path) -> tuple[Attempt, ...]:
    """The attempts in a profile's folder whose outcome needs an answer; none where there is no journal.

    Raises DoubtfulJournalError for one that is damaged, cannot be read, or has a form of another version. Ask
    for a folder that nobody holds: one in use is between two steps.
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
    """Whether both tell one unbroken history; a crash between the two writes leaves the first one behind."""
    whole = joined(mirrored)
    return whole == mirrored and kept in (mirrored, mirrored[:-1])


def _is_plain_file(path: Path) -> bool:
    """False when there is nothing. Raises OSError for a link, a pipe or a device, which is never opened."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "no plain file", str(path))
    return True
