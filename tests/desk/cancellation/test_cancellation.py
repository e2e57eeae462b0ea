"""Cancelling against the real practice service: quote, acceptance, and every end of a lost answer."""

import ast
import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

import pytest

from app.api.client import PartnerClient
from app.api.wire import monotonic_clock
from app.desk.bookings import sale_records
from app.desk.bookings.booking_values import kept_cancellations, kept_sale
from app.desk.bookings.journal_sales import JournalSales
from app.desk.cancellation.advice import advise_unknown
from app.desk.cancellation.cancellation import Ended
from app.desk.cancellation.journal import CancelJournal
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage, open_cancellation
from app.desk.cancellation.order import before_kept, cancellation_order, same_order
from app.desk.cancellation.refund_quote import AcceptedQuote, Booking, Cancelled, NotAcceptedError
from app.desk.day_close.other_desks_rows import other_rows
from app.desk.day_close.rows import day_rows
from app.desk.day_close.values import RowKind
from app.desk.desk import DeskOptions, local_now
from app.desk.model.boats import BoatDraft
from app.desk.model.booking import BookedTraveller, Choice, ItemId, SeatChoice, TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import NotSold, Progress, Step
from app.desk.payment.service_rest import Instant
from app.desk.payment.unknown_outcome_values import Decision
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.journal.journal import Attempt, Journal
from app.store.journal.recovery import Sink
from app.store.journal.states import Kind, State
from tests.store.journal.test_failing_disk import Failing
from tests.support import strays
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.program import PROJECT
from tests.support.proof import beside_others
from tests.support.shared_places import sqlite_place
from tests.support.store.scenes import START, build, open_journal, step

ASHA = Decision("Asha", "Operator, by phone")
STRANGE = OtherAnswer(200, b'{"status": "SUCCESS", "you_get": "ninety", "fee": 12.5}')


@dataclass
class Hours:
    """Time that goes on when somebody waits, for the service and for the computer alike.

    The client lays the service's clock beside the real time, and the desk adds what has passed.
    """

    passed: timedelta = timedelta()
    ahead: timedelta = timedelta()
    """By how much the clock of the computer has been set forward."""
    waited: list[float] = field(default_factory=list[float])

    def service(self) -> datetime:
        return tomorrow_at_ten() - self.ahead

    def computer(self) -> datetime:
        return local_now() + self.passed + self.ahead

    async def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.passed += timedelta(seconds=seconds)
        await asyncio.sleep(0)


@dataclass
class Case:
    """A counter and its time."""

    counter: Counter
    hours: Hours

    async def sold(self, qty: int = 2) -> Booking:
        """An activity that was sold here."""
        receipt = await self.counter.sell(qty=qty)
        return Booking(receipt.booking_ref, is_boat=False, qty=qty)

    async def boat_sold(self, wanted: BoatDraft = BOAT_DRAFT) -> Booking:
        """A boat for four that was sold here."""
        receipt = await self.counter.book(await self.counter.boat(wanted))
        return Booking(receipt.booking_ref, is_boat=True, qty=4)

    async def boat_sold_as(self, phone: str) -> Booking:
        """The same to somebody else."""
        return await self.boat_sold(replace(BOAT_DRAFT, customer_phone=phone))

    async def people(self, booking: Booking) -> tuple[BookedTraveller, ...]:
        return (await self.counter.desk.cancellation.booking(booking.booking_ref, is_boat=True)).travellers

    async def order(self, booking: Booking, choice: Choice) -> AcceptedQuote:
        cancelling = self.counter.desk.cancellation
        quote = await cancelling.quote(booking, choice)
        return cancelling.accept(quote, choice, has_read=False, reason="Changed plans")

    async def confirm(self, booking: Booking, choice: Choice) -> Ended:
        return await self.counter.desk.cancellation.confirm(await self.order(booking, choice), _ignore)

    async def lost(self, booking: Booking, choice: Choice, *, worked: bool) -> OpenCancellation:
        """A cancellation whose answer does not come."""
        order = await self.order(booking, choice)
        arm = self.counter.faults.after_work if worked else self.counter.faults.before_work
        arm(CONFIRM, silent=False)
        ended = await self.counter.desk.cancellation.confirm(order, _ignore)
        assert isinstance(ended, OpenCancellation)
        assert ended.stage is Stage.WAITING
        return ended

    async def watched(self, lost: OpenCancellation) -> OpenCancellation:
        """What is known after the readings that need nobody."""
        seen: list[OpenCancellation] = []
        await self.counter.desk.cancellation.watch(lost.intent_id, seen.append)
        return seen[-1]

    def attempts(self) -> list[Attempt]:
        return [each for each in self.counter.journal.attempts() if each.kind is Kind.CANCEL]

    def elsewhere(self, booking: Booking, qty: int) -> None:
        """Another desk cancels seats of the same booking."""
        self.counter.world.cancel(CancelOrder("other-1", booking.booking_ref, OrderModule.ACTIVITY, qty, ()))


Opening = Callable[[Path, Callable[[], datetime]], Journal]
"""Opens the journal of a folder, by this clock."""


def _open(folder: Path, clock: Callable[[], datetime]) -> Journal:
    return open_journal(folder, clock=clock)


@asynccontextmanager
async def _case(folder: Path, opening: Opening = _open, *, asks_two: bool = False) -> AsyncGenerator[Case]:
    hours = Hours()
    with PracticeServer(World(like=AS_ON, clock=hours.service), Faults()) as server:
        opened = open_desk(
            folder,
            server,
            lambda where: opening(where, hours.computer),
            clock=hours.computer,
            options=DeskOptions(sleep=hours.sleep),
            rules=OfficeRules(asks_two=asks_two),
        )
        async with opened as counter:
            yield Case(counter, hours)


@pytest.fixture
async def case(tmp_path: Path) -> AsyncGenerator[Case]:
    async with _case(tmp_path / "desk") as opened:
        yield opened


def _ignore(_: Progress) -> None:
    """Nobody watches."""


