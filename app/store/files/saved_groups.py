"""Saved parties of earlier trips: names, ages, genders and nationalities, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterable
from dataclasses import field, replace
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from app.core.frozen import frozen
from app.store.files.whole_file import read_value, write_value

_FILE = "parties.json"
_FORM: Literal["agency-counter-parties-1"] = "agency-counter-parties-1"


@frozen
class SavedPerson:
    """One person as entered in the passenger grid; without any data of a document."""

    name: str = field(repr=False)
    age: str
    """In years, on the party's day of travel."""
    gender: str
    nationality: str


@frozen
class SavedParty:
    """People who travelled together."""

    name: str = field(repr=False)
    travelled_on: date
    people: tuple[SavedPerson, ...]


@frozen
class _Kept:
    """The form of the file."""

    form: Literal["agency-counter-parties-1"]
    parties: tuple[SavedParty, ...]


class SavedGroups:
    """All parties in one file, which is replaced as a whole and flushed to disk. Thread-safe.

    A damaged file is moved aside, never deleted, and a new one is begun.
    """

    def __init__(self, folder: Path, keep: int = 500) -> None:
        """The folder is made by the first `save`; of more than `keep` parties the oldest are removed."""
        self._folder = folder
        self._keep = keep
        self._guard = threading.Lock()

    def save(self, party: SavedParty) -> None:
        """Save a party in place of the one with its name. Raises OSError when the disk refuses."""
        with self._guard:
            others = [each for each in self._read() if _folded(each.name) != _folded(party.name)]
            newest = sorted((party, *others), key=lambda each: each.travelled_on, reverse=True)
            self._write([party, *(each for each in newest if each is not party)][: self._keep])

    def find(self, typed: str, limit: int) -> tuple[SavedParty, ...]:
        """At most `limit` parties, newest first, where each typed word begins a word of a name."""
        words = _folded(typed).split()
        with self._guard:
            found = [party for party in self._read() if all(_has_word(party, word) for word in words)]
        return tuple(sorted(found, key=lambda each: each.travelled_on, reverse=True)[:limit])

    def forget(self, name: str) -> None:
        """Remove a party for good. Raises OSError when the disk refuses."""
        with self._guard:
            parties = self._read()
            kept = [each for each in parties if _folded(each.name) != _folded(name)]
            if len(kept) < len(parties):
                self._write(kept)

    def naming(self, names: Iterable[str]) -> tuple[SavedParty, ...]:
        """The parties with one of these names, or with a person of one of these names."""
        sought = frozenset(map(_folded, names))
        with self._guard:
            return tuple(each for each in self._read() if _is_of(each, sought) or _with(each, sought))

    def forget_people(self, names: Iterable[str]) -> None:
        """Remove the parties with one of these names for good, and these people from all others.

        A party that is left with one person is removed too. Raises OSError when the disk refuses.
        """
        sought = frozenset(map(_folded, names))
        self._keep_only(
            lambda party: None if _is_of(party, sought) else _of_several(_without(party, sought), party)
        )

    def forget_before(self, day: date) -> None:
        """Remove the parties that travelled before a day for good. Raises OSError when the disk refuses."""
        self._keep_only(lambda party: None if party.travelled_on < day else party)

    def _keep_only(self, left: Callable[[SavedParty], SavedParty | None]) -> None:
        with self._guard:
            parties = self._read()
            kept = tuple(party for party in map(left, parties) if party is not None)
            if kept != parties:
                self._write(kept)

    @property
    def _place(self) -> Path:
        return self._folder / _FILE

    def _read(self) -> tuple[SavedParty, ...]:
        """All parties; none when there is no file or a damaged one, which is moved aside."""
        kept = read_value(self._place, _shape())
        return () if kept is None else kept.parties

    def _write(self, parties: Iterable[SavedParty]) -> None:
        write_value(self._place, _shape(), _Kept(_FORM, tuple(parties)))


def _has_word(party: SavedParty, typed: str) -> bool:
    names = (party.name, *(person.name for person in party.people))
    return any(word.startswith(typed) for name in names for word in _folded(name).split())


def _is_of(party: SavedParty, names: Container[str]) -> bool:
    return _folded(party.name) in names


def _with(party: SavedParty, names: Container[str]) -> bool:
    return any(_folded(person.name) in names for person in party.people)


def _without(party: SavedParty, names: Container[str]) -> SavedParty:
    left = tuple(person for person in party.people if _folded(person.name) not in names)
    return party if left == party.people else replace(party, people=left)


def _of_several(party: SavedParty, before: SavedParty) -> SavedParty | None:
    return party if party is before or len(party.people) > 1 else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


@cache
def _shape() -> TypeAdapter[_Kept]:
    return TypeAdapter(_Kept)
