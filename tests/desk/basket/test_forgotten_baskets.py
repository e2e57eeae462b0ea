"""A customer who is forgotten goes from the baskets too, damaged ones included; never while one is open."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.basket.baskets import FILE
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.office_rules import Retention
from app.desk.model.sale import Draft, NotSold, UnknownOutcome
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from tests.desk.customers import test_customers_of_desks as offices
from tests.desk.customers.test_customers_of_desks import PRIYA, RAVI, Desks
from tests.store.register.test_erasure import all_bytes
from tests.support.canaries import found
from tests.support.counter import Counter, open_desk
from tests.support.desk.boat_samples import BOAT_DRAFT, MEERA
from tests.support.desk.passing_days import Days
from tests.support.desk.virtual_time import nobody

desks = offices.desks
"""Two desks of one office."""
SECRETS = {
    "name": b"Priya Raman",
    "phone": b"9876501234",
    "e-mail": b"priya.raman@example.com",
}


@pytest.fixture
def days() -> Days:
    """Time that goes on by days."""
    return Days()


@pytest.fixture
async def counter(tmp_path: Path, days: Days) -> AsyncGenerator[Counter]:
    """A desk that remembers, where Priya Raman has bought something."""
    folder = tmp_path / "desk"
    with PracticeServer(World(clock=days.service), Faults()) as server:
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as opened:
            await opened.sell()
            await opened.desk.remember()
            yield opened


def _left(counter: Counter) -> set[str]:
    return {name for name, _ in found(all_bytes(counter.folder), SECRETS)}


async def _forget(counter: Counter) -> None:
    await counter.desk.baskets.finish()
    await counter.desk.customers.forget(PRIYA, "Asha")


async def test_a_customer_goes_with_baskets_open_beside_and_damaged(counter: Counter) -> None:
    baskets = counter.desk.baskets
    other = await counter.boat(replace(BOAT_DRAFT, passengers=(MEERA,)))
    baskets.put(await counter.draft())
    baskets.put_aside()
    # The same people, written otherwise.
    draft = await counter.draft()
    for phone, email in (("+91 98765-01234", ""), ("9000022222", " Priya.Raman@Example.com")):
        baskets.put(replace(draft, customer_name="P.", customer_phone=phone, customer_email=email))
        baskets.put_aside()
    # Somebody else's, in which she travels.
    person = replace(MEERA, traveler_name="PRIYA  raman")
    baskets.put(replace(other, passengers=(MEERA, person)))
    baskets.put_aside()
    baskets.put(replace(await counter.draft(1), customer_name="Other", customer_phone="9000011111"))
    baskets.put_aside()
    stays = baskets.put(other)
    await baskets.finish()
    (counter.folder / FILE).with_name("baskets-damaged-3.json").write_bytes(b'{"Priya Raman"')
    (counter.folder / FILE).with_name("baskets.new").write_bytes(b"9876501234")
    assert _left(counter) == set(SECRETS)
    await _forget(counter)
    assert _left(counter) == set()
    assert (baskets.open, baskets.beside) == (stays, ())


async def test_a_phone_without_digits_is_nobodys(counter: Counter) -> None:
    draft = replace(await counter.draft(1), customer_name="Nobody", customer_phone="none", customer_email="")
    stays = counter.desk.baskets.put(draft)
    await counter.desk.baskets.finish()
    other = KnownCustomer("Mail Alone", "", "mail.alone@example.com")
    await counter.desk.customers.forget(other, "Asha")
    assert counter.desk.baskets.open == stays


async def test_a_basket_stays_while_the_outcome_of_an_item_is_unknown(counter: Counter) -> None:
    desk = counter.desk
    draft = await counter.draft(1)
    counter.faults.cut_request("create_booking", 200)
    unsent = await desk.selling.book(await desk.selling.preflight(draft), nobody)
    assert isinstance(unsent, NotSold)
    # The item takes the number of the order that was never sent, under whose intent it is journalled.
    key = desk.baskets.put(draft).items[0].key
    (look,) = await desk.basket_booking.look(desk.baskets.held[0].items, lambda _: None)
    assert look.preflight is not None
    counter.faults.before_work("create_booking", silent=False)
    end = await desk.basket_booking.book(desk.baskets.held[0], {key: look.preflight}, _unwatched)
    assert isinstance(end.unknown, UnknownOutcome)
    await _forget(counter)
    assert desk.baskets.open is not None
    await desk.baskets.finish()
    assert found((counter.folder / FILE).read_bytes(), SECRETS)


async def test_baskets_of_trips_that_are_over_go_in_time(counter: Counter, days: Days) -> None:
    desk = counter.desk
    desk.baskets.put(await counter.draft(1))
    desk.baskets.put_aside()
    bare = replace(_of(await counter.draft(1), RAVI), slot=None)
    stays = desk.baskets.put(bare)
    await desk.baskets.finish()
    desk.rules.retention = Retention(1)
    days.passed = 3
    await desk.wallet.read()
    await desk.remember()
    assert (desk.baskets.open, desk.baskets.beside) == (stays, ())
    assert _left(counter) == set()


async def test_whom_another_desk_forgets_goes_from_the_baskets_here_at_the_next_contact(
    desks: Desks,
) -> None:
    one, two = desks
    for who in (PRIYA, RAVI):
        two.desk.baskets.put(_of(await two.draft(), who))
        two.desk.baskets.put_aside()
    await two.desk.baskets.finish()
    await one.book(_of(await one.draft(), PRIYA))
    await one.desk.remember()
    await one.desk.customers.forget(PRIYA, "Asha")
    await two.desk.remember()
    assert [each.items[0].draft.customer_name for each in two.desk.baskets.beside] == [RAVI.name]
    assert found(all_bytes(two.folder), SECRETS) == set()
    # Who comes again is a customer as any other, however often the wish is read.
    two.desk.baskets.put(_of(await two.draft(), PRIYA))
    await two.desk.remember()
    assert two.desk.baskets.open is not None
    await two.desk.baskets.finish()


def _of(draft: Draft, who: KnownCustomer) -> Draft:
    return replace(draft, customer_name=who.name, customer_phone=who.phone, customer_email=who.email)


def _unwatched(_key: str, _told: object) -> None:
    """Nobody watches."""
