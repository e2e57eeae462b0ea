"""Which part needs which: what the packages say themselves, for the system that the payload is for."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from installers.markers import Requirement, environment, holds, requirement
from installers.parts import Part
from installers.wheel_parts import Wheel

_PROJECT = Path(__file__).resolve().parent.parent.parent / "pyproject.toml"
_PYTHON = "CPython"
_PYPI = "pkg:pypi/"


class Relations:
    """What is asked of which package: the program's own requirements, and those of the installed wheels."""

    def __init__(self, wheels: Iterable[Wheel], installed: Mapping[str, str]) -> None:
        self._values = environment(installed["system"], installed["python"])
        self._wheels = {wheel.name: wheel for wheel in wheels}
        self._extras: dict[str, set[str]] = defaultdict(lambda: {""})
        self.program = self._asked(_requirements_of_program(), {""})
        for each in self.program:
            self._follow(each)

    def of_wheel(self, name: str) -> set[str]:
        """The names of the packages that this one asks for, by all the extras that are asked of it."""
        return {each.name for each in self._asked(self._wheels[name].requires, self._extras[name])}

    def _follow(self, asked: Requirement) -> None:
        """Take note of the extras that are asked of packages, through all that these ask for in turn."""
        known = asked.name in self._extras
        fresh = set(asked.extras) - self._extras[asked.name]
        self._extras[asked.name] |= fresh
        if asked.name in self._wheels and (fresh or not known):
            for each in self._asked(self._wheels[asked.name].requires, self._extras[asked.name]):
                self._follow(each)

    def _asked(self, requires: Sequence[Requirement], extras: set[str]) -> list[Requirement]:
        return [each for each in requires if holds(each.condition, self._values, extras)]


def join(
    parts: Sequence[Part], inside: Sequence[tuple[Sequence[str], Part]], relations: Relations
) -> tuple[Part, ...]:
    """All parts, by name, each with the addresses of the installed parts that it needs.

    `inside` tells of a part which others brought it.
    """
    packages = {part.name: part.purl for part in parts if part.purl.startswith(_PYPI)}
    python = [part.purl for part in parts if part.name == _PYTHON]
    joined: list[Part] = []
    for part in parts:
        needed = {*part.needs, *(each.purl for names, each in inside if part.name in names)}
        if part.purl.startswith(_PYPI):
            asked = relations.of_wheel(part.name) & packages.keys()
            needed |= {*python, *(packages[name] for name in asked)}
        joined.append(replace(part, needs=tuple(sorted(needed - {part.purl}))))
    return tuple(sorted(joined, key=lambda part: (part.name.lower(), part.purl)))


def needs_of_program(parts: Sequence[Part], relations: Relations) -> tuple[str, ...]:
    """The addresses of the parts that the program itself asks for; the others are there for their sake."""
    asked = {each.name for each in relations.program}
    needed = {purl for part in parts for purl in part.needs}
    return tuple(part.purl for part in parts if part.name in asked or part.purl not in needed)


def _requirements_of_program() -> list[Requirement]:
    project = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]
    return [requirement(each) for each in project["dependencies"]]
