"""Counts how lists were read, by the traits of their layouts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.support.passenger_lists.judge import ListOutcome, ListVerdict, judged, outcome_of
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.truth import GivenList

_MOST = {ListVerdict.WRONG: 0.0, ListVerdict.ASKED_FREELY: 0.02, ListVerdict.REFUSED_FREELY: 0.005}
"""The greatest share of the lists that may fail in each way."""
_SHOWN, _MOST_CAUSES = 3, 40
_PARTICULARS = re.compile(r"'[^']*'|\"[^\"]*\"|row \d+, |\d+ people for \d+: ")


@dataclass(slots=True)
class ListFigures:
    """How many lists were read in which way, by trait of the layout and by difference."""

    verdicts: Counter[ListVerdict] = field(default_factory=Counter[ListVerdict])
    traits: dict[str, Counter[ListVerdict]] = field(default_factory=lambda: defaultdict(Counter))
    causes: Counter[str] = field(default_factory=Counter[str])
    seeds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The seeds that fail, by trait and by difference."""

    def add(self, given: GivenList, outcome: ListOutcome) -> None:
        """Count one list."""
        verdict, difference = judged(outcome, given.truth)
        self.verdicts[verdict] += 1
        for trait in given.traits:
            self.traits[trait][verdict] += 1
        if verdict in _MOST:
            cause = f"{verdict}: {_PARTICULARS.sub('… ', difference)}"
            self.causes[cause] += 1
            for name in (*given.traits, cause):
                self.seeds[name].append(given.seed)

    @property
    def is_good(self) -> bool:
        """Whether nothing is silently wrong, and little is asked or refused without need."""
        return all(
            self.verdicts[verdict] <= share * self.verdicts.total() for verdict, share in _MOST.items()
        )

    def table(self) -> str:
        """The figures as text: all, the differences, then the traits with the most failures in front."""
        share = 100 / max(1, self.verdicts.total())
        counts = [f"{verdict}: {count} ({count * share:.2f} %)" for verdict, count in self.verdicts.items()]
        causes = [[str(count), cause] for cause, count in self.causes.most_common(_MOST_CAUSES)]
        traits: list[list[str]] = []
        for trait in sorted(self.traits, key=lambda each: (-self._failing(each), each)):
            figures = [self.traits[trait].total(), *(self.traits[trait][verdict] for verdict in _MOST)]
            traits += [[*map(str, figures), trait]] if self._failing(trait) else []
        lines = [[*row, ", ".join(map(str, self.seeds[row[-1]][:_SHOWN]))] for row in (*causes, *traits)]
        tables = [f"| {' | '.join(each.replace('|', '/') for each in line)} |" for line in lines]
        return "\n".join(
            [*counts, "lists, difference, first seeds", *tables[: len(causes)], _HEAD, *tables[len(causes) :]]
        )

    def _failing(self, trait: str) -> float:
        counted = self.traits[trait]
        return sum(counted[verdict] for verdict in _MOST) / counted.total()


_HEAD = "lists, wrong, asked and refused without need, trait, first seeds"


def read(given: GivenList) -> ListOutcome:
    """What the program makes of the list."""
    return outcome_of(given.content, given.day)


def measured(seeds: Iterable[int], reads: Callable[[GivenList], ListOutcome] = read) -> ListFigures:
    """How the lists of these seeds are read."""
    figures = ListFigures()
    for given in map(given_list, seeds):
        figures.add(given, reads(given))
    return figures
