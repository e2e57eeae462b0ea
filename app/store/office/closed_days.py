"""Closed days with their reports."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime

from sqlalchemy import RowMapping, select, update

from app.core.frozen import frozen
from app.store.office.office import Office
from app.store.office.tables import closed_day
from app.store.register.schema import insert_new

_MARK = "/reopened/"


@frozen
class KeptDay:
    """One closed day of one wallet; times are read back in UTC."""

    agent_id: str
    day: date
    desk: str
    closed_by: str
    closed_at: datetime
    until: datetime
    """What becomes known later belongs to the next day."""
    report: str
    """JSON, in a format of the desk."""


def keep_day(office: Office, kept: KeptDay) -> KeptDay:
    """Store a day. Returns the stored one, which may have been closed before. Raises OfficeError."""
    row = {**asdict(kept), "desk": office.desk}
    with office.work() as connection:
        connection.execute(insert_new(connection.dialect.name, closed_day), row)
        query = select(closed_day).where(closed_day.c.agent_id == kept.agent_id, closed_day.c.day == kept.day)
        return _kept(connection.execute(query).mappings().one())


def reopen_day(office: Office, agent_id: str, day: date, note: str) -> None:
    """Open a closed day again; its row stays, under a name that is no agent's. Raises OfficeError."""
    own = closed_day.c
    with office.work() as connection:
        held = own.agent_id == agent_id
        former = connection.execute(select(own.number, own.closed_at).where(held, own.day == day))
        for number, closed_at in former.all():
            values = {"agent_id": aside(agent_id, closed_at), "closed_by": note}
            connection.execute(update(closed_day).where(own.number == number).values(values))


def aside(agent_id: str, closed_at: datetime) -> str:
    """The name under which a closing is kept that does not count any more; the same on every desk."""
    return f"{agent_id}{_MARK}{closed_at.astimezone(UTC).isoformat()}"


def is_aside(agent_id: str) -> bool:
    """Whether a closing stands under such a name."""
    return _MARK in agent_id


def kept_days(office: Office, agent_id: str, since: date) -> tuple[KeptDay, ...]:
    """The closed days from `since` on, oldest first. Raises OfficeError."""
    query = select(closed_day).where(closed_day.c.agent_id == agent_id, closed_day.c.day >= since)
    with office.work() as connection:
        rows = connection.execute(query.order_by(closed_day.c.day)).mappings().all()
    return tuple(map(_kept, rows))


def closing_times(office: Office, agent_id: str) -> dict[date, datetime]:
    """Until when each closed day lasted, oldest first, without the reports. Raises OfficeError."""
    query = select(closed_day.c.day, closed_day.c.until).where(closed_day.c.agent_id == agent_id)
    with office.work() as connection:
        rows = connection.execute(query.order_by(closed_day.c.day)).all()
    return {each.day: each.until for each in rows}


def _kept(row: RowMapping) -> KeptDay:
    return KeptDay(**{str(name): value for name, value in row.items() if name != "number"})
