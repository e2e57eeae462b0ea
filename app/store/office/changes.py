"""Who changed clerks, addresses, alerts or customers, and when: kept on each desk, and by the office."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, insert, select

from app.core.frozen import frozen
from app.store.office.office import Office
from app.store.office.tables import change


@frozen
class KeptChange:
    """One change; the instant is read back in UTC."""

    at: datetime
    desk: str
    by: str
    """The person in charge; empty for nobody's name, as where there are no clerks."""
    what: str
    """What was changed, such as "clerk_added"."""
    about: str
    """Whose, or to what; never a customer."""


def write_change(connection: Connection, kept: KeptChange) -> None:
    """Add a change to what is kept."""
    own = change.c
    last = connection.scalars(select(func.max(own.at)).where(own.desk == kept.desk)).one()
    # The instant names a change of a desk, also where a clock stood still or was set back.
    at = kept.at if last is None or kept.at > last else last + timedelta(microseconds=1)
    values = {
        "at": at,
        "desk": kept.desk,
        "changed_by": kept.by,
        "what": kept.what,
        "about": kept.about,
    }
    connection.execute(insert(change), values)


def newest_changes(office: Office, most: int) -> tuple[KeptChange, ...]:
    """The newest changes, newest first. Raises OfficeError."""
    own = change.c
    query = select(own.at, own.desk, own.changed_by, own.what, own.about)
    query = query.order_by(own.at.desc(), own.number.desc()).limit(most)
    with office.work() as connection:
        return tuple(KeptChange(*row) for row in connection.execute(query))
