"""The service's end of one connection: takes requests off the line, and puts answers on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.simulation.answers import refusal_bytes
from tests.simulation.stage import stage
from tests.simulation.wires import Wire

_HEAD_END = b"\r\n\r\n"

Serve = Callable[[str, dict[str, Any], Wire], None]


class Session:
    """One connection: takes requests off the line."""

    def __init__(self, serve: Serve, wire: Wire) -> None:
        self._serve = serve
        self._wire = wire
        self._received = b""
        self._total = 0
        self._refuses = False

    def take(self, data: bytes) -> None:
        """Bytes have arrived; what comes behind a cut is lost."""
        self._received += data
        plan = self._wire.plan
        head, found, _ = self._received.partition(_HEAD_END)
        if found and not self._total:
            self._total = len(head) + len(_HEAD_END) + _length(head)
            if plan.early_answer and b"wallet" not in head and b"status" not in head:
                self._refuses = True
                stage().loop.call_later(plan.early_after, self._refuse_early, plan.early_answer)
        if self._refuses:
            return
        if plan.request_cut is not None and self._total:
            cut = self._total - 1 if plan.spares_last_byte else int(self._total * plan.request_cut)
            if len(self._received) >= max(1, cut):
                whole = len(self._received) >= self._total and cut >= self._total
                self._wire.end(plan.ending)
                if not whole:
                    return
        if self._total and len(self._received) >= self._total:
            request, self._received = self._received[: self._total], self._received[self._total :]
            self._total = 0
            head, _, body = request.partition(_HEAD_END)
            endpoint = head.split(b" ")[1].rpartition(b"/")[2].decode()
            self._serve(endpoint, json.loads(body), self._wire)

    def _refuse_early(self, kind: str) -> None:
        if kind.startswith("refusal"):
            self._wire.answer(refusal_bytes(413))
        if kind.endswith("end"):
            self._wire.end("FIN")


def say(wire: Wire, data: bytes) -> None:
    """Put an answer on the line, or as much of it as gets through."""
    cut = wire.plan.answer_cut
    if cut is None:
        wire.answer(data)
    else:
        wire.answer(data[: int(len(data) * cut)])
        wire.end(wire.plan.ending)


def _length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line.split(b":")[1])
    return 0
