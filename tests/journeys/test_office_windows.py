"""Two real windows of one office on a real PostgreSQL: what both say is what is true at the service."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest

from app.practice import Faults, PracticeServer, World
from tests.support.counter import AS_ON
from tests.support.office_windows import EMAIL, NAME, OfficeWindows, fresh_database
from tests.support.postgres import Postgres, on_postgres, running_postgres

pytestmark = [
    on_postgres,
    pytest.mark.prove("programs of their own; the desks of an office have their tests"),
]
_SOON = 2.0
"""Seconds within which a window follows the other one."""
_PHONE = "9876501234"


@pytest.fixture(scope="module")
def server() -> Generator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def office(tmp_path: Path, server: Postgres) -> Generator[OfficeWindows]:
    with PracticeServer(World(like=AS_ON), Faults()) as service:
        office = OfficeWindows(tmp_path, server, service)
        try:
            yield office
        finally:
            office.close()


def test_a_booking_is_one_thing_at_both_windows(office: OfficeWindows) -> None:
    one, two = office.one, office.two
    pnr = one.sell(2)
    two.to_cancelling(pnr)
    two.keys("Ctrl+Return")
    two.shows("refund_reference")
    # Of the seat that is left, nothing stays.
    one.find(pnr)
    one.sees("Partly cancelled")
    one.keys("Delete")
    one.shows("cancel_page")
    one.armed()
    assert one.text("stays") == "1 seat is cancelled. This cannot be undone."
    # Both are at it, and the second one hears of the first.
    two.keys("Escape")
    two.to_cancelling(pnr)
    one.sees(" is cancelling of this booking")
    two.keys("Ctrl+Return")
    two.shows("refund_reference")
    one.sees("Another desk has cancelled of this booking", _SOON)
    one.keys("Escape")
    for each in (one, two):
        each.find(pnr)
        each.misses("Another counter")
    # No paper for what is no longer booked.
    one.hides("voucher")
    assert [len(each.active_seats) for each in office.service.world.bookings] == [0]


def test_the_day_is_the_offices_on_every_window(office: OfficeWindows) -> None:
    one, two = office.one, office.two
    one.keys("Alt+4")
    one.sees("Nothing was sold")
    two.sell(2)
    one.sees("1 booking", _SOON)
    assert "7,980.00" in one.everything()
    two.keys("Alt+4")
    two.sees("1 booking")
    office.server.stop()
    try:
        for each in (one, two):
            each.sees("This desk only", _SOON)
    finally:
        office.server.start()
    for each in (one, two):
        each.misses("This desk only")
    # A page that stayed open has what the other desk sold meanwhile.
    one.sell()
    two.sees("2 bookings", _SOON)
    assert "11,970.00" in two.everything()


def test_a_customer_is_the_offices_from_any_window(office: OfficeWindows) -> None:
    one, two = office.one, office.two
    pnr = one.sell(1, _PHONE)
    two.find(pnr)
    two.sees(NAME)
    (row,) = office.run("SELECT customer_phone, customer_email FROM sale")
    assert row[0].endswith(_PHONE)
    assert row[1] == EMAIL
    one.close()
    two.to_customer(_PHONE)
    two.sees("1 sale")
    two.focus("delete_customer")
    two.keys("Space")
    two.shows("answer_delete")
    two.sees("1 booking is still to travel")
    two.keys("Tab", "Return")
    two.sees("Still on the disk of desk")
    assert office.run("SELECT customer_phone, customer_email FROM sale") == [("", "")]
    assert _PHONE.encode() not in two.on_disk()
    assert _PHONE.encode() in one.on_disk()
    one.open_again()
    one.find(pnr)
    one.misses(NAME)
    two.to_customer(_PHONE, is_held=False)
    one.close()
    assert _PHONE.encode() not in one.on_disk()


def test_another_database_is_asked_about_before_anything_goes_there(office: OfficeWindows) -> None:
    one = office.one
    one.sell()
    another = fresh_database(office.server)
    one.to_office_address(another)
    one.sees("This is another database than before")
    one.keys("Escape")
    one.sees("Nothing was sent there, and the address is not kept.")
    assert office.tables_of(another) == []
    assert "sale" in office.tables_of(office.url)
    # The office is the one of before.
    office.two.find(one.sell())


@pytest.mark.parametrize("is_put_back", [False, True])
def test_a_database_that_lost_what_it_had_is_whole_again(office: OfficeWindows, *, is_put_back: bool) -> None:
    one, two = office.one, office.two
    sold = [one.sell(), two.sell()]
    if is_put_back:
        office.server.keep()
    sold += [one.sell(), two.sell()]
    if is_put_back:
        office.server.put_back()
    else:
        office.lose()
    sold.append(two.sell())
    for each in (one, two):
        each.keys("Alt+2")
        for pnr in sold:
            each.sees(pnr)
    rows = office.run("SELECT booking_ref FROM sale")
    assert sorted(ref for (ref,) in rows) == sorted(sold)


def test_a_sale_that_somebody_changed_is_put_right_and_said(office: OfficeWindows) -> None:
    one = office.one
    changed, gone = one.sell(2), one.sell()
    one.keys("Alt+2")
    one.sees(gone)
    # An open list would be told, and put it right before the end.
    one.close()
    office.run("UPDATE sale SET debited = '1.00' WHERE booking_ref = %s", changed)
    office.run("DELETE FROM sale_word WHERE owner IN (SELECT number FROM sale WHERE booking_ref = %s)", gone)
    office.run("DELETE FROM sale WHERE booking_ref = %s", gone)
    one.start()
    one.keys("Alt+2")
    one.sees("otherwise than its journal")
    told = one.everything()
    assert changed in told
    assert gone in told
    rows = dict(office.run("SELECT booking_ref, debited FROM sale"))
    assert rows[changed] != "1.00"
    assert gone in rows


def test_a_copied_desk_is_told_on_both_computers(office: OfficeWindows) -> None:
    one = office.one
    one.sell()
    one.close()
    twin = office.keep(one.copied(office.folder / "copy"))
    twin.sees(" open on this date")
    one.open_again()
    for each in (one, twin, one, twin):
        each.sell()
    for each in (one, twin):
        each.sees("Another computer hands in under the number of this desk")
