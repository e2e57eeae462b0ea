"""A practice world at a standing clock, and a partner that calls it in process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from app.practice import Faults, World, practice_app
from tests.support.practice.caller import HEADERS, Caller, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def world(clock: Clock) -> World:
    return World(clock=clock)


@pytest.fixture
def faults() -> Faults:
    return Faults()


@pytest.fixture
async def caller(world: World, faults: Faults) -> AsyncIterator[Caller]:
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(practice_app(world, faults)),
        base_url="http://practice",
        headers=HEADERS,
    ) as http:
        yield Caller(http)
