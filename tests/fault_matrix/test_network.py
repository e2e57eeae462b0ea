"""Rows N: the line fails, phase by phase."""

from __future__ import annotations

import asyncio
import ctypes
import os
import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.desk.model.errors import DeskError
from app.store.journal.states import Kind, State
from tests.api.wire.test_tls import server_context, trusting
from tests.fault_matrix.rows import row, rows
from tests.fault_matrix.selling import GOOD, Case, assert_ends, case, ending_of
from tests.support.api.raw_service import (
    KEY,
    QUICK,
    Peer,
    RawService,
    always,
    answer_bytes,
    client_of,
    cutting_request,
)
from tests.support.api.slow_line import begun, slow_line
from tests.support.counter import open_counter

HEARING = replace(QUICK, silence=0.5)
IMPATIENT = replace(QUICK, money_total=0.4, write=0.3)


async def reset_at_once(peer: Peer) -> None:
    await peer.reset()


async def end_after_it_all(peer: Peer) -> None:
    await peer.request()
    await peer.finish()


async def reset_after_it_all(peer: Peer) -> None:
    await peer.request()
    await peer.reset()


async def say_nothing(peer: Peer) -> None:
    await peer.request()
    await peer.rest()


async def slice_by_slice(peer: Peer) -> None:
    await peer.request()
    for byte in answer_bytes(201, GOOD):
        await peer.send(bytes([byte]))


async def drip(peer: Peer) -> None:
    await peer.request()
    await peer.send(b"HTTP/1.1 201 Created\r\nContent-Length: 100000\r\n\r\n{")
    while True:
        await peer.send(b" ")
        await asyncio.sleep(0)


async def answer_twice(peer: Peer) -> None:
    await peer.request()
    await peer.send(2 * answer_bytes(201, GOOD) + b"and more")


CASES = {
    "N7": case(State.NOT_SENT, reset_at_once, timings=HEARING),
    "N8": case(State.NOT_SENT, *(cutting_request(count, "FIN") for count in (1, 40, 200)), timings=HEARING),
    "N12": case(State.UNKNOWN, end_after_it_all, reset_after_it_all),
    "N13": case(State.UNKNOWN, end_after_it_all),
    "N14": case(State.UNKNOWN, reset_after_it_all),
    "N15": case(State.UNKNOWN, say_nothing, timings=IMPATIENT),
    "N17": case(State.SETTLED, slice_by_slice),
    "N18": case(State.UNKNOWN, drip, timings=IMPATIENT),
    "N19": case(State.SETTLED, answer_twice),
}


@rows(CASES)
async def test_the_line_fails(case: Case, quick_folder: Path) -> None:
    await assert_ends(quick_folder, case)


@row("N1")
async def test_a_name_that_does_not_resolve(quick_folder: Path) -> None:
    async with PartnerClient("https://service.invalid/travel", ApiKey(KEY), timings=QUICK) as client:
        first = await ending_of(quick_folder, client)
    async with RawService(always(201, GOOD)) as service, client_of(service) as client:
        second = await ending_of(quick_folder, client)
    assert (first.state, second.state) == (State.NOT_SENT, State.SETTLED)
    assert first.request_id == second.request_id
    assert "the name of the service is not known" in str(first.error)


@row("N2")
async def test_nobody_listens(quick_folder: Path) -> None:
    service = RawService(always(201, GOOD))
    async with service:
        pass
    async with client_of(service) as client:
        ending = await ending_of(quick_folder, client)
    assert ending.state is State.NOT_SENT
    assert "refuses connections" in str(ending.error)


