"""The agency's own short names of trips; a line is "ed = Discover scuba dive, Elephant Beach"."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from app.core.language import joined
from app.desk.quick_entry.vocabulary import has_meaning, plain

_SHORTEST, _LONGEST = 2, 12


class NameFault(StrEnum):
    """Why a line gives no short name."""

    NO_TRIP = "no trip"
    FORM = "form"
    """It has other signs than letters and figures, a figure first, too few or too many of them."""
    MEANING = "meaning"
    """The word says something by itself."""
    TWICE = "twice"


class WrongName(NamedTuple):
    """A line that gives no short name."""

    number: int
    """From 1."""
    problem: NameFault
    name: str
    """As it was typed."""


class _Line(NamedTuple):
    number: int
    name: str
    trip: str
    problem: NameFault | None


def trips_by_name(lines: str) -> Mapping[str, str]:
    """The trip of each short name, as `plain` has it; lines that give none are left out."""
    return {plain(each.name): each.trip for each in _read(lines) if each.problem is None}


def wrong_name(lines: str) -> WrongName | None:
    """The first line that gives no short name; None when all do."""
    wrong = (WrongName(each.number, each.problem, each.name) for each in _read(lines) if each.problem)
    return next(wrong, None)


def unknown_trips(lines: str, known: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The trips in the lines that are none of these, given by title and place; none when none is known."""
    names = {spelt for title, place in known for spelt in names_of(title, place)}
    trips = trips_by_name(lines).values()
    return tuple(each for each in trips if spelling(each) not in names) if names else ()


def names_of(title: str, place: str) -> frozenset[str]:
    """The spellings by which a trip is named: its title, alone or with its place."""
    return frozenset((spelling(title), spelling(joined(", ", (title, place)))))


def spelling(trip: str) -> str:
    """The name of a trip, as it is compared."""
    return " ".join(trip.casefold().split())


def _read(lines: str) -> Iterator[_Line]:
    seen = set[str]()
    for number, line in enumerate(lines.splitlines(), 1):
        if not line.strip():
            continue
        name, _, trip = (each.strip() for each in line.partition("="))
        yield _Line(number, name, trip, _problem(name, trip, seen))
        seen.add(plain(name))


def _problem(name: str, trip: str, seen: Iterable[str]) -> NameFault | None:
    word = plain(name)
    if not trip:
        return NameFault.NO_TRIP
    if not _is_formed(word):
        return NameFault.FORM
    if has_meaning(word):
        return NameFault.MEANING
    return NameFault.TWICE if word in seen else None


def _is_formed(word: str) -> bool:
    """Whether it has letters and figures alone, a letter first; signs at letters do not count."""
    kinds = [unicodedata.category(each)[0] for each in word]
    if not kinds or kinds[0] != "L" or not set(kinds) <= {"L", "M", "N"}:
        return False
    return _SHORTEST <= len(kinds) - kinds.count("M") <= _LONGEST