async def test_the_refund_and_its_reference_stay_with_the_sale(case: Case) -> None:
    ended = await case.confirm(await case.sold(), SeatChoice(2))
    assert isinstance(ended, Cancelled)
    assert ended.refund is not None
    (sale,) = all_sales(case.counter.desk.bookings)
    credited = sale.history[-1]
    assert credited.text == "Cancelled and credited"
    assert (credited.amount, credited.more) == (ended.refund, f"reference {ended.refund_reference}")


async def test_a_whole_activity_is_cancelled_as_quoted(case: Case) -> None:
    booking = await case.sold()
    quote = await case.counter.desk.cancellation.quote(booking, SeatChoice(2))
    assert quote.before.booking_status == "confirmed"
    assert quote.is_whole
    assert not quote.needs_tick
    assert case.attempts() == []
    order = case.counter.desk.cancellation.accept(quote, SeatChoice(2), has_read=False, reason="ill")
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, Cancelled)
    assert (ended.refund, ended.charge) == (quote.refund, quote.charge)
    assert not ended.differs
    assert ended.is_kept
    assert (ended.new_status, ended.currency) == ("Cancelled", "INR")
    assert quote.wallet is not None
    assert ended.wallet is not None
    assert ended.wallet.cash == quote.wallet.cash + (quote.refund or 0)
    (attempt,) = case.attempts()
    assert attempt.state is State.CANCELLED
    assert attempt.facts["status_before"] == "confirmed"
    assert attempt.facts["refunded_before"] == "0.00"
    assert attempt.private["reason"] == "ill"
    (sale,) = all_sales(case.counter.desk.bookings)
    assert (sale.state, sale.released, sale.may_be_cancelled) == ("Cancelled", 2, False)
    again = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(again, NotSold)
    assert again.advice.what == "This cancellation has been made."


async def test_a_part_of_an_activity_and_then_the_rest(case: Case) -> None:
    booking = await case.sold(3)
    assert isinstance(await case.confirm(booking, SeatChoice(1)), Cancelled)
    (sale,) = all_sales(case.counter.desk.bookings)
    assert (sale.state, sale.released, sale.may_be_cancelled) == ("Partly cancelled", 1, True)
    rest = replace(booking, qty=2)
    assert isinstance(await case.confirm(rest, SeatChoice(2)), Cancelled)
    (sale,) = all_sales(case.counter.desk.bookings)
    assert sale.state == "Cancelled"
    with pytest.raises(DeskError, match="No seat of this booking is left"):
        await case.order(rest, SeatChoice(1))


async def test_quote_and_confirm_have_their_own_numbers(case: Case) -> None:
    booking = await case.sold()
    await case.confirm(booking, SeatChoice(1))
    (attempt,) = case.attempts()
    entries = [
        each for each in case.counter.world.ledger().latest(10) if each.request_id == attempt.request_id
    ]
    assert len(entries) == 1


async def test_a_boat_is_cancelled_by_traveller(case: Case) -> None:
    booking = await case.boat_sold()
    people = await case.people(booking)
    assert all(each.traveller_id for each in people)
    assert isinstance(await case.confirm(booking, TravellerChoice(people[1:2])), Cancelled)
    now = await case.people(booking)
    assert [each.status for each in now] == ["Confirmed", "Cancelled", "Confirmed", "Confirmed"]
    (sale,) = all_sales(case.counter.desk.bookings)
    assert (sale.state, sale.is_boat, sale.place, sale.released) == (
        "Partly cancelled",
        True,
        "MV Sea Heron",
        1,
    )
    quote = await case.counter.desk.cancellation.quote(
        booking, TravellerChoice(tuple(each for each in now if not each.is_cancelled))
    )
    assert quote.is_whole


async def test_nobody_without_a_number_can_be_sent(case: Case) -> None:
    booking = await case.boat_sold()
    nameless = replace((await case.people(booking))[0], traveller_id=None)
    with pytest.raises(DeskError, match="Check the traveller ids"):
        await case.order(booking, TravellerChoice((nameless,)))


async def test_a_quote_of_unknown_shape_is_shown_and_must_be_read(case: Case) -> None:
    booking = await case.sold()
    case.counter.faults.answer("cancel_booking", STRANGE)
    quote = await case.counter.desk.cancellation.quote(booking, SeatChoice(2))
    assert (quote.refund, quote.charge) == (None, None)
    assert quote.as_received == (("status", "SUCCESS"), ("you_get", "ninety"), ("fee", "12.5"))
    with pytest.raises(NotAcceptedError, match="Tick"):
        case.counter.desk.cancellation.accept(quote, SeatChoice(2), has_read=False)
    order = case.counter.desk.cancellation.accept(quote, SeatChoice(2), has_read=True)
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, Cancelled)
    assert ended.quoted is None
    assert not ended.differs


async def test_a_changed_refund_must_be_accepted_again(case: Case) -> None:
    booking = await case.sold()
    cancelling = case.counter.desk.cancellation
    first = await cancelling.quote(booking, SeatChoice(1))
    same = await cancelling.quote(booking, SeatChoice(1), first)
    assert not same.is_changed
    case.counter.faults.answer(
        "cancel_booking", OtherAnswer(200, b'{"status": "SUCCESS", "net_agent_refund": 1.00}')
    )
    other = await cancelling.quote(booking, SeatChoice(1), same)
    assert other.is_changed
    assert other.former_refund == first.refund
    with pytest.raises(NotAcceptedError, match="Tick"):
        cancelling.accept(other, SeatChoice(1), has_read=False)
    case.counter.faults.answer(
        "cancel_booking", OtherAnswer(200, b'{"status": "SUCCESS", "net_agent_refund": 1.00}')
    )
    assert (await cancelling.quote(booking, SeatChoice(1), other)).is_changed
    assert not (await cancelling.quote(booking, SeatChoice(1), other)).is_changed
    more = await cancelling.quote(booking, SeatChoice(2), first)
    assert not more.is_changed


