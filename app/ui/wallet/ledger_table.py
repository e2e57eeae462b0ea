"""The ledger journal of the wallet, as this counter or the service has it, and what is exported of it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.wallet.service_entries import ServiceEntry, laid_out, service_entries
from app.desk.wallet.statement import StatementPeriod
from app.desk.wallet.wallet_movements import BookLine
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.native_style import dress_bars
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text, text_width
from app.ui.kit.basics.text import Label, plain, tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.menu_chip import MenuChip
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.text_box import TextBox
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.kit.lists.row_list import paint_ground
from app.ui.kit.lists.table import paint_cell
from app.ui.kit.lists.table_columns import Cell
from app.ui.kit.lists.table_frame import TableFrame
from app.ui.kit.sheets.modal_question import QuestionWords
from app.ui.kit.sheets.modal_sheet import ModalSheet, pass_focus, raised_panel
from app.ui.theme import assets, style
from app.ui.wallet import actions
from app.ui.wallet.actions import SENT
from app.ui.wallet.ledger_journal import LedgerColumn, LedgerJournal, counter_journal, service_journal

HEADER, ROW = 30, 37
_SIDE, _GAP = 16, 12
_WIDEST, _LEAST_FREE = 360, 120
_SHORTENED, _STEP = 140, 4
Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()
_HERE, _SERVICE = "here", "service"
_LEAST_ROWS = 3
_SIZE = QSize(620, 460)
_EDGE = 24
_MOST = 200_000


class WalletLedger(Restyled, QWidget):
    """The table in the height of its rows, which scrolls when there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self._lines, self._entries = LedgerJournal(), LedgerJournal()
        self._read: tuple[ServiceEntry, ...] = ()
        self.topup = called("copy_topup", Button(actions.TOP_UP, size=28))
        self._period = called("statement_period", MenuChip(tr("Last 14 days"), "calendar"))
        others = ((tr("Today"), StatementPeriod.TODAY), (tr("This month"), StatementPeriod.THIS_MONTH))
        self._period.set_choices((*others, (tr("Last month"), StatementPeriod.LAST_MONTH)))
        self.export = called("export_statement", Button(actions.EXPORT, size=28))
        choices = (SegmentChoice(_HERE, tr("This counter")), SegmentChoice(_SERVICE, tr("From the service")))
        self._which = called("ledger_side", Segmented(choices, tr("Ledger"), small=True))
        self._table = LedgerTable()
        self._block = TableFrame(self._table)
        self._none = Label("", "body", "text2")
        self._as_sent = called("entry_as_sent", Button(actions.ENTRY, size=28))
        title = Label(tr("Ledger"), "heading")
        head = row(title, None, self.topup, self._period, self.export, self._which, gap=8)
        lines = column(held(head), self._none, (self._block, 1), row(self._as_sent, None), gap=8)
        lines.addStretch()
        self.setLayout(lines)
        self._which.chosen.connect(self._show)
        self._table.doubleClicked.connect(self.open_entry)
        self._as_sent.clicked.connect(self.open_entry)

    def show_lines(self, lines: Sequence[BookLine]) -> None:
        """Show this counter's movements of today."""
        self._lines = counter_journal(lines)
        self._show()

    def show_entries(self, entries: Sequence[str]) -> None:
        """Show the snapshot of the service, each entry JSON text as received."""
        self._read = service_entries(entries)
        self._entries = service_journal(self._read)
        self._which.rename(_SERVICE, tr("From the service, {count}", count=len(entries)))
        self._show()

    def open_entry(self) -> None:
        """Show the chosen entry of the service as it was sent."""
        if self._which.current == _SERVICE and self._read:
            place = max(self._table.currentIndex().row(), 0)
            EntrySheet(self.window(), self._read[place].sent)

    @property
    def period(self) -> str:
        """The `StatementPeriod` that is exported."""
        return str(self._period.value or StatementPeriod.FORTNIGHT)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _show(self, _key: str = "") -> None:
        is_here = self._which.current == _HERE
        journal = self._lines if is_here else self._entries
        self._table.show_journal(journal)
        self._none.setText(
            tr("Nothing was booked or refunded here today.")
            if is_here
            else tr("The service sent no entries.")
        )
        self._none.setVisible(not journal.rows)
        self._as_sent.setVisible(not is_here and bool(journal.rows))
        self._block.setVisible(bool(journal.rows))
        self._fit()

    @override
    def _fit(self) -> None:
        whole = self._table.content_height + 2
        least = HEADER + _LEAST_ROWS * ROW + 2
        self._block.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._block.setMinimumHeight(min(whole, least))
        self._block.setMaximumHeight(whole)


