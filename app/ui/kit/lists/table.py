"""A table of declared columns: how it is painted, heard, folded and renewed is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import TypeVar, override

from app.core.language import joined, tr
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Cell, Column, Columns, TableHeader
from app.ui.theme import assets, style

R = TypeVar("R", default=Any)

_LINES, _LINE, _BENEATH, _ICON, _ICON_GAP = 36, 20, 16, 14, 6


class Table(RowList, Generic[R]):
    """Rows of one height below their header; arrows move, Enter picks the current row."""

    def __init__(
        self,
        columns: Columns[R],
        name: str,
        spoken: str,
        *,
        height: int,
        is_sunken: Callable[[R], bool] | None = None,
        names_cells: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`spoken` is the name for screen readers.

        Rows that are `is_sunken` have a darker ground. With `names_cells` the title of each column but the
        first is heard before its words.
        """
        self._lines = TableModel(columns, names_cells=names_cells)
        super().__init__(self._lines, _TableDelegate(self._lines, height, is_sunken), name, spoken, parent)
        self._lines.setParent(self)
        self.header = TableHeader(columns)

    @property
    def rows(self) -> tuple[R, ...]:
        """The rows that are shown."""
        return self._lines.rows

    @property
    def current(self) -> R | None:
        """The chosen row, if there is one."""
        return self._lines.row_at(self.currentIndex())

    def show_rows(self, rows: Iterable[R]) -> None:
        """Show these rows; equal ones have no effect."""
        self._lines.show_rows(rows)

    def choose(self, place: int) -> None:
        """Make a row the current one."""
        index = self._lines.index(place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def show_columns(self, columns: Columns[R]) -> None:
        """Show other columns, in the header as well."""
        self._lines.declare(columns)
        self.header.show_columns(self._lines.columns)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the columns of the wallet side."""
        self._lines.show_net(shown=shown)
        self.header.show_columns(self._lines.columns)


class TableModel(RowModel[R]):
    """The rows of a table, and the columns that are shown now."""

    def __init__(self, columns: Columns[R], *, names_cells: bool = False) -> None:
        super().__init__()
        self._declared, self._names_cells = columns, names_cells
        self.columns = columns

    def declare(self, columns: Columns[R]) -> None:
        """Have other columns."""
        self._declared = columns
        self.show_net(shown=self.net_shown)

    @override
    def show_net(self, *, shown: bool) -> None:
        self.columns = self._declared if shown else self._declared.without_net()
        super().show_net(shown=shown)

    @override
    def spoken(self, row: R) -> str:
        return joined(", ", (self._said(each, row) for each in self.columns.columns))

    def _said(self, column: Column[R], row: R) -> str:
        if column.say is not None:
            return column.say(row)
        text = cell_of(column, row).text
        is_first = column is self.columns.columns[0]
        return joined(" ", (tr(column.title), text)) if self._names_cells and not is_first else text


class _TableDelegate(RowDelegate[R]):
    """Paints the cells of a row on its ground."""

    def __init__(self, model: TableModel[R], height: int, is_sunken: Callable[[R], bool] | None) -> None:
        super().__init__(model)
        self._lines, self._height, self._is_sunken = model, height, is_sunken

    @override
    def height_of(self, row: R) -> int:
        return self._height

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: R) -> None:
        ground, inner = paint_ground(painter, option), option.rect.adjusted(0, 0, 0, -1)
        colours, columns = style.tokens(), self._lines.columns
        if self._is_sunken is not None and ground == colours.surface and self._is_sunken(row):
            painter.fillRect(inner, colours.sunken)
        for place, column in zip(columns.places(inner), columns.columns, strict=True):
            if place.width() > 0:
                paint_cell(painter, place, cell_of(column, row), is_right=column.is_right)


def cell_of(column: Column[R], row: R) -> Cell:
    """What a column says of a row; nothing where that is painted by hand."""
    said = "" if column.cell is None else column.cell(row)
    return Cell(said, column.ink, column.role) if isinstance(said, str) else said


def paint_cell(painter: QPainter, place: QRect, cell: Cell, *, is_right: bool = False) -> None:
    """Paint a cell into its place."""
    colours, align = style.tokens(), RIGHT if is_right else LEFT
    font = style.font(cell.role, identity=cell.is_identity)
    if cell.icon:
        corner = QPoint(place.left(), place.top() + (place.height() - _ICON) // 2)
        assets.paint_icon(painter, cell.icon, corner, _ICON, colours.ink_named(cell.icon_ink), stroke=2)
        place = place.adjusted(_ICON + _ICON_GAP, 0, 0, 0)
    if not cell.beneath:
        draw_text(painter, place, cell.text, font, colours.ink_named(cell.ink), align=align)
        return
    top = place.top() + (place.height() - _LINES) // 2
    upper = QRect(place.left(), top, place.width(), _LINE)
    draw_text(painter, upper, cell.text, font, colours.ink_named(cell.ink), align=align)
    lower = QRect(place.left(), top + _LINE, place.width(), _BENEATH)
    ink = colours.ink_named(cell.beneath_ink)
    draw_text(painter, lower, cell.beneath, style.font("caption"), ink, align=align)
