"""The watches of one desk on all pages: line, API key, days, shifts, wallet, and unstored outcomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.ui.flows.api_key_watch import ApiKeyWatch
from app.ui.flows.clerk_watch import ClerkWatch
from app.ui.flows.connection_watch import ConnectionWatch
from app.ui.flows.midnight_watch import MidnightWatch
from app.ui.flows.unjournalled_notice import UnjournalledNotice
from app.ui.flows.wallet_alert_watch import WalletAlertWatch
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk


class Watches:
    """All watches of a desk, from its beginning to its end."""

    def __init__(self, window: MainWindow, desk: Desk, read_again: Callable[[], None]) -> None:
        """`read_again` reads the lists when the line is back."""
        self.line = ConnectionWatch(window, desk, read_again)
        self.days = MidnightWatch(window, desk)
        self.duty = ClerkWatch(window, desk)
        self.key = ApiKeyWatch(window, desk, window.read_again)
        self.unkept = UnjournalledNotice(window, desk)
        self.wallet = WalletAlertWatch(window, desk)

    def end(self) -> None:
        """Stop watching."""
        for each in (self.line, self.days, self.duty, self.key, self.unkept, self.wallet):
            each.end()
