"""A cancellation as it is kept, sent, and given back by the journal."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from datetime import date
from decimal import Decimal
from types import MappingProxyType

import pytest

from app.api.messages.requests import ActivityCancellation, BoatCancellation
from app.desk.cancellation.customer_refund import NOT_KNOWN, GivenBack
from app.desk.cancellation.order import before_kept, cancellation_order, choice_kept, same_order
from app.desk.cancellation.refund_quote import AcceptedQuote, Booking, RefundQuote, accepted
from app.desk.model.booking import BookedTraveller, BookingState, SeatChoice, TravellerChoice
from app.desk.payment.order import Order
from app.store.journal.attempt import Attempt, folded
from app.store.journal.hash_chain import LogEntry
from app.store.journal.states import Kind, State
from tests.support.desk.samples import LOOKED, NOW, WALLET

Kept = str | int | None

ARJUN = BookedTraveller("Arjun Nair", "41", "MALE", "Adult", "Confirmed", 5)
MEERA = BookedTraveller("Meera", "38", "FEMALE", "Adult", "Confirmed", 6)
BEFORE = BookingState("PNR1", "Confirmed", "Paid", "NONE", Decimal("3.50"), (ARJUN, MEERA))
QUOTE = RefundQuote(
    intent_id="one",
    booking=Booking(
        "Pnr1", is_boat=True, qty=2, title="Trip", place="MV", day=date(2026, 11, 22), window="10:00"
    ),
    choice=TravellerChoice((ARJUN, MEERA)),
    before=BEFORE,
    refund=Decimal("12.50"),
    charge=Decimal("4.20"),
    debited=None,
    as_received=(("refund", "12.50"), ("word", "\u0906")),
    wallet=WALLET,
    quoted=LOOKED,
    agent_id="7",
    customer=GivenBack(Decimal("20.00"), Decimal("18.00")),
)
SEATS = replace(
    QUOTE,
    booking=Booking("Pnr1", is_boat=False, qty=2),
    choice=SeatChoice(1),
    before=replace(BEFORE, refunded=None, travellers=()),
    wallet=None,
    agent_id="",
    customer=NOT_KNOWN,
)


def _accepted(quote: RefundQuote) -> AcceptedQuote:
    # The clerk has changed what the rule would give back.
    back = None if quote.customer is NOT_KNOWN else Decimal("15.00")
    return accepted(quote, quote.choice, LOOKED, has_read=True, reason="Changed plans", customer_back=back)


def _attempt(order: Order, **facts: Kept) -> Attempt:
    kept = {**order.facts, "content_sha256": order.content_sha256, **facts}
    entry = LogEntry(
        1,
        NOW,
        order.intent_id,
        1,
        "r-1",
        Kind.CANCEL,
        State.PREPARED,
        MappingProxyType(kept),
        MappingProxyType(dict(order.private)),
        *("", "", "", ""),
    )
    return folded([entry])


def test_all_that_was_accepted_is_kept() -> None:
    order = cancellation_order(_accepted(QUOTE))
    assert (order.intent_id, order.kind, order.fingerprint) == ("one", Kind.CANCEL, "CANCEL|pnr1")
    assert dict(order.facts) == {
        "module": "BOAT",
        "booking_ref": "Pnr1",
        "title": "Trip",
        "boat_name": "MV",
        "day": "2026-11-22",
        "window": "10:00",
        "qty": 2,
        "passenger_ids": "5,6",
        "is_whole": 1,
        "status_before": "Confirmed",
        "payment_before": "Paid",
        "refund_status_before": "NONE",
        "refunded_before": "3.50",
        "refund_quoted": "12.50",
        "charge_quoted": "4.20",
        "customer_paid": "20.00",
        "customer_back": "15.00",
        "quoted_at": NOW.isoformat(),
        "currency": "INR",
        "wallet_cash": "13420.50",
        "wallet_credit_used": "12500",
        "wallet_credit_left": "37500",
        "wallet_ledger": "",
        "agent_id": "7",
        "wallet_read_at": NOW.isoformat(),
    }
    people = json.dumps([asdict(each) for each in (ARJUN, MEERA)])
    assert dict(order.private) == {
        "fingerprint": "CANCEL|pnr1",
        "reason": "Changed plans",
        "quote": '[["refund", "12.50"], ["word", "\u0906"]]',
        "before": people,
        "chosen": people,
    }


def test_what_is_not_known_is_kept_as_not_known() -> None:
    order = cancellation_order(_accepted(replace(SEATS, refund=None, charge=None)))
    missing = {name for name, value in order.facts.items() if value is None}
    assert missing == {
        "day",
        "passenger_ids",
        "refunded_before",
        "refund_quoted",
        "charge_quoted",
        "customer_paid",
        "customer_back",
        "currency",
        "wallet_cash",
        "wallet_credit_used",
        "wallet_credit_left",
        "wallet_ledger",
        "agent_id",
        "wallet_read_at",
    }
    assert (order.facts["module"], order.facts["qty"], order.facts["is_whole"]) == ("ACTIVITY", 1, 0)
    assert order.private["chosen"] is None
    assert order.private["before"] == "[]"
    unknown = replace(SEATS, booking=replace(SEATS.booking, qty=None))
    assert cancellation_order(_accepted(unknown)).facts["is_whole"] is None


def test_exactly_what_was_chosen_is_sent() -> None:
    boat = cancellation_order(_accepted(QUOTE)).build("r-1")
    assert boat == BoatCancellation(request_id="r-1", booking_ref="Pnr1", passenger_ids=(5, 6))
    seats = cancellation_order(_accepted(SEATS)).build("r-1")
    assert seats == ActivityCancellation(request_id="r-1", booking_ref="Pnr1", qty=1)


@pytest.mark.parametrize("quote", [QUOTE, SEATS])
def test_the_journal_gives_the_same_order_or_none(quote: RefundQuote) -> None:
    order = cancellation_order(_accepted(quote))
    again = same_order(_attempt(order))
    assert (again.intent_id, again.kind, again.fingerprint) == (
        order.intent_id,
        order.kind,
        order.fingerprint,
    )
    assert again.content_sha256 == order.content_sha256
    assert again.facts["refund_quoted"] == "12.50"
    assert again.private == order.private
    with pytest.raises(ValueError, match="does not hold what was sent"):
        same_order(_attempt(order, booking_ref="PNR2"))


def test_choice_and_booking_are_given_back_as_they_were() -> None:
    boat = _attempt(cancellation_order(_accepted(QUOTE)))
    assert choice_kept(boat) == QUOTE.choice
    assert before_kept(boat) == replace(BEFORE, booking_ref="Pnr1")
    seats = _attempt(cancellation_order(_accepted(SEATS)))
    assert choice_kept(seats) == SeatChoice(1)
    assert before_kept(seats) == replace(SEATS.before, booking_ref="Pnr1")


def test_when_only_the_mirror_is_left_numbers_are_left_and_no_people() -> None:
    lost = replace(_attempt(cancellation_order(_accepted(QUOTE))), private=MappingProxyType({}))
    assert choice_kept(lost) == TravellerChoice(
        (BookedTraveller("", "", "", "", "", 5), BookedTraveller("", "", "", "", "", 6))
    )
    before = before_kept(lost)
    assert (before.travellers, before.are_people_known) == ((), False)


def test_what_was_never_kept_is_empty() -> None:
    order = cancellation_order(_accepted(SEATS))
    empty = replace(_attempt(order), facts=MappingProxyType({}), private=MappingProxyType({}))
    assert choice_kept(empty) == SeatChoice(0)
    assert before_kept(empty) == BookingState("", "", "", "", None, (), are_people_known=False)
