"""The day at the till, made anew while it is on screen."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.desk.day_close.report import day_report
from app.desk.till.drawer import CashMove
from app.desk.till.payment_values import PayWay
from app.desk.till.till_day import DayDoubts, SoldSums, TillDay, WaySums
from app.ui.day_close.day_close_page import DayFigures
from app.ui.day_close.day_close_with_till_page import TillDayPart
from app.ui.kit.basics.room import Room, Width
from app.ui.kit.basics.text import Label
from app.ui.kit.sheets.page_layout import Scroller
from tests.desk.day_close.test_report import ROWS, SPAN, cancellation
from tests.desk.till.test_refunds import NOON
from tests.support.ui.looking import Show, part

DAY = TillDay({each: WaySums() for each in PayWay}, WaySums(), 0, 0, 0, 0, SoldSums(), (), None, DayDoubts())
MOVES = tuple(CashMove(NOON, "", 100, f"Water {number}") for number in range(12))


@pytest.mark.parametrize(
    "day",
    [
        replace(DAY, drawer=MOVES),
        replace(DAY, doubts=DayDoubts(2, ("D2",), ("D3",), 2, is_known=False)),
    ],
)
def test_a_day_that_is_read_again_stays_as_it_is_scrolled(shown: Show, day: TillDay) -> None:
    left = TillDayPart(str)
    left.setFixedSize(700, 330)
    left.show_day(day)
    shown(left)
    scroller = part(left, Scroller)
    bar = scroller.verticalScrollBar()
    bar.setValue(bar.maximum())
    scrolled = bar.value()
    left.show_day(day)
    # What is laid out before Qt shows what is new.
    for each in (*reversed(scroller.findChildren(QWidget)), scroller):
        QCoreApplication.sendPostedEvents(each, QEvent.Type.LayoutRequest)
    assert bar.value() == scrolled > 0


def test_what_is_left_after_cancellations_stays_in_the_least_window(shown: Show) -> None:
    figures = DayFigures()
    shown(figures)
    figures.take_room(Room(Width.NARROW, is_low=True, is_flat=True))
    gone = replace(cancellation(30, "50.00"), given_back=Decimal("45.00"))
    for rows, told in ((ROWS[:4], 0), ((*ROWS[:4], gone), 2)):
        figures.show_report(day_report(SPAN, rows, []))
        words = [each.text() for each in figures.findChildren(Label) if each.isVisible()]
        assert sum("after cancellations" in each for each in words) == told
