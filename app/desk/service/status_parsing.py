"""The status of a booking from the service, field by field, to be shown and stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.api.messages.answers import QuoteAnswer, StatusAnswer
from app.core.frozen import frozen
from app.desk.model import formats
from app.desk.model.booking import says_cancelled
from app.desk.service.booking_parsing import Rows, rows_as_received
from app.desk.service.stated_words import plain


@frozen
class StatusTraveller:
    """One person on the manifest, each word as received."""

    name: str
    age: str
    gender: str
    kind: str
    status: str


@frozen
class StatusReading:
    """One answer of booking_status (interface part 2.9); empty or None when a field is not stated."""

    read_at: datetime
    booking_ref: str
    module: str
    booking_status: str
    payment_status: str
    refund_status: str
    title: str = ""
    place: str = ""
    day: date | None = None
    window: str = ""
    travellers: tuple[StatusTraveller, ...] = ()
    fare: Decimal | None = None
    permit: Decimal | None = None
    gst: Decimal | None = None
    total: Decimal | None = None
    paid: Decimal | None = None
    refunded: Decimal | None = None
    balance: Decimal | None = None
    journal_status: str = ""
    ledger_entry: str = ""
    more: Rows = ()
    """Fields that the interface does not describe, by their paths, as received."""

    @property
    def said(self) -> tuple[str, str, str]:
        """Booking, payment and refund status as received."""
        return self.booking_status, self.payment_status, self.refund_status

    @property
    def lasting(self) -> StatusReading:
        """What of it a later cancellation leaves as it was: who was booked, and at which price."""
        whole = self.booking_status if says_cancelled(self.booking_status) else ""
        states = replace(self, booking_status=whole, payment_status="", refund_status="")
        return replace(states, paid=None, refunded=None, balance=None)


def status_reading(answer: StatusAnswer, booking_ref: str, read_at: datetime) -> StatusReading:
    """The answer as a value; the PNR in the service's spelling if it is the requested one."""
    data = answer.data
    about, cost = data.metadata, data.financial_breakdown
    account, ledger = data.financial_summary, data.ledger_reconciliation
    spelt = data.booking_reference or ""
    departs = formats.clock_time(about.departure_time) if about and about.departure_time else ""
    return StatusReading(
        read_at=read_at,
        booking_ref=spelt if spelt.casefold() == booking_ref.casefold() else booking_ref,
        module=data.module or "",
        booking_status=data.booking_status or "",
        payment_status=data.payment_status or "",
        refund_status=data.refund_status or "",
        title=plain(about and (about.activity_name or about.trip_name)),
        place=plain(about and about.boat_name),
        day=about.travel_date if about else None,
        window=plain(about and about.slot_label) or departs,
        travellers=_travellers(answer),
        fare=cost.fare_amount if cost else None,
        permit=cost.permit_amount if cost else None,
        gst=cost.gst_amount if cost else None,
        total=cost.total_price if cost else None,
        paid=account.total_paid if account else None,
        refunded=account.total_refunded if account else None,
        balance=account.balance_amount if account else None,
        journal_status=(ledger and ledger.journal_status) or "",
        ledger_entry=(ledger and ledger.ledger_journal_entry_id) or "",
        more=_more(answer),
    )


def written(reading: StatusReading) -> str:
    """The reading as text for storing."""
    return _shape().dump_json(reading).decode()


def read(text: str) -> StatusReading | None:
    """The reading from a text of `written`; None for anything else, such as from another version."""
    try:
        return _shape().validate_json(text)
    except ValidationError:
        return None


def _travellers(answer: StatusAnswer) -> tuple[StatusTraveller, ...]:
    return tuple(
        StatusTraveller(
            plain(each.traveler_name),
            "" if each.age is None else str(each.age),
            each.pax_gender or "",
            each.passenger_type or "",
            each.traveler_status or "",
        )
        for each in answer.data.traveler_manifest or ()
    )


def _more(answer: StatusAnswer) -> Rows:
    """All fields that have no attribute in the reading."""
    data = answer.data
    parts = ("metadata", "financial_breakdown", "financial_summary", "ledger_reconciliation")
    extra: dict[str, Any] = {**(answer.model_extra or {}), **(data.model_extra or {})}
    for name in parts:
        part = getattr(data, name)
        if part is not None and part.model_extra:
            extra[name] = part.model_extra
    people: list[Any] = [each.model_extra for each in data.traveler_manifest or () if each.model_extra]
    if people:
        extra["traveler_manifest"] = people
    return rows_as_received(QuoteAnswer(extra))


@cache
def _shape() -> TypeAdapter[StatusReading]:
    return TypeAdapter(StatusReading)
