"""A question over the dimmed window."""

from __future__ import annotations

from typing import NamedTuple, cast

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QApplication, QGraphicsDropShadowEffect, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, Kind
from app.ui.theme import style

_WIDTH = 440
_SHORT = 11
"""The most characters in the role of a PNR that fit into the panel."""


class QuestionAnswer(NamedTuple):
    """One answer: its key, and the words on its button."""

    key: str
    text: str
    kind: Kind = "secondary"


class QuestionWords(NamedTuple):
    """The texts of a question. The first answer changes nothing, and is also that of Esc."""

    title: str
    sentence: str
    answers: tuple[QuestionAnswer, ...]
    reference: str = ""
    """Shown large below the sentence, to be copied by hand."""


class ModalQuestion(Box):
    """Dims the window and shows the question; the focus stays inside."""

    answered = Signal(str)
    """Emitted with the key of the chosen answer."""

    def __init__(self, window: QWidget, question: QuestionWords) -> None:
        super().__init__("scrim", parent=window)
        self._window, self._way_out = window, question.answers[0].key
        set_spoken_role(self, QAccessible.Role.Dialog, is_modal=True)
        self.setAccessibleName(question.title)
        self._buttons = [self._button(answer) for answer in question.answers]
        self._build(question)
        window.installEventFilter(self)
        self.setGeometry(window.rect())
        self.show()
        self.raise_()
        first = self._first()
        self._current = next((each for each in self._buttons if each is first), self._buttons[0])
        first.setFocus()
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._hold_focus)

    def close_down(self) -> None:
        """Remove the question from the window."""
        cast("QApplication", QApplication.instance()).focusChanged.disconnect(self._hold_focus)
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
        return False

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.answered.emit(self._way_out)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        at = self._buttons.index(self._current)
        step = 1 if next else -1
        reason = Qt.FocusReason.TabFocusReason
        self._buttons[(at + step) % len(self._buttons)].setFocus(reason)
        return True

    def _first(self) -> QWidget:
        """What has the keyboard at first; at once, as every change is heard."""
        return self._buttons[0]

    def _hold_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Keep the focus inside: a page behind it that changes must not take the keyboard."""
        if isinstance(now, Button) and now in self._buttons:
            self._current = now
        elif now is not None and now.window() is self._window and not _is_over(now, self):
            self._current.setFocus()

    def _button(self, answer: QuestionAnswer) -> Button:
        button = called(f"answer_{answer.key}", Button(answer.text, answer.kind))
        button.clicked.connect(lambda: self.answered.emit(answer.key))
        return button

    def _build(self, question: QuestionWords) -> None:
        panel = Box("raised", "line_strong", radius=style.RADIUS)
        panel.setFixedWidth(_WIDTH)
        words = Label(question.sentence, "body", "text2", wraps=True)
        answers = row(None, *self._buttons, gap=8)
        heading = Label(question.title, "heading", wraps=True)
        lines = column(heading, 6, words, margins=(24, 20, 24, 20))
        if question.reference:
            is_short = len(question.reference) <= _SHORT
            reference = Label(question.reference, "pnr" if is_short else "title", wraps=not is_short)
            reference.set_identity()
            reference.setObjectName("reference")
            lines.addLayout(column(16, reference))
        lines.addLayout(column(20, answers))
        panel.setLayout(lines)
        shadow = QGraphicsDropShadowEffect(panel)
        shadow.setBlurRadius(24)
        shadow.setOffset(0, 8)
        shadow.setColor(style.tokens().shadow)
        panel.setGraphicsEffect(shadow)
        self.setLayout(column(None, row(None, panel, None), None))


def _is_over(widget: QWidget, scrim: ModalQuestion) -> bool:
    """Whether the widget belongs to a later question."""
    scrims = widget.window().findChildren(ModalQuestion)
    return any(other.isAncestorOf(widget) for other in scrims[scrims.index(scrim) :])


def is_asking(window: QWidget) -> bool:
    """Whether a question is shown over the window."""
    directly = Qt.FindChildOption.FindDirectChildrenOnly
    return any(scrim.isVisible() for scrim in window.findChildren(ModalQuestion, options=directly))
