"""Messages about what is owed: asked for by a chat and a code, kept as asked, and never as paid."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication

from app.desk.bookings.booking_values import ASKED_PAYMENT, TOLD_DUES
from app.desk.model.sale import Profile
from app.desk.till.due import due_of_sales, less_settled
from tests.desk.till.test_refunds import paid
from tests.support.ui.outside import opened_outside
from tests.support.ui.paper_codes import decoded
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.taking_payment import TILL
from tests.support.ui.travelling_day import PEOPLE, opened, sold_seats, switched_on
from tests.ui.test_accessibility import to_outcome


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as sold:
        reader = sold.counter.desk.reader
        reader.profile = Profile("live", reader.profile.base_url, "7c4e", is_practice=False)
        sold.counter.desk.rules.till = TILL
        yield await switched_on(sold)


async def to_messages(clerk: Clerk, *keys: str) -> None:
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.rows("sales_list"))
    clerk.robot.keys("M")
    await clerk.robot.until(lambda: clerk.robot.focused == "round_parties")
    clerk.robot.keys(*keys)


async def noted(clerk: Clerk, code: str, key: str) -> list[str]:
    notes = await clerk.counter.desk.bookings.notes_of((key,), {code})
    return [each.said for each in notes[key]]


async def test_a_payment_is_asked_for_with_chat_and_code_and_is_not_paid_by_it(
    clerk: Clerk, tmp_path: Path
) -> None:
    robot, counter = clerk.robot, clerk.counter
    receipt = await sold_seats(clerk, PEOPLE[0], qty=1)
    with opened_outside() as outside:
        await to_messages(clerk, "2")
        assert robot.sees("INR 4,410.00 is to be paid for Discover scuba dive")
        robot.keys("Return")
        await robot.until(lambda: robot.focused == "message_number")
        robot.keys("Return")
        await robot.until(lambda: robot.sees("It is sent"))
    text = unquote(outside.links[0])
    assert f"UPI: coralcoast@examplebank, note {receipt.booking_ref}." in text
    assert "upi://" not in text
    picture, path = QApplication.clipboard().mimeData().imageData(), tmp_path / "code.png"
    assert isinstance(picture, QImage)
    picture.save(str(path))
    (code,) = decoded([str(path)])
    for each in ("pa=coralcoast@examplebank&", "&am=4410.00&", f"&tn={receipt.booking_ref}"):
        assert each in code
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Nobody is left to be told."))
    assert await noted(clerk, ASKED_PAYMENT, receipt.request_id) == ["chat"]
    await robot.until(lambda: robot.sees(" by this desk."))
    robot.keys("1")
    await robot.until(lambda: robot.sees("Be there 30 minutes before"))
    # The trip was not told by it, and nothing is paid.
    (party,) = (await counter.desk.travelling.board(counter.desk.travelling.today())).parties
    assert (party.told_mark, party.owed) == (None, 4410_00)
    # Banks refuse to pay it once more at the counter.
    robot.keys("Alt+7")
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.keys("Ctrl+2")
    (reference,) = re.findall("&tr=(\\w+)&", code)
    assert robot.sees(f"note {receipt.booking_ref}, reference {reference}")


async def test_what_is_owed_is_told_from_the_board_the_till_and_the_payment(clerk: Clerk) -> None:
    robot = clerk.robot
    receipt = await sold_seats(clerk, PEOPLE[0], qty=1)
    await opened(clerk)
    robot.keys("M")
    await robot.until(lambda: robot.focused == "round_parties")
    robot.keys("3")
    assert robot.sees("Still to be paid for Discover scuba dive")
    # Another message was neither copied nor sent, and who is not reached is asked again.
    robot.keys("C", "2")
    assert robot.sees("Open chat, copy the code")
    robot.keys("3", "N", "C", "Return")
    await robot.until(lambda: robot.sees("Nobody is left to be told."))
    assert await noted(clerk, TOLD_DUES, receipt.request_id) == ["copy"]
    robot.keys("Alt+7")
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("M")
    await robot.until(lambda: robot.focused == "round_parties")
    robot.keys("Escape")
    await robot.until(lambda: clerk.rows("owed_list"))
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("payment_page"))
    robot.keys("Alt+M")
    await robot.until(lambda: robot.focused == "round_parties")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("payment_page"))


async def test_what_was_paid_meanwhile_is_not_asked_for(clerk: Clerk) -> None:
    robot, desk = clerk.robot, clerk.counter.desk
    key = (await sold_seats(clerk, PEOPLE[0], qty=1)).request_id

    async def pay(rupees: str) -> None:
        sale = await desk.bookings.known(key)
        assert sale is not None
        due = less_settled(due_of_sales((sale,)), await desk.till.settled_of((key,)))
        await desk.till.record(paid(due, typed=rupees))
        clerk.window.follow_office()

    await to_messages(clerk, "3")
    robot.keys("F2")
    await robot.until(lambda: robot.focused == "message_own_text")
    robot.type("Please. ")
    robot.keys("Escape")
    await robot.until(lambda: robot.sees("Please."))
    await pay("1000")
    # What was typed goes with the sum that it was about.
    await robot.until(lambda: robot.sees("INR 3,410.00"))
    assert not robot.sees("Please.")
    assert robot.sees("The text is written anew.")
    robot.keys("C")
    await robot.until(lambda: robot.sees("It is sent"))
    assert "INR 3,410.00" in QApplication.clipboard().text()
    QApplication.clipboard().clear()
    await pay("3410")
    await robot.until(lambda: robot.sees("Nothing is left to pay."))
    with opened_outside() as outside:
        robot.keys("C", "E", "Return")
    assert (outside.links, QApplication.clipboard().text()) == ([], "")


async def test_practice_says_that_it_is_and_has_no_code(clerk: Clerk) -> None:
    robot, reader = clerk.robot, clerk.counter.desk.reader
    reader.profile = replace(reader.profile, is_practice=True)
    await sold_seats(clerk, PEOPLE[0], qty=1)
    await to_messages(clerk, "2")
    assert robot.sees("PRACTICE. There is no code: it would take real money.")
    robot.keys("I")
    assert robot.sees("There is no UPI code here.")
    robot.keys("3", "C")
    await robot.until(lambda: robot.sees("It is sent"))
    assert QApplication.clipboard().text().startswith("PRACTICE\nStill to be paid")
    robot.keys("1", "C")
    await robot.until(lambda: robot.sees("Told, next party"))
    assert QApplication.clipboard().text().startswith("PRACTICE\nDiscover scuba dive")


async def test_nobody_is_asked_for_money_while_the_outcome_is_not_known(clerk: Clerk) -> None:
    await to_outcome(clerk)
    await to_messages(clerk, "2")
    assert clerk.robot.sees("Nobody knows yet if this is booked. Ask for no money.")
    with opened_outside() as outside:
        clerk.robot.keys("Return", "E", "C")
    assert outside.links == []


async def test_a_basket_and_a_quotation_ask_for_who_travels(clerk: Clerk) -> None:
    robot, baskets = clerk.robot, clerk.counter.desk.baskets
    await clerk.list_read()
    for draft in (await clerk.counter.boat(), await clerk.ready()):
        baskets.put(draft)
    robot.keys("Alt+B")
    await robot.until_armed("spend")
    with opened_outside():
        robot.keys("M")
        assert robot.sees("This trip asks for nobody\u2019s details.")
        robot.keys("Down", "M")
        await robot.until(lambda: robot.sees("Copied for a chat"))
        asked = QApplication.clipboard().text()
        assert "send one line for each traveller" in asked
        QApplication.clipboard().clear()
        robot.keys("Alt+O")
        await robot.until(lambda: robot.is_shown("quotation_sheet"))
        robot.click(robot.find("voucher_details", QAbstractButton))
        await robot.until(lambda: robot.sees("Copied for a chat"))
    assert QApplication.clipboard().text() == asked
