"""The index words of sales and customers, found by their beginnings; phone numbers in any notation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby

_START, _ANYWHERE = "+", "~"
# Prefixes, from signs that are not typed, of words that are not from the texts of a row.
_TRAVELS, _SOLD, _STANDS = "\x01", "\x02", "\x03"
_AFTER_DIGITS = ":"
_SHORTEST_ANYWHERE = 4
_SHORTEST_PNR = 4
_SHORTEST_PHONE = 7
_LONGEST_WORD = 40
_HOME_CODE = "91"
_NATIONAL_DIGITS = 10
_YEAR_DIGITS = 4
# Country codes have one digit, or are one of these with two, or have three (ITU-T E.164).
_COUNTRY_CODE = re.compile(r"1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[0-9]{3}")
_PHONE_PART = re.compile(r"[0-9+()./-]+")
_NO_DIGIT = re.compile(r"[^0-9]+")
# Letters that Unicode does not split into a letter and an accent: o, l and d with a stroke, dotless i.
_PLAIN_LETTERS = str.maketrans({"\xf8": "o", "\u0142": "l", "\u0111": "d", "\u0131": "i"})
_LOOK_ALIKE = tuple(
    str.maketrans(read, spelt) for read, spelt in (("o", "0"), ("i", "1"), ("oi", "01"), ("01", "oi"))
)
Term = tuple[str, ...]
"""A typed term as beginnings of words, any of which has to fit."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_NUMBERS = re.compile(r"([0-9]{1,2})(?:[/.-]([0-9]{1,2})(?:[/.-]([0-9]{4}|[0-9]{2}))?)?")
_MONTH = re.compile(r"(?:" + "|".join(_MONTHS) + r")[a-z]{0,6}")
_NEAR = {"yesterday": -1, "today": 0, "tomorrow": 1}
_CENTURY = 2000
_MONTHS_IN_YEAR = 12


def storable(text: str) -> str:
    """The text without characters that a database refuses: lone surrogates and null characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def folded(text: str) -> str:
    """The text without accents and letter case."""
    if text.isascii():
        return storable(text).lower()
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", storable(text)).casefold())
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).translate(_PLAIN_LETTERS)


def sale_words(title: str, booking_ref: str, name: str, phone: str, email: str) -> frozenset[str]:
    """The words by whose beginnings a sale is found."""
    key = phone_key(phone)
    phones = {key, _national(key), _digits(phone)} - {""}
    return _words_of(f"{title} {booking_ref} {name} {email}") | phones


def name_text(name: str) -> str:
    """The words of a person's name as one text, by whose beginnings it is found."""
    return text_of(_words_of(name))


def customer_words(name: str, phone: str) -> frozenset[str]:
    """The words by whose beginnings a customer is found."""
    key = phone_key(phone)
    starts = {f"{_START}{each}" for each in (key, _national(key))}
    rests = {f"{_ANYWHERE}{key[place:]}" for place in range(len(key) - _SHORTEST_ANYWHERE + 1)}
    return _words_of(name) | starts | rests


def day_words(travels: date | None, sold: date) -> frozenset[str]:
    """The words by which a sale is found by its two dates."""
    own = {f"{_SOLD}{sold:%Y%m%d}"}
    return frozenset(own if travels is None else own | {f"{_TRAVELS}{travels:%Y%m%d}"})


def since_words(day: date) -> tuple[tuple[str, str], tuple[str, str]]:
    """From which word to before which the days from this one on stand: of travel, and of sale."""
    travels, sold = ((f"{sign}{day:%Y%m%d}", f"{sign}{_AFTER_DIGITS}") for sign in (_TRAVELS, _SOLD))
    return travels, sold


def standing_word(standing: str) -> str:
    """The word by which a sale is found by how it stands."""
    return f"{_STANDS}{standing}."


def travel_term(days: Iterable[date]) -> Term:
    """The term for one of these days of travel."""
    return tuple(f"{_TRAVELS}{day:%Y%m%d}" for day in days)


def standing_term(standings: Iterable[str]) -> Term:
    """The term for one of these standings."""
    return tuple(map(standing_word, sorted(standings)))


def sale_terms(typed: str, today: date | None = None) -> tuple[Term, ...]:
    """The terms of a search for sales; a phone number or a date may take several words.

    Figures are also read as dates when `today` is given.
    """
    terms: list[Term] = []
    rest = _dated(folded(typed).split(), today, terms)
    for is_phone, run in groupby(rest, lambda word: bool(_PHONE_PART.fullmatch(word))):
        words = list(run)
        if is_phone and len(words) > 1 and len(_digits("".join(words))) >= _SHORTEST_PHONE:
            terms.append(_term(_numbers("".join(words)) | {"".join(words)}))
            continue
        for word in words:
            days = _day_beginnings(dates_typed(word, today)) if today else set[str]()
            terms.append(_term({*spellings(word), *(_numbers(word) if is_phone else ()), *days}))
    return tuple(terms)


def fits(words: str, terms: Iterable[Term]) -> bool:
    """Whether all terms find a row with this text of words."""
    return all(any(f" {beginning}" in words for beginning in term) for term in terms)


def customer_terms(typed: str) -> tuple[Term, ...]:
    """The terms of a search for customers: words of a name, and all digits as one phone number."""
    words = folded(typed).split()
    names = [_term({word}) for word in words if not _PHONE_PART.fullmatch(word)]
    numbers = _numbers("".join(word for word in words if _PHONE_PART.fullmatch(word)))
    marks = {f"{_ANYWHERE if len(each) >= _SHORTEST_ANYWHERE else _START}{each}" for each in numbers}
    return (*names, *((_term(marks),) if marks else ()))


