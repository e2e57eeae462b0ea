"""UPI: a code with exactly the amount, and the reference of what has arrived."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model.office_rules import TillRules
from app.desk.model.shown import Shown
from app.desk.model.typed_text import figures, upi_reference
from app.desk.till.payment_rules import MOST_UPI, UPI_LIMIT, NotTakenError, asked_amount, exact_line
from app.desk.till.payment_values import Line, Payment, PayWay, in_rupees, paise_words
from app.desk.till.shown_payment import shown_payment
from app.desk.till.upi import upi_link
from app.ui.kit.basics.amounts import AmountLabel
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.qr_view import QrView
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox

_CODE, _LOW_CODE, _AROUND, _LIMIT = 298, 138, 18, 18
_NO_ADDRESS = mark(
    "The agency\u2019s UPI address is set in Settings, under More. Without it there is no code."
)
_OTHER_MONEY = mark("UPI takes rupees alone. Use another way for another currency.")
_INR = "INR"
_PRACTICE = mark("PRACTICE. There is no code: it would take real money.")


class UpiPart(Roomy, QWidget):
    """The code of this line, its amount, and the reference; no amount is all that is left."""

    def __init__(
        self,
        rules: TillRules,
        reference: Callable[[], str],
        note: str,
        *,
        currency: str,
        is_practice: bool,
        parent: QWidget | None = None,
    ) -> None:
        """`reference` makes that of the next attempt, `note` is the PNR that the customer's app shows."""
        super().__init__(parent)
        self._rules, self._next_attempt, self._pnr = rules, reference, note
        self._attempt, self._asked = reference(), (0, "")
        self._has_code = bool(rules.upi_address) and not is_practice and currency == _INR
        self._low_side = _LOW_CODE
        self._code = QrView(_CODE)
        self._code.setObjectName("upi_code")
        if not self._has_code:
            self._code.hide()
        self._exact = AmountLabel("change")
        self._exact.setObjectName("upi_exactly")
        self._warning = MessageBox("warning")
        self._about = Label("", ink="text2", wraps=True)
        self._amount = TextField(tr("Amount"), "paid_amount", takes=figures, limit=_LIMIT)
        self._reference = TextField(
            tr("UPI reference, 12 digits or the last 4"), "reference", takes=upi_reference
        )
        self.setFocusProxy(self._reference)
        self.seen_by: str | None = None
        without = _PRACTICE if is_practice else _NO_ADDRESS if currency == _INR else _OTHER_MONEY
        self._build("" if self._has_code else tr(without))

    def line(self, payment: Payment) -> Line:
        """The line of what is typed. Raises NotTakenError."""
        return exact_line(
            payment, PayWay.UPI, self._amount.text(), self._reference.text(), seen_by=self.seen_by
        )

    def asks_anew(self, payment: Payment) -> bool:
        """Whether it is another amount or reference than at the last call: what was seen is not this."""
        asked = asked_amount(payment, self._amount.text()), self._reference.text()
        before, self._asked = self._asked, asked
        return self._asked != before

    def note_seen(self, by: str | None) -> None:
        """Note who has seen the money arrive; None for nobody."""
        self.seen_by = by

    def clear(self) -> None:
        """Empty the fields."""
        self._amount.set_text("")
        self._reference.set_text("")
        self.seen_by = None
        # Banks refuse a second transfer with the same reference.
        self._attempt = self._next_attempt()

    def typed(self) -> tuple[str, ...]:
        """What is typed, and the reference of the code, for the part that replaces this one."""
        return self._amount.text(), self._reference.text(), self._attempt

    def restore(self, amount: str, reference: str, attempt: str) -> None:
        """Restore what was typed in the part that this one replaces, and its code, which may be scanned."""
        self._amount.set_text(amount)
        self._reference.set_text(reference)
        self._attempt = attempt

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self._amount.text() and not self._reference.text()

    def shown(self, payment: Payment) -> Shown:
        """What the customer reads along: the amount of this line, with its code."""
        paise = asked_amount(payment, self._amount.text())
        return shown_payment(payment, paise or payment.left, upi=self._code.text)

    def show_payment(self, payment: Payment) -> None:
        """Show the amount of this line, and its code."""
        paise = asked_amount(payment, self._amount.text())
        left = paise_words(max(payment.left, 0))
        self._amount.show_helper(tr("Empty means exactly {amount}", amount=left) if payment.left > 0 else "")
        if self._has_code:
            about = tr("note {note}, reference {reference}", note=self._pnr, reference=self._attempt)
            self._about.setText(about)
        self._exact.show_amount(in_rupees(paise))
        # Of an amount that is none there is no code: the one before it would ask for another amount.
        link = upi_link(self._rules, paise, self._attempt, self._pnr) if self._has_code and paise else ""
        to = {"amount": paise_words(paise), "address": self._rules.upi_address}
        self._code.show_text(link, tr("QR for UPI, {amount} to {address}", **to))
        about = tr(
            "Look for the credit on the office phone or the speaker. "
            "A picture on the customer\u2019s phone is no proof."
        )
        limit = tr(UPI_LIMIT) if paise > MOST_UPI else ""
        self._warning.show_words(tr("This program cannot see the bank."), joined(" ", (about, limit)))

    def show_problem(self, error: NotTakenError | None, *, is_asked: bool) -> None:
        """Show what is wrong with what is typed, also with what is missing if `is_asked`."""
        for field in (self._amount, self._reference):
            is_here = error is not None and error.field == field.edit.objectName()
            field.show_error(str(error) if is_here and (is_asked or field.text()) else "")

    def fit(self, height: int) -> None:
        """Let the code be seen as a whole in a flat window, where so much of the page is seen at once."""
        self._low_side = min(_LOW_CODE, height - _AROUND)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        # The whole code beside the field that has the keyboard: half of one asks for nothing.
        is_flat = self.room.is_flat
        self._code.set_side(self._low_side if is_flat else _CODE)
        where = Qt.AlignmentFlag.AlignBottom if is_flat else Qt.AlignmentFlag.AlignTop
        self._line.setAlignment(self._code, where)

    def _build(self, without: str) -> None:
        self._about.setText(without)
        to = tr("to {address}", address=self._rules.upi_address) if self._rules.upi_address else ""
        fields = row(gap=16, top=True)
        fields.addWidget(self._reference, 2)
        fields.addWidget(self._amount, 1)
        words = column(
            Label(tr("UPI, exactly"), "captionStrong", "text3"),
            self._exact,
            4,
            Label(to, ink="text2", wraps=True),
            self._about,
            12,
            self._warning,
            14,
            fields,
            None,
        )
        self._line = row(self._code, gap=28, top=True)
        self._line.addWidget(held(words), 1)
        self.setLayout(column(self._line, None))
