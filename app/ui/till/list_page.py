"""A page of the till with one list, which never shows what is no longer true."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget
from typing_extensions import override

from app.core.language import Message, tr
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.actions import Action
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Columns
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.till.tab_page import TillTabPage

R = TypeVar("R")
ROW = 44


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

    columns: ClassVar[Columns[Any]]
    words: ClassVar[ListWords]
    hints: ClassVar[tuple[tuple[Action, Message], ...]]
    """The keys at the foot, with what they do."""
    key: ClassVar[Callable[[Any], str]]
    """What a row is known by: it stays chosen while others come and go."""

    chosen = Signal(object)
    """Emitted with the row that Enter or a double click picks."""

    def __init__(self, name: str, *, has_sum_above: bool = False) -> None:
        """The sum of all rows stands in the header or at the foot, where the list is explained otherwise."""
        super().__init__()
        words = self.words
        self._list = Table[R](
            self.columns, RowRules(ROW, key=type(self).key), f"{name}_list", tr(words.heard)
        )
        self._list.picked.connect(self._pick)
        self._empty = EmptyState(words.icon, tr(words.nothing), tr(words.about))
        self._sum = Label("", "bodyStrong", "text2")
        self._sum.setObjectName(f"{name}_sum")
        whole = column(self._list.header)
        whole.addWidget(self._list, 1)
        self._parts = QStackedWidget()
        self._parts.addWidget(held(whole))
        self._parts.addWidget(self._empty)
        keys = ((action, tr(does)) for action, does in self.hints)
        page = column(self.make_header(self._sum) if has_sum_above else self.make_header())
        page.addWidget(self._parts, 1)
        page.addWidget(HintLine(*keys, None, tr(words.about) if has_sum_above else self._sum))
        self.setLayout(page)

    @abstractmethod
    async def read_rows(self) -> Sequence[R]:
        """The rows as they are now. Raises NotRecordedError."""

    @abstractmethod
    def sum_of(self, found: Sequence[R]) -> str:
        """All rows together, in words."""

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def take_focus(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        """Look again for what there is."""
        self.tasks.start("rows", self._read())

    def _pick(self) -> None:
        if self._list.current is not None:
            self.chosen.emit(self._list.current)

    async def _read(self) -> None:
        try:
            found = await self.read_rows()
        except NotRecordedError as error:
            # A sum of before would stand beside the reason why nothing is known.
            self._sum.setText("")
            self._empty.show_words(tr(self.words.failed), str(error))
            self._parts.setCurrentWidget(self._empty)
            return
        if not found:
            self._empty.show_words(tr(self.words.nothing), tr(self.words.about))
        self._list.show_rows(found)
        self._sum.setText(self.sum_of(found))
        self._parts.setCurrentIndex(0 if found else 1)
        if found and self._list.current is None:
            self._list.choose(0)
        if self.isVisible() and found:
            self.take_focus()
