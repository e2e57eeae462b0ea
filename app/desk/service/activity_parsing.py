"""Turns activity answers of the service into values; both variants of answers become one."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import date, datetime, time
from decimal import Decimal

from app.api.messages.activity_answers import (
    ActivityBookingTerms,
    ActivityDates,
    ActivityPolicies,
    ActivityPricing,
    BookingCutoff,
    Media,
)
from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    AvailabilityPricing,
    BookingRules,
    Inventory,
    RateItem,
    SetAside,
    WalletAnswer,
)
from app.core.language import tr
from app.desk.model import formats
from app.desk.model.activities import (
    ActivityCatalogue,
    ActivityOffer,
    DateRange,
    DaySlots,
    Slot,
    Span,
    StatedRest,
)
from app.desk.model.commission import Commission
from app.desk.model.moment import Moment
from app.desk.model.sale import Wallet
from app.desk.model.wallet_split import ZERO
from app.desk.service.cutoffs import is_cutoff_code, reason_words, tells_no_slots

# Not 24:00, which only a newer Python reads, as the midnight of the same day.
_CLOCK = r"((?:[01]?\d|2[0-3]):\d{2}(?::\d{2})?)"
_WINDOW = re.compile(rf"\s*{_CLOCK}\s*[-\u2013]\s*{_CLOCK}\s*", re.ASCII)
_LIST_BREAKS = re.compile(r"[\n;\u2022]+")
DEFAULT_CURRENCY = "INR"
_NO_INVENTORY: Inventory = {}


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
    pricing: ActivityPricing = item.get("pricing") or {}
    policies: ActivityPolicies = item.get("policies") or {}
    availability: ActivityDates = item.get("availability") or {}
    cutoff = _cutoff(item)
    description, short = item.get("description") or "", item.get("short_description") or ""
    ranges = _ranges(availability)
    return ActivityOffer(
        activity_id=item["activity_id"],
        title=item.get("title") or "",
        place=item.get("location") or "",
        summary=short or description,
        description=description if short else "",
        available=availability.get("available"),
        reason=reason_words(availability.get("reason")),
        next_date=_next_date(ranges, day),
        date_ranges=ranges,
        fare=_fare_span(pricing),
        net=_net_span(pricing),
        reference_price=pricing.get("mrp"),
        commission=commission(pricing),
        gst_percentage=policies.get("gst_percentage"),
        currency=pricing.get("currency") or DEFAULT_CURRENCY,
        price_is_summary=bool(pricing.get("catalog_price_is_summary")),
        cutoff_minutes=cutoff.get("default_minutes"),
        included=listed(policies.get("inclusions")),
        excluded=listed(policies.get("exclusions")),
        cancellation=policies.get("cancellation_summary") or "",
        rest=_rest(item, pricing, cutoff),
    )


def day_slots(answer: ActivitySearch, activity_id: int, day: date, now: datetime, read: Moment) -> DaySlots:
    """The slots of one activity and day, by their time (interface part 2.3).

    Slots of other activities or days in the answer are left out.
    """
    slots = [
        slot(item, now)
        for item in answer.items
        if item["activity_id"] == activity_id and item.get("date") == day
    ]
    return DaySlots(
        activity_id=activity_id,
        day=day,
        slots=tuple(sorted(slots, key=lambda each: (each.starts or time.max, each.availability_id))),
        reason="" if tells_no_slots(answer.reason or "") else reason_words(answer.reason),
        set_aside=set_aside_sentences(answer.set_aside),
        read=read,
    )


def slot(item: ActivityAvailability, now: datetime) -> Slot:
    """One slot, of the newer variant with booking rules or the older one without."""
    pricing: AvailabilityPricing = item.get("pricing") or {}
    rules: BookingRules = item.get("booking_rules") or {}
    place = item["slot"]
    starts, ends = window_times(place.get("time_window"))
    closes_at = _aware(rules.get("booking_cutoff_at"))
    seats = (item.get("inventory") or _NO_INVENTORY).get("remaining_seats")
    reason = _closed_reason(item, closes_at, now)
    return Slot(
        activity_id=item["activity_id"],
        availability_id=item["availability_id"],
        slot_id=place["slot_id"],
        label=place.get("label") or "",
        day=item.get("date") or now.date(),
        starts=starts,
        ends=ends,
        window=place.get("time_window") or "",
        fare=_first(pricing.get("availability_fare"), pricing.get("offer_price")),
        net=_first(pricing.get("net_partner_price"), pricing.get("net_price")),
        currency=pricing.get("currency") or DEFAULT_CURRENCY,
        seats=seats,
        closes_at=closes_at,
        cutoff_minutes=rules.get("booking_cutoff_minutes"),
        has_own_cutoff="override" in (rules.get("cutoff_source") or "").casefold(),
        is_open=not reason,
        reason=reason,
    )


def wallet(answer: WalletAnswer, read: Moment) -> Wallet:
    """One reading of the wallet (interface part 2.8)."""
    data = answer.data
    balances, credit = data.financial_balances, data.credit_facility
    return Wallet(
        cash=balances.live_available_balance,
        credit_limit=ZERO if credit is None or credit.allocated_limit is None else credit.allocated_limit,
        credit_used=ZERO if credit is None or credit.limit_utilized is None else credit.limit_utilized,
        credit_left=_first(credit and credit.available_credit_runway, ZERO) or ZERO,
        currency=balances.currency or "",
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


def _fare_span(pricing: ActivityPricing) -> Span | None:
    low, high = pricing.get("min_available_fare"), pricing.get("max_available_fare")
    return _span(low, high) or _span(pricing.get("offer_price"), None)


def _net_span(pricing: ActivityPricing) -> Span | None:
    low, high = pricing.get("min_net_partner_price"), pricing.get("max_net_partner_price")
    return _span(low, high) or _span(pricing.get("net_price"), None)


def _span(low: Decimal | None, high: Decimal | None) -> Span | None:
    first, second = _first(low, high), _first(high, low)
    return None if first is None or second is None else Span(min(first, second), max(first, second))


def commission(stated: ActivityPricing | RateItem) -> Commission | None:
    """The commission of an activity or a rate; None when it is not stated."""
    value = stated.get("agent_commission_value")
    return None if value is None else Commission(value, stated.get("agent_commission_type") or "")


def _closed_reason(item: ActivityAvailability, closes_at: datetime | None, now: datetime) -> str:
    """Why the slot cannot be booked: the service's words, else by its numbers; empty when it can."""
    rules: BookingRules = item.get("booking_rules") or {}
    said = rules.get("reason")
    if rules.get("is_bookable") is False or rules.get("is_booking_open") is False:
        own = "" if is_cutoff_code(said or "") else said
        return own or _closed_at(closes_at, now) or tr("Not open for booking")
    seats = (item.get("inventory") or _NO_INVENTORY).get("remaining_seats")
    if seats is not None and seats < 1:
        return reason_words(said) or tr("No seats left")
    status = item.get("availability_status")
    if status is not None and status.casefold() != "available":
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


