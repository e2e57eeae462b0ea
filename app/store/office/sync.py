"""Copies the office's data between a desk's own database and the shared one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, func, select, update

from app.store.office.closed_days import aside, is_aside
from app.store.office.desk_names import bring_names
from app.store.office.office import Office
from app.store.office.tables import change, clerk, closed_day, reading, shift
from app.store.register.schema import insert_new, upsert

_AGAIN = timedelta(days=2)
"""The overlap that is compared again, since a clock may have been set back."""
_OF_A_DESK = ((reading, reading.c.read_at), (shift, shift.c.opened_at), (change, change.c.at))
_PIECE = 500

Row = Mapping[str, Any]


def bring_office(own: Office, shared: Office, first_name: str = "") -> None:
    """Copy readings, shifts and changes of this desk to the shared database, and all clerks from there.

    The names of desks are copied to both; `first_name` is for a desk that has none. Closed days are kept on
    both sides: a shared database that is lost gets them back from any desk.

    It can be repeated at any time without duplicates. Raises OfficeError.
    """
    for table, at in _OF_A_DESK:
        _bring(own, shared, table, at)
    _carry_closed_days(own, shared)
    _copy_clerks(own, shared)
    bring_names(own, shared, first_name)


def _bring(own: Office, shared: Office, table: Table, at: Column[Any]) -> None:
    """Copy rows of this desk that are missing or different there; only this desk writes them."""
    is_own = table.c.desk == own.desk
    with shared.work() as connection:
        last = connection.scalars(select(func.max(at)).where(is_own)).one()
    recent = is_own if last is None else and_(is_own, at >= last - _AGAIN)
    with own.work() as connection:
        here = _rows(connection, table, recent, at)
    with shared.work() as connection:
        there = _rows(connection, table, recent, at)
        new = [row for key, row in here.items() if key not in there]
        for begin in range(0, len(new), _PIECE):
            connection.execute(insert_new(connection.dialect.name, table), new[begin : begin + _PIECE])
        for key, row in here.items():
            if key in there and there[key] != row:
                connection.execute(update(table).where(is_own, at == key).values(row))


def _rows(
    connection: Connection, table: Table, condition: ColumnElement[bool], at: Column[Any]
) -> dict[Any, Row]:
    found = connection.execute(select(table).where(condition).order_by(table.c.number)).mappings()
    return {row[at.name]: {name: row[name] for name in _names(table)} for row in found}


def _carry_closed_days(own: Office, shared: Office) -> None:
    """Keep the closed days of both on both sides; where both have closed a day, the office's closing counts.

    A day that one side has opened again is opened on the other too: a closing has one instant.
    """
    with own.work() as connection:
        here = _closings(connection)
    with shared.work() as connection:
        there = _closings(connection)
    if here.keys() == there.keys():
        return
    with own.work() as connection:
        _reopen(connection, here, there)
        here = _closings(connection)
        missing = _reports(connection, here.keys() - there.keys())
    with shared.work() as connection:
        _reopen(connection, there, here)
        if missing:
            connection.execute(insert_new(connection.dialect.name, closed_day), missing)
        there = _closings(connection)
        brought = _reports(connection, there.keys() - here.keys())
    with own.work() as connection:
        # A closing of the office counts, and one that this desk made alone is kept beside it.
        names = {(each["agent_id"], each["day"]) for each in brought}
        for each, kept in here.items():
            if (each.agent_id, each.day) in names:
                _put_aside(connection, kept.number, aside(each.agent_id, each.closed_at), kept.closed_by)
        if brought:
            connection.execute(insert_new(connection.dialect.name, closed_day), brought)


class _Closing(NamedTuple):
    """What tells one closing of a day from any other; a day that was opened again has another `agent_id`."""

    agent_id: str
    day: date
    closed_at: datetime


class _Kept(NamedTuple):
    """The row of a closing, without its report."""

    number: int
    closed_by: str


def _closings(connection: Connection) -> dict[_Closing, _Kept]:
    own = closed_day.c
    found = connection.execute(select(own.agent_id, own.day, own.closed_at, own.number, own.closed_by))
    return {
        _Closing(each.agent_id, each.day, each.closed_at): _Kept(each.number, each.closed_by)
        for each in found
    }


def _reopen(connection: Connection, here: Mapping[_Closing, _Kept], there: Mapping[_Closing, _Kept]) -> None:
    """Open the days again that are closed here and were opened again there, with who did it and why."""
    reopened = {
        (each.day, each.closed_at): (each.agent_id, kept.closed_by)
        for each, kept in there.items()
        if is_aside(each.agent_id)
    }
    for each, kept in here.items():
        named = reopened.get((each.day, each.closed_at))
        if named is not None and not is_aside(each.agent_id):
            _put_aside(connection, kept.number, *named)


def _put_aside(connection: Connection, number: int, name: str, closed_by: str) -> None:
    changing = update(closed_day).where(closed_day.c.number == number)
    connection.execute(changing.values(agent_id=name, closed_by=closed_by))


def _reports(connection: Connection, wanted: Iterable[_Closing]) -> list[Row]:
    """The whole rows of some closings."""
    rows: list[Row] = []
    own = closed_day.c
    for each in wanted:
        query = select(closed_day).where(
            own.agent_id == each.agent_id, own.day == each.day, own.closed_at == each.closed_at
        )
        found = connection.execute(query).mappings()
        rows += [{name: row[name] for name in _names(closed_day)} for row in found]
    return rows


def _copy_clerks(own: Office, shared: Office) -> None:
    """Add clerks of this desk to the shared database, then copy all clerks from there."""
    with own.work() as connection:
        here = _all(connection, clerk)
    with shared.work() as connection:
        if here:
            connection.execute(insert_new(connection.dialect.name, clerk), [*here])
        there = _all(connection, clerk)
    if there != here:
        with own.work() as connection:
            names = [name for name in _names(clerk) if name != "name"]
            connection.execute(upsert(connection.dialect.name, clerk, "name", names), [*there])


def _all(connection: Connection, table: Table) -> Sequence[Row]:
    found = connection.execute(select(table).order_by(*table.primary_key)).mappings()
    return [{name: row[name] for name in _names(table)} for row in found]


def _names(table: Table) -> list[str]:
    """The columns that are the same in both databases."""
    return [str(each.name) for each in table.c if each.name != "number"]
