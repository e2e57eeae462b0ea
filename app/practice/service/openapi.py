"""The OpenAPI 3.1 description of the practice service."""

from __future__ import annotations

from collections.abc import Mapping

from app.practice.protocol.errors import STATUS_OF
from app.practice.protocol.json import Json
from app.practice.service.openapi_schemas import SCHEMAS

_JSON = "application/json; charset=UTF-8"


def description() -> dict[str, Json]:
    """The whole document: six paths, their parameters, bodies, answers and the one error body."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Practice service of the partner interface",
            "version": "1.0.0",
            "description": "Demo agent and test wallet. Nothing here is sold or paid for.",
        },
        "security": [{"key": []}],
        "paths": {
            "/api/content.php": {"get": _reading("content", "The catalogue", _CONTENT, "Content")},
            "/api/search_availability.php": {
                "get": _reading("search_availability", "Live availability", _SEARCH, "Search")
            },
            "/api/create_booking.php": {
                "post": _posting("create_booking", "Book and settle", "BookingRequest", "Booking", 201)
            },
            "/api/cancel_booking.php": {
                "post": _posting(
                    "cancel_booking", "Quote or confirm a cancellation", "CancelRequest", "Cancelling"
                )
            },
            "/api/wallet_balance.php": {
                "post": _posting("wallet_balance", "The wallet", "WalletRequest", "Wallet")
            },
            "/api/booking_status.php": {
                "post": _posting("booking_status", "The state of a booking", "StatusRequest", "Status")
            },
        },
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-API-KEY"}},
        },
    }


def _reading(name: str, summary: str, parameters: list[Json], answer: str) -> dict[str, Json]:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": _responses(answer, 200),
    }


def _posting(name: str, summary: str, request: str, answer: str, status: int = 200) -> dict[str, Json]:
    return {
        "operationId": name,
        "summary": summary,
        "requestBody": {"required": True, "content": _content(request)},
        "responses": _responses(answer, status),
    }


def _responses(answer: str, status: int) -> dict[str, Json]:
    refusals: dict[str, Json] = {
        str(code): {"description": _codes(code), "content": _content("Error")}
        for code in sorted(set(STATUS_OF.values()))
    }
    return {str(status): {"description": "Done", "content": _content(answer)}, **refusals}


def _codes(status: int) -> str:
    return ", ".join(sorted(code for code, each in STATUS_OF.items() if each == status))


def _content(schema: str) -> Mapping[str, Json]:
    return {_JSON: {"schema": {"$ref": f"#/components/schemas/{schema}"}}}


def _parameter(name: str, schema: Json, *, required: bool) -> Json:
    return {"name": name, "in": "query", "required": required, "schema": schema}


_MODULE = _parameter("module", {"$ref": "#/components/schemas/Module"}, required=True)
_CONTENT: list[Json] = [
    _MODULE,
    _parameter("travel_date", {"type": "string", "format": "date"}, required=False),
    _parameter("limit", {"type": "integer", "minimum": 1, "maximum": 500}, required=False),
]
_SEARCH: list[Json] = [
    _MODULE,
    _parameter("date", {"type": "string", "format": "date"}, required=True),
    _parameter("activity_id", {"type": "integer", "minimum": 1, "maximum": 10**18 - 1}, required=False),
]
