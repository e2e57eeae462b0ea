"""The steps of a sale."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text, faded, text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import set_tip
from app.ui.theme import assets, style

SLOT_STEP, PASSENGERS_STEP, REVIEW_STEP = mark("Slot and customer"), mark("Passengers"), mark("Review")
_ACTIVITY = (SLOT_STEP, REVIEW_STEP, mark("Booked"))
_BOAT = (mark("Departure"), PASSENGERS_STEP, REVIEW_STEP, mark("Booked"))
_CIRCLE, _GAP, _SPACE, _LINE = 18, 6, 8, 20


class StepBar(Roomy, QWidget):
    """Shows past steps, the present one, and coming ones.

    With less room only the present one has its word, and in a narrow window it is all there is.
    """

    def __init__(self, names: Sequence[Message]) -> None:
        super().__init__()
        self._names = tuple(map(tr, names))
        self._now = 0
        set_spoken_role(self, QAccessible.Role.StaticText)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_step(0)

    def show_step(self, index: int) -> None:
        """Set the present step; the number of steps means that all are done."""
        self._now = index
        done = index >= len(self._names)
        self.setAccessibleName(
            tr("All steps done")
            if done
            else tr(
                "Step {number} of {total}: {name}",
                number=index + 1,
                total=len(self._names),
                name=self._names[index],
            )
        )
        self.update()

    @override
    def follow_room(self) -> None:
        set_tip(self, "" if self.room.is_wide else joined(", ", self._names))
        self.updateGeometry()
        self.update()

    @property
    def _alone(self) -> str:
        """The words in place of the steps in a narrow window; empty for the steps."""
        if not self.room.is_narrow:
            return ""
        if self._now >= len(self._names):
            return tr("All steps done")
        number, total = self._now + 1, len(self._names)
        return tr("{number} of {total}, {name}", number=number, total=total, name=self._names[self._now])

    @override
    def sizeHint(self) -> QSize:
        if self._alone:
            return QSize(self._text_width(self._alone) + 2, 20)
        texts = sum(self._text_width(each) for each in map(self._word, range(len(self._names))) if each)
        gaps = sum(bool(self._word(number)) for number in range(len(self._names)))
        circles = len(self._names) * _CIRCLE + gaps * _GAP
        return QSize(texts + circles + (len(self._names) - 1) * (_LINE + 2 * _SPACE), 20)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, x = QPainter(self), 0
        if self._alone:
            font, ink = style.font("captionStrong"), style.tokens().text
            draw_text(painter, self.rect(), self._alone, font, ink)
            return
        for number, name in enumerate(self._names):
            if number:
                line = QRect(x + _SPACE, self.height() // 2, _LINE, 1)
                painter.fillRect(line, style.tokens().line_strong)
                x += _LINE + 2 * _SPACE
            x = self._paint_step(painter, x, number, name)

    def _paint_step(self, painter: QPainter, x: int, number: int, name: str) -> int:
        """Paint one step. Returns the x of its end."""
        colours, is_now = style.tokens(), number == self._now
        circle = QRect(x, (self.height() - _CIRCLE) // 2, _CIRCLE, _CIRCLE)
        fill = colours.accent_fill if is_now else faded(colours.surface, 0)
        line = colours.accent_fill if is_now else colours.control
        draw_box(painter, circle, fill=fill, line=line, radius=_CIRCLE // 2)
        if number < self._now:
            assets.paint_icon(
                painter, "check", circle.topLeft() + QPoint(4, 4), 11, colours.text2, stroke=2.5
            )
        else:
            ink = colours.on_accent if is_now else colours.text3
            draw_text(painter, circle, str(number + 1), style.font("micro"), ink, align=CENTRE)
        if not self._word(number):
            return x + _CIRCLE
        left = x + _CIRCLE + _GAP
        ink = colours.text if is_now else colours.text3
        draw_text(
            painter,
            QRect(left, 0, self._text_width(name) + 2, self.height()),
            name,
            style.font("captionStrong"),
            ink,
        )
        return left + self._text_width(name)

    def _word(self, number: int) -> str:
        """The word beside a circle, if it has one."""
        return self._names[number] if self.room.is_wide or number == self._now else ""

    def _text_width(self, name: str) -> int:
        return text_width(name, style.font("captionStrong"))


BASKET_STEPS = (mark("Basket"), REVIEW_STEP, mark("Booked"))
"""The steps of a basket after its trips."""


def basket_steps(now: int) -> StepBar:
    """The steps of a basket; as many as there are means that all are done."""
    steps = StepBar(BASKET_STEPS)
    steps.show_step(now)
    return steps


def sale_steps(now: Message | None = None, *, is_boat: bool) -> StepBar:
    """The steps of a sale; without a present one all are done."""
    names = _BOAT if is_boat else _ACTIVITY
    steps = StepBar(names)
    steps.show_step(names.index(now) if now else len(names))
    return steps
