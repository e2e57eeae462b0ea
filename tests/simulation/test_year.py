"""Weeks of one counter, left running and started again, with clocks that are set and a computer that sleeps.

`python -m tests.simulation.year` runs whole years, and tells the story of one.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.simulation.plants.year import BED
from tests.simulation.world import simulated_lines
from tests.simulation.year import catching, lived
from tests.support.proof import beside_others

_DAYS = 24


@pytest.fixture(autouse=True)
def lines() -> Generator[None]:
    with simulated_lines():
        yield


@beside_others
def test_nothing_is_erased_early_sent_on_an_old_look_or_left_unnamed() -> None:
    year = lived(1, _DAYS)
    assert year.wrongs == []
    assert year.counts.keys() >= {"sold", "days closed", "clocks set", "sleeps in a sale"}


# The run of its own plants every bug.
@pytest.mark.parametrize("name", ["look-never-ages"])
def test_a_planted_bug_is_caught(name: str) -> None:
    assert catching(BED[name], years=1, days=8) is not None


@beside_others
def test_a_year_is_the_same_each_time() -> None:
    assert lived(3, 3).story == lived(3, 3).story
