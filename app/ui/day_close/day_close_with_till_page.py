"""The day close of a counter that keeps a till."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.day_close.day_close import DayClose, DayClosing
from app.desk.files.spreadsheet_export import OutTable
from app.desk.model import formats
from app.desk.model.office_rules import OfficeRules
from app.desk.service.service_reader import ServiceReader
from app.desk.till.owing import Owing
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError
from app.desk.till.till_day import TillDay
from app.desk.till.till_day_words import (
    WAY_HEADINGS,
    TillLine,
    WayRow,
    agreement,
    back_words,
    doubts,
    drawer_lines,
    numbers_words,
    open_drawer_words,
    till_tables,
    unknown_owed_words,
    unknown_words,
    way_cells,
    way_rows,
)
from app.desk.wallet.current_wallet import CurrentWallet
from app.ui.day_close import actions
from app.ui.day_close.day_close_page import DayClosePage, Figure, FigureLine
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.layouts import called, column, empty, held, row, show_at_once
from app.ui.kit.basics.room import Folding
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, Scroller

if TYPE_CHECKING:
    from app.ui.day_close.print_report import PaperPart

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
        owed = joined(", ", (owing, unknown_words(sold.unknown_sales)))
        self._owed.show_amount(tr("Owed by customers"), paise_words(sold.owed), owed)
        refunds = trn("{number} refund", "{number} refunds", day.refunds)
        back = tr("{amount} to give back", amount=paise_words(day.to_give_back)) if day.to_give_back else ""
        left = joined(", ", (back, unknown_words(day.unknown_backs)))
        self._back.show_amount(tr("Given back"), paise_words(every.given_back), left or refunds)
        self.renew_sizes()

    def show_nothing(self) -> None:
        """Show dashes in place of figures that cannot be read."""
        figures = (self._sold, tr("Sold")), (self._value, tr("Sales value")), (self._took, tr("Till took"))
        for figure, name in (*figures, (self._owed, tr("Owed by customers")), (self._back, tr("Given back"))):
            figure.show_amount(name, formats.EN_DASH, "")
        self.renew_sizes()


class TillDayPart(QWidget):
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
        columns = row(
            held(column(Label(tr("Do sales and till agree?"), "heading"), 8, self._agreement, None)),
            held(column(Label(tr("Drawer of this desk"), "heading"), 8, self._drawer, None)),
            gap=32,
            top=True,
        )
        for place in range(2):
            columns.setStretch(place, 1)
        both = Folding(columns, lambda room: room.is_narrow)
        below = column(both, 10, self._told, margins=(20, 16, 16, 16))
        self._numbers = called("till_numbers", Label("", ink="text2"))
        tabs = actions.TABS, tr("Products, till")
        hints = HintLine(tabs, (actions.COUNT, tr("Count the drawer")), None, self._numbers)
        whole = column(self._problem_line, self.list.header)
        # On a small screen the table goes with what is below it.
        self._scroller = Scroller(held(column(self.list, held(below), None)))
        self.list.selectionModel().currentChanged.connect(self._bring_current)
        whole.addWidget(self._scroller, 1)
        whole.addWidget(hints)
        self.setLayout(whole)

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


_PRODUCTS, _TILL = "products", "till"


class DayCloseWithTillPage(DayClosePage):
    """Beside the sales by product, a second tab has the day at the till of this desk."""

    own_actions = actions.DAY_CLOSE_WITH_TILL

    count_asked = Signal()
    """Emitted to count the drawer."""

    def __init__(
        self,
        day_close: DayClose,
        wallet: CurrentWallet,
        rules: OfficeRules,
        reader: ServiceReader,
        owing: Owing,
    ) -> None:
        super().__init__(day_close, wallet, rules, reader)
        self._owing, self._desk, self._name_of = owing, day_close.desk, day_close.name_of
        self._till_day: TillDay | None = None
        self._till_problem = ""
        """Why the till of the day that is shown cannot be read."""
        self._shown_day: date | None = None
        self._is_read = asyncio.Event()
        """Whether the till of the day that is shown was read, or cannot be."""
        choices = SegmentChoice(_PRODUCTS, tr("Products")), SegmentChoice(_TILL, tr("Till"))
        self._tab = called("day_tabs", Segmented(choices, tr("Day close")))
        self._part, self._till_figures = TillDayPart(day_close.name_of), TillFigures()
        self.put_beside(self._tab, self._till_figures, self._part)
        self._tab.chosen.connect(self._show_tab)
        self.bind(actions.TABS, *(partial(self._tab.choose, each) for each in (_PRODUCTS, _TILL)))
        self.bind(actions.COUNT, self.count_asked.emit)

    @override
    def take_focus(self) -> None:
        if self._is_on_till:
            self._part.list.setFocus()
        else:
            super().take_focus()

    @override
    def typed(self) -> str:
        return self._tab.current

    @override
    def restore(self, typed: object) -> None:
        if isinstance(typed, str):
            self._tab.choose(typed)

    @property
    def _is_on_till(self) -> bool:
        return self._tab.current == _TILL

    def _show_tab(self, tab: str) -> None:
        self.show_beside(shown=tab == _TILL)

    @override
    def _show(self, view: DayClosing, *, follows: bool = False) -> None:
        super()._show(view, follows=follows)
        # The button to close tells of an open day as well.
        self._title.fold(self._state, "" if self._is_open() else self._state.text())
        if not follows:
            # Nothing of another day stays on screen, nor goes into a file or on paper.
            self._till_day = None
            if self._shown_day != view.report.day:
                self._till_figures.show_nothing()
                self._part.show_nothing()
        self._shown_day = view.report.day
        self._is_read.clear()
        self.tasks.start("till_day", self._read_till(view))

    async def _read_till(self, view: DayClosing) -> None:
        self._till_problem = ""
        try:
            is_now = view.closed is None or view.report.day == self._day_close.today
            day = await self._owing.day(view.report, self._desk, is_now=is_now)
        except NotRecordedError as error:
            self._till_day, self._till_problem = None, str(error)
            self._till_figures.show_nothing()
            self._part.show_problem(self._till_problem)
        else:
            self._till_day = day
            self._till_figures.show_day(day)
            self._part.show_day(day)
        finally:
            self._is_read.set()

    @override
    def run_primary(self) -> None:
        """Ask to close once the till is read: without it the question would not say what is not recorded."""
        if self._is_read.is_set():
            super().run_primary()
        else:
            self.tasks.start("closing", self._ask_once_read())

    async def _ask_once_read(self) -> None:
        if await self._is_read_of_same():
            super().run_primary()

    @override
    def _print_day(self) -> None:
        """Print once the till is read: without it a part would be missing on paper."""
        self.tasks.start("paper", self._print_whole())

    async def _print_whole(self) -> None:
        if await self._is_read_of_same():
            super()._print_day()

    @override
    async def _write(self, path: Path) -> None:
        if await self._is_read_of_same():
            await super()._write(path)

    @override
    def _unrecorded_words(self) -> str:
        day = self._till_day
        if day is None:
            return ""
        unrecorded = trn(
            "At the till {number} sale is not recorded: {amount}.",
            "At the till {number} sales are not recorded: {amount}.",
            day.sold.unrecorded_sales,
            amount=paise_words(day.sold.unrecorded),
        )
        owed = unrecorded if day.sold.unrecorded_sales else ""
        return joined(" ", (owed, unknown_owed_words(day), back_words(day), open_drawer_words(day)))

    async def _is_read_of_same(self) -> bool:
        """Wait for the till; whether it is still that of the day for which it was asked."""
        asked = self._shown_day
        await self._is_read.wait()
        return self._shown_day == asked

    @override
    def _net_words(self) -> str:
        if self._is_on_till:
            return tr("A workbook of the day shows net, which is hidden here. A CSV of the till does not.")
        return super()._net_words()

    @override
    def _tables(self, view: DayClosing, *, whole: bool) -> list[OutTable]:
        """A file of one table has the tab that is shown."""
        own = [] if self._till_day is None else [*till_tables(self._till_day, self._name_of)]
        if self._till_problem:
            own = [OutTable(tr("Till"), (tr("What"),), ((self._till_problem,),))]
        if own and self._is_on_till and not whole:
            return own
        return [*super()._tables(view, whole=whole), *(own if whole else ())]

    @override
    def _paper_parts(self) -> tuple[PaperPart, ...]:
        from app.ui.day_close.print_report import PaperPart

        day = self._till_day
        if day is None:
            told = (self._till_problem,) if self._till_problem else ()
            return (PaperPart(tr("Till"), (), (100,), told=told),) if told else ()
        rows = (tuple(map(tr, WAY_HEADINGS)), *map(way_cells, way_rows(day)))
        widths, ends = (22, 10, 14, 14, 14, 14, 12), frozenset({0, len(rows) - 1})
        agreed, drawer = agreement(day), drawer_lines(day)
        parts = [
            PaperPart(tr("Till"), rows, widths, ends, (numbers_words(day),)),
            _on_paper(tr("Do sales and till agree?"), agreed)._replace(
                heavy=frozenset({len(agreed) - 1}), told=doubts(day, self._name_of)
            ),
        ]
        if drawer:
            parts.append(_on_paper(tr("Drawer of this desk"), drawer))
        return tuple(parts)


def _on_paper(heading: str, lines: Iterable[TillLine]) -> PaperPart:
    from app.ui.day_close.print_report import PaperPart

    return PaperPart(heading, tuple((each.words, paise_words(each.paise)) for each in lines), (70, 30))
