"""A payment as it is written into the till's book, and read again.

No name and no phone number of a customer is in it: the book is never changed, and customers are forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, tzinfo
from typing import TYPE_CHECKING, Any

from app.desk.till.payment_rules import receipt_number
from app.desk.till.payment_values import Due, DueSale, Line, Payment, PayWay, TillReceipt

if TYPE_CHECKING:
    from app.store.till.till_book import TillEntry


def facts_of(payment: Payment) -> dict[str, Any]:
    """A payment as it is written, in whole paise."""
    due = payment.due
    sales = [
        {
            "request_id": each.request_id,
            "booking_ref": each.booking_ref,
            "title": each.title,
            "day": _iso(each.day),
            "when": each.when,
            "qty": each.qty,
            "due": each.amount,
            "gst": each.gst,
            "gst_rate": each.gst_rate,
            "settled": settled,
        }
        for each, settled in zip(due.sales, payment.settled_of_sales(), strict=True)
    ]
    return {
        "currency": due.currency,
        "settled_at": due.settled_at.isoformat(),
        "rounding_step": payment.rounding_step,
        "sales": sales,
        "lines": [_line_facts(each) for each in payment.lines],
    }


def receipt_of(entry: TillEntry, zone: tzinfo | None) -> TillReceipt:
    """A payment that was written, its time in this zone. Raises KeyError or ValueError for another entry."""
    facts = entry.facts
    sales = tuple(
        DueSale(
            each["request_id"],
            each["booking_ref"],
            each["title"],
            _day(each["day"]),
            each["due"],
            each["when"],
            each["qty"],
            each["gst"],
            each["gst_rate"],
        )
        for each in facts["sales"]
    )
    due = Due(sales, "", "", facts["currency"], datetime.fromisoformat(facts["settled_at"]))
    number = receipt_number(facts["series"], facts["year"], facts["number"]) if "number" in facts else ""
    payment = Payment(due, facts["rounding_step"], tuple(map(_line, facts["lines"])))
    return TillReceipt(number, entry.at.astimezone(zone), entry.clerk, payment)


def sale_parts(entry: TillEntry) -> tuple[int, ...]:
    """What an entry settles of each of its sales."""
    return tuple(each["settled"] for each in entry.facts["sales"])


def _line_facts(line: Line) -> dict[str, Any]:
    return {
        "way": line.way.value,
        "amount": line.amount,
        "given": line.given,
        "rounding": line.rounding,
        "reference": line.reference,
        "account": line.account,
        "due_day": _iso(line.due_day),
        "seen_by": line.seen_by,
    }


def _line(facts: Mapping[str, Any]) -> Line:
    return Line(
        PayWay(facts["way"]),
        facts["amount"],
        facts["given"],
        facts["rounding"],
        facts["reference"],
        facts["account"],
        _day(facts["due_day"]),
        facts["seen_by"],
    )


def _iso(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
