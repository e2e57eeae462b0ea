"""Secrets that must not turn up, in the eight encodings that careless writing would leave of them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from functools import cache
from urllib.parse import quote

HEADS = {
    "a JPEG": b"\xff\xd8\xff\xe0\x00\x10JFIF\x00",
    "a PNG": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "a WebP": b"WEBPVP8",
    "a PDF": b"%PDF-1.7",
}
"""How documents begin: wherever one of these stands, a document does."""
_SLICE = 32


@cache
def encodings(secret: bytes) -> dict[str, tuple[bytes, ...]]:
    """What each encoding makes of a secret, wherever it begins; of text in every case of letters.

    As it is: a dump, a temporary file, a database page. Base64: how a copy is sent, at its three alignments.
    Hexadecimal: what digests and dumps are written in. Percent signs: an address or a form. UTF-16: how Qt
    and Windows hold text. Escapes: what JSON and `repr` make of it.
    """
    shifted = [base64.b64encode(bytes(shift) + secret)[4 if shift else 0 : -4] for shift in range(3)]
    text = _text(secret)
    cases = (secret, secret.lower(), secret.upper()) if secret.isascii() else (secret,)
    percents = "".join(f"%{each:02X}" for each in secret)
    numbered = "".join(f"\\u{unit:04x}" for unit in map(ord, text))
    return {
        "as it is": cases,
        "Base64": tuple(shifted),
        "hexadecimal": (secret.hex().encode(),),
        "upper hexadecimal": (secret.hex().upper().encode(),),
        "percent signs": (
            quote(secret, safe="").encode(),
            percents.encode(),
        ),
        "UTF-16, low byte first": (text.encode("utf-16-le"),),
        "UTF-16, high byte first": (text.encode("utf-16-be"),),
        "escapes": (json.dumps(text)[1:-1].encode(), repr(secret)[2:-1].encode(), numbered.encode()),
    }


def found(data: bytes, secrets: Mapping[str, bytes]) -> set[tuple[str, str]]:
    """Which secrets stand in the data, each with the encoding."""
    return {
        (name, encoding)
        for name, secret in secrets.items()
        for encoding, forms in encodings(secret).items()
        if any(form in data for form in forms)
    }


def slices(name: str, document: bytes) -> dict[str, bytes]:
    """Pieces of a document's own bytes, from its beginning, its end and between; named after it."""
    places: Iterable[int] = range(0, len(document) - _SLICE, max(1, len(document) // 3))
    return {f"{name} at {at}": document[at : at + _SLICE] for at in places}


def _text(secret: bytes) -> str:
    """The text that it is, or that a careless program takes it for."""
    try:
        return secret.decode()
    except UnicodeDecodeError:
        return secret.decode("latin-1")
