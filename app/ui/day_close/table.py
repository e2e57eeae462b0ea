"""The painted table of a day's sales by module and product, with a total that does not scroll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from PySide6.QtCore import QPersistentModelIndex, QPoint, QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.day_close.advice import sum_cell, sum_words
from app.desk.day_close.values import DayReport, Figures
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import RIGHT, draw_text
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import TOP, RowModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import style
from app.ui.theme.style import Role

Kind = Literal["module", "product", "clerk", "total"]
Key = tuple[str, Kind, str]
ROW, GROUP, TOTAL = 30, 32, 40
COLUMNS = Columns(
    (
        Column(mark("Product")),
        Column(mark("Sales"), 56, is_right=True),
        Column(mark("Seats"), 48, is_right=True),
        Column(mark("Sales value"), 100, is_right=True),
        Column(mark("Wallet cash"), 96, is_right=True, fold=1),
        Column(mark("Wallet credit"), 88, is_right=True, fold=1),
        Column(mark("Debited"), 100, is_right=True),
    ),
    left=20,
    right=16,
    gap=12,
    least=144,
)
_WITHOUT_NET = replace(COLUMNS, columns=COLUMNS.columns[:-3])
_MODULES = {"ACTIVITY": mark("Activities"), "BOAT": mark("Boats")}
NOBODY = mark("No clerk named")


class DayLine(NamedTuple):
    """One line of the table."""

    kind: Kind
    name: str
    figures: Figures


def lines_of(report: DayReport) -> tuple[DayLine, ...]:
    """The lines of each module with its products, and of the clerks if any are named."""
    lines: list[DayLine] = []
    for module in report.modules:
        named = tr(_MODULES[module.module]) if module.module in _MODULES else formats.state(module.module)
        lines.append(DayLine("module", named, module.figures))
        lines += [DayLine("product", each.name, each.figures) for each in module.products]
    if any(each.name for each in report.clerks):
        lines.append(DayLine("module", tr("By clerk"), report.figures))
        lines += [DayLine("clerk", each.name or tr(NOBODY), each.figures) for each in report.clerks]
    return tuple(lines)


def in_place(before: Iterable[DayLine], now: Iterable[DayLine]) -> tuple[DayLine, ...]:
    """The lines of now in the order in which they were shown before; new ones come last in their part."""
    places = {key: place for place, (key, _) in enumerate(_keyed(before))}
    parts: list[list[tuple[Key, DayLine]]] = []
    for key, line in _keyed(now):
        if line.kind == "module":
            parts.append([])
        parts[-1].append((key, line))
    last = len(places)
    return tuple(
        line for part in parts for _, line in sorted(part, key=lambda each: places.get(each[0], last))
    )


def _keyed(lines: Iterable[DayLine]) -> Iterator[tuple[Key, DayLine]]:
    """The lines, and what each of them is about: one name may be in several parts."""
    part = ""
    for line in lines:
        part = line.name if line.kind == "module" else part
        yield (part, line.kind, line.name), line


class DayModel(RowModel[DayLine]):
    """The lines of one day."""

    def follow(self, lines: Iterable[DayLine]) -> None:
        """Change and add lines of the same day where they are; when one is gone, all are made anew."""
        now = list(_keyed(in_place(self.rows, lines)))
        keys = [key for key, _ in _keyed(self.rows)]
        new = {key for key, _ in now}.difference(keys)
        if keys != [key for key, _ in now if key not in new]:
            self.show_rows(line for _, line in now)
            return
        for place, (key, line) in enumerate(now):
            if key in new:
                self.beginInsertRows(TOP, place, place)
                self.rows = (*self.rows[:place], line, *self.rows[place:])
                self.endInsertRows()
            elif self.rows[place] != line:
                self.rows = (*self.rows[:place], line, *self.rows[place + 1 :])
                self.dataChanged.emit(self.index(place), self.index(place))

    @override
    def spoken(self, row: DayLine) -> str:
        return spoken(row, net_shown=self.net_shown)


def spoken(line: DayLine, *, net_shown: bool) -> str:
    """The text of a line for screen readers."""
    found = line.figures
    told = [
        line.name,
        trn("{number} sale", "{number} sales", found.sales),
        formats.seats(found.pax),
        tr("value {amount}", amount=sum_words(found, "value")),
    ]
    if net_shown:
        told.append(tr("debited {amount}", amount=sum_words(found, "debited")))
    return joined(", ", told)


class DayDelegate(RowDelegate[DayLine]):
    """Paints one line."""

    @override
    def height_of(self, row: DayLine) -> int:
        return GROUP if row.kind == "module" else ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: DayLine) -> None:
        inner, ground = option.rect.adjusted(0, 0, 0, -1), paint_ground(painter, option)
        if row.kind == "module" and ground == style.tokens().surface:
            painter.fillRect(inner, style.tokens().sunken)
        _paint_line(painter, inner, row, net_shown=self.model.net_shown)


class DayTable(RowList):
    """The lines of a day; arrows move in it, nothing is picked."""

    def __init__(self, model: DayModel, parent: QWidget | None = None) -> None:
        super().__init__(model, DayDelegate(model), "day_table", tr("Sales of the day"), parent)
        self.setUniformItemSizes(False)
        self._lines = model

    def follow(self, lines: Iterable[DayLine]) -> None:
        """Show what has changed; the current line, else the first one seen, stays where it is."""
        current = self.currentIndex()
        is_seen = self.viewport().rect().intersects(self.visualRect(current))
        kept = QPersistentModelIndex(current if is_seen else self.indexAt(QPoint()))
        before, bar = self.visualRect(kept).top(), self.verticalScrollBar()
        self._lines.follow(lines)
        self.doItemsLayout()
        if kept.isValid():
            bar.setValue(bar.value() + self.visualRect(kept).top() - before)


class DayHeader(TableHeader):
    """The names of the columns."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the columns of the wallet."""
        self.show_columns(COLUMNS if shown else _WITHOUT_NET)


