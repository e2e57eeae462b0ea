"""QR codes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import segno

QUIET = 4
"""The modules of white around a code."""


class QrCode(NamedTuple):
    """A square of modules."""

    size: int
    """The modules of a side."""
    dark: tuple[tuple[int, int], ...]
    """Row and column of each dark module."""


@cache
def qr_code(text: str) -> QrCode:
    """The QR code of a text, never a Micro one, which many scanners cannot read."""
    matrix = segno.make_qr(text, error="m").matrix
    dark = tuple((y, x) for y, row in enumerate(matrix) for x, each in enumerate(row) if each)
    return QrCode(len(matrix), dark)
