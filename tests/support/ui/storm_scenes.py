"""The storm desk as it is looked at: quotes, the decision, a run that pauses, and who is told."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from app.desk.model.sale import Sale
from app.desk.storm.values import EndState, Phase, StormHeading
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.store.journal.states import Kind
from tests.support.ui.scenes import Journey, Traveller
from tests.support.ui.storm_clerk import quote_answer
from tests.support.ui.travelling_day import switched_on

QUOTE = "cancel_booking"
NAMES = (
    "Jana Katharina Vogel",
    "Manoj Kumar",
    "Tanvi Shah",
    "Farhan Qureshi",
    "Anjali Bose",
    "Ritu Malhotra",
)
BY = "Asha Rao"
TYPED = (*NAMES, BY, *(f"98765012{number:02}" for number in range(len(NAMES))))
"""What a clerk typed, and no language says."""
STRANGE = OtherAnswer(200, b'{"status": "SUCCESS", "you_get": "ninety"}')
LOCKED = OtherAnswer(409, b'{"status": "ERROR", "code": "LOCKED", "message": "Amount locked by settlement."}')


async def sell_to_all(clerk: Traveller) -> list[Sale]:
    """A booking for each of the names, in the order in which they were sold."""
    counter = clerk.counter
    for number, name in enumerate(NAMES):
        draft = await counter.draft(0, 1 + number % 3)
        await counter.book(replace(draft, customer_name=name, customer_phone=f"98765012{number:02}"))
    await counter.desk.bookings.follow()
    made = [each for each in counter.journal.attempts() if each.kind is Kind.CREATE]
    found = [await counter.desk.bookings.own(each.request_id) for each in made]
    return [each for each in found if each is not None]


async def weather_a_storm(clerk: Traveller) -> None:
    """From quotes to who is told, with a changed quote, a refusal and a lost answer."""
    robot, faults, desk = clerk.robot, clerk.counter.faults, clerk.counter.desk.storm
    await switched_on(clerk)
    sales = await sell_to_all(clerk)
    held = [faults.hold(QUOTE) for _ in sales]
    heading = StormHeading(sales[0].title, "", clerk.counter.desk.reader.today(), "11:30")
    clerk.flows.storm.begin(heading, sales)
    await robot.until(lambda: robot.is_shown("storm_quotes_page"))
    for number, each in enumerate(held[:4]):
        left = len(sales) - number - 1
        # Two are asked at once, each after a look at its booking: the fifth may else be ahead of the third.
        await robot.until(lambda left=left: len(faults.armed) == left - 1)
        each.set_result(None)
        await robot.until(lambda left=left: desk.storm is not None and desk.storm.to_come <= left)
    await robot.until(lambda: sum("Asking" in row for row in clerk.rows("storm_quotes")) == 2)
    await clerk.take("20-storm-quotes")
    for each in held[4:]:
        each.set_result(None)
    await robot.until(lambda: desk.storm is not None and not desk.storm.to_come)
    await _change_some(clerk, sales)
    robot.keys("A", "1")
    robot.type(BY)
    await clerk.armed()
    await clerk.take("20a-storm-decision")
    await _run(clerk)
    await clerk.take("20b-storm-running")
    robot.keys("Ctrl+Return")
    await robot.until(lambda: desk.storm is not None and not desk.storm.to_send)
    await robot.until(lambda: desk.storm is not None and not desk.storm.is_running)
    await clerk.armed()
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("storm_told_page"))
    await clerk.readings_ended()
    await clerk.take("20c-storm-done")


async def _change_some(clerk: Traveller, sales: list[Sale]) -> None:
    """Ask two of them again: one has changed, one no longer states its refund."""
    desk, faults = clerk.counter.desk.storm, clerk.counter.faults
    clerk.time.passed += timedelta(seconds=10)
    for sale, answer in ((sales[1], quote_answer("700.00", "95.00")), (sales[3], STRANGE)):
        faults.answer(QUOTE, answer)
        await desk.ask_again(sale.request_id)


async def _run(clerk: Traveller) -> None:
    """Cancel until an answer is lost, after one was refused."""
    robot, faults, desk = clerk.robot, clerk.counter.faults, clerk.counter.desk.storm
    held = [faults.hold(CONFIRM) for _ in range(3)]
    robot.keys("Ctrl+Return")
    for number, each in enumerate(held):
        await robot.until(lambda: desk.storm is not None and bool(desk.storm.ended(EndState.SENDING)))
        await robot.until(lambda number=number: len(faults.armed) == len(held) - number - 1)
        each.set_result(None)
        if number == 0:
            faults.answer(CONFIRM, LOCKED)
        elif number == 1:
            faults.before_work(CONFIRM, silent=False)
        await robot.until(
            lambda number=number: (
                (desk.storm is not None and desk.storm.sent > number + 1)
                or (desk.storm is not None and not desk.storm.is_running)
            )
        )
    await robot.until(lambda: desk.storm is not None and not desk.storm.is_running)
    assert desk.storm is not None
    assert desk.storm.phase is Phase.CANCELLING
    await clerk.armed()


STORMS: tuple[Journey, ...] = (weather_a_storm,)
