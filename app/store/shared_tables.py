"""What a shared database has beside register and office: what was handed in, and who is forgotten."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, insert, select

from app.store.columns import NUMBER, UtcDateTime
from app.store.register_rows import words_of
from app.store.register_schema import upsert
from app.store.register_search import Row
from app.store.register_words import phone_key

metadata = MetaData()
received = Table(
    "received",
    metadata,
    Column("source", String, primary_key=True),
    Column("number", NUMBER, nullable=False),
)
"""Up to which number each outbox was taken in, so that nothing is taken in twice."""
tombstone = Table(
    "tombstone",
    metadata,
    Column("digest", String, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""Who was forgotten, and when: a keyed digest of the phone, from which nobody reads the phone."""
secret = Table(
    "tombstone_key",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("value", String, nullable=False),
)
_SIZE = 32
_NOBODY: Row = {"customer_name": "", "customer_phone": "", "customer_email": "", "is_forgotten": True}


def make_shared_tables(connection: Connection) -> None:
    """Make what is not there; the caller sees to it that nobody else does at the same time."""
    metadata.create_all(connection)
    if not connection.scalars(select(secret.c.value)).all():
        connection.execute(insert(secret), {"number": 1, "value": secrets.token_hex(_SIZE)})


def bury(connection: Connection, phone: str, at: datetime) -> None:
    """Remember that the customer with a phone was forgotten at an instant."""
    key = phone_key(phone)
    if key:
        burying = upsert(connection.dialect.name, tombstone, "digest", ("at",))
        connection.execute(burying, {"digest": _digest(_key(connection), key), "at": at.astimezone(UTC)})


def struck(connection: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
    """The rows of sales without customers who were forgotten since; who buys later is one again."""
    phones = {phone_key(row["customer_phone"]) for row in rows.values()} - {""}
    dead = _buried(connection, phones)
    if not dead:
        return rows
    gone = {
        name: {**row, **_NOBODY}
        for name, row in rows.items()
        if (at := dead.get(phone_key(row["customer_phone"]))) is not None and row["sold_at"] <= at
    }
    return {**rows, **{name: {**row, "words": words_of(row)} for name, row in gone.items()}}


def _buried(connection: Connection, phones: Iterable[str]) -> dict[str, datetime]:
    """When each of these was forgotten, if it was."""
    key = _key(connection)
    digests = {_digest(key, phone): phone for phone in phones}
    query = select(tombstone.c.digest, tombstone.c.at).where(tombstone.c.digest.in_(digests))
    return {digests[digest]: at for digest, at in connection.execute(query)}


def _key(connection: Connection) -> bytes:
    return bytes.fromhex(connection.scalars(select(secret.c.value)).one())


def _digest(key: bytes, phone: str) -> str:
    return hashlib.blake2b(phone.encode(), key=key, digest_size=_SIZE).hexdigest()
