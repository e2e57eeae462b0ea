"""A settled cancellation at a counter that keeps a till."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError, is_kept
from app.ui.cancellation import actions
from app.ui.cancellation.cancelled_page import CancelledPage
from app.ui.kit.controls.buttons import Button

if TYPE_CHECKING:
    from app.desk.model.sale import Sale
    from app.desk.till.owing import Owing
    from app.desk.wallet.current_wallet import CurrentWallet


class CancelledWithTillPage(CancelledPage):
    """T gives back what the customer gets, or takes what is owed, and is on offer where that is something."""

    own_actions = actions.CANCELLED_WITH_TILL

    payment_asked = Signal(object)
    """Emitted with the `Sale` of which something is to be given back, or paid."""

    _give_back: Button

    def __init__(
        self,
        wallet: CurrentWallet,
        booking: Booking,
        result: Cancelled,
        owing: Owing,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(wallet, booking, result, parent)
        self._owing, self._request_id = owing, booking.request_id
        self.bind(actions.GIVE_BACK, self._ask)

    @override
    def enter(self) -> None:
        super().enter()
        self.tasks.start("till", self._look())

    @override
    def _buttons(self) -> tuple[Button, ...]:
        self._give_back = Button(actions.GIVE_BACK, size=44)
        self._give_back.setObjectName("give_back")
        self._give_back.clicked.connect(self._ask)
        self._give_back.hide()
        first, slip, *others = super()._buttons()
        return first, slip, self._give_back, *others

    async def _look(self) -> None:
        """Offer to give back what the till says, or to take what is still owed."""
        sale = await self._known()
        if sale is None:
            return
        try:
            back = await self._owing.back_to(sale)
            left = 0 if back else (await self._owing.left_of((sale,))).get(sale.request_id, 0)
        except NotRecordedError as error:
            self.toast.say(str(error))
            return
        if left:
            self._give_back.set_label(tr("Take payment {amount}", amount=paise_words(left)))
        elif back and back.is_said:
            self._give_back.set_label(tr("Give back {amount}", amount=paise_words(back.due.total)))
        self._give_back.setVisible(bool(back or left))

    def _ask(self) -> None:
        self.tasks.start("payment", self._ask_payment())

    async def _ask_payment(self) -> None:
        sale = await self._known()
        if sale is None:
            self.toast.say(tr("The till knows no price of this booking."))
        else:
            self.payment_asked.emit(sale)

    async def _known(self) -> Sale | None:
        """The sale with what was just cancelled of it; None when this till does not know it."""
        sale = await self._owing.sale_of(self._request_id) if self._request_id else None
        return sale if sale is not None and is_kept(sale) else None
