"""Damage done to the sinks of a folder by hand, for tests."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.store.journal.states import State

STATES = {"0": State.SETTLED, "1": State.SETTLED, "2": State.SETTLED, "open": State.DISPATCHED}
"""What `filled` folders hold."""
DATABASE = "journal.sqlite"
MIRROR = "mirror.log"


def lines_of(folder: Path) -> list[bytes]:
    """The lines of the mirror."""
    return (folder / MIRROR).read_bytes().rstrip(b"\0").splitlines(keepends=True)


def write_lines(folder: Path, *lines: bytes) -> None:
    """Make these the lines of the mirror."""
    (folder / MIRROR).write_bytes(b"".join(lines))


def edit(folder: Path, *statements: str) -> None:
    """Change the database as an expert could: the triggers are there again afterwards."""
    connection = sqlite3.connect(folder / DATABASE)
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    for statement in (*statements, *(sql for _, sql in guards)):
        connection.execute(statement)
    connection.commit()
    connection.close()


def files(folder: Path) -> dict[str, bytes]:
    """Both sinks, to the byte."""
    return {name: (folder / name).read_bytes() for name in (DATABASE, MIRROR)}
