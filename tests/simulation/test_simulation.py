"""The counter's production code through crashes and broken lines: no money lost, doubled or guessed.

`python -m tests.simulation.run` runs any number of seeds, and tells the story of one.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.simulation.basket import run_basket
from tests.simulation.gardener import LATELY, PLANTS, seed_that_catches
from tests.simulation.plants import storm
from tests.simulation.plants.basket import BED
from tests.simulation.run import Tally, tally_of_many
from tests.simulation.storm import run_storm
from tests.simulation.world import run, simulated_computer

SLICE = 200
_BASKETS, _MOST_BASKETS = 150, 80
_STORMS, _MOST_STORMS = 60, 60
_MOST_SEEDS = 200
# The others take longer to be caught: the run of its own plants every one.
_QUICKLY_CAUGHT = ("no-flush-at-all", "interrupted-is-not-sent", "no-quiet-period", "nobody-is-left-to-ask")
_OF_STORMS = {"CANCELLED", "REJECTED", "NOT_SENT", "UNKNOWN", "ESCALATED", "RESOLVED_CANCELLED"}
_STATES = {"SETTLED", "CANCELLED", "REJECTED", "NOT_SENT", "UNKNOWN", "ESCALATED", "RESOLVED_BOOKED"}


@pytest.fixture
def computer() -> Generator[None]:
    with simulated_computer():
        yield


@pytest.fixture(scope="module")
def many() -> Tally:
    return tally_of_many(0, SLICE, processes=2)


def test_no_seed_loses_doubles_or_guesses_money(many: Tally) -> None:
    assert [f"seed {each.seed}: {each.wrongs}" for each in many.wrong] == []


def test_the_seeds_reach_every_state_that_a_call_can_end_in(many: Tally) -> None:
    assert many.seeds == SLICE
    assert set(many.states) >= _STATES


@pytest.mark.usefixtures("computer")
def test_a_basket_is_sent_item_by_item_and_none_is_lost_or_doubled() -> None:
    ended = [run_basket(seed) for seed in range(_BASKETS)]
    assert [f"seed {each.seed}: {each.wrongs}" for each in ended if each.wrongs] == []
    assert {state for each in ended for state in each.states} >= _STATES
    assert max(len(each.states) for each in ended) >= 6
    assert run_basket(5) == ended[5]


@pytest.mark.usefixtures("computer")
def test_a_storm_is_sent_party_by_party_and_none_is_guessed_or_cancelled_twice() -> None:
    ended = [run_storm(seed) for seed in range(_STORMS)]
    assert [f"seed {each.seed}: {each.wrongs}" for each in ended if each.wrongs] == []
    assert {state for each in ended for state in each.states} >= _OF_STORMS
    assert run_storm(5) == ended[5]


@pytest.mark.parametrize("name", storm.BED)
@pytest.mark.usefixtures("computer")
def test_a_bug_that_is_planted_in_storms_is_caught(name: str) -> None:
    seeds = (LATELY[name],) if name in LATELY else range(_MOST_STORMS)
    assert seed_that_catches(storm.BED[name], seeds) is not None


@pytest.mark.parametrize("name", BED)
@pytest.mark.usefixtures("computer")
def test_a_bug_that_is_planted_in_baskets_is_caught(name: str) -> None:
    assert seed_that_catches(BED[name], range(_MOST_BASKETS)) is not None


@pytest.mark.usefixtures("computer")
def test_a_seed_tells_the_same_story_each_time() -> None:
    first = [run(seed) for seed in range(12)]
    assert [run(seed) for seed in range(12)] == first


@pytest.mark.parametrize("name", _QUICKLY_CAUGHT)
@pytest.mark.usefixtures("computer")
def test_a_planted_bug_is_caught(name: str) -> None:
    assert seed_that_catches(PLANTS[name], range(_MOST_SEEDS)) is not None


def test_there_are_plants_enough() -> None:
    assert len(PLANTS) >= 70
    assert LATELY.keys() <= PLANTS.keys()


def test_a_run_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.simulation.run._BATCH", 5)
    assert 0 < tally_of_many(0, 40 * SLICE, processes=2, within=0).seeds < 40 * SLICE
