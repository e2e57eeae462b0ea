"""Two real windows of one office that keep tills: each has its own receipts, and the day is the office's."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.practice import Faults, PracticeServer, World
from tests.support.counter import AS_ON
from tests.support.office_windows import DeskWindow, OfficeWindows
from tests.support.postgres import on_postgres, running_postgres

pytestmark = [
    on_postgres,
    pytest.mark.prove("programs of their own; the till of an office has its tests"),
]
_SOON = 5.0
"""Seconds within which a window follows the other one."""


def pay(desk: DeskWindow, pnr: str, *keys: str, reference: str = "") -> str:
    """Take the payment of a booking. Returns the number of the receipt."""
    desk.find(pnr)
    desk.shows("till_standing")
    desk.keys("T")
    desk.shows("payment_page")
    desk.keys(*keys)
    desk.type(reference)
    desk.armed("record_payment")
    desk.keys("Ctrl+Return")
    desk.shows("recorded_page")
    return desk.text("receipt_number")


def test_the_day_at_the_till_is_the_offices(tmp_path: Path) -> None:
    with running_postgres() as server, PracticeServer(World(like=AS_ON), Faults()) as service:
        office = OfficeWindows(tmp_path, server, service, till=True)
        one, two = office.one, office.two
        try:
            mine, theirs = one.sell(), two.sell()
            one.keys("Alt+4")
            one.shows("day_table")
            one.keys("Ctrl+2")
            one.sees("Owed, not recorded: 1 sale")
            one.sees("1 sale of a desk without a till here is left out.")
            first = pay(two, theirs)
            # While the page stays open.
            one.sees("Cash, Receipts 1, Taken ", _SOON)
            one.misses("is left out.", _SOON)
            one.sees("Owed, not recorded: 1 sale")
            second = pay(one, mine, "Ctrl+3", reference="4417")
            assert first.partition("/")[0] != second.partition("/")[0]
            two.keys("Alt+4", "Ctrl+2")
            two.sees("All, Receipts 2, Taken ")
            two.sees("Card, Receipts 1, Taken ")
            # Each names its own numbers, and what somebody changed there is seen.
            assert two.text("till_numbers").endswith(first)
            office.run("UPDATE till_line SET hash = 'x' || number")
            two.keys("F5")
            two.sees("the till of ")
            two.sees(" was changed.")
        finally:
            office.close()
