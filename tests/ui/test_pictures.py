"""Every screen of selling as it was looked at and kept, in the light theme and in the dark one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.core.language import SOURCE
from app.desk.vouchers.voucher import Voucher
from app.ui.customer_window.customer_window import CustomerLook, CustomerWindow
from app.ui.kit.sheets import toast
from app.ui.theme import style
from app.ui.travelling.manifest_paper import ManifestPaper
from app.ui.vouchers.layout import Laid, lay_out
from app.ui.vouchers.measures import PAPERS
from app.ui.vouchers.painting import paint
from app.ui.window.main_window import DRAWN
from tests.support.desk.manifest_samples import forty, made
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER, BOAT_VOUCHER, BRANDING
from tests.support.ui.after_sales import JOURNEYS
from tests.support.ui.closing_day import CLOSING
from tests.support.ui.customer_states import AGENCY, CUSTOMER_PAGES
from tests.support.ui.picturing import FOLDER, KEEP, THEMES, Covered, Gallery, compare, small
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
"""Scenes that are looked at in Hindi, too, switched on the spot."""

_HOURS_MS = 10_000_000


@pytest.fixture
def camera(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Clerk], Take]:
    """Compares the screens of a clerk with the pictures that were kept."""
    # A toast goes after some seconds: on a busy computer it would be on the picture of one theme alone.
    monkeypatch.setattr(toast, "SHOWN_MS", _HOURS_MS)
    keeps = bool(request.config.getoption(KEEP, default=False))

    def of(clerk: Clerk) -> Take:
        gallery = Gallery(clerk.robot, tmp_path / "pictures", keeps)

        def take(name: str, *covered: Covered) -> Awaitable[None]:
            return _take(clerk, gallery, name, *covered)

        return take

    return of


async def _take(clerk: Clerk, gallery: Gallery, name: str, *covered: Covered) -> None:
    await gallery.take(name, *covered)
    if name in LARGE:
        window = gallery.robot.window
        window.resize(1920, 1080)
        await gallery.take(f"{name}-1080p", *covered)
        window.resize(*DRAWN)
    if name in HINDI:
        try:
            await speak(clerk, "hi")
            await gallery.take(f"{name}-hi", *covered, themes=("light",))
        finally:
            await speak(clerk, SOURCE)


@pytest.mark.parametrize(
    "journey", [*JOURNEYS, *CLOSING, *SETTING_UP, *TAKING, *TRAVELLING], ids=lambda journey: journey.__name__
)
async def test_screens_look_as_they_were_kept(
    journey: Journey, camera: Callable[[Clerk], Take], tmp_path: Path
) -> None:
    async with travelling(tmp_path, camera) as clerk:
        await journey(clerk)


@pytest.mark.parametrize("voucher", [BOAT_VOUCHER, ACTIVITY_VOUCHER], ids=["boat", "activity"])
@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("paper", PAPERS)
def test_vouchers_look_as_they_were_kept(
    qapp: QApplication, request: pytest.FixtureRequest, voucher: Voucher, language: str, paper: str
) -> None:
    assert qapp
    kind = "boat" if voucher.is_boat else "activity"
    shown = voucher.shown(replace(voucher.branding, paper=paper, language=language))
    _compare(_painted(lay_out(shown)), f"14-voucher-{kind}-{paper.replace(' ', '-')}-{language}", request)


@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_manifest_looks_as_it_was_kept(
    qapp: QApplication, request: pytest.FixtureRequest, language: str
) -> None:
    assert qapp
    shown = made(*forty(), branding=replace(BRANDING, language=language))
    _compare(_painted(ManifestPaper(shown).lay_out()), f"19b-manifest-{language}", request)


def _compare(picture: QImage, name: str, request: pytest.FixtureRequest) -> None:
    """Hold a picture against the kept one of this name, or keep it."""
    path = FOLDER / f"{name}.png"
    if request.config.getoption(KEEP, default=False):
        assert small(picture).save(str(path), quality=0)
    reference = QImage(str(path))
    assert not reference.isNull(), f"There is no picture {path.stem}; {KEEP} makes it."
    assert compare(picture, reference.convertToFormat(QImage.Format.Format_RGB32)).fault == ""


def _painted(laid: Laid) -> QImage:
    """The first page as a screen shows it."""
    leaf = laid.leaves[0]
    picture = QImage(round(leaf.width), round(leaf.height), QImage.Format.Format_RGB32)
    picture.fill(QColor("white"))
    painter = QPainter(picture)
    paint(painter, leaf, 1)
    painter.end()
    return picture


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", CUSTOMER_PAGES)
def test_the_customer_window_looks_as_it_was_kept(
    qapp: QApplication, request: pytest.FixtureRequest, name: str, theme: str
) -> None:
    # It also loads the letters.
    style.apply_theme(qapp, "light")
    window = CustomerWindow()
    window.resize(1920, 1080)
    window.show_look(CustomerLook(AGENCY, theme=theme))
    window.show_state(CUSTOMER_PAGES[name])
    picture = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    window.deleteLater()
    _compare(picture, f"{name}-{theme}", request)
