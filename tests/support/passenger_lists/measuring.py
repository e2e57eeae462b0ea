"""Counts how lists were read, by the difference and by the traits of their layouts."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from tests.support.passenger_lists.judge import ListOutcome, ListVerdict, judged, outcome_of
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.truth import GivenList

_MOST = {ListVerdict.WRONG: 0.0, ListVerdict.ASKED_FREELY: 0.02, ListVerdict.REFUSED_FREELY: 0.005}
"""The greatest share of the lists that may fail in each way."""
_FIRST, _MOST_LINES = 3, 60
_PARTICULARS = re.compile(r"'[^']*'|\"[^\"]*\"|row \d+, |\d+ people for \d+: ")


@dataclass(frozen=True, slots=True)
class JudgedList:
    """How one list was read."""

    seed: int
    traits: tuple[str, ...]
    verdict: ListVerdict
    difference: str

    @property
    def fails(self) -> bool:
        """Whether it counts against the reader."""
        return self.verdict in _MOST


@dataclass(slots=True)
class ListFigures:
    """How many lists were read in which way."""

    lists: list[JudgedList] = field(default_factory=list[JudgedList])

    @property
    def verdicts(self) -> dict[ListVerdict, int]:
        """How many lists were read in each way that occurs."""
        found = [each.verdict for each in self.lists]
        return {verdict: found.count(verdict) for verdict in ListVerdict if verdict in found}

    @property
    def is_good(self) -> bool:
        """Whether nothing is silently wrong, and little is asked or refused without need."""
        return all(
            count <= _MOST.get(verdict, 1) * len(self.lists) for verdict, count in self.verdicts.items()
        )

    def table(self) -> str:
        """The figures as text: all, the differences, then the traits that explain the failures.

        The trait whose lists fail most is in front; those after it are counted over the lists without it.
        """
        counts = [
            f"{count:6} {verdict} ({count / len(self.lists):.2%})" for verdict, count in self.verdicts.items()
        ]
        causes = _grouped(
            self.lists, lambda each: [f"{each.verdict}: {_PARTICULARS.sub('… ', each.difference)}"]
        )
        lines = [
            _line(causes[cause], cause) for cause in sorted(causes, key=lambda each: -_guilt(causes[each])[1])
        ]
        left, traits = self.lists, list[str]()
        while len(traits) < _MOST_LINES and any(each.fails for each in left):
            by_trait = _grouped(left, lambda each: each.traits)
            trait = max(by_trait, key=lambda each: _guilt(by_trait[each]))
            traits.append(_line(by_trait[trait], trait))
            left = [each for each in left if trait not in each.traits]
        head = (
            "| lists | wrong | asked without need | refused without need | {} | first seeds |\n|"
            + " --- |" * 6
        )
        rows = [head.format("difference"), *filter(None, lines[:_MOST_LINES]), head.format("trait"), *traits]
        return "\n".join([*counts, *rows])


def _grouped(
    lists: Iterable[JudgedList], names: Callable[[JudgedList], Sequence[str]]
) -> dict[str, list[JudgedList]]:
    found: dict[str, list[JudgedList]] = defaultdict(list)
    for each in lists:
        for name in names(each):
            found[name].append(each)
    return found


def _guilt(lists: Sequence[JudgedList]) -> tuple[float, int]:
    """The share of failing lists, less for a handful, and their number."""
    failing = sum(each.fails for each in lists)
    return failing / (len(lists) + 2), failing


def _line(lists: Sequence[JudgedList], name: str) -> str:
    """A row of a table; empty when nothing of these fails."""
    figures = [len(lists), *(sum(each.verdict == verdict for each in lists) for verdict in _MOST)]
    seeds = [str(each.seed) for each in lists if each.fails][:_FIRST]
    cells = [*map(str, figures), name.replace("\n", "\\n").replace("|", "/"), ", ".join(seeds)]
    return f"| {' | '.join(cells)} |" if seeds else ""


def read(given: GivenList) -> ListOutcome:
    """What the program makes of the list."""
    return outcome_of(given.content, given.day)


def measured(seeds: Iterable[int], reads: Callable[[GivenList], ListOutcome] = read) -> ListFigures:
    """How the lists of these seeds are read."""
    figures = ListFigures()
    for given in map(given_list, seeds):
        figures.lists.append(JudgedList(given.seed, given.traits, *judged(reads(given), given.truth)))
    return figures
