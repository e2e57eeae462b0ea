"""The classes of the catalogue: activities, slots, schedules, fares and cancellation rules."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time, timedelta


@dataclass(frozen=True, slots=True)
class CancellationRule:
    """The charge of a cancellation by its notice; percentages are of the debited amount."""

    summary: str
    notice_hours: int
    early_percent: int
    late_percent: int
    rounded_up_to: int = 1

    def charge(self, paid: int, notice: timedelta) -> int:
        """The charge in paise for cancelling `paid` with this notice; all of it once the trip has begun."""
        if notice <= timedelta():
            return paid
        percent = self.early_percent if notice >= timedelta(hours=self.notice_hours) else self.late_percent
        units = -(-paid * percent // (100 * self.rounded_up_to))
        return min(paid, units * self.rounded_up_to)


@dataclass(frozen=True, slots=True)
class SlotPlan:
    """A time of day at which an activity is offered."""

    label: str
    start: time
    end: time
    seats: int
    own_cutoff_minutes: int | None = None
    peak: bool = False
    rare: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """One activity of the catalogue; amounts in paise."""

    number: int
    title: str
    place: str
    short: str
    description: str
    inclusions: str
    exclusions: str
    rule: CancellationRule
    reference_price: int
    low_fare: int
    high_fare: int
    commission: int
    cutoff_minutes: int
    slots: tuple[SlotPlan, ...]
    opens_after_days: int = 0
    closed_because: str = ""
    gallery: tuple[str, ...] = ()

    @property
    def activity_id(self) -> int:
        """The number in the range of the interface."""
        return 9_001 + self.number

    def slot_id(self, place: int) -> int:
        """The number of the slot at this place of the day."""
        return 90_000 + self.number * 10 + place


@dataclass(frozen=True, slots=True)
class PracticeRate:
    """The fare of one kind of passenger on a boat; amounts in paise."""

    ticket_type: str
    youngest: int
    oldest: int
    indian: bool
    boat_fare: int
    permit_fare: int
    commission: int

    @property
    def total_fare(self) -> int:
        """The price for the passenger before tax."""
        return self.boat_fare + self.permit_fare

    @property
    def net(self) -> int:
        """The price for the agent before tax."""
        return self.total_fare - self.commission

    def fits(self, age: int, *, indian: bool) -> bool:
        """Whether the rate is for a passenger of this age and nationality."""
        return self.indian == indian and self.youngest <= age <= self.oldest


@dataclass(frozen=True, slots=True)
class IdentityFlags:
    """The identity data that a trip requires of every passenger (interface part 2.1)."""

    is_id_mandatory: bool = False
    is_id_no_required: bool = False
    is_id_upload_required: bool = False


@dataclass(frozen=True, slots=True)
class Schedule:
    """A boat on a trip at a time of day, with the days on which it runs."""

    number: int
    boat_id: int
    boat_name: str
    trip_id: int
    trip_name: str
    departure: time
    return_time: time
    capacity: int
    live: bool
    close_days: int
    flags: IdentityFlags
    rates: tuple[PracticeRate, ...]
    rule: CancellationRule
    runs_on: frozenset[int]
    second_day_seats: int | None = None

    @property
    def schedule_id(self) -> int:
        """The number in the range of the interface."""
        return 9_401 + self.number
