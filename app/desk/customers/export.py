"""Exports the data held on one customer as two files: one for programs, one to read; without documents."""

from __future__ import annotations

import json
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import cast

from app.core.language import mark, tr
from app.desk.customers.values import Held, HeldParty, HeldQuotation, HeldRecord
from app.desk.model import formats
from app.desk.payment.order import PEOPLE
from app.desk.payment.payment_call import SERVICE_WORDS

FORM = "agency-counter-customer-1"
_ENDINGS = (".json", ".txt")
_NAMES = {
    "customer_name": mark("Name"),
    "customer_phone": mark("Phone"),
    "customer_email": mark("E-mail"),
    "party": mark("Mark of the passengers"),
    "fingerprint": mark("Mark of the sale"),
    "traveller_ids": mark("Passengers"),
    PEOPLE: mark("Passengers on the voucher"),
    "before": mark("Passengers before the cancellation"),
    "chosen": mark("Passengers cancelled"),
    "reason": mark("Reason"),
    SERVICE_WORDS: mark("Words of the service"),
    "service_travellers": mark("Passengers as the service told them"),
    "service_more": mark("More that the service told"),
}


def as_json(held: Held) -> str:
    """All data as JSON, with dates and instants in ISO 8601 and amounts as text."""
    sales = [_record(each) for each in held.records if not each.is_cancellation]
    cancellations = [_record(each) for each in held.records if each.is_cancellation]
    customer = held.customer
    whole = {
        "form": FORM,
        "made_at": held.read_at.isoformat(timespec="seconds"),
        "customer": {"name": customer.name, "phone": customer.phone, "email": customer.email},
        "sales": sales,
        "cancellations": cancellations,
        "parties": [_party(each) for each in held.parties],
        "quotations": [_quotation(each) for each in held.quotations],
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def as_text(held: Held) -> str:
    """The same data as text to read, in the present language."""
    customer = held.customer
    lines = [
        tr("What this counter holds on a customer"),
        tr("Made on {day} at {time}", day=_long(held), time=formats.clock_time(held.read_at)),
        "",
        *_named((tr("Name"), customer.name), (tr("Phone"), customer.phone), (tr("E-mail"), customer.email)),
        "",
        tr("Copies and numbers of documents are never kept, only the last four characters for the voucher."),
    ]
    for heading, records in (
        (tr("Sales"), [each for each in held.records if not each.is_cancellation]),
        (tr("Cancellations"), [each for each in held.records if each.is_cancellation]),
    ):
        lines += ["", heading, "=" * len(heading), *([] if records else [tr("None.")])]
        for record in records:
            lines += [*_lines_of(record), ""]
    heading = tr("Saved parties")
    lines += ["", heading, "=" * len(heading), *([] if held.parties else [tr("None.")])]
    for party in held.parties:
        lines += [*_lines_of_party(party), ""]
    heading = tr("Quotations")
    lines += ["", heading, "=" * len(heading), *([] if held.quotations else [tr("None.")])]
    for quotation in held.quotations:
        lines += [*_lines_of_quotation(quotation), ""]
    return "\n".join(lines).rstrip() + "\n"


def write_export(held: Held, folder: Path) -> tuple[Path, Path]:
    """Write both files into a folder, readable by this user alone. Returns their paths.

    No file is overwritten, and the names do not identify the customer. Raises OSError.
    """
    stem = f"customer-data-{held.read_at:%Y-%m-%d}"
    stems = (stem + (f"-{number}" if number > 1 else "") for number in count(1))
    free = next(each for each in stems if not any((folder / f"{each}{end}").exists() for end in _ENDINGS))
    places = (folder / f"{free}.json", folder / f"{free}.txt")
    for place, content in zip(places, (as_json(held), as_text(held)), strict=True):
        place.touch(mode=0o600, exist_ok=False)
        # A lone surrogate, which a journal may hold, must not prevent the file.
        place.write_bytes(content.encode("utf-8", "backslashreplace"))
    return places


def _record(record: HeldRecord) -> dict[str, object]:
    return {
        "request_id": record.request_id,
        "booking_ref": record.booking_ref,
        "state": record.state,
        "made_at": record.at.isoformat(timespec="seconds"),
        "title": record.title,
        "travel_day": record.day.isoformat() if record.day else None,
        "window": record.window,
        "seats": record.qty,
        "customer_pays": record.customer_pays,
        "currency": record.currency,
        "personal": dict(record.personal),
    }


def _party(party: HeldParty) -> dict[str, object]:
    return {
        "travelled_on": party.travelled_on.isoformat(),
        "saved_under_the_name": party.is_own,
        "people": [dict(each) for each in party.people],
    }


def _quotation(quotation: HeldQuotation) -> dict[str, object]:
    customer = quotation.customer
    return {
        "number": quotation.number,
        "made_at": quotation.at.isoformat(timespec="seconds"),
        "last_travel_day": quotation.last_day.isoformat(),
        "customer": {"name": customer.name, "phone": customer.phone, "email": customer.email},
        "people": list(quotation.people),
        "trips": json.loads(quotation.trips),
    }


def _lines_of_quotation(quotation: HeldQuotation) -> list[str]:
    customer = quotation.customer
    titles = (str(each["title"]) for each in cast("list[dict[str, object]]", json.loads(quotation.trips)))
    return _named(
        (tr("Quotation"), str(quotation.number)),
        (tr("Made on"), f"{formats.day_long(quotation.at.date())} {formats.clock_time(quotation.at)}"),
        (tr("Name"), customer.name),
        (tr("Phone"), customer.phone),
        (tr("E-mail"), customer.email),
        (tr("Trip"), ", ".join(titles)),
        (tr("Travel"), formats.day_long(quotation.last_day)),
        (tr("Passengers"), ", ".join(quotation.people)),
    )


def _lines_of(record: HeldRecord) -> list[str]:
    day = formats.day_long(record.day) if record.day else ""
    pays = (
        f"{record.currency} {formats.amount(Decimal(record.customer_pays))}" if record.customer_pays else ""
    )
    return _named(
        (tr("PNR"), record.booking_ref),
        (tr("Request"), record.request_id),
        (tr("State"), tr(record.state)),
        (tr("Made on"), f"{formats.day_long(record.at.date())} {formats.clock_time(record.at)}"),
        (tr("Trip"), record.title),
        (tr("Travel"), " ".join(part for part in (day, record.window) if part)),
        (tr("Seats"), str(record.qty)),
        (tr("Customer pays"), pays),
        *((tr(_NAMES.get(name, name)), _said(value)) for name, value in record.personal.items()),
    )


def _lines_of_party(party: HeldParty) -> list[str]:
    heading = (
        tr("Saved under the customer's name")
        if party.is_own
        else tr("Somebody of this name in a party of others")
    )
    day = formats.day_long(party.travelled_on)
    return [
        f"{heading}, {day}",
        *(f"  {', '.join(text for text in each.values() if text)}" for each in party.people),
    ]


def _named(*lines: tuple[str, str]) -> list[str]:
    return [f"{name}: {_on_one_line(text)}" for name, text in lines if text]


def _said(value: object) -> str:
    """A value as text to read: lists and tables without brackets."""
    if isinstance(value, dict):
        numbers = cast("dict[str, object]", value)
        return ", ".join(f"{name} ({number})" for name, number in numbers.items())
    if isinstance(value, list):
        people = cast("list[dict[str, object]]", value)
        told = ([str(each) for each in person.values() if each not in ("", None)] for person in people)
        return "; ".join(", ".join(each) for each in told)
    return "" if value is None else str(value)


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _long(held: Held) -> str:
    return formats.day_long(held.read_at.date())
