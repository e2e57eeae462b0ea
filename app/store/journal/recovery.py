"""Recovery at start: reads both sinks, compares and repairs them. Nothing is ever deleted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Protocol

from app.core.frozen import frozen
from app.core.language import MONTHS, Message, Wording, mark
from app.store.files.data_folder import sync_folder
from app.store.journal.archive import Archive
from app.store.journal.attempt import Attempt
from app.store.journal.file_log import FileLog, FileLogReading, read_mirror
from app.store.journal.hash_chain import ChainLine, LogEntry, entries_of, is_sealed, joined, number_of
from app.store.journal.rollback_guard import Known
from app.store.journal.sqlite_log import DamagedDatabaseError, SqliteLog, SqliteLogReading

DATABASE_FILE = "journal.sqlite"
MIRROR_FILE = "mirror.log"
UNCONFIRMED = "unconfirmed"
"""The note that stays until a person has confirmed that a rebuilt journal was checked."""

_REBUILT = mark(
    "The journal was damaged. It was rebuilt from its mirror, and customers' names may be missing; "
    "the damaged file is kept. Look through the open bookings before you sell."
)
_COMPLETED = mark(
    "The journal lacked entries. They were taken from its mirror, and customers' names may be missing. "
    "Look through the open bookings before you sell."
)
_MIRRORED = mark("The journal's mirror was damaged. It was written anew; the damaged file is kept.")
_CAUGHT_UP = mark("The journal's mirror was behind. It was completed from the journal.")
_BOTH = mark(
    "The journal and its mirror do not agree, or both are damaged, or the key of this computer is another. "
    "What can be read is shown, and nothing can be sold. Ask for help before this folder is used again."
)


_FOREIGN = mark(
    "The journal is sealed with another key than that of this computer. Its folder comes from another "
    "computer, or the key store was made anew, or somebody has edited it. All of it is shown, and nothing "
    "can be sold. Put this computer's own folder back, or look through the bookings first."
)
_CLOSED = mark(
    "The data folder {folder} cannot be written to. The bookings that are in it are shown, and nothing can "
    "be sold. Make it writable for this user, then start the counter again."
)
_OLDER = mark(
    "The journal is older than this counter's memory: it ends with entry {last}, and entry {known} was "
    "written. Somebody has put an old copy of the folder {folder} back. All of it is shown, and nothing can "
    "be sold. Close the counter and put the newest copy back. Where there is none, ask the operator for the "
    "bookings made since {since}: they are not shown here and must not be sold again."
)
_FORKED = mark(
    "This is not the journal that was written last on this computer: its entry {known} is another one. "
    "Somebody has put another copy of the folder {folder} in its place. All of it is shown, and nothing can "
    "be sold. Close the counter and put the copy that was sold with last back. Where there is none, ask the "
    "operator for this counter's bookings: those that are not shown here must not be sold again."
)


class Sink(Protocol):
    """A durable store of entries. Any error except a full disk is final: it is closed and not used again."""

    def append(self, entry: LogEntry, /) -> None:
        """Add an entry; it is on the disk when this returns. Raises OSError or sqlite3.Error."""
        ...

    def close(self) -> None:
        """Close the file."""
        ...


class NotedSink(Sink, Protocol):
    """A sink that also stores small named texts."""

    def write(self, entries: tuple[LogEntry, ...], notes: Mapping[str, str], /) -> None:
        """Add entries and notes at once. Raises sqlite3.Error."""
        ...

    def strike_out(self, numbers: Iterable[int], notes: Mapping[str, str], /) -> None:
        """Erase the private facts of entries and add notes at once. Raises sqlite3.Error."""
        ...

    def notes(self) -> dict[str, str]:
        """The texts by their names. Raises sqlite3.Error."""
        ...

    def copy_to(self, path: Path, /) -> None:
        """Copy everything into a new database. Raises sqlite3.Error or OSError."""
        ...


@frozen
class Recovery:
    """What was found at start, and whether selling is safe."""

    messages: tuple[Message, ...] = ()
    selling_allowed: bool = True
    what: Wording = ""

    @property
    def heading(self) -> str:
        """What a person must check before selling is allowed again; empty when confirming is not possible."""
        return str(self.what)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The messages in the language that is spoken now."""
        return tuple(map(str, self.messages))

    @property
    def problem(self) -> str:
        """Why nothing may be sold; empty when selling is allowed."""
        return "" if self.selling_allowed else " ".join(self.sentences)


