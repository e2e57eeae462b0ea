"""The till: what customers owe, and the way to take it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr, trn
from app.desk.till.owing import Owed, Owing
from app.desk.till.payment_values import paise_words
from app.desk.till.till import NotRecordedError
from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.text import Label
from app.ui.kit.lists.table_columns import TableHeader
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.till import actions
from app.ui.till.owed_list import COLUMNS, OwedList, OwedModel
from app.ui.till.tab_page import OWED, TillTabPage


class OwedPage(TillTabPage):
    """Arrows choose what is owed, Enter takes its payment."""

    own_actions = actions.OWING
    tab = OWED

    chosen = Signal(object)
    """Emitted with the `Owed` of a row, to be paid or given back."""

    def __init__(self, owing: Owing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("till_page")
        self._owing = owing
        self._model = OwedModel()
        self._list = OwedList(self._model)
        self._sum = Label("", "bodyStrong", "text2")
        self._sum.setObjectName("owed_sum")
        self._empty = EmptyState("hand-coins", tr("Nobody owes anything"), tr(_ABOUT))
        self._parts = QStackedWidget()
        self._build()
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
        """Look again for what is owed."""
        self.tasks.start("owed", self._read())

    def _build(self) -> None:
        table = column(TableHeader(COLUMNS))
        table.addWidget(self._list, 1)
        self._parts.addWidget(held(table))
        self._parts.addWidget(self._empty)
        hint = HintLine((actions.CHOOSE, tr("Choose")), (actions.TAKE, tr("Take payment")), None, tr(_ABOUT))
        page = column(self.make_header(self._sum))
        page.addWidget(self._parts, 1)
        page.addWidget(hint)
        self.setLayout(page)

    def _pick(self) -> None:
        row = self._model.row_at(self._list.currentIndex())
        if row is not None:
            self.chosen.emit(row)

    async def _read(self) -> None:
        try:
            found = await self._owing.read()
        except NotRecordedError as error:
            self._empty.show_words(tr("Till"), str(error))
            self._parts.setCurrentWidget(self._empty)
            return
        self._show(found)

    def _show(self, found: tuple[Owed, ...]) -> None:
        self._model.show_rows(found)
        owed = [each.due.total for each in found if each.back is None]
        back = [each.due.total for each in found if each.back is not None]
        sums = (
            trn(
                "1 sale, {amount} owed",
                "{number} sales, {amount} owed",
                len(owed),
                amount=paise_words(sum(owed)),
            )
            if owed
            else "",
            tr("{amount} to give back", amount=paise_words(sum(back))) if back else "",
        )
        self._sum.setText(joined(", ", sums))
        self._parts.setCurrentIndex(0 if found else 1)
        if found and not self._list.currentIndex().isValid():
            self._list.selectionModel().setCurrentIndex(
                self._model.index(0), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        if self.isVisible() and found:
            self.take_focus()


_ABOUT = mark("Recorded as paid later, or sold in the last 31 days and not recorded.")
