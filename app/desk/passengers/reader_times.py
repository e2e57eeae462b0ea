"""How fast this counter's reader of passports is, and what came from it at a trial."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from app.core.language import joined, mark, tr
from app.desk.passengers.mrz import NO_LINE, MrzError
from app.desk.passengers.mrz_keys import read_scan

SHORTEST_KEY_MS, LONGEST_KEY_MS = 20, 100
SHORTEST_LINE_MS, LONGEST_LINE_MS = 200, 990
_SPARE = 1.5
"""So many times the longest pause of a trial is allowed."""
_FEWEST = 12
"""With fewer keys nothing is told of times."""
_STX = "Ctrl B"
_STARTS = mark(
    "It sends Ctrl B, which puts a sale into the basket: switch its start character off, by its handbook."
)


class ReaderTimes:
    """The longest pauses of this counter's reader, in seconds, in the whole program."""

    key = 0.035
    """Between two keys. Slower readers are recognised by what they send, once some of it stands in a cell."""
    line = 0.5
    """Between two lines."""


def use_reader_times(key: int, line: int) -> None:
    """Set the longest pauses, in milliseconds."""
    ReaderTimes.key, ReaderTimes.line = key / 1000, line / 1000


class ArrivedKey(NamedTuple):
    """A key of a trial."""

    gap: int
    """Milliseconds since the key before; 0 for the first."""
    name: str
    sign: str
    by_place: str
    ends_line: bool


class Trial(NamedTuple):
    """What came from a reader, in words, and its longest pauses in milliseconds; 0 when there is none."""

    keys: str
    words: str
    key_pause: int = 0
    line_pause: int = 0

    @property
    def allowed(self) -> dict[str, object]:
        """The settings with which such a reader is recognised; empty for too few keys."""
        if not self.key_pause:
            return {}
        key, line = round(self.key_pause * _SPARE), round(self.line_pause * _SPARE)
        return {
            "reader_key_ms": min(max(key, SHORTEST_KEY_MS), LONGEST_KEY_MS),
            "reader_line_ms": min(max(line, SHORTEST_LINE_MS), LONGEST_LINE_MS),
        }


def trial_of(keys: Iterable[ArrivedKey], today: date) -> Trial:
    """What came: key by key with the pauses, and what was understood."""
    came = [*keys]
    behind = {False: "   ", True: "\n"}
    shown = "".join(f"{each.name}\u00a0{each.gap}{behind[each.ends_line]}" for each in came)
    starts = tr(_STARTS) if any(each.name == _STX for each in came) else ""
    words = joined(" ", (_understood(came, today), starts))
    if len(came) < _FEWEST:
        return Trial(shown, words)
    pauses: dict[bool, int] = {False: 1, True: 0}
    for before, after in pairwise(came):
        # CR and LF end one line.
        is_between = before.ends_line and not after.ends_line
        pauses[is_between] = max(pauses[is_between], after.gap)
    return Trial(shown, words, key_pause=pauses[False], line_pause=pauses[True])


def _understood(came: list[ArrivedKey], today: date) -> str:
    typed = "".join("\n" if each.ends_line else each.sign for each in came)
    places = "".join("\n" if each.ends_line else each.by_place for each in came)
    try:
        reading = read_scan(typed, places, today)
    except MrzError as error:
        is_other = error.sentence == tr(NO_LINE)
        return (
            joined(" ", (error.sentence, tr("It stays in the field as it came.")))
            if is_other
            else error.sentence
        )
    return tr("A passport line ({format}), every check digit right.", format=reading.format)
