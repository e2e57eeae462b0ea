"""The line above the primary button about remaining problems, with a link to the first."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import trn
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.painting import draw_text, text_width
from app.ui.kit.basics.text import Label, plain
from app.ui.theme import style

_AIR = 4
"""Above and below a line of words beside the link, which is as high as what is pressed has to be."""


class NextProblemLine(QWidget):
    """Either a count with a link to the first wrong field, or a sentence about the whole sale."""

    def __init__(self) -> None:
        super().__init__()
        self._announcer = Announcer(self)
        self._count = called("fix_count", Label(role="caption", ink="danger"))
        self.link = called("fix_first", Link())
        self._sentence = called("fix_sentence", Label(role="caption", ink="danger", wraps=True))
        self._sentence.setContentsMargins(0, _AIR, 0, _AIR)
        self._counted = held(row(self._count, self.link, None, gap=6))
        line = row(Icon("circle-alert", 14, "danger", stroke=2, above=1 + _AIR), gap=6, top=True)
        line.addLayout(column(self._counted, self._sentence), 1)
        self.setLayout(line)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show nothing."""
        self._announcer.tell()
        self.hide()

    def show_fields(self, count: int, first: str) -> None:
        """Show the number of wrong fields and the name of the first."""
        self._count.setText(trn("{number} field to fix:", "{number} fields to fix:", count))
        self.link.show_words(first)
        self._announcer.tell(self._count.text(), first)
        self._counted.show()
        self._sentence.hide()
        self.show()

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence about the whole sale."""
        self._sentence.setText(sentence)
        self._announcer.tell(sentence)
        self._sentence.show()
        self._counted.hide()
        self.show()


class Link(Ringed, QAbstractButton):
    """Underlined words that can be pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_words(self, text: str) -> None:
        """Change the words."""
        self.setText(plain(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        width = text_width(self.text(), style.font("caption"))
        return QSize(width + 1, max(style.line_height("caption"), style.LEAST_TARGET))

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, ink = QPainter(self), style.tokens().danger
        draw_text(painter, self.rect(), self.text(), style.font("caption"), ink)
        below = (self.height() + style.line_height("caption")) // 2
        painter.fillRect(QRect(0, below - 1, self.width(), 1), ink)
