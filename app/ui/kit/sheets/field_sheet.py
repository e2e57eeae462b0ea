"""A field over the dimmed window, confirmed by Enter; the page below keeps its state."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.frozen import frozen
from app.core.language import joined
from app.desk.model.sale import Advice
from app.ui.kit.basics.actions import FIELD, TAKE_FIELD
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, raised_panel

_ENTERS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


@frozen
class SheetWords:
    """The texts of a sheet and its button."""

    title: str
    sentence: str
    button: str
    busy: str
    """The words on the button while the input is checked."""


class TakingSheet(ModalSheet):
    """What is typed is taken by Enter, with Ctrl or without.

    A subclass handles the input in `_take`, and lists the order of Tab in `_stops`.
    """

    own_actions = FIELD

    @override
    def event(self, event: QEvent) -> bool:
        """Handle Ctrl Enter before the window's own shortcut does."""
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
        """Handle Enter and the button; implemented by each kind of sheet."""

    def _stops(self) -> tuple[QWidget, ...]:
        """What Tab goes to, in its order."""
        raise NotImplementedError


class FieldSheet(TakingSheet):
    """Field and button of a sheet; the receiver of the input calls `show_problem` or dismisses it."""

    def __init__(
        self, window: QWidget, words: SheetWords, field: TextField, *below: QWidget, width: int = 460
    ) -> None:
        self._words, self._field, self._below, self._width = words, field, below, width
        self._enter = Button(words.button, "primary", key=TAKE_FIELD)
        super().__init__(window, words.title)
        self._enter.clicked.connect(self._take)
        field.edited.connect(lambda: field.show_error(""))
        self._begin()

    def show_problem(self, advice: Advice) -> None:
        """Show below the field why the input is not accepted."""
        self._enter.set_busy("")
        self._field.show_error(joined(" ", (advice.what, advice.meaning, advice.action)))
        self._begin()
        self.lay_out()

    @override
    def _first(self) -> QWidget:
        return self._field.edit

    @override
    def _stops(self) -> tuple[QWidget, ...]:
        return (self._field.edit, *self._buttons, self._enter)

    def _show_busy(self) -> None:
        self._enter.set_busy(self._words.busy)

    def _begin(self) -> None:
        self._field.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.edit.selectAll()

    @override
    def _build(self, question: QuestionWords) -> None:
        panel = raised_panel(question.title)
        panel.setFixedWidth(self._width)
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
