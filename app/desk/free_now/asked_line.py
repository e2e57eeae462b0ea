"""Reads what is asked in a line of words: "free 4 tmr after 14", "2a 1c after 14 swaraj"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from app.core.language import joined
from app.desk.free_now.values import FreeQuestion
from app.desk.quick_entry.dates import ReadDay, day_at
from app.desk.quick_entry.times import time_at, time_in
from app.desk.quick_entry.tokens import MOST_WORDS, Token, tokens_of
from app.desk.quick_entry.values import Fares, NoDate, SaidTime
from app.desk.quick_entry.vocabulary import AFTER, CLOCK, FARES, FREE, JOINING, PEOPLE, SEATS, UNTIL
from app.desk.sale.validation import MOST_SEATS

Said = Fares | SaidTime | date | NoDate | str | None


_PARTY, _NIGHT = range(1, MOST_SEATS + 1), range(1, 6)
_SILENT = AFTER | JOINING


class AskedWord(NamedTuple):
    """Some words of the line, and what they say; None for a word that asks what is free."""

    start: int
    end: int
    said: Said
    """A text is one that title or place must have; empty for one that joins others."""
    is_left_out: bool = False
    """Whether nothing is made of it, such as a second number."""


class AskedLine(NamedTuple):
    """What a line asks; None for what it does not say."""

    words: tuple[AskedWord, ...] = ()
    fares: Fares | None = None
    first_hour: int | None = None
    day: date | None = None
    typed: str = ""
    """The words that mean none of these."""

    def over(self, asked: FreeQuestion) -> FreeQuestion:
        """What was asked before, with what the line says in its place."""
        hour = asked.first_hour if self.first_hour is None else self.first_hour
        return replace(asked, fares=self.fares or asked.fares, first_hour=hour, typed=self.typed)


def is_free_line(line: str) -> bool:
    """Whether a line asks for what is free: its first word says so."""
    tokens = tokens_of(line)
    return bool(tokens) and tokens[0].word in FREE


def asked_in(line: str, today: date) -> AskedLine:
    """What a line asks. A lone number is how many people, after such as "from" it is the first hour."""
    tokens, words = tokens_of(line)[:MOST_WORDS], list[AskedWord]()
    has_number = False
    while tokens:
        taken, said = _read(tokens, today)
        first, last = tokens[0], tokens[taken - 1]
        is_number = isinstance(said, Fares) and taken == 1
        is_left_out = isinstance(said, Fares) and (said.seats not in _PARTY or (is_number and has_number))
        has_number = has_number or is_number
        is_text = said == "" and first.word not in _SILENT
        said = "" if is_left_out else line[first.start : first.end] if is_text else said
        words.append(AskedWord(first.start, last.end, said, is_left_out))
        tokens = tokens[taken:]
    counted = [each.said for each in words if isinstance(each.said, Fares)]
    fares = Fares(*map(sum, zip(*counted, strict=True))) if counted else Fares()
    hours = [each.said.hour for each in words if isinstance(each.said, SaidTime)]
    days = [each.said for each in words if isinstance(each.said, date)]
    typed = (each.said for each in words if isinstance(each.said, str))
    return AskedLine(
        tuple(words),
        fares if fares.seats in _PARTY else None,
        hours[-1] if hours else None,
        days[-1] if days else None,
        joined(" ", typed),
    )


def _read(tokens: tuple[Token, ...], today: date) -> tuple[int, Said]:
    """How many of the tokens, one at least, say something together, and what."""
    words = [each.word for each in tokens]
    is_after = words[0] in AFTER and len(words) > 1
    behind = words[is_after:]
    if words[0] in FREE:
        return 1, None
    at = time_at(behind)
    if at is not None and at.said is not None:
        is_plain = behind[0].isdigit() and behind[at.words - 1] in CLOCK
        return is_after + at.words, _by_day(at.said) if is_plain else at.said
    # A lone number is an hour behind such as "after" alone, but for "from 5 Dec" and "at 3 people".
    is_figure = is_after and behind[0].isascii() and behind[0].isdigit()
    is_other = bool({*behind[1:2]} & {*FARES, *SEATS, *PEOPLE}) or day_at(behind, today) is not None
    hour = time_in(behind[0]) if is_figure and not is_other else None
    if hour is not None:
        return 2, _by_day(hour)
    day = day_at(words, today)
    return (day.words, day.day or NoDate(*_figures(day))) if day is not None else _number(tokens)


def _by_day(hour: SaidTime) -> SaidTime:
    # Nobody asks for the night.
    return SaidTime(hour.hour + 12 * (hour.hour in _NIGHT), hour.minute)


def _number(tokens: Sequence[Token]) -> tuple[int, Said]:
    """How many the tokens say, and of whom; a lone number are adults. Empty text for a word."""
    word, following = tokens[0].word, tokens[1] if len(tokens) > 1 else None
    if word in UNTIL and following is not None:
        # Until when is not asked here, and is no number of people.
        until = time_at([each.word for each in tokens[1:]])
        if until is not None or following.is_number:
            return 1 + (1 if until is None else until.words), Fares()
    if not tokens[0].is_number:
        return 1, ""
    beside = "" if following is None else following.word
    counts = [0] * len(Fares())
    counts[FARES.get(beside, 0)] = int(word)
    return 1 + (beside in {*FARES, *SEATS, *PEOPLE}), Fares(*counts)


def _figures(read: ReadDay) -> tuple[int, int, int | None]:
    """Day, month and year of what is past, or no date."""
    past = read.past
    return read.wrong or ((past.day, past.month, past.year) if past else (0, 0, None))
