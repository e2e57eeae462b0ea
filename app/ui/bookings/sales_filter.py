"""The filter of the list of bookings: typed words, and chips for dates and states."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.core.language import Message, mark, tr
from app.desk.bookings.booking_values import SaleStanding, Wanted
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.search_field import FindField

_HEIGHT = 56
_WEEK, _MONTH = 7, 31
_STATES: tuple[tuple[Message, frozenset[str]], ...] = (
    (mark("Needs an answer"), frozenset({SaleStanding.OPEN})),
    (mark("Booked"), frozenset({SaleStanding.BOOKED})),
    (mark("Partly cancelled"), frozenset({SaleStanding.PARTLY_CANCELLED})),
    (mark("Cancelled"), frozenset({SaleStanding.CANCELLED})),
    (mark("Not sold"), frozenset({SaleStanding.NOT_SOLD})),
    (mark("Of another counter"), frozenset({SaleStanding.ELSEWHERE, SaleStanding.LOOKED_UP})),
)


class SalesFilter(QWidget):
    """The bar over the list of bookings."""

    def __init__(self, today: Callable[[], date]) -> None:
        super().__init__()
        self._today_now, self._today = today, today()
        self.field = FindField(
            "find_booking",
            tr("Name, phone, PNR or trip"),
            tr("Search bookings"),
            tr("Name, phone, e-mail, PNR, trip, or a date such as 22/11"),
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
        self.setFixedHeight(_HEIGHT)

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
