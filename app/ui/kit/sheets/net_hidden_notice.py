"""Shown in place of the hidden wallet side."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import SHOW_NET
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import NONE, Margins, row
from app.ui.kit.basics.mixin import NetSide, Told
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.empty_state import EmptyState


class NetHiddenNotice(EmptyState):
    """The notice that the wallet is hidden, with the key that shows it."""

    def __init__(self) -> None:
        super().__init__("eye-off", tr("Wallet hidden"), tr("Press F8 to show it, hold F8 for a look."))


class NetOrNotice(Told, QStackedWidget):
    """A wallet side, or the notice in its place."""

    def __init__(self, wallet_side: QWidget) -> None:
        super().__init__()
        self.addWidget(wallet_side)
        self.addWidget(NetHiddenNotice())

    @override
    def follow_net(self) -> None:
        self.setCurrentIndex(0 if self.net_shown else 1)


def hidden_side(*, margins: Margins = NONE) -> NetSide:
    """The line in place of a wallet side, with the key that shows it."""
    words = Label(tr("Wallet side hidden"), "bodyStrong")
    line = row(Icon("eye-off", 16, "text"), words, None, KeyCap(SHOW_NET), gap=6, margins=margins)
    return NetSide(line, in_place=True)
