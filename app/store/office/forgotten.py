"""Forgotten customers of an office: what names them nowhere, and keeps them from coming back.

A database that is lost is made again from what the desks have, so each desk keeps these rows too.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    MetaData,
    String,
    Table,
    and_,
    delete,
    extract,
    func,
    insert,
    or_,
    select,
)

from app.store.register.erasure import strike
from app.store.register.index_words import phone_key
from app.store.register.rows import pieces, without_customer
from app.store.register.schema import upsert
from app.store.register.search import Row, rows_of
from app.store.register.tables import sale
from app.store.sql.columns import UtcDateTime

metadata = MetaData()
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
"""The keys of the digests: more than one after a database was lost and made again."""
struck_at_desk = Table(
    "struck_at_desk",
    metadata,
    Column("desk", String, primary_key=True),
    Column("digest", String, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)
"""Which desk has erased whom from its own disk, and the `at` of that tombstone."""
_SIZE = 32
_MAIL = "mail:"
"""Stands before an e-mail address, so that it is never taken for a phone number."""


class Wishes(NamedTuple):
    """Customers whom one desk has still to erase from its own disk."""

    keys: tuple[bytes, ...]
    at: Mapping[str, datetime]
    """When each was forgotten, by digest."""

    def of(self, phone: str, email: str) -> datetime | None:
        """When the customer with this phone or e-mail was forgotten; None for somebody else."""
        digests = (_digest(key, sign) for key in self.keys for sign in _signs(phone, email))
        return max((self.at[each] for each in digests if each in self.at), default=None)


def make_forgotten_tables(connection: Connection, *, is_shared: bool) -> None:
    """Make missing tables, and in a shared database the first key."""
    metadata.create_all(connection)
    if is_shared and not connection.scalars(select(secret.c.value)).all():
        connection.execute(insert(secret), {"number": 1, "value": secrets.token_hex(_SIZE)})


def bury(connection: Connection, phone: str, email: str, at: datetime) -> None:
    """Remember that the customer with a phone and an e-mail was forgotten at an instant."""
    key, *_ = _keys(connection)
    now = at.astimezone(UTC)
    # A late request of a desk that was offline does not replace a newer one.
    before = _buried(connection, _signs(phone, email))
    for sign in _signs(phone, email):
        _lay(connection, {_digest(key, sign): max(now, before.get(sign, now))})


def struck(connection: Connection, rows: Mapping[str, Row]) -> Mapping[str, Row]:
    """The rows of sales without customers that were forgotten after the sale."""
    return {**rows, **{name: without_customer(rows[name]) for name in _dead(connection, rows)}}


def wishes_for(connection: Connection, desk: str) -> Wishes | None:
    """Whom a desk has still to erase; None for nobody."""
    done = and_(
        struck_at_desk.c.desk == desk,
        struck_at_desk.c.digest == tombstone.c.digest,
        struck_at_desk.c.at >= tombstone.c.at,
    )
    missing = ~select(struck_at_desk.c.desk).where(done).exists()
    found = connection.execute(select(tombstone.c.digest, tombstone.c.at).where(missing)).all()
    return Wishes(_keys(connection), {each.digest: each.at for each in found}) if found else None


def note_struck(connection: Connection, desk: str, wishes: Wishes) -> None:
    """Remember that a desk has erased these."""
    for some in pieces(list(wishes.at)):
        own = struck_at_desk.c
        connection.execute(delete(struck_at_desk).where(own.desk == desk, own.digest.in_(some)))
        rows = [{"desk": desk, "digest": digest, "at": wishes.at[digest]} for digest in some]
        connection.execute(insert(struck_at_desk), rows)


def desks_that_hold(connection: Connection, phone: str, email: str, of: Collection[str]) -> tuple[str, ...]:
    """Those of some desks that have not yet erased a forgotten customer from their own disks."""
    digests = [_digest(key, sign) for key in _keys(connection) for sign in _signs(phone, email)]
    laid = connection.execute(
        select(tombstone.c.digest, tombstone.c.at).where(tombstone.c.digest.in_(digests))
    ).all()
    query = select(struck_at_desk).where(struck_at_desk.c.desk.in_(of), struck_at_desk.c.digest.in_(digests))
    done = {(each.desk, each.digest): each.at for each in connection.execute(query)}

    def has_erased(desk: str) -> bool:
        return all((desk, digest) in done and done[desk, digest] >= at for digest, at in laid)

    return tuple(sorted(desk for desk in of if not has_erased(desk)))


class Graves(NamedTuple):
    """All tombstones of a database, with their keys."""

    keys: tuple[str, ...]
    at: Mapping[str, datetime]


def sign_of(connection: Connection) -> tuple[object, ...]:
    """What changes whenever a tombstone is added or gets another time, or a key is added."""
    # A time only ever becomes a later one, so that the sum tells of each.
    query = select(func.count(), func.sum(extract("epoch", tombstone.c.at)))
    return (
        *connection.execute(query).one(),
        connection.scalars(select(func.count()).select_from(secret)).one(),
    )


def graves(connection: Connection) -> Graves:
    """What a desk keeps of it."""
    keys = connection.scalars(select(secret.c.value).order_by(secret.c.number)).all()
    found = connection.execute(select(tombstone.c.digest, tombstone.c.at))
    return Graves(tuple(keys), {each.digest: each.at for each in found})


def add_graves(connection: Connection, others: Graves) -> bool:
    """Add what another database has. Returns whether customers were forgotten there alone."""
    own = graves(connection)
    new_keys = [each for each in others.keys if each not in own.keys]
    first = connection.scalars(select(func.coalesce(func.max(secret.c.number), 0))).one() + 1
    for number, value in enumerate(new_keys, first):
        connection.execute(insert(secret), {"number": number, "value": value})
    newer = {digest: at for digest, at in others.at.items() if digest not in own.at or own.at[digest] < at}
    _lay(connection, newer)
    return bool(newer)


def strike_dead(connection: Connection) -> None:
    """Erase from all sales the customers who were forgotten after them."""
    named = or_(sale.c.customer_phone != "", sale.c.customer_email != "")
    numbers = connection.scalars(select(sale.c.number).where(named)).all()
    for some in pieces(numbers):
        rows = {
            row["request_id"]: row for row in rows_of(connection, select(sale).where(sale.c.number.in_(some)))
        }
        strike(connection, [rows[each] for each in _dead(connection, rows)])


def _lay(connection: Connection, newer: Mapping[str, datetime]) -> None:
    if newer:
        laying = upsert(connection.dialect.name, tombstone, "digest", ("at",))
        connection.execute(laying, [{"digest": digest, "at": at} for digest, at in newer.items()])


def _dead(connection: Connection, rows: Mapping[str, Row]) -> list[str]:
    """Those of some sales whose customers were forgotten after them."""
    signs = {name: _signs(row["customer_phone"], row["customer_email"]) for name, row in rows.items()}
    dead = _buried(connection, {sign for own in signs.values() for sign in own})
    return [
        name
        for name, row in rows.items()
        if any(row["sold_at"] <= dead[sign] for sign in signs[name] if sign in dead)
    ]


def _signs(phone: str, email: str) -> tuple[str, ...]:
    """The values by which a customer is recognised, of those that a sale has."""
    key, mail = phone_key(phone), email.strip().casefold()
    return (*((key,) if key else ()), *((f"{_MAIL}{mail}",) if mail else ()))


def _buried(connection: Connection, signs: Iterable[str]) -> dict[str, datetime]:
    """When each of these was forgotten, for those that were."""
    digests = {_digest(key, sign): sign for key in _keys(connection) for sign in signs}
    found: dict[str, datetime] = {}
    for some in pieces(list(digests)):
        query = select(tombstone.c.digest, tombstone.c.at).where(tombstone.c.digest.in_(some))
        for digest, at in connection.execute(query):
            found[digests[digest]] = max(at, found.get(digests[digest], at))
    return found


def _keys(connection: Connection) -> tuple[bytes, ...]:
    found = connection.scalars(select(secret.c.value).order_by(secret.c.number)).all()
    return tuple(map(bytes.fromhex, found))


def _digest(key: bytes, sign: str) -> str:
    return hashlib.blake2b(sign.encode(), key=key, digest_size=_SIZE).hexdigest()
