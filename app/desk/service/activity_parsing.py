"""Turns activity answers of the service into values; both variants of answers become one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
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
    BoatContent,
    BoatSearch,
    BookingRules,
    Inventory,
    RateItem,
    SetAside,
    WalletAnswer,
)
from app.api.messages.booking_answers import CreditFacility
from app.api.messages.spellings import ItemId
from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.activities import (
    ActivityCatalogue,
    ActivityOffer,
    Came,
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
from app.desk.service.doubts import is_unread, not_certain, not_readable, price_doubt
from app.desk.service.slot_times import slot_times, window_times
from app.desk.service.stated_words import (
    DEFAULT_CURRENCY,
    currency,
    plain,
    quoted,
    says_active,
    says_open,
    says_shut,
)

_LIST_BREAKS = re.compile(r"[\n;\u2022]+")
_NO_INVENTORY: Inventory = {}
_ACTIVE, _UNKNOWN = "active", "?"
_BALANCES = "data.financial_balances"
_SEVERAL = 2
_TAX = "policies.gst_percentage"
NOT_OPEN = mark("Not open for booking")
LISTED_TWICE = mark("Listed twice, with different values")


def catalogue(answer: ActivityContent, day: date, read: Moment) -> ActivityCatalogue:
    """The activities of a content answer (interface part 2.2); one that came twice alike stands once."""
    offers = tuple(dict.fromkeys(offer(item, day) for item in answer.items))
    stated: dict[ItemId, set[Decimal | None]] = {}
    for each in offers:
        stated.setdefault(each.activity_id, set()).add(each.gst_percentage)
    return ActivityCatalogue(
        day=day,
        offers=tuple(_with_one_tax(each, stated[each.activity_id]) for each in offers),
        set_aside=set_aside_sentences(answer.set_aside),
        read=read,
        came=came_of(answer),
        reason=reason_words(answer.reason),
    )


def offer(item: ActivityItem, day: date) -> ActivityOffer:
    """One activity; a summary price is marked and never taken for the fare (interface part 2.2)."""
    pricing: ActivityPricing = item.get("pricing") or {}
    policies: ActivityPolicies = item.get("policies") or {}
    availability: ActivityDates = item.get("availability") or {}
    cutoff = _cutoff(item)
    description, short = plain(item.get("description")), plain(item.get("short_description"))
    ranges = _ranges(availability)
    return ActivityOffer(
        activity_id=item["activity_id"],
        title=plain(item.get("title")) or tr("Activity {number}", number=item["activity_id"]),
        place=plain(item.get("location")),
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
        currency=currency(pricing.get("currency")) or DEFAULT_CURRENCY,
        price_is_summary=bool(pricing.get("catalog_price_is_summary")),
        cutoff_minutes=cutoff.get("default_minutes"),
        included=listed(plain(policies.get("inclusions"))),
        excluded=listed(plain(policies.get("exclusions"))),
        cancellation=plain(policies.get("cancellation_summary")),
        rest=_rest(item, pricing, cutoff),
        doubt=not_readable(each for each in item.get("unread", ()) if is_unread([each], _TAX)),
    )


def day_slots(
    answer: ActivitySearch, activity_id: ItemId, day: date, now: datetime, read: Moment, *, doubt: str = ""
) -> DaySlots:
    """The slots of one activity and day, by their time (interface part 2.3).

    Slots of other activities or days in the answer are left out. `doubt`: why none of them can be sold.
    """
    rows: dict[tuple[ItemId, ItemId], list[Slot]] = {}
    for item in answer.items:
        if item["activity_id"] == activity_id and item.get("date") in (None, day):
            found = slot(item, now, day)
            rows.setdefault((found.availability_id, found.slot_id), []).append(found)
    slots = [_one_of(each, doubt) for each in rows.values()]
    return DaySlots(
        activity_id=activity_id,
        day=day,
        slots=tuple(sorted(slots, key=lambda each: (each.starts or time.max, f"{each.availability_id:>19}"))),
        reason="" if tells_no_slots(answer.reason or "") else reason_words(answer.reason),
        set_aside=set_aside_sentences(answer.set_aside),
        read=read,
        came=came_of(answer),
    )


def slots_of_all(
    answer: ActivitySearch, offers: Iterable[ActivityOffer], day: date, now: datetime, read: Moment
) -> dict[ItemId, DaySlots]:
    """The slots of a day of each of these activities that an answer for no single one has (part 4.2).

    Empty where it may be less than all: it is stated nowhere that the service serves such a question.
    """
    of_each: dict[ItemId, list[ActivityAvailability]] = {}
    for item in answer.items:
        of_each.setdefault(item["activity_id"], []).append(item)
    if len(of_each) < _SEVERAL or answer.set_aside or came_of(answer) is not None:
        return {}
    found: dict[ItemId, DaySlots] = {}
    for offer in offers:
        number, items = offer.activity_id, of_each.get(offer.activity_id)
        if items:
            # The count is that of the whole answer.
            own = answer.model_copy(update={"items": tuple(items), "count": None})
            found[number] = day_slots(own, number, day, now, read, doubt=offer.doubt)
    return found


def slot(item: ActivityAvailability, now: datetime, asked: date) -> Slot:
    """One slot, of the newer variant with booking rules or the older one without.

    `asked` is the day that was asked for, where the slot's own date could not be read.
    """
    pricing: AvailabilityPricing = item.get("pricing") or {}
    rules: BookingRules = item.get("booking_rules") or {}
    place, unread = item["slot"], item.get("unread", ())
    starts, ends = window_times(place.get("time_window"))
    closes_at = slot_times(item, now.tzinfo, asked).closes_at
    seats = (item.get("inventory") or _NO_INVENTORY).get("remaining_seats")
    fare, net = (
        None if is_unread(unread, f"pricing.{exact}") else _first(pricing.get(exact), pricing.get(older))
        for exact, older in (("availability_fare", "offer_price"), ("net_partner_price", "net_price"))
    )
    # What the fare or the net was read from confirms neither.
    others = [
        pricing.get(older) if pricing.get(exact) is not None else None
        for exact, older in (("availability_fare", "offer_price"), ("net_partner_price", "net_price"))
    ]
    reason = (
        _closed_reason(item, closes_at, now)
        or not_readable(unread)
        or _cutoff_doubt(rules, closes_at)
        or (tr("Date not stated") if item.get("date") is None else "")
        or price_doubt(pricing, fare, net, *others)
    )
    return Slot(
        activity_id=item["activity_id"],
        availability_id=item["availability_id"],
        slot_id=place["slot_id"],
        label=plain(place.get("label")),
        day=item.get("date") or asked,
        starts=starts,
        ends=ends,
        window=place.get("time_window") or "",
        fare=fare,
        net=net,
        currency=currency(pricing.get("currency")) or DEFAULT_CURRENCY,
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
    status = tr("not readable") if "data.account_status" in answer.unread else data.account_status or ""
    is_other = f"{_BALANCES}.currency" in answer.unread
    is_lost = any(each.startswith("data.credit_facility") for each in answer.unread)
    limit, used, left = _credit(credit, is_lost=is_lost)
    return Wallet(
        cash=balances.live_available_balance,
        credit_limit=limit or ZERO,
        credit_used=used or ZERO,
        credit_left=left or ZERO,
        currency=_UNKNOWN if is_other else currency(balances.currency),
        account_status=_ACTIVE if says_active(status) else status,
        agent_id="" if data.agent_id is None else str(data.agent_id),
        tenant_id=data.tenant_id or "",
        ledger=tuple(compact(entry) for entry in data.recent_ledger_journal_snapshot or ()),
        read=read,
        has_credit=None if left is None and is_lost else left is not None,
    )


def _credit(
    line: CreditFacility | None, *, is_lost: bool
) -> tuple[Decimal | None, Decimal | None, Decimal | None]:
    """Limit, used and left of a credit line; the one that is not stated follows from the others.

    Where a part of it could not be read (`is_lost`), nothing follows.
    """
    if line is None:
        return None, None, None
    limit, used, left = line.allocated_limit, line.limit_utilized, line.available_credit_runway
    if is_lost:
        return limit, used, left
    if limit is not None:
        used = limit - left if used is None and left is not None else used
        left = limit - used if left is None and used is not None else left
    elif used is not None and left is not None:
        limit = used + left
    return limit, used, left


def listed(text: str | None) -> tuple[str, ...]:
    """The items of a list in a text: by lines, semicolons or bullets, else by commas."""
    if not text:
        return ()
    parts = _LIST_BREAKS.split(text)
    if len(parts) == 1:
        parts = text.split(",")
    return tuple([told for part in parts if (told := part.strip(" -\t\r"))])


def compact(value: object) -> str:
    """Any decoded JSON value as compact text with exact numbers, the same for equal values."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)


