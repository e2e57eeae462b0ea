"""Reads a line of words as a sale: how many, of which trip, on which day, when, and for whom.

A pure function of the line, the kept catalogue, the known customers and the date. It asks nobody and books
nothing; what it finds are pages to open, where everything is read anew.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from enum import Enum, auto
from typing import NamedTuple

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.quick_entry.dates import day_at, day_of_month
from app.desk.quick_entry.finding_trips import FoundTrips, TripFinder
from app.desk.quick_entry.times import time_at, time_in
from app.desk.quick_entry.tokens import MOST_WORDS, Token, tokens_of
from app.desk.quick_entry.values import (
    Buyer,
    Certainty,
    Choice,
    Customers,
    Fares,
    NoDate,
    Note,
    Opening,
    ReadLine,
    ReadWord,
    Said,
    SaidTime,
    Trip,
    WordKind,
)
from app.desk.quick_entry.vocabulary import BOAT, FARES, NEAR, SEATS, WEEKDAYS
from app.desk.sale.validation import MOST_SEATS

MOST_OPENINGS = 6
_PHONE = re.compile(r"\+?[0-9]{8,15}|#[0-9]{4,15}")
_HALF_PHONE, _IN_HALVES = 5, re.compile(r"[0-9]{10}")
"""As numbers of India are often written."""
_INDIA = "+91"
"""Before a number of ten figures it is no day, as far as that is."""
_PHONE_PART = re.compile(r"[0-9]{4,7}")
_SHORTEST_NAME = 3
_LIKELY_HOURS = range(5, 23)
_MINUTES = 5
"""In which, and at which minutes, a lone number is a time where no starts are kept."""


class _Fit(Enum):
    """What a lone number may mean."""

    COUNT = auto()
    TIME = auto()
    DAY = auto()
    PHONE = auto()


class _Other(NamedTuple):
    """The number that means something else in another reading."""

    place: int
    fit: _Fit


class Question(NamedTuple):
    """A line, and all that it is read with."""

    line: str
    finder: TripFinder
    customers: Customers
    today: date


def read_line(asked: Question) -> ReadLine | None:
    """What a line was understood as; None for one that names no trip, or neither a number nor a day."""
    tokens = tokens_of(asked.line)
    if not 1 < len(tokens) <= MOST_WORDS:
        return None
    reading = _Reading(asked, tokens)
    if not reading.is_one:
        return None
    openings = [*reading.openings()]
    for each in reading.others:
        again = _Reading(asked, tokens, each)
        openings += [one for one in again.openings()[:1] if again.is_one and one not in openings]
    return ReadLine(
        tuple(sorted(reading.words, key=lambda each: each.start)),
        tuple(openings[:MOST_OPENINGS]),
        tuple(reading.choices),
        tuple(reading.asks),
    )


def may_be_sale(line: str) -> bool:
    """Whether a line has a number or a day, and more: it may be a sale, of a trip that is not known."""
    tokens = tokens_of(line)
    said = [each for each in tokens if each.is_number or each.word in NEAR or each.word in WEEKDAYS]
    return 0 < len(said) < len(tokens)


def gone_in(line: str, finder: TripFinder) -> str:
    """The first trip that a line means by its short name and that the catalogue has not; empty for none."""
    return next(filter(None, (finder.gone(each.word) for each in tokens_of(line))), "")


def is_meant(word: str, customer: KnownCustomer) -> bool:
    """Whether a customer who was found by a word of `ReadLine.asks` is meant: figures after # end a phone."""
    return not word.startswith("#") or customer.phone.endswith(word.removeprefix("#"))


