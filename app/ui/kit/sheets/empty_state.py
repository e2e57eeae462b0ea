"""The contents of an empty list."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_WIDTH = 420


class EmptyState(QWidget):
    """An icon, a title, a helpful sentence, and one or two actions."""

    def __init__(
        self, icon: str, title: str = "", sentence: str = "", *actions: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        tile = Box("sunken", "line", radius=style.RADIUS)
        tile.setFixedSize(48, 48)
        self._glyph = Icon(icon, 22, "text3", stroke=1.6)
        tile.setLayout(row(None, self._glyph, None))
        self._title = Label(title, "heading", centred=True, elides=True)
        self._sentence = Label(sentence, "body", "text2", wraps=True, centred=True)
        self._sentence.setFixedWidth(_WIDTH)
        self.setLayout(
            column(
                None,
                row(None, tile, None),
                16,
                self._title,
                4,
                row(None, self._sentence, None),
                16,
                row(None, *actions, None, gap=8),
                40,
                None,
            )
        )
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=False)

    def show_words(self, title: str, sentence: str = "") -> None:
        """Change title and sentence."""
        self._title.setText(title)
        self._sentence.setText(sentence)