def _next_date(ranges: Sequence[DateRange], day: date) -> date | None:
    """The first day after `day` in any of the ranges, or None."""
    following = date.fromordinal(day.toordinal() + 1) if day < date.max else day
    starts = [each.first for each in ranges if each.last >= following]
    return max(min(starts), following) if starts else None


def _fare_span(pricing: ActivityPricing) -> Span | None:
    low, high = pricing.get("min_available_fare"), pricing.get("max_available_fare")
    return _span(low, high) or _span(pricing.get("offer_price"), None)


def _net_span(pricing: ActivityPricing) -> Span | None:
    low, high = pricing.get("min_net_partner_price"), pricing.get("max_net_partner_price")
    return _span(low, high) or _span(pricing.get("net_price"), None)


def _span(low: Decimal | None, high: Decimal | None) -> Span | None:
    low, high = high if low is None else low, low if high is None else high
    if low is None or high is None:
        return None
    return Span(low, high) if low <= high else Span(high, low)


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
        return quoted(own) or _closed_at(closes_at, now) or tr(NOT_OPEN)
    inventory = item.get("inventory") or _NO_INVENTORY
    seats = inventory.get("remaining_seats")
    if seats is not None and seats < 1:
        return reason_words(said) or tr("No seats left")
    states = filter(None, (item.get("availability_status"), inventory.get("status")))
    status = next((each for each in states if not says_open(each)), None)
    if status is not None:
        if said or is_cutoff_code(status):
            return reason_words(said or status)
        return tr(NOT_OPEN) if says_shut(status) else formats.state(status)
    return _closed_at(closes_at, now)


