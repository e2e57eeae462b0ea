"""News of one object for everything that subscribed to it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, TypeVarTuple

News = TypeVarTuple("News")
log = logging.getLogger(__name__)


class Event(Generic[*News]):
    """Calls its subscribers in the order in which they subscribed, on the thread that raises it.

    A subscriber that fails is written to the log: neither the others nor the caller notice.
    """

    def __init__(self) -> None:
        self._subscribers: dict[object, Callable[[*News], object]] = {}

    def subscribe(self, subscriber: Callable[[*News], object]) -> Callable[[], None]:
        """A function that removes the subscriber again; a second call of it changes nothing."""
        key = object()
        self._subscribers[key] = subscriber

        def unsubscribe() -> None:
            self._subscribers.pop(key, None)

        return unsubscribe

    def __call__(self, *news: *News) -> None:
        """Call every subscriber with the news."""
        for key, subscriber in tuple(self._subscribers.items()):
            # An earlier subscriber may have removed it.
            if key in self._subscribers:
                try:
                    subscriber(*news)
                except Exception:
                    log.exception("A subscriber failed.")
