"""The brake of an order: pulled or locked, whichever comes first."""

from __future__ import annotations

import asyncio

import pytest

from app.api.messages.errors import NotSentError
from app.desk.payment.stop_switch import Brake, StoppedError


def test_an_order_that_was_given_up_is_never_dispatched() -> None:
    brake = Brake()
    assert brake.pull()
    with pytest.raises(StoppedError):
        brake.lock()
    assert brake.pull()


def test_an_order_that_is_dispatched_is_never_given_up() -> None:
    brake = Brake()
    brake.lock()
    assert not brake.pull()
    assert not brake.is_pulled


async def test_giving_up_ends_the_sending_at_once() -> None:
    brake = Brake()
    has_begun = asyncio.Event()

    async def send() -> None:
        has_begun.set()
        await asyncio.Event().wait()

    sending = asyncio.ensure_future(brake.guard(send))
    await has_begun.wait()
    assert brake.pull()
    assert brake.pull()
    with pytest.raises(StoppedError):
        await sending
    assert not brake.pull()


@pytest.mark.parametrize("error", [NotSentError("the line broke"), TimeoutError()])
@pytest.mark.parametrize("is_pulled", [True, False])
async def test_whoever_gave_it_up_hears_that_and_not_what_it_led_to(
    error: Exception, *, is_pulled: bool
) -> None:
    brake = Brake()

    async def send() -> None:
        brake.is_pulled = is_pulled
        raise error

    with pytest.raises(StoppedError if is_pulled else type(error)):
        await brake.guard(send)


async def test_an_order_that_was_given_up_before_is_not_even_begun() -> None:
    brake = Brake()
    brake.pull()
    sent: list[bool] = []

    async def send() -> None:
        sent.append(True)

    with pytest.raises(StoppedError):
        await brake.guard(send)
    assert not sent


async def test_what_was_sent_is_given_and_then_it_is_too_late() -> None:
    brake = Brake()

    async def send() -> int:
        return 7

    assert await brake.guard(send) == 7
    assert not brake.pull()
