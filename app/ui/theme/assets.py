"""The files of the resources folder: fonts, line icons in the theme's colours."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.core.paths import RESOURCES

_FIRST_FONTS = ("CounterSans-Regular.ttf", "CounterSans-Medium.ttf", "CounterSans-SemiBold.ttf")
_LARGE_ICON = 20
_MARK = "app-mark"


def resource(*parts: str) -> Path:
    """The path of a file in the resources folder."""
    return RESOURCES.joinpath(*parts)


@cache
def load_fonts() -> None:
    """Register the counter's own fonts with Qt, once."""
    for name in _FIRST_FONTS:
        QFontDatabase.addApplicationFont(str(resource("fonts", name)))


@cache
def load_mono_font() -> None:
    """Register the font of replies as received with Qt, once; the first paint does not need it."""
    QFontDatabase.addApplicationFont(str(resource("fonts", "CounterMono-Regular.ttf")))


def paint_icon(
    painter: QPainter, name: str, where: QPoint, size: int, colour: QColor, *, stroke: float = 0
) -> None:
    """Paint a line icon with its upper left corner at `where`; `stroke` 0 is the usual for the size."""
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(where, icon_pixmap(name, size, colour, ratio=ratio, stroke=stroke))


def icon_pixmap(name: str, size: int, colour: QColor, *, ratio: float = 1.0, stroke: float = 0) -> QPixmap:
    """A line icon in one colour, sharp for a screen of that device pixel ratio."""
    return _pixmap(name, size, colour.rgba(), ratio, stroke or usual_stroke(size))


def usual_stroke(size: int) -> float:
    """The stroke of an icon in the 24 px drawing: 1.6 from 20 px on, else 1.75."""
    return 1.6 if size >= _LARGE_ICON else 1.75


def app_icon(colour: QColor) -> QIcon:
    """The program's own icon for the window."""
    icon = QIcon()
    for size in (16, 32, 64, 128):
        icon.addPixmap(icon_pixmap(_MARK, size, colour))
    return icon


@cache
def _drawing(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


@cache
def _pixmap(name: str, size: int, rgba: int, ratio: float, stroke: float) -> QPixmap:
    colour = QColor.fromRgba(rgba)
    drawing = _drawing(name).replace("currentColor", colour.name())
    drawing = drawing.replace('stroke-width="2"', f'stroke-width="{stroke}"')
    pixmap = QPixmap(QSize(size, size) * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setOpacity(colour.alphaF())
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    renderer.render(painter, QRectF(QPointF(), QSize(size, size).toSizeF()))
    painter.end()
    return pixmap
