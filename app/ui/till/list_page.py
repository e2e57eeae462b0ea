"""A page of the till with one list, which never shows what is no longer true."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Generic, NamedTuple

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.row_list import RowList
from app.ui.kit.lists.row_model import R, RowModel
from app.ui.kit.lists.table_columns import Columns, TableHeader
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.till.tab_page import TillTabPage


class ListWords(NamedTuple):
    """What a page says of its list."""

    icon: str
    nothing: str
    """The title where there is nothing."""
    about: str
    failed: str
    """The title where it cannot be read."""


class TillListPage(TillTabPage, Generic[R]):
    """The list, its sum, and the words where there is nothing."""

    chosen = Signal(object)
    """Emitted with the row that Enter or a double click picks."""

    def __init__(self, table: RowList, model: RowModel[R], columns: Columns, words: ListWords) -> None:
        super().__init__()
        self._list, self._model, self._words = table, model, words
        self._empty = EmptyState(words.icon, words.nothing, words.about)
        self.sum = Label("", "bodyStrong", "text2")
        """What all rows are together; a subclass places it."""
        whole = column(TableHeader(columns))
        whole.addWidget(table, 1)
        self._parts = QStackedWidget()
        self._parts.addWidget(held(whole))
        self._parts.addWidget(self._empty)
        table.picked.connect(self._pick)

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

    def lay_out(self, header: QWidget, hints: QWidget) -> None:
        """The layout of the page."""
        page = column(header)
        page.addWidget(self._parts, 1)
        page.addWidget(hints)
        self.setLayout(page)

    def _pick(self) -> None:
        row = self._model.row_at(self._list.currentIndex())
        if row is not None:
            self.chosen.emit(row)

    async def _read(self) -> None:
        try:
            found = await self.read_rows()
        except NotRecordedError as error:
            # A sum of before would stand beside the reason why nothing is known.
            self.sum.setText("")
            self._empty.show_words(self._words.failed, str(error))
            self._parts.setCurrentWidget(self._empty)
            return
        if not found:
            self._empty.show_words(self._words.nothing, self._words.about)
        self._model.show_rows(found)
        self.sum.setText(self.sum_of(found))
        self._parts.setCurrentIndex(0 if found else 1)
        if found and not self._list.currentIndex().isValid():
            first = self._model.index(0)
            self._list.selectionModel().setCurrentIndex(
                first, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        if self.isVisible() and found:
            self.take_focus()
