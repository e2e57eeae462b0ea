"""Values as the rows of a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.guarded import guarded

R = TypeVar("R")
Index = QModelIndex | QPersistentModelIndex
TOP = QModelIndex()


class RowModel(QAbstractListModel, Generic[R]):
    """Rows for a delegate to paint; a subclass provides their text for screen readers."""

    def __init__(self, *, net_shown: bool = True) -> None:
        super().__init__()
        self.rows: tuple[R, ...] = ()
        self.net_shown = net_shown
        """Whether rows show the wallet side."""

    def show_rows(self, rows: Iterable[R]) -> None:
        """Set the rows; equal ones have no effect."""
        rows = tuple(rows)
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self.net_shown = shown
        self.update_rows()

    def update_rows(self) -> None:
        """Make the view update all rows."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))

    def row_at(self, index: Index) -> R | None:
        """The row of an index."""
        return self.rows[index.row()] if 0 <= index.row() < len(self.rows) else None

    def spoken(self, row: R) -> str:
        """The text of a row for screen readers."""
        return str(row)

    def is_choosable(self, row: R) -> bool:
        """Whether a row can be chosen; a heading cannot."""
        return row is not None

    def is_heading(self, row: R) -> bool:
        """Whether a row stands over others; one that cannot be chosen does."""
        return not self.is_choosable(row)

    @override
    def rowCount(self, parent: Index = TOP) -> int:
        return 0 if parent.isValid() else len(self.rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self.row_at(index)
        if row is None or not self.is_choosable(row):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole and self.is_heading(row):
            return tr("{words}, heading", words=self.spoken(row))
        return self.spoken(row)
