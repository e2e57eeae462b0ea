"""A payment as it is written into the till's book, and read again.

No name and no phone number of a customer is in the facts, which are never changed. What a clerk typed freely,
and references of payments, are private facts: these are forgotten with their customer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, tzinfo
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from app.desk.till.payment_rules import receipt_number
from app.desk.till.payment_values import Due, DueSale, Line, Payment, PayWay, Refund, TillReceipt

if TYPE_CHECKING:
    from app.store.till.till_book import TillEntry

_REFUND = "refund"


def facts_of(payment: Payment) -> dict[str, Any]:
    """A payment as it is written, in whole paise."""
    return _facts(payment, [0] * len(_settling(payment)))


def private_of(payment: Payment, reason: str = "", correction: str = "") -> dict[str, Any]:
    """What is written of a payment to be forgotten with its customer.

    `correction` is why a refund corrects another: its `reason` is why something was kept.
    """
    lines = [{"reference": each.reference, "account": each.account} for each in payment.lines]
    is_told = any(each.reference or each.account for each in payment.lines)
    told = {"lines": lines, "reason": reason} if reason or correction or is_told else {}
    return {**told, "correction": correction} if correction else told


def correction_facts(payment: Payment, corrected: TillReceipt) -> dict[str, Any]:
    """A payment in the place of one that was written down wrong; the sum of both is what this one settles."""
    facts = _facts(payment, [undone for _, undone in _settling(corrected.payment)])
    return {**facts, **_reversing(corrected)}


def refund_facts(refund: Refund, corrected: TillReceipt | None = None) -> dict[str, Any]:
    """A refund as it is written: what is due and what it settles is less than nothing.

    One in the place of a wrong one is written as the correction of a payment is.
    """
    facts = facts_of(refund.payment)
    (sale,) = facts["sales"]
    undone = 0 if corrected is None else -corrected.given_up
    settled = -refund.payment.settled - refund.charge - undone
    facts["sales"] = [{**sale, "due": -sale["due"] - undone, "settled": settled, "undone": undone}]
    reversing = {} if corrected is None else {**_reversing(corrected), "charge_undone": corrected.charge}
    return {**facts, "charge": refund.charge, **reversing}


def _reversing(corrected: TillReceipt) -> dict[str, Any]:
    return {"corrects": corrected.number, "reversed": [_line_facts(each) for each in corrected.payment.lines]}


def _settling(payment: Payment) -> list[tuple[DueSale, int]]:
    """Each sale with what is settled of it; of one that was moved what counts is less than nothing."""
    parts = list(zip(payment.due.sales, payment.settled_of_sales(), strict=True))
    moved = payment.due.moved
    return parts if moved is None else [*parts, (replace(moved, amount=-moved.amount), -moved.amount)]


def _facts(payment: Payment, undone: Sequence[int]) -> dict[str, Any]:
    """The facts of a payment; `undone` is what a former one, which it corrects, settled of each sale."""
    due = payment.due
    sales = [
        {
            "request_id": each.request_id,
            "booking_ref": each.booking_ref,
            "title": each.title,
            "day": _iso(each.day),
            "when": each.when,
            "qty": each.qty,
            "released": each.released,
            "due": each.amount - before,
            "gst": each.gst,
            "gst_rate": each.gst_rate,
            "settled": now - before,
            "undone": before,
            "before": each.settled,
        }
        for (each, now), before in zip(_settling(payment), undone, strict=True)
    ]
    return {
        "currency": due.currency,
        "settled_at": due.settled_at.isoformat(),
        # Older programs do not ask for it.
        **({} if due.is_known else {"is_known": False}),
        "rounding_step": payment.rounding_step,
        "sales": sales,
        "lines": [_line_facts(each) for each in payment.lines],
    }


def receipt_of(entry: TillEntry, zone: tzinfo | None) -> TillReceipt:
    """A payment that was written, its time in this zone. Raises KeyError or ValueError for another entry."""
    facts = entry.facts
    is_refund = entry.kind == _REFUND
    # What is due to a customer is less than nothing.
    sign = -1 if is_refund else 1
    entries = tuple(
        DueSale(
            each["request_id"],
            each["booking_ref"],
            each["title"],
            _day(each["day"]),
            sign * (each["due"] + each["undone"]),
            each["when"],
            each["qty"],
            each["gst"],
            each["gst_rate"],
            # Of a correction it is what was settled before the one that it corrects.
            each["before"] - each["undone"] if "before" in each else 0,
            # Older entries do not say it.
            each.get("released", 0),
        )
        for each in facts["sales"]
    )
    settled_at, is_known = datetime.fromisoformat(facts["settled_at"]), facts.get("is_known", True)
    # So is what counts of a booking that was moved.
    moved = next((replace(each, amount=-each.amount) for each in entries if each.amount < 0), None)
    sales = tuple(each for each in entries if each.amount >= 0)
    due = Due(sales, "", "", facts["currency"], settled_at, is_known, moved)
    number = receipt_number(facts["series"], facts["year"], facts["number"]) if "number" in facts else ""
    kept = entry.private.get("lines", ())
    lines = tuple(_line(each, own or {}) for each, own in zip_longest(facts["lines"], kept))
    payment = Payment(due, facts["rounding_step"], lines)
    return TillReceipt(
        number,
        entry.at.astimezone(zone),
        entry.clerk,
        payment,
        corrects=facts.get("corrects", ""),
        is_refund=is_refund,
        charge=facts.get("charge", 0),
        reason=entry.private.get("reason", ""),
        correction=entry.private.get("correction", ""),
        undone=sum(each["amount"] for each in facts.get("reversed", ()) if each["way"] != PayWay.ACCOUNT),
    )


def _line_facts(line: Line) -> dict[str, Any]:
    return {
        "way": line.way.value,
        "amount": line.amount,
        "given": line.given,
        "rounding": line.rounding,
        "seen_by": line.seen_by,
    }


def _line(facts: Mapping[str, Any], private: Mapping[str, str]) -> Line:
    return Line(
        PayWay(facts["way"]),
        facts["amount"],
        facts["given"],
        facts["rounding"],
        private.get("reference", ""),
        private.get("account", ""),
        facts["seen_by"],
    )


def _iso(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
