"""What several widgets of different kinds have in common; it stands before the class of Qt's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

if TYPE_CHECKING:
    Mixin = QWidget
else:
    # Two classes of Qt's cannot be mixed, so that it must be none itself.
    Mixin = object


class Restyled(Mixin):
    """Fits its widget again whenever the letters or the theme change."""

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._fit()

    def _fit(self) -> None:
        """Take sizes and letters from the style of now."""


class WalletSide(Mixin):
    """Has a wallet side, which is shown or not as that of what it stands in.

    Its page tells it, however deep it stands; what is put into a page later asks when it is shown.
    """

    net_shown = True

    @override
    def showEvent(self, event: QShowEvent) -> None:
        above = self.parentWidget()
        while above is not None and not isinstance(above, WalletSide):
            above = above.parentWidget()
        if above is not None and above.net_shown != self.net_shown:
            self.show_net(shown=above.net_shown)
        super().showEvent(event)

    def show_net(self, *, shown: bool) -> None:
        """Show the wallet side, or remove it, so that screen readers cannot read it either."""
        self.net_shown = shown


def tell_net(over: QWidget, *, shown: bool) -> None:
    """Let all that stands in a widget show its wallet side or hide it, also what is hidden at present."""
    for each in over.findChildren(QWidget):
        if isinstance(each, WalletSide):
            each.show_net(shown=shown)
