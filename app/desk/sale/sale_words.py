"""The words for product, time and travellers, for the preflight and the receipt."""

from __future__ import annotations

from datetime import date, time

from app.core.frozen import frozen
from app.core.language import tr, trn
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.boats import BoatDraft, Departure
from app.desk.model.sale import Draft
from app.desk.passengers.summary import party_words


@frozen
class SaleOccasion:
    """The words for one activity slot or one departure."""

    title: str
    place: str
    """The location, or the boat."""
    day: date | None
    starts: time | None
    ends: time | None
    window: str
    """The time window as sent, shown when it is not two times."""
    left: str
    """Seats and closing time, such as "118 seats live"."""
    party: str
    """The number of people, such as "2 seats" or "4 travellers"."""
    party_more: str
    """The slot's label, or the passengers by kind of ticket."""


def occasion(draft: Draft) -> SaleOccasion:
    """The words for a draft."""
    return _trip(draft) if isinstance(draft, BoatDraft) else _activity(draft)


def seats_left(draft: Draft) -> int | None:
    """The number of seats left; None when it is not stated or not a live count."""
    if isinstance(draft, BoatDraft):
        return draft.departure.seats if draft.departure.is_live else None
    return draft.slot.seats if draft.slot else None


def departure_seats(departure: Departure) -> str:
    """The seats of a departure in a few words: 118 seats live, capacity 60, or empty when not stated.

    A count that is too old to be called live has its time.
    """
    if departure.seats is None:
        return ""
    if departure.is_live is False:
        return tr("capacity {number}", number=departure.seats)
    if departure.counted_at is not None:
        seats = formats.seats(departure.seats)
        return tr("{seats} at {time}", seats=seats, time=formats.since(departure.counted_at))
    if departure.is_live:
        return trn("{number} seat live", "{number} seats live", departure.seats)
    return formats.seats(departure.seats)


def trip_closing_words(departure: Departure, today: date) -> tuple[str, str]:
    """The rule by which booking closes and until when it is open; empty when neither is stated."""
    days, until = departure.close_days, departure.open_until
    if days is None or until is None:
        return ("", "") if departure.is_open else (tr("Booking"), departure.reason or tr("Closed"))
    rule = tr("Booking closes at departure")
    if days > 0:
        rule = trn("Booking closes {number} day before", "Booking closes {number} days before", days)
    if until < today:
        return rule, tr("Closed on {until}", until=formats.day_medium(until))
    if not departure.is_open:
        return rule, departure.reason or tr("Closed")
    if days == 0:
        return rule, tr("Open until departure")
    if until == today:
        return rule, tr("Open until tonight, {day}", day=formats.day_medium(until))
    return rule, tr("Open until {day}", day=formats.day_medium(until))


def _activity(draft: ActivityDraft) -> SaleOccasion:
    slot = draft.slot
    return SaleOccasion(
        title=draft.offer.title,
        place=draft.offer.place,
        day=slot.day if slot else None,
        starts=slot.starts if slot else None,
        ends=slot.ends if slot else None,
        window=slot.window if slot else "",
        left=_slot_left(slot) if slot else "",
        party=formats.seats(draft.qty),
        party_more=slot.label if slot else "",
    )


def _trip(draft: BoatDraft) -> SaleOccasion:
    departure = draft.departure
    return SaleOccasion(
        title=departure.name,
        place=departure.boat_name if departure.trip_name else "",
        day=departure.day,
        starts=departure.departs,
        ends=departure.returns,
        window=formats.clock_time(departure.departs) if departure.departs else "",
        left=departure_seats(departure),
        party=formats.passengers(draft.qty),
        party_more=party_words(draft),
    )


def _slot_left(slot: Slot) -> str:
    seats = "" if slot.seats is None else trn("{number} seat left", "{number} seats left", slot.seats)
    closes = tr("booking closes at {time}", time=formats.clock_time(slot.closes_at)) if slot.closes_at else ""
    return formats.listed((seats, closes))
