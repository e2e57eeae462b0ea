"""Notes of a booking: kept from the moment it is sent, found again, never over another's, erased."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.desk.bookings.booking_notes import printed_without
from app.desk.bookings.booking_values import ON_VOUCHER, Wanted, notes_in
from app.desk.bookings.known_customers import KnownCustomer
from app.desk.model.errors import DeskError
from app.desk.model.sale import Sale
from app.desk.model.sale_notes import SaleNotes
from app.lifecycle.connection import memory_of
from tests.support.counter import Counter, open_desk
from tests.support.desk.virtual_time import lose_answer, service
from tests.support.proof import beside_others
from tests.support.two_desks import two_desks

BOTH = SaleNotes("Asked twice about the return", "Pick-up 06:15, gate of Hotel Sea Shell")


async def _sold(counter: Counter, notes: SaleNotes = BOTH, number: int = 0) -> str:
    number_of = (await counter.book(replace(await counter.draft(number), notes=notes))).request_id
    await counter.desk.notes.finish()
    return number_of


async def _notes(counter: Counter, request_id: str) -> SaleNotes:
    return notes_in(await counter.desk.notes.of(request_id))


async def _listed(counter: Counter, typed: str = "") -> tuple[Sale, ...]:
    books, wanted = counter.desk.bookings, Wanted(typed=typed)
    return (*await books.waiting(wanted), *(await books.page(wanted)).sales)


async def test_the_notes_of_a_draft_belong_to_its_booking(counter: Counter) -> None:
    number = await _sold(counter)
    (sale,) = await _listed(counter)
    booked = await counter.desk.bookings.about(sale)
    assert await _notes(counter, number) == sale.notes == booked.sale.notes == BOTH
    # What a clerk has noted is no event, and what a log may hold has none of it.
    assert not any("note" in each.text for each in booked.sale.history)
    assert "Sea Shell" not in f"{sale!r} {replace(await counter.draft(), notes=BOTH)!r}"
    await _sold(counter, SaleNotes(), 1)
    assert [each.notes for each in await _listed(counter)] == [SaleNotes(), BOTH]


@beside_others
async def test_the_notes_of_an_unknown_outcome_are_there_when_it_is_settled_after_a_restart(
    tmp_path: Path,
) -> None:
    with service() as server:
        async with open_desk(tmp_path, server, local_cache=memory_of(tmp_path)) as counter:
            number = await lose_answer(counter, worked=True, notes=BOTH)
            # Found by them also while it is not known, when the journal alone has it.
            (open_one,) = await _listed(counter, "shell")
            assert (open_one.request_id, open_one.notes, open_one.found_by) == (number, BOTH, ())
        async with open_desk(tmp_path, server, local_cache=memory_of(tmp_path)) as counter:
            await counter.desk.unknown_outcomes.look(number)
            (sale,) = await _listed(counter, "shell")
            assert sale.booking_ref
            assert sale.notes == BOTH


async def test_a_booking_is_found_by_what_its_notes_say_now(counter: Counter) -> None:
    number = await _sold(counter)
    for typed in ("shell", "twice", "pick-up 06:15", "priya return"):
        assert [each.request_id for each in await _listed(counter, typed)] == [number], typed
    assert [each.found_by for each in await _listed(counter, "shell")] == [()]
    assert await _listed(counter, "shell qqq") == ()
    await counter.desk.notes.keep(number, SaleNotes("", "Wheelchair"))
    assert await _listed(counter, "shell") == ()
    assert len(await _listed(counter, "wheel")) == 1
    # Also over a note of a desk whose clock is ahead.
    ahead = counter.desk.bookings.clock() + timedelta(hours=1)
    await counter.desk.bookings.note(number, ON_VOUCHER, "Ahead", after=ahead)
    await counter.desk.notes.keep(number, SaleNotes("", "Wheelchair"))
    assert await _notes(counter, number) == SaleNotes("", "Wheelchair")


async def test_what_stood_before_stays_and_tells_what_a_voucher_lacks(counter: Counter) -> None:
    number = await _sold(counter)
    notes = counter.desk.notes
    assert await notes.keep(number, BOTH._replace(on_voucher="Lunch"), BOTH) == ()
    found = await notes.of(number)
    # Only what was typed over is kept once more.
    assert [each.said for each in found] == [*BOTH, "Lunch"]
    assert printed_without("Later", found) is None
    await counter.desk.bookings.note(number, "voucher_printed")
    await notes.keep(number, SaleNotes("", "Later"))
    found = await notes.of(number)
    assert printed_without("Lunch", found) is None
    assert printed_without("Later", found) is not None


async def test_the_words_used_most_are_those_of_vouchers(counter: Counter) -> None:
    otherwise, notes = ("Pick-up", "Vegetarian"), counter.desk.notes
    first, second = [await _sold(counter, SaleNotes("Grumpy", "Window seat"), each) for each in range(2)]
    assert await notes.usual_words(otherwise) == ("Window", "Pick-up")
    # What stood before in a note is no second note.
    for number, said in ((first, "Lunch, no fish"), (first, "Lunch, no meat"), (second, "Window, left")):
        await notes.keep(number, SaleNotes("Grumpy", said))
    assert await notes.usual_words(otherwise) == otherwise


async def test_who_is_erased_takes_the_notes_along(counter: Counter) -> None:
    number = await _sold(counter)
    (sale,) = await _listed(counter, "shell")
    await counter.desk.customers.forget(
        KnownCustomer(sale.customer_name, sale.customer_phone, sale.customer_email), "Nina"
    )
    assert await _listed(counter, "shell") == ()
    # Also where they were open meanwhile; what stands there is not what somebody else has written.
    for notes, seen in ((BOTH, BOTH), (BOTH._replace(for_us="Rings"), BOTH), (BOTH, SaleNotes())):
        with pytest.raises(DeskError, match="erased with the customer"):
            await counter.desk.notes.keep(number, notes, seen)
    assert [each.said for each in await counter.desk.notes.of(number)] == ["", ""]


async def test_without_a_register_it_is_said_that_nothing_is_kept(tmp_path: Path) -> None:
    with service() as server:
        async with open_desk(tmp_path, server) as counter:
            assert await counter.desk.notes.keep("r-1", BOTH) is None


@beside_others
async def test_the_other_desk_has_them_and_nobody_writes_over_another(tmp_path: Path) -> None:
    async with two_desks(tmp_path) as desks:
        number = await _sold(desks.one)
        await desks.one.desk.remember()
        assert await _notes(desks.two, number) == BOTH
        theirs = BOTH._replace(on_voucher="Vegetarian")
        assert await desks.two.desk.notes.keep(number, theirs, BOTH) == ()
        others = await desks.one.desk.notes.keep(number, SaleNotes("Rings at six", "Window"), BOTH)
        assert [(each.said, each.desk) for each in others or ()] == [("Vegetarian", "Back")]
        assert await _notes(desks.one, number) == theirs
        # What nobody else has changed, and what says the same, is kept.
        assert await desks.one.desk.notes.keep(number, theirs._replace(for_us="Rings"), BOTH) == ()
        assert await _notes(desks.two, number) == SaleNotes("Rings", "Vegetarian")
        # The names and notes of what other desks sold are read anew every two seconds.
        (found,) = (await desks.two.desk.bookings.page(Wanted())).sales
        assert found.notes.for_us == "Rings"
