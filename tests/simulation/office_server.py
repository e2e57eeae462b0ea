"""The office's database of a simulation: it stops at any statement, loses all, or goes back in time."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError

from app.store.office.identity import KnownDatabase
from app.store.office.shared_database import SharedDatabase, SharedError
from tests.support.shared_places import SQLITE, sqlite_engine

_NEVER = -1


class OfficeServer:
    """A server with one database, to which desks have lines."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.is_down = False
        self.stops = 0
        self._left = _NEVER
        self._keeps_last = False
        self._guard = threading.Lock()
        self._file = folder / "shared.db"
        self._before: list[Path] = []

    def stop_after(self, statements: int, *, keeps_last: bool) -> None:
        """Stop at the statement after so many; a commit that it stops at may be kept, without an answer."""
        self._left, self._keeps_last = statements, keeps_last

    def start(self) -> None:
        """Answer again."""
        self.is_down, self._left = False, _NEVER

    def back_up(self) -> None:
        """Keep what there is now, to be put back."""
        into = self.folder / f"backup-{len(self._before)}.db"
        _copy(self._file, into)
        self._before.append(into)

    def put_back(self, which: int) -> bool:
        """Put one of the backups back, under the open connections. Returns False when there is none."""
        if self._before:
            _copy(self._before[which % len(self._before)], self._file)
        return bool(self._before)

    def lose(self) -> None:
        """Be empty from now on."""
        _copy(Path(":memory:"), self._file)

    def is_asked(self, connection: Connection, *, commits: bool) -> None:
        """Take a statement or a commit. Raises OperationalError when it gets no answer."""
        with self._guard:
            if self._left == 0:
                self.is_down, self._left = True, _NEVER
                self.stops += 1
                if commits and self._keeps_last:
                    connection.connection.commit()
            elif self._left > 0:
                self._left -= 1
        if self.is_down:
            raise OperationalError("", None, ConnectionResetError("The server has ended the connection."))


class Line:
    """The line of one desk to the server, which can be cut by itself."""

    def __init__(self, server: OfficeServer, desk: str) -> None:
        self._server, self._desk = server, desk
        self.is_cut = False
        self.known: KnownDatabase | None = None

    def open(self) -> SharedDatabase:
        """The database. Raises SharedError when nobody answers."""
        if self.is_cut or self._server.is_down:
            raise SharedError("Nobody answers.")
        engine = sqlite_engine(self._server.folder)

        def plainly(connection: DBAPIConnection, _: object) -> None:
            # As with PostgreSQL, tables are made in a transaction too.
            cast("sqlite3.Connection", connection).isolation_level = None

        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        def before(connection: Connection, *_: object) -> None:
            self._is_asked(connection, commits=False)

        def commit(connection: Connection) -> None:
            self._is_asked(connection, commits=True)

        event.listen(engine, "connect", plainly)
        event.listen(engine, "begin", begin)
        event.listen(engine, "before_cursor_execute", before)
        event.listen(engine, "commit", commit)
        place = SharedDatabase(engine, self._desk, SQLITE, known=self.known)
        self.known = place.known
        return place

    def _is_asked(self, connection: Connection, *, commits: bool) -> None:
        if self.is_cut:
            raise OperationalError("", None, ConnectionResetError("The line is cut."))
        self._server.is_asked(connection, commits=commits)


def _copy(source: Path, into: Path) -> None:
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(into)) as there:
        here.backup(there)
