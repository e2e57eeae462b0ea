"""When a slot closes: its words, its last hour, and how long nothing changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from app.desk.model.activities import DaySlots
from app.desk.service.cutoffs import as_of, day_as_of
from app.ui.sale.countdown import (
    closing_words,
    share_of_last_hour,
    spoken_closing,
    wait_ms,
)
from tests.support.desk.samples import SLOT, TODAY, moment

CLOSES = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
OPEN = replace(SLOT, closes_at=CLOSES)
CLOSED = replace(OPEN, is_open=False, reason="No seats left")
ENDLESS = replace(OPEN, closes_at=None)


def before(**span: int) -> datetime:
    return CLOSES - timedelta(**span)


def test_a_slot_closes_in_place_when_its_time_has_come() -> None:
    assert as_of(OPEN, before(seconds=1)) is OPEN
    closed = as_of(OPEN, CLOSES)
    assert (closed.is_open, closed.reason) == (False, "Booking closed at 12:00")
    assert as_of(CLOSED, CLOSES) is CLOSED
    assert as_of(ENDLESS, CLOSES) is ENDLESS
    day = DaySlots(501, TODAY, (OPEN, CLOSED), "", (), moment(CLOSES))
    assert [slot.is_open for slot in day_as_of(day, CLOSES).slots] == [False, False]


@pytest.mark.parametrize(
    ("span", "shown", "spoken"),
    [
        ({"minutes": 78}, "Closes in 1 h 18 min", "closes in 1 hour 18 minutes"),
        ({"minutes": 60}, "Closes in 1 h", "closes in 1 hour"),
        ({"minutes": 18, "seconds": 59}, "Closes in 18 min", "closes in 18 minutes"),
        ({"minutes": 4, "seconds": 59}, "Closes in 4 min 59 s", "closes in 4 minutes"),
        ({"seconds": 61}, "Closes in 1 min 1 s", "closes in 1 minute"),
        ({"seconds": 9}, "Closes in 9 s", "closes in 0 minutes"),
    ],
)
def test_how_long_is_left(span: dict[str, int], shown: str, spoken: str) -> None:
    assert closing_words(OPEN, before(**span)) == shown
    assert spoken_closing(OPEN, before(**span)) == spoken


def test_nothing_is_said_of_closed_slots_and_unstated_times() -> None:
    for slot in (CLOSED, ENDLESS):
        assert closing_words(slot, before(minutes=5)) == ""
        assert spoken_closing(slot, before(minutes=5)) == ""
        assert share_of_last_hour(slot, before(minutes=5)) is None


def test_the_last_hour_drains() -> None:
    assert share_of_last_hour(OPEN, before(minutes=60)) is None
    assert share_of_last_hour(OPEN, before(minutes=18)) == pytest.approx(0.3)
    assert share_of_last_hour(OPEN, CLOSES + timedelta(minutes=1)) == 0


def test_the_clock_waits_until_words_change() -> None:
    assert wait_ms([], CLOSES) == 5_000
    assert wait_ms([CLOSED, ENDLESS], CLOSES) == 5_000
    assert wait_ms([OPEN], before(minutes=78, seconds=12)) == 5_000
    assert wait_ms([OPEN], before(minutes=78, seconds=3)) == 3_001
    assert wait_ms([OPEN], before(minutes=78)) == 1
    assert wait_ms([OPEN], before(minutes=5)) == 1000
    assert wait_ms([OPEN, replace(OPEN, closes_at=before(minutes=-70))], before(minutes=3)) == 1000
