"""The progress of an order as timeline events."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer

from app.core.language import Message, joined, mark, tr
from app.desk.documents.document import megabytes
from app.desk.model.sale import Progress, Step
from app.ui.kit.basics.room import Room
from app.ui.kit.lists.timeline import TimelineEvent

_FIRST_GUESS_SECONDS = 3
"""Seconds before which most of what has left may be in a buffer of this computer."""
_ROUND_SECONDS = 5
_A_LONG_TIME_SECONDS = 120
_SECOND_MS = 1000


class OrderWords(NamedTuple):
    """The words for running and finished steps, and for a slow answer."""

    steps: Mapping[Step, tuple[Message, Message]]
    waiting: Message
    silent_seconds: int = 0
    shows_request: bool = False


_CHECKING = mark("Reading seats, fares and wallet again")
_SENT = {
    Step.SENT: (mark("Sending to the service"), mark("Sent to the service")),
    Step.ANSWERED: (mark("Waiting for the answer"), mark("The service has answered")),
}
SALE = OrderWords(
    {
        Step.WRITTEN: (mark("Writing the order to this counter"), mark("Order written to this counter")),
        **_SENT,
        Step.COMPARED: (mark("Read the wallet and compare"), mark("Wallet read and compared")),
    },
    mark("Still waiting. The order was sent once and is not sent again."),
    10,
    shows_request=True,
)
CANCELLATION = OrderWords(
    {
        Step.WRITTEN: (
            mark("Writing the cancellation to this counter"),
            mark("Cancellation written to this counter"),
        ),
        **_SENT,
    },
    mark("It is sent once."),
)


class OrderProgress(QObject):
    """The progress of one order, from the key to the answer."""

    def __init__(self, words: OrderWords, show: Callable[[], None], parent: QObject) -> None:
        """`show` is called when a step is done or a second has passed."""
        super().__init__(parent)
        self._show = show
        self._words = words
        self._done: dict[Step, Progress] = {}
        self._began_at = self._sent_at = 0.0
        self._seconds = QTimer(self)
        self._seconds.setInterval(_SECOND_MS)
        self._seconds.timeout.connect(show)

    @property
    def is_sent(self) -> bool:
        """Whether the service has the whole order."""
        return Step.SENT in self._done

    @property
    def age(self) -> float:
        """The seconds since the order began."""
        return time.monotonic() - self._began_at

    def begin(self) -> None:
        """Begin with another order."""
        self._done.clear()
        self._began_at = time.monotonic()
        self._show()
        self._seconds.start()

    def end(self) -> None:
        """Stop counting seconds."""
        self._seconds.stop()

    def note(self, progress: Progress) -> None:
        """Note a step; seconds are counted once the service has the order."""
        self._done[progress.step] = progress
        if progress.step is Step.SENT:
            self._sent_at = time.monotonic()
        self._show()

    def events(self) -> tuple[TimelineEvent, ...]:
        """The present events."""
        waited = int(time.monotonic() - self._sent_at) if self.is_sent else 0
        return order_events(self._words, self._done, waited)


def order_events(
    words: OrderWords, done: Mapping[Step, Progress], waited_seconds: int
) -> tuple[TimelineEvent, ...]:
    """The events: finished steps with times, the running one, and those to come."""
    events: list[TimelineEvent] = []
    is_next = True
    for step, named in words.steps.items():
        under_way, finished = map(tr, named)
        if (progress := done.get(step)) is not None:
            events.append(_done(finished, progress, shows_request=words.shows_request))
            continue
        if not is_next:
            events.append(TimelineEvent(under_way, "open"))
        elif step is Step.WRITTEN and Step.CHECKING in done:
            # Nothing is written before that is known.
            events.append(TimelineEvent(tr(_CHECKING), "running"))
        elif step is Step.SENT and Step.SENDING in done:
            events.append(_sending(under_way, done))
        elif step is Step.ANSWERED:
            more = tr(words.waiting) if waited_seconds >= words.silent_seconds else ""
            events.append(TimelineEvent(under_way, "running", tr("{number} s", number=waited_seconds), more))
        else:
            events.append(TimelineEvent(under_way, "running"))
        is_next = False
    return tuple(events)


def busy_words(words: str, events: Iterable[TimelineEvent], room: Room) -> str:
    """The words of a button whose order is on its way; in a small window, where no step is seen, how long."""
    waited = next((each.at for each in events if each.state == "running"), "")
    return joined(" ", (words, str(waited))) if room.is_small else words


def _done(text: str, progress: Progress, *, shows_request: bool) -> TimelineEvent:
    is_written = shows_request and progress.step is Step.WRITTEN
    request = tr("Request {request_id}", request_id=progress.request_id) if is_written else ""
    return TimelineEvent(text, "done", progress.at, request, is_identity=bool(request))


def _sending(text: str, done: Mapping[Step, Progress]) -> TimelineEvent:
    """The event of a large upload: the part that has left, and the estimated rest of the time."""
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
