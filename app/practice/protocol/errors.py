"""Refusals of the service: codes, their HTTP statuses, and the error body (interface part 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.practice.protocol.json import Json

STATUS_OF: Mapping[str, int] = MappingProxyType(
    {
        "INVALID_JSON": 400,
        "INVALID_API_KEY": 401,
        "WALLET_BALANCE_INSUFFICIENT": 402,
        "API_ACCESS_DISABLED": 403,
        "PATH_NOT_FOUND": 404,
        "ACTIVITY_NOT_FOUND": 404,
        "AVAILABILITY_NOT_FOUND": 404,
        "SCHEDULE_NOT_FOUND": 404,
        "BOOKING_NOT_FOUND": 404,
        "METHOD_NOT_ALLOWED": 405,
        "BOOKING_CLOSED": 409,
        "SEATS_NOT_AVAILABLE": 409,
        "BOOKING_ALREADY_CANCELLED": 409,
        "REQUEST_ID_REUSED": 409,
        "BODY_TOO_LARGE": 413,
        "CONTENT_TYPE_NOT_ACCEPTED": 415,
        "VALIDATION_FAILED": 422,
        "IDENTITY_REQUIRED": 422,
        "FOREIGN_PASSENGER_DOCUMENTS_REQUIRED": 422,
        "BOAT_PROVIDER_NOT_CONFIGURED": 424,
        "SERVICE_ERROR": 500,
    }
)


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One field that was refused and why, without its value."""

    field: str
    message: str


class RequestRefusedError(Exception):
    """A request is refused: a code of `STATUS_OF`, a sentence, and the fields it is about.

    `allow` names the allowed methods after a call with another one.
    """

    def __init__(
        self, code: str, message: str, problems: tuple[FieldProblem, ...] = (), *, allow: str = ""
    ) -> None:
        super().__init__(message)
        self.allow = allow
        self.code = code
        self.message = message
        self.problems = problems

    @property
    def http_status(self) -> int:
        """The HTTP status of the code."""
        return STATUS_OF[self.code]


def error_body(refused: RequestRefusedError) -> dict[str, Json]:
    """The uniform error answer (interface part 7.1; its field names are not shown there)."""
    return {
        "status": "ERROR",
        "code": refused.code,
        "message": refused.message,
        "errors": [{"field": each.field, "message": each.message} for each in refused.problems],
        "practice": True,
    }
