"""Departure and return with a line and the duration between them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QAccessible, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.model.activities import Slot
from app.desk.model.boats import Departure, time_between
from app.ui.catalogue.departure_words import returns_next_day, time_words
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column, row
from app.ui.kit.basics.painting import CENTRE, draw_dot, draw_text, text_width
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_NOT_STATED = mark("Not stated")
_SIDE = 9


def spoken_times(departure: Departure) -> str:
    """Departure, return and duration in one sentence."""
    departs, returns = (
        tr("at a time not stated") if each is None else formats.clock_time(each)
        for each in (departure.departs, departure.returns)
    )
    if returns_next_day(departure):
        returns = tr("{time} on the next day", time=returns)
    times = tr("Departure {departs}, return {returns}", departs=departs, returns=returns)
    return joined(", ", (times, "" if departure.lasts is None else formats.duration(departure.lasts)))


class TripLine(QWidget):
    """The line; `small` is for a narrow pane: smaller times, with date and duration below."""

    def __init__(self, *, small: bool = False) -> None:
        super().__init__()
        self._small = small
        role = "heading" if small else "money"
        self._departs, self._returns = Label(role=role), Label(role=role, right=True)
        self._left = Label(tr("Departure"), "caption", "text3")
        self._right = Label(tr("Return"), "caption", "text3", right=True)
        self._line = Stretch(8 if small else 9)
        times = row((self._departs, 0), (self._line, 1), (self._returns, 0), gap=10 if small else 12)
        self.setLayout(column(times, 2 if small else 0, row(self._left, None, self._right)))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_departure(self, departure: Departure) -> None:
        """Show the times of a departure, also when one is not stated."""
        lasts = departure.lasts
        duration = "" if lasts is None else formats.duration(lasts)
        self._show_times(*time_words(departure), "" if self._small else duration, spoken_times(departure))
        if self._small:
            self._left.setText(formats.day_long(departure.day))
            self._right.setText(duration)
        else:
            self._left.setText(tr("Departure"))
            self._right.setText(tr("Return"))

    def show_slot(self, slot: Slot) -> None:
        """Show the times of a slot."""
        begins, ends = ("" if each is None else formats.clock_time(each) for each in (slot.starts, slot.ends))
        lasts = time_between(slot.starts, slot.ends)
        duration = "" if lasts is None else formats.duration(lasts)
        window = formats.window(slot.starts, slot.ends, slot.window)
        self._show_times(begins, ends, duration, joined(", ", (window, duration)))
        self._left.setText(tr("Start"))
        self._right.setText(tr("End"))

    def _show_times(self, begins: str, ends: str, duration: str, spoken: str) -> None:
        self._departs.setText(begins or tr(_NOT_STATED))
        self._returns.setText(ends or tr(_NOT_STATED))
        self._line.show_words(duration, spoken)


class Stretch(QWidget):
    """A line with a filled dot at its beginning and a hollow one at its end; words in its middle."""

    def __init__(self, dot: int) -> None:
        super().__init__()
        self._dot = dot
        self._words = ""
        set_spoken_role(self, QAccessible.Role.Graphic)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_words(self, text: str, spoken: str) -> None:
        """Show the duration; `spoken` is the complete text for screen readers."""
        self._words = text
        self.setAccessibleName(spoken)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(60, style.line_height("caption"))

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, tokens, font = QPainter(self), style.tokens(), style.font("caption")
        middle, half = self.height() / 2, self._dot / 2
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        begin, end = QPointF(half, middle), QPointF(self.width() - half, middle)
        room = text_width(self._words, font) + 2 * _SIDE if self._words else 0
        centre = self.width() / 2
        painter.setPen(QPen(tokens.accent, 2))
        if 0 < room < self.width() - 4 * self._dot:
            painter.drawLine(begin, QPointF(centre - room / 2, middle))
            painter.drawLine(QPointF(centre + room / 2, middle), QPointF(self.width() - self._dot, middle))
            draw_text(painter, self.rect(), self._words, font, tokens.text2, align=CENTRE)
        else:
            painter.drawLine(begin, QPointF(self.width() - self._dot, middle))
        draw_dot(painter, begin, self._dot, tokens.accent)
        painter.setPen(QPen(tokens.accent, 2))
        painter.setBrush(tokens.surface)
        painter.drawEllipse(end, half - 1, half - 1)
