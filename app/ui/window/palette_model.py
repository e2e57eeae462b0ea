"""What the palette can find: entries, how they match what is typed, and the rows they make."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain, islice
from typing import Literal

from typing_extensions import override

from app.core.language import joined, mark, said_again, tr
from app.ui.kit.basics.key_cap import spoken as spoken_key
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.row_model import Index, RowModel

Kind = Literal["trip", "booking", "action"]
_SECTIONS: tuple[tuple[Kind, str, int], ...] = (
    ("trip", mark("Trips and activities"), 5),
    ("booking", mark("Bookings"), 4),
    ("action", mark("Actions"), 6),
)
_BETWEEN_WORDS = re.compile(r"\W+")
_LAST = "\U0010ffff"
"""Sorts after every character."""


@dataclass(frozen=True)
class PaletteEntry:
    """Something the palette can open or do; `more` is what stands in grey after the title."""

    kind: Kind
    title: str
    more: str
    value: str
    """What stands at the right, such as a fare or "Confirmed"."""
    icon: str
    keys: tuple[str, ...] = ()
    """The keys that do the same without the palette."""
    act: Callable[[], None] = field(kw_only=True)
    is_net: bool = False
    """The value belongs to the wallet side."""

    def shown_value(self, *, net_shown: bool) -> str:
        """The value as far as it may be seen."""
        return one_line(self.value) if net_shown or not self.is_net else ""

    def spoken(self, *, net_shown: bool) -> str:
        """The entry as a screen reader says it."""
        keys = tr("Key {keys}", keys=spoken_key(" ".join(self.keys))) if self.keys else ""
        parts = (one_line(self.title), one_line(self.more), self.shown_value(net_shown=net_shown), keys)
        return joined(", ", parts)


Row = PaletteEntry | str
"""An entry, or the heading over a section."""


def folded(text: str) -> str:
    """The text without capitals and accents, as it is compared."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))


def matches(typed: str, entry: PaletteEntry) -> bool:
    """Whether every typed word stands somewhere in the title or in what follows it."""
    text = _text_of(entry)
    return all(word in text for word in folded(typed).split())


def sections(entries: Iterable[PaletteEntry], *, actions_only: bool = False) -> tuple[Row, ...]:
    """Headings and entries in the order of the sections, none longer than it may be."""
    everything, rows = tuple(entries), list[Row]()
    for kind, heading, limit in _SECTIONS:
        if actions_only and kind != "action":
            continue
        found = list(islice((each for each in everything if each.kind == kind), limit))
        rows += [heading, *found] if found else []
    return tuple(rows)


class EntryIndex:
    """Entries ready to be searched at every keystroke, however many they are."""

    def __init__(self, entries: Iterable[PaletteEntry]) -> None:
        everything = tuple(entries)
        by_kind = ([each for each in everything if each.kind == kind] for kind, _, _ in _SECTIONS)
        self._shelves = tuple(_Shelf(each) for each in by_kind)

    def matching(self, typed: str, limit: int) -> tuple[PaletteEntry, ...]:
        """The best `limit` entries of each kind.

        First those whose title begins with what is typed, then those where each typed word begins a word
        of the title, then the others; among equals the order they were given in.
        """
        words = tuple(folded(typed).split())
        return tuple(chain.from_iterable(shelf.matching(words, limit) for shelf in self._shelves))


class _Shelf:
    """Entries of one kind beside the strings they are compared by."""

    def __init__(self, entries: list[PaletteEntry]) -> None:
        self._entries = entries
        titles = [folded(entry.title) for entry in entries]
        self._texts = [_text_of(entry) for entry in entries]
        self._word_starts = [" " + _BETWEEN_WORDS.sub(" ", title) for title in titles]
        self._by_title = sorted(range(len(titles)), key=titles.__getitem__)
        self._sorted_titles = [titles[place] for place in self._by_title]

    def matching(self, words: tuple[str, ...], limit: int) -> Iterator[PaletteEntry]:
        """The best entries, at most `limit`."""
        if not words:
            return iter(self._entries[:limit])
        ranked = chain(
            self._beginning(" ".join(words), limit),
            _holding(self._word_starts, tuple(f" {word}" for word in words)),
            _holding(self._texts, words),
        )
        # A place comes up to three times, and no scan goes further than it must.
        best = dict.fromkeys(islice(ranked, 3 * limit))
        return (self._entries[place] for place in islice(best, limit))

    def _beginning(self, typed: str, limit: int) -> list[int]:
        """The first places whose title begins so."""
        titles = self._sorted_titles
        start, end = bisect_left(titles, typed), bisect_left(titles, typed + _LAST)
        return nsmallest(limit, self._by_title[start:end])


def _holding(texts: list[str], words: tuple[str, ...]) -> Iterator[int]:
    """The places of the texts that hold every word, found as they are asked for."""
    first, *others = words
    places = (place for place, text in enumerate(texts) if first in text)
    for word in others:
        places = _narrowed(places, texts, word)
    return places


def _narrowed(places: Iterable[int], texts: list[str], word: str) -> Generator[int]:
    return (place for place in places if word in texts[place])


class PaletteModel(RowModel[Row]):
    """The rows of the palette; headings cannot be chosen."""

    def entry_at(self, index: Index) -> PaletteEntry | None:
        """The entry of an index; None for a heading."""
        row = self.row_at(index)
        return row if isinstance(row, PaletteEntry) else None

    @property
    def places(self) -> tuple[int, ...]:
        """The rows that can be chosen."""
        return tuple(place for place, row in enumerate(self.rows) if isinstance(row, PaletteEntry))

    def place_of(self, entry: PaletteEntry | None) -> int:
        """The row of an entry of that kind, title and more, else of the first entry, else -1."""
        wanted = None if entry is None else identity(entry)
        same = (i for i in self.places if self._identity_at(i) == wanted)
        return next(same, self.places[0] if self.places else -1)

    @override
    def spoken(self, row: Row) -> str:
        return row.spoken(net_shown=self.net_shown) if isinstance(row, PaletteEntry) else said_again(row)

    @override
    def is_choosable(self, row: Row) -> bool:
        return isinstance(row, PaletteEntry)

    def _identity_at(self, place: int) -> tuple[str, ...]:
        row = self.rows[place]
        return identity(row) if isinstance(row, PaletteEntry) else ()


def identity(entry: PaletteEntry) -> tuple[str, ...]:
    """What makes two entries the same thing for a person."""
    return entry.kind, entry.title, entry.more


def _text_of(entry: PaletteEntry) -> str:
    return folded(f"{entry.title}\n{entry.more}")
