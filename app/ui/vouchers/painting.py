"""Paints a voucher for printer, PDF and preview: black on white, without fills."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPen

from app.ui.theme import style
from app.ui.vouchers.elements import Frame, Item, Logo, Rule, Squares, VoucherPage, Words

_DASHES = (3.0, 3.0)


def paint(painter: QPainter, leaf: VoucherPage, scale: float) -> None:
    """Paint a page from the painter's origin on; `scale` is the device's pixels for one of 1/96 inch."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    for item in leaf.items:
        _paint(painter, item)
    painter.restore()


def picture_of(leaf: VoucherPage, width: int) -> QImage:
    """A page as a picture of this width in pixels, in any thread."""
    scale = width / leaf.width
    picture = QImage(width, math.ceil(leaf.height * scale), QImage.Format.Format_RGB32)
    picture.fill(style.PAPER)
    painter = QPainter(picture)
    paint(painter, leaf, scale)
    painter.end()
    return picture


def _paint(painter: QPainter, item: Item) -> None:
    match item:
        case Words():
            painter.translate(item.x, item.y)
            painter.fillPath(item.line.outline, style.ON_PAPER[item.ink])
            painter.translate(-item.x, -item.y)
        case Rule():
            pen = _pen(item.ink, item.width)
            if item.is_dashed:
                pen.setDashPattern(list(_DASHES))
            painter.setPen(pen)
            painter.drawLine(item.place.topLeft(), item.place.bottomRight())
        case Frame():
            painter.setPen(_pen(item.ink, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(item.place, item.radius, item.radius)
        case Squares():
            _paint_code(painter, item)
        case Logo():
            painter.drawImage(item.place, item.image)


def _pen(ink: str, width: float) -> QPen:
    pen = QPen(style.ON_PAPER[ink], width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def _paint_code(painter: QPainter, code: Squares) -> None:
    """Paint the squares without gaps between them, at any resolution of the device."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    side = code.place.width() / code.size
    rows: dict[int, list[int]] = {}
    for y, x in code.dark:
        rows.setdefault(y, []).append(x)
    for y, columns in rows.items():
        for first, last in _stretches(columns):
            corner = QPointF(code.place.x() + first * side, code.place.y() + y * side)
            painter.fillRect(
                QRectF(corner, corner + QPointF((last - first + 1) * side, side)), style.ON_PAPER["black"]
            )
    painter.restore()


def _stretches(columns: list[int]) -> list[tuple[int, int]]:
    """Ranges of neighbouring columns: first and last of each."""
    found: list[tuple[int, int]] = []
    for each in columns:
        if found and found[-1][1] == each - 1:
            found[-1] = (found[-1][0], each)
        else:
            found.append((each, each))
    return found
