"""The pages of a cancellation that is known, at a counter that keeps a till."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.till.payment_values import paise_words
from app.desk.till.standing_words import together_words
from app.desk.till.till import NotRecordedError, is_kept
from app.ui.cancellation import actions
from app.ui.cancellation.cancelled_page import CancelledPage
from app.ui.cancellation.open_cancel_page import OpenCancelPage
from app.ui.kit.basics.layouts import Thing, called, column
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox

if TYPE_CHECKING:
    from app.desk.cancellation.cancellation import Cancellations
    from app.desk.model.office_rules import OfficeRules
    from app.desk.model.sale import Sale
    from app.desk.till.owing import Owing
    from app.desk.wallet.current_wallet import CurrentWallet


class OwedTogether(QWidget):
    """What is still owed for trips bought together with what is given back; hidden while that is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._box = called("owed_together", MessageBox("warning"))
        self.setLayout(column(self._box, 14))
        self.hide()

    def show_words(self, words: str) -> None:
        """Show this, or nothing for an empty text."""
        self._box.show_words(words)
        self.setVisible(bool(words))


class RefundAtTill:
    """Gives back what the customer gets, or takes what is owed; on offer where that is something."""

    def __init__(
        self,
        button: Button,
        together: OwedTogether,
        owing: Owing,
        booking: Booking,
        *,
        say: Callable[[str], None],
        ask: Callable[[Sale], None],
    ) -> None:
        """`say` tells a sentence, `ask` opens the payment of a sale."""
        self._button, self._owing, self._request_id = button, owing, booking.request_id
        self._say, self._ask, self._together = say, ask, together
        button.setObjectName("give_back")
        button.hide()

    async def look(self) -> None:
        """Offer to give back what the till says, or to take what is still owed."""
        sale = await self._known()
        if sale is None:
            return
        try:
            back = await self._owing.back_with(sale)
            left = 0 if back else (await self._owing.left_of((sale,))).get(sale.request_id, 0)
        except NotRecordedError as error:
            self._say(str(error))
            return
        if left:
            self._button.set_label(tr("Take payment {amount}", amount=paise_words(left)))
        elif back and back.is_said:
            self._button.set_label(tr("Give back {amount}", amount=paise_words(back.due.total)))
        self._together.show_words(together_words(back) if back else "")
        self._button.setVisible(bool(back or left))

    async def ask(self) -> None:
        """Open the payment, or say that the till knows nothing of it."""
        sale = await self._known()
        if sale is None:
            self._say(tr("The till knows no price of this booking."))
        else:
            self._ask(sale)

    async def _known(self) -> Sale | None:
        """The sale with what was just cancelled of it; None when this till does not know it."""
        sale = await self._owing.sale_of(self._request_id) if self._request_id else None
        return sale if sale is not None and is_kept(sale) else None


class CancelledWithTillPage(CancelledPage):
    """A cancellation with its answer."""

    own_actions = actions.CANCELLED_WITH_TILL

    payment_asked = Signal(object)
    """Emitted with the `Sale` of which something is to be given back, or paid."""

    _give_back: Button
    _together: OwedTogether

    def __init__(self, wallet: CurrentWallet, booking: Booking, result: Cancelled, owing: Owing) -> None:
        super().__init__(wallet, booking, result)
        ask = self.payment_asked.emit
        parts = self._give_back, self._together
        self._till = RefundAtTill(*parts, owing, booking, say=self.toast.say, ask=ask)
        self.bind(actions.GIVE_BACK, self._ask)

    @override
    def enter(self) -> None:
        super().enter()
        self.tasks.start("till", self._till.look())

    @override
    def _before_ways(self) -> tuple[Thing, ...]:
        self._together = OwedTogether()
        return (self._together,)

    @override
    def _buttons(self) -> tuple[Button, ...]:
        self._give_back = Button(actions.GIVE_BACK, size=44)
        self._give_back.clicked.connect(self._ask)
        first, slip, *others = super()._buttons()
        return first, slip, self._give_back, *others

    def _ask(self) -> None:
        self.tasks.start("payment", self._till.ask())


class OpenCancelWithTillPage(OpenCancelPage):
    """A cancellation whose answer was lost: once it is known to be made, it is as any other."""

    own_actions = actions.OPEN_CANCELLATION_WITH_TILL

    payment_asked = Signal(object)
    """Emitted with the `Sale` of which something is to be given back, or paid."""

    _give_back: Button
    _together: OwedTogether
    _till: RefundAtTill | None = None

    def __init__(
        self, cancellation: Cancellations, rules: OfficeRules, known: OpenCancellation, owing: Owing
    ) -> None:
        super().__init__(cancellation, rules, known)
        ask, booking = self.payment_asked.emit, known.booking
        parts = self._give_back, self._together
        self._till = RefundAtTill(*parts, owing, booking, say=self.toast.say, ask=ask)
        self.bind(actions.GIVE_BACK, self._ask)

    @override
    def enter(self) -> None:
        super().enter()
        self._offer()

    @override
    def show_known(self, known: OpenCancellation) -> None:
        super().show_known(known)
        self._offer()

    @override
    def _before_ways(self) -> tuple[Thing, ...]:
        self._together = OwedTogether()
        return (self._together,)

    @override
    def _buttons(self) -> tuple[Button, ...]:
        self._give_back = Button(actions.GIVE_BACK)
        self._give_back.clicked.connect(self._ask)
        return *super()._buttons(), self._give_back

    def _offer(self) -> None:
        if self._till is not None and not self.is_open:
            self.tasks.start("till", self._till.look())

    def _ask(self) -> None:
        if self._till is not None and not self.is_open:
            self.tasks.start("payment", self._till.ask())
