"""Nothing is cut off, covered or shortened on any screen of selling, at any size of screen and text."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from app.core.language import SOURCE, current
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_link import BandLink
from app.ui.kit.sheets.modal_sheet import ModalSheet
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Drawer, pane_of
from app.ui.theme import style
from app.ui.window.main_window import DRAWN
from tests.support.ui.after_sales import JOURNEYS
from tests.support.ui.closing_day import CLOSING
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.looking import Show, part
from tests.support.ui.picturing import Covered
from tests.support.ui.scenes import PEOPLE, Journey, Take, travelling
from tests.support.ui.selling import Clerk, speak
from tests.support.ui.settling_in import SETTING_UP
from tests.support.ui.taking_payment import TAKING
from tests.support.ui.travelling_day import TRAVELLING

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

_AT_130 = {(1024, 600): (787, 461), (1366, 690): (1050, 530), (1920, 1080): (1476, 830)}
_AT_115 = {(1024, 600): (890, 521), (1366, 690): (1187, 600)}
SIZES = {
    SOURCE: (*_AT_130, *_AT_115.values(), *_AT_130.values()),
    "hi": ((1024, 600), (1366, 690), *_AT_130.values()),
}
"""By language. A text size is the factor of everything: at 130 % a window is one of so much less at 100 %."""
PASSING = ("05b-booking", "10-who-takes-over", "10-closing", "12b-loading")
"""Scenes that pass while a language is changed, or have nothing in another one yet."""
ACTING = (
    "add_passengers",
    "customer_pays",
    "new_sale",
    "pick_slot",
    "review",
    "spend",
    "total_payable",
    "debit_amount",
    "way_on",
)
"""What must be read or pressed to go on."""
_MOST_ROUNDS = 20
LEAST_PAGES = 8
"""So many pages the program opens by itself, in each theme."""
NAMES = tuple(name for name, *_ in PEOPLE)
TOLD = {"04-passengers": NAMES[:3], "05a-review-boat": NAMES, "05b-booking": NAMES}
"""What is painted in a table and may not lose its column."""


@pytest.fixture(autouse=True)
def _usual_theme(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")


class Fitter:
    """Looks whether everything fits, in each size and language."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk, self._robot = clerk, clerk.robot
        self.faults: list[str] = []

    async def take(self, name: str, *_covered: Covered) -> None:
        """Look at a scene in all sizes, and leave it as it was."""
        focused = self._robot.focused
        for size in SIZES[SOURCE]:
            await self.look(name, size)
        if self._part is self._robot.window and name not in PASSING:
            await self._look_in_hindi(name)
        self._robot.window.resize(*DRAWN)
        await self._settled()
        self._focus_again(focused)
        # A button that spends was out of sight, or stood elsewhere.
        await self._robot.until(self._is_armed)

    async def _look_in_hindi(self, name: str) -> None:
        await speak(self._clerk, "hi")
        for size in SIZES["hi"]:
            await self.look(name, size)
        await speak(self._clerk, SOURCE)

    def _focus_again(self, name: str) -> None:
        """Where the page was made anew, what is typed next goes where it would have gone."""
        named = self._part.findChildren(QWidget, name) if name else []
        page = self._clerk.window.current_page
        again = next((each for each in named if each.isVisible()), None)
        if again is not None:
            again.setFocus(Qt.FocusReason.OtherFocusReason)
        elif page is not None and self._part is self._robot.window:
            page.take_focus()

    async def look(self, name: str, size: tuple[int, int]) -> None:
        """Look at a scene in this size, and into the drawer if it has one."""
        window = self._robot.window
        window.resize(*size)
        await self._settled()
        assert (window.width(), window.height()) == size
        page = self._clerk.window.current_page
        pane = None if page is None else pane_of(page)
        lies_below = pane is not None and pane.lies_below and self._part is window
        if pane is not None and lies_below:
            pane.close_drawer()
            await self._settled()
        self._note(name, size, self._part)
        if pane is not None and lies_below:
            pane.reveal()
            await self._settled()
            self._note(f"{name}, drawer", size, part(window, Drawer, "drawer"))

    def _note(self, name: str, size: tuple[int, int], part_of_it: QWidget) -> None:
        found = pieces(part_of_it)
        is_whole = part_of_it is self._robot.window
        told = TOLD.get(name, ()) if is_whole else ()
        lost = [text for text in told if not any(text[:6] in piece.text for piece in found)]
        hidden = _not_whole(part_of_it) if is_whole else []
        said = [*misfits(found), *(f"{each} is not there." for each in lost), *hidden]
        self.faults += [f"{name}, {size[0]} x {size[1]}, {current()}: {each}" for each in said]

    async def _settled(self) -> None:
        """Wait until everything stands where it will stay."""
        before: list[QRect] = []
        for _ in range(_MOST_ROUNDS):
            QCoreApplication.sendPostedEvents()
            await asyncio.sleep(0)
            now = [each.geometry() for each in self._robot.window.findChildren(QWidget)]
            if now == before:
                return
            before = now
        pytest.fail("The layout does not come to rest.")

    def _is_armed(self) -> bool:
        shown = [each for each in self._robot.window.findChildren(ConfirmButton) if each.isVisible()]
        return all(each.is_armed for each in shown if each.isEnabled())

    @property
    def _part(self) -> QWidget:
        """The window, or what has opened over it."""
        window = self._robot.window
        return next((each for each in window.findChildren(ModalSheet) if each.isVisible()), window)


