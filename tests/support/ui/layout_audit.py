"""Whether everything on screen fits: each text as it is painted, what cuts it off and what lies over it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import (
    QPaintDevice,
    QPaintEngine,
    QPaintEngineState,
    QPainterPath,
    QRegion,
    QTextItem,
    QTransform,
)
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QLineEdit, QWidget
from typing_extensions import override

from app.ui.kit.basics.text import ELLIPSIS, Label
from app.ui.kit.sheets.toast import Toast

_SLACK = 1.5
"""Letters may reach this far out of their box: places are rounded to whole pixels."""
_CAPITAL = 0.72
"""How much of what stands over the baseline capital letters and figures take."""
_AMOUNT_CUT = re.compile(rf"\W*(?:[A-Z]{{3}} )?\d[\d,.\s\u2013]*{ELLIPSIS}")


@dataclass(frozen=True)
class Piece:
    """A piece of text as a widget paints it; its place is in the window, from capitals to baseline."""

    widget: QWidget
    text: str
    place: QRectF

    def __str__(self) -> str:
        kinds = [type(each).__name__ for each in _line_of(self.widget, 4)]
        return f"{self.text!r} ({self.widget.objectName()} {' in '.join(kinds)})"


def misfits(found: Sequence[Piece]) -> list[str]:
    """What a clerk could not read of the pieces of a window, or of a part of one, one sentence each."""
    return [
        *(f"{each} is cut off." for each in found if is_cut(each)),
        *(f"{each} is covered." for each in found if is_covered(each)),
        *(f"{each} is shortened." for each in found if is_shortened(each)),
        *(f"{one} and {other} lie over each other." for one, other in overlaps(found)),
    ]


def pieces(part: QWidget) -> list[Piece]:
    """All text that is painted in a window, or in a part of one, widget by widget."""
    return list(_pieces(part))


def _pieces(part: QWidget) -> Iterator[Piece]:
    for widget in (part, *part.findChildren(QWidget)):
        if widget.isVisible() and not widget.visibleRegion().isEmpty():
            corner = QPointF(widget.mapTo(widget.window(), QPoint()))
            for text, place in _painted(widget):
                yield Piece(widget, text, place.translated(corner))


def is_cut(piece: Piece) -> bool:
    """Whether it reaches out of its widget or of one around it; what scrolls may reach up and down."""
    scrolls = False
    goes_sideways = any(map(_scrolls_sideways, _line_of(piece.widget)))
    window = piece.widget.window()
    for widget in _line_of(piece.widget):
        place = piece.place.translated(-QPointF(widget.mapTo(window, QPoint())))
        is_sideways = place.left() < -_SLACK or place.right() > widget.width() + _SLACK
        if is_sideways and not isinstance(piece.widget, QLineEdit) and not goes_sideways:
            return True
        scrolls = scrolls or _is_scrolling(widget)
        if not scrolls and (place.top() < -_SLACK or place.bottom() > widget.height() + _SLACK):
            return True
    return False


def is_covered(piece: Piece) -> bool:
    """Whether another widget lies over one of its ends."""
    seen = _seen(piece)
    if seen.isEmpty():
        return False
    # Down to whole pixels: of a line that is nearly scrolled away, the next one is not seen any more.
    ends = (QPoint(int(x), int(seen.center().y())) for x in (seen.left(), seen.right() - 1))
    over = (piece.widget.window().childAt(end) for end in ends)
    return any(each is not None and not _may_lie_over(each, piece.widget) for each in over)


def _may_lie_over(one: QWidget, other: QWidget) -> bool:
    """A message goes by itself after some seconds."""
    passes = any(isinstance(each, Toast) for each in _line_of(one))
    return passes or _belong_together(one, other)


def is_shortened(piece: Piece) -> bool:
    """Whether it ends in an ellipsis although it is an amount, or was not meant to."""
    if not piece.text.endswith(ELLIPSIS) or _is_whole_line(piece):
        return False
    return not _may_elide(piece.widget) or _AMOUNT_CUT.fullmatch(piece.text) is not None


def overlaps(found: Iterable[Piece]) -> Iterator[tuple[Piece, Piece]]:
    """Texts that are painted over each other."""
    seen = [(each, _seen(each)) for each in found if each.text.strip()]
    for (one, its), (other, others) in combinations(seen, 2):
        if one.widget is other.widget and isinstance(one.widget, QLineEdit):
            # What is selected is painted over the rest.
            continue
        both = its.intersected(others)
        if both.width() > _SLACK and both.height() > _SLACK:
            yield one, other


def _line_of(widget: QWidget, most: int = 100) -> Iterator[QWidget]:
    """The widget and those around it, from the inside to the window."""
    around: QWidget | None = widget
    while around is not None and most:
        yield around
        around, most = None if around.isWindow() else around.parentWidget(), most - 1


def _is_scrolling(widget: QWidget) -> bool:
    area = widget.parentWidget()
    return isinstance(area, QAbstractScrollArea) and area.viewport() is widget


def _scrolls_sideways(widget: QWidget) -> bool:
    """Whether it is a table as wide as what the service sent, which is scrolled to both sides."""
    return isinstance(widget, QAbstractScrollArea) and widget.horizontalScrollBar().maximum() > 0


def _belong_together(one: QWidget, other: QWidget) -> bool:
    return one is other or one.isAncestorOf(other) or other.isAncestorOf(one)


def _is_whole_line(piece: Piece) -> bool:
    """Whether it is the last line of words that end in an ellipsis by themselves, such as "Cancel\u2026"."""
    whole = _whole(piece.widget)
    return piece.text == whole or (piece.text != ELLIPSIS and whole.endswith(f" {piece.text}"))


def _whole(widget: QWidget) -> str:
    """The text it was given; words such as "Booking\u2026" end so by themselves."""
    return str(widget.property("text") or "")


def _may_elide(widget: QWidget) -> bool:
    """Labels that were made to, the rows of lists, and what an empty field says."""
    if isinstance(widget, QLineEdit):
        return True
    if isinstance(widget, Label):
        return not widget.wordWrap() and widget.minimumSizeHint().width() == 0
    return isinstance(widget.parentWidget(), QAbstractItemView)


def _seen(piece: Piece) -> QRectF:
    """What is not scrolled away of it."""
    seen, window = piece.place, piece.widget.window()
    for widget in _line_of(piece.widget):
        seen = seen.intersected(QRectF(widget.rect()).translated(QPointF(widget.mapTo(window, QPoint()))))
    return seen


def _painted(widget: QWidget) -> list[tuple[str, QRectF]]:
    sheet, ratio = _Sheet(widget), widget.devicePixelRatioF()
    widget.render(sheet, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
    pixels = QTransform.fromScale(1 / ratio, 1 / ratio)
    return [(text, pixels.mapRect(place)) for text, place in sheet.engine.texts]


class _Sheet(QPaintDevice):
    """Paper of a widget's size on which nothing but its texts is noted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget = widget
        self.engine = _TextEngine()

    @override
    def paintEngine(self) -> QPaintEngine:
        return self.engine

    @override
    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        return self._widget.metric(metric)