async def test_a_refund_that_is_not_as_quoted_is_said(case: Case) -> None:
    booking = await case.sold()
    order = await case.order(booking, SeatChoice(2))
    case.counter.faults.answer(CONFIRM, OtherAnswer(200, b'{"status": "SUCCESS", "refund_reference": "RF9"}'))
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, Cancelled)
    assert ended.differs
    assert (ended.refund, ended.charge, ended.new_status) == (None, None, "")


async def test_an_old_quote_is_not_accepted(case: Case) -> None:
    booking = await case.sold()
    quote = await case.counter.desk.cancellation.quote(booking, SeatChoice(1))
    case.hours.passed += timedelta(minutes=3)
    with pytest.raises(NotAcceptedError, match="older than 2 minutes"):
        case.counter.desk.cancellation.accept(quote, SeatChoice(1), has_read=True)


async def test_an_accepted_quote_grows_old_too(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(1))
    case.hours.passed += timedelta(seconds=121)
    with pytest.raises(DeskError, match="older than 2 minutes"):
        await case.counter.desk.cancellation.confirm(order, _ignore)
    assert case.attempts() == []


async def test_one_seat_accepted_twice_is_cancelled_once(case: Case) -> None:
    booking = await case.sold(3)
    cancelling = case.counter.desk.cancellation
    orders = [await case.order(booking, SeatChoice(1)) for _ in range(2)]
    ended = await asyncio.gather(
        *(cancelling.confirm(each, _ignore) for each in orders), return_exceptions=True
    )
    assert sum(isinstance(each, Cancelled) for each in ended) == 1
    assert sum(isinstance(each, (NotSold, DeskError)) for each in ended) == 1
    assert [each.state for each in case.attempts()] == [State.CANCELLED]


async def test_a_quote_from_before_another_cancellation_is_not_confirmed(case: Case) -> None:
    booking = await case.sold(3)
    cancelling = case.counter.desk.cancellation
    first, second = [await case.order(booking, SeatChoice(1)) for _ in range(2)]
    assert isinstance(await cancelling.confirm(first, _ignore), Cancelled)
    with pytest.raises(DeskError, match="cancelled a moment ago"):
        await cancelling.confirm(second, _ignore)
    assert [each.state for each in case.attempts()] == [State.CANCELLED]
    assert isinstance(await case.confirm(replace(booking, qty=2), SeatChoice(1)), Cancelled)


async def test_what_another_counter_cancelled_meanwhile_does_not_stay_booked(case: Case) -> None:
    booking = await case.sold()
    order = await case.order(booking, SeatChoice(1))
    assert order.quote.left == 1
    case.elsewhere(booking, 1)
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, Cancelled)
    assert (ended.left, ended.staying, ended.is_more_gone) == (0, (), True)


async def test_how_many_stay_of_what_another_counter_cancelled_in_part_is_not_known(case: Case) -> None:
    booking = await case.sold()
    case.elsewhere(booking, 1)
    quote = (await case.order(booking, SeatChoice(1))).quote
    assert (quote.left, quote.is_whole, quote.booking.is_less) == (None, None, True)


async def test_what_another_counter_cancelled_beside_this_one_is_told_by_what_was_credited(
    case: Case,
) -> None:
    booking = await case.sold(4)
    assert isinstance(await case.confirm(booking, SeatChoice(1)), Cancelled)
    left = replace(booking, qty=3)
    own = (await case.order(left, SeatChoice(1))).quote
    assert (own.left, own.booking.is_less) == (2, False)
    case.elsewhere(booking, 1)
    quote = (await case.order(left, SeatChoice(1))).quote
    assert (quote.left, quote.booking.is_less) == (None, True)


async def test_the_last_seat_of_an_unknown_number_is_said_to_be_the_last(case: Case) -> None:
    booking = await case.sold()
    case.elsewhere(booking, 1)
    ended = await case.confirm(booking, SeatChoice(1))
    assert isinstance(ended, Cancelled)
    assert (ended.left, ended.is_more_gone) == (0, True)


async def test_what_is_left_is_read_from_the_service(case: Case) -> None:
    cancelling, booking = case.counter.desk.cancellation, await case.sold()
    assert await cancelling.as_said(booking) == booking
    case.elsewhere(booking, 1)
    assert await cancelling.as_said(booking) == replace(booking, is_less=True)
    case.counter.world.cancel(CancelOrder("other-2", booking.booking_ref, OrderModule.ACTIVITY, 1, ()))
    assert await cancelling.as_said(booking) == replace(booking, qty=0)


async def test_a_cancelled_booking_is_not_quoted(case: Case) -> None:
    booking = await case.sold()
    case.elsewhere(booking, 2)
    case.counter.faults.answer("cancel_booking", STRANGE)
    with pytest.raises(DeskError, match="this booking is cancelled"):
        await case.order(booking, SeatChoice(1))


async def test_a_cancellation_ends_without_an_answer_of_the_wallet(case: Case) -> None:
    booking = await case.sold()
    case.counter.faults.before_work("wallet_balance", silent=False, times=None)
    ended = await case.confirm(booking, SeatChoice(2))
    assert isinstance(ended, Cancelled)
    assert (ended.wallet, ended.currency) == (None, "")


async def test_a_rejection_is_certain_and_leaves_the_booking(case: Case) -> None:
    booking = await case.sold()
    order = await case.order(booking, SeatChoice(1))
    case.elsewhere(booking, 2)
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, NotSold)
    assert ended.was_sent
    assert "No seat of this booking is left" in ended.advice.what
    assert case.attempts()[0].state is State.REJECTED


async def test_a_switched_off_key_is_said(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(1))
    case.counter.faults.disable_key()
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, NotSold)
    assert ended.advice.what == "This key is known but switched off."


async def test_a_refusal_without_words(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(1))
    case.counter.faults.answer(CONFIRM, OtherAnswer(409, b'{"status": "ERROR"}'))
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, NotSold)
    assert ended.advice.what == "The service refused the cancellation."


