"""The table of pasted rows, with a list of contents above each column."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.passengers.import_columns import Column
from app.desk.passengers.import_vocabulary import (
    AGE,
    BIRTH_DATE,
    FIRST_NAME,
    GENDER,
    ID_NUMBER,
    ID_TYPE,
    IGNORED,
    LAST_NAME,
    MIDDLE_NAME,
    MONTH_FIRST,
    NAME,
    NATIONALITY,
    WOMEN_AS_M,
)
from app.ui.kit.basics.native_style import dress_bars
from app.ui.passengers.paste_delegate import PasteDelegate, row_height
from app.ui.passengers.paste_header import HEADER, PasteHeader
from app.ui.passengers.paste_model import FIRST, NUMBER, Index, PasteModel

_NUMBERS = 28
_WIDTHS: dict[Column, int] = {
    NAME: 160,
    FIRST_NAME: 140,
    MIDDLE_NAME: 140,
    LAST_NAME: 140,
    AGE: 64,
    BIRTH_DATE: 116,
    MONTH_FIRST: 160,
    GENDER: 92,
    WOMEN_AS_M: 160,
    NATIONALITY: 104,
    ID_TYPE: 116,
    ID_NUMBER: 116,
    IGNORED: 104,
}
_GROWS = (NAME, LAST_NAME, FIRST_NAME, IGNORED)
"""The columns that may take the remaining width; the first existing one does."""


class PasteTable(QTableView):
    """The rows, viewed with the arrows, without editing."""

    def __init__(self, model: PasteModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pasted = model
        self.header = PasteHeader(self)
        self.setObjectName("paste_table")
        self.setAccessibleName(tr("Pasted rows"))
        self.setModel(model)
        self.setItemDelegate(PasteDelegate(self._shows_current))
        self.setHorizontalHeader(self.header)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        dress_bars(self)
        rows = self.verticalHeader()
        rows.hide()
        rows.setMinimumSectionSize(1)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.horizontalScrollBar().valueChanged.connect(self.header.place)
        self.header.reached.connect(self._bring_into_sight)
        model.modelReset.connect(self.fit)

    @property
    def content_height(self) -> int:
        """The height of header and all rows."""
        bar = self.horizontalScrollBar()
        beneath = bar.sizeHint().height() if sum(self._widths()) > self.width() else 0
        return HEADER + self._pasted.rowCount() * row_height() + beneath

    def fit(self) -> None:
        """Set the sizes of columns and rows by text size and width."""
        self.header.setFixedHeight(HEADER)
        self.verticalHeader().setDefaultSectionSize(row_height())
        widths = self._widths()
        spare = self.viewport().width() - sum(widths)
        if spare > 0:
            widths[self._growing()] += spare
        for section, width in enumerate(widths):
            self.setColumnWidth(section, width)
        self.header.place()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.currentIndex().isValid():
            # Qt would choose the number of the row.
            self.setCurrentIndex(self._pasted.index(0, FIRST))
        super().focusInEvent(event)

    def _bring_into_sight(self, column: int) -> None:
        """Scroll sideways as far as needed."""
        bar, left = self.horizontalScrollBar(), self.columnViewportPosition(column)
        over = left + self.columnWidth(column) - self.viewport().width()
        bar.setValue(bar.value() + (left if left < 0 else max(over, 0)))

    def _shows_current(self, index: Index) -> bool:
        return self.hasFocus() and index == self.currentIndex()

    def _widths(self) -> list[int]:
        held = [self._pasted.column_at(section) for section in range(FIRST, self._pasted.columnCount())]
        asked = [button.sizeHint().width() for button in self.header.buttons[: len(held)]]
        asked += [0] * (len(held) - len(asked))
        return [_NUMBERS, *(max(_WIDTHS[column], width) for column, width in zip(held, asked, strict=True))]

    def _growing(self) -> int:
        """The column that takes the remaining width; without names the last one."""
        last = self._pasted.columnCount() - 1
        held = {self._pasted.column_at(section): section for section in range(last, NUMBER, -1)}
        return next((held[column] for column in _GROWS if column in held), last)
