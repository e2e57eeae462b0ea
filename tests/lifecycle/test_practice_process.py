"""The practice service in a process of its own: as the window starts it, and however the window ends."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import psutil
import pytest

from app.core.language import message_of
from app.lifecycle.practice_process import PracticeError, PracticeProcess
from tests.support.copies_read import program
from tests.support.practice.caller import HEADERS
from tests.support.program import has_ended, start_program

_SECONDS = 30.0


def child_of(pid: int) -> psutil.Process:
    """The one service that a process has started."""
    (child,) = (each for each in psutil.Process(pid).children() if "serve-practice" in each.cmdline())
    return child


def test_it_answers_and_keeps_its_world_until_it_is_stopped(tmp_path: Path) -> None:
    practice = PracticeProcess()
    practice.prepare()
    practice.start(tmp_path / "world.json")
    with httpx.Client(base_url=practice.base_url, headers=HEADERS) as http:
        assert http.post("/api/wallet_balance.php", content=b'{"request_id":"1"}').status_code == 200
    assert practice.warning == ""
    service = child_of(os.getpid()).pid
    practice.stop()
    assert has_ended(service)
    practice.stop()


def test_it_can_be_prepared_and_never_needed(tmp_path: Path) -> None:
    practice = PracticeProcess()
    practice.prepare()
    practice.stop()
    with pytest.raises(PracticeError):
        practice.start(tmp_path / "world.json")
    assert not list(tmp_path.iterdir())
    PracticeProcess([str(tmp_path / "none")]).prepare()


def test_it_says_that_its_world_begins_afresh(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    path.write_text("nonsense")
    practice = PracticeProcess()
    practice.start(path)
    practice.stop()
    assert "starts afresh" in practice.warning


def test_it_ends_with_a_window_that_is_killed(tmp_path: Path) -> None:
    window = start_program(
        """
        import sys, threading
        from pathlib import Path
        from app.lifecycle.practice_process import PracticeProcess
        practice = PracticeProcess()
        practice.start(Path(sys.argv[1]))
        print(practice.base_url, flush=True)
        threading.Event().wait()
        """,
        str(tmp_path / "world.json"),
    )
    assert window.stdout is not None
    base_url = window.stdout.readline().strip()
    service = child_of(window.pid).pid
    window.kill()
    window.communicate(timeout=_SECONDS)
    assert base_url.startswith("http://")
    assert has_ended(service)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ('{"unreachable": "127.0.0.1"}', "does not reach itself at 127.0.0.1"),
        ('{"cause": "no room"}', "cannot be started: no room."),
        ("nonsense", "cannot be started: JSONDecodeError."),
        ("[]", "cannot be started: AttributeError."),
    ],
)
def test_why_it_cannot_start_is_said(said: str, why: str, tmp_path: Path) -> None:
    practice = PracticeProcess(program(f"print({said!r})"))
    with pytest.raises(PracticeError) as raised:
        practice.start(tmp_path / "world.json")
    assert why in str(message_of(raised.value))


def test_one_that_is_not_there_cannot_start(tmp_path: Path) -> None:
    with pytest.raises(PracticeError):
        PracticeProcess([str(tmp_path / "none")]).start(tmp_path / "world.json")
