"""The enquiry after a lost answer, against the real practice service: what it settles, and what it leaves."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

import pytest

from app.api.wire import monotonic_clock
from app.api.wire.sender import Sender
from app.desk.cancellation.refund_quote import Cancelled
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Progress, Receipt, UnknownOutcome
from app.desk.payment import evidence_journal
from app.desk.payment.evidence import EvidenceCase, Grade
from app.desk.payment.evidence_journal import Facts
from app.desk.payment.unknown_outcome_values import TRIES, Decision
from app.lifecycle.connection import memory_of
from app.practice.service.faults import OtherAnswer
from app.practice.world.identity import AGENT_ID
from app.store.journal.attempt import folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from tests.support.counter import Counter, accepted_seats, tomorrow_at_ten, until
from tests.support.desk.all_sales import all_sales
from tests.support.desk.samples import NOW
from tests.support.desk.virtual_time import VirtualTime, lose_answer, nobody, service, timed_desk

TOLD = Decision("Asha", "Telephoned the office")
_NOTHING: Facts = {}


@pytest.fixture
async def counter(tmp_path: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A desk that reads nothing by itself, at a service of the newer variant."""
    with service() as server:
        async with timed_desk(tmp_path / "desk", clock, server) as opened:
            yield opened


def _states(counter: Counter) -> list[State]:
    return [attempt.state for attempt in counter.journal.attempts()]


def _is_asking(request_id: str) -> bool:
    """Whether the desk still asks about a sale by itself."""
    return any(task.get_name() == request_id for task in asyncio.all_tasks())


async def test_a_ledger_that_names_the_request_settles_it_with_its_pnr(counter: Counter) -> None:
    request = await lose_answer(counter, worked=True)
    heard: list[str] = []
    counter.desk.unknown_outcomes.changed.subscribe(heard.append)
    findings = await counter.desk.unknown_outcomes.look(request)
    assert not findings.is_open
    assert findings.verdict.grade is Grade.BOOKED
    (booking,) = counter.world.bookings
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.state, sale.booking_ref) == ("Booked", booking.ref)
    # The entry that names the request says what it took, exactly as expected.
    assert sale.debited == sale.expected is not None
    assert heard == [request]
    with pytest.raises(DeskError, match="has been settled"):
        await counter.desk.unknown_outcomes.look(request)
    assert len(counter.world.bookings) == 1


async def test_the_ledger_says_what_a_boat_took_whose_gst_was_not_known(
    counter: Counter,
) -> None:
    preflight = await counter.desk.selling.preflight(await counter.boat())
    counter.faults.after_work("create_booking", silent=False)
    outcome = await counter.desk.selling.book(preflight, nobody)
    assert isinstance(outcome, UnknownOutcome)
    before = preflight.wallet
    await counter.desk.unknown_outcomes.look(outcome.request_id)
    (sale,) = all_sales(counter.desk.bookings)
    after = await counter.desk.wallet.read()
    assert (sale.state, sale.debited) == ("Booked", before.cash - after.cash)


async def test_a_booking_whose_pnr_cannot_be_asked_for_stays_open_as_booked(counter: Counter) -> None:
    request = await lose_answer(counter, worked=True)
    counter.faults.answer("booking_status", OtherAnswer(404, b'{"status":"ERROR"}'), times=None)
    findings = await counter.desk.unknown_outcomes.look(request)
    assert findings.is_open
    assert findings.is_sold
    assert _states(counter) == [State.BOOKED_REF_LOST]
    with pytest.raises(DeskError, match="cannot be recorded as not sold"):
        await counter.desk.unknown_outcomes.record_not_sold(request, TOLD)
    counter.faults.clear()
    await counter.desk.unknown_outcomes.look(request)
    assert _states(counter) == [State.RESOLVED_BOOKED]


async def test_nothing_new_read_twice_after_the_quiet_period_settles_it_as_not_booked(
    counter: Counter, clock: VirtualTime
) -> None:
    request = await lose_answer(counter, worked=False)
    early = await counter.desk.unknown_outcomes.look(request)
    assert (early.verdict.grade, early.is_too_early) == (Grade.UNDECIDED, True)
    clock.let_pass(185)
    once = await counter.desk.unknown_outcomes.look(request)
    assert (once.verdict.grade, once.is_open) == (Grade.LIKELY_NOT, True)
    twice = await counter.desk.unknown_outcomes.look(request)
    assert (twice.verdict.grade, twice.is_open) == (Grade.NOT_BOOKED, False)
    await counter.sell()
    assert len(counter.world.bookings) == 1


