"""The wallet page: present amounts, history, and the ledger journal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.sale import Wallet
from app.desk.wallet.alerts import note_words
from app.desk.wallet.statement import days_of, level_wanted, topup_request
from app.desk.wallet.wallet_history import BalanceHistory
from app.desk.wallet.wallet_movements import book_lines
from app.ui.kit.basics.badge import Badge, Dot, Tone
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.message_link import MessageLink
from app.ui.kit.sheets.net_hidden_notice import NetHiddenNotice
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller, SheetHeader
from app.ui.wallet import actions
from app.ui.wallet.cards import WalletCards
from app.ui.wallet.ledger_table import WalletLedger

if TYPE_CHECKING:
    from app.desk.model.office_rules import OfficeRules
    from app.desk.wallet.current_wallet import CurrentWallet
    from app.desk.wallet.wallet_history import WalletHistory

_READING, _HISTORY, _EXPORT = "wallet", "history", "export"
_KINDS = mark("Excel workbook (*.xlsx);;Comma separated (*.csv)")


class WalletPage(Page):
    """Shows the last reading at once, and reads again on entering and on F5."""

    own_actions = actions.WALLET
    title = mark("Wallet")

    wallet_read = Signal(object)
    """Emitted with a new reading, a `Wallet`."""
    alert_asked = Signal()
    """Emitted to change the alerts."""
    saved = Signal(object)
    """Emitted with the path at which a statement was written."""

    def __init__(
        self,
        wallet: CurrentWallet,
        wallet_history: WalletHistory,
        rules: OfficeRules,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._wallet = wallet
        self._wallet_history = wallet_history
        self._rules = rules
        self._owner = Label("", "body", "text2")
        self._status = Badge("")
        self._dot, self._read_at = Dot(), Label("", "caption", "text3")
        self._again = Button(actions.READ, size=28)
        self._again.setObjectName("read_again")
        self._failure = MessageBox("danger")
        self._alert = MessageBox("warning", flat=True)
        self._alert.setObjectName("wallet_alert")
        self._change = MessageLink(tr("Change alert"))
        self._change.setObjectName("change_alert")
        self._unkept = MessageBox("warning", flat=True)
        self._unkept.setObjectName("unkept_readings")
        self._cards = WalletCards()
        self._ledger = WalletLedger()
        self._sides = QStackedWidget()
        self._history: BalanceHistory | None = None
        self._build()
        self._again.clicked.connect(self.read_again)
        self._change.clicked.connect(self.alert_asked)
        self._ledger.topup_asked.connect(self._copy_topup)
        self._ledger.export_asked.connect(self._choose_file)
        self.bind(actions.TOP_UP, partial(self._if_shown, self._copy_topup))
        self.bind(actions.ENTRY, partial(self._if_shown, self._ledger.open_entry))
        self.bind(actions.EXPORT, partial(self._if_shown, self._ledger.ask_export))
        self._show(wallet.last)

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def read_again(self) -> None:
        self._again.set_busy(tr("Reading\u2026"))
        self.tasks.start(_READING, self._read())

    @override
    def follow_office(self) -> None:
        self.tasks.follow(_HISTORY, self._follow)

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._sides.setCurrentIndex(0 if shown else 1)

    def begin_day(self) -> None:
        """Show the entries of the day that has begun, and those of yesterday with their date."""
        self._show(self._wallet.last)

    def _if_shown(self, act: Callable[[], None]) -> None:
        if self.net_shown:
            act()

    def _build(self) -> None:
        read = row(self._dot, self._read_at, gap=6)
        header = SheetHeader(tr("Wallet"), "", held(read), self._again, beside=(self._owner, self._status))
        self._alert.add(self._change)
        notes = (self._failure, self._alert, self._unkept)
        for note in notes:
            note.hide()
        inner = column(*notes, self._cards, gap=14, margins=(20, 14, 20, 20))
        inner.addWidget(self._ledger, 1)
        self._sides.addWidget(Scroller(held(inner), bar_beside=True))
        self._sides.addWidget(NetHiddenNotice())
        page = column(header)
        page.addWidget(self._sides, 1)
        self.setLayout(page)

    async def _read(self) -> None:
        try:
            wallet = await self._wallet.read()
        except DeskError as error:
            self._failure.show_words(error.advice.what, f"{error.advice.meaning} {error.advice.action}")
            self._failure.show()
        else:
            self._failure.hide()
            self._show(wallet)
            self.wallet_read.emit(wallet)
        # Not in a finally: a page that was left no longer has a button.
        self._again.set_busy("")

    def _show(self, wallet: Wallet | None) -> None:
        shown = (self._cards, self._ledger, self._status, self._dot, self._owner, self._read_at)
        for part in shown:
            part.setVisible(wallet is not None)
        if wallet is None:
            return
        self._owner.setText(
            tr("Agent {agent}, operator {tenant}", agent=wallet.agent_id, tenant=wallet.tenant_id)
        )
        self._show_status(wallet.account_status)
        self._read_at.setText(lambda: tr("Read {time}", time=formats.clock_seconds(wallet.read_at)))
        alerts = self._rules.alerts
        note = note_words(wallet, alerts)
        if note is not None:
            self._alert.show_words(*note)
        self._alert.setVisible(note is not None)
        self._cards.show_wallet(wallet, alerts)
        self._ledger.show_entries(wallet.ledger)
        self.tasks.start(_HISTORY, self._read_history(wallet))

    def _show_status(self, status: str) -> None:
        shown = tr("Account {status}", status=formats.account(status))
        self._status.show_state(shown, _tone(is_active=status.casefold() == "active"))

    async def _follow(self) -> None:
        wallet = self._wallet.last
        if wallet is not None:
            await self._read_history(wallet)

    async def _read_history(self, wallet: Wallet) -> None:
        history = self._history = await self._wallet_history.history(wallet.agent_id)
        self._cards.show_history(history, self._rules.alerts)
        self._ledger.show_lines(book_lines(history.movements, history.readings, history.today))
        self._unkept.show_words(history.problem)
        self._unkept.setVisible(bool(history.problem))

    def _copy_topup(self) -> None:
        wallet = self._wallet.last
        if wallet is None:
            return
        readings = self._history.readings if self._history else ()
        level = level_wanted(wallet, readings, self._rules.alerts)
        QGuiApplication.clipboard().setText(topup_request(wallet, level, self._rules.branding.agency))
        self.said.emit(tr("The request to top up is copied. Add the bank reference."))

    def _choose_file(self, period: str) -> None:
        first, last = days_of(period, self._wallet_history.today())
        name = f"wallet-{first.isoformat()}-{last.isoformat()}.xlsx"
        choose_new_file(
            self,
            "exports",
            tr("Export the statement"),
            tr(_KINDS),
            lambda path: self._export(path, first, last),
            name=name,
        )

    def _export(self, path: Path, first: date, last: date) -> None:
        wallet = self._wallet.last
        if wallet is not None:
            self.tasks.start(_EXPORT, self._write(path, wallet.agent_id, first, last))

    async def _write(self, path: Path, agent_id: str, first: date, last: date) -> None:
        try:
            await self._wallet_history.export(path, agent_id, first, last)
        except OSError as error:
            what = tr("The statement could not be written.")
            cause = error.strerror or str(error)
            more = tr("{cause}. Choose another folder, or close the file where it is open.", cause=cause)
            self._failure.show_words(what, more)
            self._failure.show()
        else:
            self._failure.hide()
            self.saved.emit(path)


def _tone(*, is_active: bool) -> Tone:
    return "neutral" if is_active else "warning"
