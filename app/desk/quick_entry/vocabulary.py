"""The words that the line knows, in English and Hindi; the handbook lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")


def plain(word: str) -> str:
    """The word in small letters and the figures of ASCII, each letter in one spelling."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.casefold())
    return "".join(str(unicodedata.digit(each)) if each.isdigit() else each for each in folded)


def _by_word(*words_of: tuple[T, str]) -> MappingProxyType[str, T]:
    return MappingProxyType({plain(word): what for what, words in words_of for word in words.split()})


def _words(words: str) -> frozenset[str]:
    return frozenset(map(plain, words.split()))


SEATS = _words("x pax seat seats log logon लोग लोगों सीट सीटें")
BOAT = _words("boat boats ferry naav नाव नौका बोट")
CLOCK = _words("baje bje बजे o'clock")
"""Said after an hour."""
NOON = _by_word((0, "am"), (12, "pm"))
"""The hours that are added to one up to 11."""

ADULT, CHILD, FOREIGN_ADULT, FOREIGN_CHILD = range(4)
"""The place of each fare in `Fares`."""
FARES = _by_word(
    (ADULT, "a adult adults bada bade बड़ा बड़े वयस्क"),
    (CHILD, "c child children kid kids bachcha bachche bacha bache bacche बच्चा बच्चे"),
    (FOREIGN_ADULT, "fa"),
    (FOREIGN_CHILD, "fc"),
)

NEAR = _by_word(
    (0, "today aaj आज"),
    # In Hindi it is also yesterday, and nobody travels yesterday.
    (1, "tomorrow tmr tmrw kal कल"),
    (2, "parson परसों"),
)
"""How many days after today."""

WEEKDAYS = _by_word(
    (0, "mon monday सोम सोमवार"),
    (1, "tue tues tuesday मंगल मंगलवार"),
    (2, "wed wednesday बुध बुधवार"),
    (3, "thu thur thurs thursday गुरु गुरुवार"),
    (4, "fri friday शुक्र शुक्रवार"),
    (5, "sat saturday शनि शनिवार"),
    (6, "sun sunday रवि रविवार"),
)
"""The day of the week, Monday as 0."""

_MONTHS = _by_word(
    (1, "january जनवरी जन"),
    (2, "february फ़रवरी फरवरी फर"),
    (3, "march मार्च"),
    (4, "april अप्रैल"),
    (5, "may मई"),
    (6, "june जून"),
    (7, "july जुलाई जुल"),
    (8, "august अगस्त अग"),
    (9, "september sept सितंबर सितम्बर सित"),
    (10, "october अक्टूबर अक्तूबर अक्टू"),
    (11, "november नवंबर नवम्बर नव"),
    (12, "december दिसंबर दिसम्बर दिस"),
)
_SHORTEST_MONTH = 3


def month_of(word: str) -> int | None:
    """The number of a month by its name or its first letters, three or more; else None."""
    found = _MONTHS.get(word)
    if found is None and len(word) >= _SHORTEST_MONTH and word.isascii():
        found = next((number for name, number in _MONTHS.items() if name.startswith(word)), None)
    return found


# What a letter of Devanagari sounds like in the Latin spelling of a trip.
_SOUNDS = MappingProxyType(
    dict(
        zip(
            "अआइईउऊएऐओऔऑऍकखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
            "a a i i u u e ai o au o e k kh g gh n ch ch j jh n t th d dh n t th d dh n p f b bh m y r l v "
            "sh sh s h".split(),
            strict=True,
        )
    )
    | dict(zip("ािीुूेैोौॉॅृंँ़्ः", ("a", "i", "i", "u", "u", "e", "ai", "o", "au", "o", "e", "ri", "n", "n", "", "", ""), strict=True))
)
_VOWEL_SIGNS = frozenset("ािीुूेैोौॉॅृ्")
_CONSONANTS = frozenset("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह")


def in_latin(word: str) -> str:
    """A word of Devanagari about as it is written in Latin letters; empty for any other word."""
    if not any(each in _SOUNDS for each in word):
        return ""
    return "".join(_letters(word))


def _letters(word: str) -> Iterable[str]:
    for place, each in enumerate(word):
        yield _SOUNDS.get(each, each)
        follows = word[place + 1 : place + 2]
        # A consonant is said with a short "a" unless another vowel follows it, and at the end of a word.
        if each in _CONSONANTS and follows and follows not in _VOWEL_SIGNS:
            yield "a"
