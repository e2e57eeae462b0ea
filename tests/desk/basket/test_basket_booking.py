"""A basket is booked item by item against the practice service, whatever happens in the middle."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from app.desk.basket.baskets import FILE
from app.desk.basket.values import Basket, BasketStop, ItemLook, ItemState
from app.desk.model.activities import ActivityDraft
from app.desk.model.boats import BoatDraft
from app.desk.model.errors import DeskError
from app.desk.model.sale import Draft, Preflight, Progress, Receipt, Step
from app.desk.payment.unknown_outcome_values import Decision
from app.lifecycle.connection import memory_of
from app.practice import PracticeServer, World
from app.practice.service.faults import OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from app.store.files import whole_file
from app.store.journal.journal import JournalError
from app.store.journal.states import Kind, State
from tests.support.counter import Counter, accepted_seats, until
from tests.support.desk.all_sales import all_sales
from tests.support.desk.boat_samples import ARJUN, BOAT_DRAFT
from tests.support.desk.virtual_time import VirtualTime, service, timed_desk
from tests.support.proof import beside_others

TOLD = Decision("Asha", "Telephoned the office")
REFUSED = OtherAnswer(409, b'{"status":"ERROR","code":"SOLD_OUT","message":"No seats"}')
CREATE = "create_booking"
Accepted = Mapping[str, Preflight]


@pytest.fixture
def clock() -> VirtualTime:
    """Time that stands still until it is let pass."""
    return VirtualTime()


@pytest.fixture
async def server() -> AsyncGenerator[PracticeServer]:
    """A service for one desk after another."""
    with service() as opened:
        yield opened


@pytest.fixture
async def counter(tmp_path: Path, clock: VirtualTime, server: PracticeServer) -> AsyncGenerator[Counter]:
    """A desk that keeps its baskets and reads nothing by itself."""
    async with desk_on(tmp_path, clock, server) as opened:
        yield opened


def desk_on(
    folder: Path, clock: VirtualTime, server: PracticeServer, *, asks_two: bool = False
) -> AbstractAsyncContextManager[Counter]:
    """A desk on a folder, with all that it remembers."""
    place = folder / "desk"
    return timed_desk(place, clock, server, asks_two=asks_two, local_cache=memory_of(place))


class Told:
    """What was told while a basket was booked."""

    def __init__(self) -> None:
        self.receipts: dict[str, Receipt] = {}
        self.steps: list[tuple[str, Step]] = []
        self.then: Callable[[str], object] = str

    def __call__(self, key: str, told: Progress | Receipt) -> None:
        """One step of an item, or its receipt."""
        if isinstance(told, Receipt):
            self.receipts[key] = told
            self.then(key)
        else:
            self.steps.append((key, told.step))


async def trips(counter: Counter) -> tuple[Draft, ...]:
    """Two activities and a boat, which can all be booked."""
    boat = await counter.boat(replace(BOAT_DRAFT, passengers=(ARJUN,), customer_phone="9876501234"))
    return await counter.draft(0), boat, await counter.draft(1, 1)


async def filled(counter: Counter, drafts: Sequence[Draft] = ()) -> Basket:
    """The open basket with these sales, or the three trips."""
    for draft in drafts or await trips(counter):
        counter.desk.baskets.put(draft)
    return basket_of(counter)


def basket_of(counter: Counter) -> Basket:
    """The open basket as the desk has it now."""
    assert counter.desk.baskets.open is not None
    return counter.desk.baskets.open


async def looked(counter: Counter, basket: Basket, places: Sequence[int] = ()) -> dict[str, Preflight]:
    """The accepted looks of the items, or of those at these places."""
    items = [basket.items[each] for each in places] or basket.items
    looks = await counter.desk.basket_booking.look(items, lambda _: None)
    return {each.key: each.preflight for each in looks if each.preflight is not None}


async def book(
    counter: Counter, accepted: Accepted, told: Told | None = None, anyway: Decision | None = None
) -> BasketStop:
    """Book the open basket."""
    booking = counter.desk.basket_booking
    return await booking.book(basket_of(counter), accepted, told or Told(), anyway)


async def history_of(counter: Counter, key: str) -> tuple[str, ...]:
    """What is written down of the sale of an item."""
    sale = (await counter.desk.basket_booking.standings(basket_of(counter)))[key].sale
    assert sale is not None
    return tuple(each.text for each in sale.history)


async def states(counter: Counter) -> list[ItemState]:
    """How each item of the open basket stands."""
    return [each.state for each in (await counter.desk.basket_booking.standings(basket_of(counter))).values()]


def sent(counter: Counter) -> list[State]:
    """How each attempt of the journal has ended, oldest first."""
    return [each.state for each in counter.journal.attempts() if each.kind is Kind.CREATE]


def at_receipt(told: Told, key: str, arm: Callable[[], object]) -> None:
    """Let something happen to the service as soon as the item with this key is booked."""
    told.then = lambda booked: arm() if booked == key else None


async def test_all_are_booked_one_after_another_and_the_sums_are_exact(counter: Counter) -> None:
    basket = await filled(counter)
    before = (await counter.desk.wallet.read()).reach
    seen, told = await looked(counter, basket), Told()
    assert await book(counter, seen, told) == BasketStop("")
    keys = [each.key for each in basket.items]
    assert list(told.receipts) == keys
    assert list(dict.fromkeys(key for key, _ in told.steps)) == keys
    # Each is read again before anything of it is written.
    assert [step for _, step in told.steps][:2] == [Step.CHECKING, Step.WRITTEN]
    assert [key for key, step in told.steps if step is Step.CHECKING] == keys
    standings = await counter.desk.basket_booking.standings(basket_of(counter))
    assert {key: each.state for key, each in standings.items()} == dict.fromkeys(keys, ItemState.BOOKED)
    refs = {each.ref for each in counter.world.bookings}
    assert {each.sale.booking_ref for each in standings.values() if each.sale} == refs
    assert len(refs) == 3
    debited = [each.total_debited or 0 for each in told.receipts.values()]
    assert debited == [each.price.payable for each in seen.values()]
    assert before - (await counter.desk.wallet.read()).reach == sum(debited)
    # A second call, with the basket as it is now or as it was before, sends nothing.
    for each in (basket, basket_of(counter)):
        assert await counter.desk.basket_booking.book(each, seen, told) == BasketStop("")
    assert len(counter.world.bookings) == 3


async def test_what_was_booked_is_left_out_while_something_waits(counter: Counter) -> None:
    booking, basket = counter.desk.basket_booking, await filled(counter)
    assert await booking.without_booked(basket) == basket
    assert await book(counter, await looked(counter, basket, (0, 1))) == BasketStop("")
    sent_in_part = basket_of(counter)
    assert (await booking.without_booked(sent_in_part)).items == sent_in_part.items[2:]
    assert await book(counter, await looked(counter, basket, (2,))) == BasketStop("")
    assert await booking.without_booked(basket_of(counter)) == basket_of(counter)


async def test_items_are_read_two_at_a_time_and_their_number_is_told(counter: Counter) -> None:
    basket = await filled(counter)
    at_once: list[int] = []
    running, preflight = 0, counter.desk.selling.preflight

    async def counted(draft: Draft, doubles: frozenset[str] = frozenset()) -> Preflight:
        nonlocal running
        running += 1
        at_once.append(running)
        try:
            return await preflight(draft, doubles)
        finally:
            running -= 1

    counter.desk.selling.preflight = counted
    done: list[int] = []
    gone = replace(basket.items[0], draft=replace(await counter.draft(), slot=None))
    looks = await counter.desk.basket_booking.look((*basket.items, gone), done.append)
    assert [each.key for each in looks] == [each.key for each in (*basket.items, gone)]
    assert (done, max(at_once)) == ([1, 2, 3, 4], 2)
    assert [each.obstacle for each in looks] == ["", "", "", "No slot is chosen."]
    counter.world.set_wallet(cash=1, credit_left=0)
    (short,) = await counter.desk.basket_booking.look(basket.items[:1], done.append)
    assert isinstance(short, ItemLook)
    assert "cannot cover" in short.obstacle


async def test_a_refusal_in_the_middle_ends_it_and_the_rest_may_go_on(counter: Counter) -> None:
    basket = await filled(counter)
    first, second, third = (each.key for each in basket.items)
    seen, told = await looked(counter, basket), Told()
    at_receipt(told, first, lambda: counter.faults.answer(CREATE, REFUSED))
    end = await book(counter, seen, told)
    assert (end.key, end.again, end.unknown) == (second, None, None)
    assert end.advice is not None
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
    assert sent(counter) == [State.SETTLED, State.REJECTED]
    # Nothing went on by itself; a person lets it go on without the second, and then with it.
    assert await book(counter, {third: seen[third]}) == BasketStop("")
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.BOOKED]
    assert await book(counter, seen) == BasketStop("")
    assert await states(counter) == [ItemState.BOOKED] * 3
    assert len(counter.world.bookings) == 3


async def _unknown_in_the_middle(counter: Counter, *, worked: bool) -> tuple[Accepted, BasketStop]:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    lose = counter.faults.after_work if worked else counter.faults.before_work
    at_receipt(told, basket.items[0].key, lambda: lose(CREATE, silent=False))
    return seen, await book(counter, seen, told)


@pytest.mark.parametrize("worked", [True, False])
async def test_after_an_unknown_outcome_nothing_more_is_sent(counter: Counter, *, worked: bool) -> None:
    before = await trips(counter)
    seen, end = await _unknown_in_the_middle(counter, worked=worked)
    assert end.key == basket_of(counter).items[1].key
    assert end.unknown is not None
    assert end.advice == end.unknown.advice
    unknown = [ItemState.BOOKED, ItemState.UNKNOWN, ItemState.WAITS]
    assert await states(counter) == unknown
    third = basket_of(counter).items[2].key
    older = replace(
        basket_of(counter), items=tuple(replace(each, intent_id="") for each in basket_of(counter).items)
    )
    for basket in (basket_of(counter), older):
        with pytest.raises(DeskError, match="Nobody knows yet"):
            await counter.desk.basket_booking.book(basket, {third: seen[third]}, Told())
    assert await states(counter) == unknown
    assert len(counter.world.bookings) == 1 + worked
    assert len(before) == 3
    # Another basket of another customer is not held up.
    counter.desk.baskets.put_aside()
    other = await filled(counter, [replace(await counter.draft(2), customer_phone="9000011111")])
    assert await book(counter, await looked(counter, other)) == BasketStop("")


async def test_the_rest_goes_on_when_the_outcome_is_settled(counter: Counter) -> None:
    seen, end = await _unknown_in_the_middle(counter, worked=True)
    assert end.unknown is not None
    await counter.desk.unknown_outcomes.look(end.unknown.request_id)
    assert await states(counter) == [ItemState.BOOKED, ItemState.BOOKED, ItemState.WAITS]
    told = Told()
    assert await book(counter, seen, told) == BasketStop("")
    assert list(told.receipts) == [basket_of(counter).items[2].key]
    assert len(counter.world.bookings) == 3


async def test_the_rest_goes_on_with_what_turned_out_not_to_be_booked(
    counter: Counter, clock: VirtualTime
) -> None:
    seen, end = await _unknown_in_the_middle(counter, worked=False)
    assert end.unknown is not None
    clock.let_pass(200)
    await counter.desk.unknown_outcomes.record_not_sold(end.unknown.request_id, TOLD)
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
    # A decision that came too late is none: nothing is asked of it.
    assert await book(counter, seen, anyway=replace(TOLD, by=" ")) == BasketStop("")
    assert len(counter.world.bookings) == 3


async def test_a_person_may_book_the_rest_anyway_but_not_before_three_minutes(
    counter: Counter, clock: VirtualTime
) -> None:
    seen, end = await _unknown_in_the_middle(counter, worked=False)
    assert end.unknown is not None
    with pytest.raises(DeskError) as early:
        await book(counter, seen, anyway=TOLD)
    findings = await counter.desk.unknown_outcomes.findings(end.unknown.request_id)
    assert early.value.advice.what == "The service may still be at work on it."
    assert early.value.advice.action == f"Wait until {findings.quiet_at:%H:%M:%S}."
    assert "another debit" in early.value.advice.meaning
    clock.let_pass(200)
    for wrong, field in ((replace(TOLD, by=" "), "by"), (replace(TOLD, reason="-"), "reason")):
        with pytest.raises(DeskError) as nameless:
            await book(counter, seen, anyway=wrong)
        assert nameless.value.advice.field == field
    assert len(counter.world.bookings) == 1
    assert "Asha" not in str(all_sales(counter.desk.bookings))
    assert await book(counter, seen, anyway=TOLD) == BasketStop("")
    assert await states(counter) == [ItemState.BOOKED, ItemState.UNKNOWN, ItemState.BOOKED]
    assert len(counter.world.bookings) == 2
    sale = (await counter.desk.basket_booking.standings(basket_of(counter)))[end.key].sale
    assert sale is not None
    (said,) = [each for each in sale.history if "Asha" in each.text]
    assert (said.text, said.more) == ("Rest of the basket permitted by Asha", "Telephoned the office")
    assert not said.is_unsettled
    # It is still to be settled, and whoever goes on decides anew.
    with pytest.raises(DeskError, match="Nobody knows yet"):
        await book(counter, seen)
    await counter.desk.unknown_outcomes.record_not_sold(end.unknown.request_id, TOLD)
    assert (await states(counter))[1] is ItemState.WAITS


async def test_two_people_permit_it_where_the_rules_ask_for_two(
    tmp_path: Path, clock: VirtualTime, server: PracticeServer
) -> None:
    async with desk_on(tmp_path, clock, server, asks_two=True) as counter:
        seen, end = await _unknown_in_the_middle(counter, worked=True)
        clock.let_pass(200)
        with pytest.raises(DeskError) as alone:
            await book(counter, seen, anyway=TOLD)
        assert alone.value.advice.field == "second"
        assert await book(counter, seen, anyway=replace(TOLD, second="Ravi")) == BasketStop("")
        sale = (await counter.desk.basket_booking.standings(basket_of(counter)))[end.key].sale
        assert sale is not None
        assert "Rest of the basket permitted by Asha and Ravi" in {each.text for each in sale.history}


@beside_others
async def test_another_unknown_outcome_ends_what_a_person_let_go_on(
    counter: Counter, clock: VirtualTime
) -> None:
    drafts = (*await trips(counter), await counter.draft(2, 1))
    await filled(counter, drafts)
    basket = basket_of(counter)
    seen, told = await looked(counter, basket), Told()
    at_receipt(told, basket.items[0].key, lambda: counter.faults.before_work(CREATE, silent=False))
    await book(counter, seen, told)
    clock.let_pass(200)
    counter.faults.before_work(CREATE, silent=False)
    end = await book(counter, seen, anyway=TOLD)
    assert end.key == basket.items[2].key
    assert end.unknown is not None
    assert await states(counter) == [
        ItemState.BOOKED,
        ItemState.UNKNOWN,
        ItemState.UNKNOWN,
        ItemState.WAITS,
    ]
    # The newer one is asked for itself: three minutes have not passed since.
    permitted = await history_of(counter, basket.items[1].key)
    with pytest.raises(DeskError, match="still be at work"):
        await book(counter, seen, anyway=TOLD)
    assert len(counter.world.bookings) == 1
    # Of neither, then: what is written down of the older one is as before.
    assert await history_of(counter, basket.items[1].key) == permitted


async def test_a_key_of_another_agent_sends_nothing_more(counter: Counter) -> None:
    basket = await filled(counter)
    seen = await looked(counter, basket)
    first = basket.items[0].key
    seen[first] = replace(seen[first], wallet=replace(seen[first].wallet, agent_id="another"))
    end = await book(counter, seen)
    assert (end.key, end.advice is not None and end.advice.what) == (
        first,
        "The key was changed to that of another agent since this sale was checked.",
    )
    assert not counter.world.bookings


async def test_a_permission_that_cannot_be_written_down_is_none(
    counter: Counter, clock: VirtualTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, _ = await _unknown_in_the_middle(counter, worked=False)
    clock.let_pass(200)

    def refuse(*_: object) -> None:
        raise JournalError("no room")

    monkeypatch.setattr(counter.journal, "append_to", refuse)
    with pytest.raises(DeskError, match="cannot write that down"):
        await book(counter, seen, anyway=TOLD)
    assert len(counter.world.bookings) == 1


async def test_a_changed_fare_in_the_middle_is_accepted_first(counter: Counter) -> None:
    basket = await filled(counter)
    first, second, _ = basket.items
    seen, told = await looked(counter, basket), Told()
    draft = second.draft
    assert isinstance(draft, BoatDraft)
    at_receipt(told, first.key, lambda: counter.world.shift_price(int(draft.departure.schedule_id), 8000))
    end = await book(counter, seen, told)
    assert (end.key, end.advice, end.unknown) == (second.key, None, None)
    assert end.again is not None
    assert {each.what for each in end.again.changes} >= {"Fare, Adult INDIAN"}
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
    assert len(counter.world.bookings) == 1
    assert await book(counter, {**seen, second.key: end.again}, told) == BasketStop("")
    assert told.receipts[second.key].total_debited == end.again.price.payable
    assert len(counter.world.bookings) == 3


async def test_what_a_boat_asks_anew_of_its_passengers_is_accepted_first(counter: Counter) -> None:
    boat = await counter.boat(replace(BOAT_DRAFT, customer_phone="9876501234"))
    basket = await filled(counter, [await counter.draft(), boat])
    seen, told = await looked(counter, basket), Told()
    schedule = int(boat.departure.schedule_id)
    at_receipt(told, basket.items[0].key, lambda: counter.world.set_flags(schedule, IdentityFlags()))
    end = await book(counter, seen, told)
    assert end.again is not None
    assert [each.what for each in end.again.changes] == ["Asked of passengers"]
    assert await book(counter, {**seen, end.key: end.again}) == BasketStop("")


async def test_a_slot_that_closed_in_the_middle_is_not_sent(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    third = basket.items[2].draft
    assert isinstance(third, ActivityDraft)
    assert third.slot is not None
    availability = int(third.slot.availability_id)
    at_receipt(told, basket.items[1].key, lambda: counter.world.leave_seats(availability))
    end = await book(counter, seen, told)
    assert end.key == basket.items[2].key
    assert end.again is not None
    assert end.again.blocked
    assert len(counter.world.bookings) == 2
    assert (await states(counter))[2] is ItemState.WAITS


async def test_a_wallet_that_is_short_at_the_third_sends_the_first_two(counter: Counter) -> None:
    basket = await filled(counter)
    seen = await looked(counter, basket)
    payable = [each.price.payable for each in seen.values()]
    counter.world.set_wallet(cash=sum(payable[:2], Decimal(1)), credit_left=0)
    end = await book(counter, seen)
    assert end.key == basket.items[2].key
    assert end.again is not None
    assert end.again.split.missing == payable[2] - 1
    assert await states(counter) == [ItemState.BOOKED, ItemState.BOOKED, ItemState.WAITS]
    assert (await counter.desk.wallet.read()).cash == 1


async def test_a_line_that_fails_before_an_item_ends_it(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    at_receipt(
        told,
        basket.items[0].key,
        lambda: counter.faults.answer("wallet_balance", OtherAnswer(404, b"{}"), times=None),
    )
    end = await book(counter, seen, told)
    assert end.key == basket.items[1].key
    assert end.advice is not None
    assert sent(counter) == [State.SETTLED]


async def test_the_clerk_stops_before_the_next_item(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    told.then = lambda _: counter.desk.basket_booking.stop()
    assert await book(counter, seen, told) == BasketStop("")
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
    # A new order of the clerk is not stopped by the last one.
    told.then = str
    assert await book(counter, seen, told) == BasketStop("")
    assert len(counter.world.bookings) == 3


async def test_a_stop_while_an_item_is_read_sends_nothing_of_it(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    basket = await filled(counter)
    seen, preflight = await looked(counter, basket), counter.desk.selling.preflight

    async def stopped(draft: Draft, doubles: frozenset[str]) -> Preflight:
        counter.desk.basket_booking.stop()
        return await preflight(draft, doubles)

    monkeypatch.setattr(counter.desk.selling, "preflight", stopped)
    assert await book(counter, seen) == BasketStop("")
    assert counter.journal.attempts() == ()
    assert basket_of(counter).items[0].intent_id == ""


async def test_an_item_that_is_not_in_the_basket_is_not_sent(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    at_receipt(told, basket.items[0].key, lambda: counter.desk.baskets.take_out(basket.items[1].key))
    end = await counter.desk.basket_booking.book(
        basket, {**seen, "unheard of": seen[basket.items[0].key]}, told
    )
    assert end.key == basket.items[1].key
    assert end.advice is not None
    assert "in no basket any more" in end.advice.what
    assert len(counter.world.bookings) == 1
    third = basket.items[2].key
    assert await book(counter, {"unheard of": seen[third], third: seen[third]}) == BasketStop("")
    assert len(counter.world.bookings) == 2


async def test_an_intent_that_cannot_be_kept_is_not_sent(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    basket = await filled(counter)
    seen = await looked(counter, basket)
    await counter.desk.baskets.finish()

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(whole_file, "replace_file", refuse)
        end = await book(counter, seen)
    assert end.key == basket.items[0].key
    assert end.advice is not None
    assert end.advice.details == (("Reason", "[Errno 28] No space left on device"),)
    assert counter.journal.attempts() == ()
    assert await states(counter) == [ItemState.WAITS] * 3
    assert await book(counter, seen) == BasketStop("")


async def test_the_intent_is_on_the_disk_before_anything_is_sent(counter: Counter) -> None:
    basket = await filled(counter)
    seen = await looked(counter, basket)
    on_disk: list[list[bool]] = []

    def look(_: World) -> None:
        found = json.loads((counter.folder / FILE).read_bytes())
        on_disk.append([bool(each["intent_id"]) for each in found["baskets"][0]["items"]])

    counter.faults.change(CREATE, look, times=None)
    assert await book(counter, seen) == BasketStop("")
    assert on_disk == [[True, False, False], [True, True, False], [True, True, True]]


async def test_a_cancelled_caller_leaves_the_item_on_its_way_and_sends_no_other(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    held = counter.faults.hold(CREATE)
    task = asyncio.create_task(book(counter, seen, told))
    await until(lambda: (basket.items[0].key, Step.WRITTEN) in told.steps)
    with pytest.raises(DeskError, match="is being booked"):
        await book(counter, seen)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await states(counter) == [ItemState.RUNNING, ItemState.WAITS, ItemState.WAITS]
    with pytest.raises(DeskError, match="is being booked"):
        await book(counter, seen, anyway=TOLD)
    held.set_result(None)
    await counter.desk.payments.finish()
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
    assert await book(counter, seen) == BasketStop("")
    assert len(counter.world.bookings) == 3


async def test_an_outcome_that_could_not_be_written_down_ends_it(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    append = counter.journal.append

    def without_end(**step: Any) -> object:
        if step["state"] is State.SETTLED:
            raise JournalError("no room")
        return append(**step)

    with monkeypatch.context() as patched:
        patched.setattr(counter.journal, "append", without_end)
        end = await book(counter, seen, told)
    assert end.key == basket.items[0].key
    assert list(told.receipts) == [basket.items[0].key]
    assert end.advice is not None
    assert "could not write that down" in end.advice.what
    assert len(counter.world.bookings) == 1
    assert (await states(counter))[0] is ItemState.UNKNOWN


@pytest.mark.parametrize("worked", [True, False])
async def test_a_new_desk_on_the_same_folder_says_what_became_of_each_item(
    tmp_path: Path, clock: VirtualTime, server: PracticeServer, *, worked: bool
) -> None:
    async with desk_on(tmp_path, clock, server) as counter:
        seen, _ = await _unknown_in_the_middle(counter, worked=worked)
        before = basket_of(counter)
    async with desk_on(tmp_path, clock, server) as counter:
        assert [each.key for each in basket_of(counter).items] == [each.key for each in before.items]
        assert await states(counter) == [ItemState.BOOKED, ItemState.UNKNOWN, ItemState.WAITS]
        with pytest.raises(DeskError, match="Nobody knows yet"):
            await book(counter, seen)
        assert len(counter.world.bookings) == 1 + worked


async def test_killed_between_two_items_it_goes_on_with_those_that_were_never_sent(
    tmp_path: Path, clock: VirtualTime, server: PracticeServer
) -> None:
    async with desk_on(tmp_path, clock, server) as counter:
        basket = await filled(counter)
        seen = await looked(counter, basket)
        assert await book(counter, {basket.items[0].key: seen[basket.items[0].key]}) == BasketStop("")
        # The intent of the second is kept, and the program dies before the journal has heard of it.
        counter.desk.baskets.keep_intent(basket.items[1].key, "an intent without an attempt")
    async with desk_on(tmp_path, clock, server) as counter:
        assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.WAITS]
        accepted = await looked(counter, basket_of(counter), [2])
        assert await book(counter, accepted) == BasketStop("")
        assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS, ItemState.BOOKED]
        assert len(counter.world.bookings) == 2


async def test_an_item_that_took_the_number_of_an_unsent_sale_is_booked(
    tmp_path: Path, clock: VirtualTime, server: PracticeServer
) -> None:
    async with desk_on(tmp_path, clock, server) as counter:
        draft = await counter.draft()
        counter.faults.cut_request(CREATE, 200)
        await counter.desk.selling.book(await counter.desk.selling.preflight(draft), lambda _: None)
        basket = await filled(counter, [draft])
        assert await book(counter, await looked(counter, basket)) == BasketStop("")
        assert sent(counter) == [State.NOT_SENT, State.SETTLED]
        assert len({each.intent_id for each in counter.journal.attempts()}) == 1
        assert await states(counter) == [ItemState.BOOKED]
    async with desk_on(tmp_path, clock, server) as counter:
        assert await states(counter) == [ItemState.BOOKED]


async def test_of_two_equal_items_each_stands_for_itself(
    tmp_path: Path, clock: VirtualTime, server: PracticeServer
) -> None:
    async with desk_on(tmp_path, clock, server) as counter:
        draft = await counter.draft()
        basket = await filled(counter, [draft, draft])
        first, second = (each.key for each in basket.items)
        seen = await looked(counter, basket)
        counter.faults.cut_request(CREATE, 200)
        assert (await book(counter, seen)).key == first
        # Without the first: the second takes the number that was never sent.
        assert await book(counter, {second: seen[second]}) == BasketStop("")
        assert len({each.request_id for each in counter.journal.attempts()}) == 1
    async with desk_on(tmp_path, clock, server) as counter:
        assert await states(counter) == [ItemState.WAITS, ItemState.BOOKED]
        # The same once more is a change, which somebody has to accept.
        end = await book(counter, {first: seen[first]})
        assert end.again is not None
        assert [each.new for each in end.again.changes] == ["One more"]
        assert await book(counter, {first: end.again}) == BasketStop("")
        standings = (await counter.desk.basket_booking.standings(basket_of(counter))).values()
        assert {each.sale.booking_ref for each in standings if each.sale} == {
            each.ref for each in counter.world.bookings
        }
        assert len(counter.world.bookings) == 2


async def test_what_was_accepted_as_there_twice_is_booked_twice(counter: Counter) -> None:
    draft = await counter.draft()
    # The customer had the same before, which the review said of both.
    await counter.book(draft)
    basket = await filled(counter, [draft, draft])
    assert await book(counter, await looked(counter, basket)) == BasketStop("")
    assert await states(counter) == [ItemState.BOOKED, ItemState.BOOKED]
    assert len(counter.world.bookings) == 3


async def test_a_double_from_elsewhere_still_stops_what_was_accepted_as_there_twice(counter: Counter) -> None:
    draft = await counter.draft()
    basket = await filled(counter, [draft, draft])
    second = basket.items[1].key
    seen = await looked(counter, basket)
    other = await counter.book(draft)
    end = await book(counter, {**await looked(counter, basket, [0]), second: seen[second]})
    assert end.again is not None
    assert (end.key, [each.old for each in end.again.changes]) == (second, [f"PNR {other.booking_ref}"])
    assert await states(counter) == [ItemState.BOOKED, ItemState.WAITS]


async def test_an_item_is_not_booked_because_its_equal_was_and_left_the_basket(counter: Counter) -> None:
    draft = await counter.draft()
    first, second = (each.key for each in (await filled(counter, [draft, draft])).items)
    seen = await looked(counter, basket_of(counter))
    counter.faults.cut_request(CREATE, 200)
    assert (await book(counter, seen)).key == first
    assert await book(counter, {second: seen[second]}) == BasketStop("")
    counter.desk.baskets.take_out(second)
    assert await states(counter) == [ItemState.WAITS]


async def test_a_changed_item_is_not_booked_because_its_old_order_was(counter: Counter) -> None:
    draft = await counter.draft()
    (item,) = (await filled(counter, [draft])).items
    counter.faults.cut_request(CREATE, 200)
    assert (await book(counter, await looked(counter, basket_of(counter)))).key == item.key
    counter.desk.baskets.put(await counter.draft(1, 1), item.key)
    await counter.book(draft)
    assert len({each.request_id for each in counter.journal.attempts()}) == 1
    assert await states(counter) == [ItemState.WAITS]


async def test_an_item_that_a_person_had_sent_again_is_booked(counter: Counter, clock: VirtualTime) -> None:
    _, end = await _unknown_in_the_middle(counter, worked=False)
    assert end.unknown is not None
    clock.let_pass(200)
    await counter.desk.unknown_outcomes.authorise_resend(end.unknown.request_id, TOLD)
    assert (await states(counter))[1] is ItemState.UNKNOWN
    await counter.book(basket_of(counter).items[1].draft)
    assert await states(counter) == [ItemState.BOOKED, ItemState.BOOKED, ItemState.WAITS]
    assert len(counter.world.bookings) == 2


@beside_others
async def test_what_is_cancelled_afterwards_stands_as_cancelled(counter: Counter) -> None:
    basket = await filled(counter)
    seen, told = await looked(counter, basket), Told()
    await book(counter, seen, told)
    desk = counter.desk
    for place, seats in ((0, 1), (2, 1)):
        ref = told.receipts[basket.items[place].key].booking_ref
        booking, _ = await desk.cancellation.find(ref, is_boat=False)
        order = await accepted_seats(desk, booking, seats)
        if place:
            counter.faults.before_work("cancel_booking", silent=False)
        await desk.cancellation.confirm(order, lambda _: None)
    assert await states(counter) == [ItemState.BOOKED, ItemState.BOOKED, ItemState.BOOKED]
    booking, _ = await desk.cancellation.find(told.receipts[basket.items[0].key].booking_ref, is_boat=False)
    await desk.cancellation.confirm(await accepted_seats(desk, booking, 1), lambda _: None)
    assert (await states(counter))[0] is ItemState.CANCELLED
    # What was given up is not booked again by a second call.
    assert await book(counter, seen) == BasketStop("")
    assert len(counter.world.bookings) == 3
