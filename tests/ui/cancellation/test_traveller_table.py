"""The table of travellers to cancel."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from app.desk.model.booking import BookedTraveller
from app.ui.cancellation.traveller_model import TravellerPickModel
from app.ui.cancellation.traveller_table import MOST_ROWS, TravellerPick


def test_rows_stand_below_their_headings_beside_a_scroll_bar(qapp: QApplication) -> None:
    assert qapp
    model = TravellerPickModel()
    table = TravellerPick(model)
    table.resize(800, 500)
    who = (BookedTraveller(f"Guest {each}", "30", "MALE", "Adult", "Confirmed", each) for each in range(12))
    model.show_people(tuple(who))
    table.grab()
    assert model.rowCount() > MOST_ROWS
    assert table.rows.verticalScrollBar().maximum() > 0
    assert table.rows.viewport().width() == table.rows.width()
