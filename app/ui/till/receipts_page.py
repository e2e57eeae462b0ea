"""The receipts of today: each is shown, printed and corrected from here."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.owing import Owing
from app.desk.till.payment_values import TillReceipt, paise_words, way_name
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.list_page import ListWords, TillListPage
from app.ui.till.tab_page import RECEIPTS


def ways_words(receipt: TillReceipt) -> str:
    """The ways of a receipt, each once: "Cash, UPI"."""
    ways = dict.fromkeys(way_name(each.way) for each in receipt.payment.lines)
    told = joined(", ", ways) or tr("nothing taken")
    if receipt.is_refund:
        return tr("given back, {ways}", ways=told)
    return tr("{ways}, corrects {number}", ways=told, number=receipt.corrects) if receipt.corrects else told


def _number(receipt: TillReceipt) -> str:
    return receipt.number


def _amount(receipt: TillReceipt) -> str:
    return paise_words(-receipt.payment.taken if receipt.is_refund else receipt.payment.taken)


COLUMNS: Columns[TillReceipt] = Columns(
    (
        Column(mark("Number"), 160, cell=_number, role="bodyStrong"),
        Column(mark("Time"), 80, fold=2, cell=lambda receipt: formats.clock_time(receipt.at), ink="text2"),
        Column(
            mark("Customer"), share=0.4, cell=lambda receipt: receipt.payment.due.customer, role="bodyStrong"
        ),
        Column(mark("For"), cell=lambda receipt: sales_words(receipt.payment.due), ink="text2"),
        Column(mark("How"), 180, fold=1, cell=ways_words, ink="text2"),
        Column(mark("Amount"), 120, is_right=True, cell=_amount, role="bodyStrong"),
    ),
    left=20,
    right=16,
    gap=12,
    least=320,
)


class ReceiptsPage(TillListPage[TillReceipt]):
    """Arrows choose a receipt, Enter shows it."""

    own_actions = actions.RECEIPTS
    tab = RECEIPTS
    columns = COLUMNS
    key = staticmethod(_number)
    words = ListWords(
        mark("Receipts of today"),
        "receipt-text",
        mark("No receipt today"),
        mark("T after a sale makes one."),
        mark("Receipts"),
    )
    hints = (actions.CHOOSE_RECEIPT, mark("Choose")), (actions.OPEN_RECEIPT, mark("Show"))

    def __init__(self, owing: Owing) -> None:
        super().__init__("receipt")
        self.setObjectName("receipts_page")
        self._owing = owing

    @override
    async def read_rows(self) -> Sequence[TillReceipt]:
        """Those of today, the newest first."""
        return (await self._owing.receipts_of_today())[::-1]

    @override
    def sum_of(self, found: Sequence[TillReceipt]) -> str:
        taken = sum(each.moved for each in found)
        words = trn(
            "1 receipt, {amount}", "{number} receipts, {amount}", len(found), amount=paise_words(taken)
        )
        return words if found else ""