class _Reading:
    """One reading of a line: each step makes something of some words, and leaves the others to the next."""

    def __init__(self, asked: Question, tokens: tuple[Token, ...], other: _Other | None = None) -> None:
        self._asked, self._tokens, self._other = asked, tokens, other
        self._left = dict.fromkeys(range(len(tokens)))
        self._day: date | None = None
        self._next_year: date | None = None
        self._seats: int | None = None
        self._fares: Fares | None = None
        self._time: tuple[tuple[int, int], SaidTime] | None = None
        self._buyer: Buyer | None = None
        self._phone = ""
        self._found = FoundTrips()
        self.words: list[ReadWord] = []
        self.choices: list[Choice] = []
        self.asks: list[str] = []
        self.others: list[_Other] = []
        """What numbers may mean instead."""
        for step in (self._read_fares, self._read_count, self._read_time, self._read_day):
            self._go_through(step)
        self._find_trips()
        if self._found.trips:
            self._go_through(self._refuse_gone)
            self._go_through(self._read_phone)
            self._read_names()
            self._go_through(self._read_number)
            self._go_through(self._leave_out)
            # The time first: it decides between trips.
            self._say_time()
            self._say_trip()

    @property
    def is_one(self) -> bool:
        """Whether the line names a trip, and a number of people or a day, if only a wrong one."""
        kinds = {each.kind for each in self.words}
        return bool(self._found.trips) and bool(kinds & {WordKind.COUNT, WordKind.FARES, WordKind.DAY})

    def openings(self) -> tuple[Opening, ...]:
        """The pages that it may open."""
        made = [self._opening(each, self._on) for each in self._found.trips]
        if self._next_year is not None:
            made.insert(1, self._opening(self._found.trips[0], self._next_year))
        return tuple(made)

    def _opening(self, trip: Trip, day: date) -> Opening:
        said = self._time[1] if self._time else None
        starts = trip.starts_at(day, said) if said else ()
        seats, fares = self._seats, self._fares
        if fares is not None and not trip.is_boat:
            # An activity sells seats, at one price for all.
            seats, fares = fares.seats, None
        return Opening(
            trip,
            day,
            seats,
            fares,
            starts[0] if starts else None,
            said,
            self._buyer.customer if self._buyer else None,
            self._phone,
        )

    @property
    def _on(self) -> date:
        return self._day or self._asked.today

    # The words

    def _go_through(self, step: Callable[[int], int]) -> None:
        """Give each word that is left to a step, which returns how many it has taken from there."""
        place = 0
        while place < len(self._tokens):
            taken = step(place) if place in self._left else 0
            self._take(range(place, place + taken))
            place += taken or 1

    def _take(self, places: Iterable[int]) -> None:
        for each in places:
            self._left.pop(each, None)

    def _word(self, place: int) -> str:
        """The word at a place; empty where something was made of it, and beyond the line."""
        return self._tokens[place].word if place in self._left else ""

    def _number(self, place: int) -> int | None:
        if place not in self._left or not self._tokens[place].is_number:
            return None
        return int(self._tokens[place].word)

    def _say(self, places: tuple[int, int], kind: WordKind, said: Said, note: Note = Note.NONE) -> int:
        """Note what was made of the words from the first place up to the second; returns their number.

        With a note it was guessed.
        """
        certainty = Certainty.GUESSED if note else Certainty.UNDERSTOOD
        self._add(places, ReadWord(0, 0, kind, certainty, said, note))
        return places[1] - places[0]

    def _refuse(self, places: tuple[int, int], kind: WordKind, said: Said, note: Note) -> int:
        """Note why some words are left out; returns their number."""
        self._add(places, ReadWord(0, 0, kind, Certainty.LEFT_OUT, said, note))
        return places[1] - places[0]

    def _add(self, places: tuple[int, int], word: ReadWord) -> None:
        begin, end = self._tokens[places[0]].start, self._tokens[places[1] - 1].end
        self.words.append(word.at(begin, end))

    def _refuse_gone(self, place: int) -> int:
        gone = self._asked.finder.gone(self._word(place))
        return self._refuse((place, place + 1), WordKind.TRIP, gone, Note.GONE) if gone else 0

    def _leave_out(self, place: int) -> int:
        word = self._word(place)
        # The sign of a time or a boat that was understood says nothing more.
        return self._refuse((place, place + 1), WordKind.NOTHING, word, Note.NONE)

    # What stands in a form of its own

    def _read_fares(self, place: int) -> int:
        number, which = self._number(place), FARES.get(self._word(place + 1))
        if not number or which is None:
            return 0
        places, own = (place, place + 2), Fares(*(number if each == which else 0 for each in range(4)))
        sum_so_far = Fares(*map(sum, zip(self._fares or Fares(), own, strict=True)))
        if sum_so_far.seats > MOST_SEATS:
            return self._refuse(places, WordKind.FARES, own, Note.TOO_MANY)
        self._fares = sum_so_far
        return self._say(places, WordKind.FARES, own)

    def _read_count(self, place: int) -> int:
        number = self._number(place)
        if not number or self._word(place + 1) not in SEATS or self._is_counted:
            return 0
        return self._count(number, (place, place + 2))

    @property
    def _is_counted(self) -> bool:
        return self._seats is not None or self._fares is not None

    def _count(self, number: int, places: tuple[int, int]) -> int:
        if number > MOST_SEATS:
            return self._refuse(places, WordKind.COUNT, number, Note.TOO_MANY)
        self._seats = number
        return self._say(places, WordKind.COUNT, number)

    def _read_time(self, place: int) -> int:
        found = time_at([self._word(place), self._word(place + 1)])
        if found is None:
            return 0
        places = place, place + found.words
        if found.said is None or self._time is not None:
            return self._refuse(places, WordKind.NOTHING, self._word(place), Note.NONE)
        self._time = places, found.said
        return found.words

    def _read_day(self, place: int) -> int:
        words = [self._word(each) for each in range(place, place + 3)]
        if self._country_beside(place):
            return 0
        found = None if self._day else day_at([each for each in words if each], self._asked.today)
        if found is None or not all(words[: found.words]):
            return 0
        places = place, place + found.words
        if found.wrong is not None:
            return self._refuse(places, WordKind.DAY, NoDate(*found.wrong), Note.NO_DATE)
        if found.past is not None:
            self._next_year = found.next_year
            return self._refuse(places, WordKind.DAY, found.past, Note.PAST)
        self._day = found.day
        return self._say(places, WordKind.DAY, self._on)

    # Trips

    def _find_trips(self) -> None:
        words = {each: self._word(each) for each in self._left if self._number(each) is None}
        boat = frozenset(each for each, word in words.items() if word in BOAT)
        named = {place: word for place, word in words.items() if place not in boat}
        finder, only_boats = self._asked.finder, bool(boat or self._fares)
        spared = {place for place, word in named.items() if self._asked.customers.get(word)}
        found = finder.find(named, self._on, only_boats=only_boats, spared=spared)
        if boat and not found.trips:
            # A glass-bottom boat ride is an activity. Else any boat of the day is meant.
            found = finder.find(words, self._on, only_boats=False, spared=spared)
            found = FoundTrips(finder.boats(self._on)) if found.places <= boat else found
        elif self._fares and not boat and (found.like or not found.trips):
            # Adults and children are said of activities, too; an activity that is spelt right goes first.
            other = finder.find(named, self._on, only_boats=False, spared=spared)
            found = found if found.trips and (other.like or not other.trips) else other
        self._found = found._replace(places=found.places | boat if found.trips else frozenset())
        self._take(self._found.places)
        # What was taken for a slip may be the name of a customer.
        self.asks += [words[place] for place in found.slips if self._may_be_unasked(words[place])]

    def _may_be_unasked(self, word: str) -> bool:
        return _may_be_name(word) and word not in self._asked.customers

    def _say_trip(self) -> None:
        first, *more = self._found.trips
        like = self._found.like
        note = Note.NOT_SOLD if first.is_closed(self._on) else Note.SPELT_LIKE if like else Note.NONE
        certainty = Certainty.GUESSED if note else Certainty.UNDERSTOOD
        for places in _runs(self._found.places):
            self._add(places, ReadWord(0, 0, WordKind.TRIP, certainty, first, note, like, len(more)))

    # Customers

    def _ten_figures(self, place: int) -> tuple[str, int]:
        """A number of ten figures in one word or two halves, and how many words it takes; else 0."""
        word = self._word(place)
        if _IN_HALVES.fullmatch(word):
            return word, 1
        # Some write a 0 before it.
        half = word.removeprefix("0") if len(word) > _HALF_PHONE else word
        both = half + self._word(place + 1)
        return (both, 2) if len(half) == _HALF_PHONE and _IN_HALVES.fullmatch(both) else ("", 0)

    def _country_beside(self, place: int) -> str:
        """The country that stands apart before a number; empty for none."""
        return _INDIA if self._word(place) == _INDIA and self._ten_figures(place + 1)[1] else ""

    def _read_phone(self, place: int) -> int:
        word = self._word(place)
        if self._is_bought:
            return 0
        country = self._country_beside(place)
        begin = place + bool(country)
        figures, taken = self._ten_figures(begin)
        if taken:
            return self._ask(f"{country}{figures}", (place, begin + taken), is_whole=True)
        if not _PHONE.fullmatch(word):
            return 0
        return self._ask(word, (place, place + 1), is_whole=not word.startswith("#"))

    @property
    def _is_bought(self) -> bool:
        return any(each.kind is WordKind.CUSTOMER for each in self.words)

    def _read_names(self) -> None:
        """Read words that stand together, and that no trip has, as the beginnings of one name."""
        named = (place for place in self._left if self._number(place) is None)
        for begin, end in _runs(named):
            words = [self._word(each) for each in range(begin, end)]
            if self._is_bought or not _may_be_name(words[0]):
                continue
            if self._ask(" ".join(words), (begin, end), is_whole=False):
                self._take(range(begin, end))

    def _ask(self, word: str, places: tuple[int, int], *, is_whole: bool) -> int:
        """Read a word as a customer; returns how many words that takes, 0 when nobody is meant by it.

        A whole phone that nobody here has is that of a new customer.
        """
        known = self._asked.customers.get(word)
        if known is None:
            self.asks.append(word)
            return self._say(places, WordKind.CUSTOMER, word)
        if len(known) == 1:
            self._buyer = known[0]
            return self._say(places, WordKind.CUSTOMER, known[0])
        if known:
            self.choices += [Choice(word, each) for each in known]
            return self._say(places, WordKind.CUSTOMER, len(known), Note.SEVERAL)
        if not is_whole:
            return 0
        self._phone = word
        return self._say(places, WordKind.CUSTOMER, word, Note.NEW)

    # Lone numbers

    def _read_number(self, place: int) -> int:
        number = self._number(place)
        if not number:
            return 0
        fits = list(self._fits(place, number))
        forced = self._other.fit if self._other and self._other.place == place else None
        if forced is None and self._other is None:
            self.others += [_Other(place, each) for each in fits[1:]]
        fit = forced if forced in fits else next(iter(fits), None)
        return self._make(fit, place, number)

    def _fits(self, place: int, number: int) -> Iterator[_Fit]:
        """What a lone number may mean, the likeliest first."""
        is_left = place < min(self._found.places)
        if is_left and number and not self._is_counted:
            yield _Fit.COUNT
            return
        if self._time is None and self._starts(place):
            yield _Fit.TIME
        if self._day is None and day_of_month(number, self._asked.today) is not None:
            yield _Fit.DAY
        if 1 <= number <= MOST_SEATS and not self._is_counted:
            yield _Fit.COUNT
        if _PHONE_PART.fullmatch(self._word(place)) and not self._is_bought:
            yield _Fit.PHONE

    def _starts(self, place: int) -> bool:
        """Whether a trip that is meant starts at this time, or may where no starts are kept."""
        said = time_in(self._word(place))
        if said is None:
            return False
        if any(each.starts_at(self._on, said) for each in self._found.trips):
            return True
        is_likely = said.hour in _LIKELY_HOURS and (said.minute or 0) % _MINUTES == 0
        return is_likely and not self._is_start_kept

    @property
    def _is_start_kept(self) -> bool:
        return any(each.starts_on(self._on) for each in self._found.trips)

    def _make(self, fit: _Fit | None, place: int, number: int) -> int:
        places, said = (place, place + 1), time_in(self._word(place))
        if fit is _Fit.COUNT:
            return self._count(number, places)
        if fit is _Fit.DAY:
            self._day = day_of_month(number, self._asked.today)
            return self._say(places, WordKind.DAY, self._on)
        if fit is _Fit.PHONE:
            return self._ask(self._word(place), places, is_whole=False)
        is_time = fit is _Fit.TIME or (self._is_start_kept and said is not None and said.minute is None)
        if self._time is not None or said is None or not is_time:
            return 0
        # Also when nothing starts then: that is said of it.
        self._time = places, said
        return 1

    def _say_time(self) -> None:
        if self._time is None:
            return
        places, said = self._time
        self._found = self._found.starting(self._on, said)
        first = self._found.trips[0]
        starts = first.starts_at(self._on, said)
        if starts:
            note = Note.ONLY_START if len(starts) == 1 and said.minute is None else Note.NONE
            certainty = Certainty.UNDERSTOOD if len(starts) == 1 else Certainty.GUESSED
            self._add(places, ReadWord(0, 0, WordKind.TIME, certainty, starts[0], note, "", len(starts) - 1))
        else:
            note = Note.NO_START if first.starts_on(self._on) else Note.ABOUT
            self._say(places, WordKind.TIME, said, note)


def _may_be_name(word: str) -> bool:
    """Whether it is long enough, and has letters alone, with their signs."""
    return len(word) >= _SHORTEST_NAME and all(unicodedata.category(each)[0] in "LM" for each in word)


def _runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Places that follow each other, as the first and the one after the last."""
    begin = end = -1
    for place in sorted(places):
        if place != end:
            if end > begin:
                yield begin, end
            begin = place
        end = place + 1
    if end > begin:
        yield begin, end
