"""The receipts of today: each is shown, printed and corrected from here."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.owing import Owing
from app.desk.till.payment_values import TillReceipt, paise_words, way_name
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.list_page import ListWords, TillListPage
from app.ui.till.tab_page import RECEIPTS


def _ways_words(receipt: TillReceipt) -> str:
    """The ways of a receipt, each once: "Cash, UPI"."""
    ways = dict.fromkeys(way_name(each.way) for each in receipt.payment.lines)
    told = joined(", ", ways) or tr("nothing taken")
    if receipt.is_refund:
        return tr("given back, {ways}", ways=told)
    return tr("{ways}, corrects {number}", ways=told, number=receipt.corrects) if receipt.corrects else told


def _corrected(receipt: TillReceipt) -> str:
    return tr("Corrected by {number}", number=receipt.corrected_by) if receipt.corrected_by else ""


def _number(receipt: TillReceipt) -> str:
    return receipt.number


def _strong(receipt: TillReceipt, text: str) -> Cell:
    """Such a text of one receipt; one that was corrected does not count, and is quiet."""
    return Cell(text, "text3") if receipt.corrected_by else Cell(text, role="bodyStrong")


def _how(receipt: TillReceipt) -> Cell:
    return Cell(_ways_words(receipt), "text2", beneath=_corrected(receipt))


def _amount(receipt: TillReceipt) -> Cell:
    taken = -receipt.payment.taken if receipt.is_refund else receipt.payment.taken
    return _strong(receipt, paise_words(taken))


COLUMNS: Columns[TillReceipt] = Columns(
    (
        Column(mark("Number"), 160, cell=lambda receipt: _strong(receipt, receipt.number)),
        Column(mark("Time"), 80, fold=2, cell=lambda receipt: formats.clock_time(receipt.at), ink="text2"),
        Column(
            mark("Customer"),
            share=0.4,
            cell=lambda receipt: _strong(receipt, receipt.payment.due.customer),
        ),
        Column(mark("For"), cell=lambda receipt: sales_words(receipt.payment.due), ink="text2"),
        Column(mark("How"), 180, fold=1, under=2, folded=_corrected, cell=_how),
        Column(mark("Amount"), 120, is_right=True, cell=_amount),
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
        taken, number = sum(each.moved for each in found), sum(not each.corrected_by for each in found)
        words = trn("1 receipt, {amount}", "{number} receipts, {amount}", number, amount=paise_words(taken))
        return words if found else ""