async def test_what_never_left_keeps_its_number(case: Case) -> None:
    booking = await case.sold()
    order = await case.order(booking, SeatChoice(1))
    case.counter.server.stop()
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, NotSold)
    assert not ended.was_sent
    assert ended.advice.what == "The cancellation was not sent."


async def test_a_journal_that_takes_nothing_sends_and_settles_nothing(tmp_path: Path) -> None:
    is_broken = False

    def opening(folder: Path, clock: Callable[[], datetime]) -> Journal:
        def failing(sink: Sink) -> Failing:
            return Failing(sink, OSError("broken"), lambda: is_broken)

        return build(folder, clock, database=failing)

    async with _case(tmp_path / "desk", opening) as case:
        booking = await case.sold()
        lost = await case.lost(await case.sold(1), SeatChoice(1), worked=False)
        await case.watched(lost)
        order = await case.order(booking, SeatChoice(1))
        is_broken = True
        with pytest.raises(DeskError, match="cannot write the cancellation down"):
            await case.counter.desk.cancellation.confirm(order, _ignore)
        with pytest.raises(DeskError, match="cannot write the cancellation down"):
            await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
        assert all(len(each.active_seats) == len(each.seats) for each in case.counter.world.bookings)


async def test_a_reading_that_cannot_be_kept_decides_nothing(tmp_path: Path) -> None:
    is_broken = False

    def failing(sink: Sink) -> Failing:
        return Failing(sink, OSError("broken"), lambda: is_broken)

    def opening(folder: Path, clock: Callable[[], datetime]) -> Journal:
        return build(folder, clock, mirror=failing, database=failing)

    async with _case(tmp_path / "desk", opening) as case:
        lost = await case.lost(await case.sold(), SeatChoice(1), worked=True)
        is_broken = True
        with pytest.raises(DeskError, match="cannot write the cancellation down"):
            await case.counter.desk.cancellation.look(lost.intent_id)
        is_broken = False
        assert (await case.counter.desk.cancellation.known(lost.intent_id)).stage is Stage.WAITING


async def test_an_order_that_breaks_a_limit_is_never_sent(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(1))
    wrong = replace(order, quote=replace(order.quote, choice=SeatChoice(0)))
    with pytest.raises(DeskError, match="not as the service takes it"):
        await case.counter.desk.cancellation.confirm(wrong, _ignore)
    assert case.attempts() == []


async def test_nothing_is_read_into_an_order_on_its_way(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(1))
    sent = asyncio.Event()

    def tell(progress: Progress) -> None:
        if progress.step is Step.SENT:
            sent.set()

    release = case.counter.faults.hold(CONFIRM)
    confirming = asyncio.create_task(case.counter.desk.cancellation.confirm(order, tell))
    await sent.wait()
    assert (await case.counter.desk.cancellation.look(order.quote.intent_id)).stage is Stage.SENDING
    release.set_result(None)
    assert isinstance(await confirming, Cancelled)


async def test_a_journal_that_tells_otherwise_is_not_sent_again(case: Case) -> None:
    lost = await case.lost(await case.sold(3), SeatChoice(1), worked=False)
    (attempt,) = case.attempts()
    case.counter.journal.append(
        intent_id=attempt.intent_id,
        attempt=1,
        request_id=attempt.request_id,
        kind=Kind.CANCEL,
        state=State.UNKNOWN,
        facts={"qty": 2},
    )
    await case.watched(lost)
    with pytest.raises(DeskError, match="it was not sent"):
        await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)


async def test_leave_to_send_again_ends_with_the_program(tmp_path: Path) -> None:
    journal = open_journal(tmp_path / "desk")
    step(journal, State.PREPARED, kind=Kind.CANCEL, booking_ref="PNR1", qty=1)
    for state in (State.DISPATCHED, State.UNKNOWN, State.RESEND_AUTHORISED):
        step(journal, state, kind=Kind.CANCEL)
    journal.close()
    async with _case(tmp_path / "desk") as case:
        assert [each.state for each in case.attempts()] == [State.UNKNOWN]
        assert await case.counter.desk.cancellation.open_intents() == ("one",)


async def test_bytes_that_the_journal_does_not_hold_are_not_sent_again(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    (attempt,) = case.attempts()
    assert same_order(attempt).content_sha256 == attempt.facts["content_sha256"]
    other = replace(attempt, facts=MappingProxyType({**attempt.facts, "qty": 2}))
    with pytest.raises(ValueError, match="does not hold what was sent"):
        same_order(other)
    assert before_kept(replace(attempt, private=MappingProxyType({}))).travellers == ()
    assert lost.before.booking_status == "confirmed"


async def test_a_lost_answer_is_found_cancelled(case: Case) -> None:
    booking = await case.sold()
    lost = await case.lost(booking, SeatChoice(2), worked=True)
    (sale,) = all_sales(case.counter.desk.bookings)
    assert (sale.state, sale.is_open, sale.open_cancellation) == (
        "Cancellation not known",
        True,
        lost.intent_id,
    )
    assert await case.counter.desk.cancellation.open_intents() == (lost.intent_id,)
    found = await case.watched(lost)
    assert found.stage is Stage.CANCELLED
    assert case.hours.waited == [2.0]
    assert case.attempts()[0].state is State.RESOLVED_CANCELLED
    assert found.history[-1].text == "Booking read: cancelled"
    (sale,) = all_sales(case.counter.desk.bookings)
    # The only entry of the ledger that names the order has exactly the quoted refund.
    assert (sale.state, sale.is_open, sale.refunded) == ("Cancelled", False, lost.refund)
    (row,) = [each for each in day_rows(case.attempts()) if each.kind is RowKind.CANCELLATION]
    # What it was quoted to cost is its charge then: a day would count none.
    assert (row.refund, row.charge) == (lost.refund, Decimal(str(case.attempts()[0].facts["charge_quoted"])))
    assert await case.counter.desk.cancellation.look(lost.intent_id) == found


async def test_two_readings_at_once_settle_it_once(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(2), worked=True)
    look = case.counter.desk.cancellation.look
    first, second = await asyncio.gather(look(lost.intent_id), look(lost.intent_id))
    assert (first.stage, second.stage) == (Stage.CANCELLED, Stage.CANCELLED)
    (sale,) = all_sales(case.counter.desk.bookings)
    assert sale.refunded == lost.refund is not None


async def test_a_lost_answer_under_the_number_of_an_unsent_one_is_found(case: Case) -> None:
    booking = await case.sold()
    made = cancellation_order(await case.order(booking, SeatChoice(2)))
    number = case.counter.journal.new_request_id()
    for state in (State.PREPARED, State.NOT_SENT):
        case.counter.journal.append(
            intent_id=made.intent_id,
            attempt=1,
            request_id=number,
            kind=Kind.CANCEL,
            state=state,
            facts={**made.facts, "content_sha256": made.content_sha256},
            private=made.private,
        )
    lost = await case.lost(booking, SeatChoice(2), worked=True)
    assert [each.state for each in case.attempts()] == [State.NOT_SENT, State.UNKNOWN]
    assert (lost.intent_id, lost.request_id) == (made.intent_id, number)
    assert (await case.watched(lost)).stage is Stage.CANCELLED


async def test_an_answer_that_does_not_tell_is_unknown(case: Case) -> None:
    order = await case.order(await case.sold(), SeatChoice(2))
    case.counter.faults.answer(CONFIRM, OtherAnswer(500, b'{"status": "ERROR"}', worked=True))
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, OpenCancellation)
    assert "The service's answer does not tell." in ended.advice.what


