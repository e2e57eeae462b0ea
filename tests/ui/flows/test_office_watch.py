"""What another desk of the office does is on the screen of this one within two seconds, and nothing moves."""

from __future__ import annotations

import socket
from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtWidgets import QApplication, QListView

from app.desk.model.activities import ActivityDraft
from app.desk.model.sale import Draft
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.vouchers.clipboard_file import clipboard_file
from tests.support.counter import Counter, accepted_seats, open_office_desk, until
from tests.support.postgres import Postgres, on_postgres, running_postgres
from tests.support.proof import beside_others
from tests.support.shared_places import postgres_place
from tests.support.ui.selling import Clerk, selling
from tests.ui.cancellation.test_another_desk import TwoDesks, release
from tests.ui.cancellation.test_cancel_page import quoted, sell_seats, to_cancelling

pytestmark = on_postgres
_SOON = 2.0
"""Seconds within which the screen has to follow."""


@pytest.fixture(scope="module")
def server() -> Generator[Postgres]:
    with running_postgres() as server:
        yield server


async def _share(counter: Counter, server: Postgres, schema: str, desk: str) -> None:
    sharing = counter.desk.local_cache.sharing
    sharing.use(partial(postgres_place, server, schema, desk))
    await until(lambda: sharing.is_there)


@pytest.fixture
async def desks(tmp_path: Path, server: Postgres) -> AsyncGenerator[TwoDesks]:
    schema, folder = server.fresh_schema(), tmp_path / "other"
    async with (
        selling(tmp_path / "here", remembers=True) as clerk,
        open_office_desk(folder, clerk.counter.server) as other,
    ):
        await clerk.list_read()
        await _share(clerk.counter, server, schema, "")
        await _share(other, server, schema, other.journal.desk)
        yield TwoDesks(clerk, other)


async def _sold(other: Counter) -> str:
    outcome = await other.sell(qty=1)
    await other.desk.wallet.read()
    await other.desk.remember()
    return outcome.booking_ref


def _places(clerk: Clerk) -> QListView:
    found = clerk.robot.find("sales_list", QListView)
    assert found is not None
    return found


@beside_others
async def test_the_list_and_the_wallet_follow_the_other_desk(desks: TwoDesks) -> None:
    clerk, other = desks
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.sees("No bookings yet"))
    pnr = await _sold(other)
    await clerk.robot.until(lambda: any(pnr in each for each in clerk.rows("sales_list")), seconds=_SOON)
    await clerk.robot.until(lambda: clerk.robot.sees("Sold at desk"))
    assert not clerk.robot.is_shown("sale_history")
    seen = other.desk.wallet.last
    assert seen is not None
    await clerk.robot.until(
        lambda: getattr(clerk.counter.desk.wallet.newest, "cash", None) == seen.cash, seconds=_SOON
    )


@beside_others
async def test_the_open_booking_follows_and_the_list_stays_under_the_choice(desks: TwoDesks) -> None:
    clerk, other = desks
    for _ in range(11):
        await _sold(other)
    pnr = await sell_seats(clerk, 3)
    await clerk.counter.desk.remember()
    for _ in range(3):
        await _sold(other)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: any(pnr in each for each in clerk.rows("sales_list")))
    view = _places(clerk)
    clerk.robot.keys("Down", "Down", "Down")
    await clerk.robot.until(lambda: clerk.robot.sees(pnr))
    before, count = view.visualRect(view.currentIndex()).top(), len(clerk.rows("sales_list"))
    await _sold(other)
    await clerk.robot.until(lambda: len(clerk.rows("sales_list")) > count, seconds=_SOON)
    assert view.visualRect(view.currentIndex()).top() == before
    assert not clerk.robot.sees("Partly cancelled")
    await release(other, pnr, 1)
    await clerk.robot.until(lambda: clerk.robot.sees("Partly cancelled"), seconds=_SOON)
    assert view.visualRect(view.currentIndex()).top() == before