def _cutoff(item: ActivityItem) -> BookingCutoff:
    terms: ActivityBookingTerms = item.get("booking") or {}
    return terms.get("booking_cutoff") or {}


def _ranges(availability: ActivityDates) -> tuple[DateRange, ...]:
    """The ranges that have both ends."""
    ends = [(each.get("from_"), each.get("to")) for each in availability.get("available_date_ranges") or ()]
    return tuple(DateRange(first, last) for first, last in ends if first and last)


def _rest(item: ActivityItem, pricing: ActivityPricing, cutoff: BookingCutoff) -> StatedRest:
    """The remaining fields of interface part 2.2."""
    media: Media = item.get("media") or {}
    pictures = dict.fromkeys((media.get("featured_image"), *(media.get("gallery") or ())))
    return StatedRest(
        pictures=tuple(filter(None, pictures)),
        offer_price=pricing.get("offer_price"),
        net_price=pricing.get("net_price"),
        price_basis=" ".join(filter(None, (pricing.get("price_basis"), pricing.get("price_unit")))),
        shown_price=pricing.get("display") or "",
        fare_source=pricing.get("price_source") or "",
        reference_source=pricing.get("mrp_source") or "",
        cutoff_type=cutoff.get("type") or "",
        cutoff_source=cutoff.get("source") or "",
    )
