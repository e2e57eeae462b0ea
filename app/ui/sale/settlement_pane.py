"""What a sale has cost as the service settled it, and whether that is what was expected."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Receipt, Wallet
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import column, empty, held, row
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import Pane, Scroller
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.theme import style

NOT_STATED = mark("Not stated")


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
        self._differences = MessageBox("warning")
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
        self.body.addWidget(Scroller(content), 1)
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


class WalletSettlement(QWidget):
    """Debit, split and wallet as they are after the sale."""

    def __init__(self, receipt: Receipt, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wallet_side")
        lines = column(_total(receipt))
        if not receipt.differences:
            lines.addSpacing(2)
            equal = Label(tr("Equals the expected amount"), "bodyStrong", "success")
            equal.setObjectName("equals_expected")
            lines.addLayout(row(None, Icon("check", 14, "success", stroke=2), equal, gap=6))
        lines.addSpacing(14)
        if receipt.from_cash is not None or receipt.from_credit is not None:
            lines.addWidget(_parts(receipt))
        if receipt.wallet is not None:
            lines.addWidget(_wallet(receipt))
        self.setLayout(lines)


def _total(receipt: Receipt) -> QWidget:
    amount = AmountLabel("money", right=True)
    amount.setObjectName("total_debited")
    if receipt.total_debited is None:
        amount.setText(tr(NOT_STATED))
    else:
        amount.show_amount(receipt.total_debited)
    line = row(Label(tr("Total debited"), ink="text2"), gap=12)
    line.addWidget(amount, 1)
    return held(line)


def _parts(receipt: Receipt) -> QWidget:
    cash, credit = receipt.from_cash, receipt.from_credit
    lines = column()
    if cash is not None and credit is not None:
        bar = SplitBar()
        bar.show_split(cash, credit)
        lines.addWidget(bar)
        lines.addSpacing(14)
    for name, value, is_credit in ((tr("From cash"), cash, False), (tr("From credit"), credit, True)):
        stated = tr(NOT_STATED) if value is None else formats.amount(value)
        value_label = Label(stated, "bodyStrong", right=True)
        lines.addLayout(row(Swatch(credit=is_credit), Label(name), None, value_label, gap=6))
        lines.addSpacing(0 if is_credit else 8)
    return held(lines)


def _wallet(receipt: Receipt) -> QWidget:
    wallet = receipt.wallet
    if wallet is None:
        return QWidget()
    used = tr(
        "{used} of {limit}",
        used=formats.amount(wallet.credit_used),
        limit=formats.amount(wallet.credit_limit),
    )
    return held(
        column(
            rule(),
            Pair(tr("Wallet now"), formats.amount(wallet.cash)),
            8,
            Pair(tr("Credit used"), used),
            8,
            Pair(tr("Credit left"), formats.amount(wallet.credit_left)),
        )
    )


def rule() -> QWidget:
    """A hairline with room around it."""
    return held(column(16, Hairline(), 16))


class SettlementFoot(Box):
    """The quiet foot of the settlement pane."""

    def __init__(self, wallet: Wallet | None, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self._glyph = Icon("circle-alert", 14, "warning_mark")
        self._words = Label(tr("The wallet could not be read after the sale"), ink="text2", elides=True)
        self._words.setObjectName("wallet_read_at")
        line = row(self._glyph, gap=6, margins=(20, 0, 20, 0))
        line.addWidget(self._words, 1)
        line.addWidget(KeyCap(READ_AGAIN))
        self.setLayout(column(Hairline(), None, line, None))
        self.setFixedHeight(style.ACTION_BAR)
        if wallet is not None:
            self.show_wallet(wallet)

    def show_wallet(self, wallet: Wallet) -> None:
        """Say when it was read."""
        self._glyph.set_icon("refresh-cw", "text2")
        self._words.setText(tr("Wallet read {read_at}", read_at=formats.clock_seconds(wallet.read_at)))
