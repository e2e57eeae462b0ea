"""The day close of a counter that keeps a till."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from typing_extensions import override

from app.core.language import joined, tr, trn
from app.desk.day_close.day_close import DayClose, DayClosing
from app.desk.files.spreadsheet_export import OutTable
from app.desk.model.office_rules import OfficeRules
from app.desk.service.service_reader import ServiceReader
from app.desk.till.owing import Owing
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError, Till
from app.desk.till.till_day import TillDay
from app.desk.till.till_day_words import (
    WAY_HEADINGS,
    TillLine,
    agreement,
    back_words,
    doubts,
    drawer_lines,
    numbers_words,
    open_drawer_words,
    till_tables,
    way_cells,
    way_rows,
)
from app.desk.wallet.current_wallet import CurrentWallet
from app.ui.day_close import actions
from app.ui.day_close.day_close_page import DayClosePage
from app.ui.day_close.till_day_part import TillDayPart, TillFigures
from app.ui.kit.controls.segmented import SegmentChoice, Segmented

if TYPE_CHECKING:
    from app.ui.day_close.print_report import PaperPart

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
        till: Till,
        *,
        owing: Owing,
    ) -> None:
        super().__init__(day_close, wallet, rules, reader)
        self._till, self._desk, self._name_of = till, day_close.desk, day_close.name_of
        self._owing = owing
        self._till_day: TillDay | None = None
        self._till_problem = ""
        """Why the till of the day that is shown cannot be read."""
        self._shown_day: date | None = None
        self._is_read = asyncio.Event()
        """Whether the till of the day that is shown was read, or cannot be."""
        choices = SegmentChoice(_PRODUCTS, tr("Products")), SegmentChoice(_TILL, tr("Till"))
        self._tab = Segmented(choices, tr("Day close"))
        self._tab.setObjectName("day_tabs")
        self._part, self._till_figures = TillDayPart(day_close.name_of), TillFigures()
        self.put_beside(self._tab, self._till_figures, self._part)
        self._tab.chosen.connect(self._show_tab)
        self.bind(actions.TABS, *(partial(self._tab.choose, each) for each in (_PRODUCTS, _TILL)))
        self.bind(actions.COUNT, self.count_asked.emit)

    @override
    def follow_room(self) -> None:
        """In a small window the tabs take the room of the state.

        The button to close tells of an open day as well; a closed one is told of below the title.
        """
        super().follow_room()
        self._state.setVisible(self.room.is_wide)
        is_told = self.room.is_wide or self._is_open()
        self._title.set_title(tr("Day close"), "" if is_told else self._state.text())

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
        self.follow_room()
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
            day = await self._till.day(view.report, self._desk)
            if view.closed is None:
                back = await self._owing.to_give_back()
                day = replace(day, to_give_back=sum(each.due.total for each in back))
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
        return joined(" ", (owed, back_words(day), open_drawer_words(day)))

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
