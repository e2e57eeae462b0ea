"""The chapters of the handbook in the resources, and the search in them."""

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
"""The signs of Markdown, with links to other chapters."""


class Chapter(NamedTuple):
    """One chapter, a file of Markdown."""

    name: str
    """The name of its file, the same in every language."""
    title: str
    text: str


class Passage(NamedTuple):
    """The text below one heading of a chapter."""

    chapter: int
    """The index of its chapter."""
    heading: int
    """The index of its heading in the chapter."""
    title: str
    words: str
    """All its words with the title, in lower case and without the signs of Markdown."""


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


def sections(language: str) -> tuple[Passage, ...]:
    """Every section of every chapter, in their order."""
    return tuple(
        section for place, chapter in enumerate(chapters(language)) for section in _sections(place, chapter)
    )


def found(wanted: Iterable[Passage], typed: str) -> tuple[Passage, ...]:
    """The sections with every typed word; those with all of them in the title first."""
    patterns = [re.compile(beginning(word)) for word in typed.casefold().split()]

    def is_holding(text: str) -> bool:
        return all(pattern.search(text) for pattern in patterns)

    holding = [each for each in wanted if is_holding(each.words)]
    return tuple(sorted(holding, key=lambda each: not is_holding(each.title.casefold())))


def beginning(word: str) -> str:
    """The pattern of words that begin with this one."""
    return rf"(?<!\w){re.escape(word)}"


def _sections(place: int, chapter: Chapter) -> Iterable[Passage]:
    starts = [(match.start(), match[1]) for match in _HEADING.finditer(chapter.text)]
    ends = [start for start, _ in starts[1:]] + [len(chapter.text)]
    for number, ((start, title), end) in enumerate(zip(starts, ends, strict=True)):
        words = " ".join(_SIGNS.sub(" ", chapter.text[start:end]).casefold().split())
        yield Passage(place, number, title, words)
