"""An order that the clerk gives up on its way: certain before its last byte, and not possible after it."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import cast

import pytest

from app.api.client import PartnerClient
from app.api.messages.answers import BookingResult
from app.api.messages.errors import NotSentError
from app.api.messages.request_body import Proof
from app.api.wire import monotonic_clock
from app.api.wire.timeouts import STANDSTILL
from app.api.wire.upload import Dispatch, Told
from app.desk.desk import local_now
from app.desk.model.sale import NotSold, Progress, Receipt, Step
from app.desk.payment.order import MoneyRequest, Order
from app.desk.payment.payment_call import PaymentCall, StoppedError
from app.desk.payment.payments import Ending, Payments
from app.store.journal.journal import Journal
from app.store.journal.states import Kind, State
from tests.support.api.raw_service import QUICK, Peer, RawService, client_of
from tests.support.api.samples import BOOKED_BOAT, FOREIGNER, boat_booking
from tests.support.api.slow_line import begun, moment, slow_line
from tests.support.counter import CHAIN_KEY, open_counter, until
from tests.support.proof import beside_others

DOCUMENT = 1_490_000
INTENT = "intent"


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """An empty journal."""
    return Journal.open(tmp_path / "desk", chain_key=CHAIN_KEY, clock=local_now)


def order(people: int, size: int = DOCUMENT) -> Order:
    """An order with so many documents of so many bytes."""
    guests = [FOREIGNER.model_copy(update={"id_proof_file": Proof(bytes(size))}) for _ in range(people)]

    def build(request_id: str) -> MoneyRequest:
        return boat_booking(*guests).model_copy(update={"request_id": request_id})

    return Order(INTENT, Kind.CREATE, build, {}, {}, "fingerprint")


async def settle(peer: Peer) -> None:
    await peer.request()
    await peer.answer(201, BOOKED_BOAT)


async def still(peer: socket.socket) -> None:
    """Take nothing for as long as the test lasts."""
    await begun(peer)
    await asyncio.Event().wait()


class Till:
    """A cashier who is told to stop when a step is reached, and what came of it."""

    def __init__(self, journal: Journal, client: PartnerClient, stop_at: Step | None) -> None:
        self.cashier = Payments(client, journal, local_now)
        self.answers: list[bool] = []
        self._stop_at = stop_at
        self._intent_id = INTENT

    def tell(self, progress: Progress) -> None:
        """Stop when it is time to."""
        if progress.step is self._stop_at:
            self.stop()

    def stop(self) -> None:
        """Stop, and keep what was answered."""
        self.answers.append(self.cashier.stop(self._intent_id))

    async def sell(self, order: Order) -> Ending:
        """How the order ends."""
        self._intent_id = order.intent_id
        ending = await self.cashier.carry_out(order, self.tell)
        assert isinstance(ending, Ending)
        return ending


def states(journal: Journal) -> list[State]:
    """What the journal says of each attempt."""
    return [each.state for each in journal.attempts()]


@pytest.mark.parametrize("size", [10, DOCUMENT])
async def test_stopped_before_anything_is_sent(journal: Journal, size: int) -> None:
    async with RawService(settle) as service, client_of(service) as client:
        till = Till(journal, client, Step.WRITTEN)
        ending = await till.sell(order(4, size))
        assert not service.peers
    assert till.answers == [True]
    assert (ending.state, states(journal)) == (State.NOT_SENT, [State.NOT_SENT])
    assert str(ending.error) == "The clerk gave it up before it had all been sent."
    assert not till.cashier.stop(INTENT)


async def test_stopped_while_the_order_is_being_written_down(journal: Journal) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()
    whole = order(1)

    def build(request_id: str) -> MoneyRequest:
        # It runs first in the thread that writes the order down.
        has_begun.set()
        assert may_go_on.wait(10)
        return whole.build(request_id)

    async with RawService(settle) as service, client_of(service) as client:
        till, held = Till(journal, client, None), replace(whole, build=build)
        selling = asyncio.ensure_future(till.cashier.carry_out(held, till.tell))
        await until(has_begun.is_set)
        till.stop()
        till.stop()
        may_go_on.set()
        ending = await selling
        assert not service.peers
    assert till.answers == [True, True]
    assert isinstance(ending, Ending)
    assert (ending.state, states(journal)) == (State.NOT_SENT, [State.NOT_SENT])


async def test_an_order_stopped_while_it_is_sent_is_not_booked(journal: Journal) -> None:
    received = 0

    async def taking(peer: socket.socket) -> None:
        nonlocal received
        while data := await asyncio.get_running_loop().sock_recv(peer, 65_536):
            received += len(data)
            await moment(0.02)

    async with slow_line(taking, QUICK) as client:
        till = Till(journal, client, Step.SENDING)
        ending = await till.sell(order(6))
    assert till.answers == [True]
    assert (ending.state, states(journal)) == (State.NOT_SENT, [State.NOT_SENT])
    assert 0 < received < 6 * DOCUMENT


@pytest.mark.parametrize("size", [15_000, DOCUMENT])
async def test_stopped_on_a_line_that_stands_still(journal: Journal, size: int) -> None:
    # The smaller one has left as far as this side knows, and waits to be acknowledged.
    loop = asyncio.get_running_loop()
    async with slow_line(still, QUICK, holds=4096) as client:
        till = Till(journal, client, None)
        selling = asyncio.ensure_future(till.sell(order(3, size)))
        await moment(0.4)
        stopped_at = loop.time()
        till.stop()
        ending = await selling
    assert loop.time() - stopped_at < 2
    assert till.answers == [True]
    assert (ending.state, states(journal)) == (State.NOT_SENT, [State.NOT_SENT])


@pytest.mark.parametrize("step", [Step.SENT, Step.ANSWERED])
async def test_too_late_once_it_is_dispatched(journal: Journal, step: Step) -> None:
    async with RawService(settle) as service, client_of(service) as client:
        till = Till(journal, client, step)
        ending = await till.sell(order(1))
    assert till.answers == [False]
    assert (ending.state, states(journal)) == (State.SETTLED, [State.SETTLED])


async def test_too_late_while_the_dispatch_is_written_down(tmp_path: Path) -> None:
    answers: list[bool] = []
    has_nearly_all = asyncio.Event()

    def clock() -> datetime:
        # The journal reads it for each record, in the thread that writes.
        if has_nearly_all.is_set():
            answers.append(till.cashier.stop(INTENT))
        return local_now()

    async def script(peer: Peer) -> None:
        head = await peer.head()
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        await peer.take(int(length.split(b":")[1]) - 1)
        has_nearly_all.set()
        await peer.take(1)
        has_nearly_all.clear()
        await peer.answer(201, BOOKED_BOAT)

    journal = Journal.open(tmp_path / "desk", chain_key=CHAIN_KEY, clock=clock)
    async with RawService(script) as service, client_of(service) as client:
        till = Till(journal, client, None)
        ending = await till.sell(order(1))
    assert answers
    assert not any(answers)
    assert (ending.state, states(journal)) == (State.SETTLED, [State.SETTLED])


async def test_at_the_desk_it_is_not_sold_and_can_be_sold_again(tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk") as counter:
        desk = counter.desk
        preflight = await desk.selling.preflight(await counter.draft())
        assert not desk.selling.stop(preflight)

        def stop(_progress: Progress) -> None:
            desk.selling.stop(preflight)

        stopped = await desk.selling.book(preflight, stop)
        assert isinstance(stopped, NotSold)
        assert not stopped.was_sent
        assert str(stopped.advice) == (
            "You stopped the booking before it was sent whole. Nothing was booked or debited. "
            "Check again, then book when you are ready."
        )
        assert not counter.server.world.bookings
        booked = await desk.selling.book(preflight, lambda _: None)
        assert isinstance(booked, Receipt)
        assert booked.request_id == stopped.request_id
        assert len(counter.server.world.bookings) == 1


@beside_others
async def test_whenever_it_is_stopped_it_is_not_sent_or_it_was_too_late(journal: Journal) -> None:
    seen: set[bool] = set()
    for number in range(60):
        whole: list[bytes] = []

        async def script(peer: Peer, whole: list[bytes] = whole) -> None:
            whole.append(await peer.request())
            await peer.answer(201, BOOKED_BOAT)

        async with RawService(script) as service, client_of(service) as client:
            till = Till(journal, client, None)
            chosen = replace(order(1, 60_000), intent_id=f"{number}", fingerprint=f"{number}")
            selling = asyncio.ensure_future(till.sell(chosen))
            await moment(number * 0.002)
            till.stop()
            ending = await selling
        (could_stop,) = till.answers
        seen.add(could_stop)
        assert ending.state is (State.NOT_SENT if could_stop else State.SETTLED)
        assert bool(whole) is not could_stop
    assert seen == {True, False}


class Sending:
    """In place of the client: does with the order what a test says, and dispatches it or not."""

    service_offset = None

    def __init__(self, script: Callable[[Dispatch], Awaitable[None]]) -> None:
        self._script = script

    async def create_booking(
        self, _request: MoneyRequest, *, dispatch: Dispatch, told: Told
    ) -> BookingResult:
        """What was booked."""
        told(0, 1)
        await self._script(dispatch)
        return BookingResult.model_construct(booking_ref="AC-1")


def prepared(journal: Journal) -> PaymentCall:
    """An attempt that is written down and can be sent."""
    call = PaymentCall(journal, local_now, order(1, 10), lambda _: None)
    call.prepare(INTENT, 1, journal.new_request_id())
    return call


async def ended(
    call: PaymentCall, script: Callable[[Dispatch], Awaitable[None]]
) -> tuple[State, Exception | None]:
    """How the attempt ends when this is done with it."""
    state, _, error = await call.run(cast("PartnerClient", Sending(script)))
    return state, error


async def test_an_order_that_was_given_up_is_never_dispatched(journal: Journal) -> None:
    call, was_dispatched = prepared(journal), False

    async def late(dispatch: Dispatch) -> None:
        nonlocal was_dispatched
        assert call.stop()
        assert call.stop()
        await dispatch()
        was_dispatched = True

    state, error = await ended(call, late)
    assert (state, type(error)) == (State.NOT_SENT, StoppedError)
    assert not was_dispatched
    assert states(journal) == [State.PREPARED]
    assert not call.stop()


async def test_an_order_that_is_dispatched_is_never_given_up(journal: Journal) -> None:
    call = prepared(journal)

    async def at_once(dispatch: Dispatch) -> None:
        await dispatch()
        assert not call.stop()

    assert await ended(call, at_once) == (State.SETTLED, None)
    assert states(journal) == [State.DISPATCHED]
    assert not call.stop()


async def test_giving_up_ends_the_sending_at_once(journal: Journal) -> None:
    call, has_begun = prepared(journal), asyncio.Event()

    async def stand_still(_: Dispatch) -> None:
        has_begun.set()
        await asyncio.Event().wait()

    sending = asyncio.ensure_future(ended(call, stand_still))
    await has_begun.wait()
    assert call.stop()
    assert call.stop()
    state, error = await sending
    assert (state, type(error)) == (State.NOT_SENT, StoppedError)
    assert not call.stop()


@pytest.mark.parametrize("cause", [NotSentError("the line broke"), TimeoutError()])
@pytest.mark.parametrize("is_stopped", [True, False])
async def test_the_ending_names_the_stop_and_not_what_it_led_to(
    journal: Journal, cause: Exception, *, is_stopped: bool
) -> None:
    call = prepared(journal)

    async def fail(_: Dispatch) -> None:
        assert not is_stopped or call.stop()
        raise cause

    state, error = await ended(call, fail)
    assert (state, type(error)) == (State.NOT_SENT, StoppedError if is_stopped else type(cause))


async def test_an_order_that_was_given_up_before_is_not_even_begun(journal: Journal) -> None:
    call, begun_by = prepared(journal), list[Dispatch]()
    assert call.stop()

    async def begin(dispatch: Dispatch) -> None:
        begun_by.append(dispatch)

    state, error = await ended(call, begin)
    assert (state, type(error)) == (State.NOT_SENT, StoppedError)
    assert not begun_by


async def test_an_order_from_before_a_sleep_is_not_even_begun(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    call, begun_by, boot = prepared(journal), list[Dispatch](), monotonic_clock.boot_seconds()
    monkeypatch.setattr(monotonic_clock, "boot_seconds", lambda: boot + STANDSTILL + 1)

    async def begin(dispatch: Dispatch) -> None:
        begun_by.append(dispatch)

    state, error = await ended(call, begin)
    assert (state, type(error)) == (State.NOT_SENT, NotSentError)
    assert "this computer slept" in str(error)
    assert not begun_by