@frozen
class Sinks:
    """Both sinks, open and equal; None for both when they cannot be trusted."""

    entries: tuple[LogEntry, ...]
    recovery: Recovery
    mirror: Sink | None = None
    database: NotedSink | None = None
    other_entries: tuple[LogEntry, ...] = ()
    """The history of the log file, when it differs from the database."""
    are_withheld: bool = False
    """Whether nothing may be written to them until a person has confirmed it by name."""
    live: tuple[Attempt, ...] = ()
    """With an archive: the open attempts and the newest ones, in place of all entries."""
    newest: LogEntry | None = None
    """With an archive: the newest entry."""
    archive: Archive | None = None
    """The attempts before those, when they were not read."""
    requests: tuple[str, ...] = ()
    """With an archive: the greatest request number of each desk in it."""
    renewed: str = ""
    """The number that the desk has from now on; empty for the one that it had."""


@frozen
class _Finds:
    """Both sinks in the state in which they were found."""

    folder: Path
    key: bytes
    stamp: str
    database: SqliteLog | None
    kept: SqliteLogReading
    mirrored: FileLogReading


def recover(folder: Path, key: bytes, stamp: str) -> Sinks:
    """Read and repair the sinks of the folder; a damaged file is renamed with the stamp.

    Raises OSError or sqlite3.Error when the folder cannot be read or written, and ChainError when another
    program wrote the journal.
    """
    database, kept = _read_database(folder / DATABASE_FILE)
    try:
        mirrored = read_mirror(folder / MIRROR_FILE, key, kept.lines)
        sinks = _mended(_Finds(folder, key, stamp, database, kept, mirrored))
        sync_folder(folder)
    except BaseException:
        if database is not None:
            database.close()
        raise
    return sinks


def look(folder: Path, key: bytes) -> Sinks:
    """The sinks of a read-only folder: all that can be read, and no sink to write to.

    Raises OSError when it cannot be read, and ChainError when another program wrote the journal.
    """
    kept = SqliteLog.look(folder / DATABASE_FILE)
    mirrored = read_mirror(folder / MIRROR_FILE, key, kept.lines)
    sinks = _read_only(_Finds(folder, key, "", None, kept, mirrored))
    return replace(sinks, recovery=Recovery((_CLOSED.filled(folder=folder),), selling_allowed=False))


def held_back(sinks: Sinks, known: Known, folder: Path) -> Sinks:
    """The same sinks, or read-only ones when they lack the entry that is known to be the newest."""
    last = sinks.entries[-1] if sinks.entries else None
    if known.seq > (last.seq if last else 0):
        since = _moment(last.at.astimezone()) if last else mark("this counter began")
        sentence = _OLDER.filled(last=last.seq if last else 0, known=known.seq, folder=folder, since=since)
        heading = mark("The journal is an old copy")
    elif known.hashes and not _has_one_of(sinks, known):
        sentence = _FORKED.filled(known=known.seq, folder=folder)
        heading = mark("The journal is another copy")
    else:
        return sinks
    heading = heading if sinks.mirror is not None else ""
    recovery = Recovery((sentence, *sinks.recovery.messages), selling_allowed=False, what=heading)
    return replace(sinks, recovery=recovery, are_withheld=True)


def _moment(at: datetime) -> Message:
    month = MONTHS[at.month - 1]
    return mark("{day} {month} {year}, {time}", day=f"{at:%d}", month=month, year=at.year, time=f"{at:%H:%M}")


def _has_one_of(sinks: Sinks, known: Known) -> bool:
    """Whether a history of the sinks has the known entry; numbers begin at 1 without gaps."""
    told = (sinks.entries, sinks.other_entries)
    return any(entries[known.seq - 1].hash in known.hashes for entries in told if known.seq <= len(entries))


def _mended(finds: _Finds) -> Sinks:
    """The sinks, each rebuilt from the chain of both when it is damaged."""
    kept, mirrored = finds.kept.lines, finds.mirrored.lines
    lines = joined(kept, mirrored)
    if not is_sealed(lines, finds.key):
        # The database was edited, if the log file is sealed.
        lines = joined(mirrored, kept)
    entries = entries_of(lines, finds.kept.private_texts)
    kept_is_whole = finds.kept.is_readable and kept == lines[: len(kept)]
    mirror_is_whole = finds.mirrored.is_readable and mirrored == lines[: len(mirrored)]
    if not is_sealed(lines, finds.key):
        return _of_another_key(finds, lines, entries) or _read_only(finds)
    if finds.database is not None and kept_is_whole and mirror_is_whole:
        return _level(finds, finds.database, entries)
    if mirrored and mirror_is_whole and not _knows_more(kept, lines):
        return _with_new_database(finds, entries)
    is_harmed = not _has_parted(finds.mirrored) and not _knows_more(mirrored, lines)
    if finds.database is not None and kept_is_whole and is_harmed:
        return _with_new_mirror(finds, finds.database, entries)
    return _read_only(finds)


