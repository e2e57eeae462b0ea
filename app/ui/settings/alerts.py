"""The section of the wallet's alerts."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.amount_input import amount_problem, typed_amount
from app.desk.model.office_rules import Alerts
from app.desk.model.typed_text import figures
from app.desk.office.office_changes import ALERTS
from app.desk.settings.shell import Shell
from app.desk.wallet.forecast import Pace, reach_words
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from app.ui.settings.in_charge import InCharge
from app.ui.wallet.balance_scale import BalanceScale

if TYPE_CHECKING:
    from app.desk.model.office_rules import OfficeRules
    from app.desk.wallet.current_wallet import CurrentWallet
    from app.desk.wallet.wallet_history import WalletHistory

_NAMES_WIDTH, _CONTROLS_WIDTH, _GAP, _FIELD_WIDTH = 220, 520, 40, 200
_BESIDE = 28
"""Down to what is typed, beneath the label of a field."""
_LIMIT = 18
_NO_AMOUNT = mark("Type an amount such as 10,000, or nothing for no alert.")
_PACE, _ASKING = "pace", "asking"


class AlertSettings(Told, QWidget):
    """Two amounts, each empty for no alert; a valid one counts at once."""

    heading = mark("Wallet alerts")
    icon = "bell"

    def __init__(
        self,
        wallet: CurrentWallet,
        wallet_history: WalletHistory,
        rules: OfficeRules,
        shell: Shell,
        *,
        in_charge: InCharge | None = None,
    ) -> None:
        """`shell` keeps other `Alerts`; `in_charge` says whether they may be changed, by default yes."""
        super().__init__()
        self._shell = shell
        self._in_charge = in_charge or InCharge()
        self._wallet = wallet
        self._wallet_history = wallet_history
        self._rules = rules
        self._alerts = self._told = self._noted = rules.alerts
        self._pace: Pace | None = None
        self._highest = Decimal(0)
        self._tasks = TaskScope(hand_to_loop)
        self._cash = _field(tr("Alert when the balance is under"), "low_cash", self._alerts.low_cash)
        self._credit = _field(tr("Alert when credit left is under"), "low_credit", self._alerts.low_credit)
        self._reach = called("alert_reach", Label("", "body", "text2", wraps=True))
        self._now = BalanceScale()
        balance = row(self._cash, (held(column(_BESIDE, self._reach, None)), 1), gap=12, top=True)
        parts = (
            _part(
                tr("Low balance"),
                tr("Shown on the wallet chip and on Wallet, and told once above the page."),
                held(column(held(balance), 8, self._now)),
            ),
            Hairline(),
            _part(
                tr("Credit"),
                tr("The service takes cash first and then credit."),
                held(row(self._credit, None)),
            ),
            Hairline(),
        )
        self.setLayout(column(*parts, None))
        for field in (self._cash, self._credit):
            field.edited.connect(self._take)
            field.edit.editingFinished.connect(self._settle)
        self._show()

    @property
    def alerts(self) -> Alerts:
        """The last valid alerts."""
        return self._alerts

    def show_settings(self) -> None:
        """Show the present settings."""
        if self._rules.alerts != self._alerts and not self._tasks.is_running(_ASKING):
            self._show_kept()

    def _show_kept(self) -> None:
        alerts = self._told = self._noted = self._alerts = self._rules.alerts
        self._cash.set_text(_typed(alerts.low_cash))
        self._credit.set_text(_typed(alerts.low_credit))
        self._show()

    @override
    def follow_net(self) -> None:
        self._show()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()
        self._tasks.start(_PACE, self._read_pace())

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._tasks.cancel_all()
        if self._in_charge.is_open:
            self._tell()

    def _take(self, _text: str) -> None:
        """Take the typed amounts; an invalid one keeps the amount that counts, not what was half typed."""
        self._alerts = Alerts(
            _understood(self._cash, self._told.low_cash), _understood(self._credit, self._told.low_credit)
        )
        # A number that is half typed counts when it is whole.
        self._show()

    def _tell(self) -> None:
        if self._alerts != self._told:
            self._told = self._alerts
            self._shell.keep(self._alerts)

    def _settle(self) -> None:
        """Ask whether the typed amounts may count, and keep who has changed them."""
        if self.isVisible() and self._alerts != self._noted and not self._tasks.is_running(_ASKING):
            self._tasks.start(_ASKING, self._ask())

    async def _ask(self) -> None:
        if not await self._in_charge.allows(self):
            self._show_kept()
            return
        self._noted = self._alerts
        self._tell()
        typed = joined(
            " / ", (_typed(each) or "\u2013" for each in (self._alerts.low_cash, self._alerts.low_credit))
        )
        self._in_charge.note(ALERTS, typed)

    def _show(self) -> None:
        wallet, alert = self._wallet.last, self._alerts.low_cash
        says_pace = self.net_shown and self._pace is not None and bool(alert)
        self._reach.setText(reach_words(alert, self._pace) if says_pace and alert and self._pace else "")
        self._now.setVisible(self.net_shown and wallet is not None)
        if wallet is not None:
            self._now.show_balance(wallet, self._alerts, self._highest)

    async def _read_pace(self) -> None:
        wallet = self._wallet.last
        if wallet is not None:
            history = await self._wallet_history.history(wallet.agent_id)
            self._pace = history.pace
            self._highest = max((each.cash for each in history.readings), default=Decimal(0))
            self._show()


def _part(name: str, about: str, control: QWidget) -> QWidget:
    told = held(column(Label(name, "heading"), 4, Label(about, "body", "text2", wraps=True), None))
    told.setFixedWidth(_NAMES_WIDTH)
    control.setMaximumWidth(_CONTROLS_WIDTH)
    line = row((told, 0), (control, 1), gap=_GAP, margins=(0, 22, 0, 22), top=True)
    line.addStretch()
    return held(line)


def _field(label: str, name: str, value: Decimal | None) -> TextField:
    field = TextField(label, name, takes=figures, limit=_LIMIT, placeholder=tr("Off"))
    field.setFixedWidth(_FIELD_WIDTH)
    field.set_text(_typed(value))
    return field


def _typed(value: Decimal | None) -> str:
    return "" if value is None else formats.amount(value)


def _understood(field: TextField, former: Decimal | None) -> Decimal | None:
    """The amount in a field; for an invalid one the former amount, with an error below the field."""
    text = field.text().strip()
    found = typed_amount(text)
    is_amount = found is not None or not text
    field.show_error("" if is_amount else tr(amount_problem(text, _NO_AMOUNT)))
    return found if is_amount else former
