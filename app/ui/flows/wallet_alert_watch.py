"""Watches the wallet's alerts: the chip always shows them, and a notice shows each crossing once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.language import tr
from app.desk.wallet.alerts import Crossing, low, notice_words
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.model.sale import Wallet


class WalletAlertWatch:
    """Shows the alerts of a desk's wallet in the frame."""

    def __init__(self, window: MainWindow, desk: Desk) -> None:
        self._window = window
        self._desk = desk
        self._crossing = Crossing()
        self._unsubscribe = desk.reader.wallet_read.subscribe(self._note)
        self.renew()

    def end(self) -> None:
        """Stop watching, and remove the notice."""
        self._unsubscribe()
        self.take_back()

    def renew(self) -> None:
        """Check the last reading again, since the alerts may have changed."""
        self._window.show_alerts(self._desk.rules.alerts)
        self._judge(self._desk.wallet.last)

    def take_back(self) -> None:
        """Remove the notice while the page of the wallet is shown."""
        self._window.show_notice("", about="wallet")

    def _note(self, wallet: Wallet) -> None:
        self._window.show_wallet(wallet)
        self.renew()

    def _judge(self, wallet: Wallet | None) -> None:
        found = low(wallet, self._desk.rules.alerts)
        if self._crossing.note(found):
            more = tr("Ask the operator to top up the wallet.")
            self._window.show_notice(notice_words(found), more, about="wallet")
        elif not found:
            self.take_back()
