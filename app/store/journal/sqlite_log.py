"""The second sink: SQLite with a rollback journal, flushed at every commit, append-only by triggers."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from app.core.frozen import frozen
from app.core.language import mark
from app.store.journal.hash_chain import (
    ChainError,
    ChainLine,
    LogEntry,
    entries_of,
    line_of,
    private_text_of,
    proves,
)

PATIENCE_SECONDS = 10.0
"""How long another program, such as a virus scanner, may hold the file while it is opened."""
_PRAGMAS = ("locking_mode=EXCLUSIVE", "journal_mode=DELETE", "synchronous=EXTRA", "secure_delete=ON")
_SCHEMA = (
    """CREATE TABLE entry (
  seq INTEGER PRIMARY KEY, text TEXT NOT NULL, seal TEXT NOT NULL, hash TEXT NOT NULL, private TEXT NOT NULL
) STRICT""",
    """CREATE TABLE note (
  name TEXT PRIMARY KEY, value TEXT NOT NULL, hash TEXT NOT NULL
) STRICT, WITHOUT ROWID""",
    "CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entries stay'); END",
    """CREATE TRIGGER entry_is_final BEFORE UPDATE OF seq, text, seal, hash ON entry
  BEGIN SELECT RAISE(ABORT, 'entries are final'); END""",
)
# In a damaged file any value may be anywhere: it is read as bytes in an encoding where each is valid.
_READ = """
SELECT seq, CAST(ifnull(text, '') AS BLOB), CAST(ifnull(seal, '') AS BLOB), CAST(ifnull(hash, '') AS BLOB),
  CAST(ifnull(private, '') AS BLOB) FROM entry
"""
_READ_ENTRIES = f"{_READ} ORDER BY seq"
_READ_ROWS = f"{_READ} WHERE seq > ? AND seq <= ? ORDER BY seq"
_READ_SOME = f"{_READ} JOIN json_each(?) AS asked ON seq = asked.value ORDER BY seq"
_READ_NOTES = """
SELECT CAST(ifnull(name, '') AS BLOB), CAST(ifnull(value, '') AS BLOB), CAST(ifnull(hash, '') AS BLOB)
  FROM note
