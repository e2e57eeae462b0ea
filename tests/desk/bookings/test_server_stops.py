"""Two counters sell while their real PostgreSQL server ends and comes back: nothing is lost."""

from __future__ import annotations

import logging
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Wanted
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer, World
from tests.support.counter import Counter, open_desk, tomorrow_at_ten, until
from tests.support.postgres import Postgres, on_postgres, running_postgres
from tests.support.proof import beside_others
from tests.support.shared_places import postgres_place

pytestmark = on_postgres


@pytest.fixture
def postgres() -> Generator[Postgres]:
    with running_postgres() as server:
        yield server


async def _sell(counter: Counter) -> str:
    outcome = await counter.sell()
    await counter.desk.remember()
    return outcome.booking_ref


async def _seen(counter: Counter) -> list[str]:
    page = await counter.desk.bookings.page(Wanted())
    assert page.trouble == ""
    return sorted(each.booking_ref for each in page.sales)


@beside_others
async def test_sales_go_on_and_each_desk_hands_in_later(
    tmp_path: Path, postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    schema = postgres.fresh_schema()
    with PracticeServer(World(clock=tomorrow_at_ten)) as service:
        one_memory, two_memory = (memory_of(tmp_path / name, name) for name in ("one", "two"))
        async with (
            open_desk(tmp_path / "one", service, local_cache=one_memory) as one,
            open_desk(tmp_path / "two", service, local_cache=two_memory) as two,
        ):
            desks = (one, two)
            for each in desks:
                each.desk.local_cache.sharing.use(partial(postgres_place, postgres, schema, each.desk.name))
                await until(lambda each=each: each.desk.local_cache.sharing.is_there)
            first = [await _sell(each) for each in desks]
            assert await _seen(one) == await _seen(two) == sorted(first)
            with caplog.at_level(logging.CRITICAL):
                postgres.stop()
                later = [await _sell(each) for each in desks]
                # Each desk finds its own, and what the other one did is known again later.
                for each, own in zip(desks, zip(first, later, strict=True), strict=True):
                    assert await _seen(each) == sorted(own)
                    assert each.desk.local_cache.sharing.trouble
                    (sale,) = [
                        sale
                        for sale in (await each.desk.bookings.page(Wanted())).sales
                        if sale.booking_ref == own[1]
                    ]
                    await each.desk.bookings.note(sale.request_id, "voucher_printed")
                postgres.start()
            for each in desks:
                await until(lambda each=each: each.desk.local_cache.sharing.is_there, seconds=30)
                assert each.desk.local_cache.sharing.trouble == ""
            assert await _seen(one) == await _seen(two) == sorted(first + later)
            for sale in (await two.desk.bookings.page(Wanted())).sales:
                notes = one.desk.local_cache.sharing.ask(
                    lambda place, sale=sale: place.register.notes(sale.request_id)
                )
                assert [each.code for each in notes] == [
                    "voucher",
                    *["voucher_printed"] * (sale.booking_ref in later),
                ]
