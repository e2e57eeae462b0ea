"""The instants of a slot are held against its time window."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from typing import Any

import pytest

from app.api.messages.answers import ActivityAvailability, ActivitySearch
from app.desk.service import activity_parsing
from app.desk.service.slot_times import slot_times, window_times
from tests.support.api.list_items import item_of
from tests.support.desk.samples import LOOKED, TODAY

INDIA = timezone(timedelta(hours=5, minutes=30))
SYDNEY = timezone(timedelta(hours=11))
CLOSES = datetime(2026, 11, 21, 7, 0, tzinfo=INDIA)
HOUR = timedelta(hours=1)


def _item(
    starts: str | None, closes: str | None, window: str = "08:00:00 - 09:30:00"
) -> ActivityAvailability:
    rules: dict[str, Any] = {
        "slot_start_at": starts,
        "booking_cutoff_at": closes,
        "booking_cutoff_minutes": 60,
    }
    fields = {
        "availability_id": 9001,
        "activity_id": 501,
        "date": "2026-11-21",
        "slot": {"slot_id": 31, "time_window": window},
        "booking_rules": rules,
    }
    return item_of(ActivityAvailability, fields)


@pytest.mark.parametrize(
    ("starts", "closes", "expected", "zone"),
    [
        # The documented way.
        ("2026-11-21T08:00:00+05:30", "2026-11-21T07:00:00+05:30", CLOSES, INDIA),
        # The time of the clock at the place, called UTC.
        ("2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z", CLOSES, None),
        ("2026-11-21T08:00:00+00:00", "2026-11-21T07:00:00+00:00", CLOSES, None),
        ("2026-11-21T08:00:00Z", None, CLOSES, None),
        # Only one of the two is called so.
        ("2026-11-21T08:00:00Z", "2026-11-21T07:00:00+05:30", CLOSES, None),
        ("2026-11-21T08:00:00+05:30", "2026-11-21T07:00:00Z", CLOSES, INDIA),
        (None, "2026-11-21T07:00:00Z", CLOSES, None),
        # An instant in UTC that is right as it is.
        ("2026-11-21T02:30:00Z", "2026-11-21T01:30:00Z", CLOSES, None),
        ("2026-11-21T02:30:00Z", "2026-11-21T00:30:00Z", CLOSES - HOUR, None),
        # Another zone that the window proves.
        (
            "2026-11-21T08:00:00+11:00",
            "2026-11-21T07:00:00+11:00",
            datetime(2026, 11, 21, 7, 0, tzinfo=SYDNEY),
            SYDNEY,
        ),
        # Neither of the two.
        ("2026-11-21T05:00:00Z", "2026-11-21T04:00:00Z", None, None),
        # The zone of the place, and another time than that of the window: it closes when it says.
        ("2026-11-21T08:15:00+05:30", "2026-11-21T07:00:00+05:30", CLOSES, None),
        # No zone at all: the window bears out the one of the place, or nothing does.
        ("2026-11-21T08:00:00", "2026-11-21T07:00:00", CLOSES, None),
        (None, "2026-11-21T07:00:00", CLOSES, None),
        (None, "2026-11-21T06:00:00", None, None),
        ("2026-11-21T09:00:00", "2026-11-21T06:00:00", None, None),
        # It follows from the start.
        ("2026-11-21T08:00:00+05:30", None, CLOSES, INDIA),
        ("2026-11-21T08:00:00", None, CLOSES, None),
        ("2026-11-21T09:00:00", None, None, None),
        ("2026-11-21T05:00:00Z", None, None, None),
        ("2026-11-21T08:00:00", "2026-11-21T07:00:00+05:30", CLOSES, None),
        (None, None, None, None),
    ],
)
def test_a_cutoff_is_taken_in_the_zone_that_the_window_proves(
    starts: str | None, closes: str | None, expected: datetime | None, zone: tzinfo | None
) -> None:
    found = slot_times(_item(starts, closes), INDIA)
    assert found.closes_at == expected
    assert (found.zone and found.zone.utcoffset(None)) == (zone and zone.utcoffset(None))


def test_without_a_window_the_offset_is_all_there_is() -> None:
    found = slot_times(_item("2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z", "morning"), INDIA)
    assert found == (datetime(2026, 11, 21, 7, 0, tzinfo=UTC), None)


def test_a_long_text_is_no_window() -> None:
    assert window_times("08:00" + " " * 60 + "- 09:30") == (None, None)


def test_a_place_that_is_in_utc_may_say_so() -> None:
    found = slot_times(_item("2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z"), UTC)
    assert found == (datetime(2026, 11, 21, 7, 0, tzinfo=UTC), UTC)


def test_a_slot_that_is_called_utc_closes_in_time() -> None:
    answer = ActivitySearch(status="SUCCESS", items=(_item("2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z"),))
    for now, is_open in ((CLOSES - HOUR, True), (CLOSES, False)):
        (slot,) = activity_parsing.day_slots(answer, 501, TODAY, now, LOOKED).slots
        assert (slot.closes_at, slot.is_open) == (CLOSES, is_open)
    assert slot.reason == "Booking closed at 07:00"


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "13:00",
        "25:00:00 - 26:00:00",
        "22:00 - 24:00",
        "noon - evening",
        "1:00 - 3:00 PM",
        "08:00 - 09:00 - 10:00",
        "8 - 9",
    ],
)
def test_a_window_that_is_no_two_times_is_left_as_sent(text: str | None) -> None:
    assert window_times(text) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "08:00:00 - 13:30:00",
        "8:00-13:30",
        "08:00 \u2013 13:30",
        "08:00 AM - 01:30 PM",
        "8:00am to 1:30pm",
        " 08:00:00 till 13:30:00 ",
    ],
)
def test_a_window_is_read_in_any_spelling(text: str) -> None:
    assert window_times(text) == (time(8), time(13, 30))


def test_where_the_date_is_not_readable_the_day_that_was_asked_for_tells() -> None:
    item = _item("2026-11-21T08:00:00Z", "2026-11-21T07:00:00Z")
    del item["date"]
    assert slot_times(item, INDIA, TODAY).closes_at == CLOSES
