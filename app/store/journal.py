"""The money journal: every step of every money call, in two durable sinks before the next step is taken."""

from __future__ import annotations

import errno
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from app.store.attempt import Attempt, folded, union
from app.store.chain import Chain, ChainError, Entry, Facts, Step
from app.store.folder import FolderLock, Reserve, UnfitFolderError, prepare_folder
from app.store.recovery import UNCONFIRMED, Recovery, Sink, Sinks, recover
from app.store.request_numbers import RequestNumbers, new_desk, parts_of
from app.store.states import Kind, State, may_follow

__all__ = ["Attempt", "Entry", "Journal", "JournalError", "Recovery", "TransitionError"]

_NOTHING: Facts = MappingProxyType({})
_BEFORE_THE_LAST_BYTE = frozenset({State.PREPARED, State.DISPATCHED})
_BOTH = 2


class JournalError(Exception):
    """The journal did not keep an entry as it must; `is_partly_kept` when one of the two sinks has it."""

    def __init__(self, message: str, *, is_partly_kept: bool = False) -> None:
        super().__init__(message)
        self.is_partly_kept = is_partly_kept


class TransitionError(ValueError):
    """A step that the state machine does not allow."""


class Journal:
    """The journal of one data folder, made of its parts; `open` makes the parts.

    Every entry goes to the mirror, then to the database. A sink that fails gets no more entries, the other
    goes on: so both always tell the same history, one perhaps a shorter one. Without both of them nothing new
    is sold, but an outcome is kept by the one that is left.

    A test wraps a sink to fail, to record or to stop at a named point: `replace(recover(…), mirror=wrapper)`.
    """

    def __init__(self, lock: FolderLock, reserve: Reserve, sinks: Sinks, chain: Chain) -> None:
        """Use what `recover` gave; the caller holds the lock, and `close` releases it."""
        self.recovery: Recovery = sinks.recovery
        self._lock = lock
        self._reserve = reserve
        self._sinks: list[Sink] = [sink for sink in (sinks.mirror, sinks.database) if sink is not None]
        self._database = sinks.database
        self._chain = chain
        self._attempts = union((sinks.entries, sinks.other_entries))
        self._last = sinks.entries[-1] if sinks.entries else None
        self._numbers = self._numbers_after(sinks)
        self._writing = threading.Lock()
        self._reading = threading.Lock()

    @classmethod
    def open(cls, folder: Path, *, chain_key: bytes | None, clock: Callable[[], datetime]) -> Journal:
        """Lock the folder, mend what a crash left, and give the journal; `recovery` says what was found.

        `chain_key` (1 to 64 bytes) seals the entries, so that edits by hand show; without it they are marked
        as unkeyed. Raises FolderInUseError, UnfitFolderError, OSError or sqlite3.Error.
        """
        prepare_folder(folder)
        lock = FolderLock(folder)
        try:
            chain = Chain(chain_key or b"", clock)
            sinks = recover(folder, chain.key, f"{chain.now():%Y%m%dT%H%M%SZ}")
            return cls(lock, Reserve(folder), sinks, chain)
        except ChainError as error:
            lock.release()
            message = f"The journal in {folder} was written by another program. Nothing was touched."
            raise UnfitFolderError(message) from error
        except BaseException:
            lock.release()
            raise

    def append(
        self,
        *,
        intent_id: str,
        attempt: int,
        request_id: str,
        kind: Kind,
        state: State,
        facts: Facts,
        private: Facts = _NOTHING,
    ) -> Entry:
        """Add one step; it is in both sinks and on the disk when this returns.

        `facts` hold no personal data; `private` goes to the database alone. Raises TransitionError for a step
        that may not follow, and JournalError when it could not be kept. PREPARED and DISPATCHED need both
        sinks: after an error the attempt stands as before or, when `is_partly_kept`, with the step, and
        NOT_SENT may follow. An outcome needs one sink.
        """
        step = Step(intent_id, attempt, request_id, kind, state, facts, private)
        with self._writing:
            self._check_order(step)
            if state in _BEFORE_THE_LAST_BYTE:
                self._check_readiness(state)
            return self._write(step)

    def attempts(self) -> tuple[Attempt, ...]:
        """Every attempt, oldest first, as the journal has it; this never waits for the disk."""
        with self._reading:
            return tuple(self._attempts.values())

    def open_attempts(self) -> tuple[Attempt, ...]:
        """The attempts whose outcome still needs an answer."""
        return tuple(attempt for attempt in self.attempts() if attempt.is_open)

    def new_request_id(self) -> str:
        """A number for one request: `ac1-`, this counter, and a part that always grows; 39 ASCII characters.

        One that is in no entry is remembered when the journal is closed; it never waits for the disk.
        """
        return self._numbers.new()

    def confirm(self, by: str) -> None:
        """Note that `by` has looked through a journal that was rebuilt: selling is on again.

        Does nothing where nothing is to be confirmed. Raises JournalError when it cannot be kept.
        """
        with self._writing:
            if self.recovery.selling_allowed:
                return
            said = f"{by}: {' '.join(self.recovery.sentences)}"
            self._keep_notes({UNCONFIRMED: "", f"confirmed {self._chain.now().isoformat()}": said})
            self.recovery = Recovery()

    def close(self) -> None:
        """Give the files and the folder back; a second call does nothing."""
        with self._writing:
            if self._sinks and self._numbers.last:
                with suppress(JournalError):
                    self._keep_notes({"ulid": self._numbers.last})
            for sink in self._sinks:
                with suppress(OSError, sqlite3.Error):
                    sink.close()
            self._sinks = []
            self._database = None
            self._lock.release()

    def _numbers_after(self, sinks: Sinks) -> RequestNumbers:
        """They go on behind the last number of this folder, under the number of its desk."""
        notes = sinks.database.notes() if sinks.database else {}
        used = [parts_of(attempt.request_id) for attempt in self._attempts.values()]
        desk = notes.get("desk") or next((each[0] for each in used if each), "") or new_desk()
        if sinks.database and "desk" not in notes:
            sinks.database.write((), {"desk": desk})
        last = max((each[1] for each in used if each and each[0] == desk), default="")
        return RequestNumbers(desk, max(last, notes.get("ulid", "")), self._chain.now)

    def _check_order(self, step: Step) -> None:
        standing = self._attempts.get((step.intent_id, step.attempt))
        before = standing.state if standing else None
        if not may_follow(step.kind, before, step.state):
            message = f"{step.state} may not follow {before or 'nothing'}."
            raise TransitionError(message)
        if standing and (standing.request_id, standing.kind) != (step.request_id, step.kind):
            message = f"This attempt is the {standing.kind} with the request {standing.request_id}."
            raise TransitionError(message)

    def _check_readiness(self, state: State) -> None:
        """Before anything is written: whether this step and the outcome after it could be kept."""
        if not self.recovery.selling_allowed:
            raise JournalError(" ".join(self.recovery.sentences))
        if len(self._sinks) < _BOTH:
            message = "The journal on this disk takes no more sales. Start the counter again."
            raise JournalError(message)
        if state is State.PREPARED:
            try:
                self._reserve.make()
            except OSError as error:
                raise JournalError(error.strerror or str(error)) from error

    def _write(self, step: Step) -> Entry:
        entry = self._chain.entry(step, self._last)
        needed = _BOTH if step.state in _BEFORE_THE_LAST_BYTE else 1
        self._sinks = [sink for sink in self._sinks if self._is_kept(sink, entry)]
        if self._sinks:
            self._remember(entry)
        if len(self._sinks) < needed:
            message = "The journal on this disk took no entry. Start the counter again."
            raise JournalError(message, is_partly_kept=bool(self._sinks))
        return entry

    def _is_kept(self, sink: Sink, entry: Entry) -> bool:
        """Whether the sink has the entry; one that failed is closed, for a failed flush is final."""
        try:
            try:
                sink.append(entry)
            except (OSError, sqlite3.Error) as error:
                if not (is_full(error) and self._reserve.release()):
                    raise
                sink.append(entry)
        except (OSError, sqlite3.Error):
            with suppress(OSError, sqlite3.Error):
                sink.close()
            return False
        return True

    def _remember(self, entry: Entry) -> None:
        self._last = entry
        key = (entry.intent_id, entry.attempt)
        with self._reading:
            standing = self._attempts.get(key)
            self._attempts[key] = folded((*(standing.entries if standing else ()), entry))

    def _keep_notes(self, notes: dict[str, str]) -> None:
        if self._database is None:
            message = "There is no database to keep this in."
            raise JournalError(message)
        try:
            self._database.write((), notes)
        except sqlite3.Error as error:
            message = "The journal's database did not keep this."
            raise JournalError(message) from error


def is_full(error: Exception) -> bool:
    """Whether it failed because the disk is full."""
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    return getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
