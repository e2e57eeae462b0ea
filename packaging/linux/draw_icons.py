"""The icons for the menus of Linux, drawn by the payload's own Python: `draw_icons.py FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.ui.theme import style
from app.ui.theme.assets import resource

_SIZES = (16, 24, 32, 48, 64, 128, 256)
_NAME = "agency-counter"


def main(folder: Path) -> None:
    """Write them as the theme `hicolor` has them, and the drawing itself."""
    mark = resource("icons", "app-mark.svg").read_text(encoding="utf-8")
    drawing = mark.replace("currentColor", style.LIGHT.accent_fill.name())
    scalable = folder / "hicolor" / "scalable" / "apps" / f"{_NAME}.svg"
    scalable.parent.mkdir(parents=True)
    scalable.write_text(drawing, encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    for size in _SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        renderer.render(painter)
        painter.end()
        target = folder / "hicolor" / f"{size}x{size}" / "apps" / f"{_NAME}.png"
        target.parent.mkdir(parents=True)
        if not image.save(str(target)):
            raise OSError(f"{target} could not be written.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
