"""Answers of 500 activities and 500 boats, read exactly and tolerantly, against `json.loads` of their bytes.

python -m tests.benchmarks.bench_decoding [ROUNDS]
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import chain, count, cycle, islice
from typing import Any

from app.api.messages.answers import (
    ActivityContent,
    ActivityItem,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
)
from app.api.messages.api_key import ApiKey
from app.api.messages.envelope import ListAnswer
from app.api.messages.json_decoding import Decoded, decoded
from app.api.messages.parsing import listed
from app.api.wire.classification import ExpectedAnswer, read_verdict
from app.api.wire.transport import HttpReply
from app.desk.model.moment import Moment
from app.desk.service import activity_parsing, boat_parsing
from app.practice import PRACTICE_KEY, World
from app.practice.protocol.json import Json, encoded
from app.practice.service.content_replies import activity_content, boat_content
from app.practice.service.search_replies import boat_search
from app.practice.world.activity_rows import ROWS
from tests.benchmarks.measuring import asked, paired, ratio_line

ITEMS = 500
_SENTENCES = 24
"""So many of the practice service's descriptions are as long as one that an operator writes."""
_DAYS_OF_BOATS = 60

Answer = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Reading:
    """An answer as it arrives, what makes messages of it, and what makes the desk's values of those."""

    name: str
    body: bytes
    shape: Callable[[Decoded], ListAnswer]
    values: Callable[[Any], object]


TO_MESSAGES, TO_VALUES = "bytes to messages", "bytes to the desk's values"


def main(rounds: int) -> None:
    """Print a line for every part of each reading, and one for all that lies between bytes and values."""
    for each in readings(World(activities=ITEMS)):
        print(f"{each.name}, {len(each.body) / 1e6:.2f} MB, against json.loads")
        for name, work in parts(each).items():
            print("  " + ratio_line(name, *against_floor(each, work, rounds), "ms"))


def parts(reading: Reading) -> Mapping[str, Callable[[], object]]:
    """What is done with an answer on its way, by name."""
    found = decoded(reading.body)
    answer = reading.shape(found)
    return {
        "bytes to JSON": partial(decoded, reading.body),
        "JSON to messages": partial(reading.shape, found),
        TO_MESSAGES: partial(_answer, reading),
        "messages to the desk's values": partial(reading.values, answer),
        TO_VALUES: partial(_whole, reading),
    }


def against_floor(
    reading: Reading, work: Callable[[], object], rounds: int
) -> tuple[list[float], list[float]]:
    """The milliseconds of `json.loads` of the bytes, and of a part, in turn."""
    floor = partial(json.loads, reading.body)
    return paired(partial(_milliseconds, floor), partial(_milliseconds, work), rounds)


def readings(world: World) -> Iterator[Reading]:
    """The longest answers that the desk asks for, with the contents of the practice service."""
    here = datetime.now(UTC)
    day, read = world.today, Moment(here, here, 0.0)
    yield Reading(
        f"{ITEMS} activities",
        encoded(_told_at_length(activity_content(world, day, ITEMS))),
        partial(listed, ActivityContent, ActivityItem),
        partial(activity_parsing.catalogue, day=day, read=read),
    )
    content = Reading(
        f"{ITEMS} boats",
        encoded(_on_many_days(world, lambda each: boat_content(world, each, ITEMS))),
        partial(listed, BoatContent, BoatItem),
        partial(_departures, day=day, read=read),
    )
    yield content
    schedules = listed(BoatContent, BoatItem, decoded(content.body))
    yield Reading(
        f"{ITEMS} departures",
        encoded(_on_many_days(world, lambda each: boat_search(world, each), travel_date=day.isoformat())),
        partial(listed, BoatSearch, BoatAvailability),
        lambda search: boat_parsing.departure_list(schedules, search, day, here, read),
    )


def _departures(content: BoatContent, day: date, read: Moment) -> object:
    """The boats of a catalogue for which no departure was found."""
    none = BoatSearch(status="SUCCESS", items=())
    return boat_parsing.departure_list(content, none, day, read.here, read)


def _told_at_length(answer: Mapping[str, Any]) -> Answer:
    """Activities with a summary, and a description as long as those of an operator."""
    told = [f"{row.short[0].upper()}{row.short[1:]}. {row.more}" for row in ROWS]
    items: list[Json] = [
        {
            **item,
            "short_description": item["description"],
            "description": " ".join(islice(cycle(told), place % len(told), place % len(told) + _SENTENCES)),
        }
        for place, item in enumerate(answer["data"])
    ]
    return {**answer, "data": items}


def _on_many_days(world: World, answer_on: Callable[[date], Mapping[str, Any]], **more: str) -> Answer:
    """The boats of as many days as it takes, each under a number of its own, as if all were of one day."""
    answers = [answer_on(world.today + timedelta(days=ahead)) for ahead in range(1, _DAYS_OF_BOATS)]
    numbers = count(answers[0]["data"][0]["schedule_id"])
    boats = chain.from_iterable(answer["data"] for answer in answers)
    items: list[Json] = [{**boat, "schedule_id": next(numbers), **more} for boat in islice(boats, ITEMS)]
    return {**answers[0], "count": len(items), "data": items}


def _answer(reading: Reading) -> ListAnswer:
    question = ExpectedAnswer(ApiKey(PRACTICE_KEY), is_boat=False)
    return read_verdict(HttpReply(200, reading.body), question, reading.shape)


def _whole(reading: Reading) -> object:
    return reading.values(_answer(reading))


def _milliseconds(work: Callable[[], object]) -> float:
    """The computing time of one piece of work, with the collector out of the way as in the program."""
    gc.collect()
    gc.disable()
    began = time.thread_time()
    result = work()
    took = time.thread_time() - began
    gc.enable()
    del result
    return took * 1000


if __name__ == "__main__":
    main(*asked([40], smallest=[0]))
