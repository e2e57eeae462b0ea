"""Counts how lists were read, by the traits of their layouts."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.support.passenger_lists.judge import ListOutcome, ListVerdict, judged, outcome_of
from tests.support.passenger_lists.lists import given_list
from tests.support.passenger_lists.truth import GivenList

MOST_ASKED, MOST_REFUSED = 0.02, 0.005
"""The shares of lists that may be asked about, or refused, without need; none may be silently wrong."""
_FAILING = (ListVerdict.WRONG, ListVerdict.ASKED_FREELY, ListVerdict.REFUSED_FREELY)
_SHOWN = 3
_MOST_CAUSES = 40
_PARTICULARS = re.compile(r"'[^']*'|\"[^\"]*\"|row \d+, |\d+ people for \d+: ")


def read(given: GivenList) -> ListOutcome:
    """What the program makes of the list."""
    return outcome_of(given.content, given.day)


@dataclass(slots=True)
class ListFigures:
    """How many lists were read in which way, by trait of the layout and by difference."""

    verdicts: Counter[ListVerdict] = field(default_factory=Counter[ListVerdict])
    traits: dict[str, Counter[ListVerdict]] = field(default_factory=lambda: defaultdict(Counter))
    seeds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The seeds that fail, by trait and by difference."""
    causes: Counter[str] = field(default_factory=Counter[str])

    def add(self, given: GivenList, outcome: ListOutcome) -> None:
        """Count one list."""
        verdict, difference = judged(outcome, given.truth)
        self.verdicts[verdict] += 1
        for trait in given.traits:
            self.traits[trait][verdict] += 1
        if verdict in _FAILING:
            cause = f"{verdict}: {_PARTICULARS.sub('… ', difference)}"
            self.causes[cause] += 1
            for name in (*given.traits, cause):
                self.seeds[name].append(given.seed)

    @property
    def is_good(self) -> bool:
        """Whether nothing is silently wrong, and little is asked or refused without need."""
        return (
            not self.verdicts[ListVerdict.WRONG]
            and self._share(ListVerdict.ASKED_FREELY) <= MOST_ASKED
            and self._share(ListVerdict.REFUSED_FREELY) <= MOST_REFUSED
        )

    def table(self) -> str:
        """The figures as text: all, the differences, then the traits with the most failures in front."""
        lines = [
            f"{verdict}: {self.verdicts[verdict]} ({self._share(verdict):.2%})" for verdict in ListVerdict
        ]
        lines += ["", "| lists | difference | first seeds |", "| --- | --- | --- |"]
        lines += [
            f"| {count} | {cause} | {self._first(cause)} |"
            for cause, count in self.causes.most_common(_MOST_CAUSES)
        ]
        lines += ["", "| trait | lists | wrong | asked freely | refused freely | first seeds |"]
        lines.append("| --- | --- | --- | --- | --- | --- |")
        failing = sorted(self.traits, key=lambda trait: (-self._failing_share(trait), trait))
        lines += [
            f"| {trait} | {self.traits[trait].total()} | "
            f"{' | '.join(str(self.traits[trait][verdict]) for verdict in _FAILING)} | {self._first(trait)} |".replace(
                "\n", "\\n"
            )
            for trait in failing
            if self.seeds.get(trait)
        ]
        return "\n".join(lines)

    def _share(self, verdict: ListVerdict) -> float:
        return self.verdicts[verdict] / max(1, self.verdicts.total())

    def _failing_share(self, trait: str) -> float:
        counted = self.traits[trait]
        return sum(counted[verdict] for verdict in _FAILING) / counted.total()

    def _first(self, name: str) -> str:
        return ", ".join(map(str, self.seeds[name][:_SHOWN]))


def measured(seeds: Iterable[int], reads: Callable[[GivenList], ListOutcome] = read) -> ListFigures:
    """How the lists of these seeds are read."""
    figures = ListFigures()
    for seed in seeds:
        given = given_list(seed)
        figures.add(given, reads(given))
    return figures
