"""Who is forgotten at a desk is forgotten in the office's database too, be it away or not."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.office_rules import Retention
from app.desk.model.sale import UnknownOutcome
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, open_desk, until
from tests.support.desk.passing_days import Days
from tests.support.proof import beside_others

PRIYA = KnownCustomer("Priya Raman", "9876501234", "priya.raman@example.com")
AT_HOME = replace(PRIYA, name="P. Raman", phone="9000012345")
RAVI = KnownCustomer("Ravi Menon", "9000054321", "ravi@example.com")


@pytest.fixture
def days() -> Days:
    return Days()


@pytest.fixture
def line(tmp_path: Path) -> Line:
    (tmp_path / "server").mkdir()
    return Line(tmp_path / "server")


@pytest.fixture
async def counter(tmp_path: Path, days: Days, line: Line) -> AsyncGenerator[Counter]:
    """A desk that shares."""
    folder = tmp_path / "desk"
    with PracticeServer(World(clock=days.service), Faults()) as server:
        memory = memory_of(folder, "one", is_shared=True)
        async with open_desk(folder, server, local_cache=memory, clock=days.computer) as opened:
            await _share(opened, line)
            yield opened


async def _share(counter: Counter, line: Line) -> None:
    counter.desk.local_cache.sharing.use(line.open)
    await until(lambda: counter.desk.local_cache.sharing.is_there)


async def _sell(counter: Counter, customer: KnownCustomer) -> str:
    draft = replace(
        await counter.draft(),
        customer_name=customer.name,
        customer_phone=customer.phone,
        customer_email=customer.email,
    )
    outcome = await counter.book(draft)
    await counter.desk.remember()
    return outcome.request_id


def _told(counter: Counter) -> dict[str, tuple[str, str, str]]:
    """Whom the office's database names, by the requests of the sales."""
    found = counter.desk.local_cache.sharing.ask(lambda place: place.register.find(Wanted()))
    return {
        each.request_id: (each.customer_name, each.customer_phone, each.customer_email)
        for each in found.sales
    }


def _as_told(customer: KnownCustomer) -> tuple[str, str, str]:
    return customer.name, customer.phone, customer.email


NOBODY = ("", "", "")


@beside_others
@pytest.mark.parametrize("known", [PRIYA, replace(PRIYA, phone="")])
async def test_a_deletion_reaches_every_sale_that_the_own_register_strikes(
    counter: Counter, known: KnownCustomer
) -> None:
    first, second, other = [await _sell(counter, each) for each in (PRIYA, AT_HOME, RAVI)]
    assert _told(counter) == {first: _as_told(PRIYA), second: _as_told(AT_HOME), other: _as_told(RAVI)}
    await counter.desk.customers.forget(known, "Asha")
    assert _told(counter) == {first: NOBODY, second: NOBODY, other: _as_told(RAVI)}
    assert counter.desk.local_cache.sharing.ask(lambda place: place.register.customers("raman")) == ()
    await counter.desk.remember()
    assert _told(counter) == {first: NOBODY, second: NOBODY, other: _as_told(RAVI)}


@beside_others
async def test_a_database_that_was_away_deletes_when_it_is_back(
    counter: Counter, days: Days, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    first, other = [await _sell(counter, each) for each in (PRIYA, RAVI)]
    with caplog.at_level(logging.CRITICAL):
        line.cut()
        await counter.desk.customers.forget(PRIYA, "Asha")
        counter.desk.rules.retention = Retention(30)
        days.passed = 400
        await counter.desk.wallet.read()
        counter.desk.customers.confirm_date("Asha")
        assert "older than 30 days" in sentences(*await counter.desk.remember())
        # As after a start of the program: what waits lies on the disk alone.
        counter.desk.rules.retention = Retention(None)
        counter.desk.local_cache.sharing.use(None)
        line.mend()
        await _share(counter, line)
    assert _told(counter) == {first: NOBODY, other: NOBODY}


@beside_others
async def test_what_is_to_be_forgotten_waits_for_a_database_that_is_set(
    counter: Counter, days: Days, line: Line
) -> None:
    first = await _sell(counter, PRIYA)
    # As at a start, while the key store is asked for the password.
    counter.desk.local_cache.sharing.use(None)
    counter.desk.rules.retention = Retention(30)
    days.passed = 400
    await counter.desk.wallet.read()
    counter.desk.customers.confirm_date("Asha")
    assert "older than 30 days" in sentences(*await counter.desk.remember())
    await _share(counter, line)
    assert _told(counter) == {first: NOBODY}


async def test_a_wish_that_is_cut_short_here_is_known_there(
    counter: Counter, caplog: pytest.LogCaptureFixture
) -> None:
    first = await _sell(counter, PRIYA)
    counter.journal.close()
    with caplog.at_level(logging.CRITICAL), pytest.raises(DeskError, match="could not be deleted everywhere"):
        await counter.desk.customers.forget(PRIYA, "Asha")
    assert _told(counter) == {first: NOBODY}


@beside_others
async def test_age_reaches_the_office_but_for_what_is_open_or_of_others(
    counter: Counter, days: Days, line: Line
) -> None:
    first = await _sell(counter, PRIYA)
    draft = replace(await counter.draft(1, 3), customer_name=AT_HOME.name)
    counter.faults.after_work("create_booking", silent=False)
    lost = await counter.desk.selling.book(await counter.desk.selling.preflight(draft), lambda _: None)
    assert isinstance(lost, UnknownOutcome)
    await counter.desk.remember()
    other = line.open()
    kept = other.register.sale(first)
    assert kept is not None
    other.register.keep([replace(kept, request_id="other-1", booking_ref="OTHER", desk="another")])
    other.close()
    before = _told(counter)
    counter.desk.rules.retention = Retention(30)
    days.passed = 400
    await counter.desk.wallet.read()
    counter.desk.customers.confirm_date("Asha")
    assert "older than 30 days" in sentences(*await counter.desk.remember())
    assert before[first] == before["other-1"] == _as_told(PRIYA)
    assert before[lost.request_id][0] == AT_HOME.name
    assert _told(counter) == {**before, first: NOBODY}
