"""A QR code on the screen, dark on white in both themes, since cameras read no other."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box
from app.ui.kit.basics.qr_code import QUIET, qr_code
from app.ui.theme import style


class QrView(QWidget):
    """Shows one text as a code; nothing as long as there is none."""

    def __init__(self, side: int) -> None:
        """`side` is its width and height in pixels, with the white around it."""
        super().__init__()
        set_spoken_role(self, QAccessible.Role.Graphic)
        self._side, self._text = side, ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_side(self, side: int) -> None:
        """Set its width and height in pixels."""
        if side != self._side:
            self._side = side
            self.updateGeometry()
            self.update()

    def show_text(self, text: str, name: str) -> None:
        """Show another text; `name` says to a screen reader what it is for."""
        self._text = text
        self.setAccessibleName(name)
        self.update()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text

    @override
    def sizeHint(self) -> QSize:
        return QSize(self._side, self._side)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_box(painter, self.rect(), fill=style.PAPER, line=style.tokens().line, radius=style.RADIUS)
        if not self._text:
            return
        size, dark = qr_code(self._text)
        # Whole pixels of the screen: blurred edges are read worse.
        ratio = self.devicePixelRatioF()
        module = int(self._side * ratio / (size + 2 * QUIET)) / ratio
        start = (self._side - module * size) / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.ON_PAPER["black"])
        for y, x in dark:
            painter.drawRect(QRectF(start + x * module, start + y * module, module, module))
