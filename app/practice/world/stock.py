"""The stock: planned seats less sold ones, with present prices and rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from app.practice.world.catalogue import Activity, IdentityFlags, PracticeRate, Schedule
from app.practice.world.identity import SERVICE_ZONE
from app.practice.world.timetable import Programme, SlotOnDay


@dataclass(frozen=True, slots=True)
class SlotState:
    """A slot now; `closed_because` is empty when it can be booked; `is_open` does not depend on seats."""

    slot: SlotOnDay
    fare: int
    remaining: int
    is_open: bool
    closed_because: str

    @property
    def net(self) -> int:
        """The price for the agent for each person before tax."""
        return self.fare - self.slot.activity.commission

    @property
    def is_bookable(self) -> bool:
        """Whether a seat can be booked now."""
        return not self.closed_because


@dataclass(frozen=True, slots=True)
class DepartureState:
    """A departure now; `shown_seats` is the capacity when seats are not counted live."""

    schedule: Schedule
    day: date
    flags: IdentityFlags
    rates: tuple[PracticeRate, ...]
    remaining: int
    shown_seats: int
    is_open: bool

    @property
    def starts_at(self) -> datetime:
        """The time of departure in the service zone."""
        return datetime.combine(self.day, self.schedule.departure, SERVICE_ZONE)

    @property
    def inventory_status(self) -> str:
        """AVAILABLE, or the status for the reason why not."""
        if not self.is_open:
            return "BOOKING_CLOSED"
        return "AVAILABLE" if self.shown_seats > 0 else "SOLD_OUT"


class Stock:
    """Seats, prices and identity flags of the programme. Not thread-safe."""

    def __init__(self, programme: Programme) -> None:
        self._programme = programme
        self._slots_sold: Counter[int] = Counter()
        self._boats_sold: Counter[tuple[int, date]] = Counter()
        self._slot_seats: dict[int, int] = {}
        self._boat_seats: dict[tuple[int, date], int] = {}
        self._activity_prices: Counter[int] = Counter()
        self._boat_prices: Counter[int] = Counter()
        self._flags: dict[int, IdentityFlags] = {}

    def slot_state(self, slot: SlotOnDay, now: datetime) -> SlotState:
        """The present state of a slot."""
        planned = self._slot_seats.get(slot.availability_id, slot.seats)
        remaining = max(planned - self._slots_sold[slot.availability_id], 0)
        return SlotState(
            slot=slot,
            fare=slot.fare + self._activity_prices[slot.activity.activity_id],
            remaining=remaining,
            is_open=not slot.closed_because and now < slot.closes_at,
            closed_because=_slot_closed_because(slot, remaining, now),
        )

    def slot_states(self, activity: Activity, day: date, now: datetime) -> tuple[SlotState, ...]:
        """The slots of an activity on a day."""
        return tuple(self.slot_state(slot, now) for slot in self._programme.slots(activity, day))

    def fare_span(self, activity: Activity) -> tuple[int, int]:
        """The lowest and highest fare of an activity over its dates."""
        more = self._activity_prices[activity.activity_id]
        return activity.low_fare + more, activity.high_fare + more

    def departure_state(self, schedule: Schedule, day: date, now: datetime) -> DepartureState:
        """The present state of a departure."""
        forced = self._boat_seats.get((schedule.schedule_id, day))
        planned = self._programme.boat_seats(schedule, day) if forced is None else forced
        remaining = max(planned - self._boats_sold[schedule.schedule_id, day], 0)
        leaves = datetime.combine(day, schedule.departure, SERVICE_ZONE)
        return DepartureState(
            schedule=schedule,
            day=day,
            flags=self._flags.get(schedule.schedule_id, schedule.flags),
            rates=self._rates(schedule),
            remaining=remaining,
            shown_seats=remaining if schedule.live else schedule.capacity,
            is_open=now < leaves and now.date() <= day - timedelta(days=schedule.close_days),
        )

    def departures(self, day: date, now: datetime) -> tuple[DepartureState, ...]:
        """The departures of a day."""
        return tuple(self.departure_state(each, day, now) for each in self._programme.departures(day))

    def take_slot_seats(self, availability_id: int, count: int) -> None:
        """Lock seats of a slot, or free them with a negative count."""
        self._slots_sold[availability_id] += count

    def take_boat_seats(self, schedule_id: int, day: date, count: int) -> None:
        """Lock seats of a departure, or free them with a negative count."""
        self._boats_sold[schedule_id, day] += count

    def leave_slot_seats(self, availability_id: int, seats: int) -> None:
        """Set the seats left in a slot."""
        self._slot_seats[availability_id] = seats + self._slots_sold[availability_id]

    def leave_boat_seats(self, schedule_id: int, day: date, seats: int) -> None:
        """Set the seats left on a departure."""
        self._boat_seats[schedule_id, day] = seats + self._boats_sold[schedule_id, day]

    def shift_activity_price(self, activity_id: int, by: int) -> None:
        """Raise the fares of an activity by this amount."""
        self._activity_prices[activity_id] += by

    def shift_boat_price(self, schedule_id: int, by: int) -> None:
        """Raise the boat fares of a schedule by this amount."""
        self._boat_prices[schedule_id] += by

    def set_flags(self, schedule_id: int, flags: IdentityFlags) -> None:
        """Set the identity flags of a schedule."""
        self._flags[schedule_id] = flags

    def _rates(self, schedule: Schedule) -> tuple[PracticeRate, ...]:
        more = self._boat_prices[schedule.schedule_id]
        return tuple(_dearer(rate, more) for rate in schedule.rates) if more else schedule.rates


def _dearer(rate: PracticeRate, more: int) -> PracticeRate:
    return PracticeRate(
        rate.ticket_type,
        rate.youngest,
        rate.oldest,
        indian=rate.indian,
        boat_fare=rate.boat_fare + more,
        permit_fare=rate.permit_fare,
        commission=rate.commission,
    )


def _slot_closed_because(slot: SlotOnDay, remaining: int, now: datetime) -> str:
    if slot.closed_because:
        return slot.closed_because
    if remaining < 1:
        return "No seats left"
    return f"Booking closed at {slot.closes_at:%H:%M}" if now >= slot.closes_at else ""
