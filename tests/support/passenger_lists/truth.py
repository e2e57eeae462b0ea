"""A list with its truth: who travels, what the list says of each, and what in it cannot be known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random

from app.desk.passengers.rules import age_on
from tests.support.passenger_lists.people import PartyMember
from tests.support.passenger_lists.words import is_hinted, is_ordered

NAME, AGE, GENDER, NATION, ID_TYPE, ID_NUMBER = FACTS = (
    "traveler_name",
    "age",
    "pax_gender",
    "nationality",
    "id_type",
    "id_number",
)
"""The cells of a passenger that are judged."""
Content = str | tuple[str, bytes]
"""What is pasted, or a file by its name and bytes."""
Facts = dict[str, tuple[str, ...]]
"""The right values of each stated fact, that of the list in front; an empty one: it need not be known."""
UNSTATED = ("",)


@dataclass(frozen=True, slots=True)
class ListTruth:
    """The people of a list in their order, and what a reader has to ask."""

    people: tuple[Mapping[str, tuple[str, ...]], ...]
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
        self.later = Random(f"later {seed}")
        """For what was thought of later, so that the other choices of a seed stay."""
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
        self.traits += [trait] * does
        return does

    def also(self, share: float, trait: str) -> bool:
        """The same, for what was thought of later."""
        does = self.later.random() < share
        self.traits += [trait] * does
        return does

    def correct(self, trait: str, to: str) -> None:
        """Put another trait in place of one that could not be."""
        self.traits[self.traits.index(trait)] = to


def truth_of(
    stated: Sequence[Facts], people: Sequence[PartyMember], day: date, *, date_style: str, has_ages: bool
) -> ListTruth:
    """The truth of a list that states these facts, with birth dates in a style, if their order is open.

    An age beside such a birth date tells the order to a careful reader, and so does a date in the future.
    """
    filled = tuple({fact: facts.get(fact, UNSTATED) for fact in FACTS} for facts in stated)
    dated = {row: people[row].born for row, facts in enumerate(filled) if facts[AGE][0]}
    turned = {row: turned_date(born) for row, born in dated.items()}
    if not is_ordered(date_style) or None in turned.values() or turned == dated:
        return ListTruth(filled)
    others = {row: other for row, other in turned.items() if other is not None}
    open_ages = {(row, AGE) for row, other in others.items() if age_on(other, day) != age_on(dated[row], day)}
    is_told = has_ages or is_hinted(date_style) or any(other > day for other in others.values())
    must_ask = frozenset[tuple[int, str]]() if is_told else frozenset(open_ages)
    return ListTruth(filled, must_ask, frozenset((row, AGE) for row in dated))


def turned_date(born: date) -> date | None:
    """The date with day and month changed, if there is one."""
    try:
        return born.replace(month=born.day, day=born.month)
    except ValueError:
        return None
