"""The page of a sale's unknown outcome at a counter that keeps a till."""

from __future__ import annotations

from PySide6.QtCore import Signal
from typing_extensions import override

from app.desk.model.sale import Sale
from app.ui.bookings import actions
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.kit.basics.layouts import called
from app.ui.kit.controls.buttons import Button


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
