"""Nationalities that are offered and sent: exactly INDIAN for Indians, any other word for foreigners."""

from __future__ import annotations

from functools import cache

from app.core.paths import RESOURCES
from app.desk.model.service_words import completed_word

INDIAN = "INDIAN"
_INDIAN_WORDS = frozenset({"INDIAN", "INDIA", "IND", "IN", "BHARAT", "BHARATIYA"})
_LIST = RESOURCES / "nationalities.tsv"
_SHORTEST = 2


@cache
def nationalities() -> tuple[str, ...]:
    """Every nationality that is offered: INDIAN first, then in alphabetical order."""
    return (INDIAN, *(name for name in sorted(codes().values()) if name != INDIAN))


@cache
def codes() -> dict[str, str]:
    """The nationality of each three-letter code of passports (ICAO 9303)."""
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if line)


def is_indian(text: str) -> bool:
    """Whether the typed text means Indian, which is exactly INDIAN for the service (interface part 2.6)."""
    return " ".join(text.upper().split()) in _INDIAN_WORDS


def complete_nationality(text: str) -> str:
    """The nationality to send for a typed text: INDIAN, a completed code or beginning, else the text itself.

    Two letters or more are completed when only one nationality begins with them; a single letter is
    completed only to INDIAN, which nearly every passenger is.
    """
    typed = " ".join(text.upper().split())
    if not typed or is_indian(typed):
        return INDIAN if typed else ""
    if INDIAN.startswith(typed) and len(typed) < _SHORTEST:
        return INDIAN
    if typed in codes():
        return codes()[typed]
    return completed_word(typed, nationalities()) if len(typed) >= _SHORTEST else typed