async def test_a_strangers_movement_keeps_it_open(counter: Counter, clock: VirtualTime) -> None:
    request = await lose_answer(counter, worked=False)
    clock.let_pass(185)
    counter.world.set_wallet(cash=90_000)
    found = [await counter.desk.unknown_outcomes.look(request) for _ in range(3)]
    for findings in found:
        assert (findings.verdict.grade, findings.is_open) == (Grade.UNDECIDED, True)
    assert "The new entry may be this sale, or one of another counter" in found[-1].verdict.why


async def test_what_this_counter_moved_itself_is_no_other_amount(older: Counter, clock: VirtualTime) -> None:
    desk = older.desk
    sold = await older.sell()
    request = await lose_answer(older, worked=False)
    clock.let_pass(185)
    booking, _ = await desk.cancellation.find(sold.booking_ref, is_boat=False)
    await desk.cancellation.confirm(await accepted_seats(desk, booking, 1), nobody)
    why = (await desk.unknown_outcomes.look(request)).verdict.why
    assert why.startswith("Only this counter\u2019s own sales and refunds have moved the wallet. ")
    older.world.set_wallet(cash=90_000)
    findings = await desk.unknown_outcomes.look(request)
    assert (
        "another amount than expected beside this counter\u2019s own sales and refunds. "
        in findings.verdict.why
    )
    assert findings.verdict.grade is Grade.UNDECIDED


async def test_own_sales_that_the_ledger_names_are_no_doubt(counter: Counter, clock: VirtualTime) -> None:
    asking = counter.desk.unknown_outcomes
    request = await lose_answer(counter, worked=False)
    clock.let_pass(185)
    await asking.permit_others([request], TOLD)
    await counter.sell(number=1)
    other = await lose_answer(counter, worked=True, qty=3)
    assert not (await asking.look(other)).is_open
    findings = await asking.look(request)
    assert findings.verdict.why == (
        "Only this counter\u2019s own sales and refunds have moved the wallet. "
        "Every new entry is another order of this counter."
    )
    assert (findings.verdict.grade, findings.is_open) == (Grade.UNDECIDED, True)


async def test_where_no_entry_names_a_request_an_equal_amount_decides_nothing(older: Counter) -> None:
    request = await lose_answer(older, worked=True)
    findings = await older.desk.unknown_outcomes.look(request)
    assert (findings.verdict.grade, findings.is_open) == (Grade.LIKELY_BOOKED, True)
    assert findings.before is not None
    assert findings.look is not None
    assert findings.expected is not None
    assert findings.before.cash - findings.look.balance.cash in findings.expected


async def test_own_settled_sales_teach_where_a_pnr_stands_but_an_activity_stays_open(older: Counter) -> None:
    for number in range(3):
        draft = replace(await older.draft(number), customer_phone=f"987650000{number}")
        await older.book(draft)
    request = await lose_answer(older, worked=True)
    findings = await older.desk.unknown_outcomes.look(request)
    assert (findings.verdict.grade, findings.is_open) == (Grade.LIKELY_BOOKED, True)


