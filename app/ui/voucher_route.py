"""The way to a voucher: of the last sale, or of any booking of this counter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from shiboken6 import isValid

from app.desk.advice import DeskError
from app.desk.voucher import NoVoucherError, Voucher, reprinted_voucher, with_catalogue
from app.language import mark, tr
from app.tasks import TaskScope, hand_to_loop
from app.ui.voucher_ways import VoucherWays

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.quote import BookingState
    from app.desk.values import Sale
    from app.ui.parts.voucher_sheet import VoucherSheet
    from app.ui.window import MainWindow

_NONE_YET = mark("No voucher yet. Sell something, or open a booking and print its voucher.")
_NOTHING = mark("Nothing of this booking is booked any more. It has no voucher.")
_NAMES_UNKNOWN = mark("The service could not be asked, so only what this counter has kept is on it.")


class VoucherRoute(QObject):
    """Opens vouchers over the window; the last one is remembered until the desk changes."""

    def __init__(self, window: MainWindow, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window, self._desk = window, desk
        self._last: Voucher | None = None
        self._sheet: VoucherSheet | None = None
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the vouchers", error))

    def hold(self, voucher: Voucher) -> None:
        """Remember the voucher of a sale that was just made, for Ctrl P."""
        self._last = voucher

    def show_last(self) -> None:
        """Show the last voucher, ready to be printed with Enter or P."""
        if self._last is None:
            self._window.say(tr(_NONE_YET))
        else:
            self.show(self._last)

    def print_last(self) -> None:
        """Ctrl P: show the last voucher, and ask on which printer."""
        self.show_last()
        if self._last is not None and self._sheet is not None:
            self._sheet.asked.emit("print")

    def show(self, voucher: Voucher) -> None:
        """Show a voucher over the window, with every way out."""
        # The first paint needs no voucher.
        from app.ui.parts.voucher_sheet import VoucherSheet

        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        sheet = VoucherSheet(self._window, voucher)
        ways = VoucherWays(sheet, lambda: sheet.voucher)
        sheet.asked.connect(ways.take)
        sheet.closed.connect(ways.end)
        ways.done.connect(sheet.show_done)
        ways.failed.connect(sheet.show_failed)
        self._sheet = sheet

    def open(self, sale: Sale) -> None:
        """Show the voucher of an earlier sale; who travels is asked of the service."""
        last = self._last
        if last is not None and last.booking_ref == sale.booking_ref and not sale.released:
            self.show(last.shown(self._desk.rules.branding))
        else:
            self._tasks.start("voucher", self._open(sale))

    def end(self) -> None:
        """Another desk comes: nothing of this one is remembered."""
        self._tasks.cancel_all()
        if self._sheet is not None and isValid(self._sheet):
            self._sheet.dismiss()
        self._sheet = self._last = None

    async def _open(self, sale: Sale) -> None:
        state, gap = await self._state(sale)
        try:
            voucher = reprinted_voucher(
                sale,
                state,
                self._desk.rules.branding,
                at=self._desk.reader.now_here(),
                is_practice=not self._desk.profile.is_real,
            )
        except NoVoucherError:
            self._window.say(tr(_NOTHING))
            return
        kept = await self._desk.kept_activities(sale.day) if sale.day and not sale.is_boat else None
        self._last = with_catalogue(voucher, kept.offers) if kept else voucher
        self.show(self._last)
        if gap and self._sheet is not None:
            self._sheet.show_gap(gap)

    async def _state(self, sale: Sale) -> tuple[BookingState | None, str]:
        """What the service says of it now, or a sentence that says that it could not be asked."""
        try:
            return await self._desk.cancelling.booking(sale.booking_ref, is_boat=sale.is_boat), ""
        except DeskError as error:
            return None, f"{error.advice.what} {tr(_NAMES_UNKNOWN)}"
