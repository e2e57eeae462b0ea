"""Cancelling by keyboard on the real window: choose, see the refund, accept it, confirm, and the result."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QListView

from app.core.language import tr
from app.desk.cancellation.refund_quote import TOO_OLD
from app.desk.desk import local_now
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.orders import CancelOrder, OrderModule
from app.ui.kit.basics.mixin import Around
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.stepper import Stepper
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling

STRANGE = OtherAnswer(200, b'{"status": "SUCCESS", "you_get": "ninety"}')
ONE_RUPEE = OtherAnswer(200, b'{"status": "SUCCESS", "net_agent_refund": 1.00}')


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk before the list of activities."""
    async with selling(tmp_path, remembers=True) as opened:
        await opened.list_read()
        yield opened


async def sell_seats(clerk: Clerk, qty: int = 2) -> str:
    """Sell an activity, and give its PNR."""
    return (await clerk.counter.sell(qty=qty)).booking_ref


async def sell_boat(clerk: Clerk) -> str:
    """Sell a boat to four, and give its PNR."""
    return (await clerk.counter.book(await clerk.counter.boat())).booking_ref


async def to_cancelling(clerk: Clerk) -> None:
    """From anywhere to the page that cancels the newest booking."""
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_booking"))
    clerk.robot.keys("Delete")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_page"))


async def quoted(clerk: Clerk) -> None:
    """Wait for a quote that can be confirmed."""
    await clerk.robot.until_armed("spend")


async def test_what_another_counter_cancelled_meanwhile_is_not_called_booked(clerk: Clerk) -> None:
    pnr = await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    clerk.counter.world.cancel(CancelOrder("other-1", pnr, OrderModule.ACTIVITY, 1))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    assert clerk.robot.sees("The service calls the whole booking cancelled")
    assert clerk.text("staying_people") == "Nobody"
    assert not clerk.robot.is_shown("rest_voucher")


_OTHERS = "Another counter has cancelled seats of this booking. How many are left is not stated."


async def test_nothing_is_said_to_stay_of_what_another_counter_cancelled_before(clerk: Clerk) -> None:
    pnr, robot = await sell_seats(clerk), clerk.robot
    clerk.counter.world.cancel(CancelOrder("other-1", pnr, OrderModule.ACTIVITY, 1))
    await to_cancelling(clerk)
    for _ in range(2):
        await quoted(clerk)
        assert clerk.text("stays") == f"1 seat is cancelled. {_OTHERS} This cannot be undone."
        assert robot.is_shown("others_cancelled")
        told, sums = (robot.find(each) for each in ("others_cancelled", "refund_amount"))
        assert told.mapTo(clerk.window, told.rect().bottomLeft()).y() < sums.mapTo(clerk.window, QPoint()).y()
        assert clerk.text("seats_left") == "How many seats are still booked is not known."
        assert not robot.is_shown("release_all")
        robot.keys("F5")
        await robot.until(lambda: robot.is_shown("quote_waiting"))
    await quoted(clerk)
    # More than is left: the service refuses it, and the page promises nothing.
    robot.keys("Up")
    await robot.until(lambda: robot.is_shown("problem"))
    assert clerk.text("seats_left") == "How many seats are still booked is not known."
    robot.keys("Down")
    await quoted(clerk)
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("refund_reference"))
    assert robot.sees("The service calls the whole booking cancelled")
    assert clerk.text("staying_people") == "Nobody"


async def test_after_a_refusal_the_page_asks_how_many_are_left(clerk: Clerk) -> None:
    pnr, robot = await sell_seats(clerk, 3), clerk.robot
    await to_cancelling(clerk)
    robot.keys("A")
    await quoted(clerk)
    assert clerk.text("seats_left") == "of 3 booked seats. Nothing stays booked."
    clerk.counter.world.cancel(CancelOrder("other-1", pnr, OrderModule.ACTIVITY, 1))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("problem"))
    assert not robot.sees("The booking stands.")
    await robot.until(lambda: clerk.text("seats_left") == "How many seats are still booked is not known.")
    clerk.counter.world.cancel(CancelOrder("other-2", pnr, OrderModule.ACTIVITY, 2))
    robot.keys("F5")
    await robot.until(lambda: clerk.text("seats_left") == "Nothing is booked any more.")


