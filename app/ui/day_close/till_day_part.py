"""The day at the till: by way of paying, whether sales and till agree, and what was done at the drawer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.till.payment_values import paise_words
from app.desk.till.till_day import TillDay
from app.desk.till.till_day_words import (
    WAY_HEADINGS,
    TillLine,
    WayRow,
    agreement,
    doubts,
    drawer_lines,
    numbers_words,
    way_cells,
    way_rows,
)
from app.ui.day_close import actions
from app.ui.day_close.day_close_page import Figure, FigureLine
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.layouts import column, empty, held, row, show_at_once
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, Scroller

_ROW, _WAYS = 40, 5
_WIDTHS = (0, 72, 104, 104, 104, 104, 92)
_FOLDS = (0, 1, 0, 0, 2, 3, 0)
"""The number of receipts stands above, and the others follow from those beside them."""
_DIFFERENCE = len(_WIDTHS) - 1


def _cell(place: int, row: WayRow) -> Cell:
    found, ink = row.sums.difference, "text"
    if place == _DIFFERENCE:
        ink = "text3" if found is None else "danger" if found else "success"
    return Cell(way_cells(row)[place], ink, "bodyStrong" if row.is_all or not place else "body")


COLUMNS: Columns[WayRow] = Columns(
    tuple(
        Column(
            name,
            width,
            is_right=bool(place),
            fold=fold,
            cell=partial(_cell, place),
            is_titled=bool(place),
        )
        for place, (name, width, fold) in enumerate(zip(WAY_HEADINGS, _WIDTHS, _FOLDS, strict=True))
    ),
    left=20,
    right=16,
    gap=12,
    least=96,
)
RULES: RowRules[WayRow] = RowRules(_ROW, key=lambda row: row.name, is_sunken=lambda row: row.is_all)


class TillFigures(FigureLine):
    """Sold and its value; what the till took, what is owed, what was given back."""

    def __init__(self) -> None:
        self._sold, self._value = Figure("till_sold"), Figure("till_value")
        self._took, self._owed, self._back = Figure("till_took"), Figure("till_owed"), Figure("till_back")
        super().__init__((self._sold, self._value), (self._took, self._owed, self._back))

    def show_day(self, day: TillDay) -> None:
        """Show the figures of a day."""
        sold, every = day.sold, day.every
        name = tr("Sold with a till") if day.doubts.others_sold else tr("Sold")
        bookings = trn("{number} booking", "{number} bookings", sold.sales)
        self._sold.show_count(name, bookings, formats.seats(sold.seats))
        self._value.show_amount(tr("Sales value"), paise_words(sold.value), tr("fares with GST"))
        receipts = trn("{number} receipt", "{number} receipts", every.receipts)
        self._took.show_amount(tr("Till took"), paise_words(every.taken), receipts)
        owing = trn("{number} sale", "{number} sales", sold.owing + sold.unrecorded_sales)
        self._owed.show_amount(tr("Owed by customers"), paise_words(sold.owed), owing)
        refunds = trn("{number} refund", "{number} refunds", day.refunds)
        left = (
            tr("{amount} to give back", amount=paise_words(day.to_give_back)) if day.to_give_back else refunds
        )
        self._back.show_amount(tr("Given back"), paise_words(every.given_back), left)
        self.renew_sizes()

    def show_nothing(self) -> None:
        """Show dashes in place of figures that cannot be read."""
        figures = (self._sold, tr("Sold")), (self._value, tr("Sales value")), (self._took, tr("Till took"))
        for figure, name in (*figures, (self._owed, tr("Owed by customers")), (self._back, tr("Given back"))):
            figure.show_amount(name, formats.EN_DASH, "")
        self.renew_sizes()


class TillDayPart(Roomy, QWidget):
    """The left side of the day at the till."""

    def __init__(self, name_of: Callable[[str], str]) -> None:
        """`name_of` names a desk by its number."""
        super().__init__()
        self.setObjectName("till_day")
        self._name_of = name_of
        self.list = Table(COLUMNS, RULES, "way_table", tr("Ways of paying"))
        self.list.setFixedHeight(_ROW * _WAYS)
        self.setFocusProxy(self.list)
        self._problem = MessageBox("danger")
        self._problem_line = held(row(self._problem, margins=(20, 12, 20, 12)))
        self._problem_line.hide()
        self._agreement, self._drawer, self._told = column(), column(), column()
        self._columns = row(
            held(column(Label(tr("Do sales and till agree?"), "heading"), 8, self._agreement, None)),
            held(column(Label(tr("Drawer of this desk"), "heading"), 8, self._drawer, None)),
            gap=32,
            top=True,
        )
        for place in range(2):
            self._columns.setStretch(place, 1)
        below = column(margins=(20, 16, 16, 16))
        below.addLayout(self._columns)
        below.addSpacing(10)
        below.addLayout(self._told)
        self._numbers = Label("", ink="text2")
        self._numbers.setObjectName("till_numbers")
        tabs = actions.TABS, tr("Products, till")
        hints = HintLine(tabs, (actions.COUNT, tr("Count the drawer")), None, self._numbers)
        whole = column(self._problem_line, self.list.header)
        # On a small screen the table goes with what is below it.
        self._scroller = Scroller(held(column(self.list, held(below), None)))
        self.list.selectionModel().currentChanged.connect(self._bring_current)
        whole.addWidget(self._scroller, 1)
        whole.addWidget(hints)
        self.setLayout(whole)

    @override
    def follow_room(self) -> None:
        """In a narrow window the two lists stand below each other."""
        way = self._columns.Direction
        self._columns.setDirection(way.TopToBottom if self.room.is_narrow else way.LeftToRight)

    def _bring_current(self) -> None:
        row = self.list.visualRect(self.list.currentIndex())
        self._scroller.ensureVisible(0, self.list.y() + row.center().y(), 0, row.height())

    def show_day(self, day: TillDay) -> None:
        """Show a day."""
        self._problem_line.hide()
        self.list.show_rows(way_rows(day))
        _fill(self._agreement, agreement(day), tr("Nothing was sold."), ends=True)
        _fill(self._drawer, drawer_lines(day), tr("Nothing was done at the drawer."))
        empty(self._told)
        for words in doubts(day, self._name_of):
            self._told.addWidget(Label(words, "caption", "text2", wraps=True))
        show_at_once(self._told)
        self._numbers.setText(numbers_words(day))

    def show_problem(self, words: str) -> None:
        """Show why nothing can be shown, and nothing of a day before."""
        self.show_nothing()
        self._problem.show_words(words)
        self._problem_line.show()

    def show_nothing(self) -> None:
        """Show nothing of a day before, while another one is read."""
        self._problem_line.hide()
        self.list.show_rows(())
        for lines in (self._agreement, self._drawer, self._told):
            empty(lines)
        self._numbers.setText("")


def _fill(lines: QVBoxLayout, told: Iterable[TillLine], nothing: str, *, ends: bool = False) -> None:
    """Show lines in place of the former ones; the last one is the result when it `ends` so."""
    empty(lines)
    rows = tuple(told)
    for number, each in enumerate(rows, 1):
        if ends and number == len(rows):
            pair = Pair(
                each.words,
                paise_words(each.paise),
                name_role="bodyStrong",
                name_ink="text",
                value_role="bodyStrong",
                value_ink="warning" if each.paise else "success",
            )
            pair.value.setObjectName("till_unrecorded")
        else:
            pair = Pair(each.words, paise_words(each.paise))
        lines.addWidget(pair)
        lines.addSpacing(4)
    if not rows:
        lines.addWidget(Label(nothing, ink="text3"), 0, Qt.AlignmentFlag.AlignLeft)
    show_at_once(lines)
