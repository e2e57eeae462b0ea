"""A booking as the service tells it, word by word."""

from __future__ import annotations

from decimal import Decimal

from PySide6.QtWidgets import QWidget

from app.core.language import joined, tr
from app.desk.cancellation.refund_quote import Booking
from app.desk.model import formats
from app.desk.model.booking import BookingState
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import column, empty, row
from app.ui.kit.basics.text import Label


class BookingCard(QWidget):
    """What it is, its states, its travellers; what was paid is hidden by F8."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("booking_state")
        self._title, self._about = Label("", "heading", wraps=True), Label("", ink="text2", wraps=True)
        self._read = Label("", "caption", "text3", right=True)
        self._states = (Pair(tr("Status")), Pair(tr("Payment")), Pair(tr("Refund")))
        self._money = (Pair(tr("Paid")), Pair(tr("Refunded")))
        self._paid: tuple[Decimal | None, Decimal | None] = (None, None)
        self._people = column(gap=6)
        head = row(gap=12, top=True)
        head.addWidget(self._title, 1)
        head.addWidget(self._read)
        self.setLayout(
            column(
                head,
                self._about,
                12,
                Hairline(),
                12,
                column(*self._states, *self._money, gap=6),
                self._people,
            )
        )

    def show_booking(self, booking: Booking, state: BookingState) -> None:
        """Show what was read."""
        self._title.setText(booking.title or booking.booking_ref)
        day = formats.day_long(booking.day) if booking.day else ""
        self._about.setText(joined(", ", (booking.place, day, booking.window)))
        self._read.setText(
            tr("Read {read_at}", read_at=formats.clock_seconds(state.read_at)) if state.read_at else ""
        )
        said = (state.booking_status, state.payment_status, state.refund_status)
        for pair, value in zip(self._states, said, strict=True):
            pair.value.setText(formats.state(value) or tr("Not stated"))
        self._paid = (state.paid, state.refunded)
        self._show_people(state)

    def show_net(self, *, shown: bool) -> None:
        """Show or hide what was paid and refunded."""
        for pair, value in zip(self._money, self._paid, strict=True):
            pair.setVisible(shown and value is not None)
            pair.value.setText("" if value is None or not shown else formats.amount(value))

    def _show_people(self, state: BookingState) -> None:
        empty(self._people)
        if state.travellers:
            self._people.addSpacing(6)
            self._people.addWidget(Hairline())
            self._people.addSpacing(6)
        for each in state.travellers:
            who = joined(", ", (each.name, each.age))
            self._people.addWidget(Pair(who, formats.state(each.status) or tr("Not stated"), name_ink="text"))
