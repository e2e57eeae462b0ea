"""Snapshots of the wallet's ledger as opaque JSON: what is new in one, and what its entries name.

The fields of an entry are not shown in the interface (part 2.8), so none of them is used here by name.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from operator import mul

from app.api.messages.json_decoding import is_array, is_object
from app.core.frozen import frozen

MOST_ENTRIES = 500
"""A longer snapshot is not stored, and its new entries decide nothing."""
_SALES_TO_LEARN_FROM = 3
_MOST_REMEMBERED = 128
"""A cache for entries of the newest readings, each of which is used several times."""
_FEWEST_IN_A_ROW = 3
_NOTHING = Decimal(0)
_SIDES = ("debit", "credit")
_LINE = re.compile(r"(.*?)\.?([0-9]+)\.([^.]+)")
_DATE_AND_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}.*", re.ASCII)
_COUNTED = re.compile(r"([^0-9]*)([0-9]{1,18})", re.ASCII)
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}(?:\.[0-9]{1,18})?", re.ASCII)
"""A sum of money; other forms of a number, such as 12e34, stand in identifiers as well."""
_PNR = re.compile(r"(?=[^0-9]*[0-9])[A-Za-z0-9]{4,20}")


@frozen
class OwnSale:
    """A settled sale of this counter, with the values that its ledger entry should have."""

    booking_ref: str
    debited: Decimal


@frozen
class EntryProfile:
    """The paths of reference and amount in the entries of this ledger, found by this counter's sales."""

    reference: str
    """A path such as `booking_ref` or `lines.0.text`."""
    amounts: frozenset[str]
    """The paths that had the amount in every one of those sales."""


