"""Who travels on a day, what was said of them, what they owe, and what the service says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import STORM, STORM_OVER
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.desk import DeskOptions
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Receipt, UnknownOutcome
from app.desk.till.due import due_of_sales
from app.desk.till.payment_values import in_paise
from app.desk.travelling.messages import Template
from app.desk.travelling.travelling import Travelling
from app.desk.travelling.values import AskedSoFar, Board, Party, PartyState, ToldState
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.till.till_schema import FILE
from tests.desk.till.test_refunds import paid
from tests.support.counter import AS_ON, Counter, accepted_seats, open_desk, tomorrow_at_ten, until
from tests.support.proof import beside_others
from tests.support.store.recording_till import open_book
from tests.support.ui.taking_payment import TILL


class Clock:
    """The time where the trips are."""

    ahead = timedelta()

    def __call__(self) -> datetime:
        return tomorrow_at_ten() + self.ahead


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def counter(tmp_path: Path, clock: Clock) -> AsyncGenerator[Counter]:
    """A desk with a register and a till."""
    folder = tmp_path / "desk"
    rules = OfficeRules(till=TILL)
    options = DeskOptions(open_till=partial(open_book, tmp_path / "till"))
    with PracticeServer(World(like=AS_ON, clock=clock), Faults()) as server:
        memory = memory_of(folder, "one")
        async with open_desk(folder, server, local_cache=memory, rules=rules, options=options) as opened:
            yield opened


def travelling(counter: Counter) -> Travelling:
    return counter.desk.travelling


async def board(counter: Counter, days: int = 0) -> Board:
    """The board of today, or of some days later."""
    await counter.desk.bookings.follow()
    return await travelling(counter).board(counter.desk.reader.today() + timedelta(days=days))


async def only(counter: Counter) -> Party:
    """The only party of today."""
    ((party,),) = [each.parties for each in (await board(counter)).departures]
    return party


async def cancel(counter: Counter, receipt: Receipt, seats: int, of: int = 2) -> None:
    order = await accepted_seats(counter.desk, Booking(receipt.booking_ref, is_boat=False, qty=of), seats)
    assert isinstance(await counter.desk.cancellation.confirm(order, lambda _: None), Cancelled)


async def test_a_day_has_its_departures_and_slots_by_time_and_the_parties_as_they_were_sold(
    counter: Counter,
) -> None:
    late, first, second = [await counter.sell(number) for number in (1, 0, 0)]
    found = await board(counter)
    assert [each.starts for each in found.departures] == sorted(each.starts for each in found.departures)
    early, later = found.departures
    assert [each.key for each in early.parties] == [first.request_id, second.request_id]
    assert [each.key for each in later.parties] == [late.request_id]
    assert early.place
    assert early.ends > early.starts
    assert (len(found.parties), found.seats, early.seats, early.told, early.handed) == (3, 6, 4, 0, 0)
    assert found.party(late.request_id) == later.parties[0]
    assert found.party("another") is None
    assert later.parties[0].seat_words == "2"
    assert later.parties[0].sale.customer_phone == "9876501234"


async def test_the_seats_of_a_boat_are_told_by_fare(counter: Counter) -> None:
    await counter.book(await counter.boat())
    (boat,) = (await board(counter, 1)).departures
    assert boat.is_boat
    assert boat.place
    assert boat.parties[0].seat_words == "2a 1c 1f"
    assert boat.parties[0].seats == 4


async def test_what_a_clerk_says_is_kept_with_time_and_name_and_the_newest_counts(counter: Counter) -> None:
    receipt = await counter.sell()
    heard: list[bool] = []
    travelling(counter).changed.subscribe(lambda: heard.append(True))
    key = [receipt.request_id]
    assert (await only(counter)).told is ToldState.NOT_TOLD
    await travelling(counter).tell(key, ToldState.TOLD, "chat")
    party = await only(counter)
    assert party.told is ToldState.TOLD
    assert party.told_mark is not None
    assert party.told_mark.way == "chat"
    await travelling(counter).tell(key, ToldState.NOT_REACHED)
    assert (await only(counter)).told is ToldState.NOT_REACHED
    await travelling(counter).tell(key, ToldState.NOT_TOLD)
    party = await only(counter)
    assert (party.told, party.told_mark) == (ToldState.NOT_TOLD, None)
    assert len(heard) == 3
    # Nothing is taken away: the booking tells all of it.
    sale = (await counter.desk.bookings.about(party.sale)).sale
    assert [step.text for step in sale.history if step.is_told] == ["Told", "Not reached", "Not told"]


async def test_a_voucher_on_paper_is_handed_until_somebody_takes_that_back(counter: Counter) -> None:
    receipt = await counter.sell()
    assert not (await only(counter)).is_handed
    await counter.desk.bookings.note(receipt.request_id, "voucher_printed")
    assert (await only(counter)).is_handed
    await travelling(counter).hand([receipt.request_id], is_handed=False)
    party = await only(counter)
    assert (party.is_handed, party.handed_mark) == (False, None)
    await travelling(counter).hand([receipt.request_id], is_handed=True)
    assert (await only(counter)).is_handed


async def test_a_cancelled_party_stays_and_is_in_no_sum(counter: Counter) -> None:
    part, whole = await counter.sell(), await counter.sell()
    keys = [part.request_id, whole.request_id]
    await travelling(counter).tell(keys, ToldState.TOLD, "chat")
    await travelling(counter).hand(keys, is_handed=True)
    await cancel(counter, part, 1)
    await cancel(counter, whole, 2)
    found = await board(counter)
    (slot,) = found.departures
    states = {each.key: each.state for each in slot.parties}
    assert states == {part.request_id: PartyState.PARTLY, whole.request_id: PartyState.CANCELLED}
    assert (found.seats, len(found.parties), len(slot.travelling)) == (1, 1, 1)
    assert (slot.told, slot.handed) == (1, 1)
    gone = found.party(whole.request_id)
    assert gone is not None
    assert (gone.seats, gone.counts) == (0, False)
    assert gone.sale.updated_at is not None


async def test_an_unknown_outcome_is_on_the_board_as_not_known(counter: Counter) -> None:
    counter.faults.after_work("create_booking", silent=False)
    preflight = await counter.desk.selling.preflight(await counter.draft())
    assert isinstance(await counter.desk.selling.book(preflight, lambda _: None), UnknownOutcome)
    party = await only(counter)
    assert (party.state, party.seats) == (PartyState.UNKNOWN, 2)
    assert (await board(counter)).departures[0].unknown == 1
    # It has no PNR that the service could be asked for.
    assert await travelling(counter).ask([party], lambda _: None) == AskedSoFar(0, 0)


async def test_what_was_refused_does_not_travel(counter: Counter) -> None:
    counter.faults.before_work("create_booking", silent=False, times=None)
    preflight = await counter.desk.selling.preflight(await counter.draft())
    await counter.desk.selling.book(preflight, lambda _: None)
    counter.faults.clear()
    kinds = {each.state for each in (await board(counter)).parties}
    assert kinds <= {PartyState.UNKNOWN}


async def test_what_is_owed_is_what_the_till_has_not_seen(counter: Counter) -> None:
    paid_one, open_one, part = [await counter.sell() for _ in range(3)]
    await counter.desk.bookings.follow()
    sales = {
        each.request_id: each
        for each in [await counter.desk.bookings.own(each.request_id) for each in (paid_one, open_one, part)]
        if each is not None
    }
    till = counter.desk.till
    await till.record(paid(due_of_sales((sales[paid_one.request_id],))))
    await till.record(paid(due_of_sales((sales[part.request_id],)), typed="100"))
    found = await board(counter)
    pays = sales[open_one.request_id].customer_pays
    assert pays is not None
    owed = {each.key: each.owed for each in found.parties}
    assert owed == {
        paid_one.request_id: 0,
        open_one.request_id: in_paise(pays),
        part.request_id: in_paise(pays) - 100_00,
    }
    (slot,) = found.departures
    assert (slot.owed, slot.owed_by) == (2 * in_paise(pays) - 100_00, 2)
    # Of what is cancelled in part nobody has said what is given back.
    await cancel(counter, open_one, 1)
    party = (await board(counter)).party(open_one.request_id)
    assert party is not None
    assert party.owed is None


async def test_parties_are_read_again_with_what_was_paid_cancelled_and_told_since(counter: Counter) -> None:
    paid_one, gone = [await counter.sell() for _ in range(2)]
    before = (await board(counter)).parties
    sale = await counter.desk.bookings.own(paid_one.request_id)
    assert sale is not None
    await counter.desk.till.record(paid(due_of_sales((sale,))))
    await cancel(counter, gone, 2)
    await travelling(counter).tell([gone.request_id], ToldState.TOLD)
    elsewhere = replace(before[0], sale=replace(before[0].sale, request_id="on no board"))
    *known, other = await travelling(counter).again((*before, elsewhere))
    found = {each.key: (each.owed, each.state, each.told) for each in known}
    assert found[paid_one.request_id] == (0, PartyState.TRAVELS, ToldState.NOT_TOLD)
    assert found[gone.request_id][1:] == (PartyState.CANCELLED, ToldState.TOLD)
    assert (other.key, other.owed) == ("on no board", None)


async def test_without_a_till_nothing_is_said_of_money(counter: Counter) -> None:
    await counter.sell()
    counter.desk.rules.till = replace(TILL, is_on=False)
    found = await board(counter)
    assert (found.has_till, found.parties[0].owed) == (False, None)


@beside_others
async def test_a_till_that_cannot_be_read_is_said_and_the_board_is_there(
    counter: Counter, tmp_path: Path
) -> None:
    await counter.sell()
    (tmp_path / "till" / FILE).mkdir(parents=True)
    found = await board(counter)
    assert found.trouble
    assert found.parties[0].owed is None


async def test_the_service_is_asked_for_each_booking_and_what_it_says_otherwise_is_shown(
    counter: Counter,
) -> None:
    kept, gone = await counter.sell(), await counter.sell()
    before = await board(counter)
    assert before.asked_at is None
    # The operator cancels one, and this counter does not know.
    counter.world.cancel(CancelOrder("other", gone.booking_ref, OrderModule.ACTIVITY, 2, ()))
    heard: list[AskedSoFar] = []
    ended = await travelling(counter).ask(before.parties, heard.append)
    assert ended == AskedSoFar(2, 2)
    assert [each.done for each in heard] == [0, 1, 2]
    after = await board(counter)
    assert after.asked_at is not None
    parties = [after.party(each.request_id) for each in (kept, gone)]
    assert [each.differs for each in parties if each] == ["", "Service says Cancelled. Open the booking."]


async def test_two_are_asked_at_once_and_stopping_keeps_what_was_read(counter: Counter) -> None:
    for _ in range(4):
        await counter.sell()
    parties = (await board(counter)).parties
    holds = [counter.faults.hold("booking_status") for _ in range(4)]
    heard: list[AskedSoFar] = []
    asking = asyncio.ensure_future(travelling(counter).ask(parties, heard.append))
    holds[0].set_result(None)
    await until(lambda: heard and heard[-1].done == 1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    for each in holds[1:]:
        each.set_result(None)
    read = [each for each in (await board(counter)).parties if each.asked]
    assert len(read) == 1


@beside_others
async def test_who_does_not_answer_is_counted(counter: Counter) -> None:
    for _ in range(3):
        await counter.sell()
    parties = (await board(counter)).parties
    counter.faults.before_work("booking_status", silent=False, times=None)
    ended = await travelling(counter).ask(parties, lambda _: None)
    assert (ended.done, ended.failed) == (3, 3)
    assert ended.trouble


@beside_others
async def test_with_a_key_that_is_refused_no_more_is_asked(counter: Counter) -> None:
    for _ in range(5):
        await counter.sell()
    parties = (await board(counter)).parties
    counter.faults.revoke_key("booking_status")
    ended = await travelling(counter).ask(parties, lambda _: None)
    assert ended.done < 5


@beside_others
async def test_the_next_day_with_somebody_is_found(counter: Counter) -> None:
    await counter.desk.wallet.read()
    today = counter.desk.reader.today()
    assert await travelling(counter).next_day(today) is None
    await counter.book(await counter.boat())
    await counter.desk.bookings.follow()
    assert await travelling(counter).next_day(today) == today + timedelta(days=1)


async def test_it_opens_on_today_and_after_the_last_departure_on_tomorrow(
    counter: Counter, clock: Clock
) -> None:
    await counter.desk.wallet.read()
    today = counter.desk.reader.today()
    assert (await travelling(counter).opening()).day == today
    await counter.sell()
    await counter.desk.bookings.follow()
    assert (await travelling(counter).opening()).day == today
    clock.ahead = timedelta(hours=12)
    await counter.desk.wallet.read()
    assert (await travelling(counter).opening()).day == today + timedelta(days=1)


async def test_what_a_storm_has_noted_is_read_and_a_text_that_is_no_note_is_none(counter: Counter) -> None:
    receipt = await counter.sell()
    note = partial(counter.desk.bookings.note, receipt.request_id)
    assert (await only(counter)).storm is None
    await note(STORM, '{"id": "s1", "reason": "weather", "by": "Asha", "second": "Ravi"}')
    storm = (await only(counter)).storm
    assert storm is not None
    assert (storm.storm_id, storm.reason, storm.by, storm.second, storm.is_over) == (
        "s1",
        "weather",
        "Asha",
        "Ravi",
        False,
    )
    await note(STORM_OVER, '{"id": "s1"}')
    storm = (await only(counter)).storm
    assert storm is not None
    assert storm.is_over
    await note(STORM, "")
    assert (await only(counter)).storm is None
    await note(STORM, "[1]")
    assert (await only(counter)).storm is None


async def test_a_forgotten_customer_still_travels_without_a_name(counter: Counter) -> None:
    receipt = await counter.sell()
    await travelling(counter).tell([receipt.request_id], ToldState.TOLD, "chat")
    await counter.desk.bookings.follow()
    await counter.desk.customers.forget(KnownCustomer("Priya Raman", "9876501234", ""), "Asha")
    party = await only(counter)
    assert (party.sale.customer_name, party.sale.customer_phone) == ("", "")
    assert not any(party.sale.kept)
    # When it was told stays, and how does not.
    assert party.told is ToldState.TOLD
    assert party.told_mark is not None
    assert party.told_mark.way == ""


@beside_others
async def test_a_sale_of_another_key_is_told_apart(counter: Counter) -> None:
    await counter.sell()
    wallet = counter.desk.reader.wallet_reading
    assert wallet is not None
    counter.desk.reader.wallet_reading = replace(wallet, agent_id="another")
    party = await only(counter)
    assert party.state is PartyState.OTHER_KEY
    assert party.counts
    assert await travelling(counter).ask([party], lambda _: None) == AskedSoFar(0, 0)


async def test_without_a_register_the_journal_tells_who_travels(tmp_path: Path) -> None:
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        async with open_desk(tmp_path / "desk", server) as counter:
            receipt = await counter.sell()
            party = await only(counter)
            assert party.key == receipt.request_id
            await travelling(counter).tell([party.key], ToldState.TOLD)


def test_a_day_of_nobody_is_empty() -> None:
    nobody = Board(date(2026, 11, 22), (), tomorrow_at_ten())
    assert (nobody.parties, nobody.seats) == ((), 0)


async def test_the_agency_s_own_words_are_what_a_party_is_reminded_with(counter: Counter) -> None:
    await counter.book(await counter.draft(0, 2))
    rules = counter.desk.rules
    rules.travelling = replace(
        rules.travelling, messages={"reminder_en": "Be at the jetty for {trip}, {PNR}."}
    )
    ((departure,), (party,)) = (found := await board(counter)).departures, found.parties
    texts = travelling(counter).offer(Template.REMINDER, party, departure).texts
    assert texts["en"] == f"PRACTICE\nBe at the jetty for {departure.title}, {party.sale.booking_ref}."
    assert party.sale.booking_ref in texts["hi"]
    assert "jetty" not in texts["hi"]
