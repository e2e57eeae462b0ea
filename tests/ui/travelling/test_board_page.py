"""The board of those who travel at the real window, by its keys."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.travelling.values import PartyState, ToldState
from app.practice.world.orders import CancelOrder, OrderModule
from app.ui.kit.lists.row_list import RowList
from app.ui.travelling.board_page import BoardPage
from app.ui.travelling.board_words import owed_words
from tests.desk.travelling.test_travelling import cancel
from tests.support.desk.manifest_samples import ARJUN
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.support.ui.travelling_day import PEOPLE, opened, sold_boat, sold_seats, switched_on


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as sold:
        yield await switched_on(sold)


async def told(clerk: Clerk) -> list[ToldState]:
    travelling = clerk.counter.desk.travelling
    return [each.told for each in (await travelling.board(travelling.today())).parties]


@pytest.mark.parametrize(
    ("state", "owed", "words"),
    [
        (PartyState.TRAVELS, 1_995_00, "1,995.00"),
        (PartyState.TRAVELS, 0, "None"),
        (PartyState.TRAVELS, None, ""),
        # The charge of a cancellation is owed as well.
        (PartyState.CANCELLED, 1_995_00, "1,995.00"),
        (PartyState.CANCELLED, 0, ""),
    ],
)
def test_what_is_owed_of_a_party(state: PartyState, owed: int | None, words: str) -> None:
    assert owed_words(replace(ARJUN, state=state, owed=owed)) == words


@beside_others
async def test_without_the_switch_there_is_no_trace(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        await clerk.list_read()
        clerk.robot.keys("Alt+6")
        assert not clerk.robot.is_shown("travelling_page")
        assert "Travelling" not in clerk.everything()
        clerk.robot.keys("F1")
        await clerk.robot.until(lambda: clerk.robot.sees("All keys"))
        assert "Travelling" not in clerk.everything()


@beside_others
async def test_a_day_shows_departures_parties_and_sums(clerk: Clerk) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await sold_seats(clerk, PEOPLE[2], slot=1, qty=3)
    await opened(clerk)
    first, second = clerk.rows("departures_of_day")
    assert ", 2 parties, 0 told" in first
    assert ", 1 party, 0 told" in second
    assert clerk.text("board_sum") == "3 parties, 7 seats"
    assert clerk.rows("parties") == [f"{name}, 2 seats, voucher not handed, Not told" for name in PEOPLE[:2]]
    assert clerk.text("board_age") == "From the register, service not asked today"
    clerk.robot.keys("Down")
    await clerk.robot.until(lambda: PEOPLE[2] in clerk.rows("parties")[0])


async def test_t_and_v_are_of_the_current_party_and_undone_by_the_same_key(clerk: Clerk) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("Down", "T")
    await robot.until(lambda: ", told " in clerk.rows("parties")[1])
    assert await told(clerk) == [ToldState.NOT_TOLD, ToldState.TOLD]
    robot.keys("V")
    await robot.until(lambda: "voucher handed" in clerk.rows("parties")[1])
    assert ", 1 told" in clerk.rows("departures_of_day")[0]
    robot.keys("T")
    await robot.until(lambda: "Not told" in clerk.rows("parties")[1])
    robot.keys("V")
    await robot.until(lambda: "voucher not handed" in clerk.rows("parties")[1])
    robot.keys("Escape")
    await robot.until(lambda: robot.focused == "departures_of_day")


@beside_others
async def test_no_key_is_lost_while_a_former_one_is_being_written_down(clerk: Clerk) -> None:
    for name in PEOPLE[:3]:
        await sold_seats(clerk, name)
    await opened(clerk)
    robot, travelling = clerk.robot, clerk.counter.desk.travelling
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    # Without a pause: each counts for the row that was current, the same key again takes it back.
    robot.keys("T", "V", "Down", "T", "Down", "T", "T")
    await robot.until(lambda: ", 2 told" in clerk.rows("departures_of_day")[0])
    await travelling.finish()
    assert await told(clerk) == [ToldState.TOLD, ToldState.TOLD, ToldState.NOT_TOLD]
    board = await travelling.board(travelling.today())
    assert [each.is_handed for each in board.parties] == [True, False, False]
    # Nor when the page is left at once.
    robot.keys("T", "Alt+1")
    await robot.until(lambda: not robot.is_shown("travelling_page"))
    await travelling.finish()
    assert await told(clerk) == [ToldState.TOLD] * 3


@beside_others
async def test_in_the_list_of_departures_a_key_is_of_the_whole_departure(clerk: Clerk) -> None:
    for name in PEOPLE[:3]:
        await sold_seats(clerk, name)
    await sold_seats(clerk, PEOPLE[3], slot=1)
    await opened(clerk)
    clerk.robot.keys("T")
    await clerk.robot.until(lambda: ", 3 told" in clerk.rows("departures_of_day")[0])
    assert (await told(clerk)).count(ToldState.TOLD) == 3


@beside_others
async def test_of_what_is_cancelled_a_key_says_that_nobody_travels(clerk: Clerk) -> None:
    await cancel(clerk.counter, await sold_seats(clerk, PEOPLE[0]), 2)
    await opened(clerk)
    robot = clerk.robot
    assert ", 0 parties, Cancelled" in clerk.rows("departures_of_day")[0]
    for where in ("departures_of_day", "parties"):
        await robot.until(lambda where=where: robot.focused == where)
        for key in ("T", "V", "M"):
            clerk.window.say("")
            robot.keys(key)
            assert robot.sees("This is cancelled. Nobody of it travels any more.")
        robot.keys("Return")


async def test_space_chooses_and_ctrl_a_all_of_the_departure_then_of_the_day(clerk: Clerk) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await sold_seats(clerk, PEOPLE[2], slot=1)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("Space")
    await robot.until(lambda: robot.sees("1 chosen"))
    assert clerk.rows("parties")[0].endswith(", chosen")
    robot.keys("Ctrl+A")
    await robot.until(lambda: robot.sees("2 chosen"))
    robot.keys("Ctrl+A")
    await robot.until(lambda: robot.sees("3 chosen"))
    robot.keys("T")
    await robot.until(lambda: ", 2 told" in clerk.rows("departures_of_day")[0])
    assert await told(clerk) == [ToldState.TOLD] * 3
    robot.keys("Escape")
    await robot.until(lambda: not robot.sees("3 chosen"))


@beside_others
async def test_a_filter_finds_by_name_phone_and_pnr(clerk: Clerk) -> None:
    receipts = [await sold_seats(clerk, name) for name in PEOPLE[:3]]
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Ctrl+F")
    await robot.until(lambda: robot.focused == "find_party")
    pnr = receipts[2].booking_ref
    for typed, name in (("kav", PEOPLE[1]), (pnr, PEOPLE[2]), (pnr.replace("0", "O"), PEOPLE[2])):
        robot.keys("Ctrl+A")
        robot.type(typed)
        await robot.until(lambda name=name: [row.split(",")[0] for row in clerk.rows("parties")] == [name])
    robot.keys("Ctrl+A")
    robot.type("zzz")
    await robot.until(lambda: robot.sees("Nobody of this day fits what is typed."))
    robot.keys("Escape")
    await robot.until(lambda: len(clerk.rows("parties")) == 3)


async def opened_tomorrow(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+6")
    await clerk.robot.until(lambda: clerk.robot.sees("The next is"))
    clerk.robot.keys("Ctrl+Right")
    await clerk.robot.until(lambda: clerk.rows("departures_of_day"))


@beside_others
async def test_days_are_stepped_through_and_typed(clerk: Clerk) -> None:
    await sold_boat(clerk)
    robot, today = clerk.robot, clerk.counter.desk.reader.today()
    robot.keys("Alt+6")
    await robot.until(lambda: robot.sees("The next is"))
    robot.keys("Ctrl+Right")
    await robot.until(lambda: clerk.rows("departures_of_day"))
    (party,) = clerk.rows("parties")
    assert party.startswith("Arjun Nair, 4 seats")
    departures = robot.find("departures_of_day", RowList)
    assert departures.selectedIndexes() == [departures.currentIndex()]
    robot.keys("Ctrl+Left")
    await robot.until(lambda: robot.sees("Nobody travels on"))
    robot.keys("Ctrl+T")
    await robot.until(lambda: robot.focused == "typed_day")
    robot.type("never")
    robot.keys("Return")
    await robot.until(lambda: robot.sees("Type a day: 22"))
    robot.keys("Ctrl+A")
    robot.type("+1")
    robot.keys("Return")
    await robot.until(lambda: robot.is_shown("parties"))
    assert clerk.counter.desk.travelling.today() + timedelta(days=1) == today + timedelta(days=1)


async def test_the_lists_have_the_keyboard_from_the_first_moment(clerk: Clerk) -> None:
    await sold_boat(clerk)
    robot = clerk.robot
    robot.keys("Alt+6")
    assert robot.focused == "departures_of_day"
    await robot.until(lambda: robot.sees("Nobody travels on"))
    # What is typed meanwhile stays where it is typed.
    robot.keys("Ctrl+F")
    robot.type("ar")
    await robot.until(lambda: robot.sees("The next is"))
    assert robot.focused == "find_party"
    # Nor does what is typed later take its place.
    robot.type("j")
    assert robot.sees("The next is")
    robot.keys("Escape", "Escape", "Alt+1", "Alt+6")
    await robot.until(lambda: robot.sees("Nobody travels on"))
    # The next day is asked for while it is still being looked for.
    robot.keys("Ctrl+Right")
    await robot.until(lambda: clerk.rows("departures_of_day"))
    assert robot.focused == "departures_of_day"
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    # Esc leaves the search for the lists.
    robot.keys("Ctrl+F", "Escape")
    assert robot.focused == "departures_of_day"


async def test_f5_asks_for_each_booking_and_says_what_differs(clerk: Clerk) -> None:
    receipts = [await sold_seats(clerk, name) for name in PEOPLE[:3]]
    clerk.counter.world.cancel(CancelOrder("other", receipts[1].booking_ref, OrderModule.ACTIVITY, 2, ()))
    await opened(clerk)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: "service asked" in clerk.text("board_age"))
    assert "Service says Cancelled. Open the booking." in clerk.rows("parties")[1]


async def test_who_did_not_answer_is_said_of_that_day_alone(clerk: Clerk) -> None:
    await sold_seats(clerk, PEOPLE[0])
    await opened(clerk)
    robot = clerk.robot
    clerk.counter.faults.before_work("booking_status", silent=False, times=None)
    robot.keys("F5")
    await robot.until(lambda: clerk.text("board_age").startswith("1 did not answer."))
    robot.keys("Ctrl+Right")
    await robot.until(lambda: robot.sees("Nobody travels on"))
    assert "did not answer" not in clerk.text("board_age")


@beside_others
async def test_esc_stops_asking_and_who_does_not_answer_is_said(clerk: Clerk) -> None:
    for name in PEOPLE:
        await sold_seats(clerk, name)
    await opened(clerk)
    robot, faults = clerk.robot, clerk.counter.faults
    holds = [faults.hold("booking_status") for _ in range(3)]
    robot.keys("F5")
    await robot.until(lambda: clerk.text("board_age") == "Asked 0 of 4, two at once. Esc stops.")
    holds[0].set_result(None)
    await robot.until(lambda: clerk.text("board_age").startswith("Asked 1 of 4"))
    robot.keys("Escape")
    await robot.until(lambda: clerk.text("board_age").startswith("Stopped at 1 of 4."))
    for each in holds[1:]:
        each.set_result(None)
    faults.clear()
    faults.before_work("booking_status", silent=False, times=None)
    robot.keys("F5")
    await robot.until(lambda: clerk.text("board_age").startswith("4 did not answer."))


async def test_offline_it_says_so_and_asks_nobody(clerk: Clerk) -> None:
    await sold_seats(clerk, PEOPLE[0])
    await opened(clerk)
    clerk.window.show_online(online=False)
    assert clerk.text("board_age").startswith("No line. This is what this office sold, as of ")
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("No line. The service cannot be asked."))


@beside_others
async def test_enter_opens_the_booking_and_the_board_is_where_it_was(clerk: Clerk) -> None:
    for name in PEOPLE[:2]:
        await sold_seats(clerk, name)
    await opened(clerk)
    robot = clerk.robot
    robot.keys("Return")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("Down", "Return")
    await robot.until(lambda: robot.is_shown("sales_list") and robot.sees(PEOPLE[1]))
    robot.keys("Alt+6")
    await robot.until(lambda: robot.focused == "parties")
    robot.keys("T")
    await robot.until(lambda: ", told " in clerk.rows("parties")[1])


@beside_others
async def test_a_storm_that_is_under_way_is_shown_with_the_way_back(clerk: Clerk) -> None:
    await sold_seats(clerk, PEOPLE[0])
    await opened(clerk)
    page = clerk.window.current_page
    went: list[bool] = []
    assert isinstance(page, BoardPage)
    page.to_storm.clicked.connect(lambda: went.append(True))
    page.show_storm("Storm desk paused, 14 not sent.")
    await clerk.robot.until(lambda: clerk.robot.is_shown("storm_band"))
    clerk.robot.click("to_storm")
    assert went
    page.show_storm("")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("storm_band"))


@beside_others
async def test_the_day_that_is_shown_is_yesterday_after_midnight(
    clerk: Clerk, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sold_seats(clerk, PEOPLE[0])
    await opened(clerk)
    assert clerk.robot.sees("Today")
    travelling = clerk.counter.desk.travelling
    tomorrow = travelling.today() + timedelta(days=1)
    monkeypatch.setattr(travelling, "today", lambda: tomorrow)
    clerk.window.begin_day()
    await clerk.robot.until(lambda: clerk.robot.sees("Yesterday"))
    assert clerk.rows("parties")


@beside_others
async def test_a_filter_finds_passengers_and_says_which(clerk: Clerk) -> None:
    await sold_boat(clerk, "Meera Iyer")
    await opened_tomorrow(clerk)
    robot = clerk.robot
    robot.keys("Ctrl+F")
    await robot.until(lambda: robot.focused == "find_party")
    robot.type("V\xd3GEL")
    await robot.until(
        lambda: clerk.rows("parties")[0].startswith("Meera Iyer, Passenger Jana Katharina Vogel,")
    )
    robot.keys("Ctrl+A")
    robot.type("zzz")
    await robot.until(lambda: robot.sees("Nobody of this day fits what is typed."))
    assert not robot.sees("not known here")
