"""A copy is read once, into memory, and never one that cannot be sent (interface part 8)."""

import base64
import errno
import os
import traceback
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk.documents import document
from app.desk.documents.document import (
    DocumentError,
    copy_problem,
    fits,
    is_sent_as_it_is,
    kind_of,
    megabytes,
    read_document,
    sent_length,
)
from app.desk.model.boats import Document

JPEG = b"\xff\xd8\xff\xe0" + bytes(60)


@given(st.integers(0, 300))
def test_the_sent_length_is_that_of_the_base64(size: int) -> None:
    assert sent_length(size) == len(base64.b64encode(bytes(size)))


@pytest.mark.parametrize(
    ("size", "sent", "may_go"),
    [
        (1_499_996, 1_999_996, True),
        (1_499_997, 1_999_996, True),
        (1_499_998, 2_000_000, False),
        (1_499_999, 2_000_000, False),
        (1_500_000, 2_000_000, False),
        (1_500_001, 2_000_004, False),
        (1_572_862, 2_097_152, False),
        (1_572_864, 2_097_152, False),
        (1_572_865, 2_097_156, False),
    ],
)
def test_the_limit_is_the_strict_reading_of_2_mb(size: int, sent: int, *, may_go: bool) -> None:
    assert sent_length(size) == sent
    assert fits(size) is may_go
    assert bool(copy_problem(Document("x.jpg", bytes(size)))) is not may_go


@pytest.mark.parametrize(
    ("characters", "may_go"),
    [
        (1_999_996, True),
        (1_999_997, False),
        (1_999_999, False),
        (2_000_000, False),
        (2_000_001, False),
        (2_097_151, False),
        (2_097_152, False),
        (2_097_153, False),
    ],
)
def test_no_stream_of_so_many_characters_is_sent(characters: int, *, may_go: bool) -> None:
    fewest = next(
        size for size in range(characters // 4 * 3 - 3, characters) if sent_length(size) >= characters
    )
    assert fits(fewest) is may_go


@pytest.mark.parametrize(
    ("size", "kind", "as_it_is"),
    [(1_499_997, "JPEG", True), (1_499_998, "JPEG", False), (1_499_997, "PDF", True), (60, "HEIC", False)],
)
def test_what_is_too_large_or_heic_is_made_anew(size: int, kind: str, *, as_it_is: bool) -> None:
    assert is_sent_as_it_is(Document("x", bytes(size), kind)) is as_it_is


def test_no_copy_is_no_problem_of_its_size() -> None:
    assert copy_problem(None) == ""


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0.00 MB"), (1, "0.01 MB"), (1_310_000, "1.31 MB"), (1_999_996, "2.00 MB")]
)
def test_a_size_is_never_rounded_down(count: int, words: str) -> None:
    assert megabytes(count) == words


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (JPEG, "JPEG"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"%PDF-1.7", "PDF"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP"),
        (b"RIFF\x00\x00\x00\x00WAVE", ""),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "HEIC"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", "AVIF"),
        (b"\0\0\0\x14ftypavif\0\0\0\0mif1", "AVIF"),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1jpeg", ""),
        (b"\xff\xff\xff\xffftypmif1\0\0\0\0", ""),
        (b"\0\0\0\x18ftypisom\0\0\0\0mp41heic", ""),
        (b"GIF89a", ""),
        (b"", ""),
    ],
)
def test_the_first_bytes_say_what_it_is(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind


def test_a_picture_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "passport-vogel.jpg"
    path.write_bytes(JPEG)
    assert read_document(path) == Document("passport-vogel.jpg", JPEG, "JPEG")
    assert "\\xff" not in repr(read_document(path))


def test_what_is_no_document_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "notes.txt").write_text("MALE")
    (tmp_path / "renamed.jpg").write_bytes(b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif")
    (tmp_path / "animated.gif").write_bytes(b"GIF89a" + bytes(20))
    (tmp_path / "folder").mkdir()
    large = tmp_path / "large.pdf"
    with large.open("wb") as stream:
        stream.truncate(document.LARGEST_FILE + 1)
    expected = {
        "empty.jpg": "empty.jpg is empty. Choose another file.",
        "notes.txt": "notes.txt is no JPEG, PNG, WebP or PDF. Choose a picture or a PDF.",
        "renamed.jpg": "renamed.jpg is AVIF, which is not taken. Save it as JPEG first.",
        "animated.gif": "animated.gif is no JPEG, PNG, WebP or PDF. Choose a picture or a PDF.",
        "gone.jpg": "gone.jpg is not there any more. Choose it again.",
        "large.pdf": "large.pdf has 67.11 MB. Choose a smaller file.",
    }
    for name, sentence in expected.items():
        with pytest.raises(DocumentError) as raised:
            read_document(tmp_path / name)
        assert str(raised.value) == sentence
    with pytest.raises(DocumentError, match="folder is no file"):
        read_document(tmp_path / "folder")


def test_a_file_of_4_gigabytes_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    with large.open("wb") as stream:
        stream.truncate(4 << 30)
    with pytest.raises(DocumentError, match=r"has 4294\.97 MB"):
        read_document(large)


def test_a_file_that_grows_meanwhile_is_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "scan.jpg"
    path.write_bytes(JPEG)
    measure = os.fstat

    def then_grow(number: int) -> os.stat_result:
        about = measure(number)
        with path.open("ab") as stream:
            stream.truncate(document.LARGEST_FILE + 5)
        return about

    monkeypatch.setattr(os, "fstat", then_grow)
    with pytest.raises(DocumentError, match="has 67"):
        read_document(path)


def test_what_is_mislabelled_is_taken_for_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "scan.png").write_bytes(JPEG)
    assert read_document(tmp_path / "scan.png").kind == "JPEG"


def test_no_error_tells_in_which_folder_the_file_lay(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as raised:
        read_document(tmp_path / "gone.jpg")
    assert raised.value.__cause__ is None
    assert raised.value.__suppress_context__
    assert str(tmp_path) not in "".join(traceback.format_exception(raised.value))


def test_a_pipe_and_a_device_do_not_hold_the_program_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path in (tmp_path / "pipe.jpg", Path("/dev/zero")):
        with pytest.raises(DocumentError, match="is no file"):
            read_document(path)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "scan.jpg may not be read. Ask for the right to read it, or choose another file."),
        (errno.EIO, "scan.jpg could not be read (Input/output error). Choose another file."),
    ],
)
def test_a_disk_that_refuses_is_told(
    number: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DocumentError) as raised:
        read_document(tmp_path / "scan.jpg")
    assert str(raised.value) == words


def test_a_file_that_fails_while_it_is_read() -> None:
    with pytest.raises(DocumentError, match="could not be read"):
        read_document(Path("/proc/self/mem"))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xff\xd8\xff\xff\xff\xe0", "JPEG"),
        (b"\xff\xd8\0\0\xff\xe0", "JPEG"),
        (b"\xef\xbb\xbf\xff\xd8\xff\xe0", "JPEG"),
        (b"\xef\xbb\xbf%PDF-1.4", "PDF"),
        (b"\r\n \r\n%PDF-1.4", "PDF"),
        (b"x" * 1019 + b"%PDF-1.4", "PDF"),
        (b"x" * 1020 + b"%PDF-1.4", ""),
        (b"%PD-", ""),
        (b"\xff\xd9\xff", ""),
    ],
)
def test_what_stands_before_the_beginning_hides_no_kind(data: bytes, kind: str) -> None:
    assert kind_of(data) == kind
