"""The top bar: search, travel date, line, wallet side, wallet."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.layouts import held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.date_picker import DatePicker
from app.ui.kit.controls.search_field import SearchField
from app.ui.theme import style
from app.ui.wallet.chip import WalletChip

if TYPE_CHECKING:
    from app.desk.model.sale import Wallet


class TopBar(QWidget):
    """The bar above every page."""

    searched = Signal(str)
    """Emitted with the text of the search field."""
    net_toggled = Signal()
    """Emitted to hide or show the wallet side."""

    def __init__(self, today: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(style.TOP_BAR)
        self.search = SearchField()
        self.day = DatePicker(today)
        self.wallet = WalletChip()
        self._net = Button(tr("Net shown"), "quiet", key=SHOW_NET, icon="eye")
        self._net.set_side(10, 7)
        self._net.setObjectName("net_toggle")
        self._dot, self._line = Dot(), Label(tr("Online"), "caption", "text2")
        self._line.setObjectName("line_state")
        online = held(row(self._dot, self._line, gap=6, margins=(8, 0, 8, 0)))
        self.setLayout(
            row(self.search, self.day, None, online, self._net, self.wallet, gap=8, margins=(0, 0, 8, 0))
        )
        self.search.textEdited.connect(self.searched)
        self._net.clicked.connect(self.net_toggled)

    def show_online(self, *, online: bool) -> None:
        """Show whether the service answers."""
        self._dot.show_tone("success" if online else "danger")
        self._line.setText(tr("Online") if online else tr("Offline"))
        self._line.set_ink("text2" if online else "danger")
        self._line.set_role("caption" if online else "captionStrong")

    def show_net(self, *, shown: bool) -> None:
        """Show whether the wallet side is on screen."""
        self._net.set_icon("eye" if shown else "eye-off")
        self._net.set_label(tr("Net shown") if shown else tr("Net hidden"))
        self.wallet.show_net(shown=shown)

    def show_wallet(self, wallet: Wallet | None, *, is_old: bool = False) -> None:
        """Show a reading of the wallet."""
        self.wallet.show_wallet(wallet, is_old=is_old)
