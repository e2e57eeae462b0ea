"""A timeline of past, running and coming events."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAccessible,
    QFont,
    QHideEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_dot, draw_text, text_width
from app.ui.kit.basics.text import one_line
from app.ui.theme import assets, style

State = Literal["done", "told", "running", "open", "question"]
_LEFT, _MARK = 28, 16
_LINE, _MORE = 20, 16
_BEFORE_TIME = 12
_TURN_MS, _TURN_DEGREES = 40, 16


class TimelineEvent(NamedTuple):
    """One event: text, state, time, and details in small letters below."""

    text: str
    state: State = "done"
    at: str | datetime = ""
    more: str = ""
    net: str = ""
    """What stands before the details while the wallet side is shown."""
    is_identity: bool = False
    """Whether the details contain a number that may be read out."""


class Timeline(Told, QWidget):
    """Events below each other with marks on a line; `tight` is for past events."""

    def __init__(self, *, tight: bool = False) -> None:
        super().__init__()
        self._given: tuple[TimelineEvent, ...] = ()
        self._events: tuple[TimelineEvent, ...] = ()
        set_spoken_role(self, QAccessible.Role.StaticText)
        self._gap = 12 if tight else 16
        self._strong = not tight
        self._angle = 0
        self._timer = QTimer(self)
        self._timer.setInterval(_TURN_MS)
        self._timer.timeout.connect(self._turn)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_events(self, events: Iterable[TimelineEvent]) -> None:
        """Show these."""
        self._given = tuple(events)
        self.follow_net()

    @override
    def follow_net(self) -> None:
        details = (joined(", ", (each.net if self.net_shown else "", each.more)) for each in self._given)
        self._events = tuple(
            each._replace(text=one_line(each.text), more=one_line(more))
            for each, more in zip(self._given, details, strict=True)
        )
        self.begin_day()

    def begin_day(self) -> None:
        """Show the times of another day with their date."""
        self.setAccessibleName(joined("; ", (_spoken(each) for each in self._events)))
        self._run()
        self.updateGeometry()
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, sum(map(self._height_of, self._events)) - (self._gap if self._events else 0))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._run()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, top = QPainter(self), 0
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for each in self._events:
            height = self._height_of(each)
            if each is not self._events[-1]:
                painter.fillRect(QRect(8, top + 20, 1, height - 20), style.tokens().line_strong)
            self._paint_mark(painter, QRect(0, top + 2, _MARK, _MARK), each.state)
            self._paint_words(painter, top, each)
            top += height

    def _run(self) -> None:
        runs = any(each.state == "running" for each in self._events) and self.isVisible()
        if runs and not self._timer.isActive() and not style.reduces_motion():
            self._timer.start()
        elif not runs:
            self._timer.stop()

    def _turn(self) -> None:
        self._angle = (self._angle + _TURN_DEGREES) % 360
        self.update(QRect(0, 0, _LEFT, self.height()))

    def _height_of(self, each: TimelineEvent) -> int:
        return _LINE * len(self._lines_of(each)) + _MORE * len(self._more_of(each)) + self._gap

    def _lines_of(self, each: TimelineEvent) -> tuple[str, ...]:
        """The lines of the text beside the time."""
        room = self.width() - _LEFT - text_width(_time(each), style.font("caption")) - _BEFORE_TIME
        return _wrapped(each.text, style.font(self._role_of(each)), room)

    def _role_of(self, each: TimelineEvent) -> style.Role:
        return "bodyStrong" if self._strong and each.state != "open" else "body"

    def _more_of(self, each: TimelineEvent) -> tuple[str, ...]:
        """The lines of the details; a number is broken after its last hyphen."""
        font, room = style.font("caption", identity=each.is_identity), self.width() - _LEFT
        if not each.is_identity:
            return _wrapped(each.more, font, room)
        head, hyphen, tail = each.more.rpartition("-")
        fits = text_width(each.more, font) <= room
        return (each.more,) if fits or not hyphen else (head + hyphen, tail)

    def _paint_words(self, painter: QPainter, top: int, each: TimelineEvent) -> None:
        colours, caption = style.tokens(), style.font("caption")
        at = _time(each)
        time_width = text_width(at, caption)
        words = QRect(_LEFT, top, self.width() - _LEFT - time_width - _BEFORE_TIME, _LINE)
        ink, lines = colours.text3 if each.state == "open" else colours.text, self._lines_of(each)
        for place, line in enumerate(lines):
            where = words.translated(0, _LINE * place)
            draw_text(painter, where, line, style.font(self._role_of(each)), ink)
        draw_text(painter, QRect(0, top, self.width(), _LINE), at, caption, colours.text3, align=RIGHT)
        font = style.font("caption", identity=each.is_identity)
        for place, text in enumerate(self._more_of(each)):
            beneath = top + _LINE * len(lines) + _MORE * place
            more = QRect(_LEFT, beneath, self.width() - _LEFT, _MORE)
            draw_text(painter, more, text, font, colours.text2)

    def _paint_mark(self, painter: QPainter, mark: QRect, state: State) -> None:
        colours = style.tokens()
        if state == "done":
            draw_dot(painter, QRectF(mark).center(), _MARK, colours.success_mark)
            ink = colours.canvas if style.is_dark() else colours.on_accent
            assets.paint_icon(painter, "check", mark.topLeft() + QPoint(3, 3), 11, ink, stroke=3)
        elif state == "told":
            draw_dot(painter, QRectF(mark).center(), _MARK, colours.pressed)
            draw_dot(painter, QRectF(mark).center(), 3, colours.text3)
        elif state == "running":
            self._paint_arc(painter, QRectF(mark).adjusted(0.5, 0.5, -0.5, -0.5))
        else:
            line = colours.control if state == "open" else colours.warning_mark
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(line, 1.5))
            painter.drawEllipse(QRectF(mark).adjusted(0.75, 0.75, -0.75, -0.75))
            if state == "question":
                draw_text(painter, mark, "?", style.font("micro"), colours.warning, align=CENTRE)

    def _paint_arc(self, painter: QPainter, circle: QRectF) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(style.tokens().track, 2))
        painter.drawEllipse(circle)
        painter.setPen(QPen(style.tokens().accent, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawArc(circle, (90 - self._angle) * 16, -90 * 16)


_STATES: dict[State, Message] = {
    "done": mark("done"),
    "running": mark("under way"),
    "open": mark("to come"),
    "question": mark("not known"),
}


def _wrapped(text: str, font: QFont, room: int) -> tuple[str, ...]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, font) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _time(each: TimelineEvent) -> str:
    return each.at if isinstance(each.at, str) else formats.clock_seconds(each.at)


def _spoken(each: TimelineEvent) -> str:
    state = tr(_STATES[each.state]) if each.state in _STATES else ""
    return joined(", ", (each.text, state, _time(each), each.more))
