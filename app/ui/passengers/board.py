"""The left side of the passengers page: the grid, its buttons, the copy of a document, and the customer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.passengers.rules import is_foreigner
from app.ui.documents.document_box import DocumentBox
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.native_style import Menu
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Remark, set_tip
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.table_frame import TableFrame
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine, Scroller, Squeezed
from app.ui.passengers import actions
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.passport_strip import PassportStrip
from app.ui.passengers.row import COPY_CELL
from app.ui.sale.customer_block import CustomerBlock, Lookup
from app.ui.sale.last_customer import LastCustomer

_CUSTOMER_WIDTH, _COPY_WIDTH, _LEAST_COPY = 372, 268, 236
_LEAST_LOWER, _LOW_LOWER = 188, 92
_WITHOUT_LIMIT = 16_777_215
_HINTS = (
    (actions.NEXT_CELL.painted, mark("Next cell")),
    (actions.NEXT_ROW, mark("Next row")),
    (actions.COPY_ABOVE, mark("Copy from above")),
    (actions.ATTACH, mark("Attach copy")),
    (actions.SCAN_PASSPORT, mark("Scan passport")),
)


class PassengerBoard(Roomy, QWidget):
    """Lays the parts out and shows the copy of the current row."""

    def __init__(self, model: PassengerModel, lookup: Lookup, today: Callable[[], date]) -> None:
        super().__init__()
        self._model = model
        self.strip = PassportStrip(today)
        self.note = called("trip_note", MessageBox("warning", flat=True))
        self.grid = PassengerGrid(model)
        self.documents = DocumentBox()
        self.customer = CustomerBlock(lookup, with_follow=True)
        self.add = called("add_passenger", Button(tr("Add passenger"), "quiet", size=28, icon="plus"))
        self.repeat = called("repeat_row", Button(tr("Repeat last row"), "quiet", size=28, icon="copy"))
        self.paste = called("paste_rows", Button(actions.PASTE_ROWS))
        self.import_list = called(
            "import_list", Button(tr("Import a list"), "quiet", size=28, icon="file-up")
        )
        self.party = called("saved_party", Button(actions.ADD_PARTY, "quiet", size=28))
        self.ask = called("ask_details", Button(tr("Ask in a chat"), "quiet", size=28, icon="message-circle"))
        self.last = LastCustomer()
        self._accept = called("as_it_is", Button(actions.AS_IT_IS, "quiet", size=28))
        self._accept.hide()
        self._all_tools = (
            self.add,
            self.repeat,
            self.import_list,
            self.ask,
            self.party,
            self.last,
            self._accept,
        )
        self._more = called("more_tools", Button("\u2026"))
        self._more.setAccessibleName(tr("More ways to add passengers"))
        set_tip(self._more, tr("More ways to add passengers"))
        self._more.hide()
        self._more.clicked.connect(self._open_tools)
        self._build()
        self._accept.clicked.connect(self.grid.accept)
        self.grid.moved.connect(self._offer_acceptance)
        model.dataChanged.connect(self._offer_acceptance)
        self.grid.row_chosen.connect(self.show_copy)
        model.dataChanged.connect(self.show_copy)

    def say(self, text: str, more: str = "") -> None:
        """Show a line above the grid; an empty text removes it."""
        self.note.show_words(text, more)
        self._note_line.setVisible(bool(text))

    def show_copy(self) -> None:
        """Show the copy of the current row."""
        row = min(self.grid.row, self._model.rowCount() - 1)
        found = self._model.row_at(row)
        kind = tr("Passport copy") if is_foreigner(found.passenger) else tr("Copy of document")
        note = tr("Reading the file.") if self._model.is_reading(row) else ""
        if not note and found.is_unneeded(COPY_CELL):
            note = tr("Not needed for this passenger.")
        self.documents.show_copy(
            tr("{kind}, passenger {number}", kind=kind, number=row + 1),
            found.passenger.document,
            note=note,
            wrong=self._model.sentence(row, COPY_CELL),
            is_closed=found.is_closed(COPY_CELL),
        )

    def _offer_acceptance(self) -> None:
        self._accept.setVisible(bool(self.grid.doubted))

    def _build(self) -> None:
        self._hints = HintLine(*((keys, tr(words)) for keys, words in _HINTS), None)
        self._note_line = held(column(self.note, margins=(0, 0, 0, 10)))
        self._note_line.hide()
        for button in self._all_tools:
            button.set_side(8, 6)
        hint = Remark(tr("Ticket type follows age and nationality"))
        self._tools = row(-8, *self._all_tools, None, hint, gap=4)
        self._tools_line = held(self._tools)
        self._ways = ways = row(gap=8, top=True)
        ways.addWidget(self.strip, 1)
        ways.addWidget(self.paste)
        ways.addWidget(self._more)
        self._customer_side = held(column(self.customer))
        self._lower = lower = row(gap=24, top=True)
        lower.addWidget(self.documents, 1)
        lower.addWidget(self._customer_side)
        self._inner = inner = column(margins=(20, 10, 20, 8))
        inner.addWidget(self._note_line)
        inner.addLayout(ways)
        inner.addSpacing(10)
        inner.addWidget(TableFrame(self.grid))
        self._rule = held(column(6, self._tools_line, 6, Hairline()))
        inner.addWidget(self._rule)
        inner.addSpacing(12)
        inner.addLayout(lower)
        inner.addStretch(1)
        self.setLayout(column((Scroller(Squeezed(inner)), 1), self._hints))
        self._customer_side.setFixedWidth(_CUSTOMER_WIDTH)
        self.documents.setMinimumHeight(_LEAST_LOWER)

    @override
    def follow_room(self) -> None:
        """In a low window the tools are in one line with the strip, and the rows have the room.

        Else the copy keeps its height even when there is none.
        """
        is_low = self.room.is_low
        self.documents.setMinimumHeight(_LOW_LOWER if is_low else _LEAST_LOWER)
        self.documents.setMinimumWidth(_LEAST_COPY if is_low else 0)
        self._more.setVisible(is_low)
        self._rule.setVisible(not is_low)
        shown = (self._accept, self.last, self.add)
        for tool in self._all_tools:
            self._tools.removeWidget(tool)
        for place, tool in enumerate(self._all_tools, 1):
            self._tools.insertWidget(place, tool)
        for place, tool in enumerate(shown if is_low else (), 1):
            self._ways.insertWidget(place, tool, 0, Qt.AlignmentFlag.AlignVCenter)
        side = 16 if not self.room.is_wide else 20
        self._inner.setContentsMargins(side, 10, side, 8)
        if is_low:
            self.documents.setMaximumWidth(_COPY_WIDTH)
            self._customer_side.setMinimumWidth(0)
            self._customer_side.setMaximumWidth(_WITHOUT_LIMIT)
        else:
            self.documents.setMaximumWidth(_WITHOUT_LIMIT)
            self._customer_side.setFixedWidth(_CUSTOMER_WIDTH)
        self._lower.setStretch(1, 1 if is_low else 0)

    def _open_tools(self) -> None:
        """Open the menu of the tools that have no button in a low window."""
        menu = Menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for tool in (self.repeat, self.import_list, self.ask, self.party):
            menu.addAction(tool.label, tool.click)
        menu.popup(self._more.mapToGlobal(QPoint(0, self._more.height() + 4)))
