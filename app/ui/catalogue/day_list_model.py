"""The model of a date's list, filtered by typed words and chosen filters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from typing_extensions import override

from app.core.language import tr
from app.desk.model.booking import ItemId
from app.ui.kit.basics.guarded import guarded

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
_ROW = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren


class DayListModel(QStringListModel, Generic[T]):
    """Rows of items; while reading, rows without a value that are painted as skeletons.

    Qt stores as many empty texts as there are rows: a view asks for their number twice for each row in a
    layout, and answering in Python took 90 ms with 50,000 rows.
    """

    skeleton_rows: ClassVar[int]

    def __init__(self) -> None:
        super().__init__()
        self._items: tuple[T, ...] = ()
        self._shown: tuple[T, ...] = ()
        self._is_reading = False

    @property
    def items(self) -> tuple[T, ...]:
        """Everything that was read."""
        return self._items

    @property
    def shown(self) -> tuple[T, ...]:
        """The items that pass the filter."""
        return self._shown

    @property
    def is_reading(self) -> bool:
        """Whether the rows are skeletons."""
        return self._is_reading

    def show_reading(self) -> None:
        """Show skeletons in place of rows."""
        self._refresh(is_reading=True)

    def item_at(self, index: Index) -> T | None:
        """The item of a row; None for a skeleton or no row."""
        if self._is_reading or not index.isValid() or index.row() >= len(self._shown):
            return None
        return self._shown[index.row()]

    def row_of(self, number: ItemId) -> int:
        """The row of the item with this number, or -1."""
        rows = () if self._is_reading else enumerate(self._shown)
        return next((row for row, item in rows if self.number_of(item) == number), -1)

    @staticmethod
    @abstractmethod
    def number_of(item: T) -> ItemId:
        """The service's number of an item."""

    @abstractmethod
    def matching(self) -> Iterable[T]:
        """The items that pass the filter, in the order of the list."""

    @abstractmethod
    def name_of(self, item: T) -> str:
        """The name of an item."""

    @abstractmethod
    def spoken(self, item: T) -> str:
        """The text of an item for screen readers."""

    def _refresh(self, *, is_reading: bool) -> None:
        """Update the rows, unchanged ones in place, so that nothing moves."""
        shown = tuple(self.matching())
        same = bool(shown) and is_reading == self._is_reading and self._are_rows(shown)
        self._shown, self._is_reading = shown, is_reading
        if not same:
            self.setStringList([""] * (self.skeleton_rows if is_reading else len(shown)))
        elif not is_reading:
            self.update_rows()

    def update_rows(self) -> None:
        """Make the view update all rows."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def _are_rows(self, items: tuple[T, ...]) -> bool:
        return len(items) == len(self._shown) and all(
            self.number_of(one) == self.number_of(other)
            for one, other in zip(items, self._shown, strict=True)
        )

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.NoItemFlags if self._is_reading or not index.isValid() else _ROW

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item_at(index)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("Reading") if item is None else self.spoken(item)
        if role == Qt.ItemDataRole.DisplayRole and item is not None:
            return self.name_of(item)
        return None
