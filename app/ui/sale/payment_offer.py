"""The payment of what was just booked: its button, and what the till has of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.core.language import tr
from app.desk.till.due import less_settled
from app.desk.till.standing_words import due_words
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.layouts import called
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.sale.actions import TAKE_PAYMENT

if TYPE_CHECKING:
    from app.desk.till.payment_values import Due
    from app.desk.till.till import Till
    from app.ui.kit.sheets.page import Page


class PaymentOffer:
    """Made for a page that binds T; once all is paid, the button offers the receipt."""

    def __init__(self, page: Page, ask: Callable[[], object]) -> None:
        self._page = page
        self.button = called("take_payment", Button(TAKE_PAYMENT, size=44))
        self.button.clicked.connect(ask)
        page.bind(TAKE_PAYMENT, self.button.click)
        self.note = called("till_standing", Label(ink="text2", wraps=True))
        self.note.hide()

    def look(self, till: Till, due: Due) -> None:
        """Ask the till, such as after a payment."""
        self._page.tasks.start("till", self._look(till, due))

    async def _look(self, till: Till, due: Due) -> None:
        try:
            standing = await till.standing(each.request_id for each in due.sales)
        except NotRecordedError:
            # It is said to whoever asks for the payment.
            return
        words = due_words(standing, due)
        self.note.setText(words)
        self.note.setVisible(bool(words))
        announce(self._page, words)
        if standing.receipts and not less_settled(due, standing.settled).sales:
            self.note.set_ink("success")
            self.button.set_label(tr("Receipt"))
            self.button.set_icon("receipt-text")
