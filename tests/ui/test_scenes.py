"""Every screen: calm while nobody does anything, said aloud, fitting in each size, and as it was kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.core.language import SOURCE
from app.ui.kit.sheets import toast
from app.ui.window.main_window import DRAWN
from tests.support.proof import is_proof
from tests.support.ui.after_sales import JOURNEYS
from tests.support.ui.calm import Watcher
from tests.support.ui.closing_day import CLOSING
from tests.support.ui.fitting import NARROW, SIZES, Fitter
from tests.support.ui.picturing import KEEP, THEMES, Covered, Gallery
from tests.support.ui.reading_aloud import faults_of
from tests.support.ui.scenes import Journey, Take, travelling
from tests.support.ui.selling import Clerk, speak
from tests.support.ui.settling_in import SETTING_UP
from tests.support.ui.taking_payment import TAKING
from tests.support.ui.travelling_day import TRAVELLING

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

LARGE = ("01-activities",)
"""Scenes that are looked at on a large screen, too."""
HINDI = (
    "01-activities",
    "05a-review-activity",
    "07-bookings",
    "09-wallet",
    "10-day-close",
    "11d-settings-appearance",
)
"""Scenes whose picture is looked at in Hindi, too, switched on the spot."""
_HOURS_MS = 10_000_000


class Eyes:
    """Looks at each scene of a clerk in every way: in one theme and two sizes, or when proving in all."""

    def __init__(self, clerk: Clerk, folder: Path, config: pytest.Config) -> None:
        self._clerk = clerk
        self._themes = THEMES if is_proof(config) or config.getoption(KEEP) else ("light",)
        self._gallery = Gallery(clerk.robot, folder, keeps=bool(config.getoption(KEEP)))
        self._watcher = Watcher(clerk)
        self._fitter = Fitter(clerk, SIZES[SOURCE] if is_proof(config) else NARROW)
        self._unsaid: list[str] = []

    @property
    def faults(self) -> list[str]:
        """All that was found."""
        return [*self._watcher.faults, *self._unsaid, *self._fitter.faults]

    async def take(self, name: str, *covered: Covered) -> None:
        """Look at a scene, and leave it as it was."""
        await self._gallery.take(name, *covered, themes=self._themes)
        await self._picture_more(name, *covered)
        self._unsaid += [f"{name}: {each}" for each in faults_of(self._clerk.window)]
        await self._fitter.take(name)
        # Last: it lets what was read grow old.
        await self._watcher.take(name)

    async def _picture_more(self, name: str, *covered: Covered) -> None:
        if name in LARGE:
            self._clerk.window.resize(1920, 1080)
            await self._gallery.take(f"{name}-1080p", *covered, themes=self._themes)
            self._clerk.window.resize(*DRAWN)
        if name in HINDI:
            await speak(self._clerk, "hi")
            await self._gallery.take(f"{name}-hi", *covered, themes=("light",))
            await speak(self._clerk, SOURCE)


@pytest.mark.parametrize(
    "journey", [*JOURNEYS, *CLOSING, *SETTING_UP, *TAKING, *TRAVELLING], ids=lambda journey: journey.__name__
)
async def test_every_screen_is_looked_at(
    journey: Journey, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A toast goes after some seconds: on a busy computer it would be on the picture of one theme alone.
    monkeypatch.setattr(toast, "SHOWN_MS", _HOURS_MS)
    # People are slower than it takes from one page to the next here.
    monkeypatch.setattr(toast, "YOUNG_MS", -1)
    eyes: list[Eyes] = []

    def camera(clerk: Clerk) -> Take:
        eyes.append(Eyes(clerk, tmp_path / "pictures", request.config))
        return eyes[0].take

    async with travelling(tmp_path, camera) as clerk:
        await journey(clerk)
    assert "\n".join(eyes[0].faults) == ""
