"""Every habit of a service, and every two of them: each value that decides is read as it is."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.practice.service.habits import HABITS
from tests.support.practice.understood import Readings

readings = cache(Readings)


def test_the_clean_answers_are_read() -> None:
    found = readings().true
    assert [name for name in found if "is" in found[name]] == ["refused sale", "refused cancellation"]
    assert found["activities"]["activities"] == 3
    assert found["boats"]["boats"] == 7
    assert found["no slots"]["slots"] == 0
    assert sum(len(each) for each in found.values()) > 300


@pytest.mark.parametrize("habit", HABITS)
def test_everything_is_read_under_a_habit(habit: str) -> None:
    assert readings().all_wrong(habit) == []


@pytest.mark.no_cover
@pytest.mark.prove("each of them alone goes through the same lines")
@pytest.mark.parametrize("habit", HABITS)
def test_everything_is_read_under_two(habit: str) -> None:
    """Each pair once, by its first."""
    pairs = [pair for pair in combinations(HABITS, 2) if pair[0] == habit]
    assert {pair: found for pair in pairs if (found := readings().all_wrong(*pair))} == {}


@given(st.sets(st.sampled_from(list(HABITS)), min_size=3, max_size=7))
def test_everything_is_read_under_several(habits: set[str]) -> None:
    assert readings().all_wrong(*habits) == []
