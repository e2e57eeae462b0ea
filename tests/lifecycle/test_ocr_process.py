"""Passports off their pictures, by the real networks: every one of these is read, and none is read wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.desk.model.boats import Document
from app.desk.passengers.mrz import MrzReading, read_mrz
from app.desk.passengers.mrz_from_copy import reading_of
from app.lifecycle.ocr_client import OcrClient, is_installed
from app.ui.documents.image_shrinking import grey
from tests.support.copies_read import program
from tests.support.desk.mrz_samples import JANA, TD1, TODAY
from tests.support.passport_pictures import SCAN, SHOTS, Fate, Shot, page, taken
from tests.support.proof import beside_others, few
from tests.support.ui.document_samples import encoded, photo

pytestmark = [
    pytest.mark.skipif(not is_installed(), reason="the optional packages for reading copies are missing"),
    pytest.mark.usefixtures("qapp"),
]


async def read(lines: tuple[str, ...], shot: Shot, reader: OcrClient | None = None) -> MrzReading | None:
    """What is read off a JPEG of a page with these lines."""
    fate = Fate(5)
    data = encoded(taken(page(lines, fate), shot, fate), "JPEG", 82)
    picture = grey(Document("passport.jpg", data, "JPEG"))
    return reading_of(await (reader or OcrClient()).lines(picture), TODAY)


def inside(folder: Path) -> list[Path]:
    """What lies in a folder."""
    return list(folder.iterdir())


@pytest.mark.parametrize(
    "name", few(["scan upside down", "photo on its side", "photo of 12 MP", "small and soft"])
)
async def test_a_passport_is_read_whichever_way_it_lies(name: str) -> None:
    assert await read(JANA, SHOTS[name]) == read_mrz("\n".join(JANA), TODAY)


@beside_others
async def test_a_card_is_read() -> None:
    assert await read(TD1, SCAN) == read_mrz("\n".join(TD1), TODAY)


@beside_others
async def test_a_wrong_check_digit_reads_nothing() -> None:
    assert await read((JANA[0], f"{JANA[1][:9]}7{JANA[1][10:]}"), SCAN) is None


async def test_a_picture_of_something_else_reads_nothing() -> None:
    data = encoded(photo(1200, 900), "JPEG")
    picture = grey(Document("beach.jpg", data, "JPEG"))
    assert reading_of(await OcrClient().lines(picture), TODAY) is None


@beside_others
async def test_no_library_writes_anything_either(tmp_path: Path) -> None:
    """The runtime of the networks would put a number for this computer and reports to its maker here."""
    moved = """
        import os, sys
        os.environ["HOME"] = os.environ["XDG_CACHE_HOME"] = os.environ["TMPDIR"] = sys.argv[1]
        del os.environ["ORT_DISABLE_TELEMETRY"]
        from app.commands.main import main
        sys.exit(main(["read-text"]))
    """
    assert await read(JANA, SCAN, OcrClient(program(moved, str(tmp_path)))) is not None
    assert inside(tmp_path) == []


@beside_others
async def test_it_opens_nothing_to_write_and_no_line_to_anywhere() -> None:
    watched = """
        import os, sys
        def watch(event, about):
            writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT
            if event.startswith("socket.") or event == "open" and about[2] & writing:
                os._exit(9)
        sys.addaudithook(watch)
        from app.commands.main import main
        sys.exit(main(["read-text"]))
    """
    assert await read(JANA, SCAN, OcrClient(program(watched))) is not None