def phone_key(phone: str) -> str:
    """The digits of a phone number with its country code; empty for none."""
    digits = _digits(phone)
    if folded(phone).lstrip().startswith("+"):
        return digits
    bare = digits.lstrip("0")
    return f"{_HOME_CODE}{bare}" if len(bare) == _NATIONAL_DIGITS else bare


def phone_spellings(phone: str) -> frozenset[str]:
    """A phone number as it is written, with its country code, and without."""
    key = phone_key(phone)
    return frozenset({phone, key, _national(key)} if key else {phone})


def spellings(word: str) -> frozenset[str]:
    """A folded word, and how a PNR may be spelt that was read so: O and 0, I and 1 look alike."""
    if len(word) < _SHORTEST_PNR or not any(letter.isalpha() for letter in word):
        return frozenset({word})
    return frozenset(word.translate(each) for each in _LOOK_ALIKE) | {word}


def text_of(words: Iterable[str]) -> str:
    """The words as one text, for searching."""
    return f" {' '.join(sorted(words))} "


def _dated(words: Sequence[str], today: date | None, terms: list[Term]) -> list[str]:
    """The words without plain dates, which are added to the terms."""
    rest: list[str] = []
    left = list(words)
    while left:
        count = 0 if today is None else _date_length(left)
        days = dates_typed(" ".join(left[:count]), today) if today and count else ()
        if days:
            beginnings = _day_beginnings(days)
            terms.append(_term(beginnings | ({left[0]} if count == 1 else set())))
            del left[:count]
        else:
            rest.append(left.pop(0))
    return rest


def _date_length(words: Sequence[str]) -> int:
    """How many words at the beginning can only be a date; a day alone may also be a number."""
    if has_month(words[0]):
        return 1
    if len(words) > 1 and words[0].isdigit() and is_month(words[1]):
        has_year = any(each.isdigit() and len(each) == _YEAR_DIGITS for each in words[2:3])
        return 3 if has_year else 2
    return 0


def _day_beginnings(days: Iterable[date]) -> set[str]:
    return {f"{sign}{day:%Y%m%d}" for day in days for sign in (_TRAVELS, _SOLD)}


def _words_of(text: str) -> frozenset[str]:
    """Each word up to a space, and each ending of it that follows a punctuation sign."""
    return frozenset(
        word[place:][:_LONGEST_WORD]
        for word in folded(text).split()
        for place in range(len(word))
        if place == 0 or (_is_sign(word[place - 1]) and not _is_sign(word[place]))
    )


def _term(beginnings: Iterable[str]) -> Term:
    return tuple(sorted(each[:_LONGEST_WORD] for each in beginnings))


def _numbers(written: str) -> frozenset[str]:
    """The digits as written, and without zeros before a country code."""
    digits = _digits(written)
    return frozenset({digits, digits.lstrip("0")} - {""})


def _digits(text: str) -> str:
    return _NO_DIGIT.sub("", folded(text))


def _national(key: str) -> str:
    """The number without its country code."""
    code = _COUNTRY_CODE.match(key) if len(key) > _NATIONAL_DIGITS else None
    return key[code.end() :] if code else key


def _is_sign(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "PSC"


def dates_typed(text: str, today: date) -> tuple[date, ...]:
    """The dates that `22`, `22/11`, `22/11/2026`, `22 nov`, `2026-11-22` or `tomorrow` can mean.

    Without month or year these are the nearest past and the nearest future date. Empty for other text.
    """
    words = text.split()
    if text in _NEAR:
        return (today + timedelta(days=_NEAR[text]),)
    iso = _ISO.fullmatch(text)
    if iso:
        return _real((int(iso[1]), int(iso[2]), int(iso[3])))
    if len(words) > 1:
        return _of_month_name(words, today)
    numbers = _NUMBERS.fullmatch(text)
    if not numbers:
        return ()
    day, month, year = (int(each) if each else None for each in numbers.groups())
    return _nearest(day or 0, month, year, today)


def is_month(word: str) -> bool:
    """Whether a word names a month, by three letters or more."""
    return bool(_MONTH.fullmatch(word))


def has_month(word: str) -> bool:
    """Whether a word of figures can only be a date: at least a day and a month."""
    return bool(_ISO.fullmatch(word) or (_NUMBERS.fullmatch(word) and not word.isdigit()))


def _of_month_name(words: list[str], today: date) -> tuple[date, ...]:
    """The dates of a day, the name of its month, and perhaps the year."""
    day, name, *rest = words
    if not (day.isdigit() and is_month(name) and all(each.isdigit() for each in rest)):
        return ()
    year = int(rest[0]) if rest else None
    return _nearest(int(day), _MONTHS.index(name[:3]) + 1, year, today)


def _nearest(day: int, month: int | None, year: int | None, today: date) -> tuple[date, ...]:
    if year is not None:
        return _real((year if year > _CENTURY else year + _CENTURY, month or 0, day))
    # Two leap days are at most eight years apart.
    around = [
        (today.year + (today.month - 1 + step) // _MONTHS_IN_YEAR, (today.month - 1 + step) % 12 + 1, day)
        for step in range(-8 * _MONTHS_IN_YEAR, 8 * _MONTHS_IN_YEAR + 1)
    ]
    found = _real(*(each for each in around if month in (None, each[1])))
    before = [each for each in found if each <= today][-1:]
    after = [each for each in found if each > today][:1]
    return (*before, *after)


def _real(*dates: tuple[int, int, int]) -> tuple[date, ...]:
    """Those that exist in the calendar."""
    found: list[date] = []
    for year, month, day in dates:
        try:
            found.append(date(year, month, day))
        except ValueError:
            continue
    return tuple(found)
