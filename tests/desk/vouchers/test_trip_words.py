"""The agency's own words about a trip: found by its name, and what is wrong with them."""

from __future__ import annotations

import pytest

from app.desk.vouchers.trip_words import broken_line, unknown_trips, words_for

LINES = (
    "Swaraj Dweep day return = Haddo jetty, 45 minutes before\n\n"
    "Elephant Beach = By the lighthouse = north side"
)


@pytest.mark.parametrize(
    ("trip", "words"),
    [
        ("Swaraj Dweep day return", "Haddo jetty, 45 minutes before"),
        ("SWARAJ  dweep day Return ", "Haddo jetty, 45 minutes before"),
        ("Elephant Beach", "By the lighthouse = north side"),
        ("Swaraj Dweep", ""),
        ("", ""),
    ],
)
def test_words_are_found_by_the_name_of_the_trip(trip: str, words: str) -> None:
    assert words_for(LINES, trip) == words


def test_the_last_line_about_a_trip_counts() -> None:
    assert words_for("Trip = old\ntrip = new", "Trip") == "new"


@pytest.mark.parametrize(
    ("lines", "number"),
    [(LINES, 0), ("", 0), ("Trip", 1), ("A = b\n\n = words", 3), ("A = b\nTrip =", 2)],
)
def test_a_line_that_says_nothing_is_named(lines: str, number: int) -> None:
    assert broken_line(lines) == number


def test_trips_that_were_not_seen_are_named() -> None:
    assert unknown_trips(LINES, ("swaraj dweep DAY return",)) == ("Elephant Beach",)
    assert unknown_trips(LINES, ()) == ()
