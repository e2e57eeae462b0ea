"""What the journal keeps of an order, by the names that every later start reads, and which are equal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.desk.model.sale import Draft, Preflight
from app.desk.model.wallet_split import split
from app.desk.payment.booking_match import party_print
from app.desk.sale.order import fingerprint_of, sale_order
from app.desk.sale.pricing import price
from app.store.journal.states import Kind
from tests.support.counter import tomorrow_at_ten
from tests.support.desk.boat_samples import BOAT_DRAFT, DEPARTURE
from tests.support.desk.samples import DRAFT, LOOKED, SLOT, WALLET


def _preflight(draft: Draft) -> Preflight:
    found = price(draft)
    assert found is not None
    return Preflight(draft, found, WALLET, split(found.payable, WALLET), (), "", LOOKED, "sale")


def test_an_activity_is_kept_as_it_is_read_later() -> None:
    order = sale_order(_preflight(DRAFT))
    assert (order.intent_id, order.kind) == ("sale", Kind.CREATE)
    assert {key: value for key, value in order.facts.items() if "wallet" not in key} == {
        "module": "ACTIVITY",
        "title": "Discover scuba dive, Elephant Beach",
        "day": "2026-11-21",
        "window": "13:00 \N{EN DASH} 15:00",
        "qty": 2,
        "activity_id": "501",
        "availability_id": "9001",
        "slot_id": "31",
        "slot_label": "Afternoon dive 1",
        "currency": "INR",
        "expected_debit": "7140.00",
        "expected_low": "7140.00",
        "expected_high": "7140.00",
        "customer_pays": "7980.00",
        "agent_id": "7",
    }
    assert order.private == {
        "customer_name": "Priya Raman",
        "customer_email": "priya.raman@example.com",
        "customer_phone": "9876501234",
        "fingerprint": order.fingerprint,
    }


def test_a_boat_is_kept_without_its_passengers() -> None:
    order = sale_order(_preflight(BOAT_DRAFT))
    assert {key: order.facts[key] for key in ("module", "title", "boat_name", "day", "window", "qty")} == {
        "module": "BOAT",
        "title": "Swaraj Dweep day return",
        "boat_name": "MV Sea Heron",
        "day": "2026-11-22",
        "window": "07:15 \N{EN DASH} 17:30",
        "qty": 4,
    }
    assert {key: order.facts[key] for key in ("schedule_id", "trip_name", "departs")} == {
        "schedule_id": "8801",
        "trip_name": "Swaraj Dweep day return",
        "departs": "07:15:00",
    }
    assert order.private["party"] == party_print(
        [
            ("Arjun Nair", 41, "MALE"),
            ("Meera Nair", 38, "FEMALE"),
            ("Ishaan Nair", 9, "MALE"),
            ("Jana Katharina Vogel", 34, "FEMALE"),
        ]
    )


def test_a_boat_of_unknown_hour_is_kept_without_it() -> None:
    draft = replace(BOAT_DRAFT, departure=replace(DEPARTURE, departs=None))
    assert sale_order(_preflight(draft)).facts["departs"] == ""


def test_equal_content_has_one_hash_whatever_its_number() -> None:
    # Of a day to come: no request is made for one that is past.
    draft = replace(DRAFT, slot=replace(SLOT, day=tomorrow_at_ten().date()))
    found, other = sale_order(_preflight(draft)), sale_order(_preflight(replace(draft, qty=3)))
    assert found.content_sha256 == sale_order(_preflight(draft)).content_sha256
    assert len(found.content_sha256) == 64
    assert found.content_sha256 != other.content_sha256


@pytest.mark.parametrize(
    ("draft", "expected"),
    [
        (DRAFT, "ACTIVITY|9001|2026-11-21|2|9876501234"),
        (BOAT_DRAFT, "BOAT|8801|2026-11-22|4|9845012377"),
    ],
    ids=["activity", "boat"],
)
def test_a_sale_is_told_by_product_day_seats_and_phone(draft: Draft, expected: str) -> None:
    # Earlier starts have written it so, and a sale of theirs must still be known again.
    assert fingerprint_of(draft) == expected


def test_a_draft_without_a_slot_cannot_be_ordered() -> None:
    with pytest.raises(ValueError, match="without a slot"):
        fingerprint_of(replace(DRAFT, slot=None))
