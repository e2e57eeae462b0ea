"""The habits of a service, found in what it sends: each one served, looked at and named."""

from __future__ import annotations

import gzip
from itertools import pairwise

import pytest

from app.api.wire.sender import HeardReply
from app.api.wire.transport import HttpReply
from app.desk.first_contact.report import habits_of
from app.desk.first_contact.studied import HeardReading, StudiedReading
from app.practice.service.habits import HABITS
from tests.support.practice.spoken import Replies, taken

ONLY_MONEY = {"ticket-inside", "nested-money", "list-of-money"}
"""These show in nothing that is read."""
ASKED = {
    "activities": "content ACTIVITY",
    "summaries": "content ACTIVITY",
    "schedules": "content BOAT",
    "all slots": "search_availability ACTIVITY",
    "departures": "search_availability BOAT",
    "no departures": "search_availability BOAT",
    "wallet": "wallet_balance",
    "activity status": "booking_status",
    "boat status": "booking_status",
    "refused sale": "booking_status",
}


@pytest.fixture(scope="module")
def replies() -> Replies:
    """All that a service answers."""
    return taken()


def _look(replies: Replies, *habits: str) -> list[str]:
    return habits_of(_heard(replies, name, habits) for name in ASKED)


def _heard(replies: Replies, name: str, habits: tuple[str, ...]) -> StudiedReading:
    reply = replies.written(name, habits)
    # The transport has unpacked it.
    body = gzip.decompress(reply.body) if reply.headers.get("content-encoding") == "gzip" else reply.body
    heard = HeardReply(name, HttpReply(reply.status, body, headers=reply.headers), 0.01, "")
    reading = HeardReading(ASKED[name], "", (heard,), None, "", is_empty_day=name == "no departures")
    return StudiedReading(reading, str)


def test_a_service_that_writes_like_its_document_has_none(replies: Replies) -> None:
    assert _look(replies) == []


@pytest.mark.parametrize("habit", sorted(HABITS.keys() - ONLY_MONEY))
def test_each_habit_is_found_by_its_name_and_no_other(replies: Replies, habit: str) -> None:
    assert _look(replies, habit) == [habit]


@pytest.mark.parametrize("habit", sorted(ONLY_MONEY))
def test_what_shows_in_money_alone_is_not_claimed(replies: Replies, habit: str) -> None:
    assert _look(replies, habit) == []


@pytest.mark.parametrize(
    "habits",
    [
        ("grouped-amounts", "list-as-object", "notice-before", "y-n-flags"),
        ("am-pm-times", "currency-sign", "indian-dates", "success-true"),
        ("amounts-as-text", "list-as-object", "null-items", "php-floats"),
        ("refuse-with-500", "success-flag"),
        ("refuse-with-200", "success-1"),
        ("byte-order-mark", "empty-text", "php-floats", "wrapped-list", "wrong-zone"),
    ],
)
def test_several_at_once_are_all_found(replies: Replies, habits: tuple[str, ...]) -> None:
    assert _look(replies, *habits) == list(habits)


@pytest.mark.prove("every neighbour of every habit, for seconds; some sets are found each time")
def test_of_two_none_is_invented(replies: Replies) -> None:
    """One may hide the other, such as two ways to write a currency."""
    for pair in pairwise(sorted(HABITS.keys() - ONLY_MONEY)):
        found = set(_look(replies, *pair))
        assert found, pair
        assert found <= set(pair)
