"""What a `Content-Encoding` makes of a body: nothing, or bytes to be unpacked within bounds."""

from __future__ import annotations

import zlib
from typing import NamedTuple

from app.core.language import Wording, mark

MOST_TIMES = 200
"""How many times its own size an answer may unpack to; lists of equal items come to fifty."""
_SMALL = 64 * 1024
_NONE = frozenset({"", "none", "identity", "utf-8", "utf8"})
"""What scripts write for no encoding."""
_GZIP = frozenset({"gzip", "x-gzip"})
_ANY_HEAD, _NO_HEAD = 47, -15
"""For zlib: a head of gzip or zlib, and deflate without any."""


class Unpacked(NamedTuple):
    """A body without its encoding, and what is wrong with it."""

    body: bytes
    flaw: Wording = ""
    is_cut: bool = False


def unpacked(coding: str, body: bytes, largest: int) -> Unpacked:
    """The body without its encoding, of at most `largest` bytes and not out of proportion to what came.

    JSON that came in plain under the name of an encoding is taken as it is.
    """
    codings = [each for name in coding.split(",") if (each := name.strip().lower()) not in _NONE]
    if not codings or (body.lstrip()[:1] in {b"{", b"["} and codings[0] in {*_GZIP, "deflate"}):
        return Unpacked(body)
    if len(codings) > 1 or codings[0] not in {*_GZIP, "deflate"}:
        return Unpacked(body, mark("it is packed in a way that was not asked for"))
    heads = (_ANY_HEAD,) if codings[0] in _GZIP else (_ANY_HEAD, _NO_HEAD)
    most = min(largest, len(body) * MOST_TIMES + _SMALL)
    for head in heads:
        unpacker = zlib.decompressobj(head)
        try:
            found = unpacker.decompress(body, most + 1)
        except zlib.error:
            continue
        if len(found) > most:
            return Unpacked(found[:most], mark("it unpacks to more than {most} bytes", most=most))
        return _ended(found, is_cut=not unpacker.eof, rest=unpacker.unused_data)
    return Unpacked(body, mark("it cannot be unpacked"))


def _ended(found: bytes, *, is_cut: bool, rest: bytes) -> Unpacked:
    """What was unpacked, if it is all that came."""
    if is_cut:
        return Unpacked(found, mark("it broke off"), is_cut=True)
    if rest.strip(b"\0"):
        return Unpacked(found, mark("it is packed in a way that was not asked for"))
    return Unpacked(found)
