"""A place for thousands of small folders."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from app.store.office.shared_database import SharedDatabase
from tests.support.postgres import Postgres, on_postgres, running_postgres
from tests.support.shared_places import postgres_place, sqlite_place
from tests.support.store.scenes import fill

_MEMORY = Path("/dev") / "shm"


@pytest.fixture
def quick_folder(tmp_path: Path) -> Generator[Path]:
    """A folder in memory where the system has one: these tests are about bytes, not about a disk."""
    if not _MEMORY.is_dir():
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=_MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def folder(quick_folder: Path) -> Path:
    """A folder with three settled sales and an open one: eleven entries."""
    fill(quick_folder)
    return quick_folder


@pytest.fixture(scope="session")
def postgres() -> Generator[Postgres]:
    """A real server, for all the tests of this process."""
    with running_postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=on_postgres)])
def open_place(request: pytest.FixtureRequest, quick_folder: Path) -> Callable[[str], SharedDatabase]:
    """Opens the shared database of this test for a desk: SQLite, and PostgreSQL where it is installed."""
    if request.param == "sqlite":
        return lambda desk: sqlite_place(quick_folder, desk)
    server: Postgres = request.getfixturevalue("postgres")
    schema = server.fresh_schema()
    return lambda desk: postgres_place(server, schema, desk)
