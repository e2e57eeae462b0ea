"""Customers: found, shown, exported, deleted on request and forgotten in time; the money stays."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest

from app.api.client import PartnerClient
from app.desk.bookings.booking_values import Wanted
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.cancellation.open_cancellation import OpenCancellation
from app.desk.cancellation.refund_quote import Booking
from app.desk.customers.delete_question import before_deletion
from app.desk.customers.export import as_json, as_text, write_export
from app.desk.customers.values import Held
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.formats import sentences
from app.desk.model.office_rules import Retention
from app.desk.model.sale import KeptWords, NotSold, Progress, Receipt, Sale, UnknownOutcome
from app.desk.payment.unknown_outcome_values import Decision
from app.lifecycle.connection import memory_of
from app.practice import Faults, PracticeServer, World
from app.practice.service.faults import CONFIRM
from app.store.journal.states import Kind, State
from tests.store.register.test_erasure import all_bytes
from tests.support.counter import Counter, accepted_seats, open_counter, open_desk, tomorrow_at_ten
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import ARJUN, ISHAAN, MEERA
from tests.support.desk.passing_days import Days
from tests.support.desk.samples import HELD
from tests.support.proof import beside_others

PRIYA = KnownCustomer("Priya Raman", "9876501234", "priya.raman@example.com")
NAIR = KnownCustomer("Arjun Nair", "9845012377", "arjun.nair@example.com")


@pytest.fixture
def days() -> Days:
    """Time that goes on by days."""
    return Days()


@pytest.fixture
async def counter(tmp_path: Path, days: Days) -> AsyncGenerator[Counter]:
    """A desk that remembers."""
    folder = tmp_path / "desk"
    with PracticeServer(World(clock=days.service), Faults()) as server:
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as opened:
            yield opened


def _ignore(_: Progress) -> None:
    """Nobody watches."""


async def _sell(counter: Counter, customer: KnownCustomer = PRIYA, qty: int = 2) -> Receipt:
    draft = replace(
        await counter.draft(qty=qty),
        customer_name=customer.name,
        customer_phone=customer.phone,
        customer_email=customer.email,
    )
    receipt = await counter.book(draft)
    await counter.desk.remember()
    return receipt


async def _lose(counter: Counter) -> UnknownOutcome:
    draft = await counter.draft(1, 3)
    counter.faults.after_work("create_booking", silent=False)
    lost = await counter.desk.selling.book(await counter.desk.selling.preflight(draft), _ignore)
    assert isinstance(lost, UnknownOutcome)
    return lost


async def _sail(counter: Counter, customer: KnownCustomer, *people: str) -> Receipt:
    """A boat with these people of the samples, kept as a party."""
    draft = await _boat(counter, customer, *people)
    receipt = await counter.book(draft)
    await counter.desk.local_cache.keep_party(draft)
    await counter.desk.remember()
    return receipt


async def _order(counter: Counter, customer: KnownCustomer, *people: str) -> object:
    selling = counter.desk.selling
    return await selling.book(await selling.preflight(await _boat(counter, customer, *people)), _ignore)


async def _boat(counter: Counter, customer: KnownCustomer, *people: str) -> BoatDraft:
    desk = counter.desk
    await desk.wallet.read()
    day = desk.reader.today() + timedelta(days=1)
    departures = (await desk.catalogue.departures(day)).departures
    departure = next(each for each in departures if each.boat_name == "MV Sea Heron")
    known = {"Arjun": ARJUN, "Meera": MEERA, "Ishaan": ISHAAN}
    passengers = tuple(known[each] for each in people)
    return BoatDraft(departure, passengers, customer.name, customer.phone, customer.email)


def _stands(counter: Counter, customer: KnownCustomer) -> list[str]:
    """What of a customer stands in any file of the folder."""
    data = all_bytes(counter.folder).lower()
    texts = (*customer.name.split(), customer.phone, customer.email)
    return [each for each in texts if each.lower().encode() in data]


async def test_a_customer_is_deleted_everywhere_and_the_books_stay(counter: Counter) -> None:
    await _sell(counter)
    await _sail(counter, PRIYA, "Meera", "Ishaan")
    await _sail(counter, NAIR, "Arjun", "Meera")
    assert _stands(counter, PRIYA) == ["Priya", "Raman", PRIYA.phone, PRIYA.email]
    before = all_sales(counter.desk.bookings)
    assert [each.customer_name for each in before] == [NAIR.name, PRIYA.name, PRIYA.name]
    (found,) = await counter.desk.customers.find("98765")
    forgotten = await counter.desk.customers.forget(found, "Asha")
    assert (forgotten.records, forgotten.parties, forgotten.kept_open) == (2, 1, 0)
    assert _stands(counter, PRIYA) == []
    assert _stands(counter, NAIR) == ["Arjun", "Nair", NAIR.phone, NAIR.email]
    bare = list(map(_bare, before))
    after = all_sales(counter.desk.bookings)
    assert list(map(_bare, after)) == bare
    assert (after[1].customer_name, after[1].customer_phone, after[1].customer_email) == ("", "", "")
    assert [each.customer_name for each in after] == [NAIR.name, "", ""]
    assert await counter.desk.local_cache.customers("98765") == ()
    assert [each.name for each in await counter.desk.local_cache.parties(counter.desk.reader.today())] == [
        NAIR.name
    ]
    # What is filled again from the journal does not know the customer either.
    await counter.desk.remember()
    assert _stands(counter, PRIYA) == []
    (known, *_) = await counter.desk.bookings.search(before[-1].booking_ref, 20)
    assert known.customer_name == ""


async def test_what_the_service_said_of_a_customer_is_shown_handed_out_and_deleted(counter: Counter) -> None:
    books, book = counter.desk.bookings, counter.desk.customers
    own = await _sail(counter, PRIYA, "Meera", "Ishaan")
    with_others = await _sail(counter, NAIR, "Arjun", "Meera")
    (known,) = (await books.page(Wanted(typed=own.booking_ref))).sales
    await books.check(known)
    await books.look_up(with_others.booking_ref, is_boat=True)
    assert b"Ishaan" in (counter.folder / "register.db").read_bytes() + _beside(counter)
    (record,) = (await book.held(PRIYA)).sales
    travellers = cast("list[dict[str, str]]", record.personal["service_travellers"])
    assert [each["name"] for each in travellers] == ["Meera Nair", "Ishaan Nair"]
    assert "Passengers as the service told them: Meera Nair" in as_text(await book.held(PRIYA))
    await book.forget(PRIYA, "Asha")
    await counter.desk.remember()
    assert b"Ishaan" not in all_bytes(counter.folder)
    assert "Arjun" in _stands(counter, NAIR)
    (bare,) = (await books.page(Wanted(typed=own.booking_ref))).sales
    assert (await books.about(bare)).reading is None
    # What is asked after that is shown, and not kept.
    told = await books.check(bare)
    assert told.reading is not None
    assert [each.name for each in told.reading.travellers] == ["Meera Nair", "Ishaan Nair"]
    assert b"Ishaan" not in all_bytes(counter.folder)
    books.forget(Nobody(), (), "a test")
    assert (await books.about(bare)).reading is None


class Nobody:
    """Strikes out nobody."""

    def in_register(self, register: object, /) -> None:
        """Leaves it as it is."""

    def in_parties(self, parties: object, /) -> None:
        """Leaves them as they are."""

    def in_quotations(self, quotations: object, /) -> None:
        """Leaves them as they are."""


def _bare(sale: Sale) -> Sale:
    return replace(sale, customer_name="", customer_phone="", customer_email="", kept=KeptWords())


def _beside(counter: Counter) -> bytes:
    return (counter.folder / "register.db-wal").read_bytes()


async def test_who_is_known_by_an_e_mail_address_alone_is_deleted_too(counter: Counter) -> None:
    await _sell(counter)
    known = KnownCustomer(PRIYA.name, "", PRIYA.email)
    assert (await counter.desk.customers.forget(known, "Asha")).records == 1
    assert [each.customer_name for each in all_sales(counter.desk.bookings)] == [""]


async def test_an_open_outcome_keeps_its_customer_and_is_told(counter: Counter) -> None:
    await _sell(counter)
    lost = await _lose(counter)
    book = counter.desk.customers
    held = await book.held(PRIYA)
    assert [(each.request_id, each.is_open) for each in held.open] == [(lost.request_id, True)]
    forgotten = await book.forget(PRIYA, "Asha")
    assert (forgotten.records, forgotten.kept_open) == (1, 1)
    assert [each.customer_name for each in all_sales(counter.desk.bookings)] == ["Priya Raman", ""]
    (left,) = (await book.held(PRIYA)).records
    assert left.is_open
    attempt = next(each for each in counter.journal.attempts() if each.request_id == lost.request_id)
    counter.journal.append_to(attempt, State.RESOLVED_NOT_BOOKED, {}, Decision("Asha", "no such PNR").people)
    await book.forget(PRIYA, "Asha")
    assert _stands(counter, PRIYA) == []
    # Who decided, and why, is the counter's own.
    assert b"no such PNR" in all_bytes(counter.folder)


async def test_a_sale_with_an_open_cancellation_stays_as_it_is(counter: Counter) -> None:
    receipt = await _sell(counter)
    await _sell(counter, qty=1)
    desk = counter.desk
    accepted = await accepted_seats(desk, Booking(receipt.booking_ref, is_boat=False, qty=2), 1)
    counter.faults.after_work(CONFIRM, silent=False)
    assert isinstance(await desk.cancellation.confirm(accepted, _ignore), OpenCancellation)
    held = await desk.customers.held(PRIYA)
    assert sorted(each.is_cancellation for each in held.open) == [False, True]
    forgotten = await desk.customers.forget(PRIYA, "Asha")
    assert (forgotten.records, forgotten.kept_open) == (1, 2)
    assert await desk.local_cache.customers("98765") == (PRIYA,)


async def test_a_booking_that_is_cancelled_as_a_whole_is_not_still_to_travel(counter: Counter) -> None:
    desk, first, second = counter.desk, await _sell(counter), await _sell(counter)
    for ref, qty in ((first.booking_ref, 2), (second.booking_ref, 1)):
        accepted = await accepted_seats(desk, Booking(ref, is_boat=False, qty=2), qty)
        await desk.cancellation.confirm(accepted, _ignore)
    held = await desk.customers.held(PRIYA)
    assert {each.booking_ref for each in held.records if each.is_ahead} == {second.booking_ref}
    assert "1 booking is still to travel" in before_deletion(held)


@beside_others
async def test_a_traveller_leaves_the_parties_of_others_and_their_past_bookings(
    counter: Counter, days: Days
) -> None:
    await _sell(counter, NAIR)
    await _sail(counter, PRIYA, "Arjun", "Meera", "Ishaan")
    book = counter.desk.customers
    held = await book.held(NAIR)
    (party,) = held.parties
    assert not party.is_own
    assert [each["name"] for each in party.people] == ["Arjun Nair"]
    first = await book.forget(NAIR, "Asha")
    names_travellers = bool(first.kept_ahead)
    (left,) = await counter.desk.local_cache.parties(counter.desk.reader.today())
    assert [each.traveler_name for each in left.passengers] == ["Meera Nair", "Ishaan Nair"]
    days.passed = 9
    await counter.desk.wallet.read()
    again = await book.forget(NAIR, "Asha")
    assert (again.kept_ahead, names_travellers) == (0, names_travellers)
    assert "Arjun" not in _stands(counter, NAIR)
    assert await counter.desk.local_cache.customers("98765") == (PRIYA,)


@beside_others
@pytest.mark.parametrize("kept", [0, 30])
async def test_the_database_holds_what_the_rule_allows_and_no_more(
    counter: Counter, days: Days, kept: int
) -> None:
    sold = await _sell(counter)
    await _lose(counter)
    sailed = await _sail(counter, NAIR, "Arjun", "Meera")
    counter.desk.rules.retention = Retention(kept)
    # Both the day of the travel and the days that are kept behind it.
    days.passed = kept
    await counter.desk.wallet.read()
    counter.desk.customers.confirm_date("Asha")
    assert await counter.desk.remember() == ()
    assert "Priya" in _stands(counter, PRIYA)
    assert _stands(counter, NAIR) == ["Arjun", "Nair", NAIR.phone, NAIR.email]
    days.passed = kept + 3
    await counter.desk.wallet.read()
    told = sentences(*await counter.desk.remember())
    assert told == f"2 customers, older than {kept} days, erased as set in Settings."
    assert _stands(counter, NAIR) == []
    told = {each.state: each.customer_name for each in all_sales(counter.desk.bookings)}
    assert told == {"Outcome not known": "Priya Raman", "Booked": ""}
    for each in (sold, sailed):
        found = await counter.desk.bookings.search(each.booking_ref, 20)
        assert [(known.booking_ref, known.customer_name) for known in found] == [(each.booking_ref, "")]


async def test_without_a_rule_nothing_is_forgotten(counter: Counter, days: Days) -> None:
    await _sell(counter)
    days.passed = 4000
    await counter.desk.wallet.read()
    assert await counter.desk.remember() == ()
    assert await counter.desk.local_cache.customers("98765") == (PRIYA,)


async def test_nothing_is_erased_before_the_service_has_told_its_time(
    counter: Counter, days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _sell(counter)
    counter.desk.rules.retention = Retention(0)
    days.passed = 5
    with monkeypatch.context() as patched:
        patched.setattr(PartnerClient, "service_offset", None)
        assert await counter.desk.remember() == ()
    assert "Priya" in _stands(counter, PRIYA)
    assert await counter.desk.remember() != ()
    assert _stands(counter, PRIYA) == []


@pytest.mark.parametrize("ahead", [365, -365])
async def test_a_clock_that_is_a_year_wrong_erases_no_customer(
    counter: Counter, days: Days, ahead: int
) -> None:
    await _sell(counter)
    await _sail(counter, NAIR, "Arjun", "Meera")
    counter.desk.rules.retention = Retention(0)
    days.passed = ahead
    # The service's clock is right.
    days.service = tomorrow_at_ten
    await counter.desk.wallet.read()
    assert await counter.desk.remember() == ()
    assert (_stands(counter, PRIYA)[0], _stands(counter, NAIR)[0]) == ("Priya", "Arjun")


async def test_a_date_far_from_the_last_work_is_confirmed_first(tmp_path: Path, days: Days) -> None:
    folder = tmp_path / "desk"
    with PracticeServer(World(clock=days.service), Faults()) as server:
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as counter:
            await _sell(counter)
        days.passed = 40
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as counter:
            customers = counter.desk.customers
            counter.desk.rules.retention = Retention(30)
            await counter.desk.wallet.read()
            assert await counter.desk.remember() == ()
            assert customers.doubt.startswith("Today is ")
            assert "Priya" in _stands(counter, PRIYA)
            customers.confirm_date("Asha")
            told = await counter.desk.remember()
            assert sentences(*told) == "1 customer, older than 30 days, erased as set in Settings."
            assert customers.doubt == ""
            assert _stands(counter, PRIYA) == []


@pytest.mark.parametrize(("passed", "is_doubted"), [(0, False), (-1, False), (-3, True)])
async def test_work_in_the_future_of_the_clock_is_asked_about_first(
    tmp_path: Path, days: Days, passed: int, *, is_doubted: bool
) -> None:
    folder = tmp_path / "desk"
    with PracticeServer(World(clock=days.service), Faults()) as server:
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as counter:
            await _sell(counter)
        days.passed = passed
        async with open_desk(folder, server, local_cache=memory_of(folder), clock=days.computer) as counter:
            counter.desk.rules.retention = Retention(30)
            await counter.desk.wallet.read()
            await counter.desk.remember()
            assert (counter.desk.customers.doubt != "") is is_doubted


async def test_a_rule_is_applied_once_a_day(counter: Counter, days: Days) -> None:
    await _sell(counter)
    counter.desk.rules.retention = Retention(0)
    days.passed = 5
    await counter.desk.wallet.read()
    await counter.desk.remember()
    written = (counter.folder / "journal.sqlite").stat().st_mtime_ns
    await counter.desk.remember()
    assert (counter.folder / "journal.sqlite").stat().st_mtime_ns == written


async def test_who_was_refused_is_found_by_phone_or_e_mail_and_deleted(counter: Counter) -> None:
    await _sell(counter)
    other = KnownCustomer("Ravi Menon", "9000012345", "ravi@example.com")
    for request in ("a", "b"):
        journal = counter.journal
        private = {"customer_name": other.name, "customer_phone": other.phone, "customer_email": other.email}
        made = journal.append(
            intent_id=request,
            attempt=1,
            request_id=journal.new_request_id(),
            kind=Kind.CREATE,
            state=State.PREPARED,
            facts={"title": "Sea walk"},
            private=private,
        )
        attempt = next(each for each in journal.attempts() if each.entries[0] is made)
        journal.append_to(attempt, State.REJECTED, {})
    book = counter.desk.customers
    assert await book.find("rav") == ()
    assert await book.find("+91 90000 12345") == (other,)
    assert await book.find("RAVI@example.com") == (other,)
    held = await book.held(other)
    assert [each.state for each in held.sales] == ["Refused by the service"] * 2
    assert (await book.forget(other, "Asha")).records == 2
    assert _stands(counter, other) == []
    assert (await book.held(other)).is_nothing


@beside_others
async def test_a_deletion_that_stops_on_its_way_says_so_and_goes_on(counter: Counter) -> None:
    await _sell(counter)
    await _sail(counter, PRIYA, "Meera", "Ishaan")
    await _sail(counter, NAIR, "Arjun", "Meera")
    book, parties = counter.desk.customers, counter.folder / "parties"
    parties.joinpath("parties.new").mkdir()
    with pytest.raises(DeskError) as caught:
        await book.forget(PRIYA, "Asha")
    assert "could not be deleted everywhere" in str(caught.value.advice)
    # What the next try needs to find the rest still stands in the journal.
    assert _stands(counter, PRIYA) == ["Priya", "Raman", PRIYA.phone, PRIYA.email]
    assert await counter.desk.local_cache.customers("98765") == ()
    parties.joinpath("parties.new").rmdir()
    await book.forget(PRIYA, "Asha")
    assert _stands(counter, PRIYA) == []
    parties.joinpath("parties.json").unlink()
    parties.joinpath("parties.json").mkdir()
    counter.desk.rules.retention = Retention(0)
    assert "could not be deleted" in sentences(*await counter.desk.remember())
    with pytest.raises(DeskError):
        await book.forget(NAIR, "Asha")


async def test_a_journal_in_doubt_erases_nothing(counter: Counter) -> None:
    await _sell(counter)
    counter.journal.close()
    with pytest.raises(DeskError) as caught:
        await counter.desk.customers.forget(PRIYA, "Asha")
    assert ("Reason", "The journal on this disk erases nothing. Start the counter again.") in (
        caught.value.advice.details
    )
    assert "Priya" in _stands(counter, PRIYA)


# What is handed out


async def test_an_export_holds_exactly_what_is_held(counter: Counter) -> None:
    sold = await _sell(counter)
    await _sail(counter, PRIYA, "Meera", "Ishaan")
    await _sail(counter, NAIR, "Arjun", "Meera")
    accepted = await accepted_seats(counter.desk, Booking(sold.booking_ref, is_boat=False, qty=2), 1)
    await counter.desk.cancellation.confirm(accepted, _ignore)
    held = await counter.desk.customers.held(PRIYA)
    told = json.loads(as_json(held))
    assert told["customer"] == {"name": PRIYA.name, "phone": PRIYA.phone, "email": PRIYA.email}
    assert [len(told[part]) for part in ("sales", "cancellations", "parties")] == [2, 1, 1]
    private = {each.request_id: each.private for each in counter.journal.attempts()}
    for record in (*told["sales"], *told["cancellations"]):
        kept = private[record["request_id"]]
        assert set(record["personal"]) == set(kept) - {"quote", "voucher"}
        for name, value in record["personal"].items():
            assert value == kept[name] or value == json.loads(str(kept[name]))
    assert told["parties"][0]["people"][0] == {
        "name": "Meera Nair",
        "age": "38",
        "gender": "FEMALE",
        "nationality": "INDIAN",
    }
    everything = as_json(held) + as_text(held)
    for secret in ("Arjun", NAIR.phone, MEERA.id_number, "debit", "wallet", "net_"):
        assert secret not in everything
    text = as_text(held)
    for line in ("Name: Priya Raman", f"PNR: {sold.booking_ref}", "Customer pays: INR "):
        assert line in text
    assert "Saved under the customer's name" in text


async def test_both_files_are_for_this_user_alone_and_nothing_is_written_over(
    counter: Counter, tmp_path: Path
) -> None:
    await _sail(counter, NAIR, "Arjun", "Meera")
    other = replace(NAIR, name="Meera Nair", phone="9000000001", email="")
    held = await counter.desk.customers.held(other)
    first, second = write_export(held, tmp_path), write_export(held, tmp_path)
    names = [path.name for path in (*first, *second)]
    stem = f"customer-data-{held.read_at:%Y-%m-%d}"
    assert names == [f"{stem}.json", f"{stem}.txt", f"{stem}-2.json", f"{stem}-2.txt"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in first)
    text = first[1].read_text(encoding="utf-8")
    assert "Somebody of this name in a party of others" in text
    assert "Meera Nair, 38, FEMALE, INDIAN" in text
    assert "Arjun" not in text
    # Of cancellations, of sales and of quotations.
    assert text.count("None.") == 3


def test_travellers_are_told_as_a_person_reads_them() -> None:
    record = replace(
        HELD,
        is_cancellation=True,
        state="Cancelled and credited",
        personal={
            "traveller_ids": {"Meera Nair": 7, "Arjun Nair": 8},
            "chosen": [{"name": "Meera Nair", "age": "38", "status": "", "traveller_id": None}],
            "before": None,
            "reason": "ill\r\nPNR: forged",
        },
    )
    text = as_text(Held(PRIYA, HELD.at, (record,), ()))
    assert "Passengers: Meera Nair (7), Arjun Nair (8)\n" in text
    assert "Passengers cancelled: Meera Nair, 38\n" in text
    assert "Reason: ill PNR: forged\n" in text
    assert "before" not in text
    assert "Travel:" not in text


async def test_a_desk_that_remembers_nothing_deletes_from_its_journal(tmp_path: Path) -> None:
    async with open_counter(tmp_path) as counter:
        await _sell(counter)
        assert await counter.desk.customers.find("9876501234") == (PRIYA,)
        await counter.desk.customers.forget(PRIYA, "Asha")
        assert _stands(counter, PRIYA) == []


def _people(sale: Sale) -> str:
    return sale.kept.people


async def test_a_traveller_is_forgotten_on_the_voucher_of_another_customer(
    counter: Counter, days: Days
) -> None:
    # Meera buys with her own number, and once travelled on Arjun's booking.
    meera = replace(PRIYA, name=MEERA.traveler_name)
    await _sail(counter, NAIR, "Arjun", "Meera")
    await _sail(counter, meera, "Meera")
    assert ["Meera" in _people(each) for each in all_sales(counter.desk.bookings)] == [True, True]
    days.passed += 3
    await counter.desk.wallet.read()
    await counter.desk.customers.forget(meera, "Asha")
    own, other = all_sales(counter.desk.bookings)
    assert (own.kept, own.customer_name) == (KeptWords(), "")
    assert (other.kept.people, other.customer_name) == ("", NAIR.name)
    assert other.kept.words
    assert MEERA.traveler_name.encode() not in all_bytes(counter.folder)


async def test_of_a_sale_that_was_refused_no_traveller_is_kept(counter: Counter) -> None:
    counter.faults.revoke_key("create_booking", times=1)
    outcome = await _order(counter, NAIR, "Arjun")
    assert isinstance(outcome, NotSold)
    assert outcome.was_sent
    (sale,) = all_sales(counter.desk.bookings)
    assert (sale.kept.people, sale.customer_name) == ("", NAIR.name)


async def test_of_a_lost_order_they_are_kept(counter: Counter) -> None:
    counter.faults.after_work("create_booking", silent=False)
    assert isinstance(await _order(counter, NAIR, "Arjun"), UnknownOutcome)
    (sale,) = all_sales(counter.desk.bookings)
    assert ARJUN.traveler_name in sale.kept.people
