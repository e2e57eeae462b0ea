"""The bookings, and the page of an unknown outcome, at a counter that keeps a till."""

from __future__ import annotations

from PySide6.QtCore import Signal
from typing_extensions import override

from app.core.language import tr
from app.desk.bookings.bookings import Bookings
from app.desk.model.sale import Sale
from app.desk.service.service_reader import ServiceReader
from app.desk.till.owing import Owing
from app.desk.till.standing_words import standing_words
from app.desk.till.till import NotRecordedError, Till, is_kept
from app.ui.bookings import actions
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.layouts import called
from app.ui.kit.controls.buttons import Button


class BookingsWithTillPage(BookingsPage):
    """Each booking says how it was paid; T takes its payment, gives it back, or shows the receipt."""

    own_actions = actions.BOOKINGS_WITH_TILL
    keeps_till = True

    payment_asked = Signal(object)
    """Emitted with the `Sale` whose payment is asked for."""

    def __init__(self, bookings: Bookings, reader: ServiceReader, till: Till, owing: Owing) -> None:
        super().__init__(bookings, reader)
        self._till, self._owing = till, owing
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
            counts = await self._owing.counting(sale.request_id)
            return standing_words(await self._till.standing((sale.request_id,)), sale, counts)
        except NotRecordedError as error:
            return str(error)


class UnknownOutcomeWithTillPage(UnknownOutcomePage):
    """Once it is known to be booked, T takes its payment, as after any sale."""

    own_actions = actions.OUTCOME_WITH_TILL

    payment_asked = Signal(object)
    """Emitted with the `Sale` whose payment is asked for."""

    _payment: Button

    @override
    def _buttons(self) -> tuple[Button, ...]:
        self._payment = called("take_payment", Button(actions.TAKE_PAYMENT))
        self._payment.clicked.connect(self._ask_payment)
        self._payment.hide()
        self.bind(actions.TAKE_PAYMENT, self._ask_payment)
        return self._payment, *super()._buttons()

    @override
    def _show_state(self, *, is_open: bool) -> None:
        super()._show_state(is_open=is_open)
        self._payment.setVisible(self._to_pay() is not None)

    def _to_pay(self) -> Sale | None:
        sale = self.booked_sale
        return None if sale is None or sale.customer_pays is None else sale

    def _ask_payment(self) -> None:
        sale = self._to_pay()
        if sale is not None:
            self.payment_asked.emit(sale)
