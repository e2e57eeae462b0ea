"""What is remembered outside of the folder: an old copy that was put back is noticed, and shown alone."""

from __future__ import annotations

import platform
import shutil
import threading
from dataclasses import replace
from pathlib import Path

import keyring
import pytest

from app.store.journal.hash_chain import LogEntry
from app.store.journal.journal import Journal, JournalError
from app.store.journal.recovery import held_back
from app.store.journal.rollback_guard import FilePlace, KeyStorePlace, Known, RollbackGuard, mark_of
from app.store.journal.states import State
from tests.core.test_keystore import Guarded
from tests.support.store.damage import STATES, files
from tests.support.store.scenes import CHAIN_KEY, close, fill, find, sell, states, steady_clock, step
from tests.support.store.shelf import Shelf


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def _open(folder: Path, trusted: Shelf, other: Shelf | None = None) -> Journal:
    outside = RollbackGuard(folder, trusted, other or Shelf())
    return Journal.open(folder, chain_key=CHAIN_KEY, clock=steady_clock(), outside=outside)


def test_an_old_copy_that_is_put_back_is_shown_and_sells_nothing(quick_folder: Path, shelf: Shelf) -> None:
    folder, old = quick_folder / "desk", quick_folder / "copy"
    fill(folder)
    _open(folder, shelf).close()
    shutil.copytree(folder, old)
    journal = _open(folder, shelf)
    sell(journal, "late")
    journal.close()
    shutil.rmtree(folder)
    shutil.copytree(old, folder)
    before = files(folder)
    for _ in range(2):
        journal = _open(folder, shelf)
        assert states(journal) == STATES
        (sentence,) = journal.recovery.sentences
        assert "older than this counter's memory: it ends with entry 11, and entry 14 was written" in sentence
        assert "put the newest copy back" in sentence
        for state, intent in ((State.PREPARED, "new"), (State.UNKNOWN, "open")):
            with pytest.raises(JournalError):
                step(journal, state, intent=intent)
        assert journal.new_request_id()
        journal.close()
        assert files(folder) == before


def test_a_person_may_go_on_with_an_old_copy_by_name(folder: Path, shelf: Shelf) -> None:
    outside = RollbackGuard(folder, shelf, Shelf())
    outside.keep(500, "late")
    outside.close()
    journal = _open(folder, shelf)
    assert journal.recovery.heading == "The journal is an old copy"
    journal.confirm("Asha")
    # From now on this copy is what counts, though nothing has been added to it yet.
    assert RollbackGuard(folder, shelf, Shelf()).last().seq == 11
    assert journal.recovery.selling_allowed
    step(journal, State.UNKNOWN, intent="open")
    sell(journal, "next")
    journal.close()
    again = _open(folder, shelf)
    assert again.recovery.sentences == ()
    assert states(again) == {**STATES, "open": State.UNKNOWN, "next": State.SETTLED}
    again.close()
    assert RollbackGuard(folder, shelf, Shelf()).last().seq == 15


def _put_in_the_place(folder: Path, copy: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)


def _known(folder: Path, shelf: Shelf, seq: int, entry_hash: str) -> None:
    """The shelf remembers this entry of the folder's journal."""
    outside = RollbackGuard(folder, shelf, Shelf())
    outside.keep(seq, entry_hash)
    outside.close()


def _hashes(folder: Path) -> list[str]:
    return [entry.hash for entry in close(find(folder))]


@pytest.mark.parametrize("later", [("late",), ("late", "later")], ids=["as long", "longer"])
def test_another_history_that_is_put_back_is_shown_and_sells_nothing(
    quick_folder: Path, shelf: Shelf, later: tuple[str, ...]
) -> None:
    folder, old, first = (quick_folder / name for name in ("desk", "old", "first"))
    fill(folder)
    shutil.copytree(folder, old)
    journal = _open(folder, shelf)
    for intent in later:
        sell(journal, intent)
    journal.close()
    shutil.copytree(folder, first)
    _put_in_the_place(folder, old)
    journal = _open(folder, shelf)
    journal.confirm("Asha")
    sell(journal, "instead")
    journal.close()
    second = _hashes(folder)
    _put_in_the_place(folder, first)
    before = files(folder)
    journal = _open(folder, shelf)
    assert journal.recovery.heading == "The journal is another copy"
    (sentence,) = journal.recovery.sentences
    assert sentence.startswith(
        "This is not the journal that was written last on this computer: its entry 14 "
    )
    assert "put the copy that was sold with last back" in sentence
    assert "late" in states(journal)
    with pytest.raises(JournalError):
        step(journal, State.PREPARED, intent="new")
    journal.close()
    assert files(folder) == before
    assert RollbackGuard(folder, shelf, Shelf()).last()[:2] == (14, {second[-1]})


