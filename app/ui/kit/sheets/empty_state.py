"""The contents of an empty list."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import ended
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.room import Roomy, air
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_WIDTH, _AIRS = 420, ((16, 0), (16, 8), (40, 0))


class EmptyState(Roomy, QWidget):
    """An icon, a title, a helpful sentence, and one or two actions."""

    def __init__(self, icon: str, title: str = "", sentence: str = "", *actions: QWidget) -> None:
        super().__init__()
        self._announcer = Announcer(self)
        self._tile = tile = Box("sunken", "line", radius=style.RADIUS)
        tile.setFixedSize(48, 48)
        self._glyph = Icon(icon, 22, "text3", stroke=1.6)
        tile.setLayout(row(None, self._glyph, None))
        self._title = Label(title, "heading", centred=True, elides=True)
        self._sentence = Label(sentence, "body", "text2", wraps=True, centred=True)
        self._sentence.setMaximumWidth(_WIDTH)
        self._sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        line = row(None, (self._sentence, 1000), None, margins=(12, 0, 12, 0))
        above, between, below = map(air, _AIRS)
        lines = column(None, row(None, tile, None), above, self._title, 4, line, between)
        lines.addLayout(row(None, *actions, None, gap=8))
        lines.addWidget(below)
        lines.addStretch(1)
        self.setLayout(lines)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, on=False)

    @override
    def follow_room(self) -> None:
        """In a low window the words are enough."""
        self._tile.setVisible(not self.room.is_low)

    def show_words(self, title: str, sentence: str = "") -> None:
        """Change title and sentence."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self._announcer.tell(ended(title), sentence)
