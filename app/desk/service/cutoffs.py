"""Until when and on which dates a sale can be booked, by the service's clock as far as it is known."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from app.core.language import tr
from app.desk.model import formats
from app.desk.model.activities import DaySlots, Slot
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.sale import Draft
from app.desk.service.stated_words import quoted

_NO_SLOTS = re.compile(r"no slots?(?: (?:on|for) (?:this|that) (?:date|day))?\.?", re.IGNORECASE)
_CODE = re.compile(r"[A-Z0-9]+(?:_[A-Z0-9]+)+")


class Todays(NamedTuple):
    """The possible dates of today; the interface does not state which one counts (part 8)."""

    computer: date
    service: date
    utc: date

    @property
    def earliest(self) -> date:
        """The earliest of the dates: a travel date before it is past everywhere."""
        return min(self)

    def warning(self, day: date) -> str:
        """A warning for a travel date that is past for some of the dates only; else empty."""
        if not self.earliest <= day < max(self):
            return ""
        return tr(
            "It is {computer} on this computer, {service} at the service, {utc} in UTC. "
            "The service decides whether {day} can still be booked.",
            computer=formats.day_short(self.computer),
            service=formats.day_short(self.service),
            utc=formats.day_short(self.utc),
            day=formats.day_short(day),
        )


def todays(computer: datetime, service: datetime) -> Todays:
    """The dates by this computer's clock with its zone, by the service's clock, and by UTC."""
    return Todays(computer.date(), service.date(), service.astimezone(UTC).date())


def travel_day(draft: Draft) -> date | None:
    """The date of travel; None while no slot is chosen."""
    if isinstance(draft, BoatDraft):
        return draft.departure.day
    return draft.slot.day if draft.slot else None


def closes_at(draft: Draft, now: datetime) -> datetime | None:
    """When booking closes, in the zone of `now`; None when it is closed or not stated."""
    if not isinstance(draft, BoatDraft):
        return draft.slot.closes_at if draft.slot and draft.slot.is_open else None
    departure = draft.departure
    if not departure.is_open:
        return None
    ends: list[datetime] = []
    if departure.open_until is not None:
        ends.append(datetime.combine(departure.open_until + timedelta(days=1), time(), now.tzinfo))
    if departure.departs is not None:
        ends.append(datetime.combine(departure.day, departure.departs, now.tzinfo))
    return min(ends, default=None)


def is_full(seats: int | None, closes: datetime | None, now: datetime) -> bool:
    """Whether nothing but seats is missing, as far as that is known."""
    return seats is not None and seats < 1 and (closes is None or closes > now)


def draft_as_of(draft: Draft, now: datetime) -> Draft:
    """The draft, with its slot or departure closed once booking has closed at `now`."""
    if isinstance(draft, BoatDraft):
        departure = departure_as_of(draft.departure, now)
        return draft if departure is draft.departure else replace(draft, departure=departure)
    slot = as_of(draft.slot, now) if draft.slot else None
    return draft if slot is draft.slot else replace(draft, slot=slot)


def as_of(slot: Slot, now: datetime) -> Slot:
    """The slot, closed once booking has closed at `now`."""
    if not slot.is_open or slot.closes_at is None or slot.closes_at > now:
        return slot
    reason = tr("Booking closed at {time}", time=formats.clock_time(slot.closes_at))
    return replace(slot, is_open=False, reason=reason)


def day_as_of(day: DaySlots, now: datetime) -> DaySlots:
    """The day, with each of its slots as at `now`."""
    return replace(day, slots=tuple(as_of(slot, now) for slot in day.slots))


def departure_as_of(departure: Departure, now: datetime) -> Departure:
    """The departure, closed once its last day of booking has ended at `now` or it has left."""
    reason = closed_words(departure.close_days, departure.departs, departure.day, now)
    if not departure.is_open or not reason:
        return departure
    return replace(departure, is_open=False, reason=reason)


def is_cutoff_code(reason: str) -> bool:
    """Whether a reason is a code for the end of booking, which this counter says in words."""
    return bool(_CODE.fullmatch(reason)) and "CUTOFF" in reason


def reason_words(reason: str | None) -> str:
    """The service's reason as it says it, but a code for the end, and a day without slots, in words."""
    if reason and tells_no_slots(reason):
        return tr("No slots on this date")
    return tr("Booking closed") if reason and is_cutoff_code(reason) else quoted(reason)


def tells_no_slots(reason: str) -> bool:
    """Whether a reason only says that there is no slot, which is no reason beside a day that has none."""
    return bool(_NO_SLOTS.fullmatch(reason))


def closed_words(close_days: int | None, departs: time | None, day: date, now: datetime) -> str:
    """Why it is closed by the service's date and time (part 8: booking_close_days); empty when open."""
    last = day if close_days is None else day - timedelta(days=max(0, close_days))
    if close_days is not None and now.date() > last:
        return tr("Booking closed on {date}", date=formats.day_medium(last))
    if departs is not None and (now.date(), now.time()) >= (day, departs):
        return tr("Left at {time}", time=formats.clock_time(departs))
    return ""
