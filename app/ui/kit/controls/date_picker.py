"""The travel date of the top bar, with arrows to the days before and after; it can be typed."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import held, row
from app.ui.kit.basics.painting import text_width
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import IconButton
from app.ui.kit.controls.date_input import day_distance, day_typed
from app.ui.kit.controls.text_field import RoleEdit
from app.ui.theme import style

HEIGHT = 36
_ARROW, _SIDE, _ICON, _GAP = 34, 12, 16, 8
_MARGINS = (_SIDE, 0, _SIDE, 0)
_ENTRY_HELP = mark("Type 22, 22/11, +1 or sun, then Enter")


class DatePicker(Box):
    """Shows the travel date; no day before today can be chosen."""

    day_chosen = Signal(object)
    """Emitted with another chosen date."""

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line_strong", radius=style.CONTROL_RADIUS, parent=parent)
        self.setFixedHeight(HEIGHT)
        self._today = self._day = self._earliest = today
        self._back = _arrow("chevron-left", tr("Day before"), "day_before")
        self._on = _arrow("chevron-right", tr("Day after"), "day_after")
        self._name, self._far = Label("", "bodyStrong"), Label("", "caption", "text3")
        self._gives_distance = self._gives_year = False
        self._entry = DateInput()
        shown = _Shown()
        shown.setObjectName("day_shown")
        shown.setLayout(
            row(
                Icon("calendar", _ICON, "text3"),
                self._name,
                self._far,
                gap=_GAP,
                margins=(_SIDE, 0, _SIDE, 0),
            )
        )
        self._middle = QStackedWidget()
        self._middle.addWidget(shown)
        self._middle.addWidget(
            held(row(Icon("calendar", _ICON, "text3"), self._entry, gap=_GAP, margins=_MARGINS))
        )
        line = row(self._back, gap=0, margins=(1, 1, 1, 1))
        for thing in (Hairline(down=True), self._middle, Hairline(down=True), self._on):
            line.addWidget(thing)
        self.setLayout(line)
        self._back.clicked.connect(self.step_back)
        self._on.clicked.connect(self.step_on)
        shown.pressed.connect(self.begin_typing)
        self._entry.returnPressed.connect(self._take_typed)
        self._entry.given_up.connect(self._show)
        self._show()

    @property
    def day(self) -> date:
        """The travel date."""
        return self._day

    def follow(self, former: DatePicker) -> None:
        """Show the day that another picker shows."""
        self._today, self._day, self._earliest = former._today, former._day, former._earliest
        self._show()

    def set_today(self, today: date, earliest: date | None = None) -> None:
        """Set the service's day; a chosen day in the past changes to it.

        `earliest` is the earliest day that may be today for the service, by default today.
        """
        was_today = self._day == self._today
        self.pass_midnight(today, earliest or today)
        if was_today or self._day < self._earliest:
            self.choose(today)

    def pass_midnight(self, today: date, earliest: date) -> None:
        """Set a new today; the travel date stays, since a draft may have it."""
        self._today, self._earliest = today, min(today, earliest)
        self._show()

    def leave_past(self) -> None:
        """Choose today where the travel date is past by now."""
        if self._day < self._today:
            self.choose(self._today)

    def choose(self, day: date) -> None:
        """Choose a day; one that is past everywhere becomes the earliest possible day."""
        day = max(day, self._earliest)
        if day != self._day:
            self._day = day
            self._show()
            self.day_chosen.emit(day)

    def step_back(self) -> None:
        """The day before."""
        self.choose(self._day - timedelta(days=1))

    def step_on(self) -> None:
        """The day after."""
        self.choose(self._day + timedelta(days=1))

    def begin_typing(self) -> None:
        """Let the clerk type a date."""
        self._entry.clear()
        set_tip(self._entry, tr(_ENTRY_HELP))
        self._middle.setCurrentIndex(1)
        self._entry.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def width_of(self, *, distance: bool, year: bool) -> int:
        """Its width with these parts of the day."""
        name = (formats.day_long if year else formats.day_medium)(self._day)
        far = day_distance(self._day, self._today) if distance else ""
        words = text_width(name, style.font("bodyStrong")) + 2
        if far:
            words += _GAP + text_width(far, style.font("caption")) + 2
        return 2 * (_ARROW + _SIDE + 2) + _ICON + _GAP + words

    def give_way(self, *, distance: bool, year: bool) -> None:
        """Leave out how far the day is, and its year, where there is no room for them."""
        if (distance, year) != (self._gives_distance, self._gives_year):
            self._gives_distance, self._gives_year = distance, year
            self._show()

    def _take_typed(self) -> None:
        day = day_typed(self._entry.text(), self._today)
        if day is None:
            self._entry.selectAll()
            self._entry.setAccessibleDescription(joined(" ", (tr("No such day."), tr(_ENTRY_HELP))))
            return
        self._show()
        self.choose(day)

    def _show(self) -> None:
        self._name.setText((formats.day_medium if self._gives_year else formats.day_long)(self._day))
        set_tip(self._name, formats.day_long(self._day) if self._gives_year else "")
        self._far.setText(day_distance(self._day, self._today))
        self._far.setVisible(not self._gives_distance and bool(self._far.text()))
        self._back.setEnabled(self._day > self._earliest)
        self._middle.setCurrentIndex(0)
        self.setAccessibleName(tr("Travel date {day}", day=formats.day_long(self._day)))


class DateInput(RoleEdit):
    """A field for a typed date; Esc discards it."""

    given_up = Signal()
    """Emitted by Esc, or when the focus is lost."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bodyStrong", parent)
        self.setObjectName("day_entry")
        self.setFrame(False)
        self.setMaxLength(20)
        self.setPlaceholderText(tr("22, 22/11, +1, sun"))
        self.setAccessibleName(tr("Travel date"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.given_up.emit()


class _Shown(QWidget):
    """The day in words; a press begins typing."""

    pressed = Signal()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()


def _arrow(icon: str, name: str, object_name: str) -> IconButton:
    arrow = IconButton(icon, name)
    arrow.setFixedSize(_ARROW, HEIGHT - 2)
    arrow.setObjectName(object_name)
    return arrow