async def test_after_a_refusal_a_boat_is_read_again_here_and_among_the_bookings(clerk: Clerk) -> None:
    pnr, robot = await sell_boat(clerk), clerk.robot
    await to_cancelling(clerk)
    await robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    robot.keys("Down", "Space")
    await quoted(clerk)
    taken = (clerk.counter.world.bookings[0].seats[1].passenger_id,)
    clerk.counter.world.cancel(CancelOrder("other-1", pnr, OrderModule.BOAT, 1, taken))
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("problem"))
    await robot.until(
        lambda: "not chosen, Meera Nair, 38, Adult, Cancelled" in clerk.rows("traveller_pick")[1]
    )
    assert robot.is_shown("problem")
    robot.keys("Escape")
    await robot.until(lambda: "Partly cancelled" in clerk.everything())


async def test_one_of_two_seats_is_released_by_keyboard(clerk: Clerk) -> None:
    pnr = await sell_seats(clerk)
    await to_cancelling(clerk)
    assert clerk.robot.focused == "qty"
    await quoted(clerk)
    label = clerk.text("spend")
    assert label.startswith("Cancel 1 seat, refund INR ")
    assert clerk.text("stays") == "1 seat is cancelled. 1 seat stays booked. This cannot be undone."
    clerk.robot.keys("Return", "Space")
    assert not clerk.robot.is_shown("refund_reference")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    assert clerk.text("refund") in label
    (booking,) = clerk.counter.world.bookings
    assert (booking.ref, len(booking.active_seats)) == (pnr, 1)
    clerk.robot.keys("C")
    assert QApplication.clipboard().text() == clerk.text("refund_reference")
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.is_shown("refund_reference")
    clerk.counter.world.set_wallet(cash=77)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("77.00"))
    clerk.counter.faults.before_work("wallet_balance", silent=False, times=3)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("The wallet could not be read"))
    clerk.robot.keys("F8")
    assert "77.00" not in clerk.everything()
    clerk.robot.keys("F8")
    clerk.robot.click("to_bookings")
    await clerk.robot.until(lambda: "Partly cancelled" in clerk.everything())
    clerk.robot.keys("Delete")
    await quoted(clerk)
    assert clerk.text("spend").startswith("Cancel 1 seat")
    assert clerk.robot.find("qty", Stepper).maximum() == 1


async def test_a_cancellation_under_a_wrong_clock_is_asked_about_first(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    monkeypatch.setattr(clerk.counter.desk.reader, "_most_apart", timedelta(seconds=1))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("This computer's clock is wrong"))
    assert len(clerk.counter.world.bookings[0].active_seats) == 2
    clerk.robot.keys("Tab", "Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))


@beside_others
async def test_all_seats_at_once(clerk: Clerk) -> None:
    await sell_seats(clerk, 3)
    await to_cancelling(clerk)
    clerk.robot.keys("A")
    assert not clerk.robot.find("spend", ConfirmButton).is_armed
    await quoted(clerk)
    assert clerk.text("spend").startswith("Cancel 3 seats, refund")
    clerk.robot.keys("-")
    assert not clerk.robot.find("spend", ConfirmButton).is_armed
    await quoted(clerk)
    assert clerk.text("stays").startswith("2 seats are cancelled. 1 seat stays")
    clerk.robot.click("release_all")
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: ", Cancelled" in clerk.everything())
    clerk.robot.keys("Delete")
    assert not clerk.robot.is_shown("cancel_page")


