"""A UPI code as a picture for a chat: to whom, exactly how much, and the code."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPainter

from app.core.language import tr
from app.ui.kit.basics.painting import png_of
from app.ui.kit.basics.qr_code import QUIET, qr_code
from app.ui.theme import style
from app.ui.theme.style import Role
from app.ui.vouchers.clipboard_file import clipboard_file

_WIDTH, _EDGE, _CODE, _GAP = 720, 48, 560, 12


class UpiCard(NamedTuple):
    """What stands on it."""

    link: str
    """What the code says."""
    name: str
    """The agency's, as its bank has it."""
    address: str
    amount: str
    note: str
    """The PNR that the customer's app shows."""

    @property
    def file_name(self) -> str:
        """A name for its file, with the PNR and without a person's name."""
        kept = "".join(each for each in self.note if each.isascii() and each.isalnum())
        return f"upi-{kept}.png"

    def clip(self) -> str:
        """Put it on the clipboard as a picture and a file. Returns what is said of it."""
        picture = self.picture()
        if clipboard_file().put(picture, png_of(picture), self.file_name):
            return tr("The UPI code of {amount} is on the clipboard. Ctrl V in the chat.", amount=self.amount)
        return tr("The clipboard did not take it. Show the code on the screen.")

    def picture(self) -> QImage:
        """The card, dark on white."""
        lines: tuple[tuple[str, Role, int], ...] = (
            (self.name, "heading", 38),
            (tr("UPI, exactly"), "body", 26),
            (self.amount, "bodyHeavy", 60),
        )
        below: tuple[tuple[str, Role, int], ...] = (
            (tr("to {address}", address=self.address), "body", 26),
            (tr("note {note}", note=self.note), "body", 26),
        )
        height = 2 * _EDGE + _CODE + sum(size + 2 * _GAP for _, _, size in (*lines, *below))
        picture = QImage(_WIDTH, height, QImage.Format.Format_RGB32)
        picture.fill(style.PAPER)
        painter = QPainter(picture)
        top = _write(painter, lines, _EDGE)
        _paint_code(painter, self.link, QRectF((_WIDTH - _CODE) / 2, top, _CODE, _CODE))
        _write(painter, below, top + _CODE)
        painter.end()
        return picture


def _write(painter: QPainter, lines: tuple[tuple[str, Role, int], ...], top: int) -> int:
    """Write lines below each other, each as small as it must be. Returns where the next thing stands."""
    painter.setPen(style.ON_PAPER["black"])
    for text, role, size in lines:
        font = QFont(style.font(role))
        font.setPixelSize(size)
        painter.setFont(font)
        room = _WIDTH - 2 * _EDGE
        while painter.fontMetrics().horizontalAdvance(text) > room and font.pixelSize() > _GAP:
            font.setPixelSize(font.pixelSize() - 1)
            painter.setFont(font)
        painter.drawText(QRectF(_EDGE, top, room, size + 2 * _GAP), Qt.AlignmentFlag.AlignCenter, text)
        top += size + 2 * _GAP
    return top


def _paint_code(painter: QPainter, text: str, place: QRectF) -> None:
    size, dark = qr_code(text)
    module = int(place.width() / (size + 2 * QUIET))
    start = (place.width() - module * size) / 2
    for y, x in dark:
        square = QRectF(place.x() + start + x * module, place.y() + start + y * module, module, module)
        painter.fillRect(square, style.ON_PAPER["black"])
