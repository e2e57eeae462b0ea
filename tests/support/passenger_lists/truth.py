"""A list with its truth: who travels, what the list says of each, and what in it cannot be known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random

from app.desk.passengers.rules import age_on
from tests.support.passenger_lists.people import PartyMember

FACTS = ("traveler_name", "age", "pax_gender", "nationality", "id_type", "id_number")
"""The cells of a passenger that are judged."""
Content = str | tuple[str, bytes]
"""What is pasted, or a file by its name and bytes."""


@dataclass(frozen=True, slots=True)
class ListTruth:
    """The people of a list in their order, and what a reader has to ask."""

    people: tuple[Mapping[str, tuple[str, ...]], ...]
    """The right values of each fact, the first as the list states it; it is empty when the list does not."""
    must_ask: frozenset[tuple[int, str]] = frozenset()
    """The row and cell of each fact that this list leaves open: any value is right once it is doubted."""
    may_ask: frozenset[tuple[int, str]] = frozenset()
    """The cells beside which a doubt is no nuisance: the list contradicts itself, or another fact is open."""
    is_list: bool = True
    """Whether there are passengers at all: a document of another kind has to be refused."""


@dataclass(frozen=True, slots=True)
class GivenList:
    """A list as people bring it, with its truth."""

    seed: int
    traits: tuple[str, ...]
    """The choices of its layout, such as "headings: in Hindi"."""
    content: Content = field(repr=False)
    day: date
    """The day of travel."""
    form_day: date
    """The day on which the list was written."""
    people: tuple[PartyMember, ...] = field(repr=False)
    truth: ListTruth = field(repr=False)

    @property
    def layout(self) -> str:
        """The name of the layout."""
        return "; ".join(self.traits)


class LayoutChoices:
    """Chance that repeats itself, and remembers what it chose by its name."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.traits: list[str] = []

    def one(self, question: str, weights: Mapping[str, int] | Sequence[str]) -> str:
        """One of these, the heavier the likelier; it becomes a trait of the layout."""
        heavy = dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1)
        answer = self.random.choices(list(heavy), list(heavy.values()))[0]
        self.traits.append(f"{question}: {answer}")
        return answer

    def happens(self, share: float, trait: str) -> bool:
        """Whether this is so, in such a share of the lists; if so, it becomes a trait."""
        does = self.random.random() < share
        if does:
            self.traits.append(trait)
        return does

    def correct(self, trait: str, to: str) -> None:
        """Put another trait in place of one that could not be."""
        self.traits[self.traits.index(trait)] = to


def open_dates(people: Sequence[PartyMember], day: date) -> tuple[bool, set[int]] | None:
    """Of dates in numbers whose order has to be found out: what both orders leave open; None for nothing.

    Whether only the future speaks against the other order, and the rows whose ages differ by it.
    """
    turned = [_turned(each.born) for each in people]
    if any(each is None for each in turned):
        return None
    other = [each for each in turned if each is not None]
    if all(each == member.born for each, member in zip(other, people, strict=True)):
        return None
    if any(each > day for each in other):
        return True, set()
    differ = {
        row
        for row, (each, member) in enumerate(zip(other, people, strict=True))
        if age_on(each, day) != age_on(member.born, day)
    }
    return False, differ


def _turned(born: date) -> date | None:
    """The date with day and month changed, if there is one."""
    try:
        return born.replace(month=born.day, day=born.month)
    except ValueError:
        return None


def truth_of(
    stated: Sequence[Mapping[str, tuple[str, ...]]],
    *,
    people: Sequence[PartyMember],
    day: date,
    with_open_dates: bool,
    has_ages: bool,
) -> ListTruth:
    """The truth of a list that states these facts; birth dates may be in an order that must be found out.

    An age beside an open birth date tells the order to a careful reader.
    """
    filled = tuple({fact: facts.get(fact, ("",)) for fact in FACTS} for facts in stated)
    dated = [row for row, facts in enumerate(filled) if facts["age"][0] or facts.get("born")]
    found = open_dates([people[row] for row in dated], day) if with_open_dates and dated else None
    if found is None:
        return ListTruth(filled)
    is_told, differ = found
    all_ages = frozenset((row, "age") for row in dated)
    must = frozenset() if is_told or has_ages else frozenset((dated[place], "age") for place in differ)
    return ListTruth(filled, must_ask=must, may_ask=all_ages)
