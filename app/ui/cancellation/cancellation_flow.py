"""The flow of a cancellation: choice and refund, settled, or unknown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.cancellation import Cancellations
from app.desk.cancellation.open_cancellation import OpenCancellation, Stage
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.catalogue.catalogue import Catalogue
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import OfficeRules
from app.desk.model.sale import Sale
from app.desk.till.owing import Owing
from app.desk.till.till import Till
from app.desk.wallet.current_wallet import CurrentWallet
from app.ui.cancellation.cancel_page import CancelPage
from app.ui.cancellation.cancelled_page import CancelledPage
from app.ui.cancellation.find_booking_page import FindBookingPage
from app.ui.cancellation.open_cancel_page import OpenCancelPage
from app.ui.kit.sheets.page import Page


class CancellationFlow(QObject):
    """The pages of cancelling with one desk; unknown outcomes are read here, whatever page is shown."""

    left = Signal()
    """Emitted to go back to the bookings."""
    slip_asked = Signal(object, object)
    """Emitted to print the slip of a `Booking` and its `Cancelled`."""
    voucher_asked = Signal(str)
    """Emitted to show the voucher of what is left of a booking, by its PNR."""
    payment_asked = Signal(object, object)
    """Emitted with a cancelled `Sale` to give back what was paid, and with what shows its page again."""
    changed = Signal()
    """Emitted when the number of unknown outcomes may have changed."""

    def __init__(
        self,
        cancellation: Cancellations,
        catalogue: Catalogue,
        wallet: CurrentWallet,
        rules: OfficeRules,
        show: Callable[[Page], None],
        *,
        till: Till,
        owing: Owing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._cancellation = cancellation
        self._rules = rules
        self._wallet = wallet
        self._catalogue = catalogue
        self._show = show
        self._till, self._owing = till, owing
        self._page: OpenCancelPage | None = None
        self._tasks = TaskScope(hand_to_loop)

    def end(self) -> None:
        """Stop reading."""
        self._tasks.cancel_all()

    def begin(self, booking: Booking) -> None:
        """Open the choice of what to cancel."""
        page = CancelPage(self._cancellation, self._catalogue, booking)
        page.cancelled.connect(partial(self._show_cancelled, booking))
        page.unknown.connect(self._note_unknown)
        page.went_back.connect(self.left)
        self._show(page)

    def begin_elsewhere(self) -> None:
        """Ask for the reference of a booking that another counter sold."""
        page = FindBookingPage(self._cancellation)
        page.found.connect(self.begin)
        page.went_back.connect(self.left)
        self._show(page)

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

    async def _read(self, intent_id: str) -> None:
        try:
            self._show_open(await self._cancellation.known(intent_id))
        except DeskError:
            self.left.emit()

    def _note_unknown(self, known: OpenCancellation) -> None:
        self._watch(known.intent_id)
        self._show_open(known)
        self.changed.emit()

    def _show_open(self, known: OpenCancellation) -> None:
        page = OpenCancelPage(self._cancellation, self._rules, known)
        page.went_back.connect(self.left)
        page.settled.connect(self.changed)
        page.lost_again.connect(self._watch)
        page.cancelled.connect(partial(self._show_cancelled, known.booking))
        self._page = page
        self._show(page)

    def _show_cancelled(self, booking: Booking, result: Cancelled) -> None:
        page = self._cancelled_page(booking, result)
        page.done.connect(self.left)
        page.slip_asked.connect(lambda: self.slip_asked.emit(booking, result))
        page.voucher_asked.connect(lambda: self.voucher_asked.emit(booking.booking_ref))
        self._page = None
        self._show(page)
        self.changed.emit()

    def _cancelled_page(self, booking: Booking, result: Cancelled) -> CancelledPage:
        if not self._till.is_on:
            return CancelledPage(self._wallet, booking, result)
        # Most counters keep no till.
        from app.ui.cancellation.cancelled_with_till_page import CancelledWithTillPage

        page = CancelledWithTillPage(self._wallet, booking, result, self._owing)
        again = partial(self._show_cancelled, booking, result)
        page.payment_asked.connect(partial(self._ask_payment, again))
        return page

    def _ask_payment(self, again: Callable[[], None], sale: Sale) -> None:
        self.payment_asked.emit(sale, again)

    def _tell(self, known: OpenCancellation) -> None:
        """Show a reading on the page of its cancellation, if that is on screen."""
        page = self._page
        if page is not None and isValid(page) and page.intent_id == known.intent_id:
            page.show_known(known)
        if known.stage is not Stage.WAITING:
            self.changed.emit()