async def test_it_asks_by_itself_six_times_and_then_leaves_it_to_a_person(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service(older=True) as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            await lose_answer(counter, worked=True)
            await until(lambda: _states(counter) == [State.ESCALATED])
            (attempt,) = counter.journal.attempts()
            assert [entry.facts["try"] for entry in attempt.entries if "try" in entry.facts] == [*range(1, 7)]
            assert sum(clock.slept) == pytest.approx(TRIES[-1], abs=5)
            (sale,) = all_sales(counter.desk.bookings)
            assert (sale.state, sale.is_open) == ("Ask the operator", True)
            assert [each.text for each in sale.history].count("Wallet read") == 6


async def test_it_is_read_also_when_the_selling_task_was_cancelled(counter: Counter) -> None:
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.before_work("create_booking", silent=False)
    seen: list[Progress] = []
    selling = asyncio.create_task(counter.desk.selling.book(preflight, seen.append))
    await until(lambda: bool(seen))
    selling.cancel()
    await until(lambda: _states(counter) == [State.UNKNOWN])
    await until(lambda: _is_asking(seen[0].request_id))


async def test_left_alone_it_finds_out_that_nothing_was_booked(tmp_path: Path) -> None:
    with service() as server:
        async with timed_desk(tmp_path, VirtualTime(runs=True), server) as counter:
            request = await lose_answer(counter, worked=False)
            await until(lambda: not _is_asking(request))
            assert _states(counter) == [State.RESOLVED_NOT_BOOKED]
            assert counter.world.bookings == ()


async def test_readings_that_fail_are_tries_too(tmp_path: Path) -> None:
    with service() as server:
        async with timed_desk(tmp_path, VirtualTime(runs=True), server) as counter:
            preflight = await counter.desk.selling.preflight(await counter.draft())
            counter.faults.answer("wallet_balance", OtherAnswer(404, b"{}"), times=None)
            counter.faults.before_work("create_booking", silent=False)
            assert isinstance(await counter.desk.selling.book(preflight, nobody), UnknownOutcome)
            await until(lambda: _states(counter) == [State.ESCALATED])


async def test_it_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    with service(older=True) as server:
        async with timed_desk(tmp_path, VirtualTime(), server) as counter:
            request = await lose_answer(counter, worked=True)
            await counter.desk.unknown_outcomes.look(request)
        clock = VirtualTime(runs=True)
        clock.let_pass(86_400)
        async with timed_desk(tmp_path, clock, server) as counter:
            await until(lambda: _states(counter) == [State.ESCALATED])
            assert len(clock.slept) == len(TRIES)
            assert max(clock.slept) < TRIES[0] + 1
        async with timed_desk(tmp_path, VirtualTime(runs=True), server) as counter:
            findings = await counter.desk.unknown_outcomes.findings(request)
            assert findings.verdict.grade is Grade.LIKELY_BOOKED


async def test_a_sale_read_often_enough_is_left_to_a_person_after_a_restart(tmp_path: Path) -> None:
    with service(older=True) as server:
        async with timed_desk(tmp_path, VirtualTime(), server) as counter:
            await lose_answer(counter, worked=False)
            (attempt,) = counter.journal.attempts()
            counter.journal.append(
                intent_id=attempt.intent_id,
                attempt=attempt.attempt,
                request_id=attempt.request_id,
                kind=attempt.kind,
                state=State.UNKNOWN,
                facts={"try": len(TRIES)},
            )
        async with timed_desk(tmp_path, VirtualTime(runs=True), server) as counter:
            await until(lambda: _states(counter) == [State.ESCALATED])


async def test_a_clock_that_is_set_back_does_not_put_the_readings_off(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service(older=True) as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            await lose_answer(counter, worked=True)
            clock.let_pass(-7200)
            await until(lambda: _states(counter) == [State.ESCALATED])
            assert all(wait <= most for wait, most in zip(clock.slept, (*TRIES[:-1], 182), strict=True))
            findings = await counter.desk.unknown_outcomes.findings(counter.journal.attempts()[0].request_id)
            assert findings.now < findings.quiet_at
            assert findings.is_quiet is not findings.is_too_early


async def test_a_booking_without_pnr_is_asked_after_but_never_given_up(tmp_path: Path) -> None:
    clock = VirtualTime(runs=True)
    with service(older=True) as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            preflight = await counter.desk.selling.preflight(await counter.draft())
            lost = OtherAnswer(201, b'{"status": "SUCCESS"}', worked=True)
            counter.faults.answer("create_booking", lost)
            await counter.desk.selling.book(preflight, nobody)
            await until(lambda: len(counter.journal.attempts()[0].entries) == 4 + len(TRIES))
            assert _states(counter) == [State.BOOKED_REF_LOST]
        async with timed_desk(tmp_path, clock, server) as counter:
            assert len(counter.journal.attempts()[0].entries) == 4 + len(TRIES)


@pytest.mark.parametrize("resend", [False, True])
async def test_a_success_without_a_reference_is_ended_by_a_person_when_nothing_was_booked(
    older: Counter, clock: VirtualTime, *, resend: bool
) -> None:
    desk = older.desk
    draft = await older.draft()
    older.faults.answer("create_booking", OtherAnswer(201, b'{"status": "SUCCESS"}'))
    lost = await desk.selling.book(await desk.selling.preflight(draft), nobody)
    assert isinstance(lost, UnknownOutcome)
    assert older.world.bookings == ()
    assert _states(older) == [State.BOOKED_REF_LOST]
    findings = await desk.unknown_outcomes.findings(lost.request_id)
    assert (findings.is_sold, findings.is_proven) == (True, False)
    with pytest.raises(DeskError, match="may still be at work"):
        await desk.unknown_outcomes.record_not_sold(lost.request_id, TOLD)
    clock.let_pass(185)
    if resend:
        await desk.unknown_outcomes.authorise_resend(lost.request_id, TOLD)
        again = await desk.selling.preflight(draft)
        receipt = await desk.selling.book(again, nobody)
        assert isinstance(receipt, Receipt)
        assert receipt.request_id == lost.request_id
    else:
        await desk.unknown_outcomes.record_not_sold(lost.request_id, TOLD)
    assert State.BOOKED_REF_LOST not in _states(older)
    assert older.journal.open_attempts() == ()


async def test_a_permission_that_was_not_used_leaves_it_booked_as_the_service_said(
    older: Counter, clock: VirtualTime
) -> None:
    desk = older.desk
    older.faults.answer("create_booking", OtherAnswer(201, b'{"status": "SUCCESS"}'))
    lost = await desk.selling.book(await desk.selling.preflight(await older.draft()), nobody)
    assert isinstance(lost, UnknownOutcome)
    clock.let_pass(185)
    await desk.unknown_outcomes.authorise_resend(lost.request_id, TOLD)
    clock.let_pass(601)
    findings = await desk.unknown_outcomes.look(lost.request_id)
    assert (findings.is_open, findings.is_sold) == (True, True)


async def test_a_pnr_from_the_operator_is_asked_of_the_service_and_settles_it(older: Counter) -> None:
    request = await lose_answer(older, worked=True)
    (booking,) = older.world.bookings
    found = await older.desk.unknown_outcomes.check_pnr(request, f" {booking.ref} ")
    assert (found.pnr, found.differences) == (booking.ref, ())
    (sale,) = all_sales(older.desk.bookings)
    assert (sale.state, sale.booking_ref, sale.is_open) == ("Booked", booking.ref, False)


async def test_a_pnr_of_another_booking_settles_nothing(older: Counter) -> None:
    receipt = await older.sell(qty=1)
    request = await lose_answer(older, worked=True)
    with pytest.raises(DeskError, match="PNR of another sale of this counter"):
        await older.desk.unknown_outcomes.check_pnr(request, receipt.booking_ref.lower())
    with pytest.raises(DeskError, match="could not be read"):
        await older.desk.unknown_outcomes.check_pnr(request, "NOSUCH1")
    assert all_sales(older.desk.bookings)[0].is_open


async def test_a_pnr_that_differs_is_shown_beside_the_sale(older: Counter, tmp_path: Path) -> None:
    request = await lose_answer(older, worked=True)
    async with timed_desk(tmp_path / "other", VirtualTime(), older.server) as other:
        receipt = await other.sell(1, qty=3)
    found = await older.desk.unknown_outcomes.check_pnr(request, receipt.booking_ref)
    assert [each.what for each in found.differences] == ["Slot", "Total"]
    assert all_sales(older.desk.bookings)[0].is_open


def _told(counter: Counter, **data: object) -> None:
    """The service answers no more than this of any booking."""
    body = json.dumps({"status": "SUCCESS", "data": data}).encode()
    counter.faults.answer("booking_status", OtherAnswer(200, body), times=None)


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"metadata": {"activity_name": "Discover scuba dive, Elephant Beach"}},
        {"financial_summary": {"total_paid": 7980}},
    ],
    ids=["nothing", "the activity alone", "the price alone"],
)
async def test_a_pnr_of_which_too_little_is_told_settles_nothing(
    older: Counter, about: dict[str, object]
) -> None:
    request = await lose_answer(older, worked=True)
    _told(older, booking_status="Cancelled", **about)
    found = await older.desk.unknown_outcomes.check_pnr(request, "ANY123")
    assert all_sales(older.desk.bookings)[0].is_open
    assert (found.differences, found.status, found.is_same) == ((), "Cancelled", False)


