"""The desk against the real practice service: what a clerk does, and everything that can go wrong."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.desk import DeskOptions, local_now
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Preflight, Progress, Receipt, Step, UnknownOutcome, Wallet
from app.desk.passengers.mrz_from_copy import GreyPicture
from app.desk.sale.selling import open_outcome
from app.lifecycle.ocr_client import OcrClient
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from app.store.journal.journal import Attempt, Journal
from app.store.journal.states import State
from tests.store.journal.test_failing_disk import Failing
from tests.support.copies_read import program, seeing
from tests.support.counter import AS_ON, Counter, open_counter, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.desk.mrz_samples import TD3
from tests.support.store.scenes import build, open_journal, step


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults())
    with server:
        async with open_desk(tmp_path / "desk", server) as opened:
            yield opened


class Watcher:
    """Keeps the steps that it is told of."""

    def __init__(self) -> None:
        self.steps: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        self.steps.append(progress)


def _ignore(_: Progress) -> None:
    """Nobody watches."""


def _states(counter: Counter) -> list[State]:
    return [attempt.state for attempt in counter.journal.attempts()]


def _attempt(counter: Counter) -> Attempt:
    (attempt,) = counter.journal.attempts()
    return attempt


async def test_the_clerk_reads_the_catalogue_and_the_slots(counter: Counter) -> None:
    catalogue = await counter.desk.catalogue.activities(counter.desk.reader.today())
    assert len(catalogue.offers) == 42
    assert catalogue.set_aside == ()
    day = await counter.desk.reader.slots(catalogue.offers[0], counter.desk.reader.today())
    assert day.open_slots
    assert all(slot.fare and slot.net for slot in day.open_slots)


async def test_times_are_those_of_the_service(counter: Counter) -> None:
    await counter.slot()
    now = counter.desk.reader.service_now()
    assert abs(now - tomorrow_at_ten()) < timedelta(minutes=1)
    assert now.utcoffset() == timedelta(hours=5, minutes=30)
    assert counter.desk.reader.today() == tomorrow_at_ten().date()


async def test_a_whole_sale(counter: Counter) -> None:
    before = await counter.desk.wallet.read()
    preflight = await counter.desk.selling.preflight(await counter.draft())
    assert preflight.blocked == ""
    assert preflight.changes == ()
    watcher = Watcher()
    receipt = await counter.desk.selling.book(preflight, watcher)
    assert isinstance(receipt, Receipt)
    (booking,) = counter.world.bookings
    assert receipt.booking_ref == booking.ref
    assert receipt.total_debited == preflight.price.payable
    assert receipt.from_cash == preflight.split.cash
    assert receipt.differences == ()
    assert receipt.practice
    assert receipt.wallet is not None
    assert receipt.wallet.cash == before.cash - preflight.price.payable
    assert [progress.step for progress in watcher.steps] == [
        Step.WRITTEN,
        Step.SENT,
        Step.ANSWERED,
        Step.COMPARED,
    ]
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.state, sale.booking_ref, sale.is_open) == ("Booked", booking.ref, False)
    assert sale.customer_name == "Priya Raman"
    assert sale.debited == preflight.price.payable
    assert [movement.text for movement in sale.history] == [
        "Order written to this counter",
        "Sent to the service",
        "Booked and settled",
    ]
    assert not counter.desk.payments.is_settling


async def test_two_calls_for_one_sale_are_one_booking(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    both = await asyncio.gather(
        counter.desk.selling.book(preflight, _ignore), counter.desk.selling.book(preflight, _ignore)
    )
    assert {type(each) for each in both} == {Receipt}
    third = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(third, NotSold)
    assert third.advice.what == "This sale has been made."
    assert len(counter.world.bookings) == 1


async def test_the_clerk_may_leave_and_the_sale_goes_on(counter: Counter) -> None:
    sent = asyncio.Event()

    def watch(progress: Progress) -> None:
        if progress.step is Step.SENT:
            sent.set()

    preflight = await counter.desk.selling.preflight(await counter.draft())
    release = counter.faults.hold("create_booking")
    leaving = asyncio.create_task(counter.desk.selling.book(preflight, watch))
    await sent.wait()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert counter.desk.payments.is_settling
    release.set_result(None)
    await counter.desk.payments.finish()
    assert _attempt(counter).state is State.SETTLED


async def test_a_failing_listener_does_not_disturb_the_money(counter: Counter) -> None:
    def stumble(_: Progress) -> None:
        message = "the page is gone"
        raise RuntimeError(message)

    preflight = await counter.desk.selling.preflight(await counter.draft())
    receipt = await counter.desk.selling.book(preflight, stumble)
    assert isinstance(receipt, Receipt)


async def test_no_answer_is_unknown_and_the_same_sale_waits(counter: Counter) -> None:
    draft = await counter.draft()
    preflight = await counter.desk.selling.preflight(draft)
    counter.faults.after_work("create_booking", silent=False)
    outcome = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(outcome, UnknownOutcome)
    assert outcome.sale is not None
    assert outcome.sale.is_open
    assert outcome.request_id == outcome.sale.request_id
    assert _attempt(counter).state is State.UNKNOWN
    again = await counter.desk.selling.preflight(draft)
    assert "outcome is not known" in again.blocked
    # Nobody has permitted it: there is nothing to accept.
    assert again.changes == ()
    looked_again = await counter.desk.selling.book(again, _ignore)
    assert isinstance(looked_again, Preflight)
    assert looked_again.blocked == again.blocked
    refused = await counter.desk.selling.book(replace(again, blocked=""), _ignore)
    assert isinstance(refused, NotSold)
    assert not refused.was_sent
    other = await counter.desk.selling.preflight(replace(draft, customer_phone="9000000001"))
    assert other.blocked == ""
    assert len(counter.world.bookings) == 1


async def test_an_order_without_an_answer_says_that_the_line_is_gone(counter: Counter) -> None:
    line: list[bool] = []
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.desk.reader.called.subscribe(line.append)
    counter.faults.after_work("create_booking", silent=False)
    await counter.desk.selling.book(preflight, _ignore)
    assert line == [False]
    counter.faults.clear()
    other = await counter.desk.selling.preflight(replace(preflight.draft, customer_phone="9000000001"))
    counter.faults.disable_key("create_booking")
    line.clear()
    await counter.desk.selling.book(other, _ignore)
    assert line == [True]


async def test_a_line_that_breaks_before_the_last_byte_is_not_sent_and_keeps_its_number(
    counter: Counter,
) -> None:
    draft = await counter.draft()
    counter.faults.cut_request("create_booking", 100)
    first = await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _ignore)
    assert isinstance(first, NotSold)
    assert not first.was_sent
    assert first.advice.what == "The booking was not sent."
    second = await counter.book(draft)
    assert second.request_id == first.request_id
    assert _states(counter) == [State.NOT_SENT, State.SETTLED]
    assert [attempt.attempt for attempt in counter.journal.attempts()] == [1, 2]
    (sale,) = all_sales(counter.desk.bookings)
    assert sale.state == "Booked"


async def test_a_sale_that_took_over_a_number_is_not_sold_again_by_a_second_press(counter: Counter) -> None:
    draft = await counter.draft()
    counter.faults.cut_request("create_booking", 100)
    await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _ignore)
    second = await counter.desk.selling.preflight(draft)
    assert isinstance(await counter.desk.selling.book(second, _ignore), Receipt)
    pressed_again = await counter.desk.selling.book(second, _ignore)
    assert isinstance(pressed_again, NotSold)
    assert not pressed_again.was_sent
    assert len(counter.world.bookings) == 1


async def test_an_edited_sale_after_an_unsent_one_has_a_new_number(counter: Counter) -> None:
    draft = await counter.draft()
    counter.faults.cut_request("create_booking", 100)
    first = await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _ignore)
    edited = replace(draft, customer_name="Priya R. Raman")
    second = await counter.desk.selling.book(await counter.desk.selling.preflight(edited), _ignore)
    assert isinstance(first, NotSold)
    assert isinstance(second, Receipt)
    assert second.request_id != first.request_id


async def test_a_refusal_is_certain_and_a_new_try_has_a_new_number(counter: Counter) -> None:
    draft = await counter.draft()
    preflight = await counter.desk.selling.preflight(draft)
    counter.faults.change("create_booking", lambda world: world.set_wallet(cash=0, credit_left=0))
    refused = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(refused, NotSold)
    assert refused.was_sent
    assert refused.advice.field == "wallet"
    assert _states(counter) == [State.REJECTED]
    counter.world.set_wallet(cash=100000, credit_left=0)
    sold = await counter.book(draft)
    assert sold.request_id != refused.request_id


async def test_a_wallet_that_cannot_cover_it_blocks_with_the_missing_amount(counter: Counter) -> None:
    draft = await counter.draft()
    counter.world.set_wallet(cash=100, credit_left=0)
    preflight = await counter.desk.selling.preflight(draft)
    missing = preflight.price.payable - 100
    assert preflight.split.missing == missing
    assert preflight.blocked.startswith("The wallet cannot cover this. INR ")


async def test_a_wallet_that_cannot_be_read_sells_nothing(counter: Counter) -> None:
    draft = await counter.draft()
    counter.faults.before_work("wallet_balance", silent=False, times=None)
    with pytest.raises(DeskError, match="The wallet could not be read"):
        await counter.desk.selling.preflight(draft)
    assert counter.journal.attempts() == ()


async def test_a_slot_that_is_gone_blocks(counter: Counter) -> None:
    draft = await counter.draft()
    assert draft.slot is not None
    gone = replace(draft, slot=replace(draft.slot, slot_id=1))
    preflight = await counter.desk.selling.preflight(gone)
    assert preflight.blocked == "No longer offered. Pick another slot."


async def test_a_draft_without_slot_or_price_is_no_sale(counter: Counter) -> None:
    draft = await counter.draft()
    assert draft.slot is not None
    with pytest.raises(DeskError, match="No slot is chosen"):
        await counter.desk.selling.preflight(replace(draft, slot=None))
    with pytest.raises(DeskError, match="states no price"):
        await counter.desk.selling.preflight(replace(draft, slot=replace(draft.slot, slot_id=1, fare=None)))


async def test_a_changed_fare_stands_old_beside_new(counter: Counter) -> None:
    draft = await counter.draft()
    assert draft.slot is not None
    cheaper = replace(draft, slot=replace(draft.slot, fare=Decimal(1), net=Decimal("0.5")))
    preflight = await counter.desk.selling.preflight(cheaper)
    assert [(change.what, change.old, change.is_net) for change in preflight.changes] == [
        ("Fare per person", "1.00", False),
        ("Net per person", "0.50", True),
    ]
    assert preflight.price.lines[0].fare == draft.slot.fare


async def test_the_same_sale_once_more_must_be_accepted(counter: Counter) -> None:
    draft = await counter.draft()
    first = await counter.book(draft)
    again = await counter.desk.selling.preflight(draft)
    assert [change.what for change in again.changes] == ["This customer has the same booking"]
    assert again.changes[0].old == f"PNR {first.booking_ref}"
    second = await counter.desk.selling.book(again, _ignore)
    assert isinstance(second, Receipt)
    assert len(counter.world.bookings) == 2


async def test_a_wallet_that_cannot_be_read_after_the_sale_leaves_the_sale(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.before_work("wallet_balance", silent=False, times=None)
    receipt = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(receipt, Receipt)
    assert receipt.wallet is None


async def test_a_disabled_key_is_said_in_every_reading(counter: Counter) -> None:
    counter.faults.disable_key()
    with pytest.raises(DeskError, match=r"This key is known but switched off\. Nothing was booked"):
        await counter.desk.wallet.read()
    with pytest.raises(DeskError, match="switched off"):
        await counter.desk.catalogue.activities(counter.desk.reader.today())


async def test_an_order_that_breaks_a_limit_is_never_sent(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    broken = replace(preflight, draft=replace(preflight.draft, customer_phone="12"))
    with pytest.raises(DeskError, match="not as the service takes it, so it was not sent"):
        await counter.desk.selling.book(broken, _ignore)
    assert counter.journal.attempts() == ()
    assert counter.world.bookings == ()


async def test_a_journal_that_cannot_be_written_sends_nothing(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.journal.close()
    with pytest.raises(DeskError, match="cannot write the order down, so it was not sent"):
        await counter.desk.selling.book(preflight, _ignore)
    assert counter.world.bookings == ()


async def test_an_order_that_only_one_sink_took_is_not_sent_and_stays_no_open_sale(tmp_path: Path) -> None:
    def opening(folder: Path) -> Journal:
        broken = sqlite3.OperationalError("disk I/O error")
        return build(folder, database=lambda sink: Failing(sink, broken, lambda: True))

    async with open_counter(tmp_path, opening) as counter:
        draft = await counter.draft()
        with pytest.raises(DeskError, match="was not sent"):
            await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _ignore)
        assert _states(counter) == [State.NOT_SENT]
        assert (await counter.desk.selling.preflight(draft)).blocked == ""
        assert counter.world.bookings == ()


async def test_an_outcome_that_cannot_be_written_is_said_on_the_receipt(counter: Counter) -> None:
    def close_journal(progress: Progress) -> None:
        if progress.step is Step.SENT:
            counter.journal.close()

    preflight = await counter.desk.selling.preflight(await counter.draft())
    receipt = await counter.desk.selling.book(preflight, close_journal)
    assert isinstance(receipt, Receipt)
    assert receipt.differences[-1].what == "Write the PNR down"


async def test_what_an_interrupted_program_left_is_named_at_start(tmp_path: Path) -> None:
    journal = open_journal(tmp_path, b"test key")
    step(journal, State.PREPARED, intent="unsent")
    step(journal, State.PREPARED, intent="sent")
    step(journal, State.DISPATCHED, intent="sent")
    journal.close()
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten))
    with server:
        async with open_desk(tmp_path, server) as counter:
            found = {sale.intent_id: (sale.state, sale.is_open) for sale in all_sales(counter.desk.bookings)}
            assert found == {"unsent": ("Not sent", False), "sent": ("Outcome not known", True)}
            assert all_sales(counter.desk.bookings)[0].intent_id == "sent"


async def test_a_damaged_journal_sells_nothing(tmp_path: Path) -> None:
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten))
    with server:
        async with open_desk(tmp_path, server) as counter:
            await counter.desk.selling.book(
                await counter.desk.selling.preflight(await counter.draft()), _ignore
            )
        with sqlite3.connect(tmp_path / "journal.sqlite") as connection:
            connection.execute("UPDATE entry SET private = replace(private, 'Priya', 'Bruno')")
        connection.close()
        async with open_desk(tmp_path, server) as counter:
            preflight: Preflight = await counter.desk.selling.preflight(await counter.draft(qty=1))
            assert preflight.blocked.endswith("Selling is off until somebody has looked at this.")


async def test_a_sale_whose_reference_is_lost_is_booked_and_open(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.answer("create_booking", OtherAnswer(201, b'{"status": "SUCCESS"}', worked=True))
    outcome = await counter.desk.selling.book(preflight, _ignore)
    assert isinstance(outcome, UnknownOutcome)
    assert outcome.advice.what.startswith("The service booked this")
    assert _states(counter) == [State.BOOKED_REF_LOST]
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.state, sale.is_open) == ("Booked, PNR not known", True)
    assert open_outcome(sale).advice.what == "We do not know whether this sale went through."


async def test_a_clock_that_the_service_does_not_tell_is_this_computers(tmp_path: Path) -> None:
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten, older=True))
    with server:
        async with open_desk(tmp_path, server) as counter:
            before = counter.desk.reader.today()
            assert before == local_now().date()
            _, slot = await counter.slot()
            assert slot.closes_at is None
            assert counter.desk.reader.service_now().utcoffset() == local_now().utcoffset()
            past = before - timedelta(days=400)
            offer = (await counter.desk.catalogue.activities(counter.desk.reader.today())).offers[0]
            assert (await counter.desk.reader.slots(offer, past)).slots == ()


async def test_who_watches_is_told_of_the_line_and_the_wallet(counter: Counter) -> None:
    line: list[bool] = []
    wallets: list[Wallet] = []
    counter.desk.reader.called.subscribe(line.append)
    counter.desk.reader.wallet_read.subscribe(wallets.append)
    wallet = await counter.desk.wallet.read()
    counter.faults.before_work("wallet_balance", silent=False, times=None)
    with pytest.raises(DeskError):
        await counter.desk.wallet.read()
    counter.faults.clear()
    counter.faults.disable_key()
    with pytest.raises(DeskError):
        await counter.desk.wallet.read()
    assert line == [True, False, True]
    assert wallets == [wallet]


async def test_a_copy_is_read_where_the_installation_can(tmp_path: Path, counter: Counter) -> None:
    picture = GreyPicture(2, 2, b"1234")
    assert not counter.desk.copies.can_read
    assert await counter.desk.copies.read(picture) is None
    async with open_desk(tmp_path / "sees", counter.server, options=DeskOptions(seeing(TD3))) as other:
        assert other.desk.copies.can_read
        found = await other.desk.copies.read(picture)
        assert found is not None
        assert found.name == "Anna Maria Eriksson"
    failing = OcrClient(program("exit(1)"))
    async with open_desk(tmp_path / "fails", counter.server, options=DeskOptions(failing)) as other:
        assert await other.desk.copies.read(picture) is None
