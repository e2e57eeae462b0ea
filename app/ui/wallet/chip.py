"""The wallet in the top bar: balance, remaining credit, and the time of an old reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.moment import TO_BE_SHOWN_ALONE
from app.desk.model.office_rules import Alerts
from app.desk.wallet.alerts import Low, low, no_credit_words, notice_words
from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box, draw_dot, draw_text, text_width
from app.ui.kit.basics.text import set_tip
from app.ui.theme import assets, style

if TYPE_CHECKING:
    from app.desk.model.moment import Moment
    from app.desk.model.sale import Wallet

_HEIGHT, _SIDE, _GAP, _ICON, _DOT = 36, 13, 8, 16, 8


class WalletChip(Ringed, QAbstractButton):
    """A chip that opens the wallet page."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("wallet_chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._wallet: Wallet | None = None
        self._alerts = Alerts()
        self._is_old = self._has_age = False
        self._net_shown = True
        self._gives_credit = False
        self._renew()

    def show_wallet(self, wallet: Wallet | None, *, is_old: bool = False) -> None:
        """Show a reading; an old one with its time."""
        self._wallet, self._is_old, self._has_age = wallet, is_old, False
        self._renew()

    def age(self, now: Moment) -> None:
        """Show the time of the reading once it is too old to stand alone."""
        has_age = self._wallet is not None and not self._wallet.read.is_fresh(now, TO_BE_SHOWN_ALONE)
        if has_age != self._has_age:
            self._has_age = has_age
            self._renew()

    def show_alerts(self, alerts: Alerts) -> None:
        """Set the alerts; a dot shows that the reading is below one."""
        self._alerts = alerts
        self._renew()

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the amounts."""
        self._net_shown = shown
        self._renew()

    def give_way(self, *, credit: bool) -> None:
        """Leave the credit to the tooltip where there is no room for it; the dot that warns stays."""
        if credit != self._gives_credit:
            self._gives_credit = credit
            self._renew()

    def begin_day(self) -> None:
        """Show an old reading with its date, if it is of another day now."""
        self._renew()

    def width_of(self, *, credit: bool) -> int:
        """Its width with the credit, or without."""
        strong, quiet = self._texts(credit=credit)
        width = 2 * _SIDE + _ICON + _GAP + text_width(strong, self._strong_font())
        if self._is_marked():
            width += _GAP + _DOT
        if quiet:
            width += _GAP + text_width(quiet, style.font("caption"))
        return width

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width_of(credit=not self._gives_credit), _HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        ground = colours.hover if self.underMouse() else colours.surface
        draw_box(painter, self.rect(), fill=ground, line=colours.line_strong, radius=style.CONTROL_RADIUS)
        icon = "wallet" if self._net_shown else "eye-off"
        corner = QPoint(_SIDE, (_HEIGHT - _ICON) // 2)
        assets.paint_icon(painter, icon, corner, _ICON, colours.text3)
        strong, quiet = self._texts(credit=not self._gives_credit)
        ink = colours.text if self._amounts_shown() else colours.text2
        x = self._write(painter, _SIDE + _ICON + _GAP, strong, self._strong_font(), ink)
        if self._is_marked():
            draw_dot(painter, QPointF(x + _DOT / 2, _HEIGHT / 2), _DOT, colours.warning_mark)
            x += _DOT + _GAP
        self._write(painter, x, quiet, style.font("caption"), colours.text3)

    def _write(self, painter: QPainter, x: int, text: str, font: QFont, ink: QColor) -> int:
        """Paint a text. Returns where the next one begins."""
        width = text_width(text, font)
        draw_text(painter, QRect(x, 0, width + 2, _HEIGHT), text, font, ink)
        return x + width + _GAP

    def _strong_font(self) -> QFont:
        return style.font("bodyHeavy" if self._amounts_shown() else "bodyStrong")

    def _amounts_shown(self) -> bool:
        return self._net_shown and self._wallet is not None

    def _is_marked(self) -> bool:
        return self._amounts_shown() and (self._is_old or bool(low(self._wallet, self._alerts)))

    def _texts(self, *, credit: bool = True) -> tuple[str, str]:
        """The main and the secondary words."""
        wallet = self._wallet
        if not self._net_shown:
            return tr("Wallet hidden"), ""
        if wallet is None:
            return tr("Wallet not read"), ""
        strong = f"{wallet.currency} {formats.amount(wallet.cash)}".strip()
        read = tr("read {time}", time=formats.since(wallet.read_at))
        if self._is_old:
            return strong, read
        left = self._credit_in_words(wallet) if credit else ""
        return strong, joined(", ", (left, read if self._has_age else ""))

    def _credit_in_words(self, wallet: Wallet) -> str:
        found = low(wallet, self._alerts)
        none = no_credit_words(wallet)
        if none:
            return joined(", ", (tr("low") if found else "", none))
        return self._credit_words(found, formats.amount(wallet.credit_left))

    @staticmethod
    def _credit_words(found: frozenset[Low], left: str) -> str:
        if len(found) > 1:
            return tr("low, credit low {amount}", amount=left)
        if Low.CASH in found:
            return tr("low, credit {amount}", amount=left)
        return tr("credit low {amount}", amount=left) if found else tr("credit {amount}", amount=left)

    def _renew(self) -> None:
        self.setAccessibleName(joined(" ", (tr("Wallet"), *self._texts())))
        wallet = self._wallet
        gives = self._gives_credit and wallet is not None and self._net_shown
        set_tip(self, self._credit_in_words(wallet) if gives and wallet is not None else "")
        found = low(wallet, self._alerts) if self._amounts_shown() else frozenset[Low]()
        self.setAccessibleDescription(notice_words(found))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.updateGeometry()
        self.update()
