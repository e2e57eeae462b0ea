"""What differs is told, old beside new; what is not said is not held against the service."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from app.api.messages.answers import BookingResult
from app.desk.model.boats import Identity
from app.desk.model.sale import Preflight
from app.desk.model.wallet_split import split
from app.desk.sale import change_detection
from app.desk.sale.pricing import price
from app.desk.sale.selling import blocking
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE, RATES
from tests.support.desk.samples import DRAFT, LOOKED, SLOT, TODAY, WALLET


def _preflight(**changes: Any) -> Preflight:
    found = price(DRAFT)
    assert found is not None
    whole = Preflight(
        draft=DRAFT,
        price=found,
        wallet=WALLET,
        split=split(found.payable, WALLET),
        changes=(),
        blocked="",
        looked=LOOKED,
        intent_id="intent",
    )
    return replace(whole, **changes)


@pytest.mark.parametrize(
    ("then", "now", "told"),
    [
        (None, None, []),
        (None, Identity(), []),
        (Identity(), Identity(needs_number=True), [("nothing", "a document number")]),
        (
            Identity(needs_document=True, needs_copy=True),
            None,
            [("an identity document and a copy of the document", "nothing")],
        ),
    ],
)
def test_what_is_asked_of_passengers_stands_old_beside_new(
    then: Identity | None, now: Identity | None, told: list[tuple[str, str]]
) -> None:
    seen, found = (replace(BOAT_DRAFT, departure=replace(DEPARTURE, identity=each)) for each in (then, now))
    changes = change_detection.flag_changes(seen, found)
    assert [(each.old, each.new) for each in changes] == told
    assert change_detection.flag_changes(DRAFT, DRAFT) == ()


def _result(**fields: object) -> BookingResult:
    settled = {
        "total_debited": Decimal("7140.00"),
        "deducted_from_cash": Decimal("7000.00"),
        "deducted_from_credit": Decimal("140.00"),
    }
    raw: dict[str, object] = {"status": "SUCCESS", "booking_ref": "PNR1", "settlement_breakdown": settled}
    return BookingResult.model_validate({**raw, **fields})


def test_a_settlement_as_expected_has_no_difference() -> None:
    echo = {"qty": 2, "travel_date": "2026-11-21", "slot_id": 31}
    assert (
        change_detection.settlement_differences(
            _preflight(), _result(activity=echo, pricing={"currency": "INR"})
        )
        == ()
    )
    assert change_detection.settlement_differences(_preflight(), _result()) == ()


@pytest.mark.parametrize("spelt", ["inr", "Rs.", "\u20b9"])
def test_another_spelling_of_the_currency_is_no_difference(spelt: str) -> None:
    assert change_detection.settlement_differences(_preflight(), _result(pricing={"currency": spelt})) == ()


@pytest.mark.parametrize(
    ("fields", "what", "old", "new"),
    [
        ({"settlement_breakdown": {"total_debited": Decimal(7000)}}, "Total debited", "7,140.00", "7,000.00"),
        ({"settlement_breakdown": None}, "Total debited", "7,140.00", "not stated"),
        (
            {
                "settlement_breakdown": {
                    "total_debited": Decimal(7140),
                    "deducted_from_cash": Decimal(7000),
                    "deducted_from_credit": Decimal(0),
                }
            },
            "Cash and credit together",
            "7,140.00",
            "7,000.00",
        ),
        ({"activity": {"qty": 3}}, "Seats", "2", "3"),
        ({"activity": {"travel_date": "2026-11-22"}}, "Travel date", "2026-11-21", "2026-11-22"),
        ({"activity": {"slot_id": 32}}, "Slot", "31", "32"),
        ({"pricing": {"currency": "USD"}}, "Currency", "INR", "USD"),
        ({"unread": ("pricing.gst_amount",)}, "The answer's pricing.gst_amount", "readable", "not readable"),
    ],
)
def test_every_difference_of_a_settlement_is_told(
    fields: dict[str, object], what: str, old: str, new: str
) -> None:
    found = change_detection.settlement_differences(_preflight(), _result(**fields))
    assert [(each.what, each.old, each.new) for each in found] == [(what, old, new)]
    # What the wallet paid is hidden from the customer, and nothing else.
    assert found[0].is_net is (what in {"Total debited", "Cash and credit together"})


@pytest.mark.parametrize("stated", ["deducted_from_cash", "deducted_from_credit"])
def test_one_part_of_a_settlement_is_not_added_up(stated: str) -> None:
    settled = {"total_debited": Decimal(7140), stated: Decimal(7000)}
    assert change_detection.settlement_differences(_preflight(), _result(settlement_breakdown=settled)) == ()


def test_of_a_boat_only_net_prices_are_hidden_and_a_rate_that_has_gone_is_not_compared() -> None:
    now = replace(
        DEPARTURE,
        departs=None,
        returns=None,
        boat_name="MV Blue Tern",
        trip_name="Other",
        gst_percentage=None,
        rates=(replace(RATES[0], fare=None, net=None),),
    )
    found = change_detection.departure_changes(BOAT_DRAFT, replace(BOAT_DRAFT, departure=now))
    assert [(each.what, each.is_net) for each in found] == [
        ("Fare, Adult INDIAN", False),
        ("Net, Adult INDIAN", True),
        ("GST", False),
        ("Departure", False),
        ("Return", False),
        ("Boat", False),
        ("Trip", False),
    ]


def test_a_moved_slot_is_a_change() -> None:
    moved = replace(SLOT, ends=None, window="13:00 until late", fare=None)
    found = change_detection.changes(SLOT, moved)
    assert [(each.what, each.new, each.is_net) for each in found] == [
        ("Fare per person", "not stated", False),
        ("Time", "13:00 until late", False),
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"wallet": replace(WALLET, account_status="Active")}, ""),
        ({"wallet": replace(WALLET, account_status="")}, ""),
        ({"wallet": replace(WALLET, currency="")}, ""),
        (
            {"wallet": replace(WALLET, account_status="suspended")},
            'The account is "suspended". Selling stops until it is active. Ask the operator.',
        ),
        (
            {"wallet": replace(WALLET, currency="USD")},
            "The price is in INR and the wallet in USD. Ask the operator.",
        ),
        ({"draft": replace(DRAFT, qty=12)}, "Only 11 seats left. Choose fewer, or another slot."),
        (
            {"split": split(Decimal("50921.00"), WALLET)},
            "The wallet cannot cover this. INR 0.50 is missing.",
        ),
    ],
)
def test_what_the_numbers_hold_against_a_sale(changes: dict[str, Any], sentence: str) -> None:
    assert blocking(_preflight(**changes), TODAY) == sentence