def test_a_person_may_go_on_with_another_history_by_name(folder: Path, shelf: Shelf) -> None:
    _known(folder, shelf, 9, "another")
    newest = _hashes(folder)[-1]
    journal = _open(folder, shelf)
    assert "its entry 9 is another one" in journal.recovery.sentences[0]
    journal.confirm("Asha")
    assert journal.recovery.selling_allowed
    assert RollbackGuard(folder, shelf, Shelf()).last()[:2] == (11, {newest})
    sell(journal, "next")
    journal.close()
    again = _open(folder, shelf)
    assert again.recovery.sentences == ()
    again.close()


@pytest.mark.parametrize("seq", [1, 7, 11])
def test_a_rollback_guard_that_lags_behind_does_no_harm(folder: Path, shelf: Shelf, seq: int) -> None:
    _known(folder, shelf, seq, _hashes(folder)[seq - 1])
    journal = _open(folder, shelf)
    assert journal.recovery.sentences == ()
    journal.close()
    assert RollbackGuard(folder, shelf, Shelf()).last()[:2] == (11, {_hashes(folder)[-1]})


def test_a_number_that_was_kept_alone_counts_and_gets_its_hash(folder: Path, shelf: Shelf) -> None:
    _known(folder, shelf, 11, "")
    assert ":" not in "".join(shelf.texts.values())
    assert RollbackGuard(folder, shelf, Shelf()).last()[:2] == (11, set())
    journal = _open(folder, shelf)
    assert journal.recovery.sentences == ()
    journal.close()
    assert RollbackGuard(folder, shelf, Shelf()).last()[:2] == (11, {_hashes(folder)[-1]})
    _known(folder, shelf, 12, "")
    journal = _open(folder, shelf)
    assert journal.recovery.heading == "The journal is an old copy"
    journal.close()


@pytest.mark.parametrize(
    ("other_seq", "other_hash", "is_fine"),
    [(11, None, True), (11, "third", False), (10, "third", False), (10, None, False), (11, "", False)],
)
def test_of_two_places_the_one_with_the_greater_number_counts(
    folder: Path, shelf: Shelf, other_seq: int, other_hash: str | None, *, is_fine: bool
) -> None:
    other = Shelf()
    own = _hashes(folder)[other_seq - 1]
    _known(folder, shelf, 11, "another")
    _known(folder, other, other_seq, own if other_hash is None else other_hash)
    for places in ((shelf, other), (other, shelf)):
        sinks = find(folder)
        held = held_back(sinks, RollbackGuard(folder, *places).last(), folder)
        close(sinks)
        assert held.recovery.selling_allowed is is_fine


def test_where_two_histories_are_told_either_may_be_the_one(folder: Path) -> None:
    sinks = find(folder)
    entries = close(sinks)
    for told, is_told in ((entries, True), (entries[:3], False)):
        parted = replace(sinks, entries=_renamed(entries), other_entries=told, mirror=None)
        held = held_back(parted, Known(11, frozenset({entries[-1].hash})), folder)
        assert held.recovery.selling_allowed is is_told
        assert held.recovery.heading == ""


