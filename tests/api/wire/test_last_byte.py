"""The last byte of a money order leaves after its record, to a silent peer, or not at all."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.api.messages.errors import NotSentError
from app.api.messages.request_body import Proof
from app.api.messages.requests import body_of
from app.api.wire import monotonic_clock
from app.api.wire.timeouts import STANDSTILL
from tests.support.api.raw_service import (
    Dispatch,
    Peer,
    RawService,
    Script,
    answer_bytes,
    client_of,
)
from tests.support.api.samples import BOOKED_ACTIVITY, FOREIGNER, activity_booking, boat_booking

BODY = body_of(activity_booking()).whole()


async def test_sale_settles() -> None:
    seen: list[bytes] = []

    async def script(peer: Peer) -> None:
        seen.append(await peer.request())
        await peer.answer(201, BOOKED_ACTIVITY)

    dispatch = Dispatch()
    async with RawService(script) as service, client_of(service) as client:
        result = await client.create_booking(activity_booking(), dispatch=dispatch)
    assert result.booking_ref == "PNR7X2K9"
    assert seen == [BODY]
    assert dispatch.count == 1


async def test_answer_in_single_bytes_settles() -> None:
    async def script(peer: Peer) -> None:
        await peer.request()
        for byte in answer_bytes(201, BOOKED_ACTIVITY):
            await peer.send(bytes([byte]))

    async with RawService(script) as service, client_of(service) as client:
        result = await client.create_booking(activity_booking(), dispatch=Dispatch())
    assert result.booking_ref == "PNR7X2K9"


class Sleeping:
    """A computer that can fall asleep: the clock that counts sleep jumps, and no other."""

    def __init__(self) -> None:
        self.slept = 0.0

    def boot_seconds(self) -> float:
        return time.monotonic() + self.slept

    def sleep(self) -> None:
        self.slept += STANDSTILL + 1


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch) -> Sleeping:
    sleeping = Sleeping()
    monkeypatch.setattr(monotonic_clock, "boot_seconds", sleeping.boot_seconds)
    return sleeping


def taking(seen: list[bytes], first: Callable[[], None] = lambda: None) -> Script:
    """A service that keeps what it gets of a body, and never answers; `first` is called after its head."""

    async def script(peer: Peer) -> None:
        await peer.head()
        first()
        seen.append(await peer.rest())

    return script


async def test_nothing_is_recorded_after_a_sleep_on_the_way(computer: Sleeping) -> None:
    dispatch, seen = Dispatch(), list[bytes]()
    async with RawService(taking(seen, computer.sleep)) as service, client_of(service) as client:
        with pytest.raises(NotSentError, match="this computer slept") as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
        await service.ended()
    assert (dispatch.count, caught.value.dispatched) == (0, False)
    assert seen == [BODY[:-1]]


async def test_the_last_byte_is_kept_back_after_a_sleep_during_the_record(computer: Sleeping) -> None:
    seen: list[bytes] = []

    async def dispatch() -> None:
        computer.sleep()

    async with RawService(taking(seen)) as service, client_of(service) as client:
        with pytest.raises(NotSentError, match="this computer slept") as caught:
            await client.create_booking(activity_booking(), dispatch=dispatch)
        await service.ended()
    assert caught.value.dispatched
    assert seen == [BODY[:-1]]


async def test_a_sleep_between_two_pieces_is_not_forgotten(computer: Sleeping) -> None:
    dispatch, seen = Dispatch(), list[bytes]()
    request = boat_booking(FOREIGNER.model_copy(update={"id_proof_file": Proof(bytes(1_400_000))}))
    slept = False

    def told(_sent: int, _total: int) -> None:
        nonlocal slept
        if not slept:
            slept = True
            computer.sleep()

    async with RawService(taking(seen)) as service, client_of(service) as client:
        with pytest.raises(NotSentError, match="this computer slept"):
            await client.create_booking(request, dispatch=dispatch, told=told)
        await service.ended()
    assert slept
    assert dispatch.count == 0
