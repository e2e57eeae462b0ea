"""The flow of a cancellation: choice and refund, settled, or unknown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.ui.cancellation.cancel_page import CancelPage
from app.ui.cancellation.cancelled_page import CancelledPage
from app.ui.cancellation.find_booking_page import FindBookingPage
from app.ui.cancellation.open_cancel_page import OpenCancelPage

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.flows.all_flows import Flows


class CancellationFlow:
    """The pages of cancelling with one desk; unknown outcomes are read here, whatever page is shown."""

    def __init__(self, desk: Desk, flows: Flows) -> None:
        self._desk, self._cancellation, self._flows = desk, desk.cancellation, flows
        self._navigation = flows.navigation
        self._page: OpenCancelPage | None = None
        self._tasks = TaskScope(hand_to_loop)

    def end(self) -> None:
        """Stop reading."""
        self._tasks.cancel_all()

    def begin(self, booking: Booking) -> None:
        """Open the choice of what to cancel."""
        page = CancelPage(self._cancellation, self._desk.catalogue, booking)
        page.cancelled.connect(partial(self._show_cancelled, booking))
        page.unknown.connect(self._note_unknown)
        page.refused.connect(lambda: self._tasks.start("check", self._check(booking.request_id)))
        page.went_back.connect(self._navigation.leave_cancelling)
        self._navigation.show_other(page)

    def begin_elsewhere(self) -> None:
        """Ask for the reference of a booking that another counter sold."""
        page = FindBookingPage(self._cancellation, keeps_till=self._desk.till.is_on)
        page.found.connect(self.begin)
        page.went_back.connect(self._navigation.leave_cancelling)
        self._navigation.show_other(page)

    def open(self, intent_id: str) -> None:
        """Open the page of a cancellation whose answer was lost."""
        self._tasks.start("open", self._read(intent_id))

    def watch_open(self) -> None:
        """Start readings for every unknown outcome, such as after a restart."""
        self._tasks.start("all open", self._watch_all())

    async def _watch_all(self) -> None:
        for intent_id in await self._cancellation.open_intents():
            self._watch(intent_id)

    def _watch(self, intent_id: str) -> None:
        self._tasks.start(intent_id, self._cancellation.watch(intent_id, self._tell))

    async def _check(self, request_id: str) -> None:
        """Note among the bookings what the service says of one that it did not cancel."""
        sale = await self._desk.bookings.known(request_id)
        if sale is not None and not sale.is_of_other:
            with suppress(DeskError):
                await self._desk.bookings.check(sale)
                self._navigation.note_settled()

    async def _read(self, intent_id: str) -> None:
        try:
            self._show_open(await self._cancellation.known(intent_id))
        except DeskError:
            self._navigation.leave_cancelling()

    def _note_unknown(self, known: OpenCancellation) -> None:
        self._watch(known.intent_id)
        self._navigation.note_cancelling(known.booking.request_id or known.request_id)
        self._show_open(known)
        self._navigation.note_settled()

    def _show_open(self, known: OpenCancellation) -> None:
        page = self._open_page(known)
        page.went_back.connect(self._navigation.leave_cancelling)
        page.settled.connect(self._navigation.note_settled)
        page.lost_again.connect(self._watch)
        page.cancelled.connect(partial(self._show_cancelled, known.booking))
        self._page = page
        self._navigation.show_other(page)

    def _open_page(self, known: OpenCancellation) -> OpenCancelPage:
        if not self._desk.till.is_on:
            return OpenCancelPage(self._cancellation, self._desk.rules, known)
        from app.ui.cancellation.cancelled_with_till_page import OpenCancelWithTillPage

        page = OpenCancelWithTillPage(self._cancellation, self._desk.rules, known, self._desk.owing)
        page.payment_asked.connect(partial(self._ask_payment, partial(self.open, known.intent_id)))
        return page

    def _show_cancelled(self, booking: Booking, result: Cancelled) -> None:
        # One of another counter stands in Bookings under the number of its cancellation.
        self._navigation.note_cancelling(booking.request_id or result.request_id)
        page = self._cancelled_page(booking, result)
        page.went_back.connect(self._navigation.leave_cancelling)
        page.slip.clicked.connect(partial(self._flows.vouchers.print_slip, booking, result))
        page.rest.clicked.connect(partial(self._flows.vouchers.open_reference, booking.booking_ref))
        self._page = None
        self._navigation.show_other(page)
        self._navigation.note_settled()

    def _cancelled_page(self, booking: Booking, result: Cancelled) -> CancelledPage:
        if not self._desk.till.is_on:
            return CancelledPage(self._desk.wallet, booking, result)
        # Most counters keep no till.
        from app.ui.cancellation.cancelled_with_till_page import CancelledWithTillPage

        page = CancelledWithTillPage(self._desk.wallet, booking, result, self._desk.owing)
        again = partial(self._show_cancelled, booking, result)
        page.payment_asked.connect(partial(self._ask_payment, again))
        return page

    def _ask_payment(self, again: Callable[[], None], sale: Sale) -> None:
        self._flows.till.open(sale, again)

    def _tell(self, known: OpenCancellation) -> None:
        """Show a reading on the page of its cancellation, if that is on screen."""
        page = self._page
        if page is not None and isValid(page) and page.intent_id == known.intent_id:
            page.show_known(known)
        if known.stage is not Stage.WAITING:
            self._navigation.note_settled()
