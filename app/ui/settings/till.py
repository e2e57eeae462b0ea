"""The till: whether it is kept, its receipts, cash, and the agency's address for UPI."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.core.settings import CASH_ROUNDINGS, fits
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model.office_rules import TillRules
from app.desk.office.office_changes import TILL, UPI
from app.desk.settings.settings_context import SettingsContext
from app.desk.till.upi import TEST_AMOUNT, upi_link
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.qr_view import QrView
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.checkbox import Checkbox
from app.ui.kit.controls.segmented import SegmentChoice
from app.ui.kit.controls.text_field import TextField
from app.ui.settings.in_charge import InCharge
from app.ui.settings.section import Block, SettingControls, block

_CODE, _SERIES, _MERCHANT, _LONGEST = 180, 2, 4, 254
_ERRORS = {
    "upi_address": mark("An address for UPI is like coralcoast@bank: a name, an @ and the bank, no spaces."),
    "upi_merchant_code": mark("The code of the bank has four digits. Leave it empty without one."),
    "receipt_series": mark("One or two capital letters, such as A."),
}
_NOTED = {"till": TILL, "receipt_series": TILL, "upi_address": UPI}
"""What is the office's business, and as what it is kept who changed it."""


class TillSettings(QObject):
    """The blocks of the till; a change counts at once, a text once its field is left."""

    def __init__(self, setup: SettingsContext, in_charge: InCharge, parent: QWidget) -> None:
        super().__init__(parent)
        self._setup, self._in_charge, self._section = setup, in_charge, parent
        self._tasks = TaskScope(hand_to_loop)
        self._controls = SettingControls(setup, self._ask)
        self._fields = {
            "receipt_series": TextField(
                tr("Letters of this desk\u2019s receipts"), "receipt_series", limit=_SERIES
            ),
            "upi_address": TextField(tr("The agency\u2019s address for UPI"), "upi_address", limit=_LONGEST),
            "upi_name": TextField(tr("Name that the customer sees"), "upi_name", limit=99),
            "upi_merchant_code": TextField(
                tr("Merchant code, if the bank gave one"), "upi_merchant_code", limit=_MERCHANT
            ),
        }
        self._code = called("test_code", QrView(_CODE))
        self._tested = called("upi_tested", Checkbox(tr("The test arrived")))
        self.blocks = self._built()
        """Those for its section."""
        self.show_settings()
        self._tested.clicked.connect(self._note_test)
        for name, field in self._fields.items():
            field.edited.connect(partial(self._take_error_back, name))
            field.edit.editingFinished.connect(partial(self._enter, name))

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        settings = self._setup.settings
        self._controls.show_settings()
        for name, field in self._fields.items():
            # What was refused stands with its error until it is typed anew.
            if not field.error:
                field.set_text(getattr(settings, name))
        self._show_test()

    def _show_test(self) -> None:
        """Show the code that tests the address, and whether that was done."""
        settings = self._setup.settings
        rules = TillRules(
            upi_address=settings.upi_address,
            upi_name=settings.upi_name,
            upi_merchant_code=settings.upi_merchant_code,
        )
        self._test.setVisible(bool(settings.upi_address))
        link = upi_link(rules, TEST_AMOUNT, f"{settings.receipt_series}TEST", "TEST")
        self._code.show_text(link, tr("QR for UPI, 1.00 to {address}", address=settings.upi_address))
        self._tested.setChecked(bool(settings.upi_address) and settings.upi_tested == settings.upi_address)

    def _take_error_back(self, name: str, _text: str) -> None:
        self._fields[name].show_error("")

    def _enter(self, name: str) -> None:
        """Take the text of a field, or say what is wrong with it."""
        field = self._fields[name]
        typed = field.text().strip()
        typed = typed.upper() if name == "receipt_series" else typed
        if not fits(name, typed):
            field.show_error(tr(_ERRORS[name]))
        elif typed != getattr(self._setup.settings, name):
            self._ask({name: typed})

    def _note_test(self) -> None:
        self._ask({"upi_tested": self._setup.settings.upi_address if self._tested.isChecked() else ""})

    def _ask(self, changes: dict[str, object]) -> None:
        if not self._tasks.is_running("change"):
            self._tasks.start("change", self._change(changes))

    async def _change(self, changes: dict[str, object]) -> None:
        (name, value) = next(iter(changes.items()))
        if name not in _NOTED or await self._in_charge.allows(self._section):
            self._setup.shell.keep(changes)
            if name in _NOTED:
                on_off = tr("on") if value is True else tr("off")
                self._in_charge.note(_NOTED[name], on_off if isinstance(value, bool) else str(value))
        self.show_settings()

    def _built(self) -> tuple[Block, ...]:
        about = Label(
            joined(
                " ",
                (
                    tr("Pay 1.00 with a phone of your own, look at the bank, then tick it."),
                    tr("Until then the way reads \u201cnot tested\u201d."),
                ),
            ),
            "caption",
            "text3",
            wraps=True,
        )
        words = column(Label(tr("Test the address"), "bodyStrong"), 4, about, 10, self._tested, None)
        line = row(self._code, (held(words), 1), gap=20, top=True)
        self._test = held(line)
        off, *coins = CASH_ROUNDINGS
        choices = SegmentChoice(off, tr("Off")), *(SegmentChoice(each, each) for each in coins)
        receipts = self._fields["receipt_series"]
        receipts.show_helper(
            tr("Empty means two of its own. No other desk may have the same: A/2627/000418.")
        )
        return (
            block(
                tr("Till"),
                tr("Keeps how each customer paid, with receipts. It never stops a booking."),
                self._controls.on_off(
                    "till", tr("Keep a till"), tr("Take payment stands on Booked, with the key T.")
                ),
                receipts,
                self._controls.one_of("cash_rounding", tr("Round cash to"), choices),
            ),
            block(
                tr("UPI"),
                tr("The code on the screen asks for exactly the amount, to this address."),
                *(self._fields[name] for name in ("upi_address", "upi_name", "upi_merchant_code")),
                self._test,
            ),
        )
