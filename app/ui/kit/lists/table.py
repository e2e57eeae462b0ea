"""A table of declared columns: how it is painted, heard, folded and renewed is its own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Generic

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from typing_extensions import TypeVar, override

from app.core.frozen import frozen
from app.core.language import joined, tr
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, draw_block, draw_text, draw_whole, text_width
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import TOP, Index, RowModel
from app.ui.kit.lists.table_columns import Badge, Cell, Column, Columns, TableHeader, paint_tick
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

R = TypeVar("R", default=Any)

HEADING = 28
_LINES, _LINE, _BENEATH, _BADGE, _BADGE_SIDE = 36, 20, 16, 20, 7
_MARK_SIZE, _MARK = 13, 19


@frozen
class Section:
    """The heading over the rows that follow, with what is said of them at its right; none can choose it."""

    text: str
    more: str = ""
    key: str = ""
    """Tells it from others, as for rows; by its text without one."""


@frozen
class RowRules(Generic[R]):
    """What is so of each row of a table, beside its columns."""

    height: int | Callable[[R], int]
    key: Callable[[R], str] | None = None
    """What a row is known by whatever it says: renewed rows then stay where they are, and chosen."""
    can_choose: Callable[[R], bool] | None = None
    """Which rows can be chosen; None for all."""
    tall: int = 0
    """Its height where columns are folded, or words are wider than their place; 0 for the same."""
    is_ticked: Callable[[R], bool | None] | None = None
    """Whether the box in the first column is ticked, None where it cannot be; without it there is none."""
    ink: Callable[[R], Ink] | None = None
    """The ink of plain text in the columns that have no other; None for the usual one."""
    is_sunken: Callable[[R], bool] | None = None
    """Which rows stand on a darker ground; None for none."""
    said: Callable[[R], str] | None = None
    """What is heard of a row; None for what each column says."""
    is_still: bool = False
    """Whether rows are only looked at: none lights up or can be chosen, and below the last one is no line."""
    section_right: int | None = None
    """The margin at the right of a section; None for that of the rows."""


class Table(Told, RowList, Generic[R]):
    """Rows below their header, and perhaps below sections; arrows move, Enter picks the current row."""

    more_wanted = Signal()
    """Emitted once near the end of rows of which there are more."""
    ticked = Signal(str)
    """Emitted with the key of a row by Space, or a press on its box."""

    def __init__(
        self,
        columns: Columns[R],
        rules: RowRules[R],
        name: str,
        spoken: str,
        *,
        header: TableHeader | None = None,
    ) -> None:
        """`spoken` is the name for screen readers; `header` takes the place of a plain one."""
        self._declared = self.columns = columns
        self.rules = rules
        self._lines = _TableModel(self)
        super().__init__(self._lines, _TableDelegate(self._lines, self), name, spoken)
        self._lines.setParent(self)
        self.setUniformItemSizes(not callable(rules.height) and not rules.tall)
        self.header = TableHeader(columns) if header is None else header
        if rules.is_still:
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self.setSelectionMode(QListView.SelectionMode.NoSelection)
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @property
    def rows(self) -> tuple[R, ...]:
        """The rows that are shown, without the sections."""
        return tuple(each for each in self._lines.rows if not isinstance(each, Section))

    @property
    def current(self) -> R | None:
        """The chosen row, if there is one."""
        return self.row_at(self.currentIndex().row())

    @property
    def current_key(self) -> str:
        """The key of the chosen row; empty for none, and for a table without keys."""
        return self._lines.key_at(self.currentIndex().row())

    def row_at(self, place: int) -> R | None:
        """The row at a place, sections counted; None for one of them, and outside."""
        row = self._lines.rows[place] if 0 <= place < len(self._lines.rows) else None
        return None if isinstance(row, Section) else row

    def show_rows(self, rows: Iterable[R | Section], *, has_more: bool = False) -> None:
        """Show these rows; equal ones have no effect, and those with a key stay where they are on screen."""
        chosen, seen, bar = self.current_key, self._seen(), self.verticalScrollBar()
        kept, before, scrolled = self._lines.key_at(seen), self._top_of(seen), bar.value()
        changed = self._lines.renew(rows, has_more=has_more)
        if self.uniformItemSizes() and self._lines.has_sections:
            self.setUniformItemSizes(False)
        is_laid_out = self.current_key != chosen and self.isVisible()
        if self.current_key != chosen:
            self.choose_key(chosen)
        if not (kept or chosen) or 0 <= seen < changed:
            # Nothing is on screen that could have moved.
            return
        if not is_laid_out:
            # Else Qt has done it, to scroll to the row: with thousands of them it takes longer than a frame.
            self.doItemsLayout()
        after = self._top_of(self._lines.place_of(kept)) if kept else None
        if before is not None and after is not None:
            bar.setValue(bar.value() + after - before)
        elif chosen and self.current_key == chosen:
            bar.setValue(scrolled)

    def choose(self, place: int) -> None:
        """Make the row at a place the current one; sections count."""
        index = self._lines.index(place)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def choose_key(self, key: str) -> None:
        """Choose the row with this key, else the first one."""
        place = self._lines.place_of(key)
        if place < 0:
            rows = enumerate(self._lines.rows)
            place = next((at for at, each in rows if not isinstance(each, Section)), -1)
        self.choose(place)

    def choose_next(self, keys: Collection[str]) -> None:
        """Choose the next row with one of these keys behind the current one, after the last the first."""
        order, at = range(len(self._lines.rows)), self.currentIndex().row() + 1
        places = (*order[at:], *order[:at])
        found = next((place for place in places if self._lines.key_at(place) in keys), None)
        if found is not None:
            self.choose(found)

    def show_columns(self, columns: Columns[R]) -> None:
        """Show other columns, in the header as well; equal ones have no effect."""
        if columns != self._declared:
            self._declared = columns
            self._take_columns()

    @override
    def follow_net(self) -> None:
        self._take_columns()
        self._lines.show_net(shown=self.net_shown)

    def _take_columns(self) -> None:
        self.columns = self._declared if self.net_shown else self._declared.without_net()
        self.header.show_columns(self.columns)
        if self.rules.tall:
            self.doItemsLayout()
        else:
            self.viewport().update()

    def repaint_rows(self) -> None:
        """Paint and say all rows anew, as something has changed that they do not hold."""
        self._lines.update_rows()

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        super().resizeEvent(e)
        if not self.uniformItemSizes():
            self.doItemsLayout()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.rules.is_ticked is not None:
            if self.current is not None and not event.isAutoRepeat():
                self.ticked.emit(self.current_key)
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at, is_left = event.position().toPoint(), event.button() == Qt.MouseButton.LeftButton
        key = self._lines.key_at(self.indexAt(at).row())
        if self.rules.is_ticked is not None and is_left and key and at.x() < self.columns.end_of_ticks:
            self.ticked.emit(key)

    def paint_cells(self, painter: QPainter, places: Sequence[QRect], row: R) -> None:
        """Paint the cells of a row into their places; a folded column has no width."""
        columns, folded = self.columns.columns, dict[int, list[str]]()
        if self.rules.is_ticked is not None:
            paint_tick(painter, places[0], is_ticked=self.rules.is_ticked(row))
        for place, column in zip(places, columns, strict=True):
            if column.under is not None and place.width() <= 0:
                words = cell_of(column, row).text if column.folded is None else column.folded(row)
                folded.setdefault(column.under, []).append(words)
        ink = "text" if self.rules.ink is None else self.rules.ink(row)
        for number, place in self._saying(places, row):
            column = columns[number]
            if column.paint is not None:
                column.paint(painter, place, row)
            else:
                cell = _with_beneath(cell_of(column, row, ink), folded.get(number, ()))
                paint_cell(painter, place, cell, is_right=column.is_right)

    def said(self, row: R) -> str:
        """What is heard of a row."""
        if self.rules.said is not None:
            return self.rules.said(row)
        columns = self.columns.columns
        return joined(", ", (titled(each, row) if each.is_titled else said_of(each, row) for each in columns))

    def is_cramped(self, row: R) -> bool:
        """Whether columns are folded, or words of a row are wider than their place."""
        places = self.columns.places(QRect(0, 0, self.viewport().width(), _LINES))
        is_folded = any(place.width() == 0 for place in places)
        columns = self.columns.columns
        return is_folded or any(
            needed(columns[number], row) > place.width() for number, place in self._saying(places, row)
        )

    def _saying(self, places: Sequence[QRect], row: R) -> Iterator[tuple[int, QRect]]:
        """The columns that say something of a row, by their number, in the places that they have there."""
        columns = self.columns.columns
        shown = [number for number, place in enumerate(places) if place.width() > 0]
        for number in shown:
            spans = columns[number].spans
            if spans is not None and spans(row):
                yield number, places[number].united(places[shown[-1]])
                return
            yield number, places[number]

    def _seen(self) -> int:
        """The place of what is not to move: the current row if it is seen, else the first one scrolled to."""
        index = self.currentIndex()
        if not self.viewport().rect().intersects(self.visualRect(index)):
            index = self.indexAt(QPoint()) if self.verticalScrollBar().value() else QModelIndex()
        return index.row()

    def _top_of(self, place: int) -> int | None:
        return self.visualRect(self._lines.index(place)).top() if place >= 0 else None


class _TableModel(RowModel[Any]):
    """The rows and sections of a table."""

    def __init__(self, table: Table[Any]) -> None:
        super().__init__()
        self._table = table
        self.has_more = False
        """Whether more rows can be asked for, which is done once."""

    @override
    def canFetchMore(self, parent: Index) -> bool:
        return self.has_more and not parent.isValid()

    @override
    def fetchMore(self, parent: Index) -> None:
        self.has_more = False
        self._table.more_wanted.emit()

    def renew(self, rows: Iterable[Any], *, has_more: bool) -> int:
        """Change rows with keys where they are, and add new ones; where one is gone, all are made anew.

        `has_more`: yet more can be asked for. Returns the first place that has changed; how many rows there
        are for none.
        """
        self.has_more = has_more
        new, old = tuple(rows), self.rows
        pairs = enumerate(zip(new, old, strict=False))
        # Most often rows come behind those that stand: there may be very many.
        same = next((place for place, (one, other) in pairs if one is not other and one != other), None)
        if same is None:
            same = min(len(new), len(old))
        keys, former = ([self._key_of(each) for each in some[same:]] for some in (new, old))
        added = set(keys).difference(former)
        if not old or not all(keys) or former != [each for each in keys if each not in added]:
            self.show_rows(new)
            return 0 if self.rows is not old else len(new)
        place = same
        for is_new, some in groupby(keys, added.__contains__):
            end = place + len(tuple(some))
            if is_new:
                self.beginInsertRows(TOP, place, end - 1)
                self.rows = (*self.rows[:place], *new[place:end], *self.rows[place:])
                self.endInsertRows()
            place = end
        held, self.rows = self.rows, new
        for place in range(same, len(new)):
            if held[place] is not new[place] and held[place] != new[place]:
                self.dataChanged.emit(self.index(place), self.index(place))
        return same

    @property
    def has_sections(self) -> bool:
        """Whether a section is among the rows."""
        return any(isinstance(each, Section) for each in self.rows)

    def key_at(self, place: int) -> str:
        """The key of a row; empty for a section, for none, and for a table without keys."""
        row = self._table.row_at(place)
        return "" if row is None else self._key_of(row)

    def place_of(self, key: str) -> int:
        """Where the row with this key is; -1 for nowhere, and without a key."""
        return next((place for place in range(len(self.rows)) if key and self.key_at(place) == key), -1)

    @override
    def is_choosable(self, row: Any) -> bool:
        can_choose = self._table.rules.can_choose
        return not isinstance(row, Section) and (can_choose is None or can_choose(row))

    @override
    def is_heading(self, row: Any) -> bool:
        return isinstance(row, Section)

    @override
    def spoken(self, row: Any) -> str:
        if isinstance(row, Section):
            return joined(", ", (row.text, row.more))
        return self._table.said(row)

    def _key_of(self, row: Any) -> str:
        if isinstance(row, Section):
            return row.key or row.text
        key = self._table.rules.key
        return "" if key is None else key(row)


class _TableDelegate(RowDelegate[Any]):
    """Paints sections, and the cells of a row on its ground."""

    def __init__(self, model: _TableModel, table: Table[Any]) -> None:
        super().__init__(model)
        self._table = table
        self._columns, self._row = table.columns, QRect()
        self._places: tuple[QRect, ...] = ()

    @override
    def height_of(self, row: Any) -> int:
        height = self._table.rules.height
        if isinstance(row, Section):
            return HEADING
        tall = self._table.rules.tall
        usual = height(row) if callable(height) else height
        return max(usual, tall) if tall and self._table.is_cramped(row) else usual

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Any) -> None:
        columns, inner, rules = self._table.columns, option.rect.adjusted(0, 0, 0, -1), self._table.rules
        colours = style.tokens()
        if isinstance(row, Section):
            right = columns.right if rules.section_right is None else rules.section_right
            _paint_section(painter, option.rect, row, (columns.left, right))
            return
        if rules.is_still:
            if row is not self.model.rows[-1]:
                painter.fillRect(option.rect.adjusted(0, inner.height(), 0, 0), colours.line)
            inner = option.rect
        elif paint_ground(painter, option) == colours.surface and rules.is_sunken and rules.is_sunken(row):
            painter.fillRect(inner, colours.sunken)
        self._table.paint_cells(painter, self._places_in(inner), row)

    def _places_in(self, row: QRect) -> list[QRect]:
        """The places of the cells, which are the same for each row of one size."""
        columns, first = self._table.columns, QRect(row.left(), 0, row.width(), row.height())
        if self._columns is not columns or self._row != first:
            self._columns, self._row, self._places = columns, first, columns.places(first)
        return [each.translated(0, row.top()) for each in self._places]


def cell_of(column: Column[R], row: R, ink: Ink = "text") -> Cell:
    """What a column says of a row, plain text in `ink`; nothing where that is painted by hand."""
    said = "" if column.cell is None else column.cell(row)
    if isinstance(said, str):
        return Cell(said, ink if column.ink == "text" else column.ink, column.role)
    return said


def said_of(column: Column[R], row: R) -> str:
    """What is heard of a column."""
    if column.say is not None:
        return column.say(row)
    cell = cell_of(column, row)
    return joined(", ", (cell.text, cell.beneath))


def titled(column: Column[R], row: R) -> str:
    """What is heard of a column behind its title."""
    return joined(" ", (tr(column.title), said_of(column, row)))


def _with_beneath(cell: Cell, folded: Sequence[str]) -> Cell:
    """The cell with what folded columns say ahead of what stands beneath its text."""
    if not folded:
        return cell
    beneath = joined(", ", (*folded, cell.beneath))
    other = cell.beneath_else and joined(", ", (*folded, cell.beneath_else))
    return cell._replace(beneath=beneath, beneath_else=other)


def needed(column: Column[R], row: R) -> int:
    """The width without which its row is a tall one."""
    if column.needs is not None:
        return column.needs(row)
    cell = cell_of(column, row)
    return text_width(cell.text, style.font(cell.role, identity=cell.is_identity)) if cell.is_whole else 0


def two_lines(place: QRect) -> tuple[QRect, QRect]:
    """The upper and the lower line in a row of two."""
    top = place.top() + (place.height() - _LINES) // 2
    upper = QRect(place.left(), top, place.width(), _LINE)
    return upper, QRect(place.left(), top + _LINE, place.width(), _BENEATH)


def paint_cell(painter: QPainter, place: QRect, cell: Cell, *, is_right: bool = False) -> None:
    """Paint a cell into its place."""
    colours, align = style.tokens(), RIGHT if is_right else LEFT
    font, ink = style.font(cell.role, identity=cell.is_identity), colours.ink_named(cell.ink)
    if cell.beneath:
        place, lower = two_lines(place)
        small = style.font("caption", identity=cell.beneath_is_identity)
        fits = not cell.beneath_else or text_width(cell.beneath, small) <= lower.width()
        words = cell.beneath if fits else cell.beneath_else
        draw_text(painter, lower, words, small, colours.ink_named(cell.beneath_ink), align=align)
    if cell.badge is not None:
        _paint_badge(painter, place, cell.text, cell.badge)
        return
    if cell.icon:
        corner = place.topLeft()
        corner.setY(place.center().y() - cell.icon_size // 2 + cell.is_mark)
        icon_ink = colours.ink_named(cell.icon_ink)
        assets.paint_icon(
            painter, cell.icon, corner, cell.icon_size, icon_ink, stroke=2.2 if cell.is_mark else 0
        )
        place = place.adjusted(cell.icon_size + 6, 0, 0, 0)
    for number, each in enumerate(cell.marks, 1):
        room = place.width() - len(cell.marks) * _MARK
        left = place.left() + min(text_width(one_line(cell.text), font), room) + number * _MARK - _MARK_SIZE
        corner = QPoint(left, place.center().y() - _MARK_SIZE // 2 + 1)
        assets.paint_icon(painter, each, corner, _MARK_SIZE, colours.text3)
    place = place.adjusted(0, 0, -len(cell.marks) * _MARK, 0)
    if cell.is_whole:
        draw_whole(painter, place, cell.text, cell.role, ink, identity=cell.is_identity, align=align)
    else:
        draw_text(painter, place, cell.text, font, ink, align=align)


def _paint_badge(painter: QPainter, place: QRect, text: str, badge: Badge) -> None:
    """Paint words on a ground of their own."""
    colours, font = style.tokens(), style.font("captionStrong")
    ground, ink = {
        "quiet": (colours.pressed, colours.text2),
        "warning": (colours.warning_soft, colours.warning),
        "danger": (colours.danger_soft, colours.danger),
    }[badge]
    width = min(text_width(one_line(text), font) + 2 * _BADGE_SIDE, place.width())
    box = QRect(place.left(), place.center().y() - 9, width, _BADGE)
    draw_block(painter, box, ground, 4)
    draw_text(painter, box, text, font, ink, align=CENTRE)


def _paint_section(painter: QPainter, rect: QRect, section: Section, edges: tuple[int, int]) -> None:
    colours = style.tokens()
    painter.fillRect(rect, colours.sunken)
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
    inner = rect.adjusted(edges[0], 0, -edges[1], -1)
    draw_text(painter, inner, section.text, style.font("captionStrong"), colours.text3)
    draw_text(painter, inner, section.more, style.font("caption"), colours.text3, align=RIGHT)
