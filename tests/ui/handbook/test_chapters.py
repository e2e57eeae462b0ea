"""The chapters of the handbook: complete in both languages, and true to the program's keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, cast

import pytest
from babel.messages.pofile import read_po

from app.core.language import LANGUAGES
from app.core.paths import RESOURCES
from app.ui.customer_window.actions import BLANK
from app.ui.flows.all_actions import all_actions
from app.ui.handbook.handbook_sheet import FOLDER, Chapter, chapters, found, headings, sections
from app.ui.kit.basics.actions import EVERYWHERE, OPEN_TILL, OPEN_TO_DO, OPEN_TRAVELLING, REMIND
from app.ui.kit.basics.key_cap import spoken

_KEY = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)]*)\)")
_OF_SYSTEM = {"Ctrl V"}
"""The system's own for pasting."""


def keys_of(text: str) -> list[str]:
    return _KEY.findall(text)


def known_keys() -> set[str]:
    """Every key that a screen of the program names."""
    groups = all_actions((BLANK, OPEN_TILL, OPEN_TO_DO, OPEN_TRAVELLING, REMIND))
    names = {spoken(key) for group in groups for action in group.actions for key in action.pressed}
    return {"-" if name == "minus" else name for name in names} | _OF_SYSTEM


def every_chapter() -> list[Chapter]:
    return [chapter for language in LANGUAGES for chapter in chapters(language)]


@pytest.mark.parametrize("chapter", every_chapter(), ids=lambda chapter: f"{chapter.name} {chapter.title}")
def test_every_key_in_it_is_one_of_the_program(chapter: Chapter) -> None:
    assert set(keys_of(chapter.text)) - known_keys() == set()


def test_a_key_that_the_program_does_not_have_would_be_seen() -> None:
    assert keys_of("Press `Ctrl Q`, then `F5`.") == ["Ctrl Q", "F5"]
    assert "F5" in known_keys()
    assert "Ctrl Q" not in known_keys()


@pytest.mark.parametrize("chapter", every_chapter(), ids=lambda chapter: f"{chapter.name} {chapter.title}")
def test_it_leads_nowhere_but_to_other_chapters(chapter: Chapter) -> None:
    names = {each.name for each in chapters("en")}
    assert set(_LINK.findall(chapter.text)) <= names
    assert "![" not in chapter.text
    assert "://" not in chapter.text
    assert chapter.text.startswith(f"# {chapter.title}\n")


def test_every_language_has_the_same_chapters() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(LANGUAGES)
    for language in LANGUAGES:
        for chapter, ours in zip(chapters("en"), chapters(language), strict=True):
            assert chapter.name == ours.name
            assert len(headings(chapter.text)) == len(headings(ours.text)), ours.name
            assert Counter(keys_of(chapter.text)) == Counter(keys_of(ours.text)), ours.name
            assert Counter(_LINK.findall(chapter.text)) == Counter(_LINK.findall(ours.text)), ours.name


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_message_in_it_is_one_of_the_program(code: str) -> None:
    """What varies in a message stands as an ellipsis."""
    chapter = next(each for each in chapters(code) if each.name == "14-messages.md")
    shown = messages_of(chapter.text)
    assert len(shown) > len(headings(chapter.text))
    said = [text for pair in catalogue() for text in (pair.string if code == "hi" else pair.id) if text]
    assert [each for each in shown if not any(is_beginning(each, text) for text in said)] == []


def messages_of(text: str) -> list[str]:
    """What stands in the first column of the tables, without their headings."""
    rows = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| ")]
    return [each for each, below in zip(rows, [*rows[1:], ""], strict=True) if "---" not in (each, below)]


def is_beginning(message: str, text: str) -> bool:
    pattern = ".+".join(re.escape(piece) for piece in message.split("…"))
    return re.match(pattern, text) is not None


def test_a_message_that_the_program_does_not_have_would_be_seen() -> None:
    assert messages_of("| Message | Means |\n| --- | --- |\n| Not so. | x |\n") == ["Not so."]
    assert is_beginning("Only … seats", "Only {number} seats left.")
    assert not is_beginning("Only … seats", "No seats left")


class Said(NamedTuple):
    """A text of the source and its Hindi, in each of their forms."""

    id: tuple[str, ...]
    string: tuple[str, ...]


def catalogue() -> list[Said]:
    with (RESOURCES / "translations" / "hi.po").open("rb") as file:
        found: Iterable[Any] = read_po(file)
    return [Said(forms(each.id), forms(each.string)) for each in found if each.id]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(cast("Iterable[str]", text))


def test_all_keys_of_the_window_are_in_it() -> None:
    told = set(keys_of(chapters("en")[-1].text))
    assert {spoken(key) for action in EVERYWHERE for key in action.caps} - told <= {"Alt 2", "Alt 3", "Alt 4"}


def test_words_are_found_by_their_beginnings_and_titles_come_first() -> None:
    every = sections("en")
    assert len([each for each in every if not each.heading]) == len(chapters("en"))
    named = found(every, "BACKUP")
    assert "backup" in named[0].title.casefold()
    assert any("backup" not in each.title.casefold() for each in named)
    assert all(each.title.split()[0].casefold() != "typing" for each in found(every, "pin"))
    assert found(every, "pin zebra") == ()
    assert found(every, "ctrl shift v paste")
    assert found(every, "") == tuple(every)
