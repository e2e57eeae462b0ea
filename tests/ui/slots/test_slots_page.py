"""Choosing day, slot and seats and taking the customer, with the keys alone."""

from __future__ import annotations

import re
from datetime import timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QLineEdit, QListView, QSpinBox

from app.desk.model.formats import day_medium
from app.practice.service.faults import OtherAnswer
from tests.support.proof import beside_others
from tests.support.ui.selling import EMAIL, NAME, PHONE, Clerk, list_answer, speak


@beside_others
async def test_the_week_is_read_day_by_day(clerk: Clerk) -> None:
    await clerk.open_slots()
    assert clerk.robot.focused == "day_tiles"
    await clerk.robot.until(lambda: not any("reading" in row for row in clerk.rows("day_tiles")))
    days = clerk.rows("day_tiles")
    assert len(days) == 7
    assert days[0].startswith(day_medium(clerk.window.day))
    assert all(re.match(r"(\d, )?[01]\d:", row) for row in clerk.rows("slot_tiles"))
    assert clerk.text("read_at").startswith("Read ")


@beside_others
async def test_a_digit_picks_a_slot_and_signs_step_the_seats(clerk: Clerk) -> None:
    await clerk.open_slots()
    assert clerk.text("customer_pays") == "\u2013"
    clerk.robot.keys("2")
    assert clerk.robot.focused == "slot_tiles"
    assert clerk.text("slot_heading").startswith(day_medium(clerk.window.day))
    one = clerk.text("customer_pays")
    clerk.robot.type("++-")
    assert clerk.robot.find("qty", QSpinBox).value() == 2
    assert clerk.text("customer_pays") != one
    clerk.robot.type("9")
    assert clerk.robot.find("qty", QSpinBox).value() == 2


