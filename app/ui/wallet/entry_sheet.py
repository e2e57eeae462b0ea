"""One entry of the service's ledger as it was sent."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.wallet.service_entries import laid_out
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label, plain
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, raised_panel
from app.ui.theme import assets, style
from app.ui.wallet.actions import SENT

_SIZE = QSize(620, 460)
_EDGE = 24
_MOST = 200_000


class EntrySheet(ModalSheet):
    """The text can be selected and copied; Esc closes."""

    own_actions = SENT

    def __init__(self, window: QWidget, sent: str) -> None:
        assets.load_mono_font()
        self._text = TextBox()
        self._text.setObjectName("entry_text")
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._text.setFont(style.font("mono"))
        self._text.setPlainText(plain(laid_out(sent), _MOST))
        self._text.setAccessibleName(tr("Entry as the service sent it"))
        OverlayScrollBar(self._text)
        super().__init__(window, tr("Entry as the service sent it"))
        self.setObjectName("entry_sheet")

    @override
    def _first(self) -> QWidget:
        return self._text

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus((self._text, *self._buttons), forward=next)
        return True

    @override
    def _build(self, question: QuestionWords) -> None:
        head = row(Label(question.title, "heading"), None, self._buttons[0], margins=(24, 14, 16, 14))
        panel = raised_panel(question.title, "entry_panel")
        whole = column(held(head), Hairline(), margins=(1, 1, 1, 1))
        whole.addLayout(column(self._text, margins=(12, 12, 12, 12)), 1)
        panel.setLayout(whole)
        panel.setFixedSize(_SIZE.boundedTo(self.window().size() - QSize(2 * _EDGE, 2 * _EDGE)))
        self.setLayout(column(None, row(None, panel, None), None))
