"""More tables of a shared database: the state of the outboxes, and forgotten customers."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sqlalchemy import Column, Connection, Integer, MetaData, String, Table, insert, select

from app.store.register.bookings_of_desks import join_all
from app.store.register.index_words import phone_key
from app.store.register.rows import words_of
from app.store.register.schema import upsert
from app.store.register.search import Row
from app.store.register.tables import cancellation, money_time
from app.store.sql.columns import NUMBER, UtcDateTime

metadata = MetaData()
received = Table(
    "received",
    metadata,
    Column("source", String, primary_key=True),
    Column("number", NUMBER, nullable=False),
)
"""The number up to which each outbox was applied, so that nothing is applied twice."""
tombstone = Table(
    "tombstone",
    metadata,
    Column("digest", String, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""Forgotten customers and when: keyed digests of phone and e-mail, which cannot be read back."""
secret = Table(
    "tombstone_key",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("value", String, nullable=False),
)
joined = Table("bookings_joined", metadata, Column("form", Integer, primary_key=True, autoincrement=False))
"""That the bookings which desks handed in before they joined them were joined once."""
_SIZE = 32
_MAIL = "mail:"
"""Stands before an e-mail address, so that it is never taken for a phone number."""
_NOBODY: Row = {"customer_name": "", "customer_phone": "", "customer_email": "", "is_forgotten": True}


def make_shared_tables(connection: Connection) -> None:
    """Make missing tables; the caller prevents others from doing so at the same time."""
    metadata.create_all(connection)
    money_time.create(connection, checkfirst=True)
    if not connection.scalars(select(secret.c.value)).all():
        connection.execute(insert(secret), {"number": 1, "value": secrets.token_hex(_SIZE)})
    if not connection.scalars(select(joined.c.form)).all():
        for index in cancellation.indexes:
            index.create(connection, checkfirst=True)
        join_all(connection)
        connection.execute(insert(joined), {"form": 1})


def bury(connection: Connection, phone: str, email: str, at: datetime) -> None:
    """Remember that the customer with a phone and an e-mail was forgotten at an instant."""
    key, signs, now = _key(connection), _signs(phone, email), at.astimezone(UTC)
    burying = upsert(connection.dialect.name, tombstone, "digest", ("at",))
    # A late request of a desk that was offline does not replace a newer one.
    before = _buried(connection, signs)
    for sign in signs:
        newest = max(now, before.get(sign, now))
        connection.execute(burying, {"digest": _digest(key, sign), "at": newest})


def struck(connection: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
    """The rows of sales without customers that were forgotten after the sale."""
    signs = {name: _signs(row["customer_phone"], row["customer_email"]) for name, row in rows.items()}
    dead = _buried(connection, {sign for own in signs.values() for sign in own})
    if not dead:
        return rows
    gone = {
        name: {**row, **_NOBODY}
        for name, row in rows.items()
        if any(row["sold_at"] <= dead[sign] for sign in signs[name] if sign in dead)
    }
    return {**rows, **{name: {**row, "words": words_of(row)} for name, row in gone.items()}}


def _signs(phone: str, email: str) -> tuple[str, ...]:
    """The digests by which a customer is recognised, of those values that a sale has."""
    key, mail = phone_key(phone), email.strip().casefold()
    return (*((key,) if key else ()), *((f"{_MAIL}{mail}",) if mail else ()))


def _buried(connection: Connection, signs: Iterable[str]) -> dict[str, datetime]:
    """When each of these was forgotten, for those that were."""
    key = _key(connection)
    digests = {_digest(key, sign): sign for sign in signs}
    query = select(tombstone.c.digest, tombstone.c.at).where(tombstone.c.digest.in_(digests))
    return {digests[digest]: at for digest, at in connection.execute(query)}


def _key(connection: Connection) -> bytes:
    return bytes.fromhex(connection.scalars(select(secret.c.value)).one())


def _digest(key: bytes, sign: str) -> str:
    return hashlib.blake2b(sign.encode(), key=key, digest_size=_SIZE).hexdigest()
