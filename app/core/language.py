"""The words of the program in the language of whoever reads them; English is what stands in the source.

Every text for a person is written as `tr("Pick a slot")`, or as `mark("Pick a slot")` where it stands before
a language is known. What varies is named in braces: `tr("Row {number}", number=3)`. What outlives a change of
language, such as an exception, holds a `Message`, which `str` says when it is shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import field, replace
from functools import cache
from gettext import GNUTranslations, NullTranslations
from typing import cast

from typing_extensions import override

from app.core.frozen import frozen
from app.core.paths import RESOURCES

LANGUAGES: Mapping[str, str] = {"en": "English", "hi": "हिन्दी"}
"""Each language by its code (ISO 639), under the name that its own speakers give it."""
IN_EACH = "Language, भाषा"
"""The word for language in each of them, where the one of the reader is not known yet."""
SOURCE = "en"
_CATALOGUES = RESOURCES / "translations"


@frozen
class Message:
    """A text before a language is known, and what its names are filled with; no `str`: it is said first."""

    text: str
    values: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    many: str = ""
    """The form for the `number` among the values where it is not 1."""

    def filled(self, **values: object) -> Message:
        """The same text with these values too."""
        return replace(self, values={**self.values, **values})

    @override
    def __str__(self) -> str:
        """The words in the language that is spoken now."""
        return _said(self)


Wording = Message | str
"""A text of the program, said when it is shown; or somebody's own words."""


def tr(text: str | Message, /, **values: object) -> str:
    """The text in the language that is spoken, its `{names}` filled with the values."""
    if isinstance(text, str):
        return _said(Message(text, values))
    return _said(text.filled(**values) if values else text)


def trn(one: str, many: str, number: int, /, **values: object) -> str:
    """The form that a number asks for, such as "1 seat" and "{number} seats"; the values hold `number`."""
    return str(markn(one, many, number, **values))


def markn(one: str, many: str, number: int, /, **values: object) -> Message:
    """The same as `trn`, before a language is known."""
    return Message(one, {"number": number, **values}, many)


def mark(text: str, /, **values: object) -> Message:
    """The text as it stands in the source, before a language is known: `tr` or `str` says it."""
    return Message(text, values)


def joined(separator: str, parts: Iterable[str]) -> str:
    """The parts that say something behind each other."""
    return separator.join(part for part in parts if part)


def ended(words: str) -> str:
    """Words as a sentence, with the one full stop of the language that is spoken."""
    return tr("{words}.", words=words.rstrip(".\u0964"))


DAYS = (mark("Mon"), mark("Tue"), mark("Wed"), mark("Thu"), mark("Fri"), mark("Sat"), mark("Sun"))
SHORT_MONTHS = (
    mark("Jan"),
    mark("Feb"),
    mark("Mar"),
    mark("Apr"),
    mark("May"),
    mark("Jun"),
    mark("Jul"),
    mark("Aug"),
    mark("Sep"),
    mark("Oct"),
    mark("Nov"),
    mark("Dec"),
)
MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)
"""Days and months by their place in week and year; what is written in them is given to `tr`."""
_DOT_UNDER = "\u093c"
"""Under a Devanagari letter, which many leave out."""


def message_of(error: BaseException) -> Wording:
    """What an exception says, for another one that is said later."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Message) else str(error)


def in_source(words: Wording | BaseException) -> str:
    """The words in the language of the source, for what is kept as data whatever language is spoken."""
    with speaking(SOURCE):
        return str(words)


def day_named(word: str) -> int | None:
    """The place in the week of a day that is written out or shortened, in English or the language spoken."""
    return _place_of(word, DAYS)


def month_named(word: str) -> int | None:
    """The place in the year of a month, as `day_named` finds a day."""
    return _place_of(word, SHORT_MONTHS)


def is_spoken(word: str, text: Message) -> bool:
    """Whether a word is this text, in English or the language spoken, however it is spelt."""
    return _plain(word) in {_plain(text.text), _plain(tr(text))}


def use(language: str) -> None:
    """Speak this language from now on, everywhere. Raises KeyError for one that is not there."""
    if language not in LANGUAGES and language not in _lent:
        raise KeyError(language)
    _Spoken.language = language


def current() -> str:
    """The code of the language that is spoken here and now."""
    return _overriding.get() or _Spoken.language


@contextmanager
def speaking(language: str) -> Generator[None]:
    """Speak another language in this block alone: a voucher is in the customer's."""
    token = _overriding.set(language)
    try:
        yield
    finally:
        _overriding.reset(token)


@contextmanager
def lent(language: str, catalogue: NullTranslations) -> Generator[None]:
    """Have one more language in this block, such as one that shows which texts are not said in it."""
    _lent[language] = catalogue
    try:
        yield
    finally:
        del _lent[language]
        if _Spoken.language == language:
            use(SOURCE)


def _place_of(word: str, names: Sequence[Message]) -> int | None:
    """The first of the names that the word begins with."""
    plain = _plain(word)
    begins = ((_plain(name.text), _plain(tr(name))) for name in names)
    return next((place for place, each in enumerate(begins) if plain.startswith(each)), None)


def _plain(word: str) -> str:
    """Without what is written in several ways: capitals, dots under letters, and the sign of a shortening."""
    return unicodedata.normalize("NFD", word.casefold()).replace(_DOT_UNDER, "").rstrip(".\u0970")


class _Spoken:
    """The language of the program; one for all threads."""

    language = SOURCE


_overriding: ContextVar[str] = ContextVar("language", default="")
_lent: dict[str, NullTranslations] = {}


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == SOURCE:
        return NullTranslations()
    with (_CATALOGUES / f"{language}.mo").open("rb") as stream:
        return GNUTranslations(stream)


def _said(message: Message) -> str:
    language = current()
    catalogue = _lent[language] if language in _lent else _catalogue(language)
    words = message.text
    if message.many:
        words = catalogue.ngettext(words, message.many, cast("int", message.values["number"]))
    elif words:
        words = catalogue.gettext(words)
    values = message.values
    return words.format_map(values) if values else words
