"""Where a cancellation is, as lines of events: facts that this counter knows."""

from __future__ import annotations

from collections.abc import Mapping

from app.core.language import mark, tr
from app.desk.model import formats
from app.desk.model.sale import Progress, Step
from app.ui.kit.lists.timeline import TimelineEvent

_WORDS = {
    Step.WRITTEN: (
        mark("Writing the cancellation to this counter"),
        mark("Cancellation written to this counter"),
    ),
    Step.SENT: (mark("Sending to the service"), mark("Sent to the service")),
    Step.ANSWERED: (mark("Waiting for the answer"), mark("The service has answered")),
}


def cancel_events(done: Mapping[Step, Progress], waited_seconds: int) -> tuple[TimelineEvent, ...]:
    """Done steps with their times, the one under way, and those to come."""
    events: list[TimelineEvent] = []
    for step, (under_way, finished) in _WORDS.items():
        progress = done.get(step)
        if progress is not None:
            events.append(TimelineEvent(finished, "done", formats.clock_seconds(progress.at)))
        elif len(events) == len(done):
            waited = tr("{number} s", number=waited_seconds) if step is Step.ANSWERED else ""
            events.append(
                TimelineEvent(under_way, "running", waited, tr("It is sent once.") if waited else "")
            )
        else:
            events.append(TimelineEvent(under_way, "open"))
    return tuple(events)
