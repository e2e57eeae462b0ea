"""A sale that ended while nobody could see it is told of above the page, by the customer's name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.desk.bookings.unseen_sales import FILE
from app.desk.payment.unknown_outcome_values import Decision
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.ui.bookings.unknown_sale_words import unseen_words
from app.ui.flows.navigation import Navigation
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.window.main_window import MainWindow
from tests.support.counter import Counter, open_desk
from tests.support.desk.virtual_time import VirtualTime, lose_answer, service, timed_desk
from tests.support.desk.voucher_samples import SALE
from tests.support.proof import beside_others
from tests.support.ui.robot import Robot
from tests.support.ui.selling import NAME, Clerk, selling

_NOT_SEEN = "It was not on screen before. Bookings has it, Alt 2."


@asynccontextmanager
async def _begun(counter: Counter) -> AsyncGenerator[Robot]:
    """The window on a counter at its start."""
    window = MainWindow(counter.desk.reader.today())
    robot = Robot(window)
    await robot.show()
    routing = Navigation(window)
    routing.use(counter.desk)
    await robot.until(lambda: all(each.get_name() != "beginning" for each in asyncio.all_tasks()))
    yield robot
    routing.forget()
    await robot.close()


@asynccontextmanager
async def _opened(folder: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
        yield counter


def _is_seen(folder: Path, counter: Counter) -> bool:
    """Whether it is kept that all that is in the journal was on screen."""
    newest = counter.journal.newest
    assert newest is not None
    return json.loads((folder / FILE).read_bytes()) == {"entry": newest.seq, "unseen": []}


async def test_a_sale_that_was_booked_before_the_end_is_told_of_until_it_is_put_away(tmp_path: Path) -> None:
    with service() as server:
        async with _opened(tmp_path, server) as counter:
            ref = (await counter.sell()).booking_ref
        for _start in range(2):
            async with _opened(tmp_path, server) as counter, _begun(counter) as robot:
                await robot.until(lambda: robot.sees(f"{NAME} was booked, {ref}. {_NOT_SEEN}"))
                robot.keys("Alt+2")
                assert robot.sees(f"{NAME} was booked, {ref}.")
        async with _opened(tmp_path, server) as counter, _begun(counter) as robot:
            await robot.until(lambda: robot.sees(_NOT_SEEN))
            robot.keys("Alt+G")
            assert not robot.sees(_NOT_SEEN)
            await robot.until(lambda: _is_seen(tmp_path, counter))
        async with _opened(tmp_path, server) as counter:
            assert await counter.desk.unseen.sales() == ()


@beside_others
async def test_what_was_on_screen_is_not_told_of_again(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        await clerk.review()
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
        await clerk.robot.until(lambda: _is_seen(tmp_path / "desk", clerk.counter))
        await clerk.counter.desk.unseen.begin()
        assert await clerk.counter.desk.unseen.sales() == ()
        assert not clerk.robot.sees(_NOT_SEEN)


async def test_a_booking_whose_page_does_not_show_it_yet_was_not_seen(tmp_path: Path) -> None:
    async with selling(tmp_path, remembers=True) as clerk:
        await clerk.review()
        # The service falls silent behind its answer: the wallet after the sale is waited for.
        answering = clerk.counter.faults.hold("wallet_balance")
        clerk.robot.keys("Ctrl+Return")
        events = await clerk.robot.until(lambda: clerk.robot.find("booking_events"))
        await clerk.robot.until(lambda: "The service has answered" in events.accessibleName())
        unseen = clerk.counter.desk.unseen
        (sale,) = await unseen.sales()
        # Another outcome that is seen meanwhile takes nothing away from it.
        unseen.see("another")
        await _looked_often(clerk)
        await unseen.finish()
        assert not clerk.robot.is_shown("booking_ref")
        assert not clerk.robot.sees(_NOT_SEEN)
        await unseen.begin()
        assert [each.request_id for each in await unseen.sales()] == [sale.request_id]
        answering.set_result(None)
        await clerk.robot.until(lambda: clerk.robot.is_shown("booking_ref"))
        await clerk.robot.until(lambda: _is_seen(tmp_path / "desk", clerk.counter))
        assert await unseen.sales() == ()


async def _looked_often(clerk: Clerk) -> None:
    """Until a delay of the screen has ended oftener than what stands there needs to be seen."""
    ended: list[int] = []
    delay = ScreenDelay(clerk.window, 1000, lambda: ended.append(1))
    for often in range(1, 6):
        delay.start()
        await clerk.robot.until(lambda often=often: len(ended) == often)


@pytest.mark.parametrize("is_shown", [True, False])
async def test_an_outcome_that_is_settled_elsewhere_is_told_of(*, is_shown: bool, tmp_path: Path) -> None:
    clock = VirtualTime()
    with service() as server:
        async with timed_desk(tmp_path, clock, server, local_cache=memory_of(tmp_path)) as counter:
            request = await lose_answer(counter, worked=False)
            async with _begun(counter) as robot:
                await robot.until(lambda: robot.is_shown("headline"))
                if not is_shown:
                    robot.keys("Alt+1")
                clock.let_pass(600)
                await counter.desk.unknown_outcomes.record_not_sold(request, Decision("Asha", "Telephoned"))
                told = "It was not booked." if is_shown else f"{NAME} was not booked. {_NOT_SEEN}"
                await robot.until(lambda: robot.sees(told))
                assert robot.sees(_NOT_SEEN) is not is_shown


@beside_others
@pytest.mark.usefixtures("true_delays")
@pytest.mark.parametrize("waits", [True, False])
async def test_what_ended_while_the_window_waited_to_close_was_not_seen(
    *, waits: bool, tmp_path: Path
) -> None:
    with service() as server:
        async with _opened(tmp_path, server) as counter, _begun(counter) as robot:
            window = robot.window
            assert isinstance(window, MainWindow)
            window.show_settling("The window closes when it is known." if waits else "")
            request = (await counter.sell()).request_id
        async with _opened(tmp_path, server) as counter:
            assert [each.request_id for each in await counter.desk.unseen.sales()] == [request] * waits


def test_many_sales_are_counted() -> None:
    sales = [SALE, SALE, SALE, SALE, SALE]
    words = unseen_words(sales)
    assert words.count(" was booked, ") == 3
    assert words.endswith("2 more.")
