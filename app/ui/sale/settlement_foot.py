"""Whether and when the wallet was read after the sale."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.sale import Wallet
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Glyph
from app.ui.kit.basics.key_cap import KeyHint
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.text import Label
from app.ui.theme import style


class SettlementFoot(Box):
    """The quiet foot of the settlement pane."""

    def __init__(self, wallet: Wallet | None, parent: QWidget | None = None) -> None:
        super().__init__("sunken", parent=parent)
        self._glyph = Glyph("circle-alert", 14, "warning_mark")
        self._words = Label(tr("The wallet could not be read after the sale"), ink="text2", elides=True)
        self._words.setObjectName("wallet_read_at")
        line = row(self._glyph, gap=6, margins=(20, 0, 20, 0))
        line.addWidget(self._words, 1)
        line.addWidget(KeyHint("F5"))
        self.setLayout(column(Hairline(), None, line, None))
        self.setFixedHeight(style.ACTION_BAR)
        if wallet is not None:
            self.show_wallet(wallet)

    def show_wallet(self, wallet: Wallet) -> None:
        """Say when it was read."""
        self._glyph.set_icon("refresh-cw", "text2")
        self._words.setText(tr("Wallet read {read_at}", read_at=formats.clock_seconds(wallet.read_at)))
