"""The body of a request in pieces, of known length and hash, never held in memory as a whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import cast

import pybase64

PIECE = 2 * 1024 * 1024
"""The most bytes of one piece: a whole document. Each piece costs a turn of the event loop."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_CHUNK = PIECE // 4 * 3
"""The bytes of a document encoded in one step; a multiple of 3, so that only the end is padded."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Proof:
    """The bytes of a document, encoded as Base64 only while they are sent. Its repr shows nothing."""

    data: bytes = field(repr=False)
    sha256: str = field(default="", repr=False)
    """The SHA-256 of the data, in hexadecimal; computed when it is not given."""

    def __post_init__(self) -> None:
        if not self.sha256:
            object.__setattr__(self, "sha256", hashlib.sha256(self.data).hexdigest())

    @property
    def sent_length(self) -> int:
        """The number of characters of its Base64."""
        return (len(self.data) + 2) // 3 * 4

    def pieces(self) -> Iterator[bytes]:
        """The pieces of its Base64."""
        data = memoryview(self.data)
        for start in range(0, len(data), _CHUNK):
            yield pybase64.b64encode(data[start : start + _CHUNK])


@dataclass(frozen=True, slots=True, repr=False)
class Body:
    """JSON text with the documents in it. Its repr shows nothing."""

    parts: tuple[bytes | Proof, ...]

    @property
    def length(self) -> int:
        """The number of bytes of all pieces."""
        return sum(part.sent_length if isinstance(part, Proof) else len(part) for part in self.parts)

    def pieces(self) -> Iterator[bytes]:
        """The body from its first byte to its last; no piece is empty."""
        for part in self.parts:
            if isinstance(part, Proof):
                yield from part.pieces()
            else:
                for start in range(0, len(part), PIECE):
                    yield part[start : start + PIECE]

    def whole(self) -> bytes:
        """The whole body: for bodies without documents."""
        return b"".join(self.pieces())

    def sha256(self) -> str:
        """The SHA-256 in hexadecimal of the JSON text in which each document stands as its own SHA-256.

        Equal bodies have the same hash; the hashes of the documents are computed only once.
        """
        digest = hashlib.sha256()
        for part in self.parts:
            digest.update(part.sha256.encode() if isinstance(part, Proof) else part)
        return digest.hexdigest()


NOTHING = Body(())
"""The body of a request without one."""


def json_body(fields: Mapping[str, object]) -> Body:
    """The JSON text of these fields in their order: UTF-8, no spaces; a `Proof` becomes a Base64 string."""
    parts: list[bytes | Proof] = []
    for is_text, group in groupby(_written(fields), lambda part: isinstance(part, str)):
        if is_text:
            parts.append("".join(cast("Iterator[str]", group)).encode())
        else:
            parts.extend(cast("Iterator[Proof]", group))
    return Body(tuple(parts))


def _written(value: object) -> Iterator[str | Proof]:
    """The parts of a value's JSON text; a document stands for its own Base64."""
    if isinstance(value, Proof):
        yield from ('"', value, '"')
    elif isinstance(value, dict):
        named = cast("dict[str, object]", value)
        yield from _enclosed("{}", [(f"{_text(name)}:", each) for name, each in named.items()])
    elif isinstance(value, (list, tuple)):
        yield from _enclosed("[]", [("", each) for each in cast("list[object]", value)])
    else:
        yield _text(value)


def _enclosed(brackets: str, members: list[tuple[str, object]]) -> Iterator[str | Proof]:
    yield brackets[0]
    for place, (name, member) in enumerate(members):
        yield f"{',' if place else ''}{name}"
        yield from _written(member)
    yield brackets[1]


def _text(value: object) -> str:
    return _ENCODER.encode(value)
