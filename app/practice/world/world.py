"""The practice world: two demo agents, their wallets, their common stock, and all bookings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from threading import RLock

from app.practice.protocol.errors import RequestRefusedError
from app.practice.world import state_file as statefile
from app.practice.world.booking import (
    Cancellation,
    PracticeBooking,
    PracticeSale,
    Settlement,
    pnr,
    settlement,
)
from app.practice.world.catalogue import Activity, CancellationRule, IdentityFlags, Schedule
from app.practice.world.identity import AGENT_ID, AGENT_OF_KEY, SERVICE_ZONE, system_clock
from app.practice.world.ledger import OPENING_CASH, Account, Ledger, LedgerLine
from app.practice.world.money import paise
from app.practice.world.orders import ActivityOrder, BoatOrder, CancelOrder, OrderModule
from app.practice.world.sale import activity_sale, boat_sale
from app.practice.world.state_file import SavedAgent
from app.practice.world.stock import DepartureState, SlotState, Stock
from app.practice.world.timetable import HORIZON_DAYS, Programme

Amount = Decimal | int | str
_FIRST_BOOKING = 900_104_482
_FIRST_PASSENGER = 900_050_211
_NUMBERS_AN_AGENT = 10_000_000


class World:
    """A practice world, always the same for the same seed and clock. Thread-safe.

    `clock` returns aware instants. With a `state_file` the world is saved there after each booking, and an
    existing file decides seed and first day; OSError when it cannot be read. `activities` is the size of the
    catalogue, `older` answers in the older variants, `unlucky` makes some catalogue items malformed, and
    `deduplicates` answers a repeated create with the first booking instead of selling again. With `like` the
    offer is that of a world which began on that date.
    """

    def __init__(
        self,
        seed: int = 1,
        clock: Callable[[], datetime] = system_clock,
        state_file: Path | None = None,
        *,
        activities: int = 42,
        older: bool = False,
        unlucky: bool = False,
        deduplicates: bool = False,
        like: date | None = None,
    ) -> None:
        self.older = older
        self.unlucky = unlucky
        self._clock = clock
        self._state_file = state_file
        self._deduplicates = deduplicates
        self._lock = RLock()
        found = statefile.load(state_file, self.now) if state_file else statefile.FoundState(None)
        saved = found.saved
        self.warning = found.warning
        self._seed = saved.seed if saved else seed
        self.programme = Programme(self._seed, saved.origin if saved else self.today, activities, like)
        self._stock = Stock(self.programme)
        self._registers = {each: OrderRegister.opened(each, self.now) for each in AGENT_OF_KEY.values()}
        if saved:
            self._registers |= {each.agent_id: OrderRegister.restored(each) for each in saved.agents}
        for booking in self.bookings:
            self._lock_seats(booking, len(booking.active_seats))

    @property
    def now(self) -> datetime:
        """The present time in the service zone."""
        return self._clock().astimezone(SERVICE_ZONE)

    @property
    def today(self) -> date:
        """The date in the service zone."""
        return self.now.date()

    @property
    def activities(self) -> tuple[Activity, ...]:
        """The catalogue of activities."""
        return self.programme.activities

    @property
    def schedules(self) -> tuple[Schedule, ...]:
        """The catalogue of boats."""
        return self.programme.schedules

    @property
    def bookings(self) -> tuple[PracticeBooking, ...]:
        """The bookings of all agents, the demo agent's first and each agent's oldest first."""
        with self._lock:
            return tuple(booking for each in self._registers.values() for booking in each.bookings)

    def ledger(self, agent: int = AGENT_ID) -> Ledger:
        """The books of an agent's wallet, for reading."""
        return self._registers[agent].ledger

    def activity(self, activity_id: int) -> Activity | None:
        """The activity with this number, or None."""
        number = activity_id - self.activities[0].activity_id
        return self.activities[number] if 0 <= number < len(self.activities) else None

    def schedule(self, schedule_id: int) -> Schedule | None:
        """The schedule with this number, or None."""
        number = schedule_id - self.schedules[0].schedule_id
        return self.schedules[number] if 0 <= number < len(self.schedules) else None

    def is_on_sale(self, day: date) -> bool:
        """Whether a date is neither past nor too far in the future."""
        return self.today <= day < self.today + timedelta(days=HORIZON_DAYS)

    def slots(self, activity: Activity, day: date) -> tuple[SlotState, ...]:
        """The present state of an activity's slots on a day."""
        with self._lock:
            return self._stock.slot_states(activity, day, self.now)

    def fare_span(self, activity: Activity) -> tuple[int, int]:
        """The lowest and highest fare of an activity over its dates, in paise."""
        with self._lock:
            return self._stock.fare_span(activity)

    def departures(self, day: date) -> tuple[DepartureState, ...]:
        """The present state of the departures of a day."""
        with self._lock:
            return self._stock.departures(day, self.now)

    def booking(self, ref: str, module: OrderModule, agent: int = AGENT_ID) -> PracticeBooking:
        """The agent's booking with this reference in the module. Raises RequestRefusedError for none."""
        with self._lock:
            return self._registers[agent].booking(ref, module)

    def sell_activity(self, order: ActivityOrder, agent: int = AGENT_ID) -> PracticeBooking:
        """Settle a booking of slot seats (part 4.3). Raises RequestRefusedError without a change."""
        slot = self.programme.slot(order.availability_id)
        if slot is None or not self.is_on_sale(slot.day):
            raise RequestRefusedError("AVAILABILITY_NOT_FOUND", "There is no such availability.")
        with self._lock:
            register = self._registers[agent]
            again = self._made_before(register, order.request_id)
            if again:
                return again
            sale = activity_sale(order, self._stock.slot_state(slot, self.now))
            return self._booked(register.settle(sale, self.now))

    def sell_boat(self, order: BoatOrder, agent: int = AGENT_ID) -> PracticeBooking:
        """Settle a booking of boat seats (part 4.3). Raises RequestRefusedError without a change."""
        schedule = self.schedule(order.schedule_id)
        if not (
            schedule
            and self.is_on_sale(order.travel_date)
            and self.programme.runs(schedule, order.travel_date)
        ):
            raise RequestRefusedError("SCHEDULE_NOT_FOUND", "No such schedule runs on this date.")
        with self._lock:
            register = self._registers[agent]
            again = self._made_before(register, order.request_id)
            if again:
                return again
            state = self._stock.departure_state(schedule, order.travel_date, self.now)
            sale = boat_sale(order, state, register.next_passenger_id)
            return self._booked(register.settle(sale, self.now))

    def quote(self, order: CancelOrder, agent: int = AGENT_ID) -> Settlement:
        """The refund of a cancellation now; nothing changes. Raises RequestRefusedError."""
        with self._lock:
            booking = self._registers[agent].booking(order.booking_ref, order.module)
            return settlement(booking, order, self._rule(booking), self.now)

    def cancel(self, order: CancelOrder, agent: int = AGENT_ID) -> Cancellation:
        """Carry out a cancellation and credit the refund. A replay returns the first result again.

        Raises RequestRefusedError, also when the request number was used for another cancellation.
        """
        with self._lock:
            register = self._registers[agent]
            replayed = register.replayed(order)
            if replayed:
                return replayed
            settled = self.quote(order, agent)
            cancellation = register.refund(order, settled, self.now)
            self._lock_seats(register.booking(order.booking_ref, order.module), -len(settled.seats))
            self._keep()
            return cancellation

    def set_wallet(self, *, cash: Amount | None = None, credit_left: Amount | None = None) -> None:
        """Set the cash and the remaining credit of the demo agent's wallet, in rupees."""
        with self._lock:
            register = self._registers[AGENT_ID]
            if credit_left is not None:
                register.ledger.leave_credit(paise(credit_left))
            if cash is not None:
                register.adjust_cash(paise(cash), self.now)
            self._keep()

    def leave_seats(self, product_id: int, seats: int = 0, *, day: date | None = None) -> None:
        """Set the seats left: of an availability, or with a `day` of a schedule."""
        with self._lock:
            if day is None:
                self._stock.leave_slot_seats(product_id, seats)
            else:
                self._stock.leave_boat_seats(product_id, day, seats)

    def shift_price(self, product_id: int, by: Amount) -> None:
        """Raise the price of an activity or a schedule, in rupees for each person."""
        with self._lock:
            if self.schedule(product_id) is None:
                self._stock.shift_activity_price(product_id, paise(by))
            else:
                self._stock.shift_boat_price(product_id, paise(by))

    def set_flags(self, schedule_id: int, flags: IdentityFlags) -> None:
        """Set the identity flags of a schedule."""
        with self._lock:
            self._stock.set_flags(schedule_id, flags)

    def _rule(self, booking: PracticeBooking) -> CancellationRule:
        number = booking.sale.product_id
        product = (
            self.activity(number) if booking.sale.module is OrderModule.ACTIVITY else self.schedule(number)
        )
        if product is None:
            raise RequestRefusedError(
                "BOOKING_NOT_FOUND", "The booking is of a product that is no longer in the catalogue."
            )
        return product.rule

    def _made_before(self, register: OrderRegister, request_id: str) -> PracticeBooking | None:
        return register.made_by(request_id) if self._deduplicates else None

    def _booked(self, booking: PracticeBooking) -> PracticeBooking:
        self._lock_seats(booking, len(booking.seats))
        self._keep()
        return booking

    def _lock_seats(self, booking: PracticeBooking, count: int) -> None:
        sale = booking.sale
        if sale.module is OrderModule.ACTIVITY:
            self._stock.take_slot_seats(sale.availability_id, count)
        else:
            self._stock.take_boat_seats(sale.product_id, sale.travel_date, count)

    def _keep(self) -> None:
        if self._state_file:
            agents = tuple(each.saved() for each in self._registers.values())
            saved = statefile.Saved(seed=self._seed, origin=self.programme.origin, agents=agents)
            statefile.save(self._state_file, saved)


