"""What is said of sinks that are older than this counter's memory, or sealed with another key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.language import mark
from app.store.journal.journal import Journal
from app.store.journal.recovery import UNCONFIRMED, Recovery, Sinks, held_back
from app.store.journal.rollback_guard import Known
from app.store.journal.states import State
from tests.support.store.damage import DATABASE, STATES, edit, files, lines_of, write_lines
from tests.support.store.scenes import START, close, fill, find, open_journal, states, step

OTHER_KEY = b"another key"


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A folder with sales."""
    folder = tmp_path / "desk"
    fill(folder)
    return folder


@pytest.fixture
def sinks(tmp_path: Path) -> Sinks:
    """Both sinks as a start finds them, ending with entry 2."""
    journal = open_journal(tmp_path / "desk")
    step(journal, State.PREPARED)
    step(journal, State.DISPATCHED)
    journal.close()
    found = find(tmp_path / "desk")
    close(found)
    return found


@pytest.mark.parametrize("known", [0, 1, 2])
def test_a_journal_that_is_as_new_as_is_known_is_left_as_it_is(known: int, sinks: Sinks) -> None:
    assert sinks.entries[-1].seq == 2
    assert held_back(sinks, Known(known, frozenset()), Path("/data")) is sinks


def test_an_older_journal_is_shown_and_says_what_is_missing(sinks: Sinks) -> None:
    found = held_back(
        replace(sinks, recovery=Recovery((mark("Damaged too."),))), Known(3, frozenset()), Path("/data")
    )
    assert (found.entries, found.are_withheld) == (sinks.entries, True)
    assert not found.recovery.selling_allowed
    assert found.recovery.heading == "The journal is an old copy"
    older, damaged = found.recovery.sentences
    last = sinks.entries[-1].at.astimezone()
    assert damaged == "Damaged too."
    assert "it ends with entry 2, and entry 3 was written" in older
    assert "of the folder /data back" in older
    assert f"made since {last.day} November 2026, {last:%H:%M}: they" in older
    assert last - START < timedelta(minutes=1)


def test_an_emptied_folder_is_noticed_from_the_first_entry_on() -> None:
    empty = Sinks((), Recovery())
    assert held_back(empty, Known(0, frozenset()), Path("/data")) is empty
    recovery = held_back(empty, Known(1, frozenset()), Path("/data")).recovery
    assert "it ends with entry 0, and entry 1 was written" in recovery.sentences[0]
    assert "made since this counter began: they" in recovery.sentences[0]
    # Without sinks there is nothing that a person could let sell again.
    assert recovery.heading == ""


def test_whole_sinks_of_another_key_wait_for_a_person(filled: Path) -> None:
    found = find(filled, OTHER_KEY)
    close(found)
    assert found.are_withheld
    assert found.recovery.heading == "The journal has another key"


def _cut(folder: Path) -> None:
    write_lines(folder, *lines_of(folder)[:-1])


def _garble(folder: Path) -> None:
    write_lines(folder, *lines_of(folder), b"no line\n")


def _erase(folder: Path) -> None:
    (folder / DATABASE).write_bytes(b"somebody's letter" * 500)


def _shorten(folder: Path) -> None:
    edit(folder, "DELETE FROM entry WHERE seq = (SELECT max(seq) FROM entry)")


@pytest.mark.parametrize("harm", [_cut, _garble, _erase, _shorten])
def test_harmed_sinks_of_another_key_are_shown_and_not_touched(
    harm: Callable[[Path], None], filled: Path
) -> None:
    harm(filled)
    before = files(filled)
    journal = Journal.open(filled, chain_key=OTHER_KEY, clock=lambda: START)
    assert not journal.recovery.selling_allowed
    assert journal.recovery.heading == ""
    assert "Ask for help before this folder is used again" in journal.recovery.sentences[0]
    assert journal.attempts()
    journal.close()
    assert files(filled) == before


def _states(folder: Path) -> dict[str, State]:
    journal = open_journal(folder)
    try:
        return states(journal)
    finally:
        journal.close()


@pytest.mark.parametrize(("missing", "is_told"), [(0, False), (1, False), (2, True)])
def test_one_entry_that_a_crash_kept_from_the_database_is_not_told(
    missing: int, filled: Path, *, is_told: bool
) -> None:
    for _ in range(missing):
        _shorten(filled)
    found = find(filled)
    close(found)
    assert found.recovery.selling_allowed is not is_told
    assert found.recovery.heading == ("The journal was damaged" if is_told else "")
    assert any("lacked entries" in each for each in found.recovery.sentences) is is_told
    assert _states(filled) == STATES


def test_a_rebuilt_database_is_said_to_have_been_damaged(filled: Path) -> None:
    _erase(filled)
    found = find(filled)
    close(found)
    assert found.recovery.heading == "The journal was damaged"


def test_a_database_without_private_facts_completes_its_mirror(filled: Path) -> None:
    whole = lines_of(filled)
    _cut(filled)
    edit(filled, "UPDATE entry SET private = 'x' WHERE seq = 1")
    close(find(filled))
    assert lines_of(filled) == whole


def test_a_mirror_that_is_written_anew_gives_the_database_what_it_lacks(filled: Path) -> None:
    whole = lines_of(filled)
    _shorten(filled)
    write_lines(filled, *whole, b"no line\n")
    close(find(filled))
    assert lines_of(filled) == whole
    (filled / "mirror.log").unlink()
    assert _states(filled) == STATES


def test_the_name_of_the_note_that_stops_selling_never_changes() -> None:
    assert UNCONFIRMED == "unconfirmed"
