"""Bookings are found in the register, which follows the journal; the service is asked and its words kept."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.bookings.booking_values import Booked, BookPage, SaleStanding, Wanted
from app.desk.bookings.local_cache import LocalCache, NoRegisterError
from app.desk.cancellation.refund_quote import booking_of
from app.desk.model.errors import DeskError
from app.desk.model.sale import NotSold, Receipt, Sale, UnknownOutcome
from app.desk.service.status_parsing import read
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.store.register.register import Register
from tests.support.counter import Counter, accepted_seats, open_desk
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.proof import beside_others

ALL = Wanted()


async def _lose(counter: Counter) -> str:
    counter.faults.after_work("create_booking", silent=False)
    outcome = await counter.desk.selling.book(
        await counter.desk.selling.preflight(await counter.draft(1, 3)), lambda _: None
    )
    assert isinstance(outcome, UnknownOutcome)
    counter.faults.clear()
    return outcome.request_id


async def _cancel(counter: Counter, sale: Sale, qty: int) -> None:
    accepted = await accepted_seats(counter.desk, booking_of(sale), qty)
    await counter.desk.cancellation.confirm(accepted, lambda _: None)


async def _listed(counter: Counter, wanted: Wanted = ALL) -> tuple[Sale, ...]:
    page = await counter.desk.bookings.page(wanted)
    assert (page.cursor, page.trouble) == (None, "")
    return page.sales


async def test_a_sale_stands_in_the_register_with_all_its_amounts(counter: Counter) -> None:
    receipt = await counter.sell()
    (sale,) = await _listed(counter)
    assert (sale.booking_ref, sale.booking_id) == (receipt.booking_ref, receipt.booking_id)
    assert (sale.debited, sale.from_cash, sale.from_credit) == (
        receipt.total_debited,
        receipt.from_cash,
        receipt.from_credit,
    )
    assert sale.customer_pays == receipt.price.customer_pays
    assert (sale.state, sale.standing, sale.customer_email) == (
        "Booked",
        SaleStanding.BOOKED,
        "priya.raman@example.com",
    )
    assert not sale.desk
    assert await counter.desk.bookings.waiting() == ()


@beside_others
async def test_the_register_follows_what_becomes_of_a_sale(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    await _cancel(counter, sale, 1)
    (part,) = await _listed(counter, Wanted(standings=frozenset({SaleStanding.PARTLY_CANCELLED})))
    assert (part.state, part.released) == ("Partly cancelled", 1)
    assert part.refunded is not None
    await _cancel(counter, part, 1)
    (gone,) = await _listed(counter)
    assert (gone.state, gone.standing) == ("Cancelled", SaleStanding.CANCELLED)
    assert gone.refunded is not None
    assert gone.refunded > part.refunded
    assert await _listed(counter, Wanted(standings=frozenset({SaleStanding.BOOKED}))) == ()


async def test_what_needs_an_answer_comes_from_the_journal_and_then_moves(counter: Counter) -> None:
    await counter.sell()
    request_id = await _lose(counter)
    (listed,) = await _listed(counter)
    assert not listed.is_open
    books = counter.desk.bookings
    (open_one,) = await books.waiting()
    assert (open_one.request_id, open_one.standing) == (request_id, SaleStanding.OPEN)
    assert await books.waiting(Wanted(typed="priya")) == (open_one,)
    assert await books.waiting(Wanted(typed="somebody else")) == ()
    attempt = next(each for each in counter.journal.open_attempts())
    counter.journal.append_to(attempt, type(attempt.state).RESOLVED_NOT_BOOKED, {})
    assert await books.waiting() == ()
    assert {each.standing for each in await _listed(counter)} == {SaleStanding.BOOKED, SaleStanding.NOT_SOLD}


async def test_a_refused_sale_is_no_customer_and_counts_for_nothing(counter: Counter) -> None:
    body = b'{"status": "ERROR", "code": "SOLD_OUT", "message": "No seats"}'
    counter.faults.answer("create_booking", OtherAnswer(409, body))
    outcome = await counter.desk.selling.book(
        await counter.desk.selling.preflight(await counter.draft()), lambda _: None
    )
    assert isinstance(outcome, NotSold)
    await counter.desk.remember()
    (sale,) = await _listed(counter)
    assert (sale.standing, sale.booking_ref) == (SaleStanding.NOT_SOLD, "")
    assert await counter.desk.local_cache.customers("priya") == ()
    assert await counter.desk.catalogue.most_sold("ACTIVITY") == {}


async def test_a_register_is_handed_only_what_it_has_not(tmp_path: Path, server: PracticeServer) -> None:
    folder = tmp_path / "desk"
    with server:
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            await counter.sell()
            await counter.desk.remember()
        register = Register.open(folder)
        register.forget_customer("9876501234")
        register.close()
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            await counter.sell(1)
            await counter.desk.remember()
            assert [each.customer_name for each in await _listed(counter)] == ["Priya Raman", ""]
            newest = counter.journal.newest
            assert newest is not None
        register = Register.open(folder)
        assert register.position(counter.journal.desk) == (counter.journal.desk, newest.seq, newest.hash)
        (folder / "other").mkdir()
        register.close()


async def test_the_register_of_another_history_is_filled_anew(tmp_path: Path, server: PracticeServer) -> None:
    folder = tmp_path / "desk"
    with server:
        async with open_desk(folder, server) as counter:
            receipt = await counter.sell()
            desk = counter.journal.desk
        register = Register.open(folder)
        from app.store.register.register import Position

        register.keep([], [], Position(desk, 1, "of something else"))
        register.close()
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            assert [each.booking_ref for each in await _listed(counter)] == [receipt.booking_ref]


async def test_a_long_journal_is_shown_while_the_register_is_filled(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.desk.bookings.bookings._HELPING", 0)
    receipt = await counter.sell()
    page = await counter.desk.bookings.page(ALL)
    assert page.trouble == "The register is being filled. These are the journal's."
    assert [each.booking_ref for each in page.sales] == [receipt.booking_ref]


async def test_without_a_register_the_journal_is_shown(tmp_path: Path, server: PracticeServer) -> None:
    with server:
        async with open_desk(tmp_path / "desk", server) as counter:
            receipt = await counter.sell()
            await _lose(counter)
            books = counter.desk.bookings
            (sale,) = await _listed(counter, Wanted(typed=receipt.booking_ref.lower()))
            assert await _listed(counter, Wanted(typed="nobody")) == ()
            day = sale.sold_at.date()
            assert await _listed(counter, Wanted(sold=(day, day))) == (sale,)
            assert await _listed(counter, Wanted(sold=(day - timedelta(2), day - timedelta(1)))) == ()
            checked = await books.check(sale)
            assert checked.reading is not None
            assert (await books.about(sale)).reading == checked.reading
            assert (
                await books.look_up(receipt.booking_ref, is_boat=False)
            ).booking_ref == receipt.booking_ref
            await books.note(sale.request_id, "voucher_printed")
            assert (await books.about(sale)).sale.history[-1].text == "Booked and settled"


async def test_a_register_that_fails_is_said_and_stops_nothing(
    tmp_path: Path, server: PracticeServer, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "desk"
    (folder / "register.db").mkdir(parents=True)
    with server, caplog.at_level(logging.WARNING):
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            receipt = await counter.sell()
            page = await counter.desk.bookings.page(ALL)
            assert page.trouble.startswith("The register cannot be used. These are the sales of the journal.")
            (sale,) = page.sales
            assert sale.booking_ref == receipt.booking_ref
            assert (await counter.desk.bookings.check(sale)).reading is not None
    assert "9876501234" not in caplog.text


async def test_what_the_service_says_survives_a_restart(tmp_path: Path, server: PracticeServer) -> None:
    folder = tmp_path / "desk"
    with server:
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            receipt = await counter.book(await counter.boat())
            (sale,) = await _listed(counter)
            await counter.desk.bookings.note(sale.request_id, "voucher_printed", clerk="Asha")
            told = await counter.desk.bookings.check(sale)
            _assert_told(told, receipt)
            with pytest.raises(DeskError):
                await counter.desk.bookings.check(replace(sale, booking_ref="NOSUCH1"))
        async with open_desk(folder, server, local_cache=memory_of(folder)) as counter:
            (sale,) = await _listed(counter)
            assert sale.said == ("Confirmed", "Paid", "NONE")
            _assert_told(await counter.desk.bookings.about(sale), receipt)


def _assert_told(told: Booked, receipt: Receipt) -> None:
    reading = told.reading
    assert reading is not None
    assert [each.name for each in reading.travellers] == [
        each.traveler_name for each in BOAT_DRAFT.passengers
    ]
    assert (reading.place, reading.booking_ref) == ("MV Sea Heron", receipt.booking_ref)
    assert reading.total is not None
    assert reading.fare is not None
    assert told.sale.said == ("Confirmed", "Paid", "NONE")
    printed, said = told.sale.history[-2:]
    assert (printed.text, printed.more, printed.is_told) == ("Voucher printed", "Asha", True)
    assert (said.text, said.is_told) == ("Service says Confirmed, Paid", True)


async def test_a_booking_of_another_counter_is_looked_up_and_kept(
    counter: Counter, tmp_path: Path, server: PracticeServer
) -> None:
    async with open_desk(tmp_path / "other", server) as other:
        receipt = await other.sell()
    books = counter.desk.bookings
    found = await books.look_up(receipt.booking_ref, is_boat=False)
    again = await books.look_up(receipt.booking_ref, is_boat=False)
    assert found.request_id == again.request_id
    (sale,) = await _listed(counter, Wanted(standings=frozenset({SaleStanding.LOOKED_UP})))
    assert (sale.booking_ref, sale.is_elsewhere, sale.state) == (receipt.booking_ref, True, "Looked up")
    assert not sale.may_be_cancelled
    told = await books.about(sale)
    assert [each.text for each in told.sale.history] == ["Service says Confirmed, Paid"] * 2
    assert told.reading is not None
    assert told.reading.journal_status == "SETTLED"
    await _cancel(counter, replace(sale, qty=2, is_elsewhere=False), 1)
    (gone,) = await _listed(counter)
    assert (gone.standing, gone.is_elsewhere) == (SaleStanding.ELSEWHERE, True)
    assert len((await books.about(gone)).sale.history) == 5


async def test_what_was_read_before_a_cancellation_is_not_said_after_it(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    before = (await counter.desk.bookings.check(sale)).reading
    assert before is not None
    assert before.refunded == 0
    await _cancel(counter, sale, 1)
    after = await counter.desk.bookings.about(sale)
    assert after.reading is not None
    assert after.reading == before.lasting
    assert (after.sale.said, after.reading.refunded) == (("", "", ""), None)
    assert after.reading.title == before.title
    now = (await counter.desk.bookings.check(sale)).reading
    assert now is not None
    assert now.refunded


async def test_what_is_sold_here_is_not_looked_up_twice(counter: Counter) -> None:
    receipt = await counter.sell()
    found = await counter.desk.bookings.look_up(receipt.booking_ref, is_boat=False)
    (sale,) = await _listed(counter)
    assert found.request_id == sale.request_id == receipt.request_id


async def test_an_unreadable_note_says_that_the_service_was_asked(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    await counter.desk.bookings.note(sale.request_id, "status", "of another form")
    await counter.desk.bookings.note(sale.request_id, "a new code")
    told = await counter.desk.bookings.about(sale)
    assert [each.text for each in told.sale.history[-2:]] == ["Asked the service", "a new code"]
    assert told.reading is None
    assert read("") is None


async def test_fields_that_the_interface_does_not_show_are_told_as_received(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    body = (
        '{"status": "SUCCESS", "code": "X", "envelope": 1, '
        '"data": {"booking_status": "On hold", "note": null,'
        '"metadata": {"pier": "B"}, "traveler_manifest": [{"traveler_name": "A", "seat": "4C"}, {}]}}'
    )
    counter.faults.answer("booking_status", OtherAnswer(200, body.encode()))
    told = await counter.desk.bookings.check(sale)
    assert told.reading is not None
    assert told.reading.more == (
        ("envelope", "1"),
        ("note", "null"),
        ("metadata.pier", "B"),
        ("traveler_manifest 1.seat", "4C"),
    )
    assert told.reading.booking_ref == sale.booking_ref
    assert [each.name for each in told.reading.travellers] == ["A", ""]


async def test_a_closed_local_cache_has_no_register(counter: Counter) -> None:
    await counter.desk.close()
    page = await counter.desk.bookings.page(ALL)
    assert page == BookPage(())
    assert not LocalCache().has_register
    with pytest.raises(NoRegisterError):
        await LocalCache().ask_register(lambda register: register.position(""))


async def test_a_booking_is_known_by_its_request(counter: Counter) -> None:
    receipt = await counter.sell()
    books = counter.desk.bookings
    (journals,) = [await books.known(receipt.request_id)]
    assert journals is not None
    assert journals.booking_ref == receipt.booking_ref
    await counter.desk.remember()
    assert (await books.known(receipt.request_id)) == (await _listed(counter))[0]
    assert await books.known("nobody knows") is None


async def test_a_cancellation_that_is_not_known_needs_an_answer(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    counter.faults.before_work(CONFIRM, silent=False)
    await _cancel(counter, sale, 1)
    (waiting,) = await counter.desk.bookings.waiting()
    assert (waiting.state, waiting.standing) == ("Cancellation not known", SaleStanding.OPEN)
    assert await _listed(counter) == ()
    await counter.desk.remember()
    (attempt,) = counter.journal.open_attempts()
    private = {"by": "Asha", "second": "Ravi"}
    counter.journal.append_to(attempt, type(attempt.state).RESOLVED_NOT_CANCELLED, {}, private)
    (sale,) = await _listed(counter)
    assert (sale.state, sale.released, sale.refunded) == ("Booked", 0, None)
    told = await counter.desk.bookings.about(sale)
    assert told.sale.history[-1].text == "Recorded as not cancelled by Asha and Ravi"


async def test_a_refund_that_is_not_stated_is_no_amount(counter: Counter) -> None:
    await counter.sell()
    (sale,) = await _listed(counter)
    body = (
        b'{"status": "SUCCESS", "code": "BOOKING_CANCELLATION_SETTLED_INSTANTLY", "refund_reference": "RF1"}'
    )
    counter.faults.answer(CONFIRM, OtherAnswer(200, body))
    await _cancel(counter, sale, 1)
    (sale,) = await _listed(counter)
    assert (sale.released, sale.refunded) == (1, None)
