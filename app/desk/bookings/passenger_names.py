"""Who travels of late and from now on, in memory alone, so that a booking is found by each of its passengers.

Their names stay where they are kept with the sale; nothing of them is written to the register's index.
By its notes it is found in the same way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from app.desk.bookings.booking_values import KEPT_WORDS, NOTES, STATUS, last_reading, notes_in, words_in
from app.desk.model.sale import Sale
from app.desk.model.sale_notes import SaleNotes
from app.store.register.index_words import (
    Term,
    day_words,
    fits,
    folded,
    name_text,
    sale_words,
    standing_word,
    text_of,
)
from app.store.register.values import KeptNote, Wanted

if TYPE_CHECKING:
    from app.store.register.register import Register

LATELY = timedelta(days=31)
"""How far back from today passengers are searched by the day on which they travel."""


class Named(NamedTuple):
    """A sale that was found by names of its passengers, and these; an empty one stands for a note."""

    request_id: str
    sold_at: datetime
    names: tuple[str, ...]


class _Person(NamedTuple):
    name: str
    words: str


class _Trip(NamedTuple):
    request_id: str
    sold_at: datetime
    words: str
    """What the register finds the sale by."""
    people: tuple[_Person, ...]


class PassengerNames:
    """The names, read once for each sale. Thread-safe; it waits for the disk."""

    def __init__(self, of_journal: Callable[[str], Sequence[str]]) -> None:
        """`of_journal` gives the passengers of a request number as this counter's journal keeps them."""
        self._of_journal = of_journal
        self._using = threading.Lock()
        self._people: dict[str, tuple[_Person, ...]] = {}
        self._trips: tuple[_Trip, ...] = ()
        self._state: tuple[object, ...] = ()

    def forget(self, request_id: str = "") -> None:
        """Read the names of a sale anew when they are needed again, or those of all."""
        with self._using:
            self._state = ()
            if request_id:
                self._people.pop(request_id, None)
            else:
                self._people.clear()
                self._trips = ()

    def find(
        self, register: Register, wanted: Wanted, since: date, state: tuple[object, ...]
    ) -> tuple[Named, ...]:
        """The sales that fit only with the names of their passengers, the newest first.

        Of trips from `since` on; they are listed anew when `state` is another than before.
        """
        with self._using:
            now = (register, since, *state)
            if now != self._state:
                self._trips = self._read(register, since)
                self._state = now
            trips = self._trips
        terms = wanted.terms()
        found = ((each, _fitting(each.words, each.people, terms)) for each in trips)
        return tuple(Named(each.request_id, each.sold_at, names) for each, names in found if names)

    def _read(self, register: Register, since: date) -> tuple[_Trip, ...]:
        listed = register.travelling(since)
        unread = [each.request_id for each in listed if each.request_id not in self._people]
        known = {each.request_id: self._people.get(each.request_id, ()) for each in listed}
        # What is not listed any more, such as what was erased, is known no longer.
        self._people = known | dict(self._names_of(register, unread))
        noted: dict[str, list[KeptNote]] = {}
        # They change, also at other desks.
        for note in register.notes_of([each.request_id for each in listed], NOTES):
            noted.setdefault(note.request_id, []).append(note)
        return tuple(
            _Trip(*each, (*self._people[each.request_id], *_notes(notes_in(noted.get(each.request_id, ())))))
            for each in listed
        )

    def _names_of(
        self, register: Register, request_ids: Sequence[str]
    ) -> Iterable[tuple[str, tuple[_Person, ...]]]:
        noted: dict[str, list[KeptNote]] = {}
        for note in register.notes_of(request_ids, {KEPT_WORDS, STATUS}):
            noted.setdefault(note.request_id, []).append(note)
        for each in request_ids:
            notes = noted.get(each, [])
            reading = last_reading(notes)
            said = () if reading is None else (one.name for one in reading.travellers)
            yield each, _people((*self._of_journal(each), *words_in(notes).names, *said))


def wanted_of(sale: Sale, wanted: Wanted) -> Sale | None:
    """A sale of the journal if it fits a search, by the same rules as in the register; else None."""
    if wanted.sold is not None and not wanted.sold[0] <= sale.sold_at.date() <= wanted.sold[1]:
        return None
    texts = (sale.customer_name, sale.customer_phone, sale.customer_email)
    found = sale_words(f"{sale.title} {sale.place}", sale.booking_ref, *texts)
    own = text_of(found | day_words(sale.day, sale.sold_at.date()) | {standing_word(sale.standing)})
    terms = wanted.terms()
    if fits(own, terms):
        return sale
    names = _fitting(own, (*_people(sale.kept.names), *_notes(sale.notes)), terms)
    return replace(sale, found_by=tuple(filter(None, names))) if names else None


def _notes(notes: SaleNotes) -> Iterable[_Person]:
    """The notes as if they were a person without a name."""
    return (_Person("", name_text(each)) for each in notes if each)


def _fitting(words: str, people: Sequence[_Person], terms: Sequence[Term]) -> tuple[str, ...]:
    """The people without whose names these words do not fit; none when they do, or nothing does."""
    lacking = [term for term in terms if not fits(words, (term,))]
    by = tuple(each for each in people if any(fits(each.words, (term,)) for term in lacking))
    is_whole = all(any(fits(each.words, (term,)) for each in by) for term in lacking)
    return tuple(each.name for each in by) if is_whole else ()


def _people(names: Iterable[str]) -> tuple[_Person, ...]:
    each_once: Mapping[str, str] = {folded(name): name for name in names if name.strip()}
    return tuple(_Person(name, name_text(name)) for name in each_once.values())
