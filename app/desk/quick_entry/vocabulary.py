"""The words that the line knows, in English and Hindi; the handbook lists them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from types import MappingProxyType
from typing import TypeVar

T = TypeVar("T")


_UNSEEN: dict[int, None] = dict.fromkeys((0xAD, 0x200C, 0x200D))
"""Hyphens that show at the end of a line alone, and what joins letters or keeps them apart."""


def plain(word: str) -> str:
    """The word in small letters and the figures of ASCII, each letter in one spelling."""
    if word.isascii():
        return word.lower()
    folded = unicodedata.normalize("NFKC", word.casefold()).translate(_UNSEEN)
    return "".join(str(unicodedata.digit(each)) if each.isdigit() else each for each in folded)


def _by_word(*words_of: tuple[T, str]) -> MappingProxyType[str, T]:
    return MappingProxyType({plain(word): what for what, words in words_of for word in words.split()})


def _words(words: str) -> frozenset[str]:
    return frozenset(map(plain, words.split()))


SEATS = _words("x pax seat seats log logon लोग लोगों सीट सीटें")
FREE = _words("free khali khaali खाली")
"""With which a line asks what is free instead of naming a trip."""
AFTER = _words("after from at ke baad se के बाद से")
"""Around the hour from which something may begin."""
PEOPLE = _words("people person persons")
UNTIL = _words("to till until tak तक")
JOINING = _words("now and for with और के लिए") | UNTIL
"""What says nothing by itself where it is asked what is free."""
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


_OWN = frozenset({*SEATS, *BOAT, *CLOCK, *NOON, *FARES, *NEAR, *WEEKDAYS})


def has_meaning(word: str) -> bool:
    """Whether the line knows the word by itself."""
    return word in _OWN or month_of(word) is not None


# What a letter of Devanagari sounds like, in the Latin spelling of a trip.
_CONSONANTS = MappingProxyType(
    dict(
        zip(
            "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
            [
                "k",
                "kh",
                "g",
                "gh",
                "n",
                "ch",
                "ch",
                "j",
                "jh",
                "n",
                "t",
                "th",
                "d",
                "dh",
                "n",
                "t",
                "th",
                "d",
                "dh",
                "n",
                "p",
                "f",
                "b",
                "bh",
                "m",
                "y",
                "r",
                "l",
                "v",
                "sh",
                "sh",
                "s",
                "h",
            ],
            strict=True,
        )
    )
)
_VOWELS = MappingProxyType(
    dict(zip("अआइईउऊएऐओऔऑऍ", ["a", "a", "i", "i", "u", "u", "e", "ai", "o", "au", "o", "e"], strict=True))
)
_SIGNS = MappingProxyType(
    {
        **dict(zip("ािीुूेैोौॉॅृ", ["a", "i", "i", "u", "u", "e", "ai", "o", "au", "o", "e", "ri"], strict=True)),
        **dict.fromkeys(("\u0901", "\u0902"), "n"),
        **dict.fromkeys(("\u0903", "\u093c", "\u094d"), ""),
    }
)
"""Of vowels after a consonant, of none (U+094D), of nasals, of breath (U+0903), and of foreign sounds."""
_SILENT = frozenset("ािीुूेैोौॉॅृ\u094d\u093c")
"""What follows a consonant that is said without a short "a"."""


def in_latin(word: str) -> str:
    """A word of Devanagari about as it is written in Latin letters; empty for any other word."""
    if not any(each in _CONSONANTS or each in _VOWELS for each in word):
        return ""
    return "".join(_letters(word))


def _letters(word: str) -> Iterator[str]:
    for place, each in enumerate(word):
        yield _CONSONANTS.get(each) or _VOWELS.get(each) or _SIGNS.get(each, each)
        follows = word[place + 1 : place + 2]
        # Neither is the last consonant of a word.
        if each in _CONSONANTS and follows and follows not in _SILENT:
            yield "a"
