"""Journals in a folder, for tests: a steady clock, the steps of one sale, and sinks that fail or record.

A sink is wrapped without a change to the product: `build(folder, mirror=…, database=…)` puts anything between
the journal and its sinks, for example to fail, to record, or to die at a named point:

    class Dying(Wrapped):
        def append(self, entry):
            die_before(entry.state); super().append(entry); die_after(entry.state)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType

from app.store.files.data_folder import FolderLock, Reserve
from app.store.journal.hash_chain import Facts, HashChain, LogEntry
from app.store.journal.journal import Journal
from app.store.journal.recovery import NotedSink, Sink, Sinks, recover
from app.store.journal.states import Kind, State

START = datetime(2026, 11, 21, 5, 0, tzinfo=UTC)
CHAIN_KEY = b"a key of thirty-two bytes or less"
FACTS: Facts = {"title": "Sea walk", "qty": 2, "expected_debit": "7140.00"}
PRIVATE: Facts = {"customer_name": "Priya Raman", "customer_phone": "9876501234"}
SALE: tuple[State, ...] = (State.PREPARED, State.DISPATCHED, State.SETTLED)


def steady_clock() -> Callable[[], datetime]:
    """A clock that goes on by a second each time it is asked."""
    asked = 0

    def clock() -> datetime:
        nonlocal asked
        asked += 1
        return START + timedelta(seconds=asked)

    return clock


def open_journal(
    folder: Path, key: bytes | None = CHAIN_KEY, clock: Callable[[], datetime] | None = None
) -> Journal:
    """The journal of the folder, opened as the counter opens it."""
    return Journal.open(folder, chain_key=key, clock=clock or steady_clock())


def step(
    journal: Journal,
    state: State,
    *,
    intent: str = "one",
    attempt: int = 1,
    kind: Kind = Kind.CREATE,
    **facts: str | int | None,
) -> LogEntry:
    """Append one step of a booking."""
    is_first = state is State.PREPARED
    return journal.append(
        intent_id=intent,
        attempt=attempt,
        request_id=f"request-{intent}-{attempt}",
        kind=kind,
        state=state,
        facts={**FACTS, **facts} if is_first else facts,
        private=PRIVATE if is_first else {},
    )


def sell(journal: Journal, intent: str) -> None:
    """A whole sale, settled."""
    step(journal, State.PREPARED, intent=intent)
    step(journal, State.DISPATCHED, intent=intent)
    step(journal, State.SETTLED, intent=intent, booking_ref=f"PNR{intent}")


def fill(folder: Path, sales: int = 3) -> None:
    """A folder with some settled sales and one that was dispatched and never answered."""
    journal = open_journal(folder)
    for number in range(sales):
        sell(journal, str(number))
    step(journal, State.PREPARED, intent="open")
    step(journal, State.DISPATCHED, intent="open")
    journal.close()


def states(journal: Journal) -> dict[str, State]:
    """The state of each intent."""
    return {attempt.intent_id: attempt.state for attempt in journal.attempts()}


def find(folder: Path, key: bytes = CHAIN_KEY) -> Sinks:
    """What a start finds in the folder."""
    return recover(folder, key, "stamp")


def close(sinks: Sinks) -> tuple[LogEntry, ...]:
    """Close the sinks, and give what they tell."""
    for sink in (sinks.mirror, sinks.database):
        if sink is not None:
            sink.close()
    return sinks.entries


def public(entries: tuple[LogEntry, ...]) -> list[LogEntry]:
    """The entries as they are without anything private."""
    return [entry._replace(private=MappingProxyType({}), salt="") for entry in entries]


class Wrapped:
    """Stands between the journal and a real sink, and does what that one does."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink

    def append(self, entry: LogEntry) -> None:
        self.sink.append(entry)

    def close(self) -> None:
        self.sink.close()


Wrap = Callable[[Sink], Sink]


@dataclass
class _Noted:
    """A wrapped database whose notes go to the real one."""

    sink: Sink
    database: NotedSink

    def append(self, entry: LogEntry) -> None:
        self.sink.append(entry)

    def close(self) -> None:
        self.sink.close()

    def write(self, entries: tuple[LogEntry, ...], notes: Mapping[str, str]) -> None:
        self.database.write(entries, notes)

    def strike_out(self, numbers: Iterable[int], notes: Mapping[str, str]) -> None:
        self.database.strike_out(numbers, notes)

    def notes(self) -> dict[str, str]:
        return self.database.notes()

    def copy_to(self, path: Path) -> None:
        self.database.copy_to(path)


def build(
    folder: Path,
    clock: Callable[[], datetime] | None = None,
    /,
    *,
    mirror: Wrap = Wrapped,
    database: Wrap = Wrapped,
) -> Journal:
    """The journal of the folder, with something between it and its sinks."""
    folder.mkdir(exist_ok=True)
    lock = FolderLock(folder)
    sinks = find(folder)
    assert sinks.mirror is not None
    assert sinks.database is not None
    noted = _Noted(database(sinks.database), sinks.database)
    wrapped = replace(sinks, mirror=mirror(sinks.mirror), database=noted)
    return Journal(lock, Reserve(folder), wrapped, HashChain(CHAIN_KEY, clock or steady_clock()))
