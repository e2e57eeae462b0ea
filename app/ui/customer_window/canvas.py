"""What the pages of the customer window are painted with: texts that elide, cards, amounts and codes."""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from math import ceil

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from app.core.frozen import frozen
from app.desk.model import formats
from app.ui.customer_window.measures import Measures
from app.ui.customer_window.words import Speech
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, draw_box, draw_text, text_width
from app.ui.kit.basics.qr_code import QUIET, qr_code
from app.ui.theme import style
from app.ui.theme.style import Tokens

_LINE, _TALL_LINE = 1.3, 1.5
"""The height of a line as a multiple of its letters; in Devanagari with its signs above and below."""
_DEVANAGARI = ("\u0900", "\u097f")
_CARD_RADIUS = 20
_PARTS = 0.56
"""The size of what stands behind the point of a large amount."""
MEDIUM, HEAVY = QFont.Weight.Medium, style.HEAVY


@cache
def face(pixels: int, weight: QFont.Weight = QFont.Weight.Normal, *, identity: bool = False) -> QFont:
    """The program's letters in any size."""
    font = style.font("body", weight=weight, identity=identity)
    font.setPixelSize(max(pixels, 1))
    return font


def line_of(pixels: int, *texts: str) -> int:
    """The height of a line of such letters."""
    first, last = _DEVANAGARI
    is_tall = any(first <= letter <= last for text in texts for letter in text)
    return ceil(pixels * (_TALL_LINE if is_tall else _LINE))


@frozen
class Canvas:
    """A painter, and what is the same for everything that is painted."""

    painter: QPainter
    colours: Tokens
    sizes: Measures
    speech: Speech

    def text(
        self,
        place: QRect,
        text: str,
        font: QFont,
        *,
        ink: QColor | None = None,
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        """Draw one line, elided where there is no room."""
        draw_text(self.painter, place, text, font, ink or self.colours.text, align=align)

    def two(self, place: QRect, words: tuple[str, str], pixels: int, weight: QFont.Weight) -> None:
        """Draw a text and its repetition in the other language behind it, in smaller letters if need be."""
        first, second = words
        gap = self.sizes.of(22)
        while pixels > self.sizes.caption and self._width(words, pixels, weight, gap) > place.width():
            pixels -= 1
        self.text(place, first, face(pixels, weight))
        if second and self._width(words, pixels, weight, gap) <= place.width():
            behind = place.adjusted(text_width(first, face(pixels, weight)) + gap, 0, 0, 0)
            self.text(behind, second, face(pixels), ink=self.colours.text2)

    def apart(
        self,
        place: QRect,
        texts: tuple[str, str],
        font: QFont,
        *,
        ink: QColor | None = None,
        align: Qt.AlignmentFlag = LEFT,
    ) -> None:
        """Draw two texts of one size with a gap between them; the first one elides."""
        first, second = texts
        behind = text_width(second, font) + self.sizes.of(30) if second else 0
        room = max(place.width() - behind, 0)
        width = min(text_width(first, font), room)
        spare = place.width() - width - behind
        shift = spare if align & Qt.AlignmentFlag.AlignRight else spare // 2 if align == CENTRE else 0
        left = place.left() + shift
        self.text(QRect(left, place.top(), width, place.height()), first, font, ink=ink)
        end = QRect(left, place.top(), width + behind, place.height())
        self.text(end, second, font, ink=ink, align=RIGHT)

    def amount(self, place: QRect, value: Decimal, pixels: int, *, align: Qt.AlignmentFlag = LEFT) -> int:
        """Draw an amount in letters that fit, its decimals smaller. Returns its width."""
        whole, point, parts = formats.amount(value).rpartition(".")
        while pixels > self.sizes.text and _amount_width(whole, point + parts, pixels) > place.width():
            pixels -= 1
        large, small = face(pixels, HEAVY), face(round(pixels * _PARTS), HEAVY)
        width = _amount_width(whole, point + parts, pixels)
        left = place.right() + 1 - width if align & Qt.AlignmentFlag.AlignRight else place.left()
        height = line_of(pixels)
        line = QRect(left, place.bottom() + 1 - height, text_width(whole, large), height)
        self.text(line, whole, large)
        base = line.top() + style.baseline(large, height)
        below = line_of(small.pixelSize())
        top = base - style.baseline(small, below)
        behind = QRect(line.right() + 1, top, text_width(point + parts, small), below)
        self.text(behind, point + parts, small, ink=self.colours.text2)
        return width

    def card(self, place: QRect, *, is_paper: bool = False) -> None:
        """Draw a card; one of paper is white in every theme."""
        draw_box(
            self.painter,
            place,
            fill=style.PAPER if is_paper else self.colours.surface,
            line=self.colours.line,
            width=max(self.sizes.of(2), 1),
            radius=self.sizes.of(_CARD_RADIUS),
        )

    def rule(self, left: int, top: int, width: int) -> None:
        """Draw a hairline."""
        self.painter.fillRect(QRect(left, top, width, max(self.sizes.of(2), 1)), self.colours.line)

    def code(self, place: QRect, text: str) -> None:
        """Draw the largest QR code with its white border in the middle of a square."""
        size, dark = qr_code(text)
        whole = size + 2 * QUIET
        module = min(place.width(), place.height()) // whole
        ground = QRect(0, 0, module * whole, module * whole)
        ground.moveCenter(place.center())
        painter = self.painter
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.fillRect(ground, style.PAPER)
        for row, column in dark:
            at = ground.topLeft()
            left, top = at.x() + (column + QUIET) * module, at.y() + (row + QUIET) * module
            painter.fillRect(QRectF(left, top, module, module), style.ON_PAPER["ink"])

    def _width(self, words: tuple[str, str], pixels: int, weight: QFont.Weight, gap: int) -> int:
        first, second = words
        behind = gap + text_width(second, face(pixels)) if second else 0
        return text_width(first, face(pixels, weight)) + behind


def code_side(text: str, least: int) -> int:
    """The side of a square in which the code of a text, without its border, is at least so wide."""
    size = qr_code(text).size
    return ceil(least / size) * (size + 2 * QUIET)


def fitted(text: str, width: int, most: int, least: int, weight: QFont.Weight) -> int:
    """The size of the letters in which a line fits: between `most` and `least`."""
    return next(
        (each for each in range(most, least, -1) if text_width(text, face(each, weight)) <= width), least
    )


def _amount_width(whole: str, parts: str, pixels: int) -> int:
    small = face(round(pixels * _PARTS), HEAVY)
    return text_width(whole, face(pixels, HEAVY)) + text_width(parts, small)
