"""The cancelling of a storm: one after another, paused by what is in the way, and never twice."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from app.desk.cancellation.refund_quote import AcceptedQuote, NotAcceptedError, booking_of
from app.desk.model.errors import DeskError
from app.desk.model.sale import Progress
from app.desk.payment.unknown_outcome_values import Decision
from app.desk.storm.held_storm import HeldStorm
from app.desk.storm.journal_ends import JournalEnd, JournalEnds
from app.desk.storm.party_sales import PartySales
from app.desk.storm.storm_file import StormFiles
from app.desk.storm.storm_keeper import StormKeeper
from app.desk.storm.storm_words import running
from app.desk.storm.values import EndState, PauseReason, Phase, QuoteState, StormOrder, StormReason
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.files import whole_file
from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import JournalError
from app.store.journal.states import Kind, State
from tests.desk.storm.conftest import BY_ASHA, Open, StormCase
from tests.desk.storm.test_quotes import LOCKED, QUOTE, STRANGE, Woken, quoted
from tests.support.counter import accepted_seats, open_counter, until
from tests.support.desk.virtual_time import VirtualTime
from tests.support.proof import beside_others

N, S, C, R = EndState.NOT_SENT, EndState.SENDING, EndState.CANCELLED, EndState.REFUSED
U, Q = EndState.UNKNOWN, EndState.QUOTE_CHANGED
SLOW_DOWN = OtherAnswer(429, b'{"status": "ERROR", "code": "SLOW_DOWN", "message": "Later."}')


def ignore(_: Progress) -> None:
    """Nobody watches."""


async def test_all_are_cancelled_one_after_another(case: StormCase) -> None:
    sales = await case.quoted(4)
    sums, wallet = case.storm.sums, await case.counter.desk.wallet.read()
    seen: list[list[EndState | None]] = []
    stop = case.desk.changed.subscribe(lambda: seen.append(case.ends))
    await case.decide()
    stop()
    assert case.ends == [C] * 4
    assert all(each.count(S) <= 1 for each in seen)
    assert case.storm.pause is None
    assert case.gone() == 4
    assert case.storm.refunded == sums.refund
    assert case.storm.wallet_now is not None
    assert case.storm.wallet_before is not None
    assert case.storm.wallet_now.cash - wallet.cash == sums.refund
    assert case.storm.wallet_before.cash == wallet.cash
    assert [each.facts["booking_ref"] for each in case.sent()] == [each.booking_ref for each in sales]
    assert [each.private["reason"] for each in case.sent()] == ["storm, weather, Asha"] * 4
    assert [each.reference for each in case.storm.parties] == [
        each.facts["refund_reference"] for each in case.sent()
    ]
    assert (case.storm.sent, case.storm.to_send) == (4, ())
    with pytest.raises(DeskError):
        await case.desk.go_on()


async def test_the_batch_is_on_the_disk_before_anything_is_sent_and_names_nobody(case: StormCase) -> None:
    sales = await case.quoted(2)
    place = case.counter.folder / "storms" / "open.json"
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(replace(BY_ASHA, reason=StormReason.OTHER, words="No fuel"))
    await until(lambda: case.ends[0] is S)
    text = place.read_text(encoding="ascii")
    kept = json.loads(text)
    held.set_result(None)
    await case.ran()
    assert [each["request_id"] for each in kept["parties"]] == [each.request_id for each in sales]
    intents = [each["intent_id"] for each in kept["parties"]]
    assert [each.intent_id for each in case.sent()] == intents
    assert kept["is_running"] is True
    assert all(len(each["quote_hash"]) == 64 for each in kept["parties"])
    for sale in sales:
        assert sale.customer_name not in text
        assert sale.customer_phone not in text
    assert case.sent()[0].private["reason"] == "storm, No fuel, Asha"


@beside_others
async def test_a_refused_one_stays_with_its_words_and_the_rest_goes_on(case: StormCase) -> None:
    await case.quoted(3)
    case.counter.faults.change(CONFIRM, lambda _: case.counter.faults.answer(CONFIRM, LOCKED))
    await case.decide()
    assert case.ends == [C, R, C]
    assert case.party(1).words == "Amount locked."
    assert case.storm.pause is None
    (refused,) = case.storm.ended(R)
    # Its own way to the end: by itself, after which it shows as what it is.
    order = await accepted_seats(case.counter.desk, booking_of(refused.sale), refused.seats)
    await case.counter.desk.cancellation.confirm(order, ignore)
    await case.desk.refresh()
    assert case.ends == [C, C, C]


async def test_three_equal_refusals_in_a_row_pause_it(case: StormCase) -> None:
    await case.quoted(5)
    case.counter.faults.answer(CONFIRM, LOCKED, times=4)
    await case.decide()
    assert case.ends == [R, R, R, N, N]
    pause = case.storm.pause
    assert pause is not None
    assert (pause.why, pause.words) == (
        PauseReason.THREE_REFUSALS,
        "Paused. The service refused three in the same words.",
    )
    await case.go_on()
    assert case.ends == [R, R, R, R, C]


async def test_an_unknown_one_pauses_and_is_never_sent_again(case: StormCase) -> None:
    await case.quoted(3)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.decide()
    assert case.ends == [U, N, N]
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.NO_ANSWER
    assert case.storm.refunded == 0
    await case.go_on()
    assert case.ends == [U, C, C]
    assert len(case.sent()) == 3
    assert case.storm.refunded == sum(each.refunded or 0 for each in case.storm.parties[1:])
    await case.desk.refresh()
    assert case.ends == [U, C, C]
    await case.desk.end()
    assert case.party(0).back.back is None
    assert case.desk.storm is not None


@pytest.mark.parametrize("clock", [Woken()], ids=["woken"])
async def test_unknown_ones_become_known_by_their_booking_one_at_a_time(case: StormCase) -> None:
    assert isinstance(case.clock, Woken)
    await case.quoted(3)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.decide()
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.go_on()
    assert case.ends == [U, U, N]
    # The second waits until the first is known.
    for number in range(2):
        case.clock.alarm.set()
        await until(lambda known=number: case.ends[known] is EndState.KNOWN_CANCELLED)
        assert case.ends == [EndState.KNOWN_CANCELLED] * (number + 1) + [U] * (1 - number) + [N]
    assert case.storm.refunded == 0
    await case.go_on()
    assert case.ends[2] is C
    assert len(case.sent()) == 3
    await case.desk.end()
    # It is certain, so the customer is told what there is to give back.
    assert case.party(0).back.back == case.party(0).sale.given_back


async def test_a_line_that_drops_pauses_before_anything_more_is_sent(case: StormCase) -> None:
    await case.quoted(3)
    ref = case.party(1).sale.booking_ref

    def cut(_: object) -> None:
        case.counter.faults.cut_request(QUOTE, 100, times=None)

    case.counter.faults.change(CONFIRM, cut)
    await case.decide()
    assert case.ends == [C, N, N]
    pause = case.storm.pause
    assert pause is not None
    assert (pause.why, pause.back_at) == (PauseReason.LINE, None)
    assert [each.state for each in case.sent() if each.facts["booking_ref"] == ref] == [State.NOT_SENT]
    case.counter.faults.clear()
    await case.counter.desk.wallet.read()
    assert case.storm.pause is not None
    assert case.storm.pause.back_at is not None
    assert case.ends == [C, N, N]
    await case.go_on()
    assert case.ends == [C] * 3
    # The second try of the same intent kept the number that had never been used.
    tries = [each for each in case.sent() if each.facts["booking_ref"] == ref]
    assert [each.state for each in tries] == [State.NOT_SENT, State.CANCELLED]
    assert len({each.request_id for each in tries}) == len({each.intent_id for each in tries}) == 1
    assert case.cancelled_twice() == [ref]


async def test_stopping_lets_the_one_on_its_way_end(case: StormCase) -> None:
    await case.quoted(3)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    with pytest.raises(DeskError, match="Stop it first"):
        await case.desk.end()
    with pytest.raises(DeskError):
        await case.desk.leave()
    case.desk.stop()
    assert case.storm.is_stopping
    held.set_result(None)
    await case.ran()
    assert case.ends == [C, N, N]
    assert case.storm.pause is not None
    assert case.storm.pause.words.startswith("Stopped by Asha at ")
    assert case.storm.pause.words.endswith("2 are still booked.")
    # Going on twice is going on once.
    await asyncio.gather(case.desk.go_on(), case.desk.go_on())
    await case.ran()
    assert case.ends == [C] * 3
    assert case.gone() == 3
    assert len(case.sent()) == 3


@beside_others
async def test_who_leaves_the_page_has_decided_all_the_same(case: StormCase) -> None:
    await case.quoted(2)
    for press in (lambda: case.desk.decide(BY_ASHA), case.desk.go_on):
        pressed = asyncio.ensure_future(press())
        await asyncio.sleep(0)
        pressed.cancel()
        await until(lambda: case.storm.decision is not None)
        case.desk.stop()
        await case.ran()
        if case.gone() == 2:
            break
    assert case.ends.count(C) == case.gone()
    assert case.storm.pause is None or case.storm.pause.why is PauseReason.STOPPED


@beside_others
async def test_the_end_of_the_program_does_not_wait_for_readings_of_a_lost_answer(case: StormCase) -> None:
    await case.quoted(2)
    held = case.counter.faults.hold(CONFIRM)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    closing = asyncio.ensure_future(case.desk.close())
    await asyncio.sleep(0)
    held.set_result(None)
    await asyncio.wait_for(closing, 20)
    assert case.ends == [U, N]


@pytest.mark.parametrize("clock", [Woken()], ids=["woken"])
async def test_what_is_not_known_is_watched_when_the_storm_is_closed(case: StormCase) -> None:
    assert isinstance(case.clock, Woken)
    await case.quoted(1)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.decide()
    await case.desk.end()
    await case.desk.finish()
    (summary,) = await case.desk.recent()
    assert (summary.unknown, summary.cancelled) == (1, 0)
    await case.clock.ring()
    await until(lambda: not case.counter.journal.open_attempts())
    (summary,) = await case.desk.recent()
    assert (summary.unknown, summary.cancelled) == (0, 1)


@beside_others
async def test_a_storm_that_is_closed_while_it_is_read_stays_closed(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.quoted(2)
    await case.decide()
    await case.desk.end()
    end_of, is_closed = JournalEnds.end_of, threading.Event()
    asked: list[str] = []

    def late(ends: JournalEnds, ref: str, *given: Any) -> JournalEnd:
        asked.append(ref)
        assert is_closed.wait(30)
        return end_of(ends, ref, *given)

    first = case.party(0).sale.booking_ref
    monkeypatch.setattr(JournalEnds, "end_of", late)
    reading = asyncio.ensure_future(case.desk.refresh())
    await until(lambda: asked)
    await case.desk.finish()
    is_closed.set()
    await reading
    assert case.desk.storm is None
    # The other one is not even asked about.
    assert asked == [first]


@beside_others
async def test_one_that_ended_is_opened_again_at_who_is_told(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    sales = await case.quoted(4)
    case.desk.set_in([sales[3].request_id], is_in=False)
    case.counter.faults.answer(CONFIRM, LOCKED, times=1)
    await case.decide()
    case.counter.faults.clear()
    await case.desk.end()
    before = case.storm
    # Also while it is still held, and however often.
    for _ in range(2):
        await case.desk.reopen(before.id)
        assert (case.storm.phase, case.storm.id) == (Phase.TELLING, before.id)
        assert (case.ends, case.gone()) == ([R, C, C, None], 2)
        assert [each.back for each in case.storm.chosen] == [each.back for each in before.chosen]
        assert (case.storm.decision, case.storm.refunded) == (before.decision, before.refunded)
        with pytest.raises(DeskError):
            await case.desk.go_on()
    (kept,) = await case.desk.recent()
    await case.desk.finish()
    assert await case.desk.recent() == (kept,)

    def fail(_files: StormFiles, _storm_id: str) -> None:
        raise OSError("unreadable")

    with monkeypatch.context() as disk:
        disk.setattr(StormFiles, "read_ended", fail)
        with pytest.raises(DeskError, match="not kept any more"):
            await case.desk.reopen(before.id)
    with pytest.raises(DeskError, match="not kept any more"):
        await case.desk.reopen("0" * 32)
    assert case.desk.storm is None
    await case.begin(sales[:1])
    with pytest.raises(DeskError, match="Another storm is open"):
        await case.desk.reopen(before.id)
    assert case.storm.phase is Phase.QUOTES


@beside_others
async def test_a_desk_that_keeps_nothing_cancels_all_the_same(tmp_path: Path) -> None:
    async with open_counter(tmp_path / "desk") as counter:
        case = StormCase(counter, VirtualTime())
        await case.quoted(2)
        await case.decide()
        assert case.ends == [C, C]
        await case.desk.end()
        await case.desk.finish()
        assert await case.desk.recent() == ()


async def test_what_is_not_there_is_not_touched(case: StormCase) -> None:
    held = HeldStorm()
    for ask in (held.the_storm, held.the_decision, lambda: held.party("nobody")):
        with pytest.raises(LookupError):
            ask()
    keeper = StormKeeper(
        held,
        StormFiles(None),
        PartySales(case.counter.desk.bookings, JournalEnds(case.counter.journal, lambda _: False), str),
    )
    await keeper.keep()
    await keeper.close()
    sales = await case.sold(2)
    case.counter.faults.answer(QUOTE, STRANGE, times=2)
    await case.begin(sales)
    await case.all_in()
    case.desk.see(sales[0].request_id)
    assert [each.is_seen for each in case.storm.parties] == [True, False]


@beside_others
async def test_a_stop_counts_from_the_press_on(case: StormCase, monkeypatch: pytest.MonkeyPatch) -> None:
    await case.quoted(2)
    keep, is_kept = whole_file.replace_file, threading.Event()

    def slow(place: Path, content: bytes) -> None:
        assert is_kept.wait(30)
        keep(place, content)

    monkeypatch.setattr(whole_file, "replace_file", slow)
    deciding = asyncio.ensure_future(case.desk.decide(BY_ASHA))
    await until(lambda: case.storm.is_running)
    case.desk.stop()
    is_kept.set()
    await deciding
    await case.ran()
    assert case.ends == [N, N]
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.STOPPED
    assert case.sent() == []


async def test_a_press_that_ends_with_its_loop_before_it_begins_leaves_nothing(case: StormCase) -> None:
    await case.quoted(1)
    others = asyncio.all_tasks()
    deciding = asyncio.ensure_future(case.desk.decide(BY_ASHA))
    await asyncio.sleep(0)
    for each in asyncio.all_tasks() - others:
        each.cancel()
    await asyncio.wait([deciding])
    gc.collect()
    assert not case.storm.is_running
    assert case.sent() == []


@beside_others
async def test_an_old_quote_is_asked_again_just_before_and_the_same_goes_on(case: StormCase) -> None:
    await case.quoted(2)
    case.clock.let_pass(121)
    await case.decide()
    assert case.ends == [C, C]


async def test_a_changed_quote_is_not_sent_and_waits_for_its_own_tick(case: StormCase) -> None:
    await case.quoted(3)
    before = case.party(0).quote
    case.clock.let_pass(121)
    case.counter.faults.answer(QUOTE, quoted("1.00"))
    await case.decide()
    assert case.ends == [Q, C, C]
    assert (case.party(0).former, case.party(0).waits_for_tick) == (before, True)
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.CHANGED
    with pytest.raises(DeskError):
        await case.desk.go_on()
    assert case.gone() == 2
    case.desk.see(case.party(0).key)
    await case.go_on()
    assert case.ends == [C] * 3
    assert case.party(0).differs


@beside_others
async def test_a_changed_quote_that_changes_again_waits_again(case: StormCase) -> None:
    await case.quoted(1)
    for refund in ("1.00", "2.00"):
        case.clock.let_pass(121)
        case.counter.faults.answer(QUOTE, quoted(refund))
        await (case.decide() if refund == "1.00" else case.go_on())
        assert case.ends == [Q]
        case.desk.see()
    assert case.sent() == []
    case.clock.let_pass(121)
    case.counter.faults.answer(QUOTE, quoted("2.00"))
    await case.go_on()
    assert case.ends == [C]


async def test_what_was_not_stated_is_sent_once_it_was_seen(case: StormCase) -> None:
    sales = await case.sold(1)
    case.counter.faults.answer(QUOTE, STRANGE)
    await case.begin(sales)
    await case.all_in()
    case.desk.see()
    await case.decide()
    assert case.ends == [C]
    await case.desk.refresh()
    # The charge was not stated: what the customer gets back is said later.
    assert case.party(0).back.back is None


@beside_others
async def test_what_the_journal_has_meanwhile_is_not_sent(case: StormCase) -> None:
    await case.quoted(4)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    cancelling = case.counter.desk.cancellation
    # While the first one is on its way, others pages cancel the second whole, the third with a lost answer,
    # and a part of the fourth.
    whole = await accepted_seats(case.counter.desk, booking_of(case.party(1).sale), case.party(1).seats)
    await cancelling.confirm(whole, ignore)
    lost = await accepted_seats(case.counter.desk, booking_of(case.party(2).sale), case.party(2).seats)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await cancelling.confirm(lost, ignore)
    held.set_result(None)
    await case.ran()
    assert case.ends == [C, C, U, C]
    assert len([each for each in case.sent() if each.kind is Kind.CANCEL]) == 4
    assert case.cancelled_twice() == []


async def test_a_part_that_was_cancelled_meanwhile_makes_another_quote(case: StormCase) -> None:
    sales = await case.quoted(3)
    part = await accepted_seats(case.counter.desk, booking_of(sales[2]), 1)
    await case.counter.desk.cancellation.confirm(part, ignore)
    await case.decide()
    assert case.ends == [C, C, Q]
    assert case.party(2).seats == 2
    case.desk.see()
    await case.go_on()
    assert case.ends == [C] * 3
    assert case.cancelled_twice() == [sales[2].booking_ref]
    assert case.gone() == 3


@beside_others
async def test_the_same_refund_for_fewer_people_is_another_quote(case: StormCase) -> None:
    sales = await case.sold(3)
    case.counter.faults.answer(QUOTE, quoted("7.00"))
    await case.begin(sales[2:])
    await case.all_in()
    part = await accepted_seats(case.counter.desk, booking_of(sales[2]), 1)
    await case.counter.desk.cancellation.confirm(part, ignore)
    case.clock.let_pass(121)
    case.counter.faults.answer(QUOTE, quoted("7.00"))
    await case.decide()
    assert case.ends == [Q]
    quote = case.party(0).quote
    assert quote is not None
    assert (quote.refund, quote.seats) == (7, sales[2].qty - 1)
    case.desk.see()
    await case.go_on()
    assert case.ends == [C]


@beside_others
async def test_what_another_counter_cancelled_meanwhile_is_left_out(case: StormCase) -> None:
    sales = await case.quoted(2)
    case.clock.let_pass(121)
    case.counter.world.cancel(
        CancelOrder("other-1", sales[0].booking_ref, OrderModule.ACTIVITY, sales[0].qty, ())
    )
    await case.decide()
    assert case.ends == [None, C]
    assert case.party(0).quote_state is QuoteState.LEFT_OUT
    assert case.party(0).words == "Already cancelled. Left out."
    assert [each.was_gone for each in case.storm.parties] == [True, False]


@pytest.mark.parametrize("endpoint", [QUOTE, CONFIRM])
async def test_a_refused_key_pauses(case: StormCase, endpoint: str) -> None:
    await case.quoted(3)
    if endpoint == QUOTE:
        case.clock.let_pass(121)
    case.counter.faults.revoke_key()
    await case.decide()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.KEY
    assert case.ends[1:] == [N, N]
    # As long as it is not accepted, nothing goes.
    await case.go_on()
    assert case.storm.pause.why is PauseReason.KEY
    assert case.gone() == 0
    case.counter.faults.clear()
    await case.counter.desk.reader.wallet()
    await case.go_on()
    assert case.ends[1:] == [C, C]


@pytest.mark.parametrize("endpoint", [QUOTE, CONFIRM])
async def test_a_service_that_asks_to_wait_pauses(case: StormCase, endpoint: str) -> None:
    await case.quoted(2)
    if endpoint == QUOTE:
        case.clock.let_pass(121)
    case.counter.faults.answer(endpoint, SLOW_DOWN, times=None)
    await case.decide()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.SERVICE_WAIT
    assert case.ends == [N if endpoint == QUOTE else R, N]


@beside_others
async def test_a_line_that_drops_at_a_quote_pauses_too(case: StormCase) -> None:
    await case.quoted(2)
    case.clock.let_pass(121)
    case.counter.faults.before_work(QUOTE, silent=False, times=None)
    await case.decide()
    assert case.ends == [N, N]
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.LINE
    case.counter.faults.clear()
    case.counter.faults.answer(QUOTE, OtherAnswer(503, b"<html>"), times=None)
    await case.go_on()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.SERVICE_WAIT
    assert case.sent() == []


@beside_others
async def test_a_stop_while_a_quote_is_asked_sends_nothing(case: StormCase) -> None:
    await case.quoted(2)
    case.clock.let_pass(121)
    held = case.counter.faults.hold(QUOTE)
    await case.desk.decide(BY_ASHA)
    await until(lambda: not case.counter.faults.armed)
    case.desk.stop()
    held.set_result(None)
    await case.ran()
    assert case.ends == [N, N]
    assert case.sent() == []


@beside_others
async def test_a_quote_that_grows_too_old_at_the_last_moment_is_asked_again(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.quoted(2)
    accept, refusals = case.counter.desk.cancellation.accept, [True, *[True] * 3]

    def late(*given: Any, **more: Any) -> AcceptedQuote:
        if refusals.pop() if refusals else False:
            raise NotAcceptedError("too old")
        return accept(*given, **more)

    monkeypatch.setattr(case.counter.desk.cancellation, "accept", late)
    await case.decide()
    # Three times in a row is enough for now; the next one needs but one more.
    assert case.ends == [N, C]
    await case.go_on()
    assert case.ends == [C, C]


@beside_others
async def test_a_quote_that_is_refused_is_passed_over(case: StormCase) -> None:
    await case.quoted(2)
    case.clock.let_pass(121)
    case.counter.faults.answer(QUOTE, LOCKED, times=1)
    await case.decide()
    assert case.ends == [N, C]
    assert case.party(0).words == 'Not quoted: "Amount locked."'
    assert case.storm.pause is None
    await case.go_on()
    assert case.ends == [C, C]


@beside_others
async def test_a_wallet_that_disagrees_pauses_where_this_counter_alone_uses_it(case: StormCase) -> None:
    await case.quoted(3)
    case.counter.desk.rules.is_alone = True

    def drain(world: object) -> None:
        assert world is case.counter.world
        case.counter.world.set_wallet(cash=100)

    case.counter.faults.change(CONFIRM, drain)
    await case.decide()
    pause = case.storm.pause
    assert pause is not None
    assert pause.why is PauseReason.WALLET
    assert "The wallet rose by" in pause.words
    assert case.ends == [C, N, N]
    await case.go_on()
    assert case.ends == [C] * 3


@beside_others
async def test_a_wallet_that_others_use_proves_nothing(case: StormCase) -> None:
    await case.quoted(2)
    case.counter.faults.change(CONFIRM, lambda _: case.counter.world.set_wallet(cash=100))
    await case.decide()
    assert case.ends == [C, C]


@beside_others
async def test_nor_does_one_that_this_counter_itself_moved_or_that_cannot_be_read(case: StormCase) -> None:
    await case.quoted(4)
    case.counter.desk.rules.is_alone = True
    draft = await case.counter.draft(0, 1)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    await case.counter.book(draft)
    held.set_result(None)
    await until(lambda: case.ends[0] is C)
    case.counter.faults.answer("wallet_balance", OtherAnswer(500, b"{}"), times=None)
    await case.ran()
    assert case.ends == [C] * 4
    case.counter.faults.clear()


@beside_others
async def test_the_wallet_agrees_until_something_else_has_moved_it(case: StormCase) -> None:
    await case.quoted(3)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    case.desk.stop()
    held.set_result(None)
    await case.ran()
    assert (case.ends[:2], case.storm.wallet_agrees) == ([C, N], True)
    # What was credited is not known while an answer is lost, nor when a reading has found it.
    case.counter.desk.rules.is_alone = True
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.go_on()
    lost = case.party(1)
    await case.counter.desk.cancellation.look(lost.intent_id)
    await case.go_on()
    assert (case.ends, case.storm.wallet_agrees) == ([C, EndState.KNOWN_CANCELLED, C], None)


async def test_a_refund_that_is_not_stated_agrees_with_no_wallet(case: StormCase) -> None:
    await case.quoted(1)
    case.counter.desk.rules.is_alone = True
    case.counter.faults.answer(
        CONFIRM,
        OtherAnswer(
            200, b'{"status": "SUCCESS", "refund_reference": "RF-1", "new_booking_status": "Cancelled"}'
        ),
    )
    await case.decide()
    assert (case.ends, case.party(0).refunded) == ([C], None)
    assert (case.storm.wallet_agrees, case.storm.pause) == (None, None)


@beside_others
async def test_the_wallet_says_nothing_after_a_sale_in_the_pause(case: StormCase) -> None:
    await case.quoted(2)
    case.counter.faults.answer(CONFIRM, OtherAnswer(429, b'{"status": "ERROR"}'))
    await case.decide()
    assert case.ends == [R, N]
    case.counter.desk.rules.is_alone = True
    await case.counter.sell()
    await case.go_on()
    assert (case.ends, case.storm.wallet_agrees) == ([R, C], None)


@beside_others
async def test_without_a_wallet_at_the_beginning_there_is_nothing_to_compare(case: StormCase) -> None:
    await case.quoted(1)
    case.counter.faults.answer("wallet_balance", OtherAnswer(500, b"{}"), times=None)
    await case.decide()
    assert case.ends == [C]
    assert case.storm.wallet_before is None


@beside_others
async def test_a_journal_that_cannot_be_written_pauses(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.quoted(3)
    append = case.counter.journal.append
    full = True

    def refuse(**entry: Any) -> LogEntry:
        if full and entry["state"] is bad:
            raise JournalError("full")
        return append(**entry)

    bad = State.PREPARED
    monkeypatch.setattr(case.counter.journal, "append", refuse)
    await case.decide()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.DISK
    assert case.ends == [N, N, N]
    # The end of one could not be written: the journal does not know it, whatever the answer was.
    bad = State.CANCELLED
    await case.go_on()
    assert case.storm.pause.why is PauseReason.DISK
    assert case.ends == [U, N, N]
    assert "could not write that down" in case.party(0).words
    # Nor could that it never left, or was refused: the one stays unsent, the other is not known.
    bad = State.NOT_SENT
    case.counter.faults.cut_request(QUOTE, 100)
    await case.go_on()
    assert case.storm.pause.why is PauseReason.DISK
    assert case.ends == [U, N, N]
    # Until a start says that it never left, it is passed over: no line is in the way of the next one.
    full = False
    await case.go_on()
    assert (case.ends, case.storm.pause) == ([U, N, C], None)
    await case.counter.desk.payments.close_interrupted()
    full, bad = True, State.REJECTED
    case.counter.faults.answer(CONFIRM, LOCKED)
    await case.go_on()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.DISK
    assert case.ends == [U, U, C]
    assert case.gone() == 2


async def test_a_counter_that_may_not_spend_pauses_with_the_sentence(case: StormCase) -> None:
    await case.quoted(1)

    def refuse() -> None:
        raise DeskError(replace(running(), what="The clock is wrong."))

    case.counter.desk.reader.check_may_spend = refuse
    await case.decide()
    assert case.storm.pause is not None
    assert case.storm.pause.why is PauseReason.FORBIDDEN
    assert "The clock is wrong." in case.storm.pause.words
    assert case.ends == [N]


async def test_one_person_decides_or_two_where_the_settings_say_so(opened: Open, clock: VirtualTime) -> None:
    async with opened(asks_two=True) as counter:
        case = StormCase(counter, clock)
        await case.quoted(1)
        desk, reason = case.desk, StormReason.WEATHER
        assert (desk.asks_second, desk.asks_pin, desk.decider) == (True, False, "")
        assert desk.obstacle(None, "", "Asha", "Ravi") == "Say why."
        assert desk.obstacle(StormReason.OTHER, " ", "Asha", "Ravi") == "Say why."
        assert desk.obstacle(reason, "", " ", "Ravi") == "Enter your name."
        assert desk.obstacle(reason, "", "Asha", "") == "A second person must agree."
        assert desk.obstacle(reason, "", "Asha", "asha ") == "A second person must enter another name."
        with pytest.raises(DeskError, match="A second person must agree"):
            await desk.decide(BY_ASHA)
        assert case.storm.phase is Phase.QUOTES
        await case.decide(replace(BY_ASHA, second="Ravi"))
        assert case.sent()[0].private["reason"] == "storm, weather, Asha and Ravi"
        assert case.storm.decision is not None
        assert (case.storm.decision.by, case.storm.decision.second) == ("Asha", "Ravi")


async def test_the_second_clerk_types_another_pin(opened: Open, clock: VirtualTime) -> None:
    async with opened(asks_two=True) as counter:
        case, duty = StormCase(counter, clock), counter.desk.day_close.duty
        await case.quoted(1)
        await duty.add("Asha", "1111")
        await duty.add("Ravi", "2222")
        order = StormOrder(StormReason.OPERATOR, by="Ravi", second="2222")
        assert case.desk.obstacle(order.reason, "", "Ravi", "2222") == "A clerk must be on duty."
        await duty.take_over("1111")
        assert (case.desk.asks_pin, case.desk.decider) == (True, "Asha")
        for pin in ("1111", "3333"):
            with pytest.raises(DeskError) as refused:
                await case.desk.decide(replace(order, second=pin))
            assert refused.value.advice.field == "second"
        assert case.sent() == []
        await case.decide(order)
        assert case.sent()[0].private["reason"] == "storm, called off by the operator, Asha and Ravi"


async def test_nothing_is_sent_when_the_batch_cannot_be_kept(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await case.quoted(2)

    def full(_place: Path, _content: bytes) -> None:
        raise OSError("full")

    with monkeypatch.context() as broken:
        broken.setattr(whole_file, "replace_file", full)
        with pytest.raises(DeskError, match="cannot write the storm down"):
            await case.desk.decide(BY_ASHA)
        assert (case.storm.phase, case.storm.decision) == (Phase.QUOTES, None)
        assert case.sent() == []
    case.counter.faults.answer(CONFIRM, LOCKED, times=1)
    held = case.counter.faults.hold(CONFIRM)
    await case.desk.decide(BY_ASHA)
    await until(lambda: case.ends[0] is S)
    case.desk.stop()
    held.set_result(None)
    await case.ran()
    with monkeypatch.context() as broken:
        broken.setattr(whole_file, "replace_file", full)
        with pytest.raises(DeskError, match="cannot write the storm down"):
            await case.desk.go_on()
        assert case.storm.pause is not None
        assert not case.storm.is_running
        assert case.ends == [R, N]
        # What only makes the next start easier is no reason to stay.
        await case.desk.end()
        with pytest.raises(DeskError, match="cannot write the storm down"):
            await case.desk.finish()
    assert case.desk.storm is not None
    await case.desk.finish()
    assert case.desk.storm is None


@beside_others
async def test_decided_twice_is_decided_once(case: StormCase) -> None:
    await case.quoted(2)
    await asyncio.gather(case.desk.decide(BY_ASHA), case.desk.decide(BY_ASHA))
    await case.ran()
    assert len(case.sent()) == 2
    with pytest.raises(DeskError):
        await case.desk.decide(BY_ASHA)
    # Nothing of the quotes can be touched any more.
    case.desk.set_in([case.party(0).key], is_in=False)
    await case.desk.ask_again()
    assert case.ends == [C, C]


async def test_a_person_settles_an_unknown_one_and_the_storm_shows_it(case: StormCase) -> None:
    await case.quoted(2)
    case.counter.faults.before_work(CONFIRM, silent=False)
    await case.decide()
    assert case.ends == [U, N]
    cancelling = case.counter.desk.cancellation
    intent = case.party(0).intent_id
    case.counter.journal.append_to(case.counter.journal.open_attempts()[0], State.ESCALATED, {})
    case.clock.let_pass(400)
    await cancelling.record_not_cancelled(intent, Decision("Asha", "Operator, by phone"))
    await case.desk.refresh()
    assert case.ends == [EndState.KNOWN_BOOKED, N]
    await case.go_on()
    assert case.ends == [EndState.KNOWN_BOOKED, C]
    assert case.gone() == 1


async def test_the_newest_try_tells_what_became_of_a_party(case: StormCase) -> None:
    journal = case.counter.journal
    # The second try took the number of an equal order of another page, which had never left.
    tries = (("mine", 1, "r-1", State.NOT_SENT), ("of a page", 2, "r-2", State.REJECTED))
    for intent_id, attempt, request_id, end in tries:
        for state in (State.PREPARED, State.DISPATCHED, end):
            facts: dict[str, str | int | None] = {"booking_ref": "PNR1", "asked_as": "mine"}
            journal.append(
                intent_id=intent_id,
                attempt=attempt,
                request_id=request_id,
                kind=Kind.CANCEL,
                state=state,
                facts=facts,
                private={},
            )
    assert JournalEnds(journal, lambda _: False).end_of("PNR1", "mine", 0).state is R


@beside_others
async def test_amounts_say_what_is_refunded(case: StormCase) -> None:
    await case.quoted(1)
    case.counter.faults.answer(
        CONFIRM,
        OtherAnswer(
            200,
            b'{"status": "SUCCESS", "refund_reference": "RF-1", "new_booking_status": "Cancelled",'
            b'"pricing_summary": {"net_agent_refund_credited": 5.5, "platform_cancellation_charge": 1}}',
        ),
    )
    await case.decide()
    assert case.ends == [C]
    assert (case.party(0).refunded, case.party(0).differs) == (Decimal("5.50"), True)
