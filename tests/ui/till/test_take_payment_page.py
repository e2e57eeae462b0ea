"""Taking a payment at the real window: by keys, in every way, with what was typed wrong."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from typing import Any, cast

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.desk.model.office_rules import TillRules
from app.desk.model.sale import Profile, Sale
from app.desk.till.due import due_of_sales
from app.desk.till.payment_rules import cash_line, exact_line
from app.desk.till.payment_values import Payment, PayWay, paise_words
from app.store.till.till_schema import FILE
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.till.take_payment_page import TakePaymentPage
from app.ui.till.way_parts import UpiPart
from app.ui.till.way_tiles import WayTile
from tests.desk.till.test_payment import due
from tests.support.proof import beside_others, few
from tests.support.ui.reading_aloud import (
    read_aloud,
    speechless,
    unlabelled_fields,
    unnamed_items,
    unnamed_paintings,
)
from tests.support.ui.selling import NAME, Clerk
from tests.support.ui.taking_payment import TILL
from tests.ui.test_accessibility import to_booked
from tests.ui.test_heard import all_said, listening


async def to_payment(clerk: Clerk, *keys: str) -> None:
    """Sell the first activity, whose customer pays 4,410.00, and open its payment.

    Its button is armed: what refuses a key later is what the page says, not the time.
    """
    await to_booked(clerk)
    await clerk.robot.until(lambda: clerk.robot.focused == "print_voucher")
    clerk.robot.key_events = 0
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys(*keys)


async def record(clerk: Clerk) -> None:
    """Press the key that records, once the button is armed."""
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("recorded_page"))


def entries(clerk: Clerk) -> list[dict[str, Any]]:
    """What the book holds, as it is on the disk."""
    with closing(sqlite3.connect(clerk.counter.folder / FILE)) as book:
        return [json.loads(text) for (text,) in book.execute("SELECT text FROM till_entry ORDER BY seq")]


def lines(clerk: Clerk) -> list[tuple[str, int, int]]:
    """The way of each line of the one entry, its paise and its rounding."""
    (entry,) = entries(clerk)
    return [(each["way"], each["amount"], each["rounding"]) for each in entry["lines"]]


@beside_others
async def test_exact_cash_takes_two_keys(clerk: Clerk) -> None:
    await to_payment(clerk)
    await record(clerk)
    assert clerk.robot.key_events == 2
    assert clerk.text("receipt_number").endswith("/000001")
    assert not clerk.robot.is_shown("change_given")
    assert lines(clerk) == [("cash", 4410_00, 0)]
    assert clerk.text("left_to_pay") == "0.00"


@beside_others
async def test_cash_with_change_takes_at_most_8_keys(clerk: Clerk) -> None:
    await to_payment(clerk)
    clerk.robot.type("4500")
    assert clerk.text("change") == "90.00"
    assert clerk.text("record_payment") == "Record INR 4,410.00, give 90.00"
    await record(clerk)
    assert clerk.robot.key_events <= 8
    assert clerk.text("change_given") == "90.00"
    assert lines(clerk) == [("cash", 4410_00, 0)]


async def test_the_upi_code_is_copied_as_a_picture_until_it_is_paid(clerk: Clerk) -> None:
    reader = clerk.counter.desk.reader
    reader.profile = Profile("live", reader.profile.base_url, "7c4e", is_practice=False)
    await to_payment(clerk, "Alt+I")
    assert clerk.robot.sees("There is no UPI code here.")
    clerk.robot.keys("Ctrl+2", "Alt+I")
    assert clerk.robot.sees("The UPI code of 4,410.00 is on the clipboard. Ctrl V in the chat.")
    content = QApplication.clipboard().mimeData()
    assert content.imageData().width() == 720
    clerk.robot.type("4417")
    clerk.robot.keys("Space", "Alt+I")
    assert clerk.robot.sees("This code is paid. It is not copied.")
    await record(clerk)
    # Nor is the one that was copied there for the next customer.
    content = cast("QMimeData | None", QApplication.clipboard().mimeData())
    assert content is None or not content.hasImage()


@beside_others
async def test_upi_with_the_last_four_takes_at_most_10_keys(clerk: Clerk) -> None:
    await to_payment(clerk, "Ctrl+2")
    clerk.robot.type("4417")
    clerk.robot.keys("Space")
    assert clerk.text("record_payment") == "Record UPI INR 4,410.00"
    await record(clerk)
    assert clerk.robot.key_events <= 10
    assert lines(clerk) == [("upi", 4410_00, 0)]
    (sale,) = entries(clerk)[0]["sales"]
    (receipt,) = (await clerk.counter.desk.till.standing((sale["request_id"],))).receipts
    assert receipt.payment.lines[0].reference == "4417"


async def test_it_opens_on_cash_whatever_the_customer_before_paid_with(clerk: Clerk) -> None:
    robot = clerk.robot
    before = Payment(due_of_sales([await one_more(clerk)]))
    await clerk.counter.desk.till.record(before.with_line(exact_line(before, PayWay.CARD, "", "123456")))
    await to_payment(clerk)
    robot.type("7000")
    assert clerk.text("record_payment") == "Record INR 4,410.00, give 2,590.00"


async def test_a_correction_opens_on_the_way_of_the_receipt_in_whose_place_it_is(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+3")
    robot.type("123456")
    await record(clerk)
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    assert robot.focused == "reference"
    assert robot.find("way_card", WayTile).isChecked()


async def test_the_amount_of_a_correction_is_typed_at_once(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    await record(clerk)
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    robot.type("4200")
    assert clerk.text("cash_given") == "4200"
    robot.keys("Ctrl+Return")
    assert robot.focused == "correction_reason"
    # Not even there would an amount be recorded as a reason.
    robot.type("4200")
    robot.keys("Ctrl+Return")
    assert clerk.text("correction_reason_note").startswith("A number alone is no reason.")
    robot.keys("Ctrl+A")
    robot.type("Counted 4,200")
    await record(clerk)
    assert clerk.text("left_to_pay") == "210.00"


async def test_a_part_in_another_way_stays_that_part(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return", "Ctrl+L")
    await robot.until(lambda: robot.is_shown("receipt_number"))
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    assert robot.sees("Empty means exactly 1,000.00")
    robot.type("400")
    assert robot.sees("Empty means exactly 1,000.00")
    robot.keys("Ctrl+A", "Backspace")
    robot.find("correction_reason").setFocus()
    robot.type("It was a card")
    robot.keys("Ctrl+3")
    robot.type("123456")
    assert clerk.text("record_payment") == "Record INR 1,000.00, 3,410.00 left to pay"
    await record(clerk)
    assert clerk.text("left_to_pay") == "3,410.00"


async def test_upi_and_cash_take_at_most_20_keys(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("4417")
    robot.keys("Tab")
    robot.type("1500.50")
    assert clerk.text("upi_exactly") == "1,500.50"
    robot.keys("Space", "Return", "Ctrl+1")
    assert clerk.text("left_to_pay") == "0.00"
    with listening() as heard:
        await record(clerk)
    assert f"Recorded. Receipt {clerk.text('receipt_number')}." in [each.text for each in heard.said]
    assert robot.key_events <= 20
    # What is left is rounded as cash: 2,909.50 to 2,910.00.
    assert lines(clerk) == [("upi", 1500_50, 0), ("cash", 2910_00, 50)]
    assert sum(amount - rounding for _, amount, rounding in lines(clerk)) == 4410_00


async def test_on_account_takes_4_keys_and_no_number(clerk: Clerk) -> None:
    await to_payment(clerk, "Ctrl+5")
    assert clerk.text("record_payment") == "Record on account INR 4,410.00"
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booked_page"))
    assert clerk.robot.key_events <= 4
    (entry,) = entries(clerk)
    assert (entry["kind"], "number" in entry) == ("owed", False)
    assert entry["sales"][0]["settled"] == 0


@beside_others
async def test_later_is_recorded_and_leaving_is_not(clerk: Clerk) -> None:
    await to_payment(clerk, "Escape")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booked_page"))
    assert entries(clerk) == []
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))
    clerk.robot.keys("Ctrl+L")
    await clerk.robot.until(lambda: clerk.robot.is_shown("booked_page"))
    assert [each["kind"] for each in entries(clerk)] == ["owed"]
    # It is still to be paid.
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == "4,410.00"


@beside_others
async def test_a_part_leaves_the_rest_to_pay_and_the_rest_makes_a_second_receipt(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    assert clerk.text("record_payment") == "Record INR 1,000.00, 3,410.00 left to pay"
    await record(clerk)
    assert clerk.text("left_to_pay") == "3,410.00"
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    assert clerk.text("till_standing").endswith("Left to pay 3,410.00.")
    assert clerk.text("take_payment") == "Take payment"
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert clerk.text("to_pay") == "3,410.00"
    await robot.until(lambda: clerk.text("next_receipt").endswith("/000002"))
    await record(clerk)
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("till_standing"))
    assert clerk.text("till_standing").startswith("Till: paid 4,410.00. Receipt ")
    assert not robot.sees("Take payment")
    # Nothing is left: the key shows the receipt.
    robot.keys("T")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert clerk.text("receipt_number").endswith("/000002")
    assert [each["number"] for each in entries(clerk)] == [1, 2]


@pytest.mark.parametrize(
    "typed", few(["-5", "0", "abc", "1e9", "9999999999999", "12.345", "12,50", "1.250,00"])
)
async def test_what_is_no_amount_of_cash_is_said_and_records_nothing(clerk: Clerk, typed: str) -> None:
    await to_payment(clerk)
    clerk.robot.type(typed)
    said = "Type a dot before the paise" if "," in typed else "Type an amount"
    assert said in clerk.text("cash_given_note")
    assert not clerk.robot.find("record_payment").isEnabled()
    clerk.robot.keys("Ctrl+Return", "Return")
    assert entries(clerk) == []
    assert not clerk.robot.is_shown("taken_lines")


@pytest.mark.parametrize("pasted", ["4127 8899 1234", "UTR: 412788991234", "\u202a412788991234\u202c"])
async def test_a_pasted_upi_reference_is_taken(clerk: Clerk, pasted: str) -> None:
    await to_payment(clerk, "Ctrl+2")
    QGuiApplication.clipboard().setText(pasted)
    clerk.robot.keys("Ctrl+V")
    assert clerk.text("reference") == "412788991234"


@pytest.mark.parametrize(("typed", "said"), [("44", "12 digits"), ("", "12 digits"), ("4417", "have seen")])
async def test_upi_without_reference_or_tick_is_not_recorded(clerk: Clerk, typed: str, said: str) -> None:
    await to_payment(clerk, "Ctrl+2")
    clerk.robot.type(typed)
    assert not clerk.robot.find("record_payment").isEnabled()
    assert said in clerk.robot.find("record_payment").accessibleDescription()
    # What is typed and too short is marked where it stands; what is not typed yet is not.
    is_short = typed == "44"
    assert (said in clerk.robot.find("reference").accessibleDescription()) == is_short
    assert clerk.robot.is_shown("reference_note") == is_short
    clerk.robot.keys("Ctrl+Return")
    assert entries(clerk) == []
    assert clerk.robot.focused == ("seen" if typed == "4417" else "reference")


@beside_others
@pytest.mark.parametrize(("key", "field"), [("Ctrl+1", "cash_given"), ("Ctrl+2", "reference")])
async def test_on_a_small_screen_the_field_with_the_keyboard_is_in_sight(
    clerk: Clerk, key: str, field: str
) -> None:
    await to_payment(clerk, "Ctrl+3")
    clerk.window.resize(1024, 500)
    clerk.robot.keys(key)
    assert clerk.robot.focused == field
    # What is shown with the way has its place once it is laid out.
    await asyncio.sleep(0)
    await clerk.robot.until(lambda: not clerk.window.grab().isNull())
    edit = clerk.robot.find(field)
    assert edit.visibleRegion().boundingRect().height() == edit.height()


@beside_others
async def test_only_cash_may_be_more_than_what_is_left(clerk: Clerk) -> None:
    await to_payment(clerk, "Ctrl+3")
    clerk.robot.type("123456")
    clerk.robot.keys("Shift+Tab")
    clerk.robot.type("5000")
    assert "Only cash gives change" in clerk.text("paid_amount_note")
    assert not clerk.robot.find("record_payment").isEnabled()


@beside_others
async def test_a_line_is_taken_off_again(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return")
    # Of cash there is one line: the next way is chosen.
    assert robot.focused == "reference"
    assert clerk.text("left_to_pay") == "3,410.00"
    robot.keys("Ctrl+1")
    assert robot.is_shown("taken_lines")
    # Of cash there is one line: the empty field promises none.
    assert not robot.is_shown("cash_given_note")
    robot.keys("Delete")
    assert not robot.is_shown("taken_lines")
    assert robot.find("record_payment").isEnabled()
    assert clerk.text("record_payment") == "Record INR 4,410.00"


@beside_others
async def test_an_empty_amount_takes_a_line_off_beside_a_typed_reference(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return")
    robot.type("4123")
    robot.keys("Delete")
    assert robot.is_shown("taken_lines")
    robot.keys("Tab")
    assert robot.focused == "paid_amount"
    robot.keys("Delete")
    assert not robot.is_shown("taken_lines")
    assert clerk.text("reference") == "4123"


@beside_others
async def test_down_sets_the_next_round_amount_and_adds_nothing_up(clerk: Clerk) -> None:
    await to_payment(clerk)
    shown: list[str] = []
    for _ in range(4):
        clerk.robot.keys("Down")
        shown.append(clerk.text("cash_given"))
    assert shown == ["4,450", "4,500", "5,000", "4,410"]
    assert clerk.text("change") == "0.00"


async def test_a_book_that_cannot_be_written_leaves_the_booking_and_says_so(clerk: Clerk) -> None:
    await to_payment(clerk)
    with closing(sqlite3.connect(clerk.counter.folder / FILE)) as book:
        book.execute("CREATE TRIGGER full BEFORE INSERT ON till_entry BEGIN SELECT RAISE(ABORT, 'no'); END")
    await clerk.robot.until_armed("record_payment")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("Note it on paper and record it later."))
    assert clerk.robot.is_shown("payment_page")
    assert len(clerk.counter.world.bookings) == 1


@beside_others
async def test_a_new_language_keeps_what_was_taken(clerk: Clerk) -> None:
    await to_payment(clerk)
    clerk.robot.type("1000")
    clerk.robot.keys("Return")
    clerk.speak("hi")
    assert clerk.robot.is_shown("taken_lines")
    assert clerk.text("left_to_pay") == "3,410.00"


@beside_others
@pytest.mark.parametrize("way", ["Ctrl+2", "Ctrl+3"])
async def test_a_new_language_keeps_what_is_typed_and_not_added(clerk: Clerk, way: str) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return", way)
    robot.type("4417")
    robot.keys("Tab" if way == "Ctrl+2" else "Shift+Tab")
    robot.type("500.50")
    robot.keys("Alt+5")
    clerk.speak("hi")
    robot.keys("Alt+1")
    await robot.until(lambda: robot.is_shown("payment_page"))
    assert (clerk.text("paid_amount"), clerk.text("reference")) == ("500.50", "4417")


async def test_a_new_language_keeps_the_reference_of_a_code_that_may_have_been_scanned(clerk: Clerk) -> None:
    desk = clerk.counter.desk
    former, page = [
        TakePaymentPage(desk.till, TILL, due(4410_00), desk.owing, is_practice=False) for _ in range(2)
    ]
    for each in (former, page):
        each.setParent(clerk.window)
    upi = former.findChild(WayTile, "way_upi")
    assert isinstance(upi, WayTile)
    part = former.findChild(UpiPart)
    assert isinstance(part, UpiPart)
    # The first code of a sum is the same on each page: this is of a further line.
    part.clear()
    upi.click()
    assert former.typed().attempt != page.typed().attempt
    page.restore(former.typed())
    assert former.customer_view is not None
    assert former.customer_view.upi
    assert page.customer_view == former.customer_view


async def test_a_new_language_keeps_the_cash_that_is_typed(clerk: Clerk) -> None:
    await to_payment(clerk)
    clerk.robot.type("4500")
    clerk.speak("hi")
    assert clerk.text("cash_given") == "4500"
    assert clerk.text("change") == "90.00"


@beside_others
async def test_the_receipt_is_shown_and_printed_as_a_paper(clerk: Clerk) -> None:
    await to_booked(clerk)
    pnr = clerk.text("booking_ref")
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: clerk.robot.is_shown("payment_page"))
    await record(clerk)
    clerk.robot.keys("R")
    await clerk.robot.until(lambda: clerk.robot.is_shown("receipt_sheet"))
    said = clerk.robot.find("voucher_preview").accessibleName()
    for each in ("Receipt", "/000001", pnr, "Paid in cash: 4,410.00", "PRACTICE", NAME):
        assert each in said
    assert "Not a tax invoice" in said
    clerk.robot.keys("Escape", "N")
    await clerk.robot.until(lambda: clerk.robot.is_shown("activities_page"))


@beside_others
async def test_without_a_till_there_is_no_trace_of_it(clerk: Clerk) -> None:
    clerk.counter.desk.rules.till = TillRules()
    await to_booked(clerk)
    assert not clerk.robot.is_shown("take_payment")
    clerk.robot.keys("T")
    clerk.robot.keys("F1")
    await clerk.robot.until(lambda: clerk.robot.is_shown("keys_sheet"))
    assert not clerk.robot.sees("payment")
    assert not (clerk.counter.folder / FILE).exists()


@beside_others
async def test_practice_draws_no_code_that_would_take_money(clerk: Clerk) -> None:
    await to_payment(clerk, "Ctrl+2")
    assert not clerk.robot.is_shown("upi_code")
    assert clerk.robot.sees("PRACTICE. There is no code")


@beside_others
@pytest.mark.parametrize("way", ["Ctrl+1", "Ctrl+2", "Ctrl+3", "Ctrl+4", "Ctrl+5"])
async def test_everything_on_the_page_has_a_name(clerk: Clerk, way: str) -> None:
    await to_payment(clerk, way)
    said = read_aloud(clerk.window)
    assert speechless(said) == []
    assert unnamed_items(said) == []
    assert unnamed_paintings(said) == []
    assert unlabelled_fields(said) == []


@beside_others
async def test_every_key_of_the_page_is_told_on_f1(clerk: Clerk) -> None:
    await to_payment(clerk)
    page = clerk.window.current_page
    assert page is not None
    clerk.robot.keys("F1")
    await clerk.robot.until(lambda: clerk.robot.is_shown("keys_sheet"))
    assert all(clerk.robot.sees(action.help.text) for action in page.own_actions)


@beside_others
async def test_a_page_that_stayed_open_makes_no_second_receipt(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    await elsewhere(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("payment_problem"))
    assert robot.sees("Something was recorded for this sale meanwhile")
    assert len(entries(clerk)) == 1


async def elsewhere(clerk: Clerk, typed: str = "") -> None:
    """Have cash recorded for the sale that is booked, on another page than the one that is shown."""
    till = clerk.counter.desk.till
    (owed,) = [each for each in await clerk.counter.desk.owing.read() if each.back is None]
    payment = Payment(owed.due)
    await till.record(payment.with_line(cash_line(payment, typed)))


@pytest.mark.parametrize(("typed", "left"), [("1000", "3,410.00"), ("", "")])
async def test_a_page_that_is_shown_again_asks_anew_what_is_left(clerk: Clerk, typed: str, left: str) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("4417")
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list"))
    await elsewhere(clerk, typed)
    robot.keys("Alt+1")
    await robot.until(lambda: robot.sees("What is left to pay was read again."))
    await robot.until(lambda: robot.is_shown("payment_page" if left else "recorded_page"))
    if left:
        await robot.until(lambda: clerk.text("to_pay") == left)
        await robot.until(lambda: robot.is_shown("next_receipt"))
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))


async def test_a_page_that_is_shown_again_stays_as_it_was_where_nothing_was_recorded(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("4417")
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list"))
    robot.keys("Alt+1")
    await robot.until(lambda: robot.is_shown("payment_page"))
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()
    assert clerk.text("reference") == "4417"
    assert not robot.sees("read again")


async def test_a_correction_is_left_when_another_receipt_follows(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    await record(clerk)
    robot.keys("C")
    await robot.until(lambda: robot.is_shown("correction_reason"))
    robot.keys("Alt+7")
    await robot.until(lambda: robot.is_shown("owed_list"))
    await elsewhere(clerk)
    robot.keys("Alt+1")
    await robot.until(lambda: robot.sees("Something was recorded after this receipt. Correct that first."))
    await robot.until(lambda: robot.is_shown("booked_page"))


@beside_others
async def test_what_is_typed_is_recorded_when_the_rest_is_paid_later(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("2000")
    robot.keys("Ctrl+L")
    await robot.until(lambda: robot.is_shown("recorded_page"))
    assert lines(clerk) == [("cash", 2000_00, 0)]
    assert clerk.text("left_to_pay") == "2,410.00"


@beside_others
async def test_what_pays_all_of_it_is_not_recorded_as_paid_later(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("5000")
    robot.keys("Ctrl+L")
    assert robot.sees("Nothing is left to be paid later.")
    assert robot.is_shown("payment_page")
    assert not (clerk.counter.folder / FILE).exists() or entries(clerk) == []


async def test_what_is_typed_is_added_or_cleared_before_another_way_is_shown(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("2000")
    robot.keys("Ctrl+2")
    assert robot.sees("What is typed is not added yet.")
    assert robot.focused == "cash_given"
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("upi_exactly"))
    assert clerk.text("left_to_pay") == "2,410.00"
    # Of any way: it was seen to arrive, perhaps.
    robot.type("441")
    robot.keys("Ctrl+3")
    assert robot.sees("What is typed is not added yet.")
    assert robot.focused == "reference"
    assert robot.is_shown("upi_exactly")


@beside_others
async def test_what_is_typed_wrong_is_said_before_anything_is_paid_later(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("much")
    robot.keys("Ctrl+L")
    assert clerk.text("cash_given_note").startswith("Type an amount")
    assert robot.is_shown("payment_page")
    assert not (clerk.counter.folder / FILE).exists() or entries(clerk) == []


async def test_enter_alone_takes_no_cash(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.keys("Return", "Return")
    assert not robot.is_shown("taken_lines")
    with listening() as heard:
        robot.type("5000")
        await all_said(clerk)
    assert clerk.text("change") == "590.00"
    assert "Change to give 590.00" in [each.text for each in heard.said]
    robot.keys("Return")
    # The change stays in sight once it is a line.
    assert clerk.text("change") == "590.00"
    assert robot.is_shown("taken_lines")


@beside_others
async def test_the_tick_is_taken_back_with_another_amount(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("4417")
    robot.keys("Space", "Tab")
    assert robot.find("seen", Checkbox).isChecked()
    robot.type("1000")
    assert not robot.find("seen", Checkbox).isChecked()


@beside_others
async def test_the_tick_is_taken_back_with_another_reference(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("4417")
    robot.keys("Space")
    assert robot.find("record_payment").isEnabled()
    robot.keys("Backspace")
    robot.type("8")
    assert not robot.find("seen", Checkbox).isChecked()
    assert not robot.find("record_payment").isEnabled()


@beside_others
async def test_a_click_on_the_chosen_way_leaves_the_keyboard_in_its_field(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.click("way_cash")
    robot.type("5000")
    assert clerk.text("cash_given") == "5000"


async def test_added_lines_are_not_left_by_one_key(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("1000")
    robot.keys("Return", "Escape")
    assert robot.sees("What was added is not recorded. Press Esc again to leave it so.")
    robot.keys("Escape")
    await robot.until(lambda: robot.is_shown("booked_page"))


@beside_others
async def test_much_more_than_is_to_be_taken_is_said(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk)
    robot.type("50000")
    assert robot.is_shown("much_given")
    robot.keys("Ctrl+A")
    robot.type("5000")
    assert not robot.is_shown("much_given")


async def test_a_reference_that_is_recorded_already_is_asked_about_once(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    other = due_of_sales([await one_more(clerk)])
    cash = Payment(other).with_line(cash_line(Payment(other), "1000"))
    upi = exact_line(cash, PayWay.UPI, "", "433412345678", "")
    first = await clerk.counter.desk.till.record(cash.with_line(upi))
    robot.type("433412345678")
    robot.keys("Space", "Ctrl+Return")
    await robot.until(lambda: bool(clerk.text("reference_note")))
    # Of that receipt the part which has the reference.
    told = f"On receipt {first.number} already, INR {paise_words(upi.amount)}"
    assert clerk.text("reference_note").startswith(told)
    assert robot.focused == "reference"
    assert len(entries(clerk)) == 1
    # Another one is no doubt, and this one is asked about again.
    robot.keys("Backspace")
    robot.type("8")
    robot.keys("Space")
    assert not robot.is_shown("reference_note")
    await robot.until_armed("record_payment")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("reference_note"))
    await record(clerk)
    assert len(entries(clerk)) == 2


async def test_a_reference_for_two_parts_of_one_payment_is_no_doubt(clerk: Clerk) -> None:
    robot = clerk.robot
    await to_payment(clerk, "Ctrl+2")
    robot.type("433412345678")
    robot.keys("Tab")
    robot.type("1000")
    robot.keys("Space", "Return", "Shift+Tab")
    robot.type("433412345678")
    robot.keys("Space")
    await record(clerk)
    assert [each[:2] for each in lines(clerk)] == [("upi", 1000_00), ("upi", 3410_00)]


async def one_more(clerk: Clerk) -> Sale:
    """Another booking of this counter."""
    receipt = await clerk.counter.sell()
    await clerk.counter.desk.bookings.follow()
    sale = await clerk.counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    return sale
