"""The order of a cancellation, and the same order read back from the journal."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from decimal import Decimal

from app.api.messages.requests import ActivityCancellation, BoatCancellation
from app.api.messages.spellings import item_id
from app.desk.cancellation.refund_quote import AcceptedQuote, RefundQuote
from app.desk.model.booking import (
    BookedTraveller,
    BookingState,
    Choice,
    SeatChoice,
    TravellerChoice,
    travellers_kept,
)
from app.desk.payment import ledger_diff
from app.desk.payment.journal_facts import STORM, amount
from app.desk.payment.order import Order
from app.store.journal.hash_chain import Facts
from app.store.journal.journal import Attempt
from app.store.journal.states import Kind

BOAT, ACTIVITY = "BOAT", "ACTIVITY"


def cancellation_order(accepted: AcceptedQuote) -> Order:
    """The order for an accepted quote (interface part 4.4, CONFIRM)."""
    quote = accepted.quote
    # A reference may be typed in upper or lower case.
    fingerprint = _fingerprint(quote.booking.booking_ref)
    return Order(
        intent_id=quote.intent_id,
        kind=Kind.CANCEL,
        build=_builder(quote.booking.booking_ref, quote.choice),
        facts={
            **_facts(quote, accepted.customer_back),
            **({STORM: accepted.storm} if accepted.storm else {}),
        },
        private={
            "fingerprint": fingerprint,
            "reason": accepted.reason,
            "quote": json.dumps(quote.as_received, ensure_ascii=False),
            "before": _written(quote.before.travellers),
            "chosen": _written(quote.choice.travellers)
            if isinstance(quote.choice, TravellerChoice)
            else None,
        },
        fingerprint=fingerprint,
    )


def _fingerprint(booking_ref: str) -> str:
    """The fingerprint: one cancellation at a time for each booking, in upper or lower case."""
    return f"CANCEL|{booking_ref.casefold()}"


def same_order(attempt: Attempt) -> Order:
    """The order of an attempt, byte for byte, from the journal alone.

    Raises ValueError when the journal does not result in the same bytes: then it is not sent again.
    """
    order = Order(
        intent_id=attempt.intent_id,
        kind=Kind.CANCEL,
        build=_builder(str(attempt.facts.get("booking_ref") or ""), choice_kept(attempt)),
        facts=attempt.entries[0].facts,
        private=attempt.entries[0].private,
        fingerprint=_fingerprint(str(attempt.facts.get("booking_ref") or "")),
    )
    if order.content_sha256 != attempt.facts.get("content_sha256"):
        raise ValueError("the journal does not hold what was sent")
    return order


def choice_kept(attempt: Attempt) -> Choice:
    """The choice that an attempt was to cancel."""
    ids = str(attempt.facts.get("passenger_ids") or "")
    if not ids:
        return SeatChoice(int(attempt.facts.get("qty") or 0))
    known = {each.traveller_id: each for each in travellers_kept(attempt.private.get("chosen"))}
    numbers = map(item_id, ids.split(","))
    return TravellerChoice(
        tuple(known.get(each) or BookedTraveller("", "", "", "", "", each) for each in numbers)
    )


def before_kept(attempt: Attempt) -> BookingState:
    """The booking as read before the attempt; without its people when the private facts are lost."""
    facts = attempt.facts
    return BookingState(
        booking_ref=str(facts.get("booking_ref") or ""),
        booking_status=str(facts.get("status_before") or ""),
        payment_status=str(facts.get("payment_before") or ""),
        refund_status=str(facts.get("refund_status_before") or ""),
        refunded=amount(attempt.facts, "refunded_before"),
        travellers=travellers_kept(attempt.private.get("before")),
        are_people_known=attempt.private.get("before") is not None,
    )


def _facts(quote: RefundQuote, customer_back: Decimal | None) -> Facts:
    choice, before, wallet, booking = quote.choice, quote.before, quote.wallet, quote.booking
    is_seats = isinstance(choice, SeatChoice)
    return {
        "module": BOAT if booking.is_boat else ACTIVITY,
        "booking_ref": booking.booking_ref,
        "title": booking.title,
        "boat_name": booking.place,
        "day": booking.day.isoformat() if booking.day else None,
        "window": booking.window,
        "qty": choice.qty if is_seats else len(choice.travellers),
        "passenger_ids": None if is_seats else ",".join(map(str, choice.ids)),
        "is_whole": None if quote.is_whole is None else int(quote.is_whole),
        "status_before": before.booking_status,
        "payment_before": before.payment_status,
        "refund_status_before": before.refund_status,
        "refunded_before": _text(before.refunded),
        "refund_quoted": _text(quote.refund),
        "charge_quoted": _text(quote.charge),
        "customer_paid": _text(quote.customer.paid),
        "customer_back": _text(customer_back),
        "quoted_at": quote.quoted.here.isoformat(),
        "currency": wallet.currency if wallet else None,
        "wallet_cash": _text(wallet.cash) if wallet else None,
        "wallet_credit_used": _text(wallet.credit_used) if wallet else None,
        "wallet_credit_left": _text(wallet.credit_left) if wallet else None,
        "wallet_ledger": " ".join(ledger_diff.prints(wallet.ledger)) if wallet else None,
        "agent_id": quote.agent_id or None,
        "wallet_read_at": wallet.read_at.isoformat() if wallet else None,
    }


def _builder(booking_ref: str, choice: Choice) -> Callable[[str], ActivityCancellation | BoatCancellation]:
    def build(request_id: str) -> ActivityCancellation | BoatCancellation:
        if isinstance(choice, SeatChoice):
            return ActivityCancellation(request_id=request_id, booking_ref=booking_ref, qty=choice.qty)
        return BoatCancellation(request_id=request_id, booking_ref=booking_ref, passenger_ids=choice.ids)

    return build


def _text(value: Decimal | None) -> str | None:
    return None if value is None else str(value)


def _written(travellers: tuple[BookedTraveller, ...]) -> str:
    return json.dumps([asdict(each) for each in travellers], ensure_ascii=False)
