"""A filter in a word or two."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.kit.basics.focus_ring import Ringed
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import draw_box, draw_text, faded, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import assets, style

_HEIGHT, _TALL, _SIDE, _GAP, _ICON, _SIGN = 28, 36, 10, 6, 14, 12


class FilterChip(Ringed, QAbstractButton):
    """A filter, set or not; `opens` paints a menu arrow, `bare` has no outline, `tall` is for fields."""

    def __init__(
        self,
        text: str,
        *,
        icon: str = "",
        opens: bool = False,
        bare: bool = False,
        tall: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._icon, self._opens, self._bare = icon, opens, bare
        self._height = _TALL if tall else _HEIGHT
        self.setCheckable(not opens)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.set_label(text)

    def set_label(self, text: str) -> None:
        """Change the words."""
        self.setText(one_line(text))
        self.setAccessibleName(one_line(text))
        self.updateGeometry()

    @override
    def sizeHint(self) -> QSize:
        width = 2 * _SIDE + text_width(self.text(), style.font("captionStrong"))
        width += _ICON + _GAP if self._icon else 0
        return QSize(width + (_SIGN + _GAP if self._sign() else 0), self._height)

    @override
    def nextCheckState(self) -> None:
        super().nextCheckState()
        self.updateGeometry()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), style.tokens()
        ground = colours.hover if self.underMouse() else colours.surface
        fill, line, ink = ground, colours.line_strong, colours.text2
        if self.isChecked():
            fill, line, ink = colours.accent_soft, colours.accent_line, colours.accent
        elif self._bare:
            line = faded(line, 0)
        draw_box(painter, self.rect(), fill=fill, line=line, radius=style.CONTROL_RADIUS)
        left = _SIDE
        if self._icon:
            assets.paint_icon(painter, self._icon, QPoint(left, (self._height - _ICON) // 2), _ICON, ink)
            left += _ICON + _GAP
        words = QRect(left, 0, self.width() - left, self.height())
        draw_text(painter, words, self.text(), style.font("captionStrong"), ink)
        if self._sign():
            corner = QPoint(self.width() - _SIDE - _SIGN, (self._height - _SIGN) // 2)
            assets.paint_icon(painter, self._sign(), corner, _SIGN, ink)

    def _sign(self) -> str:
        return "x" if self.isChecked() else "chevron-down" if self._opens else ""
