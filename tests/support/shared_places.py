"""The shared database for tests: a real PostgreSQL, or SQLite where only our own rules are meant."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, Engine

from app.store.office.office import Office
from app.store.office.shared_database import DatabaseGround, SharedDatabase, open_shared
from app.store.office.sync import bring_office
from app.store.sql.engine import DatabaseAddress, new_engine
from tests.support.postgres import PASSWORD, Postgres

SQLITE = DatabaseGround((), "SELECT 1", "SELECT 150004, 'UTF8'")


def sqlite_place(folder: Path, desk: str, ground: DatabaseGround = SQLITE) -> SharedDatabase:
    """A place in a file of a folder."""
    return SharedDatabase(sqlite_engine(folder), desk, ground)


def sqlite_engine(folder: Path) -> Engine:
    """An engine for the file of a folder."""
    url = URL.create("sqlite", database=str(folder / "shared.db"))
    return new_engine(url, ("PRAGMA synchronous=OFF",), {})


def postgres_place(server: Postgres, schema: str, desk: str) -> SharedDatabase:
    """A place in a schema of a real server."""
    return open_shared(DatabaseAddress(server.url, PASSWORD, schema), desk)


class OfficeDesks:
    """The databases of two desks, and the one that they share."""

    def __init__(self, folder: Path) -> None:
        self.one, self.two, self.shared = (
            Office.open(folder / name, name) for name in ("one", "two", "shared")
        )

    def meet(self, computer: str = "") -> None:
        """Let both desks reach the office, each twice and in turn; both computers have this name."""
        for _ in range(2):
            for each in (self.one, self.two):
                bring_office(each, self.shared, computer)

    def close(self) -> None:
        """Close all three."""
        for each in (self.one, self.two, self.shared):
            each.close()
