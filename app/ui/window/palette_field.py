"""The field of the palette, with the lines under the words of a line."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from typing_extensions import override

from app.core.language import tr
from app.desk.model.typed_text import words
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.theme import style
from app.ui.window.palette_model import WordRow

_LINE_BELOW, _LINE_WIDTH = 3, 2
_STROKES = {"plain": Qt.PenStyle.SolidLine, "guessed": Qt.PenStyle.DotLine, "wrong": Qt.PenStyle.DashLine}
_PLAIN = Qt.KeyboardModifier.NoModifier | Qt.KeyboardModifier.KeypadModifier


class PaletteField(RoleEdit):
    """The field, which passes on keys that move over the rows."""

    steered = Signal(object)
    """Emitted with a key for the rows: Up, Down, Home, End, Page, or Enter."""

    _ROWS = frozenset(
        {
            Qt.Key.Key_Up,
            Qt.Key.Key_Down,
            Qt.Key.Key_Home,
            Qt.Key.Key_End,
            Qt.Key.Key_PageUp,
            Qt.Key.Key_PageDown,
            Qt.Key.Key_Return,
            Qt.Key.Key_Enter,
            Qt.Key.Key_F1,
        }
    )
    _ONCE = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})

    def __init__(self) -> None:
        super().__init__("lead", is_bare=True)
        self.setObjectName("palette_field")
        self.setAccessibleName(tr("Search trips, bookings and actions"))
        self.setPlaceholderText(tr("Search trips, bookings, actions"))
        self.take_by(words, 200)
        self._marked: tuple[WordRow, ...] = ()

    def mark(self, words: tuple[WordRow, ...]) -> None:
        """Draw a line under these words: solid, dotted where it was guessed, dashed where left out."""
        self._marked = words
        self.update()

    @override
    @guarded
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        if not self._marked or not self.text():
            return
        painter, colours = QPainter(self), style.tokens()
        inks = {"plain": colours.accent, "guessed": colours.warning, "wrong": colours.danger}
        begin = self.cursorRect().center().x() - self._width_to(self.cursorPosition())
        below = self.rect().center().y() + self.fontMetrics().height() // 2 + _LINE_BELOW
        for each in self._marked:
            pen = QPen(inks[each.tone], _LINE_WIDTH)
            pen.setStyle(_STROKES[each.tone])
            painter.setPen(pen)
            left, right = begin + self._width_to(each.start), begin + self._width_to(each.end)
            painter.drawLine(left + _LINE_WIDTH, below, right - 1, below)
        painter.end()

    def _width_to(self, place: int) -> int:
        """How far into the text a letter begins, in pixels."""
        return self.fontMetrics().horizontalAdvance(self.text()[:place])

    @override
    def event(self, arg__1: QEvent) -> bool:
        """Take F1 before the window's own shortcut does."""
        is_override = arg__1.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(arg__1, QKeyEvent) and arg__1.key() == Qt.Key.Key_F1:
            arg__1.accept()
            return True
        return super().event(arg__1)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        is_plain = not event.modifiers() & ~_PLAIN
        if key not in self._ROWS or not (is_plain or key in self._ONCE):
            super().keyPressEvent(event)
        elif is_plain and not (key in self._ONCE and event.isAutoRepeat()):
            self.steered.emit(key)
