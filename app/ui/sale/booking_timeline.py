"""Where an order is, as lines of events: facts that this counter knows."""

from __future__ import annotations

import math
from collections.abc import Mapping

from app.core.language import joined, mark, tr
from app.desk.documents.document import megabytes
from app.desk.model import formats
from app.desk.model.sale import Progress, Step
from app.ui.kit.lists.timeline import State, TimelineEvent

_WORDS = {
    Step.WRITTEN: (mark("Writing the order to this counter"), mark("Order written to this counter")),
    Step.SENT: (mark("Sending to the service"), mark("Sent to the service")),
    Step.ANSWERED: (mark("Waiting for the answer"), mark("The service has answered")),
    Step.COMPARED: (mark("Read the wallet and compare"), mark("Wallet read and compared")),
}
_LONG_WAIT_SECONDS = 10
_FIRST_GUESS_SECONDS = 3
"""Before, most of what has left lies in a buffer of this computer."""
_ROUND_SECONDS = 5
_A_LONG_TIME_SECONDS = 120
_STILL_WAITING = mark("Still waiting. The order was sent once and is not sent again.")


def booking_events(done: Mapping[Step, Progress], waited_seconds: int) -> tuple[TimelineEvent, ...]:
    """Done steps with their times, the one under way, and those to come."""
    events: list[TimelineEvent] = []
    is_next = True
    for step, (under_way, finished) in _WORDS.items():
        progress = done.get(step)
        if progress is not None:
            events.append(_done(finished, progress))
        elif step is Step.SENT and is_next and Step.SENDING in done:
            events.append(_sending(under_way, done))
            is_next = False
        else:
            events.append(_ahead(step, under_way, "running" if is_next else "open", waited_seconds))
            is_next = False
    return tuple(events)


def _done(text: str, progress: Progress) -> TimelineEvent:
    request = (
        tr("Request {request_id}", request_id=progress.request_id) if progress.step is Step.WRITTEN else ""
    )
    return TimelineEvent(text, "done", formats.clock_seconds(progress.at), request, is_identity=bool(request))


def _sending(text: str, done: Mapping[Step, Progress]) -> TimelineEvent:
    """A large order on its way: how much of it has left, and about how long the rest will take."""
    progress = done[Step.SENDING]
    share = progress.sent * 100 // max(progress.total, 1)
    sizes = tr("{sent} of {total}", sent=megabytes(progress.sent), total=megabytes(progress.total))
    return TimelineEvent(
        text, "running", f"{share} %", joined(", ", (sizes, _time_left(progress, done.get(Step.WRITTEN))))
    )


def _time_left(progress: Progress, began: Progress | None) -> str:
    taken = 0.0 if began is None else (progress.at - began.at).total_seconds()
    if taken < _FIRST_GUESS_SECONDS or not progress.sent:
        return ""
    left = (
        math.ceil(taken * (progress.total - progress.sent) / progress.sent / _ROUND_SECONDS) * _ROUND_SECONDS
    )
    return (
        tr("about {number} s left", number=left)
        if left < _A_LONG_TIME_SECONDS
        else tr("about {number} min left", number=math.ceil(left / 60))
    )


def _ahead(step: Step, text: str, state: State, waited_seconds: int) -> TimelineEvent:
    if step is not Step.ANSWERED or state != "running":
        return TimelineEvent(text, state)
    more = _STILL_WAITING if waited_seconds >= _LONG_WAIT_SECONDS else ""
    return TimelineEvent(text, state, tr("{number} s", number=waited_seconds), more)
