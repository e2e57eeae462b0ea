"""Checks requests by interface parts 4 and 8 and turns them into orders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from urllib.parse import parse_qsl

from app.practice.protocol.errors import FieldProblem, RequestRefusedError
from app.practice.protocol.validation import Form
from app.practice.world.orders import ActivityOrder, BoatOrder, CancelOrder, OrderModule, OrderTraveller

MOST_SEATS = 100
OLDEST = 120
_MODULES = tuple(OrderModule)
_NUMBER = re.compile(r"[1-9][0-9]{0,17}", re.ASCII)
_NUMBER_PARAMETERS = ("limit", "activity_id")
WORD = re.compile(r"[A-Z][A-Z _-]{0,39}", re.ASCII)
PNR = re.compile(r"[A-Za-z0-9]{1,40}", re.ASCII)
_WORD_WANTED = "A word in capital letters is needed."


@dataclass(frozen=True, slots=True)
class ContentQuery:
    """A request to content.php (interface part 4.1)."""

    module: OrderModule
    travel_date: date | None
    limit: int


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A request to search_availability.php (interface part 4.2)."""

    module: OrderModule
    day: date
    activity_id: int | None


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """A request to cancel_booking.php (interface part 4.4)."""

    confirmed: bool
    order: CancelOrder


def content_query(query_string: bytes) -> ContentQuery:
    """The parameters of content.php; only ACTIVITY may come without a date. Raises RequestRefusedError."""
    form = Form(_parameters(query_string))
    module = form.choice("module", _MODULES)
    dated = form.has("travel_date") or module == OrderModule.BOAT
    day = form.day("travel_date") if dated else None
    limit = form.whole("limit", 1, 500) if form.has("limit") else 500
    form.finish()
    return ContentQuery(OrderModule(module), day, limit)


def search_query(query_string: bytes) -> SearchQuery:
    """The parameters of search_availability.php; activity_id is for ACTIVITY. Raises RequestRefusedError."""
    form = Form(_parameters(query_string))
    module = form.choice("module", _MODULES)
    day = form.day("date")
    narrowed = module == OrderModule.ACTIVITY and form.has("activity_id")
    activity_id = form.whole("activity_id") if narrowed else None
    form.finish()
    return SearchQuery(OrderModule(module), day, activity_id)


def booking_order(body: Mapping[str, object], today: date) -> ActivityOrder | BoatOrder:
    """The order in a create_booking body (interface part 4.3). Raises RequestRefusedError."""
    form = Form(body)
    request_id = form.text("request_id")
    module = form.choice("module_type", _MODULES)
    qty = form.whole("qty", 1, MOST_SEATS)
    travel_date = form.day("travel_date")
    if travel_date < today:
        form.note("travel_date", "The date is not earlier than today.")
    form.text("customer_name")
    form.email("customer_email")
    form.phone("customer_phone")
    if module == OrderModule.BOAT:
        schedule_id = form.whole("schedule_id")
        travellers = _travellers(form, qty)
        form.finish()
        _check_foreigners(travellers)
        return BoatOrder(request_id, travel_date, schedule_id, travellers)
    availability_id = form.whole("availability_id")
    slot_id = form.whole("slot_id")
    form.finish()
    return ActivityOrder(request_id, qty, travel_date, availability_id, slot_id)


def cancel_request(body: Mapping[str, object]) -> CancelRequest:
    """The action and the order in a cancel_booking body. Raises RequestRefusedError."""
    form = Form(body)
    request_id = form.text("request_id")
    ref = form.matching("booking_ref", PNR, "A PNR of letters and digits is needed.")
    module = form.choice("module_type", _MODULES)
    action = form.choice("action", ("QUOTE", "CONFIRM"))
    qty = form.whole("qty", 1, MOST_SEATS) if module == OrderModule.ACTIVITY else 0
    passenger_ids = form.ids("passenger_ids") if module == OrderModule.BOAT else ()
    form.finish()
    return CancelRequest(
        action == "CONFIRM", CancelOrder(request_id, ref, OrderModule(module), qty, passenger_ids)
    )


def wallet_request(body: Mapping[str, object]) -> None:
    """Check a wallet_balance body. Raises RequestRefusedError."""
    form = Form(body)
    form.text("request_id")
    form.finish()


def status_request(body: Mapping[str, object]) -> tuple[str, OrderModule]:
    """The reference and module in a booking_status body. Raises RequestRefusedError."""
    form = Form(body)
    form.text("request_id")
    ref = form.matching("booking_ref", PNR, "A PNR of letters and digits is needed.")
    module = form.choice("module_type", _MODULES)
    form.finish()
    return ref, OrderModule(module)


def _parameters(query_string: bytes) -> dict[str, object]:
    """Query parameters by name, numbers read as such. Raises RequestRefusedError for one given twice."""
    try:
        pairs = parse_qsl(
            query_string.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20
        )
    except ValueError as error:
        raise RequestRefusedError("VALIDATION_FAILED", "The query string cannot be read.") from error
    if len(dict(pairs)) != len(pairs):
        raise RequestRefusedError("VALIDATION_FAILED", "A query parameter is given twice.")
    return {name: _number_or_text(name, text) for name, text in pairs}


def _number_or_text(name: str, text: str) -> int | str:
    return int(text) if name in _NUMBER_PARAMETERS and _NUMBER.fullmatch(text) else text


def _travellers(form: Form, qty: int) -> tuple[OrderTraveller, ...]:
    passengers = form.objects("passengers")
    if len(passengers) != qty:
        form.note("passengers", "There are as many passengers as qty says.")
    return tuple(_traveller(form, place, each) for place, each in enumerate(passengers[:MOST_SEATS]))


def _traveller(form: Form, place: int, fields: Mapping[str, object]) -> OrderTraveller:
    part = Form(fields, f"passengers[{place}].")
    traveller = OrderTraveller(
        name=part.text("traveler_name"),
        age=part.whole("age", 0, OLDEST),
        gender=part.matching("pax_gender", WORD, _WORD_WANTED),
        nationality=part.text("nationality", 60),
        id_type=part.matching("id_type", WORD, _WORD_WANTED) if part.has("id_type") else "",
        has_id_number=part.has("id_number") and bool(part.text("id_number", 60)),
        has_id_proof=part.has("id_proof_file") and part.proof("id_proof_file"),
    )
    form.take_over(part)
    return traveller


def _check_foreigners(travellers: tuple[OrderTraveller, ...]) -> None:
    """The validation guard of part 7.4."""
    problems = tuple(
        FieldProblem(
            f"passengers[{place}]", "A foreigner needs id_type PASSPORT, id_number and id_proof_file."
        )
        for place, each in enumerate(travellers)
        if not (each.is_indian or (each.id_type == "PASSPORT" and each.has_id_number and each.has_id_proof))
    )
    if problems:
        raise RequestRefusedError("FOREIGN_PASSENGER_DOCUMENTS_REQUIRED", problems[0].message, problems)
