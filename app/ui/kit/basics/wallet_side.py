"""What belongs to the wallet side, and is shown or hidden (F8) wherever it stands on a page."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.kit.basics.mixin import Mixin


class WalletSide(Mixin):
    """Has a wallet side. Its page tells it, however deep it stands, whether that is shown."""

    net_shown = True

    def show_net(self, *, shown: bool) -> None:
        """Show the wallet side, or remove it, so that screen readers cannot read it either."""
        self.net_shown = shown


def tell_net(over: QWidget, *, shown: bool) -> None:
    """Let all that stands in a widget show its wallet side or hide it, also what is hidden at present."""
    for each in over.findChildren(QWidget):
        if isinstance(each, WalletSide):
            each.show_net(shown=shown)
