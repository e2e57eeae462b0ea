"""Stores the notes of sales."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, insert, select, update

from app.store.register.rows import SAID, pieces
from app.store.register.search import rows_of
from app.store.register.tables import note, sale
from app.store.register.values import KeptNote

_NAMES = tuple(field.name for field in fields(KeptNote))


def keep_note(connection: Connection, kept: KeptNote, said: Sequence[str] | None) -> None:
    """Store a note; `said` is the booking, payment and refund status of its sale as received.

    For a sale whose customer was forgotten only the note's code is stored.
    """
    values = {name: getattr(kept, name) for name in _NAMES}
    is_own = sale.c.request_id == kept.request_id
    more = {"said": ""} if connection.scalar(select(sale.c.is_forgotten).where(is_own)) else {}
    connection.execute(insert(note), values | {"at": kept.at.astimezone(UTC)} | more)
    if said is not None and not _is_older(connection, kept):
        connection.execute(update(sale).where(is_own).values(dict(zip(SAID, said, strict=True))))


def keep_once(connection: Connection, notes: Iterable[KeptNote]) -> None:
    """Store those notes of whose kind their sale has none: what was erased does not come back."""
    for kept in notes:
        own = select(note.c.number).where(note.c.request_id == kept.request_id, note.c.code == kept.code)
        if connection.execute(own.limit(1)).first() is None:
            keep_note(connection, kept, None)


def notes_of(
    connection: Connection, request_ids: Collection[str], codes: Collection[str]
) -> tuple[KeptNote, ...]:
    """The notes of these kinds of all these sales, oldest first."""
    found: list[tuple[datetime, int, KeptNote]] = []
    for some in pieces([*request_ids]):
        own = select(note).where(note.c.request_id.in_(some), note.c.code.in_(codes))
        found += ((row["at"], row["number"], note_from(row)) for row in rows_of(connection, own))
    return tuple(each for *_, each in sorted(found, key=itemgetter(0, 1)))


def note_from(row: Mapping[str, Any]) -> KeptNote:
    """The note of a row."""
    return KeptNote(**{name: row[name] for name in _NAMES})


def _is_older(connection: Connection, kept: KeptNote) -> bool:
    """Whether the sale has a newer note of this kind: a desk may hand one in days later."""
    own = note.c
    newer = select(own.number).where(
        own.request_id == kept.request_id, own.code == kept.code, own.at > kept.at.astimezone(UTC)
    )
    return connection.execute(newer.limit(1)).first() is not None
