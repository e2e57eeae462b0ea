"""Finds the trips that words mean, in the kept catalogue."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from app.desk.quick_entry.short_names import names_of, spelling
from app.desk.quick_entry.values import SaidTime, Trip
from app.desk.quick_entry.vocabulary import in_latin, plain

_SHORTEST = 2
_MOST_SLIPS = 3
"""Words of a line that are looked for with a slip: each costs a search."""
_LETTERS = re.compile(r"[\w\u0300-\u036f\u0900-\u0963]+")
"""With the signs of vowels, which are no letters by themselves."""
_ONE_SLIP_FROM, _TWO_SLIPS_FROM = 4, 8
"""Letters of a word in which one slip, or two, are looked through."""


class FoundTrips(NamedTuple):
    """The trips that some words of a line mean."""

    trips: tuple[Trip, ...] = ()
    """Those sold on the day first, then what was sold most, then the cheapest, then by name."""
    places: frozenset[int] = frozenset()
    """Which words of the line say so."""
    like: str = ""
    """The word that one of them is spelt like; empty when all are spelt right."""
    slips: tuple[int, ...] = ()
    """Those of the words that are spelt wrong."""

    def starting(self, day: date, said: SaidTime) -> FoundTrips:
        """The same, with those first that start then."""
        trips = sorted(self.trips, key=lambda each: not each.starts_at(day, said))
        return self._replace(trips=tuple(trips))


class TripFinder:
    """The trips of the kept catalogue, found by short names, and by the words of title, place and boat."""

    def __init__(
        self, trips: Iterable[Trip], boat_days: Collection[date] = (), names: Mapping[str, str] | None = None
    ) -> None:
        """`boat_days` are the days of which the boats are kept, `names` the trips of short names."""
        self._trips = tuple(trips)
        self._boat_days = frozenset(boat_days)
        self._names = names or {}
        self._named = {word: self._called(spelling(trip)) for word, trip in self._names.items()}
        self._index = WordIndex(
            {place: words_in(f"{each.title} {each.place}") for place, each in enumerate(self._trips)}
        )

    def boats(self, day: date) -> tuple[Trip, ...]:
        """All boats of a day."""
        return self._ranked(self._sold_on(day, only_boats=True), day)

    def gone(self, word: str) -> str:
        """The trip that a short name means and that the kept catalogue has not; empty for any other word."""
        return "" if self._named.get(word) else self._names.get(word, "")

    def find(
        self, words: Mapping[int, str], day: date, *, only_boats: bool, spared: Collection[int]
    ) -> FoundTrips:
        """The trips that most of these words begin a word of; they stand beside their places in the line.

        A word that begins none is looked for with a slip, except at a place of `spared`. A short name is no
        beginning, and decides between trips.
        """
        sold = self._sold_on(day, only_boats=only_boats)
        fitting = {place: self._meant(word, sold) for place, word in words.items()}
        named = {place: fitting[place] for place, word in words.items() if word in self._names}
        found = _most(fitting)
        if any(named.values()):
            own = _most(named)
            found = found & own or own
        like, slips = "", list[int]()
        unfound = [
            place
            for place in words
            if not fitting[place] & (found or sold) and place not in spared and place not in named
        ]
        for place in unfound[:_MOST_SLIPS]:
            near, word = self._alike(words[place])
            if near & (found or sold):
                found = near & (found or sold)
                fitting[place], like = near, like or word
                slips.append(place)
        trips = self._ranked(found, day)
        said = frozenset(place for place, numbers in fitting.items() if self._has(numbers, trips[:1]))
        if not found & sold:
            trips = tuple(replace(each, closed={day: self._next(each, day)}) for each in trips)
        return FoundTrips(trips, said, like, tuple(slips))

    def _has(self, numbers: Iterable[int], trips: Collection[Trip]) -> bool:
        return any(self._trips[each] in trips for each in numbers)

    def _called(self, name: str) -> frozenset[int]:
        """The trips with this name, alone or with their place."""
        return frozenset(
            place for place, each in enumerate(self._trips) if name in names_of(each.title, each.place)
        )

    def _meant(self, word: str, sold: frozenset[int]) -> frozenset[int]:
        """The trips of these that a word means, and a boat that a short name means on whatever day."""
        if word not in self._names:
            return self._beginning(word) & sold
        named = self._named[word]
        return named & sold or frozenset(each for each in named if self._trips[each].is_boat)

    def _next(self, trip: Trip, day: date) -> date | None:
        """The next day on which a boat is kept."""
        same = (each.day for each in self._trips if (each.title, each.place) == (trip.title, trip.place))
        return min((each for each in same if each and each > day), default=None)

    def _beginning(self, word: str) -> frozenset[int]:
        if len(word) < _SHORTEST:
            return frozenset[int]()
        latin = in_latin(word)
        found = self._index.beginning(word)
        return found | self._index.beginning(latin) if latin else found

    def _alike(self, word: str) -> tuple[frozenset[int], str]:
        return self._index.alike(in_latin(word) or word)

    def _sold_on(self, day: date, *, only_boats: bool) -> frozenset[int]:
        """The activities, and the boats of the day, or those of any day where that one is not kept."""
        is_kept = day in self._boat_days
        return frozenset(
            place
            for place, each in enumerate(self._trips)
            if (each.is_boat and (not is_kept or each.day == day)) or not (each.is_boat or only_boats)
        )

    def _ranked(self, places: Iterable[int], day: date) -> tuple[Trip, ...]:
        """The trips at these places, each once: of a day that is not kept the same boat stands in many."""
        trips = sorted((self._trips[each] for each in places), key=lambda each: _rank(each, day))
        return tuple({(each.is_boat, each.title, each.place, _clock(each)): each for each in trips}.values())


def _most(fitting: Mapping[int, frozenset[int]]) -> frozenset[int]:
    """What most of these have."""
    counts: dict[int, int] = {}
    for numbers in fitting.values():
        for each in numbers:
            counts[each] = counts.get(each, 0) + 1
    most = max(counts.values(), default=0)
    return frozenset(each for each, count in counts.items() if count == most)


def _rank(trip: Trip, day: date) -> tuple[bool, bool, int, bool, Decimal, str, str]:
    fare = Decimal(0) if trip.fare is None else trip.fare
    may_not_run = trip.is_boat and trip.day != day
    sold = trip.is_closed(day), may_not_run, -trip.sold
    return *sold, trip.fare is None, fare, trip.title.casefold(), _clock(trip)


def _clock(trip: Trip) -> str:
    """When a boat leaves; empty for an activity."""
    starts = trip.starts_on(trip.day) if trip.day is not None else ()
    return str(starts[0].starts) if starts else ""


class WordIndex:
    """The words of many texts, and which texts have each."""

    def __init__(self, texts: Mapping[int, Iterable[str]]) -> None:
        """`texts` has the words of each text, in small letters."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for number, words in texts.items():
            for word in words:
                found[word].add(number)
        self._texts = {word: frozenset(numbers) for word, numbers in found.items()}
        self._near: dict[str, list[str]] = {}
        for word in self._texts:
            # A slip in the first letter is looked through only when it changed places with the second.
            for letter in {*word[:2]}:
                self._near.setdefault(letter, []).append(word)

    def beginning(self, typed: str) -> frozenset[int]:
        """The texts with a word that begins with what was typed."""
        near = self._near.get(typed[:1], ())
        return frozenset[int]().union(*(self._texts[each] for each in near if each.startswith(typed)))

    def alike(self, typed: str) -> tuple[frozenset[int], str]:
        """The texts with a word that begins with it but for a slip, two in long words, and that word."""
        slips = (len(typed) >= _ONE_SLIP_FROM) + (len(typed) >= _TWO_SLIPS_FROM)
        for allowed in range(1, slips + 1):
            near = self._near.get(typed[:1], ())
            fitting = [word for word in near if _begins(word, typed, allowed)]
            if fitting:
                return frozenset[int]().union(*(self._texts[each] for each in fitting)), min(fitting, key=len)
        return frozenset[int](), ""


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(_LETTERS.findall(plain(text)))


def _begins(word: str, typed: str, slips: int) -> bool:
    """Whether the word begins with what was typed, but for at most so many slips.

    A slip is a letter that is wrong, missing, or too many, or two that changed places.
    """
    if word.startswith(typed):
        return True
    if not slips:
        return False
    place = next((at for at, (one, other) in enumerate(zip(word, typed, strict=False)) if one != other), -1)
    if place < 0:
        # The word has ended: what was typed beyond it is too many.
        return len(typed) - len(word) <= slips
    rest, own = typed[place:], word[place:]
    return (
        _begins(own[1:], rest[1:], slips - 1)
        or _begins(own, rest[1:], slips - 1)
        or _begins(own[1:], rest, slips - 1)
        or (own[:2] == rest[1::-1] and len(rest) > 1 and _begins(own[2:], rest[2:], slips - 1))
    )
