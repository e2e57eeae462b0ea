"""What a reader of passports sends to a computer, key by key: its pace, its line ends, and both keyboards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<]"
"""What each key of the reader gives on the computer, in this order; capitals are sent with Shift."""
KEYBOARDS = {
    "english": ENGLISH,
    "indian": ENGLISH,
    "french": "QBCDEFGHIJKL?NOPARSTUVZXYW\u00e0&\u00e9\"'(-\u00e8_\u00e7.$",
    "belgian": "QBCDEFGHIJKL?NOPARSTUVZXYW\u00e0&\u00e9\"'(\u00a7\u00e8!\u00e7.$",
    "german": "ABCDEFGHIJKLMNOPQRSTUVWXZY0123456789;+",
    "spanish": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789;+",
    "hindi": (
        "\u0913\u0934\u0923\u0905\u0906\u0907\u0909\u092b\u0918\u0931\u0916\u0925\u0936\u0933\u0927\u091d"
        "\u0914\u0908\u090f\u090a\u0919\u0929\u0910\u0901\u092d\u090e"
        "\u0966\u0967\u0968\u0969\u096a\u096b\u096c\u096d\u096e\u096f\u0937\u093c"
    ),
    "german reader": "ABCDEFGHIJKLMNOPQRSTUVWXZY0123456789\\]",
    "spanish reader": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\\]",
    "french reader": "QBCDEFGHIJKL:NOPARSTUVZXYW)!@#$%^&*(\\]",
}
PLACES = dict(
    chain(
        ((sign, 16 + at) for at, sign in enumerate("QWERTYUIOP")),
        ((sign, 30 + at) for at, sign in enumerate("ASDFGHJKL")),
        ((sign, 44 + at) for at, sign in enumerate("ZXCVBNM<")),
        ((sign, 2 + at) for at, sign in enumerate("1234567890")),
        {"]": 27}.items(),
    )
)
"""The number of each key (Linux; X11 adds 8) of a reader that is set for English."""
LINE_ENDS = {
    "CRLF": "\r\n",
    "nothing": "",
    "CR": "\r",
    "LF": "\n",
    "Tab": "\t",
    "Enter twice": "\r\r",
    "ETX and CR": "\x03\r",
}
PACES = {
    "5 ms": (0.005,),
    "20 ms": (0.02,),
    "45 ms": (0.045,),
    "80 ms": (0.08,),
    "150 ms": (0.15,),
    "bunches": (0.19, *(0.0,) * 7),
    "uneven": (0.03, 0.07, 0.001, 0.12),
}


@dataclass(frozen=True, slots=True)
class SentKey:
    """A key as it arrives: so long after the one before, a text on this computer, and a place."""

    gap: float
    text: str
    code: int
    """The number of the key; 0 when the system does not tell it."""
    is_shifted: bool


def sent(
    lines: Sequence[str],
    keyboard: str = "english",
    end: str = "\r",
    pace: Sequence[float] = (0.005,),
    *,
    before: str = "",
    tells_places: bool = False,
) -> Iterator[SentKey]:
    """The keys of a scan of these lines."""
    signs = dict(zip(ENGLISH, KEYBOARDS[keyboard], strict=True))
    for at, sign in enumerate(before + "".join(line + end for line in lines)):
        yield SentKey(
            pace[at % len(pace)],
            signs.get(sign, sign),
            PLACES.get(sign, 0) if tells_places else 0,
            is_shifted=sign.isalpha() or sign == "<",
        )
