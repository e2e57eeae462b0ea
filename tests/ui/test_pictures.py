"""Every screen of selling as it was looked at and kept, in the light theme and in the dark one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.ui.picturing import KEEP, Covered, Gallery
from tests.ui.scenes import JOURNEYS, Journey, Take, travelling
from tests.ui.selling import Clerk

LARGE = ("01-activities",)
"""Scenes that are looked at on a large screen, too."""


@pytest.fixture
def camera(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[Clerk], Take]:
    """Compares the screens of a clerk with the pictures that were kept."""
    keeps = bool(request.config.getoption(KEEP, default=False))

    def of(clerk: Clerk) -> Take:
        gallery = Gallery(clerk.robot, tmp_path / "pictures", keeps)

        def take(name: str, *covered: Covered) -> Awaitable[None]:
            return _take(gallery, name, *covered)

        return take

    return of


async def _take(gallery: Gallery, name: str, *covered: Covered) -> None:
    await gallery.take(name, *covered)
    if name in LARGE:
        window = gallery.robot.window
        window.resize(1920, 1080)
        await gallery.take(f"{name}-1080p", *covered)
        window.resize(window.minimumSize())


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.__name__)
async def test_screens_look_as_they_were_kept(
    journey: Journey, camera: Callable[[Clerk], Take], tmp_path: Path
) -> None:
    async with travelling(tmp_path, camera) as clerk:
        await journey(clerk)
