"""The customer's side of a cancellation: what was paid for it, and the amount that is given back."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import Message, mark, tr
from app.desk.cancellation.customer_refund import NOT_KNOWN, GivenBack
from app.desk.cancellation.refund_quote import RefundQuote
from app.desk.model import formats
from app.desk.model.amount_input import amount_problem, typed_amount
from app.desk.model.booking import Choice
from app.desk.model.typed_text import figures
from app.ui.cancellation.refund_words import goes_words
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.kit.controls.text_field import Caption
from app.ui.kit.sheets.page_layout import bring_into_sight

_LONGEST, _FIELD = 18, 120
_NO_AMOUNT = mark("Type an amount, such as 1,200.00, or nothing to say it later.")


class CustomerPart(QWidget):
    """The amount as the agency's rule has it, which the clerk may change; never more than was paid."""

    changed = Signal()
    """Emitted when the clerk has changed the amount."""

    def __init__(self, named: Message | None = None) -> None:
        """`named` is what the amount is called where it is not paid out."""
        super().__init__()
        self._named = named
        self._side = NOT_KNOWN
        self._choice: Choice | None = None
        self._is_typed = False
        self._back = called("customer_back", RoleEdit("bodyStrong"))
        self._back.take_by(figures)
        self._back.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._back.setFixedWidth(_FIELD)
        self._back.setPlaceholderText(tr("say it later"))
        self._name = Caption(tr("The customer gets back"), self._back)
        self._back.setAccessibleName(self._name.text())
        self._paid = called("customer_paid", Label("", "caption", "text3", wraps=True))
        self._error = called("customer_back_note", Label("", "caption", "danger", wraps=True))
        self.setLayout(column(row((column(self._name, self._paid), 1), (self._back, 0), gap=12), self._error))
        self._back.textEdited.connect(self._take)

    @property
    def back(self) -> Decimal | None:
        """The amount; None while it is not said."""
        return typed_amount(self._back.text())

    @property
    def wrong(self) -> str:
        """What is wrong with what was typed; empty for nothing."""
        if not self._back.text().strip():
            return ""
        back, paid = self.back, self._side.paid
        if back is None:
            return tr(amount_problem(self._back.text(), _NO_AMOUNT))
        if paid is not None and back > paid:
            if self._side.is_price:
                return tr(
                    "The price for this is {amount}. No more is taken off.", amount=formats.amount(paid)
                )
            return tr(
                "The customer paid {amount} for this. No more is given back.", amount=formats.amount(paid)
            )
        return ""

    @property
    def told(self) -> str:
        """The amount for the bar of a small window."""
        return tr("later") if self.back is None else formats.amount(self.back)

    @property
    def told_name(self) -> str:
        """The name of that amount."""
        return back_name(self._side)

    def show_side(self, quote: RefundQuote) -> None:
        """Show the side of this quote; what was typed for the same choice stays."""
        if quote.choice != self._choice or not self._is_typed:
            back = quote.customer.back
            self._back.setText("" if back is None else formats.amount(back))
            self._is_typed = False
        self._side, self._choice = quote.customer, quote.choice
        name = back_name(self._side) if self._side.is_price else tr("The customer gets back")
        name = name if self._named is None else tr(self._named)
        self._name.setText(name)
        self._back.setAccessibleName(name)
        paid = quote.customer.paid
        self._paid.setVisible(paid is not None)
        choice, amount = goes_words(quote.choice), "" if paid is None else formats.amount(paid)
        self._paid.setText(
            tr("The price for {choice} is {amount}", amount=amount, choice=choice)
            if quote.customer.is_price
            else tr("{amount} were paid for {choice}", amount=amount, choice=choice)
        )
        self._show()

    def take_focus(self) -> None:
        """Put the keyboard into the field, with what is there selected."""
        self._back.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._back.selectAll()

    def focus_wrong(self) -> bool:
        """Focus the field if something is wrong with it. Returns whether that is so."""
        if self.wrong:
            self._back.setFocus()
        return bool(self.wrong)

    def _take(self, _text: str) -> None:
        self._is_typed = True
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self._error.setText(self.wrong)
        self._error.setVisible(bool(self.wrong))
        if self.wrong:
            bring_into_sight(self._error)
        self._back.setAccessibleDescription(self.wrong or self._paid.text())
        self._back.show_wrong(is_wrong=bool(self.wrong))


def back_name(side: GivenBack) -> str:
    """The name of what the agency's rule gives back: with a till off the price, whatever of it is paid."""
    return tr("Off the customer\u2019s price") if side.is_price else tr("Customer gets back")


def back_words(side: GivenBack) -> str:
    """What the customer gets back, in a word or an amount."""
    return tr("Not said yet") if side.back is None else formats.amount(side.back)
