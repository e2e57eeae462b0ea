"""The entries of the palette, their matching, and their rows."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain, islice
from typing import Literal, NamedTuple

from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.ui.kit.basics.actions import Key
from app.ui.kit.basics.key_cap import spoken as spoken_key
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.row_model import Index, RowModel

Kind = Literal["trip", "booking", "quotation", "action", "setting"]
Tone = Literal["plain", "guessed", "wrong"]
_SECTIONS: tuple[tuple[Kind, Message, int], ...] = (
    ("trip", mark("Trips and activities"), 5),
    ("booking", mark("Bookings"), 4),
    ("quotation", mark("Quotations"), 4),
    ("action", mark("Actions"), 6),
    # Behind the actions: a page comes before the switch that shows it.
    ("setting", mark("Settings"), 4),
)
_BETWEEN_WORDS = re.compile(r"\W+")
_LAST = "\U0010ffff"
"""Sorts after every character."""


@dataclass(frozen=True)
class PaletteEntry:
    """An entry that the palette can open or run; `more` is shown in grey after the title."""

    kind: Kind
    title: str
    more: str
    value: str
    """Shown at the right, such as a fare or "Confirmed"."""
    icon: str
    keys: tuple[Key, ...] = ()
    """The keys of the same action."""
    act: Callable[[], object] = field(kw_only=True)
    is_net: bool = False
    """Whether the value belongs to the wallet side."""
    stays: bool = False
    """Whether the palette stays open after it, and reads the line again."""
    below: str = ""
    """What is shown in a second line; the entry is higher then."""
    also: str = ""
    """Other words by which it is found, which are not shown."""

    def shown_value(self, *, net_shown: bool) -> str:
        """The value, or empty while it is hidden."""
        return one_line(self.value) if net_shown or not self.is_net else ""

    def spoken(self, *, net_shown: bool) -> str:
        """The text of the entry for screen readers."""
        keys = tr("Key {keys}", keys=" ".join(map(spoken_key, self.keys))) if self.keys else ""
        shown = one_line(self.title), one_line(self.more), one_line(self.below)
        parts = (*shown, self.shown_value(net_shown=net_shown), keys)
        return joined(", ", parts)


@dataclass(frozen=True)
class PaletteHeading:
    """The heading over a section."""

    text: str
    more: str = ""
    """What is shown at the right."""


@dataclass(frozen=True)
class WordRow:
    """A word of the line, and what it was understood as."""

    start: int
    end: int
    """Where it stands in the line."""
    typed: str
    icon: str
    meaning: str
    more: str
    right: str
    """What is shown at the right, such as "1 other"."""
    tone: Tone

    @property
    def spoken(self) -> str:
        """The row for screen readers."""
        told = tr("{word}, understood as {meaning}", word=self.typed, meaning=self.meaning)
        if self.tone == "wrong":
            told = joined(", ", (self.typed, self.meaning))
        return joined(", ", (told, self.more, self.right))


class LineView(NamedTuple):
    """What a line of words was understood as, and what Enter may do."""

    words: tuple[WordRow, ...]
    """None while nothing is kept that it could be read with."""
    more: str
    """What stands beside the heading of the words: the age of what they were read with."""
    notice: str
    """What is to be known of that; empty for nothing."""
    choosing: PaletteHeading
    entries: tuple[PaletteEntry, ...]
    spoken: str
    """The words in a sentence."""

    @property
    def is_choosing(self) -> bool:
        """Whether Enter takes one of several that a word may mean, and the line goes on."""
        return any(each.stays for each in self.entries)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows under the line."""
        if not self.words:
            return ()
        return (PaletteHeading(tr("Understood as"), self.more), *self.words, self.choosing, *self.entries)


Row = PaletteEntry | PaletteHeading | WordRow
"""An entry, a word of the line, or the heading over a section."""


def folded(text: str) -> str:
    """The text without capitals and accents, for comparing."""
    if text.isascii():
        return text.casefold()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each))


