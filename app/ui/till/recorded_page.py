"""A payment that is recorded: its receipt, and the change to give."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.office_rules import OfficeRules
from app.desk.model.shown import Shown
from app.desk.till import receipt_text
from app.desk.till.payment_values import TillReceipt, in_rupees, paise_words
from app.desk.till.receipt_text import CustomerReceipt
from app.desk.till.shown_payment import shown_recorded
from app.ui.kit.basics.amounts import AmountLabel
from app.ui.kit.basics.announcing import announce
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, shrinking_row
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.till import actions
from app.ui.till.due_pane import RecordedPane, way_line

_NAME = 110


class RecordedPage(Page):
    """P prints the receipt, R shows it with every way to hand it over; Esc leads back to the booking."""

    own_actions = actions.RECORDED
    title = mark("Payment recorded")
    is_over = True

    def __init__(self, rules: OfficeRules, receipt: TillReceipt, *, is_practice: bool, is_new: bool) -> None:
        """`is_new` tells whether it was recorded just now, with its customer at the counter."""
        super().__init__()
        self.setObjectName("recorded_page")
        self._rules, self._receipt, self._is_practice, self._is_new = rules, receipt, is_practice, is_new
        self.print_it = called("print_receipt", Button(actions.PRINT, "primary", size=44))
        self.show_it = called("show_receipt", Button(actions.SHOW, size=44))
        self.new_sale = called("new_sale", Button(actions.NEW_SALE, size=44))
        self.correct = called("correct_receipt", Button(actions.CORRECT, "quiet", size=44))
        self._build()
        self.bind(actions.PRINT, self.print_it.click)
        self.bind(actions.SHOW, self.show_it.click)
        self.bind(actions.CORRECT, self.correct.click)
        self.bind(actions.NEW_SALE, self.new_sale.click)

    @property
    def receipt(self) -> CustomerReceipt:
        """The receipt for the customer, with the present branding."""
        return CustomerReceipt(self._receipt, self._rules.branding, self._is_practice)

    @property
    @override
    def customer_view(self) -> Shown | None:
        # Whoever stands there while an older one is looked at may be another customer.
        return shown_recorded(self._receipt) if self._is_new else None

    @override
    def enter(self) -> None:
        super().enter()
        change = self._receipt.payment.change
        told = tr("Change to give {amount}", amount=paise_words(change)) if change and self._is_new else ""
        number = self._receipt.number
        recorded = (
            tr("Given back. Refund {number}.", number=number)
            if self._receipt.is_refund
            else tr("Recorded. Receipt {number}.", number=number)
        )
        announce(self, joined(" ", (recorded, told)), is_urgent=True)

    @override
    def take_focus(self) -> None:
        self.print_it.setFocus()

    def _build(self) -> None:
        receipt = self._receipt
        corrected = held(column(MessageBox("warning", receipt_text.corrected(receipt)), 20))
        if not receipt.corrected_by:
            corrected.hide()
        content = column(
            corrected,
            row(
                Icon("circle-check", 20, "text3" if receipt.corrected_by else "success_mark"),
                Label(tr("Given back") if receipt.is_refund else tr("Recorded"), "title"),
                Label(formats.clock_seconds(receipt.at), ink="text2"),
                None,
                gap=10,
            ),
            10,
            called("receipt_number", Label(receipt.number, "money").set_identity()),
            self._given(),
            20,
            shrinking_row(self.print_it, self.show_it, self.new_sale, self.correct, None),
            20,
            Hairline(),
            14,
            *(way_line(each, _NAME, (0, 4, 0, 4)) for each in receipt.payment.lines),
            None,
            margins=(40, 32, 40, 16),
        )
        title, apart = (
            (tr("Given back"), tr("The cancellation does not depend on it"))
            if receipt.is_refund
            else (tr("Payment recorded"), tr("The bookings do not depend on this payment"))
        )
        header = SheetHeader(title, back=self.step_back)
        left = (Scroller(held(content)), HintLine(None, apart))
        self.setLayout(split_sheet(header, left=left, pane=RecordedPane(receipt, is_new=self._is_new)))

    def _given(self) -> QWidget:
        """The change: of an older receipt nothing is to be given any more."""
        given, is_new = self._receipt.payment.change, self._is_new
        words = (
            Label(tr("Change to give"), "captionStrong", "success")
            if is_new
            else Label(tr("Change that was given"), "captionStrong", "text2")
        )
        change = called("change_given", AmountLabel("change" if is_new else "money", is_calm=is_new))
        change.show_amount(in_rupees(given))
        block = held(column(20, words, change))
        if not given:
            block.hide()
        return block


class GivenBackPage(RecordedPage):
    """The same of what was given back."""

    title = mark("Given back")
