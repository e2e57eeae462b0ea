"""Balance and credit of the wallet, beside each other."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.desk import words
from app.desk.values import Wallet
from app.ui import style
from app.ui.parts.box import Box, Hairline
from app.ui.parts.layouts import column, held, row
from app.ui.parts.meter import Meter
from app.ui.parts.money import AmountLabel, Pair
from app.ui.parts.text import Label, Run

_BALANCE_WIDTH, _CREDIT_WIDTH, _HEIGHT = 304, 424, 180


class WalletCards(Box):
    """One block: what can be spent now, and what the credit facility adds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS, parent=parent)
        self.setFixedSize(_BALANCE_WIDTH + 1 + _CREDIT_WIDTH, _HEIGHT)
        self._balance = AmountLabel("display")
        self._balance.setObjectName("balance")
        self._reach = Pair("One sale may cost up to")
        self._left = Label("", "money")
        self._left.setObjectName("credit_left")
        self._meter = Meter()
        self._limit_mark = Label("", "caption", "text3", right=True)
        self._used, self._limit = Pair("Used"), Pair("Limit")
        line = row(gap=0)
        line.addWidget(self._balance_side())
        line.addWidget(Hairline(down=True))
        line.addWidget(self._credit_side())
        self.setLayout(line)

    def show_wallet(self, wallet: Wallet) -> None:
        """Show a reading."""
        self._balance.show_amount(wallet.cash, wallet.currency)
        self._reach.value.setText(words.amount(wallet.reach))
        whole, _, decimals = words.amount(wallet.credit_left).partition(".")
        self._left.set_runs(
            Run(whole, "money"), Run(f".{decimals}", "money", "text3"), Run("  left to use", "body", "text2")
        )
        used, limit = words.amount(wallet.credit_used), words.amount(wallet.credit_limit)
        share = float(wallet.credit_used / wallet.credit_limit) if wallet.credit_limit else 0.0
        self._meter.show_share(share, f"Credit used {used} of {limit}")
        self._limit_mark.setText(limit)
        self._used.value.setText(used)
        self._limit.value.setText(limit)

    def _balance_side(self) -> QWidget:
        head = Label("Available balance", "bodyStrong", "text2")
        side = held(column(head, 4, self._balance, None, self._reach, margins=(18, 14, 18, 14)))
        side.setFixedWidth(_BALANCE_WIDTH)
        return side

    def _credit_side(self) -> QWidget:
        head = Label("Credit facility", "bodyStrong", "text2")
        scale = row()
        scale.addWidget(Label("0", "caption", "text3"))
        scale.addWidget(self._limit_mark, 1)
        parts = (head, 8, self._left, 8, self._meter, 4, scale, None, self._used, self._limit)
        side = held(column(*parts, margins=(18, 14, 18, 14)))
        side.setFixedWidth(_CREDIT_WIDTH)
        return side