class OrderRegister:
    """The bookings and the ledger of one agent. Not thread-safe."""

    def __init__(
        self,
        agent_id: int,
        ledger: Ledger,
        bookings: Iterable[PracticeBooking] = (),
        cancellations: Iterable[Cancellation] = (),
    ) -> None:
        self.agent_id = agent_id
        self.ledger = ledger
        self._first = (agent_id - AGENT_ID) * _NUMBERS_AN_AGENT
        self._bookings = {each.ref: each for each in bookings}
        self._cancellations = {each.order.request_id: each for each in cancellations}

    @classmethod
    def opened(cls, agent_id: int, now: datetime) -> OrderRegister:
        """A new register with the agent's opening balance and no bookings."""
        ledger = Ledger()
        ledger.post(
            now,
            "OPENING",
            (LedgerLine(Account.CASH, OPENING_CASH), LedgerLine(Account.OFFICE, -OPENING_CASH)),
        )
        return cls(agent_id, ledger)

    @classmethod
    def restored(cls, saved: SavedAgent) -> OrderRegister:
        """The register of a saved state."""
        ledger = Ledger(saved.credit_limit, saved.entries)
        return cls(saved.agent_id, ledger, saved.bookings, saved.cancellations)

    def saved(self) -> SavedAgent:
        """The state to save."""
        return SavedAgent(
            agent_id=self.agent_id,
            credit_limit=self.ledger.credit_limit,
            entries=self.ledger.entries,
            bookings=self.bookings,
            cancellations=tuple(self._cancellations.values()),
        )

    @property
    def bookings(self) -> tuple[PracticeBooking, ...]:
        """All bookings, oldest first."""
        return tuple(self._bookings.values())

    @property
    def next_passenger_id(self) -> int:
        """The number of the next passenger; never used twice."""
        return _FIRST_PASSENGER + self._first + sum(len(each.seats) for each in self._bookings.values())

    def booking(self, ref: str, module: OrderModule) -> PracticeBooking:
        """The booking with this reference. Raises RequestRefusedError when there is none in the module."""
        booking = self._bookings.get(ref)
        if booking is None or booking.sale.module is not module:
            raise RequestRefusedError("BOOKING_NOT_FOUND", "There is no such booking in this module.")
        return booking

    def made_by(self, request_id: str) -> PracticeBooking | None:
        """The first booking made with a request number, or None."""
        return next((each for each in self._bookings.values() if each.sale.request_id == request_id), None)

    def settle(self, sale: PracticeSale, now: datetime) -> PracticeBooking:
        """Debit a sale, cash first and then credit, and book it. Raises RequestRefusedError without money."""
        from_cash = min(sale.total, max(self.ledger.cash, 0))
        from_credit = sale.total - from_cash
        if from_credit > self.ledger.credit_left:
            raise RequestRefusedError(
                "WALLET_BALANCE_INSUFFICIENT", "Cash and credit of the wallet do not cover this booking."
            )
        number = self._first + len(self._bookings)
        ref = pnr(sale.module, number)
        lines = (
            LedgerLine(Account.TRAVEL, sale.total),
            LedgerLine(Account.CASH, -from_cash),
            LedgerLine(Account.CREDIT, -from_credit),
        )
        entry = self.ledger.post(now, "BOOKING", lines, ref=ref, request_id=sale.request_id)
        booking = PracticeBooking(
            ref=ref,
            booking_id=_FIRST_BOOKING + number,
            sale=sale,
            seats=sale.seats,
            from_cash=from_cash,
            from_credit=from_credit,
            entry_id=entry.entry_id,
        )
        self._bookings[ref] = booking
        return booking

    def replayed(self, order: CancelOrder) -> Cancellation | None:
        """The first result of a repeated cancellation, or None. Raises RequestRefusedError if it differs."""
        before = self._cancellations.get(order.request_id)
        if before is not None and before.order != order:
            raise RequestRefusedError(
                "REQUEST_ID_REUSED", "This request_id was used for another cancellation."
            )
        return before

    def refund(self, order: CancelOrder, settled: Settlement, now: datetime) -> Cancellation:
        """Credit a cancellation and void its seats."""
        lines = (
            LedgerLine(Account.CREDIT, settled.of_credit),
            LedgerLine(Account.CASH, settled.refund - settled.of_credit),
            LedgerLine(Account.CHARGES, settled.charge),
            LedgerLine(Account.TRAVEL, -settled.paid),
        )
        entry = self.ledger.post(now, "REFUND", lines, ref=order.booking_ref, request_id=order.request_id)
        after = self._bookings[order.booking_ref].after(settled)
        self._bookings[order.booking_ref] = after
        cancellation = Cancellation(
            order=order,
            refund_reference=f"PRACTICE-RF-{entry.number}",
            refund=settled.refund,
            charge=settled.charge,
            leaves_seats=not after.is_cancelled,
        )
        self._cancellations[order.request_id] = cancellation
        return cancellation

    def adjust_cash(self, cash: int, now: datetime) -> None:
        """Set the cash to this amount, by an entry of the operating office."""
        more = cash - self.ledger.cash
        if more:
            self.ledger.post(
                now, "ADJUSTMENT", (LedgerLine(Account.CASH, more), LedgerLine(Account.OFFICE, -more))
            )
