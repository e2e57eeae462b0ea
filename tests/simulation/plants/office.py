"""Bugs of an office of several desks: what is lost, counted twice, or depends on the order of arrival."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, true

from app.desk.bookings.bookings import Bookings
from app.store.journal import journal
from app.store.office.shared_database import SharedDatabase
from app.store.register import bookings_of_desks, register, search
from app.store.register.events import add_events, newest_sales
from app.store.register.search import Row
from app.store.register.values import KeptSale
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()
ORDERS = Bed()
"""Those that harm only where the outcome of an order was unknown for a while, which no story has."""


@BED.plant
def cancellations_are_no_events(patches: Patches) -> None:
    """A cancellation is no event: what came last of it counts."""

    def add(connection: Connection, sales: Iterable[KeptSale], _gone: object, *, corrects: bool) -> None:
        add_events(connection, sales, (), corrects=corrects)

    patches.put(register, "add_events", add)


@ORDERS.plant
def last_arrival_wins(patches: Patches) -> None:
    """What arrives last counts."""

    def as_they_came(_connection: object, rows: Mapping[str, Row]) -> dict[str, Row]:
        return {**rows}

    patches.put(register, "newest_sales", as_they_came)
    patches.put(bookings_of_desks, "newest_sales", as_they_came)


@BED.plant
def refund_of_what_came_last(patches: Patches) -> None:
    """What was refunded depends on which cancellation came last."""
    joining = bookings_of_desks.joined_row

    def last(row: Row, gone: Sequence[Row], accounts: Iterable[Row]) -> Row:
        return {**joining(row, gone, accounts), "refunded": gone[-1]["refund"] if gone else None}

    patches.put(bookings_of_desks, "joined_row", last)


@BED.plant
def own_seats_count_twice(patches: Patches) -> None:
    """What its own desk released is added to the cancellations that it sent."""
    joining = bookings_of_desks.joined_row

    def twice(row: Row, gone: Sequence[Row], accounts: Iterable[Row]) -> Row:
        now = joining(row, gone, accounts)
        return {**now, "released": now["released"] + row["released"]}

    patches.put(bookings_of_desks, "joined_row", twice)


@ORDERS.plant
def former_numbers_stay(patches: Patches) -> None:
    """A sale that was sent again stands there under both its numbers."""

    def every(connection: Connection, rows: Mapping[str, Row]) -> dict[str, Row]:
        return {**rows, **newest_sales(connection, rows)}

    patches.put(register, "newest_sales", every)


@BED.plant
def accounts_are_bookings(patches: Patches) -> None:
    """What each desk has cancelled of a booking stands beside it."""
    for module in (search, register):
        patches.put(module, "is_shown", true)


@BED.plant
def lost_server_is_trusted(patches: Patches) -> None:
    """A database that was lost or put back is believed to have what was handed in once."""
    asking: Any = Bookings.__dict__["_behind"]

    def remembered(self: Any, place: Any, hand: Any) -> Any:
        return asking(self, place, hand) if hand.handed is None else (hand.handed, hand.told)

    patches.put(Bookings, "_behind", remembered)


@BED.plant
def restored_desk_keeps_its_number(patches: Patches) -> None:
    """Two computers hand in under the number of one desk."""

    def none(_: object) -> str:
        return ""

    patches.put(journal, "renewed", none)


@BED.plant
def forgotten_come_back(patches: Patches) -> None:
    """A database that was lost does not hear who was forgotten."""

    def nothing(*_: object) -> None:
        return None

    patches.put(SharedDatabase, "bring_forgotten", nothing)
