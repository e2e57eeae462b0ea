"""The key in the middle of the work: refused, switched off, changed, and that of another agent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from app.api.messages.api_key import ApiKey
from app.api.messages.errors import AccessDisabledError, KeyRefusedError, NoAnswerError, UnreadableAnswerError
from app.desk.cancellation.refund_quote import Booking
from app.desk.desk import DeskOptions
from app.desk.model.booking import SeatChoice
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Receipt, UnknownOutcome
from app.desk.service.key_access import KeyAccess, KeyState
from app.practice import PRACTICE_KEY
from app.practice.service.faults import OtherAnswer
from app.practice.world.identity import AGENT_ID, NEIGHBOUR_ID, NEIGHBOUR_KEY
from app.store.journal.states import State
from tests.fault_matrix.selling import nobody
from tests.store.conftest import quick_folder
from tests.support.counter import Counter, accepted_seats, open_counter, open_desk, until
from tests.support.desk.all_sales import all_sales

__all__ = ["quick_folder"]

DISABLED = json.dumps({"status": "ERROR", "code": "API_ACCESS_DISABLED"}).encode()
REFUSED = KeyRefusedError(http_status=401, code=None, words=None)
SWITCHED_OFF = AccessDisabledError(http_status=403, code=None, words=None)


@pytest.fixture
async def counter(quick_folder: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(quick_folder / "desk") as opened:
        yield opened


def test_what_answers_tell_of_a_key() -> None:
    access, heard = KeyAccess(), list[KeyState]()
    access.changed.subscribe(heard.append)
    access.note(NoAnswerError("x", money_may_have_moved=True))
    access.note_reading(access.refusals)
    assert heard == []
    asked = access.refusals
    access.note(SWITCHED_OFF)
    access.note_reading(asked)
    assert access.state is KeyState.SWITCHED_OFF
    access.note_reading(access.refusals)
    asked = access.refusals
    access.note(REFUSED)
    access.note_reading(asked)
    assert access.state is KeyState.REFUSED
    access.note_reading(access.refusals)
    assert heard == [KeyState.SWITCHED_OFF, KeyState.GOOD, KeyState.REFUSED, KeyState.GOOD]
    access.note(REFUSED)
    access.begin_anew()
    assert access.state is KeyState.GOOD


async def test_a_refusal_for_another_reason_than_the_key_leaves_selling_on(counter: Counter) -> None:
    desk = counter.desk
    preflight = await desk.selling.preflight(await counter.draft())
    said = json.dumps({"status": False, "error": "This API key has reached the time limit for this method"})
    counter.faults.answer("content", OtherAnswer(401, said.encode()))
    with pytest.raises(DeskError, match="takes no more calls for a while"):
        await desk.catalogue.activities(desk.reader.today())
    assert desk.reader.access.state is KeyState.GOOD
    assert isinstance(await desk.selling.book(preflight, nobody), Receipt)


@pytest.mark.parametrize("where", ["code", "words", "body_excerpt"])
def test_a_disabled_partner_is_noticed_in_an_answer_that_proves_nothing(where: str) -> None:
    access = KeyAccess()
    plain = UnreadableAnswerError("x", http_status=500, money_may_have_moved=True)
    access.note(plain)
    assert access.state is KeyState.GOOD
    setattr(plain, where, "api_access_disabled")
    access.note(plain)
    assert access.state is KeyState.SWITCHED_OFF


async def test_a_key_that_belongs_elsewhere_is_refused_before_it_is_sent(
    counter: Counter, tmp_path: Path
) -> None:
    asked: list[str] = []

    def problem(key: ApiKey) -> str:
        asked.append(key.reveal())
        return "This is the key of the real service."

    async with open_desk(tmp_path, counter.server, options=DeskOptions(key_problem=problem)) as other:
        with pytest.raises(DeskError, match="key of the real service"):
            await other.desk.api_key.use(NEIGHBOUR_KEY)
        assert asked == [NEIGHBOUR_KEY]
        assert other.desk.reader.profile.key_last_four == PRACTICE_KEY[-4:]


async def test_nothing_is_sold_or_cancelled_with_a_refused_key(counter: Counter) -> None:
    desk = counter.desk
    receipt = await counter.sell()
    order = await accepted_seats(desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 1)
    preflight = await desk.selling.preflight(replace(await counter.draft(), customer_phone="9000000001"))
    counter.faults.revoke_key("content", times=1)
    with pytest.raises(DeskError):
        await desk.catalogue.activities(desk.reader.today())
    for spend in (desk.selling.book(preflight, nobody), desk.cancellation.confirm(order, nobody)):
        with pytest.raises(DeskError) as caught:
            await spend
        assert caught.value.advice.field == "key"
    # What is answered again shows that the key is accepted.
    await desk.wallet.read()
    assert isinstance(await desk.selling.book(preflight, nobody), Receipt)
    assert len(counter.world.bookings) == 2


@pytest.mark.parametrize("status", [200, 400, 403, 500])
async def test_selling_comes_back_when_a_disabled_partner_is_served_again(
    status: int, counter: Counter
) -> None:
    desk = counter.desk
    preflight = await desk.selling.preflight(await counter.draft())
    counter.faults.answer("create_booking", OtherAnswer(status, DISABLED))
    outcome = await desk.selling.book(preflight, nobody)
    # A wallet that has not moved bears out a refusal that comes with HTTP 200.
    assert isinstance(outcome, UnknownOutcome if status == 500 else NotSold)
    assert desk.reader.access.state is KeyState.SWITCHED_OFF
    other = await desk.selling.preflight(replace(preflight.draft, customer_phone="9000000001"))
    assert isinstance(await desk.selling.book(other, nobody), Receipt)
    # What was open stays open.
    open_states = [each.state for each in counter.journal.open_attempts()]
    assert open_states == ([State.UNKNOWN] if status == 500 else [])


async def test_another_key_is_tried_before_it_is_used(counter: Counter) -> None:
    desk = counter.desk
    counter.faults.disable_key("wallet_balance", times=2)
    for wrong in ("", "two words", "no-such-key", PRACTICE_KEY):
        with pytest.raises(DeskError) as caught:
            await desk.api_key.use(wrong)
        assert caught.value.advice.field == "key"
    assert (await desk.wallet.read()).agent_id == str(AGENT_ID)
    counter.faults.revoke_key("content", times=1)
    with pytest.raises(DeskError):
        await desk.catalogue.activities(desk.reader.today())
    wallet = await desk.api_key.use(f" {NEIGHBOUR_KEY}\n")
    assert (wallet.agent_id, desk.wallet.last) == (str(NEIGHBOUR_ID), wallet)
    assert desk.reader.profile.key_last_four == NEIGHBOUR_KEY[-4:]
    assert desk.reader.access.state is KeyState.GOOD
    assert (await desk.wallet.read()).agent_id == str(NEIGHBOUR_ID)


async def test_a_key_waits_for_the_booking_under_way(counter: Counter) -> None:
    desk = counter.desk
    preflight = await desk.selling.preflight(await counter.draft())
    release = counter.faults.hold("create_booking")
    booking = asyncio.create_task(desk.selling.book(preflight, nobody))
    await asyncio.sleep(0)
    assert desk.payments.is_settling
    using = asyncio.create_task(desk.api_key.use(NEIGHBOUR_KEY))
    await until(lambda: counter.faults.armed == ())
    release.set_result(None)
    await using
    assert isinstance(await booking, Receipt)
    (attempt,) = counter.journal.attempts()
    assert attempt.facts["agent_id"] == str(AGENT_ID)


async def test_a_late_answer_to_the_former_key_is_not_shown(counter: Counter) -> None:
    desk = counter.desk
    await desk.wallet.read()
    release = counter.faults.hold("wallet_balance")
    late = asyncio.create_task(desk.wallet.read())
    await until(lambda: counter.faults.armed == ())
    await desk.api_key.use(NEIGHBOUR_KEY)
    release.set_result(None)
    with pytest.raises(DeskError, match="the key was changed meanwhile"):
        await late
    assert desk.wallet.last is not None
    assert desk.wallet.last.agent_id == str(NEIGHBOUR_ID)


async def test_what_was_checked_against_one_wallet_is_not_paid_from_another(counter: Counter) -> None:
    desk = counter.desk
    receipt = await counter.sell()
    order = await accepted_seats(desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 1)
    preflight = await desk.selling.preflight(replace(await counter.draft(), customer_phone="9000000001"))
    await desk.api_key.use(NEIGHBOUR_KEY)
    for spend in (desk.selling.book(preflight, nobody), desk.cancellation.confirm(order, nobody)):
        with pytest.raises(DeskError, match="another agent"):
            await spend
    assert len(counter.journal.attempts()) == 1
    (sale,) = all_sales(desk.bookings)
    assert (sale.is_of_other, sale.agent_id, sale.may_be_cancelled) == (True, str(AGENT_ID), False)
    await desk.api_key.use(PRACTICE_KEY)
    (sale,) = all_sales(desk.bookings)
    assert (sale.is_of_other, sale.may_be_cancelled) == (False, True)


async def test_the_wallet_of_another_agent_is_no_evidence(counter: Counter) -> None:
    desk = counter.desk
    counter.faults.after_work("create_booking", silent=False)
    outcome = await desk.selling.book(await desk.selling.preflight(await counter.draft()), nobody)
    assert isinstance(outcome, UnknownOutcome)
    (booked,) = counter.world.bookings
    await desk.api_key.use(NEIGHBOUR_KEY)
    for look in (
        desk.unknown_outcomes.look(outcome.request_id),
        desk.unknown_outcomes.check_pnr(outcome.request_id, booked.ref),
    ):
        with pytest.raises(DeskError, match="another agent"):
            await look
    (attempt,) = counter.journal.open_attempts()
    assert attempt.state is State.UNKNOWN
    await desk.api_key.use(PRACTICE_KEY)
    await desk.unknown_outcomes.look(outcome.request_id)
    assert counter.journal.open_attempts() == ()


async def test_a_lost_cancellation_is_not_asked_of_another_agent(counter: Counter) -> None:
    desk = counter.desk
    receipt = await counter.sell()
    order = await accepted_seats(desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 1)
    counter.faults.before_work("cancel_booking", silent=False)
    await desk.cancellation.confirm(order, nobody)
    await desk.api_key.use(NEIGHBOUR_KEY)
    with pytest.raises(DeskError, match="another agent"):
        await desk.cancellation.look(order.quote.intent_id)
    assert [each.facts.get("finding") for each in counter.journal.attempts()] == [None, None]


async def test_a_quote_without_a_wallet_names_no_agent(counter: Counter) -> None:
    receipt = await counter.sell()
    async with open_desk(counter.folder.parent / "other", counter.server) as other:
        counter.faults.answer("wallet_balance", OtherAnswer(400, b"{}"), times=None)
        quote = await other.desk.cancellation.quote(
            Booking(receipt.booking_ref, is_boat=False, qty=2), SeatChoice(1)
        )
        assert quote.agent_id == ""
        order = other.desk.cancellation.accept(quote, SeatChoice(1), has_read=True)
        await other.desk.cancellation.confirm(order, nobody)
    (booking,) = counter.world.bookings
    assert len(booking.active_seats) == 1


async def test_a_key_that_was_refused_is_good_again_when_it_is_checked(counter: Counter) -> None:
    desk = counter.desk
    desk.reader.access.note(REFUSED)
    counter.faults.answer("wallet_balance", OtherAnswer(400, DISABLED.replace(b"API_ACCESS_DISABLED", b"X")))
    with pytest.raises(DeskError):
        await desk.api_key.check()
    assert desk.reader.access.state is KeyState.REFUSED
    await desk.api_key.check()
    assert desk.reader.access.state is KeyState.GOOD
