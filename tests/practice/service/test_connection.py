"""Cuts on a real socket: at every byte, in order, reset or silent."""

from __future__ import annotations

import json
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from time import monotonic

import httpx
import pytest

from app.practice import Cutting, Faults, PracticeServer, World
from app.practice.service.faults import OtherAnswer
from tests.support.practice.caller import HEADERS, Clock, activity_body, boat_body, foreigner

BODY = json.dumps(activity_body(qty=1)).encode()
SHORT = 0.05


@pytest.fixture(scope="module")
def server() -> Iterator[PracticeServer]:
    with PracticeServer(World(clock=Clock())) as running:
        yield running


@pytest.fixture
def faults(server: PracticeServer) -> Iterator[Faults]:
    yield server.faults
    server.faults.clear()


@contextmanager
def connected(server: PracticeServer) -> Generator[socket.socket, None, None]:
    host, port = server.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        yield connection


def request(call: str = "create_booking", body: bytes = BODY, *more: str) -> bytes:
    headers = [f"{name}: {value}" for name, value in HEADERS.items()]
    lines = [
        f"POST /api/{call}.php HTTP/1.1",
        "Host: practice",
        f"Content-Length: {len(body)}",
        *headers,
        *more,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def heard(connection: socket.socket) -> bytes:
    """All bytes until the service closes; a reset ends in ConnectionResetError, silence in TimeoutError."""
    received = b""
    while piece := connection.recv(65_536):
        received += piece
    return received


def whole_answer(server: PracticeServer) -> bytes:
    with connected(server) as connection:
        connection.sendall(request("wallet_balance", b'{"request_id":"1"}', "Connection: close"))
        return heard(connection)


def test_an_answer_is_cut_at_every_byte(server: PracticeServer, faults: Faults) -> None:
    answer = whole_answer(server)
    for at in range(0, len(answer), 7):
        faults.cut_answer("wallet_balance", at)
        assert whole_answer(server) == answer[:at]
    assert faults.armed == ()


@pytest.mark.parametrize("at", [0, 1, 40, 300])
def test_an_answer_is_reset_at_a_byte(server: PracticeServer, faults: Faults, at: int) -> None:
    faults.cut_answer("wallet_balance", at, Cutting.RST)
    with connected(server) as connection:
        connection.sendall(request("wallet_balance", b'{"request_id":"1"}'))
        with pytest.raises(ConnectionResetError):
            heard(connection)


def test_an_answer_stalls_at_a_byte(server: PracticeServer, faults: Faults) -> None:
    faults.cut_answer("create_booking", 12, Cutting.STALL)
    before = len(server.world.bookings)
    with connected(server) as connection:
        connection.sendall(request("create_booking", BODY, "Connection: close"))
        assert connection.recv(65_536) == b"HTTP/1.1 201"
        connection.settimeout(SHORT)
        with pytest.raises(TimeoutError):
            connection.recv(1)
        connection.sendall(b"more that nobody reads")
    assert len(server.world.bookings) == before + 1


@pytest.mark.parametrize("cutting", [Cutting.FIN, Cutting.RST])
def test_a_request_is_cut_at_every_byte_and_nothing_is_sold(
    server: PracticeServer, faults: Faults, cutting: Cutting
) -> None:
    whole = request()
    before = len(server.world.bookings)
    for at in range(0, len(whole) + 1, 5):
        faults.cut_request("create_booking", at, cutting)
        with connected(server) as connection:
            try:
                connection.sendall(whole[:at] or whole)
                connection.sendall(whole[at:])
                received = heard(connection)
            except (ConnectionResetError, BrokenPipeError):
                received = b""
        assert received == b""
    assert len(server.world.bookings) == before
    assert faults.armed == ()


def test_a_request_stalls_at_a_byte(server: PracticeServer, faults: Faults) -> None:
    whole = request()
    faults.cut_request("create_booking", len(whole) - 1, Cutting.STALL)
    before = len(server.world.bookings)
    with connected(server) as connection:
        connection.sendall(whole)
        connection.settimeout(SHORT)
        with pytest.raises(TimeoutError):
            connection.recv(1)
    assert len(server.world.bookings) == before


def test_a_request_in_single_bytes_is_recognised(server: PracticeServer, faults: Faults) -> None:
    whole = request("wallet_balance", b'{"request_id":"1"}', "Connection: close")
    faults.cut_request("wallet_balance", len(whole) - 1)
    with connected(server) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for place in range(len(whole) - 1):
            connection.send(whole[place : place + 1])
        assert heard(connection) == b""
    assert faults.armed == ()


def test_faults_count_requests_and_not_connections(server: PracticeServer, faults: Faults) -> None:
    faults.cut_answer("content", 0)
    with httpx.Client(base_url=server.base_url, headers=HEADERS) as http:
        for _ in range(3):
            assert http.post("/api/wallet_balance.php", content=b'{"request_id":"1"}').status_code == 200
        with pytest.raises(httpx.RemoteProtocolError):
            http.get("/api/content.php", params={"module": "ACTIVITY"})
        assert http.get("/api/content.php", params={"module": "ACTIVITY"}).status_code == 200


def test_a_cut_beyond_the_end_changes_nothing(server: PracticeServer, faults: Faults) -> None:
    faults.cut_answer("wallet_balance", 10**6)
    faults.cut_request("wallet_balance", 10**6)
    assert whole_answer(server).startswith(b"HTTP/1.1 200")
    assert faults.armed == ()


@pytest.mark.parametrize("worked", [False, True])
def test_a_connection_closes_without_an_answer(
    server: PracticeServer, faults: Faults, *, worked: bool
) -> None:
    before = len(server.world.bookings)
    arm = faults.after_work if worked else faults.before_work
    arm("create_booking", silent=False)
    with connected(server) as connection:
        connection.sendall(request())
        assert heard(connection) == b""
    assert len(server.world.bookings) == before + worked


@pytest.mark.parametrize("worked", [False, True])
def test_silence_lasts_until_the_caller_leaves(
    server: PracticeServer, faults: Faults, *, worked: bool
) -> None:
    arm = faults.after_work if worked else faults.before_work
    arm("wallet_balance")
    with connected(server) as connection:
        connection.sendall(request("wallet_balance", b'{"request_id":"1"}'))
        connection.settimeout(SHORT)
        with pytest.raises(TimeoutError):
            connection.recv(1)
    assert whole_answer(server).startswith(b"HTTP/1.1 200")


def test_slow_work_is_done_though_the_caller_has_left(server: PracticeServer, faults: Faults) -> None:
    before = len(server.world.bookings)
    faults.slow("create_booking", 0.1)
    with connected(server) as connection:
        connection.sendall(request())
        connection.settimeout(SHORT)
        with pytest.raises(TimeoutError):
            connection.recv(1)
    patience = monotonic() + 10
    while len(server.world.bookings) == before and monotonic() < patience:
        whole_answer(server)
    assert len(server.world.bookings) == before + 1


def test_a_caller_that_leaves_half_way_is_no_sale(server: PracticeServer) -> None:
    before = len(server.world.bookings)
    for at in (1, 80, len(request()) - 1):
        with connected(server) as connection:
            connection.sendall(request()[:at])
    assert whole_answer(server).startswith(b"HTTP/1.1 200")
    assert len(server.world.bookings) == before


def test_a_large_document_comes_through(server: PracticeServer) -> None:
    body = boat_body(*[foreigner(id_proof_file="QUJD" * 499_999) for _ in range(3)])
    answer = httpx.post(f"{server.base_url}/api/create_booking.php", json=body, headers=HEADERS)
    assert answer.status_code == 201


def test_something_that_is_not_http_is_turned_away(server: PracticeServer) -> None:
    with connected(server) as connection:
        connection.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert heard(connection).startswith(b"HTTP/1.1 400")


def test_an_expected_continue_is_counted_as_answer(server: PracticeServer, faults: Faults) -> None:
    faults.answer("wallet_balance", OtherAnswer(200, b"{}"))
    faults.cut_answer("wallet_balance", 3)
    body = b'{"request_id":"1"}'
    with connected(server) as connection:
        head = request("wallet_balance", body, "Expect: 100-continue", "Connection: close")[: -len(body)]
        connection.sendall(head)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 100")
        connection.sendall(body)
        assert heard(connection) == b""
