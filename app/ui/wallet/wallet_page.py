"""The wallet page: present amounts, history, and the ledger journal."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import Alerts
from app.desk.model.sale import Wallet
from app.desk.wallet.alerts import Low, low, no_credit_words, note_words, over_under_words
from app.desk.wallet.forecast import forecast_words
from app.desk.wallet.statement import days_of, level_wanted, topup_request
from app.desk.wallet.wallet_history import BalanceHistory
from app.desk.wallet.wallet_movements import book_lines, day_sums
from app.ui.kit.basics.amounts import AmountLabel, Pair
from app.ui.kit.basics.announcing import say
from app.ui.kit.basics.badge import Badge, Dot, Tone
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.split_bar import Swatch
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.basics.usage_bar import UsageBar
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.file_picker import choose_new_file
from app.ui.kit.sheets.message_box import MessageBox, Notice
from app.ui.kit.sheets.message_link import MessageLink
from app.ui.kit.sheets.net_hidden_notice import NetOrNotice
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller, SheetHeader
from app.ui.theme import style
from app.ui.wallet import actions
from app.ui.wallet.chart import DAYS, BalanceChart
from app.ui.wallet.ledger_table import WalletLedger

if TYPE_CHECKING:
    from app.desk.model.office_rules import OfficeRules
    from app.desk.wallet.current_wallet import CurrentWallet
    from app.desk.wallet.wallet_history import WalletHistory

_READING, _HISTORY, _EXPORT = "wallet", "history", "export"
_KINDS = mark("Excel workbook (*.xlsx);;Comma separated (*.csv)")
_BALANCE_WIDTH, _CREDIT_WIDTH, _HEIGHT, _LOW_HEIGHT = 268, 388, 196, 172
_SIDE = (18, 14, 18, 14)


class WalletPage(Page):
    """Shows the last reading at once, and reads again on entering and on F5."""

    own_actions = actions.WALLET
    title = mark("Wallet")

    wallet_read = Signal(object)
    """Emitted with a new reading, a `Wallet`."""
    saved = Signal(object)
    """Emitted with the path at which a statement was written."""

    def __init__(self, wallet: CurrentWallet, wallet_history: WalletHistory, rules: OfficeRules) -> None:
        super().__init__()
        self._wallet = wallet
        self._wallet_history = wallet_history
        self._rules = rules
        self._owner = Label("", "body", "text2")
        self._status = Badge("")
        self._dot, self._read_at = Dot(), Label("", "caption", "text3")
        self._again = called("read_again", Button(actions.READ, size=28))
        self._failure = MessageBox("danger")
        self._alert = called("wallet_alert", MessageBox("warning", flat=True))
        self.change_alert = called("change_alert", MessageLink(tr("Change alert")))
        self._unkept = called("unkept_readings", Notice("warning", flat=True))
        self._cards = WalletCards()
        self._ledger = WalletLedger()
        self._history: BalanceHistory | None = None
        read = row(self._dot, self._read_at, gap=6)
        header = SheetHeader(tr("Wallet"), "", held(read), self._again, beside=(self._owner, self._status))
        self._alert.add(self.change_alert)
        notes = (self._failure, self._alert, self._unkept)
        for note in notes:
            note.hide()
        inner = column(*notes, self._cards, (self._ledger, 1), gap=14, margins=(20, 14, 20, 20))
        both = NetOrNotice(Scroller(held(inner), bar_beside=True))
        self.setLayout(column(header, (both, 1)))
        self._again.clicked.connect(self.read_again)
        self.office_changed.connect(partial(self.tasks.follow, _HISTORY, self._follow))
        self._ledger.topup.clicked.connect(self._copy_topup)
        self._ledger.export.clicked.connect(self._choose_file)
        self.bind(actions.TOP_UP, partial(self._if_shown, self._copy_topup))
        self.bind(actions.ENTRY, partial(self._if_shown, self._ledger.open_entry))
        self.bind(actions.EXPORT, partial(self._if_shown, self._choose_file))
        self._show(wallet.last)

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def read_again(self) -> None:
        self._again.set_busy(tr("Reading\u2026"))
        self.tasks.start(_READING, self._read())

    def begin_day(self) -> None:
        """Show the entries of the day that has begun, and those of yesterday with their date."""
        self._show(self._wallet.last)

    def _if_shown(self, act: Callable[[], None]) -> None:
        if self.net_shown:
            act()

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
        status = wallet.account_status
        shown = tr("Account {status}", status=formats.account(status))
        self._status.show_state(shown, _tone(is_active=status.casefold() == "active"))
        self._read_at.setText(lambda: tr("Read {time}", time=formats.clock_seconds(wallet.read_at)))
        alerts = self._rules.alerts
        note = note_words(wallet, alerts)
        if note is not None:
            self._alert.show_words(*note)
        self._alert.setVisible(note is not None)
        self._cards.show_wallet(wallet, alerts)
        self._ledger.show_entries(wallet.ledger)
        self.tasks.start(_HISTORY, self._read_history(wallet))

    async def _follow(self) -> None:
        wallet = self._wallet.last
        if wallet is not None:
            await self._read_history(wallet)

    async def _read_history(self, wallet: Wallet) -> None:
        history = self._history = await self._wallet_history.history(wallet.agent_id)
        self._cards.show_history(history, self._rules.alerts)
        self._ledger.show_lines(book_lines(history.movements, history.readings, history.today))
        self._unkept.show_words(history.problem)

    def _copy_topup(self) -> None:
        wallet = self._wallet.last
        if wallet is None:
            return
        readings = self._history.readings if self._history else ()
        level = level_wanted(wallet, readings, self._rules.alerts)
        QGuiApplication.clipboard().setText(topup_request(wallet, level, self._rules.branding.agency))
        say(self, tr("The request to top up is copied. Add the bank reference."))

    def _choose_file(self) -> None:
        first, last = days_of(self._ledger.period, self._wallet_history.today())
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
            self.tasks.start(_EXPORT, self._write(path, wallet, first, last))

    async def _write(self, path: Path, wallet: Wallet, first: date, last: date) -> None:
        try:
            await self._wallet_history.export(path, wallet, first, last)
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


class WalletCards(Roomy, Restyled, Box):
    """One block: the available money, the credit, and the wallet history."""

    def __init__(self) -> None:
        super().__init__("surface", "line", radius=style.RADIUS)
        self._balance = called("balance", AmountLabel("display"))
        self._arrow = Icon("arrow-down", 14, "warning", stroke=2, above=2)
        self._apart = called("over_under", Label("", "bodyStrong"))
        self._until = called("forecast", Label("", "caption", "text3", wraps=True))
        self._debited, self._refunded = Pair(tr("Debited today")), Pair(tr("Refunded today"))
        self._debited.value.setObjectName("debited_today")
        self._refunded.value.setObjectName("refunded_today")
        self._left = called("credit_left", Label("", "money"))
        self._meter = UsageBar()
        self._limit_mark = Label("", "caption", "text3", right=True)
        self._used, self._limit = Pair(tr("Used")), Pair(tr("Limit"))
        self.chart = BalanceChart()
        self._alert_key = held(row(_Dashes(), Label(tr("Alert"), "caption", "text3"), gap=6))
        self._first = self._balance_side()
        line = row((self._first, 0), (Hairline(down=True), 0), (self._credit_side(), 0))
        chart = row(Hairline(down=True), (self._chart_side(), 1))
        self._chart_part = held(chart)
        line.addWidget(self._chart_part, 1)
        self.setLayout(line)
        self._fit()

    def show_wallet(self, wallet: Wallet, alerts: Alerts) -> None:
        """Show a reading."""
        self._balance.show_amount(wallet.cash, wallet.currency)
        self._fit()
        is_low = Low.CASH in low(wallet, alerts)
        self._apart.setText(over_under_words(wallet, alerts))
        self._apart.set_ink("warning" if is_low else "text2")
        self._arrow.set_icon("arrow-down" if is_low else "arrow-up", "warning" if is_low else "text2")
        for part in (self._apart, self._arrow, self._alert_key):
            part.setVisible(alerts.low_cash is not None)
        for part in self._credit_parts:
            part.setVisible(bool(wallet.has_credit))
        if wallet.has_credit:
            self._show_credit(wallet)
        else:
            self._left.set_runs(Run(no_credit_words(wallet), "body", "text2"))

    def _show_credit(self, wallet: Wallet) -> None:
        whole, _, decimals = formats.amount(wallet.credit_left).partition(".")
        self._left.set_runs(
            Run(whole, "money"),
            Run(f".{decimals}", "money", "text3"),
            Run("  "),
            Run(tr("left to use"), "body", "text2"),
        )
        used, limit = formats.amount(wallet.credit_used), formats.amount(wallet.credit_limit)
        share = float(wallet.credit_used / wallet.credit_limit) if wallet.credit_limit else 0.0
        self._meter.show_share(share, tr("Credit used {used} of {limit}", used=used, limit=limit))
        self._limit_mark.setText(limit)
        self._used.value.setText(used)
        self._limit.value.setText(limit)

    def show_history(self, history: BalanceHistory, alerts: Alerts) -> None:
        """Show the wallet history."""
        sums = day_sums(history.movements, history.today)
        for pair, value in ((self._debited, sums.debited), (self._refunded, sums.refunded)):
            shown = formats.amount(value)
            # A sale with a lost answer that was found booked has no stated amount.
            pair.value.setText(tr("at least {amount}", amount=shown) if sums.has_unstated else shown)
        found = history.forecast
        self._until.setText("" if found is None else forecast_words(found))
        self._fit()
        self.chart.show_readings(history.readings, history.today, alerts.low_cash)

    @override
    def follow_room(self) -> None:
        self._fit()

    @override
    def _fit(self) -> None:
        """Set the widths so that a balance is never cut off."""
        self._chart_part.setVisible(not self.room.is_narrow)
        needed = self._balance.sizeHint().width() + _SIDE[0] + _SIDE[2]
        width = max(_BALANCE_WIDTH, needed)
        self._first.setFixedWidth(width)
        lines = self._first.layout()
        least = 0 if lines is None else lines.totalHeightForWidth(width)
        self.setFixedHeight(max(self.room.height(_HEIGHT, _LOW_HEIGHT), least))

    def _balance_side(self) -> QWidget:
        head = Label(tr("Available balance"), "bodyStrong", "text2")
        apart = row(self._arrow, self._apart, None, gap=6, top=True)
        pairs = (self._debited, self._refunded)
        return held(column(head, 4, self._balance, apart, 2, self._until, None, *pairs, margins=_SIDE))

    def _credit_side(self) -> QWidget:
        head = Label(tr("Credit facility"), "bodyStrong", "text2")
        scale = row((Label("0", "caption", "text3"), 0), (self._limit_mark, 1))
        used = _marked(Swatch(), self._used)
        limit = _marked(_limit_swatch(), self._limit)
        drawn = held(column(self._meter, 4, scale))
        self._credit_parts = drawn, used, limit
        parts = (head, 8, self._left, 8, drawn, None, used, limit)
        side = held(column(*parts, margins=_SIDE))
        side.setFixedWidth(_CREDIT_WIDTH)
        return side

    def _chart_side(self) -> QWidget:
        head = row(gap=8, margins=(0, 0, 10, 0))
        head.addWidget(Label(tr("Balance, {days} days", days=DAYS), "bodyStrong", "text2"), 1)
        head.addWidget(self._alert_key)
        lines = column(head, 6, (row(-12, (self.chart, 1)), 1), margins=(18, 14, 8, 6))
        return held(lines)


def _marked(swatch: QWidget, pair: Pair) -> QWidget:
    return held(row(swatch, (pair, 1), gap=6))


def _limit_swatch() -> QWidget:
    """The square for the unused part."""
    swatch = Box("track", radius=3)
    swatch.setFixedSize(10, 10)
    return swatch


class _Dashes(QWidget):
    """A sample of the line of the alert."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(16, 2)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        pen = QPen(style.tokens().warning_mark, 2)
        pen.setDashPattern([2, 1.5])
        painter.setPen(pen)
        painter.drawLine(0, 1, 16, 1)
