"""Numbers for requests: by time where the clock goes on, greater by chance where it does not (ULID)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from app.store.journal.request_numbers import RequestNumbers, new_desk, next_ulid, parts_of

NOW = datetime(2026, 11, 21, 5, tzinfo=UTC)
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def _milliseconds(ulid: str) -> int:
    """The time in a ULID, as its definition has it."""
    return sum(DIGITS.index(digit) * 32**place for place, digit in enumerate(reversed(ulid[:10])))


def test_a_number_tells_its_millisecond_and_is_new_by_chance() -> None:
    first = next_ulid("", NOW)
    later = next_ulid(first, NOW + timedelta(milliseconds=7))
    assert len(first) == 26
    assert _milliseconds(first) == NOW.timestamp() * 1000
    assert _milliseconds(later) == _milliseconds(first) + 7
    assert first[10:] != later[10:]


def test_when_the_clock_jumps_back_the_next_is_greater_by_chance() -> None:
    """What was asked before a kill is kept nowhere, and its number is not given to an order."""
    last, back = next_ulid("", NOW), NOW - timedelta(days=1)
    asked, after_a_kill = next_ulid(last, back), next_ulid(last, back)
    assert last < asked != after_a_kill > last
    assert abs(_milliseconds(asked) - _milliseconds(last)) <= 1


def test_a_number_is_taken_apart_again() -> None:
    numbers = RequestNumbers("0123abcd", "", lambda: NOW)
    number = numbers.new()
    assert parts_of(number) == ("0123abcd", numbers.last)
    assert number == f"ac1-0123abcd-{numbers.last}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ac1-0123abcd-",
        f"ac2-0123abcd-0{'A' * 25}",
        f"ac1-0123ABCD-0{'A' * 25}",
        f"ac1-0123abcd-8{'A' * 25}",
        f"ac1-0123abcd-0{'U' * 25}",
        f"ac1-0123abcd-0{'A' * 25}A",
    ],
)
def test_what_others_have_made_is_no_number_of_ours(text: str) -> None:
    assert parts_of(text) is None


def test_each_counter_has_eight_digits_of_its_own() -> None:
    first, second = new_desk(), new_desk()
    assert first != second
    assert len(first) == 8
    assert int(first, 16) >= 0
