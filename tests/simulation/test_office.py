"""Desks of one office through outages of its database: each shows the service's books when all is well.

`python -m tests.simulation.office` runs any number of stories, and tells one.
"""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from tests.simulation.office import office_story
from tests.simulation.patches import Patches
from tests.simulation.plants.office import BED
from tests.support.proof import few

_STORIES = 12
_MOST_STORIES = 6
_QUICKLY = "accounts-are-bookings"
"""Caught by the first story."""


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.mark.parametrize("seed", few(range(_STORIES), 2))
async def test_no_outage_loses_or_doubles_a_booking(seed: int, tmp_path: Path) -> None:
    story = await office_story(seed, tmp_path)
    assert story.wrongs == [], "\n".join(story.told)


@pytest.mark.parametrize("name", few(sorted(BED, key=lambda name: name != _QUICKLY)))
async def test_a_planted_bug_is_caught(name: str, tmp_path: Path) -> None:
    with Patches() as patches:
        BED[name].change(patches)
        for seed in range(_MOST_STORIES):
            folder = tmp_path / str(seed)
            folder.mkdir()
            if (await office_story(seed, folder)).wrongs:
                return
    pytest.fail("No story has caught it.")
