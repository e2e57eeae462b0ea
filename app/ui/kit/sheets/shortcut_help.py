"""All keys of a screen, over the dimmed window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.ui.kit.basics.actions import KEYS, OPEN_HANDBOOK, Action
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.key_cap import key_caps, spoken
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label, one_line
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, raised_panel
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.theme import style

_WIDTH, _WIDTH_ALONE, _EDGE = 880, 460, 16
_SIDE, _BETWEEN = 24, 32
_KEYS = 104
_LINE = 28
_AIR = (0, 4, 0, 4)


class ShortcutHelp(ModalSheet):
    """The keys of this page and those that work everywhere. Esc and F1 close it."""

    own_actions = KEYS
    handbook_asked = Signal()
    """Emitted by Enter or the button to open the handbook, after this sheet has closed."""

    def __init__(self, window: QWidget, screen: Sequence[Action], everywhere: Sequence[Action]) -> None:
        self._groups = tuple(
            (heading, tuple(actions))
            for heading, actions in ((tr("This screen"), screen), (tr("Everywhere"), everywhere))
            if actions
        )
        super().__init__(window, tr("Keys"))
        self.setObjectName("keys_sheet")
        self._handbook.clicked.connect(self._ask_handbook)

    @override
    def _first(self) -> QWidget:
        return self._handbook

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """Handle F1 before the window's own shortcut does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() == Qt.Key.Key_F1)
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1 and not event.isAutoRepeat():
            self.dismiss()
        elif not self._scroller.take_key(event.key(), _LINE):
            super().keyPressEvent(event)

    @override
    def _build(self, question: QuestionWords) -> None:
        self._panel = raised_panel(question.title, "keys_panel")
        self._close = self._buttons[0]
        self._handbook = called("open_handbook", Button(OPEN_HANDBOOK))
        self._buttons.append(self._handbook)
        self._rows = row(gap=_BETWEEN, margins=(_SIDE, 0, _SIDE, 16))
        for each in self._groups:
            self._rows.addWidget(key_group(*each), 1)
        self._scroller = Scroller(held(self._rows), bar_beside=True)
        heading = Label(question.title, "heading")
        self._head = held(row(heading, None, self._handbook, self._close, gap=8, margins=(_SIDE, 14, 16, 14)))
        self._panel.setLayout(column(self._head, Hairline(), self._scroller, margins=(1, 1, 1, 1)))
        self.setLayout(column(None, row(None, self._panel, None), None))

    def _ask_handbook(self) -> None:
        self.dismiss()
        self.handbook_asked.emit()

    def _fit(self) -> None:
        """Set the size for two groups and their rows, limited by the window."""
        wanted = _WIDTH if len(self._groups) > 1 else _WIDTH_ALONE
        width = min(wanted, self.width() - 2 * _EDGE)
        height = self._head.sizeHint().height() + 3 + self._rows.totalHeightForWidth(width - 2)
        self._panel.setFixedSize(QSize(width, min(height, self.height() - 2 * _EDGE)))
        self.lay_out()


def _either(action: Action) -> str:
    """The words for the keys of an action."""
    names = [spoken(key) for key in action.caps]
    if action.is_span:
        return tr("{first} to {last}", first=names[0], last=names[1])
    return reduce(lambda first, other: tr("{first} or {other}", first=first, other=other), names)


def key_group(heading: str, actions: Sequence[Action]) -> QWidget:
    """A heading above keys and their texts, in columns."""
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(0)
    grid.setColumnMinimumWidth(0, _KEYS)
    grid.setColumnStretch(1, 1)
    for line, action in enumerate(actions):
        caps = held(row(key_caps(action), None))
        caps.setFixedHeight(style.line_height("body"))
        words = tr(action.help)
        text = Label(words, "body", wraps=True)
        text.setAccessibleName(joined(": ", (_either(action), one_line(words))))
        grid.addLayout(column(caps, None, margins=_AIR), line, 0)
        grid.addLayout(column(text, None, margins=_AIR), line, 1)
    whole = column(Label(heading, "captionStrong", "text3"), 4, grid, None, margins=(0, 16, 0, 0))
    group = held(whole)
    group.setAccessibleName(heading)
    return group
