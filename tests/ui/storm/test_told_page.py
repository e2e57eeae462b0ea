"""Who is told: chat by Enter, told by Enter, nothing for what is not settled, and the operator's list."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.desk.model import formats
from app.desk.model.office_rules import CustomerRefund, RefundRule, TravellingRules
from app.desk.model.sale import Sale
from app.desk.storm.values import Phase
from app.desk.till.due import due_of_sales
from app.desk.till.payment_values import PayWay
from app.desk.till.refund_rules import refund_of
from app.desk.travelling.messages import Template
from app.desk.travelling.values import ToldState
from app.practice.service.faults import CONFIRM
from app.ui.kit.controls.filter_chip import ChoiceChips
from app.ui.slots.slots_page import SlotsPage
from app.ui.till.give_back_page import GiveBackPage
from tests.desk.till.test_owing import cancel
from tests.desk.till.test_refunds import paid
from tests.support.proof import beside_others
from tests.support.ui.fitting import is_whole
from tests.support.ui.outside import opened_outside
from tests.support.ui.storm_clerk import StormClerk, at_storm_desk
from tests.support.ui.taking_payment import TILL
from tests.support.ui.travelling_day import switched_on

NARROW = (787, 461)
"""1024 x 600 at a text size of 130 %."""


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[StormClerk]:
    """A clerk with the storm desk."""
    async with at_storm_desk(tmp_path) as opened:
        yield opened


@pytest.fixture
def links() -> Generator[list[str]]:
    """The links that were opened."""
    with opened_outside() as found:
        yield found.links


async def told_page(desk: StormClerk) -> None:
    """From a storm that ran to who is told."""
    robot = desk.clerk.robot
    while desk.storm.phase is not Phase.TELLING:
        await robot.until_armed("spend")
        if desk.storm.to_send:
            robot.click("way_out")
        else:
            robot.keys("Ctrl+Return")
        await robot.until(lambda: desk.storm.phase is Phase.TELLING)
    await robot.until(lambda: robot.is_shown("storm_told_page"))


async def test_two_enters_tell_a_party_and_go_on_with_the_next(desk: StormClerk, links: list[str]) -> None:
    robot = desk.clerk.robot
    sales = await desk.quoted(2)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    assert robot.focused == "storm_told"
    assert desk.rows("storm_told")[0] == "To be told, 0 of 2 told, heading"
    assert robot.sees(sales[0].customer_name)
    robot.keys("Return")
    if robot.is_shown("message_number"):
        # A number without the code of its country is looked at first.
        robot.keys("Return")
    await robot.until(lambda: len(links) == 1)
    assert "does%20not%20run" in links[0]
    robot.keys("Return")
    await robot.until(lambda: "To be told, 1 of 2 told, heading" in desk.rows("storm_told"))
    board = await desk.clerk.counter.desk.travelling.board(desk.storm.heading.day)
    party = board.party(sales[0].request_id)
    assert party is not None
    assert party.told is ToldState.TOLD
    # The next one is chosen; it was not reached.
    robot.keys("N")
    await robot.until(lambda: any("Not reached" in each for each in desk.rows("storm_told")))
    # Whoever clicks goes on by keys.
    robot.keys("C")
    robot.click("go_on_telling")
    await robot.until(lambda: robot.focused == "storm_told")
    await robot.until(lambda: "To be told, 2 of 2 told, heading" in desk.rows("storm_told"))
    robot.keys("F8")
    told = desk.clerk.everything()
    assert f"{desk.storm.refunded:,.2f}" not in told


@beside_others
async def test_no_key_is_lost_between_told_and_the_next_party(desk: StormClerk) -> None:
    robot, travelling = desk.clerk.robot, desk.clerk.counter.desk.travelling
    sales = await desk.quoted(3)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    robot.keys("C", "Return", "N", "C")
    assert robot.focused == "storm_told"
    assert robot.sees("3 of 3")
    await robot.until(lambda: "To be told, 1 of 3 told, heading" in desk.rows("storm_told"))
    assert robot.sees("Did you send it?")
    robot.keys("Return", "Escape")
    await robot.until(lambda: not robot.is_shown("storm_told_page"))
    await travelling.finish()
    board = await travelling.board(travelling.today())
    found = {each.key: each.told for some in board.departures for each in some.parties}
    assert [found[each.request_id] for each in sales] == [
        ToldState.TOLD,
        ToldState.NOT_REACHED,
        ToldState.TOLD,
    ]


async def test_in_a_small_window_the_keys_open_the_message_and_are_what_the_button_says(
    desk: StormClerk, links: list[str]
) -> None:
    robot = desk.clerk.robot
    await desk.quoted(3)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    desk.clerk.window.resize(*NARROW)
    await robot.until(lambda: is_whole(robot.find("go_on_telling")))
    robot.keys("Return")
    # A number without the code of its country is looked at, and the keyboard is in it where it is seen.
    await robot.until(lambda: robot.focused == "message_number" and is_whole(robot.find("message_number")))
    robot.keys("Return")
    assert len(links) == 1
    assert desk.clerk.text("fact_who").startswith("Chat opened ")
    robot.keys("Return")
    assert desk.clerk.text("fact") == "Customer 1"
    assert robot.is_shown("drawer")
    # Closed and opened, it leaves the keyboard to the list: Enter is still the key of the button.
    robot.keys("F7")
    assert not robot.is_shown("drawer")
    robot.keys("F7")
    assert (robot.is_shown("drawer"), robot.focused) == (True, "storm_told")
    robot.keys("Escape", "C")
    await robot.until(lambda: is_whole(robot.find("message_text")))
    robot.keys("F2", "Ctrl+A")
    robot.type("Come tomorrow.")
    robot.keys("Escape")
    assert (robot.is_shown("drawer"), robot.focused) == (True, "storm_told")
    robot.keys("C")
    assert QApplication.clipboard().text() == "Come tomorrow."
    robot.keys("Return", "N")
    await robot.until(lambda: "To be told, 2 of 3 told, heading" in desk.rows("storm_told"))
    await robot.until(lambda: any("Not reached" in each for each in desk.rows("storm_told")))


async def test_in_a_small_window_what_was_not_opened_is_said_beside_the_button(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    desk.clerk.window.resize(*NARROW)
    robot.keys("E")
    await robot.until(lambda: is_whole(robot.find("fact_who")))
    assert desk.clerk.text("fact_who").startswith("No e-mail program is set up")
    assert robot.is_shown("drawer")


async def test_beside_the_list_f7_leads_to_the_button_that_enter_presses(
    desk: StormClerk, links: list[str]
) -> None:
    robot = desk.clerk.robot
    await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    robot.keys("F7")
    assert robot.focused == "go_on_telling"
    robot.keys("Return", "Return")
    await robot.until(lambda: len(links) == 1)


@beside_others
async def test_the_agencys_own_words_are_used_with_the_way_of_repayment(desk: StormClerk) -> None:
    robot, counter = desk.clerk.robot, desk.clerk.counter
    own = {f"{Template.OFF_CANCELLED}_en": "Sorry. INR {amount} by {way}, PNR {PNR}."}
    counter.desk.rules.travelling = TravellingRules(messages=own)
    counter.desk.rules.till = TILL
    desk.clerk.routing.obey_rules()
    (sale,) = await desk.quoted(1)
    await counter.desk.till.record(paid(due_of_sales((sale,))))
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    await robot.until(lambda: desk.storm.parties[0].back.way is PayWay.CASH)
    back = desk.storm.parties[0].back.back
    assert back is not None
    words = f"PRACTICE\nSorry. INR {formats.amount(back)} by cash, PNR {sale.booking_ref}."
    robot.keys("C")
    assert QApplication.clipboard().text() == words


@beside_others
async def test_who_has_paid_nothing_is_told_of_no_money(desk: StormClerk) -> None:
    robot, counter = desk.clerk.robot, desk.clerk.counter
    counter.desk.rules.till = replace(TILL, rounding=10_000)
    desk.clerk.routing.obey_rules()
    owing, settled = await desk.quoted(2)
    await counter.desk.till.record(paid(due_of_sales((settled,))))
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    await robot.until(lambda: desk.storm.parties[1].back.way is PayWay.CASH)
    robot.keys("C")
    assert f"{owing.booking_ref} is cancelled.\n" in f"{QApplication.clipboard().text()}\n"
    assert "INR" not in QApplication.clipboard().text()
    charge = desk.storm.parties[0].back.charge
    assert charge
    # What the service keeps stays open, and the lines add up to it.
    assert any(f"Cancelled, owes {formats.amount(charge)}" in each for each in desk.rows("storm_told"))
    assert (robot.sees("Still owes"), desk.clerk.text("gets_back")) == (True, formats.amount(charge))
    robot.keys("Down", "C")
    assert robot.sees("Gets back")
    # Of cash it is what the paper of the till will say.
    assert "00.00 (cash)." in QApplication.clipboard().text()
    assert f"{desk.clerk.text('gets_back')} (cash)." not in QApplication.clipboard().text()
    assert robot.sees("Paid, cash")


async def test_nothing_is_told_of_what_is_not_settled(desk: StormClerk, links: list[str]) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(2)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    rows = desk.rows("storm_told")
    assert rows[0] == "Tell nothing yet: still booked, or not known, 2, heading"
    assert "Not known" in rows[1]
    assert "Not sent, still booked" in rows[2]
    robot.keys("O", "E", "C")
    assert not robot.is_shown("message_number")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("open_cancel_page"))
    assert links == []


@beside_others
async def test_the_operators_list_is_saved_without_any_amount(desk: StormClerk, tmp_path: Path) -> None:
    robot = desk.clerk.robot
    (sale,) = await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    for name in ("list.csv", "list.txt"):
        robot.keys("Ctrl+E")
        dialog = robot.find("file_choice", QFileDialog)
        path = tmp_path / name
        dialog.fileSelected.emit(str(path))
        dialog.close()
        desk.clerk.window.activateWindow()
        await robot.until(path.exists)
        await robot.until(lambda: robot.focused == "storm_told")
        text = path.read_text(encoding="utf-8-sig")
        assert sale.booking_ref in text
        assert f"{desk.storm.refunded}" not in text
    assert QApplication.activeModalWidget() is None


async def test_a_list_that_cannot_be_written_is_said(desk: StormClerk, tmp_path: Path) -> None:
    robot = desk.clerk.robot
    await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    robot.keys("Ctrl+E")
    dialog = robot.find("file_choice", QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "taken away" / "list.csv"))
    dialog.close()
    told = "The file could not be written: No such file or directory. Choose another place."
    await robot.until(lambda: robot.sees(told))


@beside_others
async def test_leaving_lets_another_storm_begin(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    sales = await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("storm_told_page"))
    assert desk.clerk.counter.desk.storm.storm is None
    (summary,) = await desk.clerk.counter.desk.storm.recent()
    assert summary.keys == (sales[0].request_id,)
    # The close of the day says who decided.
    robot.keys("Alt+4")
    await robot.until(lambda: robot.sees("storm, weather, Asha"))


@beside_others
async def test_an_ended_storm_stands_above_the_bookings_and_opens_again(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await switched_on(desk.clerk)
    await desk.quoted(3)
    faults.before_work(CONFIRM, silent=False)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    shown = desk.rows("storm_told")
    robot.keys("Escape")
    await robot.until(lambda: desk.clerk.counter.desk.storm.storm is None)
    robot.keys("Alt+2")
    await robot.until(lambda: robot.is_shown("ended_storm"))
    assert robot.sees("Storm, 3 parties")
    assert robot.sees(", 1 not known, 2 not sent")
    robot.find("open_ended_storm").setFocus()
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("storm_told_page"))
    await robot.until(lambda: desk.rows("storm_told") == shown)
    robot.keys("Escape")
    await robot.until(lambda: desk.clerk.counter.desk.storm.storm is None)
    # Without the switch nothing of it is shown.
    desk.clerk.counter.desk.rules.travelling = TravellingRules()
    robot.keys("Alt+2")
    await desk.clerk.counter.desk.storm.recent()
    assert not robot.is_shown("ended_storm")


async def test_r_sells_the_trip_again_on_another_day(desk: StormClerk) -> None:
    robot, window = desk.clerk.robot, desk.clerk.window
    await switched_on(desk.clerk)
    (sale,) = await desk.quoted(1)
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    robot.keys("R")
    await robot.until(lambda: isinstance(window.current_page, SlotsPage))
    page = window.current_page
    assert isinstance(page, SlotsPage)
    assert (page.draft.customer_name, page.draft.qty) == (sale.customer_name, sale.qty)
    assert (window.day - desk.clerk.counter.desk.reader.today()).days == 1


@beside_others
async def test_the_next_refund_of_the_till_is_prepared_and_comes_back_here(desk: StormClerk) -> None:
    robot, counter = desk.clerk.robot, desk.clerk.counter
    counter.desk.rules.till = TILL
    desk.clerk.routing.obey_rules()
    sales = await desk.quoted(2)
    await counter.desk.till.record(paid(due_of_sales((sales[1],))))
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    await robot.until(lambda: desk.storm.parties[1].back.way is PayWay.CASH)
    robot.keys("Ctrl+R")
    await robot.until(lambda: isinstance(desk.clerk.window.current_page, GiveBackPage))
    assert robot.sees(sales[1].customer_name)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("storm_told_page"))
    assert not any(each.back.was_given for each in desk.storm.parties)


@beside_others
async def test_the_next_refund_passes_over_a_party_of_which_the_till_offers_nothing(desk: StormClerk) -> None:
    robot, counter = desk.clerk.robot, desk.clerk.counter
    rules, till, owing = counter.desk.rules, counter.desk.till, counter.desk.owing
    rules.till, rules.customer_refund = TILL, CustomerRefund(RefundRule.HAND)
    desk.clerk.routing.obey_rules()
    sales = await desk.sold(2)
    for each in sales:
        await till.record(paid(due_of_sales((each,))))

    async def left_of(sale: Sale) -> Sale:
        """What is left of the sale once something was given back, of which nobody has said how much."""
        await cancel(counter, sale, 1, is_said=False)
        now = await owing.sale_of(sale.request_id)
        back = None if now is None else await owing.back_to(now)
        assert now is not None
        assert back is not None
        await till.give_back(
            refund_of(back, PayWay.CASH, amount="100", reference="", charge="", reason="", step=0)
        )
        return now

    await desk.begin([sales[0], await left_of(sales[1])])
    await desk.all_in()
    await desk.decided()
    await desk.ran()
    await told_page(desk)
    await robot.until(lambda: desk.storm.parties[1].back.way is PayWay.CASH)
    for chip in ("all", "all", "told"):
        # A party that the chips leave out is no less due.
        robot.find("storm_filter", ChoiceChips).choose(chip)
        robot.keys("Ctrl+R")
        await robot.until(lambda: isinstance(desk.clerk.window.current_page, GiveBackPage))
        assert robot.sees(sales[0].customer_name)
        robot.keys("Escape")
        await robot.until(lambda: robot.is_shown("storm_told_page"))
    back = await owing.back_to(await owing.sale_of(sales[0].request_id) or sales[0])
    assert back is not None
    await till.give_back(refund_of(back, PayWay.CASH, amount="", reference="", charge="", reason="", step=0))
    await counter.desk.storm.refresh()
    robot.keys("Ctrl+R")
    await robot.until(lambda: robot.sees("Nothing is left to be given back from the till."))
    assert robot.is_shown("storm_told_page")
