"""The licences over the window: their list at the left, the text of the chosen one beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.files.licences import Paper
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, plain
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.section_list import SectionList
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, shadow_under
from app.ui.theme import style
from app.ui.theme.live_text import say

_WIDTH, _HEIGHT, _EDGE = 980, 640, 24
_ICONS = {True: "database", False: "book-open-text"}


class LicenceSheet(ModalSheet):
    """Up and Down choose a text, Tab moves into it, Esc closes."""

    def __init__(self, window: QWidget, papers: Sequence[Paper]) -> None:
        self._papers = papers
        names = ((each.name, _ICONS[each.path.suffix == ".json"]) for each in papers)
        self._list = SectionList(names, tr("Licences"))
        self._list.setObjectName("licences")
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setObjectName("licence_text")
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        OverlayScrollBar(self._text)
        say(self._text.setAccessibleName, tr("Text of the licence"))
        super().__init__(window, tr("Licences"))
        self.setObjectName("licence_sheet")
        self._list.chosen.connect(self._show)
        self._list.picked.connect(self._text.setFocus)
        self._list.choose(0)
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus((self._list, self._text, *self._buttons), forward=next)
        return True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = min(style.scaled(_WIDTH), self.width() - 2 * _EDGE)
        height = min(style.scaled(_HEIGHT), self.height() - 2 * _EDGE)
        self._panel.setFixedSize(QSize(width, height))
        self.lay_out()

    @override
    def _build(self, question: QuestionWords) -> None:
        self._panel = Box("raised", "line_strong", radius=style.RADIUS)
        say(self._panel.setAccessibleName, question.title)
        self._panel.setGraphicsEffect(shadow_under(self._panel))
        close = self._buttons[0]
        close.set_key("Esc")
        head = held(row(Label(question.title, "heading"), None, close, margins=(24, 14, 16, 14)))
        split = row()
        split.addWidget(self._list)
        split.addWidget(Hairline(down=True))
        split.addWidget(held(column(self._text, margins=(12, 12, 12, 12))), 1)
        whole = column(head, Hairline(), margins=(1, 1, 1, 1))
        whole.addLayout(split, 1)
        self._panel.setLayout(whole)
        self.setLayout(column(None, row(None, self._panel, None), None))

    def _show(self, place: int) -> None:
        said = self._papers[place].text()
        self._text.setPlainText(plain(said, len(said) + 1))