@beside_others
async def test_a_traveller_is_cancelled_by_keyboard(clerk: Clerk) -> None:
    await sell_boat(clerk)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    assert clerk.text("quote_waiting") == "Choose who is cancelled. The refund is then asked for."
    clerk.robot.keys("Down", "Space")
    await quoted(clerk)
    assert clerk.rows("traveller_pick")[1].startswith("chosen, Meera Nair, 38, Adult, Confirmed, id ")
    assert clerk.text("spend").startswith("Cancel 1 passenger, refund INR ")
    assert clerk.text("stays").startswith(
        "Meera Nair will no longer travel. The other 3 passengers stay booked."
    )
    assert not clerk.robot.is_shown("first_traveller")
    clerk.robot.keys("Return", "X")
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    (booking,) = clerk.counter.world.bookings
    assert [seat.cancelled for seat in booking.seats] == [False, True, False, False]


@beside_others
async def test_who_was_cancelled_is_marked_in_bookings_at_once(clerk: Clerk) -> None:
    await sell_boat(clerk)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.sees("38, FEMALE, INDIAN"))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.everything().count("Confirmed") >= 4)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    clerk.robot.keys("Down", "Space")
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.robot.is_shown("sales_list"))
    await clerk.robot.until(lambda: "Meera Nair" in clerk.everything())
    told = [each.text() for each in clerk.window.findChildren(QLabel) if each.isVisible()]
    after = told[told.index("Meera Nair") :][:5]
    assert "Cancelled" in after
    assert told[told.index("Arjun Nair") :][:5].count("Confirmed") == 1


@beside_others
async def test_the_first_traveller_warns_and_all_do_not(clerk: Clerk) -> None:
    await sell_boat(clerk)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    clerk.robot.keys("Space")
    await quoted(clerk)
    assert clerk.robot.is_shown("first_traveller")
    clerk.robot.keys("A")
    await quoted(clerk)
    assert not clerk.robot.is_shown("first_traveller")
    assert clerk.text("stays") == "4 passengers will no longer travel. This cannot be undone."
    clerk.robot.keys("A")
    assert clerk.text("quote_waiting").startswith("Choose who")
    clerk.robot.click("select_all")
    await quoted(clerk)


@beside_others
async def test_a_missing_id_is_typed(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        await clerk.list_read()
        await sell_boat(clerk)
        (booking,) = clerk.counter.world.bookings
        ids = [seat.passenger_id for seat in booking.seats]
        people = [
            {"traveler_name": seat.name, "age": seat.age, "traveler_status": "Confirmed"}
            for seat in booking.seats
        ]
        body = {"status": "SUCCESS", "data": {"booking_status": "Confirmed", "traveler_manifest": people}}
        clerk.counter.faults.answer("booking_status", OtherAnswer(200, json.dumps(body).encode()), times=None)
        await to_cancelling(clerk)
        await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
        clerk.robot.keys("Down", "Space")
        assert clerk.text("quote_waiting").startswith("Type the traveller id")
        clerk.robot.type(str(ids[1]))
        assert clerk.robot.find("traveller_id", QLineEdit).text() == str(ids[1])
        clerk.robot.keys("Return")
        await quoted(clerk)
        clerk.robot.keys("Down")
        clerk.robot.type(str(ids[1]))
        clerk.robot.keys("Return")
        await clerk.robot.until(
            lambda: clerk.text("traveller_id_note").startswith(f"{ids[1]} is the id of Meera Nair.")
        )
        await clerk.robot.until(lambda: clerk.robot.focused == "traveller_pick")
        clerk.robot.keys("Space")
        await quoted(clerk)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
        (booking,) = clerk.counter.world.bookings
        assert [seat.cancelled for seat in booking.seats] == [False, True, False, False]


async def test_a_quote_fills_in_the_ids_that_it_names(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        await clerk.list_read()
        clerk.counter.world.older = True
        await sell_boat(clerk)
        (booking,) = clerk.counter.world.bookings
        ids = [seat.passenger_id for seat in booking.seats]
        named = [
            {"traveler_name": seat.name, "passenger_id": seat.passenger_id} for seat in booking.seats[:3]
        ]
        body = {
            "status": "SUCCESS",
            "net_agent_refund": 5,
            "people": [*named, {"name": "Nobody", "pax_id": 9}],
        }
        await to_cancelling(clerk)
        await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
        clerk.counter.faults.answer("cancel_booking", OtherAnswer(200, json.dumps(body).encode()), times=2)
        clerk.robot.keys("Down", "Space")
        clerk.robot.type(str(ids[1]))
        clerk.robot.keys("Return")
        await quoted(clerk)
        rows = clerk.rows("traveller_pick")
        assert [f"id {number}" in row for number, row in zip(ids, rows, strict=True)] == [True] * 3 + [False]
        clerk.robot.keys("Down")
        await clerk.robot.until(lambda: clerk.robot.focused == "traveller_pick")
        clerk.robot.type(str(ids[0]))
        assert clerk.text("traveller_id_note").startswith(f"{ids[0]} is the id of Arjun Nair.")
        assert clerk.text("quote_waiting") == "Correct the traveller id that is marked."


@beside_others
async def test_a_booking_without_travellers_cannot_be_cancelled_here(clerk: Clerk) -> None:
    await sell_boat(clerk)
    clerk.counter.faults.answer("booking_status", OtherAnswer(200, b'{"status": "SUCCESS", "data": {}}'))
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    assert clerk.robot.sees("The service names no passengers of this booking.")
    clerk.counter.faults.before_work("booking_status", silent=False, times=3)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("The booking could not be read"))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)


