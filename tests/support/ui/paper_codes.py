"""The codes on a page, as a reader of codes sees them."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtGui import QImage, QPainter

from app.ui.vouchers.elements import Squares, VoucherPage
from app.ui.vouchers.painting import paint
from tests.support.program import run_program

_SCALE, _AROUND = 3, 12


def saved_codes(leaf: VoucherPage, folder: Path) -> list[str]:
    """The names of pictures, each of one code of a page with the white around it, in their order."""
    image = QImage(int(leaf.width * _SCALE), int(leaf.height * _SCALE), QImage.Format.Format_Grayscale8)
    image.fill(255)
    painter = QPainter(image)
    paint(painter, leaf, _SCALE)
    painter.end()
    names: list[str] = []
    for each in leaf.items:
        if isinstance(each, Squares):
            place = each.place.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
            corner, side = place.topLeft() * _SCALE, round(place.width() * _SCALE)
            names.append(str(folder / f"code-{len(names)}.png"))
            image.copy(round(corner.x()), round(corner.y()), side, side).save(names[-1])
    return names


def decoded(names: list[str]) -> list[str]:
    """What a reader of codes sees on pictures, in a process of its own: its package may be missing."""
    program = """
        import json, sys
        import cv2
        reader = cv2.QRCodeDetector()
        print(json.dumps([reader.detectAndDecode(cv2.imread(name, 0))[0] for name in sys.argv[1:]]))
    """
    _, printed, complained = run_program(program, *names)
    assert printed, complained
    return list(json.loads(printed))
