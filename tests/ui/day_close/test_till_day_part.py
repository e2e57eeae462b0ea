"""The day at the till, made anew while it is on screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QWidget

from app.desk.till.drawer import CashMove
from app.desk.till.payment_values import PayWay
from app.desk.till.till_day import DayDoubts, SoldSums, TillDay, WaySums
from app.ui.day_close.till_day_part import TillDayPart
from app.ui.kit.sheets.page_layout import Scroller
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
