"""The strip of the basket: every trip is painted whole, or counted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect

from app.ui.window import basket_strip
from app.ui.window.basket_strip import StripTrips
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
