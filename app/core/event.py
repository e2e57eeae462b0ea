"""An event of one object: subscribers are called with its values."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVarTuple

News = TypeVarTuple("News")
log = logging.getLogger(__name__)


class Event(Generic[*News]):
    """Calls its subscribers in the order in which they subscribed, on the thread that raises it.

    A failing subscriber is written to the log; the other subscribers and the caller are not affected.
    """

    def __init__(self) -> None:
        self._subscribers: dict[object, Callable[[*News], object]] = {}

    def subscribe(self, subscriber: Callable[[*News], object]) -> Callable[[], None]:
        """Add a subscriber. Returns a function that removes it; calling that function again has no effect."""
        key = object()
        self._subscribers[key] = subscriber

        def unsubscribe() -> None:
            self._subscribers.pop(key, None)

        return unsubscribe

    def __call__(self, *news: *News) -> None:
        """Call every subscriber with these values."""
        for key, subscriber in tuple(self._subscribers.items()):
            # An earlier subscriber may have removed it.
            if key in self._subscribers:
                try:
                    subscriber(*news)
                except Exception:
                    log.exception("A subscriber failed.")
