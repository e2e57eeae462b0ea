"""Makes a JPEG of a HEIC picture, in a process of its own: a hostile file ends that, not the counter.

The file comes in by standard input, the answer goes out by standard output, nothing is on disk. The answer
begins with a line: `jpeg`, and the picture follows; `library` when that is not installed; `pictures N` when
there are several; `pixels W H` when they are too many. For what is damaged there is no answer.
"""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_MOST_PIXELS = 64_000_000
_MOST_MEMORY = 1536 << 20
_LARGEST_JPEG = 1_425_000
"""In bytes; as Base64 it stays clear of the limit."""
_STEPS = ((2480, 85), (2480, 75), (2000, 85), (2000, 75), (1600, 85), (1600, 75))
_FINEST = 92
"""For what need not lose a pixel."""
_LARGEST_PROFILE = 16_384
_NO_REPORTS, _SET_DUMPABLE = 0x3, 4
"""Of Windows and of Linux."""


def answer_to(data: bytes) -> bytes:
    """The answer to a file: its first line, and what follows. What the library raises ends the process."""
    try:
        import pi_heif
    except ImportError:
        return b"library\n"
    found = pi_heif.open_heif(data)
    if len(found) > 1:
        return b"pictures %d\n" % len(found)
    # The library decodes nothing that is larger than its header says.
    width, height = found.size
    if width * height > _MOST_PIXELS:
        return b"pixels %d %d\n" % (width, height)
    image = found.to_pillow()
    del found
    return b"jpeg\n" + _fitting(image)


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


def _confine() -> None:
    """Let a hostile file have only so much memory, and let no copy of a passport stay when it crashes."""
    import ctypes

    if sys.platform == "win32":
        ctypes.windll.kernel32.SetErrorMode(_NO_REPORTS)
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    if sys.platform == "linux":
        # A system that collects crashes does not ask for the limit.
        ctypes.CDLL(None).prctl(_SET_DUMPABLE, 0, 0, 0, 0)


if __name__ == "__main__":
    _confine()
    sys.stdout.buffer.write(answer_to(sys.stdin.buffer.read()))