def _of_another_key(finds: _Finds, lines: list[ChainLine], entries: tuple[LogEntry, ...]) -> Sinks | None:
    """Both sinks, unchanged, when they are complete and equal but sealed with another key; else None."""
    are_whole = finds.kept.is_readable and finds.mirrored.is_readable
    if finds.database is None or not are_whole or not finds.kept.lines == finds.mirrored.lines == lines:
        return None
    recovery = Recovery((_FOREIGN,), selling_allowed=False, what=mark("The journal has another key"))
    mirror = FileLog(finds.folder / MIRROR_FILE, finds.mirrored.end)
    return Sinks(entries, recovery, mirror, finds.database, are_withheld=True)


def _has_parted(mirrored: FileLogReading) -> bool:
    """Whether a log file that does not fit the database is undamaged: then it holds another history."""
    return mirrored.is_readable and mirrored.is_sealed and joined(mirrored.lines) == mirrored.lines


def _knows_more(harmed: list[ChainLine], lines: list[ChainLine]) -> bool:
    """Whether a damaged sink has later entries than both sinks together can prove."""
    return any(number_of(line) > len(lines) for line in harmed[len(lines) :])


def _level(finds: _Finds, database: SqliteLog, entries: tuple[LogEntry, ...]) -> Sinks:
    """The sinks, after the missing entries are added to the one that is behind.

    After a crash between the two writes the database is one entry behind; a larger gap is reported.
    """
    behind, lag = entries[len(finds.kept.lines) :], entries[len(finds.mirrored.lines) :]
    mirror = FileLog(finds.folder / MIRROR_FILE, finds.mirrored.end)
    mirror.append_all(lag)
    database.write(behind, {UNCONFIRMED: _COMPLETED.text} if len(behind) > 1 else {})
    return _sinks(entries, mirror, database, *((_CAUGHT_UP,) if lag else ()))


def _with_new_database(finds: _Finds, entries: tuple[LogEntry, ...]) -> Sinks:
    """The sinks with a rebuilt database, which has the private facts that could still be read."""
    if finds.database is not None:
        finds.database.close()
    _set_aside(finds, f"{DATABASE_FILE}-journal", DATABASE_FILE)
    database = SqliteLog(finds.folder / DATABASE_FILE)
    database.write(entries, {UNCONFIRMED: _REBUILT.text})
    mirror = FileLog(finds.folder / MIRROR_FILE, finds.mirrored.end)
    mirror.append_all(entries[len(finds.mirrored.lines) :])
    return _sinks(entries, mirror, database)


def _with_new_mirror(finds: _Finds, database: SqliteLog, entries: tuple[LogEntry, ...]) -> Sinks:
    """The sinks with a rebuilt log file, after the database got the entries it lacked."""
    database.write(entries[len(finds.kept.lines) :], {})
    _set_aside(finds, MIRROR_FILE)
    mirror = FileLog(finds.folder / MIRROR_FILE)
    mirror.append_all(entries)
    return _sinks(entries, mirror, database, _MIRRORED)


def _read_only(finds: _Finds) -> Sinks:
    """The sinks for reading only; no file is changed."""
    if finds.database is not None:
        finds.database.close()
    kept, mirrored = finds.kept.lines, finds.mirrored.lines
    told, told_too = (
        entries_of(lines, finds.kept.private_texts)
        for lines in (joined(kept, mirrored), joined(mirrored, kept))
    )
    return Sinks(told, Recovery((_BOTH,), selling_allowed=False), other_entries=told_too)


def _sinks(entries: tuple[LogEntry, ...], mirror: FileLog, database: SqliteLog, *sentences: Message) -> Sinks:
    unconfirmed = database.notes().get(UNCONFIRMED)
    said = (*sentences, Message(unconfirmed)) if unconfirmed else sentences
    heading = mark("The journal was damaged") if unconfirmed else ""
    recovery = Recovery(said, selling_allowed=not unconfirmed, what=heading)
    return Sinks(entries, recovery, mirror, database)


def _read_database(path: Path) -> tuple[SqliteLog | None, SqliteLogReading]:
    """The database and its content; None when it cannot even be opened."""
    try:
        database = SqliteLog(path)
    except DamagedDatabaseError:
        return None, SqliteLogReading([], {}, is_readable=False)
    return database, database.read()


def _set_aside(finds: _Finds, *names: str) -> None:
    """Rename files, so that they can be examined later; after a crash in between the next start goes on."""
    for name in names:
        path = finds.folder / name
        if path.exists():
            aside = f"{name}.damaged-{finds.stamp}"
            places = (path.with_name(aside + (f"-{number}" if number else "")) for number in count())
            path.rename(next(place for place in places if not place.exists()))
