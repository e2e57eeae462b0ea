"""A quotation over the dimmed window: a preview, and the ways to hand it over."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import mark, tr
from app.desk.quotations.quotation import Quotation
from app.ui.quotations import actions
from app.ui.quotations.paper import QuotationPaper
from app.ui.vouchers.sheet import PaperSheet


class QuotationSheet(PaperSheet):
    """Chooses paper and language, and emits `asked` to hand it over; Esc closes."""

    own_actions = actions.QUOTATION
    hint = mark("1 2 paper, L language, arrows scroll")

    def __init__(self, window: QWidget, quotation: Quotation) -> None:
        title = tr("Quotation {number}", number=quotation.reference)
        super().__init__(window, QuotationPaper(quotation), title)
        self.setObjectName("quotation_sheet")
