"""A quotation with the ways in which it is handed over."""

from __future__ import annotations

from functools import partial

from typing_extensions import override

from app.core.language import mark
from app.desk.model.office_rules import Branding
from app.desk.quotations import quotation_text
from app.desk.quotations.quotation import Quotation, file_name
from app.ui.quotations.blocks import QuotationBlocks
from app.ui.vouchers.layout import Laid, lay_out_blocks
from app.ui.vouchers.paper import CustomerPaper, PaperWords

SIZES = ("A5", "A4")


class QuotationPaper(CustomerPaper):
    """A quotation on A5 or A4; on A5 where the voucher is a receipt."""

    words = PaperWords(
        mark("Save quotation as PDF"),
        mark("Quotation copied as text"),
        mark("Quotation sent to the printer"),
        mark("The printer did not take the quotation. Print it again."),
    )
    sizes = SIZES

    def __init__(self, quotation: Quotation) -> None:
        self._quotation = quotation

    @property
    @override
    def value(self) -> Quotation:
        return self._quotation

    @property
    @override
    def branding(self) -> Branding:
        return self._quotation.branding

    @property
    @override
    def reference(self) -> str:
        return self._quotation.reference

    @property
    @override
    def file_name(self) -> str:
        return file_name(self._quotation)

    @property
    @override
    def phone(self) -> str:
        return self._quotation.customer_phone

    @property
    @override
    def email(self) -> str:
        return self._quotation.customer_email

    @override
    def shown(self, branding: Branding) -> QuotationPaper:
        return QuotationPaper(self._quotation.shown(branding))

    @override
    def lay_out(self) -> Laid:
        paper = self.branding.paper if self.branding.paper in SIZES else SIZES[0]
        return lay_out_blocks(partial(QuotationBlocks, self._quotation), self.branding, paper)

    @override
    def text(self) -> str:
        return quotation_text.as_text(self._quotation)

    @override
    def mail_link(self) -> str:
        return quotation_text.mail_link(self._quotation)

    @override
    def chat_link(self, digits: str) -> str:
        return quotation_text.chat_link(self._quotation, digits)
