"""Nothing is cut off, covered or shortened on a screen, at any size of screen and text."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QScrollBar, QWidget

from app.core.language import SOURCE, current
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.modal_sheet import ModalSheet
from app.ui.kit.sheets.pane import Drawer, pane_of
from app.ui.kit.sheets.toast import Toast
from app.ui.window.main_window import DRAWN
from tests.support.ui.layout_audit import misfits, pieces
from tests.support.ui.looking import part
from tests.support.ui.picturing import Covered
from tests.support.ui.scenes import PEOPLE
from tests.support.ui.selling import Clerk, speak

_AT_130 = {(1024, 600): (787, 461), (1366, 690): (1050, 530), (1920, 1080): (1476, 830)}
_AT_115 = {(1024, 600): (890, 521), (1366, 690): (1187, 600)}
SIZES = {
    SOURCE: (*_AT_130, *_AT_115.values(), *_AT_130.values()),
    "hi": ((1024, 600), (1366, 690), *_AT_130.values()),
}
"""By language. A text size is the factor of everything: at 130 % a window is one of so much less at 100 %."""
NARROW = (_AT_130[1024, 600], (1024, 600))
"""What fits here fits nearly always."""
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
BELOW = {"17-payment-recorded": ("new_sale",)}
"""By scene, what has a key and may be scrolled to."""
_MOST_ROUNDS = 20
NAMES = tuple(name for name, *_ in PEOPLE)
TOLD = {"04-passengers": NAMES[:3], "05a-review-boat": NAMES, "05b-booking": NAMES}
"""What is painted in a table and may not lose its column."""


class Fitter:
    """Looks whether everything fits, in these sizes."""

    def __init__(self, clerk: Clerk, sizes: Sequence[tuple[int, int]]) -> None:
        self._clerk, self._robot, self._sizes = clerk, clerk.robot, sizes
        self.faults: list[str] = []

    async def take(self, name: str, *_covered: Covered) -> None:
        """Look at a scene in these sizes, and leave it as it was."""
        focused, scrolled = self._robot.focused, {each: each.value() for each in self._bars()}
        # A message goes by itself, and may lie over what fits.
        told = [each for each in self._robot.window.findChildren(Toast) if each.isVisible()]
        for each in told:
            each.hide()
        for size in self._sizes:
            await self.look(name, size)
        await self._leave(focused)
        for each in told:
            each.show()
        for bar in self._bars():
            bar.setValue(scrolled.get(bar, bar.value()))

    async def take_in_hindi(self, name: str) -> None:
        """Look in all sizes of Hindi at a scene that is no sheet and does not pass; leave it as it was."""
        if self._part is not self._robot.window or name in PASSING:
            return
        focused, language = self._robot.focused, current()
        await speak(self._clerk, "hi")
        for size in SIZES["hi"]:
            await self.look(name, size)
        await speak(self._clerk, language)
        await self._leave(focused)

    async def _leave(self, focused: str) -> None:
        self._robot.window.resize(*DRAWN)
        await self._settled()
        self._focus_again(focused)
        # A button that spends was out of sight, or stood elsewhere.
        await self._robot.until(self._is_armed)

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
        hidden = _not_whole(part_of_it, BELOW.get(name, ())) if is_whole else []
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
        raise AssertionError("The layout does not come to rest.")

    def _bars(self) -> list[QScrollBar]:
        """What scrolls: in a small window it does so by itself, to where the keyboard is."""
        return self._robot.window.findChildren(QScrollBar)

    def _is_armed(self) -> bool:
        shown = [each for each in self._robot.window.findChildren(ConfirmButton) if each.isVisible()]
        return all(each.is_armed for each in shown if each.isEnabled())

    @property
    def _part(self) -> QWidget:
        """The window, or what has opened over it."""
        window = self._robot.window
        return next((each for each in window.findChildren(ModalSheet) if each.isVisible()), window)


def _not_whole(window: QWidget, below: Sequence[str]) -> list[str]:
    """What must be seen to go on, and is not seen as a whole."""
    shown = [each for each in window.findChildren(QWidget) if each.isVisible()]
    acting = [each for each in shown if each.objectName() in ACTING and each.objectName() not in below]
    unseen = [f"{each.objectName()} is not seen as a whole." for each in acting if not is_whole(each)]
    pressed = [each for each in shown if isinstance(each, Button)]
    flat = [each for each in pressed if each.height() < each.sizeHint().height()]
    return [*unseen, *(f"{each.label} ({each.objectName()}) is pressed flat." for each in flat)]


def is_whole(widget: QWidget) -> bool:
    """Whether all of it is seen: in the window, and neither cut off nor covered."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    unseen = QRegion(widget.rect()).subtracted(widget.visibleRegion())
    return window.rect().contains(place) and unseen.isEmpty()
