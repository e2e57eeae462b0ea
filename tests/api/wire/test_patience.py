"""How long the answer to an order is waited for can be set, never beyond what late answers count with."""

import asyncio

import pytest

from app.api.messages.errors import NoAnswerError
from app.api.wire.timeouts import Timings
from app.core.settings import LONGEST_WAIT, SHORTEST_WAIT
from tests.support.api.raw_service import Dispatch, Peer, RawService, client_of
from tests.support.api.samples import activity_booking


async def _never(peer: Peer) -> None:
    await peer.request()
    await peer.rest()


async def test_a_shorter_wait_counts_from_the_next_order_on() -> None:
    async with RawService(_never) as service, client_of(service) as client:
        client.wait_for_money(0.4)
        dispatch, began = Dispatch(), asyncio.get_running_loop().time()
        with pytest.raises(NoAnswerError):
            await client.create_booking(activity_booking(), dispatch=dispatch)
        assert dispatch.count == 1
        assert asyncio.get_running_loop().time() - began >= 0.4


@pytest.mark.parametrize("seconds", [0, -1, LONGEST_WAIT + 1])
async def test_no_wait_is_longer_than_the_evidence_counts_with(seconds: float) -> None:
    async with RawService(_never) as service, client_of(service) as client:
        with pytest.raises(ValueError, match="no longer than the usual time"):
            client.wait_for_money(seconds)


def test_what_can_be_set_is_what_can_be_waited() -> None:
    assert 0 < SHORTEST_WAIT < LONGEST_WAIT == Timings().money_total
