"""The wallet side of the preflight: the debit, its division into cash and credit, and the rest."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from PySide6.QtCore import QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QGridLayout
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Preflight, Price, Split, Wallet
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.split_bar import SplitBar, Swatch
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.theme.style import Ink, Role

_COLUMN, _APART = 92, 8
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


class DebitLine(NetSide):
    """The debit in one line, above a running booking."""

    def __init__(self) -> None:
        super().__init__()
        self._amount = AmountLabel("money")
        self.setLayout(column(Label(tr("Your wallet is debited"), "bodyHeavy"), 2, self._amount, 4))

    def show_price(self, price: Price) -> None:
        """Show the debit."""
        self._amount.show_amount(price.payable, price.currency)


class DebitSide(NetSide):
    """The wallet side, hidden by F8 as a whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("wallet_side")
        self.amount = called("debit_amount", AmountLabel("display"))
        self._composition = Label(role="caption", ink="text3", wraps=True)
        self._bar = SplitBar()
        before = Before()
        self._cash, self._credit = (
            (before.sum(), SumCell("bodyStrong"), SumCell("body", "text2")) for _ in range(2)
        )
        self._before = before.heading()
        self._table = held(self._grid())
        self._expected = Label(tr(_EXPECTED), "caption", "text3", wraps=True)
        self._warning = MessageBox("warning")
        self._heading = Label(tr("Your wallet is debited"), "bodyHeavy")
        heading = row(self._heading, Icon("eye", 12, "text"), None, gap=6)
        self._items = column(gap=2)
        self._bar_block = held(column(12, self._bar))
        self._table_block = held(column(14, self._table))
        self._expected_block = held(column(12, self._expected))
        self._warning_block = held(column(16, self._warning))
        blocks = (self._bar_block, self._table_block, self._expected_block, self._warning_block)
        self._split_blocks = blocks
        self.setLayout(column(heading, 2, self.amount, 5, self._composition, self._items, *blocks))

    def show_price(self, price: Price) -> None:
        """Show the debit alone, without its division."""
        self._show_debit(price)
        for block in self._split_blocks:
            block.hide()

    def show_items(self, heading: str, items: Iterable[tuple[str, Decimal]]) -> None:
        """Show that it is debited several times: what for, and how much each."""
        self._heading.setText(heading)
        empty(self._items)
        for name, payable in items:
            self._items.addWidget(Pair(name, formats.amount(payable)))
        self._composition.hide()

    def show_preflight(self, preflight: Preflight) -> None:
        """Show the debit with the wallet that was just read."""
        self.show_split(preflight.price, preflight.wallet, preflight.split)

    def show_split(self, price: Price, wallet: Wallet, split: Split) -> None:
        """Show the debit and its expected division."""
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
        self.amount.show_amount(price.payable, price.currency)
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
        others = (SumCell("captionStrong", "text3", name) for name in (tr("Debit"), tr("After")))
        for place, heading in enumerate((self._before, *others), 1):
            grid.addWidget(heading, 0, place)
        for line, (name, is_credit, numbers) in enumerate(
            ((tr("Cash"), False, self._cash), (tr("Credit"), True, self._credit)), 1
        ):
            grid.addLayout(row(Swatch(credit=is_credit), Label(name), None, gap=6), line, 0)
            for place, number in enumerate(numbers, 1):
                grid.addWidget(number, line, place)
        return grid


class SumCell(Label):
    """A sum or its heading at the right of its column, apart from what stands before it."""

    def __init__(self, role: Role, ink: Ink = "text", text: str = "") -> None:
        super().__init__(text, role, ink, right=True)

    @override
    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(_COLUMN, 0))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(self.room_needed(), super().sizeHint().height())

    def room_needed(self) -> int:
        """The width that shows all of it, apart from the column before."""
        return super().sizeHint().width() + _APART


class Before:
    """The column of what was before: it goes as a whole where it does not fit, since the chip shows it."""

    def __init__(self) -> None:
        self._cells: list[_BeforeCell] = []

    def heading(self) -> SumCell:
        """The heading of the column."""
        return self._cell("captionStrong", "text3", tr("Before"))

    def sum(self) -> SumCell:
        """A sum in it."""
        return self._cell("body", "text2")

    def _cell(self, role: Role, ink: Ink, text: str = "") -> SumCell:
        self._cells.append(_BeforeCell(self, role, ink, text))
        return self._cells[-1]

    def fits(self, width: int) -> bool:
        """Whether every sum in it fits into this width."""
        return all(each.room_needed() <= width for each in self._cells)


class _BeforeCell(SumCell):
    def __init__(self, column: Before, role: Role, ink: Ink, text: str) -> None:
        self._column_of_it = column
        super().__init__(role, ink, text)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._column_of_it.fits(self.width()):
            super().paintEvent(event)


def _fill(numbers: tuple[SumCell, ...], before: Decimal, debit: Decimal | None) -> None:
    before_label, debit_label, after_label = numbers
    before_label.setText(formats.amount(before))
    debit_label.setText("" if debit is None else formats.amount(-debit))
    after_label.setText("" if debit is None else formats.amount(before - debit))
