"""The balance and its alert on one scale, which ends at the highest recent balance."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.alerts import Low, low
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_text, text_width
from app.ui.theme import style

_MARK_HEIGHT, _MARK_WIDTH, _BAR_TOP, _BAR, _LABEL = 16, 2, 4, 8, 18


class BalanceScale(Box):
    """The scale, amber while the balance is below its alert."""

    def __init__(self) -> None:
        super().__init__("sunken", "line", radius=style.RADIUS)
        self.setObjectName("balance_now")
        self._pair = Pair(tr("Balance now"), value_role="bodyStrong")
        self._scale = _Scale()
        self.setLayout(column(self._pair, 8, self._scale, margins=(17, 12, 17, 12)))

    def show_balance(self, wallet: Wallet, alerts: Alerts, highest: Decimal) -> None:
        """Show a reading beside the alerts."""
        most = max(highest, wallet.cash, alerts.low_cash or Decimal(0), Decimal(1))
        self._pair.value.setText(formats.amount(wallet.cash))
        alert = None if alerts.low_cash is None else float(alerts.low_cash / most)
        self._scale.show_shares(
            float(wallet.cash / most),
            alert,
            is_low=Low.CASH in low(wallet, alerts),
            most=formats.round_amount(most),
        )


class _Scale(QWidget):
    """The bar, the mark of the alert, and the labels below them."""

    def __init__(self) -> None:
        super().__init__()
        self._share, self._most = 0.0, ""
        self._alert: float | None = None
        self._is_low = False
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setFixedHeight(_MARK_HEIGHT + _LABEL)

    def show_shares(self, share: float, alert: float | None, *, is_low: bool, most: str) -> None:
        """Shares of the whole scale, which ends at `most`."""
        self._share, self._alert, self._is_low, self._most = max(share, 0.0), alert, is_low, most
        self.setAccessibleName(tr("Balance and alert on a scale to {most}", most=most))
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours, width = QPainter(self), style.tokens(), self.width()
        draw_block(painter, QRect(0, _BAR_TOP, width, _BAR), colours.track)
        used = colours.warning_mark if self._is_low else colours.meter
        draw_block(painter, QRect(0, _BAR_TOP, round(width * self._share), _BAR), used)
        font = style.font("caption")
        beneath = QRect(0, _MARK_HEIGHT, width, self.height() - _MARK_HEIGHT)
        draw_text(painter, beneath, self._most, font, colours.text3, align=RIGHT)
        if self._alert is None:
            return
        x = self._alert * (width - _MARK_WIDTH)
        painter.fillRect(QRectF(x, 0, _MARK_WIDTH, _MARK_HEIGHT), colours.text)
        word = tr("Alert")
        space = text_width(word, font)
        # It stays below its mark, without touching the end of the scale.
        room = width - text_width(self._most, font) - 2 * _BAR - space
        left = min(max(round(x - space / 2), 0), room)
        draw_text(
            painter,
            beneath.adjusted(left, 0, left + space - width, 0),
            word,
            font,
            colours.text3,
            align=CENTRE,
        )
