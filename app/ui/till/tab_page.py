"""The pages of the till, side by side under one header, and those that are a list."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar, Generic, NamedTuple, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.actions import MESSAGE, Action
from app.ui.kit.basics.layouts import called, column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Columns
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, SheetHeader
from app.ui.till import actions

RECEIPTS, OWED, MOVES, COUNT = "receipts", "owed", "moves", "count"
_TABS = {
    RECEIPTS: mark("Receipts"),
    OWED: mark("Owed"),
    MOVES: mark("In and out"),
    COUNT: mark("Count"),
}
R = TypeVar("R")
_ROW = 44
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


class ListWords(NamedTuple):
    """What a page says of its list."""

    heard: Message
    """The name of the list for screen readers."""
    icon: str
    nothing: Message
    """The title where there is nothing."""
    about: Message
    failed: Message
    """The title where it cannot be read."""


class TillListPage(TillTabPage, Generic[R]):
    """The list, its sum, and the words where there is nothing. A subclass declares them."""

    words: ClassVar[ListWords]
    hints: ClassVar[tuple[tuple[Action, Message], ...]]
    """The keys at the foot, with what they do."""
    has_sum_above: ClassVar[bool] = False
    """Whether the sum stands in the header, with words about the list at the foot in its place."""

    chosen = Signal(object)
    """Emitted with the row that Enter or a double click picks."""
    message_asked = Signal(object)
    """Emitted with the chosen row to whose customer a message is written."""

    def __init__(
        self,
        name: str,
        columns: Columns[R],
        read: Callable[[], Awaitable[Sequence[R]]],
        key: Callable[[R], str],
        sum_of: Callable[[Sequence[R]], str],
    ) -> None:
        """`read` may raise NotRecordedError; by its `key` a row stays chosen while others come and go."""
        super().__init__()
        self._read_rows, self._sum_of = read, sum_of
        self._last = ""
        """The key of the row that was chosen when the list was left for another page."""
        words, rules = self.words, RowRules[R](_ROW, key=key)
        self._list = Table[R](columns, rules, f"{name}_list", tr(words.heard))
        self._list.picked.connect(self._pick)
        if MESSAGE in self.own_actions:
            self.bind(MESSAGE, lambda: self._list.current and self.message_asked.emit(self._list.current))
        self._empty = EmptyState(words.icon, tr(words.nothing), tr(words.about))
        self._sum = called(f"{name}_sum", Label("", "bodyStrong", "text2"))
        self._parts = QStackedWidget()
        self._parts.addWidget(held(column(self._list.header, (self._list, 1))))
        self._parts.addWidget(self._empty)
        keys = ((action, tr(does)) for action, does in self.hints)
        is_above = self.has_sum_above
        header = self.make_header(*((self._sum,) if is_above else ()))
        foot = HintLine(*keys, None, tr(words.about) if is_above else self._sum)
        self.setLayout(column(header, (self._parts, 1), foot))

    @override
    def take_focus(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def typed(self) -> str:
        """The key of the chosen row: the next Enter must not mean another customer."""
        return self._list.current_key or self._last

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, str):
            self._last = typed

    def _pick(self) -> None:
        if self._list.current is not None:
            self.chosen.emit(self._list.current)

    @override
    async def _read(self) -> None:
        try:
            found = await self._read_rows()
        except NotRecordedError as error:
            # A sum of before would stand beside the reason why nothing is known.
            self._sum.setText("")
            self._empty.show_words(tr(self.words.failed), str(error))
            self._parts.setCurrentWidget(self._empty)
            return
        if not found:
            self._empty.show_words(tr(self.words.nothing), tr(self.words.about))
        self._list.show_rows(found)
        self._sum.setText(self._sum_of(found))
        self._parts.setCurrentIndex(0 if found else 1)
        if found and self._list.current is None:
            self._list.choose_key(self._last)
        if self.isVisible() and found:
            self.take_focus()