async def test_a_name_typed_right_after_the_slot_is_not_lost(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.type("Asha")
    assert clerk.robot.focused == "day_tiles"
    clerk.robot.type("2" + NAME)
    assert clerk.robot.focused == "customer_name"
    assert clerk.robot.find("customer_name", QLineEdit).text() == NAME
    clerk.robot.find("slot_tiles").setFocus()
    clerk.robot.type("x")
    assert clerk.robot.find("customer_name", QLineEdit).text() == NAME


async def test_a_letter_where_the_basket_has_a_customer_says_who_that_is(clerk: Clerk) -> None:
    draft = await clerk.ready()
    clerk.counter.desk.baskets.put(draft)
    await clerk.open_slots()
    clerk.robot.type("a")
    assert clerk.robot.sees(f"The customer of this basket is {draft.customer_name}. F6 changes it.")


@beside_others
async def test_arrows_move_over_what_can_be_booked(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("Down")
    assert clerk.robot.focused == "slot_tiles"
    clerk.robot.keys("Space")
    first = clerk.text("slot_heading")
    clerk.robot.keys("Right")
    second = clerk.text("slot_heading")
    assert first != second != "No slot chosen"
    clerk.robot.keys("Left", "Up")
    assert clerk.robot.focused == "day_tiles"
    clerk.robot.keys("Return", "Return")
    assert clerk.robot.focused == "customer_name"


async def test_the_pointer_picks_days_and_slots(clerk: Clerk) -> None:
    await clerk.open_slots()
    tiles = clerk.robot.find("slot_tiles", QListView)
    open_row = next(row for row, text in enumerate(clerk.rows("slot_tiles")) if "closes in" in text)
    middle = tiles.visualRect(tiles.model().index(open_row, 0)).center()
    clerk.robot.click(tiles.viewport(), middle)
    assert clerk.text("slot_heading") != "No slot chosen"
    tiles.viewport().repaint()
    strip = clerk.robot.find("day_tiles", QListView)
    clerk.robot.click(strip.viewport(), strip.visualRect(strip.model().index(1, 0)).center())
    tomorrow = clerk.window.day
    await clerk.robot.until(lambda: day_medium(tomorrow) in clerk.text("slots_heading"))
    assert clerk.text("slot_heading") == "No slot chosen"
    clerk.robot.click(strip.viewport(), strip.visualRect(strip.model().index(0, 0)).center())
    assert clerk.text("slot_heading") != "No slot chosen"
    clerk.robot.click(tiles.viewport(), tiles.visualRect(tiles.model().index(0, 0)).center())
    assert clerk.text("slot_heading") != "No slot chosen"


@beside_others
async def test_the_day_moves_by_keys_and_takes_the_top_bar_along(clerk: Clerk) -> None:
    await clerk.open_slots()
    first = clerk.window.day
    clerk.robot.keys("Right")
    assert clerk.window.day == first + timedelta(days=1)
    clerk.robot.keys("Ctrl+Right")
    assert clerk.window.day == first + timedelta(days=2)
    await clerk.slots_read()
    assert day_medium(clerk.window.day) in clerk.text("slots_heading")
    for _ in range(5):
        clerk.robot.keys("Ctrl+Right")
    assert clerk.robot.sees(f"Week of {clerk.window.day.day} ")
    clerk.robot.keys("Ctrl+Left")
    assert clerk.window.day == first + timedelta(days=6)


@beside_others
async def test_errors_stand_beneath_a_field_once_it_was_left(clerk: Clerk) -> None:
    await clerk.type_sale(email="priya.raman@example")
    assert clerk.text("customer_email_note") == "Add the part after the dot, such as .com."
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.focused == "customer_email"
    clerk.robot.type(".com")
    assert clerk.text("customer_email_note") == ""
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()


@beside_others
async def test_empty_fields_are_told_only_on_review(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.focused == "slot_tiles"
    assert clerk.robot.sees("Pick a slot.")
    clerk.robot.keys("1", "Ctrl+Return")
    assert clerk.robot.focused == "customer_name"
    assert clerk.text("customer_phone_note") == "Type the customer's phone number."


async def test_hiding_net_leaves_what_was_said_on_review(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("Ctrl+Return", "F8")
    assert not clerk.window.net_shown
    assert clerk.robot.sees("Pick a slot.")


@beside_others
async def test_a_phone_number_is_tidied_when_the_field_is_left(clerk: Clerk) -> None:
    await clerk.type_sale(phone="+91 98765-01234")
    assert clerk.text("customer_phone") == "919876501234"
    assert clerk.text("customer_phone_note") == "The plus and spaces were removed."


@beside_others
async def test_enter_goes_from_field_to_field_and_never_spends(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("1", "Return")
    for text, name in ((NAME, "customer_phone"), (PHONE, "customer_email"), (EMAIL, "review")):
        clerk.robot.type(text)
        clerk.robot.keys("Return")
        assert clerk.robot.focused == name
    clerk.robot.keys("Return")
    await clerk.armed()
    assert clerk.counter.world.bookings == ()


@beside_others
async def test_more_seats_than_are_left_is_told(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("2")
    clerk.robot.type("++++")
    clerk.robot.keys("3")
    assert clerk.robot.find("qty", QSpinBox).value() == 5
    assert clerk.text("qty_note") == "Only 2 seats left. Choose fewer, or another slot."
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.focused == "qty"


@beside_others
async def test_nothing_typed_is_lost_on_the_way_back_and_forth(clerk: Clerk) -> None:
    await clerk.fill("2")
    heading = clerk.text("slot_heading")
    clerk.robot.keys("Ctrl+Return")
    await clerk.armed()
    clerk.robot.keys("Escape")
    await clerk.slots_read()
    assert clerk.text("slot_heading") == heading
    clerk.robot.click("back")
    await clerk.list_read()
    clerk.robot.keys("Return")
    await clerk.slots_read()
    # The next customer may want this activity, too.
    assert [clerk.text(name) for name in ("customer_name", "customer_phone", "customer_email")] == [""] * 3
    assert clerk.text("slot_heading") != heading
    clerk.robot.keys("Ctrl+L")
    await clerk.slots_read()
    assert clerk.text("slot_heading") == heading
    assert [clerk.text(name) for name in ("customer_name", "customer_phone", "customer_email")] == [
        NAME,
        PHONE,
        EMAIL,
    ]


@beside_others
async def test_reading_takes_its_place_after_a_moment(clerk: Clerk) -> None:
    await clerk.list_read()
    release = clerk.counter.faults.hold("search_availability", times=7)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.rows("slot_tiles") == ["Reading"] * 6)
    assert all("reading" in row for row in clerk.rows("day_tiles"))
    release.set_result(None)
    await clerk.slots_read()


@beside_others
async def test_a_day_that_cannot_be_read_is_tried_again(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.counter.faults.answer("search_availability", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("failure"))
    assert "Not read" in clerk.rows("day_tiles")[0]
    clerk.counter.faults.clear()
    clerk.robot.click("retry")
    await clerk.slots_read()
    clerk.robot.keys("1")
    clerk.counter.faults.answer("search_availability", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: "Not read again." in clerk.text("read_at"))
    assert clerk.rows("slot_tiles")
    assert clerk.robot.find("review").isEnabled()


@beside_others
async def test_a_day_without_slots_leads_to_the_next(clerk: Clerk) -> None:
    await clerk.open_slots()
    await clerk.robot.until(lambda: not any("reading" in row for row in clerk.rows("day_tiles")))
    clerk.counter.faults.answer("search_availability", list_answer(reason="Closed for weather"), times=None)
    clerk.robot.keys("Ctrl+Right", "F5")
    await clerk.robot.until(lambda: clerk.robot.sees("Closed for weather"))
    clerk.counter.faults.clear()
    clerk.robot.keys("F5")
    await clerk.slots_read()


@beside_others
async def test_a_day_of_which_nothing_could_be_read_is_not_called_empty(clerk: Clerk) -> None:
    await clerk.open_slots()
    await clerk.robot.until(lambda: not any("reading" in row for row in clerk.rows("day_tiles")))
    clerk.counter.faults.answer("search_availability", list_answer({"activity_id": 1}), times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("1 slot could not be read"))
    assert clerk.robot.sees("What came")
    assert not clerk.robot.sees("The service lists no slot for this date.")
    assert clerk.rows("day_tiles")[0].endswith("Not read")
    clerk.counter.faults.clear()
    clerk.robot.keys("F5")
    await clerk.slots_read()


async def test_a_chosen_slot_that_is_gone_takes_the_button_away(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.faults.answer("search_availability", list_answer(), times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.text("review") == "No longer offered")
    assert not clerk.robot.find("review").isEnabled()
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.is_shown("slots_heading")


@beside_others
async def test_the_weeks_can_be_turned(clerk: Clerk) -> None:
    await clerk.open_slots()
    first = clerk.window.day
    clerk.robot.click("week_after")
    assert clerk.window.day == first + timedelta(days=7)
    clerk.robot.click("week_before")
    assert clerk.window.day == first
    clerk.robot.click("week_before")
    # The computer is a day behind the service here: what is today for one of them may be asked for.
    assert clerk.window.day == clerk.counter.desk.reader.todays().earliest


async def test_net_is_nowhere_when_hidden(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("1")
    net = next(row for row in clerk.rows("slot_tiles") if "Net " in row).partition("Net ")[2].split(", ")[0]
    assert net in clerk.everything()
    clerk.robot.keys("F8")
    hidden = clerk.everything()
    assert net not in hidden
    assert "Wallet pays" not in hidden
    assert "Wallet after" not in hidden


@beside_others
async def test_a_late_answer_never_replaces_a_newer_one(clerk: Clerk) -> None:
    await clerk.open_slots()
    await clerk.robot.until(lambda: not any("reading" in row for row in clerk.rows("day_tiles")))
    release = clerk.counter.faults.hold("search_availability")
    clerk.counter.faults.answer("search_availability", list_answer())
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: not clerk.counter.faults.armed)
    before = clerk.text("read_at")
    clerk.robot.keys("F5")
    release.set_result(None)
    await clerk.slots_read()
    # What is asked for now is answered after what was held.
    await clerk.counter.desk.wallet.read()
    assert clerk.rows("slot_tiles")
    assert clerk.text("read_at") >= before


@beside_others
async def test_the_name_is_in_sight_when_the_drawer_opens_in_the_least_room(clerk: Clerk) -> None:
    await clerk.list_read()
    # A screen of 1024 x 600 at the largest text size.
    clerk.window.resize(787, 461)
    await speak(clerk, "hi")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: any("1, " in row for row in clerk.rows("slot_tiles")))
    clerk.robot.keys("Down", "Return")
    assert clerk.robot.focused == "customer_name"
    assert clerk.robot.is_shown("drawer")
    QCoreApplication.sendPostedEvents()
    name = clerk.robot.find("customer_name")
    assert name.visibleRegion() == QRegion(name.rect())