async def test_a_refund_that_is_not_stated_is_shown_as_received_and_ticked(clerk: Clerk) -> None:
    await sell_seats(clerk)
    clerk.counter.faults.answer("cancel_booking", STRANGE)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: clerk.text("spend") == "Cancel 1 seat, refund not stated")
    assert clerk.robot.sees("you_get")
    assert clerk.robot.sees("ninety")
    clerk.robot.keys("Ctrl+Return")
    assert clerk.robot.focused == "accept_quote"
    clerk.robot.keys("Space")
    await quoted(clerk)
    # The tick is of that answer alone.
    clerk.counter.faults.answer("cancel_booking", STRANGE)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("quote_waiting"))
    await clerk.robot.until(lambda: not clerk.robot.is_shown("quote_waiting"))
    assert not clerk.robot.find("accept_quote", Checkbox).isChecked()
    assert not clerk.robot.find("spend", ConfirmButton).isEnabled()
    clerk.robot.keys("Ctrl+Return", "Space")
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))
    assert not clerk.robot.is_shown("differs")


@beside_others
async def test_a_changed_refund_is_accepted_again(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    clerk.counter.faults.answer("cancel_booking", ONE_RUPEE, times=2)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_changed"))
    assert clerk.robot.sees("it is INR 1.00.")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("quote_waiting"))
    assert clerk.robot.is_shown("refund_changed")
    clerk.robot.keys("Ctrl+Return", "Space")
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("differs"))


async def test_the_wallet_side_is_hidden_as_one_piece(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    refund = clerk.text("refund_amount").split()[-1]
    clerk.robot.keys("F8")
    assert clerk.text("spend") == "Cancel 1 seat"
    assert "refund INR" not in clerk.everything()
    # In a small window the sums stand in a bar.
    clerk.window.resize(787, 461)
    await clerk.robot.until(lambda: clerk.robot.is_shown("facts"))
    assert refund not in clerk.everything()
    clerk.robot.keys("F8")
    await clerk.robot.until(lambda: refund in clerk.everything())
    assert clerk.text("spend").startswith("Cancel 1 seat, refund INR")
    # Nor is it told of what was cancelled.
    await quoted(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancelled_page"))
    assert clerk.robot.is_shown("facts")
    assert refund in clerk.everything()
    clerk.robot.keys("F8")
    assert refund not in clerk.everything()


async def test_hiding_net_offers_nothing_while_the_cancellation_is_sent(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    held = clerk.counter.faults.hold(CONFIRM)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.text("spend").startswith("Cancelling"))
    for _ in range(2):
        clerk.robot.keys("F8")
        assert clerk.text("spend").startswith("Cancelling")
        assert not clerk.robot.find("spend").isEnabled()
    held.set_result(None)
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_reference"))


async def test_a_refused_cancellation_keeps_the_choice(clerk: Clerk) -> None:
    pnr = await sell_seats(clerk, 3)
    await to_cancelling(clerk)
    clerk.robot.keys("+")
    await quoted(clerk)
    clerk.counter.faults.answer(CONFIRM, OtherAnswer(409, b'{"status": "ERROR", "message": "Too late"}'))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("Too late"))
    assert clerk.robot.sees("Nothing was cancelled, and nothing was credited.")
    assert clerk.robot.find("qty", Stepper).value() == 2
    await clerk.robot.until(lambda: clerk.robot.focused == "qty")
    clerk.robot.keys("F5")
    await quoted(clerk)
    clerk.counter.world.cancel(CancelOrder("other", pnr, OrderModule.ACTIVITY, 2, ()))
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("seats of this booking are left"))


