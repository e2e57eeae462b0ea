"""The quotes of the storm desk by keyboard: they come in, are seen, left out, and decided."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.desk.model.booking import BookingState
from app.desk.storm.values import Phase, StormReason
from app.practice.service.faults import OtherAnswer
from app.ui.kit.controls.confirm_button import ConfirmButton
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT
from tests.support.proof import beside_others
from tests.support.ui.fitting import is_whole
from tests.support.ui.storm_clerk import StormClerk, at_storm_desk, quote_answer
from tests.ui.test_heard import all_said, listening

QUOTE = "cancel_booking"
STRANGE = OtherAnswer(200, b'{"status": "SUCCESS", "you_get": "ninety"}')
LOCKED = OtherAnswer(409, b'{"status": "ERROR", "code": "LOCKED", "message": "Amount locked."}')

NARROW = (787, 461)
"""1024 x 600 at a text size of 130 %."""


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[StormClerk]:
    """A clerk with the storm desk."""
    async with at_storm_desk(tmp_path) as opened:
        yield opened


def is_on(desk: StormClerk) -> bool:
    """Whether the button could cancel."""
    return desk.clerk.robot.find("spend", ConfirmButton).isEnabled()


async def test_quotes_come_in_pause_and_go_on(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    sales = await desk.sold(5)
    held = [faults.hold(QUOTE) for _ in sales]
    await desk.begin(sales)
    await robot.until(lambda: sum("Asking, " in each for each in desk.rows("storm_quotes")) == 2)
    assert robot.focused == "storm_quotes"
    assert desk.clerk.text("storm_head") == "0 of 5 quotes are in"
    assert desk.clerk.text("spend_caption") == "5 quotes are still to come."
    assert [each.partition(",")[0] for each in desk.rows("storm_quotes")] == [
        each.customer_name for each in sales
    ]
    robot.keys("P")
    held[0].set_result(None)
    held[1].set_result(None)
    await robot.until(lambda: desk.storm.to_come == 3)
    assert desk.clerk.text("storm_head") == "Paused. 2 of 5 quotes are in."
    # The order stays while they come in: no headings yet.
    assert not any("heading" in each for each in desk.rows("storm_quotes"))
    assert not is_on(desk)
    robot.keys("P")
    for each in held[2:]:
        each.set_result(None)
    await desk.all_in()
    assert desk.clerk.text("storm_head") == "All 5 quotes are in"
    assert desk.rows("storm_quotes")[0] == "Quoted, 5, heading"
    assert desk.gone() == 0
    assert desk.clerk.text("storm_count").startswith("5 of 5 parties, ")
    assert desk.clerk.text("spend_caption") == "Say why."


@beside_others
async def test_space_leaves_out_and_the_button_names_number_and_sum(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(3)
    robot.keys("1")
    assert robot.focused == "storm_by"
    assert desk.clerk.text("spend_caption") == "Enter your name."
    robot.type("Asha")
    await robot.until_armed("spend")
    whole = desk.storm.sums.refund
    assert desk.clerk.text("spend") == f"Cancel 3 parties, refund INR {whole:,.2f}"
    assert desk.clerk.text("spend_caption") == "One by one. This cannot be undone."
    robot.click("storm_quotes")
    robot.keys("Home", "Space")
    await robot.until(lambda: len(desk.storm.chosen) == 2)
    assert ", left out" in desk.rows("storm_quotes")[1]
    assert desk.clerk.text("spend").startswith("Cancel 2 parties, refund INR ")
    assert desk.storm.sums.refund < whole
    robot.keys("Return")
    assert desk.gone() == 0


async def test_what_changed_stands_beside_what_it_was_and_is_seen_first(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    await desk.quoted(3)
    faults.answer(QUOTE, quote_answer("7.00"), times=1)
    faults.answer(QUOTE, STRANGE, times=1)
    with listening() as heard:
        robot.keys("F5")
        await robot.until(lambda: len(desk.storm.to_be_seen) == 2 and not desk.storm.to_come)
        await all_said(desk.clerk)
    assert "Seen: 1 changed quote, 1 not stated." in [each.text for each in heard.said]
    rows = desk.rows("storm_quotes")
    assert rows[0] == "Needs a look, 2, heading"
    (party,) = (each for each in desk.storm.parties if each.quote and each.quote.charge == 10)
    assert party.former is not None
    changed = f"{party.sale.customer_name}, refund 7.00, was {party.former.refund:,.2f}, changed"
    assert any(each.startswith(changed) and ", quoted " in each for each in rows)
    assert any("refund Not stated" in each for each in rows)
    assert desk.clerk.text("spend_caption") == "Tick that you have seen what changed."
    assert desk.clerk.text("storm_seen") == "Seen: 1 changed quote, 1 not stated"
    robot.keys("1")
    robot.type("Asha")
    assert not is_on(desk)
    robot.keys("Ctrl+Return")
    assert robot.focused == "storm_seen"
    robot.keys("Space")
    await robot.until_armed("spend")
    assert robot.find("storm_seen", QAbstractButton).isChecked()
    # Nothing is on offer without a line.
    desk.clerk.window.show_online(online=False)
    assert (is_on(desk), desk.clerk.text("spend_caption")) == (False, "Offline. Nothing can be cancelled.")
    desk.clerk.window.show_online(online=True)
    assert is_on(desk)
    # What is not stated is in no sum, and what was seen stays where it stands.
    assert desk.storm.sums.parties == 2
    assert desk.rows("storm_quotes")[0] == "Needs a look, 2, heading"
    robot.click("storm_quotes")
    robot.keys("L")
    assert desk.gone() == 0


async def test_what_changed_stands_before_what_was_never_stated(desk: StormClerk) -> None:
    faults = desk.clerk.counter.faults
    sales = await desk.sold(2)
    faults.answer(QUOTE, STRANGE, times=2)
    await desk.begin(sales)
    await desk.all_in()
    first, last = desk.storm.parties
    faults.answer(QUOTE, quote_answer("7.00"), times=1)
    await desk.clerk.counter.desk.storm.ask_again(last.key)
    await desk.all_in()
    heading, *rows = desk.rows("storm_quotes")
    assert heading == "Needs a look, 2, heading"
    names = [each.partition(",")[0] for each in rows]
    assert names == [last.sale.customer_name, first.sale.customer_name]


@beside_others
async def test_old_quotes_are_asked_again_by_themselves(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(2)
    first = desk.storm.parties[0].quote
    desk.computer.passed = timedelta(seconds=121)
    robot.keys("1")
    robot.type("Asha")
    robot.keys("F5")
    await robot.until(lambda: desk.storm.parties[0].quote != first and not desk.storm.to_come)
    await robot.until_armed("spend")


async def test_what_the_service_refuses_to_quote_is_left_with_its_words(desk: StormClerk) -> None:
    robot, faults = desk.clerk.robot, desk.clerk.counter.faults
    sales = await desk.sold(2)
    faults.answer(QUOTE, LOCKED, times=1)
    await desk.begin(sales)
    await desk.all_in()
    rows = desk.rows("storm_quotes")
    assert any('Not quoted: "Amount locked."' in each for each in rows)
    assert len(desk.storm.chosen) == 1
    assert robot.sees("Not quoted")
    # What was refused is not counted as a quote, and nobody has left it out.
    assert desk.clerk.text("storm_head") == "1 of 2 quotes are in"
    held = [faults.hold(QUOTE) for _ in sales]
    robot.keys("F5")
    await robot.until(lambda: desk.storm.to_come == 2)
    assert not robot.sees("Left out by hand")
    for each in held:
        each.set_result(None)
    await desk.all_in()
    assert desk.clerk.text("storm_head") == "All 2 quotes are in"


@beside_others
async def test_i_types_the_traveller_ids_that_are_missing(
    desk: StormClerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot, counter = desk.clerk.robot, desk.clerk.counter
    receipt = await counter.book(await counter.boat(replace(BOAT_DRAFT, passengers=(ARJUN,))))
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    cancellation = counter.desk.cancellation
    reading = cancellation.booking
    (traveller,) = (await reading(receipt.booking_ref, is_boat=True)).travellers

    async def without_ids(ref: str, *, is_boat: bool) -> BookingState:
        return replace(
            await reading(ref, is_boat=is_boat), travellers=(replace(traveller, traveller_id=None),)
        )

    monkeypatch.setattr(cancellation, "booking", without_ids)
    await desk.begin([sale])
    await desk.all_in()
    assert "Traveller ids" in desk.rows("storm_quotes")[1]
    robot.keys("I")
    await robot.until(lambda: robot.focused == "traveller_pick")
    robot.keys("Return")
    assert desk.clerk.text("ids_problem") == "Type the traveller id of everybody."
    robot.type(str(traveller.traveller_id))
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "storm_quotes")
    await robot.until(lambda: len(desk.storm.chosen) == 1 and not desk.storm.to_come)
    assert desk.gone() == 0


async def test_a_key_that_has_nothing_to_do_says_so(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(1)
    for key, words in {
        "L": "No party needs a look.",
        "A": "No quote waits to be seen.",
        "I": "No traveller ids of this party are missing.",
    }.items():
        robot.keys(key)
        assert robot.sees(words)


async def test_f8_takes_all_sums_away(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(2)
    robot.keys("1")
    robot.type("Asha")
    await robot.until_armed("spend")
    sums = desk.storm.sums
    robot.keys("F8")
    told = desk.clerk.everything()
    assert desk.clerk.text("spend") == "Cancel 2 parties"
    for amount in (sums.refund, sums.debited, sums.charge):
        assert f"{amount:,.2f}" not in told
    for party in desk.storm.parties:
        assert party.quote is not None
        assert f"{party.quote.refund:,.2f}" not in told
    await robot.until_armed("spend")


@beside_others
async def test_a_second_person_agrees(tmp_path: Path) -> None:
    async with at_storm_desk(tmp_path, asks_two=True) as desk:
        robot = desk.clerk.robot
        await desk.quoted(2)
        robot.keys("1")
        robot.type("Asha")
        assert desk.clerk.text("spend_caption") == "A second person must agree."
        robot.keys("Tab")
        assert robot.focused == "storm_second"
        robot.type("Asha")
        assert desk.clerk.text("spend_caption") == "A second person must enter another name."
        robot.keys("Backspace", "Backspace", "Backspace", "Backspace")
        robot.type("Ravi")
        await robot.until_armed("spend")
        robot.keys("Ctrl+Return")
        await robot.until(lambda: robot.is_shown("storm_run_page"))
        await desk.ran()
        assert robot.sees("by Asha and Ravi")


@beside_others
async def test_another_reason_is_said_in_words(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(1)
    robot.keys("3")
    assert robot.focused == "storm_words"
    assert desk.clerk.text("spend_caption") == "Say why."
    robot.type("engine")
    robot.keys("Tab")
    robot.type("Asha")
    await robot.until_armed("spend")
    assert desk.clerk.text("spend").startswith("Cancel 1 party, refund INR ")


async def test_in_a_small_window_the_reason_and_its_keys_are_in_sight(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    desk.clerk.window.resize(*NARROW)
    await desk.quoted(2)
    reasons = [f"storm_reason:{each}" for each in StormReason]
    await robot.until(lambda: all(is_whole(robot.find(each)) for each in reasons))
    assert not robot.is_shown("drawer")
    assert desk.clerk.text("fact") == "Say why."
    robot.keys("2", "Escape")
    assert not robot.is_shown("drawer")
    assert desk.clerk.text("fact") == "Enter your name."
    chosen = [robot.find(each, QAbstractButton).isChecked() for each in reasons]
    assert chosen == [False, True, False]
    assert all(is_whole(robot.find(each)) for each in reasons)


@beside_others
async def test_esc_keeps_all_bookings(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(2)
    robot.keys("Escape")
    await robot.until(lambda: not robot.is_shown("storm_quotes_page"))
    assert desk.clerk.counter.desk.storm.storm is None
    assert desk.gone() == 0


@beside_others
async def test_a_press_in_the_moment_the_refund_goes_out_of_sight_is_said(desk: StormClerk) -> None:
    robot = desk.clerk.robot
    await desk.quoted(2)
    robot.keys("1")
    robot.type("Asha")
    await robot.until_armed("spend")
    # As in a moment whose layout is still to come; the button does not know it yet.
    money = robot.find("storm_refund").parentWidget()
    assert money is not None
    money.move(0, -money.height())
    robot.keys("Ctrl+Return")
    assert robot.sees("Nothing was sent: the sum was out of sight. Look at it, then press again.")
    assert not is_on(desk)
    assert desk.storm.phase is Phase.QUOTES
    desk.clerk.window.resize(1030, 690)
    await robot.until_armed("spend")
    assert desk.gone() == 0
    robot.keys("Ctrl+Return")
    await robot.until(lambda: desk.gone() == 2)
