"""A small number with minus and plus: seats, passengers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractSpinBox, QSizePolicy, QSpinBox
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.theme import assets, style

WIDTH, HEIGHT, SIDE = 84, 30, 29
_ICON = 14
_MOST_DIGITS = 15
_PAUSE_MS = 1000
"""After which a digit begins another number."""


class Stepper(QSpinBox):
    """Takes +, -, digits, arrows and the pointer; `name` is its accessible name.

    Digits that are more than the highest number together change nothing: they were meant for another field.
    """

    def __init__(
        self, name: str, *, lowest: int = 1, highest: int = 99, passes_letters: bool = False
    ) -> None:
        """`passes_letters`: what no number has goes to what it stands in."""
        super().__init__()
        self._passes_letters = passes_letters
        self.setAccessibleName(name)
        self.setRange(lowest, highest)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(WIDTH, HEIGHT)
        edit = RoleEdit("bodyHeavy", self, is_bare=True)
        # Qt's own name for it: the number is spoken as the stepper's, not as a field's without a name.
        edit.setObjectName("qt_spinbox_lineedit")
        edit.setValidator(self.lineEdit().validator())
        self.setLineEdit(edit)
        self.setFont(style.font("bodyHeavy"))
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFrame(False)
        self._typed = ""
        """The digits that were typed one after the other."""
        self._before = lowest
        """The number before the first of them."""
        self._is_refusing = False
        """Whether they are more than the most, and what follows at once belongs to them."""
        self._is_replaced = False
        """Whether the next digit takes the place of what stands there, unless the cursor is moved before."""
        self._pause = ScreenDelay(self, _PAUSE_MS, self._note_pause)
        edit.cursorPositionChanged.connect(self._insert)

    def set_highest(self, highest: int) -> None:
        """Allow no more than this."""
        self.setMaximum(max(self.minimum(), highest))

    @override
    def stepBy(self, steps: int) -> None:
        """Step, and clear the selection by Qt if the stepper does not have the focus."""
        super().stepBy(steps)
        if not self.hasFocus():
            self.lineEdit().deselect()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().isdecimal():
            self._take_digit(event)
            return
        self._end_number()
        if event.text() in ("+", "="):
            self.stepUp()
        elif event.text() in ("-", "\u2212"):
            self.stepDown()
        elif self._passes_letters and event.text().isalpha():
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _take_digit(self, event: QKeyEvent) -> None:
        if self._is_replaced:
            self.selectAll()
            self._is_replaced = False
        shown, was_chosen = self.text(), self.lineEdit().hasSelectedText()
        if not self._typed or (was_chosen and not self._is_refusing):
            self._typed, self._before = "", self.value()
        self._typed = (self._typed + event.text())[:_MOST_DIGITS]
        self._pause.start()
        if int(self._typed) <= self.maximum():
            super().keyPressEvent(event)
            if self.text() != shown or (was_chosen and not self.lineEdit().hasSelectedText()):
                return
        self._is_refusing = True
        self.setValue(self._before)
        self.selectAll()
        told = {"typed": self._typed, "most": self.maximum(), "number": self.value()}
        say(self, tr("{typed} is too many: {most} at most, {number} stays.", **told))

    def _end_number(self) -> None:
        """Take the next digit for the first of another number."""
        self._typed, self._is_refusing = "", False

    def _note_pause(self) -> None:
        # Another key since the last digit edits what stands there.
        self._is_replaced = self._is_replaced or bool(self._typed)
        self._end_number()

    def _insert(self) -> None:
        self._is_replaced = False

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # The pointer sets the cursor.
        self._is_replaced = event.reason() != Qt.FocusReason.MouseFocusReason

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._end_number()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._end_number()
        x = event.position().x()
        if x < SIDE:
            self.stepDown()
        elif x >= self.width() - SIDE:
            self.stepUp()
        else:
            super().mousePressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_digits()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.setFont(style.font("bodyHeavy"))
        self._place_digits()

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = style.tokens(), QPainter(self)
        focused = self.hasFocus()
        edge = colours.accent if focused else colours.control
        draw_box(
            painter,
            self.rect(),
            fill=colours.surface,
            line=edge,
            width=2 if focused else 1,
            radius=style.CONTROL_RADIUS,
        )
        self._paint_sign(painter, "minus", 1, live=self.value() > self.minimum())
        self._paint_sign(painter, "plus", self.width() - SIDE, live=self.value() < self.maximum())

    def _place_digits(self) -> None:
        """Place the digits between the signs; Qt would give them the whole width."""
        self.lineEdit().setGeometry(self.rect().adjusted(SIDE, 2, -SIDE, -2))

    def _paint_sign(self, painter: QPainter, name: str, left: int, *, live: bool) -> None:
        colours = style.tokens()
        zone = QRect(left, 0, SIDE - 1, self.height())
        corner = zone.center() - QPoint(_ICON // 2 - 1, _ICON // 2 - 1)
        ink = colours.text2 if live and self.isEnabled() else colours.line_strong
        assets.paint_icon(painter, name, corner, _ICON, ink)
