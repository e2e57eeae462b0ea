"""What the keys of a reader mean, also where reader and computer have different keyboards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from app.core.language import mark, tr
from app.desk.passengers.mrz import (
    MrzError,
    MrzReading,
    begins_like_mrz,
    looks_like_mrz,
    may_begin_mrz,
    read_mrz,
    waits_for_more,
)

_TWO_MEANINGS = mark(
    "Reader and computer are set for different keyboards: Y and Z may be swapped. Type the lines."
)
_ROWS = {2: "1234567890", 16: "QWERTYUIOP", 30: "ASDFGHJKL", 44: "ZXCVBNM"}
_PLACES = {first + at: sign for first, row in _ROWS.items() for at, sign in enumerate(row)}
_COMMA, _BRACKET = 51, 27
_CERTAIN = 2
"""So many of the meanings are no guess: as it was typed, and by the places of the keys."""
_FIRST_OF_X11 = 8
"""What X11 and Wayland add to the number of a key."""
_ELSEWHERE = "0123456789M"
"""What no key of a French reader or computer gives under the other keyboard."""
_NONE = "#" * len(_ELSEWHERE)


def _meaning(typed: str, signs: str) -> dict[int, int]:
    return str.maketrans(typed, signs)


_KEYBOARDS = (
    # The reader is set for English, the computer for French or Belgian; German; Spanish, Italian or Nordic;
    # Hindi (InScript).
    _meaning(f"QAZW?,\u00c0&\u00c9\"'(-\u00c8_\u00c7\u00a7!.${_ELSEWHERE}", f"AQWZMM012345678968<]{_NONE}"),
    _meaning("YZ;+", "ZY<]"),
    _meaning(";+", "<]"),
    _meaning(
        "\u0913\u0934\u0923\u0905\u0906\u0907\u0909\u092b\u0918\u0931\u0916\u0925\u0936\u0933\u0927\u091d"
        "\u0914\u0908\u090f\u090a\u0919\u0929\u0910\u0901\u092d\u090e\u0937"
        "\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ<0123456789",
    ),
    # The reader is set for German; Spanish, Italian or Nordic; French, the computer for English.
    _meaning("YZ\\|", "ZY<<"),
    _meaning("\\|", "<<"),
    _meaning(f"QAZW:;)!@#$%^&*(\\|{_ELSEWHERE}", f"AQWZMM0123456789<<{_NONE}"),
)


def placed(code: int, *, is_shifted: bool, is_x11: bool) -> str:
    """What a key gives by its place on an English keyboard: a letter, digit, `<` or `]`; else empty."""
    place = code - _FIRST_OF_X11 if is_x11 else code
    if place == _COMMA:
        return "<" if is_shifted else ""
    if place == _BRACKET:
        return "" if is_shifted else "]"
    sign = _PLACES.get(place, "")
    return "" if sign.isdigit() and is_shifted else sign


def may_be_scan(typed: str, by_place: str) -> bool:
    """Whether keys may be the beginning of a zone, under one of the keyboards."""
    return any(map(may_begin_mrz, _meanings(typed, by_place)))


def is_scan(typed: str, by_place: str) -> bool:
    """Whether keys can only be a zone. Signs that somebody types prove it after most of a line."""
    return (
        begins_like_mrz(typed)
        or begins_like_mrz(by_place)
        or any(map(looks_like_mrz, _meanings(typed, by_place)))
    )


def waits_for_line(typed: str, by_place: str) -> bool:
    """Whether more lines are expected behind these."""
    others = (each for each in _meanings(typed, by_place) if looks_like_mrz(each))
    return waits_for_more(typed) or any(map(waits_for_more, others))


def read_scan(typed: str, by_place: str, today: date) -> MrzReading:
    """The reading of keys, as they were typed, by their places, or for another keyboard.

    Raises MrzError, also when two keyboards give different passengers.
    """
    found, told = set[MrzReading](), dict[bool, MrzError]()
    for at, text in enumerate(_meanings(typed, by_place)):
        is_zone = looks_like_mrz(text)
        if at >= _CERTAIN and not is_zone:
            continue
        try:
            reading = read_mrz(text, today)
        except MrzError as error:
            told.setdefault(is_zone, error)
        else:
            if at < _CERTAIN:
                return reading
            found.add(reading)
    if len(found) > 1:
        raise MrzError(tr(_TWO_MEANINGS))
    if found:
        return found.pop()
    raise told.get(True) or told[False]


def _meanings(typed: str, by_place: str) -> Iterator[str]:
    """The text as it was typed, by the places of the keys, then as each pair of keyboards would have it."""
    yield typed
    yield by_place
    for keyboard in _KEYBOARDS:
        yield typed.upper().translate(keyboard)
