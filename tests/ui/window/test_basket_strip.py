"""The strip of the basket: every trip is painted whole, or counted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from app.desk.basket.values import Basket, BasketItem
from app.ui.kit.basics.text import Label
from app.ui.window import basket_strip
from app.ui.window.basket_strip import BasketStrip, StripTrips
from app.ui.window.rail import RailBasket
from tests.support.desk.samples import DRAFT
from tests.support.ui.looking import Show


@pytest.mark.parametrize("width", [300, 700, 1100, 2400])
def test_each_trip_that_has_no_room_is_counted(
    shown: Show, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    painted: list[str] = []

    def note(_painter: object, _place: QRect, text: str, *_rest: object) -> None:
        painted.append(text)

    trips = StripTrips()
    trips.setFixedSize(width, 48)
    shown(trips)
    monkeypatch.setattr(basket_strip, "draw_text", note)
    trips.show_trips("Basket, 6 trips", "Priya Raman", [DRAFT] * 6)
    trips.grab()
    counted = [int(text) for text in painted if text.startswith("+")]
    assert painted.count(DRAFT.offer.title) + sum(counted) == 6
    assert len(counted) == (width < 2400)


def test_no_sum_is_said_of_several_customers(shown: Show) -> None:
    strip = BasketStrip()
    shown(strip)
    one, other = (
        Basket(key, datetime(2030, 11, 21, tzinfo=UTC), (BasketItem("1", DRAFT),)) for key in ("a", "b")
    )
    strip.show_basket(None, (one,))
    alone = strip.accessibleName()
    strip.show_basket(None, (one, other))
    assert alone.startswith("1 basket waits, customer pays ")
    assert strip.accessibleName() == "2 baskets wait, Alt B"
    (pays,) = strip.findChildren(Label, "basket_pays")
    assert not pays.isVisible()
    strip.show_basket(one, (other,))
    assert pays.isVisible()


def test_the_basket_on_the_rail_counts_those_that_wait(shown: Show) -> None:
    basket = RailBasket()
    shown(basket)
    pictures: list[QImage] = []
    for waiting in (0, 1, 2, 0):
        basket.show_waiting(waiting)
        pictures.append(basket.grab().toImage())
    alone, one, two, again = pictures
    assert alone == again
    assert alone != one != two != alone
