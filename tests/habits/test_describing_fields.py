"""Whatever comes in a field that only describes: no item is lost, and what decides is read as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from app.api.messages.json_decoding import is_array, is_object
from app.practice.service.exchange import ServiceReply
from tests.support.api.mutations import EXTREMES, Dice
from tests.support.practice.spoken import taken
from tests.support.practice.understood import differences, questions

replies = cache(taken)

DESCRIBING: Mapping[str, str] = {
    "activities": (
        "title location description media media.gallery media.featured_image policies.inclusions "
        "policies.exclusions policies.cancellation_summary pricing.mrp pricing.price_basis pricing.display "
        "pricing.price_source pricing.mrp_source availability.reason availability.available_date_ranges "
        "availability.available_date_ranges.from booking.booking_cutoff.type booking.booking_cutoff.source "
        "practice"
    ),
    "slots": (
        "activity_name slot.label booking_rules.booking_cutoff_type booking_rules.cutoff_source practice "
        "pricing.price_basis pricing.price_source pricing.agent_commission_type"
    ),
    "boats": (
        "boat_name trip_name boat_id trip_id inventory.capacity_per_rotation inventory.inventory_mode "
        "rates.price_source practice"
    ),
    "wallet": "code practice data.tenant_id data.agent_id data.recent_ledger_journal_snapshot data.practice",
    "activity status": "code practice data.metadata.activity_name data.metadata.slot_label data.practice",
    "boat status": (
        "code practice data.metadata.boat_name data.metadata.trip_name data.metadata.departure_time "
        "data.traveler_manifest.pax_gender data.traveler_manifest.passenger_type data.practice"
    ),
}
"""Of each question the fields of its items, or of its answer, that describe."""
_AROUND = "code count bookable_count available reason practice"
"""Of each list the fields around it."""


def describing(name: str) -> list[str]:
    """The paths of a question's answers."""
    own = DESCRIBING[name].split()
    return (
        own
        if any(each.startswith("data.") for each in own)
        else [*_AROUND.split(), *(f"data.{each}" for each in own)]
    )


def holders(value: Any, path: list[str]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every object that has the last field of a path, in each item of the lists on the way."""
    if is_array(value):
        for each in value:
            yield from holders(each, path)
    elif is_object(value):
        if len(path) == 1 and path[0] in value:
            yield value, path[0]
        elif path[0] in value:
            yield from holders(value[path[0]], path[1:])


def mutated(dice: Dice, reply: ServiceReply, paths: list[str]) -> ServiceReply:
    """An answer in which some describing fields hold anything at all, or are not there."""
    answer: Any = json.loads(reply.body)
    for path in dice.sample(paths, dice.choice((1, 2, 4))):
        found = list(holders(answer, path.split(".")))
        for holder, name in dice.choice((found, found, found[:1])):
            if dice.random() < 0.1:
                del holder[name]
            else:
                holder[name] = copy.deepcopy(dice.choice(EXTREMES))
    return ServiceReply(reply.status, json.dumps(answer).encode())


def check(name: str, seeds: range) -> None:
    question = questions(replies())[name]
    clean = [replies().written(each, []) for each in question.of]
    true, paths = question.facts(*clean), describing(name)
    for seed in seeds:
        dice = Dice(seed)
        found = question.facts(*(mutated(dice, each, paths) for each in clean))
        assert list(differences(true, found)) == [], seed


@pytest.mark.parametrize("name", DESCRIBING)
def test_every_field_that_describes_is_there(name: str) -> None:
    answers = [json.loads(replies().written(each, []).body) for each in questions(replies())[name].of]
    missing = [
        path
        for path in describing(name)
        if not any(list(holders(answer, path.split("."))) for answer in answers)
    ]
    assert set(missing) <= {*_AROUND.split()}


@pytest.mark.parametrize("name", DESCRIBING)
def test_nothing_is_lost(name: str) -> None:
    check(name, range(40))


@pytest.mark.no_cover
@pytest.mark.prove("a hundred thousand items; some of each kind are there each time")
@pytest.mark.parametrize("name", DESCRIBING)
def test_nothing_is_lost_of_many(name: str) -> None:
    check(name, range(40, 6000))
