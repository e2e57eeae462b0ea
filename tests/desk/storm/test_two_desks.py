"""A booking stands in one running plan of the office, and what desks see of each other's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import STORM, STORM_OVER
from app.desk.desk import local_now
from app.desk.storm.values import EndState, QuoteState
from app.practice.service.faults import CONFIRM
from tests.desk.storm.conftest import BY_ASHA, StormCase
from tests.desk.storm.test_quotes import LOCKED
from tests.support.counter import until
from tests.support.desk.virtual_time import VirtualTime
from tests.support.proof import beside_others
from tests.support.two_desks import TwoDesks, two_desks

N, S, C = EndState.NOT_SENT, EndState.SENDING, EndState.CANCELLED


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncGenerator[TwoDesks]:
    """Two desks of one office."""
    async with two_desks(tmp_path) as opened:
        yield opened


async def test_what_another_desk_is_cancelling_is_left_out(desks: TwoDesks) -> None:
    one, two = (StormCase(each, VirtualTime()) for each in desks)
    sales = await one.sold(3)
    await one.begin(sales[:2])
    await one.all_in()
    held = one.counter.faults.hold(CONFIRM)
    await one.desk.decide(BY_ASHA)
    await until(lambda: one.ends[0] is S)
    one.desk.stop()
    held.set_result(None)
    await one.ran()
    assert one.ends == [C, N]
    await two.begin(sales)
    await two.all_in()
    assert [each.quote_state for each in two.storm.parties] == [
        QuoteState.LEFT_OUT,
        QuoteState.LEFT_OUT,
        QuoteState.QUOTED,
    ]
    assert two.party(1).words == "Desk Front is cancelling this one. Left out."
    notes = await desks.two.desk.bookings.notes_of([sales[1].request_id], {STORM, STORM_OVER})
    (note,) = notes[sales[1].request_id]
    assert (note.code, note.desk, note.clerk) == (STORM, "Front", "Asha")
    said = json.loads(note.said)
    assert (said["reason"], said["by"], said["second"], said["parties"]) == ("weather", "Asha", "", 2)
    # Once it is over there the rest may be cancelled here.
    await two.desk.leave()
    await one.desk.end()
    await two.begin(sales)
    await two.all_in()
    assert [each.is_in for each in two.storm.parties] == [False, True, True]
    await two.decide()
    assert two.ends == [None, C, C]
    assert one.gone() == 3
    # What another desk has cancelled is not what became of it here; the register shows it.
    await one.desk.refresh()
    assert one.ends == [C, N]


async def test_two_desks_that_decide_at_the_same_moment_cancel_nothing_twice(desks: TwoDesks) -> None:
    one, two = (StormCase(each, VirtualTime()) for each in desks)
    sales = await one.sold(2)
    for each in (one, two):
        await each.begin(sales)
        await each.all_in()
    told = await asyncio.gather(one.desk.decide(BY_ASHA), two.desk.decide(BY_ASHA), return_exceptions=True)
    decided = [case for case, refused in zip((one, two), told, strict=True) if refused is None]
    # Whichever came second to the register has nothing left to decide about.
    assert [str(each) for each in told if each is not None] == ["No party is chosen."] * (2 - len(decided))
    assert decided
    for each in decided:
        await each.ran()
    done = [each for case in (one, two) for each in case.sent()]
    assert len({each.facts["booking_ref"] for each in done}) == len(done) == one.gone()


@beside_others
async def test_a_plan_is_over_although_the_clock_was_set_back_in_between(desks: TwoDesks) -> None:
    one, two = (StormCase(each, VirtualTime()) for each in desks)
    sales = await one.sold(1)
    await one.begin(sales)
    await one.all_in()
    one.counter.faults.answer(CONFIRM, LOCKED)
    await one.decide()
    one.counter.desk.bookings.clock = lambda: local_now() - timedelta(hours=1)
    await one.desk.end()
    for each in desks:
        await each.desk.remember()
    assert sales[0].day is not None
    board = await two.counter.desk.travelling.board(sales[0].day)
    ((party,),) = [each.parties for each in board.departures]
    assert party.storm is not None
    assert party.storm.is_over
    await two.begin(sales)
    await two.all_in()
    assert two.quotes == [QuoteState.QUOTED]


@beside_others
async def test_what_another_desk_took_in_the_pause_is_left_to_it(desks: TwoDesks) -> None:
    one, two = (StormCase(each, VirtualTime()) for each in desks)
    sales = await one.sold(3)
    await one.begin(sales)
    await one.all_in()
    held = one.counter.faults.hold(CONFIRM)
    await one.desk.decide(BY_ASHA)
    await until(lambda: one.ends[0] is S)
    one.desk.stop()
    held.set_result(None)
    await one.ran()
    for each in sales[:2]:
        await two.counter.desk.bookings.note(each.request_id, STORM, '{"id": "of two"}', "Ravi")
    await one.go_on()
    assert one.ends == [C, None, C]
    assert one.party(1).words == "Desk Back is cancelling this one. Left out."
    notes = await two.counter.desk.bookings.notes_of([sales[1].request_id], {STORM, STORM_OVER})
    assert [(each.code, each.desk) for each in notes[sales[1].request_id]] == [
        (STORM, "Front"),
        (STORM, ""),
        (STORM_OVER, "Front"),
    ]
