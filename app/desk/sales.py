"""What the journal knows of this counter's sales, in the words of the counter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation

from app.desk.values import Movement, Sale
from app.store.journal import Attempt
from app.store.states import Kind, State, is_open

_STATE_WORDS = {
    State.PREPARED: "Being sent",
    State.DISPATCHED: "Waiting for the answer",
    State.SETTLED: "Booked",
    State.REJECTED: "Refused",
    State.NOT_SENT: "Not sent",
    State.UNKNOWN: "Outcome not known",
    State.BOOKED_REF_LOST: "Booked, PNR not known",
    State.RESOLVED_BOOKED: "Booked",
    State.RESOLVED_NOT_BOOKED: "Not booked",
    State.RESEND_AUTHORISED: "To be sent again",
    State.ESCALATED: "With the operator",
    State.CANCELLED: "Cancelled",
    State.RESOLVED_CANCELLED: "Cancelled",
}
_MOVEMENT_WORDS = _STATE_WORDS | {
    State.PREPARED: "Order written to this counter",
    State.DISPATCHED: "Sent to the service",
    State.REJECTED: "Refused by the service",
}


def sales(attempts: Sequence[Attempt]) -> tuple[Sale, ...]:
    """One sale an intent: the open ones first, then the newest first. Cancellations are not sales."""
    by_intent: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.kind is Kind.CREATE:
            by_intent.setdefault(attempt.intent_id, []).append(attempt)
    found = [_sale(each) for each in by_intent.values()]
    found.sort(key=lambda sale: sale.sold_at, reverse=True)
    return tuple(sorted(found, key=lambda sale: not sale.is_open))


def sale_of(attempts: Sequence[Attempt], request_id: str) -> Sale | None:
    """The sale that this request belongs to."""
    return next((sale for sale in sales(attempts) if sale.request_id == request_id), None)


def _sale(attempts: Sequence[Attempt]) -> Sale:
    """An intent shows its open attempt if it has one, else its newest."""
    shown = next((attempt for attempt in attempts if is_open(attempt.state)), attempts[-1])
    facts, private = shown.facts, shown.private
    return Sale(
        intent_id=shown.intent_id,
        request_id=shown.request_id,
        state=_STATE_WORDS[shown.state],
        is_open=is_open(shown.state),
        title=_text(facts, "title"),
        day=_day(facts),
        window=_text(facts, "window"),
        qty=int(_text(facts, "qty") or 0),
        customer_name=_text(private, "customer_name"),
        customer_phone=_text(private, "customer_phone"),
        booking_ref=_text(facts, "booking_ref"),
        expected=_amount(facts, "expected_debit"),
        debited=_amount(facts, "total_debited"),
        currency=_text(facts, "currency"),
        wallet_before=_amount(facts, "wallet_cash"),
        sold_at=shown.first_at,
        history=tuple(
            Movement(entry.at, _MOVEMENT_WORDS[entry.state])
            for attempt in attempts
            for entry in attempt.entries
        ),
    )


def _text(facts: Mapping[str, object], name: str) -> str:
    value = facts.get(name)
    return "" if value is None else str(value)


def _amount(facts: Mapping[str, object], name: str) -> Decimal | None:
    try:
        return Decimal(_text(facts, name))
    except InvalidOperation:
        return None


def _day(facts: Mapping[str, object]) -> date | None:
    try:
        return date.fromisoformat(_text(facts, "day"))
    except ValueError:
        return None
