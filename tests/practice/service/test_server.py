"""The service in its thread: it starts, stops at once whatever is going on, and starts again."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import Any

import httpx
import pytest

from app.practice import Faults, NoLoopbackError, PracticeServer, World
from tests.support.practice.caller import HEADERS, Clock


def wallet(base_url: str, timeout: float = 10) -> int:
    return httpx.post(
        f"{base_url}/api/wallet_balance.php", content=b'{"request_id":"1"}', headers=HEADERS, timeout=timeout
    ).status_code


def test_it_serves_between_start_and_stop(clock: Clock) -> None:
    server = PracticeServer(World(clock=clock))
    base_url = server.start()
    assert base_url.startswith("http://127.0.0.1:")
    assert wallet(base_url) == 200
    server.stop()
    with pytest.raises(httpx.ConnectError):
        wallet(base_url)
    assert not any(each.name == "practice-service" for each in threading.enumerate())


def test_it_starts_again_at_the_same_address(clock: Clock) -> None:
    server = PracticeServer(World(clock=clock))
    first = server.start()
    server.stop()
    server.stop()
    assert server.start() == first
    assert wallet(first) == 200
    server.stop()


def test_a_stop_waits_for_nobody(clock: Clock) -> None:
    faults = Faults()
    server = PracticeServer(World(clock=clock), faults)
    base_url = server.start()
    faults.slow("wallet_balance", 600)
    faults.after_work("content")
    host, port = base_url.removeprefix("http://").split(":")
    idle, half = [socket.create_connection((host, int(port)), timeout=10) for _ in range(2)]
    half.sendall(b"POST /api/wallet_balance.php HTTP/1.1\r\n")
    with pytest.raises(httpx.ReadTimeout):
        wallet(base_url, 0.05)
    with pytest.raises(httpx.ReadTimeout):
        httpx.get(f"{base_url}/api/content.php", params={"module": "ACTIVITY"}, headers=HEADERS, timeout=0.05)
    begun = monotonic()
    server.stop()
    assert monotonic() - begun < 2
    for connection in (idle, half):
        connection.close()
    assert not any(each.name == "practice-service" for each in threading.enumerate())


def test_what_is_accepted_while_it_stops_is_closed(clock: Clock) -> None:
    connected = list[socket.socket]()

    def at_the_call() -> datetime:
        if threading.current_thread().name == "practice-service" and not connected:
            stop_and_connect()
        return clock()

    server = PracticeServer(World(clock=at_the_call))
    base_url = server.start()
    host, port = base_url.removeprefix("http://").split(":")
    stopper = threading.Thread(target=server.stop)

    def stop_and_connect() -> None:
        """Inside the service's loop, which takes a connection and the stop in one round."""
        loop = asyncio.get_running_loop()
        told, tell = threading.Event(), loop.call_soon_threadsafe

        def heard(*call: Any) -> None:
            loop.call_soon(tell, *call)
            told.set()

        vars(loop)["call_soon_threadsafe"] = heard
        stopper.start()
        assert told.wait(10)
        connected.append(socket.create_connection((host, int(port)), timeout=10))

    with suppress(httpx.TransportError):
        wallet(base_url)
    stopper.join(10)
    assert connected[0].recv(1) == b""
    connected[0].close()


def test_a_taken_port_is_an_error_at_the_start(clock: Clock) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        server = PracticeServer(World(clock=clock), port=other.getsockname()[1])
        with pytest.raises(OSError, match="in use"):
            server.start()
        server.stop()


def test_without_a_loopback_network_the_start_names_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> socket.socket:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket, "create_connection", unreachable)
    server = PracticeServer(World(clock=clock))
    with pytest.raises(NoLoopbackError):
        server.start()
    server.stop()


def test_the_date_is_the_clocks(clock: Clock) -> None:
    with PracticeServer(World(clock=clock)) as server:
        answer = httpx.get(f"{server.base_url}/nothing")
    assert answer.headers["date"] == "Sat, 21 Nov 2026 05:12:06 GMT"
    assert "server" not in answer.headers
