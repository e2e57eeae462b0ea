"""When the same intent may be sent once more, and what is written of one that was cut short."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.desk import local_now
from app.desk.model.sale import NotSold, Progress, Receipt, Step, UnknownOutcome
from app.desk.payment.payments import Ending, Payments, PossibleDuplicate, may_be_resent
from app.desk.payment.unknown_outcome_values import Decision
from app.store.journal.journal import JournalError
from app.store.journal.states import State
from tests.desk.payment.test_stopping import INTENT, order, settle
from tests.store.journal.test_failing_disk import BROKEN, Failing
from tests.support.api.raw_service import Peer, RawService, client_of
from tests.support.counter import CHAIN_KEY, Counter, open_desk, until
from tests.support.store.scenes import START, build, open_journal, step


def _nobody(_: Progress) -> None:
    """Nobody watches."""


async def test_a_refused_intent_may_be_sent_again(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.change("create_booking", lambda world: world.set_wallet(cash=0, credit_left=0))
    refused = await counter.desk.selling.book(preflight, _nobody)
    counter.world.set_wallet(cash=100_000, credit_left=0)
    sold = await counter.desk.selling.book(preflight, _nobody)
    assert isinstance(refused, NotSold)
    assert isinstance(sold, Receipt)
    assert sold.request_id != refused.request_id
    assert [each.attempt for each in counter.journal.attempts()] == [1, 2]


async def test_an_intent_that_was_resolved_as_not_booked_may_be_sent_again(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.before_work("create_booking", silent=False)
    assert isinstance(await counter.desk.selling.book(preflight, _nobody), UnknownOutcome)
    (attempt,) = counter.journal.attempts()
    counter.journal.append(
        intent_id=attempt.intent_id,
        attempt=attempt.attempt,
        request_id=attempt.request_id,
        kind=attempt.kind,
        state=State.RESOLVED_NOT_BOOKED,
        facts={},
    )
    assert isinstance(await counter.desk.selling.book(preflight, _nobody), Receipt)
    assert len(counter.world.bookings) == 1


async def test_what_cut_an_order_short_is_written_down(counter: Counter, tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "left", CHAIN_KEY)
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    journal.close()
    async with open_desk(tmp_path / "left", counter.server) as left:
        (attempt,) = left.journal.attempts()
    assert attempt.state is State.UNKNOWN
    assert attempt.facts["cause"] == "The program ended while this was on its way."


async def test_what_cannot_be_written_down_is_shown_as_it_was_left(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "left")
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    journal.close()
    broken = build(
        tmp_path / "left",
        mirror=lambda sink: Failing(sink, BROKEN, lambda: True),
        database=lambda sink: Failing(sink, BROKEN, lambda: True),
    )
    async with RawService(settle) as service, client_of(service) as client:
        await Payments(client, broken, local_now).close_interrupted()
    assert [each.state for each in broken.attempts()] == [State.DISPATCHED]


async def test_who_asks_again_joins_the_order_that_is_running(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)
        told: list[Ending] = []
        cashier.ended.subscribe(told.append)
        first, second = await asyncio.gather(*(cashier.carry_out(order(1, 10), _nobody) for _ in range(2)))
        assert first is second
        assert told == [first]
        assert len(service.peers) == 1
    assert [each.state for each in journal.attempts()] == [State.SETTLED]
    assert cashier.unjournalled.waiting == ()


async def test_finishing_waits_for_what_is_running(tmp_path: Path) -> None:
    journal, may_settle = open_journal(tmp_path / "desk"), asyncio.Event()

    async def settle_late(peer: Peer) -> None:
        await may_settle.wait()
        await settle(peer)

    async with RawService(settle_late) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)
        selling = asyncio.ensure_future(cashier.carry_out(order(1, 10), _nobody))
        await until(lambda: cashier.is_settling)
        finishing = asyncio.ensure_future(cashier.finish())
        await service.tick()
        assert not finishing.done()
        may_settle.set()
        await finishing
        assert not cashier.is_settling
        assert [each.state for each in journal.attempts()] == [State.SETTLED]
        await selling


async def test_an_ending_that_no_sink_took_waits_to_be_written_on_paper(tmp_path: Path) -> None:
    is_sold = False
    ready = open_journal(tmp_path / "desk")
    ready.close()
    journal = build(
        tmp_path / "desk",
        mirror=lambda sink: Failing(sink, BROKEN, lambda: is_sold),
        database=lambda sink: Failing(sink, sqlite3.OperationalError("disk I/O error"), lambda: is_sold),
    )

    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)

        def tell(progress: Progress) -> None:
            nonlocal is_sold
            is_sold = progress.step is Step.SENT

        ending = await cashier.carry_out(order(1, 10), tell)
    assert isinstance(ending, Ending)
    assert (ending.state, ending.is_kept) == (State.SETTLED, False)
    assert [each.request_id for each in cashier.unjournalled.waiting] == [ending.request_id]


async def test_what_is_sent_again_by_leave_is_the_next_attempt_under_the_same_number(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    for state in (State.PREPARED, State.DISPATCHED, State.UNKNOWN):
        step(journal, state, intent="other", attempt=5)
        step(journal, state, intent=INTENT)
    left = journal.attempts()[-1]
    assert left.intent_id == INTENT
    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)
        leave = Decision("Asha", "The office asked for it.")
        await cashier.send_again(left, order(1, 10), leave, _nobody)
    own = [each for each in journal.attempts() if each.intent_id == INTENT]
    assert [(each.attempt, each.request_id) for each in own] == [(1, left.request_id), (2, left.request_id)]
    assert own[0].state is State.RESEND_AUTHORISED
    assert own[0].private["by"] == "Asha"


async def test_an_order_is_made_once_also_under_the_name_of_one_that_was_never_sent(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)

        def stop(_: Progress) -> None:
            cashier.stop(INTENT)

        unsent = await cashier.carry_out(order(1, 10), stop)
        assert isinstance(unsent, Ending)
        second = replace(order(1, 10), intent_id="second")
        sold = await cashier.carry_out(second, _nobody)
        again = await cashier.carry_out(second, _nobody)
        assert len(service.peers) == 1
    assert isinstance(sold, Ending)
    assert sold.request_id == unsent.request_id
    assert isinstance(again, PossibleDuplicate)
    assert [(each.intent_id, each.state) for each in journal.attempts()] == [
        (INTENT, State.NOT_SENT),
        (INTENT, State.SETTLED),
    ]


@pytest.mark.parametrize("are_both_bad", [False, True])
async def test_an_order_that_could_not_be_written_down_does_not_stand_as_open(
    tmp_path: Path, *, are_both_bad: bool
) -> None:
    open_journal(tmp_path / "desk").close()
    journal = build(
        tmp_path / "desk",
        mirror=lambda sink: Failing(sink, BROKEN, lambda: True),
        database=lambda sink: Failing(sink, BROKEN, lambda: are_both_bad),
    )
    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)
        with pytest.raises(JournalError):
            await cashier.carry_out(order(1, 10), _nobody)
        assert not service.peers
    assert [each.state for each in journal.attempts()] == ([] if are_both_bad else [State.NOT_SENT])


def test_leave_to_send_again_ends_at_its_time(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    for state in (State.PREPARED, State.DISPATCHED, State.UNKNOWN):
        step(journal, state)
    step(journal, State.RESEND_AUTHORISED, authorised_until=START.isoformat())
    (attempt,) = journal.attempts()
    assert may_be_resent(attempt, START - timedelta(seconds=1))
    assert not may_be_resent(attempt, START)
    assert not may_be_resent(replace(attempt, state=State.UNKNOWN), START - timedelta(seconds=1))


async def test_an_order_that_an_older_program_made_is_made_once(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    for state in (State.PREPARED, State.DISPATCHED, State.SETTLED):
        step(journal, state, intent=INTENT)
    async with RawService(settle) as service, client_of(service) as client:
        again = await Payments(client, journal, local_now).carry_out(order(1, 10), _nobody)
        assert not service.peers
    assert again == PossibleDuplicate(journal.attempts()[0])


@pytest.mark.parametrize("is_same", [True, False])
async def test_a_permission_is_used_up_by_the_same_bytes_alone(tmp_path: Path, *, is_same: bool) -> None:
    journal = open_journal(tmp_path / "desk")
    content = order(1, 10).content_sha256 if is_same else "other"
    step(journal, State.PREPARED, intent="lost", content_sha256=content)
    for state in (State.DISPATCHED, State.UNKNOWN):
        step(journal, state, intent="lost")
    until_then = (local_now() + timedelta(hours=1)).isoformat()
    step(journal, State.RESEND_AUTHORISED, intent="lost", authorised_until=until_then)
    async with RawService(settle) as service, client_of(service) as client:
        ending = await Payments(client, journal, local_now).carry_out(order(1, 10), _nobody)
    assert isinstance(ending, Ending)
    lost, sold = journal.attempts()
    assert (ending.request_id == lost.request_id) is is_same
    if is_same:
        assert lost.state is State.RESOLVED_NOT_BOOKED
        assert lost.facts["cause"] == "It is sent once more, as was permitted."
        assert (sold.intent_id, sold.attempt, sold.state) == ("lost", 2, State.SETTLED)
    else:
        assert (lost.state, sold.intent_id) == (State.RESEND_AUTHORISED, INTENT)


async def test_a_twin_that_settles_while_an_order_is_checked_is_not_sold_again(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    async with RawService(settle) as service, client_of(service) as client:
        cashier = Payments(client, journal, local_now)
        twin = order(1, 10)
        for state in (State.PREPARED, State.DISPATCHED):
            journal.append(
                intent_id="twin",
                attempt=1,
                request_id="twin",
                kind=twin.kind,
                state=state,
                facts=twin.facts,
                private={"fingerprint": twin.fingerprint},
            )

        def check() -> None:
            (waiting,) = journal.open_attempts()
            journal.append_to(waiting, State.SETTLED, {"booking_ref": "TWIN1"})

        found = await cashier.carry_out(twin, _nobody, check)
        assert service.peers == []
    assert isinstance(found, PossibleDuplicate)
    assert found.attempt.request_id == "twin"
    journal.close()
