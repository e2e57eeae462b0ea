"""The left side of the passengers page: the grid, its buttons, the copy of a document, and the customer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.passengers.rules import is_foreigner
from app.ui.documents.document_box import DocumentBox
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.mixin import Restyled
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.table_frame import TableFrame
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import HintLine
from app.ui.passengers import actions
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.passport_strip import PassportStrip
from app.ui.passengers.row import COPY_CELL
from app.ui.sale.customer_block import CustomerBlock, Lookup
from app.ui.sale.last_customer import LastCustomer
from app.ui.theme import style

_CUSTOMER_WIDTH = 372
_LEAST_LOWER = 188
_ROOM_UP_TO = 115
_HINTS = (
    (actions.NEXT_CELL.painted, mark("Next cell")),
    (actions.NEXT_ROW, mark("Next row")),
    (actions.COPY_ABOVE, mark("Copy from above")),
    (actions.ATTACH, mark("Attach copy")),
    (actions.SCAN_PASSPORT, mark("Scan passport")),
)


class PassengerBoard(Restyled, QWidget):
    """Lays the parts out and shows the copy of the current row."""

    add_asked = Signal()
    repeat_asked = Signal()
    paste_asked = Signal()
    """Emitted to paste rows of the clipboard."""
    import_asked = Signal()
    """Emitted to import rows of a file."""
    party_asked = Signal()
    """Emitted to choose a saved party."""

    def __init__(
        self,
        model: PassengerModel,
        lookup: Lookup,
        today: Callable[[], date],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self.strip = PassportStrip(today)
        self.note = MessageBox("warning", flat=True)
        self.note.setObjectName("trip_note")
        self.grid = PassengerGrid(model)
        self.documents = DocumentBox()
        self.customer = CustomerBlock(lookup, with_follow=True)
        self._add = Button(tr("Add passenger"), "quiet", size=28, icon="plus")
        self._add.setObjectName("add_passenger")
        self._repeat = Button(tr("Repeat last row"), "quiet", size=28, icon="copy")
        self._repeat.setObjectName("repeat_row")
        self._paste = Button(actions.PASTE_ROWS)
        self._paste.setObjectName("paste_rows")
        self._import = Button(tr("Import a list"), "quiet", size=28, icon="file-up")
        self._import.setObjectName("import_list")
        self.party = Button(actions.ADD_PARTY, "quiet", size=28)
        self.party.setObjectName("saved_party")
        self.party.clicked.connect(self.party_asked)
        self.last = LastCustomer()
        self._accept = Button(actions.AS_IT_IS, "quiet", size=28)
        self._accept.setObjectName("as_it_is")
        self._accept.hide()
        self._build()
        self._paste.clicked.connect(self.paste_asked)
        self._import.clicked.connect(self.import_asked)
        self._add.clicked.connect(self.add_asked)
        self._repeat.clicked.connect(self.repeat_asked)
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
        if not note and found.is_spare(COPY_CELL):
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
        for button in (self._add, self._repeat, self._import, self.party, self.last, self._accept):
            button.set_side(8, 6)
        hint = Label(tr("Ticket type follows age and nationality"), "caption", "text3", elides=True)
        buttons = row(
            -8, self._add, self._repeat, self._import, self.party, self.last, self._accept, None, hint, gap=4
        )
        ways = row(gap=8, top=True)
        ways.addWidget(self.strip, 1)
        ways.addWidget(self._paste)
        self._customer_side = held(column(self.customer))
        lower = row(gap=24, top=True)
        lower.addWidget(self.documents, 1)
        lower.addWidget(self._customer_side)
        inner = column(margins=(20, 10, 20, 8))
        inner.addWidget(self._note_line)
        inner.addLayout(ways)
        inner.addSpacing(10)
        inner.addWidget(TableFrame(self.grid))
        inner.addSpacing(6)
        inner.addLayout(buttons)
        inner.addSpacing(6)
        inner.addWidget(Hairline())
        inner.addSpacing(12)
        inner.addLayout(lower)
        inner.addStretch(1)
        whole = column()
        whole.addLayout(inner, 1)
        whole.addWidget(self._hints)
        self.setLayout(whole)
        self._fit()
        self.show_copy()

    @override
    def _fit(self) -> None:
        """Set the customer's width for the text size; in the largest one hints are hidden in favour of rows.

        Otherwise the copy keeps its height even when there is none.
        """
        is_crowded = style.text_size() > _ROOM_UP_TO
        if is_crowded:
            self._hints.hide()
        elif self._hints.isHidden():
            self._hints.show()
        self._customer_side.setFixedWidth(style.scaled(_CUSTOMER_WIDTH))
        self.documents.setMinimumHeight(0 if is_crowded else _LEAST_LOWER)
