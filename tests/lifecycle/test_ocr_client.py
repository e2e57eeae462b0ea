"""The process that reads pictures, seen from the counter: whatever it does, nothing waits or stays."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from app.desk.passengers.mrz_from_copy import GreyPicture, UnreadableError
from app.lifecycle.ocr_client import OcrClient, is_installed
from tests.support.copies_read import program
from tests.support.counter import until
from tests.support.program import PROJECT

PICTURE = GreyPicture(2000, 1400, bytes(2000 * 1400))
ZONE = '{"lines": [["P", "<", "O0"], []]}'


def reader(source: str, *arguments: str, seconds: float = 20) -> OcrClient:
    return OcrClient(program(source, *arguments), seconds)


def saying(answer: str) -> OcrClient:
    """One that takes the picture in and answers this."""
    return reader("import sys; sys.stdin.buffer.read(); print(sys.argv[1])", answer)


async def test_the_lines_come_back() -> None:
    assert await saying(ZONE).lines(PICTURE) == (("P", "<", "O0"), ())


async def test_the_picture_goes_there_whole() -> None:
    told = reader("""
        import hashlib, json, struct, sys
        width, height = struct.unpack(">II", sys.stdin.buffer.read(8))
        rest = sys.stdin.buffer.read()
        same = (width, height, rest) == (3, 2, b"abcdef")
        print(json.dumps({"lines": [["A" if same else "B"]]}))
    """)
    assert await told.lines(GreyPicture(3, 2, b"abcdef")) == (("A",),)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "nonsense",
        "7",
        "[]",
        "{}",
        '{"lines": 7}',
        '{"lines": [7]}',
        '{"lines": [["a"]]}',
        '{"lines": [[""]]}',
        '{"lines": [[7, null]]}',
        '{"lines": [["\\u00ab"]]}',
        '{"lines": ' + str([["P"]] * 13).replace("'", '"') + "}",
        '{"lines": ' + str([["P"] * 121]).replace("'", '"') + "}",
        "[" * 50_000,
    ],
)
async def test_nonsense_is_no_answer(answer: str) -> None:
    with pytest.raises(UnreadableError):
        await saying(answer).lines(PICTURE)


@pytest.mark.parametrize(
    "source",
    [
        "import os; os._exit(3)",
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
        "import sys; sys.stdin.buffer.read(100); sys.exit(1)",
        "import sys; sys.stdin.buffer.close()",
        "import sys\nwhile True: sys.stdout.write('x' * 100_000)",
    ],
)
async def test_a_process_that_fails_is_no_answer(source: str) -> None:
    with pytest.raises(UnreadableError):
        await reader(source).lines(PICTURE)


async def test_a_program_that_is_not_there_is_no_answer(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError):
        await OcrClient([str(tmp_path / "none")]).lines(PICTURE)


@pytest.mark.parametrize("source", ["import threading; threading.Event().wait()", "while True: pass"])
async def test_a_process_that_lasts_too_long_is_ended(source: str) -> None:
    with pytest.raises(UnreadableError):
        await reader(source, seconds=0.3).lines(PICTURE)


TELLING = """
    import os, sys, threading
    with open(sys.argv[1], "a") as file:
        print(os.getpid(), file=file)
    threading.Event().wait()
"""


def pids(file: Path) -> list[int]:
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_who_waits_no_more_ends_the_process(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    waiting = asyncio.ensure_future(reader(TELLING, str(file)).lines(PICTURE))
    await until(lambda: len(pids(file)) == 1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await until(lambda: is_gone(pids(file)[0]))


async def test_who_gives_up_at_once_starts_none(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    slow = reader(TELLING, str(file))
    first, second = (asyncio.ensure_future(slow.lines(PICTURE)) for _ in range(2))
    await until(lambda: len(pids(file)) == 1)
    second.cancel()
    first.cancel()
    await asyncio.wait([first, second])
    assert len(pids(file)) == 1


async def test_pictures_are_read_one_at_a_time(tmp_path: Path) -> None:
    alone = """
        import os, sys
        os.close(os.open(sys.argv[1], os.O_CREAT | os.O_EXCL))
        sys.stdin.buffer.read()
        os.unlink(sys.argv[1])
        print('{"lines": []}')
    """
    one = reader(alone, str(tmp_path / "lock"))
    assert await asyncio.gather(*(one.lines(PICTURE) for _ in range(3))) == [()] * 3


async def test_the_process_knows_nothing_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENCY_COUNTER_API_KEY", "secret")
    told = reader("""
        import json, os, sys
        sys.stdin.buffer.read()
        known = {"LC_CTYPE", "LD_LIBRARY_PATH", "ORT_DISABLE_TELEMETRY", "PATH", "SYSTEMROOT"}
        known |= {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "PYTHONPYCACHEPREFIX"}
        print(json.dumps({"lines": [["A" if set(os.environ) <= known else "B"]]}))
    """)
    assert await told.lines(PICTURE) == (("A",),)


def test_whether_it_is_installed_is_told_without_importing_it() -> None:
    assert is_installed() is all(find_spec(name) for name in ("cv2", "numpy", "onnxruntime", "rapidocr"))
    assert not {"cv2", "onnxruntime", "rapidocr"} & set(sys.modules)


@pytest.mark.parametrize("head", [b"", b"\x00" * 7, b"\x00" * 8, b"\xff" * 8, b"\x00\x00\x00\x02" * 2])
async def test_the_real_process_refuses_what_is_no_picture(head: bytes, at_root: Callable[[], None]) -> None:
    """The same where the packages are missing: they are wanted last."""
    at_root()
    ended = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "read-text", stdin=-1, stdout=-1, stderr=-1
    )
    printed, complained = await ended.communicate(head)
    assert (ended.returncode, printed, complained) == (1, b"", b"")


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    return lambda: monkeypatch.chdir(PROJECT)
