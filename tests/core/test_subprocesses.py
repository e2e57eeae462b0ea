"""Processes for what may be hostile, seen from the counter: whatever one does, nothing waits or stays."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.core.subprocesses import Subprocess, SubprocessError
from tests.support.copies_read import program

LARGE = bytes(3_000_000)
SECONDS = 30.0


def test_what_it_is_given_comes_whole_and_only_so_much_is_taken() -> None:
    echo = program("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())")
    assert Subprocess(echo, SECONDS).answer(b"one ", b"two", most=100) == b"one two"
    assert Subprocess(echo, SECONDS).answer(b"one ", b"two", most=5) == b"one t"


def test_one_that_talks_before_it_has_listened_is_not_waited_for() -> None:
    began = time.monotonic()
    babbling = program("import sys\nwhile True: sys.stdout.write('x' * 100_000)")
    assert Subprocess(babbling, SECONDS).answer(LARGE, most=10) == b"x" * 10
    assert time.monotonic() - began < SECONDS


def test_one_that_lasts_too_long_is_ended() -> None:
    idle = program("import threading; threading.Event().wait()")
    assert Subprocess(idle, 0.2).answer(LARGE, most=10) == b""


def test_one_that_was_ended_before_it_began_does_not_begin(tmp_path: Path) -> None:
    child = Subprocess(program("open(sys.argv[1], 'x')", str(tmp_path / "began")), SECONDS)
    child.end()
    with pytest.raises(SubprocessError):
        child.answer(most=1)
    assert not list(tmp_path.iterdir())
    with pytest.raises(SubprocessError):
        Subprocess([str(tmp_path / "none")], SECONDS).answer(most=1)


def test_it_is_told_what_it_is_to_know_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENCY_COUNTER_API_KEY", "secret")
    told = program("import os; print(sorted(os.environ))")
    known = Subprocess(told, SECONDS, {"ORT_DISABLE_TELEMETRY": "1"}).answer(most=10_000).decode()
    assert "ORT_DISABLE_TELEMETRY" in known
    assert "API_KEY" not in known
    assert "secret" not in known
