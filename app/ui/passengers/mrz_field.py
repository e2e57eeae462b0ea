"""The field for machine-readable zones, which recognises a passport reader by the speed of its keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFont,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.typed_text import Taken
from app.desk.passengers.mrz_keys import is_scan
from app.desk.passengers.reader_times import ReaderTimes
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.reader_keys import (
    Clock,
    by_place,
    ends_line,
    is_command,
    is_control,
    is_modifier,
    is_tab,
    pressed_at,
)
from app.ui.kit.controls.line_edit import LineEdit
from app.ui.theme import assets, style

TAIL_GAP = 0.1
"""The time in seconds in which further characters, such as Enter, still belong to a zone."""
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_ETX = Qt.Key.Key_C
"""With Ctrl: the end of a text, as some readers send it."""
_SLOWEST = 0.3
"""The longest pause between keys of a slow reader, in seconds."""
LIMIT = 400
"""The most characters of a zone, typed or read."""
_SENT_KEYS = 6
_HEIGHT = 36
_HINT = mark("Scan a passport, or type both lines")
_LIGATURES = QFont.Tag("calt")


class KeyPace:
    """Measures the speed of keys, anywhere in the page."""

    def __init__(self, clock: Clock = pressed_at) -> None:
        self._clock = clock
        self._last = float("-inf")
        self._slowest = 0.0
        """The longest pause within a line, of late."""
        self._tail = TAIL_GAP
        self._is_line_over = True
        self.has_tail = False
        """Whether the text was judged, without a pause of the reader since."""

    def end_reading(self) -> None:
        """What was sent has been judged: what the reader still sends, at its pace, is its tail."""
        self.has_tail = True
        self._tail = min(max(TAIL_GAP, 2 * self._slowest), ReaderTimes.line)

    def gap(self, event: QKeyEvent) -> float:
        """The seconds from the key before to this one."""
        return self._clock(event) - self._last

    def is_tail(self, event: QKeyEvent) -> bool:
        """Whether this key is the tail of what was judged; a slow reader may still send the end of a line."""
        if is_command(event):
            return False
        is_end = ends_line(event) or (is_control(event) and event.key() == _ETX)
        return self.has_tail and self.gap(event) <= (self._tail if is_end else TAIL_GAP)

    def step(self, event: QKeyEvent) -> float:
        """The seconds since the key before."""
        gap, self.has_tail = self.gap(event), self.is_tail(event)
        self._last = self._clock(event)
        if gap > ReaderTimes.line or self._is_line_over:
            self._slowest = 0.0
        else:
            self._slowest = max(self._slowest, gap)
        self._is_line_over = ends_line(event)
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
        self.placed = ""
        """The keys by their places, where these are known; Enter is a line feed."""
        self._run = 0
        self._gap = 0.0
        self._has_lines = False
        """Whether there are lines before this one, stored elsewhere."""
        self.setObjectName("passport_strip")
        self.setAccessibleName(tr("The two lines at the foot of the passport"))
        self.setPlaceholderText(tr(_HINT))
        self.take_by(Taken)  # It is read as the reader sent it.
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

    def note_places(self, keys: str) -> None:
        """Add keys by their places; a line feed ends a line."""
        self.placed = (self.placed + keys)[-LIMIT:]

    def forget_pace(self) -> None:
        """Reset the measurement of speed, and the places of keys."""
        self._run = 0
        self.placed = ""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_end = ends_line(event) and is_control(event)
            if self._pace.is_tail(event) or is_end or (self.is_sent and is_control(event)):
                event.accept()
                return True
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and is_tab(event):
            # It does not get to `keyPressEvent`.
            self._gap = self._pace.step(event)
            if self._pace.has_tail:
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if is_modifier(event):
            return
        self._gap = self._pace.step(event)
        self._count(self._gap)
        if not self._pace.has_tail:
            self._note_place(event)
            self._press(event)
            self.kept_time.emit(self.is_sent)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        is_zone = self._has_lines or is_scan(self.text(), self.placed)
        is_slow = is_zone and self._gap <= _SLOWEST
        if next and (self.is_sent or is_slow) and not self._is_empty():
            self.line_ended.emit()
            return True
        return super().focusNextPrevChild(next)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    def _press(self, event: QKeyEvent) -> None:
        is_empty = self._is_empty()
        if event.key() in _ENTERS and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        elif ends_line(event):
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
        if is_first:
            self.placed = ""
        allowed = ReaderTimes.key if self.text() else ReaderTimes.line
        self._run = 1 if is_first else self._run + 1 if self._run and gap <= allowed else 0

    def _note_place(self, event: QKeyEvent) -> None:
        if event.text().isprintable() and event.text():
            self.note_places(by_place(event))
        elif not is_control(event):
            self.placed = f"{self.placed}\n" if ends_line(event) else ""

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
