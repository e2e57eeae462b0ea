"""Draws the icon of the Windows program from the program's mark: for .venv's Python, after a change."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ROOT = Path(__file__).resolve().parent.parent
ICON = ROOT / "packaging" / "windows" / "app.ico"
SIZES = (16, 20, 24, 32, 40, 48, 64, 256)
_MARK = ROOT / "resources" / "icons" / "app-mark.svg"
COLOUR = "#2745d3"
_PLACEHOLDER = "currentColor"
_WHOLE = 256
_HEADER = struct.Struct("<3H")
_ENTRY = struct.Struct("<4B2H2I")
_BITMAP = struct.Struct("<3I2H6I")


def main() -> int:
    """Writes the icon."""
    ICON.write_bytes(icon([_drawn(size) for size in SIZES]))
    return 0


def icon(pictures: list[QImage]) -> bytes:
    """All sizes in one file; the largest as PNG, which every system that uses this size can read."""
    bodies = [_png(each) if each.width() == _WHOLE else _bitmap(each) for each in pictures]
    at = _HEADER.size + _ENTRY.size * len(bodies)
    head = _HEADER.pack(0, 1, len(bodies))
    for picture, body in zip(pictures, bodies, strict=True):
        side = picture.width() % _WHOLE
        head += _ENTRY.pack(side, side, 0, 0, 1, 32, len(body), at)
        at += len(body)
    return head + b"".join(bodies)


def _drawn(size: int) -> QImage:
    source = _MARK.read_bytes().replace(_PLACEHOLDER.encode(), COLOUR.encode())
    picture = QImage(size, size, QImage.Format.Format_ARGB32)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    # The drawing leaves an eighth free on each side; an icon fills its square.
    renderer = QSvgRenderer(QByteArray(source))
    renderer.setViewBox(renderer.viewBoxF().adjusted(2.5, 2.5, -2.5, -2.5))
    renderer.render(painter)
    painter.end()
    return picture


def _png(picture: QImage) -> bytes:
    kept = QByteArray()
    buffer = QBuffer(kept)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, b"PNG")
    return bytes(kept.data())


def _bitmap(picture: QImage) -> bytes:
    """Rows from below, blue first, with transparency; the mask behind them is for systems without it."""
    side = picture.width()
    pixels = bytes(picture.constBits())
    rows = [pixels[row * side * 4 : (row + 1) * side * 4] for row in range(side)]
    mask = bytes((side + 31) // 32 * 4) * side
    head = _BITMAP.pack(_BITMAP.size, side, side * 2, 1, 32, 0, 0, 0, 0, 0, 0)
    return head + b"".join(reversed(rows)) + mask


if __name__ == "__main__":
    sys.exit(main())
