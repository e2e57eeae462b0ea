"""The practice service on a real socket of this computer, in its own thread."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import struct
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType
from typing import Any, Self, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from app.practice.service.app import practice_app
from app.practice.service.exchange import CUT, ON_A_WIRE
from app.practice.service.faults import AnswerCut, Cutting, Faults, RequestCut
from app.practice.world.world import World

HOST = "127.0.0.1"
_PATIENCE = 10.0
_REQUEST_LINE = re.compile(rb"\A[A-Z]+ /api/([a-z_]+)\.php[ ?]")
_RESET_ON_CLOSE = struct.pack("hh" if os.name == "nt" else "ii", 1, 0)


class NoLoopbackError(OSError):
    """The computer does not reach its own address."""


class PracticeServer:
    """A practice service on the loopback address; `port` 0 takes a free one, `habits` are names of HABITS.

    It runs a plain asyncio loop in a thread and touches no signal handlers. As a context manager it starts
    and stops.
    """

    def __init__(
        self, world: World, faults: Faults | None = None, port: int = 0, habits: Iterable[str] = ()
    ) -> None:
        self.world = world
        self.faults = faults or Faults()
        self._port = port
        self._app = practice_app(world, self.faults, habits)
        self._thread: Thread | None = None
        self._ready = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None

    def start(self) -> str:
        """Start listening. Returns the base URL.

        Raises OSError when the port is taken, and NoLoopbackError.
        """
        listener = _listener(self._port)
        self._port = cast("int", listener.getsockname()[1])
        self._ready.clear()
        self._thread = Thread(target=self._run, args=(listener,), name="practice-service", daemon=True)
        self._thread.start()
        self._ready.wait(_PATIENCE)
        return self.base_url

    def stop(self) -> None:
        """End all connections and the thread; a second call does nothing."""
        if self._thread and self._loop and self._stopping:
            self._loop.call_soon_threadsafe(self._stopping.set)
            self._thread.join(_PATIENCE)
        self._thread = self._loop = self._stopping = None

    @property
    def base_url(self) -> str:
        """The address without a path, as it is typed in the settings."""
        return f"http://{HOST}:{self._port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self.stop()

    def _run(self, listener: socket.socket) -> None:
        asyncio.run(self._serve(listener))

    async def _serve(self, listener: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        state = ServerState()
        config = _config(self._on_a_wire)
        connections: set[CuttableProtocol] = set()

        def accept() -> CuttableProtocol:
            return CuttableProtocol(self.faults, config, state, connections)

        server = await self._loop.create_server(accept, sock=listener)
        self._ready.set()
        await self._stopping.wait()
        with suppress(NotImplementedError):  # on Windows, where it has its transport at once
            self._loop.remove_reader(listener)
        for _ in range(2):  # what was accepted last has a transport, then it is among the connections
            await asyncio.sleep(0)
        server.close()
        for connection in tuple(connections):
            connection.abort()
        await asyncio.sleep(0)  # the aborted connections end their requests
        for task in tuple(state.tasks):
            task.cancel()
        await asyncio.gather(*state.tasks)
        await server.wait_closed()

    async def _on_a_wire(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ON_A_WIRE] = True
        with suppress(asyncio.CancelledError):  # raised only by the stop itself, and not worth logging
            await self._app(scope, receive, send)


def _config(app: ASGIApp) -> Config:
    config = Config(
        app,
        loop="asyncio",
        http="h11",
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
    )
    config.load()
    return config


def _listener(port: int) -> socket.socket:
    # With the protocol named, asyncio switches off Nagle's delay on the connections.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":  # on other systems the option would let two programs share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen()
        _reach(listener)
    except (OSError, OverflowError):
        listener.close()
        raise
    return listener


def _reach(listener: socket.socket) -> None:
    """Connect once, since a listener also starts without a loopback network. Raises NoLoopbackError."""
    try:
        with socket.create_connection(listener.getsockname(), _PATIENCE):
            listener.accept()[0].close()
    except OSError as error:
        raise NoLoopbackError(HOST) from error


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
