"""The chapters of the handbook as they lie in the resources, and what is found in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from app.core.language import SOURCE
from app.core.paths import RESOURCES

FOLDER = RESOURCES / "handbook"
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
_SIGNS = re.compile(r"\]\([^)]*\)|[`*#|\[\]]|^-+\s", re.MULTILINE)
"""What Markdown adds to the words, links to other chapters among it."""


class Chapter(NamedTuple):
    """One chapter, a file of Markdown."""

    name: str
    """Of its file, the same in every language."""
    title: str
    text: str


class Section(NamedTuple):
    """What stands beneath one heading of a chapter."""

    chapter: int
    """Its place among the chapters."""
    heading: int
    """Its place among the headings of its chapter."""
    title: str
    words: str
    """All its words, the title too, small and without the signs of Markdown."""


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """The chapters in their order; in English where the handbook does not have the language."""
    folder = FOLDER / language
    found = sorted((folder if folder.is_dir() else FOLDER / SOURCE).glob("*.md"))
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in found)
    return tuple(Chapter(name, headings(text)[0], text) for name, text in texts)


def headings(text: str) -> tuple[str, ...]:
    """The headings of a chapter, the first of which is its title."""
    return tuple(match[1] for match in _HEADING.finditer(text))


def sections(language: str) -> tuple[Section, ...]:
    """Every section of every chapter, in their order."""
    return tuple(
        section for place, chapter in enumerate(chapters(language)) for section in _sections(place, chapter)
    )


def found(wanted: Iterable[Section], typed: str) -> tuple[Section, ...]:
    """The sections that hold every word that was typed; those with all of them in the title first."""
    patterns = [re.compile(beginning(word)) for word in typed.casefold().split()]

    def is_holding(text: str) -> bool:
        return all(pattern.search(text) for pattern in patterns)

    holding = [each for each in wanted if is_holding(each.words)]
    return tuple(sorted(holding, key=lambda each: not is_holding(each.title.casefold())))


def beginning(word: str) -> str:
    """The pattern of words that begin with this one."""
    return rf"(?<!\w){re.escape(word)}"


def _sections(place: int, chapter: Chapter) -> Iterable[Section]:
    starts = [(match.start(), match[1]) for match in _HEADING.finditer(chapter.text)]
    ends = [start for start, _ in starts[1:]] + [len(chapter.text)]
    for number, ((start, title), end) in enumerate(zip(starts, ends, strict=True)):
        words = " ".join(_SIGNS.sub(" ", chapter.text[start:end]).casefold().split())
        yield Section(place, number, title, words)
