"""One HTTP exchange: the complete request, the answer, and an early end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from hmac import compare_digest

from starlette.types import Receive, Scope, Send

from app.practice.protocol.errors import RequestRefusedError, error_body
from app.practice.protocol.json import Json, encoded
from app.practice.service.faults import AnswerCut, Cutting
from app.practice.world.identity import AGENT_OF_KEY

CONTENT_TYPE = "application/json; charset=UTF-8"
MOST_BODY_BYTES = 210_000_000
ON_A_WIRE = "practice.wire"
CUT = "practice.cut"
_BODILESS = frozenset({204, 304})


@dataclass(frozen=True, slots=True)
class ServiceReply:
    """An answer that is ready to go."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


def json_reply(status: int, value: Json) -> ServiceReply:
    """An answer with a JSON body."""
    return ServiceReply(status, encoded(value))


def refusal_reply(refused: RequestRefusedError) -> ServiceReply:
    """The uniform error answer."""
    return ServiceReply(refused.http_status, encoded(error_body(refused)), allowing(refused))


def allowing(refused: RequestRefusedError) -> dict[str, str]:
    """The header that names the allowed methods, if the refusal is about the method."""
    return {"allow": refused.allow} if refused.allow else {}


async def read_body(receive: Receive) -> bytes | None:
    """The request body, or None when the caller disconnected. Raises RequestRefusedError for too much."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MOST_BODY_BYTES:
            raise RequestRefusedError("BODY_TOO_LARGE", "The request body is too large.")
        if not message.get("more_body", False):
            return bytes(body)


def agent_of(scope: Scope) -> int:
    """The agent of the request's API key (interface part 5). Raises RequestRefusedError for any other."""
    keys = _values(scope, b"x-api-key")
    for key, agent in AGENT_OF_KEY.items():
        if len(keys) == 1 and compare_digest(keys[0], key.encode()):
            return agent
    raise RequestRefusedError(
        "INVALID_API_KEY", "The header X-API-KEY is missing or holds no key of this service."
    )


def check_content_type(scope: Scope) -> None:
    """The exact Content-Type of interface part 5.2, on every request. Raises RequestRefusedError."""
    if _values(scope, b"content-type") != [CONTENT_TYPE.encode()]:
        raise RequestRefusedError(
            "CONTENT_TYPE_NOT_ACCEPTED", f"The header Content-Type has to be {CONTENT_TYPE}"
        )


async def send_reply(send: Send, reply: ServiceReply, now: datetime) -> None:
    """Send an answer with the service's time in `Date`."""
    body = b"" if reply.status in _BODILESS else reply.body
    headers = {"date": format_datetime(now.astimezone(UTC), usegmt=True), "content-type": CONTENT_TYPE}
    if reply.status not in _BODILESS:
        headers["content-length"] = str(len(body))
    headers.update({name.lower(): value for name, value in reply.headers.items()})
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": reply.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


async def end_without_answer(scope: Scope, receive: Receive, send: Send, cutting: Cutting) -> None:
    """Wait in silence until the caller disconnects, or end its connection.

    Raises ConnectionResetError when there is no connection to end (a call in process).
    """
    if cutting is Cutting.STALL:
        await receive()  # after the body only the disconnection can come
        return
    cut_answer(scope, AnswerCut(0, cutting))
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def cut_answer(scope: Scope, cut: AnswerCut) -> None:
    """Make the connection end after some bytes of the answer. Raises ConnectionResetError without one."""
    if ON_A_WIRE not in scope:
        message = "the practice service has cut the connection"
        raise ConnectionResetError(message)
    scope[CUT] = cut


def _values(scope: Scope, name: bytes) -> list[bytes]:
    return [value for header, value in scope["headers"] if header == name]
