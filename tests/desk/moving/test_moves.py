"""Another date: the new booking first, then the old one is cancelled, whatever comes between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from app.desk.basket.values import ItemState
from app.desk.bookings.booking_values import MOVED_FROM, MOVED_TO
from app.desk.cancellation.refund_quote import Cancelled, NotAcceptedError
from app.desk.model import formats
from app.desk.model.booking import BookingState, SeatChoice, TravellerChoice
from app.desk.model.errors import DeskError
from app.desk.model.sale import Draft, NotSold, Outcome, Preflight, Receipt, Sale, UnknownOutcome
from app.desk.moving.deciding import MoveDecision
from app.desk.moving.move_files import MoveFiles
from app.desk.moving.moves import Moves, SecondAct
from app.desk.moving.values import Move, MoveStage, MoveSums, stage_of
from app.desk.storm.values import EndState
from app.lifecycle.connection import memory_of
from app.practice.service.faults import CONFIRM, OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from app.practice.world.orders import CancelOrder, OrderModule
from app.store.journal.states import Kind
from tests.desk.storm.test_quotes import QUOTE, STRANGE, quoted
from tests.support.counter import Counter, until
from tests.support.desk.boat_samples import BOAT_DRAFT
from tests.support.desk.virtual_time import VirtualTime, nobody, service, timed_desk

REFUSED = OtherAnswer(409, b'{"status":"ERROR","code":"SOLD_OUT","message":"No seats"}')
CREATE = "create_booking"
Place = Callable[[], AbstractAsyncContextManager[Counter]]


@pytest.mark.parametrize(
    ("new", "old", "stage"),
    [
        (ItemState.RUNNING, EndState.NOT_SENT, MoveStage.BOOKING),
        (ItemState.UNKNOWN, EndState.NOT_SENT, MoveStage.NEW_UNKNOWN),
        # Nothing is said to be moved while the new one is not known, whatever became of the old one.
        (ItemState.UNKNOWN, EndState.CANCELLED, MoveStage.NEW_UNKNOWN),
        (ItemState.WAITS, EndState.NOT_SENT, MoveStage.NOT_BOOKED),
        (ItemState.BOOKED, EndState.NOT_SENT, MoveStage.BETWEEN),
        (ItemState.BOOKED, EndState.KNOWN_BOOKED, MoveStage.BETWEEN),
        (ItemState.BOOKED, EndState.SENDING, MoveStage.CANCELLING),
        (ItemState.BOOKED, EndState.REFUSED, MoveStage.REFUSED),
        (ItemState.BOOKED, EndState.UNKNOWN, MoveStage.OLD_UNKNOWN),
        (ItemState.BOOKED, EndState.CANCELLED, MoveStage.MOVED),
        (ItemState.BOOKED, EndState.KNOWN_CANCELLED, MoveStage.MOVED),
        (ItemState.CANCELLED, EndState.NOT_SENT, MoveStage.UNDONE),
        (ItemState.CANCELLED, EndState.REFUSED, MoveStage.UNDONE),
        (ItemState.CANCELLED, EndState.UNKNOWN, MoveStage.OLD_UNKNOWN),
        (ItemState.CANCELLED, EndState.CANCELLED, MoveStage.MOVED),
    ],
)
def test_a_move_stands_by_its_two_acts(new: ItemState, old: EndState, stage: MoveStage) -> None:
    assert stage_of(new, old) is stage


def money(text: str) -> Decimal | None:
    return Decimal(text) if text else None


@pytest.mark.parametrize(
    ("price", "part", "unpaid", "charge", "back", "expected"),
    [
        ("15120", "13650", "0", "1228.50", "12221.50", "200.00 12221.50 0 2898.50"),
        ("10000", "13650", "0", "1228.50", "12421.50", "0.00 12421.50 0 -2421.50"),
        # Only what was paid counts, and never less than nothing.
        ("15120", "13650", "13650", "1228.50", "12421.50", "0.00 0 1228.50 15120"),
        ("15120", "13650", "3650", "1228.50", "12421.50", "0.00 8771.50 0 6348.50"),
        # Of two of whom one moves, a part was paid: as much counts as the till would give back.
        ("100", "100", "50", "10", "90", "0 40 0 60"),
        ("100", "100", "200", "10", "90", "0 0 110 100"),
        # Where the charge is not stated, what is given back may be known all the same.
        ("15120", "13650", "0", "", "10000", "? 10000 0 5120"),
        ("15120", "13650", "0", "1228.50", "", "? ? ? ?"),
        ("15120", "13650", "", "1228.50", "12421.50", "0.00 ? ? ?"),
    ],
)
def test_what_the_customer_pays_more(
    *, price: str, part: str, unpaid: str, charge: str, back: str, expected: str
) -> None:
    sums = MoveSums(Decimal(price), money(part), money(unpaid), money(charge), money(back))
    found = (sums.own, sums.counts, sums.owes, sums.pays_more)
    assert list(found) == [money(each.strip("?")) for each in expected.split()]


@dataclass
class Case:
    """A counter with a booking that moves."""

    counter: Counter
    clock: VirtualTime
    sale: Sale
    decision: MoveDecision = field(init=False)

    def __post_init__(self) -> None:
        desk = self.counter.desk
        self.decision = MoveDecision(
            desk.selling, self.moves, desk.reader, self.sale, left_to_pay=None, clerk="Asha"
        )

    @property
    def moves(self) -> Moves:
        return self.counter.desk.moves

    async def look(self, draft: Draft | None = None) -> Preflight:
        return await self.decision.preflight(draft or await self.counter.draft(1))

    async def book(self, seen: Preflight | None = None) -> Outcome | Preflight:
        return await self.decision.book(seen or await self.look(), nobody)

    async def cancel(self) -> SecondAct:
        return await self.moves.cancel_old(self.decision.move_id, nobody)

    async def stand(self) -> Move:
        move = await self.moves.stand(self.decision.move_id)
        assert move is not None
        return move

    async def open_stages(self) -> list[MoveStage]:
        return [each.stage for each in await self.moves.open_ones()]

    def sent(self, kind: Kind) -> int:
        return sum(each.kind is kind for each in self.counter.journal.attempts())

    def standing(self) -> list[bool]:
        """Whether each booking at the service is still booked, in the order in which they were sold."""
        return [not each.is_cancelled for each in self.counter.world.bookings]


@pytest.fixture
def clock() -> VirtualTime:
    return VirtualTime()


@pytest.fixture
def place(tmp_path: Path, clock: VirtualTime) -> Generator[Place]:
    """Opens a desk on the same folder again and again, at one service."""
    folder = tmp_path / "desk"
    with service() as server:
        yield lambda: timed_desk(folder, clock, server, local_cache=memory_of(folder))


@pytest.fixture
async def case(place: Place, clock: VirtualTime) -> AsyncGenerator[Case]:
    async with place() as counter:
        yield await sold(counter, clock)


async def sold(counter: Counter, clock: VirtualTime, draft: Draft | None = None) -> Case:
    receipt = await (counter.sell() if draft is None else counter.book(draft))
    await counter.desk.bookings.follow()
    sale = await counter.desk.bookings.own(receipt.request_id)
    assert sale is not None
    return Case(counter, clock, sale)


async def test_the_new_one_is_booked_and_then_the_old_one_is_cancelled(case: Case) -> None:
    before = (await case.counter.desk.wallet.read()).reach
    assert case.decision.sums(Decimal(1)).pays_more is None
    seen = await case.look()
    assert not case.decision.stop(seen)
    quote, sums = case.decision.quote, case.decision.sums(seen.price.customer_pays)
    assert quote is not None
    assert quote.choice == SeatChoice(2)
    assert sums.pays_more == seen.price.customer_pays - (sums.counts or 0)
    receipt = await case.book(seen)
    assert isinstance(receipt, Receipt)
    # Nothing of the old one is touched before that.
    assert case.standing() == [True, True]
    assert await case.open_stages() == [MoveStage.BETWEEN]
    act = await case.cancel()
    assert isinstance(act.ended, Cancelled)
    assert case.standing() == [False, True]
    move = await case.stand()
    assert (move.stage, move.kept.ended, move.refunded) == (MoveStage.MOVED, "moved", quote.refund)
    assert await case.open_stages() == []
    debited = seen.price.payable - (quote.refund or 0)
    assert before - (await case.counter.desk.wallet.read()).reach == debited
    # The customer's side is as it was said, and both say where the other one is.
    old = await case.counter.desk.bookings.own(case.sale.request_id)
    assert old is not None
    assert old.given_back == sums.back
    notes = await case.counter.desk.bookings.notes_of(
        (case.sale.request_id, receipt.request_id), {MOVED_TO, MOVED_FROM}
    )
    told = [(each.code, each.said) for each in (*notes[case.sale.request_id], *notes[receipt.request_id])]
    assert told == [(MOVED_TO, receipt.booking_ref), (MOVED_FROM, case.sale.booking_ref)]
    # Asked again, nothing more is sent.
    assert await case.cancel() == SecondAct()
    assert (case.sent(Kind.CREATE), case.sent(Kind.CANCEL)) == (2, 1)


async def test_a_refusal_costs_nothing(case: Case) -> None:
    seen = await case.look()
    case.counter.faults.answer(CREATE, REFUSED)
    assert isinstance(await case.book(seen), NotSold)
    assert (await case.stand()).kept.ended == "not_booked"
    assert await case.cancel() == SecondAct()
    assert (case.standing(), case.sent(Kind.CANCEL)) == ([True], 0)
    # Another try is another order.
    assert isinstance(await case.book(await case.look()), Receipt)
    assert isinstance((await case.cancel()).ended, Cancelled)
    assert case.standing() == [False, True]


@pytest.mark.parametrize("worked", [True, False])
async def test_the_old_one_waits_while_the_new_one_is_not_known(case: Case, *, worked: bool) -> None:
    seen = await case.look()
    (case.counter.faults.after_work if worked else case.counter.faults.before_work)(CREATE, silent=False)
    outcome = await case.book(seen)
    assert isinstance(outcome, UnknownOutcome)
    assert await case.open_stages() == [MoveStage.NEW_UNKNOWN]
    # Either booking leads to it, and no other one.
    found = [await case.moves.open_of(each) for each in (case.sale.request_id, outcome.request_id, "other")]
    assert [each and each.kept.id for each in found] == [case.decision.move_id, case.decision.move_id, None]
    assert await case.cancel() == SecondAct()
    assert case.sent(Kind.CANCEL) == 0
    # Once it is known, the move goes on or has ended by itself; nothing was sent meanwhile.
    while await case.open_stages() == [MoveStage.NEW_UNKNOWN]:
        case.clock.let_pass(200)
        await case.counter.desk.unknown_outcomes.look(outcome.request_id)
    assert await case.open_stages() == ([MoveStage.BETWEEN] if worked else [])
    assert case.sent(Kind.CANCEL) == 0
    if worked:
        quote = await case.moves.quote_again(case.decision.move_id)
        act = await case.moves.cancel_old(case.decision.move_id, nobody, seen=quote)
        assert isinstance(act.ended, Cancelled)
        assert case.standing() == [False, True]


async def test_stopped_between_nothing_more_is_sent_until_a_person_says_so(case: Case) -> None:
    assert isinstance(await case.book(), Receipt)
    held, act = case.counter.faults.hold(QUOTE), asyncio.create_task(case.cancel())
    await until(lambda: not case.counter.faults.armed)
    case.moves.stop(case.decision.move_id)
    held.set_result(None)
    # Neither what was being quoted nor what comes later.
    assert (await act, await case.cancel()) == (SecondAct(), SecondAct())
    assert (case.standing(), await case.open_stages()) == ([True, True], [MoveStage.BETWEEN])
    quote = await case.moves.quote_again(case.decision.move_id)
    act = await case.moves.cancel_old(case.decision.move_id, nobody, seen=quote)
    assert isinstance(act.ended, Cancelled)
    assert case.standing() == [False, True]


async def test_both_are_kept_when_a_person_says_so(case: Case) -> None:
    assert isinstance(await case.book(), Receipt)
    await case.moves.keep_both(case.decision.move_id)
    assert await case.open_stages() == []
    quote = await case.moves.quote_again(case.decision.move_id)
    assert await case.moves.cancel_old(case.decision.move_id, nobody, seen=quote) == SecondAct()
    assert case.standing() == [True, True]


async def test_the_day_stays_open_as_long_as_a_change(case: Case) -> None:
    days, faults, seen = case.counter.desk.day_close, case.counter.faults, await case.look()
    assert (await days.view(days.today)).moving == ()
    held = faults.hold("wallet_balance")
    closing = asyncio.create_task(days.close(days.today, "Asha"))
    await until(lambda: not faults.armed)
    # It was not begun when the closing was.
    assert isinstance(await case.book(seen), Receipt)
    held.set_result(None)
    with pytest.raises(DeskError, match="1 change of date is not finished"):
        await closing
    assert [each.booking_ref for each in (await days.view(days.today)).moving] == [case.sale.booking_ref]
    await case.moves.keep_both(case.decision.move_id)
    assert (await days.close(days.today, "Asha")).closed_by == "Asha"


@pytest.mark.parametrize(("refund", "goes_on"), [("1.00", False), ("999999.00", True)], ids=["less", "more"])
async def test_less_than_was_accepted_waits_and_more_goes_on(
    case: Case, refund: str, *, goes_on: bool
) -> None:
    assert isinstance(await case.book(), Receipt)
    accepted = case.decision.quote
    case.counter.faults.answer(QUOTE, quoted(refund))
    act = await case.cancel()
    assert isinstance(act.ended, Cancelled) is goes_on
    assert case.standing() == [not goes_on, True]
    if goes_on:
        return
    assert act.quote is not None
    assert accepted is not None
    assert act.quote.refund is not None
    assert act.quote.refund < (accepted.refund or 0)
    assert "another one" in (await case.stand()).words
    # Seen, it goes on; the customer's side is as it was said.
    case.counter.faults.answer(QUOTE, quoted(refund))
    act = await case.moves.cancel_old(case.decision.move_id, nobody, seen=act.quote)
    assert isinstance(act.ended, Cancelled)
    assert act.ended.customer.back == (await case.stand()).kept.back


async def test_a_refused_cancellation_leaves_both_booked(case: Case) -> None:
    assert isinstance(await case.book(), Receipt)
    case.counter.faults.answer(CONFIRM, OtherAnswer(409, b'{"status":"ERROR","message":"Too late"}'))
    assert isinstance((await case.cancel()).ended, NotSold)
    move = await case.stand()
    assert (move.stage, move.is_open, "Too late" in move.words) == (MoveStage.REFUSED, True, True)
    assert case.standing() == [True, True]
    quote = await case.moves.quote_again(case.decision.move_id)
    assert isinstance(
        (await case.moves.cancel_old(case.decision.move_id, nobody, seen=quote)).ended, Cancelled
    )


async def test_a_lost_cancellation_is_not_known_and_is_not_sent_again(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(await case.book(), Receipt)
    case.counter.faults.after_work(CONFIRM, silent=False)
    await case.cancel()
    move = await case.stand()
    assert (move.stage, move.is_open) == (MoveStage.OLD_UNKNOWN, True)
    assert await case.cancel() == SecondAct()
    await case.counter.desk.cancellation.look(move.kept.cancel_intent)
    with monkeypatch.context() as patched:
        # On a full disk it is closed at a later look.
        patched.setattr(MoveFiles, "keep", failing(OSError(28, "No space left on device")))
        move = await case.stand()
        assert (move.stage, move.kept.ended) == (MoveStage.MOVED, "")
    assert [each.kept.ended for each in await asyncio.gather(case.stand(), case.stand())] == ["moved"] * 2
    notes = await case.counter.desk.bookings.notes_of((case.sale.request_id,), {MOVED_TO})
    assert len(notes[case.sale.request_id]) == 1
    await case.moves.keep_both(move.kept.id)
    assert (await case.stand()).kept.ended == "moved"
    assert (case.standing(), case.sent(Kind.CANCEL)) == ([False, True], 1)


async def test_what_differs_at_the_press_is_shown_and_nothing_is_sent(case: Case) -> None:
    seen = await case.look()
    case.clock.let_pass(61)
    case.counter.faults.answer(QUOTE, quoted("1.00"))
    again = await case.book(seen)
    assert isinstance(again, Preflight)
    assert [each.what for each in again.changes] == ["Refund of the old one"]
    assert (case.decision.move_id, case.sent(Kind.CREATE)) == ("", 1)
    # Accepted, it goes on as it is now, also when it is read once more.
    case.clock.let_pass(61)
    case.counter.faults.answer(QUOTE, quoted("1.00"))
    assert isinstance(await case.book(again), Receipt)
    assert isinstance((await case.cancel()).ended, Cancelled)


async def test_nothing_is_sent_before_the_decision_is_on_the_disk(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await case.look()
    monkeypatch.setattr(MoveFiles, "keep", failing(OSError(28, "No space left on device")))
    with pytest.raises(DeskError, match="could not be written to this disk"):
        await case.book(seen)
    assert (case.sent(Kind.CREATE), await case.open_stages()) == (1, [])


async def test_what_another_one_cancelled_meanwhile_is_moved(case: Case) -> None:
    assert isinstance(await case.book(), Receipt)
    desk = case.counter.desk
    quote = await desk.cancellation.whole_quote(case.sale)
    order = desk.cancellation.accept(quote, quote.choice, has_read=True)
    assert isinstance(await desk.cancellation.confirm(order, nobody), Cancelled)
    assert await case.open_stages() == []
    assert (await case.stand()).kept.ended == "moved"
    assert await case.cancel() == SecondAct()
    assert case.sent(Kind.CANCEL) == 1


async def test_the_same_start_is_no_other_date(case: Case) -> None:
    assert (await case.look(await case.counter.draft(0))).blocked.startswith("This is the start")


async def test_a_refund_that_is_not_stated_is_accepted_as_such(case: Case) -> None:
    for _ in range(2):
        case.counter.faults.answer(QUOTE, STRANGE)
    seen = await case.look()
    assert [each.new for each in seen.changes] == ["not stated, so neither is what the customer pays more"]
    assert isinstance(await case.book(seen), Receipt)
    assert isinstance((await case.cancel()).ended, Cancelled)


async def test_what_another_counter_cancelled_before_does_not_move(case: Case) -> None:
    case.counter.world.cancel(CancelOrder("other", case.sale.booking_ref, OrderModule.ACTIVITY, 1, ()))
    left = await case.counter.draft(1, qty=1)
    assert (await case.look(left)).blocked.startswith("Another counter has cancelled some")
    case.decision.leave()


async def test_a_second_act_that_cannot_be_quoted_leaves_both(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(await case.book(), Receipt)
    case.counter.faults.answer(QUOTE, OtherAnswer(500, b"no"))
    assert (await case.cancel()).advice is not None
    assert ((await case.stand()).words != "", await case.open_stages()) == (True, [MoveStage.BETWEEN])
    desk = case.counter.desk
    monkeypatch.setattr(desk.cancellation, "accept", failing(NotAcceptedError("Too old.")))
    await case.cancel()
    assert (await case.stand()).words == "Too old."
    for name in ("own", "known"):
        monkeypatch.setattr(desk.bookings, name, _nothing)
    await case.cancel()
    assert (await case.stand()).words.startswith("The old booking is not kept")
    with pytest.raises(DeskError, match="is not kept"):
        await case.moves.quote_again(case.decision.move_id)
    assert (await case.moves.moving(), case.standing()) == ((), [True, True])


async def test_what_the_service_says_is_cancelled_is_moved(case: Case) -> None:
    assert isinstance(await case.book(), Receipt)
    case.counter.world.cancel(CancelOrder("other", case.sale.booking_ref, OrderModule.ACTIVITY, 2, ()))
    await case.counter.desk.bookings.check(case.sale)
    assert ((await case.stand()).kept.ended, case.sent(Kind.CANCEL)) == ("moved", 0)


async def test_the_files_of_moves(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(await case.book(), Receipt)
    kept, files = (await case.stand()).kept, MoveFiles(tmp_path)
    files.keep(kept)
    files.keep(replace(kept, id="0" * 32, ended="moved"))
    later, nowhere = kept.at + timedelta(seconds=1), MoveFiles(None)
    assert [len(files.read(later)) for _ in range(2)] == [2, 1]
    nowhere.keep(kept)
    assert nowhere.read(later) == ()
    monkeypatch.setattr(MoveFiles, "read", failing(OSError(5, "Input/output error")))
    await case.moves.start()
    assert (await case.moves.open_ones(), await case.moves.stand(kept.id)) == ((), None)


async def test_a_part_moves(case: Case) -> None:
    # All were to move at first: now nothing is given back but for the one who does.
    await case.look()
    seen = await case.look(await case.counter.draft(1, qty=1))
    quote = case.decision.quote
    assert quote is not None
    assert case.decision.sums(Decimal(0)).back == quote.customer.back
    assert isinstance(await case.book(seen), Receipt)
    assert isinstance((await case.cancel()).ended, Cancelled)
    old, new = case.counter.world.bookings
    assert (len(old.active_seats), len(new.active_seats)) == (1, 1)
    assert (await case.stand()).stage is MoveStage.MOVED


async def test_another_customer_is_accepted_before_what_was_paid_counts_for_him(case: Case) -> None:
    draft = await case.counter.draft(1)
    who = f"{draft.customer_name}, {draft.customer_phone}"
    for each, told in (
        (
            replace(
                draft, customer_name=draft.customer_name.upper(), customer_phone=f"+91 {draft.customer_phone}"
            ),
            (),
        ),
        (replace(draft, customer_name="Omar Ali"), (("Customer", who, f"Omar Ali, {draft.customer_phone}"),)),
    ):
        seen = await case.look(each)
        assert tuple((x.what, x.old, x.new) for x in seen.changes if x.what == "Customer") == told


async def test_of_a_boat_those_move_whose_names_are_there(case: Case) -> None:
    counter = case.counter
    moving = await sold(counter, case.clock, await counter.boat())
    later = await counter.boat(BOAT_DRAFT)
    departure = replace(later.departure, day=later.departure.day)
    first = replace(later, departure=departure, passengers=later.passengers[:1])
    other = replace(first, passengers=(replace(first.passengers[0], traveler_name="Nobody Of These"),))
    with pytest.raises(DeskError, match="is not clear"):
        await moving.look(other)
    # As many people as are booked are these people as long as one of them is known by name.
    strangers = tuple(replace(each, traveler_name=f"{each.traveler_name} X") for each in later.passengers)
    with pytest.raises(DeskError, match="is not clear"):
        await moving.look(replace(later, passengers=strangers))
    # Written otherwise they are the same; others are said before they go in the place of who was booked.
    shouted = [replace(each, traveler_name=each.traveler_name.upper() + ".") for each in later.passengers]
    seen = await moving.look(replace(later, passengers=tuple(shouted)))
    assert "Who moves" not in [each.what for each in seen.changes]
    seen = await moving.look(replace(later, passengers=(*later.passengers[:1], *strangers[1:])))
    names = [
        [each.traveler_name for each in (*later.passengers[:1], *some[1:])]
        for some in (later.passengers, strangers)
    ]
    assert [(each.what, each.old, each.new) for each in seen.changes if each.what == "Who moves"] == [
        ("Who moves", *map(formats.listed, names))
    ]
    quote = moving.decision.quote
    assert quote is not None
    assert isinstance(quote.choice, TravellerChoice)
    assert len(quote.choice.travellers) == len(later.passengers)
    seen = await moving.look(first)
    quote = moving.decision.quote
    assert quote is not None
    assert isinstance(quote.choice, TravellerChoice)
    assert [each.name for each in quote.choice.travellers] == [first.passengers[0].traveler_name]
    assert seen.blocked.startswith("This is the start")


async def test_of_a_boat_those_go_who_were_decided_about(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    counter, draft = case.counter, await case.counter.boat()
    moving, later = await sold(counter, case.clock, draft), counter.desk.reader.today() + timedelta(days=2)
    found = (await counter.desk.catalogue.departures(later)).departures
    same = next(each for each in found if each.boat_name == draft.departure.boat_name)
    other = replace(draft, departure=same)
    counter.world.set_flags(int(same.schedule_id), IdentityFlags())
    assert isinstance(await moving.book(await moving.look(other)), Receipt)
    # Somebody else takes one of them off meanwhile.
    first = counter.world.bookings[-2].seats[0].passenger_id
    counter.world.cancel(CancelOrder("other", moving.sale.booking_ref, OrderModule.BOAT, 0, (first,)))
    await moving.cancel()
    assert (await moving.stand()).words.startswith("The old booking has other passengers")
    # Whose number is not known cannot be cancelled.
    state = await case.moves.state_of(moving.sale)
    *others, last = state.travellers

    async def unnumbered(_: Sale) -> BookingState:
        return replace(state, travellers=(*others, replace(last, traveller_id=None)))

    monkeypatch.setattr(case.moves, "state_of", unnumbered)
    left = replace(other, passengers=other.passengers[1:])
    assert (await moving.look(left)).blocked.startswith("The service does not state the numbers")


@pytest.mark.parametrize("after", ["decision", "first act", "second act"])
async def test_after_a_kill_nothing_is_sent_by_itself(
    place: Place, clock: VirtualTime, after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with place() as counter:
        case = await sold(counter, clock)
        seen = await case.look()
        if after == "decision":
            monkeypatch.setattr(counter.desk.selling, "book", _killed)
            with pytest.raises(asyncio.CancelledError):
                await case.book(seen)
            # The computer went off: nothing could be closed.
            for each in (counter.folder / "moves").glob("*.json"):
                each.write_text(each.read_text().replace('"ended":"not_booked"', '"ended":""'))
        else:
            assert isinstance(await case.book(seen), Receipt)
        if after == "second act":
            counter.faults.after_work(CONFIRM, silent=False)
            await case.cancel()
        sent = len(counter.journal.attempts())
        move_id = case.decision.move_id
    async with place() as counter:
        moves = counter.desk.moves
        stages = [each.stage for each in await moves.open_ones()]
        assert (
            stages
            == {
                "decision": [],
                "first act": [MoveStage.BETWEEN],
                "second act": [MoveStage.OLD_UNKNOWN],
            }[after]
        )
        assert len(counter.journal.attempts()) == sent
        if after == "first act":
            quote = await moves.quote_again(move_id)
            assert isinstance((await moves.cancel_old(move_id, nobody, seen=quote)).ended, Cancelled)
            assert [each.is_cancelled for each in counter.world.bookings] == [True, False]


def failing(error: Exception) -> Callable[..., None]:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


async def _nothing(*_: object) -> None:
    """Nothing is kept."""


async def _killed(*_: object) -> Receipt:
    raise asyncio.CancelledError
