"""Date, start and end of a slot or departure in one large line."""

from __future__ import annotations

from datetime import date, time

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import column, held, row
from app.ui.kit.basics.text import Label
from app.ui.theme import style

_DOT = 9
_BEAM_HEIGHT = 32


class DateTimeLine(QWidget):
    """Travel date, start and end, or one text when the service does not send two times."""

    def __init__(self) -> None:
        super().__init__()
        self._day, self._starts = Label(role="money"), Label(role="money")
        self._ends, self._window = Label(role="money"), Label(role="money", elides=True)
        self._names = Label(tr("Starts"), "caption", "text3"), Label(tr("Ends"), "caption", "text3")
        times = row(held(column(self._names[0], self._starts)), (held(column(16, Beam())), 1), gap=12)
        times.addWidget(held(column(self._names[1], self._ends)))
        self._times, self._as_sent = held(times), _under(tr("Time"), self._window)
        line = row(_under(tr("Travel date"), self._day), (self._times, 1), (self._as_sent, 1), gap=24)
        self.setLayout(line)

    def show_window(
        self,
        day: date,
        starts: time | None,
        ends: time | None,
        as_sent: str,
        names: tuple[Message, Message] = (mark("Starts"), mark("Ends")),
    ) -> None:
        """Show date and times; `names` are the labels of the two times."""
        for label, name in zip(self._names, names, strict=True):
            label.setText(tr(name))
        self._day.setText(formats.day_long(day))
        in_two_times = starts is not None and ends is not None
        if starts is not None and ends is not None:
            self._starts.setText(formats.clock_time(starts))
            self._ends.setText(formats.clock_time(ends))
        self._window.setText(as_sent)
        self._times.setVisible(in_two_times)
        self._as_sent.setVisible(not in_two_times)


class Beam(QWidget):
    """A line from a filled dot to an open one."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(_BEAM_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        return QSize(120, _BEAM_HEIGHT)

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, accent = QPainter(self), style.tokens().accent
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The line is level with the middle of the figures beside it.
        middle = _BEAM_HEIGHT / 2 - 3.5
        painter.setPen(QPen(accent, 2))
        painter.drawLine(QPointF(_DOT, middle), QPointF(self.width() - _DOT, middle))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        painter.drawEllipse(QRectF(0, middle - _DOT / 2, _DOT, _DOT))
        painter.setPen(QPen(accent, 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QRectF(self.width() - _DOT + 1, middle - _DOT / 2 + 1, _DOT - 2, _DOT - 2))


def _under(caption: str, value: Label) -> QWidget:
    return held(column(Label(caption, "caption", "text3"), value))
