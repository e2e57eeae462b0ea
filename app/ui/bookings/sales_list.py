"""The list of bookings, and the bar over it that filters by typed words, dates and states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from itertools import groupby
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.bookings.booking_values import SaleStanding, Wanted
from app.desk.model import formats
from app.desk.model.sale import Sale
from app.ui.bookings.unknown_sale_words import people_words
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.search_field import FindField
from app.ui.kit.lists.table import RowRules, Section, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns, note_marks

ROW, _SIDE = 52, 20
_ELSEWHERE = mark("Another counter")
_FILTER_HEIGHT = 56
_WEEK, _MONTH = 7, 31
_STATES: tuple[tuple[Message, frozenset[str]], ...] = (
    (mark("Needs an answer"), frozenset({SaleStanding.OPEN})),
    (mark("Booked"), frozenset({SaleStanding.BOOKED})),
    (mark("Partly cancelled"), frozenset({SaleStanding.PARTLY_CANCELLED})),
    (mark("Cancelled"), frozenset({SaleStanding.CANCELLED})),
    (mark("Not sold"), frozenset({SaleStanding.NOT_SOLD})),
    (mark("Of another counter"), frozenset({SaleStanding.ELSEWHERE, SaleStanding.LOOKED_UP})),
)


def _customer_cell(sale: Sale) -> Cell:
    passenger = formats.passengers_named(sale.found_by)
    if sale.is_elsewhere:
        return Cell(tr(_ELSEWHERE), "text" if passenger else "text3", beneath=passenger)
    return Cell(sale.customer_name, role="bodyStrong", beneath=passenger or sale.customer_phone)


def _customer_said(sale: Sale) -> str:
    name = tr(_ELSEWHERE) if sale.is_elsewhere else sale.customer_name
    return joined(", ", (name, str(sale.notes), formats.passengers_named(sale.found_by)))


def _booked_cell(sale: Sale) -> Cell:
    """Place and time; where they do not fit, the time of the beginning first: a time is never cut."""
    if sale.is_of_other:
        return Cell(sale.title, beneath=_other_agent_words(sale))
    begins = sale.window.partition("\u2013")[0].partition(" - ")[0].strip()
    whole, short = joined(", ", (sale.place, sale.window)), joined(", ", (begins, sale.place))
    return Cell(sale.title, beneath=whole, beneath_else=short)


def _other_agent_words(sale: Sale) -> str:
    """The words for a sale of another agent than this API key's; empty for this one's."""
    return tr("Sold as agent {agent}", agent=sale.agent_id) if sale.is_of_other else ""


def _day(sale: Sale) -> str:
    return formats.day_short(sale.day) if sale.day else ""


def _seats(sale: Sale) -> str:
    """How many still travel, of how many after a cancellation."""
    if sale.is_elsewhere:
        # The number of seats that another counter sold is unknown here.
        return str(sale.qty or "")
    left = formats.EN_DASH if sale.left is None else sale.left
    return str(sale.qty) if left == sale.qty else f"{left}/{sale.qty}"


def _state_cell(sale: Sale) -> Cell:
    if sale.is_less and not sale.is_open and not sale.is_elsewhere:
        return Cell(formats.state(sale.said[0]), badge="quiet")
    if sale.booking_ref and not sale.is_open and sale.released < sale.qty:
        return Cell(sale.state, "text2", icon="check", icon_ink="success_mark")
    return Cell(sale.state, badge="warning" if sale.is_open else "quiet")


def _debit_cell(sale: Sale) -> Cell:
    """The debit, or the expected one until it is stated; after a refund what is left, over what it was."""
    if sale.debited is None:
        amount = sale.expected if sale.is_open or sale.booking_ref else None
        return Cell("" if amount is None else formats.amount(amount), "text3", "bodyStrong")
    if not sale.refunded or sale.is_less:
        # What another counter's cancellation brought is not known here.
        return Cell(formats.amount(sale.debited), role="bodyStrong")
    was = tr("of {amount}", amount=formats.amount(sale.debited))
    return Cell(formats.amount(sale.debited - sale.refunded), role="bodyStrong", beneath=was)


def _debit_said(sale: Sale) -> str:
    shown = _debit_cell(sale).text
    if sale.debited is None:
        return shown and tr("expected {amount}", amount=shown)
    told = tr("debited {amount}", amount=formats.amount(sale.debited))
    is_left = sale.refunded and not sale.is_less
    return joined(", ", (told, tr("{amount} are left of it", amount=shown) if is_left else ""))


COLUMNS: Columns[Sale] = Columns(
    (
        Column(
            mark("PNR"),
            98,
            cell=lambda sale: Cell(
                sale.booking_ref or tr("No PNR"),
                "text" if sale.booking_ref else "text3",
                "bodyStrong",
                is_identity=True,
            ),
        ),
        Column(
            mark("Customer"),
            share=0.51,
            cell=lambda sale: _customer_cell(sale)._replace(marks=note_marks(sale.notes)),
            say=_customer_said,
        ),
        Column(mark("Booked"), cell=_booked_cell, say=lambda sale: sale.title),
        Column(
            mark("Travels"),
            56,
            fold=2,
            under=2,
            folded=lambda sale: "" if sale.is_of_other else _day(sale),
            cell=_day,
            say=lambda sale: formats.day_long(sale.day) if sale.day else "",
        ),
        Column(
            mark("Seats"),
            28,
            is_right=True,
            reach=12,
            fold=1,
            under=5,
            folded=lambda sale: people_words(sale) if _seats(sale) else "",
            cell=_seats,
            say=people_words,
        ),
        Column(mark("Status"), 128, cell=_state_cell),
        Column(mark("Debited"), 76, is_right=True, cell=_debit_cell, say=_debit_said, is_net=True),
    ),
    left=_SIDE,
    right=16,
    gap=14,
    least=290,
    keeps_net_room=True,
)
RULES: RowRules[Sale] = RowRules(ROW, key=lambda sale: sale.request_id, section_right=_SIDE)


class SalesList(Table[Sale]):
    """Enter opens the current sale; older sales are wanted near the end."""

    def __init__(self) -> None:
        super().__init__(COLUMNS, RULES, "sales_list", tr("Bookings"))
        names = joined(", ", (tr(each.title) for each in COLUMNS.without_net().columns))
        self.header.setAccessibleName(tr("Columns: {names}", names=names))
        self._today = date.min
        self._waiting = self._sales = tuple[Sale, ...]()

    def begin(self, waiting: Iterable[Sale], sales: Iterable[Sale], today: date, *, has_more: bool) -> None:
        """Show the unknown outcomes and the first page of all others."""
        self._waiting, self._sales, self._today = tuple(waiting), tuple(sales), today
        first = Section(tr("Needs an answer"), str(len(self._waiting)))
        rows = (first, *self._waiting) if self._waiting else ()
        self.show_rows((*rows, *self._by_day(is_end=not has_more)), has_more=has_more)

    def append(self, sales: Iterable[Sale], *, has_more: bool) -> None:
        """Show the next page as well."""
        self.begin(self._waiting, (*self._sales, *sales), self._today, has_more=has_more)

    @override
    def said(self, row: Sale) -> str:
        return joined(", ", (super().said(row), _other_agent_words(row)))

    def _by_day(self, *, is_end: bool) -> Iterator[Section | Sale]:
        """The sales below the days on which they were sold; how many the last one has may not be known."""
        days = [(day, tuple(each)) for day, each in groupby(self._sales, lambda sale: sale.sold_at.date())]
        for place, (day, sales) in enumerate(days, 1):
            yield Section(self._day_words(day), str(len(sales)) if is_end or place < len(days) else "")
            yield from sales

    def _day_words(self, day: date) -> str:
        if day == self._today:
            return tr("Today, {day}", day=formats.day_medium(day))
        if (self._today - day).days == 1:
            return tr("Yesterday, {day}", day=formats.day_medium(day))
        return formats.day_long(day)


class SalesFilter(QWidget):
    """The bar over the list of bookings."""

    def __init__(self, today: Callable[[], date]) -> None:
        super().__init__()
        self._today_now, self._today = today, today()
        self.field = FindField(
            "find_booking",
            tr("Name, phone, PNR, trip or note"),
            tr("Search bookings"),
            tr("Name, phone, e-mail, PNR, trip, note, or a date such as 22/11"),
        )
        self._travels = called("filter_travels", MenuChip(tr("Travels any day"), "calendar", tall=True))
        self._sold = called("filter_sold", MenuChip(tr("Sold any day"), tall=True))
        self._state = called("filter_status", MenuChip(tr("Any status"), tall=True))
        self.begin_day()
        self._state.set_choices([(tr(name), standings) for name, standings in _STATES])
        line = row(gap=8, margins=(20, 0, 16, 0))
        middle = Qt.AlignmentFlag.AlignVCenter
        line.addWidget(self.field, 1, middle)
        self.chips = (self._travels, self._sold, self._state)
        for chip in self.chips:
            line.addWidget(chip, 0, middle)
        self.setLayout(column((line, 1), Hairline()))
        self.setFixedHeight(_FILTER_HEIGHT)

    @property
    def is_set(self) -> bool:
        """Whether the filter is set."""
        return self.wanted() != Wanted(today=self._today)

    def wanted(self) -> Wanted:
        """The present search."""
        return Wanted(
            typed=" ".join(self.field.text().split()),
            today=self._today,
            travels=cast("tuple[date, ...]", self._travels.value or ()),
            sold=cast("tuple[date, date] | None", self._sold.value),
            standings=cast("frozenset[str]", self._state.value or frozenset()),
        )

    def begin_day(self) -> None:
        """Mean by today the day that has begun, also by what is chosen."""
        self._today = self._today_now()
        self._travels.set_choices(_travel_choices(self._today))
        self._sold.set_choices(_sold_choices(self._today))

    def drop(self) -> None:
        """Clear the filter."""
        for chip in self.chips:
            chip.clear()
        self.field.clear()


def _travel_choices(today: date) -> list[tuple[str, object]]:
    def days(first: int, count: int) -> tuple[date, ...]:
        return tuple(today + timedelta(days=first + each) for each in range(count))

    return [
        (tr("Travels today"), days(0, 1)),
        (tr("Travels tomorrow"), days(1, 1)),
        (tr("Travels in 7 days"), days(0, _WEEK)),
        (tr("Travelled yesterday"), days(-1, 1)),
        (tr("Travelled in 7 days"), days(-_WEEK, _WEEK)),
    ]


def _sold_choices(today: date) -> list[tuple[str, object]]:
    def since(days: int) -> tuple[date, date]:
        return today - timedelta(days=days), today

    yesterday = today - timedelta(days=1)
    monday = today - timedelta(days=today.weekday())
    return [
        (tr("Sold today"), since(0)),
        (tr("Sold yesterday"), (yesterday, yesterday)),
        (tr("Sold this week"), (monday, today)),
        (tr("Sold in 31 days"), since(_MONTH - 1)),
    ]
