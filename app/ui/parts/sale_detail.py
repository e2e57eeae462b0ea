"""One sale in full: PNR, what and when, who, money, and what is known since when."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.desk import words
from app.desk.values import Sale
from app.ui.parts.badge import Badge
from app.ui.parts.box import Hairline
from app.ui.parts.buttons import Button, IconButton
from app.ui.parts.event_list import Event, EventList
from app.ui.parts.layouts import column, held, row
from app.ui.parts.money import Pair
from app.ui.parts.note import Note
from app.ui.parts.request_number import RequestNumber
from app.ui.parts.sheet import Pane, Scroller
from app.ui.parts.text import Label


class SaleDetail(Pane):
    """The right pane of the bookings."""

    opened = Signal()
    """The clerk wants to settle what is not known."""
    copied = Signal(str)
    """What was put on the clipboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._pnr = Label("", "title", elides=True).set_identity()
        self._pnr.setObjectName("detail_pnr")
        self._copy = IconButton("copy", "Copy the PNR")
        self._state = Badge("")
        self._title = Label("", "bodyStrong", wraps=True)
        self._when = Label("", "body", "text2")
        self._note = Note(
            "warning", "Do not sell it again yet.", "Ask the operator for the PNR with the request number."
        )
        self._settle = Button("Show what is known", "primary", key="Enter", fills=True)
        self._settle.setObjectName("show_outcome")
        self._pairs = {name: Pair(name) for name in ("Customer", "Phone", "Seats")}
        self._money = {name: Pair(name) for name in ("Expected debit", "Debited")}
        self._request = RequestNumber()
        self._history = EventList(tight=True)
        self._build()
        self._copy.clicked.connect(self._copy_pnr)
        self._settle.clicked.connect(self.opened)

    def show_sale(self, sale: Sale) -> None:
        """Show this sale."""
        self._pnr.setText(sale.booking_ref or "No PNR")
        self._copy.setVisible(bool(sale.booking_ref))
        tone = "warning" if sale.is_open else "success" if sale.booking_ref else "neutral"
        self._state.show_state(sale.state, tone)
        self._title.setText(sale.title)
        day = words.day_long(sale.day) if sale.day else ""
        self._when.setText(", ".join(part for part in (day, sale.window) if part))
        self._open_part.setVisible(sale.is_open)
        self._pairs["Customer"].value.setText(sale.customer_name)
        self._pairs["Phone"].value.setText(sale.customer_phone)
        self._pairs["Seats"].value.setText(str(sale.qty))
        self._show_money(sale)
        self._request.show_number(sale.request_id)
        self._history.show_events(
            Event(
                step.text,
                "question" if sale.is_open and step is sale.history[-1] else "done",
                words.clock_seconds(step.at),
            )
            for step in sale.history
        )

    def show_net(self, *, shown: bool) -> None:
        """Show or hide the debit."""
        self._wallet_side.setVisible(shown)

    def copy_pnr(self) -> None:
        """Put the PNR on the clipboard, when there is one."""
        if self._copy.isVisible():
            self._copy_pnr()

    def _show_money(self, sale: Sale) -> None:
        for name, value in (("Expected debit", sale.expected), ("Debited", sale.debited)):
            self._money[name].setVisible(value is not None)
            if value is not None:
                self._money[name].value.setText(f"{sale.currency} {words.amount(value)}".strip())

    def _copy_pnr(self) -> None:
        QGuiApplication.clipboard().setText(self._pnr.text())
        self.copied.emit(self._pnr.text())

    def _build(self) -> None:
        head = row(gap=8)
        head.addWidget(self._pnr, 1)
        head.addWidget(self._copy)
        head.addWidget(self._state)
        self._open_part = held(column(16, self._note, 12, self._settle))
        self._wallet_side = held(column(*self._money.values(), gap=4))
        inner = column(
            head,
            4,
            self._title,
            self._when,
            self._open_part,
            16,
            Hairline(),
            16,
            column(*self._pairs.values(), self._wallet_side, 4, self._request, gap=4),
            16,
            Hairline(),
            16,
            self._history,
            None,
            margins=(20, 18, 20, 20),
        )
        self.body.addWidget(Scroller(held(inner)))
