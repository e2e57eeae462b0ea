"""Balance, credit and wallet history, beside each other."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.alerts import Low, low, no_credit_words, over_under_words
from app.desk.wallet.forecast import forecast_words
from app.desk.wallet.wallet_history import BalanceHistory
from app.desk.wallet.wallet_movements import day_sums
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.split_bar import Swatch
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.basics.usage_bar import UsageBar
from app.ui.theme import style
from app.ui.wallet.chart import DAYS, BalanceChart

_BALANCE_WIDTH, _CREDIT_WIDTH, _HEIGHT, _LOW_HEIGHT = 268, 388, 196, 172
_SIDE = (18, 14, 18, 14)


class WalletCards(Roomy, Restyled, Box):
    """One block: the available money, the credit, and the wallet history."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS, parent=parent)
        self._balance = AmountLabel("display")
        self._balance.setObjectName("balance")
        self._arrow = Icon("arrow-down", 14, "warning", stroke=2, above=2)
        self._apart = Label("", "bodyStrong")
        self._apart.setObjectName("over_under")
        self._until = Label("", "caption", "text3", wraps=True)
        self._until.setObjectName("forecast")
        self._debited, self._refunded = Pair(tr("Debited today")), Pair(tr("Refunded today"))
        self._debited.value.setObjectName("debited_today")
        self._refunded.value.setObjectName("refunded_today")
        self._left = Label("", "money")
        self._left.setObjectName("credit_left")
        self._meter = UsageBar()
        self._limit_mark = Label("", "caption", "text3", right=True)
        self._used, self._limit = Pair(tr("Used")), Pair(tr("Limit"))
        self.chart = BalanceChart()
        self._alert_key = held(row(_Dashes(), Label(tr("Alert"), "caption", "text3"), gap=6))
        self._first = self._balance_side()
        line = row()
        line.addWidget(self._first)
        line.addWidget(Hairline(down=True))
        line.addWidget(self._credit_side())
        chart = row(Hairline(down=True))
        chart.addWidget(self._chart_side(), 1)
        self._chart_part = held(chart)
        line.addWidget(self._chart_part, 1)
        self.setLayout(line)
        self._fit()

    def show_wallet(self, wallet: Wallet, alerts: Alerts) -> None:
        """Show a reading."""
        self._balance.show_amount(wallet.cash, wallet.currency)
        self._fit()
        is_low = Low.CASH in low(wallet, alerts)
        self._apart.setText(over_under_words(wallet, alerts))
        self._apart.set_ink("warning" if is_low else "text2")
        self._arrow.set_icon("arrow-down" if is_low else "arrow-up", "warning" if is_low else "text2")
        for part in (self._apart, self._arrow, self._alert_key):
            part.setVisible(alerts.low_cash is not None)
        for part in self._credit_parts:
            part.setVisible(bool(wallet.has_credit))
        if wallet.has_credit:
            self._show_credit(wallet)
        else:
            self._left.set_runs(Run(no_credit_words(wallet), "body", "text2"))

    def _show_credit(self, wallet: Wallet) -> None:
        whole, _, decimals = formats.amount(wallet.credit_left).partition(".")
        self._left.set_runs(
            Run(whole, "money"),
            Run(f".{decimals}", "money", "text3"),
            Run("  "),
            Run(tr("left to use"), "body", "text2"),
        )
        used, limit = formats.amount(wallet.credit_used), formats.amount(wallet.credit_limit)
        share = float(wallet.credit_used / wallet.credit_limit) if wallet.credit_limit else 0.0
        self._meter.show_share(share, tr("Credit used {used} of {limit}", used=used, limit=limit))
        self._limit_mark.setText(limit)
        self._used.value.setText(used)
        self._limit.value.setText(limit)

    def show_history(self, history: BalanceHistory, alerts: Alerts) -> None:
        """Show the wallet history."""
        sums = day_sums(history.movements, history.today)
        for pair, value in ((self._debited, sums.debited), (self._refunded, sums.refunded)):
            shown = formats.amount(value)
            # A sale with a lost answer that was found booked has no stated amount.
            pair.value.setText(tr("at least {amount}", amount=shown) if sums.has_unstated else shown)
        found = history.forecast
        self._until.setText("" if found is None else forecast_words(found))
        self._fit()
        self.chart.show_readings(history.readings, history.today, alerts.low_cash)

    @override
    def follow_room(self) -> None:
        self._fit()

    @override
    def _fit(self) -> None:
        """Set the widths so that a balance is never cut off."""
        self._chart_part.setVisible(not self.room.is_narrow)
        needed = self._balance.sizeHint().width() + _SIDE[0] + _SIDE[2]
        width = max(_BALANCE_WIDTH, needed)
        self._first.setFixedWidth(width)
        lines = self._first.layout()
        least = 0 if lines is None else lines.totalHeightForWidth(width)
        self.setFixedHeight(max(self.room.height(_HEIGHT, _LOW_HEIGHT), least))

    def _balance_side(self) -> QWidget:
        head = Label(tr("Available balance"), "bodyStrong", "text2")
        apart = row(self._arrow, self._apart, None, gap=6, top=True)
        pairs = (self._debited, self._refunded)
        return held(column(head, 4, self._balance, apart, 2, self._until, None, *pairs, margins=_SIDE))

    def _credit_side(self) -> QWidget:
        head = Label(tr("Credit facility"), "bodyStrong", "text2")
        scale = row()
        scale.addWidget(Label("0", "caption", "text3"))
        scale.addWidget(self._limit_mark, 1)
        used = _marked(Swatch(), self._used)
        limit = _marked(_limit_swatch(), self._limit)
        drawn = held(column(self._meter, 4, scale))
        self._credit_parts = drawn, used, limit
        parts = (head, 8, self._left, 8, drawn, None, used, limit)
        side = held(column(*parts, margins=_SIDE))
        side.setFixedWidth(_CREDIT_WIDTH)
        return side

    def _chart_side(self) -> QWidget:
        head = row(gap=8, margins=(0, 0, 10, 0))
        head.addWidget(Label(tr("Balance, {days} days", days=DAYS), "bodyStrong", "text2"), 1)
        head.addWidget(self._alert_key)
        lines = column(head, 6, margins=(18, 14, 8, 6))
        inner = row(margins=(0, 0, 0, 0))
        inner.addSpacing(-12)
        inner.addWidget(self.chart, 1)
        lines.addLayout(inner, 1)
        return held(lines)


def _marked(swatch: QWidget, pair: Pair) -> QWidget:
    line = row(swatch, gap=6)
    line.addWidget(pair, 1)
    return held(line)


def _limit_swatch() -> QWidget:
    """The square for the unused part."""
    swatch = Box("track", radius=3)
    swatch.setFixedSize(10, 10)
    return swatch


class _Dashes(QWidget):
    """A sample of the line of the alert."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(16, 2)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pen = QPen(style.tokens().warning_mark, 2)
        pen.setDashPattern([2, 1.5])
        painter.setPen(pen)
        painter.drawLine(0, 1, 16, 1)