@row("N3")
async def test_nobody_takes_the_connection(quick_folder: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        # The queue is full, so that the next one hears nothing.
        waiting = [socket.socket() for _ in range(2)]
        for each in waiting:
            each.settimeout(0)
            each.connect_ex(listener.getsockname())
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/travel"
        async with PartnerClient(url, ApiKey(KEY), timings=replace(QUICK, connect=0.3)) as client:
            ending = await ending_of(quick_folder, client)
        for each in waiting:
            each.close()
    assert ending.state is State.NOT_SENT
    assert "could not be reached in time" in str(ending.error)


@row("N5")
async def test_no_proxy_is_ever_asked(quick_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with RawService(always(502, b"")) as proxy, RawService(always(201, GOOD)) as service:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        async with client_of(service) as client:
            ending = await ending_of(quick_folder, client)
        assert ending.state is State.SETTLED
        assert not proxy.peers


@pytest.mark.parametrize("status", [407, 502])
async def test_a_proxy_that_nobody_asked_stands_in_between(quick_folder: Path, status: int) -> None:
    # The program never asks for a CONNECT, so such an answer can only be that of a proxy in the way of the
    # line, and it comes in the place of the handshake.
    async def script(peer: Peer) -> None:
        await peer.answer(status, b"<html>Proxy</html>")
        await peer.rest()

    async with RawService(script) as proxy:
        url = f"https://127.0.0.1:{proxy.port}/travel"
        async with PartnerClient(url, ApiKey(KEY), tls=trusting(), timings=QUICK) as client:
            ending = await ending_of(quick_folder, client)
        assert KEY.encode() not in proxy.received
    assert ending.state is State.NOT_SENT
    assert "perhaps a proxy of this network" in str(ending.error)


@row("N6")
async def test_a_network_that_wants_a_login(quick_folder: Path) -> None:
    portal = server_context(host="login.example.com")
    async with RawService(always(200, b"<html>log in</html>"), portal) as service:
        async with client_of(service, tls=trusting()) as client:
            ending = await ending_of(quick_folder, client)
        assert not service.received
    assert ending.state is State.NOT_SENT
    assert "certificate" in str(ending.error)
    assert "perhaps this network asks for a login first" in str(ending.error)


@row("N10")
async def test_a_peer_that_acknowledges_nothing_more(quick_folder: Path) -> None:
    async with slow_line(_take_the_head_only, IMPATIENT, holds=2048) as client:
        ending = await ending_of(quick_folder, client, document=30_000)
    assert ending.state is State.NOT_SENT


@row("N11")
async def test_an_upload_that_stands_still(quick_folder: Path) -> None:
    async with slow_line(_take_the_head_only, IMPATIENT, holds=2048) as client:
        ending = await ending_of(quick_folder, client, document=3_000_000)
    assert ending.state is State.NOT_SENT
    assert "did not take the request in time" in str(ending.error)


async def _take_the_head_only(peer: socket.socket) -> None:
    await begun(peer)
    await asyncio.Event().wait()


@row("N20")
@pytest.mark.parametrize(("hears", "state"), [("head", State.NOT_SENT), ("request", State.UNKNOWN)])
async def test_a_network_that_is_taken_away_in_the_middle(
    quick_folder: Path, hears: str, state: State
) -> None:
    async def script(peer: Peer) -> None:
        await (peer.head() if hears == "head" else peer.request())
        assert _take_network_away(service.port) == 1
        await peer.rest()

    for kind in Kind:
        async with RawService(script) as service, client_of(service, HEARING) as client:
            ending = await ending_of(quick_folder / str(kind), client, kind)
        assert ending.state is state, ending


def _take_network_away(port: int) -> int:
    """End this side of every connection to a port, as the system does when its own address is gone.

    Nobody on the other side has done anything. Gives how many there were.
    """
    found = 0
    for each in Path("/proc/self/fd").iterdir():
        # The listing's own descriptor is gone by now.
        if not each.exists() or not each.is_socket():
            continue
        with suppress(OSError), socket.socket(fileno=os.dup(int(each.name))) as own:
            if own.family is socket.AF_INET and own.getpeername()[1] == port:
                # To connect to an address of no family is to be disconnected.
                found += ctypes.CDLL(None).connect(own.fileno(), bytes(16), 16) == 0
    return found


@row("N22")
async def test_a_wallet_that_cannot_be_read_before_the_sale(quick_folder: Path) -> None:
    async with open_counter(quick_folder) as counter:
        draft = await counter.draft()
        counter.faults.before_work("wallet_balance", silent=False, times=None)
        with pytest.raises(DeskError):
            await counter.desk.selling.preflight(draft)
        assert counter.journal.attempts() == ()
        assert counter.world.bookings == ()