async def test_a_traveller_whose_answer_was_lost_is_found_cancelled(case: Case) -> None:
    booking = await case.boat_sold()
    people = await case.people(booking)
    lost = await case.lost(booking, TravellerChoice(people[1:2]), worked=True)
    assert lost.choice == TravellerChoice(people[1:2])
    assert (await case.watched(lost)).stage is Stage.CANCELLED


async def test_a_booking_that_stays_as_it_was_may_be_sent_again(case: Case) -> None:
    booking = await case.sold()
    lost = await case.lost(booking, SeatChoice(1), worked=False)
    cancelling = case.counter.desk.cancellation
    with pytest.raises(DeskError, match="not open any more"):
        await cancelling.send_again(lost.intent_id, ASHA, _ignore)
    offered = await case.watched(lost)
    assert offered.stage is Stage.UNCHANGED
    assert sum(case.hours.waited) <= 200
    ended = await cancelling.send_again(lost.intent_id, ASHA, _ignore)
    assert isinstance(ended, Cancelled)
    first, second = case.attempts()
    assert (first.state, second.state) == (State.RESOLVED_CANCELLED, State.CANCELLED)
    (sale,) = all_sales(case.counter.desk.bookings)
    # Both attempts state the one refund.
    assert sale.refunded == lost.refund
    assert first.request_id == second.request_id
    assert first.facts["body_sha256"] == second.facts["body_sha256"]
    assert first.private["by"] == "Asha"
    (booked,) = case.counter.world.bookings
    assert len(booked.active_seats) == 1
    assert (await cancelling.known(lost.intent_id)).stage is Stage.SETTLED
    (sale,) = all_sales(case.counter.desk.bookings)
    assert (sale.state, sale.released) == ("Partly cancelled", 1)


async def test_late_work_and_sending_again_are_one_cancellation(case: Case) -> None:
    """The service carries out the first order only after the readings: its number protects the second."""
    booking = await case.sold()
    lost = await case.lost(booking, SeatChoice(1), worked=False)
    await case.watched(lost)
    request_id = case.attempts()[0].request_id
    case.counter.world.cancel(CancelOrder(request_id, booking.booking_ref, OrderModule.ACTIVITY, 1, ()))
    ended = await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
    assert isinstance(ended, Cancelled)
    (booked,) = case.counter.world.bookings
    assert len(booked.active_seats) == 1


