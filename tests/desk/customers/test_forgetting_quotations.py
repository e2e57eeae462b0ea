"""Quotations are part of what is held on a customer, and go with the customer, by age and by retention."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.desk.bookings.known_customers import KnownCustomer
from app.desk.customers.delete_question import before_deletion
from app.desk.customers.export import as_json, as_text
from app.desk.desk import Desk
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import Retention
from app.desk.model.sale import DraftAsRead
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.store.quotations.quotation_store import FILE
from tests.support.canaries import found
from tests.support.counter import AS_ON, open_desk, tomorrow_at_ten
from tests.support.desk.voucher_samples import BOAT, NUMBERS

ARJUN = KnownCustomer("Arjun Nair", "9845012377", "arjun.nair@example.com")


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncGenerator[Desk]:
    """A desk that has quoted a boat to Arjun, who never bought anything."""
    with PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults()) as server:
        async with open_desk(tmp_path, server, local_cache=memory_of(tmp_path)) as counter:
            await counter.desk.wallet.read()
            ahead = counter.desk.reader.today() + timedelta(days=3)
            boat = replace(BOAT, departure=replace(BOAT.departure, day=ahead))
            written = await counter.desk.quotations.write((DraftAsRead(boat, datetime.now(UTC)),))
            assert written.reference == "Q-0001"
            yield counter.desk


async def numbers(desk: Desk, typed: str = "q1") -> list[int]:
    return [each.number for each in await desk.quotations.find(typed)]


async def test_who_was_only_quoted_is_found_and_shown(desk: Desk) -> None:
    for typed in ("9845012377", "arjun.nair@example.com", "arjun nair"):
        assert ARJUN in await desk.customers.find(typed)
    held = await desk.customers.held(ARJUN)
    assert not held.is_nothing
    assert [each.number for each in held.quotations] == [1]
    assert json.loads(as_json(held))["quotations"][0]["trips"][0]["title"] == "Swaraj Dweep day return"
    assert "Jana Katharina Vogel" in as_text(held)
    assert "1 quotation is deleted as a whole." in before_deletion(held)


async def test_a_quotation_goes_with_its_customer_for_good(desk: Desk, tmp_path: Path) -> None:
    secrets = {each: each.encode() for each in ("Arjun Nair", "9845012377", "Jana Katharina Vogel")}
    assert found((tmp_path / FILE).read_bytes(), secrets)
    assert found((tmp_path / FILE).read_bytes(), {each: each.encode() for each in NUMBERS}) == set()
    await desk.customers.forget(ARJUN, "Asha Rao")
    assert await numbers(desk) == []
    assert found((tmp_path / FILE).read_bytes(), secrets) == set()
    assert ARJUN not in await desk.customers.find("9845012377")


async def test_it_is_kept_for_the_days_of_the_settings(desk: Desk) -> None:
    await desk.quotations.tidy()
    assert await numbers(desk) == [1]
    # The service's day is the day after this computer's.
    desk.rules.retention = Retention(None, -3)
    await desk.quotations.tidy()
    assert await numbers(desk) == []


async def test_it_is_kept_until_its_last_trip_in_whatever_order(desk: Desk) -> None:
    days = [desk.reader.today() + timedelta(days=ahead) for ahead in (2, 9, 5)]
    boats = [replace(BOAT, departure=replace(BOAT.departure, day=each)) for each in days]
    await desk.quotations.write([DraftAsRead(each, datetime.now(UTC)) for each in boats])
    store = desk.local_cache.quotations
    assert store is not None
    kept = store.numbered(2)
    assert kept is not None
    assert kept.last_day == days[1]


async def test_a_trip_that_is_over_or_gone_is_said(desk: Desk) -> None:
    with pytest.raises(DeskError, match="is not offered on"):
        await desk.quotations.take_up(1)
    with pytest.raises(DeskError, match="Q-0007 is no longer kept"):
        await desk.quotations.take_up(7)
    past = replace(BOAT, departure=replace(BOAT.departure, day=desk.reader.today() - timedelta(days=9)))
    await desk.quotations.write((DraftAsRead(past, datetime.now(UTC)),))
    with pytest.raises(DeskError, match="The trip of Q-0002 was on"):
        await desk.quotations.take_up(2)


async def test_without_a_price_or_while_it_is_read_nothing_is_written(desk: Desk) -> None:
    with pytest.raises(DeskError, match="The price is being read"):
        await desk.quotations.write((DraftAsRead(BOAT, None),))
    bare = replace(BOAT, departure=replace(BOAT.departure, rates=()))
    with pytest.raises(DeskError, match="needs a fare for each passenger"):
        await desk.quotations.write((DraftAsRead(bare, datetime.now(UTC)),))
    assert await numbers(desk, "q2") == []


async def test_a_file_that_cannot_be_used_hinders_no_search_and_says_why(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    assert await numbers(desk) == []
    with pytest.raises(DeskError, match="The quotations cannot be used"):
        await desk.quotations.write((DraftAsRead(BOAT, datetime.now(UTC)),))
    await desk.quotations.tidy()
