"""A field over the dimmed window, taken by Enter: nothing of the page beneath it is lost."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.sale import Advice
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, shadow_under
from app.ui.theme import style
from app.ui.theme.live_text import say

_ENTERS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@dataclass(frozen=True, slots=True)
class SheetWords:
    """What a sheet asks, and what stands on its button."""

    title: str
    sentence: str
    button: str
    busy: str
    """On the button while what was typed is looked at."""


class FieldSheet(ModalSheet):
    """Field and button of a sheet; whoever hears of what was typed answers with `show_problem`, or dismisses.

    A kind of its own says in `_take` what it does with what was typed, and in `_stops` where Tab goes.
    """

    def __init__(
        self, window: QWidget, words: SheetWords, field: TextField, *below: QWidget, width: int = 460
    ) -> None:
        self._words, self._field, self._below, self._width = words, field, below, width
        self._enter = Button(words.button, "primary", key="Enter")
        super().__init__(window, words.title)
        self._enter.clicked.connect(self._take)
        field.edited.connect(lambda: field.show_error(""))
        self._begin()

    def show_problem(self, advice: Advice) -> None:
        """Say beneath the field why it is not taken."""
        self._enter.set_busy("")
        self._field.show_error(joined(" ", (advice.what, advice.meaning, advice.action)))
        self._begin()
        self.lay_out()

    @override
    def event(self, event: QEvent) -> bool:
        """Take Enter with Ctrl before the window's own key for it does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() in _ENTERS)
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTERS and not event.isAutoRepeat():
            self._take()
        else:
            super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus(self._stops(), forward=next)
        return True

    def _take(self) -> None:
        """What Enter and the button do; each kind of sheet says it."""

    def _stops(self) -> tuple[QWidget, ...]:
        return (self._field.edit, *self._buttons, self._enter)

    def _show_busy(self) -> None:
        self._enter.set_busy(self._words.busy)

    def _begin(self) -> None:
        self._field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.edit.selectAll()

    @override
    def _build(self, question: QuestionWords) -> None:
        panel = Box("raised", "line_strong", radius=style.RADIUS)
        panel.setFixedWidth(self._width)
        say(panel.setAccessibleName, question.title)
        panel.setGraphicsEffect(shadow_under(panel))
        self._buttons[0].set_label(tr("Not now"))
        self._buttons[0].set_key("Esc")
        lines = column(
            Label(question.title, "heading"),
            6,
            Label(self._words.sentence, "body", "text2", wraps=True),
            16,
            self._field,
            margins=(24, 20, 24, 20),
        )
        for thing in self._below:
            lines.addSpacing(14)
            lines.addWidget(thing)
        lines.addSpacing(20)
        lines.addLayout(row(None, self._buttons[0], self._enter, gap=8))
        panel.setLayout(lines)
        self.setLayout(column(None, row(None, panel, None), None))
