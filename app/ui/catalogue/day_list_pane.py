"""The right side of the list pages: the chosen item in full, or why there is none, and the button."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from datetime import date
from typing import Generic, TypeVar

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.core.frozen import frozen
from app.core.language import Message, tr
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.skeleton import Skeleton
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import Pane

T = TypeVar("T")
Block = tuple[int, int, int, int]


@frozen
class PaneWords:
    """The words of a pane without an item."""

    reading: Message
    nothing: Message
    none_chosen: Message


class DayListPane(Pane, Generic[T]):
    """The details, a skeleton or a sentence; a subclass adds its button below."""

    def __init__(self, detail: QWidget, button: Button, blocks: Iterable[Block], words: PaneWords) -> None:
        super().__init__()
        self.button = button
        self._words = words
        self._obstacle = ""
        self._scroller = Scroller(detail)
        self._scroller.setAccessibleName(tr("Details"))
        skeleton = Skeleton(QRect(*block) for block in blocks)
        self._skeleton = held(column(skeleton, margins=(20, 22, 20, 0)))
        self._quiet = Label("", "body", "text3", centred=True)
        self._states = QStackedWidget()
        for state in (self._scroller, self._skeleton, self._quiet):
            self._states.addWidget(state)
        self.body.addWidget(self._states, 1)

    @property
    def shows_detail(self) -> bool:
        """Whether an item is shown."""
        return self._states.currentWidget() is self._scroller

    @abstractmethod
    def show_item(self, item: T, today: date, day: date) -> None:
        """Show an item for `day`, scrolled to its top if it is another one."""

    @abstractmethod
    def show_obstacle(self, reason: str, today: date) -> None:
        """Show why nothing can be sold; empty when selling is possible."""

    def show_reading(self) -> None:
        """Show a skeleton of the details."""
        self.show_state(self._skeleton, tr(self._words.reading))

    def show_nothing(self) -> None:
        """Show that no item is chosen."""
        self._quiet.setText(tr(self._words.nothing))
        self.show_state(self._quiet, tr(self._words.none_chosen))

    def show_state(self, state: QWidget, reason: str) -> None:
        """Show a widget in place of the details, and why the button is disabled."""
        self._states.setCurrentWidget(state)
        self.button.disable(reason)
        self.facts.show_fact("", reason)

    def show_detail(self, *, from_top: bool) -> None:
        """Show the detail."""
        self._states.setCurrentWidget(self._scroller)
        if from_top:
            self.show_top()

    def show_top(self) -> None:
        """Show the detail from its beginning."""
        self._scroller.show_top()

    def allow(self, obstacle: str) -> None:
        """Enable the button, or disable it with a reason."""
        if obstacle:
            self.button.disable(obstacle)
        else:
            self.button.enable()
