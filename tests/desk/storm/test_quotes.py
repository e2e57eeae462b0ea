"""Quotes of a storm: two at once, kept in their order, and asked again when they grow old."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from decimal import Decimal

import pytest

from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.booking import TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.storm.values import EndState, Phase, QuoteState, StormReason, sums_of
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.orders import CancelOrder, OrderModule
from tests.desk.storm.conftest import StormCase
from tests.support.counter import accepted_seats, until
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT
from tests.support.desk.virtual_time import VirtualTime
from tests.support.proof import beside_others

QUOTE = "cancel_booking"
STRANGE = OtherAnswer(200, b'{"status": "SUCCESS", "you_get": "ninety"}')
LOCKED = OtherAnswer(409, b'{"status": "ERROR", "code": "LOCKED", "message": "Amount locked."}')
BACK = (Decimal("4000.00"), Decimal("3990.00"), Decimal("10.00"))


def quoted(refund: str, charge: str = "10.00") -> OtherAnswer:
    """An answer to QUOTE with another refund."""
    body = {
        "status": "SUCCESS",
        "pricing_summary": {
            "net_agent_refund_credited": float(refund),
            "platform_cancellation_charge": float(charge),
        },
    }
    return OtherAnswer(200, json.dumps(body).encode())


async def test_two_are_asked_at_once_and_nothing_is_cancelled(case: StormCase) -> None:
    sales = await case.sold(5)
    released = [case.counter.faults.hold(QUOTE) for _ in sales]
    await case.begin(sales)
    await until(lambda: case.quotes.count(QuoteState.ASKING) == 2)
    assert case.quotes == [QuoteState.ASKING] * 2 + [QuoteState.WAITING] * 3
    assert (case.storm.is_asking, case.storm.to_come, case.storm.chosen) == (True, 5, ())
    assert case.party(0).since is not None
    for each in released:
        each.set_result(None)
    await case.all_in()
    assert case.quotes == [QuoteState.QUOTED] * 5
    assert [each.key for each in case.storm.parties] == [each.request_id for each in sales]
    sums, quotes = case.storm.sums, [each.quote for each in case.storm.parties]
    assert (sums.parties, sums.seats) == (5, sum(each.qty for each in sales))
    assert sums.refund == sum(each.refund or 0 for each in quotes if each)
    assert sums.debited is not None
    assert sums.charge is not None
    assert sums.debited - sums.charge == sums.refund > 0
    assert case.storm.phase is Phase.QUOTES
    assert not case.storm.is_asking
    assert (case.sent(), case.gone()) == ([], 0)
    quote = case.desk.quote_of(sales[0].request_id)
    assert quote is not None
    assert quote.booking.booking_ref == sales[0].booking_ref


async def test_asking_pauses_and_goes_on(case: StormCase) -> None:
    sales = await case.sold(4)
    first, second = case.counter.faults.hold(QUOTE), case.counter.faults.hold(QUOTE)
    await case.begin(sales)
    await until(lambda: case.quotes.count(QuoteState.ASKING) == 2)
    case.desk.pause_asking()
    first.set_result(None)
    second.set_result(None)
    await until(lambda: case.storm.to_come == 2)
    assert case.quotes[2:] == [QuoteState.WAITING] * 2
    assert not case.storm.is_asking
    assert case.desk.obstacle(StormReason.WEATHER, "", "Asha", "") == "2 quotes are still to come."
    case.desk.ask_on()
    await case.all_in()
    assert case.quotes == [QuoteState.QUOTED] * 4


async def test_what_cannot_be_cancelled_is_left_out_with_its_reason(case: StormCase) -> None:
    sales = await case.sold(5)
    cancelling = case.counter.desk.cancellation
    # By another counter, by this one, and one whose answer was lost.
    case.counter.world.cancel(
        CancelOrder("other-1", sales[0].booking_ref, OrderModule.ACTIVITY, sales[0].qty, ())
    )
    here = await accepted_seats(case.counter.desk, booking_of(sales[1]), sales[1].qty)
    await cancelling.confirm(here, lambda _: None)
    case.counter.faults.after_work(CONFIRM, silent=False)
    lost = await accepted_seats(case.counter.desk, booking_of(sales[2]), sales[2].qty)
    await cancelling.confirm(lost, lambda _: None)
    other = replace(sales[4], request_id="elsewhere", booking_ref="")
    await case.begin([*sales[:4], replace(sales[3], request_id="x", is_of_other=True), other])
    await case.all_in()
    words = [each.words for each in case.storm.parties]
    assert words[:2] == ["Already cancelled. Left out."] * 2
    assert words[2].startswith("Not known since ")
    assert words[3:] == ["", "Other key, cancel it there. Left out.", "Not booked. Left out."]
    assert [each.is_in for each in case.storm.parties] == [False] * 3 + [True] + [False] * 2
    assert len(case.storm.chosen) == 1
    assert len(case.storm.left_out) == 5
    # None of them comes back in, nor by F5.
    case.desk.set_in([each.key for each in case.storm.parties], is_in=True)
    await case.desk.ask_again()
    assert [each.key for each in case.storm.chosen] == [sales[3].request_id]


@beside_others
async def test_what_is_left_of_a_part_is_quoted(case: StormCase) -> None:
    sales = await case.sold(3)
    part = await accepted_seats(case.counter.desk, booking_of(sales[2]), 1)
    await case.counter.desk.cancellation.confirm(part, lambda _: None)
    await case.begin(sales)
    await case.all_in()
    assert [each.seats for each in case.storm.parties] == [1, 2, 2]


async def test_what_is_not_known_is_added_as_nothing_to_no_sum(case: StormCase) -> None:
    sales = await case.sold(2)
    case.counter.faults.answer(QUOTE, quoted("3990.00"))
    await case.begin(sales)
    await case.all_in()
    first, other = case.storm.parties
    assert first.quote is not None
    assert other.quote is not None
    silent = replace(first, quote=first.quote._replace(debited=None))
    assert sums_of((silent, other)).debited is None
    stated = tuple(
        replace(each, quote=each.quote._replace(debited=Decimal(number)))
        for number, each in ((4000, first), (3000, other))
        if each.quote
    )
    assert sums_of(stated).debited == 7000
    uncharged = replace(first, quote=first.quote._replace(charge=None))
    sums = sums_of((uncharged, other))
    assert (sums.charge, sums.parties) == (None, 2)
    assert sums.refund == sum(each.quote.refund or 0 for each in (first, other) if each.quote)
    gone = replace(first, end=EndState.CANCELLED, refunded=Decimal(90))
    storm = replace(case.storm, parties=(gone, replace(other, end=EndState.CANCELLED)))
    assert (storm.refunded, storm.refunds_not_stated) == (90, 1)


async def test_a_refund_that_is_not_stated_is_no_nought_and_needs_a_tick(case: StormCase) -> None:
    sales = await case.sold(2)
    case.counter.faults.answer(QUOTE, STRANGE)
    await case.begin(sales)
    await case.all_in()
    assert sorted(case.quotes) == [QuoteState.NOT_STATED, QuoteState.QUOTED]
    (unstated,) = case.storm.not_stated
    assert (unstated.quote and unstated.quote.refund, unstated.needs_look) == (None, True)
    assert case.storm.sums.parties == 1
    assert unstated.back.back is None
    sentence = "Tick that you have seen what changed."
    assert case.desk.obstacle(StormReason.WEATHER, "", "Asha", "") == sentence
    case.desk.see()
    assert case.desk.obstacle(StormReason.WEATHER, "", "Asha", "") == ""
    assert case.storm.sums.parties == 1


async def test_a_changed_quote_stands_beside_the_former_until_it_is_seen(case: StormCase) -> None:
    (sale,) = await case.quoted(1)
    before = case.party(0).quote
    case.counter.faults.answer(QUOTE, quoted("3990.00"))
    await case.desk.ask_again()
    party = case.party(0)
    assert (party.quote_state, party.former, party.is_seen) == (QuoteState.CHANGED, before, False)
    assert party.quote is not None
    assert party.quote.refund == Decimal("3990.00")
    assert case.storm.sums.refund == Decimal("3990.00")
    assert case.storm.to_be_seen == (party,)
    case.desk.see(sale.request_id)
    assert case.party(0).is_seen
    # The same again stays seen; another one does not.
    case.counter.faults.answer(QUOTE, quoted("3990.00"))
    await case.desk.ask_again(sale.request_id)
    assert (case.party(0).is_seen, case.party(0).former) == (True, before)
    await case.desk.ask_again()
    assert case.party(0).waits_for_tick
    former = case.party(0).former
    assert former is not None
    assert former.refund == Decimal("3990.00")


async def test_a_change_that_is_taken_back_needs_no_tick(case: StormCase) -> None:
    await case.quoted(1)
    case.counter.faults.answer(QUOTE, quoted("3990.00"))
    await case.desk.ask_again()
    await case.desk.ask_again()
    party = case.party(0)
    assert (party.quote_state, party.former, party.waits_for_tick) == (QuoteState.QUOTED, None, False)


@beside_others
async def test_what_is_not_quoted_says_why_and_can_be_asked_again(case: StormCase) -> None:
    sales = await case.sold(2)
    case.counter.faults.answer(QUOTE, LOCKED)
    await case.begin(sales[:1])
    await case.all_in()
    assert case.quotes == [QuoteState.NOT_QUOTED]
    assert (case.party(0).words, case.party(0).is_in) == ('Not quoted: "Amount locked."', False)
    assert case.desk.obstacle(StormReason.WEATHER, "", "Asha", "") == "No party is chosen."
    case.counter.faults.before_work(QUOTE, silent=False, times=None)
    await case.desk.ask_again()
    assert case.quotes == [QuoteState.NO_ANSWER]
    assert case.party(0).words == "No answer. Ask again."
    case.counter.faults.clear()
    await case.desk.ask_again()
    assert (case.quotes, case.party(0).is_in, case.party(0).words) == ([QuoteState.QUOTED], True, "")


async def test_a_person_leaves_out_and_takes_in(case: StormCase) -> None:
    sales = await case.quoted(2)
    case.desk.set_in([sales[0].request_id, "nobody"], is_in=False)
    assert [each.is_in for each in case.storm.parties] == [False, True]
    await case.desk.ask_again()
    assert case.storm.sums.parties == 1
    case.desk.set_in([sales[0].request_id], is_in=True)
    assert case.storm.sums.parties == 2


async def test_a_boat_is_quoted_by_its_travellers_and_missing_ids_are_typed(
    case: StormCase, monkeypatch: pytest.MonkeyPatch
) -> None:
    boat = await case.counter.boat(replace(BOAT_DRAFT, passengers=(ARJUN,)))
    receipt = await case.counter.book(boat)
    sale = await case.counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    await case.begin([sale])
    await case.all_in()
    (party,) = case.storm.parties
    assert (party.quote_state, party.seats) == (QuoteState.QUOTED, 1)
    assert isinstance(party.choice, TravellerChoice)
    number = party.choice.ids[0]
    await case.desk.leave()
    assert case.desk.storm is None
    monkeypatch.setattr(case.counter.desk.cancellation, "booking", without_ids(case))
    await case.begin([sale])
    await case.all_in()
    (party,) = case.storm.parties
    assert (party.quote_state, party.is_in) == (QuoteState.IDS_MISSING, False)
    assert isinstance(party.choice, TravellerChoice)
    typed = tuple(replace(each, traveller_id=number) for each in party.choice.travellers)
    await case.desk.give_ids(party.key, TravellerChoice(typed))
    assert case.party(0).quote_state is QuoteState.QUOTED
    assert case.party(0).is_in
    # They stay as typed when it is asked again.
    await case.desk.ask_again()
    assert case.party(0).quote_state is QuoteState.QUOTED
    await case.desk.give_ids("nobody", TravellerChoice(typed))


def without_ids(case: StormCase) -> object:
    """The reading of a booking whose answer has no numbers."""
    reading = case.counter.desk.cancellation.booking

    async def read(ref: str, *, is_boat: bool) -> object:
        found = await reading(ref, is_boat=is_boat)
        people = tuple(replace(each, traveller_id=None) for each in found.travellers)
        return replace(found, travellers=people)

    return read


async def test_a_cancelled_boat_is_left_out(case: StormCase) -> None:
    receipt = await case.counter.book(await case.counter.boat(replace(BOAT_DRAFT, passengers=(ARJUN,))))
    sale = await case.counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    people = (await case.counter.desk.cancellation.booking(sale.booking_ref, is_boat=True)).travellers
    ids = tuple(int(each.traveller_id or 0) for each in people)
    case.counter.world.cancel(CancelOrder("other-1", sale.booking_ref, OrderModule.BOAT, 0, ids))
    await case.begin([sale])
    await case.all_in()
    assert case.party(0).words == "Already cancelled. Left out."


@beside_others
async def test_who_goes_on_while_two_are_on_their_way_asks_no_more_than_two(case: StormCase) -> None:
    sales = await case.sold(4)
    released = [case.counter.faults.hold(QUOTE) for _ in sales]
    await case.begin(sales)
    await until(lambda: case.quotes.count(QuoteState.ASKING) == 2)
    case.desk.pause_asking()
    case.desk.ask_on()
    assert case.quotes == [QuoteState.ASKING] * 2 + [QuoteState.WAITING] * 2
    for each in released:
        each.set_result(None)
    await case.all_in()
    assert case.quotes == [QuoteState.QUOTED] * 4


class Woken(VirtualTime):
    """Time in which a sleeper is woken by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.alarm = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Sleep until the test rings."""
        self.slept.append(seconds)
        await self.alarm.wait()
        self.alarm.clear()

    async def ring(self) -> None:
        """Wake the sleeper, and wait until it is awake."""
        self.alarm.set()
        await until(lambda: not self.alarm.is_set())


@pytest.fixture
def clock(request: pytest.FixtureRequest) -> VirtualTime:
    """Time that stands still; in a test about old quotes it can be rung."""
    return Woken() if "old" in request.node.name else VirtualTime()


@beside_others
async def test_an_old_quote_is_asked_again_by_itself_while_the_desk_waits(case: StormCase) -> None:
    assert isinstance(case.clock, Woken)
    await case.quoted(3)
    times = [each.quote.at for each in case.storm.parties if each.quote]
    await case.clock.ring()
    assert [each.quote.at for each in case.storm.parties if each.quote] == times
    # One did not answer: it keeps its quote. One has changed. None leaves its place or waits meanwhile.
    case.clock.let_pass(121)
    case.counter.faults.answer(QUOTE, quoted("11.00"), times=1)
    seen: set[QuoteState] = set()
    stop = case.desk.changed.subscribe(lambda: seen.update(case.quotes))
    case.clock.alarm.set()
    await until(lambda: all(each.quote and each.quote.at > times[-1] for each in case.storm.parties))
    assert seen == {QuoteState.QUOTED, QuoteState.CHANGED}
    stop()
    before = case.storm.parties
    case.counter.faults.before_work(QUOTE, silent=False, times=None)
    case.clock.let_pass(121)
    failed: list[bool] = []
    case.counter.desk.reader.called.subscribe(
        lambda is_answered: None if is_answered else failed.append(True)
    )
    slept = len(case.clock.slept)
    await case.clock.ring()
    # It sleeps again when all of them are over.
    await until(lambda: len(case.clock.slept) > slept)
    assert len(failed) >= len(before)
    assert case.storm.parties == before
    await case.desk.leave()


@beside_others
async def test_a_booking_of_two_sales_is_cancelled_and_counted_once(case: StormCase) -> None:
    first, second = await case.sold(2)
    twin = replace(first, request_id="ac1-twin", booking_ref=first.booking_ref.lower())
    nothing = replace(first, request_id="ac1-lost", booking_ref="", state="rejected")
    await case.begin([first, nothing, replace(nothing, request_id="ac1-lost-too"), twin, second])
    await case.all_in()
    before = case.counter.world.ledger().cash
    assert case.party(3).words == "Same booking as another party. Left out."
    assert [each.words for each in case.storm.parties[1:3]] == ["Not booked. Left out."] * 2
    case.desk.set_in([twin.request_id], is_in=True)
    await case.desk.ask_again(twin.request_id)
    assert [each.is_in for each in case.storm.parties] == [True, False, False, False, True]
    await case.decide()
    gone = EndState.CANCELLED
    assert case.ends == [gone, None, None, None, gone]
    assert case.counter.world.ledger().cash - before == 100 * case.storm.refunded


async def test_one_storm_at_a_time(case: StormCase) -> None:
    sales = await case.quoted(1)
    with pytest.raises(DeskError, match="Another storm is open"):
        await case.begin(sales)
    await case.desk.leave()
    for each in (case.desk.leave, case.desk.end, case.desk.finish, case.desk.go_on):
        with pytest.raises(DeskError):
            await each()
    assert case.desk.obstacle(None, "", "", "") == "There is nothing to decide."
    # Without a storm nothing happens.
    case.desk.stop()
    case.desk.see()
    case.desk.set_in(["x"], is_in=True)
    await case.desk.ask_again()
    await case.desk.refresh()
    await case.desk.give_ids("x", TravellerChoice(()))
    assert case.desk.quote_of("x") is None


async def test_nothing_is_kept_before_the_decision(case: StormCase) -> None:
    sales = await case.quoted(1)
    assert not (case.counter.folder / "storms").exists()
    assert sales
