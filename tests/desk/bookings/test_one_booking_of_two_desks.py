"""Two desks and one booking: what one has cancelled, the other shows, counts and prints."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, insert, select, update

from app.desk.bookings.booking_values import SaleStanding, Wanted
from app.desk.cancellation.refund_quote import Booking, Cancelled
from app.desk.model.booking import SeatChoice
from app.desk.model.errors import DeskError
from app.desk.model.office_rules import Branding
from app.desk.model.sale import KeptWords, NotSold, Sale
from app.desk.till.due import balance
from app.desk.vouchers.kept_words import kept_voucher
from app.store.office.tables import closed_day
from app.store.register.tables import cancellation, event, handed, sale, sale_word
from app.ui.cancellation.refund_words import stays_words
from tests.desk.office.test_office_sync import Line
from tests.support.counter import Counter, accepted_seats, until
from tests.support.proof import beside_others
from tests.support.two_desks import TwoDesks, two_desks


@pytest.fixture
async def desks(tmp_path: Path) -> AsyncGenerator[TwoDesks]:
    async with two_desks(tmp_path) as opened:
        yield opened


async def _sold(counter: Counter, qty: int) -> str:
    receipt = await counter.sell(qty=qty)
    await counter.desk.remember()
    return receipt.booking_ref


async def _booking(counter: Counter, ref: str) -> Booking:
    return (await counter.desk.cancellation.find(ref, is_boat=False))[0]


async def _release(counter: Counter, ref: str, qty: int, back: Decimal | None = None) -> Cancelled:
    order = await accepted_seats(counter.desk, await _booking(counter, ref), qty)
    order = replace(order, customer_back=back)
    ended = await counter.desk.cancellation.confirm(order, lambda _: None)
    assert isinstance(ended, Cancelled)
    await counter.desk.remember()
    return ended


async def _shown(counter: Counter) -> Sale:
    (sale,) = (await counter.desk.bookings.page(Wanted())).sales
    return sale


async def test_a_seat_that_the_other_desk_released_is_no_longer_booked_here(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 2)
    gone = await _release(desks.two, ref, 1)
    for counter in desks:
        sale = await _shown(counter)
        assert (sale.qty, sale.released, sale.standing) == (2, 1, SaleStanding.PARTLY_CANCELLED)
        assert sale.refunded == gone.refund
        assert sale.request_id.startswith("ac1-")
        assert not sale.is_elsewhere
    told = (await desks.one.desk.bookings.about(await _shown(desks.one))).sale
    assert (told.released, told.refunded) == (1, gone.refund)
    (there,) = [each for each in told.history if each.text == "1 seat cancelled at desk Back"]
    assert (there.amount, there.more) == (gone.refund, f"reference {gone.refund_reference}")


async def test_of_what_desks_of_an_office_cancelled_the_seats_are_known_and_the_money_is_not(
    desks: TwoDesks,
) -> None:
    one = desks.one.desk
    ref = await _sold(desks.one, 4)
    for number, counter in enumerate((desks.two, desks.one), 1):
        await _release(counter, ref, 1)
        told = (await one.bookings.about(await _shown(desks.one))).sale
        assert (told.left, told.is_less) == (4 - number, False)
        known = await one.owing.sale_of(told.request_id)
        assert known is not None
        # What the other desk gave back is in its journal alone.
        assert (known.is_of_others, balance(known, 0)) == (True, None)
    row = await _shown(desks.one)
    assert (row.left, row.is_less) == (2, False)
    # A status says no more than that.
    told = (await one.bookings.check(row)).sale
    assert (told.left, told.is_less) == (2, False)


async def test_what_the_other_desk_cancelled_wholly_is_not_told_as_made_before(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 2)
    for told in ([f"PNR {ref}"], [f"PNR {ref}"], []):
        found = await desks.one.desk.selling.preflight(await desks.one.draft())
        assert [each.old for each in found.changes] == told
        if told:
            await _release(desks.two, ref, 1)


@beside_others
async def test_the_customers_side_is_not_known_once_somebody_has_not_said_his_part(desks: TwoDesks) -> None:
    async def given_back() -> Decimal | None:
        return (await desks.one.desk.bookings.about(await _shown(desks.one))).sale.given_back

    ref = await _sold(desks.one, 4)
    await _release(desks.one, ref, 1, Decimal(90))
    assert await given_back() == 90
    await _release(desks.two, ref, 1, Decimal(80))
    assert await given_back() is None
    ref = await _sold(desks.one, 4)
    await _release(desks.one, ref, 1, Decimal(90))
    await _release(desks.one, ref, 1, Decimal(90))
    found = (await desks.one.desk.bookings.page(Wanted())).sales
    newest = next(each for each in found if each.booking_ref == ref)
    assert (await desks.one.desk.bookings.about(newest)).sale.given_back == 180
    await _release(desks.one, ref, 1)
    assert (await desks.one.desk.bookings.about(newest)).sale.given_back is None


async def test_a_sale_says_at_which_desk_it_was_sold_by_its_name(desks: TwoDesks) -> None:
    await desks.one.desk.names.rename("  Front   desk ")
    await _sold(desks.one, 1)
    await desks.two.desk.day_close.duty.follow()
    assert [(await _shown(counter)).desk for counter in desks] == ["", "Front desk"]
    assert desks.two.desk.day_close.name_of(desks.one.desk.name) == "Front desk"
    with pytest.raises(DeskError, match=r"There is a desk of this name already\.") as refused:
        await desks.two.desk.names.rename("FRONT DESK")
    assert refused.value.advice.field == "desk_name"
    with pytest.raises(DeskError, match="A desk needs a name"):
        await desks.two.desk.names.rename("x" * 41)
    assert desks.one.desk.names.own == "Front desk"


@beside_others
async def test_the_last_seat_is_never_said_to_leave_another_one(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 2)
    before = await _booking(desks.one, ref)
    await _release(desks.two, ref, 1)
    # The page was opened before: its booking still has two seats.
    assert before.qty == 2
    quote = await desks.one.desk.cancellation.quote(before, SeatChoice(1))
    assert quote.is_whole
    assert stays_words(quote) == "1 seat is cancelled. This cannot be undone."
    with pytest.raises(DeskError) as refused:
        await desks.one.desk.cancellation.quote(before, SeatChoice(2))
    said = refused.value.advice.meaning
    assert said.startswith("Desk Back cancelled 1 seat at ")
    assert said.endswith("was credited. 1 seat stays booked.")
    assert (await desks.one.desk.cancellation.newest(before)).qty == 1


@beside_others
async def test_what_the_other_desk_has_cancelled_wholly_stands_nowhere_as_booked(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 2)
    await _release(desks.two, ref, 2)
    for counter in desks:
        sale = await _shown(counter)
        assert (sale.released, sale.standing) == (2, SaleStanding.CANCELLED)
        assert not sale.may_be_cancelled
    told = (await desks.one.desk.bookings.about(await _shown(desks.one))).sale
    assert (told.standing, told.code) == (SaleStanding.CANCELLED, "CANCELLED")
    there = (await desks.two.desk.bookings.about(await _shown(desks.two))).sale
    assert [each.text for each in there.history] == ["2 seats cancelled here"]
    with pytest.raises(DeskError) as refused:
        await desks.one.desk.cancellation.quote(await _booking(desks.one, ref), SeatChoice(1))
    assert "Desk Back cancelled 2 seats at " in refused.value.advice.meaning


async def test_whoever_looks_for_it_by_its_pnr_hears_who_cancelled_it(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 3)
    await _release(desks.one, ref, 1)
    await desks.two.desk.day_close.duty.add("Asha", "1111")
    await desks.two.desk.day_close.duty.take_over("1111")
    await desks.two.desk.names.rename("Jetty")
    await desks.one.desk.names.read()
    await _release(desks.two, ref, 2)
    who = [await each.desk.cancellation.who_cancelled(await _booking(each, ref)) for each in desks]
    assert who[0].startswith("This desk cancelled 1 seat at ")
    assert " was credited. Asha cancelled 2 seats at desk Jetty, " in who[0]
    assert who[1].startswith("Desk Front cancelled 1 seat at ")
    assert " was credited. Asha cancelled 2 seats at this desk, " in who[1]


@beside_others
async def test_a_desk_that_stands_alone_names_nobody(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 1)
    await _release(desks.one, ref, 1)
    desks.one.desk.local_cache.sharing.use(None)
    assert await desks.one.desk.cancellation.who_cancelled(await _booking(desks.one, ref)) == ""


@beside_others
async def test_a_note_of_another_desk_says_where_it_was_made(desks: TwoDesks) -> None:
    await _sold(desks.one, 1)
    await desks.two.desk.names.rename("Jetty")
    await desks.one.desk.names.read()
    await desks.two.desk.bookings.note((await _shown(desks.two)).request_id, "voucher_printed", clerk="Asha")
    (here, there) = [
        next(
            note
            for note in (await each.desk.bookings.about(await _shown(each))).sale.history
            if note.text == "Voucher printed"
        )
        for each in desks
    ]
    assert (here.more, there.more) == ("Asha, at desk Jetty", "Asha")


@beside_others
async def test_who_comes_second_hears_that_it_was_cancelled_already(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 1)
    orders = [await accepted_seats(each.desk, await _booking(each, ref), 1) for each in desks]
    first = await desks.one.desk.cancellation.confirm(orders[0], lambda _: None)
    assert isinstance(first, Cancelled)
    await desks.one.desk.remember()
    second = await desks.two.desk.cancellation.confirm(orders[1], lambda _: None)
    assert isinstance(second, NotSold)
    assert second.advice.meaning.startswith("Nothing more was cancelled by this. Desk Front cancelled 1 seat")
    assert second.advice.meaning.endswith("was credited.")


async def _has(counter: Counter, sold: set[str]) -> None:
    """Wait until the desk shows these bookings of the office, and no others."""

    async def shown() -> set[str]:
        return {each.booking_ref for each in (await counter.desk.bookings.page(Wanted())).sales}

    while await shown() != sold:
        await until(lambda: counter.desk.local_cache.sharing.is_there)


@beside_others
async def test_a_database_that_was_lost_and_made_again_gets_everything_of_both_desks(desks: TwoDesks) -> None:
    sold = {await _sold(each, 1) for each in desks for _ in range(2)}
    place = desks.one.desk.local_cache.sharing.ask(lambda place: place)
    with place.office.work() as connection:
        # The desk that came first has made the tables: the other one sees no error.
        for table in (sale_word, sale, cancellation, handed):
            connection.execute(delete(table))
    sold.add(await _sold(desks.two, 1))
    # The second desk hands in everything again because it sells, the first one because it looks.
    for each in desks:
        await _has(each, sold)


@beside_others
async def test_a_day_that_was_just_closed_stays_closed_when_the_database_is_lost(desks: TwoDesks) -> None:
    await _sold(desks.one, 1)
    for each in desks:
        await each.desk.wallet.read()
    day = desks.one.desk.day_close.today
    closed = await desks.one.desk.day_close.close(day, "Asha")
    place = desks.one.desk.local_cache.sharing.ask(lambda place: place)
    with place.office.work() as connection:
        connection.execute(delete(closed_day))
    assert (await desks.two.desk.day_close.view(day)).closed is None
    await desks.one.desk.remember()
    again = (await desks.two.desk.day_close.view(day)).closed
    assert again is not None
    assert (again.closed_by, again.closed_at) == (closed.closed_by, closed.closed_at)


@beside_others
async def test_a_database_that_was_put_back_gets_what_it_has_lost(desks: TwoDesks) -> None:
    first = await _sold(desks.one, 1)
    place = desks.one.desk.local_cache.sharing.ask(lambda place: place)
    before = place.register.position(desks.one.journal.desk)
    assert before is not None
    second = await _sold(desks.one, 1)
    with place.office.work() as connection:
        lost = select(sale.c.number).where(sale.c.booking_ref == second)
        connection.execute(delete(sale_word).where(sale_word.c.owner.in_(lost)))
        connection.execute(delete(sale).where(sale.c.booking_ref == second))
        connection.execute(update(handed).values(before._asdict()))
    await _has(desks.two, {first})
    third = await _sold(desks.one, 1)
    await _has(desks.two, {first, second, third})


@beside_others
async def test_what_somebody_changed_in_the_database_is_put_right_and_said(desks: TwoDesks) -> None:
    changed, gone, _ = [await _sold(desks.one, 2) for _ in range(3)]
    await _release(desks.two, changed, 1)
    await _release(desks.one, gone, 1)
    days, sharing = desks.one.desk.day_close, desks.one.desk.local_cache.sharing
    await days.view(days.today)
    assert sharing.trouble == ""
    place = sharing.ask(lambda place: place)
    before = [await _row(each, changed) for each in desks]
    with place.office.work() as connection:
        connection.execute(update(sale).where(sale.c.booking_ref == changed).values(debited=Decimal(1)))
        lost = select(sale.c.number).where(sale.c.booking_ref == gone)
        connection.execute(delete(sale_word).where(sale_word.c.owner.in_(lost)))
        connection.execute(delete(sale).where(sale.c.booking_ref == gone))
        connection.execute(delete(cancellation).where(cancellation.c.booking_ref == gone))
    await days.view(days.today)
    assert sharing.trouble.startswith("The office\u2019s database held sales of this desk otherwise than")
    assert changed in sharing.trouble
    assert gone in sharing.trouble
    # What the other desk has cancelled of it counts as before.
    assert [await _row(each, changed) for each in desks] == before
    assert (await _row(desks.two, gone)).released == 1
    (told,) = await desks.two.desk.day_close.changes.newest(5)
    assert changed in str(told.words)
    assert told.by == "Agency Counter"
    await days.view(days.today)
    assert len(await desks.two.desk.day_close.changes.newest(5)) == 1


def _forged(connection: Connection, ref: str) -> None:
    """Say in the name of the desk that sold it, and as if later, that a seat less was sold."""
    query = select(event).where(event.c.booking_ref == ref, event.c.kind == "sale")
    row = dict(connection.execute(query).mappings().all()[-1])
    row.pop("number")
    more = {"seq": 1_000_000, "body": row["body"].replace('"qty":2', '"qty":1')}
    assert more["body"] != row["body"]
    connection.execute(insert(event), {**row, **more})


def _seat_taken(connection: Connection, ref: str) -> None:
    connection.execute(update(sale).where(sale.c.booking_ref == ref).values(released=1))


def _deleted(connection: Connection, ref: str) -> None:
    connection.execute(delete(event).where(event.c.booking_ref == ref))


def _emptied(connection: Connection, ref: str) -> None:
    connection.execute(update(event).where(event.c.booking_ref == ref).values(body=""))


@pytest.mark.parametrize("change", [_seat_taken, _deleted, _emptied, _forged])
async def test_what_a_desk_said_of_its_sale_is_held_against_its_journal(
    desks: TwoDesks, change: Callable[[Connection, str], object]
) -> None:
    ref = await _sold(desks.one, 2)
    before = await _row(desks.one, ref)
    sharing = desks.one.desk.local_cache.sharing
    with sharing.ask(lambda place: place).office.work() as connection:
        change(connection, ref)
    assert await _row(desks.one, ref) == before
    assert ref in sharing.trouble
    # What happens to it afterwards counts as ever.
    await _release(desks.two, ref, 1)
    assert [(await _row(each, ref)).released for each in desks] == [1, 1]
    await _release(desks.one, ref, 1)
    assert [(await _row(each, ref)).released for each in desks] == [2, 2]


@beside_others
async def test_of_many_that_were_changed_some_are_named(desks: TwoDesks) -> None:
    refs = {await _sold(desks.one, 1) for _ in range(7)}
    sharing = desks.one.desk.local_cache.sharing
    with sharing.ask(lambda place: place).office.work() as connection:
        connection.execute(update(sale).values(title="Something else"))
    await desks.one.desk.bookings.page(Wanted())
    assert sum(each in sharing.trouble for each in refs) == 5
    assert " (+2). " in sharing.trouble


@beside_others
async def test_a_row_on_the_screen_is_what_the_journal_has_of_it(desks: TwoDesks) -> None:
    ref = await _sold(desks.one, 2)
    await _row(desks.one, ref)
    sharing = desks.one.desk.local_cache.sharing
    assert sharing.trouble == ""
    with sharing.ask(lambda place: place).office.work() as connection:
        connection.execute(update(sale).where(sale.c.booking_ref == ref).values(debited=Decimal(1)))
    assert (await _row(desks.two, ref)).debited == Decimal(1)
    assert (await _row(desks.one, ref)).debited != Decimal(1)
    assert (await _row(desks.two, ref)).debited != Decimal(1)
    assert ref in sharing.trouble


@beside_others
async def test_what_was_changed_while_a_desk_was_away_is_put_right_when_it_is_back(
    desks: TwoDesks, tmp_path: Path
) -> None:
    ref = await _sold(desks.one, 2)
    sharing = desks.one.desk.local_cache.sharing
    sharing.use(None)
    with desks.two.desk.local_cache.sharing.ask(lambda place: place).office.work() as connection:
        connection.execute(update(sale).where(sale.c.booking_ref == ref).values(qty=1))
    sharing.use(Line(tmp_path / "server", desks.one.journal.desk).open)
    await until(lambda: ref in sharing.trouble)
    assert (await _row(desks.two, ref)).qty == 2


@beside_others
async def test_what_an_older_program_handed_in_beside_the_events_is_no_tampering(
    desks: TwoDesks, tmp_path: Path
) -> None:
    ref = await _sold(desks.one, 2)
    sharing = desks.one.desk.local_cache.sharing
    place = sharing.ask(lambda place: place)
    position = place.register.position(desks.one.journal.desk)
    assert position is not None
    sharing.use(None)
    with desks.two.desk.local_cache.sharing.ask(lambda place: place).office.work() as connection:
        # It keeps the hash alone, and adds no event.
        plain = position.hash.removeprefix("events ")
        assert plain != position.hash
        connection.execute(update(handed).where(handed.c.desk == position.desk).values(hash=plain))
        connection.execute(delete(event).where(event.c.booking_ref == ref))
    sharing.use(Line(tmp_path / "server", desks.one.journal.desk).open)
    await until(lambda: sharing.is_there)
    assert (await _row(desks.one, ref)).qty == 2
    assert sharing.trouble == ""
    with sharing.ask(lambda place: place).office.work() as connection:
        assert connection.scalars(select(event.c.seq).where(event.c.booking_ref == ref)).all()


async def _row(counter: Counter, ref: str) -> Sale:
    found = (await counter.desk.bookings.page(Wanted())).sales
    return next(replace(each, desk="") for each in found if each.booking_ref == ref)


@beside_others
async def test_another_history_under_the_same_number_is_not_handed_in_again_and_again(
    desks: TwoDesks, caplog: pytest.LogCaptureFixture
) -> None:
    await _sold(desks.one, 1)
    place = desks.one.desk.local_cache.sharing.ask(lambda place: place)
    with place.office.work() as connection:
        connection.execute(update(handed).values(seq=3, hash="of a clone"))
    await desks.one.desk.bookings.page(Wanted())
    assert "another history under this desk's number" in caplog.text
    assert (
        "Another computer hands in under the number of this desk."
        in desks.one.desk.local_cache.sharing.trouble
    )
    position = place.register.position(desks.one.journal.desk)
    assert position is not None
    assert position.hash == "of a clone"


@beside_others
async def test_the_other_desk_prints_the_same_voucher(desks: TwoDesks) -> None:
    await _sold(desks.one, 2)
    kept = [(await each.desk.bookings.about(await _shown(each))).sale.kept for each in desks]
    assert kept[0] == kept[1]
    voucher = kept_voucher(kept[1], Branding())
    assert voucher.price is not None
    assert voucher.price.lines
    told = (await desks.two.desk.bookings.about(await _shown(desks.two))).sale.history
    assert told == ()


@beside_others
async def test_it_knows_that_it_was_printed_at_the_other_desk(desks: TwoDesks) -> None:
    await _sold(desks.one, 1)
    assert not (await desks.two.desk.bookings.about(await _shown(desks.two))).is_printed
    await desks.one.desk.bookings.note((await _shown(desks.one)).request_id, "voucher_printed")
    assert (await desks.two.desk.bookings.about(await _shown(desks.two))).is_printed


@beside_others
async def test_what_was_erased_at_one_desk_does_not_come_back_to_the_other(desks: TwoDesks) -> None:
    await _sold(desks.one, 2)
    (known,) = await desks.one.desk.customers.find("98765")
    await desks.one.desk.customers.forget(known, "Asha")
    await _release(desks.one, (await _shown(desks.one)).booking_ref, 1)
    for each in desks:
        assert (await each.desk.bookings.about(await _shown(each))).sale.kept == KeptWords()
