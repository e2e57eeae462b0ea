"""The flows of one desk, made together and ended together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui.flows.basket_flow import BasketFlow
from app.ui.flows.cancellation_flow import CancellationFlow
from app.ui.flows.move_flow import MoveFlow
from app.ui.flows.notes_flow import NotesFlow
from app.ui.flows.quotation_flow import QuotationFlow
from app.ui.flows.sale_flow import SaleFlow
from app.ui.flows.seat_watch_flow import SeatWatchFlow
from app.ui.flows.storm_flow import StormFlow
from app.ui.flows.till_flow import TillFlow
from app.ui.flows.to_do_flow import ToDoFlow
from app.ui.flows.travelling_flow import TravellingFlow
from app.ui.flows.voucher_flow import VoucherFlow
from app.ui.flows.watches import Watches

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.desk.documents.scan_folder import ScanFolder
    from app.desk.settings.shell import Shell
    from app.ui.flows.navigation import Navigation
    from app.ui.flows.search_provider import SearchProvider
    from app.ui.window.main_window import MainWindow


class Flows:
    """What leads from one flow into another goes through this, by a call."""

    def __init__(
        self, navigation: Navigation, window: MainWindow, desk: Desk, scans: ScanFolder | None, shell: Shell
    ) -> None:
        """`navigation` opens the places of the rail; `scans` is the folder of new scans, if any."""
        self.navigation = navigation
        self._window, self._desk = window, desk
        self.sale = SaleFlow(window, desk, self, scans)
        self.vouchers = VoucherFlow(window, desk, self)
        self.notes = NotesFlow(window, desk, self)
        self.basket = BasketFlow(window, desk, self)
        self.cancellation = CancellationFlow(desk, self)
        self.watches = Watches(window, desk, self.sale.read_again, shell)
        self.quotations = QuotationFlow(window, desk, self)
        self.till = TillFlow(window, desk, self)
        self.travelling = TravellingFlow(window, desk, self)
        self.storm = StormFlow(window, desk, self)
        self.seats = SeatWatchFlow(window, desk, self)
        self.moving = MoveFlow(window, desk, self)
        self.to_do = ToDoFlow(window, desk, self)
        self._search: SearchProvider | None = None

    def open_search(self, typed: str) -> None:
        """Open the palette, with what is typed already."""
        if self._search is None:
            # It finds settings too, and brings their pages.
            from app.ui.flows.search_provider import SearchProvider

            self._search = SearchProvider(self._window, self._desk, self)
        self._search.open(typed)

    def end(self) -> None:
        """End all of them, and drop what was typed."""
        if self._search is not None:
            self._search.end()
        ends = (self.watches, self.cancellation, self.vouchers, self.notes, self.basket, self.quotations)
        more = (self.till, self.travelling, self.storm, self.seats, self.moving, self.to_do, self.sale)
        for each in (*ends, *more):
            each.end()
        self.sale.deleteLater()

    def end_booked(self, booking_ref: str) -> None:
        """Leave voucher and payment of a booking that is being cancelled: they are no longer as shown."""
        self.sale.end_booked(booking_ref)
        self.till.end_booked(booking_ref)
