"""A connection of the practice service that can be cut at any byte of a request or an answer."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import struct
from collections.abc import Callable
from typing import Any, cast

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from app.practice.service.exchange import CUT
from app.practice.service.faults import AnswerCut, Cutting, Faults, RequestCut

_REQUEST_LINE = re.compile(rb"\A[A-Z]+ /api/([a-z_]+)\.php[ ?]")
_RESET_ON_CLOSE = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)


class CuttableTransport(asyncio.Transport):
    """A transport that cuts an answer at a given byte and then ends in a given way."""

    def __init__(self, inner: asyncio.Transport, cut: Callable[[], AnswerCut | None]) -> None:
        super().__init__()
        self._inner = inner
        self._cut = cut
        self._written = 0
        self.ended = False

    def begin_answer(self) -> None:
        """Count the next answer from its first byte."""
        self._written = 0

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        """Write, up to the cut if there is one."""
        if self.ended:
            return
        cut = self._cut()
        allowed = len(data) if cut is None else max(min(len(data), cut.at - self._written), 0)
        self._written += allowed
        self._inner.write(bytes(data)[:allowed])
        if cut and self._written >= cut.at:
            self.end(cut.cutting)

    def end(self, cutting: Cutting) -> None:
        """End the connection: closed in order, reset, or left open in silence."""
        self.ended = True
        if cutting is Cutting.FIN:
            self._inner.close()
        elif cutting is Cutting.RST:
            handle = cast("socket.socket", self._inner.get_extra_info("socket"))
            handle.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            self._inner.abort()

    def close(self) -> None:
        """Close, unless the connection was left open on purpose."""
        if not self.ended:
            self._inner.close()

    def abort(self) -> None:
        """Close at once, whatever was asked for."""
        self._inner.abort()

    def is_closing(self) -> bool:
        """Whether it is closed or closing."""
        return self._inner.is_closing()

    def get_extra_info(self, name: str, default: object = None) -> Any:
        """What the inner transport knows."""
        return self._inner.get_extra_info(name, default)

    def pause_reading(self) -> None:
        """Stop reading."""
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        """Go on reading."""
        self._inner.resume_reading()


class CuttableProtocol(H11Protocol):
    """The HTTP/1.1 of uvicorn, with the armed cuts of a `Faults`."""

    def __init__(
        self, faults: Faults, config: Config, state: ServerState, opened: set[CuttableProtocol]
    ) -> None:
        super().__init__(config, state, {})
        self._faults = faults
        self._opened = opened
        self._wire: CuttableTransport | None = None
        self._head: bytes | None = b""
        self._received = 0
        self._cut: RequestCut | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin."""
        self._wire = CuttableTransport(transport, self._answer_cut)
        self._opened.add(self)
        super().connection_made(self._wire)

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._opened.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request, unless this is where it is cut."""
        if self._wire is None or self._wire.ended:
            return
        self._received += len(data)
        self._find_cut(data)
        if self._cut and self._received >= self._cut.at:
            self._wire.end(self._cut.cutting)
        else:
            super().data_received(data)

    def on_response_complete(self) -> None:
        """Restart the counts for the next request and its answer."""
        self._head, self._received, self._cut = b"", 0, None
        if self._wire and not self._wire.ended:
            self._wire.begin_answer()
        super().on_response_complete()

    def abort(self) -> None:
        """End the connection because the service stops."""
        self.transport.abort()

    def _find_cut(self, data: bytes) -> None:
        if self._head is None:
            return
        self._head += data
        line = _REQUEST_LINE.match(self._head)
        if line:
            self._cut = self._faults.request_cut(line[1].decode())
        if line or b"\r\n" in self._head:
            self._head = None

    def _answer_cut(self) -> AnswerCut | None:
        scope = cast("dict[str, object] | None", self.scope)
        return cast("AnswerCut | None", scope.get(CUT)) if scope else None
