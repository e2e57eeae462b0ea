"""A departure of forty parties is called off, and everything that can go wrong does, to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QListView

from app.api.messages.api_key import ApiKey
from app.desk.payment.journal_facts import amount
from app.desk.storm.values import EndState, PauseReason, Storm, StormParty
from app.desk.travelling.values import ToldState
from app.lifecycle.connection import connect_service
from app.lifecycle.profile import ServiceProfile
from app.practice import PRACTICE_KEY, PracticeServer, World
from app.practice.service.faults import CONFIRM
from app.practice.world.ledger import Account
from app.practice.world.money import rupees
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.journal.attempt import Attempt
from app.store.journal.states import Kind, State
from tests.journeys.killed import clerk_to_kill, know
from tests.journeys.opened import Program, opened
from tests.journeys.storm_forty import (
    DAY,
    PARTIES,
    StormyFaults,
    StormyWorld,
    desk_of,
    note_desks,
    sell_departure,
)
from tests.support.counter import tomorrow_at_ten
from tests.support.ui.outside import opened_outside
from tests.support.ui.selling import spoken_rows

pytestmark = pytest.mark.prove("a storm of forty for a minute; its pages have their tests")

BEFORE, KILLED = 5, 12
"""The party that was cancelled elsewhere, and the CONFIRM at which the clerk is killed."""
REFUSED, DONE_UNHEARD, UNDONE_UNHEARD, DROPPED = (3, 20, 33), 17, 25, (15, 28)
"""The CONFIRMs that are refused, of which nothing is heard, and after which the line drops."""
TO_BE_TOLD = PARTIES - len(REFUSED) - 2


@pytest.fixture
def links() -> Generator[list[str]]:
    """The links that were opened."""
    with opened_outside() as found:
        yield found.links


def cancel_elsewhere(world: World, ref: str) -> None:
    """Cancel a whole booking as the office of the operator does."""
    booking = next(each for each in world.bookings if each.ref == ref)
    ids = tuple(each.passenger_id for each in booking.seats)
    world.cancel(CancelOrder("elsewhere", ref, OrderModule.BOAT, 0, ids))


def credited(world: World) -> dict[str, Decimal]:
    """What the service has credited to the wallet, by PNR; more than one entry for one would be twice."""
    entries = [each for each in world.ledger().entries if each.kind == "REFUND"]
    assert len({each.booking_ref for each in entries}) == len(entries)
    wallet = {Account.CASH, Account.CREDIT}
    return {
        each.booking_ref: rupees(sum(line.amount for line in each.lines if line.account in wallet))
        for each in entries
    }


async def sent_from(folder: Path, live: PracticeServer) -> list[Attempt]:
    """The cancellations in the journal of a counter that is closed."""
    connection = await connect_service(folder, ServiceProfile(live.base_url, ApiKey(PRACTICE_KEY)))
    found = [each for each in connection.journal.attempts() if each.kind is Kind.CANCEL]
    await connection.close()
    return found


async def go_on(program: Program, faults: StormyFaults) -> list[PauseReason]:
    """Go on by Ctrl Enter until nothing is left to send. Returns why it paused each time."""
    robot, reasons, at = program.robot, list[PauseReason](), None
    while True:
        storm = await stopped(program, at)
        at = _since(storm)
        if storm.pause is not None:
            reasons.append(storm.pause.why)
        faults.clear()
        if robot.is_shown("try_now"):
            robot.click("try_now")
        await robot.until_armed("spend")
        if not storm.to_send:
            return reasons
        robot.keys("A")
        assert not shown(program).is_running
        robot.keys("Ctrl+Return", "Ctrl+Return")


async def stopped(program: Program, before: datetime | None) -> Storm:
    """The storm once it has paused anew, or nothing is left to send."""

    def is_so() -> bool:
        storm = shown(program)
        return not storm.is_running and (_since(storm) != before or not storm.to_send)

    await program.robot.until(is_so)
    return shown(program)


def shown(program: Program) -> Storm:
    """The open storm."""
    storm = desk_of(program).storm.storm
    assert storm is not None
    return storm


def _since(storm: Storm) -> datetime | None:
    return None if storm.pause is None else storm.pause.at


@pytest.mark.timeout(300)
async def test_forty_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: list[str]) -> None:
    world = StormyWorld()
    faults = StormyFaults(world)
    with PracticeServer(world, faults) as live:
        know(live, monkeypatch)
        note_desks(monkeypatch)
        refs = await sell_departure(tmp_path, live)
        cancel_elsewhere(world, refs[BEFORE - 1])
        sent = [each for each in refs if each != refs[BEFORE - 1]]
        faults.refuse(*REFUSED)
        async with clerk_to_kill(tmp_path, "storm") as clerk:
            faults.at[KILLED] = lambda: faults.change(CONFIRM, lambda _: clerk.kill())
        faults.lose(DONE_UNHEARD, sent[DONE_UNHEARD - 1], worked=True)
        faults.lose(UNDONE_UNHEARD, sent[UNDONE_UNHEARD - 1], worked=False)
        faults.drop_after(*DROPPED)
        async with opened(tmp_path, tomorrow_at_ten().date()) as program:
            await run_to_the_end(program, faults, refs, links)
        attempts = await sent_from(tmp_path, live)
    # Each got one CONFIRM and no more, and the books of both sides are the same.
    assert faults.confirms == len(attempts) == len({each.facts["booking_ref"] for each in attempts})
    assert faults.confirms == PARTIES - 1
    assert Counter(each.state for each in attempts) == {
        State.CANCELLED: 33,
        State.RESOLVED_CANCELLED: 2,
        State.REJECTED: 3,
        State.UNKNOWN: 1,
    }
    books = credited(world)
    gone = {each.ref for each in world.bookings if each.is_cancelled}
    assert gone == set(books)
    assert gone - {refs[BEFORE - 1]} == {
        str(each.facts["booking_ref"])
        for each in attempts
        if each.state in {State.CANCELLED, State.RESOLVED_CANCELLED}
    }
    for each in attempts:
        if each.state is State.CANCELLED:
            assert amount(each.facts, "refund") == books[str(each.facts["booking_ref"])]


async def run_to_the_end(program: Program, faults: StormyFaults, refs: list[str], links: list[str]) -> None:
    """From the start after the kill to who is told."""
    robot = program.robot
    await robot.until(lambda: robot.is_shown("storm_run_page"))
    storm = shown(program)
    assert storm.pause is not None
    assert storm.pause.why is PauseReason.CUT_OFF
    assert robot.sees("and was cut off.")
    await robot.until_armed("spend")
    assert faults.confirms == KILLED
    assert await go_on(program, faults) == [
        PauseReason.CUT_OFF,
        PauseReason.LINE,
        PauseReason.NO_ANSWER,
        PauseReason.NO_ANSWER,
        PauseReason.LINE,
    ]
    robot.keys("Ctrl+Return")
    await robot.until(lambda: robot.is_shown("storm_told_page"))
    storm = shown(program)
    books = credited(faults.world)
    assert storm.refunded == sum(books[each.sale.booking_ref] for each in storm.ended(EndState.CANCELLED))
    by_ref = {each.sale.booking_ref: each for each in storm.parties}
    assert list(by_ref) == refs
    sent = [by_ref[each] for each in refs if each != refs[BEFORE - 1]]
    untold = {sent[each - 1].sale.customer_name for each in (*REFUSED, DONE_UNHEARD, UNDONE_UNHEARD)}
    rows = spoken_rows(robot.find("storm_told", QListView))
    assert rows[0] == "Tell nothing yet: still booked, or not known, 5, heading"
    assert {each.partition(",")[0] for each in rows[1:6]} == untold
    assert rows[6] == f"To be told, 0 of {TO_BE_TOLD} told, heading"
    assert not untold & {each.partition(",")[0] for each in rows[7:]}
    await tell_all(program, links)
    await settle(program, faults, sent)


async def tell_all(program: Program, links: list[str]) -> None:
    """A chat and a word that it was told, for each that is cancelled: Enter, Enter."""
    robot, desk = program.robot, desk_of(program)
    await robot.until(lambda: robot.focused == "storm_told")
    for number in range(1, TO_BE_TOLD + 1):
        robot.keys("Return")
        if robot.focused == "message_number":
            # A number without the code of its country is looked at first.
            robot.keys("Return")
        await robot.until(lambda number=number: len(links) == number)
        robot.keys("Return")
        # It goes on with the next one.
        told, place = f"To be told, {number} of {TO_BE_TOLD} told, heading", f"{number + 1} of {TO_BE_TOLD}"
        await robot.until(lambda told=told: told in spoken_rows(robot.find("storm_told", QListView)))
        await robot.until(lambda place=place, number=number: number == TO_BE_TOLD or robot.sees(place))
    assert len({each.partition("?")[0] for each in links}) == TO_BE_TOLD
    assert all("does%20not%20run" in each for each in links)
    board = await desk.travelling.board(DAY)
    parties = [party for each in board.departures for party in each.parties]
    assert Counter(each.told for each in parties) == {ToldState.TOLD: TO_BE_TOLD, ToldState.NOT_TOLD: 5}


async def settle(program: Program, faults: StormyFaults, sent: list[StormParty]) -> None:
    """The state of their bookings tells of one that it is cancelled, and settles nothing of the other."""
    robot, desk = program.robot, desk_of(program)
    done, undone = sent[DONE_UNHEARD - 1], sent[UNDONE_UNHEARD - 1]
    faults.world.hidden.clear()
    await desk.cancellation.look(undone.intent_id)
    await desk.cancellation.look(done.intent_id)
    robot.keys("F5")
    await robot.until(
        lambda: (
            f"To be told, {TO_BE_TOLD} of {TO_BE_TOLD + 1} told, heading"
            in spoken_rows(robot.find("storm_told", QListView))
        )
    )
    storm = shown(program)
    assert [each.key for each in storm.ended(EndState.UNKNOWN)] == [undone.key]
    assert [each.sale.booking_ref for each in storm.ended(EndState.KNOWN_CANCELLED)] == [
        sent[KILLED - 1].sale.booking_ref,
        done.sale.booking_ref,
    ]
