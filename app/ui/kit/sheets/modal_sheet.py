"""Sheets over the dimmed window that can be closed without a decision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QGraphicsDropShadowEffect, QLayout, QWidget
from shiboken6 import isValid
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import CLOSE_SHEET, Action
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.layouts import called
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionAnswer, QuestionWords
from app.ui.kit.sheets.page import Page
from app.ui.theme import style


class ModalSheet(ModalQuestion):
    """Closed by Esc, its button or a click beside its panel; the focus then returns to its former place."""

    own_actions: ClassVar[tuple[Action, ...]] = (CLOSE_SHEET,)
    """What the keys do while it is open; Esc is the last of them."""
    closed = Signal()
    """Emitted when it is closed."""

    def __init__(self, window: QWidget, title: str) -> None:
        before = QApplication.focusWidget()
        super().__init__(window, QuestionWords(title, "", (QuestionAnswer("close", ""),)))
        self._before = before
        self._inside = self._first()
        """What has the keyboard here, or had it last."""
        self._page = next((each for each in window.findChildren(Page) if each.isVisible()), None)
        self._is_closed = False
        self.setAccessibleName(title)
        self.answered.connect(self.dismiss)

    def dismiss(self) -> None:
        """Close it; a second call does nothing."""
        self._go(self._before)

    def lay_out(self) -> None:
        """Place the panel now, so that no frame shows it elsewhere."""
        cast("QLayout", self.layout()).activate()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        panel = self.childAt(event.position().toPoint())
        if panel is None and event.button() == Qt.MouseButton.LeftButton:
            self.dismiss()

    @override
    def _button(self, answer: QuestionAnswer) -> Button:
        button = super()._button(answer)
        button.set_label(tr(self.own_actions[-1].words))
        button.set_key(self.own_actions[-1])
        return button

    @override
    def _hold_focus(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Keep the keyboard while the page behind changes; close for another page, or for a question.

        A dialog for a file or a printer may have it meanwhile.
        """
        if now is None or now.window() is not self.window():
            return
        if self.isAncestorOf(now):
            self._inside = now
        elif self._page is not None and isValid(self._page) and self._page.isAncestorOf(now):
            self._before = now
            self._inside.setFocus()
        else:
            self._go(now)

    def _go(self, focused: QWidget | None) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self.close_down()
        # What was rebuilt meanwhile is hidden, and deleted soon.
        if focused is not None and isValid(focused) and focused.isVisible():
            focused.setFocus()
        elif self._page is not None and isValid(self._page) and self._page.isVisible():
            self._page.take_focus()
        self.closed.emit()


def pass_focus(stops: Iterable[QWidget], *, forward: bool) -> None:
    """Move the focus to the next or previous of these that can have it, cyclically."""
    able = [each for each in stops if each.isEnabled()]
    at = next((place for place, each in enumerate(able) if each.hasFocus()), -1 if forward else 1)
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    able[(at + (1 if forward else -1)) % len(able)].setFocus(reason)


def raised_panel(title: str, name: str = "") -> Box:
    """The panel of a sheet over the window, with its shadow."""
    panel = called(name, Box("raised", "line_strong", radius=style.RADIUS))
    panel.setAccessibleName(title)
    shadow = QGraphicsDropShadowEffect(panel)
    shadow.setBlurRadius(24)
    shadow.setOffset(0, 8)
    shadow.setColor(style.tokens().shadow)
    panel.setGraphicsEffect(shadow)
    return panel