async def test_a_booking_that_was_cancelled_since_was_booked_and_its_status_is_kept(
    older: Counter, tmp_path: Path
) -> None:
    request = await lose_answer(older, worked=True)
    (booking,) = older.world.bookings
    async with timed_desk(tmp_path / "other", VirtualTime(), older.server) as other:
        given_up, _ = await other.desk.cancellation.find(booking.ref, is_boat=False)
        order = await accepted_seats(other.desk, given_up, 2)
        assert isinstance(await other.desk.cancellation.confirm(order, nobody), Cancelled)
    found = await older.desk.unknown_outcomes.check_pnr(request, booking.ref)
    assert (found.is_same, found.status) == (True, "cancelled")
    (sale,) = all_sales(older.desk.bookings)
    assert (sale.state, sale.booking_ref, sale.said) == ("Booked", booking.ref, ("cancelled", "", ""))


async def test_a_reference_that_the_ledger_names_is_taken_only_when_it_is_told_what_it_is(
    counter: Counter,
) -> None:
    request = await lose_answer(counter, worked=True)
    _told(counter, booking_status="Confirmed")
    findings = await counter.desk.unknown_outcomes.look(request)
    assert (findings.is_open, findings.is_sold) == (True, True)
    counter.faults.clear()
    assert not (await counter.desk.unknown_outcomes.look(request)).is_open