def matches(typed: str, entry: PaletteEntry) -> bool:
    """Whether every typed word is in the title, the details or the other words."""
    text = _text_of(entry)
    return all(word in text for word in folded(typed).split())


def sections(
    entries: Iterable[PaletteEntry], *, actions_only: bool = False, typed: str = ""
) -> tuple[Row, ...]:
    """Headings and entries in the order of the sections, each with a limited length.

    Those come first in which the typed words begin words: whoever is called Diya stands over "Chidiya".
    """
    everything, first, others = tuple(entries), list[Row](), list[Row]()
    starts = tuple(f" {word}" for word in folded(typed).split())
    for kind, heading, limit in _SECTIONS:
        if actions_only and kind not in {"action", "setting"}:
            continue
        found = list(islice((each for each in everything if each.kind == kind), limit))
        rows = (
            first
            if any(all(start in _spaced(_text_of(each)) for start in starts) for each in found)
            else others
        )
        rows += [PaletteHeading(tr(heading)), *found] if found else []
    return (*first, *others)


class EntryIndex:
    """An index of entries for searching at every keystroke."""

    def __init__(self, entries: Iterable[PaletteEntry]) -> None:
        everything = tuple(entries)
        by_kind = ([each for each in everything if each.kind == kind] for kind, _, _ in _SECTIONS)
        self._shelves = tuple(_Shelf(each) for each in by_kind)

    def matching(self, typed: str, limit: int) -> tuple[PaletteEntry, ...]:
        """The best `limit` entries of each kind.

        First those whose title begins with the typed text, then those where each typed word begins a word of
        the title, then the others; equal ones in the given order.
        """
        words = tuple(folded(typed).split())
        return tuple(chain.from_iterable(shelf.matching(words, limit) for shelf in self._shelves))


class _Shelf:
    """Entries of one kind with their strings for comparing."""

    def __init__(self, entries: list[PaletteEntry]) -> None:
        self._entries = entries
        titles = [folded(entry.title) for entry in entries]
        self._texts = [_text_of(entry) for entry in entries]
        self._word_starts = [_spaced(title) for title in titles]
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
        # An entry may be found up to three times, and no scan goes further than needed.
        best = dict.fromkeys(islice(ranked, 3 * limit))
        return (self._entries[place] for place in islice(best, limit))

    def _beginning(self, typed: str, limit: int) -> list[int]:
        """The first indexes whose title begins with the text."""
        titles = self._sorted_titles
        start, end = bisect_left(titles, typed), bisect_left(titles, typed + _LAST)
        return nsmallest(limit, self._by_title[start:end])


def _holding(texts: list[str], words: tuple[str, ...]) -> Iterator[int]:
    """The indexes of the texts that contain every word, found lazily."""
    first, *others = words
    places = (place for place, text in enumerate(texts) if first in text)
    for word in others:
        places = _narrowed(places, texts, word)
    return places


def _narrowed(places: Iterable[int], texts: list[str], word: str) -> Generator[int]:
    return (place for place in places if word in texts[place])


class PaletteModel(RowModel[Row]):
    """The rows of the palette; headings and words cannot be chosen."""

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
        if isinstance(row, PaletteEntry):
            return row.spoken(net_shown=self.net_shown)
        return row.spoken if isinstance(row, WordRow) else joined(", ", (row.text, row.more))

    @override
    def is_choosable(self, row: Row) -> bool:
        return isinstance(row, PaletteEntry)

    @override
    def is_heading(self, row: Row) -> bool:
        return isinstance(row, PaletteHeading)

    def _identity_at(self, place: int) -> tuple[str, ...]:
        row = self.rows[place]
        return identity(row) if isinstance(row, PaletteEntry) else ()


def identity(entry: PaletteEntry) -> tuple[str, ...]:
    """The key by which two entries are the same for a person."""
    return entry.kind, entry.title, entry.more


def _spaced(text: str) -> str:
    """The words with a space before each."""
    return " " + _BETWEEN_WORDS.sub(" ", text)


def _text_of(entry: PaletteEntry) -> str:
    return folded(f"{entry.title}\n{entry.more}\n{entry.also}")
