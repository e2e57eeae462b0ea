"""The page of cancelling a booking in whole or part: the choice, its refund quote, and the button."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.cancellation.refund_quote import (
    TOO_OLD,
    AcceptedQuote,
    Booking,
    Cancelled,
    NotAcceptedError,
    RefundQuote,
)
from app.desk.model import formats
from app.desk.model.booking import Choice
from app.desk.model.errors import DeskError
from app.desk.model.moment import TO_BE_SENT
from app.desk.model.sale import Advice, NotSold
from app.ui.cancellation import actions
from app.ui.cancellation.choice_panel import ChoicePanel
from app.ui.cancellation.refund_pane import RefundPane
from app.ui.kit.basics.delay import ScreenDelay
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import HintLine, Scroller, SheetHeader
from app.ui.kit.sheets.pane import split_sheet
from app.ui.sale.order_timeline import CANCELLATION, OrderProgress
from app.ui.sale.wrong_clock import goes_on

if TYPE_CHECKING:
    from app.desk.cancellation.cancellation import Cancellations, Ended
    from app.desk.catalogue.catalogue import Catalogue

_QUOTE, _CONFIRM, _READ, _RULE, _OTHERS = "quote", "confirm", "booking", "rule", "others"
_SETTLE_MS = 250


class CancelPage(Page):
    """Quotes each choice at once; only its quote of the last two minutes can be confirmed."""

    own_actions = actions.CANCELLING
    title = mark("Cancel")

    cancelled = Signal(object)
    """Emitted with the `Cancelled` of a settled cancellation."""
    unknown = Signal(object)
    """Emitted with the `OpenCancellation` of an unknown outcome."""
    refused = Signal()
    """Emitted when the service has refused: the booking may be another one by now."""

    def __init__(self, cancellation: Cancellations, catalogue: Catalogue, booking: Booking) -> None:
        super().__init__()
        self.setObjectName("cancel_page")
        self._cancellation = cancellation
        self._catalogue = catalogue
        self._booking, self.booking_ref = booking, booking.booking_ref
        self._quote: RefundQuote | None = None
        self._former: RefundQuote | None = None
        self._progress = OrderProgress(CANCELLATION, self._show_progress, self)
        self._is_sending = False
        self._left, self._pane = ChoicePanel(booking), RefundPane()
        day = formats.day_medium(booking.day) if booking.day else ""
        trip = joined(", ", (booking.booking_ref, booking.title))
        self._pane.show_choice(trip, joined(", ", (day, booking.window, booking.customer)))
        self._settle = ScreenDelay(self, _SETTLE_MS, partial(self._ask, ""))
        self._old = QTimer(self)
        is_boat = self._booking.is_boat
        what = tr("Cancel passengers") if is_boat else tr("Cancel seats")
        pnr = Label(self._booking.booking_ref, ink="text2").set_identity()
        self._header = SheetHeader(what, "", back=self.step_back, beside=(pnr,))
        key = actions.CHOOSE if is_boat else actions.SEATS
        choose = tr("Choose") if is_boat else tr("Change")
        quote, keep = (actions.QUOTE, tr("Quote again")), (actions.KEEP, tr("Keep the booking"))
        keys = HintLine((key, choose), quote, keep, None)
        self.setLayout(split_sheet(self._header, left=(Scroller(self._left), keys), pane=self._pane))
        for part in (self._left, self._left.seats):
            part.changed.connect(self._change)
        self._pane.spent.connect(self._confirm)
        self._pane.keep.clicked.connect(self.step_back)
        self._old.setSingleShot(True)
        self._old.setInterval(int(TO_BE_SENT.total_seconds() * 1000))
        self._old.timeout.connect(lambda: self._ask(tr(TOO_OLD)))
        self.turned.connect(self._read_unread)
        self.office_changed.connect(self._follow_office)

    @override
    def enter(self) -> None:
        super().enter()
        if self._booking.is_boat:
            self._pane.show_waiting(tr("The passengers are being read."), busy=True)
            self.tasks.start(_READ, self._read_people())
        else:
            self.tasks.start(_RULE, self._read_rule())
            self._ask()

    @override
    def take_focus(self) -> None:
        self._left.take_focus()

    @override
    def leave(self) -> None:
        self._settle.stop()
        self._old.stop()
        self._progress.end()
        self._cancellation.desks.end(self._booking)
        super().leave()

    @override
    def read_again(self) -> None:
        """Quote again, and read missing travellers; never while the cancellation is being sent."""
        if self._is_sending:
            return
        if not self._left.is_read:
            self.tasks.start(_READ, self._read_people())
        else:
            self._ask()

    def _follow_office(self) -> None:
        """Quote again what another desk has cancelled of, and show who else is at the booking."""
        if self._quote is not None:
            self.tasks.start(_OTHERS, self._follow_others())

    @override
    def run_primary(self) -> None:
        if self.selling_off and not self._is_sending:
            self.key_asked.emit()
        else:
            self._pane.run()

    def _read_unread(self, before: Around) -> None:
        if before.selling_off and not self.selling_off:
            self.read_again()

    @override
    def step_back(self) -> None:
        if self.may_be_left():
            self.went_back.emit()

    @override
    def may_be_left(self) -> bool:
        return not self._is_sending

    def _change(self) -> None:
        """Ask for the quote of another choice after a short pause."""
        if self._is_sending:
            return
        self._drop_quote()
        self._former = None
        if self._left.choice is None:
            self._settle.stop()
            self.tasks.cancel(_QUOTE)
            self._pane.show_waiting(self._left.wanted)
        else:
            self._pane.show_waiting(tr("The refund is being asked for."), busy=True)
            self._settle.start()

    def _ask(self, why: str = "") -> None:
        """Ask for the quote of the present choice; `why` is the reason for asking again."""
        if self._is_sending:
            return
        choice = self._left.choice
        self._settle.stop()
        if choice is None:
            self._pane.show_waiting(self._left.wanted)
            return
        self._former = self._quote or self._former
        self._drop_quote()
        self._pane.show_waiting(joined(" ", (why, tr("The refund is being asked for."))), busy=True)
        self.tasks.start(_QUOTE, self._read_quote(choice, why))

    async def _read_people(self) -> None:
        try:
            state = await self._cancellation.booking(self._booking.booking_ref, is_boat=True)
        except DeskError as error:
            self._pane.show_problem(error.advice)
            return
        self._left.show_people(state.travellers)
        if state.travellers:
            self._pane.show_waiting(self._left.wanted)
        else:
            what = tr("The service names no passengers of this booking.")
            action = tr("Ask the operator to cancel it, or try again: F5.")
            self._pane.show_problem(Advice(what, tr("Nothing was cancelled."), action))

    async def _read_rule(self) -> None:
        """Show the rule from the cached catalogue, if there is one."""
        if self._booking.day is None:
            return
        kept = await self._catalogue.kept_activities(self._booking.day)
        rules = (
            each.cancellation for each in (kept.offers if kept else ()) if each.title == self._booking.title
        )
        self._left.show_rule(next(rules, ""))

    async def _read_quote(self, choice: Choice, why: str) -> None:
        newest = await self._cancellation.newest(self._booking)
        if newest.qty != self._booking.qty:
            # Another desk has cancelled of it: a choice of more than is left becomes another one.
            self._booking = newest
            self._left.show_booked(newest)
            if self._left.choice != choice:
                return
        try:
            quote = await self._cancellation.quote(self._booking, choice, self._former)
        except DeskError as error:
            self._pane.show_problem(error.advice)
            await self._read_left()
            return
        self._booking = quote.booking
        self._left.show_booked(quote.booking)
        if self._left.choice != choice:
            return
        self._quote = quote
        self._left.take_ids(quote.named)
        self._pane.show_quote(quote, first_goes=self._left.first_goes, why=why)
        self._old.start()

    async def _read_left(self) -> None:
        """Show who or how many are left, since what was not done may be so for want of them."""
        ref, is_boat = self._booking.booking_ref, self._booking.is_boat
        try:
            if is_boat:
                self._left.show_people((await self._cancellation.booking(ref, is_boat=True)).travellers)
            else:
                self._booking = await self._cancellation.as_said(self._booking)
                self._left.show_booked(self._booking)
        except DeskError:
            return

    async def _follow_others(self) -> None:
        """Show what other desks do; the choice stays, unless they have taken it."""
        newest = await self._cancellation.newest(self._booking)
        beside = await self._cancellation.desks.others(self._booking)
        if self._quote is None:
            return
        if newest.qty == self._booking.qty:
            self._pane.show_beside(beside)
            return
        if self._booking.is_boat:
            self._booking = newest
            await self._read_people()
        self._ask(tr("Another desk has cancelled of this booking."))

    def _drop_quote(self) -> None:
        self._quote = None
        self._old.stop()

    def _confirm(self) -> None:
        """Accept the quote and confirm: the only way from a quote to a cancellation."""
        quote, choice = self._quote, self._left.choice
        if quote is None or choice is None or self._is_sending or self._pane.customer.wrong:
            return
        try:
            order = self._cancellation.accept(
                quote,
                choice,
                has_read=self._pane.has_read,
                reason=self._left.reason,
                customer_back=self._pane.customer.back,
            )
        except NotAcceptedError as error:
            self._ask(str(error))
            return
        self._is_sending = True
        self._drop_quote()
        self._progress.begin()
        self._left.setEnabled(False)
        self.tasks.start(_CONFIRM, self._carry_out(order))

    async def _carry_out(self, order: AcceptedQuote) -> None:
        try:
            ended = await self._cancellation.confirm(order, self._progress.note)
        except DeskError as error:
            accept = self._cancellation.accept_clock
            if await goes_on(self, error.advice, accept, tr("Cancel all the same")):
                await self._carry_out(order)
                return
            self._end_sending()
            self._pane.show_problem(error.advice)
        else:
            self._end_sending()
            self._route(ended)

    def _route(self, ended: Ended) -> None:
        if isinstance(ended, Cancelled):
            self.cancelled.emit(ended)
        elif isinstance(ended, NotSold):
            self._pane.show_problem(ended.advice)
            self.take_focus()
            # A quote that is asked for meanwhile is of the choice before, and reads this itself when refused.
            self.tasks.start(_QUOTE, self._read_left())
            self.refused.emit()
        else:
            self.unknown.emit(ended)

    def _end_sending(self) -> None:
        self._progress.end()
        self._is_sending = False
        self._former = None
        self._left.setEnabled(True)

    def _show_progress(self) -> None:
        self._pane.show_sending(self._progress.events())
