"""A settled cancellation: its reference, and what came back."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.ui.cancellation import actions
from app.ui.cancellation.refund_words import money
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.net_hidden_notice import hidden_side
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Pane, SheetHeader, split_sheet
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.kit.sheets.toast import Toast
from app.ui.sale.settlement_pane import NOT_STATED, SettlementFoot, rule

if TYPE_CHECKING:
    from app.desk.wallet.current_wallet import CurrentWallet

_HELD_KEY_SECONDS = 1.0


class CancelledPage(Page):
    """C copies the reference; Ctrl Enter or Esc leads to the bookings."""

    own_actions = actions.CANCELLED

    done = Signal()
    """On to the bookings."""

    def __init__(
        self, wallet: CurrentWallet, booking: Booking, result: Cancelled, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._wallet = wallet
        self.setObjectName("cancelled_page")
        self._result = result
        self._entered_at = 0.0
        self._foot = SettlementFoot(result.wallet)
        self._toast = Toast(self)
        self._copy = Button(actions.COPY_REFERENCE)
        self._on = Button(actions.TO_BOOKINGS, "primary", size=44)
        self._on.setObjectName("to_bookings")
        self._wallet_side = QWidget()
        self._pane = Pane()
        self._build(booking)
        self._copy.clicked.connect(self._copy_reference)
        self.bind(actions.COPY_REFERENCE, self._copy_reference)
        self._on.clicked.connect(self.done)

    @override
    def enter(self) -> None:
        super().enter()
        self._entered_at = time.monotonic()

    @override
    def take_focus(self) -> None:
        self._on.setFocus()

    @override
    def read_again(self) -> None:
        """Read the wallet again, above all when it could not be read after the cancellation."""
        self.tasks.start("wallet", self._read_wallet())

    @override
    def run_primary(self) -> None:
        """To the bookings; the Ctrl Enter that cancelled, still held down, does not turn the page."""
        if time.monotonic() - self._entered_at >= _HELD_KEY_SECONDS:
            self.done.emit()

    @override
    def step_back(self) -> None:
        self.done.emit()

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        result = self._result
        self._wallet_side.setVisible(shown)
        self._hidden.setVisible(not shown)
        for label, value in ((self._refund, result.refund), (self._charge.value, result.charge)):
            label.setText("" if not shown else NOT_STATED if value is None else formats.amount(value))
        wallet = result.wallet
        self._now.value.setText(formats.amount(wallet.cash) if shown and wallet else "")
        self._differs.setVisible(shown and result.differs)

    def _build(self, booking: Booking) -> None:
        result = self._result
        reference = Label(result.refund_reference, "title", wraps=True).set_identity()
        reference.setObjectName("refund_reference")
        state = formats.state(result.new_status) or tr("Cancelled")
        head = row(
            Icon("circle-check", 20, "success"),
            Label(tr("{state} and credited", state=state), "heading", "success"),
            Label(formats.clock_seconds(result.settled_at), "caption", "text3"),
            None,
            gap=8,
        )
        day = formats.day_long(booking.day) if booking.day else ""
        about = joined(", ", (booking.place, day, booking.window))
        lines = column(head, 10, _beside(reference, self._copy))
        lines.addLayout(column(Label(tr("Refund reference"), ink="text2"), 20, row(self._on, None)))
        if not result.is_kept:
            lost = tr("This counter could not keep it. It may look open after a restart.")
            lines.addLayout(column(20, MessageBox("danger", tr("Write the reference down now."), lost)))
        pnr = Label(result.booking_ref, "bodyStrong").set_identity()
        lines.addLayout(
            column(28, Hairline(), 20, Label(booking.title or booking.booking_ref, "heading", wraps=True))
        )
        lines.addLayout(
            column(
                Label(about, ink="text2", wraps=True), 8, row(Label(tr("PNR"), ink="text2"), pnr, None, gap=8)
            )
        )
        lines.addStretch(1)
        lines.setContentsMargins(40, 32, 40, 16)
        self._build_pane()
        header = SheetHeader(tr("Cancellation complete"))
        self.setLayout(split_sheet(header, left=(held(lines), _foot(booking)), pane=self._pane))

    def _build_pane(self) -> None:
        result = self._result
        self._refund = AmountLabel("money", right=True)
        self._refund.setObjectName("refund")
        self._charge, self._now = Pair(tr("Cancellation charge")), Pair(tr("Wallet now"))
        quoted = "" if result.quoted is None else money(result.quoted, result.currency)
        self._differs = MessageBox(
            "warning", tr("This is not as quoted"), tr("The quote said {quoted}.", quoted=quoted)
        )
        self._differs.setObjectName("differs")
        line = row(Label(tr("Refund to your wallet"), ink="text2"), gap=12)
        line.addWidget(self._refund, 1)
        self._wallet_side.setLayout(column(line, 8, self._charge, 8, self._now, 12, self._differs))
        self._hidden = hidden_side()
        content = column(
            Label(tr("Refund"), "heading"),
            12,
            self._wallet_side,
            self._hidden,
            rule(),
            RequestNumber(result.request_id),
            None,
            margins=(20, 20, 20, 16),
        )
        self._pane.body.addLayout(content, 1)
        self._pane.body.addWidget(self._foot)

    async def _read_wallet(self) -> None:
        try:
            wallet = await self._wallet.read()
        except DeskError as error:
            self._toast.say(error.advice.what)
        else:
            self._result = replace(self._result, wallet=wallet)
            self._foot.show_wallet(wallet)
            self.show_net(shown=self.net_shown)

    def _copy_reference(self) -> None:
        QApplication.clipboard().setText(self._result.refund_reference)
        self._toast.say(tr("Reference copied"))


def _beside(text: Label, button: Button) -> QHBoxLayout:
    line = row(gap=20)
    line.addWidget(text, 1)
    line.addWidget(button)
    return line


def _foot(booking: Booking) -> HintLine:
    """Whose booking it was, and where it is found again."""
    whose = tr("Sold at another counter")
    if booking.customer:
        whose = tr("Customer: {customer}", customer=booking.customer)
    return HintLine(whose, None, tr("Kept in Bookings"))
