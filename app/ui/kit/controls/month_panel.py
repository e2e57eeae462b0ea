"""A month below the travel date: each day to be clicked, marked where something can be sold."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QWidget
from typing_extensions import override

from app.core.language import DAYS, MONTHS, joined, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.layouts import called, column, row
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_dot, draw_text
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import IconButton
from app.ui.theme import style

HELP = mark("Type 22, 22/11, +1 or sun, then Enter")
_CELL, _WEEKS, _SIDE, _MARK = QSize(40, 34), 6, 12, 5
_MARGINS = (_SIDE, _SIDE, _SIDE, _SIDE)
_DAYS_IN_WEEK = len(DAYS)


class MonthPanel(Box):
    """The month of the current day; it takes no focus, since the date may be typed above it."""

    day_picked = Signal(object)
    """Emitted with a clicked `date`."""
    month_shown = Signal(object)
    """Emitted with the days of another month that can be chosen, a tuple of `date`."""

    def __init__(self, window: QWidget) -> None:
        super().__init__("raised", "line_strong", radius=style.RADIUS, parent=window)
        self.setObjectName("month_panel")
        self._earliest = self._day = date.min
        self._title = called("month_name", Label("", "bodyStrong"))
        self._help = called("month_help", Label(tr(HELP), "caption", "text3", wraps=True))
        self._before = _step("chevron-left", tr("Month before"), "month_before")
        after = _step("chevron-right", tr("Month after"), "month_after")
        self.days = tuple(DayButton(self) for _ in range(_WEEKS * _DAYS_IN_WEEK))
        grid = QGridLayout()
        grid.setSpacing(0)
        for place, name in enumerate(DAYS):
            weekday = Label(tr(name), "caption", "text3")
            weekday.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(weekday, 0, place)
        for place, day in enumerate(self.days):
            grid.addWidget(day, 1 + place // _DAYS_IN_WEEK, place % _DAYS_IN_WEEK)
            day.clicked.connect(partial(self._pick, day))
        self._legend = _Legend()
        head = row(self._before, None, self._title, None, after)
        self.setLayout(column(head, 6, grid, 6, self._legend, 4, self._help, margins=_MARGINS))
        self._before.clicked.connect(partial(self.step_month, -1))
        after.clicked.connect(partial(self.step_month, 1))
        self.hide()

    @property
    def day(self) -> date:
        """The current day."""
        return self._day

    def open(self, day: date, today: date, earliest: date) -> None:
        """Show the month of a day; no day before `earliest` can be chosen."""
        self._earliest = earliest
        for each in self.days:
            each.forget(today)
        self._legend.hide()
        self.say_wrong(wrong=False)
        self._go(day, is_anew=True)
        self.show()
        self.raise_()

    def go_to(self, day: date) -> None:
        """Make another day the current one, and show its month."""
        self._go(max(day, self._earliest), is_anew=False)

    def step(self, days: int) -> None:
        """Go some days on or back."""
        self.go_to(self._day + timedelta(days=days))

    def step_month(self, by: int) -> None:
        """Go to the month after or before."""
        months = self._day.year * 12 + self._day.month - 1 + by
        year, month = divmod(months, 12)
        last = calendar.monthrange(year, month + 1)[1]
        self.go_to(date(year, month + 1, min(self._day.day, last)))

    def show_open(self, day: date, *, is_open: bool) -> None:
        """Mark whether something can be sold on a day of this month."""
        for each in self.days:
            if each.day == day and each.isEnabled():
                each.show_open(is_open=is_open)
                self._legend.show()
                self._fit()

    def say_wrong(self, *, wrong: bool) -> str:
        """Say that what was typed is no day, or take that back; returns what it says."""
        words = joined(" ", (tr("No such day."), tr(HELP))) if wrong else tr(HELP)
        self._help.setText(words)
        self._help.set_ink("danger" if wrong else "text3")
        self._fit()
        return words

    def _go(self, day: date, *, is_anew: bool) -> None:
        former, self._day = self._day, day
        if is_anew or (former.year, former.month) != (day.year, day.month):
            self._show_month()
        for each in self.days:
            each.show_current(is_current=each.day == day)

    def _show_month(self) -> None:
        first = self._day.replace(day=1)
        self._title.setText(tr("{month} {year}", month=tr(MONTHS[first.month - 1]), year=first.year))
        self._before.setEnabled(first > self._earliest)
        start = first - timedelta(days=first.weekday())
        shown = [start + timedelta(days=place) for place in range(len(self.days))]
        for button, day in zip(self.days, shown, strict=True):
            button.show_day(day if day.month == first.month else None, self._earliest)
        self._fit()
        to_choose = (day for day in shown if day.month == first.month and day >= self._earliest)
        self.month_shown.emit(tuple(to_choose))

    def _fit(self) -> None:
        self.adjustSize()

    def _pick(self, button: DayButton) -> None:
        if button.day is not None:
            self.day_picked.emit(button.day)


class DayButton(QAbstractButton):
    """A day of the month, or nothing where it is of another month."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.day: date | None = None
        self._today = date.min
        self._open: dict[date, bool] = {}
        self._is_current = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(_CELL)

    @property
    def is_open(self) -> bool | None:
        """Whether something can be sold on the day; None when that is not known."""
        return None if self.day is None else self._open.get(self.day)

    def forget(self, today: date) -> None:
        """Know no more what can be sold, which may have changed."""
        self._today = today
        self._open.clear()

    def show_day(self, day: date | None, earliest: date) -> None:
        """Show a day, which can be chosen unless it is past."""
        self.day = day
        self.setEnabled(day is not None and day >= earliest)
        self._tell()

    def show_current(self, *, is_current: bool) -> None:
        """Show whether Enter takes this day."""
        self._is_current = is_current
        self._tell()

    def show_open(self, *, is_open: bool) -> None:
        """Show whether something can be sold on it."""
        if self.day is not None:
            self._open[self.day] = is_open
        self._tell()

    @override
    @guarded
    def paintEvent(self, e: QPaintEvent) -> None:
        if self.day is None:
            return
        painter, colours = QPainter(self), style.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        cell = self.rect().adjusted(2, 1, -2, -1)
        if self._is_current:
            draw_box(
                painter, cell, fill=colours.accent_soft, line=colours.accent, radius=style.CONTROL_RADIUS
            )
        elif self.underMouse() and self.isEnabled():
            draw_box(painter, cell, fill=colours.hover, line=colours.hover, radius=style.CONTROL_RADIUS)
        ink = colours.text if self.isEnabled() else colours.text3
        font = style.font("bodyStrong" if self.day == self._today else "body")
        words = QRect(cell.left(), cell.top() + 3, cell.width(), cell.height() - 12)
        draw_text(painter, words, str(self.day.day), font, ink, align=CENTRE)
        if self.is_open is not None and self.isEnabled():
            paint_mark(painter, QPointF(self.width() / 2, cell.bottom() - 5), is_open=self.is_open)

    def _tell(self) -> None:
        self.setAccessibleName(
            joined(
                ", ",
                (
                    "" if self.day is None else formats.day_long(self.day),
                    tr("today") if self.day == self._today else "",
                    "" if self.is_open is None else tr(OPEN) if self.is_open else tr(NOTHING),
                    tr("chosen") if self._is_current else "",
                ),
            )
        )
        self.update()


OPEN, NOTHING = mark("on sale"), mark("nothing on sale")


class _Legend(QWidget):
    """What the marks below the days mean."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(18)
        self.setAccessibleName(joined(", ", (tr(OPEN), tr(NOTHING))))

    @override
    @guarded
    def paintEvent(self, e: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self.width() // 2
        for left, is_open, words in ((0, True, OPEN), (half, False, NOTHING)):
            paint_mark(painter, QPointF(left + 8, self.height() / 2), is_open=is_open)
            place = QRect(left + 18, 0, half - 18, self.height())
            draw_text(painter, place, tr(words), style.font("caption"), style.tokens().text2)


def paint_mark(painter: QPainter, centre: QPointF, *, is_open: bool) -> None:
    """A full dot where something can be sold, an empty ring where nothing can."""
    colours = style.tokens()
    if is_open:
        draw_dot(painter, centre, _MARK, colours.success)
        return
    painter.setPen(QPen(colours.text3, 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = _MARK / 2 - 0.5
    painter.drawEllipse(QRectF(centre.x() - half, centre.y() - half, 2 * half, 2 * half))


def _step(icon: str, name: str, object_name: str) -> IconButton:
    step = IconButton(icon, name)
    step.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    step.setObjectName(object_name)
    return step
