"""Whatever is booked, refused and cancelled: the books balance, and no seat and no credit is sold twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.practice import World
from app.practice.protocol.errors import RequestRefusedError
from app.practice.world.booking import PracticeBooking
from app.practice.world.identity import AGENT_ID, NEIGHBOUR_ID
from app.practice.world.ledger import Account, Ledger, LedgerLine, UnbalancedEntryError
from app.practice.world.orders import ActivityOrder, BoatOrder, CancelOrder, OrderModule, OrderTraveller
from tests.support.practice.caller import AFTERNOON_DIVE, CORAL_STAR, OPENING, TODAY, TOMORROW, Clock

AGENTS = st.sampled_from([AGENT_ID, NEIGHBOUR_ID])
ARJUN = OrderTraveller("Arjun", 41, "MALE", "INDIAN", "VOTER ID", has_id_number=True, has_id_proof=True)


class Trade(RuleBasedStateMachine):
    """Two agents sell the same seats in any order."""

    @initialize(cash=st.integers(0, 30_000), credit=st.integers(0, 20_000))
    def open(self, cash: int, credit: int) -> None:
        self.clock = Clock()
        self.world = World(clock=self.clock)
        self.world.set_wallet(cash=cash, credit_left=credit)
        self.numbers = 0

    def number(self) -> str:
        self.numbers += 1
        return f"request-{self.numbers}"

    @rule(qty=st.integers(1, 12), agent=AGENTS)
    def sell_a_dive(self, qty: int, agent: int) -> None:
        order = ActivityOrder(self.number(), qty, TODAY, **AFTERNOON_DIVE)
        self.unless_refused(lambda: self.world.sell_activity(order, agent))

    @rule(qty=st.integers(1, 20), agent=AGENTS)
    def sell_a_boat(self, qty: int, agent: int) -> None:
        order = BoatOrder(self.number(), TOMORROW, CORAL_STAR, (ARJUN,) * qty)
        self.unless_refused(lambda: self.world.sell_boat(order, agent))

    @precondition(lambda self: self.numbers > 0)
    @rule(data=st.data(), replays=st.booleans())
    def cancel_something(self, data: st.DataObject, *, replays: bool) -> None:
        if not self.world.bookings:
            return
        booking = data.draw(st.sampled_from(self.world.bookings))
        agent = AGENT_ID if booking.booking_id < 910_000_000 else NEIGHBOUR_ID
        order = self.cancel_order(booking, data)
        self.unless_refused(lambda: self.world.cancel(order, agent))
        if replays:
            entries = len(self.world.ledger(agent).entries)
            self.unless_refused(lambda: self.world.cancel(order, agent))
            assert len(self.world.ledger(agent).entries) == entries

    def cancel_order(self, booking: PracticeBooking, data: st.DataObject) -> CancelOrder:
        if booking.sale.module is OrderModule.ACTIVITY:
            qty = data.draw(st.integers(1, 12))
            return CancelOrder(self.number(), booking.ref, OrderModule.ACTIVITY, qty=qty)
        ids = [seat.passenger_id for seat in booking.seats]
        some = data.draw(st.lists(st.sampled_from(ids), min_size=1, unique=True))
        return CancelOrder(self.number(), booking.ref, OrderModule.BOAT, passenger_ids=tuple(some))

    @rule(minutes=st.integers(0, 40))
    def wait(self, minutes: int) -> None:
        self.clock.move(minutes=minutes)

    def unless_refused(self, work: Callable[[], object]) -> None:
        before = [self.world.ledger(agent).entries for agent in (AGENT_ID, NEIGHBOUR_ID)], self.world.bookings
        try:
            work()
        except RequestRefusedError:
            after = (
                [self.world.ledger(agent).entries for agent in (AGENT_ID, NEIGHBOUR_ID)],
                self.world.bookings,
            )
            assert before == after

    @invariant()
    def every_book_balances(self) -> None:
        if not hasattr(self, "world"):
            return
        for agent in (AGENT_ID, NEIGHBOUR_ID):
            ledger = self.world.ledger(agent)
            assert all(sum(line.amount for line in entry.lines) == 0 for entry in ledger.entries)
            assert sum(ledger.balance(account) for account in Account) == 0
            assert ledger.cash >= 0
            assert 0 <= ledger.credit_used <= ledger.credit_limit

    @invariant()
    def every_paisa_is_somewhere(self) -> None:
        if not hasattr(self, "world"):
            return
        bookings = self.world.bookings
        ledgers = [self.world.ledger(agent) for agent in (AGENT_ID, NEIGHBOUR_ID)]
        outstanding = sum(seat.paid for each in bookings for seat in each.active_seats)
        assert sum(ledger.balance(Account.TRAVEL) for ledger in ledgers) == outstanding
        assert sum(ledger.balance(Account.CHARGES) for ledger in ledgers) == sum(
            each.charged for each in bookings
        )
        for each in bookings:
            assert (
                sum(seat.paid for seat in each.seats) == each.sale.total == each.from_cash + each.from_credit
            )
            given_up = sum(seat.paid for seat in each.seats if seat.cancelled)
            assert each.refunded + each.charged == given_up
            assert 0 <= each.credit_returned <= each.from_credit

    @invariant()
    def no_seat_is_sold_twice(self) -> None:
        if not hasattr(self, "world"):
            return
        dive = self.world.slots(self.world.activities[0], TODAY)[3]
        boat = self.world.departures(TOMORROW)[0]
        sold = [each for each in self.world.bookings if each.sale.module is OrderModule.ACTIVITY]
        carried = [each for each in self.world.bookings if each.sale.module is OrderModule.BOAT]
        assert dive.remaining == 11 - sum(len(each.active_seats) for each in sold) >= 0
        assert boat.remaining == 42 - sum(len(each.active_seats) for each in carried) >= 0


TestTrade = Trade.TestCase
TestTrade.settings = settings(max_examples=40, stateful_step_count=25)


@pytest.mark.parametrize("seats", [1, 3])
def test_the_last_seats_are_sold_once_however_many_ask_at_once(seats: int) -> None:
    world = World(clock=lambda: OPENING)
    world.leave_seats(AFTERNOON_DIVE["availability_id"], seats)

    def sell(number: int) -> str:
        try:
            world.sell_activity(ActivityOrder(str(number), 1, TODAY, **AFTERNOON_DIVE), AGENT_ID + number % 2)
        except RequestRefusedError as refused:
            return refused.code
        return "sold"

    with ThreadPoolExecutor(16) as desks:
        outcomes = Counter(desks.map(sell, range(64)))
    assert outcomes == {"sold": seats, "SEATS_NOT_AVAILABLE": 64 - seats}
    assert len(world.bookings) == seats


def test_one_refund_for_many_replays_at_once() -> None:
    world = World(clock=lambda: OPENING - timedelta(days=2))
    ref = world.sell_activity(ActivityOrder("sale", 2, TODAY, **AFTERNOON_DIVE)).ref
    order = CancelOrder("cancel", ref, OrderModule.ACTIVITY, qty=1)
    with ThreadPoolExecutor(16) as desks:
        answers = list(desks.map(world.cancel, [order] * 64))
    assert all(each == answers[0] for each in answers)
    assert world.ledger().cash == 10_000_000 - 357_000


def test_an_entry_that_does_not_balance_is_refused() -> None:
    ledger = Ledger()
    with pytest.raises(UnbalancedEntryError, match="does not balance"):
        ledger.post(OPENING, "BOOKING", (LedgerLine(Account.CASH, 1),))
    assert ledger.entries == ()
