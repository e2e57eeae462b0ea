"""The practice service as a window starts it: what it is given, what it says, and when it ends."""

from __future__ import annotations

import json
import signal
import socket
from io import BytesIO
from pathlib import Path

import pytest

from app.practice.process import serve


def told(path: Path) -> tuple[int, dict[str, str]]:
    """Exit status and answer for a world in this file, from whoever asks and goes."""
    sink = BytesIO()
    status = serve(BytesIO(json.dumps(str(path)).encode() + b"\n"), sink)
    answer: dict[str, str] = json.loads(sink.getvalue())
    return status, answer


def test_it_tells_where_it_listens_and_ends_with_what_it_reads(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    status, answer = told(tmp_path / "world.json")
    assert status == 0
    assert answer["base_url"].startswith("http://127.0.0.1:")
    assert answer["warning"] == ""
    assert signal.getsignal(signal.SIGINT) is before


def test_a_damaged_world_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "world.json"
    path.write_text("nonsense")
    assert "starts afresh" in told(path)[1]["warning"]


def test_why_it_cannot_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    status, answer = told(tmp_path)
    assert (status, list(answer)) == (1, ["cause"])

    def refuse(*_given: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "create_connection", refuse)
    assert told(tmp_path / "world.json") == (1, {"unreachable": "127.0.0.1"})
