"""What would leave a clerk who hears the screen alone: each check returns what is wrong, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from tests.screen_reader.ears import Heard, Node

_AREAS = frozenset({"filler", "panel", "layered pane", "unknown"})
"""Roles that do not say what can be done."""
_PRESSED = frozenset({"push button", "check box", "radio button", "page tab"})
_WORKED = _PRESSED | {"text", "password text", "spin button", "list", "table"}
_ROWS = frozenset({"list item", "table cell", "gone"})
"""What belongs to its list; a row may have gone before anyone could read it."""
_LEAST = 24
"""Pixels (WCAG 2.5.8)."""


def unnamed(tree: Iterable[Node]) -> list[str]:
    """What takes the keyboard and has no name."""
    return [str(each) for each in tree if "focusable" in each.states and not each.name]


def untold(tree: Iterable[Node]) -> list[str]:
    """What takes the keyboard and does not tell what can be done with it."""
    return [str(each) for each in tree if "focusable" in each.states and each.role in _AREAS]


def small(tree: Iterable[Node]) -> list[str]:
    """What is pressed and is smaller than a finger or an unsteady hand needs."""
    pressed = (each for each in tree if each.role in _PRESSED and each.place)
    return [str(each) for each in pressed if min(each.place[2:]) < _LEAST]


def uncovered(tree: Sequence[Node]) -> list[str]:
    """What can be read and worked although a dialog must be answered first."""
    inside = [tree.index(each) for each in tree if "modal" in each.states]
    if not inside:
        return []
    first = inside[0]
    after = tree[first + 1 :]
    end = next((place for place, each in enumerate(after) if each.depth <= tree[first].depth), len(after))
    outside = (*tree[:first], *after[end:])
    return [str(each) for each in outside if each.role in _WORKED]


def untitled(tree: Iterable[Node], title: str) -> list[str]:
    """The window, when it is not one by its role, or its title does not say the page."""
    windows = [f"{each.role} {each.name}" for each in tree if each.depth == 1]
    return [] if windows == [f"frame {title}"] else windows or ["No window is told."]


def in_another_voice(tree: Iterable[Node], locale: str) -> list[str]:
    """Texts that would be read by the voice of another language."""
    labels = (each for each in tree if each.role == "label" and "read only" in each.states)
    return [f"{each} in {each.locale}" for each in labels if each.locale != locale]


def out_of_reach(tree: Sequence[Node], reached: set[str]) -> list[str]:
    """What can be worked, and is neither among the names that Tab reaches nor has a key that is told."""
    groups = list(_parents(tree))
    known = {group for each, group in zip(tree, groups, strict=True) if each.name in reached}
    return [
        str(each)
        for each, group in zip(tree, groups, strict=True)
        if each.role in _WORKED
        and {"focusable", "sensitive"} <= each.states
        and each.name not in reached
        and "Key " not in each.description
        # Arrows go on among those of one group.
        and not (each.role in {"radio button", "page tab"} and group in known)
    ]


def said_again(heard: Iterable[Heard]) -> list[str]:
    """What is announced twice in a row."""
    said = [each.name for each in heard if each.kind == "said"]
    return [one for one, following in pairwise(said) if one == following]


def moves(heard: Iterable[Heard]) -> list[str]:
    """What gets the keyboard, one after another; a row belongs to its list."""
    return [each.name for each in heard if each.kind == "focus" and each.role not in _ROWS]


def _parents(tree: Sequence[Node]) -> Iterator[int]:
    """The place of the parent of each."""
    above: list[int] = []
    for place, each in enumerate(tree):
        del above[each.depth :]
        yield above[-1] if above else -1
        above.append(place)
