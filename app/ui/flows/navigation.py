"""Navigation between pages: the places of the rail, the first screen, and unknown outcomes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import Wording, current, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.refund_quote import booking_of
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.sale import Sale, UnknownOutcome
from app.desk.sale.selling import open_outcome
from app.desk.settings.settings_context import SettingsContext
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.cancellation.cancellation_flow import CancellationFlow
from app.ui.connection.welcome_page import WelcomePage
from app.ui.day_close.day_close_page import DayClosePage
from app.ui.flows.all_actions import all_actions
from app.ui.flows.basket_flow import BasketFlow
from app.ui.flows.quotation_flow import QuotationFlow
from app.ui.flows.sale_flow import SaleFlow
from app.ui.flows.search_provider import SearchProvider
from app.ui.flows.storm_flow import StormFlow
from app.ui.flows.till_flow import TillFlow
from app.ui.flows.travelling_flow import TravellingFlow
from app.ui.flows.voucher_flow import VoucherFlow
from app.ui.flows.watches import Watches
from app.ui.kit.sheets.page import Page
from app.ui.settings.in_charge import InCharge
from app.ui.settings.setting_places import ALERTS, SettingPlace
from app.ui.settings.settings_page import SettingServices, SettingsPage
from app.ui.wallet.wallet_page import WalletPage
from app.ui.window.frame import TRAVELLING
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.flows.customer_watch import CustomerWatch

log = logging.getLogger(__name__)

STAY = mark("A booking is being settled. It is shown here as soon as it is known.")
_NO_VOUCHER = mark("This order has no voucher before its outcome is known.")
_NOT_BOOKED = mark("This order was not booked. It has no voucher.")
_SELL = "sell"


def setting_services(desk: Desk) -> SettingServices:
    """The services of a desk for the settings."""
    return SettingServices(
        catalogue=desk.catalogue,
        reader=desk.reader,
        bookings=desk.bookings,
        customers=desk.customers,
        day_close=desk.day_close,
        rules=desk.rules,
        wallet=desk.wallet,
        wallet_history=desk.wallet_history,
        desk_names=desk.names,
        first_contact=desk.first_contact,
    )


class Navigation(QObject):
    """Opens the pages of one desk in the window."""

    def __init__(
        self, window: MainWindow, scans: ScanFolder | None = None, setup: SettingsContext | None = None
    ) -> None:
        """`scans` is the folder of new scans, if any; `setup` is the context of the settings."""
        super().__init__(window)
        self._setup = setup or SettingsContext()
        self._scans = scans
        self._window = window
        self._desk: Desk | None = None
        self._cancelling = ""
        """The request number of the booking that was last to be cancelled, to be shown again afterwards."""
        self._is_unwinding = False
        """Whether it is cancelled for a basket of which something was refused."""
        self._unsubscribe: Callable[[], None] | None = None
        self._sale: SaleFlow | None = None
        self._cancel: CancellationFlow | None = None
        self._watches: Watches | None = None
        self._finder: SearchProvider | None = None
        self._vouchers: VoucherFlow | None = None
        self._basket: BasketFlow | None = None
        self._customer: CustomerWatch | None = None
        """Present while the customer window is switched on."""
        self._quotations: QuotationFlow | None = None
        self._till: TillFlow | None = None
        self._storm: StormFlow | None = None
        self._is_of_storm = False
        """Whether the open cancellation was asked for from the storm desk."""
        self._travelling: TravellingFlow | None = None
        self._other: Page | None = None
        """The page of another place, or the first screen."""
        self._make: Callable[[], Page] | None = None
        """Makes that page; None when it stays as it is until it is left."""
        self._last_booking = ""
        """The booking that was sold last, or that was the current one when Bookings was left since then."""
        self._tasks = TaskScope(hand_to_loop)
        window.place_chosen.connect(self.go_to)
        window.palette_asked.connect(self._open_palette)
        window.storm_asked.connect(self._open_storm)
        window.print_asked.connect(self._print_last)

    @property
    def is_typing(self) -> bool:
        """Whether there is a draft that would be lost if the program ended now."""
        return self._sale is not None and self._sale.is_typing

    @property
    def is_unwritten(self) -> bool:
        """Whether an outcome on screen is neither stored nor written on paper."""
        return self._desk is not None and bool(self._desk.payments.unjournalled.waiting)

    def use(self, desk: Desk) -> None:
        """Use this desk from now on: open the list of activities, and read the wallet."""
        self.forget()
        self._desk = desk
        self._unsubscribe = desk.unknown_outcomes.changed.subscribe(self._note_news)
        self._sale = SaleFlow(self._window, desk, self._scans, self)
        self._sale.booked.connect(self._note_sale)
        self._sale.unknown.connect(self._show_unknown)
        self._vouchers = VoucherFlow(self._window, desk, self)
        self._sale.voucher_made.connect(self._vouchers.hold)
        self._sale.voucher_asked.connect(self._vouchers.show)
        self._sale.voucher_handed.connect(self._vouchers.note)
        self._vouchers.expired.connect(self._sale.end_booked)
        self._basket = BasketFlow(self._window, desk, self._sale, self)
        self._basket.sell_asked.connect(self._to_sell)
        self._basket.booked.connect(self._note_sale)
        self._basket.lost.connect(self._count_open)
        self._basket.outcome_asked.connect(self._open_sale)
        self._basket.cancel_asked.connect(self._unwind)
        self._basket.voucher_asked.connect(self._vouchers.open)
        self._basket.voucher_handed.connect(self._vouchers.note)
        self._cancel = CancellationFlow(
            desk.cancellation,
            desk.catalogue,
            desk.wallet,
            desk.rules,
            self._replace_other,
            till=desk.till,
            owing=desk.owing,
            parent=self,
        )
        self._cancel.left.connect(self._leave_cancelling)
        self._cancel.changed.connect(self._note_settled)
        self._cancel.slip_asked.connect(self._vouchers.print_slip)
        self._cancel.voucher_asked.connect(self._vouchers.open_reference)
        self._watches = Watches(self._window, desk, self._sale.read_again, self._setup.shell)
        self._quotations = QuotationFlow(self._window, desk, self._sale, self)
        self._basket.quotation_asked.connect(self._quotations.write)
        self._quotations.basket_taken.connect(self._basket.take_up)
        self._till = TillFlow(self._window, desk, self._sale, self.go_to, self._replace_other, parent=self)
        self._vouchers.expired.connect(self._till.end_booked)
        self._cancel.payment_asked.connect(self._till.open)
        self._travelling = TravellingFlow(self._window, desk, self._sale, self.go_to, self._open, parent=self)
        self._travelling.opened.connect(self._open_travelling)
        self._storm = self._weather(desk, self._travelling)
        self._finder = SearchProvider(
            self._window,
            desk,
            self._sale,
            self.go_to,
            self._show_booking,
            open_quotation=self._quotations.open,
            open_setting=self._open_setting,
            count=self._till.count,
        )
        profile = desk.reader.profile
        self._window.show_practice(practising=profile.is_practice, sandbox=profile.is_sandbox)
        self._window.show_wallet(desk.wallet.newest)
        self.go_to(_SELL)
        self._serve_customer()
        self._tasks.start("beginning", self._begin(desk))

    def _weather(self, desk: Desk, travelling: TravellingFlow) -> StormFlow:
        """The storm desk, which is opened from the board of those who travel."""
        storm = StormFlow(self._window, desk, self._open, self)
        storm.left.connect(partial(self.go_to, TRAVELLING.key))
        storm.refund_asked.connect(self._refund_of_storm)
        storm.rebook_asked.connect(travelling.rebook_sale)
        storm.booking_asked.connect(self._show_booking)
        storm.outcome_asked.connect(self._open_of_storm)
        storm.changed.connect(self._note_settled)
        travelling.storm_asked.connect(storm.begin)
        travelling.storm_opened.connect(storm.open)
        return storm

    def forget(self) -> None:
        """End all pages and drop all input, before another desk or none is used.

        The first screen knows no desk: what is typed there stays when a connection fails.
        """
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._tasks.cancel_all()
        ends = (self._customer, self._watches, self._finder, self._cancel, self._vouchers)
        for each in (*ends, self._basket, self._quotations, self._till, self._travelling, self._storm):
            if each is not None:
                each.end()
        if not isinstance(self._other, WelcomePage):
            self._end_other()
        if self._sale is not None:
            self._sale.end()
            self._sale.deleteLater()
        if self._cancel is not None:
            self._cancel.deleteLater()
        self._sale = self._cancel = self._finder = self._watches = self._vouchers = self._desk = None
        self._unsubscribe = self._basket = self._customer = self._quotations = self._till = None
        self._travelling = self._storm = None

    def show_welcome(
        self, address: str, problem: Wording = "", field: str = "address", *, name: str = "live"
    ) -> None:
        """Show the first screen, with a problem below a field.

        `name` is the requested profile, live or sandbox.
        """
        if not isinstance(self._other, WelcomePage):
            self._window.show_practice(practising=False)
            self._open(partial(self._welcome_page, address, is_sandbox=name == "sandbox"))
        if problem and isinstance(self._other, WelcomePage):
            self._other.show_problem(problem, field)

    def go_to(self, place: str) -> None:
        """Open a place of the rail; a page with a running money call stays on screen."""
        desk, sale = self._desk, self._sale
        if desk is None or sale is None or not self._may_leave():
            return
        self._window.show_place(place)
        if place == _SELL:
            self._end_other()
            sale.show()
        else:
            self._open(partial(self._place, place, desk))

    def _may_leave(self) -> bool:
        """Whether no running money call keeps its page on screen; says so if one does."""
        shown = self._window.current_page
        may_leave = shown is None or shown.may_be_left()
        if not may_leave:
            self._window.say(tr(STAY))
        return may_leave

    def _open_storm(self) -> None:
        if self._storm is not None and self._may_leave():
            self._storm.open()

    def _to_sell(self) -> None:
        """Leave another place for a page of selling."""
        self._window.show_place(_SELL)
        self._end_other()

    def follow_language(self) -> None:
        """Rebuild the window in another language: the same page, with its input.

        Pages of a cancellation, and a page with a running money call, stay as they are until they are left.
        """
        window, focused = self._window, QApplication.focusWidget()
        if window.language == current():
            return
        name = "" if focused is None else focused.objectName()
        words = window.top.search.text()
        window.rebuild()
        if self._sale is not None:
            self._sale.rebuild()
        if self._other is not None and self._make is not None and self._other.may_be_left():
            self._open(self._make, self._other.typed())
        window.find_words(words)
        page = window.current_page
        again = page.findChild(QWidget, name) if page is not None and name else None
        if again is not None:
            again.setFocus(Qt.FocusReason.OtherFocusReason)

    def _welcome_page(self, address: str, *, is_sandbox: bool) -> Page:
        return WelcomePage(
            self._setup.shell,
            address,
            is_sandbox=is_sandbox,
            fixed=self._setup.fixed_addresses,
            is_language_fixed="language" in self._setup.policy.fixed,
        )

    def _place(self, place: str, desk: Desk) -> Page:
        if place == "bookings":
            page = self._bookings_page(desk)
            page.begin_at(self._last_booking)
            page.opened.connect(self._open_sale)
            page.counted.connect(self._window.show_count)
            page.copied.connect(self._say_copied)
            page.cancel_asked.connect(self._begin_cancelling)
            page.elsewhere_asked.connect(self._find_booking)
            if self._storm is not None and desk.travelling.is_on:
                self._storm.stand_above(page)
            if self._vouchers is not None:
                page.voucher_asked.connect(self._vouchers.open)
            return page
        if place == "wallet":
            return self._wallet_page(desk)
        if place == "till" and self._till is not None:
            return self._till.page()
        if place == "travelling" and self._travelling is not None:
            return self._travelling.page()
        if place == "day":
            day = self._day_page(desk)
            day.opened.connect(self._open_sale)
            day.done.connect(self._window.say)
            day.saved.connect(self._window.say_saved)
            if self._watches is not None:
                day.closed.connect(self._watches.duty.look_again)
            return day
        keys = all_actions(self._window.offered, has_till=desk.till.is_on, travels=desk.travelling.is_on)
        return SettingsPage(setting_services(desk), self._setup, keys)

    def _bookings_page(self, desk: Desk) -> BookingsPage:
        if self._till is None or not desk.till.is_on:
            return BookingsPage(desk.bookings, desk.reader)
        # Most counters keep no till.
        from app.ui.bookings.bookings_with_till_page import BookingsWithTillPage

        page = BookingsWithTillPage(desk.bookings, desk.reader, desk.till)
        page.payment_asked.connect(self._till.open)
        return page

    def _day_page(self, desk: Desk) -> DayClosePage:
        if self._till is None or not desk.till.is_on:
            return DayClosePage(desk.day_close, desk.wallet, desk.rules, desk.reader)
        from app.ui.day_close.day_close_with_till_page import DayCloseWithTillPage

        reading = desk.day_close, desk.wallet, desk.rules, desk.reader
        day = DayCloseWithTillPage(*reading, desk.till, owing=desk.owing)
        day.count_asked.connect(self._till.count)
        return day

    def _wallet_page(self, desk: Desk) -> Page:
        page = WalletPage(desk.wallet, desk.wallet_history, desk.rules)
        page.alert_asked.connect(partial(self._open_setting, ALERTS))
        page.saved.connect(self._window.say_saved)
        page.wallet_read.connect(self._take_alert_back)
        self._take_alert_back()
        return page

    def _open_setting(self, place: SettingPlace) -> None:
        self.go_to("settings")
        if isinstance(self._other, SettingsPage):
            self._other.open_at(place.section, place.control)

    def _take_alert_back(self) -> None:
        """Remove the alert, which the page of the wallet shows itself."""
        if self._watches is not None:
            self._watches.wallet.take_back()

    def obey_rules(self) -> None:
        """Apply the office's rules: check the wallet's alerts, forget customers that are due."""
        if self._watches is not None:
            self._watches.wallet.renew()
            self._remember()
        self._serve_customer()
        for each in (self._till, self._travelling):
            if each is not None:
                each.obey()

    def _serve_customer(self) -> None:
        """Open the customer window or close it, as it is set."""
        is_on, desk = self._setup.settings.customer_window, self._desk
        if self._customer is not None and not is_on:
            self._customer.end()
            self._customer = None
        elif self._customer is not None:
            self._customer.obey()
        elif is_on and desk is not None and self._watches is not None:
            # Most counters have none.
            from app.ui.flows.customer_watch import CustomerWatch

            self._customer = CustomerWatch(
                self._window,
                desk.rules,
                self._setup,
                self._watches.duty,
                is_practice=not desk.reader.profile.is_real,
            )
            self._customer.begin()

    def show_settings(self) -> None:
        """Show the present settings, if they are on screen."""
        if isinstance(self._other, SettingsPage):
            self._other.show_settings()

    async def takes_back(self, former: Mapping[str, object]) -> bool:
        """Whether settings may be as before again; see `InCharge.takes_back`."""
        page, desk = self._other, self._desk
        in_charge = InCharge(None if desk is None else desk.day_close)
        if isinstance(page, SettingsPage):
            in_charge = page.in_charge
        return await in_charge.takes_back(former, self._window)

    def _open_palette(self, typed: str) -> None:
        if self._finder is not None:
            self._finder.open(typed)

    def _print_last(self) -> None:
        page = self._other
        if isinstance(page, UnknownOutcomePage) and (page.is_open or not page.booking_ref):
            # The voucher of the former sale would be another customer's.
            self._window.say(tr(_NO_VOUCHER if page.is_open else _NOT_BOOKED))
        elif self._vouchers is not None:
            self._vouchers.print_last(page.booking_ref if page is not None else "")

    def _show_booking(self, request_id: str) -> None:
        self.go_to("bookings")
        if isinstance(self._other, BookingsPage):
            self._other.choose(request_id)

    def _open_travelling(self, sale: Sale) -> None:
        """Open a booking of the board: its page where it is not settled, else among the bookings."""
        if sale.is_open and not sale.desk:
            self._open_sale(sale)
        else:
            self._show_booking(sale.request_id)

    def _say_copied(self, pnr: str) -> None:
        self._window.say(tr("{pnr} copied.", pnr=pnr))

    def _show_unknown(self, outcome: UnknownOutcome) -> None:
        self._last_booking = outcome.request_id
        self._count_open()
        self.open_outcome(outcome)

    def _unwind(self, sale: Sale) -> None:
        """Cancel what was booked of a basket, and go back to the basket after it."""
        self._begin_cancelling(sale)
        self._is_unwinding = True

    def _refund_of_storm(self, sale: Sale) -> None:
        if self._till is not None and self._storm is not None:
            self._till.open(sale, self._storm.open)

    def _open_of_storm(self, intent_id: str) -> None:
        self._is_of_storm = True
        if self._cancel is not None:
            self._cancel.open(intent_id)

    def _leave_cancelling(self) -> None:
        if self._is_of_storm and self._storm is not None:
            self._is_of_storm = False
            self._storm.open()
        elif self._is_unwinding and self._basket is not None:
            self._is_unwinding = False
            self._basket.open()
        else:
            self._show_booking(self._cancelling)

    def _begin_cancelling(self, sale: Sale) -> None:
        self._cancelling, self._is_unwinding, self._is_of_storm = sale.request_id, False, False
        if self._cancel is not None:
            self._cancel.begin(booking_of(sale))

    def _find_booking(self) -> None:
        self._cancelling, self._is_unwinding = "", False
        if self._cancel is not None:
            self._cancel.begin_elsewhere()

    def _open_sale(self, sale: Sale) -> None:
        self._cancelling, self._is_of_storm = sale.request_id, False
        if self._cancel is not None and sale.open_cancellation:
            self._cancel.open(sale.open_cancellation)
        elif self._desk is not None and sale.is_open:
            self.open_outcome(open_outcome(sale))

    def open_outcome(self, outcome: UnknownOutcome) -> None:
        """Open the page of a sale with an unknown outcome."""
        if self._desk is None:
            return
        self._window.show_place("bookings")
        self._open(partial(self._outcome_page, self._desk, outcome))

    def _outcome_page(self, desk: Desk, outcome: UnknownOutcome) -> Page:
        reading = desk.unknown_outcomes, desk.bookings, desk.reader, desk.rules, outcome
        if self._till is None or not desk.till.is_on:
            page = UnknownOutcomePage(*reading)
        else:
            from app.ui.bookings.unknown_outcome_with_till_page import UnknownOutcomeWithTillPage

            page = UnknownOutcomeWithTillPage(*reading)
            page.payment_asked.connect(self._take_payment)
        page.went_back.connect(lambda: self.go_to("bookings"))
        page.settled.connect(self._remember)
        if self._vouchers is not None:
            page.voucher_asked.connect(self._vouchers.open)
        return page

    def _take_payment(self, sale: Sale) -> None:
        """Take the payment of a sale that was settled late; Bookings then shows it."""
        if self._till is not None:
            self._till.open(sale, partial(self._show_booking, sale.request_id))

    def _note_sale(self, draft: object, request_id: str) -> None:
        """Update the count on the rail after a sale, then the register and the saved party.

        Bookings begins at it: a key there must not mean somebody who was served before.
        """
        self._last_booking = request_id
        self._count_open()
        self._remember()
        if self._desk is not None and isinstance(draft, BoatDraft):
            self._tasks.start("party", self._desk.local_cache.keep_party(draft))

    def _remember(self) -> None:
        if self._desk is not None:
            self._tasks.start("register", self._remembered(self._desk))

    async def _remembered(self, desk: Desk) -> None:
        told = await desk.remember()
        if told:
            self._window.show_notice(partial(sentences, *told), about="register")

    def _note_news(self, request_id: str) -> None:
        """Show news of an open sale on its page, in the bookings and in the count on the rail."""
        self._note_settled()
        if isinstance(self._other, UnknownOutcomePage) and self._other.request_id == request_id:
            self._other.show_news()

    def _note_settled(self) -> None:
        """Show in the bookings and on the rail what may have been settled."""
        self._count_open()
        if isinstance(self._other, BookingsPage):
            self._other.show_news()

    def _count_open(self) -> None:
        if self._desk is not None:
            self._tasks.start("open sales", self._count(self._desk))

    async def _count(self, desk: Desk) -> None:
        await self._read_open(desk)

    async def _begin(self, desk: Desk) -> None:
        """Show unknown outcomes and the wallet in the frame, then fill the register."""
        self._show_waiting(await self._read_open(desk))
        if self._cancel is not None:
            self._cancel.watch_open()
        try:
            wallet = await desk.wallet.read()
        except DeskError:
            # The list shows the problem with the service; the chip shows that nothing was read.
            log.info("The wallet could not be read at the beginning.")
        else:
            # The service's day is known only after an answer.
            if self._watches is not None:
                self._watches.days.learn()
                if await desk.bookings.other_agents():
                    await self._watches.key.tell_whose(wallet)
        if self._watches is not None:
            await self._watches.duty.begin()
        await self._remembered(desk)

    def _show_waiting(self, waiting: Sequence[Sale]) -> None:
        """Open the page of an unknown outcome, so that it is not forgotten after a restart."""
        if self.is_typing:
            return
        if self._storm is not None and self._storm.is_cut_off:
            self._storm.open()
        elif len(waiting) == 1:
            self._open_sale(waiting[0])
        elif waiting:
            self.go_to("bookings")

    async def _read_open(self, desk: Desk) -> tuple[Sale, ...]:
        """The unknown outcomes, whose number is shown on the rail."""
        waiting = await desk.bookings.waiting()
        self._window.show_count(len(waiting))
        return waiting

    def _open(self, make: Callable[[], Page], typed: object = None) -> None:
        """Open a page of another place, with the function that makes it again."""
        self._note_chosen()
        page = make()
        page.restore(typed)
        self._replace_other(page)
        self._make = make

    def _note_chosen(self) -> None:
        """Keep which booking is the current one, for the next Bookings."""
        if isinstance(self._other, BookingsPage):
            self._last_booking = self._other.chosen

    def _replace_other(self, page: Page) -> None:
        self._note_chosen()
        former, self._other = self._other, page
        self._make = None
        self._window.show_page(page)
        if former is not None:
            self._window.drop_page(former)

    def _end_other(self) -> None:
        self._note_chosen()
        if self._other is not None:
            self._window.drop_page(self._other)
        self._other = self._make = None
