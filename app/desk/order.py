"""One money call as it will be journalled and sent, before it has a request number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.api.requests import (
    ActivityBooking,
    ActivityCancellation,
    BoatBooking,
    BoatCancellation,
    body_of,
)
from app.desk import words
from app.desk.activity_values import ActivityDraft, Slot
from app.desk.boat_order import boat_booking
from app.desk.boat_values import BoatDraft
from app.desk.quote import CancellationQuote
from app.desk.values import Draft, Preflight
from app.store.states import Kind

MoneyRequest = ActivityBooking | BoatBooking | ActivityCancellation | BoatCancellation
Facts = Mapping[str, str | int | None]

_PLACEHOLDER = "-"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be sent, what the journal keeps of it, and what makes two of them the same sale."""

    intent_id: str
    kind: Kind
    build: Callable[[str], MoneyRequest]
    """The request for a request number."""
    facts: Facts
    """For both sinks of the journal: no personal data."""
    private: Facts
    """For the database alone: the customer, and the fingerprint with the phone in it."""
    fingerprint: str

    @property
    def content_sha256(self) -> str:
        """The hash of everything that is sent but the request number: equal content may keep its number."""
        return body_of(self.build(_PLACEHOLDER)).sha256()


def sale_order(preflight: Preflight) -> Order:
    """The booking of what the pre-flight left (interface part 4.3).

    Raises pydantic.ValidationError when a value breaks a limit of part 8: the draft's problems come first.
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
        facts={**(_trip_facts(draft) if is_boat else _slot_facts(draft)), **_money_facts(preflight)},
        private={**customer, "fingerprint": fingerprint, "wallet_ledger": "\n".join(preflight.wallet.ledger)},
        fingerprint=fingerprint,
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
    """The slot of a draft that has passed the pre-flight. Raises ValueError when there is none."""
    if draft.slot is None:
        raise ValueError("a draft without a slot cannot be ordered")
    return draft.slot


def _slot_facts(draft: ActivityDraft) -> Facts:
    """What is bought, for the screens of later and for the operator."""
    slot = chosen_slot(draft)
    return {
        "module": "ACTIVITY",
        "title": draft.offer.title,
        "day": slot.day.isoformat(),
        "window": words.window(slot.starts, slot.ends, slot.window),
        "qty": draft.qty,
        "activity_id": str(slot.activity_id),
        "availability_id": str(slot.availability_id),
        "slot_id": str(slot.slot_id),
    }


def _trip_facts(draft: BoatDraft) -> Facts:
    """The same of a boat; nothing of its passengers."""
    departure = draft.departure
    return {
        "module": "BOAT",
        "title": departure.name,
        "boat_name": departure.boat_name,
        "day": departure.day.isoformat(),
        "window": words.window(departure.departs, departure.returns, ""),
        "qty": draft.qty,
        "schedule_id": str(departure.schedule_id),
    }


def _money_facts(preflight: Preflight) -> Facts:
    """What is expected to move, and the wallet before it moves: the evidence when no answer comes."""
    price, wallet = preflight.price, preflight.wallet
    return {
        "currency": price.currency,
        "expected_debit": str(price.payable),
        "customer_pays": str(price.customer_pays),
        "wallet_cash": str(wallet.cash),
        "wallet_credit_used": str(wallet.credit_used),
        "wallet_credit_left": str(wallet.credit_left),
        "wallet_read_at": wallet.read_at.isoformat(),
        "agent_id": wallet.agent_id,
    }


def fingerprint_of(draft: Draft) -> str:
    """What makes two sales the same for the customer: product, day, seats and phone."""
    if isinstance(draft, BoatDraft):
        product, day = f"BOAT|{draft.departure.schedule_id}", draft.departure.day
    else:
        slot = chosen_slot(draft)
        product, day = f"ACTIVITY|{slot.availability_id}", slot.day
    return f"{product}|{day.isoformat()}|{draft.qty}|{draft.customer_phone}"


def cancellation_order(quote: CancellationQuote) -> Order:
    """The cancellation that the quote priced, for the same seats (interface part 4.4, CONFIRM)."""

    def build(request_id: str) -> ActivityCancellation:
        return ActivityCancellation(request_id=request_id, booking_ref=quote.booking_ref, qty=quote.qty)

    fingerprint = f"CANCEL|{quote.booking_ref}"
    return Order(
        intent_id=quote.intent_id,
        kind=Kind.CANCEL,
        build=build,
        facts={
            "module": "ACTIVITY",
            "booking_ref": quote.booking_ref,
            "qty": quote.qty,
            "status_before": quote.status_before,
            "quote": quote.as_received,
        },
        private={"fingerprint": fingerprint},
        fingerprint=fingerprint,
    )
