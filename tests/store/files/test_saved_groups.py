"""Saved parties: what is kept is found again, whole or not at all, and nothing else is kept."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.store.files.saved_groups import SavedGroups, SavedParty, SavedPerson

DAY = date(2026, 11, 22)
NAIRS = SavedParty(
    "The Nairs",
    DAY,
    (
        SavedPerson("Arjun Nair", "41", "MALE", "INDIAN"),
        SavedPerson("\u092e\u0940\u0930\u093e", "38", "FEMALE", "INDIAN"),
    ),
)
VOGELS = SavedParty(
    "Vogel and friends", DAY - timedelta(days=9), (SavedPerson("Jana Vogel", "34", "FEMALE", "GERMAN"),)
)

_ONE = b'{"form": "agency-counter-parties-1", "parties": [{%b}]}'


@pytest.fixture
def place(quick_folder: Path) -> Path:
    return quick_folder / "parties"


@pytest.fixture
def store(place: Path) -> SavedGroups:
    return SavedGroups(place)


def test_what_was_saved_is_found_by_any_name_in_it(store: SavedGroups, place: Path) -> None:
    assert store.find("", 9) == ()
    store.save(VOGELS)
    store.save(NAIRS)
    again = SavedGroups(place)
    assert again.find("", 9) == (NAIRS, VOGELS)
    assert again.find("", 1) == (NAIRS,)
    for typed in ("the nai", "ARJUN", "\u092e\u0940\u0930\u093e", "nairs arj"):
        assert again.find(typed, 9) == (NAIRS,), typed
    assert again.find("vog", 9) == (VOGELS,)
    assert again.find("rjun", 9) == ()


def test_a_party_is_replaced_by_its_name_and_forgotten_by_it(store: SavedGroups) -> None:
    store.save(NAIRS)
    newer = replace(NAIRS, name="the  NAIRS", travelled_on=DAY + timedelta(days=400))
    store.save(newer)
    assert store.find("", 9) == (newer,)
    store.forget("nobody")
    store.forget("The Nairs")
    assert store.find("", 9) == ()


def test_nothing_of_a_document_can_be_kept(store: SavedGroups, place: Path) -> None:
    assert [each.name for each in fields(SavedPerson)] == ["name", "age", "gender", "nationality"]
    store.save(NAIRS)
    (entry,) = json.loads((place / "parties.json").read_text(encoding="ascii"))["parties"]
    assert {key for person in entry["people"] for key in person} == {"name", "age", "gender", "nationality"}
    assert "Nair" not in repr(NAIRS)


def test_the_file_is_for_this_user_alone(store: SavedGroups, place: Path) -> None:
    store.save(NAIRS)
    store.save(VOGELS)
    assert [each.name for each in place.iterdir()] == ["parties.json"]
    assert (place / "parties.json").stat().st_mode & 0o777 == 0o600
    assert place.stat().st_mode & 0o777 == 0o700


def test_the_oldest_go_but_never_the_one_that_is_saved(place: Path) -> None:
    store = SavedGroups(place, keep=2)
    store.save(NAIRS)
    store.save(VOGELS)
    oldest = SavedParty("Long ago", date(2001, 1, 1), ())
    store.save(oldest)
    assert store.find("", 9) == (NAIRS, oldest)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\x00",
        b"[]",
        b"{}",
        b'{"form": "agency-counter-parties-9", "parties": []}',
        b'{"form": "agency-counter-parties-1", "parties": {}}',
        b'{"form": "agency-counter-parties-1", "parties": [7]}',
        _ONE % b'"name": 7, "travelled_on": "2026-11-22", "people": []',
        _ONE % b'"name": "a", "travelled_on": "x", "people": []',
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_moved_aside_and_never_deleted(
    store: SavedGroups, place: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    place.mkdir()
    (place / "parties-damaged-1.json").write_bytes(b"before")
    (place / "parties.json").write_bytes(content)
    assert store.find("", 9) == ()
    store.save(NAIRS)
    assert (place / "parties-damaged-1.json").read_bytes() == b"before"
    assert (place / "parties-damaged-2.json").read_bytes() == content
    assert store.find("", 9) == (NAIRS,)
    assert len(caplog.records) == 1


def test_a_disk_that_refuses_is_told_and_loses_nothing(store: SavedGroups, place: Path) -> None:
    store.save(NAIRS)
    (place / "parties.new").mkdir()
    with pytest.raises(OSError, match="parties"):
        store.save(VOGELS)
    (place / "parties.new").rmdir()
    assert store.find("", 9) == (NAIRS,)
    (place / "parties.json").unlink()
    (place / "parties.json").mkdir()
    with pytest.raises(OSError, match="parties"):
        store.find("", 9)


def test_files_left_by_a_crash_do_no_harm(store: SavedGroups, place: Path) -> None:
    store.save(NAIRS)
    (place / "parties.new").write_bytes(b"half of it")
    store.save(VOGELS)
    assert store.find("", 9) == (NAIRS, VOGELS)


_TEXTS = st.text(max_size=20)
_PEOPLE = st.builds(SavedPerson, _TEXTS, _TEXTS, _TEXTS, _TEXTS)
_PARTIES = st.builds(SavedParty, _TEXTS, st.dates(), st.lists(_PEOPLE, max_size=3).map(tuple))


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    database=None,
    max_examples=60,
)
@given(party=_PARTIES)
def test_any_party_comes_back_as_it_was(place: Path, party: SavedParty) -> None:
    store = SavedGroups(place)
    store.save(party)
    assert party in store.find("", 10_000)
    store.forget(party.name)
    assert party not in store.find("", 10_000)


def test_threads_lose_no_party(store: SavedGroups) -> None:
    def work(number: int) -> None:
        store.save(replace(NAIRS, name=f"Party {number}"))
        assert store.find(f"{number}", 99)

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(40)))
    assert len(store.find("party", 99)) == 40
