"""A service that answers otherwise than described, read by a desk at work."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.desk.model.boats import Identity
from app.practice.service.faults import OtherAnswer
from tests.store.conftest import quick_folder
from tests.support.counter import Counter, open_counter

__all__ = ["quick_folder"]


@pytest.fixture
async def counter(quick_folder: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    async with open_counter(quick_folder / "desk") as opened:
        yield opened


def _listing(*items: dict[str, Any]) -> OtherAnswer:
    return OtherAnswer(200, json.dumps({"status": "SUCCESS", "data": items}).encode())


async def test_a_boat_is_read_again_with_the_doubts_it_was_listed_with(counter: Counter) -> None:
    reader, heard = counter.desk.reader, list[bool]()
    reader.answered_otherwise.subscribe(lambda: heard.append(reader.answers_otherwise))
    day = reader.today() + timedelta(days=3)
    sold = next(each for each in (await reader.departures(day)).departures if each.is_open)
    assert (heard, reader.answers_otherwise) == ([], False)
    counter.faults.answer("content", _listing({"schedule_id": "A 1", "trip_name": "Trip"}), times=None)
    for found in (await reader.departures(day)).departures:
        if found.schedule_id == sold.schedule_id:
            assert found == replace(
                sold,
                is_open=False,
                reason="Its entry in the catalogue could not be read",
                identity=Identity(needs_document=True, needs_number=True, needs_copy=True),
                gst_percentage=None,
            )
            assert await reader.departure(sold) == found
    assert heard == [True]


async def test_a_slot_is_read_again_with_the_doubt_of_its_activity(counter: Counter) -> None:
    reader = counter.desk.reader
    draft, slot = await counter.slot()
    offer = draft.offer
    (same,) = (
        each
        for each in (await reader.slots(replace(offer, doubt="GST not readable: `x`"), slot.day)).slots
        if each.availability_id == slot.availability_id
    )
    assert (same.is_open, same.reason) == (False, "GST not readable: `x`")
    assert same.fare == slot.fare


async def test_a_zone_that_the_window_contradicts_is_not_learnt(counter: Counter) -> None:
    reader = counter.desk.reader
    draft, slot = await counter.slot()
    offer = draft.offer
    zone = reader.service_now().utcoffset()
    assert zone
    item = {
        "availability_id": 1,
        "activity_id": offer.activity_id,
        "date": slot.day.isoformat(),
        "slot": {"slot_id": 2, "time_window": "23:00 - 23:30"},
        "booking_rules": {
            "slot_start_at": f"{slot.day}T23:00:00Z",
            "booking_cutoff_at": f"{slot.day}T22:30:00Z",
        },
    }
    counter.faults.answer("search_availability", _listing(item))
    (read,) = (await reader.slots(offer, slot.day)).slots
    assert reader.service_now().utcoffset() == zone
    assert read.closes_at is not None
    assert (read.closes_at.hour, read.closes_at.utcoffset()) == (22, zone)
