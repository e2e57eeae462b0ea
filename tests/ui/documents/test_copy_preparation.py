"""Copies prepared in a process of their own: what it answers, and what it dies of."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncGenerator, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import psutil
import pytest
from PySide6.QtCore import QSize

from app.core.language import lent, speaking
from app.desk.documents.document import DocumentError
from app.desk.model.boats import Document
from app.ui.documents import copy_process, image_shrinking
from app.ui.documents.copy_preparation import CopyPreparation
from tests.support.copies_read import program
from tests.support.counter import until
from tests.support.proof import beside_others
from tests.support.ui.document_samples import encoded, photo, quarters
from tests.support.ui.pseudo import PSEUDO, said

SMALL = Document("copy.png", encoded(quarters(), "PNG"), "PNG")
LARGE = Document("large.jpg", encoded(photo(2600, 1800), "JPEG", 97), "JPEG")
REFUSED = (
    r"^copy\.png could not be read: it is damaged, or takes too long\. Scan it again, or take a picture\.$"
)


@pytest.fixture
async def copies() -> AsyncGenerator[CopyPreparation]:
    """The real process."""
    prepared = CopyPreparation()
    yield prepared
    prepared.end()


def saying(answer: str, seconds: float = 20) -> CopyPreparation:
    """One whose process says this to whatever it is asked."""
    source = """
        import sys
        for line in sys.stdin.buffer:
            sys.stdout.write(sys.argv[1])
            sys.stdout.flush()
            break
        sys.stdin.buffer.read()
    """
    return CopyPreparation(program(source, answer), seconds)


def children() -> list[int]:
    return [each.pid for each in psutil.Process().children() if each.status() != psutil.STATUS_ZOMBIE]


@beside_others
async def test_what_comes_back_is_what_would_be_made_here(copies: CopyPreparation) -> None:
    await copies.warm()
    assert await copies.fit(LARGE) == image_shrinking.fit(LARGE)
    fitted = await copies.fit(SMALL)
    assert fitted.data is SMALL.data
    assert (fitted.width, fitted.height) == (320, 240)
    limit = QSize(160, 160)
    assert await copies.picture(fitted, limit) == image_shrinking.picture(fitted, limit)
    assert await copies.grey(fitted) == image_shrinking.grey(fitted)


@beside_others
async def test_pictures_of_any_size_come_back_as_they_are(copies: CopyPreparation) -> None:
    document = Document("copy.jpg", encoded(photo(900, 640), "JPEG"), "JPEG")
    for side in (76, 300, 5000):
        for _ in range(3):
            limit = QSize(side * 3 // 2, side)
            assert await copies.picture(document, limit) == image_shrinking.picture(document, limit)


@beside_others
async def test_one_process_does_it_all_and_goes_in_the_end(copies: CopyPreparation) -> None:
    before = set(children())
    for _ in range(3):
        await copies.fit(SMALL)
    (child,) = set(children()) - before
    copies.end()
    await until(lambda: not psutil.pid_exists(child))
    assert (await copies.fit(SMALL)).width == 320


@beside_others
async def test_a_refusal_is_told_and_the_process_goes_on(copies: CopyPreparation) -> None:
    await copies.fit(SMALL)
    before = children()
    with pytest.raises(DocumentError, match=r"copy\.png is damaged or cut off"):
        await copies.fit(replace(SMALL, data=SMALL.data[:200]))
    assert (await copies.fit(SMALL)).width == 320
    assert children() == before


async def test_a_refusal_can_be_said_again_in_another_language(copies: CopyPreparation) -> None:
    with pytest.raises(DocumentError) as refused:
        await copies.fit(replace(SMALL, data=SMALL.data[:200]))
    with lent(PSEUDO, said()), speaking(PSEUDO):
        words = str(refused.value)
    assert words == f"\u27e6{refused.value}\u27e7"


@beside_others
async def test_who_waits_no_more_costs_the_next_one_nothing(copies: CopyPreparation) -> None:
    waiting = asyncio.ensure_future(copies.fit(LARGE))
    await asyncio.sleep(0)
    waiting.cancel()
    assert (await copies.fit(SMALL)).width == 320


async def test_a_crash_on_an_abandoned_file_does_not_fail_the_next_one(tmp_path: Path) -> None:
    started = tmp_path / "started"
    source = f"""
        import json, sys
        open({str(started)!r}, "w").close()
        for line in sys.stdin.buffer:
            asked = json.loads(line)
            sys.stdin.buffer.read(asked["size"])
            if asked["name"] == "deadly":
                sys.exit(1)
            print('{{"kind": "PNG", "width": 7, "height": 8, "same": true, "size": 0}}', flush=True)
    """
    copies = CopyPreparation(program(source))
    deadly = asyncio.ensure_future(copies.fit(replace(SMALL, file_name="deadly")))
    await until(started.exists)
    deadly.cancel()
    assert (await copies.fit(SMALL)).width == 7
    copies.end()


async def test_what_takes_too_long_is_refused() -> None:
    copies = CopyPreparation(program("import threading; threading.Event().wait()"), 0.2)
    with pytest.raises(DocumentError, match=REFUSED):
        await copies.fit(SMALL)


async def test_a_program_that_is_not_there_refuses() -> None:
    copies = CopyPreparation(["no-program-here"])
    await copies.warm()
    with pytest.raises(DocumentError, match=REFUSED):
        await copies.fit(SMALL)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        json.dumps({"refused": "{name.__class__}", "values": {"name": "x"}, "size": 0}),
        json.dumps({"refused": "{other}", "values": {}, "size": 0}),
        json.dumps({"refused": "{", "values": {}, "size": 0}),
        "nonsense\n",
        "7\n",
        "{}\n",
        '{"size": -1}\n',
        '{"size": 1000000000000}\n',
        '{"size": 0}\n',
        '{"size": 0, "kind": "EXE", "width": 1, "height": 1, "same": true}\n',
        '{"size": 0, "kind": "PNG", "width": -1, "height": 1, "same": true}\n',
        "[" * 5_000 + "\n",
        "x" * 20_000,
    ],
)
async def test_nonsense_is_no_answer(answer: str) -> None:
    copies = saying(answer, 1.0)
    with pytest.raises(DocumentError, match=REFUSED):
        await copies.fit(SMALL)


@pytest.mark.parametrize(
    "said", [{"width": 2, "height": 2}, {"width": 0, "height": 9}, {"width": "x", "height": 1}, {"width": 1}]
)
async def test_pixels_that_are_not_as_many_as_they_say_are_no_picture(said: dict[str, object]) -> None:
    answer = json.dumps({**said, "size": 3}) + "\nabc"
    with pytest.raises(DocumentError, match=REFUSED):
        await saying(answer).picture(SMALL, QSize(9, 9))
    with pytest.raises(DocumentError, match=REFUSED):
        await saying(answer).grey(SMALL)


def _questions(*asked: Mapping[str, object]) -> Iterator[bytes]:
    for each in asked:
        yield json.dumps({"name": SMALL.file_name, "kind": "PNG", "size": len(SMALL.data), **each}).encode()
        yield b"\n" + SMALL.data[: cast("int", each.get("size", len(SMALL.data)))]


def test_the_process_answers_one_question_after_the_other() -> None:
    cut = {"work": "fit", "size": 200}
    asked = ({"work": "fit"}, {"work": "picture", "limit": [80, 80], "pages": 1}, {"work": "grey"}, cut)
    sink = io.BytesIO()
    assert (
        copy_process.answer_all(io.BytesIO(b"".join(_questions(*asked, {"work": "fit", "size": 9}))), sink)
        == 0
    )
    sink.seek(0)
    said: dict[str, int] = json.loads(sink.readline())
    assert said == {"kind": "PNG", "width": 320, "height": 240, "same": True, "size": 0}
    said = json.loads(sink.readline())
    assert (said["width"], said["height"], len(sink.read(said["size"]))) == (80, 60, 80 * 60 * 4)
    said = json.loads(sink.readline())
    assert (said["width"], said["height"], len(sink.read(said["size"]))) == (320, 240, 320 * 240)
    assert "is damaged" in json.loads(sink.readline())["refused"]
