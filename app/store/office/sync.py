"""Copies the office's data between a desk's own database and the shared one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, and_, func, select, update

from app.store.office.office import Office
from app.store.office.tables import clerk, closed_day, reading, shift
from app.store.register.schema import insert_new, upsert

_AGAIN = timedelta(days=2)
"""The overlap that is compared again, since a clock may have been set back."""
_OF_A_DESK = ((reading, reading.c.read_at), (shift, shift.c.opened_at))
_PIECE = 500

Row = Mapping[str, Any]


def bring_office(own: Office, shared: Office) -> None:
    """Copy readings and shifts of this desk to the shared database, and all clerks from there.

    It can be repeated at any time without duplicates. Raises OfficeError.
    """
    for table, at in _OF_A_DESK:
        _bring(own, shared, table, at)
    _bring_closed_days(own, shared)
    _copy_clerks(own, shared)


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


def _bring_closed_days(own: Office, shared: Office) -> None:
    """Copy days that this desk closed before it shared a database; days the office has closed stay."""
    with own.work() as connection:
        here = _all(connection, closed_day)
    if here:
        with shared.work() as connection:
            connection.execute(insert_new(connection.dialect.name, closed_day), [*here])


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