@beside_others
async def test_an_open_booking_says_that_it_is_not_known_what_others_did(
    desks: TwoDesks, server: Postgres
) -> None:
    clerk, other = desks
    pnr = await sell_seats(clerk, 2)
    await clerk.counter.desk.remember()
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.text("detail_pnr") == pnr)
    told = "What other desks did with this booking is not known."
    assert not clerk.robot.sees(told)
    server.stop()
    try:
        await clerk.robot.until(lambda: clerk.robot.sees(told))
    finally:
        server.start()
    await clerk.robot.until(lambda: not clerk.robot.sees(told), seconds=30)
    await until(lambda: other.desk.local_cache.sharing.is_there)
    await release(other, pnr, 1)
    await clerk.robot.until(lambda: clerk.robot.sees("Partly cancelled"))


@beside_others
async def test_an_open_day_follows_other_desks_and_says_when_it_is_alone(
    desks: TwoDesks, server: Postgres
) -> None:
    clerk, other = desks
    clerk.robot.keys("Alt+4")
    await clerk.robot.until(lambda: clerk.robot.sees("Nothing was sold"))
    await _sold(other)
    await clerk.robot.until(lambda: clerk.robot.sees("Open since"), seconds=_SOON)
    await clerk.robot.until(lambda: clerk.rows("day_table"), seconds=_SOON)
    server.stop()
    try:
        await clerk.robot.until(lambda: clerk.robot.sees("This desk only"), seconds=_SOON)
    finally:
        server.start()
    await clerk.robot.until(lambda: not clerk.robot.sees("This desk only"), seconds=15)
    assert clerk.rows("day_table")


async def _drafts(counter: Counter, count: int) -> list[ActivityDraft]:
    """Drafts of so many products, one seat of each."""
    draft = await counter.draft(qty=1)
    day = counter.desk.reader.today()
    found: list[ActivityDraft] = []
    for offer in (await counter.desk.catalogue.activities(day)).offers:
        slots = (await counter.desk.reader.slots(offer, day)).open_slots
        if slots and len(found) < count:
            found.append(replace(draft, offer=offer, slot=slots[0]))
    return found


async def _book(counter: Counter, *drafts: Draft) -> list[str]:
    """Book them one after the other. Returns the PNRs."""
    booked = [(await counter.book(each)).booking_ref for each in drafts]
    await counter.desk.remember()
    return booked


async def _read(clerk: Clerk) -> None:
    """Wait until nothing is read for the page any more."""
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()


class _Place(NamedTuple):
    """What of a list is on screen."""

    chosen: str
    top: int
    is_selected: bool
    focused: str


def _place(clerk: Clerk, view: QListView) -> _Place:
    index = view.currentIndex()
    is_selected = view.selectionModel().isSelected(index)
    return _Place(_name(index.data()), view.visualRect(index).top(), is_selected, clerk.robot.focused)


def _name(row: str) -> str:
    """What a row is about, up to a place in its name."""
    return row.partition(", ")[0]


def _is_laid_out(side: Scroller) -> bool:
    """Whether all that was shown has its place, so that it can be scrolled to."""
    content = side.widget()
    return content is not None and content.height() >= content.heightForWidth(content.width())


