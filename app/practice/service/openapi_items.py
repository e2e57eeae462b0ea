"""The schemas of catalogue items, slots and departures in the OpenAPI description."""

from __future__ import annotations

from collections.abc import Mapping

from app.practice.protocol.json import Json

TEXT: Json = {"type": "string"}
TEXT_OR_NULL: Json = {"type": ["string", "null"]}
WHOLE: Json = {"type": "integer"}
_FLAG: Json = {"type": "integer", "enum": [0, 1]}
TRUTH: Json = {"type": "boolean"}
AMOUNT: Json = {"type": "number"}
_AMOUNT_OR_NULL: Json = {"type": ["number", "null"]}
DAY: Json = {"type": "string", "format": "date"}
_CLOCK: Json = {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}:[0-9]{2}$"}
_INSTANT: Json = {"type": "string", "format": "date-time"}
NUMBER: Json = {"type": "integer", "minimum": 1, "maximum": 2**63 - 1}
MARK: Json = {"const": True}


def object_of(
    fields: Mapping[str, Json], *, optional: Mapping[str, Json] | None = None, closed: bool = False
) -> Json:
    """An object whose `fields` are required; a closed one has no others than these and the optional ones."""
    whole: dict[str, Json] = {
        "type": "object",
        "properties": {**fields, **(optional or {})},
        "required": list(fields),
    }
    return {**whole, "additionalProperties": False} if closed else whole


def array_of(items: Json) -> Json:
    """An array of such items."""
    return {"type": "array", "items": items}


_PRICING = object_of(
    {
        "mrp": AMOUNT,
        "offer_price": _AMOUNT_OR_NULL,
        "net_price": _AMOUNT_OR_NULL,
        "agent_commission_type": TEXT,
        "agent_commission_value": AMOUNT,
        "currency": TEXT,
        "price_basis": TEXT,
    },
    optional={
        "price_unit": TEXT,
        "min_available_fare": AMOUNT,
        "max_available_fare": AMOUNT,
        "min_net_partner_price": AMOUNT,
        "max_net_partner_price": AMOUNT,
        "display": TEXT,
        "price_source": TEXT,
        "mrp_source": TEXT,
        "catalog_price_is_summary": TRUTH,
    },
)
ACTIVITY_ITEM = object_of(
    {
        "activity_id": NUMBER,
        "title": TEXT,
        "location": TEXT,
        "description": TEXT,
        "media": object_of({"featured_image": TEXT, "gallery": array_of(TEXT)}),
        "policies": object_of(
            {
                "inclusions": TEXT,
                "exclusions": TEXT,
                "cancellation_summary": TEXT,
                "gst_percentage": AMOUNT,
            }
        ),
        "pricing": _PRICING,
        "practice": MARK,
    },
    optional={
        "short_description": TEXT,
        "availability": object_of(
            {
                "available": TRUTH,
                "reason": TEXT_OR_NULL,
                "available_date_ranges": array_of(object_of({"from": DAY, "to": DAY})),
            }
        ),
        "booking": object_of(
            {"booking_cutoff": object_of({"type": TEXT, "default_minutes": WHOLE, "source": TEXT})}
        ),
    },
)
_RATE = object_of(
    {
        "ticket_type": TEXT,
        "age_range": TEXT,
        "nationality": TEXT,
        "mrp": AMOUNT,
        "net_price": AMOUNT,
        "currency": TEXT,
    },
    optional={
        "boat_fare": AMOUNT,
        "permit_fare": AMOUNT,
        "agent_commission_type": TEXT,
        "agent_commission_value": AMOUNT,
        "commission_amount": AMOUNT,
        "price_source": TEXT,
    },
)
_BOAT: Mapping[str, Json] = {
    "schedule_id": NUMBER,
    "boat_id": NUMBER,
    "boat_name": TEXT,
    "trip_id": NUMBER,
    "trip_name": TEXT,
    "departure_time": _CLOCK,
    "return_time": _CLOCK,
    "rates": array_of(_RATE),
    "practice": MARK,
}
_INVENTORY = object_of({"remaining_seats": {"type": "integer", "minimum": 0}, "status": TEXT})
BOAT_ITEM = object_of(
    {
        **_BOAT,
        "policies": object_of(
            {
                "identity_enforcement": object_of(
                    {"is_id_mandatory": _FLAG, "is_id_no_required": _FLAG, "is_id_upload_required": _FLAG}
                ),
                "gst_percentage": AMOUNT,
            }
        ),
        "inventory": _INVENTORY,
    }
)
DEPARTURE = object_of(
    {
        **_BOAT,
        "travel_date": DAY,
        "booking_close_days": WHOLE,
        "inventory": object_of(
            {
                "capacity_per_rotation": WHOLE,
                "remaining_seats": {"type": "integer", "minimum": 0},
                "status": TEXT,
                "inventory_mode": TEXT,
                "is_live_inventory": TRUTH,
            }
        ),
    }
)
SLOT = object_of(
    {
        "availability_id": NUMBER,
        "activity_id": NUMBER,
        "activity_name": TEXT,
        "date": DAY,
        "slot": object_of({"slot_id": NUMBER, "label": TEXT, "time_window": TEXT}),
        "availability_status": TEXT,
        "inventory": _INVENTORY,
        "pricing": object_of(
            {
                "offer_price": AMOUNT,
                "agent_commission_type": TEXT,
                "agent_commission_value": AMOUNT,
                "net_price": AMOUNT,
                "currency": TEXT,
            },
            optional={
                "availability_fare": AMOUNT,
                "commission_amount": AMOUNT,
                "net_partner_price": AMOUNT,
                "price_basis": TEXT,
                "price_source": TEXT,
            },
        ),
        "practice": MARK,
    },
    optional={
        "booking_rules": object_of(
            {
                "booking_cutoff_type": TEXT,
                "booking_cutoff_minutes": WHOLE,
                "booking_cutoff_at": _INSTANT,
                "slot_start_at": _INSTANT,
                "cutoff_source": TEXT,
                "is_booking_open": TRUTH,
                "is_bookable": TRUTH,
                "reason": TEXT_OR_NULL,
            }
        )
    },
)
