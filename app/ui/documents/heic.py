"""HEIC, as telephones take pictures: a JPEG of it, where the extra `heic` is installed.

A malicious file may crash its library, which therefore runs in the process that prepares copies.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

from app.core.language import mark, tr
from app.desk.documents.document import DocumentError
from app.desk.model.boats import Document

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_PIXELS = 64_000_000
_LARGEST_JPEG = 1_425_000
"""In bytes; as Base64 it is below the limit."""
_STEPS = ((2480, 85), (2480, 75), (2000, 85), (2000, 75), (1600, 85), (1600, 75))
_FINEST = 92
"""The JPEG quality of pictures that are not made smaller."""
_LARGEST_PROFILE = 16_384
_ITS_ERRORS = (ValueError, RuntimeError, OSError, EOFError, MemoryError, SyntaxError)


def as_jpeg(document: Document) -> Document:
    """The picture as JPEG: upright, without metadata and small enough.

    It is turned as the file states, not by EXIF. Raises DocumentError without the library, and for a file
    that is damaged, too large, or has several pictures.
    """
    try:
        import pi_heif
    except ImportError:
        words = mark(
            "{name} is HEIC, which cannot be read here. "
            'Set the phone to "Most compatible", or send it as JPEG.'
        )
        raise DocumentError(tr(words, name=document.file_name)) from None
    try:
        found = pi_heif.open_heif(document.data)
        count, (width, height) = len(found), found.size
        # The library decodes nothing that is larger than its header says.
        is_one = count == 1 and width * height <= _MOST_PIXELS
        jpeg = _fitting(found.to_pillow()) if is_one else b""
    except _ITS_ERRORS:
        words = mark("{name} is damaged or cut off. Take the picture again, or send it as JPEG.")
        raise DocumentError(tr(words, name=document.file_name)) from None
    if count > 1:
        words = mark("{name} holds {number} pictures. Send the one that counts as JPEG.")
        raise DocumentError(tr(words, name=document.file_name, number=count))
    if not jpeg:
        words = mark("{name} has {width} \u00d7 {height} pixels. Send a smaller picture as JPEG.")
        raise DocumentError(tr(words, name=document.file_name, width=width, height=height))
    return replace(document, data=jpeg, kind="JPEG")


def _fitting(image: Image) -> bytes:
    """The best JPEG that is small enough, upright as the file says, with its colour profile and nothing else.

    The smallest one that was tried, when none is.
    """
    from PIL.Image import Resampling

    profile: object = image.info.get("icc_profile")
    kept = profile if isinstance(profile, bytes) and len(profile) <= _LARGEST_PROFILE else None
    steps = ((_STEPS[0][0], _FINEST), *_STEPS) if max(image.size) <= _STEPS[0][0] else _STEPS
    image, jpeg = _plain(image), b""
    for side, quality in steps:
        image.thumbnail((side, side), Resampling.HAMMING)
        written = io.BytesIO()
        image.save(written, "JPEG", quality=quality, icc_profile=kept)
        jpeg = written.getvalue()
        if len(jpeg) <= _LARGEST_JPEG:
            break
    return jpeg


def _plain(image: Image) -> Image:
    """Three colours, and white where it is transparent."""
    from PIL.Image import new

    if image.mode in ("RGB", "L"):
        plain = image.convert("RGB")
    else:
        image = image.convert("RGBA")
        plain = new("RGB", image.size, "white")
        plain.paste(image, mask=image.getchannel("A"))
    plain.info = {}
    return plain
