"""What is not certain is shown, and not sold."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answers import (
    ActivityAvailability,
    ActivityContent,
    ActivityItem,
    ActivitySearch,
    BoatAvailability,
    BoatContent,
    BoatItem,
    BoatSearch,
    SetAside,
)
from app.api.messages.envelope import UnreadField
from app.desk.model.activities import ActivityOffer, Slot
from app.desk.model.boats import Departure, DepartureList, Identity
from app.desk.service import activity_parsing, boat_parsing
from app.desk.service.doubts import field_name, is_unread, not_readable
from tests.support.api.list_items import item_of
from tests.support.desk.samples import LOOKED

DAY = date(2026, 11, 22)
NOW = datetime(2026, 11, 21, 10, 42, tzinfo=UTC)
FARE, NET = Decimal(1250), Decimal(1150)
EVERYTHING = Identity(needs_document=True, needs_number=True, needs_copy=True)
IDENTITY = Identity(needs_document=True)
NO_ENTRY = "Its entry in the catalogue could not be read"
TWICE = "Listed twice, with different values"
RATE: dict[str, Any] = {
    "ticket_type": "Adult",
    "age_range": "12-99",
    "nationality": "INDIAN",
    "mrp": FARE,
    "net_price": NET,
    "currency": "INR",
}


def _unread(path: str, shown: str = "1.250,00") -> dict[str, Any]:
    return {"unread": (UnreadField(path, shown),)}


def _row(**changes: Any) -> BoatAvailability:
    fields: dict[str, Any] = {"schedule_id": 88, "departure_time": "07:15:00", "rates": [RATE], **changes}
    unread = fields.pop("unread", ())
    return {**item_of(BoatAvailability, fields), "unread": unread}


def _entry(flags: tuple[int | None, ...] = (1, 0, 0), gst: object = 5, **changes: Any) -> BoatItem:
    names = ("is_id_mandatory", "is_id_no_required", "is_id_upload_required")
    policies = {"identity_enforcement": dict(zip(names, flags, strict=True)), "gst_percentage": gst}
    unread = changes.pop("unread", ())
    return {**item_of(BoatItem, {"schedule_id": 88, "policies": policies, **changes}), "unread": unread}


def _boats(
    search: list[BoatAvailability],
    content: list[BoatItem],
    **more: Any,
) -> DepartureList:
    schedules = BoatContent(status="SUCCESS", items=tuple(content), **more)
    return boat_parsing.departure_list(
        schedules, BoatSearch(status="SUCCESS", items=tuple(search)), DAY, NOW, LOOKED
    )


def _boat(*content: BoatItem, search: tuple[BoatAvailability, ...] = (), **more: Any) -> Departure:
    (only,) = _boats(list(search or (_row(),)), list(content), **more).departures
    return only


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pricing.availability_fare", "Fare"),
        ("rates.0.mrp", "Fare"),
        ("rates.3.net_price", "Net price"),
        ("pricing.net_partner_price", "Net price"),
        ("policies.gst_percentage", "GST"),
        ("inventory.remaining_seats", "Seats"),
        ("booking_rules.booking_cutoff_at", "Booking closes"),
        ("booking_close_days", "Booking closes"),
        ("date", "Date"),
        ("departure_time", "Time"),
        ("booking_rules.is_bookable", "State"),
        ("policies.identity_enforcement.is_id_mandatory", "Identity documents"),
        ("slot.colour", "slot.colour"),
    ],
)
def test_a_field_has_a_plain_name(path: str, name: str) -> None:
    assert field_name(path) == name
    assert not_readable([UnreadField(path, "x"), UnreadField("date", "y")]) == f"{name} not readable: `x`"


def test_a_field_is_unread_with_its_parts_and_with_what_it_is_a_part_of() -> None:
    fields = [UnreadField("policies.identity_enforcement", "x")]
    assert is_unread(fields, "policies.identity_enforcement")
    assert is_unread(fields, "policies.identity_enforcement.is_id_mandatory")
    assert is_unread(fields, "policies")
    assert not is_unread(fields, "policies.gst_percentage")
    assert not is_unread([UnreadField("rates.10", "x")], "rates.1")
    assert not_readable(()) == ""


class TestBoats:
    """Departures and their schedules."""

    @pytest.mark.parametrize(
        "more",
        [
            {"set_aside": (SetAside(0, "schedule_id: is not a whole number"),)},
            {"count": 3},
            {"is_part": True},
        ],
    )
    def test_a_schedule_that_may_be_among_the_lost_ones_asks_for_everything(
        self, more: dict[str, Any]
    ) -> None:
        found = _boat(**more)
        assert (found.identity, found.is_open, found.reason) == (EVERYTHING, False, NO_ENTRY)
        assert found.adult_fare == FARE

    def test_it_may_also_be_meant_by_an_entry_that_was_half_read(self) -> None:
        other = _entry(schedule_id=77, **_unread("policies.gst_percentage"))
        found = next(each for each in _boats([_row()], [other]).departures if each.schedule_id == 88)
        assert (found.identity, found.is_open) == (EVERYTHING, False)

    def test_a_schedule_that_the_service_plainly_does_not_list_is_sold_as_it_is(self) -> None:
        silent = _boat(_entry(flags=(None, None, None), gst=None))
        unlisted, _ = _boats([_row()], [_entry(schedule_id=77)]).departures
        for found in (silent, unlisted):
            assert (found.identity, found.gst_percentage, found.is_open) == (None, None, True)

    @pytest.mark.parametrize(
        "path", ["policies.identity_enforcement.is_id_no_required", "policies.identity_enforcement"]
    )
    def test_a_flag_that_could_not_be_read_asks_for_everything(self, path: str) -> None:
        found = _boat(_entry(**_unread(path, "perhaps")))
        assert (found.identity, found.is_open, found.gst_percentage) == (EVERYTHING, True, Decimal(5))

    @pytest.mark.parametrize(
        ("unread", "reason"),
        [
            (_unread("policies.gst_percentage", "12-18"), "GST not readable: `12-18`"),
            (_unread("policies", "none"), "GST not readable: `none`"),
        ],
    )
    def test_a_tax_that_could_not_be_read_is_not_sold(self, unread: dict[str, Any], reason: str) -> None:
        found = _boat(_entry(gst=None, **unread))
        assert (found.is_open, found.reason) == (False, reason)
        assert found.identity == (
            EVERYTHING if "policies" in {each.path for each in unread["unread"]} else IDENTITY
        )

    @pytest.mark.parametrize(
        ("flags", "asked"),
        [
            (((1, 1, 1), (0, 0, 0)), EVERYTHING),
            (((0, 0, 0), (1, 0, 0)), EVERYTHING),
            (((0, 1, 0), (0, 1, 0)), Identity(needs_number=True)),
            (((None, None, None), (0, 1, 0)), Identity(needs_number=True)),
            (((0, 0, 0), (0, 0, 0), (0, 0, 1)), EVERYTHING),
        ],
    )
    def test_several_entries_of_one_schedule_ask_together(
        self, flags: tuple[tuple[int | None, ...], ...], asked: Identity
    ) -> None:
        for order in (flags, flags[::-1]):
            found = _boat(*map(_entry, order))
            assert (found.identity, found.is_open, found.gst_percentage) == (asked, True, Decimal(5))

    def test_one_schedule_with_two_taxes_is_not_sold(self) -> None:
        found = _boat(_entry(gst=18), _entry(gst=5))
        assert (found.is_open, found.reason) == (False, "GST not certain: 5 %, 18 %")
        assert found.gst_percentage is None
        assert _boat(_entry(gst=None), _entry(gst=5)).gst_percentage == Decimal(5)

    def test_a_boat_that_two_entries_let_leave_at_other_times_is_not_sold(self) -> None:
        early, late = _entry(departure_time="07:15:00"), _entry(departure_time="16:15:00")
        assert _boat(early, late, search=(_row(departure_time=None),)).reason == TWICE

    def test_a_row_for_each_class_becomes_one_boat_with_the_rates_of_all(self) -> None:
        luxury = {**RATE, "ticket_type": "Luxury", "mrp": Decimal(1900), "net_price": Decimal(1800)}
        rows = (_row(), _row(rates=[luxury]), _row())
        found = _boat(_entry(), search=rows)
        assert (found.is_open, [each.fare for each in found.rates]) == (True, [FARE, Decimal(1900)])

    @pytest.mark.parametrize(
        "changes",
        [
            {"departure_time": "16:15:00"},
            {"booking_close_days": 2},
            {"inventory": {"remaining_seats": 4}},
            {"inventory": {"is_live_inventory": False}},
        ],
    )
    def test_rows_that_say_different_things_of_one_boat_are_not_sold(self, changes: dict[str, Any]) -> None:
        found = _boat(_entry(), search=(_row(), _row(**changes)))
        assert (found.is_open, found.reason, len(found.rates)) == (False, TWICE, 1)

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"mrp": 0}, "Fare not certain: 0"),
            ({"mrp": 0, "net_price": None, "boat_fare": 1175}, "Fare not certain: 0"),
            ({"mrp": Decimal("-1250.00")}, "Fare not certain: -1250"),
            ({"net_price": 0}, "Net price not certain: 0"),
            ({"net_price": 0, "commission_amount": 100}, "Net price not certain: 0"),
            ({"net_price": Decimal("1300.50"), "commission_amount": 50}, "Net price not certain: 1300.5"),
            ({"net_price": 1300, "agent_commission_value": 50}, "Net price not certain: 1300"),
            ({"mrp": 0, "net_price": 0}, ""),
            ({"mrp": 0, "net_price": None}, "Fare not certain: 0"),
            ({"mrp": 0, "net_price": None, "commission_amount": 0}, ""),
            ({"mrp": 0, "net_price": None, "agent_commission_value": 0}, ""),
            ({"mrp": 0, "net_price": 0, "commission_amount": 50}, "Fare not certain: 0"),
            ({"mrp": 0, "net_price": None, "boat_fare": 0, "permit_fare": 0}, ""),
            ({"net_price": 0, "commission_amount": FARE}, ""),
            ({"net_price": 1300}, "Net price not certain: 1300"),
            ({"currency": "USD"}, "Currency not certain: INR, USD"),
            ({"net_price": 1300, "commission_amount": 0}, ""),
            ({"net_price": 1100, "commission_amount": 50}, ""),
            ({"net_price": 1300, "agent_commission_type": "PERCENT", "agent_commission_value": 5}, ""),
        ],
    )
    def test_prices_are_held_against_each_other(self, changes: dict[str, Any], reason: str) -> None:
        found = _boat(_entry(), search=(_row(rates=[RATE, {**RATE, **changes}]),))
        assert (found.reason, found.is_open) == (reason, not reason)

    @pytest.mark.parametrize(
        ("path", "reason"),
        [
            ("rates.0.mrp", "Fare not readable: `1.250,00`"),
            ("inventory.remaining_seats", "Seats not readable: `1.250,00`"),
            ("travel_date", "Date not readable: `1.250,00`"),
            ("booking_close_days", "Booking closes not readable: `1.250,00`"),
        ],
    )
    def test_what_could_not_be_read_is_shown_and_not_sold(self, path: str, reason: str) -> None:
        found = _boat(_entry(), search=(_row(**_unread(path)),))
        assert (found.is_open, found.reason) == (False, reason)

    def test_a_closing_in_the_services_words_goes_first(self) -> None:
        row = _row(inventory={"status": "CANCELLED"}, **_unread("rates.0.mrp"))
        assert _boat(_entry(), search=(row,)).reason == "Cancelled"

    def test_a_time_that_only_the_catalogue_has_and_that_could_not_be_read(self) -> None:
        entry = _entry(**_unread("departure_time", "soon"))
        assert _boat(entry, search=(_row(departure_time=None),)).reason == "Time not readable: `soon`"
        assert _boat(entry).is_open


PRICING: dict[str, Any] = {"availability_fare": FARE, "net_partner_price": NET}


def _item(**changes: Any) -> ActivityAvailability:
    fields: dict[str, Any] = {
        "availability_id": 9001,
        "activity_id": 501,
        "date": "2026-11-22",
        "slot": {"slot_id": 31, "time_window": "13:00:00 - 15:00:00"},
        "pricing": PRICING,
        **changes,
    }
    unread = fields.pop("unread", ())
    if fields["date"] is None:
        del fields["date"]
    return {**item_of(ActivityAvailability, fields), "unread": unread}


def _slots(*items: ActivityAvailability, doubt: str = "") -> tuple[Slot, ...]:
    answer = ActivitySearch(status="SUCCESS", items=items)
    return activity_parsing.day_slots(answer, 501, DAY, NOW, LOOKED, doubt=doubt).slots


def _offers(*items: ActivityItem) -> tuple[ActivityOffer, ...]:
    answer = ActivityContent(status="SUCCESS", items=items)
    return activity_parsing.catalogue(answer, DAY, LOOKED).offers


def _activity(gst: object = 5, **changes: Any) -> ActivityItem:
    fields = {"activity_id": 501, "title": "Dive", "policies": {"gst_percentage": gst}, **changes}
    unread = fields.pop("unread", ())
    return {**item_of(ActivityItem, fields), "unread": unread}


class TestActivities:
    """Activities and their slots."""

    @pytest.mark.parametrize(
        ("pricing", "reason"),
        [
            ({**PRICING, "availability_fare": 0}, "Fare not certain: 0"),
            ({"availability_fare": 0, "offer_price": FARE}, "Fare not certain: 0"),
            ({"availability_fare": 0, "net_price": NET}, "Fare not certain: 0"),
            ({"offer_price": 0, "net_price": NET}, "Fare not certain: 0"),
            ({**PRICING, "availability_fare": -5}, "Fare not certain: -5"),
            ({**PRICING, "net_partner_price": 0}, "Net price not certain: 0"),
            ({**PRICING, "net_partner_price": 1350, "commission_amount": 100}, "Net price not certain: 1350"),
            ({"availability_fare": 0, "net_partner_price": 0}, ""),
            ({"availability_fare": 0}, "Fare not certain: 0"),
            ({"availability_fare": 0, "commission_amount": 0}, ""),
            ({**PRICING, "net_partner_price": 1350}, "Net price not certain: 1350"),
            ({**PRICING, "commission_amount": 90}, ""),
            ({**PRICING, "net_partner_price": 0, "commission_amount": FARE}, ""),
            (PRICING, ""),
        ],
    )
    def test_prices_are_held_against_each_other(self, pricing: dict[str, Any], reason: str) -> None:
        (slot,) = _slots(_item(pricing=pricing))
        assert (slot.reason, slot.is_open) == (reason, not reason)

    def test_no_other_price_stands_in_for_one_that_could_not_be_read(self) -> None:
        pricing = {"offer_price": FARE, "net_partner_price": NET, "net_price": NET}
        (slot,) = _slots(_item(pricing=pricing, **_unread("pricing.availability_fare")))
        assert (slot.fare, slot.net, slot.is_open) == (None, NET, False)
        assert slot.reason == "Fare not readable: `1.250,00`"

    def test_a_slot_whose_date_could_not_be_read_stands_on_the_day_asked_for(self) -> None:
        (slot,) = _slots(_item(date=None, **_unread("date", "32/11/2026")))
        assert (slot.day, slot.is_open, slot.reason) == (DAY, False, "Date not readable: `32/11/2026`")
        (slot,) = _slots(_item(date=None))
        assert (slot.day, slot.is_open, slot.reason) == (DAY, False, "Date not stated")

    def test_no_seats_stay_no_seats(self) -> None:
        (slot,) = _slots(_item(inventory={"remaining_seats": 0, "status": "AVAILABLE"}))
        assert slot.reason == "No seats left"

    def test_an_end_of_booking_that_the_window_contradicts_is_not_sold(self) -> None:
        rules = {
            "slot_start_at": "2026-11-22T05:00:00+09:00",
            "booking_cutoff_at": "2026-11-22T04:00:00+09:00",
        }
        (slot,) = _slots(_item(booking_rules=rules))
        assert (slot.is_open, slot.reason) == (False, "Booking closes not certain: 04:00")

    def test_a_slot_that_came_twice_stands_once(self) -> None:
        (slot,) = _slots(_item(), _item())
        assert slot.is_open
        (slot,) = _slots(_item(), _item(inventory={"remaining_seats": 3}))
        assert (slot.is_open, slot.reason) == (False, TWICE)
        assert len(_slots(_item(), _item(slot={"slot_id": 32}))) == 2

    def test_an_activity_that_came_twice_stands_once(self) -> None:
        assert len(_offers(_activity(), _activity())) == 1
        assert [each.doubt for each in _offers(_activity(), _activity(description="More"))] == ["", ""]
        doubts = [each.doubt for each in _offers(_activity(), _activity(18), _activity(5, activity_id=502))]
        assert doubts == ["GST not certain: 5 %, 18 %", "GST not certain: 5 %, 18 %", ""]

    def test_the_slots_of_an_activity_whose_tax_could_not_be_read_are_not_sold(self) -> None:
        (offer,) = _offers(_activity(None, **_unread("policies.gst_percentage", "5-18")))
        assert offer.doubt == "GST not readable: `5-18`"
        assert [each.text for each in offer.facts] == [offer.doubt, "501"]
        (slot,) = _slots(_item(), doubt=offer.doubt)
        assert (slot.is_open, slot.reason) == (False, "GST not readable: `5-18`")

    def test_prices_of_the_catalogue_that_could_not_be_read_are_only_not_stated(self) -> None:
        (offer,) = _offers(_activity(**_unread("pricing.offer_price")))
        assert (offer.fare, offer.doubt) == (None, "")
