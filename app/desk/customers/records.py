"""One sale or cancellation as data held on a customer: what it was, and the personal data in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from datetime import date

from app.core.language import tr
from app.desk.bookings.sale_records import CANCEL_WORDS, SALE_WORDS
from app.desk.customers.journal_search import travel_day
from app.desk.customers.values import HeldRecord
from app.desk.payment.journal_facts import day, text
from app.desk.payment.order import CLERK
from app.desk.service.status_parsing import StatusReading
from app.store.journal.attempt import Attempt
from app.store.journal.hash_chain import JsonScalar
from app.store.journal.states import Kind

_IN_JSON = frozenset({"traveller_ids", "before", "chosen"})
_NOT_THE_CUSTOMERS = frozenset({CLERK, "by", "second", "quote"})
"""Facts that are not the customer's: names of staff, and what agency and operator settle."""


def record_of(attempt: Attempt, *, is_open: bool, today: date) -> HeldRecord:
    """The record of an attempt; `is_open` when an outcome that concerns it is unknown."""
    facts, is_cancellation = attempt.facts, attempt.kind is Kind.CANCEL
    return HeldRecord(
        request_id=attempt.request_id,
        is_cancellation=is_cancellation,
        booking_ref=text(facts, "booking_ref"),
        state=tr((CANCEL_WORDS if is_cancellation else SALE_WORDS)[attempt.state]),
        title=text(facts, "title"),
        day=day(facts),
        window=text(facts, "window"),
        qty=int(text(facts, "qty") or 0),
        customer_pays=text(facts, "customer_pays"),
        currency=text(facts, "currency"),
        at=attempt.first_at.astimezone(),
        personal=_personal(attempt.private),
        is_open=is_open,
        is_ahead=travel_day(attempt) >= today,
    )


def with_reading(record: HeldRecord, reading: StatusReading | None) -> HeldRecord:
    """The record with the travellers of the last status reading, if there is one."""
    if reading is None:
        return record
    travellers = [asdict(each) for each in reading.travellers]
    said = {"service_travellers": travellers, "service_more": dict(reading.more)}
    return replace(
        record, personal={**record.personal, **{name: each for name, each in said.items() if each}}
    )


def _personal(private: Mapping[str, JsonScalar]) -> dict[str, object]:
    """The personal data by the journal's names; texts with JSON are decoded."""
    return {
        name: json.loads(str(value)) if name in _IN_JSON and value else value
        for name, value in private.items()
        if name not in _NOT_THE_CUSTOMERS
    }
