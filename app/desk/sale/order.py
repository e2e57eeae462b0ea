"""Makes the order of a sale from the preflight (interface part 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.api.messages.requests import (
    ActivityBooking,
)
from app.desk.model import formats
from app.desk.model.activities import ActivityDraft, Slot
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Preflight
from app.desk.passengers.rules import age_of
from app.desk.payment.booking_match import party_print
from app.desk.payment.evidence_journal import before_facts
from app.desk.payment.order import Order
from app.desk.sale.boat_order import boat_booking
from app.desk.sale.pricing import debit_range
from app.store.journal.hash_chain import Facts
from app.store.journal.states import Kind


def sale_order(preflight: Preflight, words: Facts | None = None, people: Facts | None = None) -> Order:
    """The order for the draft of a preflight (interface part 4.3), with what its voucher says.

    Raises pydantic.ValidationError when a value breaks a limit of part 8; check the draft's problems first.
    """
    draft = preflight.draft
    customer = {
        "customer_name": draft.customer_name.strip(),
        "customer_email": draft.customer_email.strip(),
        "customer_phone": draft.customer_phone,
    }
    fingerprint = fingerprint_of(draft)
    is_boat = isinstance(draft, BoatDraft)
    return Order(
        intent_id=preflight.intent_id,
        kind=Kind.CREATE,
        build=boat_booking(draft, customer) if is_boat else _activity_booking(draft, customer),
        facts={**product_facts(draft), **_money_facts(preflight)},
        private={**customer, **_party(draft), **(words or {}), "fingerprint": fingerprint},
        fingerprint=fingerprint,
        people=people or {},
    )


def _activity_booking(draft: ActivityDraft, customer: Mapping[str, str]) -> Callable[[str], ActivityBooking]:
    slot = chosen_slot(draft)

    def build(request_id: str) -> ActivityBooking:
        return ActivityBooking(
            request_id=request_id,
            qty=draft.qty,
            travel_date=slot.day,
            availability_id=slot.availability_id,
            slot_id=slot.slot_id,
            **customer,
        )

    return build


def chosen_slot(draft: ActivityDraft) -> Slot:
    """The slot of a draft that has passed the preflight. Raises ValueError when there is none."""
    if draft.slot is None:
        raise ValueError("a draft without a slot cannot be ordered")
    return draft.slot


def product_facts(draft: Draft) -> Facts:
    """The facts of the product, without the customer. Raises ValueError for a draft without a slot."""
    return _trip_facts(draft) if isinstance(draft, BoatDraft) else _slot_facts(draft)


def _slot_facts(draft: ActivityDraft) -> Facts:
    """The facts of the slot, for later screens and for the operator."""
    slot = chosen_slot(draft)
    return {
        "module": "ACTIVITY",
        "title": draft.offer.title,
        "day": slot.day.isoformat(),
        "window": formats.window(slot.starts, slot.ends, slot.window),
        "qty": draft.qty,
        "activity_id": str(slot.activity_id),
        "availability_id": str(slot.availability_id),
        "slot_id": str(slot.slot_id),
        "slot_label": slot.label,
    }


def _trip_facts(draft: BoatDraft) -> Facts:
    """The facts of the trip, without its passengers."""
    departure = draft.departure
    return {
        "module": "BOAT",
        "title": departure.name,
        "boat_name": departure.boat_name,
        "day": departure.day.isoformat(),
        "window": formats.window(departure.departs, departure.returns, ""),
        "qty": draft.qty,
        "schedule_id": str(departure.schedule_id),
        "trip_name": departure.trip_name,
        "departs": "" if departure.departs is None else departure.departs.isoformat(),
    }


def _party(draft: Draft) -> Facts:
    """A hash that identifies the passengers without naming them."""
    if not isinstance(draft, BoatDraft):
        return {}
    party = [(each.traveler_name, age_of(each), each.pax_gender) for each in draft.passengers]
    return {"party": party_print(party)}


def _money_facts(preflight: Preflight) -> Facts:
    """The expected debit and the wallet before it: the evidence when no answer comes."""
    price = preflight.price
    low, high = debit_range(price, is_boat=isinstance(preflight.draft, BoatDraft))
    return {
        "currency": price.currency,
        "expected_debit": str(price.payable),
        "expected_low": str(low),
        "expected_high": str(high),
        "customer_pays": str(price.customer_pays),
        **before_facts(preflight.wallet),
    }


def fingerprint_of(draft: Draft) -> str:
    """The fingerprint, equal for the same sale to a customer: product, day, seats and phone."""
    if isinstance(draft, BoatDraft):
        product, day = f"BOAT|{draft.departure.schedule_id}", draft.departure.day
    else:
        slot = chosen_slot(draft)
        product, day = f"ACTIVITY|{slot.availability_id}", slot.day
    return f"{product}|{day.isoformat()}|{draft.qty}|{draft.customer_phone}"
