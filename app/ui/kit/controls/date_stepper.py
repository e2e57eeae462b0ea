"""The shown day, with arrows to the days before and after."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import Qt, Signal

from app.core.language import tr
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import IconButton
from app.ui.theme import style

_HEIGHT, _ARROW = 32, 30


class DateStepper(Box):
    """A day between two arrows."""

    stepped = Signal(int)
    """Emitted with -1 for the day before or 1 for the day after."""

    def __init__(self) -> None:
        super().__init__("surface", "line_strong", radius=style.CONTROL_RADIUS)
        self.setFixedHeight(_HEIGHT)
        self._back = IconButton("chevron-left", tr("Day before"))
        self._on = IconButton("chevron-right", tr("Day after"))
        for button, name, step in ((self._back, "day_back", -1), (self._on, "day_on", 1)):
            button.setFixedSize(_ARROW, _ARROW)
            button.setObjectName(name)
            # A click leaves the keyboard where it is: at the last day the arrow is off, and would hand it on.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, step=step: self.stepped.emit(step))
        self._day = called("day_shown_here", Label("", "bodyStrong"))
        self._near = Label("", "caption", "text3")
        self._near.hide()
        self.setLayout(row(self._back, self._day, self._near, self._on, gap=4, margins=(1, 1, 1, 1)))

    def show_day(self, day: date, *, may_go_on: bool, near: str = "") -> None:
        """Show a day, whether there is one after it, and a word for one that is near, such as Tomorrow."""
        self._day.setText(formats.day_long(day))
        self._near.setText(near)
        self._near.setVisible(bool(near))
        self._on.setEnabled(may_go_on)
