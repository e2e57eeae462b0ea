"""The flow of vouchers: of the last sale, or of any booking of this counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.bookings.booking_values import PRINTED, notes_in
from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.errors import DeskError
from app.desk.vouchers.kept_words import kept_voucher
from app.desk.vouchers.voucher import NoVoucherError, Voucher, reprinted_voucher, with_catalogue
from app.ui.cancellation.slip import cancellation_slip
from app.ui.vouchers.delivery import VoucherDelivery

if TYPE_CHECKING:
    from app.desk.cancellation.refund_quote import Booking, Cancelled
    from app.desk.desk import Desk
    from app.desk.model.booking import BookingState
    from app.desk.model.sale import Sale
    from app.desk.model.sale_notes import SaleNotes
    from app.ui.flows.all_flows import Flows
    from app.ui.vouchers.sheet import VoucherSheet
    from app.ui.window.main_window import MainWindow

_NONE_YET = mark("No voucher yet. Sell something, or open a booking and print its voucher.")
_UNSETTLED = mark("A cancellation of this booking is not settled. Until it is, it has no voucher.")
_NAMES_UNKNOWN = mark("The service could not be asked, so only what this counter has kept is on it.")


class VoucherFlow:
    """Opens vouchers over the window.

    The last one is kept until the desk or the booking changes; then it is made anew from the journal and the
    service's status.
    """

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows = window, desk, flows
        self._last: Voucher | None = None
        self._changed = ""
        """The PNR of the last voucher, once that is out of date."""
        self._sheet: VoucherSheet | None = None
        self._printed: set[str] = set()
        """The sales whose voucher has been printed before."""
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the vouchers", error))
        self._notes = TaskScope(lambda name, error: hand_to_loop(f"{name} of the vouchers", error))
        self._unsubscribe = desk.cancellation.changed.subscribe(self._expire)

    def hold(self, voucher: Voucher) -> None:
        """Keep the voucher of a sale that was just made, for Ctrl P."""
        self._last = voucher

    def note(self, voucher: Voucher, code: str) -> None:
        """Note that a voucher was handed over; one that is printed later says so."""
        if voucher.cancelled is not None:
            code = code.replace("voucher", "slip")
        if not voucher.request_id:
            return
        if code == PRINTED:
            self._printed.add(voucher.request_id)
        clerk = self._desk.day_close.duty.name
        self._notes.start("note", self._desk.bookings.note(voucher.request_id, code, clerk=clerk))

    def print_last(self, booking_ref: str = "") -> None:
        """Show the last voucher, or that of this booking, and ask for a printer (Ctrl P)."""
        self._once_looked(partial(self._print_last, booking_ref))

    def _print_last(self, booking_ref: str) -> None:
        if self._last is not None and booking_ref in ("", self._last.booking_ref):
            self._show_by(self._last, "print")
        elif booking_ref:
            self._tasks.start("voucher", self._open_changed(booking_ref, "print"))
        elif self._changed:
            self._tasks.start("voucher", self._open_changed(self._changed, "print"))
        else:
            self._window.say(tr(_NONE_YET))

    def show(self, voucher: Voucher, gap: str = "") -> None:
        """Show a voucher over the window; `gap` is what of the booking is not known."""
        # Not needed for the first paint.
        from app.ui.vouchers.sheet import VoucherSheet

        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        is_again = voucher.request_id in self._printed and voucher.cancelled is None
        voucher = replace(voucher, again_at=self._desk.reader.now_here() if is_again else None)
        sheet = VoucherSheet(self._window, voucher)
        ways = VoucherDelivery(sheet, lambda: sheet.voucher)
        ways.handed.connect(self.note)
        sheet.be_served(ways)
        self._sheet = sheet
        # What other desks have cancelled meanwhile would be on the paper.
        sheet.show_gap(joined(" ", (gap, self._desk.local_cache.sharing.unknown)))

    def print_slip(self, booking: Booking, result: Cancelled) -> None:
        """Show the slip about what was cancelled of a booking, and ask for a printer."""
        branding, is_real = self._desk.rules.branding, self._desk.reader.profile.is_real
        self._show_by(cancellation_slip(booking, result, branding, is_practice=not is_real), "print")

    def open_reference(self, booking_ref: str) -> None:
        """Show the voucher of what is left of a booking of this counter."""
        self._tasks.start("voucher", self._open_changed(booking_ref, ""))

    def open(self, sale: Sale, way: str = "") -> None:
        """Show the voucher of an earlier sale, with the travellers from the service.

        It is handed over by the name of a way, such as "print", if one is asked for.
        """
        self._once_looked(partial(self._open_or_last, sale, way))

    def _open_or_last(self, sale: Sale, way: str) -> None:
        last = self._last
        if last is None or last.booking_ref != sale.booking_ref or not _is_whole(sale):
            self._tasks.start("voucher", self._open_by(sale, way))
        else:
            self._show_by(last.shown(self._desk.rules.branding), way)

    def _once_looked(self, go_on: Callable[[], None]) -> None:
        """Go on once it is known whether another desk has cancelled of the booking of the last voucher."""
        if self._last is None or not self._desk.local_cache.sharing.is_used:
            go_on()
        else:
            self._tasks.start("last voucher", self._look(self._last.booking_ref, go_on))

    async def _look(self, booking_ref: str, go_on: Callable[[], None]) -> None:
        office = await self._desk.bookings.joined(booking_ref)
        if office is not None and office.others and self._last is not None:
            self._last, self._changed = None, booking_ref
            self._flows.end_booked(booking_ref)
        elif self._last is not None:
            number = self._last.request_id
            self.renote(number, notes_in(await self._desk.notes.of(number)))
        go_on()

    def renote(self, request_id: str, notes: SaleNotes) -> None:
        """Have these notes on the last voucher, if it is that of this request."""
        if self._last is not None and self._last.request_id == request_id:
            self._last = replace(self._last, note=notes.on_voucher)

    def end(self) -> None:
        """Drop everything of this desk."""
        self._unsubscribe()
        self._tasks.cancel_all()
        self._notes.cancel_all()
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = self._last = None

    def _expire(self, booking_ref: str) -> None:
        # A voucher that is being made now may show the former state of the booking.
        self._tasks.cancel_all()
        if self._last is not None and self._last.booking_ref == booking_ref:
            self._last, self._changed = None, booking_ref
        self._flows.end_booked(booking_ref)

    def _show_by(self, voucher: Voucher, way: str) -> None:
        self.show(voucher)
        self._hand_over(way)

    def _hand_over(self, way: str) -> None:
        if way and self._sheet is not None:
            self._sheet.asked.emit(way)

    async def _open_changed(self, booking_ref: str, way: str) -> None:
        sale = await self._desk.bookings.own_booking(booking_ref)
        if sale is None:
            self._window.say(tr(_NONE_YET))
        else:
            await self._open_by(sale, way)

    async def _open_by(self, sale: Sale, way: str) -> None:
        if await self._open(sale):
            self._hand_over(way)

    async def _open(self, sale: Sale) -> bool:
        """Make the voucher anew and show it. Returns False, with a message, when there is none."""
        if sale.open_cancellation:
            self._window.say(tr(_UNSETTLED))
            return False
        office = await self._desk.bookings.joined(sale.booking_ref, "BOAT" if sale.is_boat else "ACTIVITY")
        if office is not None:
            sale = replace(sale, released=max(sale.released, office.sale.released))
        state, gap = await self._state(sale)
        is_less = (
            state is not None
            and not sale.is_boat
            and (await self._desk.cancellation.as_said(booking_of(sale), state)).is_less
        )
        booked = await self._desk.bookings.about(sale)
        if booked.is_printed:
            self._printed.add(sale.request_id)
        kept = booked.sale.kept
        try:
            voucher = reprinted_voucher(
                replace(sale, booked_at=booked.sale.booked_at, notes=booked.sale.notes),
                state,
                kept_voucher(kept, self._desk.rules.branding),
                at=self._desk.reader.now_here(),
                is_practice=not self._desk.reader.profile.is_real,
                is_less=is_less,
            )
        except NoVoucherError as error:
            self._window.say(str(error))
            return False
        if not kept.words and sale.day and not sale.is_boat:
            # Of an older program's sale nothing was kept.
            read = await self._desk.catalogue.kept_activities(sale.day)
            voucher = with_catalogue(voucher, read.offers) if read else voucher
        self._last = voucher
        self.show(voucher, gap)
        return True

    async def _state(self, sale: Sale) -> tuple[BookingState | None, str]:
        """The present state of the booking, or a sentence why it could not be read."""
        try:
            return await self._desk.cancellation.booking(sale.booking_ref, is_boat=sale.is_boat), ""
        except DeskError as error:
            return None, f"{error.advice.what} {tr(_NAMES_UNKNOWN)}"


def _is_whole(sale: Sale) -> bool:
    """Whether the whole sale is still booked, as far as is known here."""
    return sale.left == sale.qty and not sale.open_cancellation