def _not_whole(window: QWidget) -> list[str]:
    """What must be seen to go on, and is not seen as a whole."""
    shown = [each for each in window.findChildren(QWidget) if each.isVisible()]
    acting = [each for each in shown if each.objectName() in ACTING]
    unseen = [f"{each.objectName()} is not seen as a whole." for each in acting if not _is_whole(each)]
    pressed = [each for each in shown if isinstance(each, Button)]
    flat = [each for each in pressed if each.height() < each.sizeHint().height()]
    return [*unseen, *(f"{each.label} ({each.objectName()}) is pressed flat." for each in flat)]


def _is_whole(widget: QWidget) -> bool:
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    unseen = QRegion(widget.rect()).subtracted(widget.visibleRegion())
    return window.rect().contains(place) and unseen.isEmpty()


@pytest.mark.parametrize(
    "journey", [*JOURNEYS, *CLOSING, *SETTING_UP, *TAKING, *TRAVELLING], ids=lambda journey: journey.__name__
)
async def test_everything_fits_in_every_size(journey: Journey, tmp_path: Path) -> None:
    fitters: list[Fitter] = []

    def camera(clerk: Clerk) -> Take:
        fitters.append(Fitter(clerk))
        return fitters[0].take

    async with travelling(tmp_path, camera) as clerk:
        await journey(clerk)
    assert "\n".join(fitters[0].faults) == ""


@pytest.mark.parametrize("factor", ["1.25", "1.5"])
def test_everything_fits_in_every_scale(factor: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app", "self-test", str(tmp_path)],
        env={**os.environ, "QT_SCALE_FACTOR": factor, "AGENCY_COUNTER_DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pictures = sorted(tmp_path.glob("*.png"))
    assert len(pictures) >= 2 * LEAST_PAGES
    sides = [side * float(factor) for side in DRAWN]
    assert [_size(path) for path in pictures] == [pytest.approx(sides, abs=1)] * len(pictures)


def _size(path: Path) -> tuple[int, int]:
    picture = QImage(str(path))
    return picture.width(), picture.height()


def test_letters_beyond_their_place_are_cut_off(shown: Show) -> None:
    label = Label("Customer pays")
    window = shown(label)
    assert misfits(pieces(window)) == []
    label.setFixedWidth(40)
    assert _fault(window) == "'Customer pays' is cut off."
    label.setFixedSize(200, 6)
    assert _fault(window) == "'Customer pays' is cut off."


def test_an_amount_that_is_shortened_is_a_fault(shown: Show) -> None:
    label = Label("4,410.00", elides=True)
    window = shown(label)
    label.setFixedWidth(40)
    assert re.fullmatch("'4,4.*\u2026' is shortened.", _fault(window))
    label.setText("Customer pays")
    assert misfits(pieces(window)) == []


def test_a_button_that_is_shortened_is_a_fault(shown: Show) -> None:
    link = BandLink("Leave practice")
    window = shown(held(row(link, None)))
    assert misfits(pieces(window)) == []
    link.setFixedWidth(60)
    assert re.fullmatch("'Leave p.*\u2026' is shortened.", _fault(window))


def test_what_lies_over_a_text_is_a_fault(shown: Show) -> None:
    one, other = Label("Customer pays"), Label("Total payable")
    window = shown(one, other)
    assert misfits(pieces(window)) == []
    other.move(one.pos())
    assert [fault for fault in misfits(pieces(window)) if fault.endswith("lie over each other.")]
    other.setText("")
    window.grab()
    cover = QPushButton(window)
    cover.setGeometry(one.geometry().adjusted(30, 0, 0, 0))
    cover.show()
    assert _fault(window) == "'Customer pays' is covered."


def test_what_scrolls_may_be_cut_at_its_lower_edge(shown: Show) -> None:
    scroller = Scroller(held(column(*(Label(f"Line {number}") for number in range(40)))))
    scroller.setFixedSize(200, 95)
    assert misfits(pieces(shown(scroller))) == []


def test_the_name_of_a_pair_is_shortened_before_its_value(shown: Show) -> None:
    pair = Pair("Adult FOREIGNER 3,350.00 \u00d7 1", "3,350.00")
    pair.setFixedWidth(180)
    texts = [piece.text for piece in pieces(shown(pair))]
    assert texts[1] == "3,350.00"
    assert texts[0].startswith("Adult FOR")
    assert texts[0].endswith("\u2026")


def test_a_field_is_as_high_as_its_sentence_needs(shown: Show) -> None:
    field = TextField("Phone", "customer_phone")
    field.setFixedWidth(150)
    window = shown(field)
    window.resize(300, 300)
    field.show_error("The number has 5 digits. It needs at least 8.")
    window.grab()
    note = part(field, Label, "customer_phone_note")
    assert note.height() == note.heightForWidth(note.width()) >= 2 * style.line_height("caption")
    assert misfits(pieces(window)) == []


def _fault(window: QWidget) -> str:
    """The one thing that is wrong, without where it is."""
    window.grab()
    (fault,) = misfits(pieces(window))
    return re.sub(r" \(.*\)", "", fault)
