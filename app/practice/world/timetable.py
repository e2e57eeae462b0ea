"""The days of activities and boats: always the same for the same seed and first day."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from itertools import pairwise

from app.practice.world import activity_rows, boat_rows
from app.practice.world.catalogue import Activity, Schedule, SlotPlan
from app.practice.world.identity import SERVICE_ZONE

HORIZON_DAYS = 77
_DAYS_KEPT = 100
_SLOT_PLACES = 10
_MOST_ACTIVITIES = 1_000
_FIRST_AVAILABILITY = 9_000_000
_EPOCH = date(2026, 1, 1).toordinal()
_SUNDAY = 6
_RARE_FROM = 7

_NOT_OPEN = "Not open for this date"
_WEATHER = "Closed for weather"
# The seats of the first activity's eight slots, by day from the first: a varied week for practice.
_SAMPLE_WEEK: dict[int, tuple[int, ...]] = {
    0: (4, 3, 6, 11, 2, 0, 9, 0),
    1: (8, 9, 6, 7, 5, 6, 5, 0),
    2: (9, 8, 8, 7, 6, 7, 7, 0),
    3: (7, 9, 8, 8, 7, 6, 7, 0),
    4: (0, 0, 0, 0, 0, 0, 0, 0),
    5: (4, 6, 5, 3, 4, 5, 4, 0),
}
_SAMPLE_CLOSED_DAY = 6
_SAMPLE_GAP = range(34, 40)


@dataclass(frozen=True, slots=True)
class SlotOnDay:
    """One slot of an activity on one day as planned, before anything is sold; amounts in paise."""

    availability_id: int
    activity: Activity
    plan: SlotPlan
    slot_id: int
    day: date
    fare: int
    seats: int
    closed_because: str

    @property
    def starts_at(self) -> datetime:
        """The start in the service zone."""
        return datetime.combine(self.day, self.plan.start, SERVICE_ZONE)

    @property
    def cutoff_minutes(self) -> int:
        """The slot's own cutoff when it has one, else the activity's (interface part 8)."""
        own = self.plan.own_cutoff_minutes
        return self.activity.cutoff_minutes if own is None else own

    @property
    def closes_at(self) -> datetime:
        """The end of booking."""
        return self.starts_at - timedelta(minutes=self.cutoff_minutes)


class Programme:
    """The catalogue and its days. `origin` is the first day of this world, with the offer of `like`."""

    def __init__(self, seed: int, origin: date, activities: int, like: date | None = None) -> None:
        if not 1 <= activities <= _MOST_ACTIVITIES:
            message = f"a practice world has 1 to {_MOST_ACTIVITIES} activities"
            raise ValueError(message)
        self.origin = origin
        self._shift = (like or origin) - origin
        self.activities = tuple(_activity(number) for number in range(activities))
        self.schedules = boat_rows.schedules()
        self._seed = seed
        self._slots: dict[date, dict[int, tuple[SlotOnDay, ...]]] = {}
        self._ranges: dict[tuple[int, date], tuple[tuple[date, date], ...]] = {}

    def closed_because(self, activity: Activity, day: date) -> str:
        """Why an activity has no slots at all on a day; empty when it has some."""
        offset = (day - self.origin).days
        if offset < activity.opens_after_days:
            return activity.closed_because
        if activity.number == 0 and offset in _SAMPLE_GAP:
            return _NOT_OPEN
        day_off = self._draw(18, "day off", activity.number)
        return "No slots on this date" if 1 <= day_off <= _SUNDAY and offset % 7 == day_off else ""

    def slots(self, activity: Activity, day: date) -> tuple[SlotOnDay, ...]:
        """The slots of an activity on a day, open and closed ones, in order of their start."""
        if day not in self._slots and len(self._slots) >= _DAYS_KEPT:
            self._slots.clear()
        of_day = self._slots.setdefault(day, {})
        if activity.number not in of_day:
            closed = self.closed_because(activity, day)
            of_day[activity.number] = () if closed else tuple(self._planned(activity, day))
        return of_day[activity.number]

    def slot(self, availability_id: int) -> SlotOnDay | None:
        """The slot with this number, or None."""
        whole, place = divmod(availability_id - _FIRST_AVAILABILITY, _SLOT_PLACES)
        day_number, number = divmod(whole, _MOST_ACTIVITIES)
        if not (0 <= number < len(self.activities) and 0 <= day_number <= date.max.toordinal() - _EPOCH):
            return None
        slots = self.slots(self.activities[number], date.fromordinal(_EPOCH + day_number))
        return slots[place] if place < len(slots) else None

    def ranges(self, activity: Activity, today: date) -> tuple[tuple[date, date], ...]:
        """The days with slots from today to the end of the sale, as first and last day of each run."""
        key = (activity.number, today)
        if key not in self._ranges:
            days = [today + timedelta(days=ahead) for ahead in range(HORIZON_DAYS)]
            self._ranges[key] = tuple(_runs([day for day in days if not self.closed_because(activity, day)]))
        return self._ranges[key]

    def departures(self, day: date) -> tuple[Schedule, ...]:
        """The schedules that run on a day, in the order of the catalogue."""
        return tuple(each for each in self.schedules if self.runs(each, day))

    def runs(self, schedule: Schedule, day: date) -> bool:
        """Whether a schedule runs on a day."""
        offset = (day - self.origin).days
        stays_in_port = offset > 1 and self._draw(31, "port", schedule.number, self._drawn(day)) == 0
        return offset % 7 in schedule.runs_on and not stays_in_port

    def boat_seats(self, schedule: Schedule, day: date) -> int:
        """The seats of a departure before anything is sold here."""
        if not schedule.live:
            return schedule.capacity
        if schedule.second_day_seats is not None and (day - self.origin).days == 1:
            return schedule.second_day_seats
        taken = self._draw(12, "boat", schedule.number, self._drawn(day))
        return 0 if taken == 0 else schedule.capacity - schedule.capacity * (taken - 1) // 12

    def _planned(self, activity: Activity, day: date) -> Iterator[SlotOnDay]:
        ahead = day.toordinal() - _EPOCH
        for place, plan in enumerate(activity.slots):
            peak = plan.peak or self._drawn(day).weekday() == _SUNDAY
            yield SlotOnDay(
                availability_id=_FIRST_AVAILABILITY
                + (ahead * _MOST_ACTIVITIES + activity.number) * _SLOT_PLACES
                + place,
                activity=activity,
                plan=plan,
                slot_id=activity.slot_id(place),
                day=day,
                fare=activity.high_fare if peak else activity.low_fare,
                seats=self._seats(activity, day, place),
                closed_because=self._slot_closed(activity, day, place),
            )

    def _slot_closed(self, activity: Activity, day: date, place: int) -> str:
        offset = (day - self.origin).days
        if activity.slots[place].rare and (
            offset < _RARE_FROM or self._draw(4, "rare", activity.number, self._drawn(day)) != 0
        ):
            return _NOT_OPEN
        if activity.number == 0 and offset <= _SAMPLE_CLOSED_DAY:
            return _WEATHER if offset == _SAMPLE_CLOSED_DAY else ""
        return (
            _WEATHER
            if offset > 0 and self._draw(29, "weather", activity.number, self._drawn(day)) == 0
            else ""
        )

    def _seats(self, activity: Activity, day: date, place: int) -> int:
        offset = (day - self.origin).days
        if activity.number == 0 and offset in _SAMPLE_WEEK:
            return _SAMPLE_WEEK[offset][place]
        seats = activity.slots[place].seats
        taken = self._draw(14, "seats", activity.number, self._drawn(day), place)
        kept_open = offset == 0 and place == len(activity.slots) - 1
        if taken == 0 and not kept_open:
            return 0
        return seats - seats * max(taken - 2, 0) // 14

    def _drawn(self, day: date) -> date:
        """The date whose offer a day has."""
        return day + self._shift

    def _draw(self, sides: int, *facts: object) -> int:
        """A number below `sides` that depends only on the seed and the facts."""
        text = "/".join(str(fact) for fact in (self._seed, *facts))
        return int.from_bytes(blake2b(text.encode(), digest_size=6).digest()) % sides


def _activity(number: int) -> Activity:
    rows = activity_rows.ROWS
    row = rows[number % len(rows)]
    group = number // len(rows)
    picture = f"practice-{number % len(rows) + 1:02d}"
    return Activity(
        number=number,
        title=f"{row.title}, group {group + 1}" if group else row.title,
        place=row.place,
        short=row.short,
        description=f"{_opening(row.short)} {row.more}",
        inclusions=row.kit.inclusions,
        exclusions=row.kit.exclusions,
        rule=row.rule,
        reference_price=row.reference * 100,
        low_fare=row.low * 100,
        high_fare=row.high * 100,
        commission=row.commission * 100,
        cutoff_minutes=row.cutoff,
        slots=row.slots,
        opens_after_days=row.opens_after,
        closed_because=row.because,
        gallery=tuple(f"{picture}-{letter}.jpg" for letter in "abc"[number % 4 :]),
    )


def _opening(short: str) -> str:
    if short.startswith("guided shore dive"):
        return "One guided shore dive to 10 m for beginners."
    return f"{short[0].upper()}{short[1:]}."


def _runs(days: list[date]) -> Iterator[tuple[date, date]]:
    """Ranges of consecutive days."""
    if not days:
        return
    first = days[0]
    for before, after in pairwise(days):
        if (after - before).days > 1:
            yield first, before
            first = after
    yield first, days[-1]