"""
_ANY_BYTE = "latin-1"
_READ_SCHEMA = "SELECT CAST(ifnull(sql, '') AS BLOB) FROM sqlite_schema"
# Errors of the machine; every other error means that the content of the file is damaged.
OF_THE_MACHINE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
_PRIMARY = 0xFF

Row = tuple[int, bytes, bytes, bytes, bytes]
"""The number, the text, the seal, the hash and the private facts of an entry, as they are in the file."""


class DamagedDatabaseError(Exception):
    """The file is damaged and cannot even be opened."""


@frozen
class SqliteLogReading:
    """The content of the file; the lines still have to be checked against the chain."""

    lines: list[ChainLine]
    private_texts: dict[str, str]
    """By the hash of their line; only those that match the line."""
    is_readable: bool
    """Whether everything in it can be read and is in order."""


class SqliteLog:
    """The database, open and locked by this process. Any error of a commit except a full disk is final."""

    def __init__(self, path: Path) -> None:
        """Open or make it. Raises DamagedDatabaseError, sqlite3.Error or OSError."""
        if not path.exists():
            # SQLite gives its own files the mode of this one.
            path.touch(mode=0o600)
        self._using = threading.Lock()
        """Nobody reads in the midst of a commit."""
        self._connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=PATIENCE_SECONDS
        )
        try:
            for pragma in _PRAGMAS:
                self._connection.execute(f"PRAGMA {pragma}")
            self._make_tables()
        # The second: SQLite's message about a damaged schema may not be valid text itself.
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._connection.close()
            if isinstance(error, sqlite3.Error) and not _is_of_the_file(error):
                raise
            message = mark("{path} is not the database that was written.", path=path)
            raise DamagedDatabaseError(message) from error

    @staticmethod
    def look(path: Path) -> SqliteLogReading:
        """The content of a read-only file, which is neither locked nor changed."""
        if not path.exists():
            return SqliteLogReading([], {}, is_readable=True)
        try:
            connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        except sqlite3.Error:
            return SqliteLogReading([], {}, is_readable=False)
        with closing(connection):
            return _reading(connection)

    @staticmethod
    def lines_of(path: Path) -> Iterator[ChainLine]:
        """The lines of a file that nobody writes to, one by one. Raises sqlite3.Error."""
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as kept:
            for _, text, seal, digest, _ in kept.execute(_READ_ENTRIES):
                yield ChainLine(text.decode(_ANY_BYTE), seal.decode(_ANY_BYTE), digest.decode(_ANY_BYTE))

    def append(self, *entries: LogEntry) -> None:
        """Add entries in one commit; they are on the disk when this returns. Raises sqlite3.Error."""
        self.write(entries, {})

    def write(self, entries: Iterable[LogEntry], notes: Mapping[str, str]) -> None:
        """Add entries and notes in one commit, on the disk when this returns. Raises sqlite3.Error."""
        with self._using, committed(self._connection) as connection:
            rows = [(*line_of(entry), private_text_of(entry)) for entry in entries]
            connection.executemany("INSERT INTO entry (text, seal, hash, private) VALUES (?, ?, ?, ?)", rows)
            _write_notes(connection, notes)

    def strike_out(self, numbers: Iterable[int], notes: Mapping[str, str]) -> None:
        """Erase the private facts of entries and add notes in one commit; no byte of them stays in a file.

        Raises sqlite3.Error; nothing is erased then, as far as the disk reports it correctly.
        """
        with self._using:
            # While the file is locked, the former pages would stay in the file beside it.
            self._connection.execute("PRAGMA journal_size_limit=0")
            with committed(self._connection) as connection:
                changed = [(number,) for number in numbers]
                connection.executemany("UPDATE entry SET private = '' WHERE seq = ?", changed)
                _write_notes(connection, notes)
            self._connection.execute("PRAGMA journal_size_limit=-1")

    def notes(self) -> dict[str, str]:
        """The small named texts that were kept beside the entries."""
        with self._using:
            return {name: json.loads(value) for name, value, _ in _texts(self._connection, _READ_NOTES)}

    def read(self) -> SqliteLogReading:
        """Read all that can be read."""
        with self._using:
            return _reading(self._connection)

    def is_sound(self) -> bool:
        """Whether the file is made as it should be and its notes are undamaged; the entries are not read."""
        with self._using:
            return _is_sound(self._connection)

    def is_whole(self) -> bool:
        """Whether SQLite itself finds nothing wrong in the whole file. Raises sqlite3.Error."""
        with self._using:
            return self._connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)

    def last(self) -> int:
        """The number of the newest row; 0 for none. Raises sqlite3.Error."""
        with self._using:
            return self._connection.execute("SELECT ifnull(max(seq), 0) FROM entry").fetchone()[0]

    def rows(self, after: int, until: int) -> list[Row]:
        """The rows with numbers after one and up to another, ascending. Raises sqlite3.Error."""
        with self._using:
            return self._connection.execute(_READ_ROWS, (after, until)).fetchall()

    def entries(self, numbers: Iterable[int]) -> dict[int, LogEntry]:
        """These entries by their numbers. Raises sqlite3.Error, also when one is missing or unreadable."""
        with self._using:
            asked = list(numbers)
            rows: list[Row] = self._connection.execute(_READ_SOME, (json.dumps(asked),)).fetchall()
        if len(rows) != len(asked):
            raise sqlite3.DatabaseError
        try:
            return {each.seq: each for each in entries_of_rows(rows)}
        except ChainError as error:
            raise sqlite3.DatabaseError from error

    def copy_to(self, path: Path) -> None:
        """Copy everything into a new database. Raises sqlite3.Error or OSError."""
        path.touch(mode=0o600)
        with self._using, closing(sqlite3.connect(path)) as copy:
            self._connection.backup(copy)

    def close(self) -> None:
        """Close the file."""
        with self._using:
            self._connection.close()

    def _make_tables(self) -> None:
        if not _schema(self._connection):
            with committed(self._connection) as connection:
                for statement in _SCHEMA:
                    connection.execute(statement)


def _reading(connection: sqlite3.Connection) -> SqliteLogReading:
    """All content that can be read."""
    lines: list[ChainLine] = []
    private_texts: dict[str, str] = {}
    try:
        is_in_place = _read_into(connection, lines, private_texts)
        is_sound = connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except (sqlite3.Error, UnicodeDecodeError):
        return SqliteLogReading(lines, private_texts, is_readable=False)
    return SqliteLogReading(lines, private_texts, is_in_place and is_sound and _is_sound(connection))


def entries_of_rows(rows: Sequence[Row]) -> tuple[LogEntry, ...]:
    """The entries of rows of a chain; private facts that do not match are left out. Raises ChainError."""
    lines = [line_of_row(each) for each in rows]
    private = {line.hash: row[-1].decode(_ANY_BYTE) for line, row in zip(lines, rows, strict=True) if row[-1]}
    return entries_of(lines, {line.hash: private[line.hash] for line in lines if _has_own(line, private)})


def line_of_row(row: Row) -> ChainLine:
    """The row without its private facts."""
    return ChainLine(row[1].decode(_ANY_BYTE), row[2].decode(_ANY_BYTE), row[3].decode(_ANY_BYTE))


def _has_own(line: ChainLine, private: Mapping[str, str]) -> bool:
    return line.hash in private and proves(line, private[line.hash])


def _is_sound(connection: sqlite3.Connection) -> bool:
    try:
        notes = _texts(connection, _READ_NOTES)
        is_made = _schema(connection) == sorted(_SCHEMA)
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return is_made and all(digest == _note_hash(name, value) for name, value, digest in notes)


def _read_into(connection: sqlite3.Connection, lines: list[ChainLine], private_texts: dict[str, str]) -> bool:
    """Add what can be read. Returns False when a row is out of place or has other private facts."""
    is_in_place = True
    for seq, text, seal, digest, private in connection.execute(_READ_ENTRIES):
        line = ChainLine(text.decode(_ANY_BYTE), seal.decode(_ANY_BYTE), digest.decode(_ANY_BYTE))
        lines.append(line)
        is_in_place = is_in_place and seq == len(lines)
        if private and proves(line, private.decode(_ANY_BYTE)):
            private_texts[line.hash] = private.decode(_ANY_BYTE)
        elif private:
            is_in_place = False
    return is_in_place


def _schema(connection: sqlite3.Connection) -> list[str]:
    return sorted(sql for (sql,) in _texts(connection, _READ_SCHEMA))


def _texts(connection: sqlite3.Connection, query: str) -> list[list[str]]:
    return [[value.decode(_ANY_BYTE) for value in row] for row in connection.execute(query)]


def code_of(error: sqlite3.Error) -> int:
    """SQLite's code of an error, without its kind; 0 for one that has none."""
    return getattr(error, "sqlite_errorcode", 0) & _PRIMARY


def is_held(error: sqlite3.Error) -> bool:
    """Whether another program holds the file."""
    return code_of(error) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}


def _is_of_the_file(error: sqlite3.Error) -> bool:
    return code_of(error) not in OF_THE_MACHINE


@contextmanager
def committed(connection: sqlite3.Connection) -> Generator[sqlite3.Connection]:
    """The connection in a transaction, which is on the disk when the block ends without an error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        # On a full disk SQLite has rolled back by itself; a second time does no harm.
        connection.rollback()
        raise


def _write_notes(connection: sqlite3.Connection, notes: Mapping[str, str]) -> None:
    texts = [(name, json.dumps(value)) for name, value in notes.items()]
    values = [(*text, _note_hash(*text)) for text in texts]
    connection.executemany("INSERT OR REPLACE INTO note VALUES (?, ?, ?)", values)


def _note_hash(name: str, value: str) -> str:
    return hashlib.blake2b(f"{name}|{value}".encode(), digest_size=32).hexdigest()