def _cutoff_doubt(rules: BookingRules, closes_at: datetime | None) -> str:
    """Why the end of booking is not certain, where one is stated; empty when it is."""
    stated = rules.get("booking_cutoff_at")
    if stated is None or closes_at is not None:
        return ""
    return not_certain("booking_cutoff_at", formats.clock_time(stated))


def _closed_at(closes_at: datetime | None, now: datetime) -> str:
    return (
        tr("Booking closed at {time}", time=formats.clock_time(closes_at))
        if closes_at is not None and closes_at <= now
        else ""
    )


def _one_of(rows: Sequence[Slot], doubt: str) -> Slot:
    """The slot of the rows with its numbers; not sold when they say different things of it, or by `doubt`."""
    first = rows[0]
    why = doubt if len(rows) == 1 or len(set(rows)) == 1 else tr(LISTED_TWICE)
    return replace(first, is_open=False, reason=why) if first.is_open and why else first


def _with_one_tax(found: ActivityOffer, stated: set[Decimal | None]) -> ActivityOffer:
    """The offer; not sold when several entries of it state another GST."""
    if len(stated - {None}) < _SEVERAL:
        return found
    known = sorted(each for each in stated if each is not None)
    return replace(found, doubt=not_certain(_TAX, *map(formats.percentage, known)))


def came_of(answer: ActivityContent | ActivitySearch | BoatContent | BoatSearch) -> Came | None:
    """How many entries came, when the service has more of them."""
    came, count = len(answer.items) + len(answer.set_aside), answer.count
    if count is not None and count > came:
        return Came(came, count)
    return Came(came) if answer.is_part else None


def _first(*values: Decimal | None) -> Decimal | None:
    return next((value for value in values if value is not None), None)


def set_aside_sentences(set_aside: Sequence[SetAside]) -> tuple[str, ...]:
    """One sentence for each entry of an answer that could not be read."""
    return tuple(
        tr(
            "{entry}: {reason}",
            entry=plain(each.name) or tr("Entry {number}", number=each.index + 1),
            reason=each.told or each.reason,
        )
        for each in set_aside
    )


def _cutoff(item: ActivityItem) -> BookingCutoff:
    terms: ActivityBookingTerms = item.get("booking") or {}
    return terms.get("booking_cutoff") or {}


def _ranges(availability: ActivityDates) -> tuple[DateRange, ...]:
    """The ranges that have both ends."""
    stated = availability.get("available_date_ranges") or ()
    return tuple(
        [
            DateRange(first, last)
            for each in stated
            if (first := each.get("from_")) and (last := each.get("to"))
        ]
    )


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