class _TextEngine(QPaintEngine):
    """Notes each text with its place; everything else is not painted."""

    def __init__(self) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.texts: list[tuple[str, QRectF]] = []
        self._transform = QTransform()

    @override
    def begin(self, *_args: object) -> bool:
        return True

    @override
    def end(self) -> bool:
        return True

    @override
    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    @override
    def updateState(self, state: QPaintEngineState) -> None:
        if state.state() & QPaintEngine.DirtyFlag.DirtyTransform:
            self._transform = state.transform()

    @override
    def drawTextItem(self, p: QPointF | QPoint | QPainterPath.Element, textItem: QTextItem) -> None:
        corner = p if isinstance(p, QPointF) else QPointF()
        rise = textItem.ascent() * _CAPITAL
        place = QRectF(corner.x(), corner.y() - rise, textItem.width(), rise)
        self.texts.append((textItem.text(), self._transform.mapRect(place)))

    # Qt ends the program when one of these is wanted and missing.

    @override
    def drawPath(self, *_args: object) -> None: ...

    @override
    def drawPixmap(self, *_args: object) -> None: ...

    @override
    def drawTiledPixmap(self, *_args: object) -> None: ...

    @override
    def drawImage(self, *_args: object, **_named: object) -> None: ...

    @override
    def drawPolygon(self, *_args: object) -> None: ...

    @override
    def drawRects(self, *_args: object) -> None: ...

    @override
    def drawLines(self, *_args: object) -> None: ...

    @override
    def drawPoints(self, *_args: object) -> None: ...

    @override
    def drawEllipse(self, *_args: object) -> None: ...