@beside_others
async def test_the_day_changes_its_numbers_and_nothing_moves_under_the_choice(desks: TwoDesks) -> None:
    clerk, other = desks
    robot = clerk.robot
    drafts = await _drafts(other, 17)
    await _book(other, *drafts[:15], await other.boat())
    robot.keys("Alt+4")
    await robot.until(lambda: len(clerk.rows("day_table")) == 18)
    await _read(clerk)
    view = robot.find("day_table", QListView)
    side = robot.find("day_wallet").findChild(Scroller)
    assert side is not None
    bar, pane = view.verticalScrollBar(), side.verticalScrollBar()
    robot.keys("Down", "End", "Up", "Up", "Up")
    names = [_name(each) for each in clerk.rows("day_table")]
    before, scrolled = _place(clerk, view), bar.value()
    assert (before.chosen, before.is_selected, before.focused) == (names[14], True, "day_table")
    assert scrolled > 0
    # The product of the least value becomes that of the most, and another one is new.
    least = next(each for each in drafts if _name(each.offer.title) == names[15])
    booked = await _book(other, *[least] * 9, drafts[15])
    await robot.until(lambda: clerk.text("day_sold") == "26 bookings", seconds=_SOON)
    assert (_place(clerk, view), bar.value()) == (before, scrolled)
    after = clerk.rows("day_table")
    assert [_name(each) for each in after] == [*names[:16], _name(drafts[15].offer.title), *names[16:]]
    assert ", 10 sales, " in after[15]
    # What comes above the choice scrolls, and moves nothing.
    robot.keys("End")
    before, scrolled = _place(clerk, view), bar.value()
    await _book(other, drafts[16])
    await robot.until(lambda: clerk.text("day_sold") == "27 bookings", seconds=_SOON)
    assert _place(clerk, view) == before
    assert bar.value() > scrolled
    # The other side stays as it was scrolled, too, with a line more or less about sales that no reading has.
    for pnr in booked[:8]:
        await release(other, pnr, 1)
    await robot.until(lambda: robot.sees("8 cancellations"), seconds=_SOON)
    await robot.until(lambda: _is_laid_out(side))
    # At the very end a line less would leave nothing to be scrolled.
    robot.keys("Tab", "End", "Up", "Up", "Up", "Up")
    assert robot.focused == "day_wallet"
    assert pane.value() > 0
    scrolled = pane.value()
    await _book(other, least)
    await robot.until(lambda: clerk.text("day_sold") == "28 bookings", seconds=_SOON)
    await robot.until(lambda: _is_laid_out(side))
    assert (robot.focused, pane.value()) == ("day_wallet", scrolled)
    # Who asks for it anew has it in the order of values.
    robot.keys("F5")
    await robot.until(lambda: ", 11 sales, " not in clerk.rows("day_table")[15])


async def test_a_clerk_on_duty_at_another_desk_is_said_and_one_who_has_left_is_off_duty(
    desks: TwoDesks,
) -> None:
    clerk, other = desks
    robot, here, there = clerk.robot, clerk.counter.desk.day_close.duty, other.desk.day_close.duty
    await there.add("Asha", "1111")
    await there.add("Ravi", "2222", "Asha")
    await there.take_over("2222")
    await robot.until(lambda: here.has_clerks, seconds=_SOON)
    robot.keys("Alt+0")
    await robot.until(lambda: robot.focused == "duty_pin")
    robot.type("2222")
    robot.keys("Return")
    await robot.until(lambda: robot.sees(f"Ravi is on duty at desk {socket.gethostname()}"))
    assert here.name == ""
    robot.keys("Return")
    assert clipboard_file().put(None, b"%PDF", "voucher-AC7.pdf")
    await robot.until(lambda: here.name == "Ravi")
    # What one clerk has copied is not for the next.
    assert not QApplication.clipboard().text()
    assert not any(clerk.counter.folder.parent.rglob("voucher-AC7.pdf"))
    await robot.until(lambda: not robot.is_shown("ask_sheet"))
    await there.take_off("Ravi", "Asha")
    await robot.until(lambda: robot.sees("Ravi has left, and is off duty."), seconds=_SOON)
    assert (here.name, there.name) == ("", "")
    (newest, *_) = await clerk.counter.desk.day_close.changes.newest(5)
    assert (newest.by, str(newest.words)) == ("Asha", "Ravi has left.")


async def test_a_page_of_cancelling_follows_who_is_at_it_and_what_they_take(desks: TwoDesks) -> None:
    clerk, other = desks
    pnr = await sell_seats(clerk, 3)
    await clerk.counter.desk.remember()
    await to_cancelling(clerk)
    await quoted(clerk)
    booking, _ = await other.desk.cancellation.find(pnr, is_boat=False)
    order = await accepted_seats(other.desk, booking, 1)
    await clerk.robot.until(lambda: clerk.robot.sees("is cancelling of this booking, since "), seconds=_SOON)
    assert clerk.robot.sees("of 3 booked seats.")
    await other.desk.cancellation.confirm(order, lambda _: None)
    await other.desk.remember()
    await clerk.robot.until(lambda: clerk.robot.sees("of 2 booked seats."), seconds=_SOON)
    assert clerk.robot.sees("Another desk has cancelled of this booking.")
    await quoted(clerk)
    await clerk.robot.until(lambda: not clerk.robot.sees("is cancelling of this booking"), seconds=_SOON)
