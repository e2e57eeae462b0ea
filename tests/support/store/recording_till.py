"""A desk that writes receipts until it is killed: `python -m tests.support.store.recording_till FOLDER`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from app.store.journal.rollback_guard import FilePlace
from app.store.till.outside_memory import OutsideMemory
from app.store.till.till_book import Series, TillBook, TillKind

OF_2026 = Series("A", "2627")
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def open_book(
    folder: Path,
    *,
    desk: str = "D1",
    key: bytes = b"",
    apart: str = "apart",
    clock: Callable[[], datetime] = lambda: NOON,
) -> TillBook:
    """The book in a folder, with what is kept of it in another folder beside that."""
    folder.mkdir(exist_ok=True)
    memory = OutsideMemory(folder, FilePlace(folder.parent / apart))
    return TillBook(folder, memory, desk=desk, key=key, clock=clock)


def take(book: TillBook, request_id: str = "R1", series: Series = OF_2026) -> str:
    """Write a receipt for a sale, and return its series and number, such as "A 1"."""
    facts = {"sales": [{"request_id": request_id}], "total": 100}
    entry = book.append(TillKind.RECEIPT, "Asha Rao", facts, series)
    return f"{entry.facts['series']} {entry.facts['number']}"


def main(folder: Path) -> None:
    """Write receipts for ever, and say the number of each once it is written."""
    book = open_book(folder)
    while True:
        sys.stdout.write(f"{take(book)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
