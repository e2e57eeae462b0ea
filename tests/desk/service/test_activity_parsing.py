"""Answers become values: both variants, and every hole that the interface leaves."""

from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    SetAside,
    WalletAnswer,
)
from app.core.language import speaking
from app.desk.model.activities import DateRange, Span
from app.desk.service import activity_parsing
from tests.support.api.list_items import item_of
from tests.support.desk.samples import LOOKED, NOW, TODAY

ITEM: dict[str, Any] = {
    "activity_id": 501,
    "title": "Discover scuba dive",
    "location": "Swaraj Dweep",
    "description": "Long text",
    "short_description": "Short text",
    "policies": {
        "inclusions": "Instructor; Full equipment\nBoat transfer",
        "exclusions": "Hotel pick-up, Photos and video",
        "cancellation_summary": "Free up to 24 hours before the slot.",
        "gst_percentage": 5,
    },
    "pricing": {
        "mrp": Decimal("4500.00"),
        "offer_price": Decimal("3900.00"),
        "net_price": Decimal("3500.00"),
        "agent_commission_type": "FLAT",
        "agent_commission_value": Decimal("400.00"),
        "currency": "INR",
        "min_available_fare": Decimal("3800.00"),
        "max_available_fare": Decimal("4200.00"),
        "min_net_partner_price": Decimal("3400.00"),
        "max_net_partner_price": Decimal("3800.00"),
        "catalog_price_is_summary": True,
    },
    "availability": {
        "available": True,
        "reason": None,
        "available_date_ranges": [
            {"from": "2026-11-21", "to": "2026-12-24"},
            {"from": "2026-12-31", "to": "2027-02-05"},
            {"from": None, "to": "2027-03-01"},
        ],
    },
    "booking": {"booking_cutoff": {"type": "MINUTES_BEFORE_START", "default_minutes": 60}},
}
SLOT: dict[str, Any] = {
    "availability_id": 9001,
    "activity_id": 501,
    "activity_name": "Discover scuba dive",
    "date": "2026-11-21",
    "slot": {"slot_id": 31, "label": "Afternoon dive 1", "time_window": "13:00:00 - 15:00:00"},
    "availability_status": "AVAILABLE",
    "inventory": {"remaining_seats": 11, "status": "AVAILABLE"},
    "booking_rules": {
        "booking_cutoff_minutes": 60,
        "booking_cutoff_at": "2026-11-21T12:00:00+05:30",
        "slot_start_at": "2026-11-21T13:00:00+05:30",
        "cutoff_source": "AVAILABILITY_OVERRIDE",
        "is_booking_open": True,
        "is_bookable": True,
        "reason": None,
    },
    "pricing": {
        "availability_fare": Decimal("3800.00"),
        "offer_price": Decimal("3900.00"),
        "commission_amount": Decimal("400.00"),
        "net_partner_price": Decimal("3400.00"),
        "net_price": Decimal("3450.00"),
        "currency": "INR",
    },
}


def _item(**changes: object) -> ActivityItem:
    return item_of(ActivityItem, {**ITEM, **changes})


def _slot(**changes: object) -> ActivityAvailability:
    return item_of(ActivityAvailability, {**SLOT, **changes})


def test_a_whole_item_becomes_an_offer() -> None:
    offer = activity_parsing.offer(_item(), TODAY)
    assert offer.summary == "Short text"
    assert offer.fare == Span(Decimal(3800), Decimal(4200))
    assert offer.net == Span(Decimal(3400), Decimal(3800))
    assert offer.reference_price == Decimal(4500)
    assert str(offer.commission) == "400.00 flat"
    assert offer.price_is_summary
    assert offer.cutoff_minutes == 60
    assert offer.included == ("Instructor", "Full equipment", "Boat transfer")
    assert offer.excluded == ("Hotel pick-up", "Photos and video")
    assert offer.date_ranges[1] == DateRange(date(2026, 12, 31), date(2027, 2, 5))
    assert offer.next_date == date(2026, 11, 22)


