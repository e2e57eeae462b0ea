"""Bugs in what the journal keeps, and in what it finds at the next start."""

from __future__ import annotations

from typing import Any

from app.store.journal import journal, recovery, request_numbers, sqlite_log
from app.store.journal.file_log import FileLog
from app.store.journal.journal import Journal
from tests.simulation.patches import Patches
from tests.simulation.plants.plants import Bed

BED = Bed()


@BED.plant
def mirror_without_a_flush(patches: Patches) -> None:
    """The mirror's lines wait in a cache."""

    def keep(_: object) -> None:
        return

    patches.put(FileLog, "_keep", keep)


@BED.plant
def database_without_a_flush(patches: Patches) -> None:
    """The database's commits wait in a cache."""
    pragmas = tuple(each for each in vars(sqlite_log)["_PRAGMAS"] if "synchronous" not in each)
    patches.put(sqlite_log, "_PRAGMAS", (*pragmas, "synchronous=OFF"))


@BED.plant
def no_flush_at_all(patches: Patches) -> None:
    """Both sinks wait in a cache."""
    mirror_without_a_flush(patches)
    database_without_a_flush(patches)


@BED.plant
def database_first(patches: Patches) -> None:
    """The database is written before the mirror."""
    make = Journal.__init__

    def made(self: Any, *parts: Any) -> None:
        make(self, *parts)
        self._sinks.reverse()

    patches.put(Journal, "__init__", made)


@BED.plant
def mirror_alone(patches: Patches) -> None:
    """The database gets no entries."""

    def write(*_: object) -> None:
        return

    patches.put(sqlite_log.SqliteLog, "append", write)


@BED.plant
def database_alone(patches: Patches) -> None:
    """The mirror gets no lines."""

    def append(*_: object) -> None:
        return

    patches.put(FileLog, "append", append)


@BED.plant
def one_sink_is_enough(patches: Patches) -> None:
    """An order leaves although one sink has failed."""
    patches.put(journal, "_BOTH", 1)


@BED.plant
def failed_sink_counts(patches: Patches) -> None:
    """A sink that has failed counts as one that has kept."""
    keep = vars(Journal)["_is_kept"]

    def is_kept(self: Any, sink: Any, entry: Any) -> bool:
        keep(self, sink, entry)
        return True

    patches.put(Journal, "_is_kept", is_kept)


@BED.plant
def chain_that_does_not_go_on(patches: Patches) -> None:
    """Each entry is tied to the first one instead of the last."""
    remember = vars(Journal)["_remember"]

    def forgetful(self: Any, entry: Any) -> None:
        last = self._last
        remember(self, entry)
        self._last = last or entry

    patches.put(Journal, "_remember", forgetful)


@BED.plant
def mirror_is_not_read(patches: Patches) -> None:
    """What the mirror alone has is not taken over at the start."""
    level = vars(recovery)["_level"]

    def without(finds: Any, found: Any, entries: Any) -> Any:
        return level(finds, found, entries[: len(finds.kept.lines)])

    patches.put(recovery, "_level", without)


@BED.plant
def numbers_that_repeat(patches: Patches) -> None:
    """A request gets the number of the one before."""
    following = request_numbers.next_ulid

    def next_ulid(last: str, now: Any) -> str:
        return last or following(last, now)

    patches.put(request_numbers, "next_ulid", next_ulid)


@BED.plant
def state_that_stands_still(patches: Patches) -> None:
    """While the program runs, an attempt stays where it was when it left."""
    folded = journal.folded

    def first_only(entries: Any) -> Any:
        return folded(entries[:2])

    patches.put(journal, "folded", first_only)
