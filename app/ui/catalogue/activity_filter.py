"""The filter and order of activities: typed words, place, fare, open on the date."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from enum import Enum
from operator import itemgetter

from app.core.frozen import frozen
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.activities import ActivityOffer


class SortOrder(Enum):
    """The order; equal rows keep the order of the service."""

    MOST_SOLD = mark("Most sold here")
    NAME = mark("Name")
    PLACE = mark("Place")
    CHEAPEST = mark("Lowest fare first")
    DEAREST = mark("Highest fare first")


@frozen
class PriceBand:
    """Fares from `low` on and below `high`."""

    low: Decimal
    high: Decimal | None = None

    @property
    def label(self) -> str:
        """The words for it, without decimals."""
        if self.high is None:
            return tr("{low} and more", low=formats.round_amount(self.low))
        if not self.low:
            return tr("Under {high}", high=formats.round_amount(self.high))
        return tr("{low} to {high}", low=formats.round_amount(self.low), high=formats.round_amount(self.high))

    def __contains__(self, fare: Decimal) -> bool:
        return self.low <= fare and (self.high is None or fare < self.high)


BANDS = tuple(
    PriceBand(Decimal(low), None if high is None else Decimal(high))
    for low, high in ((0, 1000), (1000, 2500), (2500, 5000), (5000, None))
)


_SIGNS = re.compile(r"[^\w\s]")


@frozen
class ActivityFilter:
    """The clerk's filter; by default everything passes."""

    typed: str = ""
    place: str | None = None
    band: PriceBand | None = None
    only_open: bool = False
    order: SortOrder = SortOrder.MOST_SOLD
    sold: Mapping[str, int] = field(default_factory=dict[str, int])
    """How often each activity was sold here, by its number."""


@frozen
class Searchable:
    """An activity with its search text, made once for all keystrokes."""

    offer: ActivityOffer
    title: str
    """Folded, after a new line, with a blank before each word: a key asks for both in one pass."""
    place: str
    text: str
    """All that is searched."""


def folded(text: str) -> str:
    """The text without case and accents, for comparing."""
    if text.isascii():
        return text.lower()
    # Styled letters, such as bold ones, have a case only after normalisation.
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter))


def searchable(offers: Iterable[ActivityOffer]) -> tuple[Searchable, ...]:
    """Each activity with its folded title, place and summary."""
    return tuple(map(_searchable, offers))


def _searchable(offer: ActivityOffer) -> Searchable:
    title, place = folded(offer.title), folded(offer.place)
    text = f"{title} {place} {folded(offer.summary)}"
    words = " ".join(_SIGNS.sub(" ", title).split())
    return Searchable(offer, f"\n {words}", place, text)


def is_sellable(offer: ActivityOffer) -> bool:
    """False when the service states that it is not available, or when its tax is not certain."""
    return offer.available is not False and not offer.doubt


def places(offers: Iterable[ActivityOffer]) -> tuple[str, ...]:
    """The places in alphabetical order."""
    return tuple(sorted({each.place for each in offers if each.place}, key=str.casefold))


def matching(rows: Sequence[Searchable], wanted: ActivityFilter) -> Sequence[Searchable]:
    """The rows that pass, in the given order; one pass for each word, since there are many rows.

    By what sells most, those whose title was typed come first.
    """
    typed = folded(wanted.typed)
    for word in typed.split():
        rows = [row for row in rows if word in row.text]
    words = _SIGNS.sub(" ", typed).split()
    if words and wanted.order is SortOrder.MOST_SOLD:
        rows = _closest_first(rows, words)
    if wanted.only_open or wanted.place is not None or wanted.band is not None:
        rows = [row for row in rows if _passes(row.offer, wanted)]
    return rows


def ordered(rows: Iterable[Searchable], wanted: ActivityFilter) -> Sequence[Searchable]:
    """The rows in order; equal ones stay as the service lists them, unknown fares come last."""
    if wanted.order is SortOrder.MOST_SOLD and not wanted.sold:
        return tuple(rows)
    key = _key(wanted)
    return sorted(rows, key=lambda row: key(row.offer))


def _closest_first(rows: Sequence[Searchable], words: Sequence[str]) -> Sequence[Searchable]:
    """The rows whose title begins so, whose words do, whose title has it; then by place, then by the text."""
    begun = f"\n {' '.join(words)}"
    far = [4] * len(rows)
    for number, word in enumerate(words):
        begins = f" {word}"
        one = [
            1 if begins in row.title else 2 if word in row.title else 3 if word in row.place else 4
            for row in rows
        ]
        far = list(map(max, far, one)) if number else one
    if 1 in far:
        far = [0 if each == 1 and begun in row.title else each for each, row in zip(far, rows, strict=True)]
    if len(set(far)) == 1:
        return rows
    return [row for _, row in sorted(zip(far, rows, strict=True), key=itemgetter(0))]


def _passes(offer: ActivityOffer, wanted: ActivityFilter) -> bool:
    if wanted.only_open and not is_sellable(offer):
        return False
    if wanted.place is not None and offer.place != wanted.place:
        return False
    return wanted.band is None or (offer.fare is not None and offer.fare.low in wanted.band)


def _key(wanted: ActivityFilter) -> Callable[[ActivityOffer], tuple[object, ...]]:
    def most_sold(offer: ActivityOffer) -> tuple[object, ...]:
        return (-wanted.sold.get(str(offer.activity_id), 0),)

    def by_fare(offer: ActivityOffer) -> tuple[object, ...]:
        sign = -1 if wanted.order is SortOrder.DEAREST else 1
        return (offer.fare is None, sign * offer.fare.low if offer.fare else 0)

    keys: dict[SortOrder, Callable[[ActivityOffer], tuple[object, ...]]] = {
        SortOrder.MOST_SOLD: most_sold,
        SortOrder.NAME: lambda offer: (folded(offer.title),),
        SortOrder.PLACE: lambda offer: (not offer.place, folded(offer.place), folded(offer.title)),
    }
    return keys.get(wanted.order, by_fare)
