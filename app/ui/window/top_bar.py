"""The top bar: search, travel date, line, wallet side, wallet."""

from __future__ import annotations

from datetime import date
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.layouts import called, held, row
from app.ui.kit.basics.room import Lowered
from app.ui.kit.basics.text import Label, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.date_picker import DatePicker
from app.ui.kit.controls.search_field import SearchField
from app.ui.theme import style
from app.ui.wallet.chip import WalletChip

if TYPE_CHECKING:
    from app.desk.model.sale import Wallet

_DOT_GAP, _LINE_SIDE = 6, 8


class _Given(IntEnum):
    """What has given way, in this order."""

    NOTHING = 0
    DISTANCE = 1
    YEAR = 2
    CREDIT = 3
    NET_WORD = 4
    LINE_WORD = 5
    SEARCH = 6


class TopBar(Lowered, QWidget):
    """The bar above every page."""

    def __init__(self, today: date) -> None:
        super().__init__()
        self.keep_heights(style.TOP_BAR)
        # What it holds gives way; it never makes the window wider.
        self.setMinimumWidth(1)
        self.search = SearchField()
        self.day = DatePicker(today)
        self.wallet = WalletChip()
        self.net = Button(tr("Net shown"), "quiet", key=SHOW_NET, icon="eye")
        self.net.set_side(10, 7)
        self.net.setObjectName("net_toggle")
        self._dot, self._line = Dot(), Label(tr("Online"), "caption", "text2")
        self._line.setObjectName("line_state")
        self._is_online, self._is_otherwise = True, False
        self._given = _Given.NOTHING
        self._blank: QWidget | None = None
        """That the customer window was blanked, once it was."""
        self._line_state = held(
            row(self._dot, self._line, gap=_DOT_GAP, margins=(_LINE_SIDE, 0, _LINE_SIDE, 0))
        )
        self._parts = row(self.search, self.day, None, self._line_state, self.net, self.wallet, gap=8)
        self._parts.setContentsMargins(0, 0, style.SHEET_INSET, 0)
        self.setLayout(self._parts)

    def serve(self, *, uses_day: bool, has_filter: bool) -> None:
        """Offer what the page on screen can use."""
        self.day.setVisible(uses_day)
        self.search.show_filter(has_filter=has_filter)

    def show_online(self, *, online: bool) -> None:
        """Show whether the service answers."""
        self._is_online = online
        self._show_dot()
        self._line.setText(tr("Online") if online else tr("Offline"))
        self._line.set_ink("text2" if online else "danger")
        self._line.set_role("caption" if online else "captionStrong")
        self._give()
        self._fit()

    def show_otherwise(self, *, otherwise: bool) -> None:
        """Show whether the service answers otherwise than described."""
        self._is_otherwise = otherwise
        self._show_dot()
        set_tip(self._line_state, tr("Answers otherwise than described") if otherwise else "")

    def _show_dot(self) -> None:
        well = "warning" if self._is_otherwise else "success"
        self._dot.show_tone(well if self._is_online else "danger")

    def show_customer(self, *, blank: bool) -> None:
        """Show that the customer window was blanked, or (False) that it follows."""
        if self._blank is None and blank:
            words = called("customer_blank", Label(tr("Customer window blank"), "caption", "text2"))
            self._blank = held(
                row(Dot("warning"), words, gap=_DOT_GAP, margins=(_LINE_SIDE, 0, _LINE_SIDE, 0))
            )
            self._parts.insertWidget(self._parts.indexOf(self._line_state), self._blank)
        if self._blank is not None:
            self._blank.setVisible(blank)
            self._fit()

    def show_net(self, *, shown: bool) -> None:
        """Show whether the wallet side is on screen."""
        self.net.set_icon("eye" if shown else "eye-off")
        self.net.set_label(tr("Net shown") if shown else tr("Net hidden"))
        self.wallet.show_net(shown=shown)
        self._give()
        self._fit()

    def show_wallet(self, wallet: Wallet | None, *, is_old: bool = False) -> None:
        """Show a reading of the wallet."""
        self.wallet.show_wallet(wallet, is_old=is_old)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def event(self, event: QEvent) -> bool:
        """Fit again when a part has become wider."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def _fit(self) -> None:
        """Let as many parts give way as must, in their order; nothing is elided before that."""
        given = next((each for each in _Given if self._wanted(each) <= self.width()), _Given.SEARCH)
        if given != self._given:
            self._given = given
            self._give()

    def _wanted(self, given: _Given) -> int:
        """The width of all parts when so much has given way, with the search field at its least."""
        widths = [
            SearchField.least_width(wholly=given >= _Given.SEARCH),
            self._line_width(given),
            self.net.width_when(folded=given >= _Given.NET_WORD),
            self.wallet.width_of(credit=given < _Given.CREDIT),
        ]
        if not self.day.isHidden():
            widths.append(self.day.width_of(distance=given < _Given.DISTANCE, year=given < _Given.YEAR))
        if self._blank is not None and not self._blank.isHidden():
            widths.append(self._blank.sizeHint().width())
        return sum(widths) + self._parts.spacing() * len(widths) + style.SHEET_INSET

    def _line_width(self, given: _Given) -> int:
        word = self._line.sizeHint().width() + _DOT_GAP if self._has_word(given) else 0
        return 2 * _LINE_SIDE + self._dot.sizeHint().width() + word

    def _has_word(self, given: _Given) -> bool:
        """Whether the state of the line is said in a word; that it is gone always is."""
        return not self._is_online or given < _Given.LINE_WORD

    def _give(self) -> None:
        given = self._given
        self.day.give_way(distance=given >= _Given.DISTANCE, year=given >= _Given.YEAR)
        self.wallet.give_way(credit=given >= _Given.CREDIT)
        self.net.fold(folded=given >= _Given.NET_WORD)
        self._line.setVisible(self._has_word(given))
        self.search.give_way(wholly=given >= _Given.SEARCH)
