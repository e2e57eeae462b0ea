"""The last byte of a money order leaves after its record, to a silent peer, or not at all."""

from __future__ import annotations

from app.api.messages.requests import body_of
from tests.support.api.raw_service import (
    Dispatch,
    Peer,
    RawService,
    answer_bytes,
    client_of,
)
from tests.support.api.samples import BOOKED_ACTIVITY, activity_booking

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