async def test_not_sold_is_said_by_a_person_with_a_reason_and_not_too_early(
    older: Counter, clock: VirtualTime
) -> None:
    request = await lose_answer(older, worked=True)
    enquiry = older.desk.unknown_outcomes
    with pytest.raises(DeskError, match="may still be at work"):
        await enquiry.record_not_sold(request, TOLD)
    clock.let_pass(185)
    with pytest.raises(DeskError, match="Enter your name"):
        await enquiry.record_not_sold(request, replace(TOLD, by=" "))
    with pytest.raises(DeskError, match="Enter who said so"):
        await enquiry.record_not_sold(request, replace(TOLD, reason="x"))
    await enquiry.record_not_sold(request, TOLD)
    (sale,) = all_sales(older.desk.bookings)
    assert (sale.state, sale.is_open) == ("Not booked", False)
    assert sale.history[-1].text == "Recorded as not booked by Asha"
    assert "Asha" not in (older.folder / "mirror.log").read_text("latin-1")


async def test_at_the_very_second_that_was_told_a_person_may_decide(
    older: Counter, clock: VirtualTime
) -> None:
    clock.let_pass(0.4)
    request = await lose_answer(older, worked=True)
    enquiry = older.desk.unknown_outcomes
    told = (await enquiry.findings(request)).quiet_at
    now = older.desk.reader.now_here()
    clock.let_pass((told.replace(microsecond=0) - now).total_seconds())
    assert not (await enquiry.findings(request)).is_too_early
    await enquiry.record_not_sold(request, TOLD)


async def test_setting_the_clock_forward_does_not_make_it_later(tmp_path: Path) -> None:
    clock = VirtualTime()
    with service(older=True, clock=clock.service) as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            request = await lose_answer(counter, worked=True)
            clock.set_forward(3600)
            enquiry = counter.desk.unknown_outcomes
            for decide in (enquiry.record_not_sold, enquiry.authorise_resend):
                with pytest.raises(DeskError, match="may still be at work") as caught:
                    await decide(request, TOLD)
                findings = await enquiry.findings(request)
                assert timedelta(seconds=150) < findings.quiet_at - findings.now < timedelta(seconds=185)
                assert findings.is_too_early
                assert formats.clock_seconds(findings.quiet_at.astimezone()) in str(
                    caught.value.advice.action
                )
            assert _states(counter) == [State.UNKNOWN]
            clock.let_pass(185)
            await enquiry.record_not_sold(request, TOLD)
            assert _states(counter) == [State.RESOLVED_NOT_BOOKED]


async def test_a_reading_before_the_quiet_period_allows_no_decision(
    older: Counter, clock: VirtualTime
) -> None:
    request = await lose_answer(older, worked=True)
    await older.desk.unknown_outcomes.look(request)
    clock.let_pass(185)
    older.faults.answer("wallet_balance", OtherAnswer(404, b"{}"), times=None)
    with pytest.raises(DeskError, match="wallet could not be read"):
        await older.desk.unknown_outcomes.record_not_sold(request, TOLD)
    older.faults.clear()
    await older.desk.unknown_outcomes.record_not_sold(request, TOLD)
    (attempt,) = older.journal.attempts()
    assert [entry.facts["grade"] for entry in attempt.entries if "grade" in entry.facts] == ["e+"] * 3


async def test_a_sale_that_the_last_reading_finds_cannot_be_said_to_be_none(
    counter: Counter, clock: VirtualTime
) -> None:
    request = await lose_answer(counter, worked=True)
    clock.let_pass(185)
    with pytest.raises(DeskError, match="has been settled meanwhile"):
        await counter.desk.unknown_outcomes.record_not_sold(request, TOLD)
    assert _states(counter) == [State.RESOLVED_BOOKED]


async def test_where_the_service_tells_no_time_twice_as_long_must_really_be_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, waited = VirtualTime(), 0.0
    clock.let_pass((tomorrow_at_ten() - clock.now()).total_seconds())

    def boot_seconds() -> float:
        return waited

    def tells_nothing(*_: object) -> None:
        """As if no answer had a `Date`."""

    monkeypatch.setattr(monotonic_clock, "boot_seconds", boot_seconds)
    monkeypatch.setattr(Sender, "note_time", tells_nothing)
    with service() as server:
        async with timed_desk(tmp_path, clock, server) as counter:
            request = await lose_answer(counter, worked=False)
            clock.let_pass(86_400)
            enquiry = counter.desk.unknown_outcomes
            for waited in (0.0, 359.0):
                found = await enquiry.look(request)
                assert (found.verdict.grade, found.is_quiet) == (Grade.UNDECIDED, False)
                assert (found.quiet_at - found.now).total_seconds() == pytest.approx(360 - waited, abs=1)
                with pytest.raises(DeskError, match="may still be at work"):
                    await enquiry.record_not_sold(request, TOLD)
            waited = 361.0
            await enquiry.record_not_sold(request, TOLD)
            assert _states(counter) == [State.RESOLVED_NOT_BOOKED]


