"""What the wallet was before a sale, and what the sale was to cost."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.desk import words
from app.desk.values import Sale
from app.ui import style
from app.ui.parts.box import Box, Hairline
from app.ui.parts.glyph import Glyph
from app.ui.parts.key_hint import KeyHint
from app.ui.parts.layouts import column, held, row
from app.ui.parts.money import Pair
from app.ui.parts.text import Label

_UNKNOWN = "Not known"


class EvidenceCard(Box):
    """Two cells, hidden by F8 as one piece."""

    def __init__(self, sale: Sale | None, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line", radius=style.RADIUS, parent=parent)
        self._sale = sale
        hidden = row(
            Glyph("eye-off", 16, "text"),
            Label("Wallet side hidden", "bodyStrong"),
            None,
            KeyHint("F8"),
            gap=6,
        )
        hidden.setContentsMargins(17, 15, 17, 15)
        self._before, self._expected = Pair("Cash"), Pair("Debit")
        self._before.value.setObjectName("wallet_before")
        self._expected.value.setObjectName("expected_debit")
        cells = row()
        cells.addWidget(_cell("Wallet before", _read_words(sale), self._before), 1)
        cells.addWidget(Hairline(down=True))
        cells.addWidget(_cell("Expected debit", "If it was booked", self._expected), 1)
        self._shown, self._hidden = held(cells), held(hidden)
        self.setLayout(column(self._shown, self._hidden))
        self.show_net(shown=True)

    def show_net(self, *, shown: bool) -> None:
        """Show the amounts, or take them away."""
        self._shown.setVisible(shown)
        self._hidden.setVisible(not shown)
        sale = self._sale
        before = sale.wallet_before if sale is not None else None
        expected = sale.expected if sale is not None else None
        for pair, value in ((self._before, before), (self._expected, expected)):
            text = _UNKNOWN if value is None else words.amount(value)
            pair.value.setText(text if shown else "")


def _read_words(sale: Sale | None) -> str:
    return "" if sale is None else f"Read just before {words.clock_seconds(sale.sold_at)}"


def _cell(heading: str, when: str, amount: Pair) -> QWidget:
    return held(
        column(
            Label(heading, "bodyHeavy"),
            Label(when, "caption", "text3", elides=True),
            10,
            amount,
            margins=(17, 15, 17, 15),
        )
    )
