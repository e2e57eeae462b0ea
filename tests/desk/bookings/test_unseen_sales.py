"""Outcomes that were never on screen: told of at the next start, until they were seen."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.desk.bookings.unseen_sales import FILE
from app.desk.payment.unknown_outcome_values import Decision
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from tests.support.counter import Counter, open_desk
from tests.support.desk.virtual_time import VirtualTime, lose_answer, service, timed_desk
from tests.support.proof import few


@asynccontextmanager
async def _opened(folder: Path, server: PracticeServer) -> AsyncGenerator[Counter]:
    async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
        yield counter


async def _unseen(counter: Counter) -> list[str]:
    return [each.request_id for each in await counter.desk.unseen.sales()]


async def test_what_ended_and_was_not_seen_is_told_of_at_each_start_until_it_is(tmp_path: Path) -> None:
    with service() as server:
        async with _opened(tmp_path, server) as counter:
            seen = (await counter.sell()).request_id
            counter.desk.unseen.see(seen)
            unseen = (await counter.sell(1)).request_id
            assert await _unseen(counter) == []
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == [unseen]
            later = (await counter.sell(2)).request_id
            counter.desk.unseen.see(later)
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == [unseen]
            counter.desk.unseen.see(unseen)
            assert await _unseen(counter) == []
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == []


async def test_an_outcome_is_told_of_once_it_is_known(tmp_path: Path) -> None:
    clock = VirtualTime()
    with service() as server:
        async with timed_desk(tmp_path, clock, server, local_cache=memory_of(tmp_path)) as counter:
            request = await lose_answer(counter, worked=False)
            counter.desk.unseen.see(request)
            await counter.desk.unseen.note(request)
            assert await _unseen(counter) == []
            clock.let_pass(600)
            await counter.desk.unknown_outcomes.record_not_sold(request, Decision("Asha", "Telephoned"))
            await counter.desk.unseen.note(request)
            assert await _unseen(counter) == [request]
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == [request]


async def test_an_outcome_that_the_next_start_settles_is_told_of(tmp_path: Path) -> None:
    with service() as server:
        async with _opened(tmp_path, server) as counter:
            request = await lose_answer(counter, worked=True)
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == []
            await counter.desk.unknown_outcomes.look(request)
            await counter.desk.unseen.note(request)
            assert await _unseen(counter) == [request]


@pytest.mark.parametrize("kept", few([None, b"", b"[]", b'{"entry": "x"}', b'{"entry": 0, "unseen": 3}']))
async def test_a_counter_that_does_not_know_what_was_seen_tells_of_nothing(
    tmp_path: Path, kept: bytes | None
) -> None:
    with service() as server:
        async with _opened(tmp_path, server) as counter:
            await counter.sell()
        if kept is None:
            (tmp_path / FILE).unlink()
        else:
            (tmp_path / FILE).write_bytes(kept)
        async with _opened(tmp_path, server) as counter:
            assert await _unseen(counter) == []
            request = (await counter.sell(1)).request_id
            counter.desk.unseen.see(request)
            await counter.desk.unseen.finish()
            assert json.loads((tmp_path / FILE).read_bytes())["unseen"] == []


async def test_a_counter_that_keeps_nothing_tells_of_nothing(tmp_path: Path) -> None:
    with service() as server:
        async with open_desk(tmp_path, server) as counter:
            counter.desk.unseen.see((await counter.sell()).request_id)
        assert not (tmp_path / FILE).exists()
