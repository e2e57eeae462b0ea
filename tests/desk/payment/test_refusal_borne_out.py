"""A no that comes with HTTP 200 is believed when the wallet, read after it, has not moved, and only then."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from app.api.messages.requests import Module
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model.sale import NotSold, Receipt, UnknownOutcome
from app.desk.payment.evidence_journal import STATED_REFERENCE, before_facts, is_unmoved
from app.desk.payment.order import Order
from app.practice.service.faults import OtherAnswer
from app.store.journal.states import Kind, State
from tests.fault_matrix.selling import order_of
from tests.support.counter import Counter, accepted_seats, open_counter
from tests.support.desk.samples import WALLET as BARE_WALLET
from tests.support.desk.virtual_time import lose_answer, nobody

SAYS_NO = json.dumps({"status": False, "error": "No seats are left."}).encode()
WALLET = replace(
    BARE_WALLET, ledger=('{"at":"2026-11-20 10:00:00"}', '{"at":"2026-11-20 11:00:00"}'), has_credit=True
)
UNREADABLE = OtherAnswer(400, b"<html>")


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(tmp_path / "desk") as opened:
        yield opened


async def sold(counter: Counter) -> Receipt | NotSold | UnknownOutcome:
    """How a sale ends."""
    desk = counter.desk
    outcome = await desk.selling.book(await desk.selling.preflight(await counter.draft()), nobody)
    assert isinstance(outcome, (Receipt, NotSold, UnknownOutcome))
    return outcome


def states(counter: Counter) -> list[State]:
    """Those of all attempts."""
    return [each.state for each in counter.journal.attempts()]


async def test_a_no_beside_an_unmoved_wallet_is_a_refusal(counter: Counter) -> None:
    counter.faults.answer("create_booking", OtherAnswer(200, SAYS_NO))
    outcome = await sold(counter)
    assert isinstance(outcome, NotSold)
    assert outcome.was_sent
    assert outcome.advice.what == 'The service refused the booking: "No seats are left."'
    assert states(counter) == [State.REJECTED]
    assert isinstance(await sold(counter), Receipt)


async def test_a_no_after_the_work_is_not_believed(counter: Counter) -> None:
    counter.faults.answer("create_booking", OtherAnswer(200, SAYS_NO, worked=True))
    outcome = await sold(counter)
    assert isinstance(outcome, UnknownOutcome)
    assert ("The service said", "No seats are left.") in outcome.advice.details
    assert states(counter) == [State.UNKNOWN]


async def test_a_no_beside_a_wallet_that_cannot_be_read_is_not_believed(counter: Counter) -> None:
    desk = counter.desk
    preflight = await desk.selling.preflight(await counter.draft())
    counter.faults.answer("create_booking", OtherAnswer(200, SAYS_NO))
    counter.faults.answer("wallet_balance", UNREADABLE, times=None)
    assert isinstance(await desk.selling.book(preflight, nobody), UnknownOutcome)
    assert states(counter) == [State.UNKNOWN]


async def test_a_no_beside_a_wallet_that_another_has_moved_is_not_believed(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.answer("create_booking", OtherAnswer(200, SAYS_NO))
    counter.faults.change("wallet_balance", lambda world: world.set_wallet(cash=90_000))
    assert isinstance(await counter.desk.selling.book(preflight, nobody), UnknownOutcome)
    assert states(counter) == [State.UNKNOWN]


@pytest.mark.parametrize("worked", [False, True])
async def test_a_no_to_a_cancellation_is_borne_out_alike(counter: Counter, *, worked: bool) -> None:
    receipt = await counter.sell()
    order = await accepted_seats(counter.desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 1)
    counter.faults.answer("cancel_booking", OtherAnswer(200, SAYS_NO, worked=worked))
    ended = await counter.desk.cancellation.confirm(order, nobody)
    if not worked:
        assert isinstance(ended, NotSold)
        assert states(counter) == [State.SETTLED, State.REJECTED]
    else:
        assert isinstance(ended, (OpenCancellation, Cancelled))
        assert states(counter)[-1] is not State.REJECTED


def moving(kind: Kind, **facts: str | int | None) -> Order:
    """An order that would move 10.00, and what is known of the wallet before it."""
    amounts = {"expected_low": "10.00", "refund_quoted": "10.00"}
    return replace(order_of(kind), facts={**before_facts(WALLET), **amounts, **facts})


@pytest.mark.parametrize("kind", Kind)
def test_only_a_wallet_that_is_exactly_as_before_has_not_moved(kind: Kind) -> None:
    order = moving(kind)
    assert is_unmoved(order, WALLET)
    assert is_unmoved(order, replace(WALLET, cash=Decimal(f"{WALLET.cash}00")))
    for other in (
        replace(WALLET, cash=WALLET.cash - Decimal("0.01")),
        replace(WALLET, credit_used=WALLET.credit_used + 1),
        replace(WALLET, credit_left=WALLET.credit_left - 1),
        replace(WALLET, agent_id="another"),
        replace(WALLET, ledger=(*WALLET.ledger, '{"id":"new"}')),
    ):
        assert not is_unmoved(order, other)
    for blind in (BARE_WALLET, replace(WALLET, ledger=()), replace(WALLET, ledger=("{}", "{}"))):
        # Its ledger does not tell one state from another.
        assert not is_unmoved(moving(kind, **before_facts(blind)), blind)
    amount = "expected_low" if kind is Kind.CREATE else "refund_quoted"
    for nothing in ("0.00", None):
        # What moves nothing leaves the wallet as it is when it is done.
        assert not is_unmoved(moving(kind, **{amount: nothing}), WALLET)
    assert not is_unmoved(moving(kind, wallet_cash=None), WALLET)


async def test_a_sale_that_was_taken_in_keeps_its_reference(counter: Counter) -> None:
    body = json.dumps({"status": "PENDING", "booking_ref": "PNR-IN-WORK"}).encode()
    counter.faults.answer("create_booking", OtherAnswer(200, body))
    outcome = await sold(counter)
    assert isinstance(outcome, UnknownOutcome)
    assert outcome.advice.what.startswith("The service has taken this sale in as PNR-IN-WORK, and has not")
    assert ("Reference", "PNR-IN-WORK") in outcome.advice.details
    (attempt,) = counter.journal.attempts()
    assert (attempt.state, attempt.facts[STATED_REFERENCE]) == (State.UNKNOWN, "PNR-IN-WORK")
    found = await counter.desk.unknown_outcomes.findings(outcome.request_id)
    assert found.verdict.why.startswith("The service took it in as PNR-IN-WORK. ")
    assert counter.world.bookings == ()


@pytest.mark.parametrize(("word", "is_settled"), [("confirmed", True), ("pending", False)])
async def test_a_reference_that_was_taken_in_settles_the_sale_once_it_is_confirmed(
    older: Counter, word: str, *, is_settled: bool
) -> None:
    request = await lose_answer(older, worked=True)
    (booking,) = older.world.bookings
    (attempt,) = older.journal.open_attempts()
    status = await older.desk.reader.status(booking.ref, Module.ACTIVITY)
    data = status.data.model_dump(exclude_none=True, warnings=False)
    body = json.dumps({"status": "SUCCESS", "data": {**data, "booking_status": word}}, default=str)
    older.faults.answer("booking_status", OtherAnswer(200, body.encode()))
    older.journal.append_to(attempt, State.UNKNOWN, {STATED_REFERENCE: booking.ref})
    findings = await older.desk.unknown_outcomes.look(request)
    assert findings.is_open is not is_settled
    state = State.RESOLVED_BOOKED if is_settled else State.UNKNOWN
    assert states(older) == [state]
