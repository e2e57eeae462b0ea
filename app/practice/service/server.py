"""The practice service on a real socket of this computer, in its own thread."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from threading import Event, Thread
from types import TracebackType
from typing import Self, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from app.practice.service.app import practice_app
from app.practice.service.connection import CuttableProtocol
from app.practice.service.exchange import ON_A_WIRE
from app.practice.service.faults import Faults
from app.practice.world.world import World

HOST = "127.0.0.1"
_PATIENCE = 10.0


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
