"""The schemas of requests and answers in the OpenAPI description."""

from __future__ import annotations

import re
from collections.abc import Mapping

from app.practice.protocol.json import Json
from app.practice.protocol.validation import EMAIL, PHONE, PROOF_LIMIT
from app.practice.service.openapi_items import (
    ACTIVITY_ITEM,
    AMOUNT,
    BOAT_ITEM,
    DAY,
    DEPARTURE,
    MARK,
    NUMBER,
    SLOT,
    TEXT,
    TEXT_OR_NULL,
    TRUTH,
    WHOLE,
    array_of,
    object_of,
)
from app.practice.service.request_parsing import MOST_SEATS, OLDEST, PNR, WORD

_SUCCESS: Json = {"const": "SUCCESS"}
_MODULE_REF: Json = {"$ref": "#/components/schemas/Module"}
_QTY: Json = {"type": "integer", "minimum": 1, "maximum": MOST_SEATS}
_INK = r"[^\x00-\x1f\x7f-\x9f\s]"
_PRINTED = r"[^\x00-\x1f\x7f-\x9f]"
_BASE64 = "[A-Za-z0-9+/]"


def _text(longest: int = 100) -> Json:
    """A text as Form.text takes it."""
    return {
        "type": "string",
        "minLength": 1,
        "maxLength": longest,
        "pattern": f"^{_PRINTED}*{_INK}{_PRINTED}*$",
    }


def _matching(pattern: re.Pattern[str]) -> Json:
    return {"type": "string", "pattern": f"^{pattern.pattern}$"}


_PASSENGER = object_of(
    {
        "traveler_name": _text(),
        "age": {"type": "integer", "minimum": 0, "maximum": OLDEST},
        "pax_gender": _matching(WORD),
        "nationality": _text(60),
    },
    optional={
        "id_type": _matching(WORD),
        "id_number": _text(60),
        "id_proof_file": {
            "type": "string",
            "pattern": f"^({_BASE64}{{4}})*({_BASE64}{{4}}|{_BASE64}{{3}}=|{_BASE64}{{2}}==)$",
            "maxLength": PROOF_LIMIT - 1,
        },
    },
    closed=True,
)
_ORDER: Mapping[str, Json] = {
    "request_id": _text(),
    "qty": _QTY,
    "travel_date": DAY,
    "customer_name": _text(),
    "customer_email": _matching(EMAIL),
    "customer_phone": _matching(PHONE),
}
_ACTIVITY_ORDER = object_of(
    {**_ORDER, "module_type": {"const": "ACTIVITY"}, "availability_id": NUMBER, "slot_id": NUMBER},
    closed=True,
)
_BOAT_ORDER = object_of(
    {
        **_ORDER,
        "module_type": {"const": "BOAT"},
        "schedule_id": NUMBER,
        "passengers": {"type": "array", "items": _PASSENGER, "minItems": 1, "maxItems": 100},
    },
    closed=True,
)
_CANCEL: Mapping[str, Json] = {
    "request_id": _text(),
    "booking_ref": _matching(PNR),
    "action": {"enum": ["QUOTE", "CONFIRM"]},
}

SCHEMAS: Mapping[str, Json] = {
    "Module": {"type": "string", "enum": ["ACTIVITY", "BOAT"]},
    "Error": object_of(
        {
            "status": {"const": "ERROR"},
            "code": TEXT,
            "message": TEXT,
            "errors": array_of(object_of({"field": TEXT, "message": TEXT}, closed=True)),
            "practice": MARK,
        },
        closed=True,
    ),
    "Content": object_of(
        {
            "status": _SUCCESS,
            "module": _MODULE_REF,
            "count": WHOLE,
            "data": array_of({"anyOf": [ACTIVITY_ITEM, BOAT_ITEM]}),
            "practice": MARK,
        }
    ),
    "Search": object_of(
        {
            "status": _SUCCESS,
            "module": _MODULE_REF,
            "available": TRUTH,
            "reason": TEXT_OR_NULL,
            "count": WHOLE,
            "bookable_count": WHOLE,
            "data": array_of({"anyOf": [SLOT, DEPARTURE]}),
            "practice": MARK,
        }
    ),
    "BookingRequest": {"oneOf": [_ACTIVITY_ORDER, _BOAT_ORDER]},
    "Booking": object_of(
        {
            "status": _SUCCESS,
            "code": {"const": "BOOKING_IMMEDIATELY_SETTLED"},
            "booking_id": NUMBER,
            "booking_ref": {"type": "string", "pattern": "^PR[A-Z0-9]{8}$"},
            "settlement_breakdown": object_of(
                {"total_debited": AMOUNT, "deducted_from_cash": AMOUNT, "deducted_from_credit": AMOUNT}
            ),
            "practice": MARK,
        }
    ),
    "CancelRequest": {
        "oneOf": [
            object_of(
                {
                    **_CANCEL,
                    "module_type": {"const": "ACTIVITY"},
                    "qty": _QTY,
                },
                closed=True,
            ),
            object_of(
                {
                    **_CANCEL,
                    "module_type": {"const": "BOAT"},
                    "passenger_ids": {"type": "array", "items": NUMBER, "minItems": 1, "uniqueItems": True},
                },
                closed=True,
            ),
        ]
    },
    "Cancelling": object_of(
        {
            "status": _SUCCESS,
            "code": TEXT,
            "pricing_summary": object_of({"platform_cancellation_charge": AMOUNT}),
            "practice": MARK,
        },
        optional={"refund_reference": TEXT, "new_booking_status": TEXT, "action": {"const": "QUOTE"}},
    ),
    "WalletRequest": object_of({"request_id": _text()}, closed=True),
    "Wallet": object_of(
        {
            "status": _SUCCESS,
            "code": {"const": "WALLET_METRICS_DECODED_SUCCESSFULLY"},
            "data": object_of(
                {
                    "agent_id": NUMBER,
                    "tenant_id": TEXT,
                    "account_status": {"const": "active"},
                    "financial_balances": object_of({"live_available_balance": AMOUNT, "currency": TEXT}),
                    "credit_facility": object_of(
                        {
                            "allocated_limit": AMOUNT,
                            "limit_utilized": AMOUNT,
                            "available_credit_runway": AMOUNT,
                        }
                    ),
                    "recent_ledger_journal_snapshot": array_of({"type": "object"}),
                }
            ),
            "practice": MARK,
        }
    ),
    "StatusRequest": object_of(
        {
            "request_id": _text(),
            "booking_ref": _matching(PNR),
            "module_type": _MODULE_REF,
        },
        closed=True,
    ),
    "Status": object_of(
        {
            "status": _SUCCESS,
            "code": {"const": "BOOKING_STATUS_DECODED_SUCCESSFULLY"},
            "data": object_of(
                {
                    "booking_reference": TEXT,
                    "module": _MODULE_REF,
                    "booking_status": TEXT,
                    "payment_status": TEXT,
                    "refund_status": TEXT,
                    "metadata": {"type": "object"},
                }
            ),
            "practice": MARK,
        }
    ),
}
