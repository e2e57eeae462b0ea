"""The sales of this counter, those that need an answer first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from app.desk.values import Sale
from app.ui.page import Page
from app.ui.parts.empty_state import EmptyState
from app.ui.parts.key_hint import KeyRow
from app.ui.parts.layouts import column, held, row
from app.ui.parts.sale_detail import SaleDetail
from app.ui.parts.sales_list import SalesHeader, SalesList
from app.ui.parts.sales_model import SalesModel, matches, rows_of
from app.ui.parts.sheet import HintLine, Pane, SheetHeader
from app.ui.parts.text import Label

if TYPE_CHECKING:
    from app.desk.desk import Desk

_READING = "sales"


class BookingsPage(Page):
    """What this counter's own journal holds; the service has no list of bookings."""

    keys: ClassVar[tuple[KeyRow, ...]] = (
        (("\u2191", "\u2193"), "Choose a booking"),
        (("Enter",), "Open one that needs an answer"),
        (("C",), "Copy the PNR"),
    )

    opened = Signal(object)
    """The clerk wants to see what is known of an open `Sale`."""
    counted = Signal(int)
    """How many sales need an answer."""
    copied = Signal(str)
    """A PNR was put on the clipboard."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._sales: tuple[Sale, ...] = ()
        self._typed = ""
        self._wanted = ""
        self._count = Label("", "body", "text2")
        self._model = SalesModel(self)
        self._list, self._columns = SalesList(self._model), SalesHeader()
        self._nothing = EmptyState(
            "book-open-text", "No bookings yet", "What is sold at this counter stands here."
        )
        self._detail = SaleDetail()
        self._lists = QStackedWidget()
        self._build()
        self._list.selected.connect(self._show_sale)
        self._list.picked.connect(self._open)
        self._detail.opened.connect(self._open)
        self._detail.copied.connect(self.copied)

    @override
    def take_focus(self) -> None:
        self._list.setFocus()

    @override
    def enter(self) -> None:
        super().enter()
        self.read_again()

    @override
    def read_again(self) -> None:
        self.tasks.start(_READING, self._read())

    @override
    def filter_by(self, text: str) -> None:
        self._typed = text
        self._show_rows()

    @override
    def show_net(self, *, shown: bool) -> None:
        super().show_net(shown=shown)
        self._model.net_shown = self._columns.net_shown = shown
        self._detail.show_net(shown=shown)
        self._list.viewport().update()
        self._columns.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_C and not event.modifiers():
            self._detail.copy_pnr()
        else:
            super().keyPressEvent(event)

    def choose(self, request_id: str) -> None:
        """Make the booking of this request number the current one, now or as soon as it is read."""
        self._wanted = request_id
        self._show_rows()

    async def _read(self) -> None:
        self._sales = await self._desk.sales()
        self.counted.emit(sum(sale.is_open for sale in self._sales))
        self._show_rows()

    def _show_rows(self) -> None:
        chosen = self._list.current
        found = tuple(sale for sale in self._sales if matches(sale, self._typed))
        self._model.show_rows(rows_of(found, self._desk.today()))
        total = len(self._sales)
        self._count.setText(f"{len(found)} of {total}" if self._typed else str(total) if total else "")
        if self._sales:
            self._nothing.show_words("Nothing found", "No booking of this counter holds what was typed.")
        self._lists.setCurrentIndex(0 if found else 1)
        self._list.choose(self._wanted or (chosen.request_id if chosen else ""))
        if found:
            self._wanted = ""

    def _show_sale(self, sale: Sale | None) -> None:
        self._pane.setCurrentIndex(0 if sale is None else 1)
        if sale is not None:
            self._detail.show_sale(sale)

    def _open(self) -> None:
        sale = self._list.current
        if sale is not None and sale.is_open:
            self.opened.emit(sale)

    def _build(self) -> None:
        table = column(self._columns)
        table.addWidget(self._list, 1)
        self._lists.addWidget(held(table))
        self._lists.addWidget(self._nothing)
        self._lists.setCurrentIndex(1)
        keys = ((("\u2191", "\u2193"), "Choose"), (("C",), "Copy PNR"), (("F5",), "Read again"))
        left = column(SheetHeader("Bookings", "", self._count))
        left.addWidget(self._lists, 1)
        left.addWidget(HintLine(*keys, None, "Bookings made at this counter"))
        self._pane = QStackedWidget()
        self._pane.setFixedWidth(self._detail.width())
        self._pane.addWidget(_no_choice())
        self._pane.addWidget(self._detail)
        line = row()
        line.addLayout(left, 1)
        line.addWidget(self._pane)
        self.setLayout(line)


def _no_choice() -> QWidget:
    pane = Pane()
    pane.body.addLayout(
        column(None, Label("Choose a booking to see it", "body", "text3", centred=True), None)
    )
    return pane
