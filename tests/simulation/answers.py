"""Every way in which the service of the simulation may answer a money order, with or without doing it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_REASONS = {200: "OK", 201: "Created"}
_WALL = {"message": "Access denied by Imunify360 bot-protection."}
_HTML = b"<html><body>Bad Gateway</body></html>"

FLAWS = ("interim", "two lengths", "gzip")
DONE = (
    "good",
    "good 200",
    "500",
    "html",
    "html 4xx",
    "wall",
    "4xx with ref",
    "200 error",
    "no ref",
    "foreign",
    "foreign refusal",
    "cut json",
    "twice",
    *FLAWS,
    "silence",
    "empty",
)
"""The order is done, and this is what comes back."""

UNDONE = (
    "refused",
    "500",
    "html",
    "html 4xx",
    "wall",
    "200 error",
    "foreign",
    "pending",
    "silence",
    "empty",
)
"""The order is not done, and never will be."""


@dataclass(frozen=True)
class Said:
    """One answer: its status, its body, and a flaw of its head."""

    status: int
    body: bytes
    flaw: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Those that are not as usual."""


@dataclass(frozen=True)
class AnswerPlan:
    """What the service does with one money order: after how many seconds, whether at all, and its answer."""

    delay: float = 0.2
    is_done: bool = True
    shape: str = "good"
    works_on: float = 0.0
    """A gateway has answered for it: it acts only after so many seconds, and tells nobody."""

    def settled(self, result: dict[str, Any], *, is_cancellation: bool) -> Said | None:
        """The answer to an order that was done; None when none ever comes."""
        status = 200 if is_cancellation else 201
        whole = json.dumps(result).encode()
        reference = "refund_reference" if is_cancellation else "booking_ref"
        useful = {
            "good": Said(status, whole),
            "good 200": Said(200, whole),
            "4xx with ref": said(409, {**result, "status": "ERROR", "code": "DUPLICATE_REQUEST"}),
            "no ref": said(status, {**result, reference: ""}),
            "foreign": said(status, {**result, "request_id": "another-desk-1", reference: "FOREIGN1"}),
            "foreign refusal": said(400, {"status": "ERROR", "request_id": "another-desk-1"}),
            "cut json": Said(status, whole, "cut"),
            "twice": Said(status, whole[:-1] + f',"{reference}":"FOREIGN1"}}'.encode()),
        }
        if self.shape in FLAWS:
            return Said(status, whole, self.shape)
        return useful.get(self.shape) or _USELESS[self.shape]

    def undone(self, request_id: str) -> Said | None:
        """The answer to an order that was not done and not refused in plain words; None for none."""
        if self.shape == "foreign":
            # 201 says by itself that something was made; crossed and cut short, it could not be told apart.
            return said(200, {"status": "SUCCESS", "request_id": "another-desk-1", "booking_ref": "F1"})
        if self.shape == "pending":
            return said(200, {"status": "PENDING", "request_id": request_id, "booking_ref": "TENTATIVE1"})
        return _USELESS[self.shape]


def said(status: int, fields: dict[str, Any]) -> Said:
    """A JSON answer."""
    return Said(status, json.dumps(fields).encode())


def reply_bytes(reply: Said, date: str) -> bytes:
    """The answer as it goes over the line."""
    head = f"HTTP/1.1 {reply.status} {_REASONS.get(reply.status, 'No')}\r\nDate: {date}\r\n"
    body = reply.body[: len(reply.body) // 2] if reply.flaw == "cut" else reply.body
    for name, value in {"content-type": "application/json", **reply.headers}.items():
        head += f"{name}: {value}\r\n"
    head += f"Content-Length: {len(body)}\r\n"
    if reply.flaw == "interim":
        head = "HTTP/1.1 103 Early Hints\r\n\r\n" + head
    elif reply.flaw == "two lengths":
        head += f"Content-Length: {len(body) // 2}\r\n"
    elif reply.flaw == "gzip":
        head += "Content-Encoding: gzip\r\n"
    return f"{head}\r\n".encode() + body


def refusal_bytes(status: int) -> bytes:
    """A refusal that does not wait for the whole request."""
    return reply_bytes(said(status, {"status": "ERROR", "code": "PAYLOAD_TOO_LARGE"}), "")


GATEWAY = Said(504, _HTML)

_USELESS = {
    "500": said(500, {"status": "ERROR", "code": "INTERNAL", "message": "Something went wrong"}),
    "html": Said(502, _HTML),
    "html 4xx": Said(408, _HTML),
    "wall": said(403, _WALL),
    "200 error": said(200, {"status": "ERROR", "code": "UPSTREAM_TIMEOUT", "message": "Try again"}),
    "empty": Said(200, b""),
    "silence": None,
}
"""Answers from which nothing can be learnt."""