def prints(entries: Sequence[str]) -> tuple[str, ...]:
    """A hash of each entry (24 hexadecimal digits), in their order; empty for more than 500 entries."""
    if len(entries) > MOST_ENTRIES:
        return ()
    return tuple(
        hashlib.blake2b(each.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest() for each in entries
    )


def fresh(old: Sequence[str], new: Sequence[str]) -> tuple[int, ...] | None:
    """The indexes of the entries in `new` that came after `old` was read; None when that is not certain.

    Both are hashes in the order received. The newest may be first or last, and the oldest may have dropped
    out; but at least one entry must be in both, and there must be exactly one way to align the two. With an
    edited, missing or moved entry there is none: that is the safe side.
    """
    if not old or len(new) < len(old):
        return None
    old, new = tuple(old), tuple(new)
    ways: set[tuple[int, ...]] = set()
    for count in range(len(new)):
        kept = len(new) - count
        if kept > len(old):
            continue
        if new[count:] == old[:kept]:
            ways.add(tuple(range(count)))
        if new[:kept] == old[len(old) - kept :]:
            ways.add(tuple(range(kept, len(new))))
    return ways.pop() if len(ways) == 1 else None


def are_one_of_a_kind(entries: Sequence[str]) -> bool:
    """Whether no two entries can be equal: each has a time in seconds, or they are numbered in a row.

    Otherwise a sale and a refund of others can leave a short snapshot exactly as it was, although its
    entries were replaced.
    """
    by_path: dict[str, list[str]] = {}
    for entry in entries:
        for path, text in leaves(entry):
            by_path.setdefault(path, []).append(text)
    whole = [texts for texts in by_path.values() if len(texts) == len(entries)]
    return any(all(map(_DATE_AND_TIME.fullmatch, texts)) or _are_counted(texts) for texts in whole)


def names(entry: str, wanted: str) -> bool:
    """Whether a leaf of the entry is exactly this text, such as a request number."""
    return names_any(entry, {wanted})


def names_any(entry: str, wanted: AbstractSet[str]) -> bool:
    """Whether a leaf of the entry is exactly one of these texts."""
    return any(text in wanted for _, text in leaves(entry))


def times_named(entries: Sequence[str], wanted: str, *, is_split: bool) -> int:
    """The number of bookings in the entries that name the request.

    `is_split`: one booking may have several entries, so that only different references count.
    """
    named = [entry for entry in entries if names(entry, wanted)]
    if not is_split:
        return len(named)
    other = (found for entry in named if (found := frozenset(references(entry)) - {wanted}))
    return len(set(other))


def amounts(entry: str, profile: EntryProfile | None = None) -> frozenset[Decimal]:
    """The amounts in an entry, without their signs; with a profile only those at its paths."""
    found = (_amount(text) for path, text in leaves(entry) if profile is None or path in profile.amounts)
    return frozenset(abs(each) for each in found if each is not None)


def total(entry: str) -> Decimal | None:
    """What a double entry moves: the sum of either side of its lines; None when it has no two equal sides.

    The sides are two columns of amounts, one with signs, or one beside a word for the side.
    """
    lines: defaultdict[str, defaultdict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for path, text in leaves(entry):
        place = _LINE.fullmatch(path)
        if place:
            lines[place[1]][place[2]][place[3]] = text
    found = {moved for each in lines.values() for moved in _moved(list(each.values()))}
    return found.pop() if len(found) == 1 else None


def written_at(entry: str) -> datetime | None:
    """When the entry was written; None when it does not have exactly one time with a zone."""
    found: set[datetime] = set()
    for _, text in leaves(entry):
        if _DATE_AND_TIME.fullmatch(text):
            with suppress(ValueError):
                found.add(datetime.fromisoformat(text))
    at = found.pop() if len(found) == 1 else None
    return at if at is not None and at.tzinfo is not None else None


def references(entry: str, profile: EntryProfile | None = None) -> tuple[str, ...]:
    """Possible booking references in an entry, each once; with a profile only the one at its path."""
    found = (
        text
        for path, text in leaves(entry)
        if _PNR.fullmatch(text) and _amount(text) is None and (profile is None or path == profile.reference)
    )
    return tuple(dict.fromkeys(found))


def learnt(entries: Sequence[str], own: Sequence[OwnSale]) -> EntryProfile | None:
    """The paths of reference and amount, if at least three own settled sales agree on them; else None."""
    found: list[EntryProfile] = []
    for sale in own:
        named = [entry for entry in entries if names(entry, sale.booking_ref)]
        if len(named) == 1:
            found.append(_profile_of(named[0], sale))
    at = {each.reference for each in found}
    if len(found) < _SALES_TO_LEARN_FROM or len(at) != 1:
        return None
    shared = frozenset[str].intersection(*(each.amounts for each in found))
    reference = at.pop()
    return EntryProfile(reference, shared) if reference and shared else None


def _profile_of(entry: str, sale: OwnSale) -> EntryProfile:
    """The paths in one entry; an empty profile when the reference is in several places."""
    found = leaves(entry)
    at = [path for path, text in found if text == sale.booking_ref]
    sums = (path for path, text in found if abs(_amount(text) or 0) == sale.debited)
    return EntryProfile(at[0] if len(at) == 1 else "", frozenset(sums))


def _moved(lines: Sequence[Mapping[str, str]]) -> Iterator[Decimal]:
    """The sums of lines whose two sides are equal."""
    names = dict.fromkeys(name for line in lines for name in line)
    sums = {name: [_amount(line.get(name, "0")) for line in lines] for name in names}
    columns = {name: [each for each in of if each is not None] for name, of in sums.items() if None not in of}
    words = [name for name in names if name not in columns]
    for one, of in columns.items():
        if not sum(of) and any(of):
            yield sum((each for each in of if each > 0), _NOTHING)
        for other, against in columns.items():
            if one < other and sum(of) == sum(against) > 0 and not any(map(mul, of, against)):
                yield sum(of, _NOTHING)
        for word in words:
            sides = [line.get(word, "") for line in lines]
            if len(set(sides)) == len(_SIDES):
                first = sum(
                    (each for each, side in zip(of, sides, strict=True) if side == sides[0]), _NOTHING
                )
                if first == sum(of) - first > 0:
                    yield first


def _are_counted(texts: Sequence[str]) -> bool:
    """Whether these are numbers after equal letters that always rise or always fall."""
    found = [_COUNTED.fullmatch(text) for text in texts]
    parts = [(each[1], int(each[2])) for each in found if each is not None]
    if len(parts) < max(len(texts), _FEWEST_IN_A_ROW) or len({letters for letters, _ in parts}) > 1:
        return False
    steps = [after > before for (_, before), (_, after) in pairwise(parts) if after != before]
    return len(steps) == len(parts) - 1 and len(set(steps)) == 1


@lru_cache(maxsize=_MOST_REMEMBERED)
def leaves(entry: str) -> tuple[tuple[str, str], ...]:
    """The path and the text of each leaf; an entry that is no JSON is one leaf."""
    try:
        value: object = json.loads(entry, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        value = entry
    told: list[tuple[str, str]] = []
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        path, found = waiting.pop()
        if is_object(found):
            waiting.extend((f"{path}.{name}".lstrip("."), each) for name, each in found.items())
        elif is_array(found):
            waiting.extend((f"{path}.{place}".lstrip("."), each) for place, each in enumerate(found))
        elif found is not None:
            told.append((path, str(found)))
    return tuple(told)


def _amount(text: str) -> Decimal | None:
    return Decimal(text) if _NUMBER.fullmatch(text) else None
