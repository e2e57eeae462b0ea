"""A booking is found by each of its passengers, and nothing of these is kept anywhere else for that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.bookings.passenger_names import LATELY
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import KeptWords, Receipt, Sale
from tests.support.counter import Counter
from tests.support.desk.boat_samples import BOAT_DRAFT, MEERA
from tests.support.proof import beside_others

MULLER, LOPEZ = "J\xfcrgen M\xfcller", "\xc1\xf1gela L\xf3pez N\xfa\xf1ez"


async def _sold(counter: Counter, *people: str) -> Receipt:
    passengers = tuple(
        replace(MEERA, traveler_name=name, id_number=f"BKZPN441{at}C") for at, name in enumerate(people)
    )
    draft: BoatDraft = await counter.boat(
        replace(BOAT_DRAFT, passengers=passengers, customer_name="Asha Rao")
    )
    return await counter.book(draft)


async def _found(counter: Counter, typed: str) -> list[tuple[str, tuple[str, ...]]]:
    page = await counter.desk.bookings.page(Wanted(typed=typed))
    return [(each.booking_ref, each.found_by) for each in page.sales]


async def test_a_passenger_is_found_whatever_accents_and_capitals_are_typed(counter: Counter) -> None:
    ref = (await _sold(counter, MULLER, LOPEZ)).booking_ref
    for typed in ("m\xfcller", "muller", "MULLER", "jur", "muller asha", "muller heron"):
        assert await _found(counter, typed) == [(ref, (MULLER,))], typed
    assert await _found(counter, "nunez ANGELA") == [(ref, (LOPEZ,))]
    assert await _found(counter, "lopez muller") == [(ref, (MULLER, LOPEZ))]
    # The customer's own words need no passenger.
    assert await _found(counter, "asha") == [(ref, ())]
    assert await _found(counter, "mulle qqq") == []


@beside_others
async def test_the_palette_finds_a_passenger(counter: Counter) -> None:
    first = await _sold(counter, MULLER)
    (found,) = await counter.desk.bookings.search("muller", 6)
    assert (found.booking_ref, found.found_by) == (first.booking_ref, (MULLER,))
    second = await _sold(counter, MULLER)
    found = await counter.desk.bookings.search("muller", 6)
    assert [each.booking_ref for each in found] == [second.booking_ref, first.booking_ref]
    assert [each.booking_ref for each in await counter.desk.bookings.search("muller", 1)] == [
        second.booking_ref
    ]
    assert await counter.desk.bookings.search(" ", 6) == ()


@beside_others
async def test_names_are_searched_since_a_day_that_is_told(counter: Counter) -> None:
    await _sold(counter, MULLER)
    today = counter.desk.reader.todays().earliest
    page = await counter.desk.bookings.page(Wanted(typed="nobody"))
    assert (page.sales, page.named_since) == ((), today - LATELY)
    assert (await counter.desk.bookings.page(Wanted())).named_since is None


async def test_who_is_erased_is_not_found_any_more(counter: Counter) -> None:
    ref = (await _sold(counter, MULLER)).booking_ref
    assert await _found(counter, "muller") == [(ref, (MULLER,))]
    asha = KnownCustomer("Asha Rao", BOAT_DRAFT.customer_phone, BOAT_DRAFT.customer_email)
    await counter.desk.customers.forget(asha, "Nina")
    assert await _found(counter, "muller") == []


async def test_names_of_passengers_stand_in_no_file_but_the_journal(counter: Counter) -> None:
    await _sold(counter, "Zyxwvut Qponmlk")
    assert await _found(counter, "zyx")
    holding = {
        each.name
        for each in counter.folder.rglob("*")
        if each.is_file() and b"zyxwvut" in each.read_bytes().lower()
    }
    assert {name.partition(".")[0] for name in holding} == {"journal"}


async def test_pages_hold_each_found_passenger_once(counter: Counter) -> None:
    sold = [(await _sold(counter, MULLER)).booking_ref for _ in range(5)]
    books, found = counter.desk.bookings, list[str]()
    page = await books.page(Wanted(typed="muller"), None, 2)
    found += [each.booking_ref for each in page.sales]
    while page.cursor is not None:
        page = await books.page(Wanted(typed="muller"), page.cursor, 2)
        found += [each.booking_ref for each in page.sales]
    assert found == sold[::-1]


@pytest.mark.parametrize("people", ["", "[", "{}", "[1]", '[{"age": "3"}]', "null"])
def test_what_cannot_be_read_names_nobody(people: str) -> None:
    assert KeptWords("", people).names == ()


def test_a_name_is_read_as_it_was_kept() -> None:
    kept: Sale | KeptWords = KeptWords("", f'[{{"name": "{MULLER}"}}]')
    assert kept.names == (MULLER,)
