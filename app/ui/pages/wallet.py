"""The wallet: what can be spent, and the newest ledger entries as the service sent them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk import words
from app.desk.advice import DeskError
from app.desk.values import Wallet
from app.ui import assets
from app.ui.page import Page
from app.ui.parts.badge import Badge, Dot, Tone
from app.ui.parts.box import Box, Hairline
from app.ui.parts.buttons import Button
from app.ui.parts.hidden_wallet import HiddenWallet
from app.ui.parts.layouts import column, empty, held, row
from app.ui.parts.note import Note
from app.ui.parts.sheet import Scroller, SheetHeader
from app.ui.parts.text import Label
from app.ui.parts.wallet_cards import WalletCards

if TYPE_CHECKING:
    from app.desk.desk import Desk

_READING = "wallet"


class WalletPage(Page):
    """Shows the last reading at once, and reads again on entering and on F5."""

    wallet_read = Signal(object)
    """A new reading: a `Wallet`."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._owner = Label("", "body", "text2")
        self._status = Badge("")
        self._dot, self._read_at = Dot(), Label("", "caption", "text3")
        self._again = Button("Read again", size=28, key="F5", icon="refresh-cw")
        self._again.setObjectName("read_again")
        self._again.clicked.connect(self.read_again)
        self._failure = Note("danger")
        self._cards = WalletCards()
        self._ledger = QVBoxLayout()
        self._sides = QStackedWidget()
        self._build()
        self._show(desk.wallet_reading)

    @override
    def take_focus(self) -> None:
        self._again.setFocus()

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def read_again(self) -> None:
        self._again.set_busy("Reading\u2026")
        self.tasks.start(_READING, self._read())

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._sides.setCurrentIndex(0 if shown else 1)

    def _build(self) -> None:
        assets.load_mono_font()
        read = row(self._dot, self._read_at, gap=6)
        header = SheetHeader("Wallet", "", held(read), self._again, beside=(self._owner, self._status))
        self._failure.hide()
        cards = row(self._cards, None)
        title = Label("Newest ledger entries, as the service sent them", "heading")
        inner = column(self._failure, cards, 6, title, self._ledger, None, gap=14, margins=(20, 14, 20, 20))
        self._sides.addWidget(Scroller(held(inner)))
        self._sides.addWidget(HiddenWallet())
        page = column(header)
        page.addWidget(self._sides, 1)
        self.setLayout(page)

    async def _read(self) -> None:
        try:
            wallet = await self._desk.wallet()
        except DeskError as error:
            self._failure.show_words(error.advice.what, f"{error.advice.meaning} {error.advice.action}")
            self._failure.show()
        else:
            self._failure.hide()
            self._show(wallet)
            self.wallet_read.emit(wallet)
        # Not in a finally: a page that was left has no button any more.
        self._again.set_busy("")

    def _show(self, wallet: Wallet | None) -> None:
        for part in (self._cards, self._status, self._dot, self._owner, self._read_at):
            part.setVisible(wallet is not None)
        if wallet is None:
            return
        self._owner.setText(f"Agent {wallet.agent_id}, tenant {wallet.tenant_id}")
        is_active = wallet.account_status.casefold() == "active"
        status = wallet.account_status.capitalize() if is_active else wallet.account_status or "not stated"
        self._status.show_state(
            f"Account {status.casefold() if is_active else status}", _tone(is_active=is_active)
        )
        self._read_at.setText(f"Read {words.clock_seconds(wallet.read_at)}")
        self._cards.show_wallet(wallet)
        self._show_ledger(wallet.ledger)

    def _show_ledger(self, entries: tuple[str, ...]) -> None:
        empty(self._ledger)
        if not entries:
            self._ledger.addWidget(Label("The service sent no entries.", "body", "text2"))
            return
        block = Box("surface", "line_strong", radius=8)
        lines = column(margins=(1, 1, 1, 1))
        for number, entry in enumerate(entries):
            if number:
                lines.addWidget(Hairline())
            lines.addLayout(column(Label(entry, "mono", "text2", wraps=True), margins=(16, 10, 16, 10)))
        block.setLayout(lines)
        self._ledger.addWidget(block)


def _tone(*, is_active: bool) -> Tone:
    return "neutral" if is_active else "warning"
