"""The pages of the till, side by side under one header."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import ClassVar, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import SheetHeader
from app.ui.till import actions

RECEIPTS, OWED, MOVES, COUNT = "receipts", "owed", "moves", "count"
_TABS = {
    RECEIPTS: mark("Receipts"),
    OWED: mark("Owed"),
    MOVES: mark("In and out"),
    COUNT: mark("Count"),
}
RECORD = "record"
"""The task that writes something down: until it ends the page cannot be left."""


class TypedChoice(NamedTuple):
    """What is typed on a page that has a choice and fields."""

    choice: str
    texts: tuple[str, ...]


class TillPage(Page):
    """A page whose input is there again for whoever went elsewhere and comes back."""

    left = Signal(object)
    """Emitted with what is typed when the page ends."""

    @override
    def may_be_left(self) -> bool:
        return not self.tasks.is_running(RECORD)

    @override
    def leave(self) -> None:
        self.left.emit(self.typed())
        super().leave()


class TillTabPage(TillPage):
    """Ctrl 1 to 4 show the other pages; it reads when it is entered, and on F5."""

    title = mark("Till")
    tab: ClassVar[str] = OWED
    """Which of them it is."""

    tab_asked = Signal(str)
    """Emitted with the page to be shown instead."""

    def __init__(self) -> None:
        super().__init__()
        self._tabs = Segmented((SegmentChoice(each, tr(words)) for each, words in _TABS.items()), tr("Till"))
        self._tabs.setObjectName("till_tabs")
        self._tabs.choose(self.tab)
        self._tabs.chosen.connect(self._leave_for)
        self.bind(actions.TABS, *(partial(self._tabs.choose, each) for each in _TABS))

    def make_header(self, *beside: QWidget) -> SheetHeader:
        """The header with the tabs at its end."""
        return SheetHeader(tr("Till"), "", self._tabs, beside=beside)

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def read_again(self) -> None:
        self.tasks.start("read", self._read())

    @abstractmethod
    async def _read(self) -> None:
        """Read what the page shows, and show it."""

    def _leave_for(self, tab: str) -> None:
        """Ask for another page, unless something of this one is being written down."""
        if self.may_be_left():
            self.tab_asked.emit(tab)
        else:
            self._tabs.choose(self.tab)
