"""The counter lets through exactly what the service takes, in every mixture of flags and documents."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest

from app.desk.model.boats import BoatDraft, Departure, Document, Identity, Passenger
from app.desk.model.errors import DeskError
from app.desk.model.sale import Preflight, Progress, Receipt
from app.desk.passengers.doubts import as_it_is
from app.desk.sale.validation import problems
from app.practice import Faults, PracticeServer, World
from app.practice.world.catalogue import IdentityFlags
from tests.support.counter import AS_ON, Counter, open_desk, tomorrow_at_ten
from tests.support.desk.boat_samples import COPY
from tests.support.proof import few

TRIP = "Jolly Buoy day trip"


@pytest.fixture
async def counter(tmp_path: Path) -> AsyncGenerator[Counter]:
    """A desk at work."""
    server = PracticeServer(World(like=AS_ON, clock=tomorrow_at_ten), Faults())
    with server:
        async with open_desk(tmp_path / "desk", server) as opened:
            await opened.desk.wallet.read()
            opened.world.set_wallet(cash=10_000_000)
            yield opened


def _ignore(_: Progress) -> None:
    """Nobody watches."""


def _passengers() -> list[Passenger]:
    """Every mixture of nationality, kind of document, number and copy, and a copy that is too large."""
    large = Document("large.jpg", bytes(1_500_000), "JPEG")
    cells = product(
        ("INDIAN", "GERMAN"), ("", "VOTER ID", "PASSPORT"), ("", "C4VX8T2K1"), (None, COPY, large)
    )
    return [
        Passenger("Jana Vogel", "34", "FEMALE", nation, kind, number, copy)
        for nation, kind, number, copy in cells
    ]


async def _departure(counter: Counter) -> Departure:
    found = await counter.desk.catalogue.departures(counter.desk.reader.today() + timedelta(days=1))
    return next(each for each in found.departures if each.trip_name == TRIP)


async def _is_taken(counter: Counter, preflight: Preflight, draft: BoatDraft, number: int) -> bool:
    """Whether the service itself books it, whatever the counter thinks of it."""
    customer = replace(draft, customer_phone=f"98765{number:05}")
    fresh = replace(preflight, draft=customer, intent_id=f"intent {number}", blocked="")
    try:
        return isinstance(await counter.desk.selling.book(fresh, _ignore), Receipt)
    except DeskError:
        return False


@pytest.mark.parametrize("asked", few(map("".join, product("yn", repeat=3))))
async def test_the_counter_takes_what_the_service_takes(counter: Counter, asked: str) -> None:
    flags = [each == "y" for each in asked]
    departure = await _departure(counter)
    counter.world.set_flags(int(departure.schedule_id), IdentityFlags(*flags))
    seen = await counter.desk.reader.departure(departure)
    assert seen.identity == Identity(*flags)
    good = BoatDraft(
        seen,
        (Passenger("Jana Vogel", "34", "FEMALE", "GERMAN", "PASSPORT", "C4VX8T2K1", COPY),),
        "Jana Vogel",
        "9876500000",
        "jana@example.com",
    )
    preflight = await counter.desk.selling.preflight(good)
    counter.world.leave_seats(int(seen.schedule_id), 60, day=seen.day)
    for number, passenger in enumerate(_passengers()):
        # What is unusual, such as this number of a voter's card, is booked as it is.
        draft = replace(good, passengers=(as_it_is(passenger, "id_number"),))
        allowed = not problems(draft, counter.desk.reader.today())
        taken = await _is_taken(counter, preflight, draft, number)
        assert allowed == taken, (flags, passenger)
