"""The agency's own words about trips, such as jetty and reporting time; a line is "Trip = words"."""

from __future__ import annotations

from collections.abc import Iterable


def words_for(lines: str, trip: str) -> str:
    """The words about a trip, however its name is spelt; empty for none. The last line about it counts."""
    return {_plain(name): words for name, words in _pairs(lines)}.get(_plain(trip), "")


def broken_line(lines: str) -> int:
    """The number of the first line that says nothing about any trip; 0 for none."""
    readable = (not line.strip() or any(_pairs(line)) for line in lines.splitlines())
    return next((number for number, is_readable in enumerate(readable, 1) if not is_readable), 0)


def unknown_trips(lines: str, known: Iterable[str]) -> tuple[str, ...]:
    """The trips named in the lines that are none of these; none at all when none is known."""
    names = {_plain(each) for each in known}
    return tuple(name for name, _ in _pairs(lines) if _plain(name) not in names) if names else ()


def _pairs(lines: str) -> list[tuple[str, str]]:
    parted = (line.partition("=") for line in lines.splitlines())
    found = ((name.strip(), words.strip()) for name, _, words in parted)
    return [(name, words) for name, words in found if name and words]


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
