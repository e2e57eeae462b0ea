"""A list of suggestions below a field: part of the window, while the focus stays in the field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QLineEdit, QListView, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.painting import draw_box, draw_text, text_width
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.row_list import PaintedList, RowDelegate, draw_bar
from app.ui.kit.lists.row_model import Index, RowModel
from app.ui.theme import style

MOST_ROWS = 6
_ROW, _SIDE, _FRAME, _BELOW = 32, 10, 5, 2
_MORE_SHARE = 0.68
_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class Suggestion(NamedTuple):
    """One suggestion: its name, a distinguishing detail, and its value."""

    name: str
    more: str = ""
    value: object = None


class SuggestionModel(RowModel[Suggestion]):
    """The present suggestions."""

    @override
    def spoken(self, row: Suggestion) -> str:
        return _spoken(row)


class SuggestionList(PaintedList):
    """The list of at most six visible rows; `current` is None until a row is chosen."""

    picked = Signal(object)
    """Emitted with a clicked `Suggestion`."""

    def __init__(self, field: QWidget, name: str) -> None:
        self._offered = SuggestionModel()
        super().__init__(self._offered, SuggestionDelegate(self._offered), name, parent=field.window())
        self._field = field
        self._announcer = Announcer(self)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerItem)
        self.setViewportMargins(_FRAME, _FRAME, _FRAME, _FRAME)
        self.clicked.connect(self._pick)
        self.hide()
        self._watch(field)
        # The list is a child of the window, which outlives the field's page.
        field.destroyed.connect(self.deleteLater)

    @property
    def current(self) -> Suggestion | None:
        """The chosen suggestion, or None."""
        index = self.currentIndex()
        return self._offered.rows[index.row()] if self.isVisible() and index.isValid() else None

    def offer(self, choices: Sequence[Suggestion], *, chosen: int = -1) -> None:
        """Show these below the field; without any the list is hidden."""
        self._offered.show_rows(choices)
        if not choices:
            self.hide()
            return
        self.setAccessibleName(tr("{number} to choose from", number=len(choices)))
        self._choose(chosen)
        self.place()
        self.show()
        self.raise_()
        self._announcer.tell(self.accessibleName() if self.current is None else _spoken(self.current))

    def step(self, by: int) -> None:
        """Choose the row below or above."""
        row, rows = self.currentIndex().row() + by, len(self._offered.rows)
        self._choose(min(max(row, 0), rows - 1))
        if self.current is not None:
            self._announcer.tell(_spoken(self.current))

    def place(self) -> None:
        """Move below the field, or above it where more rows have room; never over it.

        As wide as the field, and wider only where a choice needs it.
        """
        window = self.parentWidget()
        if window is None:
            return
        field = QRect(self._field.mapTo(window, QPoint(0, 0)), self._field.size())
        below = _rows_in(window.height() - field.bottom() - 1 - _BELOW)
        above = _rows_in(field.top() - _BELOW)
        wanted = min(len(self._offered.rows), MOST_ROWS)
        is_below = below >= min(wanted, above)
        height = min(wanted, below if is_below else above) * _ROW + 2 * _FRAME
        top = field.bottom() + 1 + _BELOW if is_below else field.top() - _BELOW - height
        width = min(max(field.width(), self._width_needed()), window.width())
        self.setGeometry(min(field.left(), window.width() - width), top, width, height)

    def _width_needed(self) -> int:
        widest = max((_row_width(each) for each in self._offered.rows), default=0)
        bar = self.verticalScrollBar().sizeHint().width() if len(self._offered.rows) > MOST_ROWS else 0
        return widest + 2 * _FRAME + bar

    @override
    def eventFilter(self, object: QObject, event: QEvent) -> bool:
        if object is self.parentWidget():
            if event.type() == QEvent.Type.Resize:
                self.hide()
        elif event.type() == QEvent.Type.Move and object is not self.viewport() and self.isVisible():
            self.place()
        return super().eventFilter(object, event)

    @override
    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.viewport().update()
        return super().viewportEvent(event)

    @override
    def event(self, e: QEvent) -> bool:
        if e.type() == QEvent.Type.Paint:
            colours, painter = style.tokens(), QPainter(self)
            draw_box(painter, self.rect(), fill=colours.raised, line=colours.line_strong, radius=style.RADIUS)
            painter.end()
            return True
        return super().event(e)

    def _watch(self, field: QWidget) -> None:
        """Follow movements of the field and of all its parents."""
        each: QWidget | None = field
        while each is not None:
            each.installEventFilter(self)
            each = None if each.isWindow() else each.parentWidget()

    def _choose(self, row: int) -> None:
        index = self._offered.index(row, 0) if row >= 0 else QModelIndex()
        self.setCurrentIndex(index)
        if not index.isValid():
            self.clearSelection()

    def _pick(self, index: Index) -> None:
        self.picked.emit(self._offered.rows[index.row()])


class Suggestions(QObject):
    """Suggestions below the focused text field, which take arrows, Enter and Esc while shown."""

    picked = Signal(object)
    """Emitted with a picked `Suggestion`."""

    def __init__(self, name: str, parent: QObject, *, tab_takes: bool = False) -> None:
        """With `tab_takes` Tab picks the current suggestion, too."""
        super().__init__(parent)
        self._name = name
        self._taking = _ENTER | {Qt.Key.Key_Tab} if tab_takes else _ENTER
        self._field: QLineEdit | None = None
        self._list: SuggestionList | None = None

    def watch(self, field: QLineEdit) -> None:
        """Send keys of this field to the list, which closes when the field loses the focus."""
        field.installEventFilter(self)

    def offer(self, field: QLineEdit, choices: Sequence[Suggestion], *, chosen: int = -1) -> None:
        """Show these below the field; without any the list is hidden."""
        if self._list is None or field is not self._field:
            self.close()
            if self._list is not None:
                self._list.deleteLater()
            self._field, self._list = field, SuggestionList(field, self._name)
            self._list.picked.connect(self._take)
        self._list.offer(choices, chosen=chosen)

    def close(self) -> None:
        """Hide the list."""
        if self._list is not None:
            self._list.hide()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            shown = self._list
            return shown is not None and shown.isVisible() and self._press(shown, Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _press(self, shown: SuggestionList, key: Qt.Key) -> bool:
        """Handle a key. Returns whether it was for the list."""
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            shown.step(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_Escape:
            self.close()
        elif key in self._taking and shown.current is not None:
            self._take(shown.current)
        else:
            return False
        return True

    def _take(self, choice: Suggestion) -> None:
        self.close()
        self.picked.emit(choice)


def _spoken(row: Suggestion) -> str:
    return one_line(joined(" ", (row.name, row.more)))


def _rows_in(height: int) -> int:
    return max(0, (height - 2 * _FRAME) // _ROW)


def _row_width(row: Suggestion) -> int:
    more = text_width(row.more, style.font("caption")) + 1 + _SIDE if row.more else 0
    return text_width(row.name, style.font("bodyStrong")) + 1 + more + 2 * _SIDE


class SuggestionDelegate(RowDelegate[Suggestion]):
    """Paints one choice."""

    @override
    def height_of(self, row: Suggestion) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Suggestion) -> None:
        colours, rect = style.tokens(), option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if chosen or hovered:
            fill = colours.accent_soft if chosen else colours.hover
            draw_box(painter, rect, fill=fill, line=fill, radius=style.CONTROL_RADIUS)
            if chosen:
                draw_bar(painter, rect)
        inner = QRect(rect).adjusted(_SIDE, 0, -_SIDE, 0)
        font = style.font("caption")
        widest = int(inner.width() * _MORE_SHARE)
        more = min(text_width(row.more, font) + 1, widest) if row.more else 0
        name = inner.adjusted(0, 0, -more - _SIDE if more else 0, 0)
        draw_text(painter, name, row.name, style.font("bodyStrong"), colours.text)
        rest = QRect(inner.right() - more + 1, inner.top(), more, inner.height())
        draw_text(painter, rest, row.more, font, colours.text3)
