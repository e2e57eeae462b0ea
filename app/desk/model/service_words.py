"""The service's words for people and tickets, in the language of the screen."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice, takewhile

from app.core.language import SOURCE, Message, current, mark, tr
from app.desk.model.nationalities import INDIAN, codes, countries, is_indian, nationalities, short_codes

_WORDS = (
    mark("MALE"),
    mark("FEMALE"),
    mark("OTHER"),
    mark("ADULT"),
    mark("CHILD"),
    mark("INFANT"),
    mark("SENIOR"),
    mark("STUDENT"),
    mark("MIXED"),
    mark("FOREIGNER"),
    mark("AADHAAR"),
    mark("VOTER ID"),
    mark("PAN CARD"),
    mark("DRIVING LICENCE"),
    mark("SCHOOL ID"),
    mark("IDENTITY CARD"),
    mark("PASSPORT"),
    mark("VISA"),
    mark("FLAT"),
)

_SHORTEST = 3
"""The fewest letters that are completed: two are a code of a country (ISO 3166), or nothing certain."""
_CODE = re.compile(r"(?:[A-Z]\.? ?){2,3}")


def shown_word(text: str) -> str:
    """A gender, nationality, kind of document or of ticket to read, such as "Adult INDIAN".

    Unchanged in English; in another language each known word is that language's, and any other stays.
    """
    if current() == SOURCE:
        return text
    return _known().sub(lambda found: tr(_by_word()[found[0].upper()]), text)


def fitting_words(text: str, words: Sequence[str]) -> list[str]:
    """The words that begin with a typed text, then those that contain it.

    Typed as the service writes them or as the screen shows them, in any case.
    """
    typed = _typed(text)
    begin = _beginning(typed, words)
    hold = [word for word in words if any(typed in each for each in _spellings(word, current()))]
    return begin + [word for word in hold if word not in begin]


def completed_word(text: str, words: Sequence[str]) -> str:
    """The typed word, or the only one that begins so, as the service writes it; else the text in capitals."""
    typed = _typed(text)
    same = _same(typed, words)
    begin = [same] if same else _beginning(typed, words)
    return begin[0] if typed and len(begin) == 1 else typed


def complete_nationality(text: str) -> str:
    """The nationality to send for a typed text: INDIAN, that of a code or beginning, else the text itself.

    Three letters or more are completed when only one nationality begins with them; a single letter is
    completed only to INDIAN, which nearly every passenger is. Two small letters may be the beginning of a
    word: they are a code when no other nationality begins so.
    """
    typed = _typed(text)
    code = re.sub("[. ]", "", typed) if _CODE.fullmatch(typed) else typed
    if not typed or is_indian(typed) or is_indian(code):
        return INDIAN if typed else ""
    if typed == INDIAN[0]:
        return INDIAN
    if (land := countries().get(typed.replace(".", ""))) is not None:
        return land
    found = codes().get(code) or short_codes().get(code, "")
    if found and (len(code) >= _SHORTEST or text.strip().isupper() or not _others(code, found)):
        return found
    is_whole = len(typed) >= _SHORTEST or bool(_same(typed, nationalities()))
    return completed_word(typed, nationalities()) if is_whole else typed


def _others(code: str, found: str) -> bool:
    return any(word != found for word in _beginning(code, nationalities()))


def _same(typed: str, words: Sequence[str]) -> str:
    """The first word that is spelt so; empty when there is none."""
    spelt = _spelt(tuple(words), current())
    at = bisect_left(spelt, (typed,))
    return words[spelt[at][1]] if at < len(spelt) and spelt[at][0] == typed else ""


def _beginning(typed: str, words: Sequence[str]) -> list[str]:
    """The words that begin so, in their order."""
    spelt = _spelt(tuple(words), current())
    begin = takewhile(
        lambda each: each[0].startswith(typed), islice(spelt, bisect_left(spelt, (typed,)), None)
    )
    return [words[place] for place in sorted({place for _, place in begin})]


def _typed(text: str) -> str:
    return " ".join(text.upper().split())


@lru_cache(16)
def _spelt(words: tuple[str, ...], language: str) -> list[tuple[str, int]]:
    """Each spelling with the place of its word, in alphabetical order: every cell of a list is looked up."""
    return sorted((each, place) for place, word in enumerate(words) for each in _spellings(word, language))


def _spellings(word: str, language: str) -> tuple[str, ...]:
    return (word,) if language == SOURCE else (word, _shown_upper(word, language))


@cache
def _shown_upper(word: str, language: str) -> str:
    """A word of a fixed list as the language shows it; a pasted list asks for each many times."""
    del language
    return shown_word(word).upper()


@cache
def _by_word() -> dict[str, Message]:
    words = (*_WORDS, *map(Message, nationalities()))
    return {each.text: each for each in words}


@cache
def _known() -> re.Pattern[str]:
    # Longer ones first: NEW ZEALANDER before what begins with it.
    words = sorted(_by_word(), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
