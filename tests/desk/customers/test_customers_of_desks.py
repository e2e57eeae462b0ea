"""A customer is the office's: shown, handed out and deleted from any desk, and gone from every disk."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import delete

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.customers.delete_question import after_deletion, before_deletion
from app.desk.free_now.seat_watches import Watch
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.store.office.forgotten import secret, struck_at_desk, tombstone
from app.store.office.shared_tables import received
from app.store.register.tables import cancellation, customer, handed, sale, sale_word
from tests.desk.office.test_office_sync import Line
from tests.store.register.test_erasure import all_bytes
from tests.support.counter import Counter, accepted_seats, open_desk, tomorrow_at_ten, until
from tests.support.proof import beside_others

PRIYA = KnownCustomer("Priya Raman", "9876501234", "priya.raman@example.com")
RAVI = KnownCustomer("Ravi Menon", "9000054321", "ravi@example.com")


class Desks(NamedTuple):
    """Two desks of one office."""

    one: Counter
    two: Counter


async def _share(counter: Counter, folder: Path) -> None:
    counter.desk.local_cache.sharing.use(Line(folder, counter.journal.desk).open)
    await until(lambda: counter.desk.local_cache.sharing.is_there)


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncGenerator[Desks]:
    (tmp_path / "server").mkdir()
    with PracticeServer(World(clock=tomorrow_at_ten), Faults()) as server:
        memories = [memory_of(tmp_path / name, name, is_shared=True) for name in ("one", "two")]
        async with (
            open_desk(tmp_path / "one", server, local_cache=memories[0]) as one,
            open_desk(tmp_path / "two", server, local_cache=memories[1]) as two,
        ):
            for each in (one, two):
                await _share(each, tmp_path / "server")
            yield Desks(one, two)


async def _sell(counter: Counter, who: KnownCustomer) -> str:
    draft = replace(
        await counter.draft(0, 1),
        customer_name=who.name,
        customer_phone=who.phone,
        customer_email=who.email,
    )
    receipt = await counter.book(draft)
    await counter.desk.remember()
    return receipt.booking_ref


def _stands(counter: Counter, who: KnownCustomer) -> list[str]:
    """What of a customer stands in any file of a desk's own folder."""
    data = all_bytes(counter.folder).lower()
    return [each for each in (*who.name.split(), who.phone, who.email) if each.lower().encode() in data]


@beside_others
async def test_what_another_desk_has_sold_is_held_too(desks: Desks) -> None:
    refs = [await _sell(desks.one, PRIYA), await _sell(desks.two, PRIYA)]
    await _sell(desks.two, RAVI)
    held = await desks.one.desk.customers.held(PRIYA)
    assert sorted(each.booking_ref for each in held.records) == sorted(refs)
    assert [(each.booking_ref, each.desk) for each in held.records if each.desk] == [
        (refs[1], desks.two.journal.desk)
    ]
    (other,) = [each for each in held.records if each.desk]
    assert (other.state, other.personal["customer_phone"], other.is_ahead) == ("Booked", PRIYA.phone, True)
    assert "in 2 sales and cancellations" in before_deletion(held)
    assert "2 bookings are still to travel" in before_deletion(held)
    cancellation = desks.two.desk.cancellation
    booking, _ = await cancellation.find(refs[1])
    await cancellation.confirm(await accepted_seats(desks.two.desk, booking, other.qty), lambda _: None)
    await desks.two.desk.remember()
    assert "1 booking is still to travel" in before_deletion(await desks.one.desk.customers.held(PRIYA))


async def test_a_desk_that_never_saw_the_customer_deletes_the_other_ones_too(desks: Desks) -> None:
    await _sell(desks.two, PRIYA)
    assert _stands(desks.one, PRIYA) == []
    held = await desks.one.desk.customers.held(PRIYA)
    assert not held.is_nothing
    done = await desks.one.desk.customers.forget(PRIYA, "Asha")
    two = desks.two.journal.desk
    assert (done.records, done.waiting_desks) == (1, (two,))
    assert f"Still on the disk of desk {two}" in after_deletion(done)
    assert (await desks.one.desk.customers.held(PRIYA)).is_nothing