def _case_at(*entries: tuple[State, int, Facts]) -> EvidenceCase:
    """The case of a sale whose journal has these entries, at so many seconds by this computer's clock."""
    told = {"wallet_read_at": NOW.isoformat(), "wallet_told_at": (NOW + timedelta(seconds=7)).isoformat()}
    made = [
        LogEntry(
            place, NOW + timedelta(seconds=at), "sale", 1, "r-1", Kind.CREATE, state,
            MappingProxyType({**told, **facts}), MappingProxyType({}), "", "", "", "",
        )
        for place, (state, at, facts) in enumerate(entries)
    ]  # fmt: skip
    return evidence_journal.case_of(folded(made))


def _seen(at: int) -> Facts:
    return {"seen_at": (NOW + timedelta(seconds=at)).isoformat(), "seen_by_service": 1}


@pytest.mark.parametrize(
    ("entries", "sent_at"),
    [
        ([(State.DISPATCHED, 3, _NOTHING), (State.UNKNOWN, 4, _NOTHING)], 4 + 7),
        ([(State.DISPATCHED, 3, _NOTHING), (State.UNKNOWN, 153, _NOTHING)], 153 + 7),
        # The program was started again a day later: no line lives so long.
        ([(State.DISPATCHED, 3, _NOTHING), (State.UNKNOWN, 86_400, _NOTHING)], 153 + 7),
        ([(State.DISPATCHED, 3, _NOTHING)], 153 + 7),
        ([(State.UNKNOWN, 3, _NOTHING)], 3 + 7),
        # The clock of this computer went back an hour, before the order left or after it.
        (
            [
                (State.DISPATCHED, -3597, _NOTHING),
                (State.UNKNOWN, -3596, _NOTHING),
                (State.UNKNOWN, -3590, _seen(17)),
            ],
            11,
        ),
        (
            [
                (State.DISPATCHED, 3, _NOTHING),
                (State.UNKNOWN, -3596, _NOTHING),
                (State.UNKNOWN, -3590, _seen(17)),
            ],
            3610,
        ),
    ],
)
def test_the_quiet_period_counts_from_when_the_last_byte_must_have_left(
    entries: list[tuple[State, int, Facts]], sent_at: int
) -> None:
    assert _case_at(*entries).sent_at == NOW + timedelta(seconds=sent_at)


async def test_two_people_must_say_so_where_the_agency_wants_it(tmp_path: Path) -> None:
    clock = VirtualTime()
    with service(older=True) as server:
        async with timed_desk(tmp_path, clock, server, asks_two=True) as counter:
            request = await lose_answer(counter, worked=True)
            clock.let_pass(185)
            for second in ("", " asha ", "Asha.", "A-sha", "\uff21SHA", "As\u200bha", "."):
                with pytest.raises(DeskError, match="second person"):
                    await counter.desk.unknown_outcomes.record_not_sold(request, replace(TOLD, second=second))
            await counter.desk.unknown_outcomes.record_not_sold(request, replace(TOLD, second="Bela"))
            (sale,) = all_sales(counter.desk.bookings)
            assert sale.history[-1].text == "Recorded as not booked by Asha and Bela"


@asynccontextmanager
async def _with_clerks(folder: Path, clock: VirtualTime) -> AsyncGenerator[Counter]:
    """A counter with two clerks, where two people decide."""
    memory = memory_of(folder / "desk")
    with service(older=True) as server:
        async with timed_desk(folder / "desk", clock, server, asks_two=True, local_cache=memory) as counter:
            await counter.desk.day_close.duty.add("Asha", "1111")
            await counter.desk.day_close.duty.add("Bela", "2222")
            yield counter


