"""What the service writes in several ways, as one."""

from __future__ import annotations

from html import unescape

_OPEN = frozenset(
    {
        "available",
        "active",
        "open",
        "bookable",
        "limited",
        "filling fast",
        "1",
        "y",
        "yes",
        "true",
        "on",
        "enabled",
    }
)
_ACTIVE = frozenset({"active", "1", "y", "yes", "true", "on", "enabled", "open"})
_SHUT = frozenset({"0", "n", "no", "false", "off", "disabled"})
_RUPEES = frozenset({"inr", "rs", "rs.", "\u20b9", "rupees"})
DEFAULT_CURRENCY = "INR"


def plain(text: str | None) -> str:
    """A text to read: `O&#039;Brien` is O'Brien. Nothing where none is stated."""
    return unescape(text) if text else ""


def says_open(state: str) -> bool:
    """Whether a state of a slot or a boat is a word for yes; no other word is taken for one."""
    return _folded(state) in _OPEN


def says_active(status: str) -> bool:
    """Whether the status of an account lets it pay: a word for a slot, such as limited, does not."""
    return _folded(status) in _ACTIVE


def says_shut(state: str) -> bool:
    """Whether a state is a bare no, which says nothing to people."""
    return _folded(state) in _SHUT


def currency(text: str | None) -> str:
    """The code of a currency: INR for rupees in any spelling, else as sent; empty when it is not stated."""
    told = " ".join(plain(text).split())
    return DEFAULT_CURRENCY if told.casefold() in _RUPEES else told


def _folded(state: str) -> str:
    return " ".join(state.replace("_", " ").casefold().split())
