"""Who sold and who cancelled: from the order to the register, to the other desks, and past a deletion."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.refund_quote import booking_of
from app.desk.customers.export import as_json
from app.desk.day_close.other_desks_rows import rows_of_others
from app.desk.day_close.rows import day_rows
from app.desk.model.sale import Sale
from app.lifecycle.connection import memory_of
from tests.support.counter import Counter, accepted_seats, open_counter, until
from tests.support.desk.all_sales import all_sales
from tests.support.shared_places import sqlite_place

PRIYA = KnownCustomer("Priya Raman", "9876501234", "priya.raman@example.com")


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk with Asha on duty."""
    folder = tmp_path / "desk"
    async with open_counter(folder, local_cache=memory_of(folder, "one")) as opened:
        await opened.desk.day_close.duty.add("Asha", "1111")
        await opened.desk.day_close.duty.take_over("1111")
        yield opened


async def _sell(counter: Counter) -> Sale:
    desk = counter.desk
    receipt = await counter.sell()
    return next(each for each in all_sales(desk.bookings) if each.booking_ref == receipt.booking_ref)


async def _cancel(counter: Counter, sale: Sale) -> None:
    accepted = await accepted_seats(counter.desk, booking_of(sale), 1)
    await counter.desk.cancellation.confirm(accepted, lambda _: None)
    await counter.desk.remember()


async def test_the_clerk_of_a_sale_stands_in_the_register_and_at_the_other_desks(
    counter: Counter, tmp_path: Path
) -> None:
    sale = await _sell(counter)
    assert sale.clerk == "Asha"
    await _cancel(counter, sale)
    (kept,) = (await counter.desk.bookings.page(Wanted())).sales
    assert kept.clerk == "Asha"
    (tmp_path / "server").mkdir()
    sharing = counter.desk.local_cache.sharing
    sharing.use(partial(sqlite_place, tmp_path / "server", counter.journal.desk))
    await until(lambda: sharing.is_there)
    since = sale.sold_at - timedelta(hours=1)
    rows = rows_of_others(sharing, "another desk")(since, since + timedelta(days=1)).rows
    assert [row.clerk for row in rows] == ["Asha", "Asha"]
    assert [row.clerk for row in day_rows(counter.journal.attempts())] == ["Asha", "Asha"]


async def test_the_day_knows_its_clerk_when_the_customer_is_deleted(counter: Counter) -> None:
    await _cancel(counter, await _sell(counter))
    await counter.desk.customers.forget(PRIYA, "Ravi")
    await counter.desk.remember()
    assert not any("customer_name" in each.private for each in counter.journal.attempts())
    assert [row.clerk for row in day_rows(counter.journal.attempts())] == ["Asha", "Asha"]
    (kept,) = (await counter.desk.bookings.page(Wanted())).sales
    assert (kept.clerk, kept.customer_name) == ("Asha", "")


async def test_a_customer_is_not_told_who_was_on_duty(counter: Counter) -> None:
    await _cancel(counter, await _sell(counter))
    told = as_json(await counter.desk.customers.held(PRIYA))
    assert [len(json.loads(told)[part]) for part in ("sales", "cancellations")] == [1, 1]
    assert "Asha" not in told
