"""Endings that no sink took: what is to be written on paper, word for word."""

from __future__ import annotations

import asyncio

import pytest

from app.api.messages.answers import BookingResult, CancellationResult
from app.desk.payment.payments import UnjournalledOutcome, UnjournalledOutcomes
from app.store.journal.states import State

BOOKED = BookingResult.model_construct(booking_ref="PNR7XY")
CANCELLED = CancellationResult.model_construct(refund_reference="RF-7")
RESTART = "After the next start it looks as if its outcome were not known."


@pytest.mark.parametrize(
    ("state", "result", "outcome"),
    [
        (
            State.SETTLED,
            BOOKED,
            UnjournalledOutcome(
                "r-1",
                "Write the PNR down now",
                "The booking is made and paid, and this counter could not keep its PNR. "
                f"{RESTART} Do not sell it again.",
                "PNR7XY",
            ),
        ),
        (
            State.CANCELLED,
            CANCELLED,
            UnjournalledOutcome(
                "r-1",
                "Write the refund reference down now",
                "The cancellation is made and credited, and this counter could not keep its reference. "
                f"{RESTART} Do not cancel it again.",
                "RF-7",
            ),
        ),
        (
            State.REJECTED,
            None,
            UnjournalledOutcome(
                "r-1",
                "Write the request number down now",
                f"This order was refused by the service, and this counter could not keep that. {RESTART}",
                "r-1",
            ),
        ),
        (
            State.NOT_SENT,
            None,
            UnjournalledOutcome(
                "r-1",
                "Write the request number down now",
                f"This order was not sent, and this counter could not keep that. {RESTART}",
                "r-1",
            ),
        ),
        (
            State.UNKNOWN,
            None,
            UnjournalledOutcome(
                "r-1",
                "Write the request number down now",
                "We do not know whether this order went through, and this counter could not keep even that. "
                "Ask the operator with the request number, and do not send it again.",
                "r-1",
            ),
        ),
    ],
)
def test_what_is_to_be_written_down(
    state: State, result: BookingResult | CancellationResult | None, outcome: UnjournalledOutcome
) -> None:
    endings = UnjournalledOutcomes()
    endings.note("r-1", state, result)
    assert endings.waiting == (outcome,)


def test_each_waits_until_a_person_has_written_it_down() -> None:
    endings = UnjournalledOutcomes()
    heard: list[int] = []
    endings.added.subscribe(lambda: heard.append(len(endings.waiting)))
    for number in ("r-1", "r-2"):
        endings.note(number, State.UNKNOWN, None)
    assert heard == [1, 2]
    first, second = endings.waiting
    assert (first.request_id, second.request_id) == ("r-1", "r-2")
    endings.written_down(first)
    assert endings.waiting == (second,)


async def test_waiting_ends_when_all_outcomes_are_written() -> None:
    endings = UnjournalledOutcomes()
    await endings.all_written()
    for number in ("r-1", "r-2"):
        endings.note(number, State.UNKNOWN, None)
    waiting = asyncio.create_task(endings.all_written())
    for each in endings.waiting:
        await asyncio.sleep(0)
        assert not waiting.done()
        endings.written_down(each)
    await asyncio.wait_for(waiting, 30)
    endings.note("r-3", State.UNKNOWN, None)
    again = asyncio.create_task(endings.all_written())
    await asyncio.sleep(0)
    assert not again.done()
    again.cancel()
