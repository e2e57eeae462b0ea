"""The travel date of the top bar: stepped by arrows, typed, or clicked in a month."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.typed_text import figures
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import held, row
from app.ui.kit.basics.painting import text_width
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import IconButton
from app.ui.kit.controls.date_input import day_distance, day_typed
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.kit.controls.month_panel import HELP, MonthPanel
from app.ui.theme import style

HEIGHT, _LEAST = 36, 20
_ARROW, _SIDE, _ICON, _GAP = 34, 12, 16, 8
_MARGINS = (_SIDE, 0, _SIDE, 0)
_BELOW = 4


class DatePicker(Box):
    """Shows the travel date; no day before today can be chosen."""

    day_chosen = Signal(object)
    """Emitted with another chosen date."""
    month_shown = Signal(object)
    """Emitted with a tuple of the days that can be chosen in the month that opens; empty when it closes."""

    left = Signal()
    """Emitted when a date was typed, clicked or given up: the keyboard has nothing to do here any more."""

    def __init__(self, today: date) -> None:
        super().__init__("surface", "line_strong", radius=style.CONTROL_RADIUS)
        self.setFixedHeight(HEIGHT)
        self._today = self._day = self._earliest = today
        self._back = _arrow("chevron-left", tr("Day before"), "day_before")
        self._on = _arrow("chevron-right", tr("Day after"), "day_after")
        self._name, self._far = Label("", "bodyStrong"), Label("", "caption", "text3")
        self._gives_distance = self._gives_year = False
        self._entry = DateInput()
        self._month: MonthPanel | None = None
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
        self._entry.given_up.connect(self._give_up)
        self._entry.gone.connect(self._leave)
        self._entry.textEdited.connect(self._follow_typed)
        self._entry.stepped.connect(self._step_in_month)
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
        """Let the clerk type a date, or take one from a month."""
        self._entry.clear()
        self._entry.setAccessibleDescription(tr(HELP))
        self._middle.setCurrentIndex(1)
        self._entry.setFocus(Qt.FocusReason.ShortcutFocusReason)
        month = self._panel()
        month.open(self._day, self._today, self._earliest)
        month.move(self.mapTo(self.window(), QPoint(0, self.height() + _BELOW)))

    def show_open(self, day: date, *, is_open: bool) -> None:
        """Mark in the month whether something can be sold on a day."""
        if self._month is not None:
            self._month.show_open(day, is_open=is_open)

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
        month, typed = self._panel(), self._entry.text()
        day = day_typed(typed, self._today) if typed else month.day
        if day is None:
            self._entry.selectAll()
            self._entry.setAccessibleDescription(month.say_wrong(wrong=True))
        else:
            self._take(day)

    def _take(self, day: date) -> None:
        self._give_up()
        self.choose(day)

    def _give_up(self) -> None:
        """Pass the keyboard on before the field goes: Qt would pass it to what comes in its place."""
        self._entry.clear()
        self.left.emit()
        self._show()

    def _leave(self) -> None:
        """Take a day that was typed whole before the keyboard went elsewhere."""
        day = day_typed(self._entry.text(), self._today)
        self._show()
        if day is not None:
            self.choose(day)

    def _follow_typed(self, text: str) -> None:
        """Show in the month what is typed so far."""
        month, day = self._panel(), day_typed(text, self._today)
        month.say_wrong(wrong=False)
        if day is not None:
            month.go_to(day)

    def _step_in_month(self, days: int, months: int) -> None:
        month = self._panel()
        self._entry.clear()
        if months:
            month.step_month(months)
        else:
            month.step(days)
        self._entry.setAccessibleDescription(formats.day_long(month.day))

    def _panel(self) -> MonthPanel:
        """The month, made when it is first opened, in the window over all that is below it."""
        if self._month is None:
            self._month = MonthPanel(self.window())
            self._month.day_picked.connect(self._take)
            self._month.month_shown.connect(self.month_shown)
            # It is a child of the window, which outlives this bar.
            self.destroyed.connect(self._month.deleteLater)
        return self._month

    def _show(self) -> None:
        self._name.setText((formats.day_medium if self._gives_year else formats.day_long)(self._day))
        set_tip(self._name, formats.day_long(self._day) if self._gives_year else "")
        self._far.setText(day_distance(self._day, self._today))
        self._far.setVisible(not self._gives_distance and bool(self._far.text()))
        self._back.setEnabled(self._day > self._earliest)
        self._middle.setCurrentIndex(0)
        if self._month is not None and self._month.isVisible():
            self._month.hide()
            self.month_shown.emit(())
        self.setAccessibleName(tr("Travel date {day}", day=formats.day_long(self._day)))


_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (-7, 0),
    Qt.Key.Key_Down: (7, 0),
    Qt.Key.Key_PageUp: (0, -1),
    Qt.Key.Key_PageDown: (0, 1),
}
"""Days and months that a key goes on."""
_IN_TEXT = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class DateInput(RoleEdit):
    """A field for a typed date; Esc discards it."""

    stepped = Signal(int, int)
    """Emitted with the days and months that a key goes on; Left and Right do so in an empty field."""
    given_up = Signal()
    """Emitted by Esc."""
    gone = Signal()
    """Emitted when the keyboard goes elsewhere in the window."""

    def __init__(self) -> None:
        super().__init__("bodyStrong", is_bare=True)
        self.setObjectName("day_entry")
        self.setMinimumHeight(_LEAST)
        self.setMaximumHeight(HEIGHT)
        self.take_by(figures)
        self.setPlaceholderText(tr("22, 22/11, +1, sun"))
        self.setAccessibleName(tr("Travel date"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.given_up.emit()
        elif event.key() in _STEPS and not (self.text() and event.key() in _IN_TEXT):
            self.stepped.emit(*_STEPS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # The window's own hiding of the field, once a day was taken, is no leaving.
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason and self.isVisible():
            self.gone.emit()


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
