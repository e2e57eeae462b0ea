"""The OpenAPI 3.1 description of the practice service, against which its contract is tested."""

from __future__ import annotations

import re
from typing import Any

from app.practice.protocol.errors import STATUS_OF
from app.practice.protocol.validation import EMAIL, PHONE, PROOF_LIMIT
from app.practice.service.request_parsing import MOST_SEATS, OLDEST, PNR, WORD

Schema = dict[str, Any]

_INK = r"[^\x00-\x1f\x7f-\x9f\s]"
_PRINTED = r"[^\x00-\x1f\x7f-\x9f]"
_BASE64 = "[A-Za-z0-9+/]"


def _text(longest: int) -> Schema:
    """A text as Form.text takes it."""
    pattern = f"^{_PRINTED}*{_INK}{_PRINTED}*$"
    return {"type": "string", "minLength": 1, "maxLength": longest, "pattern": pattern}


def _matching(pattern: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": f"^{pattern.pattern}$"}


_TYPES: dict[str, Schema] = {
    "": {"type": "string"},
    "text?": {"type": ["string", "null"]},
    "whole": {"type": "integer"},
    "seats": {"type": "integer", "minimum": 0},
    "id": {"type": "integer", "minimum": 1, "maximum": 2**63 - 1},
    "flag": {"type": "integer", "enum": [0, 1]},
    "bool": {"type": "boolean"},
    "sum": {"type": "number"},
    "sum?": {"type": ["number", "null"]},
    "day": {"type": "string", "format": "date"},
    "clock": {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}:[0-9]{2}$"},
    "instant": {"type": "string", "format": "date-time"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "object": {"type": "object"},
    "objects": {"type": "array", "items": {"type": "object"}},
    "module": {"type": "string", "enum": ["ACTIVITY", "BOAT"]},
    "text100": _text(100),
    "text60": _text(60),
    "email": _matching(EMAIL),
    "phone": _matching(PHONE),
    "word": _matching(WORD),
    "pnr": _matching(PNR),
    "qty": {"type": "integer", "minimum": 1, "maximum": MOST_SEATS},
    "age": {"type": "integer", "minimum": 0, "maximum": OLDEST},
    "proof": {
        "type": "string",
        "pattern": f"^({_BASE64}{{4}})*({_BASE64}{{4}}|{_BASE64}{{3}}=|{_BASE64}{{2}}==)$",
        "maxLength": PROOF_LIMIT - 1,
    },
}


def _fields(names: str) -> Schema:
    pairs = (each.partition(":") for each in names.split())
    return {name: _TYPES[kind] for name, _, kind in pairs}


def _object(needed: str, optional: str = "", **parts: Schema) -> Schema:
    """An object with the needed fields, named as `name:type` (a text without a type), and with the parts."""
    required = {**_fields(needed), **parts}
    return {
        "type": "object",
        "properties": {**required, **_fields(optional)},
        "required": list(required),
    }


def _closed(needed: str, optional: str = "", **parts: Schema) -> Schema:
    """An object that has no other fields."""
    return {**_object(needed, optional, **parts), "additionalProperties": False}


def _with(whole: Schema, **optional: Schema) -> Schema:
    return {**whole, "properties": {**whole["properties"], **optional}}


def _array(items: Schema, **bounds: object) -> Schema:
    return {"type": "array", "items": items, **bounds}


def _answer(needed: str = "", optional: str = "", **parts: Schema) -> Schema:
    return _object(needed, optional, status={"const": "SUCCESS"}, practice=_MARK, **parts)


_MARK: Schema = {"const": True}

_ACTIVITY_ITEM = _with(
    _object(
        "activity_id:id title location description",
        "short_description",
        media=_object("featured_image gallery:texts"),
        policies=_object("inclusions exclusions cancellation_summary gst_percentage:sum"),
        pricing=_object(
            "mrp:sum offer_price:sum? net_price:sum? agent_commission_type agent_commission_value:sum"
            " currency price_basis",
            "price_unit min_available_fare:sum max_available_fare:sum min_net_partner_price:sum"
            " max_net_partner_price:sum display price_source mrp_source catalog_price_is_summary:bool",
        ),
        practice=_MARK,
    ),
    availability=_object(
        "available:bool reason:text?", available_date_ranges=_array(_object("from:day to:day"))
    ),
    booking=_object("", booking_cutoff=_object("type default_minutes:whole source")),
)
_RATE = _object(
    "ticket_type age_range nationality mrp:sum net_price:sum currency",
    "boat_fare:sum permit_fare:sum agent_commission_type agent_commission_value:sum"
    " commission_amount:sum price_source",
)
_BOAT = "schedule_id:id boat_id:id boat_name trip_id:id trip_name departure_time:clock return_time:clock"
_SAILING: Schema = {"rates": _array(_RATE), "practice": _MARK}
_BOAT_ITEM = _object(
    _BOAT,
    policies=_object(
        "gst_percentage:sum",
        identity_enforcement=_object(
            "is_id_mandatory:flag is_id_no_required:flag is_id_upload_required:flag"
        ),
    ),
    inventory=_object("remaining_seats:seats status"),
    **_SAILING,
)
_DEPARTURE = _object(
    f"{_BOAT} travel_date:day booking_close_days:whole",
    inventory=_object(
        "capacity_per_rotation:whole remaining_seats:seats status inventory_mode is_live_inventory:bool"
    ),
    **_SAILING,
)
_SLOT = _with(
    _object(
        "availability_id:id activity_id:id activity_name date:day availability_status",
        slot=_object("slot_id:id label time_window"),
        inventory=_object("remaining_seats:seats status"),
        pricing=_object(
            "offer_price:sum agent_commission_type agent_commission_value:sum net_price:sum currency",
            "availability_fare:sum commission_amount:sum net_partner_price:sum price_basis price_source",
        ),
        practice=_MARK,
    ),
    booking_rules=_object(
        "booking_cutoff_type booking_cutoff_minutes:whole booking_cutoff_at:instant slot_start_at:instant"
        " cutoff_source is_booking_open:bool is_bookable:bool reason:text?"
    ),
)
_PASSENGER = _closed(
    "traveler_name:text100 age:age pax_gender:word nationality:text60",
    "id_type:word id_number:text60 id_proof_file:proof",
)
_ORDER = (
    "request_id:text100 qty:qty travel_date:day customer_name:text100 customer_email:email"
    " customer_phone:phone"
)
_ACTIVITY: Schema = {"module_type": {"const": "ACTIVITY"}}
_BOATS: Schema = {"module_type": {"const": "BOAT"}}
_CANCEL: Schema = {"action": {"enum": ["QUOTE", "CONFIRM"]}}

_SCHEMAS: Schema = {
    "Error": _closed(
        "code message",
        status={"const": "ERROR"},
        errors=_array(_closed("field message")),
        practice=_MARK,
    ),
    "Content": _answer("module:module count:whole", data=_array({"anyOf": [_ACTIVITY_ITEM, _BOAT_ITEM]})),
    "Search": _answer(
        "module:module available:bool reason:text? count:whole bookable_count:whole",
        data=_array({"anyOf": [_SLOT, _DEPARTURE]}),
    ),
    "BookingRequest": {
        "oneOf": [
            _closed(f"{_ORDER} availability_id:id slot_id:id", **_ACTIVITY),
            _closed(
                f"{_ORDER} schedule_id:id",
                passengers=_array(_PASSENGER, minItems=1, maxItems=MOST_SEATS),
                **_BOATS,
            ),
        ]
    },
    "Booking": _answer(
        "booking_id:id",
        code={"const": "BOOKING_IMMEDIATELY_SETTLED"},
        booking_ref={"type": "string", "pattern": "^PR[A-Z0-9]{8}$"},
        settlement_breakdown=_object("total_debited:sum deducted_from_cash:sum deducted_from_credit:sum"),
    ),
    "CancelRequest": {
        "oneOf": [
            _closed("request_id:text100 booking_ref:pnr qty:qty", **_CANCEL, **_ACTIVITY),
            _closed(
                "request_id:text100 booking_ref:pnr",
                passenger_ids=_array(_TYPES["id"], minItems=1, uniqueItems=True),
                **_CANCEL,
                **_BOATS,
            ),
        ]
    },
    "Cancelling": _with(
        _answer(
            "code",
            "refund_reference new_booking_status",
            pricing_summary=_object("platform_cancellation_charge:sum"),
        ),
        action={"const": "QUOTE"},
    ),
    "WalletRequest": _closed("request_id:text100"),
    "Wallet": _answer(
        code={"const": "WALLET_METRICS_DECODED_SUCCESSFULLY"},
        data=_object(
            "agent_id:id tenant_id recent_ledger_journal_snapshot:objects",
            account_status={"const": "active"},
            financial_balances=_object("live_available_balance:sum currency"),
            credit_facility=_object("allocated_limit:sum limit_utilized:sum available_credit_runway:sum"),
        ),
    ),
    "StatusRequest": _closed("request_id:text100 booking_ref:pnr module_type:module"),
    "Status": _answer(
        code={"const": "BOOKING_STATUS_DECODED_SUCCESSFULLY"},
        data=_object(
            "booking_reference module:module booking_status payment_status refund_status metadata:object"
        ),
    ),
}


def description() -> Schema:
    """The whole document: six paths, their parameters, bodies, answers and the one error body."""
    limit = {"type": "integer", "minimum": 1, "maximum": 500}
    activity = {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}
    module, day = _TYPES["module"], _TYPES["day"]
    paths = {
        "content": _get("Content", {"module": module}, {"travel_date": day, "limit": limit}),
        "search_availability": _get("Search", {"module": module, "date": day}, {"activity_id": activity}),
        "create_booking": _post("BookingRequest", "Booking", 201),
        "cancel_booking": _post("CancelRequest", "Cancelling"),
        "wallet_balance": _post("WalletRequest", "Wallet"),
        "booking_status": _post("StatusRequest", "Status"),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Practice service of the partner interface", "version": "1.0.0"},
        "security": [{"key": []}],
        "paths": {f"/api/{name}.php": path for name, path in paths.items()},
        "components": {
            "schemas": _SCHEMAS,
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-API-KEY"}},
        },
    }


def _get(answer: str, required: Schema, optional: Schema) -> Schema:
    parameters = [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in {**required, **optional}.items()
    ]
    return {"get": {"parameters": parameters, "responses": _responses(answer, 200)}}


def _post(request: str, answer: str, status: int = 200) -> Schema:
    body = {"required": True, "content": _content(request)}
    return {"post": {"requestBody": body, "responses": _responses(answer, status)}}


def _responses(answer: str, status: int) -> Schema:
    codes = {status: answer, **dict.fromkeys(sorted(set(STATUS_OF.values())), "Error")}
    return {str(code): {"description": name, "content": _content(name)} for code, name in codes.items()}


def _content(schema: str) -> Schema:
    return {"application/json; charset=UTF-8": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}
