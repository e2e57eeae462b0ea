"""A slice of the spoiled copies that `bench_corpus` makes by the thousand: taken or refused, nothing else."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from app.desk.documents.document import DocumentError, fits, kind_of, read_document
from app.ui.documents.image_shrinking import fit, picture
from tests.support.proof import beside_others
from tests.support.ui.document_corpus import phone_photo, spoiled, wholes
from tests.support.ui.document_samples import decoded

SEED, NUMBER = 2026, 290


def _refusal(folder: Path, data: bytes) -> str:
    """The sentence that refuses it; empty when it can be sent and looked at."""
    try:
        fitted = fit(read_document(_file(folder, data)))
        picture(fitted, QSize(112, 76), 1)
    except DocumentError as error:
        return str(error)
    return "" if fits(len(fitted.data)) else "TOO LARGE"


def _file(folder: Path, data: bytes) -> Path:
    path = folder / "scan"
    path.write_bytes(data)
    return path


@beside_others
@pytest.mark.usefixtures("qapp")
def test_sound_files_are_taken_but_films_and_locked_ones(tmp_path: Path) -> None:
    refused = [name for name, data in wholes() if _refusal(tmp_path, data)]
    assert refused == ["PNG, animated", "WebP, animated", "PDF, locked"]


@pytest.mark.usefixtures("qapp")
def test_nothing_spoiled_does_more_than_be_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    results: Counter[tuple[str, str]] = Counter()
    for number in range(NUMBER):
        sample = spoiled(SEED, number)
        sentence = _refusal(tmp_path, sample.data)
        results[kind_of(sample.data), sentence.partition(" ")[0]] += 1
    assert {first for _, first in results} == {"", "scan"}
    for kind in ("JPEG", "PNG", "WebP", "PDF"):
        # Were all of them refused at the door, no decoder would have been tried.
        assert results[kind, ""] >= 2
        assert results[kind, "scan"] >= 10
    # libpng says on the terminal what is wrong inside a chunk that is whole; none of it is the picture's.
    capfd.readouterr()


@pytest.mark.usefixtures("qapp")
def test_a_number_always_gives_the_same_file() -> None:
    assert [spoiled(1, number).data for number in range(30)] == [
        spoiled(1, number).data for number in range(30)
    ]
    assert spoiled(1, 7).data != spoiled(2, 7).data


@pytest.mark.usefixtures("qapp")
def test_a_telephones_photo_is_taken_upright_and_bare(tmp_path: Path) -> None:
    fitted = fit(read_document(_file(tmp_path, phone_photo(1600, 1200, 6))))
    assert (fitted.width, fitted.height) == (1200, 1600)
    assert b"Exif" not in fitted.data
    assert decoded(fitted.data).size() == QSize(1200, 1600)
