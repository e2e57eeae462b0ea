"""Turns activity answers of the service into values; both variants of answers become one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    SetAside,
    WalletAnswer,
)
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.activities import ActivityCatalogue, ActivityOffer, DateRange, DaySlots, Fact, Slot, Span
from app.desk.model.moment import Moment
from app.desk.model.sale import Wallet
from app.desk.service.cutoffs import is_cutoff_code, reason_words

# Not 24:00, which only a newer Python reads, as the midnight of the same day.
_CLOCK = r"((?:[01]?\d|2[0-3]):\d{2}(?::\d{2})?)"
_WINDOW = re.compile(rf"\s*{_CLOCK}\s*[-\u2013]\s*{_CLOCK}\s*", re.ASCII)
_LIST_BREAKS = re.compile(r"[\n;\u2022]+")
DEFAULT_CURRENCY = "INR"


def catalogue(answer: ActivityContent, day: date, read: Moment) -> ActivityCatalogue:
    """The activities of a content answer (interface part 2.2)."""
    return ActivityCatalogue(
        day=day,
        offers=tuple(offer(item, day) for item in answer.items),
        set_aside=set_aside_sentences(answer.set_aside),
        read=read,
    )


def offer(item: ActivityItem, day: date) -> ActivityOffer:
    """One activity; a summary price is marked and never taken for the fare (interface part 2.2)."""
    pricing, availability, policies = item.pricing, item.availability, item.policies
    ranges = tuple(
        DateRange(each.from_, each.to)
        for each in (availability.available_date_ranges or () if availability else ())
        if each.from_ and each.to
    )
    cutoff = item.booking.booking_cutoff if item.booking else None
    return ActivityOffer(
        activity_id=item.activity_id,
        title=item.title,
        place=item.location or "",
        summary=item.short_description or item.description or "",
        description=(item.description or "") if item.short_description else "",
        available=availability.available if availability else None,
        reason=reason_words(availability.reason) if availability else "",
        next_date=_next_date(ranges, day),
        date_ranges=ranges,
        fare=_fare_span(item),
        net=_net_span(item),
        reference_price=pricing.mrp if pricing else None,
        commission=_commission(item),
        gst_percentage=policies.gst_percentage if policies else None,
        currency=(pricing.currency if pricing else None) or DEFAULT_CURRENCY,
        price_is_summary=bool(pricing and pricing.catalog_price_is_summary),
        cutoff_minutes=cutoff.default_minutes if cutoff else None,
        included=listed(policies.inclusions if policies else None),
        excluded=listed(policies.exclusions if policies else None),
        cancellation=(policies.cancellation_summary or "") if policies else "",
        facts=_facts(item),
    )


def day_slots(answer: ActivitySearch, activity_id: int, day: date, now: datetime, read: Moment) -> DaySlots:
    """The slots of one activity and day, by their time (interface part 2.3).

    Slots of other activities or days in the answer are left out.
    """
    slots = [slot(item, now) for item in answer.items if item.activity_id == activity_id and item.date == day]
    return DaySlots(
        activity_id=activity_id,
        day=day,
        slots=tuple(sorted(slots, key=lambda each: (each.starts or time.max, each.availability_id))),
        reason=reason_words(answer.reason),
        set_aside=set_aside_sentences(answer.set_aside),
        read=read,
    )


def slot(item: ActivityAvailability, now: datetime) -> Slot:
    """One slot, of the newer variant with booking rules or the older one without."""
    pricing, rules = item.pricing, item.booking_rules
    starts, ends = window_times(item.slot.time_window)
    closes_at = _aware(rules.booking_cutoff_at) if rules else None
    seats = item.inventory.remaining_seats if item.inventory else None
    reason = _closed_reason(item, closes_at, now)
    return Slot(
        activity_id=item.activity_id,
        availability_id=item.availability_id,
        slot_id=item.slot.slot_id,
        label=item.slot.label or "",
        day=item.date,
        starts=starts,
        ends=ends,
        window=item.slot.time_window or "",
        fare=_first(pricing.availability_fare, pricing.offer_price) if pricing else None,
        net=_first(pricing.net_partner_price, pricing.net_price) if pricing else None,
        currency=(pricing.currency if pricing else None) or DEFAULT_CURRENCY,
        seats=seats,
        closes_at=closes_at,
        cutoff_minutes=rules.booking_cutoff_minutes if rules else None,
        has_own_cutoff=bool(rules and "override" in (rules.cutoff_source or "").casefold()),
        is_open=not reason,
        reason=reason,
    )


def wallet(answer: WalletAnswer, read: Moment) -> Wallet:
    """One reading of the wallet (interface part 2.8)."""
    data = answer.data
    balances, credit = data.financial_balances, data.credit_facility
    return Wallet(
        cash=balances.live_available_balance,
        credit_limit=credit.allocated_limit,
        credit_used=credit.limit_utilized,
        credit_left=credit.available_credit_runway,
        currency=balances.currency,
        account_status=data.account_status or "",
        agent_id="" if data.agent_id is None else str(data.agent_id),
        tenant_id=data.tenant_id or "",
        ledger=tuple(compact(entry) for entry in data.recent_ledger_journal_snapshot or ()),
        read=read,
    )


def window_times(text: str | None) -> tuple[time | None, time | None]:
    """The two times of `HH:MM:SS - HH:MM:SS`, or two Nones for any other text."""
    match = _WINDOW.fullmatch(text or "")
    if match is None:
        return None, None
    try:
        return _time_of_day(match[1]), _time_of_day(match[2])
    except ValueError:
        return None, None


def listed(text: str | None) -> tuple[str, ...]:
    """The items of a list in a text: by lines, semicolons or bullets, else by commas."""
    if not text:
        return ()
    parts = _LIST_BREAKS.split(text)
    if len(parts) == 1:
        parts = text.split(",")
    return tuple(part.strip(" -\t\r") for part in parts if part.strip(" -\t\r"))


def compact(value: object) -> str:
    """Any decoded JSON value as compact text with exact numbers, the same for equal values."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)


