"""A way of paying that gives no change: how much, and the number on the slip."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.model.shown import Shown
from app.desk.model.typed_text import figures
from app.desk.till.payment_rules import NotTakenError, asked_amount, exact_line
from app.desk.till.payment_values import Line, Payment, PayWay, paise_words
from app.desk.till.shown_payment import shown_payment
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField

_AMOUNT, _REFERENCE, _LIMIT, _LONGEST = 200, 360, 18, 40


class ReferencePart(Roomy, QWidget):
    """Amount and reference of a card or another way, or who pays later; no amount is all that is left.

    In a flat window they stand beside each other: typing into one, a clerk sees that there is the other.
    """

    def __init__(self, way: PayWay, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._way = way
        self._amount = TextField(tr("Amount"), "paid_amount", takes=figures, limit=_LIMIT)
        self._amount.enlarge()
        self._amount.setFixedWidth(_AMOUNT)
        names = {
            PayWay.CARD: tr("Number on the slip"),
            PayWay.OTHER: tr("Number of the transfer or cheque"),
            PayWay.ACCOUNT: tr("Who pays, if it is not the customer"),
        }
        self._reference = TextField(names[way], "reference", limit=_LONGEST)
        self._reference.setMaximumWidth(_REFERENCE)
        about = tr("Nothing is taken now. It stays under what is owed.") if way is PayWay.ACCOUNT else ""
        note = Label(about, "caption", "text3", wraps=True)
        self._fields = column(gap=16)
        self._fields.addWidget(self._amount, 0, Qt.AlignmentFlag.AlignLeft)
        self._fields.addWidget(self._reference, 1)
        self._fields.addStretch(0)
        self.setLayout(column(self._fields, note, None))
        self.setFocusProxy(self._reference)

    def line(self, payment: Payment) -> Line:
        """The line of what is typed. Raises NotTakenError."""
        return exact_line(payment, self._way, self._amount.text(), self._reference.text())

    def clear(self) -> None:
        """Empty the fields."""
        self._amount.set_text("")
        self._reference.set_text("")

    def typed(self) -> tuple[str, ...]:
        """What is typed, for the part that replaces this one."""
        return self._amount.text(), self._reference.text()

    def restore(self, amount: str, reference: str) -> None:
        """Restore what was typed in the part that this one replaces."""
        self._amount.set_text(amount)
        self._reference.set_text(reference)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is typed."""
        return not self._amount.text() and not self._reference.text()

    def shown(self, payment: Payment) -> Shown:
        """What the customer reads along: the amount of this line."""
        return shown_payment(payment, asked_amount(payment, self._amount.text()) or payment.left)

    @override
    def follow_room(self) -> None:
        way = QBoxLayout.Direction
        self._fields.setDirection(way.LeftToRight if self.room.is_flat else way.TopToBottom)

    def show_payment(self, payment: Payment) -> None:
        """Show what is left."""
        left = paise_words(max(payment.left, 0))
        self._amount.show_helper(tr("Empty means exactly {amount}", amount=left))

    def show_problem(self, error: NotTakenError | None, *, is_asked: bool) -> None:
        """Show what is wrong with what is typed, also with what is missing if `is_asked`."""
        for field in (self._amount, self._reference):
            is_here = error is not None and error.field == field.edit.objectName()
            field.show_error(str(error) if is_here and (is_asked or field.text()) else "")