def _renamed(entries: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    return tuple(entry._replace(hash=f"not {entry.hash}") for entry in entries)


def test_an_empty_folder_in_the_place_of_a_full_one_is_no_new_beginning(
    quick_folder: Path, shelf: Shelf
) -> None:
    folder = quick_folder / "desk"
    fill(folder)
    _open(folder, shelf).close()
    shutil.rmtree(folder)
    journal = _open(folder, shelf)
    assert "it ends with entry 0" in journal.recovery.sentences[0]
    with pytest.raises(JournalError):
        step(journal, State.PREPARED)
    journal.close()


def test_nothing_waits_for_a_place_that_does_not_answer(folder: Path, shelf: Shelf) -> None:
    journal = _open(folder, shelf)
    shelf.gate.clear()
    sell(journal, "a")
    sell(journal, "b")
    shelf.gate.set()
    journal.close()
    assert RollbackGuard(folder, shelf, Shelf()).last().seq == 17


def test_a_place_that_never_answers_does_not_hold_the_closing_up(
    folder: Path, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.journal.rollback_guard._CLOSING_SECONDS", 0.01)
    journal = _open(folder, shelf)
    shelf.gate.clear()
    sell(journal, "a")
    journal.close()
    shelf.gate.set()


def test_what_one_place_refuses_the_other_keeps_and_the_greater_counts(folder: Path, shelf: Shelf) -> None:
    other = Shelf()
    for number, shelf.is_refused in ((3, False), (5, True)):
        outside = RollbackGuard(folder, shelf, other)
        outside.keep(number, f"h{number}")
        outside.close()
        assert outside.last()[:2] == (number, {f"h{number}"})
    shelf.is_refused = False
    assert RollbackGuard(folder, shelf, other).last()[:2] == (5, {"h5"})
    RollbackGuard(folder, shelf, other).set_back(2, "h2")
    assert RollbackGuard(folder, shelf, other).last()[:2] == (2, {"h2"})
    assert RollbackGuard(folder.parent, shelf, other).last()[:2] == (0, set())
    shelf.is_refused = other.is_refused = True
    lost = RollbackGuard(folder, shelf, other)
    lost.keep(9, "h9")
    lost.close()
    lost.keep(10, "h10")
    lost.set_back(1, "h1")
    assert lost.last()[:2] == (0, set())
    assert lost.mark_key() == b""
    assert lost.chain_key() is None


@pytest.mark.parametrize("damage", ["", "x", "9", "900 0123456789abcdef", "9:h9", "9:h8 0123456789abcdef"])
def test_a_damaged_entry_of_the_rollback_guard_is_not_used(folder: Path, shelf: Shelf, damage: str) -> None:
    outside = RollbackGuard(folder, shelf, Shelf())
    outside.keep(9, "h9")
    outside.close()
    shelf.texts = dict.fromkeys(shelf.texts, damage)
    assert outside.last()[:2] == (0, set())


def test_keys_are_made_once_and_only_a_trusted_place_seals(folder: Path, shelf: Shelf) -> None:
    other = Shelf()
    key = RollbackGuard(folder, shelf, other).chain_key()
    assert key == RollbackGuard(folder.parent, shelf, other).chain_key()
    assert len(key or b"") == 32
    assert RollbackGuard(folder, shelf, other).mark_key() == key
    assert other.texts == {}
    shelf.is_refused = True
    without = RollbackGuard(folder, shelf, other)
    assert without.chain_key() is None
    assert len(without.mark_key()) == 32
    assert without.mark_key() == RollbackGuard(folder, shelf, other).mark_key() != key
    other.texts = dict.fromkeys(other.texts, "no key")
    assert RollbackGuard(folder, shelf, other).mark_key() == b""


def test_places_that_refuse_cost_nothing_and_are_told_once(
    folder: Path, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.is_refused = True
    other = Shelf()
    other.is_refused = True
    outside = RollbackGuard(folder, shelf, other)
    shelf.gate.clear()
    outside.keep(3, "h3")
    assert shelf.asked.wait(10)
    outside.keep(4, "h4")
    shelf.gate.set()
    outside.close()
    assert len(caplog.messages) == 1
    assert "kept nowhere else" in caplog.messages[0]


def test_a_mark_is_equal_for_equal_texts_under_one_key_alone() -> None:
    mark = mark_of("9876501234", b"one")
    assert mark == mark_of("9876501234", b"one")
    assert "9876501234" not in mark
    for text, key in (("9876501235", b"one"), ("9876501234", b"two")):
        assert mark_of(text, key).partition(":")[2] != mark.partition(":")[2]
    assert mark_of("9876501235", b"one").partition(":")[0] == mark.partition(":")[0]
    assert mark_of("9876501234", b"two").partition(":")[0] != mark.partition(":")[0]
    assert mark_of("9876501234", b"") == ""


def test_small_files_are_of_this_user_alone(tmp_path: Path) -> None:
    place = FilePlace(tmp_path / "of" / "memory")
    assert place.get("journal 1") is None
    place.put("journal 1", "7")
    place.put("journal 1", "8")
    assert place.get("journal 1") == "8"
    (kept,) = (tmp_path / "of" / "memory").iterdir()
    assert kept.name == "journal-1"
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    assert kept.stat().st_mode & 0o777 == 0o600
    kept.write_bytes(b"\xff")
    with pytest.raises(OSError, match="ascii"):
        place.get("journal 1")


def test_what_was_written_outside_is_found_again_by_every_later_version(shelf: Shelf) -> None:
    outside = RollbackGuard(Path("/data"), shelf, Shelf())
    outside.keep(7, "ab" * 32)
    outside.close()
    assert shelf.texts == {"journal eba60dfbc16761b3": f"7:{'ab' * 32} e21bd58c3fd0caf4"}
    assert mark_of("a sale", b"key") == "a1876532:9c4ac93749ff92c98fc1bed011891025"
    other = Shelf()
    keys = RollbackGuard(Path("/data"), shelf, other)
    assert keys.chain_key()
    assert "journal key" in shelf.texts
    shelf.is_refused = True
    assert RollbackGuard(Path("/data"), shelf, other).mark_key()
    assert "mark key" in other.texts


def test_a_journal_marks_with_the_key_from_outside_and_lets_go_of_it(folder: Path, shelf: Shelf) -> None:
    outside = RollbackGuard(folder, shelf, Shelf())
    journal = Journal.open(folder, chain_key=CHAIN_KEY, clock=steady_clock(), outside=outside)
    assert journal.mark("a sale") == mark_of("a sale", outside.mark_key())
    assert journal.mark("a sale") != mark_of("a sale", CHAIN_KEY)
    journal.close()
    assert all(each.name != "outside" for each in threading.enumerate())


def test_this_computer_has_two_places(tmp_path: Path) -> None:
    outside = RollbackGuard.of(tmp_path)
    outside.keep(3, "h3")
    outside.close()
    assert RollbackGuard.of(tmp_path).last()[:2] == (3, {"h3"})
    # The tests have no key store.
    for call in (lambda: KeyStorePlace().get("a"), lambda: KeyStorePlace().put("a", "b")):
        with pytest.raises(OSError, match="no key store that can be trusted"):
            call()


@pytest.mark.parametrize(
    "name", ["FRONT-PC", "back-pc.office.example", "", "\u0915\u093e\u0909\u0902\u091f\u0930"]
)
def test_a_key_store_that_roams_expects_nothing_on_another_computer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def known_on(computer: str) -> RollbackGuard:
        monkeypatch.setattr(platform, "node", lambda: computer)
        return RollbackGuard.of(folder)

    former = keyring.get_keyring()
    keyring.set_keyring(Guarded())
    try:
        for computer, seq in ((name, 500), ("BACK-PC", 3)):
            guard = known_on(computer)
            assert guard.last() == Known(0, frozenset())
            guard.keep(seq, computer)
            guard.close()
        assert known_on(name).last()[:2] == (500, frozenset({name}) - {""})
        assert known_on("BACK-PC").last().seq == 3
        assert known_on(name).chain_key() == known_on("BACK-PC").chain_key()
    finally:
        keyring.set_keyring(former)


@pytest.mark.parametrize("is_refused", [False, True])
def test_what_an_older_program_knew_counts_until_it_is_taken_over(
    folder: Path, shelf: Shelf, *, is_refused: bool
) -> None:
    other = Shelf()

    def guard(computer: str = "") -> RollbackGuard:
        return RollbackGuard(folder, shelf, other, computer=computer)

    shelf.is_refused = is_refused
    # An older program named the record by the folder alone.
    older = guard()
    older.keep(500, "newest", "open")
    older.close()
    newer = guard("FRONT-PC")
    assert newer.last() == Known(500, frozenset({"newest"}), frozenset({"open"}))
    newer.keep(503, "next")
    newer.close()
    assert guard("FRONT-PC").last()[:2] == (503, {"next"})
    # The computers that a key store roams to do not expect it any more.
    assert guard("BACK-PC").last() == guard().last() == Known(0, frozenset())


def test_an_old_copy_is_noticed_by_the_first_start_of_a_newer_program(folder: Path, shelf: Shelf) -> None:
    older = RollbackGuard(folder, shelf, Shelf())
    older.keep(500, "late")
    older.close()

    def opened() -> Journal:
        outside = RollbackGuard(folder, shelf, Shelf(), computer="FRONT-PC")
        return Journal.open(folder, chain_key=CHAIN_KEY, clock=steady_clock(), outside=outside)

    journal = opened()
    assert journal.recovery.heading == "The journal is an old copy"
    journal.confirm("Asha")
    journal.close()
    again = opened()
    assert again.recovery.sentences == ()
    again.close()
