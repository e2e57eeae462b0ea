"""Pictures of invented passports: a printed data page, as scanned or photographed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTransform,
)

FONT = Path(__file__).parents[2] / "resources" / "fonts" / "CounterMono-Regular.ttf"
_PIXELS_A_MM = 12
_PAGES = {44: (125, 88), 36: (105, 74), 30: (85.6, 54)}
"""Width and height in millimetres, by the characters of a line."""
_PITCH = 2.54
_FIRST_LINE = {2: 13.5, 3: 16.0}
"""From the lower edge to the first line of a zone of so many lines, in millimetres."""
_PAPERS = ("#e9eef2", "#f2ebe4", "#e6efe6", "#efe6ee")


class Fate(Random):
    """How a picture turns out; the same again for the same number."""


@dataclass(frozen=True, slots=True)
class Shot:
    """How the page was taken."""

    size: tuple[int, int] = (1600, 1200)
    share: float = 0.9
    """Of the picture's width or height, whichever is scarcer."""
    degrees: float = 0.0
    slant: float = 0.0
    """How far one side is farther away, as a share of the page."""
    shadow: float = 0.0
    blur: float = 0.0
    """As a share of the size at which it is taken: 0.5 halves what can be told apart."""
    noise: int = 0


SCAN = Shot(size=(1500, 1060), share=1.0)
SHOTS = {
    "scan": SCAN,
    "scan askew": Shot(size=(1654, 2339), share=0.9, degrees=2.5, noise=8),
    "scan on its side": Shot(size=(1240, 1754), share=0.8, degrees=90.8),
    "scan upside down": Shot(size=(1754, 1240), share=0.8, degrees=180.6, noise=6),
    "photo of 12 MP": Shot(size=(4000, 3000), share=0.8, degrees=1.5, slant=0.02, shadow=0.3, noise=10),
    "photo askew": Shot(size=(4000, 3000), share=0.75, degrees=-4, slant=0.03, shadow=0.4, noise=14),
    "photo on its side": Shot(size=(3000, 4000), share=0.8, degrees=267, slant=0.02, shadow=0.3, noise=12),
    "small and soft": Shot(size=(1280, 960), share=0.85, degrees=1, blur=0.35, shadow=0.3, noise=12),
}


def page(lines: Sequence[str], fate: Fate, font: Path = FONT) -> QImage:
    """A printed data page with this zone, as sharp as a printer makes it."""
    wide, high = _PAGES[len(lines[0])]
    image = QImage(round(wide * _PIXELS_A_MM), round(high * _PIXELS_A_MM), QImage.Format.Format_RGB32)
    image.fill(QColor(fate.choice(_PAPERS)))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(_PIXELS_A_MM, _PIXELS_A_MM)
    _draw_ground(painter, QRectF(0, 0, wide, high), fate)
    _draw_words(painter, lines, wide, high)
    _draw_zone(painter, lines, (wide, high), font)
    painter.end()
    return image


def taken(sheet: QImage, shot: Shot, fate: Fate) -> QImage:
    """The page as it is seen on a desk."""
    image = QImage(QSize(*shot.size), QImage.Format.Format_RGB32)
    image.fill(QColor("#6d6258") if shot.share < 1 else QColor("#fafafa"))
    painter = QPainter(image)
    painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
    source = _softened(sheet, shot)
    painter.setTransform(_placed(source, shot))
    painter.drawImage(0, 0, source)
    painter.resetTransform()
    if shot.shadow:
        _draw_shadow(painter, shot)
    painter.end()
    return _noisy(image, shot.noise, fate) if shot.noise else image


