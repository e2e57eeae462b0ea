"""The shared database for tests: a real PostgreSQL, or SQLite where only our own rules are meant."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL

from app.store.office.shared_database import Ground, SharedPlace, open_shared
from app.store.sql.engine import Address, new_engine
from tests.support.postgres import PASSWORD, Postgres

SQLITE = Ground((), "SELECT 1", "SELECT 150004, 'UTF8'")


def sqlite_place(folder: Path, desk: str, ground: Ground = SQLITE) -> SharedPlace:
    """A place in a file of a folder."""
    url = URL.create("sqlite", database=str(folder / "shared.db"))
    return SharedPlace(new_engine(url, ("PRAGMA synchronous=OFF",), {}), desk, ground)


def postgres_place(server: Postgres, schema: str, desk: str) -> SharedPlace:
    """A place in a schema of a real server."""
    return open_shared(Address(server.url, PASSWORD, schema), desk)
