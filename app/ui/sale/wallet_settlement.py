"""The wallet side of a receipt: debit, how it fell on cash and credit, and the wallet after it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Receipt
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Glyph
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label

NOT_STATED = mark("Not stated")


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
            lines.addLayout(row(None, Glyph("check", 14, "success", stroke=2), equal, gap=6))
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
