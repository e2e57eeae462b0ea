"""Letters for paper: words become outlines of the counter's own fonts, the same on every device.

Measures are pixels of 1/96 inch. Outlines rather than text: what is measured is what is drawn, and
figures of one width and letters joined as Devanagari wants them come out alike everywhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainterPath,
    QRawFont,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from app.ui.kit.basics.text import ELLIPSIS, plain
from app.ui.theme import assets

FAMILY = "Counter Sans"
INSTEAD = "?"
"""Replaces a character that the font cannot draw, which is reported when printing."""
_JOINERS = frozenset({"\u200c", "\u200d"})
STEPS = 32
"""Outlines are on a grid of so many steps in a pixel."""
_DRAWN_AT = 4.0
"""Outlines are taken from letters this much larger: a font gives them in steps of a pixel's 64th."""


class Face(NamedTuple):
    """How words look: size and line in pixels, weight, tracking, and whether 0 and O are told apart."""

    size: float
    line: float
    weight: QFont.Weight = QFont.Weight.Normal
    tracking: float = 0
    is_identity: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TextLine:
    """One line of words as it is drawn: its outlines stand on the baseline, from x = 0 on."""

    text: str
    width: float
    outline: QPainterPath


class Typesetter:
    """Breaks words into lines; remembers what it could not draw."""

    def __init__(self) -> None:
        assets.load_fonts()
        self.missing: set[str] = set()
        # For this voucher alone: names of customers do not stay.
        self._known: dict[tuple[str, Face, float, int], tuple[TextLine, ...]] = {}

    def lines(self, text: str, face: Face, width: float, most: int = 0) -> tuple[TextLine, ...]:
        """The text within a width, broken between words and, where a word is too long, within it.

        With `most` the last line that is allowed ends in an ellipsis when more is left.
        """
        key = (text, face, width, most)
        if key not in self._known:
            self._known[key] = self._set(text, face, width, most)
        return self._known[key]

    def _set(self, text: str, face: Face, width: float, most: int) -> tuple[TextLine, ...]:
        known = self._drawable(" ".join(plain(text).split()))
        if not known:
            return ()
        layout = _laid_out(known, face, width)
        count = layout.lineCount()
        shown = min(count, most or count)
        lines = [_drawn(layout, place, known) for place in range(shown)]
        if shown < count:
            lines[-1] = _line(self._shortened(lines[-1].text, face, width), face)
        return tuple(lines)

    def _shortened(self, text: str, face: Face, width: float) -> str:
        """The text cut between letters, so that an ellipsis fits behind it."""
        for end in range(len(text), 0, -1):
            shorter = text[:end].rstrip() + ELLIPSIS
            if not (end < len(text) and _continues(text[end])) and _width(shorter, face) <= width:
                return shorter
        return ELLIPSIS

    def _drawable(self, text: str) -> str:
        """The text with a question mark for each character that would be an empty box."""
        unknown = {each for each in set(text) if not can_draw(each)}
        self.missing |= unknown
        return "".join(INSTEAD if each in unknown else each for each in text)


@cache
def can_draw(character: str) -> bool:
    """Whether the font has an outline for it."""
    if character.isspace() or character in _JOINERS:
        return True
    font = _font(Face(13, 17))
    if not QFontMetricsF(font).inFontUcs4(ord(character)):
        return False
    # A picture in colours has no outline, and so would be left out unseen.
    is_mark = unicodedata.category(character).startswith("M")
    return is_mark or not _line(character, Face(13, 17)).outline.isEmpty()


def baseline(face: Face) -> float:
    """Where the baseline lies within a line of this face, counted from its top."""
    metrics = QFontMetricsF(_font(face))
    ascent, descent = metrics.ascent() / _DRAWN_AT, metrics.descent() / _DRAWN_AT
    return (face.line - ascent - descent) / 2 + ascent


def _line(text: str, face: Face) -> TextLine:
    return _drawn(_laid_out(text, face, 0), 0, text)


def _drawn(layout: QTextLayout, place: int, text: str) -> TextLine:
    """One line of a layout of the text as outlines.

    Laid out by itself a line may be wider than it was here: figures take the font of the letters before them.
    """
    outline = QPainterPath()
    # Else the strokes of a letter would leave holes where they cross.
    outline.setFillRule(Qt.FillRule.WindingFill)
    line = layout.lineAt(place)
    up = line.y() + line.ascent()
    for run in layout.glyphRuns(line.textStart(), line.textLength()):
        font = run.rawFont()
        for number, spot in zip(run.glyphIndexes(), run.positions(), strict=True):
            at = QPointF(snapped(spot.x() / _DRAWN_AT), snapped((spot.y() - up) / _DRAWN_AT))
            outline.addPath(_glyph(font, number).translated(at))
    return TextLine(_piece(line, text), line.naturalTextWidth() / _DRAWN_AT, outline)


def snapped(measure: float) -> float:
    """To a 32nd of a pixel: what is a whole number on a fine device is written in few bytes."""
    return round(measure * STEPS) / STEPS


_glyphs: dict[tuple[str, str, float, int], QPainterPath] = {}


def _glyph(font: QRawFont, number: int) -> QPainterPath:
    """One letter's outline, cached since single letters are no personal data."""
    key = (font.familyName(), font.styleName(), font.pixelSize(), number)
    if key not in _glyphs:
        outline = font.pathForGlyph(number)
        for place in range(outline.elementCount()):
            each = outline.elementAt(place)
            outline.setElementPositionAt(place, snapped(each.x / _DRAWN_AT), snapped(each.y / _DRAWN_AT))
        _glyphs[key] = outline
    return _glyphs[key]


def _width(text: str, face: Face) -> float:
    # A line lives in its layout: measured behind the end of that, it is whatever lies there by then.
    layout = _laid_out(text, face, 0)
    return layout.lineAt(0).naturalTextWidth() / _DRAWN_AT


def _laid_out(text: str, face: Face, width: float) -> QTextLayout:
    """Laid out in larger letters; a width of 0 is one line."""
    layout = QTextLayout(text, _font(face))
    option = QTextOption()
    wraps = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
    option.setWrapMode(wraps if width else QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    line, top = layout.createLine(), 0.0
    while line.isValid():
        line.setLineWidth(width * _DRAWN_AT if width else 1e6)
        line.setPosition(QPointF(0, top))
        top += line.height()
        line = layout.createLine()
    layout.endLayout()
    return layout


def _piece(line: QTextLine, text: str) -> str:
    # Qt counts in UTF-16, Python in characters.
    units = text.encode("utf-16-le")
    start = line.textStart()
    return units[2 * start : 2 * (start + line.textLength())].decode("utf-16-le").strip()


def _continues(character: str) -> bool:
    """Whether it belongs to the letter before it."""
    return unicodedata.category(character).startswith("M") or character in _JOINERS


@cache
def _font(face: Face) -> QFont:
    font = QFont([FAMILY])
    font.setPixelSize(round(face.size * _DRAWN_AT))
    font.setWeight(face.weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, face.tracking * _DRAWN_AT)
    for feature in ("tnum", "ss02", "zero") if face.is_identity else ("tnum",):
        font.setFeature(QFont.Tag(feature), 1)
    return font