def test_everything_else_that_is_stated_can_be_seen_in_the_language_that_is_spoken() -> None:
    media = {"featured_image": "a.jpg", "gallery": ["b.jpg", "a.jpg", ""]}
    pricing = {**ITEM["pricing"], "price_basis": "PER_PERSON", "price_unit": "per person", "display": "3,900"}
    offer = activity_parsing.offer(_item(media=media, pricing=pricing), TODAY)
    assert [(each.name, each.text, each.is_net) for each in offer.facts] == [
        ("Pictures", "a.jpg, b.jpg", False),
        ("Offer price", "3,900.00", False),
        ("Net price", "3,500.00", True),
        ("Price is", "PER_PERSON per person", False),
        ("Price as shown by the service", "3,900", False),
        ("Booking closes by", "MINUTES_BEFORE_START", False),
        ("Activity number", "501", False),
    ]
    with speaking("hi"):
        assert "Pictures" not in {each.name for each in offer.facts}


def test_a_bare_item_is_an_offer_without_inventions() -> None:
    offer = activity_parsing.offer(item_of(ActivityItem, {"activity_id": 7, "title": "Walk"}), TODAY)
    assert (offer.available, offer.reason, offer.place, offer.summary) == (None, "", "", "")
    assert (offer.fare, offer.net, offer.reference_price, offer.gst_percentage) == (None, None, None, None)
    assert (offer.commission, offer.currency, offer.price_is_summary) == (None, "INR", False)
    assert (offer.cutoff_minutes, offer.included, offer.cancellation, offer.next_date) == (None, (), "", None)
    assert [each.text for each in offer.facts] == ["7"]


def test_the_reference_price_is_never_taken_for_the_fare() -> None:
    offer = activity_parsing.offer(_item(pricing={"mrp": Decimal(4500)}), TODAY)
    assert offer.fare is None
    assert offer.net is None
    assert offer.commission is None


def test_one_offer_price_is_a_span_of_one() -> None:
    offer = activity_parsing.offer(
        _item(pricing={"offer_price": Decimal(3900), "net_price": Decimal(3500)}), TODAY
    )
    assert offer.fare == Span(Decimal(3900), Decimal(3900))
    assert offer.net == Span(Decimal(3500), Decimal(3500))


def test_swapped_or_half_spans_are_put_right() -> None:
    pricing = {
        "min_available_fare": Decimal(9),
        "max_available_fare": Decimal(5),
        "max_net_partner_price": Decimal(4),
    }
    offer = activity_parsing.offer(_item(pricing=pricing), TODAY)
    assert offer.fare == Span(Decimal(5), Decimal(9))
    assert offer.net == Span(Decimal(4), Decimal(4))


@pytest.mark.parametrize(
    ("day", "following"),
    [
        (date(2026, 12, 24), date(2026, 12, 31)),
        (date(2027, 2, 4), date(2027, 2, 5)),
        (date(2027, 2, 5), None),
        (date(2020, 1, 1), date(2026, 11, 21)),
        (date.max, None),
    ],
)
def test_the_next_date_is_the_first_after_the_day(day: date, following: date | None) -> None:
    assert activity_parsing.offer(_item(), day).next_date == following


def test_a_catalogue_counts_what_could_not_be_read() -> None:
    without = SetAside(4, "activity_id: is no number", "Walk", "activity_id: is no number: `007`")
    answer = ActivityContent(
        status="SUCCESS", items=(_item(),), set_aside=(SetAside(3, "title is missing"), without)
    )
    found = activity_parsing.catalogue(answer, TODAY, LOOKED)
    assert [offer.activity_id for offer in found.offers] == [501]
    assert found.set_aside == ("Entry 4: title is missing", "Walk: activity_id: is no number: `007`")


def test_a_newer_slot_has_exact_prices_and_its_own_cutoff() -> None:
    slot = activity_parsing.slot(_slot(), NOW, TODAY)
    assert (slot.fare, slot.net) == (Decimal(3800), Decimal(3400))
    assert (slot.starts, slot.ends) == (time(13), time(15))
    assert slot.closes_at == datetime(2026, 11, 21, 6, 30, tzinfo=UTC)
    assert slot.has_own_cutoff
    assert slot.is_open
    assert slot.reason == ""


