"""Navigation between pages: the places of the rail, the first screen, and unknown outcomes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import Message, Wording, current, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.cancellation.refund_quote import booking_of
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.sale import Draft, Sale, UnknownOutcome
from app.desk.sale.selling import open_outcome
from app.desk.settings.settings_context import SettingsContext
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.bookings.unknown_outcome_page import UnknownOutcomePage
from app.ui.connection.welcome_page import WelcomePage
from app.ui.flows.all_flows import Flows
from app.ui.kit.basics.actions import NOTES
from app.ui.kit.sheets.page import Page
from app.ui.window.frame import TILL
from app.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.day_close.day_close_page import DayClosePage
    from app.ui.flows.customer_watch import CustomerWatch
    from app.ui.settings.setting_places import SettingPlace
    from app.ui.settings.settings_page import SettingServices

log = logging.getLogger(__name__)

STAY = mark("A booking is being settled. It is shown here as soon as it is known.")
_NO_VOUCHER = mark("This order has no voucher before its outcome is known.")
_NOT_BOOKED = mark("This order was not booked. It has no voucher.")
_SELL = "sell"
_LATER = (
    "app.ui.flows.all_actions",
    "app.ui.flows.quick_entry_flow",
    "app.ui.settings.setting_places",
    "app.ui.flows.search_provider",
    "app.ui.settings.settings_page",
    "app.ui.wallet.wallet_page",
    "app.ui.day_close.day_close_page",
)
"""What the first list does not need, and is imported once it is there: a tenth of what works behind it."""


def setting_services(desk: Desk) -> SettingServices:
    """The services of a desk for the settings."""
    from app.ui.settings.settings_page import SettingServices

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
        self.flows: Flows | None = None
        """Those of the desk in use."""
        self._customer: CustomerWatch | None = None
        """Present while the customer window is switched on."""
        self._is_of_storm = False
        """Whether the open cancellation was asked for from the storm desk."""
        self._other: Page | None = None
        """The page of another place, or the first screen."""
        self._make: Callable[[], Page] | None = None
        """Makes that page; None when it stays as it is until it is left."""
        self._last_booking = ""
        """The booking that was sold last, or that was the current one when Bookings was left since then."""
        self._tasks = TaskScope(hand_to_loop)
        window.place_chosen.connect(self.go_to)
        window.palette_asked.connect(self._open_palette)
        window.went.connect(self._open_storm)
        window.print_asked.connect(self._print_last)

    @property
    def is_typing(self) -> bool:
        """Whether there is a draft that would be lost if the program ended now."""
        return self.flows is not None and self.flows.sale.is_typing

    @property
    def unrecorded(self) -> Message | None:
        """What is being done with money and is not recorded, on screen or on a page of selling behind it."""
        here = None if self._other is None else self._other.unrecorded
        if here is not None or self.flows is None:
            return here
        return self.flows.sale.unrecorded or self.flows.till.unrecorded

    def show_unrecorded(self) -> None:
        """Show that page; one that is on screen stays as it is."""
        shown = self._window.current_page
        if (shown is None or shown.unrecorded is None) and self.flows is not None:
            self.go_to(_SELL if self.flows.sale.unrecorded else TILL.key)

    @property
    def is_unwritten(self) -> bool:
        """Whether an outcome on screen is neither stored nor written on paper."""
        return self._desk is not None and bool(self._desk.payments.unjournalled.waiting)

    def use(self, desk: Desk) -> None:
        """Use this desk from now on: open the list of activities, and read the wallet."""
        self.forget()
        self._desk = desk
        self._unsubscribe = desk.unknown_outcomes.changed.subscribe(self._note_news)
        self.flows = Flows(self, self._window, desk, self._scans, self._setup.shell)
        profile = desk.reader.profile
        self._window.show_practice(practising=profile.is_practice, sandbox=profile.is_sandbox)
        self._window.show_wallet(desk.wallet.newest)
        self.go_to(_SELL)
        self._serve_customer()
        self.flows.to_do.obey(shown=self._setup.settings.to_do)
        self._tasks.start("beginning", self._begin(desk))

    def forget(self) -> None:
        """End all pages and drop all input, before another desk or none is used.

        The first screen knows no desk: what is typed there stays when a connection fails.
        """
        if self._unsubscribe is not None:
            self._unsubscribe()
        self._tasks.cancel_all()
        if self._customer is not None:
            self._customer.end()
        if self.flows is not None:
            self.flows.end()
        if not isinstance(self._other, WelcomePage):
            self._end_other()
        self.flows = self._desk = self._unsubscribe = self._customer = None

    def show_welcome(
        self, address: str, problem: Wording = "", field: str = "address", *, name: str = "live"
    ) -> None:
        """Show the first screen, with a problem below a field.

        `name` is the requested profile, live or sandbox.
        """
        if not isinstance(self._other, WelcomePage):
            self._window.show_practice(practising=False)
            self.open(partial(self._welcome_page, address, is_sandbox=name == "sandbox"))
        if problem and isinstance(self._other, WelcomePage):
            self._other.show_problem(problem, field)

    def go_to(self, place: str) -> None:
        """Open a place of the rail; a page with a running money call stays on screen."""
        desk, flows = self._desk, self.flows
        if desk is None or flows is None or not self.may_leave():
            return
        self._window.show_place(place)
        if place == _SELL:
            self._end_other()
            flows.sale.show()
        else:
            self.open(partial(self._place, place, desk, flows))

    def may_leave(self) -> bool:
        """Whether no running money call keeps its page on screen; says so if one does."""
        shown = self._window.current_page
        may_leave = shown is None or shown.may_be_left()
        if not may_leave:
            self._window.say(tr(STAY))
        return may_leave

    def _open_storm(self, about: str) -> None:
        if about == "storm" and self.flows is not None and self.may_leave():
            self.flows.storm.open()

    def to_sell(self) -> None:
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
        if self.flows is not None:
            self.flows.sale.rebuild()
        if self._other is not None and self._make is not None and self._other.may_be_left():
            self.open(self._make, self._other.typed())
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

    def _place(self, place: str, desk: Desk, flows: Flows) -> Page:
        if place == "bookings":
            page = self._bookings_page(desk, flows)
            page.begin_at(self._last_booking)
            page.opened.connect(self.open_sale)
            page.counted.connect(self._window.show_count)
            page.cancel_asked.connect(self.cancel)
            page.move_asked.connect(flows.moving.begin)
            page.elsewhere.clicked.connect(self._find_booking)
            page.voucher_asked.connect(flows.vouchers.open)
            page.message_asked.connect(flows.travelling.write)
            page.bind(NOTES, lambda: flows.notes.of_sale(page, page.shown_sale))
            if desk.travelling.is_on:
                flows.storm.stand_above(page)
            return page
        if place == "wallet":
            return self._wallet_page(desk)
        switched = {"till": flows.till.page, "travelling": flows.travelling.page, "to_do": flows.to_do.page}
        if place in switched:
            return switched[place]()
        if place == "day":
            day = self._day_page(desk, flows)
            day.opened.connect(self.open_sale)
            day.move_asked.connect(flows.moving.begin)
            day.done.connect(self._window.say)
            day.saved.connect(self._window.say_saved)
            day.closed.connect(flows.watches.duty.look_again)
            return day
        from app.ui.flows.all_actions import all_actions
        from app.ui.settings.settings_page import SettingsPage

        keys = all_actions(self._window.offered, has_till=desk.till.is_on, travels=desk.travelling.is_on)
        return SettingsPage(setting_services(desk), self._setup, keys)

    @staticmethod
    def _bookings_page(desk: Desk, flows: Flows) -> BookingsPage:
        if not desk.till.is_on:
            return BookingsPage(desk.bookings, desk.reader)
        # Most counters keep no till.
        from app.ui.bookings.with_till_pages import BookingsWithTillPage

        page = BookingsWithTillPage(desk.bookings, desk.reader, desk.till, desk.owing)
        page.payment_asked.connect(flows.till.open)
        return page

    @staticmethod
    def _day_page(desk: Desk, flows: Flows) -> DayClosePage:
        if not desk.till.is_on:
            from app.ui.day_close.day_close_page import DayClosePage

            return DayClosePage(desk.day_close, desk.wallet, desk.rules, desk.reader)
        from app.ui.day_close.day_close_with_till_page import DayCloseWithTillPage

        reading = desk.day_close, desk.wallet, desk.rules, desk.reader
        day = DayCloseWithTillPage(*reading, desk.owing)
        day.count_asked.connect(flows.till.count)
        return day

    def _wallet_page(self, desk: Desk) -> Page:
        from app.ui.settings.setting_places import ALERTS
        from app.ui.wallet.wallet_page import WalletPage

        page = WalletPage(desk.wallet, desk.wallet_history, desk.rules)
        page.change_alert.clicked.connect(partial(self.open_setting, ALERTS))
        page.saved.connect(self._window.say_saved)
        page.wallet_read.connect(self._take_alert_back)
        self._take_alert_back()
        return page

    def open_setting(self, place: SettingPlace) -> None:
        """Show a setting."""
        from app.ui.settings.settings_page import SettingsPage

        self.go_to("settings")
        if isinstance(self._other, SettingsPage):
            self._other.open_at(place.section, place.control)

    def _take_alert_back(self) -> None:
        """Remove the alert, which the page of the wallet shows itself."""
        if self.flows is not None:
            self.flows.watches.wallet.take_back()

    def obey_rules(self) -> None:
        """Apply the office's rules: check the wallet's alerts, forget customers that are due."""
        if self.flows is None:
            return
        self.flows.watches.wallet.renew()
        self._remember()
        self._serve_customer()
        self.flows.till.obey()
        self.flows.travelling.obey()
        self.flows.to_do.obey(shown=self._setup.settings.to_do)

    def _serve_customer(self) -> None:
        """Open the customer window or close it, as it is set."""
        is_on, desk = self._setup.settings.customer_window, self._desk
        if self._customer is not None and not is_on:
            self._customer.end()
            self._customer = None
        elif self._customer is not None:
            self._customer.obey()
        elif is_on and desk is not None and self.flows is not None:
            # Most counters have none.
            from app.ui.flows.customer_watch import CustomerWatch

            self._customer = CustomerWatch(
                self._window,
                desk.rules,
                self._setup,
                self.flows.watches.duty,
                is_practice=not desk.reader.profile.is_real,
            )
            self._customer.begin()

    def show_settings(self) -> None:
        """Show the present settings, if they are on screen."""
        from app.ui.settings.settings_page import SettingsPage

        if isinstance(self._other, SettingsPage):
            self._other.show_settings()

    async def takes_back(self, former: Mapping[str, object]) -> bool:
        """Whether settings may be as before again; see `InCharge.takes_back`."""
        from app.ui.settings.in_charge import InCharge
        from app.ui.settings.settings_page import SettingsPage

        page, desk = self._other, self._desk
        in_charge = InCharge(None if desk is None else desk.day_close)
        if isinstance(page, SettingsPage):
            in_charge = page.in_charge
        return await in_charge.takes_back(former, self._window)

    def _open_palette(self, typed: str) -> None:
        if self.flows is not None:
            self.flows.open_search(typed)

    def _print_last(self) -> None:
        page = self._other
        if isinstance(page, UnknownOutcomePage) and (page.is_open or not page.booking_ref):
            # The voucher of the former sale would be another customer's.
            self._window.say(tr(_NO_VOUCHER if page.is_open else _NOT_BOOKED))
        elif self.flows is not None:
            self.flows.vouchers.print_last(page.booking_ref if page is not None else "")

    def show_booking(self, request_id: str) -> None:
        """Show a booking among the others."""
        self.go_to("bookings")
        if isinstance(self._other, BookingsPage):
            self._other.choose(request_id)

    def open_travelling(self, sale: Sale) -> None:
        """Open a booking of the board: its page where it is not settled, else among the bookings."""
        if sale.is_open and not sale.desk:
            self.open_sale(sale)
        else:
            self.show_booking(sale.request_id)

    def show_unknown(self, outcome: UnknownOutcome) -> None:
        """Open the page of a sale whose answer was lost just now."""
        self._last_booking = outcome.request_id
        self.count_open()
        self.open_outcome(outcome)

    def unwind(self, sale: Sale) -> None:
        """Cancel what was booked of a basket, and go back to the basket after it."""
        self.cancel(sale)
        self._is_unwinding = True

    def open_of_storm(self, intent_id: str) -> None:
        """Open a cancellation of the storm desk whose answer was lost, and go back there after it."""
        self._is_of_storm = True
        if self.flows is not None:
            self.flows.cancellation.open(intent_id)

    def leave_cancelling(self) -> None:
        """Go back to where the cancellation was asked for."""
        if self._is_of_storm and self.flows is not None:
            self._is_of_storm = False
            self.flows.storm.open()
        elif self._is_unwinding and self.flows is not None:
            self._is_unwinding = False
            self.flows.basket.open()
        else:
            self.show_booking(self._cancelling)

    def cancel(self, sale: Sale) -> None:
        """Open the choice of what to cancel of a booking; Bookings follows."""
        self._cancelling, self._is_unwinding, self._is_of_storm = sale.request_id, False, False
        if self.flows is not None:
            self.flows.cancellation.begin(booking_of(sale))

    def _find_booking(self) -> None:
        self._cancelling, self._is_unwinding = "", False
        if self.flows is not None:
            self.flows.cancellation.begin_elsewhere()

    def note_cancelling(self, request_id: str) -> None:
        """Bookings shows what was found by its PNR: a key there must not mean the customer before."""
        self._cancelling = self._cancelling or request_id

    def open_sale(self, sale: Sale) -> None:
        """Open the page on which the outcome of a sale, or of its cancellation, is settled."""
        self._cancelling, self._is_of_storm = sale.request_id, False
        if self.flows is not None and sale.open_cancellation:
            self.flows.cancellation.open(sale.open_cancellation)
        elif self._desk is not None and sale.is_open:
            self.open_outcome(open_outcome(sale))

    def open_outcome(self, outcome: UnknownOutcome) -> None:
        """Open the page of a sale with an unknown outcome."""
        if self._desk is None or self.flows is None:
            return
        self._window.show_place("bookings")
        self.open(partial(self._outcome_page, self._desk, self.flows, outcome))

    def _outcome_page(self, desk: Desk, flows: Flows, outcome: UnknownOutcome) -> Page:
        reading = desk.unknown_outcomes, desk.bookings, desk.reader, desk.rules, outcome
        if not desk.till.is_on:
            page = UnknownOutcomePage(*reading)
        else:
            from app.ui.bookings.with_till_pages import UnknownOutcomeWithTillPage

            page = UnknownOutcomeWithTillPage(*reading)
            # Bookings shows a sale that was settled late once it is paid.
            back = partial(self.show_booking, outcome.request_id)
            page.payment_asked.connect(partial(flows.till.open, back=back))
        page.went_back.connect(lambda: self.go_to("bookings"))
        page.settled.connect(self._remember)
        page.voucher_asked.connect(flows.vouchers.open)
        return page

    def note_sale(self, draft: Draft, request_id: str) -> None:
        """Update the count on the rail after a sale, then the register and the saved party.

        Bookings begins at it: a key there must not mean somebody who was served before.
        """
        self._last_booking = request_id
        self.count_open()
        self._remember()
        if self.flows is not None:
            self.flows.seats.end_sold(draft)
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
        self.note_settled()
        if isinstance(self._other, UnknownOutcomePage) and self._other.request_id == request_id:
            self._other.show_news()

    def note_settled(self) -> None:
        """Show on the page of another place and on the rail what may have been settled."""
        self.count_open()
        if self.flows is not None:
            self.flows.moving.follow()
        if isinstance(self._other, BookingsPage):
            self._other.show_news()
        elif self._other is not None:
            # Such as the wallet: its balance is of now, so debits and lines must not be of before.
            self._other.office_changed.emit()

    def count_open(self) -> None:
        """Show on the rail how many outcomes are unknown."""
        if self._desk is not None:
            self._tasks.start("open sales", self._count(self._desk))

    async def _count(self, desk: Desk) -> None:
        await self._read_open(desk)

    async def _begin(self, desk: Desk) -> None:
        """Show unknown outcomes and the wallet in the frame, then fill the register."""
        self._show_waiting(await self._read_open(desk))
        if self.flows is None:
            return
        # What follows brings the database library, and both would be slower together.
        await self.flows.sale.settle()
        watches = self.flows.watches
        self.flows.cancellation.watch_open()
        try:
            wallet = await desk.wallet.read()
        except DeskError:
            # The list shows the problem with the service; the chip shows that nothing was read.
            log.info("The wallet could not be read at the beginning.")
        else:
            # The service's day is known only after an answer.
            watches.days.learn()
            if await desk.bookings.other_agents():
                await watches.key.tell_whose(wallet)
        await watches.duty.begin()
        await self._remembered(desk)
        for each in _LATER:
            # Not in a thread: none but this one may make a class of Qt while events are handled.
            import_module(each)
            await asyncio.sleep(0)
        from app.ui.vouchers.clipboard_file import clipboard_file

        # What a crash has left is erased.
        clipboard_file()

    def _show_waiting(self, waiting: Sequence[Sale]) -> None:
        """Open the page of an unknown outcome, so that it is not forgotten after a restart."""
        if self.is_typing:
            return
        if self.flows is not None and self.flows.storm.is_cut_off:
            self.flows.storm.open()
        elif len(waiting) == 1:
            self.open_sale(waiting[0])
        elif waiting:
            self.go_to("bookings")

    async def _read_open(self, desk: Desk) -> tuple[Sale, ...]:
        """The unknown outcomes, whose number is shown on the rail."""
        waiting = await desk.bookings.waiting()
        self._window.show_count(len(waiting))
        if self.flows is not None:
            self.flows.to_do.follow()
        return waiting

    def open(self, make: Callable[[], Page], typed: object = None) -> None:
        """Open a page of another place, with the function that makes it again."""
        self._note_chosen()
        page = make()
        page.restore(typed)
        self.show_other(page)
        self._make = make

    def _note_chosen(self) -> None:
        """Keep which booking is the current one, for the next Bookings."""
        if isinstance(self._other, BookingsPage):
            self._last_booking = self._other.chosen

    def show_other(self, page: Page) -> None:
        """Show a page of any place but selling, in the place of the former one."""
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
