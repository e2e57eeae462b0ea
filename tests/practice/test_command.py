"""`python -m app practice`: what it prints and how it ends."""

from __future__ import annotations

import signal
import socket
import threading
from pathlib import Path

import httpx
import pytest

from app.practice import PRACTICE_KEY, main
from app.practice.service.habits import HABITS
from app.practice.service.likeness import habits_like
from tests.support.practice.caller import HEADERS


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def visit_and_signal(port: int, number: signal.Signals, seen: list[int]) -> None:
    """Read the wallet as soon as the service is there, then send this process a signal."""
    transport = httpx.HTTPTransport(retries=8)
    with httpx.Client(transport=transport, base_url=f"http://127.0.0.1:{port}", headers=HEADERS) as http:
        seen.append(http.post("/api/wallet_balance.php", content=b'{"request_id":"1"}').status_code)
    signal.raise_signal(number)


def visited(number: signal.Signals, *arguments: str) -> tuple[int, list[int], int]:
    """Exit status, what a visitor saw, and the port of a service that was ended by a signal."""
    port, seen = free_port(), list[int]()
    visitor = threading.Thread(target=visit_and_signal, args=(port, number, seen))
    visitor.start()
    status = main(["--port", str(port), *arguments])
    visitor.join()
    return status, seen, port


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_a_signal_comes(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(number)
    status, seen, port = visited(number, "--seed", "3", "--older", "--state", str(tmp_path / "world.json"))
    assert (status, seen) == (0, [200])
    printed = capsys.readouterr().out
    assert f"http://127.0.0.1:{port}\n" in printed
    assert PRACTICE_KEY in printed
    assert signal.getsignal(number) is before


def test_a_damaged_file_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "world.json"
    path.write_text("nonsense")
    status, _, _ = visited(signal.SIGTERM, "--unlucky", "--state", str(path))
    assert status == 0
    assert "starts afresh" in capsys.readouterr().err


def test_it_answers_with_the_habits_that_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    status, seen, _ = visited(signal.SIGTERM, "--habit", "success-1", "--habit", "notice-before")
    assert (status, seen) == (0, [200])
    assert capsys.readouterr().err == ""


def test_it_names_all_habits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--habit", "list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(HABITS)


def test_a_habit_that_it_has_not_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--habit", "tidiness"])
    assert "invalid choice: 'tidiness'" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["taken", "99999"])
def test_a_port_that_cannot_be_had_is_one_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        wanted = str(other.getsockname()[1]) if port == "taken" else port
        assert main(["--port", wanted]) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(f"The practice service cannot start on port {wanted}: ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def _report(path: Path, dialect: str) -> Path:
    path.write_text(f'<p>x</p><template id="dialect">{dialect}</template></body>')
    return path


def test_it_takes_on_the_habits_of_a_report(tmp_path: Path) -> None:
    known = '{"habits": ["success-true", "of-tomorrow", "byte-order-mark"]}'
    report = _report(tmp_path / "report.html", known)
    assert habits_like(report) == ["success-true", "byte-order-mark"]
    status, seen, _ = visited(signal.SIGTERM, "--like", str(report), "--habit", "notice-before")
    assert (status, seen) == (0, [200])


@pytest.mark.parametrize("dialect", ["", "no JSON", "[]", '{"habits": 7}'])
def test_what_is_no_report_is_told(dialect: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = _report(tmp_path / "report.html", dialect)
    assert main(["--port", "0", "--like", str(report)]) == 1
    assert "is no report of a look at a service." in capsys.readouterr().err


def test_a_report_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "0", "--like", "nowhere.html"]) == 1
    assert "nowhere.html" in capsys.readouterr().err