def test_an_older_slot_has_the_offer_price_and_no_cutoff() -> None:
    older = _slot(booking_rules=None, pricing={"offer_price": Decimal(3900), "net_price": Decimal(3450)})
    slot = activity_parsing.slot(older, NOW, TODAY)
    assert (slot.fare, slot.net, slot.currency) == (Decimal(3900), Decimal(3450), "INR")
    assert (slot.closes_at, slot.cutoff_minutes, slot.has_own_cutoff) == (None, None, False)
    assert slot.is_open


def test_a_slot_without_anything_optional_is_open_and_unpriced() -> None:
    slot = activity_parsing.slot(
        _slot(booking_rules=None, pricing=None, inventory=None, availability_status=None, activity_name=None),
        NOW,
        TODAY,
    )
    assert (slot.fare, slot.net, slot.seats, slot.is_open) == (None, None, None, True)


RULES: dict[str, Any] = SLOT["booking_rules"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"booking_rules": {**RULES, "is_bookable": False, "reason": "Closed for weather"}},
            "Closed for weather",
        ),
        ({"booking_rules": {**RULES, "is_booking_open": False}}, "Not open for booking"),
        (
            {"booking_rules": {**RULES, "is_booking_open": False, "reason": "CUTOFF_PASSED"}},
            "Not open for booking",
        ),
        (
            {
                "booking_rules": {
                    "is_bookable": False,
                    "reason": "BOOKING_CUTOFF_PASSED",
                    "booking_cutoff_at": "2026-11-21T06:00:00+05:30",
                }
            },
            "Booking closed at 06:00",
        ),
        (
            {"booking_rules": {"is_booking_open": False, "booking_cutoff_at": "2026-11-21T06:00:00+05:30"}},
            "Booking closed at 06:00",
        ),
        ({"inventory": {"remaining_seats": 0}}, "No seats left"),
        ({"inventory": {"remaining_seats": 0}, "booking_rules": {"reason": "Sold out"}}, "Sold out"),
        ({"inventory": {"remaining_seats": 0}, "booking_rules": None}, "No seats left"),
        ({"availability_status": "SUSPENDED"}, "Suspended"),
        ({"availability_status": "CUTOFF_PASSED", "booking_rules": None}, "Booking closed"),
        ({"availability_status": "CLOSED", "booking_rules": {"reason": "CUTOFF_PASSED"}}, "Booking closed"),
        ({"availability_status": "SUSPENDED", "booking_rules": None}, "Suspended"),
        ({"availability_status": "SUSPENDED", "booking_rules": {"reason": "Dry dock"}}, "Dry dock"),
        ({"availability_status": "available"}, ""),
        (
            {"booking_rules": {**RULES, "booking_cutoff_at": "2026-11-21T10:00:00+05:30"}},
            "Booking closed at 10:00",
        ),
        (
            {"booking_rules": {**RULES, "booking_cutoff_at": "2026-11-21T01:00:00"}},
            "Booking closes not certain: 01:00",
        ),
        ({"inventory": {"remaining_seats": 4, "status": "SOLD_OUT"}}, "Sold out"),
    ],
)
def test_a_slot_says_why_it_is_closed(changes: dict[str, object], reason: str) -> None:
    slot = activity_parsing.slot(_slot(**changes), NOW, TODAY)
    assert slot.reason == reason
    assert slot.is_open == (not reason)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        # What the service says is not translated, and is not taken for what the program says.
        ({"booking_rules": {"is_bookable": False, "reason": "No seats left"}}, '"No seats left"'),
        (
            {"inventory": {"remaining_seats": 0}, "booking_rules": {"reason": "No seats left"}},
            '"No seats left"',
        ),
        ({"inventory": {"remaining_seats": 0}}, "कोई सीट नहीं बची"),
        ({"availability_status": "false", "booking_rules": None}, "बुकिंग के लिए खुला नहीं"),
        ({"availability_status": "SUSPENDED", "booking_rules": {"reason": "Dry dock"}}, '"Dry dock"'),
    ],
)
def test_in_another_language_the_words_of_the_service_stand_in_marks(
    changes: dict[str, object], reason: str
) -> None:
    with speaking("hi"):
        assert activity_parsing.slot(_slot(**changes), NOW, TODAY).reason == reason


