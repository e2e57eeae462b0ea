"""The receipts of today: each is shown, printed and corrected from here."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStackedWidget, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.model import formats
from app.desk.till.payment_values import TillReceipt, paise_words, way_name
from app.desk.till.till import NotRecordedError, Till
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.theme import style
from app.ui.till import actions
from app.ui.till.due_pane import sales_words
from app.ui.till.tab_page import RECEIPTS, TillTabPage

_ROW = 44
COLUMNS = Columns(
    (
        Column(mark("Number"), 160),
        Column(mark("Time"), 80, fold=2),
        Column(mark("For"), share=1),
        Column(mark("How"), 180, fold=1),
        Column(mark("Amount"), 120, is_right=True),
    ),
    left=20,
    right=16,
    gap=12,
    least=220,
)


class ReceiptsPage(TillTabPage):
    """Arrows choose a receipt, Enter shows it."""

    own_actions = actions.RECEIPTS
    tab = RECEIPTS

    chosen = Signal(object)
    """Emitted with the `TillReceipt` to show."""

    def __init__(self, till: Till, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("receipts_page")
        self._till = till
        self._model = ReceiptModel()
        self._list = RowList(
            self._model, ReceiptDelegate(self._model), "receipt_list", tr("Receipts of today")
        )
        self._sum = Label("", "bodyStrong", "text2")
        self._sum.setObjectName("receipts_sum")
        self._empty = EmptyState("receipt-text", tr("No receipt today"), tr("T after a sale makes one."))
        table = column(TableHeader(COLUMNS))
        table.addWidget(self._list, 1)
        self._parts = QStackedWidget()
        self._parts.addWidget(held(table))
        self._parts.addWidget(self._empty)
        hint = HintLine(
            (actions.CHOOSE_RECEIPT, tr("Choose")), (actions.OPEN_RECEIPT, tr("Show")), None, self._sum
        )
        page = column(self.make_header())
        page.addWidget(self._parts, 1)
        page.addWidget(hint)
        self.setLayout(page)
        self._list.picked.connect(self._pick)

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def take_focus(self) -> None:
        self._list.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def read_again(self) -> None:
        """Look again for the receipts of today."""
        self.tasks.start("receipts", self._read())

    def _pick(self) -> None:
        row = self._model.row_at(self._list.currentIndex())
        if row is not None:
            self.chosen.emit(row)

    async def _read(self) -> None:
        try:
            found = await self._till.receipts_of(self._till.now().date())
        except NotRecordedError as error:
            self._empty.show_words(tr("Receipts"), str(error))
            self._parts.setCurrentWidget(self._empty)
            return
        self._model.show_rows(reversed(found))
        taken = sum(-each.payment.taken if each.is_refund else each.payment.taken for each in found)
        words = trn(
            "1 receipt, {amount}", "{number} receipts, {amount}", len(found), amount=paise_words(taken)
        )
        self._sum.setText(words if found else "")
        self._parts.setCurrentIndex(0 if found else 1)
        if found and not self._list.currentIndex().isValid():
            self._list.selectionModel().setCurrentIndex(
                self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        if self.isVisible() and found:
            self.take_focus()


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
        told = (row.number, formats.clock_time(row.at), sales_words(row.payment.due), ways_words(row))
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
