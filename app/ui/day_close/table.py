"""The sales of a day by module and product, painted, with the total beneath that never scrolls away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.day_close.advice import sum_cell, sum_words
from app.desk.day_close.values import DayReport, Figures
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.lists.row_list import RowList, paint_ground
from app.ui.theme import style
from app.ui.theme.live_text import say
from app.ui.theme.style import Role

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
Kind = Literal["module", "product", "clerk", "total"]
ROW, GROUP, TOTAL = 30, 32, 40
_LEFT_SIDE, _RIGHT_SIDE, _GAP = 20, 16, 12
_COUNTS, _VALUE, _WALLET = (56, 48), 100, (96, 80, 100)
_NAMES = (
    mark("Product"),
    mark("Sales"),
    mark("Pax"),
    mark("Sales value"),
    mark("Cash"),
    mark("Credit"),
    mark("Debited"),
)
_MODULES = {"ACTIVITY": mark("Activities"), "BOAT": mark("Boats")}
NOBODY = mark("No clerk named")


class DayLine(NamedTuple):
    """One line of the table."""

    kind: Kind
    name: str
    figures: Figures


def lines_of(report: DayReport) -> tuple[DayLine, ...]:
    """Each module with its products, and the clerks when anybody is named."""
    lines: list[DayLine] = []
    for module in report.modules:
        named = tr(_MODULES[module.module]) if module.module in _MODULES else formats.state(module.module)
        lines.append(DayLine("module", named, module.figures))
        lines += [DayLine("product", each.name, each.figures) for each in module.products]
    if any(each.name for each in report.clerks):
        lines.append(DayLine("module", tr("By clerk"), report.figures))
        lines += [DayLine("clerk", each.name or tr(NOBODY), each.figures) for each in report.clerks]
    return tuple(lines)


def columns(row: QRect, *, net_shown: bool) -> tuple[QRect, ...]:
    """Name, sales, seats, value, and the three of the wallet while they are shown."""
    fixed = [style.scaled(each) for each in (*_COUNTS, _VALUE, *(_WALLET if net_shown else ()))]
    name = row.width() - sum(fixed) - len(fixed) * _GAP - _LEFT_SIDE - _RIGHT_SIDE
    left, result = row.left() + _LEFT_SIDE, list[QRect]()
    for width in (max(name, 0), *fixed):
        result.append(QRect(left, row.top(), width, row.height()))
        left += width + _GAP
    return tuple(result)


class DayModel(QAbstractListModel):
    """The lines of one day."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[DayLine, ...] = ()
        self.net_shown = True

    def show_lines(self, lines: Iterable[DayLine]) -> None:
        """Hold these lines; the same ones again change nothing on screen."""
        lines = tuple(lines)
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    def line_at(self, index: Index) -> DayLine:
        """The line of an index."""
        return self._lines[index.row()]

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self._lines)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return spoken(self.line_at(index), net_shown=self.net_shown)


def spoken(line: DayLine, *, net_shown: bool) -> str:
    """A line as a screen reader says it."""
    found = line.figures
    told = [
        line.name,
        trn("{number} sale", "{number} sales", found.sales),
        formats.travellers(found.pax),
        tr("value {amount}", amount=sum_words(found, "value")),
    ]
    if net_shown:
        told.append(tr("debited {amount}", amount=sum_words(found, "debited")))
    return joined(", ", told)


class DayDelegate(QStyledItemDelegate):
    """Paints one line."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        is_group = isinstance(model, DayModel) and model.line_at(index).kind == "module"
        return QSize(0, GROUP if is_group else ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if isinstance(model, DayModel):
            painter.save()
            line, ground = model.line_at(index), paint_ground(painter, option)
            if line.kind == "module" and ground == style.tokens().surface:
                inner = option.rect.adjusted(0, 0, 0, -1)
                painter.fillRect(inner, style.tokens().sunken)
            _paint_line(painter, option.rect.adjusted(0, 0, 0, -1), line, net_shown=model.net_shown)
            painter.restore()


class DayTable(RowList):
    """The lines of a day; arrows move in it, nothing is picked."""

    def __init__(self, model: DayModel, parent: QWidget | None = None) -> None:
        super().__init__(model, DayDelegate(), parent)
        self.setUniformItemSizes(False)
        self.setObjectName("day_table")
        say(self.setAccessibleName, tr("Sales of the day"))


class DayHeader(Box):
    """The names of the columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self.setFixedHeight(style.TABLE_HEADER)
        self.net_shown = True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.sunken)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), colours.line)
        places = columns(self.rect(), net_shown=self.net_shown)
        for number, (place, name) in enumerate(zip(places, _NAMES, strict=False)):
            align, font = RIGHT if number else LEFT, style.font("captionStrong")
            draw_text(painter, place, tr(name), font, colours.text3, align=align)


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
        say(self.setAccessibleName, spoken(self._sums, net_shown=self.net_shown))
        self.update()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the wallet side."""
        self.net_shown = shown
        self.show_total(self._sums.figures)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(QRect(0, 0, self.width(), 1), colours.line_strong)
        _paint_line(painter, self.rect(), self._sums, net_shown=self.net_shown)


def _paint_line(painter: QPainter, rect: QRect, line: DayLine, *, net_shown: bool) -> None:
    colours, found = style.tokens(), line.figures
    is_sum = line.kind in ("module", "total")
    plain: Role = "bodyHeavy" if is_sum else "body"
    name, sales, pax, value, *wallet = columns(rect, net_shown=net_shown)
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
