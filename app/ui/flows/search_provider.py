"""The contents of the palette: trips of the travel date, bookings of this counter, and actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from shiboken6 import isValid

from app.core.language import Message, joined, mark, tr
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer
from app.desk.model.boats import Departure
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.quotations.quotations import KnownQuotation
from app.desk.sale.sale_words import departure_seats
from app.ui.catalogue.actions import TO_ACTIVITIES, TO_BOATS, TO_FREE
from app.ui.catalogue.day_list_browser import FREE
from app.ui.flows.quick_entry_flow import QuickEntryFlow
from app.ui.kit.basics.actions import (
    ENTER_KEY,
    OPEN_BASKET,
    OPEN_BOOKINGS,
    OPEN_DAY,
    OPEN_HANDBOOK,
    OPEN_SETTINGS,
    OPEN_TILL,
    OPEN_WALLET,
    READ_AGAIN,
    SELL,
    SHOW_DETAILS,
    SHOW_KEYS,
    SHOW_NET,
    TYPE_DAY,
    Action,
    Key,
)
from app.ui.settings.setting_places import PLACES, SettingPlace
from app.ui.window.main_window import MainWindow
from app.ui.window.palette import Palette
from app.ui.window.palette_model import EntryIndex, PaletteEntry

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.flows.all_flows import Flows

_MOST = 6
_COUNT = mark("Count the drawer")
_LINES = mark("line of words")
"""By which the handbook's chapter is found."""