def test_slots_stand_in_the_order_of_their_times_and_belong_to_the_day() -> None:
    place = SLOT["slot"]
    late = _slot(availability_id=1, slot={**place, "time_window": "whenever"})
    early = _slot(
        availability_id=2, slot={**place, "time_window": "7:00:00 \u2013 09:00:00"}, booking_rules=None
    )
    other_day = _slot(availability_id=3, date="2026-11-22")
    other_activity = _slot(availability_id=4, activity_id=502)
    answer = ActivitySearch(status="SUCCESS", reason="Wind", items=(late, early, other_day, other_activity))
    day = activity_parsing.day_slots(answer, 501, TODAY, NOW, LOOKED)
    assert [slot.availability_id for slot in day.slots] == [2, 1]
    assert day.reason == "Wind"
    answer = ActivitySearch(status="SUCCESS", reason="CUTOFF_PASSED", items=())
    closed = activity_parsing.day_slots(answer, 501, TODAY, NOW, LOOKED)
    assert closed.reason == "Booking closed"
    assert day.seats == 22
    assert day.lowest_fare == Decimal(3800)


@pytest.mark.parametrize("reason", ["No slots on this date", "no slot for this day.", "No slots"])
def test_that_there_are_no_slots_is_no_reason_beside_a_day_without(reason: str) -> None:
    answer = ActivitySearch(status="SUCCESS", reason=reason, items=())
    assert activity_parsing.day_slots(answer, 501, TODAY, NOW, LOOKED).reason == ""
    listed = activity_parsing.offer(_item(availability={"available": False, "reason": reason}), TODAY)
    assert listed.reason == "No slots on this date"


def test_a_day_without_open_slots_has_no_seats_and_no_fare() -> None:
    answer = ActivitySearch(status="SUCCESS", items=(_slot(inventory={"remaining_seats": 0}),))
    day = activity_parsing.day_slots(answer, 501, TODAY, NOW, LOOKED)
    assert (day.seats, day.lowest_fare, day.open_slots) == (0, None, ())


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (None, ()),
        (" \n ", ()),
        ("One thing", ("One thing",)),
        ("A, B, C", ("A", "B", "C")),
        ("A, with b\n- C\r\n\u2022 D;", ("A, with b", "C", "D")),
    ],
)
def test_lists_in_texts_are_taken_apart(text: str | None, parts: tuple[str, ...]) -> None:
    assert activity_parsing.listed(text) == parts


WALLET: dict[str, Any] = {
    "status": "SUCCESS",
    "data": {
        "agent_id": 2**40,
        "tenant_id": "t1",
        "account_status": "active",
        "financial_balances": {"live_available_balance": Decimal("13420.50"), "currency": "INR"},
        "credit_facility": {
            "allocated_limit": Decimal(50000),
            "limit_utilized": Decimal(12500),
            "available_credit_runway": Decimal(37500),
        },
        "recent_ledger_journal_snapshot": [{"b": Decimal("1.10"), "a": None}],
    },
}


def test_a_wallet_is_read_exactly() -> None:
    wallet = activity_parsing.wallet(WalletAnswer.model_validate(WALLET), LOOKED)
    assert (wallet.cash, wallet.credit_left) == (Decimal("13420.50"), Decimal(37500))
    assert wallet.agent_id == str(2**40)
    assert wallet.ledger == ('{"a":null,"b":"1.10"}',)


def test_a_wallet_without_names_or_ledger_is_read() -> None:
    data = {
        name: value
        for name, value in WALLET["data"].items()
        if name in {"financial_balances", "credit_facility"}
    }
    wallet = activity_parsing.wallet(WalletAnswer.model_validate({"status": "SUCCESS", "data": data}), LOOKED)
    assert (wallet.agent_id, wallet.tenant_id, wallet.account_status, wallet.ledger) == ("", "", "", ())
