"""Reads copies of documents into memory and checks the size that the service accepts."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from app.core.language import mark, tr
from app.desk.model.boats import Document

SENT_LIMIT = 2_000_000
"""id_proof_file must have fewer characters: the strictest reading of 2.0 MB (interface part 8)."""
LARGEST_FILE = 64 * 1024 * 1024
"""The largest file that is read into memory, in bytes."""
NEARLY_FULL = 0.9
MOST_PAGES = 4
"""The most pages of a PDF in one picture, to send or to show."""
PDF_HEAD = b"%PDF-"
_MEGABYTE = 1_000_000

_KINDS = (
    (b"\xff\xd8", "JPEG"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
)
_LATE_KINDS = ((PDF_HEAD, "PDF"), (b"\xff\xd8\xff", "JPEG"))
_LATEST = 1024
"""The bytes within which viewers look for the beginning, such as behind a byte order mark."""
_WEBP = (b"RIFF", b"WEBP")
_SENT_KINDS = frozenset({"JPEG", "PNG", "WebP", "PDF"})
"""Without HEIC, which the service is not known to accept."""
_BRANDS = {
    "AVIF": frozenset({b"avif", b"avis"}),
    "HEIC": frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"}),
}
_ANY_BRAND = frozenset({b"mif1", b"mif2", b"msf1", b"miaf"})
"""The brand of a file with pictures of any coding."""
_MOST_BRANDS = 256
"""The bytes of the first box that are examined."""


class DocumentError(Exception):
    """The file cannot be used; the sentence says why and what to do."""


class LockedDocumentError(DocumentError):
    """The file opens with a password only, and none or another one was given."""


def sent_length(size: int) -> int:
    """The number of Base64 characters of `size` bytes, in which form a copy is sent."""
    return (size + 2) // 3 * 4


def fits(size: int) -> bool:
    """Whether a file of `size` bytes is below the limit when it is sent."""
    return sent_length(size) < SENT_LIMIT


def copy_problem(document: Document | None) -> str:
    """Why a copy cannot be sent, or empty; whether a copy is required is up to the trip's rules."""
    if document is None or fits(len(document.data)):
        return ""
    return tr(
        "This copy is {size} when sent. Take one under 2.0 MB.",
        size=megabytes(sent_length(len(document.data))),
    )


def megabytes(count: int) -> str:
    """A size as text, rounded up so that one over the limit never looks acceptable: 1.31 MB."""
    hundredths = -(-count * 100 // _MEGABYTE)
    return tr("{size} MB", size=f"{hundredths // 100}.{hundredths % 100:02d}")


def kind_of(data: bytes) -> str:
    """The kind by the first bytes: JPEG, PNG, PDF, WebP, HEIC, AVIF, or empty."""
    if data.startswith(_WEBP[0]) and data[8:12] == _WEBP[1]:
        return "WebP"
    if data[4:8] == b"ftyp":
        return _kind_of_brands(data)
    begin = data[:_LATEST]
    found = (kind for head, kind in _KINDS if data.startswith(head))
    return next(found, "") or next((kind for head, kind in _LATE_KINDS if head in begin), "")


def is_sent_as_it_is(document: Document) -> bool:
    """Whether it is small enough and of an accepted kind; else another picture is made of it."""
    return document.kind in _SENT_KINDS and fits(len(document.data))


def _kind_of_brands(data: bytes) -> str:
    """The kind by the brands in the first box, as written by telephones, or empty."""
    first, end = data[8:12], min(int.from_bytes(data[:4], "big"), _MOST_BRANDS)
    like = {first, *(data[at : at + 4] for at in range(16, end, 4))} if first in _ANY_BRAND else {first}
    return next((kind for kind, brands in _BRANDS.items() if like & brands), "")


def read_document(path: Path) -> Document:
    """The file as a document in memory. Raises DocumentError with a sentence for the clerk.

    A folder, a pipe or a device is never opened, and never more than `LARGEST_FILE` is read. The content is
    not checked here.
    """
    data = read_file(path)
    kind = kind_of(data)
    if not data:
        raise DocumentError(mark("{name} is empty. Choose another file.", name=path.name))
    if kind == "AVIF":
        raise DocumentError(
            mark("{name} is AVIF, which is not taken. Save it as JPEG first.", name=path.name)
        )
    if not kind:
        raise DocumentError(
            mark("{name} is no JPEG, PNG, WebP or PDF. Choose a picture or a PDF.", name=path.name)
        )
    return Document(path.name, data, kind)


def read_file(path: Path, largest: int = LARGEST_FILE) -> bytes:
    """The bytes of a regular file of at most `largest` bytes.

    Raises DocumentError with a sentence for the clerk, without the folder's name.
    """
    try:
        with open(path, "rb", opener=_at_once) as stream:
            about = os.fstat(stream.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise DocumentError(_no_file(path))
            _check_size(path, about.st_size, largest)
            data = stream.read(largest + 1)
    except OSError as error:
        raise DocumentError(_cannot_open(path, error)) from None
    # It may have grown since its size was read.
    _check_size(path, len(data), largest)
    return data


def _check_size(path: Path, size: int, largest: int) -> None:
    if size > largest:
        raise DocumentError(
            mark("{name} has {size}. Choose a smaller file.", name=path.name, size=megabytes(size))
        )


def _at_once(path: str, flags: int) -> int:
    """Open without blocking: opening a pipe without a writer would block for ever."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _no_file(path: Path) -> str:
    return tr("{name} is no file. Choose a picture or a PDF.", name=path.name)


def _cannot_open(path: Path, error: OSError) -> str:
    if error.errno == errno.EISDIR:
        return _no_file(path)
    if error.errno == errno.ENOENT:
        return tr("{name} is not there any more. Choose it again.", name=path.name)
    if error.errno in (errno.EACCES, errno.EPERM):
        return tr(
            "{name} may not be read. Ask for the right to read it, or choose another file.", name=path.name
        )
    return tr(
        "{name} could not be read ({cause}). Choose another file.", name=path.name, cause=error.strerror
    )
