"""The money journal: every step of a money call is stored in two durable sinks before the next is taken."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from heapq import merge
from pathlib import Path
from types import MappingProxyType

from app.core.language import in_source, mark
from app.store.files.data_folder import (
    LOCK_FILE,
    FolderLock,
    NoLock,
    Reserve,
    UnfitFolderError,
    can_be_written,
    prepare_folder,
    refuse_links,
)
from app.store.journal.attempt import (
    Attempt,
    AttemptKey,
    AttemptSpan,
    folded,
    open_digest_of,
    span_of,
    struck,
    trip_of,
    union,
    without_private,
)
from app.store.journal.attempt_index import INDEX_FILE, By
from app.store.journal.errors import JournalError, TransitionError, check_order, is_full
from app.store.journal.file_log import write_mirror
from app.store.journal.full_check import CheckStoppedError, ContradictionError
from app.store.journal.hash_chain import ChainError, ChainStep, Facts, HashChain, LogEntry
from app.store.journal.recovery import (
    DATABASE_FILE,
    MIRROR_FILE,
    UNCONFIRMED,
    Recovery,
    Sink,
    Sinks,
    held_back,
    look,
    recover,
)
from app.store.journal.request_numbers import is_renewed, numbers_after, renewed
from app.store.journal.resumption import resume
from app.store.journal.rollback_guard import Known, RollbackGuard, mark_of
from app.store.journal.sqlite_log import SqliteLog
from app.store.journal.states import Kind, State

__all__ = ["Attempt", "Journal", "JournalError", "LogEntry", "Recovery", "TransitionError"]

log = logging.getLogger(__name__)

_NOTHING: Facts = MappingProxyType({})
_BEFORE_THE_LAST_BYTE = frozenset({State.PREPARED, State.DISPATCHED})
_BOTH = 2
_CONTRADICTED = mark(
    "The journal on this disk is not as this counter wrote it. Nothing can be sold. Close the counter and "
    "start it again: it then looks at all of the journal, and says what is wrong."
)
_ERASES_NOTHING = mark("The journal on this disk erases nothing. Start the counter again.")


class Journal:
    """The journal of one data folder, composed of its parts; `open` makes the parts.

    Every entry goes to the log file, then to the database. A sink that fails gets no more entries and the
    other goes on: both hold the same history, one of them perhaps a shorter part. Without both of them
    nothing new is sold, but an outcome is stored in the remaining one.

    A test wraps a sink to fail, to record or to stop at a named point: `replace(recover(…), mirror=wrapper)`.
    """

    def __init__(
        self,
        lock: FolderLock,
        reserve: Reserve,
        sinks: Sinks,
        chain: HashChain,
        *,
        outside: RollbackGuard | None = None,
    ) -> None:
        """Use the sinks of `recover`; the caller holds the lock, and `close` releases it.

        `outside` is the rollback guard: it is given each newest entry, and closed with the journal.
        """
        self.recovery: Recovery = sinks.recovery
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._checking = threading.Lock()
        self._closing = threading.Event()
        self._lock = lock
        self._reserve = reserve
        self._outside = outside
        self._mark_key = outside.mark_key() if outside else chain.key
        self._sinks: list[Sink] = [sink for sink in (sinks.mirror, sinks.database) if sink is not None]
        self._database = sinks.database
        self._withheld: list[Sink] = []
        if sinks.are_withheld:
            self._sinks, self._withheld = [], self._sinks
        self._chain = chain
        self._archive = sinks.archive
        self._attempts = {(each.intent_id, each.attempt): each for each in sinks.live} or union(
            (sinks.entries, sinks.other_entries)
        )
        """All attempts; with an archive the open ones and those with an entry that the archive lacks."""
        self._last = sinks.newest or (sinks.entries[-1] if sinks.entries else None)
        by_change = sorted(self._attempts.items(), key=lambda item: item[1].entries[-1].seq)
        self._changed = {key: attempt.entries[-1].seq for key, attempt in by_change}
        used = (*sinks.requests, *(each.request_id for each in self._attempts.values()))
        self._numbers = numbers_after(sinks, used, chain.now)
        if self._sinks:
            self._keep_checkpoint()

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        chain_key: bytes | None,
        clock: Callable[[], datetime],
        outside: RollbackGuard | None = None,
        checks_later: bool = False,
    ) -> Journal:
        """The journal of a folder, locked and repaired after a crash; `recovery` says what was found.

        With `checks_later` it is opened without being read as far as `resumption` allows; `check` has to be
        called then.

        `chain_key` (1 to 64 bytes) seals the entries, so that edits by hand are detected; without it they are
        marked as unkeyed. `outside`, the rollback guard, knows whether the journal is the newest one; its key
        marks sales, else the chain key does. A read-only folder is opened for reading. Raises
        FolderInUseError, UnfitFolderError, OSError or sqlite3.Error.
        """
        prepare_folder(folder)
        refuse_links(folder, (LOCK_FILE, MIRROR_FILE, DATABASE_FILE, INDEX_FILE))
        chain = HashChain(chain_key or b"", clock)
        is_writable = can_be_written(folder, (LOCK_FILE, MIRROR_FILE, DATABASE_FILE))
        lock = FolderLock(folder) if is_writable else NoLock()
        try:
            known = outside.last() if outside else Known(0, frozenset())
            if not is_writable:
                sinks = held_back(look(folder, chain.key), known, folder)
            elif (resumed := resume(folder, chain.key, known, checks_later=checks_later)) is not None:
                sinks = resumed
            else:
                stamp = f"{chain.now():%Y%m%dT%H%M%SZ}"
                sinks = held_back(recover(folder, chain.key, stamp), known, folder)
            sinks = replace(sinks, renewed=renewed(folder))
            journal = cls(lock, Reserve(folder), sinks, chain, outside=outside)
            if sinks.renewed and sinks.database and not sinks.are_withheld:
                is_renewed(folder)
        except ChainError as error:
            lock.release()
            message = mark(
                "The journal in {folder} was written by another program. Nothing was touched.", folder=folder
            )
            raise UnfitFolderError(message) from error
        except BaseException:
            lock.release()
            raise
        else:
            return journal

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
    ) -> LogEntry:
        """Add one step and return its entry; it is in both sinks and on the disk when this returns.

        `facts` hold no personal data; `private` goes to the database alone. Raises TransitionError for a step
        that may not follow, and JournalError when it could not be stored. PREPARED and DISPATCHED need both
        sinks: after an error the attempt is as before or, when `is_partly_kept`, has the step, and NOT_SENT
        may follow. An outcome needs one sink.
        """
        step = ChainStep(intent_id, attempt, request_id, kind, state, facts, private)
        with self._writing:
            check_order(self._standing((step.intent_id, step.attempt)), step)
            if state in _BEFORE_THE_LAST_BYTE:
                self._check_readiness(state)
            return self._write(step)

    def append_to(self, attempt: Attempt, state: State, facts: Facts, private: Facts = _NOTHING) -> LogEntry:
        """Add one step to an attempt of this journal; raises what `append` raises."""
        return self.append(
            intent_id=attempt.intent_id,
            attempt=attempt.attempt,
            request_id=attempt.request_id,
            kind=attempt.kind,
            state=state,
            facts=facts,
            private=private,
        )

    def strike_out(self, entries: Iterable[LogEntry], why: str) -> int:
        """Erase the private facts of these entries for good and note it. Returns how many had some.

        Everything else of them stays, and so does the chain, which holds only a salted hash of them. Raises
        JournalError, and erases nothing, when the outcome of one of their intents is unknown, when the
        journal cannot be relied on, or when the disk refuses.
        """
        held = {each.seq: each for each in entries if each.private}
        with self._writing:
            intents = {each.intent_id for each in held.values()}
            if any(each.intent_id in intents for each in self.open_attempts()):
                message = mark("An outcome is open. What is known of it stays until it is settled.")
                raise JournalError(message)
            if not self.recovery.selling_allowed:
                raise JournalError(self.recovery.problem)
            if held:
                said = f"{why}: entries {', '.join(map(str, sorted(held)))}"
                self._strike(held, {f"struck out {self._chain.now().isoformat()}": said})
        return len(held)

    def attempts(self) -> tuple[Attempt, ...]:
        """Every attempt, oldest first: the effort grows with the journal, so only for what is about all."""
        return self._chosen(lambda _: True, "all")

    def newest_first(self) -> Iterator[Attempt]:
        """Every attempt, the one that began last first, read as far as it is asked for."""
        live = sorted(self._live(lambda _: True), key=_began)
        held = {_key(each) for each in live}
        older = (each for each in self._archived_first() if _key(each) not in held)
        return merge(reversed(live), older, key=_began, reverse=True)

    def open_attempts(self) -> tuple[Attempt, ...]:
        """The attempts whose outcome is still unknown, oldest first; never waits for the disk."""
        return tuple(sorted(self._live(lambda each: each.is_open), key=_began))

    def in_state(self, *states: State) -> tuple[Attempt, ...]:
        """The attempts that are in one of these states, oldest first."""
        return self._chosen(
            lambda each: each.state in states, "states", json.dumps([each.value for each in states])
        )

    def of_intent(self, intent_id: str) -> tuple[Attempt, ...]:
        """The attempts of one sale or cancellation, oldest first."""
        return self._chosen(lambda each: each.intent_id == intent_id, "intent", intent_id)

    def asked_as(self, intent_id: str) -> tuple[Attempt, ...]:
        """The attempts that an order with this intent was journalled as, with the number of an equal one."""
        return self._chosen(lambda each: each.facts.get("asked_as") == intent_id, "asked", intent_id)

    def of_request(self, request_id: str) -> tuple[Attempt, ...]:
        """The attempts with a request number, oldest first."""
        return self._chosen(lambda each: each.request_id == request_id, "request", request_id)

    def of_booking(self, booking_ref: str) -> tuple[Attempt, ...]:
        """The sales and cancellations with a PNR, in upper or lower case, oldest first; none for no PNR."""
        sought = booking_ref.casefold()
        return self._chosen(
            lambda each: str(each.facts.get("booking_ref") or "").casefold() == sought != "",
            "booking",
            sought,
        )

    def of_trip(self, facts: Facts) -> tuple[Attempt, ...]:
        """The sales of the slot, or of the schedule on the day, of these facts, oldest first."""
        sought = trip_of(facts)
        return self._chosen(
            lambda each: each.kind is Kind.CREATE and trip_of(each.facts) == sought != "", "trip", sought
        )

    def of_content(self, content_sha256: str) -> tuple[Attempt, ...]:
        """The attempts to send exactly these bytes, oldest first."""
        return self._chosen(
            lambda each: each.facts.get("content_sha256") == content_sha256, "content", content_sha256
        )

    def since(self, at: datetime) -> tuple[Attempt, ...]:
        """The attempts whose newest entry was made at `at` or later, by the clock of then; oldest first."""
        return self._chosen(lambda each: each.last_at >= at, "time", at.timestamp())

    def spans(self, since: datetime) -> list[AttemptSpan]:
        """Between which times the entries of the attempts were made that `since(since)` would read.

        A few more may be among them, and an attempt that goes on now has two.
        """
        older = [] if self._archive is None else self._archive.spans(since.timestamp())
        return [*older, *map(span_of, self._live(lambda each: each.last_at >= since))]

    def changes(self, behind: int = 0, most: int | None = None) -> tuple[Attempt, ...]:
        """The attempts with an entry after this number, in their present state, by their newest entry.

        Of many only the first, `most` of them.
        """
        older: list[Attempt] = []
        if self._archive is not None and behind < self._archive.end:
            # Those that have changed since stand among the live ones, perhaps later: as many more are read.
            older = self._archive.after(behind, None if most is None else most + len(self._changed))
        with self._reading:
            found = {_key(each): each for each in older if _key(each) not in self._changed}
            for key, seq in reversed(self._changed.items()):
                if seq <= behind:
                    break
                found[key] = self._attempts[key]
        return tuple(sorted(found.values(), key=lambda each: each.entries[-1].seq)[:most])

    @property
    def newest(self) -> LogEntry | None:
        """The newest entry, or None."""
        return self._last

    def mark(self, text: str) -> str:
        """The mark of a text that must not be in the log file; see `mark_of`."""
        return mark_of(text, self._mark_key)

    def new_request_id(self) -> str:
        """A new request_id: `ac1-`, this counter, and a part that always grows; 39 ASCII characters.

        One without an entry is saved when the journal is closed; never waits for the disk.
        """
        return self._numbers.new()

    @property
    def desk(self) -> str:
        """The name of this counter in its request numbers: eight hexadecimal digits."""
        return self._numbers.desk

    @property
    def desks(self) -> frozenset[str]:
        """That name, and those that it had before it was restored from a backup."""
        return self._numbers.desks

    def confirm(self, by: str) -> None:
        """Note that `by` has checked a journal that was rebuilt, old or foreign: selling is allowed again.

        Does nothing when nothing has to be confirmed. Raises JournalError when it cannot be stored.
        """
        with self._writing:
            if self.recovery.selling_allowed:
                return
            said = f"{by}: {' '.join(map(in_source, self.recovery.messages))}"
            self._keep_notes({UNCONFIRMED: "", f"confirmed {self._chain.now().isoformat()}": said})
            if self._outside is not None:
                self._outside.set_back(*((self._last.seq, self._last.hash) if self._last else (0, "")))
                self._keep_checkpoint()
            self._sinks, self._withheld = [*self._sinks, *self._withheld], []
            self.recovery = Recovery()

    def copy_to(self, folder: Path) -> None:
        """Copy both sinks in the state of one moment; steps of money calls wait meanwhile.

        Raises JournalError when the journal cannot be relied on, OSError or sqlite3.Error.
        """
        with self._writing:
            if not self.recovery.selling_allowed or len(self._sinks) < _BOTH or self._database is None:
                raise JournalError(mark("The journal is not whole, so no backup is made of it."))
            self._database.copy_to(folder / DATABASE_FILE)
        # Both sinks hold the same lines, so the second is written from the copy of the first.
        write_mirror(folder / MIRROR_FILE, SqliteLog.lines_of(folder / DATABASE_FILE))

    def check(self, goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Check every entry that was not read when the journal was opened; returns whether all is well.

        When something is wrong, nothing is sold from now on, `recovery` says so, and the next start looks at
        all of it and repairs what can be repaired. It takes seconds in a long journal, in little memory:
        `goes_on` is asked every few milliseconds and may wait, and False gives the check up.
        """
        with self._checking:
            archive, last = self._archive, self._last
            if archive is None or last is None or self._closing.is_set():
                return True
            try:
                archive.check(self._chain.key, last.seq, lambda: not self._closing.is_set() and goes_on())
            except CheckStoppedError:
                return True
            except (ContradictionError, OSError, sqlite3.Error):
                log.exception("The journal is not as it was written.")
                archive.doubt()
                with self._writing:
                    self.recovery = Recovery((_CONTRADICTED,), selling_allowed=False)
                return False
            return True

    def close(self) -> None:
        """Close the files and release the folder; a second call does nothing."""
        self._closing.set()
        with self._checking, self._writing:
            if self._sinks and self._numbers.last:
                with suppress(JournalError):
                    self._keep_notes({"ulid": self._numbers.last})
            for sink in (*self._sinks, *self._withheld):
                with suppress(OSError, sqlite3.Error):
                    sink.close()
            self._sinks, self._withheld = [], []
            self._database = None
            if self._archive is not None:
                with suppress(sqlite3.Error):
                    self._archive.close()
            if self._outside is not None:
                self._outside.close()
            self._lock.release()

    def _live(self, is_sought: Callable[[Attempt], bool]) -> list[Attempt]:
        with self._reading:
            return [each for each in self._attempts.values() if is_sought(each)]

    def _chosen(
        self, is_sought: Callable[[Attempt], bool], by: By, value: str | float = ""
    ) -> tuple[Attempt, ...]:
        """What is sought, among the live attempts and in the archive, where the condition finds all of it."""
        # The archive first: what has changed meanwhile is among the live ones then.
        found = [] if self._archive is None else self._archive.find(by, value)
        with self._reading:
            older = (each for each in found if _key(each) not in self._attempts)
            chosen = [each for each in (*older, *self._attempts.values()) if is_sought(each)]
        return tuple(sorted(chosen, key=_began))

    def _archived_first(self) -> Iterator[Attempt]:
        return iter(()) if self._archive is None else self._archive.newest_first()

    def _standing(self, key: AttemptKey) -> Attempt | None:
        """The attempt of this key, or None; one of the archive is live from now on."""
        standing = self._attempts.get(key)
        if standing is None and self._archive is not None:
            standing = self._archive.of_key(key)
            if standing is not None:
                with self._reading:
                    self._attempts[key] = standing
        return standing

    def _keep_checkpoint(self) -> None:
        if self._outside is not None and self._last is not None:
            self._outside.keep(self._last.seq, self._last.hash, open_digest_of(self.open_attempts()))

    def _check_readiness(self, state: State) -> None:
        """Raise JournalError unless this step and the outcome after it could be stored."""
        if not self.recovery.selling_allowed:
            raise JournalError(self.recovery.problem)
        if len(self._sinks) < _BOTH:
            message = mark("The journal on this disk takes no more sales. Start the counter again.")
            raise JournalError(message)
        if state is State.PREPARED:
            try:
                self._reserve.make()
            except OSError as error:
                raise JournalError(error.strerror or str(error)) from error

    def _write(self, step: ChainStep) -> LogEntry:
        entry = self._chain.entry(step, self._last)
        needed = _BOTH if step.state in _BEFORE_THE_LAST_BYTE else 1
        self._sinks = [sink for sink in self._sinks if self._is_kept(sink, entry)]
        if self._sinks:
            self._remember(entry)
        if len(self._sinks) < needed:
            message = mark("The journal on this disk took no entry. Start the counter again.")
            raise JournalError(message, is_partly_kept=bool(self._sinks))
        return entry

    def _is_kept(self, sink: Sink, entry: LogEntry) -> bool:
        """Append the entry. Returns whether the sink has stored it; a sink that failed is closed for good."""
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

    def _remember(self, entry: LogEntry) -> None:
        self._last = entry
        key = (entry.intent_id, entry.attempt)
        with self._reading:
            standing = self._attempts.get(key)
            self._attempts[key] = folded((*(standing.entries if standing else ()), entry))
            self._changed.pop(key, None)
            self._changed[key] = entry.seq
        self._keep_checkpoint()

    def _strike(self, held: Mapping[int, LogEntry], notes: Mapping[str, str]) -> None:
        if self._database is None or len(self._sinks) < _BOTH:
            raise JournalError(_ERASES_NOTHING)
        try:
            self._database.strike_out(held, notes)
        except sqlite3.Error as error:
            # As after any failed flush, what the file holds now is unknown.
            self._sinks = [sink for sink in self._sinks if sink is not self._database]
            with suppress(sqlite3.Error):
                self._database.close()
            raise JournalError(_ERASES_NOTHING) from error
        self._last = struck(self._last) if self._last and self._last.seq in held else self._last
        with self._reading:
            keys = {(each.intent_id, each.attempt) for each in held.values()}
            for key in keys & self._attempts.keys():
                self._attempts[key] = without_private(self._attempts[key], held)

    def _keep_notes(self, notes: dict[str, str]) -> None:
        if self._database is None:
            message = mark("There is no database to keep this in.")
            raise JournalError(message)
        try:
            self._database.write((), notes)
        except sqlite3.Error as error:
            message = mark("The journal's database did not keep this.")
            raise JournalError(message) from error


def _key(attempt: Attempt) -> AttemptKey:
    return attempt.intent_id, attempt.attempt


def _began(attempt: Attempt) -> int:
    return attempt.entries[0].seq
