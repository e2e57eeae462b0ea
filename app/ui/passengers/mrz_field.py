"""The field for machine-readable zones, which recognises a passport reader by the speed of its keys."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.controls.line_edit import LineEdit
from app.ui.theme import assets, style

SCANNER_GAP = 0.035
"""The longest pause between keys of a reader, in seconds."""
LINE_GAP = 0.5
"""The longest pause of a reader between two lines, in seconds."""
TAIL_GAP = 0.1
"""The time in seconds in which further characters, such as Enter, still belong to a zone."""
LIMIT = 400
"""The most characters of a zone, typed or read."""
_SENT_KEYS = 6
_HEIGHT = 36
_HINT = mark("Scan a passport, or type both lines")
_LIGATURES = QFont.Tag("calt")
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MODIFIERS = frozenset(
    {
        Qt.Key.Key_Shift,
        Qt.Key.Key_Control,
        Qt.Key.Key_Alt,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_Meta,
        Qt.Key.Key_CapsLock,
        Qt.Key.Key_NumLock,
    }
)

Clock = Callable[[QKeyEvent], float]


def pressed_at(event: QKeyEvent) -> float:
    """The time of a key in seconds, by the system's time stamp, which a busy program does not delay."""
    return event.timestamp() / 1000 if event.timestamp() else time.monotonic()


def is_modifier(event: QKeyEvent) -> bool:
    """Whether the key types nothing by itself, such as Shift."""
    return event.key() in _MODIFIERS


class KeyPace:
    """Measures the speed of keys, anywhere in the page."""

    def __init__(self, clock: Clock = pressed_at) -> None:
        self._clock = clock
        self._last = float("-inf")
        self.has_tail = False
        """Whether the text was judged, without a pause of the reader since."""

    def end_reading(self) -> None:
        """What was sent has been judged: what the reader still sends is its tail."""
        self.has_tail = True

    def step(self, event: QKeyEvent) -> float:
        """The seconds since the key before."""
        now = self._clock(event)
        gap, self._last = now - self._last, now
        self.has_tail = self.has_tail and gap <= TAIL_GAP
        return gap


class MrzField(Restyled, LineEdit):
    """A field for one line, with signals for its special keys."""

    line_ended = Signal()
    """Emitted by Enter, or by Tab of a reader."""
    went_back = Signal()
    """Emitted by Backspace in an empty line."""
    cleared = Signal()
    """Emitted by Esc when there is text."""
    pasted = Signal()
    undo_pressed = Signal()
    """Emitted by Ctrl Z when there is no text."""
    kept_time = Signal(object)
    """Emitted at each key with whether a reader sends it."""

    def __init__(self, pace: KeyPace) -> None:
        super().__init__(is_bare=True)
        assets.load_mono_font()
        self._pace = pace
        self._run = 0
        self._has_lines = False
        """Whether there are lines before this one, stored elsewhere."""
        self.setObjectName("passport_strip")
        self.setAccessibleName(tr("The two lines at the foot of the passport"))
        self.setPlaceholderText(tr(_HINT))
        self.setMaxLength(LIMIT)
        self.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)
        self.textChanged.connect(self._fit)
        self._fit()

    @property
    def is_sent(self) -> bool:
        """Whether its text was sent by a reader."""
        return self._run >= _SENT_KEYS

    def put(self, text: str, *, has_lines: bool) -> None:
        """Show a text; `has_lines` says that lines before it are kept elsewhere."""
        self._has_lines = has_lines
        self.setText(text)

    def forget_pace(self) -> None:
        """Reset the measurement of speed."""
        self._run = 0

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_modifier(event):
            return
        self._count(self._pace.step(event))
        if not self._pace.has_tail:
            self._press(event)
            self.kept_time.emit(self.is_sent)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        if next and self.is_sent and not self._is_empty():
            self.line_ended.emit()
            return True
        return super().focusNextPrevChild(next)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def _press(self, event: QKeyEvent) -> None:
        is_empty = self._is_empty()
        if event.key() in _ENTERS:
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                event.ignore()
            else:
                self.line_ended.emit()
        elif event.key() == Qt.Key.Key_Escape and not is_empty:
            self.cleared.emit()
        elif event.key() == Qt.Key.Key_Backspace and not self.text():
            self.went_back.emit()
        elif event.matches(QKeySequence.StandardKey.Undo) and is_empty:
            self.undo_pressed.emit()
        else:
            super().keyPressEvent(event)
            if event.matches(QKeySequence.StandardKey.Paste):
                self.forget_pace()
                self.pasted.emit()

    def _count(self, gap: float) -> None:
        """Count the keys without a pause; after a pause the count restarts."""
        is_first = self._is_empty() or self.selectedText() == self.text() != ""
        allowed = SCANNER_GAP if self.text() else LINE_GAP
        self._run = 1 if is_first else self._run + 1 if self._run and gap <= allowed else 0

    def _is_empty(self) -> bool:
        return not self.text() and not self._has_lines

    @override
    def _fit(self) -> None:
        """Set the font: monospaced for a zone, the usual one for the hint."""
        font = style.font("mono" if self.text() else "body")
        font.setFeature(_LIGATURES, 0)
        self.setFont(font)


class MrzBox(QWidget):
    """The frame of a field around all that stands in the strip."""

    def __init__(self, field: QWidget) -> None:
        super().__init__()
        self._field = field
        self._is_wrong = False
        field.installEventFilter(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)

    def show_state(self, *, is_wrong: bool) -> None:
        """Draw the frame of a field with an error, or of one without."""
        self._is_wrong = is_wrong
        self.update()

    @override
    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return False

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_strong = self._is_wrong or self._field.hasFocus()
        colour = colours.danger if self._is_wrong else colours.accent if is_strong else colours.control
        width = 2 if is_strong else 1
        painter.setPen(QPen(colour, width))
        painter.setBrush(colours.surface)
        box = QRectF(self.rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2)
        radius = style.CONTROL_RADIUS - width / 2
        painter.drawRoundedRect(box, radius, radius)
