"""The type scale: Inter in pixel sizes with figures of one width."""

from __future__ import annotations

from functools import cache
from math import ceil
from typing import Literal, NamedTuple

from PySide6.QtGui import QFont, QFontMetricsF

from app.core.language import current
from app.ui.theme.assets import load_fonts

Role = Literal[
    "micro",
    "caption",
    "captionStrong",
    "body",
    "bodyStrong",
    "bodyHeavy",
    "button",
    "lead",
    "spend",
    "heading",
    "brand",
    "title",
    "question",
    "money",
    "amount",
    "display",
    "greeting",
    "change",
    "pnr",
    "mono",
]


class _Step(NamedTuple):
    """One step of the scale: pixels, line, weight and tracking."""

    pixels: int
    line: int
    weight: QFont.Weight = QFont.Weight.Normal
    tracking: float = 0
    is_identity: bool = False
    """Distinguish similar letters and digits (ss02, zero)."""


MEDIUM, HEAVY = QFont.Weight.Medium, QFont.Weight.DemiBold
# Tracking gives the widths of the design's pictures, which were drawn with another cut of Inter.
_SCALE: dict[Role, _Step] = {
    "micro": _Step(11, 16, MEDIUM),
    "caption": _Step(12, 16),
    "captionStrong": _Step(12, 16, MEDIUM),
    "body": _Step(13, 20),
    "bodyStrong": _Step(13, 20, MEDIUM),
    "bodyHeavy": _Step(13, 20, HEAVY),
    "button": _Step(14, 20, HEAVY),
    "lead": _Step(15, 24),
    "spend": _Step(15, 20, HEAVY),
    "heading": _Step(15, 20, HEAVY, -0.1),
    "brand": _Step(17, 20, HEAVY, -0.2),
    "title": _Step(20, 28, HEAVY, -0.35),
    "question": _Step(24, 32, HEAVY, -0.3),
    "money": _Step(24, 32, HEAVY, -0.4),
    "amount": _Step(24, 32, HEAVY, -0.1),
    "display": _Step(30, 40, HEAVY, -0.3),
    "greeting": _Step(30, 40, HEAVY, -0.82),
    "change": _Step(44, 48, HEAVY, -0.9),
    "pnr": _Step(44, 56, HEAVY, 2.55, is_identity=True),
    "mono": _Step(12, 16),
}
_IN_DEVANAGARI, _TALL = ("hi",), 1.5
"""The languages written in it, and the height of its line as a multiple of its size."""
_LATIN_ALONE: frozenset[Role] = frozenset({"brand", "money", "amount", "change", "pnr", "mono"})
"""What is never Hindi: the program's name, sums and references."""
_TABULAR = QFont.Tag("tnum")
_FAMILY = ("Counter Sans", "Noto Sans", "Segoe UI", "sans-serif")
_MONO = ("Counter Mono", "Counter Sans", "monospace")


def font(role: Role, *, identity: bool = False, weight: QFont.Weight | None = None) -> QFont:
    """The font of a role; `identity` distinguishes 0 from O and 1 from l and I in PNRs and numbers."""
    is_tall = current() in _IN_DEVANAGARI
    return QFont(_font(role, identity or _SCALE[role].is_identity, weight, is_tall))


def proportional(font: QFont) -> QFont:
    """The font without figures of one width, which would also widen hyphens in words."""
    result = QFont(font)
    result.setFeature(_TABULAR, 0)
    return result


def line_height(role: Role) -> int:
    """The height of one line of a role, in the present language.

    Devanagari has signs above and below its letters; what is never Hindi keeps the line of Latin letters.
    """
    step = _SCALE[role]
    if current() not in _IN_DEVANAGARI or role in _LATIN_ALONE:
        return step.line
    return max(step.line, 2 * ceil(_TALL * step.pixels / 2))


def baseline(font: QFont, height: int) -> int:
    """The baseline of a line of this height, from its top, as in the design's pictures.

    Descenders are never cut, so it may be a pixel higher.
    """
    ascent, descent = _rise(font.family(), font.pixelSize())
    return (height - ascent - descent) // 2 + ascent


@cache
def _rise(family: str, pixels: int) -> tuple[int, int]:
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    metrics = QFontMetricsF(font)
    ascent, descent = round(metrics.ascent()), round(metrics.descent())
    borrowed = 1 if descent < metrics.descent() else 0
    return ascent - borrowed, descent + borrowed


@cache
def _font(role: Role, identity: object, weight: QFont.Weight | None, is_tall: object) -> QFont:
    # What is measured with it is kept: it must be of the right font, whoever asks first.
    load_fonts()
    step = _SCALE[role]
    result = QFont(_MONO if role == "mono" else _FAMILY)
    result.setPixelSize(step.pixels)
    result.setWeight(step.weight if weight is None else weight)
    # The line over Devanagari letters would overlap itself.
    tracking = max(step.tracking, 0) if is_tall else step.tracking
    result.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, tracking)
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    result.setStyleStrategy(QFont.StyleStrategy.PreferAntialias | QFont.StyleStrategy.NoSubpixelAntialias)
    for feature in ("tnum", "ss02", "zero") if identity else ("tnum",):
        result.setFeature(QFont.Tag(feature), 1)
    return result
