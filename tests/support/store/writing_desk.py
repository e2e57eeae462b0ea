"""A desk in a process of its own that sells into the shared database, to be killed at any instant.

`python -m tests.support.store.writing_desk URL SCHEMA NAME FOLDER`, the password on standard input,
sells for ever. It says each number when the sale is in its journal, which here is a file, and its note
in the outbox.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from app.store.office.outbox import NOTE, NOTES, NoteBody, Outbox
from app.store.office.shared_database import SharedDatabase, open_shared
from app.store.register.register import KeptNote, KeptSale, Position
from app.store.sql.engine import DatabaseAddress
from tests.store.office.test_shared_database import AT, SALE


def sale_of(desk: str, number: int) -> KeptSale:
    """The sale of a desk by its number; every third customer buys at all desks."""
    phone = f"98450{number % 3 if number % 3 == 0 else number:05}"
    own = f"{desk}-{number}"
    at = AT + timedelta(seconds=number)
    return replace(SALE, request_id=own, booking_ref=own, desk=desk, customer_phone=phone, sold_at=at)


def note_of(desk: str, number: int) -> bytes:
    """The note on that sale."""
    kept = KeptNote(f"{desk}-{number}", AT, "voucher_printed", str(number), desk)
    return NOTES.dump_json(NoteBody(kept, None))


def hand_in(place: SharedDatabase, desk: str, sold: int, outbox: Outbox) -> None:
    """What a desk does when it sells, and when it starts again: sales behind its position, then its notes."""
    known = place.register.position(desk)
    first = known.seq + 1 if known else 1
    some = [sale_of(desk, number) for number in range(first, sold + 1)]
    place.register.keep(some, (), Position(desk, sold, "h"))
    while items := outbox.waiting():
        place.take_in(outbox.source, items)
        outbox.remove(items[-1].number)


def main(url: str, schema: str, desk: str, folder: Path) -> None:
    """Sell until killed."""
    place = open_shared(DatabaseAddress(url, sys.stdin.readline().strip(), schema), desk)
    outbox = Outbox(folder / "outbox.db")
    journal = os.open(folder / "sold", os.O_CREAT | os.O_WRONLY)
    number = 0
    while True:
        number += 1
        os.pwrite(journal, str(number).encode(), 0)
        outbox.put(NOTE, note_of(desk, number))
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()
        hand_in(place, desk, number, outbox)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], Path(sys.argv[4]))