async def test_once_the_key_is_accepted_again_the_refund_is_asked_for_anew(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    page = clerk.window.current_page
    assert page is not None
    page.take_around(Around(selling_off="Selling is off."))
    assert not clerk.robot.is_shown("quote_waiting")
    page.take_around(Around())
    assert clerk.robot.is_shown("quote_waiting")
    await quoted(clerk)


@beside_others
async def test_a_quote_of_two_minutes_ago_is_asked_again_by_itself(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    clerk.counter.faults.answer("cancel_booking", ONE_RUPEE)
    (old,) = (each for each in clerk.window.findChildren(QTimer) if each.interval() == 120_000)
    old.timeout.connect(lambda: old.setInterval(120_000))
    old.start(1)
    await clerk.robot.until(lambda: clerk.robot.is_shown("refund_changed"))
    assert clerk.text("quote_why") == tr(TOO_OLD)
    clerk.robot.keys("F5")
    await clerk.robot.until(
        lambda: clerk.robot.is_shown("refund_amount") and not clerk.robot.is_shown("quote_why")
    )


@beside_others
async def test_a_clock_that_has_moved_makes_the_quote_old(tmp_path: Path) -> None:
    passed = timedelta()
    async with selling(tmp_path, computer=lambda: local_now() + passed) as clerk:
        await clerk.list_read()
        await sell_seats(clerk)
        await to_cancelling(clerk)
        await quoted(clerk)
        clerk.counter.faults.answer("cancel_booking", ONE_RUPEE)
        passed = timedelta(minutes=3)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("refund_changed"))
        assert clerk.text("quote_why") == tr(TOO_OLD)
        (booking,) = clerk.counter.world.bookings
        assert len(booking.active_seats) == 2


@beside_others
async def test_a_click_on_a_told_number_ticks_and_on_a_typed_one_opens_it(clerk: Clerk) -> None:
    await sell_boat(clerk)
    await to_cancelling(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)
    rows = clerk.robot.find("traveller_pick", QListView)
    await clerk.robot.until(lambda: rows.viewport().height() > 70)
    clerk.robot.click(rows.viewport(), QPoint(60, 70))
    await quoted(clerk)
    clerk.robot.click(rows.viewport(), QPoint(rows.width() - 60, 70))
    assert not clerk.robot.is_shown("traveller_id")
    assert clerk.rows("traveller_pick")[1].startswith("not chosen, ")
    clerk.robot.type("9")
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.focused == "traveller_pick")
    clerk.robot.click(rows.viewport(), QPoint(rows.width() - 60, 70))
    assert clerk.robot.is_shown("traveller_id")
    clerk.robot.type("\u0968x")
    assert (clerk.text("traveller_id"), clerk.text("traveller_id_note")) == ("2", "Not taken: x")
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("9")
    assert "Not taken" not in clerk.text("traveller_id_note")
    assert not clerk.robot.find("spend", ConfirmButton).is_armed
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("problem"))


@beside_others
async def test_a_dead_line_is_said(clerk: Clerk) -> None:
    await sell_seats(clerk)
    await to_cancelling(clerk)
    await quoted(clerk)
    clerk.counter.server.stop()
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.sees("The cancellation was not sent."))
