"""The table of a day's sales by module and product, with a total that does not scroll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from typing_extensions import override

from app.core.language import mark, tr, trn
from app.desk.day_close.advice import sum_cell, sum_words
from app.desk.day_close.values import DayReport, Figures
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Around, Told
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.theme import style
from app.ui.theme.style import Ink, Role

Kind = Literal["module", "product", "clerk", "total"]
ROW, GROUP, TOTAL = 30, 32, 40
_MODULES = {"ACTIVITY": mark("Activities"), "BOAT": mark("Boats")}
NOBODY = mark("No clerk named")


class DayLine(NamedTuple):
    """One line of the table."""

    kind: Kind
    name: str
    figures: Figures
    part: str = ""
    """Under which heading it stands: one name may be in several parts."""

    @property
    def key(self) -> str:
        """What the line is about."""
        return f"{self.part}\n{self.kind}\n{self.name}"


def lines_of(report: DayReport) -> tuple[DayLine, ...]:
    """The lines of each module with its products, and of the clerks if any are named."""
    lines: list[DayLine] = []
    for module in report.modules:
        named = tr(_MODULES[module.module]) if module.module in _MODULES else formats.state(module.module)
        lines.append(DayLine("module", named, module.figures, named))
        lines += [DayLine("product", each.name, each.figures, named) for each in module.products]
    if any(each.name for each in report.clerks):
        named = tr("By clerk")
        lines.append(DayLine("module", named, report.figures, named))
        lines += [DayLine("clerk", each.name or tr(NOBODY), each.figures, named) for each in report.clerks]
    return tuple(lines)


def in_place(before: Iterable[DayLine], now: Sequence[DayLine]) -> list[DayLine]:
    """The lines of now in the order in which they were shown before; new ones come last in their part."""
    places = {line.key: place for place, line in enumerate(before)}
    parts = list(dict.fromkeys(line.part for line in now))
    return sorted(now, key=lambda line: (parts.index(line.part), places.get(line.key, len(places))))


def _cell(line: DayLine, text: str, ink: Ink = "text", role: Role = "body") -> Cell:
    return Cell(text, "text", "bodyHeavy") if line.kind in ("module", "total") else Cell(text, ink, role)


def _wallet_cell(line: DayLine, name: Literal["cash", "credit"]) -> Cell:
    amount = line.figures.cash if name == "cash" else line.figures.credit
    return _cell(line, sum_cell(line.figures, name), "text2" if amount else "text3")


COLUMNS: Columns[DayLine] = Columns(
    (
        Column(mark("Product"), cell=lambda line: _cell(line, line.name)),
        Column(
            mark("Sales"),
            56,
            is_right=True,
            cell=lambda line: _cell(line, str(line.figures.sales)),
            say=lambda line: trn("{number} sale", "{number} sales", line.figures.sales),
        ),
        Column(
            mark("Seats"),
            48,
            is_right=True,
            cell=lambda line: _cell(line, str(line.figures.pax)),
            say=lambda line: formats.seats(line.figures.pax),
        ),
        Column(
            mark("Sales value"),
            100,
            is_right=True,
            cell=lambda line: _cell(line, sum_cell(line.figures, "value")),
            say=lambda line: tr("value {amount}", amount=sum_words(line.figures, "value")),
        ),
        Column(
            mark("Wallet cash"),
            96,
            is_right=True,
            fold=1,
            cell=lambda line: _wallet_cell(line, "cash"),
            say=lambda _: "",
            is_net=True,
        ),
        Column(
            mark("Wallet credit"),
            88,
            is_right=True,
            fold=1,
            cell=lambda line: _wallet_cell(line, "credit"),
            say=lambda _: "",
            is_net=True,
        ),
        Column(
            mark("Debited"),
            100,
            is_right=True,
            cell=lambda line: _cell(line, sum_cell(line.figures, "debited"), role="bodyStrong"),
            say=lambda line: tr("debited {amount}", amount=sum_words(line.figures, "debited")),
            is_net=True,
        ),
    ),
    left=20,
    right=16,
    gap=12,
    least=144,
)
RULES: RowRules[DayLine] = RowRules(
    lambda line: GROUP if line.kind == "module" else ROW,
    key=lambda line: line.key,
    is_sunken=lambda line: line.kind == "module",
)


class DayTable(Table[DayLine]):
    """The lines of a day; arrows move in it, nothing is picked."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, RULES, "day_table", tr("Sales of the day"))

    def follow(self, lines: Sequence[DayLine]) -> None:
        """Show what has changed; the current line, else the first one seen, stays where it is."""
        self.show_rows(in_place(self.rows, lines))


class DayTotal(Told, Box):
    """The sums of the day, below the columns of its table."""

    def __init__(self, table: DayTable) -> None:
        super().__init__("surface")
        self.setFixedHeight(TOTAL)
        self.setObjectName("day_total")
        self._table = table
        self._sums = DayLine("total", "", Figures())

    def show_total(self, figures: Figures) -> None:
        """Show the sums of another day."""
        self._sums = DayLine("total", tr("Total"), figures)
        self.renew()

    @override
    def follow_around(self, before: Around) -> None:
        self.renew()

    def renew(self) -> None:
        """Follow the columns of the table."""
        self.setAccessibleName(self._table.said(self._sums))
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        painter.fillRect(self.rect(), colours.surface)
        painter.fillRect(QRect(0, 0, self.width(), 1), colours.line_strong)
        self._table.paint_cells(painter, self._table.columns.places(self.rect()), self._sums)