class LedgerModel(QAbstractTableModel):
    """The cells of one journal."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.journal = LedgerJournal()
        self._is_folded = False

    def show_journal(self, journal: LedgerJournal) -> None:
        """Show another journal."""
        self.beginResetModel()
        self.journal = journal
        self.endResetModel()

    def fold(self, *, folded: bool) -> None:
        """Say whole lines in tooltips while a column is not shown."""
        self._is_folded = folded

    def cell(self, index: Index) -> Cell:
        """The cell of an index."""
        return self.journal.rows[index.row()][index.column()]

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.journal.rows)

    @override
    def columnCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self.journal.columns)

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cell(index).text
        if role == Qt.ItemDataRole.ToolTipRole and self._is_folded:
            return self._spoken_row(index.row())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return joined(": ", (self.journal.columns[index.column()].heading, self.cell(index).text))
        return None

    def _spoken_row(self, row: int) -> str:
        """All of a line, of which a narrow window leaves out some columns."""
        told = zip(self.journal.columns, self.journal.rows[row], strict=True)
        parts = (joined(": ", (column.heading, cell.text)) for column, cell in told if cell.text)
        return tip("\n".join(parts))

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_name = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self.journal.columns[section].heading if is_name else None


class LedgerTable(Restyled, QTableView):
    """A table viewed with the arrows, without editing."""

    def __init__(self) -> None:
        super().__init__()
        self._cells = LedgerModel(self)
        self.hovered = -1
        """The row under the mouse; -1 for none."""
        self.setObjectName("ledger_table")
        self.setAccessibleName(tr("Ledger"))
        self.setModel(self._cells)
        self.setItemDelegate(_JournalDelegate(self._cells, self))
        self.setHorizontalHeader(_JournalHeader(self._cells, self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(1)
        self.entered.connect(self._note_hovered)
        self.viewportEntered.connect(self._note_hovered)
        dress_bars(self)
        OverlayScrollBar(self)
        self._fit()

    @property
    def content_height(self) -> int:
        """The height of header and all rows."""
        is_wide = sum(self._widths(self._folded())) > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        return HEADER + self._cells.rowCount() * ROW + bar

    def show_journal(self, journal: LedgerJournal) -> None:
        """Show another journal; the current row keeps its index."""
        row = self.currentIndex().row()
        self._cells.show_journal(journal)
        if 0 <= row < len(journal.rows):
            self.setCurrentIndex(self._cells.index(row, 0))
        self._fit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
        elif event.text().strip() and event.text().isprintable():
            # Letters are for the page.
            event.ignore()
        else:
            super().keyPressEvent(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._note_hovered()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _note_hovered(self, index: Index = _TOP) -> None:
        self.hovered = index.row()
        self.viewport().update()

    @override
    def _fit(self) -> None:
        """Set the sizes of columns and rows by text size and width."""
        self.horizontalHeader().setFixedHeight(HEADER)
        self.verticalHeader().setDefaultSectionSize(ROW)
        folded = self._folded()
        self._cells.fold(folded=bool(folded))
        for section, width in enumerate(self._widths(folded)):
            self.setColumnHidden(section, section in folded)
            self.setColumnWidth(section, width)

    def _folded(self) -> frozenset[int]:
        """The columns that give way so that the others fit."""
        columns = self._cells.journal.columns
        widths = [self._width_of(place, column) for place, column in enumerate(columns)]
        folded = set[int]()
        for turn in sorted({each.fold for each in columns} - {0}):
            if (
                sum(width for place, width in enumerate(widths) if place not in folded)
                <= self.viewport().width()
            ):
                break
            folded |= {place for place, each in enumerate(columns) if each.fold == turn}
        return frozenset(folded)

    def _widths(self, folded: frozenset[int]) -> list[int]:
        columns = self._cells.journal.columns
        whole = (self._width_of(place, column) for place, column in enumerate(columns))
        widths = self._narrowed([0 if place in folded else width for place, width in enumerate(whole)])
        free = [place for place, column in enumerate(columns) if not column.width]
        spare = self.viewport().width() - sum(widths)
        # The remaining width is for the column with width 0, else the last one ends at the edge.
        if columns and spare > 0:
            widths[free[0] if free else -1] += spare
        return widths

    def _narrowed(self, widths: list[int]) -> list[int]:
        """The widths, with the widest columns reduced so that all are visible."""
        cap, least, room = max(widths, default=0), _SHORTENED, self.viewport().width()
        while cap > least and sum(min(each, cap) for each in widths) > room:
            cap -= _STEP
        return [min(each, cap) for each in widths]

    def _width_of(self, place: int, column: LedgerColumn) -> int:
        last = len(self._cells.journal.columns) - 1
        edges = (_SIDE if place == 0 else 0) + (_SIDE if place == last else _GAP)
        if not column.width:
            return _LEAST_FREE + edges
        if column.width > 0:
            return column.width + edges
        texts = (row[place].text for row in self._cells.journal.rows)
        font = style.font("body")
        widest = max((text_width(text[:200], font) for text in texts), default=0)
        heading = text_width(column.heading, style.font("captionStrong"))
        return min(max(widest, heading), _WIDEST) + edges + 2


class _JournalHeader(QHeaderView):
    """The names of the columns."""

    def __init__(self, model: LedgerModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._cells = model
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(1)
        self.setHighlightSections(False)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        columns, colours = self._cells.journal.columns, style.tokens()
        column = columns[logicalIndex]
        painter.fillRect(rect, colours.sunken)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
        place = _inner(rect, logicalIndex, len(columns))
        align = RIGHT if column.is_right else LEFT
        draw_text(painter, place, column.heading, style.font("captionStrong"), colours.text3, align=align)


class _JournalDelegate(PaintedDelegate):
    """Paints a cell."""

    def __init__(self, model: LedgerModel, table: LedgerTable) -> None:
        super().__init__(table)
        self._cells, self._table = model, table

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(option.rect.width(), ROW)

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        # Qt marks the cell under the mouse alone.
        is_lit = index.row() == self._table.hovered
        paint_ground(painter, option, bar=index.column() == 0, is_lit=is_lit)
        columns, cell = self._cells.journal.columns, self._cells.cell(index)
        place = _inner(option.rect, index.column(), len(columns))
        paint_cell(painter, place, cell, is_right=columns[index.column()].is_right)


def _inner(rect: QRect, place: int, count: int) -> QRect:
    """The rectangle of a cell's text."""
    right = _SIDE if place == count - 1 else _GAP
    return rect.adjusted(_SIDE if place == 0 else 0, 0, -right, -1)