def _softened(sheet: QImage, shot: Shot) -> QImage:
    """As small as it is on the picture, for a painter leaves pixels out; softer when the lens is."""
    wide, high = shot.size
    turned = abs(shot.degrees) % 180 > 45 and abs(shot.degrees) % 180 < 135
    across, down = (high, wide) if turned else (wide, high)
    size = QSize(round(across * shot.share), round(down * shot.share))
    fitted = sheet.scaled(
        size, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    if not shot.blur:
        return fitted
    smooth = Qt.TransformationMode.SmoothTransformation
    small = fitted.scaledToWidth(round(fitted.width() * (1 - shot.blur)), smooth)
    return small.scaled(fitted.size(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def _placed(sheet: QImage, shot: Shot) -> QTransform:
    """In the middle, turned, and one side a little farther away."""
    wide, high = sheet.width(), sheet.height()
    away = high * shot.slant
    square = QPolygonF([QPointF(0, 0), QPointF(wide, 0), QPointF(wide, high), QPointF(0, high)])
    seen = QPolygonF([QPointF(0, 0), QPointF(wide, away), QPointF(wide, high - away), QPointF(0, high)])
    tilted = QTransform()
    QTransform.quadToQuad(square, seen, tilted)
    placed = QTransform().translate(shot.size[0] / 2, shot.size[1] / 2).rotate(shot.degrees)
    return tilted * QTransform().translate(-wide / 2, -high / 2) * placed


def _draw_ground(painter: QPainter, area: QRectF, fate: Fate) -> None:
    """Wavy lines as on paper that is hard to forge, and a face in grey."""
    for _ in range(40):
        path, y = QPainterPath(), fate.uniform(area.top(), area.bottom())
        path.moveTo(0, y)
        bend = fate.uniform(-14, 14)
        path.cubicTo(area.width() / 3, y + bend, area.width() / 1.5, y - bend, area.width(), y)
        painter.setPen(QPen(QColor.fromHsv(fate.randrange(360), 60, 205), 0.18))
        painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#b9b2aa"))
    painter.drawRect(QRectF(5, 14, 32, 40))
    painter.setBrush(QColor("#8d8278"))
    painter.drawEllipse(QPointF(21, 32), 9, 12)


def _draw_words(painter: QPainter, lines: Sequence[str], wide: float, high: float) -> None:
    """What stands above the zone in words."""
    painter.setPen(QColor("#2b2b2b"))
    name = lines[-1] if len(lines) > 2 else lines[0][5:]
    told = ("PASSPORT / PASSEPORT", "UTOPIA", *name.replace("<", " ").split(), "12 AUG 1974", "ZENITH")
    font = QFont("Counter Sans")
    # Not 3 in the scaled painter: glyphs of so small a font, such as the slash, are too much for FreeType.
    font.setPixelSize(30)
    painter.setFont(font)
    room = int((high - _FIRST_LINE[len(lines)] - 8) / 6)
    painter.save()
    painter.scale(0.1, 0.1)
    for place, word in enumerate(told[:room]):
        painter.drawText(QRectF(420, 50 + place * 60, (wide - 44) * 10, high * 10), word)
    painter.restore()


def _draw_zone(painter: QPainter, lines: Sequence[str], size: tuple[float, float], font: Path) -> None:
    """Characters a tenth of an inch apart, each in the middle of its cell."""
    wide, high = size
    family = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(font)))[0]
    face = QFont(family)
    face.setPixelSize(40)
    painter.setPen(QColor("#141414"))
    left, top = (wide - len(lines[0]) * _PITCH) / 2, high - _FIRST_LINE[len(lines)]
    for number, line in enumerate(lines):
        for column, sign in enumerate(line):
            painter.save()
            painter.translate(
                left + column * _PITCH, top + number * 5.3 if len(lines) > 2 else top + number * 6.35
            )
            painter.scale(0.1, 0.1)
            painter.setFont(face)
            painter.drawText(QRectF(-20, -20, _PITCH * 10 + 40, 40), Qt.AlignmentFlag.AlignCenter, sign)
            painter.restore()


def _draw_shadow(painter: QPainter, shot: Shot) -> None:
    dark = QLinearGradient(0, 0, *shot.size)
    dark.setColorAt(0, QColor(0, 0, 0, 0))
    dark.setColorAt(1, QColor(0, 0, 0, round(255 * shot.shadow)))
    painter.fillRect(0, 0, *shot.size, dark)


def _noisy(image: QImage, strength: int, fate: Fate) -> QImage:
    """Grain over everything, as a small sensor has it."""
    across, down = image.width(), image.height()
    grain = QImage(fate.randbytes(across * down), across, down, across, QImage.Format.Format_Grayscale8)
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SoftLight)
    painter.setOpacity(strength / 40)
    painter.drawImage(0, 0, grain)
    painter.end()
    return image
