"""Every screen of selling as it was looked at and kept, in the light theme and in the dark one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.desk.vouchers.voucher import Voucher
from app.ui.customer_window.customer_window import CustomerLook, CustomerWindow
from app.ui.theme import style
from app.ui.travelling.manifest_paper import ManifestPaper
from app.ui.vouchers.layout import Laid, lay_out
from app.ui.vouchers.measures import PAPERS
from app.ui.vouchers.painting import paint
from tests.support.desk.manifest_samples import forty, made
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER, BOAT_VOUCHER, BRANDING
from tests.support.proof import beside_others
from tests.support.ui.customer_states import AGENCY, CUSTOMER_PAGES
from tests.support.ui.picturing import FOLDER, KEEP, THEMES, compare, small

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize("voucher", [BOAT_VOUCHER, ACTIVITY_VOUCHER], ids=["boat", "activity"])
@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("paper", PAPERS)
def test_vouchers_look_as_they_were_kept(
    request: pytest.FixtureRequest, voucher: Voucher, language: str, paper: str
) -> None:
    kind = "boat" if voucher.is_boat else "activity"
    shown = voucher.shown(replace(voucher.branding, paper=paper, language=language))
    _compare(_painted(lay_out(shown)), f"14-voucher-{kind}-{paper.replace(' ', '-')}-{language}", request)


@beside_others
@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_manifest_looks_as_it_was_kept(request: pytest.FixtureRequest, language: str) -> None:
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
