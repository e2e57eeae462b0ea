"""Clerks and their shifts in the office's database."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, RowMapping, Update, delete, insert, or_, select, update

from app.core.frozen import frozen
from app.store.office.changes import KeptChange, write_change
from app.store.office.office import FILE, Office, add_missing
from app.store.office.tables import clerk, shift, wrong_pins
from app.store.register.schema import insert_new


@frozen
class KeptClerk:
    """A clerk of this office."""

    name: str
    pin: str
    """A salted hash of the PIN, made by the desk."""
    is_active: bool
    is_in_charge: bool = False
    """Whether this is a person in charge: who was made so, or else the first clerk that still works here."""


@frozen
class KeptShift:
    """A shift of a clerk at a counter; times are read back in UTC."""

    number: int
    desk: str
    clerk: str
    opened_at: datetime
    closed_at: datetime | None
    opened_cash: Decimal | None
    """The wallet at both ends; None where it could not be read."""
    opened_credit_used: Decimal | None
    closed_cash: Decimal | None
    closed_credit_used: Decimal | None


def clerks(office: Office) -> tuple[KeptClerk, ...]:
    """All clerks by name, those that have left included. Raises OfficeError."""
    query = select(clerk).order_by(clerk.c.name)
    with office.work() as connection:
        rows = connection.execute(query).mappings().all()
    active = [row for row in rows if row["is_active"]]
    named = {row["name"] for row in active if row["in_charge"]}
    if active and not named:
        named = {min(active, key=lambda row: (row["added_at"], row["name"]))["name"]}
    return tuple(KeptClerk(row["name"], row["pin"], row["is_active"], row["name"] in named) for row in rows)


def add_clerk(office: Office, name: str, pin: str, by: KeptChange) -> bool:
    """Add a clerk. Returns False, without a change, when the name exists. Raises OfficeError."""
    row = {"name": name, "pin": pin, "is_active": True, "added_at": by.at}
    with office.work() as connection:
        inserting = insert_new(connection.dialect.name, clerk).returning(clerk.c.name)
        is_new = connection.execute(inserting, row).first() is not None
        if is_new:
            write_change(connection, by)
        return is_new


def change_clerk(
    office: Office,
    name: str,
    by: KeptChange,
    *,
    pin: str | None = None,
    is_active: bool | None = None,
    is_in_charge: bool | None = None,
) -> None:
    """Change a clerk's PIN, whether the clerk still works here, or is in charge. Raises OfficeError.

    The first change of who is in charge names those who were so without being made it.
    """
    in_charge = [] if is_in_charge is None else [each.name for each in clerks(office) if each.is_in_charge]
    changes = {"pin": pin, "is_active": is_active, "in_charge": is_in_charge}
    values = {column: each for column, each in changes.items() if each is not None}
    with office.work() as connection:
        connection.execute(update(clerk).where(clerk.c.name.in_(in_charge)).values(in_charge=True))
        connection.execute(update(clerk).where(clerk.c.name == name).values(values))
        write_change(connection, by)


def renew_pin(office: Office, name: str, pin: str, old_pin: str) -> None:
    """Store the same PIN of a clerk in another form, unless another was set meanwhile. Raises OfficeError."""
    changing = update(clerk).where(clerk.c.name == name, clerk.c.pin == old_pin)
    with office.work() as connection:
        connection.execute(changing.values(pin=pin))


def wrong_pins_of(office: Office) -> tuple[int, datetime | None]:
    """The number of wrong PINs at this counter, and the time of the last one. Raises OfficeError.

    An older program has stored no time.
    """
    with office.work() as connection:
        _make_wrong_pins(connection)
        row = connection.execute(select(wrong_pins)).mappings().first()
    return (0, None) if row is None else (row["number"], row["last_at"])


def keep_wrong_pins(office: Office, number: int, last_at: datetime) -> None:
    """Store the number of wrong PINs at this counter. Raises OfficeError."""
    with office.work() as connection:
        _make_wrong_pins(connection)
        connection.execute(delete(wrong_pins))
        connection.execute(insert(wrong_pins), {"number": number, "last_at": last_at})


def open_shift(office: Office, name: str, at: datetime) -> int:
    """Open a shift at this counter and close the one before. Returns its number. Raises OfficeError."""
    row = {"desk": office.desk, "clerk": name, "opened_at": at}
    with office.work() as connection:
        connection.execute(_open_here(office).values(closed_at=at))
        (number,) = connection.execute(insert(shift).returning(shift.c.number), row).one()
        return number


def close_shift(office: Office, at: datetime) -> None:
    """Close the open shift at this counter, if any. Raises OfficeError."""
    with office.work() as connection:
        connection.execute(_open_here(office).values(closed_at=at))


def end_shifts(folder: Path, at: datetime) -> None:
    """End all shifts in a profile's folder, where no counter is open. Raises OfficeError."""
    if not (folder / FILE).exists():
        return
    office = Office.open(folder, "")
    try:
        with office.work() as connection:
            connection.execute(update(shift).where(shift.c.closed_at.is_(None)).values(closed_at=at))
    finally:
        office.close()


def note_reading(office: Office, at: datetime, cash: Decimal, credit_used: Decimal) -> None:
    """Store the wallet for shifts opened or closed at this counter at that instant. Raises OfficeError."""
    ends: Mapping[str, ColumnElement[datetime]] = {"opened": shift.c.opened_at, "closed": shift.c.closed_at}
    with office.work() as connection:
        for end, column in ends.items():
            values = {f"{end}_cash": cash, f"{end}_credit_used": credit_used}
            at_end = update(shift).where(shift.c.desk == office.desk, column == at)
            connection.execute(at_end.values(values))


def standing_shift(office: Office) -> KeptShift | None:
    """The open shift at this counter, or None. Raises OfficeError."""
    query = select(shift).where(shift.c.desk == office.desk, shift.c.closed_at.is_(None))
    with office.work() as connection:
        row = connection.execute(query.order_by(shift.c.number.desc())).mappings().first()
    return None if row is None else _shift(row)


def standing_elsewhere(office: Office, name: str, since: datetime) -> tuple[KeptShift, ...]:
    """The open shifts of a clerk at other counters that began at `since` or later. Raises OfficeError."""
    own = shift.c
    query = select(shift).where(
        own.clerk == name, own.desk != office.desk, own.closed_at.is_(None), own.opened_at >= since
    )
    with office.work() as connection:
        rows = connection.execute(query.order_by(own.opened_at)).mappings().all()
    return tuple(map(_shift, rows))


def shifts_between(office: Office, since: datetime, until: datetime) -> tuple[KeptShift, ...]:
    """The shifts of all counters that were open at any time from `since` to before `until`.

    Raises OfficeError.
    """
    ends_later = or_(shift.c.closed_at.is_(None), shift.c.closed_at > since)
    query = select(shift).where(shift.c.opened_at < until, ends_later)
    with office.work() as connection:
        rows = connection.execute(query.order_by(shift.c.opened_at, shift.c.number)).mappings().all()
    return tuple(map(_shift, rows))


def _make_wrong_pins(connection: Connection) -> None:
    wrong_pins.create(connection, checkfirst=True)
    add_missing(connection, wrong_pins.c.last_at)


def _open_here(office: Office) -> Update:
    return update(shift).where(shift.c.desk == office.desk, shift.c.closed_at.is_(None))


def _shift(row: RowMapping) -> KeptShift:
    return KeptShift(**{str(name): value for name, value in row.items()})