class SearchProvider:
    """Opens the palette over the window; a chosen entry is opened by the flows."""

    def __init__(self, window: MainWindow, desk: Desk, flows: Flows) -> None:
        self._window, self._desk, self._flows, self._sale = window, desk, flows, flows.sale
        self._go_to = flows.navigation.go_to
        self._index = EntryIndex(())
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of the search", error))
        self._palette: Palette | None = None
        self._quick = QuickEntryFlow(window, desk, flows.sale, self._sell, self.open)
        window.net_toggled.connect(self._follow_net)

    def end(self) -> None:
        """Stop opening the palette."""
        self._window.net_toggled.disconnect(self._follow_net)
        self._tasks.cancel_all()
        self._quick.end()

    def open(self, typed: str) -> None:
        """Open the palette, with what is typed already; bookings are searched while typing.

        The service is asked at most now, for boats that are not kept: nothing is sent while one types.
        """
        departures = self._sale.departures
        self._take(departures)
        if not departures:
            self._tasks.start("boats", self._take_boats())
        self._quick.forget()
        self._palette = Palette(
            self._window, self._known, self._ask, quick=self._quick, net_shown=self._window.net_shown
        )
        self._palette.words_asked.connect(lambda: self._window.show_handbook(tr(_LINES)))
        self._palette.begin(typed)

    def _follow_net(self, shown: object) -> None:
        if self._palette is not None and isValid(self._palette):
            self._palette.show_net(shown=bool(shown))

    def _known(self, typed: str) -> Iterator[PaletteEntry]:
        return iter(self._index.matching(typed, _MOST))

    async def _ask(self, typed: str) -> tuple[PaletteEntry, ...]:
        """The bookings and quotations that fit."""
        quotations = await self._desk.quotations.find(typed)
        sales = await self._desk.bookings.search(typed, _MOST)
        return (*map(self._booking, sales), *map(self._quotation, quotations))

    def _take(self, departures: Iterable[Departure]) -> None:
        """Build one index over all entries, so that the best match of any kind is first."""
        trips = (*map(self._departure, departures), *map(self._activity, self._sale.offers))
        self._index = EntryIndex((*trips, *self._actions()))

    async def _take_boats(self) -> None:
        self._take(await self._boats())
        if self._palette is not None and isValid(self._palette):
            self._palette.search_again()

    async def _boats(self) -> tuple[Departure, ...]:
        day = self._window.day
        kept = await self._desk.catalogue.kept_departures(day)
        if kept is not None:
            return kept.departures
        try:
            return (await self._desk.catalogue.departures(day)).departures
        except DeskError:
            return ()

    def _activity(self, offer: ActivityOffer) -> PaletteEntry:
        fare = formats.span(offer.fare.low, offer.fare.high) if offer.fare else ""
        act = partial(self._sell, partial(self._sale.find_activity, offer.activity_id))
        return PaletteEntry("trip", offer.title, offer.place, fare, "waves-horizontal", act=act)

    def _departure(self, departure: Departure) -> PaletteEntry:
        when = formats.clock_time(departure.departs) if departure.departs else ""
        state = (
            departure_seats(departure.aged(self._desk.reader.moment()))
            if departure.is_open
            else departure.reason
        )
        more = joined(", ", (formats.day_medium(departure.day), when, state))
        fare = departure.adult_fare
        act = partial(self._sell, partial(self._sale.find_departure, departure.schedule_id))
        return PaletteEntry(
            "trip", departure.name, more, "" if fare is None else formats.amount(fare), "ship", act=act
        )

    def _booking(self, sale: Sale) -> PaletteEntry:
        day = formats.day_short(sale.day) if sale.day else ""
        more = joined(", ", (sale.customer_name, formats.passengers_named(sale.found_by), sale.title, day))
        act = partial(self._flows.navigation.show_booking, sale.request_id)
        return PaletteEntry("booking", sale.booking_ref or tr("No PNR"), more, "", "receipt-text", act=act)

    def _quotation(self, found: KnownQuotation) -> PaletteEntry:
        more = joined(", ", (found.customer_name, found.titles, formats.day_short(found.day)))
        act = partial(self._sell, partial(self._flows.quotations.open, found.number))
        return PaletteEntry("quotation", found.reference, more, "", "receipt-text", act=act)

    def _actions(self) -> tuple[PaletteEntry, ...]:
        window, shown = self._window, self._window.net_shown
        net, net_icon = (mark("Hide net prices"), "eye-off") if shown else (mark("Show net prices"), "eye")
        sell = {
            "activities": (mark("Sell an activity"), TO_ACTIVITIES),
            "boats": (mark("Sell a boat ticket"), TO_BOATS),
            FREE: (mark("What is free now"), TO_FREE),
        }
        acts: dict[Action, Callable[[], None]] = {
            TYPE_DAY: window.type_day,
            READ_AGAIN: window.read_again,
            OPEN_BOOKINGS: partial(self._go_to, "bookings"),
            OPEN_WALLET: partial(self._go_to, "wallet"),
            OPEN_DAY: partial(self._go_to, "day"),
            OPEN_SETTINGS: partial(self._go_to, "settings"),
            OPEN_BASKET: window.basket_asked.emit,
            ENTER_KEY: window.ask_key,
            SHOW_KEYS: window.show_keys,
            SHOW_DETAILS: window.show_details,
        }
        page = window.current_page
        of_page = {} if page is None else page.offered
        counting = (
            [_entry(_COUNT, OPEN_TILL.icon, (), self._flows.till.count)] if self._desk.till.is_on else []
        )
        return (
            *(_entry(_named(each), each.icon, each.caps, act) for each, act in of_page.items()),
            *(
                _entry(words, SELL.icon, (*SELL.caps, *action.caps), partial(self._choose, module))
                for module, (words, action) in sell.items()
            ),
            _entry(net, net_icon, SHOW_NET.caps, window.toggle_net),
            *(
                _entry(each.words, each.icon, each.caps, act, each.also)
                for each, act in (*acts.items(), *window.offered.items())
                if each is not ENTER_KEY or window.is_selling_off
            ),
            *counting,
            _entry(
                OPEN_HANDBOOK.help,
                OPEN_HANDBOOK.icon,
                SHOW_KEYS.caps + OPEN_HANDBOOK.caps,
                window.show_handbook,
            ),
            *map(self._setting, PLACES),
        )

    def _setting(self, place: SettingPlace) -> PaletteEntry:
        act = partial(self._flows.navigation.open_setting, place)
        entry = _entry(place.words, OPEN_SETTINGS.icon, (), act, place.also)
        return replace(entry, kind="setting", more=tr("in Settings"))

    def _choose(self, module: str) -> None:
        self._sell(partial(self._sale.choose, module))

    def _sell(self, act: Callable[[], None]) -> None:
        """Do it on the pages of selling, unless a running booking keeps its page on screen."""
        self._go_to("sell")
        page = self._window.current_page
        if page is not None and page.may_be_left():
            act()


def _named(action: Action) -> Message:
    """Its name on its button, else its text in the list of keys."""
    return action.words if action.words.text else action.help


def _entry(
    words: Message, icon: str, keys: tuple[Key, ...], act: Callable[[], object], also: Message | None = None
) -> PaletteEntry:
    """An action, found by its words in English, too."""
    more = joined(" ", (words.text, also.text, tr(also)) if also and also.text else (words.text,))
    return PaletteEntry("action", tr(words), "", "", icon, keys, act=act, also=more)
