"""Cuts at every place of a request: how many end unknown, and whether one is falsely called "not sent".

    python -m tests.benchmarks.bench_cuts [RUNS [MOST]]

A service on a socket takes a random number of bytes of an order and ends or resets the connection: anywhere,
or in the last 128 KiB, where the buffers of both kernels may still hold what has left. For the line "whole"
it takes every byte and cuts then: that may never be called "not sent". An order has at most MOST documents.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile

from app.api.client import PartnerClient
from app.api.messages.api_key import ApiKey
from app.api.messages.errors import NoAnswerError, NotSentError, PartnerError
from app.api.messages.request_body import Proof
from app.api.messages.requests import ActivityBooking, BoatBooking, body_of
from tests.benchmarks.measuring import asked
from tests.support.api.samples import FOREIGNER, activity_booking, boat_booking

MB = 1_000_000
_DOCUMENT_BYTES = 1_492_500
_LAST = 128 * 1024
_BUFFER = 256 * 1024
_RESET = struct.pack("ii", 1, 0)


@dataclass
class Tally:
    """How the cuts of one kind ended."""

    not_sent: int = 0
    unknown: int = 0
    falsely_not_sent: int = 0


class CuttingService:
    """Takes so many bytes of each connection's request and cuts it; runs in a thread of its own."""

    def __init__(self) -> None:
        self.body_bytes_to_take = 0
        self.is_rude = False
        self.taken = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/travel"
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            with peer:
                self._take(peer)
                if self.is_rude:
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)

    def _take(self, peer: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            head += peer.recv(1)
        self.taken = 0
        buffer = memoryview(bytearray(_BUFFER))
        while self.taken < self.body_bytes_to_take:
            count = peer.recv_into(buffer, min(_BUFFER, self.body_bytes_to_take - self.taken))
            if not count:
                return
            self.taken += count


def order(people: int) -> ActivityBooking | BoatBooking:
    """An order with so many documents."""
    if not people:
        return activity_booking()
    documents = [Proof(secrets.token_bytes(_DOCUMENT_BYTES)) for _ in range(people)]
    return boat_booking(*(FOREIGNER.model_copy(update={"id_proof_file": each}) for each in documents))


async def _ending(client: PartnerClient, request: ActivityBooking | BoatBooking) -> PartnerError:
    try:
        await client.create_booking(request, dispatch=_nothing)
    except PartnerError as error:
        return error
    raise AssertionError("a service that never answers cannot have settled an order")


async def _nothing() -> None:
    """No record."""


async def _cut(people: int, runs: int, place: Callable[[int], int], *, is_rude: bool) -> Tally:
    tally = Tally()
    service = CuttingService()
    service.is_rude = is_rude
    request = order(people)
    total = body_of(request).length
    async with PartnerClient(service.url, ApiKey("bench-key")) as client:
        for _ in range(runs):
            service.body_bytes_to_take = place(total)
            error = await _ending(client, request)
            tally.not_sent += isinstance(error, NotSentError)
            tally.unknown += isinstance(error, NoAnswerError)
            tally.falsely_not_sent += isinstance(error, NotSentError) and service.taken == total
    service.close()
    return tally


async def _measure(runs: int, most: int) -> None:
    places: dict[str, Callable[[int], int]] = {
        "anywhere": lambda total: 1 + secrets.randbelow(total - 1),
        "the end": lambda total: max(1, total - 1 - secrets.randbelow(_LAST)),
        "whole": lambda total: total,
    }
    print(
        f"{'body MB':>8} {'cut':<4} {'where':<9} {'runs':>5} {'not sent':>9} {'unknown':>8} falsely not sent"
    )
    for people in takewhile(most.__ge__, (0, 1, 3, 10)):
        size = body_of(order(people)).length / MB
        for kind in ("FIN", "RST"):
            for where, place in places.items():
                tally = await _cut(people, runs, place, is_rude=kind == "RST")
                unknown = f"{tally.unknown / runs:.1%}"
                print(
                    f"{size:>8.3f} {kind:<4} {where:<9} {runs:>5} {tally.not_sent:>9} {unknown:>8} "
                    f"{tally.falsely_not_sent}",
                    flush=True,
                )


if __name__ == "__main__":
    asyncio.run(_measure(*asked([200, 10], smallest=[1, 1])))
