"""A catalogue of 500 activities: exact, tolerant reading against `json.loads` of the same bytes.

python -m tests.benchmarks.bench_decoding [ROUNDS]
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable
from functools import partial

import httpx

from app.api.messages.answers import ActivityContent, ActivityItem, BoatContent, BoatItem
from app.api.messages.json_decoding import decoded
from app.api.messages.parsing import listed
from app.practice import PRACTICE_KEY, World, practice_app
from tests.benchmarks.measuring import paired, ratio_line

ACTIVITIES = 500
_HEADERS = {"X-API-KEY": PRACTICE_KEY, "Content-Type": "application/json; charset=UTF-8"}


def main(rounds: int = 40) -> None:
    """Print one line a module."""
    world = World(activities=ACTIVITIES)
    for module, shape in (
        ("ACTIVITY", partial(listed, ActivityContent, ActivityItem)),
        ("BOAT", partial(listed, BoatContent, BoatItem)),
    ):
        body = asyncio.run(_content(world, module))
        floor, product = paired(
            partial(_milliseconds, lambda body=body: json.loads(body)),
            partial(_milliseconds, lambda body=body, shape=shape: shape(decoded(body))),
            rounds,
        )
        count = len(shape(decoded(body)).items)
        print(
            ratio_line(f"{module}, {count} items, {len(body) / 1e6:.2f} MB, json.loads", floor, product, "ms")
        )


async def _content(world: World, module: str) -> bytes:
    transport = httpx.ASGITransport(practice_app(world))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        day = world.today.isoformat()
        query = {"module": module, "travel_date": day, "limit": str(ACTIVITIES)}
        answer = await client.get("/api/content.php", params=query, headers=_HEADERS)
        return answer.raise_for_status().content


def _milliseconds(work: Callable[[], object]) -> float:
    """The time of one piece of work, with the collector out of the way as in the program."""
    gc.collect()
    gc.disable()
    began = time.perf_counter()
    work()
    took = time.perf_counter() - began
    gc.enable()
    return took * 1000


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:2]))
