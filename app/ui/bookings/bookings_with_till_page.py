"""The bookings of a counter that keeps a till."""

from __future__ import annotations

from PySide6.QtCore import Signal
from typing_extensions import override

from app.core.language import tr
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale import Sale
from app.desk.service.service_reader import ServiceReader
from app.desk.till.standing_words import standing_words
from app.desk.till.till import NotRecordedError, Till, is_kept
from app.ui.bookings import actions
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.kit.basics.announcing import say


class BookingsWithTillPage(BookingsPage):
    """Each booking says how it was paid; T takes its payment, gives it back, or shows the receipt."""

    own_actions = actions.BOOKINGS_WITH_TILL
    keeps_till = True

    payment_asked = Signal(object)
    """Emitted with the `Sale` whose payment is asked for."""

    def __init__(self, bookings: Bookings, reader: ServiceReader, till: Till) -> None:
        super().__init__(bookings, reader)
        self._till = till
        self.bind(actions.TILL, self._ask_payment)

    def _ask_payment(self) -> None:
        sale = self.shown_sale
        if sale is None:
            return
        if is_kept(sale):
            self.payment_asked.emit(sale)
        else:
            say(self, tr("The till knows no price of this booking."))

    @override
    async def _paid_words(self, sale: Sale) -> str:
        """How the sale was paid, by this desk's till."""
        if not is_kept(sale):
            return ""
        try:
            return standing_words(await self._till.standing((sale.request_id,)), sale)
        except NotRecordedError as error:
            return str(error)
