"""Where an order is, as lines of events: facts that this counter knows."""

from __future__ import annotations

from collections.abc import Mapping

from app.desk import words
from app.desk.document import megabytes
from app.desk.values import Progress, Step
from app.ui.parts.event_list import Event, State

_WORDS = {
    Step.WRITTEN: ("Writing the order to this counter", "Order written to this counter"),
    Step.SENT: ("Sending to the service", "Sent to the service"),
    Step.ANSWERED: ("Waiting for the answer", "The service has answered"),
    Step.COMPARED: ("Read the wallet and compare", "Wallet read and compared"),
}
_LONG_WAIT_SECONDS = 10
_STILL_WAITING = "Still waiting. The order was sent once and is not sent again."


def booking_events(done: Mapping[Step, Progress], waited_seconds: int) -> tuple[Event, ...]:
    """Done steps with their times, the one under way, and those to come."""
    events: list[Event] = []
    is_next = True
    for step, (under_way, finished) in _WORDS.items():
        progress = done.get(step)
        if progress is not None:
            events.append(_done(finished, progress))
        elif step is Step.SENT and is_next and Step.SENDING in done:
            events.append(_sending(under_way, done[Step.SENDING]))
            is_next = False
        else:
            events.append(_ahead(step, under_way, "running" if is_next else "open", waited_seconds))
            is_next = False
    return tuple(events)


def _done(text: str, progress: Progress) -> Event:
    request = f"Request {progress.request_id}" if progress.step is Step.WRITTEN else ""
    return Event(text, "done", words.clock_seconds(progress.at), request, is_identity=bool(request))


def _sending(text: str, progress: Progress) -> Event:
    """A large order on its way, with how much of it has left."""
    share = progress.sent * 100 // max(progress.total, 1)
    return Event(text, "running", f"{share} %", f"{megabytes(progress.sent)} of {megabytes(progress.total)}")


def _ahead(step: Step, text: str, state: State, waited_seconds: int) -> Event:
    if step is not Step.ANSWERED or state != "running":
        return Event(text, state)
    more = _STILL_WAITING if waited_seconds >= _LONG_WAIT_SECONDS else ""
    return Event(text, state, f"{waited_seconds} s", more)
