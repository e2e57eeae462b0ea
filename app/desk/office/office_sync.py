"""A desk's access to the office's shared database: used while it is reachable, else not waited for.

Changes are put into the outbox on this disk first, and applied on the server from there, in order and once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from app.core.event import Event
from app.core.language import Wording, mark, message_of, tr
from app.desk.model import formats
from app.desk.model.errors import DeskError

if TYPE_CHECKING:
    from app.store.office.listener import Listener
    from app.store.office.outbox import Outbox
    from app.store.office.shared_database import SharedDatabase

log = logging.getLogger(__name__)

T = TypeVar("T")
PAUSE_SECONDS = 5.0
"""Seconds between two tries to reach a server."""
_BREATH_SECONDS = 0.5
"""The shortest time between two calls of those who follow other desks."""

_TWIN = mark(
    "Another computer hands in under the number of this desk. Has the desk been moved, or its data copied? "
    "Only one of the two may be used."
)
_CORRECTED = mark(
    "The office\u2019s database held sales of this desk otherwise than its journal. "
    "They were put right: {refs}. Whoever knows the database\u2019s password can do that."
)
_UNKNOWN = mark("What other desks did with this booking is not known.")
OpenPlace = Callable[[], "SharedDatabase"]
Follower = Callable[["SharedDatabase"], object]


class AwayError(Exception):
    """The shared database is unreachable or not set; the sentence says so."""


class OfficeSync:
    """The access. Thread-safe; only its own thread tries to reach an unreachable server."""

    def __init__(
        self,
        outbox: Outbox | None,
        clock: Callable[[], datetime],
        pause: float = PAUSE_SECONDS,
        *,
        is_expected: bool = False,
    ) -> None:
        """Shares nothing until `use` sets a database.

        `is_expected` says that one is set, even if it is not used yet: items wait for it.
        """
        self._followers: list[Follower] = []
        self.changed = Event[()]()
        """Raised in any thread when `trouble` may have changed."""
        self.told = Event[()]()
        """Raised in a thread of its own when another desk has written something."""
        self._outbox = outbox
        self._clock = clock
        self._pause = pause
        self._changing = threading.Lock()
        """Held while one database replaces another, so that two are never tried at once."""
        self._state = threading.Lock()
        self._handing = threading.Lock()
        self._is_expected = is_expected
        self._is_closed = False
        self._place: SharedDatabase | None = None
        self._reaching: _Reaching | None = None
        self._away_since: datetime | None = None
        self._cause: Wording = ""
        self._listener: Listener | None = None
        self._twin: Wording = ""
        self._corrected: Wording = ""
        self.wants_password = False
        """Whether it was not reached because its password is missing or wrong."""

    @property
    def is_used(self) -> bool:
        """Whether a shared database is set, reachable or not."""
        return self._reaching is not None

    @property
    def is_there(self) -> bool:
        """Whether it is reachable now."""
        return self._place is not None

    @property
    def unknown(self) -> str:
        """A sentence that what others did is not known; empty while it is, and without a database.

        It names no time: while the database is away, also what others did before that is not at hand.
        """
        return tr(_UNKNOWN) if self.is_used and not self.is_there else ""

    @property
    def is_open_to_read(self) -> bool:
        """Whether it is reached over a line that others can read."""
        place = self._place
        return place is not None and place.is_open_to_read

    @property
    def trouble(self) -> str:
        """A sentence since when and why it is unreachable, or what is wrong there; empty for nothing."""
        return str(self._why_away or self._twin or self._corrected)

    def note_twin(self) -> None:
        """Note that another computer hands in under the number of this desk."""
        if not self._twin:
            self._twin = _TWIN
            self.changed()

    def note_corrected(self, refs: str) -> None:
        """Note that the database held these bookings of this desk otherwise than its journal."""
        self._corrected = _CORRECTED.filled(refs=refs)
        self.changed()

    @property
    def _why_away(self) -> Wording:
        since, cause = self._away_since, self._cause
        if since is None:
            return ""
        return mark(
            "The office\u2019s database is away since {time}. "
            "Sales go on, and are handed in when it is back. {cause}",
            time=formats.since(since),
            cause=cause,
        )

    def follow(self, follower: Follower) -> None:
        """Call this with the database whenever it is reachable again, to write its changes."""
        self._followers.append(follower)

    def use(self, open_place: OpenPlace | None) -> None:
        """Use another database from now on, or none; waits until the former one is closed."""
        with self._changing:
            with self._state:
                former, self._reaching = self._reaching, None
            if former is not None:
                former.end()
            self._drop()
            self._twin = self._corrected = ""
            self._say_well()
            if open_place is not None and not self._is_closed:
                with self._state:
                    self._reaching = _Reaching(self, open_place, self._pause)
                    self._reaching.start()

    def ask(self, question: Callable[[SharedDatabase], T]) -> T:
        """The database's answer, after all waiting items are applied. Raises AwayError.

        A DeskError is an answer too: what is wrong is said there, and nothing is lost.
        """
        place = self._place
        if place is None:
            raise AwayError(self._why_away)
        try:
            self._hand_in(place)
            return question(place)
        except (AwayError, DeskError):
            raise
        except Exception as error:
            self._lost(place, error)
            raise AwayError(self._why_away) from error

    def put(self, kind: str, body: bytes) -> None:
        """Put an item into the outbox and try to apply it; it waits while the database is unreachable."""
        if (self.is_used or self._is_expected) and self._outbox is not None:
            self._outbox.put(kind, body)
            self.hand_in()

    def hand_in(self) -> None:
        """Apply waiting items, unless the database is unreachable."""
        place = self._place
        if place is not None:
            try:
                self._hand_in(place, all_of_it=True)
            except Exception as error:
                log.debug("Nothing could be handed in.", exc_info=True)
                self._lost(place, error)

    def close(self) -> None:
        """Close the database for good; waiting items stay on this disk."""
        self._is_closed = True
        self.use(None)
        if self._outbox is not None:
            self._outbox.close()

    def reach(self, open_place: OpenPlace) -> None:
        """Open the database and write all changes; called by the thread that reaches for it."""
        try:
            place = open_place()
        except Exception as error:
            log.debug("The office's database is not reached.", exc_info=True)
            self.wants_password = _is_about_password(error)
            self._say_away(error, message_of(error))
            return
        try:
            self._hand_in(place, all_of_it=True)
        except Exception as error:
            log.debug("The office's database does not take what is handed in.", exc_info=True)
            place.close()
            self._say_away(error, place.why(error))
            return
        self.wants_password = False
        self._place = place
        self._say_well()
        # What was sold between reading the journal and now found no database to be handed in to.
        self.hand_in()

    def listen(self, is_over: threading.Event) -> None:
        """Listen to other desks until the database is lost or `is_over`; called by the thread that reaches.

        A lost connection, and a server that stands still, are noticed by this within two seconds.
        """
        place = self._place
        if place is None:
            return
        try:
            listener = place.listener()
            if listener is not None:
                with self._state:
                    self._listener = listener if self._place is place else None
                try:
                    self._hear(listener, is_over)
                finally:
                    with self._state:
                        self._listener = None
                    listener.close()
        except Exception as error:
            log.debug("The office's database is not heard any more.", exc_info=True)
            self._lost(place, error)

    def hush(self) -> None:
        """End the listening."""
        with self._state:
            self._hush()

    def _hear(self, listener: Listener, is_over: threading.Event) -> None:
        # What was written before this began to listen is not told.
        self.told()
        while self._listener is listener and not is_over.is_set():
            if listener.wait():
                self.told()
                listener.pause(_BREATH_SECONDS)

    def _hush(self) -> None:
        """End the listening; the caller holds the state."""
        if self._listener is not None:
            self._listener.wake()
            self._listener = None

    def _hand_in(self, place: SharedDatabase, *, all_of_it: bool = False) -> None:
        """Write the changes of all followers (a note needs its sale), then the waiting items."""
        box = self._outbox
        with self._handing:
            has_written = False
            if all_of_it:
                self._be_followed(place)
            while box is not None and (items := box.waiting()):
                place.take_in(box.source, items)
                box.remove(items[-1].number)
                has_written = True
            if has_written:
                # Who was forgotten is kept on this disk too: the database may be lost before the next time.
                self._be_followed(place)

    def _be_followed(self, place: SharedDatabase) -> None:
        for follower in self._followers:
            follower(place)

    def _lost(self, place: SharedDatabase, error: Exception) -> None:
        with self._state:
            reaching = self._reaching
            # A late error of a replaced database is ignored and does not affect the new one.
            if self._place is not place or reaching is None:
                return
            self._place = None
            self._hush()
            self._note_away(error, place.why(error))
        place.close()
        self.changed()
        reaching.wake()

    def _drop(self) -> None:
        with self._state:
            place, self._place = self._place, None
            self._hush()
        if place is not None:
            place.close()

    def _say_away(self, error: Exception, cause: Wording) -> None:
        if self._note_away(error, cause):
            self.changed()

    def _note_away(self, error: Exception, cause: Wording) -> bool:
        if self._away_since is None:
            log.warning("The office's database is away.", exc_info=error)
        return self._note_trouble(self._away_since or self._clock(), cause)

    def _note_trouble(self, since: datetime | None, cause: Wording) -> bool:
        """Note the trouble. Returns whether it has changed."""
        is_news = (self._away_since, self._cause) != (since, cause)
        self._away_since, self._cause = since, cause
        return is_news

    def _say_well(self) -> None:
        if self._note_trouble(None, ""):
            self.changed()


def _is_about_password(error: Exception) -> bool:
    from app.store.office.shared_database import PasswordError

    return isinstance(error, PasswordError)


class _Reaching:
    """The thread that tries to reach the database, and again when it was lost."""

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
        """Try to reach it again, after a pause."""
        self._wanted.set()

    def end(self) -> None:
        """Stop trying and listening; waits for a running try."""
        self._is_over.set()
        self._wanted.set()
        self._sharing.hush()
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
            self._sharing.listen(self._is_over)
