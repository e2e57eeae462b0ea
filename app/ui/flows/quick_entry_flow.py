"""Lines of words in the palette: what they were understood as, and the page that Enter opens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, time, timedelta
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from app.core.language import joined, tr, trn
from app.core.tasks import TaskScope, hand_to_loop
from app.desk.free_now.asked_line import AskedWord, asked_in, is_free_line
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, Start
from app.desk.model.errors import DeskError
from app.desk.quick_entry.quick_entry import QuickEntry, boat_draft, departure_for, with_customer
from app.desk.quick_entry.reading import may_be_sale
from app.desk.quick_entry.values import (
    Buyer,
    Certainty,
    Choice,
    Fares,
    NoDate,
    Note,
    Opening,
    ReadLine,
    ReadWord,
    SaidTime,
    Trip,
    WordKind,
)
from app.desk.sale.validation import MOST_SEATS
from app.ui.free_now.free_words import hour_words, people_words
from app.ui.kit.controls.date_input import day_distance
from app.ui.kit.sheets.modal_question import is_asking
from app.ui.slots.slot_wish import SlotWish
from app.ui.window.palette_model import LineView, PaletteEntry, PaletteHeading, Tone, WordRow

if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.ui.flows.sale_flow import SaleFlow
    from app.ui.window.main_window import MainWindow

_ICONS = {
    WordKind.COUNT: "users",
    WordKind.FARES: "users",
    WordKind.DAY: "calendar",
    WordKind.TIME: "clock",
    WordKind.CUSTOMER: "user",
    WordKind.NOTHING: "x",
}
_TONES: dict[Certainty, Tone] = {
    Certainty.UNDERSTOOD: "plain",
    Certainty.GUESSED: "guessed",
    Certainty.LEFT_OUT: "wrong",
}
_FAR = timedelta(days=7)
_MOST_STARTS = 3
"""So many are named beside a time at which nothing starts."""


class QuickEntryFlow:
    """Reads lines, and opens what they say. It never books, and asks the service nothing while one types."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        sale: SaleFlow,
        sell: Callable[[Callable[[], None]], None],
        ask_again: Callable[[str], None],
    ) -> None:
        """`sell` does something on the pages of selling, unless a running booking keeps its page.

        `ask_again` opens the palette with a line.
        """
        self._window, self._desk, self._sale, self._sell = window, desk, sale, sell
        self._ask_again = ask_again
        self._refused = _Refused("", "")
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
        if is_free_line(typed):
            return self._free(typed)
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
            self._refused.why if typed == self._refused.line else self._notice(),
            choosing,
            self._entries(found, typed),
            trn("{number} word understood.", "{number} words understood.", understood),
        )

    async def look_up(self, typed: str) -> bool:
        """Look for what the line needs; returns whether it is to be read again."""
        found = self._quick.read(typed)
        return found is not None and await self._quick.look_up(found)

    def _free(self, typed: str) -> LineView:
        """The page of what is free, for whom the line says."""
        asked = asked_in(typed, self._desk.reader.today())
        rows = tuple(map(partial(free_row, typed), asked.words))
        day = formats.day_medium(asked.day or self._window.day)
        said = (each.meaning for each in rows[1:] if each.icon != "calendar" and each.tone != "wrong")
        below = joined(", ", (day, *said))
        act = partial(self._sell, partial(self._sale.ask_free, asked))
        entry = PaletteEntry("trip", tr("Free now"), "", "", "clock", act=act, below=below)
        return LineView(rows, "", "", PaletteHeading(tr("Enter opens")), (entry,), below)

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

    def _entries(self, found: ReadLine, typed: str) -> tuple[PaletteEntry, ...]:
        if found.choices:
            first = self._opening(typed, found.openings[0])
            alone = tr("{trip} without a customer", trip=found.openings[0].trip.title)
            return (*map(self._buyer, found.choices), replace(first, title=alone))
        return tuple(self._opening(typed, each) for each in found.openings)

    def _buyer(self, choice: Choice) -> PaletteEntry:
        customer = choice.buyer.customer
        below = f"{customer.phone}, {bought_words(choice.buyer)}"
        act = partial(self._quick.choose, choice.word, choice.buyer)
        return PaletteEntry("trip", customer.name, "", "", "user", act=act, stays=True, below=below)

    def _opening(self, typed: str, opening: Opening) -> PaletteEntry:
        trip = opening.trip
        fare = fare_words(trip)
        act = partial(self._sell, partial(self._open, typed, opening))
        title = f"{trip.title}, {trip.place}" if trip.place else trip.title
        return PaletteEntry("trip", title, "", fare, trip_icon(trip), act=act, below=opening_words(opening))

    def _open(self, typed: str, opening: Opening) -> None:
        self._refused = _Refused("", "")
        offer = self._quick.offer_of(opening.trip)
        if offer is None:
            # Chosen in the list of its day, too: that is what other keys mean until the boat is read.
            self._sale.find_departure(opening.trip.number)
            self._window.top.day.choose(opening.day)
            self._tasks.start("boat", self._open_boat(typed, opening))
            return
        draft = with_customer(ActivityDraft(offer, qty=opening.seats or 1), opening)
        start, said = opening.start, opening.said
        if start is not None:
            said = SaidTime(start.starts.hour, start.starts.minute)
        is_counted = opening.seats is not None
        self._sale.fill(draft, opening.day, SlotWish(said, is_counted=is_counted), is_counted=is_counted)

    async def _open_boat(self, typed: str, opening: Opening) -> None:
        """Open the passengers of a boat, once its day is read; else the line is asked for again."""
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
            self._refuse(typed, joined(" ", (closed, reason)))
            return
        is_counted = opening.seats is not None or opening.fares is not None
        self._sale.fill(boat_draft(opening, departure), opening.day, is_counted=is_counted)

    def _refuse(self, typed: str, why: str) -> None:
        """Give the line back, and say beside it why it could not be opened."""
        if is_asking(self._window):
            self._window.say(why)
            return
        self._refused = _Refused(typed, why)
        self._ask_again(typed)


