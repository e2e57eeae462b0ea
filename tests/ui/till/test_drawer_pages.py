"""The drawer: opened with its float, what goes in and out, counted blind, and closed with a reason."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from app.core.language import speaking
from app.desk.till.drawer import CashDrawer
from app.ui.till.count_page import CountPane
from tests.support.proof import beside_others
from tests.support.ui.looking import Show, is_whole
from tests.support.ui.selling import Clerk
from tests.ui.test_accessibility import to_booked
from tests.ui.till.test_till_page import pay, record, to_till


async def opened(clerk: Clerk, amount: str = "3000") -> None:
    """Open the drawer from anywhere."""
    robot = clerk.robot
    await to_till(clerk)
    robot.keys("Ctrl+3")
    await robot.until(lambda: robot.is_shown("opening_float"))
    robot.type(amount)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_amount"))


async def ready(clerk: Clerk) -> None:
    """Wait until the button of the count does what it says."""
    await clerk.robot.until_armed("record_count")


async def test_what_is_typed_stays_while_another_page_of_the_till_is_shown(clerk: Clerk) -> None:
    robot = clerk.robot
    await opened(clerk)
    robot.type("450")
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    robot.type("13")
    robot.keys("Ctrl+2")
    await robot.until(lambda: robot.is_shown("till_page"))
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    assert clerk.text("counted") == "6,500.00"
    robot.keys("Ctrl+3")
    await robot.until(lambda: robot.focused == "move_amount")
    assert robot.find("move_amount", QLineEdit).text() == "450"
    # What was counted is not there for the next count.
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "difference_reason")
    robot.type("Mine")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("opening_float"))
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    assert clerk.text("counted") == "0.00"


@beside_others
async def test_a_drawer_is_counted_blind_and_closed_with_a_reason(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_booked(clerk)
    await pay(clerk)
    await record(clerk)
    await opened(clerk)
    assert robot.sees("The drawer is open with 3,000.00.")
    robot.type("450")
    robot.keys("Ctrl+Return")
    assert robot.focused == "move_reason"
    robot.type("Drinking water")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("450.00 paid out."))
    await robot.until(lambda: robot.sees("\u2212450.00"))
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.is_shown("note_500"))
    await robot.until(lambda: robot.focused == "note_500")
    # 3,000 + 4,410 - 450 = 6,960 should be there, and nothing says so yet.
    assert not robot.sees("6,960.00")
    robot.type("13")
    robot.keys("Return")
    assert robot.focused == "note_200"
    robot.type("2")
    assert clerk.text("counted") == "6,900.00"
    assert not robot.is_shown("difference")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("difference"))
    assert clerk.text("difference") == "\u221260.00"
    assert robot.sees("6,960.00")
    await robot.until(lambda: robot.focused == "difference_reason")
    robot.keys("Ctrl+Return")
    assert clerk.text("difference_reason_note").startswith("Say why")
    robot.type("Coins given as change")
    robot.keys("Tab")
    robot.type("7000")
    robot.keys("Ctrl+Return")
    assert clerk.text("next_float_note") == "No more can stay than was counted."
    robot.keys("Ctrl+A")
    robot.type("3000")
    await ready(clerk)
    assert clerk.text("record_count") == "Close the drawer, short 60.00"
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("The drawer is closed. 3,000.00 stays as the next float."))
    await robot.until(lambda: robot.is_shown("opening_float"))
    assert (await clerk.counter.desk.till.drawer()).expected == 3_000_00


async def test_the_count_is_seen_with_its_errors_in_a_small_window(clerk: Clerk) -> None:
    robot = clerk.robot
    await opened(clerk)
    # 1024 x 600 at a text size of 130 %.
    clerk.window.resize(787, 461)
    with speaking("hi"):
        robot.keys("Ctrl+4")
        await robot.until(lambda: robot.focused == "note_500")
        robot.type("2")
        await ready(clerk)
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.focused == "difference_reason")
        await robot.until(lambda: is_whole(robot.find("difference_reason")))
        robot.keys("Ctrl+Return")
        parts = [robot.find(each) for each in ("difference_reason", "difference_reason_note")]
        await robot.until(lambda: all(map(is_whole, parts)))
        robot.type("Coins")
        robot.keys("Tab")
        robot.type("7000")
        robot.keys("Ctrl+Return")
        assert robot.focused == "next_float"
        parts = [robot.find(each) for each in ("next_float", "next_float_note")]
        await robot.until(lambda: all(map(is_whole, parts)))


async def test_half_a_count_is_there_again_after_a_visit_elsewhere(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    await opened(clerk)
    for elsewhere in ("Alt+1", "Alt+2"):
        robot.keys("Ctrl+4")
        await robot.until(lambda: robot.focused == "note_500")
        robot.type("1")
        robot.keys(elsewhere)
        await robot.until(lambda: not robot.is_shown("count_page"))
        await to_till(clerk)
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    assert (clerk.text("note_500"), clerk.text("counted")) == ("11", "5,500.00")
    # Once the drawer is closed nothing is left of it.
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.focused == "difference_reason")
    robot.type("Found")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("opening_float"))
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    assert clerk.text("note_500") == ""


async def test_another_number_is_compared_anew(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    await opened(clerk, "1000")
    robot.keys("Ctrl+4")
    await robot.until(lambda: robot.focused == "note_500")
    robot.type("\u0967x")
    assert robot.sees("Not taken: x")
    assert clerk.text("note_500") == "1"
    robot.keys("Backspace")
    assert not robot.sees("Not taken: x")
    robot.keys("F6")
    assert robot.focused == "drawer_total"
    robot.keys("Ctrl+Return")
    assert clerk.text("drawer_total_note").startswith("Type how many")
    robot.type("12,50")
    assert (clerk.text("counted"), robot.sees("No country groups digits so.")) == ("\u2013", True)
    robot.keys("Ctrl+A")
    robot.type("900")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("difference"))
    robot.find("drawer_total").setFocus()
    robot.keys("Ctrl+A")
    robot.type("1000")
    # The next look is a count of its own.
    assert not robot.is_shown("difference")
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("difference"))
    assert clerk.text("difference") == "0.00"
    drawer = await clerk.counter.desk.till.drawer()
    assert [each.counted for each in drawer.counts] == [900_00, 1000_00]
    await ready(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.sees("The drawer is closed. 0.00 stays as the next float."))
    # Its float is not that of the next one.
    await robot.until(lambda: robot.is_shown("opening_float"))
    assert clerk.text("opening_float") == ""


async def test_bad_amounts_are_said_beside_their_fields(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    await to_till(clerk)
    robot.keys("Ctrl+3")
    await robot.until(lambda: robot.is_shown("opening_float"))
    robot.type("-5")
    robot.keys("Ctrl+Return")
    assert clerk.text("opening_float_note").startswith("Type an amount")
    robot.keys("Ctrl+A")
    robot.type("0")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("move_amount"))
    robot.type("much")
    robot.keys("Tab")
    robot.type("water")
    robot.keys("Ctrl+Return")
    assert clerk.text("move_amount_note").startswith("Type an amount")
    assert clerk.text("move_reason") == "water"


@beside_others
async def test_the_pages_of_the_till_lie_side_by_side(clerk: Clerk) -> None:
    robot = clerk.robot
    await clerk.list_read()
    await to_till(clerk)
    for key, name in (("Ctrl+1", "receipts_page"), ("Ctrl+4", "count_page"), ("Ctrl+2", "till_page")):
        robot.keys(key)
        await robot.until(lambda name=name: robot.is_shown(name))
    robot.keys("Alt+1")
    await clerk.list_read()


def test_the_next_count_is_blind_again(shown: Show) -> None:
    pane = CountPane()
    shown(pane)
    pane.show_compared(CashDrawer(float=3_000_00), 2_990_00)
    assert pane.facts.spoken == "Expected 3,000.00, Counted 2,990.00"
    pane.show_blind()
    assert pane.facts.spoken == ""
