"""HEIC, as telephones take pictures: a JPEG of it, where the extra `heic` is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

from app import heic_decoder
from app.desk.boat_values import Document
from app.desk.document import DocumentError

LONGEST_SECONDS = 20
"""What takes longer to decode is a trap."""
_NO_WINDOW = 0x08000000 if sys.platform == "win32" else 0
_NEEDED = ("SYSTEMROOT", "LD_LIBRARY_PATH")
"""What the other process is told of this one's surroundings: the key may be among them."""


def as_jpeg(document: Document) -> Document:
    """The picture upright, without metadata and small enough; made in another process and in memory.

    The picture that the file says is turned as it says; the EXIF has no say in that. Raises DocumentError:
    without the library, for what is damaged, too large, or several pictures. Call it in a thread.
    """
    try:
        ended = subprocess.run(
            [sys.executable, "-I", str(heic_decoder.__file__)],
            input=document.data,
            capture_output=True,
            env={name: os.environ[name] for name in _NEEDED if name in os.environ},
            creationflags=_NO_WINDOW,
            timeout=LONGEST_SECONDS,
            check=False,
        )
    except OSError:
        raise _refusal(document, ["library"]) from None
    except subprocess.TimeoutExpired:
        raise _refusal(document, []) from None
    line, _, jpeg = ended.stdout.partition(b"\n")
    if line != b"jpeg":
        raise _refusal(document, line.decode("ascii", "replace").split())
    return replace(document, data=jpeg, kind="JPEG")


def _refusal(document: Document, answer: list[str]) -> DocumentError:
    """What the other process answered in words; it answers nothing when it ends of the file."""
    match answer:
        case ["library"]:
            words = 'is HEIC, which cannot be read here. Set the phone to "Most compatible", or send it'
        case ["pictures", count]:
            words = f"holds {count} pictures. Send the one that counts"
        case ["pixels", width, height]:
            words = f"has {width} \u00d7 {height} pixels. Send a smaller picture"
        case _:
            words = "is damaged or cut off. Take the picture again, or send it"
    return DocumentError(f"{document.file_name} {words} as JPEG.")