async def test_where_there_are_clerks_two_of_them_say_so_by_pin(tmp_path: Path) -> None:
    clock = VirtualTime()
    async with _with_clerks(tmp_path, clock) as counter:
        enquiry = counter.desk.unknown_outcomes
        request = await lose_answer(counter, worked=True)
        clock.let_pass(185)
        assert (await enquiry.findings(request)).asks_pins
        for pins, field, words in (
            (None, "by", "Type the PIN"),
            (("1111", ""), "second", "Type the PIN"),
            (("1111", "1111"), "second", "second clerk"),
            (("1111", "9999"), "second", "nobody"),
            (("9999", "2222"), "by", "nobody"),
        ):
            with pytest.raises(DeskError, match=words) as caught:
                await enquiry.record_not_sold(request, replace(TOLD, second="Bela", pins=pins))
            assert caught.value.advice.field == field
        told = Decision("Somebody", TOLD.reason, "else", ("1111", "2222"))
        await enquiry.record_not_sold(request, told)
        (sale,) = all_sales(counter.desk.bookings)
        assert sale.history[-1].text == "Recorded as not booked by Asha and Bela"


async def test_a_clerk_cannot_guess_the_pin_of_a_second_one(tmp_path: Path) -> None:
    clock = VirtualTime()
    async with _with_clerks(tmp_path, clock) as counter:
        request = await lose_answer(counter, worked=True)
        clock.let_pass(185)
        for guess in ("1112", "1113", "1114", "1115", "1116"):
            with pytest.raises(DeskError):
                await counter.desk.unknown_outcomes.record_not_sold(
                    request, replace(TOLD, pins=("1111", guess))
                )
        with pytest.raises(DeskError, match="Too many wrong PINs"):
            await counter.desk.unknown_outcomes.record_not_sold(request, replace(TOLD, pins=("1111", "2222")))


async def test_a_sale_that_was_said_not_to_be_made_is_opened_again_when_the_ledger_names_it(
    older: Counter, clock: VirtualTime
) -> None:
    counter = older
    request = await lose_answer(counter, worked=True)
    clock.let_pass(185)
    await counter.desk.unknown_outcomes.record_not_sold(request, TOLD)
    counter.world.older = False
    heard: list[str] = []
    counter.desk.unknown_outcomes.changed.subscribe(heard.append)
    await counter.desk.wallet.read()
    assert heard == [request]
    assert _states(counter) == [State.BOOKED_REF_LOST]
    await counter.desk.wallet.read()
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.state, sale.is_open) == ("Booked, PNR not known", True)


async def _permitted(counter: Counter, clock: VirtualTime, *, worked: bool) -> str:
    request = await lose_answer(counter, worked=worked)
    clock.let_pass(185)
    await counter.desk.unknown_outcomes.authorise_resend(request, TOLD)
    return request


async def test_a_permission_sends_exactly_the_same_order_once(older: Counter, clock: VirtualTime) -> None:
    request = await _permitted(older, clock, worked=False)
    assert (await older.desk.unknown_outcomes.findings(request)).authorised_until is not None
    with pytest.raises(DeskError, match="may be sent once more just now"):
        await older.desk.unknown_outcomes.look(request)
    preflight = await older.desk.selling.preflight(await older.draft())
    assert preflight.blocked == ""
    assert [each.new for each in preflight.changes] == ["Sent once more"]
    receipt = await older.desk.selling.book(preflight, nobody)
    assert isinstance(receipt, Receipt)
    assert receipt.request_id == request
    assert _states(older) == [State.RESOLVED_NOT_BOOKED, State.SETTLED]
    first, second = older.journal.attempts()
    assert first.facts["body_sha256"] == second.facts["body_sha256"]
    assert (first.intent_id, second.attempt) == (second.intent_id, 2)
    assert first.facts["cause"] == "It is sent once more, as was permitted."


async def test_a_permission_is_for_the_same_order_only(older: Counter, clock: VirtualTime) -> None:
    await _permitted(older, clock, worked=False)
    draft = replace(await older.draft(), customer_name="Somebody Else")
    outcome = await older.desk.selling.book(await older.desk.selling.preflight(draft), nobody)
    assert isinstance(outcome, NotSold)
    assert _states(older) == [State.RESEND_AUTHORISED]
    assert older.world.bookings == ()


async def test_a_permission_ends_after_ten_minutes(older: Counter, clock: VirtualTime) -> None:
    request = await _permitted(older, clock, worked=True)
    clock.let_pass(601)
    preflight = await older.desk.selling.preflight(await older.draft())
    assert "outcome is not known" in preflight.blocked
    await older.desk.unknown_outcomes.look(request)
    assert _states(older) == [State.UNKNOWN]


async def test_the_name_of_a_resent_order_opens_no_older_one(counter: Counter, clock: VirtualTime) -> None:
    await _permitted(counter, clock, worked=False)
    preflight = await counter.desk.selling.preflight(await counter.draft())
    counter.faults.after_work("create_booking", silent=False)
    assert isinstance(await counter.desk.selling.book(preflight, nobody), UnknownOutcome)
    await counter.desk.wallet.read()
    assert _states(counter) == [State.RESOLVED_NOT_BOOKED, State.UNKNOWN]
    await counter.desk.unknown_outcomes.look(counter.journal.attempts()[-1].request_id)
    await counter.desk.wallet.read()
    assert _states(counter) == [State.RESOLVED_NOT_BOOKED, State.RESOLVED_BOOKED]


