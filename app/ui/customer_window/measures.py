"""The sizes of the customer window: by the screen's millimetres, so that it is read at 1.5 m."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QSize, QSizeF

from app.core.frozen import frozen

_DRAWN = QSize(1920, 1080)
_TEXT, _MOST_TEXT = 40, 60
"""Of what must be read, in pixels of the drawing: as drawn, and the most that its page has room for."""
_CAPITALS = 0.727
"""The height of a capital letter as a share of the size of the letters."""
READABLE_MM = 7.5
"""The height of a capital letter that is read at 1.5 m: a 200th of it."""
CODE_MM = 100
"""The least width of a QR code."""
_CAPTION = 0.8
_USUAL_HEIGHT_MM = 268
"""Of a screen of 21.5 inches, where the screen reports no size that can be true."""
_CREDIBLE_MM = (100, 2500)


@frozen
class Measures:
    """Sizes in pixels for one window on one screen."""

    unit: float
    """One pixel of the drawing."""
    text: int
    """The letters of what must be read."""
    millimetre: float

    @property
    def caption(self) -> int:
        """The letters of captions."""
        return round(_CAPTION * self.text)

    @property
    def code(self) -> int:
        """The least width of a QR code."""
        return ceil(CODE_MM * self.millimetre)

    def of(self, drawn: float) -> int:
        """Pixels of the drawing in pixels here."""
        return round(drawn * self.unit)


def measures(window: QSize, screen: QSize, reported: QSizeF) -> Measures:
    """The sizes in a window on a screen, in pixels, that reports a size in millimetres."""
    unit = min(window.width() / _DRAWN.width(), window.height() / _DRAWN.height())
    millimetre = screen.height() / _height_of(reported)
    needed = ceil(READABLE_MM * millimetre / _CAPITALS)
    text = min(max(round(_TEXT * unit), needed), round(_MOST_TEXT * unit))
    return Measures(unit, max(text, 1), millimetre)


def _height_of(reported: QSizeF) -> float:
    """The height in millimetres; some screens report nothing, others the shape alone."""
    least, most = _CREDIBLE_MM
    sides = (reported.width(), reported.height())
    # A shape such as 160 x 90 is no size.
    is_credible = all(least <= side <= most for side in sides)
    return reported.height() if is_credible else _USUAL_HEIGHT_MM
