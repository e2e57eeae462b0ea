"""Reading in the background of the counter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest

from app.api.messages.errors import Matter, RefusedError
from app.desk.free_now.polite_reader import PAUSE, PoliteReader
from app.desk.model.errors import DeskError
from app.desk.model.moment import Moment
from app.desk.model.sale import Advice
from tests.support.desk.free_samples import later


class Slow:
    """Reads that end when a test says so."""

    def __init__(self) -> None:
        self.asked = list[str]()
        self._ends = dict[str, asyncio.Event]()

    def end(self, key: str) -> None:
        self._ends.setdefault(key, asyncio.Event()).set()

    def of(self, key: str) -> Callable[[], Awaitable[str]]:
        async def read() -> str:
            self.asked.append(key)
            await self._ends.setdefault(key, asyncio.Event()).wait()
            return f"{key} {len(self.asked)}"

        return read


class Calm:
    """The counter around: its time, and the money call that runs."""

    def __init__(self) -> None:
        self.minutes = 0.0
        self.slept = list[float]()
        self.paid = asyncio.Event()
        self.paid.set()

    def moment(self) -> Moment:
        return later(self.minutes)

    async def finish(self) -> None:
        await self.paid.wait()

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.minutes += seconds / 60

    def reader(self) -> PoliteReader:
        return PoliteReader(self.moment, self.finish, self.sleep)


def ignore(_until: datetime | None) -> None:
    """Nobody is told."""


async def rest() -> None:
    """Let everything that can run, run."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_two_are_read_at_once_and_the_third_when_one_is_there() -> None:
    slow, reader = Slow(), Calm().reader()
    asked = [asyncio.create_task(reader.ask(each, slow.of(each), ignore)) for each in "abc"]
    await rest()
    assert slow.asked == ["a", "b"]
    slow.end("b")
    await rest()
    assert slow.asked == ["a", "b", "c"]
    slow.end("a")
    slow.end("c")
    assert await asyncio.gather(*asked) == ["a 3", "b 2", "c 3"]


async def test_one_answer_serves_all_who_ask_the_same_within_a_minute() -> None:
    slow, calm = Slow(), Calm()
    reader = calm.reader()
    slow.end("a")
    both = [reader.ask("a", slow.of("a"), ignore) for _ in range(2)]
    assert await asyncio.gather(*both) == ["a 1", "a 1"]
    calm.minutes = 0.9
    assert await reader.ask("a", slow.of("a"), ignore) == "a 1"
    calm.minutes = 1.1
    assert await reader.ask("a", slow.of("a"), ignore) == "a 2"


async def test_who_asks_anew_gets_no_answer_to_an_earlier_question() -> None:
    slow, calm = Slow(), Calm()
    reader = calm.reader()
    slow.end("a")
    await reader.ask("a", slow.of("a"), ignore)
    calm.minutes = 0.1
    assert await reader.ask("a", slow.of("a"), ignore, anew=True) == "a 2"


async def test_nothing_is_begun_while_a_money_call_runs() -> None:
    slow, calm = Slow(), Calm()
    calm.paid.clear()
    slow.end("a")
    asked = asyncio.create_task(calm.reader().ask("a", slow.of("a"), ignore))
    await rest()
    assert slow.asked == []
    calm.paid.set()
    assert await asked == "a 1"


@pytest.mark.parametrize(("status", "matter"), [(429, Matter.OTHER), (403, Matter.LIMIT)])
async def test_a_service_that_asks_to_wait_is_asked_again_after_the_pause(
    status: int, matter: Matter
) -> None:
    calm, told, answers = Calm(), list[datetime | None](), ["wait", "wait", "there"]
    calm.minutes = 5

    async def read() -> str:
        answer = answers.pop(0)
        if answer == "wait":
            cause = RefusedError(http_status=status, code=None, words=None, matter=matter)
            raise DeskError(Advice("", "", "")) from cause
        return answer

    assert await calm.reader().ask("a", read, told.append) == "there"
    assert calm.slept == [PAUSE, PAUSE]
    assert told == [later(5.5).here, None, later(6).here, None]


async def test_any_other_failure_is_passed_on_and_asked_again_by_nobody() -> None:
    calm = Calm()

    async def read() -> str:
        raise DeskError(Advice("no", "", ""))

    with pytest.raises(DeskError, match="no"):
        await calm.reader().ask("a", read, ignore)
    assert calm.slept == []


async def test_who_gives_up_leaves_the_way_to_others() -> None:
    slow, reader = Slow(), Calm().reader()
    first = [asyncio.create_task(reader.ask(each, slow.of(each), ignore)) for each in "ab"]
    await rest()
    for each in first:
        each.cancel()
    await asyncio.gather(*first, return_exceptions=True)
    slow.end("c")
    assert await reader.ask("c", slow.of("c"), ignore) == "c 3"


async def test_no_more_than_some_answers_are_held() -> None:
    calm = Calm()
    reader = calm.reader()

    async def read() -> int:
        return 1

    for number in range(600):
        calm.minutes += 0.01
        await reader.ask(number, read, ignore)
    slow = Slow()
    slow.end("0")
    assert await reader.ask(0, slow.of("0"), ignore) == "0 1"
