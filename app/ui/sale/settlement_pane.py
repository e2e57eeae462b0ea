"""The settled price of a sale, and whether it is as expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.sale import Change, Receipt
from app.desk.wallet.alerts import no_credit_words
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.pane import ShownSum
from app.ui.sale.result_page import ResultPane, rule

NOT_STATED = mark("Not stated")


def difference_lines(differences: Iterable[Change], *, net_shown: bool) -> tuple[str, ...]:
    """A line for each difference, such as "Total debited 7,200.00, expected 7,140.00"."""
    return tuple(
        tr("{what} {new}, expected {old}", what=each.what, new=each.new, old=each.old)
        for each in differences
        if net_shown or not each.is_net
    )


class SettlementPane(ResultPane):
    """The wallet side of a receipt, hidden by F8; the customer's side and the numbers stay."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__(receipt.wallet)
        self._receipt = receipt
        calm = not receipt.differences
        verdict = tr("Settled as expected") if calm else tr("Settled, amount differs. Press F8.")
        hidden_verdict = called("verdict", Label(verdict, "bodyStrong", "success" if calm else "warning"))
        self._differences = called("differences", MessageBox("warning"))
        copy = Button(tr("Copy details"), size=28, icon="copy")
        copy.clicked.connect(self._copy)
        self._differences.add(held(row(copy, None, margins=(0, 8, 0, 0))), beneath=True)
        self._differences_block = held(column(16, self._differences))
        self._holder = column()
        customer_pays = formats.amount(receipt.price.customer_pays)
        self.fill(
            tr("Settlement"),
            receipt.request_id,
            NetSide(self._holder),
            NetSide(column(hidden_verdict), in_place=True),
            self._differences_block,
            rule(),
            Pair(tr("Customer pays"), customer_pays, value_role="bodyStrong"),
            8,
            NetSide(column(_margin(receipt))),
            rule(),
            Pair(tr("Booking id"), receipt.booking_id or tr(NOT_STATED), identity=True),
            8,
        )
        self.show_side()

    @override
    def show_side(self) -> None:
        empty(self._holder)
        self._holder.addWidget(WalletSettlement(replace(self._receipt, wallet=self.wallet)))
        lines = difference_lines(self._receipt.differences, net_shown=self.net_shown)
        self._differences_block.setVisible(bool(lines))
        self._differences.show_words(tr("This is not as expected"), "\n".join(lines))
        self._show_in_bar(lines)

    def _show_in_bar(self, differences: Sequence[str]) -> None:
        """Show the sums, and that they are not as expected, also where the rest is a drawer."""
        receipt = self._receipt
        debited = tr(NOT_STATED) if receipt.total_debited is None else formats.amount(receipt.total_debited)
        told = tr("This is not as expected") if differences else tr("Settlement")
        self.facts.show_fact(told, joined(" ", differences))
        pays = ShownSum(tr("Customer pays"), formats.amount(receipt.price.customer_pays))
        self.facts.show_sums(pays, ShownSum(tr("Total debited"), debited, is_net=True))

    def _copy(self) -> None:
        lines: list[str] = [
            tr("Request {request_id}", request_id=self._receipt.request_id),
            tr("PNR {booking_ref}", booking_ref=self._receipt.booking_ref),
        ]
        lines += difference_lines(self._receipt.differences, net_shown=True)
        QApplication.clipboard().setText("\n".join(lines))


def _margin(receipt: Receipt) -> Pair:
    debited = receipt.price.payable if receipt.total_debited is None else receipt.total_debited
    margin, name = receipt.price.margin(debited), tr("Your margin, without GST")
    if margin is None:
        margin, name = receipt.price.customer_pays - debited, tr("Your margin, with GST")
    return Pair(name, formats.amount(margin))


class WalletSettlement(QWidget):
    """Debit, its division, and the wallet after the sale."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__()
        self.setObjectName("wallet_side")
        lines = column(_total(receipt))
        if not receipt.differences:
            lines.addSpacing(2)
            equal = called(
                "equals_expected", Label(tr("Equals the expected amount"), "bodyStrong", "success")
            )
            lines.addLayout(row(None, Icon("check", 14, "success", stroke=2), equal, gap=6))
        lines.addSpacing(14)
        if receipt.from_cash is not None or receipt.from_credit is not None:
            lines.addWidget(_parts(receipt))
        if receipt.wallet is not None:
            lines.addWidget(_wallet(receipt))
        self.setLayout(lines)


def _total(receipt: Receipt) -> QWidget:
    amount = called("total_debited", AmountLabel("money", right=True))
    if receipt.total_debited is None:
        amount.setText(tr(NOT_STATED))
    else:
        amount.show_amount(receipt.total_debited)
    return held(row(Label(tr("Total debited"), ink="text2"), (amount, 1), gap=12))


def _parts(receipt: Receipt) -> QWidget:
    cash, credit = receipt.from_cash, receipt.from_credit
    lines = column()
    if cash is not None and credit is not None:
        bar = SplitBar()
        bar.show_split(cash, credit)
        lines.addWidget(bar)
        lines.addSpacing(14)
    names = (
        (tr("From the wallet\u2019s cash"), cash, False),
        (tr("From the wallet\u2019s credit"), credit, True),
    )
    for name, value, is_credit in names:
        stated = tr(NOT_STATED) if value is None else formats.amount(value)
        value_label = Label(stated, "bodyStrong", right=True)
        lines.addLayout(row(Swatch(credit=is_credit), Label(name), None, value_label, gap=6))
        lines.addSpacing(0 if is_credit else 8)
    return held(lines)


def _wallet(receipt: Receipt) -> QWidget:
    wallet = receipt.wallet
    if wallet is None:
        return QWidget()
    now = Pair(tr("Wallet now"), formats.amount(wallet.cash))
    if not wallet.has_credit:
        return held(column(rule(), now, 8, Label(no_credit_words(wallet), ink="text2")))
    used = tr(
        "{used} of {limit}",
        used=formats.amount(wallet.credit_used),
        limit=formats.amount(wallet.credit_limit),
    )
    return held(
        column(
            rule(),
            now,
            8,
            Pair(tr("Credit used"), used),
            8,
            Pair(tr("Credit left"), formats.amount(wallet.credit_left)),
        )
    )
