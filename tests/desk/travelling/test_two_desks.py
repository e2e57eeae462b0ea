"""The board of an office of two desks: what the other one sold and said, and when its database is away."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import Booking
from app.desk.travelling.values import Board, ToldState
from app.practice import Faults, PracticeServer
from app.practice.service.faults import CONFIRM
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, accepted_seats, open_desk, until
from tests.support.proof import beside_others
from tests.support.two_desks import TwoDesks, two_desks


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncGenerator[TwoDesks]:
    async with two_desks(tmp_path) as opened:
        yield opened


async def board(counter: Counter) -> Board:
    return await counter.desk.travelling.board(counter.desk.reader.today())


async def test_each_desk_shows_what_both_sold_and_said(desks: TwoDesks) -> None:
    one, two = desks
    mine, theirs = await one.sell(), await two.book(await two.boat())
    for each in desks:
        await each.desk.remember()
    tomorrow = two.desk.travelling.today()
    ((party,),) = [each.parties for each in (await board(two)).departures]
    assert (party.key, party.sale.desk) == (mine.request_id, "Front")
    assert not any(party.sale.history)
    await two.desk.travelling.tell([mine.request_id], ToldState.TOLD, "chat")
    ((told,),) = [each.parties for each in (await board(one)).departures]
    assert told.told is ToldState.TOLD
    assert told.told_mark is not None
    assert told.told_mark.desk == "Back"
    # What one desk wrote down of its travellers, the other reads.
    day = await one.desk.travelling.next_day(tomorrow)
    assert day is not None
    ((boat,),) = [each.parties for each in (await one.desk.travelling.board(day)).departures]
    assert (boat.key, boat.seat_words, boat.owed) == (theirs.request_id, "2a 1c 1f", None)


@beside_others
async def test_while_the_offices_database_is_away_only_what_this_desk_sold_is_shown(
    desks: TwoDesks, tmp_path: Path
) -> None:
    one, two = desks
    mine, _ = await one.sell(), await two.sell()
    for each in desks:
        await each.desk.remember()
    assert len((await board(one)).parties) == 2
    sharing = one.desk.local_cache.sharing
    cut = Line(tmp_path / "server", one.journal.desk)
    cut.is_cut = True
    sharing.use(cut.open)
    await until(lambda: cut.tries)
    away = await board(one)
    assert away.is_office_away
    assert [each.key for each in away.parties] == [mine.request_id]


async def test_what_was_sold_elsewhere_stays_off_while_the_other_desk_cancels_it(
    desks: TwoDesks, tmp_path: Path
) -> None:
    one, two = desks
    with PracticeServer(one.world, Faults()) as server:
        async with open_desk(tmp_path / "elsewhere", server) as elsewhere:
            receipt = await elsewhere.book(await elsewhere.draft(0, 2))
    today = one.desk.reader.today()
    order = await accepted_seats(
        one.desk, Booking(receipt.booking_ref, is_boat=False, qty=None, title="Scuba", day=today), 1
    )
    one.faults.after_work(CONFIRM, silent=False)
    assert isinstance(await one.desk.cancellation.confirm(order, lambda _: None), OpenCancellation)
    await one.desk.remember()
    (theirs,) = (await two.desk.bookings.every(Wanted(travels=(today,)))).sales
    assert theirs.is_open
    assert not (await board(two)).departures


async def test_a_passenger_of_the_other_desk_is_found_until_he_is_erased(desks: TwoDesks) -> None:
    one, two = desks
    theirs = await two.book(await two.boat())
    await two.desk.remember()
    for counter in desks:
        (found,) = await counter.desk.bookings.search("vogel", 6)
        assert (found.booking_ref, found.found_by) == (theirs.booking_ref, ("Jana Katharina Vogel",))
    (sold,) = await two.desk.bookings.search(theirs.booking_ref, 6)
    await two.desk.customers.forget(
        KnownCustomer(sold.customer_name, sold.customer_phone, sold.customer_email), "Nina"
    )
    await two.desk.remember()
    await one.desk.remember()
    for counter in desks:
        assert await counter.desk.bookings.search("vogel", 6) == ()
