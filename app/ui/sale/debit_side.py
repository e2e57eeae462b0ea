"""The wallet side of the preflight: the debit, its division into cash and credit, and the rest."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtWidgets import QGridLayout, QWidget

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Preflight, Price
from app.ui.kit.basics.amounts import AmountLabel
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.message_box import MessageBox

_COLUMN = 92
_EXPECTED = mark("Expected split: cash first, then credit. The service decides and the receipt states it.")


def tax_words(name: str, total: Decimal, rate: Decimal, tax: Decimal, *, is_stated: bool) -> str:
    """Such as "Net 6,800.00 + GST 5 % 340.00"."""
    if not is_stated:
        return tr("{name} {total}, GST is not stated", name=name, total=formats.amount(total))
    return tr(
        "{name} {total} + GST {rate} {tax}",
        name=name,
        total=formats.amount(total),
        rate=formats.percentage(rate),
        tax=formats.amount(tax),
    )


class DebitLine(QWidget):
    """The debit in one line, above a running booking."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._amount = AmountLabel("money")
        self.setLayout(column(Label(tr("Your wallet is debited"), "bodyHeavy"), 2, self._amount, 4))

    def show_price(self, price: Price) -> None:
        """Show the debit."""
        self._amount.show_amount(price.payable, price.currency)

    def forget(self) -> None:
        """Hold nothing that could be read out, while the wallet side is hidden."""
        self._amount.setText("")


class DebitSide(QWidget):
    """The wallet side, hidden by F8 as a whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("wallet_side")
        self._amount = AmountLabel("display")
        self._amount.setObjectName("debit_amount")
        self._composition = Label(role="caption", ink="text3", wraps=True)
        self._bar = SplitBar()
        self._cash = tuple(_number(strong=place == 1) for place in range(3))
        self._credit = tuple(_number(strong=place == 1) for place in range(3))
        self._table = held(self._grid())
        self._expected = Label(tr(_EXPECTED), "caption", "text3", wraps=True)
        self._warning = MessageBox("warning")
        heading = row(Label(tr("Your wallet is debited"), "bodyHeavy"), Icon("eye", 12, "text"), None, gap=6)
        self._bar_block = held(column(12, self._bar))
        self._table_block = held(column(14, self._table))
        self._expected_block = held(column(12, self._expected))
        self._warning_block = held(column(16, self._warning))
        blocks = (self._bar_block, self._table_block, self._expected_block, self._warning_block)
        self._split_blocks = blocks
        self.setLayout(column(heading, 2, self._amount, 5, self._composition, *blocks))

    def forget(self) -> None:
        """Hold nothing that could be read out, while the wallet side is hidden."""
        for label in (self._amount, self._composition, *self._cash, *self._credit):
            label.setText("")
        self._bar.setAccessibleName("")
        self._warning.show_words("")

    def show_price(self, price: Price) -> None:
        """Show the debit alone, without its division."""
        self._show_debit(price)
        for block in self._split_blocks:
            block.hide()

    def show_preflight(self, preflight: Preflight) -> None:
        """Show the debit with the wallet that was just read."""
        price, wallet, split = preflight.price, preflight.wallet, preflight.split
        self._show_debit(price)
        covered = not split.missing
        self._bar.show_split(split.cash, split.credit)
        _fill(self._cash, wallet.cash, split.cash if covered else None)
        _fill(self._credit, wallet.credit_left, split.credit if covered else None)
        self._table_block.show()
        for block in (self._bar_block, self._expected_block):
            block.setVisible(covered)
        self._warning_block.setVisible(covered and wallet.cash <= split.cash)
        left = formats.amount(wallet.credit_left - split.credit)
        self._warning.show_words(
            tr("The wallet will be empty after this"), tr("Credit left: {left}.", left=left)
        )

    def _show_debit(self, price: Price) -> None:
        self._amount.show_amount(price.payable, price.currency)
        self._composition.setText(
            tax_words(
                tr("Net"),
                price.net_total,
                price.gst_percentage,
                price.gst_on_net,
                is_stated=price.gst_is_stated,
            )
        )

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(0, 1)
        for place, name in enumerate((tr("Before"), tr("Debit"), tr("After")), 1):
            grid.addWidget(Label(name, "captionStrong", "text3", right=True), 0, place)
            grid.setColumnMinimumWidth(place, _COLUMN)
        for line, (name, is_credit, numbers) in enumerate(
            ((tr("Cash"), False, self._cash), (tr("Credit"), True, self._credit)), 1
        ):
            grid.addLayout(row(Swatch(credit=is_credit), Label(name), None, gap=6), line, 0)
            for place, number in enumerate(numbers, 1):
                grid.addWidget(number, line, place)
        return grid


def _number(*, strong: bool) -> Label:
    return Label(role="bodyStrong" if strong else "body", ink="text" if strong else "text2", right=True)


def _fill(numbers: tuple[Label, ...], before: Decimal, debit: Decimal | None) -> None:
    before_label, debit_label, after_label = numbers
    before_label.setText(formats.amount(before))
    debit_label.setText("" if debit is None else formats.amount(-debit))
    after_label.setText("" if debit is None else formats.amount(before - debit))
