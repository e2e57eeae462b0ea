"""Lines of words in the palette: what they were understood as, and the page that Enter opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from app.core.language import joined, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft
from app.desk.model.errors import DeskError
from app.desk.quick_entry.quick_entry import QuickEntry, boat_draft, departure_for, with_customer
from app.desk.quick_entry.reading import may_be_sale
from app.desk.quick_entry.values import Choice, Opening, ReadLine, SaidTime
from app.ui.flows.quick_words import bought_words, fare_words, opening_words, trip_icon, word_row
from app.ui.slots.slot_wish import SlotWish
from app.ui.window.palette_model import LineView, PaletteEntry, PaletteHeading

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.flows.sale_flow import SaleFlow
    from app.ui.window.main_window import MainWindow


class QuickEntryFlow:
    """Reads lines, and opens what they say. It never books, and asks the service nothing while one types."""

    def __init__(
        self, window: MainWindow, desk: Desk, sale: SaleFlow, sell: Callable[[Callable[[], None]], None]
    ) -> None:
        """`sell` does something on the pages of selling, unless a running booking keeps its page."""
        self._window, self._desk, self._sale, self._sell = window, desk, sale, sell
        self.forget()
        self._tasks = TaskScope(lambda name, error: hand_to_loop(f"{name} of a line", error))

    def forget(self) -> None:
        """Forget who was meant, and what was read: the next line is that of another customer."""
        desk = self._desk
        self._quick = QuickEntry(
            desk.catalogue, desk.local_cache, desk.reader.today, lambda: desk.rules.short_names
        )
        self._has_begun = False

    async def begin(self) -> None:
        """Take up what is kept by now."""
        await self._quick.begin(self._window.day)
        self._has_begun = True

    def end(self) -> None:
        """Open nothing any more."""
        self._tasks.cancel_all()

    def view(self, typed: str) -> LineView | None:
        """What a line was understood as so far; None for one that is none of these."""
        found = self._quick.read(typed)
        if found is None:
            return self._unread(typed)
        today, first = self._desk.reader.today(), found.openings[0]
        words = tuple(word_row(typed, each, first, today) for each in found.words)
        kept = self._quick.kept_at
        age = tr("catalogue kept {time}", time=formats.since(kept)) if kept else ""
        choosing = PaletteHeading(tr("Enter opens"))
        if found.choices:
            choosing = PaletteHeading(tr("Choose"), tr("sold most first"))
        understood = sum(each.tone != "wrong" for each in words)
        return LineView(
            words,
            age,
            self._notice(),
            choosing,
            self._entries(found),
            trn("{number} word understood.", "{number} words understood.", understood),
        )

    async def look_up(self, typed: str) -> bool:
        """Look for what the line needs; returns whether it is to be read again."""
        found = self._quick.read(typed)
        return found is not None and await self._quick.look_up(found)

    def _unread(self, typed: str) -> LineView | None:
        """Why a line that may be one is not read; None where there is no reason."""
        if not self._has_begun or not may_be_sale(typed):
            return None
        kept, gone = self._quick.kept_at, self._quick.gone(typed)
        if kept is None:
            notice = tr("No catalogue is kept yet. Open Sell once.")
        elif gone:
            notice = tr("{trip} is not in the catalogue kept at {time}.", trip=gone, time=formats.since(kept))
        else:
            return None
        return LineView((), "", notice, PaletteHeading(""), (), "")

    def _notice(self) -> str:
        kept = self._quick.kept_at
        if kept is None:
            return ""
        time = formats.since(kept)
        if not self._window.is_online:
            return tr(
                "The service does not answer. This is read from the catalogue kept at {time}.", time=time
            )
        if self._sale.is_waiting:
            return tr(
                "The service answers slowly. This is read from the catalogue kept at {time}.", time=time
            )
        return ""

    def _entries(self, found: ReadLine) -> tuple[PaletteEntry, ...]:
        if found.choices:
            first = self._opening(found.openings[0])
            alone = tr("{trip} without a customer", trip=found.openings[0].trip.title)
            return (*map(self._buyer, found.choices), replace(first, title=alone))
        return tuple(map(self._opening, found.openings))

    def _buyer(self, choice: Choice) -> PaletteEntry:
        customer = choice.buyer.customer
        below = f"{customer.phone}, {bought_words(choice.buyer)}"
        act = partial(self._quick.choose, choice.word, choice.buyer)
        return PaletteEntry("trip", customer.name, "", "", "user", act=act, stays=True, below=below)

    def _opening(self, opening: Opening) -> PaletteEntry:
        trip = opening.trip
        fare = fare_words(trip)
        act = partial(self._sell, partial(self._open, opening))
        title = f"{trip.title}, {trip.place}" if trip.place else trip.title
        return PaletteEntry("trip", title, "", fare, trip_icon(trip), act=act, below=opening_words(opening))

    def _open(self, opening: Opening) -> None:
        offer = self._quick.offer_of(opening.trip)
        if offer is None:
            # Chosen in the list of its day, too: that is what other keys mean until the boat is read.
            self._sale.find_departure(opening.trip.number)
            self._window.top.day.choose(opening.day)
            self._tasks.start("boat", self._open_boat(opening))
            return
        draft = with_customer(ActivityDraft(offer, qty=opening.seats or 1), opening)
        start, said = opening.start, opening.said
        if start is not None:
            said = SaidTime(start.starts.hour, start.starts.minute)
        self._sale.fill(draft, opening.day, SlotWish(said, is_counted=opening.seats is not None))

    async def _open_boat(self, opening: Opening) -> None:
        """Open the passengers of a boat, once its day is read; else the list of that day stays."""
        asked_on = self._window.current_page
        try:
            found = await self._desk.catalogue.departures(opening.day)
        except DeskError as error:
            self._window.say(str(error.advice))
            return
        if self._window.current_page is not asked_on:
            return
        departure = departure_for(opening, found.departures)
        if departure is None or not departure.is_open:
            reason = departure.reason if departure else ""
            trip = joined(", ", (opening.trip.title, opening.trip.place))
            closed = tr("{trip} is not sold on {day}.", trip=trip, day=formats.day_short(opening.day))
            self._window.say(joined(" ", (closed, reason)))
            return
        self._sale.fill(boat_draft(opening, departure), opening.day)