class _Refused(NamedTuple):
    """A line that could not be opened."""

    line: str
    why: str


def word_row(line: str, word: ReadWord, opening: Opening, today: date) -> WordRow:
    """What is shown of a word; `opening` is what the line is read as."""
    typed = line[word.start : word.end]
    meaning, more = _meaning(word, typed, opening, today)
    return WordRow(
        word.start,
        word.end,
        typed,
        trip_icon(opening.trip) if word.kind is WordKind.TRIP else _ICONS[word.kind],
        meaning,
        more,
        trn("{number} other", "{number} others", word.others) if word.others else "",
        _TONES[word.certainty],
    )


def free_row(line: str, word: AskedWord) -> WordRow:
    """What is shown of a word of a line that asks what is free."""
    typed = line[word.start : word.end]
    match word.said:
        case _ if word.is_left_out:
            return WordRow(word.start, word.end, typed, "users", tr("left out"), "", "", "wrong")
        case None:
            icon, meaning = "clock", tr("What is free")
        case Fares():
            icon, meaning = "users", people_words(word.said)
        case SaidTime():
            icon, meaning = "clock", hour_words(word.said.hour)
        case date():
            icon, meaning = "calendar", formats.day_long(word.said)
        case NoDate():
            told = tr("{day} is past, or is not a date", day=typed)
            return WordRow(word.start, word.end, typed, "calendar", told, tr("left out"), "", "wrong")
        case _:
            icon, meaning = "search", word.said and tr("Trip or place with {words}", words=word.said)
    return WordRow(word.start, word.end, typed, icon, meaning, "", "", "plain")


def trip_icon(trip: Trip) -> str:
    """The icon of boats, or of activities."""
    return "ship" if trip.is_boat else "waves-horizontal"


def fare_words(trip: Trip) -> str:
    """What a person pays: of an activity up to how much, too, since the day decides; empty when unknown."""
    if trip.fare is None:
        return ""
    if trip.highest is not None:
        return formats.span(trip.fare, trip.highest)
    return tr("from {fare}", fare=formats.amount(trip.fare))


def bought_words(buyer: Buyer) -> str:
    """How often a customer bought here."""
    times = trn("bought here once", "bought here {number} times", buyer.times)
    return joined(", ", (times, tr("e-mail known") if buyer.customer.email else ""))


def opening_words(opening: Opening) -> str:
    """What a page is filled with, and what is missing on it."""
    page = tr("Passengers, filled") if opening.trip.is_boat else tr("Slots, filled")
    who = opening.customer.name if opening.customer else opening.phone
    seats = "" if opening.seats is None else formats.seats(opening.seats)
    if opening.fares is not None:
        seats = opening.fares.words
    said = formats.day_medium(opening.day), _clock(opening), seats, who
    missing = joined(", ", _missing(opening))
    rest = tr("Missing: {things}.", things=missing) if missing else tr("Nothing is missing.")
    filled = tr("{page}: {facts}.", page=page, facts=joined(", ", said))
    return joined(" ", (filled, rest))


def _clock(opening: Opening) -> str:
    if opening.start is not None:
        return formats.clock_time(opening.start.starts)
    return tr("about {time}", time=formats.clock_time(opening.about.clock)) if opening.about else ""


