"""How many seats of an activity are released."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.model.booking import SeatChoice
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.stepper import Stepper
from app.ui.theme import style

_MOST = 100
"""So many seats can be sold at once (interface part 8)."""


class SeatPick(Box):
    """A stepper, what stays, and a button for all of them."""

    changed = Signal()

    def __init__(self, booked: int | None, parent: QWidget | None = None) -> None:
        """`booked` is None when nobody here knows how many there are."""
        super().__init__("surface", "line_strong", radius=style.RADIUS, parent=parent)
        self._booked, self._told = booked, 1
        self._stepper = Stepper(tr("Seats to release"), highest=booked or _MOST)
        self._stepper.setObjectName("qty")
        self._stays = Label("", ink="text2", elides=True)
        self._all = Button(tr("Release all {number}", number=booked), "quiet", size=28, key="A")
        self._all.setObjectName("release_all")
        if booked in (1, None):
            self._all.hide()
        line = row(self._stepper, gap=16, margins=(16, 15, 16, 15))
        line.addWidget(self._stays, 1)
        line.addWidget(self._all)
        self.setLayout(line)
        self.setFocusProxy(self._stepper)
        self._stepper.installEventFilter(self)
        self._stepper.valueChanged.connect(self._tell)
        self._all.clicked.connect(self.choose_all)
        self._say()

    @property
    def choice(self) -> SeatChoice:
        """As many as are shown."""
        return SeatChoice(self._stepper.value())

    def choose_all(self) -> None:
        """Release every seat, when it is known how many there are."""
        if self._booked is not None:
            self._stepper.setValue(self._booked)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A letter is no number: A releases all, whatever Qt's field would make of it."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.text() in ("a", "A")
        ):
            self.choose_all()
            return True
        return super().eventFilter(watched, event)

    def _tell(self, qty: int) -> None:
        # Enter in Qt's field tells its number once more.
        if qty != self._told:
            self._told = qty
            self._say()
            self.changed.emit()

    def _say(self) -> None:
        if self._booked is None:
            self._stays.setText(tr("Another counter sold it: ask the customer how many seats are booked."))
            return
        left = self._booked - self._stepper.value()
        stays = tr("Nothing stays booked.")
        if left:
            stays = trn("{number} seat stays.", "{number} seats stay.", left)
        of = trn("of {number} booked seat.", "of {number} booked seats.", self._booked)
        self._stays.setText(joined(" ", (of, stays)))
