"""The page to find another counter's booking by its reference and show its state."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.cancellation.refund_quote import Booking
from app.desk.model import formats, typed_text
from app.desk.model.booking import BookingState
from app.desk.model.errors import DeskError
from app.desk.service.spelt_pnr import read_as
from app.ui.bookings.sale_detail import of_service
from app.ui.bookings.sold_as import SoldAs
from app.ui.cancellation import actions
from app.ui.kit.basics.amounts import Pair
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.mixin import NetSide
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import ActionBar, HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import Pane, split_sheet

if TYPE_CHECKING:
    from app.desk.cancellation.cancellation import Cancellations


_READ = "booking"
_LEAST = 4
_WIDTH = 420


class FindBookingPage(Page):
    """Enter reads a booking; only a booking that was read can be cancelled."""

    own_actions = actions.FIND_BOOKING
    title = mark("Cancel a booking of another counter")

    found = Signal(object)
    """Emitted to go on with this `Booking`."""

    def __init__(self, cancellation: Cancellations, *, keeps_till: bool = False) -> None:
        """At a counter that `keeps_till` that alone says what the customer has paid."""
        super().__init__()
        self.setObjectName("find_booking_page")
        self._cancellation = cancellation
        self._booking: Booking | None = None
        self._pnr = TextField(tr("PNR"), "booking_ref", takes=typed_text.pnr)
        self._module = SoldAs()
        self._read = called("read_booking", Button(actions.READ))
        self._problem = called("problem", MessageBox("danger"))
        self._spelt = called("spelt", MessageBox("warning"))
        self._card = BookingCard(keeps_till=keeps_till)
        self._waiting = Label(tr("What the service says of it stands here."), ink="text2", wraps=True)
        self._on = called("choose_cancelled", Button(actions.GO_ON, "primary", size=44, fills=True))
        self._header = SheetHeader(tr("Cancel a booking of another counter"), back=self.step_back)
        keys = ((actions.READ, tr("Read the booking")), (actions.BACK, tr("Back to Bookings")))
        foot = HintLine(*keys, None, tr("Nothing is cancelled on this screen"))
        left = (Scroller(held(self._content())), foot)
        self.setLayout(split_sheet(self._header, left=left, pane=self._side()))
        self._forget()
        self._pnr.edited.connect(self._forget)
        self._module.chosen.connect(self._forget)
        self._read.clicked.connect(self.read_again)
        self._on.clicked.connect(self.run_primary)

    @override
    def take_focus(self) -> None:
        self._pnr.setFocus()

    @override
    def read_again(self) -> None:
        """Read the typed booking."""
        pnr = self._pnr.text().strip()
        self._forget()
        if len(pnr) < _LEAST:
            self._pnr.show_error(tr("Type the PNR: 4 to 20 letters and digits."))
            self.take_focus()
            return
        self._read.set_busy(tr("Reading\u2026"))
        self.tasks.start(_READ, self._look(pnr, is_boat=self._module.is_boat))

    @override
    def run_primary(self) -> None:
        if self._booking is not None and self._on.isEnabled():
            self.found.emit(self._booking)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Read the booking by Enter in any field."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.read_again()
        else:
            super().keyPressEvent(event)

    async def _look(self, pnr: str, *, is_boat: bool | None) -> None:
        try:
            booking, state = await self._cancellation.find(pnr, is_boat=is_boat)
        except DeskError as error:
            self._problem.show_words(error.advice.what, error.advice.action)
            self._problem.show()
        else:
            who = await self._cancellation.who_cancelled(booking) if state.is_cancelled else ""
            self._show(booking, state)
            self._show_spelt(read_as(pnr, booking.booking_ref))
            self._problem.show_words(tr("Nothing of it is left to cancel."), who)
            self._problem.setVisible(bool(who))
        self._read.set_busy("")

    def _show(self, booking: Booking, state: BookingState) -> None:
        self._booking = booking
        self._card.show_booking(booking, state)
        self._card.show()
        self._waiting.hide()
        if state.is_cancelled:
            self._on.disable(tr("Nothing of it is left to cancel."))
        else:
            self._on.enable()

    def _show_spelt(self, spelt: str) -> None:
        """Say that another PNR was read than the typed one: what is cancelled is the booking of that."""
        self._spelt.show_words(spelt, tr("Compare it with the voucher before you cancel."))
        self._spelt.setVisible(bool(spelt))

    def _forget(self) -> None:
        """Hide the booking when the reference has changed."""
        self.tasks.cancel(_READ)
        self._booking = None
        self._read.set_busy("")
        self._pnr.show_error("")
        self._problem.hide()
        self._spelt.hide()
        self._card.hide()
        self._waiting.show()
        self._on.disable(tr("Read the booking first."))

    def _content(self) -> QVBoxLayout:
        self._pnr.setFixedWidth(_WIDTH)
        about = tr("The service is asked for its state first. Then you choose who or how many are cancelled.")
        sold_as = column(Label(tr("Sold as"), "captionStrong", "text2"), 4, row(self._module, None))
        return column(
            Label(tr("Which booking?"), "title"),
            Label(about, ink="text2", wraps=True),
            20,
            row(self._pnr, None),
            held(column(8, self._spelt, self._problem)),
            14,
            sold_as,
            20,
            row(self._read, None),
            None,
            margins=(24, 20, 24, 16),
        )

    def _side(self) -> Pane:
        pane = Pane()
        content = column(self._waiting, self._card, None, margins=(20, 18, 20, 16))
        pane.body.addWidget(Scroller(held(content)), 1)
        pane.close_with(ActionBar(self._on, stacked=True))
        return pane


class BookingCard(QWidget):
    """A booking with its states and travellers; F8 hides what was paid."""

    def __init__(self, *, keeps_till: bool) -> None:
        super().__init__()
        self.setObjectName("booking_state")
        self._of_service = partial(of_service, keeps_till=keeps_till)
        self._title, self._about = Label("", "heading", wraps=True), Label("", ink="text2", wraps=True)
        self._read = Label("", "caption", "text3", right=True)
        self._states = (Pair(tr("Status")), Pair(tr("Payment")), Pair(tr("Refund")))
        self._money = tuple(Pair(self._of_service(each)) for each in (tr("Paid"), tr("Refunded")))
        self._money_sides = [NetSide(column(each)) for each in self._money]
        self._people = column(gap=6)
        self.setLayout(
            column(
                row((self._title, 1), (self._read, 0), gap=12, top=True),
                self._about,
                12,
                Hairline(),
                12,
                column(*self._states, *self._money_sides, gap=6),
                self._people,
            )
        )

    def show_booking(self, booking: Booking, state: BookingState) -> None:
        """Show what was read."""
        self._title.setText(booking.title or booking.booking_ref)
        day = formats.day_long(booking.day) if booking.day else ""
        self._about.setText(joined(", ", (booking.place, day, booking.window)))
        at = state.read and state.read.here
        self._read.setText(lambda: tr("Read {read_at}", read_at=formats.clock_seconds(at)) if at else "")
        booked, *money = map(formats.state, (state.booking_status, state.payment_status, state.refund_status))
        for pair, value in zip(self._states, (booked, *map(self._of_service, money)), strict=True):
            pair.value.setText(value or tr("Not stated"))
        for side, pair, amount in zip(
            self._money_sides, self._money, (state.paid, state.refunded), strict=True
        ):
            side.setVisible(amount is not None)
            pair.value.setText("" if amount is None else formats.amount(amount))
        self._show_people(state)

    def _show_people(self, state: BookingState) -> None:
        empty(self._people)
        if state.travellers:
            self._people.addSpacing(6)
            self._people.addWidget(Hairline())
            self._people.addSpacing(6)
        for each in state.travellers:
            who = joined(", ", (each.name, each.age))
            self._people.addWidget(Pair(who, formats.state(each.status) or tr("Not stated"), name_ink="text"))