def _missing(opening: Opening) -> Iterable[str]:
    if opening.trip.is_boat:
        yield tr("passengers")
    elif opening.start is None:
        yield tr("slot")
    if opening.seats is None and opening.fares is None:
        yield tr("seats")
    if opening.customer is None:
        yield tr("customer")
    elif not opening.customer.email:
        yield tr("e-mail")


def _meaning(word: ReadWord, typed: str, opening: Opening, today: date) -> tuple[str, str]:
    said = word.said
    match said:
        case _ if word.kind is WordKind.TRIP:
            return _trip_meaning(word, opening)
        case Fares():
            return _too_many(word) or (said.words, "")
        case int() if word.kind is WordKind.COUNT:
            return _too_many(word) or (formats.seats(said), "")
        case date() | NoDate():
            return _day(word, said, today)
        case Start() | SaidTime():
            return _time(word, said, opening)
        case _:
            return _customer(word, typed)


def _trip_meaning(word: ReadWord, opening: Opening) -> tuple[str, str]:
    if isinstance(word.said, Trip):
        return _trip(word.said), _about_trip(word, word.said, opening)
    return tr("{trip} is not in the catalogue", trip=word.said), tr("left out")


def _trip(trip: Trip) -> str:
    """An activity by its title, a boat trip by its boat, too."""
    return joined(", ", (trip.title, trip.place if trip.is_boat else ""))


def _too_many(word: ReadWord) -> tuple[str, str] | None:
    if word.note is Note.TOO_MANY:
        return tr("At most {most} seats", most=MOST_SEATS), tr("left out")
    return None


def _about_trip(word: ReadWord, trip: Trip, opening: Opening) -> str:
    if word.note is Note.SPELT_LIKE:
        return tr("spelt like {word}", word=word.like)
    if word.note is Note.NOT_SOLD:
        following = trip.next_after(opening.day)
        closed = tr("Not sold on {day}.", day=formats.day_short(opening.day))
        later = tr("Next: {day}.", day=formats.day_short(following)) if following else ""
        return joined(" ", (closed, later))
    return tr("sold most here") if word.others and trip.sold else ""


def _day(word: ReadWord, said: date | NoDate, today: date) -> tuple[str, str]:
    if isinstance(said, NoDate):
        month = formats.month_short(date(today.year, said.month, 1)) if said.month in range(1, 13) else ""
        shown = f"{said.day} {month}" if month else f"{said.day}/{said.month}"
        return tr("{day} is not a date", day=shown), tr("left out")
    if word.note is Note.PAST:
        return tr("{day} is past", day=formats.day_short(said)), tr("left out")
    return formats.day_long(said), day_distance(said, today).lower() if said < today + _FAR else ""


def _minutes_apart(one: time, other: time) -> int:
    return abs(60 * (one.hour - other.hour) + one.minute - other.minute)


def _time(word: ReadWord, said: Start | SaidTime, opening: Opening) -> tuple[str, str]:
    if isinstance(said, Start):
        hour = said.starts.hour
        only = tr("the only one that starts between {hour} and {end}", hour=hour, end=hour + 1)
        return formats.window(said.starts, said.ends, ""), only if word.note is Note.ONLY_START else ""
    if word.note is Note.ABOUT:
        return tr("About {time}", time=formats.clock_time(said.clock)), tr("the page shows the slots")
    starts = [each.starts for each in opening.trip.starts_on(opening.day)]
    near = sorted(sorted(starts, key=lambda each: _minutes_apart(each, said.clock))[:_MOST_STARTS])
    *first, last = map(formats.clock_time, near)
    times = formats.both((formats.listed(first), last))
    some = (
        tr("nearest are {times}", times=times)
        if len(starts) > len(near)
        else tr("there are {times}", times=times)
    )
    clock = str(said.hour) if said.minute is None else formats.clock_time(said.clock)
    return tr("No slot starts at {time}", time=clock), some


def _customer(word: ReadWord, typed: str) -> tuple[str, str]:
    said = word.said
    if isinstance(said, Buyer):
        return said.customer.name, bought_words(said)
    if word.note is Note.SEVERAL:
        number = said if isinstance(said, int) else 0
        meant = trn("{number} customer has this name", "{number} customers have this name", number)
        if any(map(str.isdigit, typed)):
            meant = trn("{number} customer has this number", "{number} customers have this number", number)
        return meant, tr("choose below")
    if word.note is Note.NEW:
        return tr("Nobody here has this number"), tr("new customer")
    if word.kind is WordKind.CUSTOMER:
        return formats.EN_DASH, ""
    return tr("Not understood"), tr("left out")
