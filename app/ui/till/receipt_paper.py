"""The receipt of a payment on paper: its number, what was paid for, and how it was paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.till import receipt_text
from app.desk.till.payment_values import paise_words
from app.desk.till.receipt_text import CustomerReceipt, ReceiptRow
from app.ui.till import actions
from app.ui.vouchers.elements import Strip, space, stacked
from app.ui.vouchers.layout import Laid, lay_out_blocks
from app.ui.vouchers.measures import PaperMeasures
from app.ui.vouchers.paper import CustomerPaper, PaperFacts, PaperWords
from app.ui.vouchers.paper_blocks import PaperBlocks, PaperNames
from app.ui.vouchers.sheet import PaperSheet
from app.ui.vouchers.typesetting import Typesetter

_TIGHT, _LOOSE = 6.0, 10.0
_NARROW = 500.0
"""The widest that amounts, and the rules between, reach: on a large paper the eye would lose the line."""


class ReceiptBlocks(PaperBlocks):
    """Makes the parts of one receipt; it has no code, no stub and no terms of travelling."""

    def __init__(self, receipt: CustomerReceipt, look: PaperMeasures, setter: Typesetter) -> None:
        taken = receipt.taken
        kind, practice = receipt_text.kind(taken), receipt_text.practice()
        names = PaperNames(kind, taken.number, receipt.due.customer, practice)
        super().__init__(receipt.branding, look, setter, names, is_practice=receipt.is_practice)
        self._receipt = receipt
        self._room = min(look.inner, _NARROW)

    @override
    def flows(self) -> Iterator[list[Strip]]:
        taken, rule = self._receipt.taken, (self._rule(self._look.line, self._room), space(_LOOSE))
        yield [
            self._number(),
            *self._sales(),
            *rule,
            *self._rows(receipt_text.sums(taken)),
            space(_TIGHT),
            *rule,
            *self._rows(receipt_text.ways(taken)),
            space(_TIGHT),
        ]

    @override
    def foot(self, page: int, pages: int) -> Strip:
        look = self._look
        words = (
            receipt_text.customer(self._receipt.due),
            receipt_text.what_it_is(self._receipt.taken),
            tr("Page {page} of {pages}", page=page, pages=pages) if pages > 1 else "",
        )
        lines = (self._strip(each, look.foot, look.quiet, look.inner) for each in words)
        return stacked((self._rule(look.ink), space(_TIGHT), *lines))

    def _number(self) -> Strip:
        """The number, and when and by whom the payment was taken."""
        look = self._look
        number = self._strip(self.reference, look.count._replace(is_identity=True), look.ink, look.inner)
        taken = self._receipt.taken
        told = (
            (receipt_text.corrected(taken), look.strong, look.ink),
            (receipt_text.taken_by(taken), look.body, look.quiet),
            (receipt_text.corrects(taken), look.body, look.ink),
        )
        lines = (self._strip(words, face, ink, look.inner) for words, face, ink in told if words)
        return stacked((number, *lines, space(_LOOSE), self._rule(look.line, self._room), space(_LOOSE)))

    def _sales(self) -> Iterator[Strip]:
        """What was paid for, a strip each."""
        look = self._look
        for sale in self._receipt.due.sales:
            head = self._pair(sale.title, paise_words(sale.amount), look.strong, self._room)
            lines = receipt_text.sale_lines(sale)
            more = (self._strip(each, look.body, look.ink, self._room) for each in lines)
            yield stacked((*head, *more, space(_TIGHT)))

    def _rows(self, rows: Iterable[ReceiptRow]) -> list[Strip]:
        look = self._look
        return [
            strip
            for row in rows
            for strip in self._pair(
                row.name, row.amount, look.total if row.is_strong else look.body, self._room
            )
        ]


class ReceiptPaper(CustomerPaper[CustomerReceipt]):
    """A receipt with the ways in which it is handed over."""

    words = PaperWords(
        mark("Receipt {reference}"),
        mark("Save receipt as PDF"),
        mark("Receipt copied as text"),
        mark("Receipt sent to the printer"),
        mark("Recorded. The receipt was not printed."),
    )

    facts = PaperFacts[CustomerReceipt](
        reference=lambda receipt: receipt.taken.number,
        file_name=receipt_text.file_name,
        text=receipt_text.as_text,
        mail_link=receipt_text.mail_link,
        chat_link=receipt_text.chat_link,
        phone=lambda receipt: receipt.due.phone,
    )

    @override
    def lay_out(self) -> Laid:
        return lay_out_blocks(partial(ReceiptBlocks, self.value), self.branding)


class ReceiptSheet(PaperSheet):
    """A receipt over the dimmed window."""

    own_actions = actions.RECEIPT

    def __init__(self, window: QWidget, receipt: CustomerReceipt) -> None:
        number = receipt.taken.number
        title = (
            tr("Refund {number}", number=number)
            if receipt.taken.is_refund
            else tr("Receipt {number}", number=number)
        )
        super().__init__(window, ReceiptPaper(receipt), title)
        self.setObjectName("receipt_sheet")
