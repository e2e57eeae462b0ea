"""Who is told of an enquiry, when it reads by itself, and that it ends."""

import asyncio
import json
from pathlib import Path

import pytest
from typing_extensions import override

from app.desk.model.sale import UnknownOutcome
from app.desk.payment.unknown_outcome_values import PAUSE, TRIES, Decision
from app.practice.service.faults import OtherAnswer
from app.practice.world.identity import AGENT_ID
from app.practice.world.orders import ActivityOrder
from app.store.journal.states import State
from tests.support.counter import Counter, until
from tests.support.desk.all_sales import all_sales
from tests.support.desk.virtual_time import VirtualTime, lose_answer, nobody, service, timed_desk

TOLD = Decision("Asha", "Telephoned the office")


_IN_HAND = OtherAnswer(200, json.dumps({"status": "PENDING"}).encode())


def _tasks(request: str) -> list[asyncio.Task[object]]:
    return [task for task in asyncio.all_tasks() if task.get_name() in {request, f"{request}-asked-on"}]


async def test_a_decision_of_a_person_is_told(older: Counter, clock: VirtualTime) -> None:
    request = await lose_answer(older, worked=False)
    clock.let_pass(185)
    heard: list[str] = []
    older.desk.unknown_outcomes.changed.subscribe(heard.append)
    await older.desk.unknown_outcomes.record_not_sold(request, TOLD)
    # Once for the reading that shows that the service has come to rest, once for the decision.
    assert heard == [request, request]


async def test_a_typed_pnr_that_settles_it_is_told(older: Counter) -> None:
    request = await lose_answer(older, worked=True)
    heard: list[str] = []
    older.desk.unknown_outcomes.changed.subscribe(heard.append)
    await older.desk.unknown_outcomes.check_pnr(request, older.world.bookings[0].ref)
    assert heard == [request]


async def test_after_its_end_nothing_is_read(older: Counter) -> None:
    request = await lose_answer(older, worked=False)
    enquiry = older.desk.unknown_outcomes
    assert len(_tasks(request)) == 1
    enquiry.begin(older.journal.attempts())
    assert len(_tasks(request)) == 1
    await enquiry.end()
    assert _tasks(request) == []


async def test_a_settled_sale_is_not_asked_about(older: Counter) -> None:
    receipt = await older.sell()
    older.desk.unknown_outcomes.begin(older.journal.attempts())
    assert _tasks(receipt.request_id) == []


async def test_it_stops_reading_once_it_is_settled(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service() as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            request = await lose_answer(counter, worked=True)
            await until(lambda: not _tasks(request))
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.RESOLVED_BOOKED
            assert len(clock.slept) == 1


async def test_between_its_readings_it_waits_as_long_as_is_meant(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service(older=True) as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            request = await lose_answer(counter, worked=True)
            await until(lambda: not _tasks(request))
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.ESCALATED
    waits = [after - before for before, after in zip((0, *TRIES), TRIES, strict=False)]
    # What a reading takes itself is taken off the wait after it.
    assert clock.slept[:5] == [pytest.approx(each, abs=max(each / 3, 1)) for each in waits[:5]]


async def test_absence_is_believed_after_two_readings_with_a_pause_between(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service() as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            request = await lose_answer(counter, worked=False)
            await until(lambda: not _tasks(request))
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.RESOLVED_NOT_BOOKED
    assert len(clock.slept) == len(TRIES) + 1
    assert clock.slept[-1] == PAUSE


async def test_absence_that_cannot_be_read_twice_is_left_to_a_person(tmp_path: Path) -> None:
    with service() as server:

        class Falling(VirtualTime):
            """The service tells nothing more of the wallet after the pause."""

            @override
            async def sleep(self, seconds: float) -> None:
                if len(self.slept) == len(TRIES):
                    server.faults.answer("wallet_balance", OtherAnswer(404, b"{}"), times=None)
                await super().sleep(seconds)

        async with timed_desk(tmp_path, Falling(runs=True), server) as counter:
            request = await lose_answer(counter, worked=False)
            await until(lambda: not _tasks(request))
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.ESCALATED


@pytest.mark.parametrize("reference", ["", "PNR-IN-WORK"])
async def test_what_the_service_has_taken_in_is_read_until_it_is_settled(
    reference: str, tmp_path: Path
) -> None:
    held = json.dumps({"status": "PENDING", **({"booking_ref": reference} if reference else {})}).encode()
    with service() as server:

        class Settling(VirtualTime):
            """The service does its work long after all usual readings."""

            @override
            async def sleep(self, seconds: float) -> None:
                await super().sleep(seconds)
                if len(self.slept) == len(TRIES) + 10:
                    (order,) = orders
                    server.world.sell_activity(order, AGENT_ID)

        clock, orders = Settling(runs=True), list[ActivityOrder]()
        async with timed_desk(tmp_path, clock, server) as counter:
            server.faults.answer("create_booking", OtherAnswer(200, held))
            draft = await counter.draft()
            preflight = await counter.desk.selling.preflight(draft)
            begun = counter.desk.selling.book(preflight, nobody)
            assert draft.slot is not None
            ids = int(draft.slot.availability_id), int(draft.slot.slot_id)
            outcome = await begun
            assert isinstance(outcome, UnknownOutcome)
            orders.append(ActivityOrder(outcome.request_id, draft.qty, draft.slot.day, *ids))
            (sale,) = all_sales(counter.desk.bookings)
            assert (sale.state, sale.taken_in) == ("Taken in, not settled yet", reference)
            await until(lambda: not _tasks(outcome.request_id))
            (attempt,) = counter.journal.attempts()
            assert attempt.state is State.RESOLVED_BOOKED
            assert attempt.facts["booking_ref"] == server.world.bookings[0].ref
    assert State.RESOLVED_NOT_BOOKED not in {each.state for each in attempt.entries}
    assert max(clock.slept) <= 1800
    assert clock.slept[len(TRIES) :] == sorted(clock.slept[len(TRIES) :])


async def test_what_is_sent_once_more_is_read_while_the_first_is_still_asked_on(tmp_path: Path) -> None:
    class Resting(VirtualTime):
        """The reading that asks on waits and waits."""

        is_asked_on = False

        @override
        async def sleep(self, seconds: float) -> None:
            if len(self.slept) == len(TRIES) and not self.is_asked_on:
                self.is_asked_on = True
                await asyncio.Event().wait()
            await super().sleep(seconds)

    with service(older=True) as server:
        clock = Resting(runs=True)
        async with timed_desk(tmp_path, clock, server) as counter:
            server.faults.answer("create_booking", _IN_HAND)
            begun = await counter.desk.selling.book(
                await counter.desk.selling.preflight(await counter.draft()), nobody
            )
            assert isinstance(begun, UnknownOutcome)
            await until(lambda: clock.is_asked_on)
            await counter.desk.unknown_outcomes.authorise_resend(begun.request_id, TOLD)
            again = await lose_answer(counter, worked=False)
            assert again == begun.request_id
            await until(lambda: counter.journal.attempts()[-1].state is not State.UNKNOWN)
            ended = [each.state for each in counter.journal.attempts()]
    assert ended == [State.RESOLVED_NOT_BOOKED, State.RESOLVED_NOT_BOOKED]