def _time_of_day(text: str) -> time:
    hour, _, rest = text.partition(":")
    return time.fromisoformat(f"{hour:0>2}:{rest}")


def _next_date(ranges: Sequence[DateRange], day: date) -> date | None:
    """The first day after `day` in any of the ranges, or None."""
    following = date.fromordinal(day.toordinal() + 1) if day < date.max else day
    return min((max(each.first, following) for each in ranges if each.last >= following), default=None)


def _fare_span(item: ActivityItem) -> Span | None:
    pricing = item.pricing
    if pricing is None:
        return None
    return _span(pricing.min_available_fare, pricing.max_available_fare) or _span(pricing.offer_price, None)


def _net_span(item: ActivityItem) -> Span | None:
    pricing = item.pricing
    if pricing is None:
        return None
    return _span(pricing.min_net_partner_price, pricing.max_net_partner_price) or _span(
        pricing.net_price, None
    )


def _span(low: Decimal | None, high: Decimal | None) -> Span | None:
    first, second = _first(low, high), _first(high, low)
    return None if first is None or second is None else Span(min(first, second), max(first, second))


def _commission(item: ActivityItem) -> str:
    pricing = item.pricing
    if pricing is None or pricing.agent_commission_value is None:
        return ""
    kind = (pricing.agent_commission_type or "").casefold()
    return f"{formats.amount(pricing.agent_commission_value)} {kind}".strip()


def _closed_reason(item: ActivityAvailability, closes_at: datetime | None, now: datetime) -> str:
    """Why the slot cannot be booked: the service's words, else by its numbers; empty when it can."""
    rules = item.booking_rules
    if rules is not None and (rules.is_bookable is False or rules.is_booking_open is False):
        said = "" if is_cutoff_code(rules.reason or "") else rules.reason
        return said or _closed_at(closes_at, now) or tr("Not open for booking")
    if (
        item.inventory is not None
        and item.inventory.remaining_seats is not None
        and item.inventory.remaining_seats < 1
    ):
        return reason_words(rules.reason if rules else None) or tr("No seats left")
    status = item.availability_status
    if status is not None and status.casefold() != "available":
        said = rules.reason if rules else None
        return reason_words(said or (status if is_cutoff_code(status) else status.capitalize()))
    return _closed_at(closes_at, now)


def _closed_at(closes_at: datetime | None, now: datetime) -> str:
    return (
        tr("Booking closed at {time}", time=formats.clock_time(closes_at))
        if closes_at is not None and closes_at <= now
        else ""
    )


def _aware(moment: datetime | None) -> datetime | None:
    """The instant if it has an offset, else None: a time without one is not certain."""
    return moment if moment is not None and moment.tzinfo is not None else None


def _first(*values: Decimal | None) -> Decimal | None:
    return next((value for value in values if value is not None), None)


def set_aside_sentences(set_aside: Sequence[SetAside]) -> tuple[str, ...]:
    """One sentence for each entry of an answer that could not be read."""
    return tuple(
        tr("Entry {number}: {reason}", number=each.index + 1, reason=each.reason) for each in set_aside
    )


def _facts(item: ActivityItem) -> tuple[Fact, ...]:
    """The remaining fields of interface part 2.2 that have a value, in its order, values as sent."""
    pricing, media = item.pricing, item.media
    cutoff = item.booking.booking_cutoff if item.booking else None
    pictures = [name for name in (media.featured_image, *(media.gallery or ())) if name] if media else []
    found = [Fact(tr("Pictures"), ", ".join(dict.fromkeys(pictures)))]
    if pricing is not None:
        offer, net = pricing.offer_price, pricing.net_price
        found += [
            Fact(tr("Offer price"), "" if offer is None else formats.amount(offer)),
            Fact(tr("Net price"), "" if net is None else formats.amount(net), is_net=True),
            Fact(tr("Price is"), " ".join(filter(None, (pricing.price_basis, pricing.price_unit)))),
            Fact(tr("Price as shown by the service"), pricing.display or ""),
            Fact(tr("Fare comes from"), pricing.price_source or ""),
            Fact(tr("Reference price comes from"), pricing.mrp_source or ""),
        ]
    if cutoff is not None:
        found += [
            Fact(tr("Booking closes by"), cutoff.type or ""),
            Fact(tr("Closing rule"), cutoff.source or ""),
        ]
    return (*(each for each in found if each.text), Fact(tr("Activity number"), str(item.activity_id)))