class DayTotal(Box):
    """The sums of the day."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", parent=parent)
        self.setFixedHeight(TOTAL)
        self.setObjectName("day_total")
        self.net_shown = True
        self._sums = DayLine("total", "", Figures())

    def show_total(self, figures: Figures) -> None:
        """Show the sums of another day."""
        self._sums = DayLine("total", tr("Total"), figures)
        self.setAccessibleName(spoken(self._sums, net_shown=self.net_shown))
        self.update()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self.net_shown = shown
        self.show_total(self._sums.figures)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(QRect(0, 0, self.width(), 1), colours.line_strong)
        _paint_line(painter, self.rect(), self._sums, net_shown=self.net_shown)


def _paint_line(painter: QPainter, rect: QRect, line: DayLine, *, net_shown: bool) -> None:
    colours, found = style.tokens(), line.figures
    is_sum = line.kind in ("module", "total")
    plain: Role = "bodyHeavy" if is_sum else "body"
    columns = COLUMNS if net_shown else _WITHOUT_NET
    name, sales, pax, value, *wallet = columns.places(rect)
    draw_text(painter, name, line.name, style.font(plain), colours.text)
    for place, text in ((sales, str(found.sales)), (pax, str(found.pax)), (value, sum_cell(found, "value"))):
        draw_text(painter, place, text, style.font(plain), colours.text, align=RIGHT)
    for place, amount, sum_of in zip(wallet, (found.cash, found.credit), ("cash", "credit"), strict=False):
        ink = colours.text if is_sum else colours.text2 if amount else colours.text3
        draw_text(painter, place, sum_cell(found, sum_of), style.font(plain), ink, align=RIGHT)
    if wallet:
        debited: Role = "bodyHeavy" if is_sum else "bodyStrong"
        font = style.font(debited)
        draw_text(painter, wallet[-1], sum_cell(found, "debited"), font, colours.text, align=RIGHT)
