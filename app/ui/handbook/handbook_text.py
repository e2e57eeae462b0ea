"""The text of a chapter, with key caps; no resources are loaded."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRect, QRegularExpression, Qt, QUrl
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit, QWidget
from typing_extensions import override

from app.ui.handbook.chapter_document import Cap, caps_of, headings_of, on_screen
from app.ui.handbook.chapters import beginning
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.theme import style

_ABOVE = 8
"""The space above a place that was jumped to."""
_RIGHT = 14
_MIDDLE = 0.54
"""The share of a line of text above the middle of its letters."""
_WORDS = (
    QRegularExpression.PatternOption.CaseInsensitiveOption
    | QRegularExpression.PatternOption.UseUnicodePropertiesOption
)


class HandbookText(QTextBrowser):
    """Shows one chapter; its links are names of other chapters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("handbook_text")
        self.setFrameStyle(QFrame.Shape.Box)
        self.setLineWidth(style.FOCUS_RING)
        self.setOpenLinks(False)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setViewportMargins(0, 0, _RIGHT, 0)
        self._chapter = ""
        self._caps: list[Cap] = []
        OverlayScrollBar(self)

    def show_chapter(self, text: str) -> None:
        """Show the Markdown of a chapter from its beginning."""
        self._chapter = text
        document = on_screen(text)
        document.setParent(self)
        self.setDocument(document)
        self._caps = caps_of(document)
        self.verticalScrollBar().setValue(0)

    def jump(self, heading: int, words: Iterable[str]) -> None:
        """Scroll to a heading with these words marked, or to the first of them if it would not be visible."""
        block = headings_of(self.document())[heading]
        top = self._top(block.position())
        marked = [selection for word in words for selection in self._found(word)]
        self.setExtraSelections(marked)
        tops = sorted(
            self._top(each.cursor.selectionStart())
            for each in marked
            if each.cursor.selectionStart() >= block.position()
        )
        is_far = bool(tops) and tops[0] - top > self.viewport().height() - style.line_height("body")
        self.verticalScrollBar().setValue((tops[0] if is_far else top) - _ABOVE)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._chapter:
            # The colour of links is fixed when a document is made.
            place = self.verticalScrollBar().value()
            self.show_chapter(self._chapter)
            self.verticalScrollBar().setValue(place)

    @override
    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Return nothing: the handbook has only text."""
        return None

    @override
    def event(self, e: QEvent) -> bool:
        """Paint the ring where Qt would paint its frame: `paintEvent` is that of the text."""
        if e.type() != QEvent.Type.Paint:
            return super().event(e)
        if self.hasFocus():
            painter, nothing, width = QPainter(self), Qt.GlobalColor.transparent, style.FOCUS_RING
            accent, radius = style.tokens().accent, style.CONTROL_RADIUS
            draw_box(painter, self.rect(), fill=QColor(nothing), line=accent, width=width, radius=radius)
            painter.end()
        return True

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        colours = style.tokens()
        for cap in self._caps:
            box = self._box(cap)
            if box.intersects(event.rect()):
                draw_box(painter, box, fill=colours.surface, line=colours.line_strong, radius=4)
        painter.end()
        super().paintEvent(event)

    def _box(self, cap: Cap) -> QRect:
        """The box of a key's cap at the present scroll position."""
        begin, end = (self.cursorRect(self._cursor(place)) for place in cap)
        top = begin.top() + round(begin.height() * _MIDDLE) - HEIGHT // 2
        return QRect(begin.left(), top, end.left() - begin.left(), HEIGHT)

    def _top(self, position: int) -> int:
        """The y of a position in the text, from its beginning."""
        return self.cursorRect(self._cursor(position)).top() + self.verticalScrollBar().value()

    def _cursor(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return cursor

    def _found(self, word: str) -> list[QTextEdit.ExtraSelection]:
        found: list[QTextEdit.ExtraSelection] = []
        pattern = QRegularExpression(beginning(word), _WORDS)
        cursor = self.document().find(pattern)
        while not cursor.isNull():
            selection = QTextEdit.ExtraSelection()
            selection.cursor = cursor
            selection.format.setBackground(style.tokens().warning_soft)
            found.append(selection)
            cursor = self.document().find(pattern, cursor)
        return found
