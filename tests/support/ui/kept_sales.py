"""Bookings and day close, fed with what one order has left in the journal, and painted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from app.desk.bookings.booking_values import Booked, looked_up_sale, shown_sale
from app.desk.bookings.sale_records import sales
from app.desk.day_close.day_close import DayClosing
from app.desk.day_close.report import day_report, midnight, period
from app.desk.day_close.rows import day_rows
from app.desk.day_close.values import DayReading
from app.desk.service.status_parsing import StatusReading
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from app.ui.bookings.sale_detail import SaleDetail
from app.ui.bookings.sales_list import SalesList
from app.ui.day_close.day_close_page import DayFigures
from app.ui.day_close.print_report import document_of
from app.ui.day_close.table import DayTable, DayTotal, lines_of
from app.ui.day_close.wallet_check import WalletCheck

Facts = Mapping[str, str | int | None]
SOLD: Facts = {
    "module": "BOAT",
    "title": "Jolly Buoy day trip",
    "boat_name": "MV Coral Star",
    "day": "2026-11-24",
    "window": "06:30 \u2013 16:30",
    "qty": 3,
    "booking_ref": "PNR7X2K9",
    "total_debited": "4882.50",
    "customer_pays": "5197.50",
    "currency": "INR",
    "agent_id": "900017",
}
"""A sale, for a cancellation of two of its seats."""
_PRIVATE: Facts = {"customer_name": "Asha Rao", "customer_phone": "9876501234", "customer_email": "a@b.in"}
_NOTHING: Facts = {}
_CASH = Decimal(100_000)
_STEP = timedelta(seconds=1)


class KeptSales:
    """The widgets, each built once; `show` feeds all of them and paints them."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._list, self._detail = SalesList(), SaleDetail()
        self._table = DayTable()
        self._total = DayTotal(self._table)
        self._figures, self._check = DayFigures(), WalletCheck()

    @property
    def lists(self) -> tuple[SalesList, DayTable]:
        """The lists of rows."""
        return self._list, self._table

    @property
    def widgets(self) -> tuple[QWidget, ...]:
        """All that is painted."""
        return (*self.lists, self._detail, self._total, self._figures, self._check)

    def show_sale(self, order: Facts, outcome: Facts) -> int:
        """Show a sale with the facts of its order and of its answer. Returns the rows of bookings and day."""
        order = {**order, "agent_id": "900017"}
        return self._show([self._attempt(Kind.CREATE, State.SETTLED, order, outcome)])

    def show_cancellation(self, outcome: Facts) -> int:
        """Show a sale of which two seats were cancelled, with the facts of the answer."""
        sold = self._attempt(Kind.CREATE, State.SETTLED, SOLD, _NOTHING)
        order: Facts = {"module": "BOAT", "booking_ref": "PNR7X2K9", "qty": 2, "agent_id": "900017"}
        return self._show([sold, self._attempt(Kind.CANCEL, State.CANCELLED, order, outcome)])

    def show_looked_up(self, reading: StatusReading) -> int:
        """Show a booking of another counter as the service states it. Returns the rows of bookings."""
        sale = shown_sale(looked_up_sale(reading, is_boat=True, desk="desk"))
        self._list.begin((), (sale,), self._now.astimezone().date(), has_more=False)
        self._detail.show_sale(Booked(sale, reading))
        self._detail.grab()
        return len(self._list.rows)

    def _show(self, attempts: list[Attempt]) -> int:
        found, day = sales(attempts), self._now.astimezone().date()
        self._list.begin((), found, day, has_more=False)
        for each in found:
            self._detail.show_sale(Booked(each))
            self._detail.grab()
        begins = midnight(day) + _STEP
        readings = [DayReading(at, _CASH, Decimal()) for at in (begins, begins + timedelta(hours=23))]
        report = day_report(period(day, "900017", None, None), day_rows(attempts), readings)
        view = DayClosing(report, None, (), may_go_on=False)
        lines = lines_of(report)
        self._table.show_rows(lines)
        self._total.show_total(report.figures)
        self._figures.show_report(report)
        self._check.show_view(view)
        for each in (self._total, self._figures, self._check):
            each.grab()
        document_of(view, "Island Desk", is_practice=False).toPlainText()
        return len(self._list.rows) + len(lines)

    def _attempt(self, kind: Kind, state: State, order: Facts, outcome: Facts) -> Attempt:
        steps = ((State.PREPARED, order), (State.DISPATCHED, _NOTHING), (state, outcome))
        return folded(
            [
                LogEntry(
                    seq=number,
                    at=self._now + number * _STEP,
                    intent_id=f"{kind}-intent",
                    attempt=1,
                    request_id=f"ac1-desk-{kind}",
                    kind=kind,
                    state=each,
                    facts=MappingProxyType(dict(facts)),
                    private=MappingProxyType(dict(_PRIVATE)),
                    salt="",
                    private_hash="",
                    seal="",
                    hash="",
                )
                for number, (each, facts) in enumerate(steps, 1)
            ]
        )