@beside_others
async def test_a_second_answer_that_is_lost_is_read_again(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    await case.watched(lost)
    case.counter.faults.before_work(CONFIRM, silent=False)
    again = await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
    assert isinstance(again, OpenCancellation)
    assert again.stage is Stage.WAITING
    assert [each.state for each in case.attempts()] == [State.UNKNOWN, State.UNKNOWN]
    case.counter.faults.after_work(CONFIRM, silent=False)
    assert (await case.watched(again)).stage is Stage.UNCHANGED
    third = await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
    assert isinstance(third, OpenCancellation)
    assert third.stage is Stage.CANCELLED
    assert {each.state for each in case.attempts()} == {State.RESOLVED_CANCELLED}


async def test_sending_again_on_a_dead_line_leaves_it_open(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    await case.watched(lost)
    case.counter.server.stop()
    again = await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
    assert isinstance(again, OpenCancellation)
    assert [each.state for each in case.attempts()] == [State.UNKNOWN, State.NOT_SENT]
    with pytest.raises(DeskError):
        await case.counter.desk.cancellation.look(lost.intent_id)


async def test_a_booking_that_changed_otherwise_goes_to_the_operator(case: Case) -> None:
    booking = await case.sold(3)
    lost = await case.lost(booking, SeatChoice(1), worked=True)
    case.elsewhere(booking, 1)
    found = await case.watched(lost)
    assert found.stage is Stage.ESCALATED
    cancelling = case.counter.desk.cancellation
    ended = await cancelling.record_cancelled(lost.intent_id, ASHA)
    assert ended.stage is Stage.CANCELLED
    assert case.attempts()[0].private["reason"] == "Operator, by phone"
    with pytest.raises(DeskError, match="not open any more"):
        await cancelling.record_cancelled(lost.intent_id, ASHA)


async def test_what_cannot_be_seen_goes_to_the_operator_after_the_quiet_period(case: Case) -> None:
    booking = await case.sold()
    cancelling = case.counter.desk.cancellation
    case.counter.faults.answer("cancel_booking", STRANGE)
    quote = await cancelling.quote(booking, SeatChoice(1))
    case.counter.faults.before_work(CONFIRM, silent=False)
    lost = await cancelling.confirm(cancelling.accept(quote, SeatChoice(1), has_read=True), _ignore)
    assert isinstance(lost, OpenCancellation)
    found = await case.watched(lost)
    assert found.stage is Stage.ESCALATED
    assert sum(case.hours.waited) <= 200


async def test_what_cannot_be_read_is_left_to_a_person_and_read_later(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(2), worked=True)
    case.counter.faults.before_work("booking_status", silent=False, times=None)
    seen: list[OpenCancellation] = []
    await case.counter.desk.cancellation.watch(lost.intent_id, seen.append)
    assert [each.stage for each in seen] == [Stage.ESCALATED]
    assert sum(case.hours.waited) <= 200
    case.counter.faults.clear()
    assert (await case.counter.desk.cancellation.look(lost.intent_id)).stage is Stage.CANCELLED


@beside_others
async def test_what_was_left_to_a_person_may_be_sent_again_when_it_is_read(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    case.counter.faults.before_work("booking_status", silent=False, times=None)
    assert (await case.watched(lost)).stage is Stage.ESCALATED
    case.counter.faults.clear()
    cancelling = case.counter.desk.cancellation
    assert (await cancelling.look(lost.intent_id)).stage is Stage.ESCALATED
    assert (await cancelling.look(lost.intent_id)).stage is Stage.UNCHANGED
    assert isinstance(await cancelling.send_again(lost.intent_id, ASHA, _ignore), Cancelled)


async def test_a_journal_that_takes_nothing_leaves_it_as_it_was(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    case.counter.faults.before_work("booking_status", silent=False, times=None)
    case.counter.journal.close()
    seen: list[OpenCancellation] = []
    await case.counter.desk.cancellation.watch(lost.intent_id, seen.append)
    assert seen == []
    assert (await case.counter.desk.cancellation.known(lost.intent_id)).stage is Stage.WAITING


async def test_what_was_decided_meanwhile_is_not_left_to_a_person(case: Case) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=True)
    found = await case.counter.desk.cancellation.look(lost.intent_id)
    assert found.stage is Stage.CANCELLED
    kept = CancelJournal(case.counter.journal, OfficeRules())
    await asyncio.to_thread(kept.escalate, lost.intent_id, found.now[:2])
    assert (await case.counter.desk.cancellation.known(lost.intent_id)).stage is Stage.CANCELLED


async def test_it_was_not_cancelled_is_said_after_the_quiet_period_alone(case: Case) -> None:
    booking = await case.sold(3)
    lost = await case.lost(booking, SeatChoice(1), worked=False)
    cancelling = case.counter.desk.cancellation
    with pytest.raises(DeskError, match="not open any more"):
        await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    case.elsewhere(booking, 2)
    assert (await cancelling.look(lost.intent_id)).stage is Stage.ESCALATED
    with pytest.raises(DeskError, match="may still be at work"):
        await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    case.hours.passed += timedelta(seconds=182)
    with pytest.raises(DeskError, match="Enter your name"):
        await cancelling.record_not_cancelled(lost.intent_id, replace(ASHA, by=" "))
    ended = await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    assert ended.stage is Stage.NOT_CANCELLED
    assert await cancelling.look(lost.intent_id) == ended
    assert isinstance(await case.confirm(replace(booking, qty=1), SeatChoice(1)), Cancelled)


async def test_setting_the_clock_forward_makes_no_cancellation_older(case: Case) -> None:
    booking = await case.sold(3)
    lost = await case.lost(booking, SeatChoice(1), worked=False)
    case.elsewhere(booking, 2)
    cancelling = case.counter.desk.cancellation
    await cancelling.look(lost.intent_id)
    case.hours.ahead = timedelta(hours=1)
    with pytest.raises(DeskError, match="may still be at work"):
        await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    assert (await cancelling.known(lost.intent_id)).is_too_early
    case.hours.passed += timedelta(seconds=185)
    case.counter.faults.before_work("booking_status", silent=False, times=None)
    # What was read too early shows nothing, however late it has become.
    with pytest.raises(DeskError, match="could not be read"):
        await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    case.counter.faults.clear()
    ended = await cancelling.record_not_cancelled(lost.intent_id, ASHA)
    assert (ended.stage, ended.is_too_early) == (Stage.NOT_CANCELLED, False)


async def test_without_the_services_time_a_cancellation_waits_twice_as_long(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    booking, waited = await case.sold(3), 0.0

    def boot_seconds() -> float:
        return waited

    monkeypatch.setattr(monotonic_clock, "boot_seconds", boot_seconds)
    monkeypatch.setattr(PartnerClient, "service_offset", None)
    lost = await case.lost(booking, SeatChoice(1), worked=False)
    cancelling = case.counter.desk.cancellation
    assert (await case.watched(lost)).stage is Stage.ESCALATED
    for waited in (0.0, 359.0):
        with pytest.raises(DeskError, match="may still be at work"):
            await cancelling.record_not_cancelled(lost.intent_id, ASHA)
        known = await cancelling.known(lost.intent_id)
        left = known.quiet_at - known.now.at
        assert left.total_seconds() == pytest.approx(360 - waited, abs=1)
    waited = 361.0
    assert (await cancelling.look(lost.intent_id)).stage is Stage.ESCALATED
    assert (await cancelling.look(lost.intent_id)).stage is Stage.UNCHANGED
    assert isinstance(await cancelling.send_again(lost.intent_id, ASHA, _ignore), Cancelled)


async def test_a_second_sending_has_a_quiet_period_of_its_own(tmp_path: Path) -> None:
    now = START

    def clock() -> datetime:
        return now

    journal = open_journal(tmp_path, clock=clock)
    step(journal, State.PREPARED, kind=Kind.CANCEL, booking_ref="PNR1", module="ACTIVITY", qty=1)
    assert _stage(journal) is Stage.SENDING
    step(journal, State.DISPATCHED, kind=Kind.CANCEL, service_at=now.isoformat())
    step(journal, State.UNKNOWN, kind=Kind.CANCEL)
    for seconds in (181, 182):
        now = START + timedelta(seconds=seconds)
        _unchanged(journal, now)
    assert _stage(journal) is Stage.UNCHANGED
    # Sent again before the service has told its time anew.
    for state in (State.PREPARED, State.DISPATCHED, State.UNKNOWN):
        step(journal, state, kind=Kind.CANCEL, attempt=2)
    assert _stage(journal) is Stage.WAITING
    journal.close()


def _stage(journal: Journal) -> Stage:
    now = Instant(START, is_service_time=True, waited=timedelta())
    found = open_cancellation(journal.attempts(), "one", advise_unknown(None), now)
    assert found is not None
    return found.stage


def _unchanged(journal: Journal, at: datetime) -> None:
    """A reading at this time of the service that saw no change."""
    step(
        journal,
        State.UNKNOWN,
        kind=Kind.CANCEL,
        finding="unchanged",
        read_service_at=at.isoformat(),
        read_by_service=1,
    )


async def test_a_booking_of_another_counter_is_found_cancelled_and_listed(case: Case, tmp_path: Path) -> None:
    booking = await case.sold(3)
    async with _beside(case, tmp_path / "other") as other:
        cancelling = other.counter.desk.cancellation
        found, state = await cancelling.find(booking.booking_ref, is_boat=False)
        assert (found.booking_ref, found.qty, found.customer) == (booking.booking_ref, None, "")
        assert state.booking_status == "confirmed"
        assert found.title
        assert state.paid
        lost = await other.lost(found, SeatChoice(1), worked=True)
        (listed,) = all_sales(other.counter.desk.bookings)
        assert (listed.is_elsewhere, listed.is_open, listed.may_be_cancelled) == (True, True, False)
        assert (listed.state, listed.title) == ("Cancellation not known", found.title)
        with pytest.raises(DeskError, match="its outcome is not known"):
            await cancelling.find(booking.booking_ref, is_boat=False)
        ended = await other.watched(lost)
        assert ended.stage is Stage.CANCELLED
        assert ended.booking == found
        (listed,) = all_sales(other.counter.desk.bookings)
        assert (listed.state, listed.is_open, listed.customer_name) == ("Partly cancelled", False, "")
        again, _ = await cancelling.find(booking.booking_ref, is_boat=False)
        assert isinstance(await other.confirm(again, SeatChoice(2)), Cancelled)
        (listed,) = all_sales(other.counter.desk.bookings)
        assert listed.state == "Cancelled"
    own, _ = await case.counter.desk.cancellation.find(booking.booking_ref, is_boat=False)
    assert (own.qty, own.title) == (3, found.title)


async def test_seats_of_another_counter_whose_refund_is_not_stated_go_to_the_operator(
    case: Case, tmp_path: Path
) -> None:
    booking = await case.sold(2)
    async with _beside(case, tmp_path / "other") as other:
        cancelling = other.counter.desk.cancellation
        found, _ = await cancelling.find(booking.booking_ref, is_boat=False)
        other.counter.faults.answer("cancel_booking", STRANGE)
        quote = await cancelling.quote(found, SeatChoice(2))
        assert quote.is_whole is None
        other.counter.faults.after_work(CONFIRM, silent=False)
        order = cancelling.accept(quote, SeatChoice(2), has_read=True)
        lost = await cancelling.confirm(order, _ignore)
        assert isinstance(lost, OpenCancellation)
        assert (await other.watched(lost)).stage is Stage.ESCALATED
        other.hours.passed += timedelta(seconds=182)
        assert (await cancelling.record_not_cancelled(lost.intent_id, ASHA)).stage is Stage.NOT_CANCELLED
        (listed,) = all_sales(other.counter.desk.bookings)
        assert (listed.state, listed.released) == ("Not cancelled", 0)


@asynccontextmanager
async def _beside(case: Case, folder: Path) -> AsyncGenerator[Case]:
    """Another counter at the same service and the same time."""
    opened = open_desk(
        folder,
        case.counter.server,
        lambda where: _open(where, case.hours.computer),
        clock=case.hours.computer,
        options=DeskOptions(sleep=case.hours.sleep),
    )
    async with opened as counter:
        yield Case(counter, case.hours)


def _ids(people: Sequence[BookedTraveller]) -> list[ItemId | None]:
    return [each.traveller_id for each in people]


async def test_numbers_come_from_the_answer_to_the_booking_and_from_a_quote(case: Case) -> None:
    case.counter.world.older = True
    numbers = {each.traveler_name: 700 + place for place, each in enumerate(BOAT_DRAFT.passengers)}
    named = [{"name": name, "pax_id": number} for name, number in numbers.items()]
    body = {"status": "SUCCESS", "booking_ref": "KEPT1", "travellers": named}
    case.counter.faults.answer("create_booking", OtherAnswer(201, json.dumps(body).encode()))
    assert (await case.boat_sold()).booking_ref == "KEPT1"
    assert await asyncio.to_thread(CancelJournal(case.counter.journal, OfficeRules()).ids, "KEPT1") == numbers
    assert not any(name in path.read_text(errors="replace") for name in numbers for path in [_mirror(case)])
    booking = await case.boat_sold_as("9876500000")
    people = await case.people(booking)
    assert _ids(people) == [None] * 4
    (sold,) = case.counter.world.bookings
    own = [each.passenger_id for each in sold.seats]
    chosen = replace(people[1], traveller_id=own[1])
    answer: dict[str, object] = {"status": "SUCCESS", "net_agent_refund": 1}
    answer["people"] = [{"traveler_name": people[2].name, "passenger_id": own[2]}]
    case.counter.faults.answer("cancel_booking", OtherAnswer(200, json.dumps(answer).encode()), times=2)
    quote = await case.counter.desk.cancellation.quote(booking, TravellerChoice((chosen,)))
    assert quote.named == ((people[2].name, own[2]),)
    wrong = replace(people[1], traveller_id=own[2])
    with pytest.raises(DeskError, match=f"{own[2]} is the id of {people[2].name}, not of {people[1].name}"):
        await case.counter.desk.cancellation.quote(booking, TravellerChoice((wrong,)))


def _mirror(case: Case) -> Path:
    return case.counter.folder / "mirror.log"


async def test_two_people_decide_of_cancellations_too(tmp_path: Path) -> None:
    async with _case(tmp_path / "desk", asks_two=True) as case:
        booking = await case.sold(3)
        lost = await case.lost(booking, SeatChoice(1), worked=False)
        cancelling = case.counter.desk.cancellation
        assert (await case.watched(lost)).stage is Stage.UNCHANGED
        with pytest.raises(DeskError, match="A second person"):
            await cancelling.send_again(lost.intent_id, ASHA, _ignore)
        with pytest.raises(DeskError, match="A second person"):
            await cancelling.record_not_cancelled(lost.intent_id, replace(ASHA, second="asha "))
        with pytest.raises(DeskError, match="not open any more"):
            await cancelling.record_cancelled(lost.intent_id, replace(ASHA, second="Bela"))
        ended = await cancelling.record_not_cancelled(lost.intent_id, replace(ASHA, second="Bela"))
        assert ended.stage is Stage.NOT_CANCELLED
        assert ended.history[-1].text == "Recorded as not cancelled by Asha and Bela"
        assert await cancelling.open_intents() == ()
        (attempt,) = case.attempts()
        assert attempt.state is State.RESOLVED_NOT_CANCELLED
        (sale,) = all_sales(case.counter.desk.bookings)
        assert (sale.state, sale.released, sale.may_be_cancelled) == ("Booked", 0, True)
        assert isinstance(await case.confirm(booking, SeatChoice(1)), Cancelled)
        first, second = case.attempts()
        assert first.request_id != second.request_id


async def test_another_cancellation_of_the_booking_waits(case: Case) -> None:
    booking = await case.sold()
    order = await case.order(booking, SeatChoice(2))
    await case.lost(booking, SeatChoice(1), worked=False)
    ended = await case.counter.desk.cancellation.confirm(order, _ignore)
    assert isinstance(ended, NotSold)
    assert "its outcome is not known" in ended.advice.what
    assert not ended.was_sent


async def test_a_cancellation_that_nobody_made_is_not_known(case: Case) -> None:
    with pytest.raises(DeskError, match="not open any more"):
        await case.counter.desk.cancellation.known("nobody's")


def test_only_a_persons_acceptance_leads_from_quote_to_confirm() -> None:
    """Nothing but `accepted` makes what can be confirmed, and nothing but the page of it accepts."""
    makers: dict[str, set[str]] = {"AcceptedQuote": set(), "accepted": set()}
    for path in (PROJECT / "app").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in [name for name in makers if name in text]:
            called = (node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            if any(name == getattr(each, "id", getattr(each, "attr", "")) for each in called):
                makers[name].add(path.relative_to(PROJECT).as_posix())
    assert makers["AcceptedQuote"] == {"app/desk/cancellation/refund_quote.py"}
    assert makers["accepted"] == {"app/desk/cancellation/cancellation.py"}


async def test_who_watches_is_told_when_a_cancellation_begins_and_ends(case: Case) -> None:
    heard: list[tuple[str, int]] = []
    booking, cancelling = await case.sold(), case.counter.desk.cancellation
    unsubscribe = cancelling.changed.subscribe(lambda ref: heard.append((ref, len(case.attempts()))))
    await case.confirm(booking, SeatChoice(1))
    assert heard == [(booking.booking_ref, 0), (booking.booking_ref, 1)]
    unsubscribe()
    await case.confirm(booking, SeatChoice(1))
    assert len(heard) == 2


async def test_a_failing_listener_changes_no_outcome_of_a_cancellation(case: Case) -> None:
    booking, cancelling = await case.sold(), case.counter.desk.cancellation

    def stumble(_booking_ref: str) -> None:
        raise LookupError("gone")

    cancelling.changed.subscribe(stumble)
    assert isinstance(await case.confirm(booking, SeatChoice(1)), Cancelled)
    (attempt,) = case.attempts()
    assert attempt.state is State.CANCELLED
    assert [each.split(":")[0] for each in strays.take()] == ["app.core.event"] * 2


@beside_others
async def test_other_desks_see_what_a_cancellation_that_was_sent_twice_came_to(
    case: Case, tmp_path: Path
) -> None:
    lost = await case.lost(await case.sold(), SeatChoice(1), worked=False)
    await case.watched(lost)
    case.counter.server.stop()
    await case.counter.desk.cancellation.send_again(lost.intent_id, ASHA, _ignore)
    assert [each.state for each in case.attempts()] == [State.UNKNOWN, State.NOT_SENT]
    assert _seen_elsewhere(case, tmp_path) == [(RowKind.SALE, False), (RowKind.CANCELLATION, True)]
    # What the operator says later closes the sending that has left.
    case.counter.journal.append_to(case.attempts()[0], State.RESOLVED_CANCELLED, {}, ASHA.people)
    assert _seen_elsewhere(case, tmp_path) == [(RowKind.SALE, False), (RowKind.CANCELLATION, False)]


def _seen_elsewhere(case: Case, folder: Path) -> list[tuple[RowKind, bool]]:
    """What another desk reads of this one in the office's database: each row, and whether it is open."""
    sales = JournalSales(case.counter.journal)
    made = [sales.attempts(key) for key in sales.keys_of(case.counter.journal.attempts())]
    place = sqlite_place(folder, "other")
    place.register.keep(
        [kept_sale(sale_records.sales(each)[0], each, "this") for each in made],
        [each for some in made for each in kept_cancellations(some, "this")],
    )
    now, far = case.hours.computer(), timedelta(days=400)
    rows = other_rows(place.register.between(now - far, now + far), "other")
    place.close()
    return [(each.kind, each.is_open) for each in rows]
