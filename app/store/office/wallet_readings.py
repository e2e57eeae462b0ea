"""Readings of the wallet: the balance, the time and the counter."""

from __future__ import annotations

from dataclasses import asdict, fields
from datetime import datetime
from decimal import Decimal

from sqlalchemy import select

from app.core.frozen import frozen
from app.store.office.office import Office
from app.store.office.tables import reading
from app.store.register.schema import insert_new


@frozen
class KeptReading:
    """One reading of the wallet (interface part 2.8); its time has a zone and is read back in UTC."""

    agent_id: str
    read_at: datetime
    cash: Decimal
    credit_limit: Decimal
    credit_used: Decimal
    credit_left: Decimal
    currency: str
    desk: str = ""
    """The counter that read it; filled in when it is stored."""
    told_at: datetime | None = None
    """The service's time of it; None when unknown."""
    took_ms: int | None = None
    """Milliseconds that it took, so that it may be of so long before; None when unknown."""


_NEAR = 200
"""How many of the last readings by the clocks of all desks are compared by the service's time."""
_COLUMNS = tuple(each.name for each in fields(KeptReading))


def keep_reading(office: Office, kept: KeptReading) -> None:
    """Store a reading, unless there is one of the same instant. Raises OfficeError."""
    row = {**asdict(kept), "desk": office.desk}
    with office.work() as connection:
        connection.execute(insert_new(connection.dialect.name, reading), row)


def readings_between(
    office: Office, agent_id: str, since: datetime, until: datetime
) -> tuple[KeptReading, ...]:
    """The readings of an agent's wallet from `since` to before `until`, in the order of their storing.

    A clock that was set back shows in it. Raises OfficeError.
    """
    own = reading.c
    query = (
        select(reading)
        .where(own.agent_id == agent_id, own.read_at >= since, own.read_at < until)
        .order_by(own.number)
    )
    with office.work() as connection:
        rows = connection.execute(query).mappings().all()
    return tuple(KeptReading(**{name: row[name] for name in _COLUMNS}) for row in rows)


def newest_of_others(office: Office, agent_id: str) -> KeptReading | None:
    """The newest reading by another desk of which the service's time is known, or None.

    Which one of two desks has read later is not known to the second. Raises OfficeError.
    """
    own = reading.c
    query = select(reading).where(own.agent_id == agent_id, own.told_at.is_not(None), own.desk != office.desk)
    with office.work() as connection:
        # The clocks of the desks may differ, so that the last one by them need not be the newest.
        rows = connection.execute(query.order_by(own.read_at.desc()).limit(_NEAR)).mappings().all()
    found = [KeptReading(**{name: row[name] for name in _COLUMNS}) for row in rows]
    return max(found, key=lambda each: (each.told_at, each.read_at), default=None)


def last_reading(office: Office, agent_id: str, before: datetime) -> KeptReading | None:
    """The newest reading of an agent's wallet before an instant, or None. Raises OfficeError."""
    own = reading.c
    query = select(reading).where(own.agent_id == agent_id, own.read_at < before)
    with office.work() as connection:
        row = connection.execute(query.order_by(own.read_at.desc()).limit(1)).mappings().first()
    return None if row is None else KeptReading(**{name: row[name] for name in _COLUMNS})
