"""Painting for delegates and painted widgets: one-line texts, boxes, blocks, dots, rings, and pictures."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QImageWriter,
    QPainter,
    QPen,
    QStaticText,
    QTextLayout,
)

from app.ui.kit.basics.text import one_line
from app.ui.theme import style

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter
_ROUNDING = 0.99
_KEPT = 2048
"""The number of lines that stay laid out: measuring and shaping take ten times as long as drawing."""


def draw_text(
    painter: QPainter, rect: QRect, text: str, font: QFont, colour: QColor, *, align: Qt.AlignmentFlag = LEFT
) -> None:
    """Draw one line of plain text, elided when it does not fit; nothing where there is no room at all."""
    if rect.width() <= 0:
        return
    line = laid_out(text, font, rect.width(), rect.height(), align)
    painter.setFont(line.font)
    painter.setPen(colour)
    painter.drawStaticText(QPointF(rect.left() + line.x, rect.top() + line.y), line.text)


def draw_whole(
    painter: QPainter,
    rect: QRect,
    text: str,
    role: style.Role,
    colour: QColor,
    *,
    identity: bool = False,
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """Draw a name or a number that must be read to its end: on two smaller lines where one is too short."""
    font, shown = style.font(role, identity=identity), one_line(text)
    if text_width(shown, font) <= rect.width():
        draw_text(painter, rect, shown, font, colour, align=align)
        return
    small, (first, second) = style.font("caption", identity=identity), _halves(shown, is_number=identity)
    height = min(rect.height() // 2, style.line_height("caption"))
    upper = QRect(rect.left(), rect.center().y() - height + 1, rect.width(), height)
    draw_text(painter, upper, first, small, colour, align=align)
    draw_text(painter, upper.translated(0, height), second, small, colour, align=align)


def _halves(text: str, *, is_number: bool) -> tuple[str, str]:
    """The text in two: a number after groups of four, words at the space nearest to the middle."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    if is_number or not spaces:
        half = -(-len(text) // 8) * 4 if is_number else (len(text) + 1) // 2
        return text[:half], text[half:]
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return text[:middle], text[middle + 1 :]


def draw_box(
    painter: QPainter, rect: QRect, *, fill: QColor, line: QColor, width: int = 1, radius: int = 8
) -> None:
    """Draw a filled box with a line of `width` inside its edge and round corners."""
    half = width / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(fill)
    painter.setPen(QPen(line, width))
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius - half, radius - half)


def draw_block(painter: QPainter, rect: QRect, colour: QColor, radius: int = 4) -> None:
    """Draw a filled block with round corners and no line, for skeletons and bars."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawRoundedRect(rect, radius, radius)


def draw_ring(painter: QPainter, rect: QRect, colour: QColor, radius: int = 8) -> None:
    """Draw the keyboard focus ring: 2 px, 2 px outside the box."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 2))
    painter.drawRoundedRect(QRectF(rect).adjusted(-3, -3, 3, 3), radius + 3, radius + 3)


def draw_inner_ring(painter: QPainter, cell: QRect, colour: QColor) -> None:
    """Draw two pixels inside the edge of a cell."""
    pen = QPen(colour, 2)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(cell.adjusted(1, 1, -1, -1))


def draw_dot(painter: QPainter, centre: QPointF, diameter: float, colour: QColor) -> None:
    """Draw a filled circle."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(colour))
    painter.drawEllipse(centre, diameter / 2, diameter / 2)


def faded(colour: QColor, share: float) -> QColor:
    """The colour at a share of its strength."""
    result = QColor(colour)
    result.setAlphaF(share)
    return result


def _suited(font: QFont, text: str) -> QFont:
    """The font with figures of one width for a text with figures, else without, for narrow hyphens."""
    is_words = "-" in text and not any(map(str.isdigit, text))
    return style.proportional(font) if is_words else font


class _Line(NamedTuple):
    """A line of text, elided and shaped, with its place in the box."""

    text: QStaticText
    font: QFont
    x: float
    y: float


@lru_cache(_KEPT)
def laid_out(text: str, font: QFont, width: int, height: int, align: Qt.AlignmentFlag) -> _Line:
    """The line as it is drawn in a box of this size."""
    suited, room = _suited(font, text), width + _ROUNDING
    shown = one_line(text)
    advance, ascent = _measured(shown, suited)
    if advance > room:
        shown = QFontMetricsF(suited).elidedText(shown, Qt.TextElideMode.ElideRight, room)
        advance, ascent = _measured(shown, suited)
    spare = width - advance
    shift = spare if align & Qt.AlignmentFlag.AlignRight else spare / 2 if align == CENTRE else 0
    line = QStaticText()
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.setText(shown)
    line.prepare(font=suited)
    return _Line(line, suited, shift, style.baseline(font, height) - ascent)


def _measured(text: str, font: QFont) -> tuple[float, float]:
    """The width and the ascent of a line, which letters of other fonts increase."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    return (line.horizontalAdvance(), line.ascent()) if text else (0, 0)


@lru_cache(_KEPT)
def text_width(text: str, font: QFont) -> int:
    """The width of one line of text."""
    return ceil(QFontMetricsF(_suited(font, text)).horizontalAdvance(text))


def png_of(image: QImage) -> bytes:
    """A picture as a PNG; empty when it cannot be written as one."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    is_written = QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(buffer.data().data()) if is_written else b""
