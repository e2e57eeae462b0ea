"""The flow of the till: what is owed, its payment, the receipt, and its paper."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.core.language import tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.till.due import less_settled
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.actions import OPEN_TILL
from app.ui.window.frame import TILL

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.till.payment_values import Due, TillReceipt
    from app.desk.till.receipt_text import CustomerReceipt
    from app.ui.flows.sale_flow import SaleFlow
    from app.ui.kit.sheets.page import Page
    from app.ui.till.receipt_paper import ReceiptSheet
    from app.ui.till.recorded_page import RecordedPage
    from app.ui.till.take_payment_page import TakePaymentPage
    from app.ui.till.till_page import TillPage
    from app.ui.window.main_window import MainWindow


class _Place(NamedTuple):
    """Where a payment is taken."""

    show: Callable[[Callable[[], Page]], object]
    """Shows the page that is made in the place of the former one."""
    back: Callable[[], object]
    """Shows again from where it was asked for."""


class TillFlow(QObject):
    """Takes the payments of sales that were just made, over their page, and of what is owed, in its place."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        sale: SaleFlow,
        go_to: Callable[[str], None],
        show_other: Callable[[Page], None],
        *,
        parent: QObject | None = None,
    ) -> None:
        """`go_to` opens a place of the rail, `show_other` shows a page of any but that of selling."""
        super().__init__(parent)
        self._window, self._desk, self._sale = window, desk, sale
        self._go_to, self._show_other = go_to, show_other
        self._sheet: ReceiptSheet | None = None
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the till", error))
        sale.payment_asked.connect(self.begin)
        self.obey()

    def begin(self, due: Due, back: Callable[[], object]) -> None:
        """Open the payment of what was just sold, or its receipt when nothing is left to pay."""
        self._tasks.start("payment", self._begin(due, _Place(self._sale.show_next, back)))

    def end(self) -> None:
        """Drop everything of this desk."""
        self._tasks.cancel_all()
        self._end_sheet()
        self._offer(is_on=False)

    def obey(self) -> None:
        """Offer the place, or take it back, as it is set."""
        self._offer(is_on=self._desk.till.is_on)

    def page(self) -> TillPage:
        """What is owed."""
        # Most counters have none of these pages.
        from app.ui.till.till_page import TillPage

        page = TillPage(self._desk.owing)
        place = _Place(self._show_beside, partial(self._go_to, TILL.key))
        page.chosen.connect(partial(self._take, place))
        return page

    def _show_beside(self, make: Callable[[], Page]) -> None:
        self._show_other(make())

    def _offer(self, *, is_on: bool) -> None:
        window = self._window
        if is_on and OPEN_TILL not in window.offered:
            window.offer(OPEN_TILL, partial(self._go_to, TILL.key))
        elif not is_on and OPEN_TILL in window.offered:
            window.withdraw(OPEN_TILL)
        window.show_till(shown=is_on)

    async def _begin(self, due: Due, place: _Place) -> None:
        asked_on = self._window.current_page
        try:
            standing = await self._desk.till.standing(each.request_id for each in due.sales)
        except NotRecordedError as error:
            self._window.say(str(error))
            return
        if self._window.current_page is not asked_on:
            return
        left = less_settled(due, standing.settled)
        if left.sales:
            self._take(place, left)
        elif standing.receipts:
            self._show_recorded(place, standing.receipts[-1].named(due))

    def _take(self, place: _Place, due: Due) -> None:
        place.show(partial(self._payment_page, due, place))

    def _payment_page(self, due: Due, place: _Place) -> TakePaymentPage:
        from app.ui.till.take_payment_page import TakePaymentPage

        page = TakePaymentPage(self._desk.till, self._desk.rules.till, due, is_practice=self._is_practice)
        page.went_back.connect(place.back)
        page.put_off.connect(partial(self._put_off, place))
        page.recorded.connect(partial(self._show_recorded, place))
        return page

    def _put_off(self, place: _Place) -> None:
        place.back()
        self._window.say(tr("Recorded as paid later."))

    def _show_recorded(self, place: _Place, receipt: TillReceipt) -> None:
        place.show(partial(self._recorded_page, place, receipt))

    def _recorded_page(self, place: _Place, receipt: TillReceipt) -> RecordedPage:
        from app.ui.till.recorded_page import RecordedPage

        page = RecordedPage(self._desk.rules, receipt, is_practice=self._is_practice)
        page.went_back.connect(place.back)
        page.receipt_asked.connect(self._show_receipt)
        page.print_asked.connect(self._print_receipt)
        page.new_sale_asked.connect(partial(self._go_to, "sell"))
        return page

    def _show_receipt(self, receipt: CustomerReceipt) -> ReceiptSheet:
        from app.ui.till.receipt_paper import ReceiptSheet
        from app.ui.vouchers.delivery import PaperDelivery

        self._end_sheet()
        sheet = ReceiptSheet(self._window, receipt)
        sheet.be_served(PaperDelivery(sheet, lambda: sheet.chosen))
        self._sheet = sheet
        return sheet

    def _print_receipt(self, receipt: CustomerReceipt) -> None:
        self._show_receipt(receipt).asked.emit("print")

    def _end_sheet(self) -> None:
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = None

    @property
    def _is_practice(self) -> bool:
        return not self._desk.reader.profile.is_real
