"""Trips of one customer that overlap in time: said where they are sold, and never a bar."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations
from typing import NamedTuple

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft
from app.desk.model.typed_text import same_text
from app.desk.sale.sale_words import occasion


class _Span(NamedTuple):
    begins: datetime
    ends: datetime


def overlaps(drafts: Iterable[Draft]) -> tuple[str, ...]:
    """A sentence for each two trips that overlap; a trip whose beginning or end is unknown overlaps none."""
    known = [(each, span) for each in drafts if (span := _span(each)) is not None]
    return tuple(
        _sentence(*sorted((first, second), key=lambda each: each[1]))
        for first, second in combinations(known, 2)
        if first[1].begins < second[1].ends
        and second[1].begins < first[1].ends
        and _may_be_same_people(first[0], second[0])
        and _key(first[0]) != _key(second[0])
    )


def _span(draft: Draft) -> _Span | None:
    """From when to when it is; a boat that returns before it departs does so on the next day."""
    shown = occasion(draft)
    if shown.day is None or shown.starts is None or shown.ends is None:
        return None
    begins, ends = (datetime.combine(shown.day, each) for each in (shown.starts, shown.ends))
    if isinstance(draft, BoatDraft) and ends < begins:
        ends += timedelta(days=1)
    return _Span(begins, ends) if begins < ends else None


def _key(draft: Draft) -> object:
    """What is one and the same for more seats on one trip, which is no overlap."""
    if isinstance(draft, BoatDraft):
        return draft.departure.schedule_id
    return draft.slot and (draft.slot.slot_id, draft.slot.availability_id)


def _may_be_same_people(one: Draft, other: Draft) -> bool:
    """Whether somebody may be on both: not only where all are named on both, and nobody is the same."""
    if not isinstance(one, BoatDraft) or not isinstance(other, BoatDraft):
        return True
    mine, theirs = _names(one), _names(other)
    return "" in mine | theirs or not mine.isdisjoint(theirs)


def _names(boat: BoatDraft) -> set[str]:
    return {same_text(each.traveler_name) for each in boat.passengers}


def _sentence(first: tuple[Draft, _Span], second: tuple[Draft, _Span]) -> str:
    return tr(
        "At the same time on {day}: {first} and {second}.",
        day=formats.day_short(first[1].begins.date()),
        first=_named(first[0]),
        second=_named(second[0]),
    )


def _named(draft: Draft) -> str:
    shown = occasion(draft)
    return f"{shown.title} ({formats.window(shown.starts, shown.ends, shown.window)})"