class EntrySheet(ModalSheet):
    """The text can be selected and copied; Esc closes."""

    own_actions = SENT

    def __init__(self, window: QWidget, sent: str) -> None:
        assets.load_mono_font()
        self._text = called("entry_text", TextBox())
        self._text.setReadOnly(True)
        self._text.setTabChangesFocus(True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._text.setFont(style.font("mono"))
        self._text.setPlainText(plain(laid_out(sent), _MOST))
        self._text.setAccessibleName(tr("Entry as the service sent it"))
        OverlayScrollBar(self._text)
        super().__init__(window, tr("Entry as the service sent it"))
        self.setObjectName("entry_sheet")

    @override
    def _first(self) -> QWidget:
        return self._text

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        pass_focus((self._text, *self._buttons), forward=next)
        return True

    @override
    def _build(self, question: QuestionWords) -> None:
        head = row(Label(question.title, "heading"), None, self._buttons[0], margins=(24, 14, 16, 14))
        panel = raised_panel(question.title, "entry_panel")
        whole = column(held(head), Hairline(), margins=(1, 1, 1, 1))
        whole.addLayout(column(self._text, margins=(12, 12, 12, 12)), 1)
        panel.setLayout(whole)
        panel.setFixedSize(_SIZE.boundedTo(self.window().size() - QSize(2 * _EDGE, 2 * _EDGE)))
        self.setLayout(column(None, row(None, panel, None), None))
