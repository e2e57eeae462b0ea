"""The office's shared database as a desk uses it: asked while it is there, else not waited for.

What is written goes into a box on this disk first, and from there to the server, in order and once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from app.core.event import Event
from app.core.language import tr
from app.desk.model import formats

if TYPE_CHECKING:
    from app.store.office.outbox import Outbox
    from app.store.office.shared_database import SharedDatabase

log = logging.getLogger(__name__)

T = TypeVar("T")
PAUSE_SECONDS = 5.0
"""How long a server that is away is left alone."""

OpenPlace = Callable[[], "SharedDatabase"]
Follower = Callable[["SharedDatabase"], object]


class AwayError(Exception):
    """The shared database is not there now, or not asked for; the sentence says so."""


class OfficeSync:
    """Any thread may call. One thread of its own reaches for a server that is away; nobody else does."""

    def __init__(
        self,
        outbox: Outbox | None,
        clock: Callable[[], datetime],
        pause: float = PAUSE_SECONDS,
    ) -> None:
        """It shares nothing until it is told to `use` a database."""
        self.followers: list[Follower] = []
        """Each is called with the database when it is there again, to hand in what it has."""
        self.changed = Event[()]()
        """`trouble` may have changed; raised in any thread."""
        self._outbox = outbox
        self._clock = clock
        self._pause = pause
        self._changing = threading.Lock()
        """Held while one database takes another's place: of two at once, both would be reached for."""
        self._state = threading.Lock()
        self._handing = threading.Lock()
        self.is_expected = False
        """Whether a database is set although it may not be used yet: what is put waits for it."""
        self._is_closed = False
        self._place: SharedDatabase | None = None
        self._reaching: _Reaching | None = None
        self._away_since: datetime | None = None
        self._cause = ""

    @property
    def is_used(self) -> bool:
        """Whether there is an office's database to share, be it there now or not."""
        return self._reaching is not None

    @property
    def is_there(self) -> bool:
        """Whether it can be asked now."""
        return self._place is not None

    @property
    def trouble(self) -> str:
        """Since when it is away and why, in a sentence; empty while it is there."""
        since, cause = self._away_since, self._cause
        if since is None:
            return ""
        return tr(
            "The office\u2019s database is away since {time}. "
            "Sales go on, and are handed in when it is back. {cause}",
            time=formats.clock_time(since),
            cause=cause,
        )

    def use(self, open_place: OpenPlace | None) -> None:
        """Share another database from now on, or none; waits until the one before is let go."""
        with self._changing:
            with self._state:
                former, self._reaching = self._reaching, None
            if former is not None:
                former.end()
            self._drop()
            self._say_well()
            if open_place is not None and not self._is_closed:
                with self._state:
                    self._reaching = _Reaching(self, open_place, self._pause)
                    self._reaching.start()

    def ask(self, question: Callable[[SharedDatabase], T]) -> T:
        """What the database gives when all that waits here is handed in. Raises AwayError."""
        place = self._place
        if place is None:
            raise AwayError(self.trouble)
        try:
            self._hand_in(place)
            return question(place)
        except AwayError:
            raise
        except Exception as error:
            self._lost(place, error)
            raise AwayError(self.trouble) from error

    def put(self, kind: str, body: bytes) -> None:
        """Keep something to be handed in, and try to; it waits on this disk while the database is away."""
        if (self.is_used or self.is_expected) and self._outbox is not None:
            self._outbox.put(kind, body)
            self.hand_in()

    def hand_in(self) -> None:
        """Hand in what waits, unless the database is away."""
        place = self._place
        if place is not None:
            try:
                self._hand_in(place, all_of_it=True)
            except Exception as error:
                log.debug("Nothing could be handed in.", exc_info=True)
                self._lost(place, error)

    def close(self) -> None:
        """Let go of the database, for good; what waits stays on this disk."""
        self._is_closed = True
        self.use(None)
        if self._outbox is not None:
            self._outbox.close()

    def reach(self, open_place: OpenPlace) -> None:
        """Open the database and hand in all there is; called by the thread that does so."""
        try:
            place = open_place()
        except Exception as error:
            log.debug("The office's database is not reached.", exc_info=True)
            self._say_away(error)
            return
        try:
            self._hand_in(place, all_of_it=True)
        except Exception as error:
            log.debug("The office's database does not take what is handed in.", exc_info=True)
            place.close()
            self._say_away(error)
            return
        self._place = place
        self._say_well()

    def _hand_in(self, place: SharedDatabase, *, all_of_it: bool = False) -> None:
        """The journal first: a note is about a sale that is there."""
        box = self._outbox
        with self._handing:
            if all_of_it:
                for follower in self.followers:
                    follower(place)
            while box is not None and (items := box.waiting()):
                place.take_in(box.source, items)
                box.remove(items[-1].number)

    def _lost(self, place: SharedDatabase, error: Exception) -> None:
        with self._state:
            reaching = self._reaching
            # What is said too late of a database that was given up is no news, and costs the new one nothing.
            if self._place is not place or reaching is None:
                return
            self._place = None
            self._note_away(error)
        place.close()
        self.changed()
        reaching.wake()

    def _drop(self) -> None:
        with self._state:
            place, self._place = self._place, None
        if place is not None:
            place.close()

    def _say_away(self, error: Exception) -> None:
        if self._note_away(error):
            self.changed()

    def _note_away(self, error: Exception) -> bool:
        if self._away_since is None:
            log.warning("The office's database is away.", exc_info=error)
        return self._note_trouble(self._away_since or self._clock(), str(error))

    def _note_trouble(self, since: datetime | None, cause: str) -> bool:
        """Whether that is news."""
        is_news = (self._away_since, self._cause) != (since, cause)
        self._away_since, self._cause = since, cause
        return is_news

    def _say_well(self) -> None:
        if self._note_trouble(None, ""):
            self.changed()


class _Reaching:
    """The thread that reaches for the database until it is there, and again when it was lost."""

    def __init__(self, sharing: OfficeSync, open_place: OpenPlace, pause: float) -> None:
        self._sharing = sharing
        self._open = open_place
        self._pause = pause
        self._is_over = threading.Event()
        self._wanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="office_database", daemon=True)

    def start(self) -> None:
        self._wanted.set()
        self._thread.start()

    def wake(self) -> None:
        """Reach for it again, after a pause."""
        self._wanted.set()

    def end(self) -> None:
        """Stop reaching; waits for what is under way."""
        self._is_over.set()
        self._wanted.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self._wanted.wait()
            if self._is_over.is_set():
                return
            self._wanted.clear()
            self._sharing.reach(self._open)
            while not self._sharing.is_there:
                if self._is_over.wait(self._pause):
                    return
                self._sharing.reach(self._open)
