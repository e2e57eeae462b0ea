"""The shared database for tests: a real PostgreSQL, or SQLite where only our own rules are meant."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from app.store.office.shared_database import DatabaseGround, SharedDatabase, open_shared
from app.store.sql.engine import DatabaseAddress, new_engine
from tests.support.postgres import PASSWORD, Postgres

SQLITE = DatabaseGround((), "SELECT 1", "SELECT 150004, 'UTF8'")


def sqlite_place(folder: Path, desk: str, ground: DatabaseGround = SQLITE) -> SharedDatabase:
    """A place in a file of a folder."""
    url = URL.create("sqlite", database=str(folder / "shared.db"))
    return SharedDatabase(new_engine(url, ("PRAGMA synchronous=OFF",), {}), desk, ground)


def postgres_place(server: Postgres, schema: str, desk: str) -> SharedDatabase:
    """A place in a schema of a real server."""
    return open_shared(DatabaseAddress(server.url, PASSWORD, schema), desk)
