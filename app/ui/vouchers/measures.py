"""The measures of each paper (design 14), in pixels of 1/96 inch."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from PySide6.QtGui import QFont

from app.core.frozen import frozen
from app.ui.vouchers.typesetting import Face

PaperName = Literal["A5", "A4", "80 mm"]
PAPERS: tuple[PaperName, ...] = ("A5", "A4", "80 mm")
MM = 96 / 25.4
"""Pixels in a millimetre."""
_MEDIUM, _HEAVY = QFont.Weight.Medium, QFont.Weight.DemiBold


@frozen
class PaperMeasures:
    """One paper: its size, its edges, and how each kind of words looks on it."""

    name: PaperName
    width: float
    height: float
    """0: as long as what stands on it."""
    side: float
    top: float
    bottom: float
    agency: Face
    address: Face
    kind: Face
    key: Face
    """The small name over a value."""
    pnr: Face
    title: Face
    place: Face
    body: Face
    strong: Face
    value: Face
    total: Face
    foot: Face
    stub_pnr: Face
    count: Face
    logo: float
    code: float
    """The side of the QR code."""
    stub_code: float
    gap: float
    """Between the parts of the page."""
    pad: tuple[float, float]
    """Across and down, within the frame of date and time."""
    column_gap: float
    price: float
    """The width of the block of prices."""
    columns: tuple[float, ...]
    """The shares of name, age, gender, nationality and document."""
    most_rows: int
    """So many travellers stand on the first page at most; 0 for any number."""
    ink: str = "ink"
    """Its inks are names of `style.ON_PAPER`."""
    quiet: str = "quiet"
    """Of names over values; a printer of receipts has no grey."""
    line: str = "line"
    """Of hairlines."""

    @property
    def is_roll(self) -> bool:
        """Whether it grows with what stands on it."""
        return self.height == 0

    @property
    def inner(self) -> float:
        """The width between its edges."""
        return self.width - 2 * self.side


def look(name: str) -> PaperMeasures:
    """The measures of a paper by its name; of A5 for one that is not known."""
    return _LOOKS.get(name, _LOOKS["A5"])


_A5 = PaperMeasures(
    name="A5",
    width=148 * MM,
    height=210 * MM,
    side=34,
    top=30,
    bottom=20,
    agency=Face(15, 20, _HEAVY),
    address=Face(11, 15),
    kind=Face(13, 20, _HEAVY),
    key=Face(10, 14, _MEDIUM),
    pnr=Face(34, 40, _HEAVY, 1.5, is_identity=True),
    title=Face(17, 24, _HEAVY),
    place=Face(12, 17),
    body=Face(12, 17),
    strong=Face(12, 17, _HEAVY),
    value=Face(17, 23, _HEAVY),
    total=Face(12, 17, _HEAVY),
    foot=Face(10, 14, is_identity=True),
    stub_pnr=Face(17, 22, _HEAVY, 0.8, is_identity=True),
    count=Face(22, 26, _HEAVY),
    logo=34,
    code=104,
    stub_code=58,
    gap=16,
    pad=(12, 8),
    column_gap=12,
    price=180,
    columns=(0, 44, 68, 90, 110),
    most_rows=10,
)
_A4 = PaperMeasures(
    name="A4",
    width=210 * MM,
    height=297 * MM,
    side=60,
    top=52,
    bottom=34,
    agency=Face(19, 26, _HEAVY),
    address=Face(12, 17),
    kind=Face(15, 26, _HEAVY),
    key=Face(12, 16, _MEDIUM),
    pnr=Face(46, 54, _HEAVY, 1.5, is_identity=True),
    title=Face(23, 30, _HEAVY),
    place=Face(15, 20),
    body=Face(13, 20),
    strong=Face(13, 20, _HEAVY),
    value=Face(20, 28, _HEAVY),
    total=Face(15, 20, _HEAVY),
    foot=Face(11, 16, is_identity=True),
    stub_pnr=Face(24, 30, _HEAVY, 1, is_identity=True),
    count=Face(30, 36, _HEAVY),
    logo=44,
    code=144,
    stub_code=80,
    gap=22,
    pad=(16, 12),
    column_gap=28,
    price=230,
    columns=(0, 56, 90, 120, 160),
    most_rows=24,
)
_ROLL = replace(
    _A5,
    name="80 mm",
    width=80 * MM,
    height=0,
    side=4 * MM,
    top=16,
    bottom=24,
    key=Face(11, 15, _MEDIUM),
    pnr=Face(34, 42, _HEAVY, 1, is_identity=True),
    title=Face(16, 22, _HEAVY),
    value=Face(16, 22, _HEAVY),
    total=Face(13, 18, _HEAVY),
    foot=Face(11, 15, is_identity=True),
    logo=40,
    code=128,
    gap=12,
    pad=(10, 8),
    price=0,
    columns=(),
    most_rows=0,
    ink="black",
    quiet="black",
    line="black",
)
_LOOKS: dict[str, PaperMeasures] = {each.name: each for each in (_A5, _A4, _ROLL)}
