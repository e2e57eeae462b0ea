"""A line as slow as a test wants: the service's side holds little, and takes when it wants to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.wire.timeouts import Timings
from tests.support.api.raw_service import KEY

SMALL_BUFFER = 32 * 1024

Taking = Callable[[socket.socket], Awaitable[None]]


async def moment(seconds: float) -> None:
    """Let time pass, as on a slow line."""
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.Event().wait(), seconds)


@asynccontextmanager
async def slow_line(
    taking: Taking, timings: Timings, holds: int = SMALL_BUFFER
) -> AsyncGenerator[PartnerClient, None]:
    """A client of a service whose side of the line holds so little, so that it takes when it wants to."""
    loop = asyncio.get_running_loop()
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.settimeout(0)

        async def serve() -> None:
            peer, _ = await loop.sock_accept(listener)
            with peer:
                peer.settimeout(0)
                await taking(peer)

        serving = asyncio.ensure_future(serve())
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/travel"
        async with PartnerClient(url, ApiKey(KEY), timings=timings) as client:
            yield client
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def take(peer: socket.socket, count: int, pause: float = 0.0) -> None:
    """Read so many bytes, with a pause after each mebibyte."""
    loop = asyncio.get_running_loop()
    paused = 0
    taken = 0
    while taken < count:
        taken += len(await loop.sock_recv(peer, min(65_536, count - taken)))
        if pause and taken // 2**20 > paused:
            paused = taken // 2**20
            await moment(pause)


async def begun(peer: socket.socket) -> int:
    """Read the head of a request, and give how many bytes of the body came with it."""
    head = b""
    while b"\r\n\r\n" not in head:
        head += await asyncio.get_running_loop().sock_recv(peer, 65_536)
    return len(head.partition(b"\r\n\r\n")[2])
