"""Nationalities that are offered and sent: exactly INDIAN for Indians, any other word for foreigners."""

from __future__ import annotations

from functools import cache

from app.core.paths import RESOURCES

INDIAN = "INDIAN"
_INDIAN_WORDS = frozenset({"INDIAN", "INDIA", "IND", "IN", "BHARAT", "BHARATIYA"})
_BRITISH = ("UK", "GBD", "GBN", "GBO", "GBP", "GBS")
_IN_USE = dict.fromkeys(_BRITISH, "GBR") | {"UAE": "ARE", "KSA": "SAU", "XKX": "RKS"}
"""Codes that are reserved, or used in passports and by people, each with that of the list."""
_LIST = RESOURCES / "nationalities.tsv"


@cache
def nationalities() -> tuple[str, ...]:
    """Every nationality that is offered: INDIAN first, then in alphabetical order."""
    return (INDIAN, *(name for name in sorted(codes().values()) if name != INDIAN))


@cache
def codes() -> dict[str, str]:
    """The nationality of each three-letter code of passports (ICAO 9303)."""
    return {three: name for three, name, *_ in _rows()}


@cache
def short_codes() -> dict[str, str]:
    """The nationality of each two-letter code (ISO 3166), and of other codes in use."""
    return {two: name for _, name, two, _ in _rows()} | {
        used: codes()[three] for used, three in _IN_USE.items()
    }


@cache
def countries() -> dict[str, str]:
    """The nationality of each country, by its names in English and Hindi, in capitals."""
    return {country: name for _, name, _, named in _rows() for country in named.split("|") if country}


def _rows() -> list[list[str]]:
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line]


def is_indian(text: str) -> bool:
    """Whether the typed text means Indian, which is exactly INDIAN for the service (interface part 2.6)."""
    return " ".join(text.upper().split()) in _INDIAN_WORDS
