"""Outcomes that no sink of the journal stored: shown on screen until they are written on paper."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from app.api.messages.answers import BookingResult, CancellationResult
from app.core.event import Event
from app.core.language import mark, tr
from app.store.journal.states import State

_NOT_MADE = {
    State.REJECTED: mark(
        "This order was refused by the service, and this counter could not keep that. "
        "After the next start it looks as if its outcome were not known."
    ),
    State.NOT_SENT: mark(
        "This order was not sent, and this counter could not keep that. "
        "After the next start it looks as if its outcome were not known."
    ),
}
_UNKNOWN = mark(
    "We do not know whether this order went through, and this counter could not keep even that. "
    "Ask the operator with the request number, and do not send it again."
)


@dataclass(frozen=True, slots=True)
class UnjournalledOutcome:
    """An outcome to be written on paper."""

    request_id: str
    heading: str
    sentence: str
    reference: str
    """Shown large: the PNR, the refund reference, or the request number without one."""


class UnjournalledOutcomes:
    """The outcomes of one desk that are not written on paper yet."""

    def __init__(self) -> None:
        self.added = Event[()]()
        self._waiting: list[UnjournalledOutcome] = []
        self._none_waits = asyncio.Event()
        self._none_waits.set()

    @property
    def waiting(self) -> tuple[UnjournalledOutcome, ...]:
        """The outcomes to be written on paper, oldest first."""
        return tuple(self._waiting)

    def note(self, request_id: str, state: State, result: BookingResult | CancellationResult | None) -> None:
        """Add an outcome that could not be stored."""
        self._waiting.append(_outcome_of(request_id, state, result))
        self._none_waits.clear()
        self.added()

    def written_down(self, outcome: UnjournalledOutcome) -> None:
        """Remove an outcome that a person has written on paper."""
        self._waiting.remove(outcome)
        if not self._waiting:
            self._none_waits.set()

    async def all_written(self) -> None:
        """Wait until no outcome has to be written on paper."""
        await self._none_waits.wait()


def _outcome_of(
    request_id: str, state: State, result: BookingResult | CancellationResult | None
) -> UnjournalledOutcome:
    if isinstance(result, BookingResult):
        sentence = tr(
            "The booking is made and paid, and this counter could not keep its PNR. "
            "After the next start it looks as if its outcome were not known. Do not sell it again."
        )
        return UnjournalledOutcome(request_id, tr("Write the PNR down now"), sentence, result.booking_ref)
    if result is not None:
        sentence = tr(
            "The cancellation is made and credited, and this counter could not keep its reference. "
            "After the next start it looks as if its outcome were not known. Do not cancel it again."
        )
        heading = tr("Write the refund reference down now")
        return UnjournalledOutcome(request_id, heading, sentence, result.refund_reference)
    sentence = tr(_NOT_MADE.get(state, _UNKNOWN))
    return UnjournalledOutcome(request_id, tr("Write the request number down now"), sentence, request_id)
