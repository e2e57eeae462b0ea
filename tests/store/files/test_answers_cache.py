"""Answers kept for later: what comes back is what was put, or nothing (never an exception)."""

from __future__ import annotations

import logging
import os
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from app.store.files.answers_cache import AnswersCache, CachedAnswer

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
BODY = b'{"items": [' + b'{"title": "Sea walk"},' * 40 + b"{}]}"


@pytest.fixture
def cache(quick_folder: Path) -> AnswersCache:
    return AnswersCache(quick_folder / "answers")


def _file(folder: Path) -> Path:
    (place,) = (folder / "answers").iterdir()
    return place


def test_what_was_put_last_comes_back_with_its_time(cache: AnswersCache, quick_folder: Path) -> None:
    assert cache.get("content|2026-11-21") is None
    cache.put("content|2026-11-21", b"older", NOON)
    cache.put("content|2026-11-21", BODY, NOON.astimezone(timezone(timedelta(hours=5, minutes=30))))
    cache.put("another \ud800", b"", NOON)
    again = AnswersCache(quick_folder / "answers")
    found = again.get("content|2026-11-21")
    assert found == CachedAnswer(BODY, NOON)
    assert found is not None
    assert found.saved_at.tzinfo is UTC
    assert again.get("another \ud800") == CachedAnswer(b"", NOON)
    assert again.get("a third") is None


def test_files_are_small_and_for_this_user_alone(cache: AnswersCache, quick_folder: Path) -> None:
    cache.put("key", BODY, NOON)
    status = _file(quick_folder).stat()
    assert status.st_mode & 0o777 == 0o600
    assert (quick_folder / "answers").stat().st_mode & 0o777 == 0o700
    assert status.st_size < len(BODY) / 2


def test_every_bit_of_a_file_counts(cache: AnswersCache, quick_folder: Path) -> None:
    cache.put("key", BODY, NOON)
    file = _file(quick_folder)
    content = file.read_bytes()
    for place in range(len(content)):
        for bit in range(8):
            file.write_bytes(content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :])
            assert cache.get("key") in (None, CachedAnswer(BODY, NOON))


def test_a_truncated_file_is_nothing(cache: AnswersCache, quick_folder: Path) -> None:
    cache.put("key", BODY, NOON)
    file = _file(quick_folder)
    content = file.read_bytes()
    for length in range(len(content)):
        file.write_bytes(content[:length])
        assert cache.get("key") is None
    file.write_bytes(content)
    assert cache.get("key") is not None


def test_a_file_of_another_version_or_key_is_nothing(cache: AnswersCache, quick_folder: Path) -> None:
    cache.put("key", BODY, NOON)
    file = _file(quick_folder)
    content = file.read_bytes()
    file.write_bytes(content.replace(b"answer-1 ", b"answer-2 ", 1))
    assert cache.get("key") is None
    file.unlink()
    cache.put("other", BODY, NOON)
    _file(quick_folder).rename(file)
    assert cache.get("key") is None


def test_the_newest_stay(quick_folder: Path) -> None:
    cache = AnswersCache(quick_folder / "answers", keep=3)
    for number in (5, 1, 4, 2, 3):
        cache.put(str(number), b"data", NOON + timedelta(minutes=number))
    assert {each for each in "12345" if cache.get(each)} == {"3", "4", "5"}
    assert len(list((quick_folder / "answers").iterdir())) == 3


def test_what_a_crash_left_is_removed(cache: AnswersCache, quick_folder: Path) -> None:
    cache.put("key", BODY, NOON)
    left = _file(quick_folder).with_suffix(".new")
    left.write_bytes(b"half of it")
    assert cache.get("key") == CachedAnswer(BODY, NOON)
    cache.put("other", BODY, NOON)
    assert not left.exists()


def test_a_disk_that_refuses_is_logged_once(
    cache: AnswersCache, quick_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (quick_folder / "answers").write_text("a file where the folder should be", encoding="ascii")
    cache.put("key", BODY, NOON)
    cache.put("key", BODY, NOON)
    assert cache.get("key") is None
    assert [each.levelno for each in caplog.records] == [logging.WARNING]


def test_folders_in_place_of_files_are_passed_over(
    cache: AnswersCache, quick_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.put("key", BODY, NOON)
    place = _file(quick_folder)
    place.unlink()
    place.mkdir()
    (place.parent / "gone.answer").symlink_to("nowhere")
    assert cache.get("key") is None
    cache.put("key", BODY, NOON)
    assert len(caplog.records) == 1
    cache.put("other", BODY, NOON)
    assert cache.get("other") == CachedAnswer(BODY, NOON)
    few = AnswersCache(quick_folder / "answers", keep=1)
    few.put("newest", b"", NOON + timedelta(days=9999))
    assert few.get("newest") is not None
    assert few.get("other") is None
    assert place.is_dir()


def test_threads_never_see_a_half_written_file(cache: AnswersCache) -> None:
    bodies = [os.urandom(5000) + zlib.compress(BODY) * number for number in range(8)]
    cache.put("key", bodies[0], NOON)

    def work(number: int) -> bool:
        cache.put("key", bodies[number % 8], NOON)
        found = cache.get("key")
        return found is not None and found.data in bodies

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(work, range(120)))
