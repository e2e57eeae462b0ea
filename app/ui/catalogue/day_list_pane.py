"""The right side of selling: the chosen item in full, or why there is none, and the button that goes on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from PySide6.QtCore import QRect, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.core.language import tr
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.skeleton import Skeleton
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.page_layout import Pane, Scroller

T = TypeVar("T")
Block = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PaneWords:
    """What a pane says while there is nothing to show."""

    reading: str
    nothing: str
    none_chosen: str


class DayListPane(Pane, Generic[T]):
    """Detail, skeleton or a quiet sentence; a subclass puts its button beneath."""

    picked = Signal()
    """The button was pressed."""

    def __init__(self, detail: QWidget, button: Button, blocks: Iterable[Block], words: PaneWords) -> None:
        super().__init__()
        self.button = button
        self._words = words
        self._obstacle = ""
        self._scroller = Scroller(detail)
        skeleton = Skeleton(QRect(*block) for block in blocks)
        self._skeleton = held(column(skeleton, margins=(20, 22, 20, 0)))
        self._quiet = Label("", "body", "text3", centred=True)
        self._states = QStackedWidget()
        for state in (self._scroller, self._skeleton, self._quiet):
            self._states.addWidget(state)
        self.body.addWidget(self._states, 1)
        button.clicked.connect(self.picked)

    @property
    def shows_detail(self) -> bool:
        """Whether an item is shown."""
        return self._states.currentWidget() is self._scroller

    @abstractmethod
    def show_item(self, item: T, today: date, day: date) -> None:
        """Show an item as it is for `day`; from its top, when it is another."""

    @abstractmethod
    def show_obstacle(self, reason: str, today: date) -> None:
        """Why nothing can be sold stands beside the button; empty when all is well."""

    @abstractmethod
    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""

    def show_reading(self) -> None:
        """Blocks where the detail will stand."""
        self.show_state(self._skeleton, tr(self._words.reading))

    def show_nothing(self) -> None:
        """No item is chosen."""
        self._quiet.setText(tr(self._words.nothing))
        self.show_state(self._quiet, tr(self._words.none_chosen))

    def show_state(self, state: QWidget, reason: str) -> None:
        """Show what stands in place of the detail, and why the button is out of use."""
        self._states.setCurrentWidget(state)
        self.button.disable(reason)

    def show_detail(self, *, from_top: bool) -> None:
        """Show the detail."""
        self._states.setCurrentWidget(self._scroller)
        if from_top:
            self._scroller.verticalScrollBar().setValue(0)

    def allow(self, obstacle: str) -> None:
        """Put the button into use, or say why it is not."""
        if obstacle:
            self.button.disable(obstacle)
        else:
            self.button.enable()
