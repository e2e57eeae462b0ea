"""The names of the office's desks: each desk writes its own, and keeps those of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count

from sqlalchemy import Connection, select

from app.store.office.office import Office
from app.store.office.tables import desk_name
from app.store.register.schema import upsert


def names_of(office: Office) -> Mapping[str, str]:
    """The name of each desk that has one, by its number. Raises OfficeError."""
    with office.work() as connection:
        return _names(connection)


def keep_name(office: Office, desk: str, name: str) -> None:
    """Give a desk a name. Raises OfficeError."""
    with office.work() as connection:
        _write(connection, {desk: name})


def bring_names(own: Office, shared: Office, first: str) -> None:
    """Write the name of this desk to the shared database, and copy those of the others. Raises OfficeError.

    A desk without a name gets the `first` one, with a number behind it where another desk has that.
    """
    with own.work() as connection:
        here = _names(connection)
    with shared.work() as connection:
        there = _names(connection)
        mine = here.get(own.desk) or there.get(own.desk) or _free(first, there.values())
        if mine and there.get(own.desk) != mine:
            _write(connection, {own.desk: mine})
            there[own.desk] = mine
    news = {desk: name for desk, name in there.items() if here.get(desk) != name}
    if news:
        with own.work() as connection:
            _write(connection, news)


def _free(first: str, taken: Iterable[str]) -> str:
    used = {each.casefold() for each in taken}
    names = (first if number == 1 else f"{first} ({number})" for number in count(1))
    return next(each for each in names if each.casefold() not in used) if first else ""


def _names(connection: Connection) -> dict[str, str]:
    return {row.desk: row.name for row in connection.execute(select(desk_name))}


def _write(connection: Connection, names: Mapping[str, str]) -> None:
    rows = [{"desk": desk, "name": name} for desk, name in names.items()]
    connection.execute(upsert(connection.dialect.name, desk_name, "desk", ("name",)), rows)