async def test_the_other_desk_erases_it_from_its_own_disk_at_its_next_contact(desks: Desks) -> None:
    await _sell(desks.two, PRIYA)
    await _sell(desks.two, RAVI)
    assert _stands(desks.two, PRIYA) == ["Priya", "Raman", PRIYA.phone, PRIYA.email]
    await desks.one.desk.customers.forget(PRIYA, "Asha")
    assert _stands(desks.two, PRIYA) != []
    await desks.two.desk.remember()
    assert _stands(desks.two, PRIYA) == []
    assert _stands(desks.two, RAVI) != []
    ask = desks.one.desk.local_cache.sharing.ask
    assert ask(lambda place: place.desks_that_hold(PRIYA.phone, PRIYA.email, [desks.two.journal.desk])) == ()
    # Who comes again is a customer as any other.
    await _sell(desks.two, PRIYA)
    await desks.two.desk.remember()
    assert _stands(desks.two, PRIYA) != []


async def test_who_waits_for_seats_at_another_desk_is_erased_there_too(desks: Desks) -> None:
    watches, begun = desks.two.desk.seat_watches, desks.two.desk.reader.now_here() - timedelta(hours=1)
    what = "boat 7", "boat Two islands", "Two islands", begun.date() + timedelta(days=1), None, 4
    waits = [Watch(*what, each.name, each.phone, begun, None) for each in (PRIYA, RAVI)]
    again = replace(waits[0], begun=begun + timedelta(hours=2))
    for each in (*waits, again):
        watches.begin(each)
    await watches.finish()
    await desks.one.desk.customers.forget(PRIYA, "Asha")
    await desks.two.desk.remember()
    assert watches.held == (waits[1], again)


async def test_an_open_outcome_keeps_its_customer_until_it_is_settled(desks: Desks) -> None:
    draft = replace(await desks.two.draft(1, 1), customer_phone=PRIYA.phone, customer_name=PRIYA.name)
    desks.two.faults.after_work("create_booking", silent=False)
    await desks.two.desk.selling.book(await desks.two.desk.selling.preflight(draft), lambda _: None)
    await desks.two.desk.remember()
    done = await desks.one.desk.customers.forget(PRIYA, "Asha")
    assert done.waiting_desks == (desks.two.journal.desk,)
    for _ in range(2):
        await desks.two.desk.remember()
        assert _stands(desks.two, PRIYA) != []
    ask = desks.one.desk.local_cache.sharing.ask
    still = ask(lambda place: place.desks_that_hold(PRIYA.phone, PRIYA.email, [desks.two.journal.desk]))
    assert still == (desks.two.journal.desk,)


@beside_others
@pytest.mark.parametrize("is_lost_at_once", [False, True])
async def test_who_was_forgotten_does_not_come_back_with_a_database_that_was_lost(
    desks: Desks, tmp_path: Path, *, is_lost_at_once: bool
) -> None:
    await _sell(desks.two, PRIYA)
    # The second desk is away, and its sale is not erased on its own disk.
    desks.two.desk.local_cache.sharing.use(None)
    await desks.one.desk.customers.forget(PRIYA, "Asha")
    if not is_lost_at_once:
        await desks.one.desk.remember()
    place = desks.one.desk.local_cache.sharing.ask(lambda place: place)
    with place.office.work() as connection:
        every = (sale_word, sale, cancellation, customer, handed, tombstone, struck_at_desk, received)
        for table in every:
            connection.execute(delete(table))
        connection.execute(secret.update().values(value="00" * 32))
    # Who comes first does not know of it; what it hands in is erased when the other one comes.
    await _share(desks.two, tmp_path / "server")
    await desks.one.desk.bookings.page(Wanted())
    await until(lambda: desks.one.desk.local_cache.sharing.is_there)
    await desks.one.desk.remember()
    found = place.register.bought_by(PRIYA.phone, PRIYA.email)
    assert found == ()
    await desks.two.desk.remember()
    assert _stands(desks.two, PRIYA) == []
