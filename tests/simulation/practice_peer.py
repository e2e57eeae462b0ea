"""The practice service at the other end of the simulated lines, with its whole catalogue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.types import ASGIApp
from typing_extensions import override

from tests.simulation.stage import stage
from tests.simulation.wires import Peer, Wire

_HEAD_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Asked:
    """A whole request."""

    endpoint: str
    query: str
    body: bytes


Watch = Callable[[Asked], None]


class PracticePeer(Peer):
    """One connection to a service; `watch` is told of each whole request that arrives."""

    def __init__(self, service: ASGIApp, wire: Wire, watch: Watch) -> None:
        self._service = service
        self._wire = wire
        self._watch = watch
        self._received = b""

    @override
    def take(self, data: bytes) -> None:
        """Bytes have arrived."""
        self._received += data
        while True:
            head, found, rest = self._received.partition(_HEAD_END)
            if not found:
                return
            first, headers = _read(head)
            length = int(headers.get(b"content-length", b"0"))
            if len(rest) < length:
                return
            self._received = rest[length:]
            method, target, _ = first.decode().split(" ")
            path, _, query = target.partition("?")
            self._watch(Asked(path.rpartition("/")[2].removesuffix(".php"), query, rest[:length]))
            scope: dict[str, Any] = {
                "type": "http",
                "method": method,
                "path": path,
                "query_string": query.encode(),
                "headers": list(headers.items()),
            }
            answering = stage().loop.create_task(self._answer(scope, rest[:length]))
            _running.add(answering)
            answering.add_done_callback(_running.discard)

    async def _answer(self, scope: Mapping[str, Any], body: bytes) -> None:
        said: list[bytes] = []

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                status = HTTPStatus(message["status"])
                said.append(f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode())
                said.extend(name + b": " + value + b"\r\n" for name, value in message["headers"])
                said.append(b"\r\n")
            else:
                said.append(message["body"])

        try:
            await self._service({**scope}, receive, send)
        except ConnectionResetError:
            self._wire.end("FIN")
        else:
            self._wire.answer(b"".join(said))


_running: set[asyncio.Task[None]] = set()


def _read(head: bytes) -> tuple[bytes, dict[bytes, bytes]]:
    first, *lines = head.split(b"\r\n")
    headers = dict(line.split(b":", 1) for line in lines)
    return first, {name.strip().lower(): value.strip() for name, value in headers.items()}
