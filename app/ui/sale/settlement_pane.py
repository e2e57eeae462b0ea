"""What a sale has cost as the service settled it, and whether that is what was expected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Receipt, Wallet
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.layouts import column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.sheets.message_box import Note
from app.ui.kit.sheets.page_layout import Pane, Scroller
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.sale.settlement_foot import SettlementFoot
from app.ui.sale.wallet_settlement import NOT_STATED, WalletSettlement, rule


def difference_lines(receipt: Receipt, *, net_shown: bool) -> tuple[str, ...]:
    """One line a difference: "Total debited 7,200.00, expected 7,140.00"; the wallet side only when shown."""
    return tuple(
        tr("{what} {new}, expected {old}", what=each.what, new=each.new, old=each.old)
        for each in receipt.differences
        if net_shown or not each.is_net
    )


class SettlementPane(Pane):
    """The wallet side of a receipt, hidden by F8 as one piece; the customer's side and the numbers stay."""

    def __init__(self, receipt: Receipt, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._receipt = receipt
        self._net_shown = True
        self._hidden_verdict = Label(role="bodyStrong")
        self._hidden_verdict.setObjectName("verdict")
        self._differences = Note("warning")
        self._differences.setObjectName("differences")
        copy = Button(tr("Copy details"), size=28, icon="copy")
        copy.clicked.connect(self._copy)
        self._differences.add(held(row(copy, None, margins=(0, 8, 0, 0))), beneath=True)
        self._differences_block = held(column(16, self._differences))
        self._wallet_side = QWidget()
        self._margin = Pair(tr("Your margin"))
        self._foot = SettlementFoot(receipt.wallet)
        content = held(
            column(
                Label(tr("Settlement"), "heading"),
                12,
                self._wallet_side,
                self._hidden_verdict,
                self._differences_block,
                rule(),
                Pair(
                    tr("Customer pays"), formats.amount(receipt.price.customer_pays), value_role="bodyStrong"
                ),
                8,
                self._margin,
                rule(),
                Pair(tr("Booking id"), receipt.booking_id or NOT_STATED, identity=True),
                8,
                RequestNumber(receipt.request_id),
                None,
                margins=(20, 20, 20, 16),
            )
        )
        scroller = Scroller(content)
        OverlayScrollBar(scroller)
        self.body.addWidget(scroller, 1)
        self.body.addWidget(self._foot)
        self._holder = column()
        self._wallet_side.setLayout(self._holder)
        self.show_net(shown=True)

    def show_wallet(self, wallet: Wallet) -> None:
        """Show the wallet as it was read later."""
        self._receipt = replace(self._receipt, wallet=wallet)
        self._foot.show_wallet(wallet)
        self.show_net(shown=self._net_shown)

    def show_net(self, *, shown: bool) -> None:
        """Show the wallet side, or take it away so that nothing of it is left to read out."""
        self._net_shown = shown
        empty(self._holder)
        if shown:
            self._holder.addWidget(WalletSettlement(self._receipt))
        self._wallet_side.setVisible(shown)
        self._hidden_verdict.setVisible(not shown)
        calm = not self._receipt.differences
        self._hidden_verdict.setText(
            tr("Settled as expected") if calm else tr("Settled, amount differs. Press F8.")
        )
        self._hidden_verdict.set_ink("success" if calm else "warning")
        lines = difference_lines(self._receipt, net_shown=shown)
        self._differences_block.setVisible(bool(lines))
        self._differences.show_words(tr("This is not as expected"), "\n".join(lines))
        self._show_margin(shown=shown)

    def _show_margin(self, *, shown: bool) -> None:
        receipt = self._receipt
        debited = receipt.price.payable if receipt.total_debited is None else receipt.total_debited
        self._margin.value.setText(formats.amount(receipt.price.customer_pays - debited) if shown else "")
        self._margin.setVisible(shown)

    def _copy(self) -> None:
        lines: list[str] = [
            tr("Request {request_id}", request_id=self._receipt.request_id),
            tr("PNR {booking_ref}", booking_ref=self._receipt.booking_ref),
        ]
        lines += difference_lines(self._receipt, net_shown=True)
        QApplication.clipboard().setText("\n".join(lines))
