"""A damaged mirror is noticed, moved aside, and made anew from the database (reliability 2.9)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.store.damage import MIRROR, STATES, edit, lines_of, write_lines
from tests.support.store.scenes import (
    build,
    close,
    find,
    open_journal,
    sell,
    states,
)

MIRRORED = "The journal's mirror was damaged. It was written anew; the damaged file is kept."
CAUGHT_UP = "The journal's mirror was behind. It was completed from the journal."


def test_an_older_or_missing_mirror_is_completed_and_told(folder: Path) -> None:
    lines = lines_of(folder)
    for few in ((), tuple(lines[:4])):
        write_lines(folder, *few)
        journal = open_journal(folder)
        assert journal.recovery.sentences == (CAUGHT_UP,)
        assert journal.recovery.selling_allowed
        journal.close()
        assert lines_of(folder) == lines
    (folder / MIRROR).unlink()
    assert len(close(find(folder))) == 11
    assert lines_of(folder) == lines


@pytest.mark.parametrize("harm", ["swapped", "dropped", "doubled", "scribbled"])
def test_lines_of_the_mirror_moved_by_hand_are_noticed_and_mended(folder: Path, harm: str) -> None:
    lines = lines_of(folder)
    first, second, *rest = lines
    moved = {
        "swapped": [second, first, *rest],
        "dropped": [first, *rest],
        "doubled": [first, *lines],
        "scribbled": [first, b"42|no entry\n", *rest],
    }[harm]
    write_lines(folder, *moved)
    journal = open_journal(folder)
    assert journal.recovery.sentences == (MIRRORED,)
    assert journal.recovery.selling_allowed
    assert states(journal) == STATES
    journal.close()
    assert lines_of(folder) == lines
    (aside,) = folder.glob("mirror.log.damaged-*")
    assert aside.read_bytes() == b"".join(moved)


def test_a_file_moved_aside_never_replaces_an_earlier_one(folder: Path) -> None:
    whole = (folder / MIRROR).read_bytes()
    for number in range(3):
        (folder / MIRROR).write_bytes(whole.replace(b"PNR0", b"PNR%d" % (number + 5)))
        close(find(folder))
    kept = {path.name: path.read_bytes().count(b"PNR") for path in folder.glob("mirror.log.damaged-*")}
    stamp = "mirror.log.damaged-stamp"
    assert set(kept) == {stamp, f"{stamp}-1", f"{stamp}-2"}


def test_a_mirror_that_is_harmed_and_knows_more_hands_over_what_can_be_read(folder: Path) -> None:
    edit(folder, "DELETE FROM entry WHERE seq = 11")
    first, *rest = lines_of(folder)
    write_lines(folder, first.replace(b"Sea", b"See"), *rest)
    journal = open_journal(folder)
    assert states(journal) == STATES
    assert journal.recovery.sentences == (MIRRORED,)
    journal.close()


@pytest.mark.parametrize("count", [0, 1, 5])
def test_a_crash_while_the_mirror_is_rebuilt_is_met_by_the_next_start(folder: Path, count: int) -> None:
    entries = close(find(folder))
    lines = lines_of(folder)
    write_lines(folder, *lines[:count], lines[count][:77])
    found = find(folder)
    assert found.recovery.selling_allowed
    assert close(found) == entries
    assert lines_of(folder) == lines


def test_the_sinks_stay_equal_through_many_starts(folder: Path) -> None:
    for number in range(5):
        journal = build(folder)
        sell(journal, f"more-{number}")
        journal.close()
    assert len(close(find(folder))) == len(lines_of(folder)) == 26