async def test_a_resent_order_that_was_booked_twice_is_shown(older: Counter, clock: VirtualTime) -> None:
    counter = older
    await _permitted(counter, clock, worked=True)
    counter.world.older = False
    await counter.desk.selling.book(await counter.desk.selling.preflight(await counter.draft()), nobody)
    assert len(counter.world.bookings) == 2
    assert _states(counter) == [State.BOOKED_REF_LOST, State.SETTLED]


async def test_the_wallet_of_another_agent_tells_nothing(counter: Counter) -> None:
    request = await lose_answer(counter, worked=True)
    wallet = {
        "agent_id": AGENT_ID + 1,
        "financial_balances": {"live_available_balance": 1, "currency": "INR"},
        "credit_facility": {"allocated_limit": 1, "limit_utilized": 0, "available_credit_runway": 1},
    }

    body = json.dumps({"status": "SUCCESS", "data": wallet}).encode()
    counter.faults.answer("wallet_balance", OtherAnswer(200, body))
    with pytest.raises(DeskError, match="key is now that of another agent"):
        await counter.desk.unknown_outcomes.look(request)
    assert len(counter.journal.attempts()[0].entries) == 3


async def test_what_is_not_here_is_said(counter: Counter) -> None:
    with pytest.raises(DeskError, match="does not know that sale"):
        await counter.desk.unknown_outcomes.look("ac1-unknown")


async def test_a_finding_that_cannot_be_written_settles_nothing(counter: Counter) -> None:
    request = await lose_answer(counter, worked=True)
    counter.journal.close()
    with pytest.raises(DeskError, match="cannot write that down"):
        await counter.desk.unknown_outcomes.look(request)
    assert _states(counter) == [State.UNKNOWN]


async def test_nothing_of_the_ledger_and_nobody_is_written_into_the_mirror(older: Counter) -> None:
    request = await lose_answer(older, worked=True)
    await older.desk.unknown_outcomes.look(request)
    (booking,) = older.world.bookings
    for name in ("mirror.log", "journal.sqlite"):
        assert booking.ref not in (older.folder / name).read_bytes().decode("latin-1")


async def test_other_orders_may_be_permitted_while_it_stays_as_open_as_it_was(
    counter: Counter, clock: VirtualTime
) -> None:
    asking = counter.desk.unknown_outcomes
    request = await lose_answer(counter, worked=True)
    heard: list[str] = []
    asking.changed.subscribe(heard.append)
    with pytest.raises(DeskError, match="still be at work"):
        await asking.permit_others([request], TOLD)
    assert heard == []
    clock.let_pass(185)
    await asking.permit_others([request], TOLD)
    assert (heard, _states(counter)) == ([request], [State.UNKNOWN])
    # Also while the service is known to have booked it, and only the PNR is missing.
    counter.faults.answer("booking_status", OtherAnswer(404, b'{"status":"ERROR"}'), times=None)
    await asking.look(request)
    await asking.permit_others([request], replace(TOLD, by="Ravi"))
    assert _states(counter) == [State.BOOKED_REF_LOST]
    (attempt,) = counter.journal.attempts()
    kept = [each for each in attempt.entries if "others" in each.facts]
    assert [(each.state, each.private["by"], each.private["reason"]) for each in kept] == [
        (State.UNKNOWN, "Asha", TOLD.reason),
        (State.BOOKED_REF_LOST, "Ravi", TOLD.reason),
    ]
    assert all("Asha" not in str(each.facts) for each in kept)
    counter.faults.clear()
    await asking.look(request)
    with pytest.raises(DeskError, match="has been settled"):
        await asking.permit_others([request], TOLD)


async def test_no_other_order_is_permitted_while_it_may_be_sent_again(
    counter: Counter, clock: VirtualTime
) -> None:
    request = await lose_answer(counter, worked=False)
    clock.let_pass(185)
    await counter.desk.unknown_outcomes.authorise_resend(request, TOLD)
    with pytest.raises(DeskError, match="may be sent once more"):
        await counter.desk.unknown_outcomes.permit_others([request], TOLD)
    clock.let_pass(601)
    await counter.desk.unknown_outcomes.permit_others([request], TOLD)
    assert _states(counter) == [State.UNKNOWN]
