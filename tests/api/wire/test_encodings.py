"""A body is unpacked within bounds, and whatever else stands in `Content-Encoding` is said."""

from __future__ import annotations

import gzip
import zlib
from hashlib import shake_128

import pytest

from app.api.wire.encodings import MOST_TIMES, unpacked

PLAIN = b'{"status":"SUCCESS"}' + b" " * 100
PACKED = gzip.compress(PLAIN, mtime=0)
MANY = 1024 * 1024
NOISE = shake_128(b"noise").digest(MANY + 1)


@pytest.mark.parametrize("coding", ["", "none", "Identity", " utf-8 ", "UTF8", "identity, none"])
def test_no_encoding_in_any_word(coding: str) -> None:
    assert unpacked(coding, PLAIN, MANY) == (PLAIN, "", False)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("gzip", PACKED),
        ("GZip, utf-8", PACKED),
        ("x-gzip", PACKED),
        ("gzip", zlib.compress(PLAIN)),
        ("deflate", zlib.compress(PLAIN)),
        ("deflate", zlib.compress(PLAIN)[2:-4]),
        ("gzip", PLAIN),
        ("deflate", PLAIN),
    ],
)
def test_what_was_packed_unasked_is_unpacked(coding: str, body: bytes) -> None:
    assert unpacked(coding, body, MANY) == (PLAIN, "", False)


@pytest.mark.parametrize(
    ("coding", "body", "flaw"),
    [
        ("br", b"x", "it is packed in a way that was not asked for"),
        ("gzip, gzip", gzip.compress(PACKED, mtime=0), "it is packed in a way that was not asked for"),
        ("br", PLAIN, "it is packed in a way that was not asked for"),
        ("gzip", b"<html>", "it cannot be unpacked"),
        ("gzip", PACKED + PACKED, "it is packed in a way that was not asked for"),
        ("gzip", gzip.compress(NOISE, mtime=0), f"it unpacks to more than {MANY} bytes"),
    ],
)
def test_what_cannot_be_unpacked_is_said(coding: str, body: bytes, flaw: str) -> None:
    found = unpacked(coding, body, MANY)
    assert (str(found.flaw), found.is_cut) == (flaw, False)


def test_a_body_may_not_grow_out_of_proportion() -> None:
    bomb = gzip.compress(bytes(50 * MANY), mtime=0)
    found = unpacked("gzip", bomb, 100 * MANY)
    assert str(found.flaw).startswith("it unpacks to more than ")
    assert len(found.body) <= len(bomb) * MOST_TIMES + 64 * 1024


def test_a_packed_body_that_is_cut_says_so_and_keeps_its_beginning() -> None:
    found = unpacked("gzip", PACKED[:-9], MANY)
    assert (str(found.flaw), found.is_cut) == ("it broke off", True)
    assert PLAIN.startswith(found.body)
