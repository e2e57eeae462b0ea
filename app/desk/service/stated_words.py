"""What the words of the service mean at the counter: states, currencies, texts."""

from __future__ import annotations

from functools import lru_cache
from html import unescape

from app.api.messages.spellings import NO, RUPEES, YES
from app.core.language import SOURCE, current

_ACTIVE = YES | {"active", "enabled", "open"}
_OPEN = _ACTIVE | {"available", "bookable", "limited", "filling fast"}
_SHUT = NO | {"disabled"}
DEFAULT_CURRENCY = "INR"


def plain(text: str | None) -> str:
    """A text to read: `O&#039;Brien` is O'Brien. Nothing where none is stated."""
    return unescape(text) if text else ""


def quoted(text: str | None) -> str:
    """The service's own words to read, in quotation marks where another language than theirs is spoken."""
    words = plain(text)
    return f'"{words}"' if words and current() != SOURCE else words


def says_open(state: str) -> bool:
    """Whether a state of a slot or a boat is a word for yes; no other word is taken for one."""
    return _folded(state) in _OPEN


def says_active(status: str) -> bool:
    """Whether the status of an account lets it pay: a word for a slot, such as limited, does not."""
    return _folded(status) in _ACTIVE


def says_shut(state: str) -> bool:
    """Whether a state is a bare no, which says nothing to people."""
    return _folded(state) in _SHUT


@lru_cache
def currency(text: str | None) -> str:
    """The code of a currency: INR for rupees in any spelling, else as sent; empty when it is not stated."""
    told = " ".join(plain(text).split())
    return DEFAULT_CURRENCY if told.casefold() in RUPEES else told


def _folded(state: str) -> str:
    return " ".join(state.replace("_", " ").casefold().split())
