"""Finds the words of trips by their beginnings, also with a slip of the keys."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from app.desk.quick_entry.vocabulary import plain

_LETTERS = re.compile(r"[\w\u0300-\u036f\u0900-\u0963]+")
"""With the signs of vowels, which are no letters by themselves."""
_ONE_SLIP_FROM, _TWO_SLIPS_FROM = 4, 8
"""Letters of a word in which one slip, or two, are looked through."""


class WordIndex:
    """The words of many texts, and which texts have each."""

    def __init__(self, texts: Mapping[int, Iterable[str]]) -> None:
        """`texts` has the words of each text, in small letters."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for number, words in texts.items():
            for word in words:
                found[word].add(number)
        self._texts = {word: frozenset(numbers) for word, numbers in found.items()}
        self._near: dict[str, list[str]] = {}
        for word in self._texts:
            # A slip in the first letter is looked through only when it changed places with the second.
            for letter in {*word[:2]}:
                self._near.setdefault(letter, []).append(word)

    def beginning(self, typed: str) -> frozenset[int]:
        """The texts with a word that begins with what was typed."""
        near = self._near.get(typed[:1], ())
        return frozenset[int]().union(*(self._texts[each] for each in near if each.startswith(typed)))

    def alike(self, typed: str) -> tuple[frozenset[int], str]:
        """The texts with a word that begins with it but for a slip, two in long words, and that word."""
        slips = (len(typed) >= _ONE_SLIP_FROM) + (len(typed) >= _TWO_SLIPS_FROM)
        for allowed in range(1, slips + 1):
            near = self._near.get(typed[:1], ())
            fitting = [word for word in near if _begins(word, typed, allowed)]
            if fitting:
                return frozenset[int]().union(*(self._texts[each] for each in fitting)), min(fitting, key=len)
        return frozenset[int](), ""


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text in small letters."""
    return tuple(_LETTERS.findall(plain(text)))


def _begins(word: str, typed: str, slips: int) -> bool:
    """Whether the word begins with what was typed, but for at most so many slips.

    A slip is a letter that is wrong, missing, or too many, or two that changed places.
    """
    if word.startswith(typed):
        return True
    if not slips:
        return False
    place = next((at for at, (one, other) in enumerate(zip(word, typed, strict=False)) if one != other), -1)
    if place < 0:
        # The word has ended: what was typed beyond it is too many.
        return len(typed) - len(word) <= slips
    rest, own = typed[place:], word[place:]
    return (
        _begins(own[1:], rest[1:], slips - 1)
        or _begins(own, rest[1:], slips - 1)
        or _begins(own[1:], rest, slips - 1)
        or (own[:2] == rest[1::-1] and len(rest) > 1 and _begins(own[2:], rest[2:], slips - 1))
    )
