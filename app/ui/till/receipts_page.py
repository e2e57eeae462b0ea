"""The receipts of today: each is shown, printed and corrected from here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.owing import Owing
from app.desk.till.payment_values import TillReceipt, paise_words, way_name
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.list_page import ListWords, TillListPage
from app.ui.till.tab_page import RECEIPTS

_ROW = 44
COLUMNS = Columns(
    (
        Column(mark("Number"), 160),
        Column(mark("Time"), 80, fold=2),
        Column(mark("Customer"), share=0.4),
        Column(mark("For"), share=1),
        Column(mark("How"), 180, fold=1),
        Column(mark("Amount"), 120, is_right=True),
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

    def __init__(self, owing: Owing) -> None:
        model = ReceiptModel()
        table = RowList(model, ReceiptDelegate(model), "receipt_list", tr("Receipts of today"))
        words = ListWords(
            "receipt-text", tr("No receipt today"), tr("T after a sale makes one."), tr("Receipts")
        )
        super().__init__(table, model, COLUMNS, words)
        self.setObjectName("receipts_page")
        self._owing = owing
        self.sum.setObjectName("receipts_sum")
        hints = HintLine(
            (actions.CHOOSE_RECEIPT, tr("Choose")), (actions.OPEN_RECEIPT, tr("Show")), None, self.sum
        )
        self.lay_out(self.make_header(), hints)

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


def ways_words(receipt: TillReceipt) -> str:
    """The ways of a receipt, each once: "Cash, UPI"."""
    ways = dict.fromkeys(way_name(each.way) for each in receipt.payment.lines)
    told = joined(", ", ways) or tr("nothing taken")
    if receipt.is_refund:
        return tr("given back, {ways}", ways=told)
    return tr("{ways}, corrects {number}", ways=told, number=receipt.corrects) if receipt.corrects else told


class ReceiptModel(RowModel[TillReceipt]):
    """The receipts, the newest first."""

    @override
    def spoken(self, row: TillReceipt) -> str:
        due = row.payment.due
        told = (row.number, formats.clock_time(row.at), due.customer, sales_words(due), ways_words(row))
        return joined(", ", (*told, _amount(row)))


class ReceiptDelegate(RowDelegate[TillReceipt]):
    """Paints one receipt."""

    @override
    def height_of(self, row: TillReceipt) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: TillReceipt) -> None:
        colours = style.tokens()
        paint_ground(painter, option)
        cells = (
            (row.number, "bodyStrong", colours.text),
            (formats.clock_time(row.at), "body", colours.text2),
            (row.payment.due.customer, "bodyStrong", colours.text),
            (sales_words(row.payment.due), "body", colours.text2),
            (ways_words(row), "body", colours.text2),
            (_amount(row), "bodyStrong", colours.text),
        )
        places = COLUMNS.places(option.rect.adjusted(0, 0, 0, -1))
        for place, each, (text, role, ink) in zip(places, COLUMNS.columns, cells, strict=True):
            align = RIGHT if each.is_right else LEFT
            font = style.font("bodyStrong" if role == "bodyStrong" else "body")
            draw_text(painter, place, text, font, ink, align=align)


def _amount(row: TillReceipt) -> str:
    return paise_words(-row.payment.taken if row.is_refund else row.payment.taken)
