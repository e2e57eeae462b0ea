"""The painted parts of a departure: rows, hours, the line of the trip, the detail and its counts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.desk.model.boats import Identity
from app.desk.model.formats import EN_DASH
from app.ui.catalogue.departure_detail import DepartureDetail
from app.ui.catalogue.departure_list import DepartureHeader, DepartureRows
from app.ui.catalogue.departure_model import DepartureModel
from app.ui.catalogue.trip_line import Stretch, TripLine
from app.ui.kit.basics.room import Room, Roomy, Width
from app.ui.theme import style
from tests.support.desk.samples import TODAY
from tests.support.ui.departure_samples import ADULT, FULL, HERON, NIGHT, PAST, TERN
from tests.support.ui.looking import Show, part, texts


@pytest.mark.usefixtures("qapp")
def test_rows_and_header_are_painted_in_both_themes_and_every_width(shown: Show) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    model = DepartureModel()
    view, header = DepartureRows(model), DepartureHeader()
    view.setMinimumHeight(500)
    shown(header, view)
    no_times = replace(HERON, schedule_id=1, departs=None, returns=None)
    one_way = replace(HERON, schedule_id=2, returns=None, trip_name="")
    pictures: list[QImage] = []
    looks: tuple[tuple[style.Theme, int], ...] = (("light", 860), ("dark", 640), ("light", 700))
    for theme, width in looks:
        style.apply_theme(app, theme)
        for each in (view, header):
            each.setFixedWidth(width)
        model.show_departures((HERON, TERN, NIGHT, PAST, FULL, no_times, one_way), TODAY)
        header.show_scale(model.scale)
        view.setCurrentIndex(model.index(0))
        pictures += [view.grab().toImage(), header.grab().toImage()]
    style.apply_theme(app, "light")
    assert all(one != other for one, other in combinations(pictures, 2))
    assert header.accessibleName() == "Times from 06 to 24 hours, trip and boat, seats, fare from"
    spoken = str(model.data(model.index(5), Qt.ItemDataRole.AccessibleTextRole))
    assert spoken.startswith("Swaraj Dweep day return, MV Sea Heron, departure time not stated")


def test_the_trip_line_says_how_long_it_takes(shown: Show) -> None:
    large, small = TripLine(), TripLine(small=True)
    shown(large, small)
    large.show_departure(HERON)
    small.show_departure(HERON)
    assert texts(large) == ["07:15", "17:30", "Departure", "Return"]
    assert texts(small) == ["07:15", "17:30", "Sun 22 Nov 2026", "10 h 15 min"]
    assert part(large, Stretch).accessibleName() == "Departure 07:15, return 17:30, 10 h 15 min"
    large.show_departure(NIGHT)
    spoken = part(large, Stretch).accessibleName()
    assert spoken == "Departure 21:00, return 05:30 on the next day, 8 h 30 min"
    large.show_departure(replace(HERON, returns=None))
    assert texts(large)[:2] == ["07:15", "Not stated"]
    assert not large.grab().isNull()


def test_the_detail_leaves_out_what_is_not_stated(shown: Show) -> None:
    detail = DepartureDetail()
    shown(detail)
    detail.show_departure(HERON, TODAY)
    assert {"ID document", "ID number"} <= _visible(detail)
    assert "Copy of document" not in _visible(detail)
    bare = replace(ADULT, boat_fare=None, permit_fare=None, net=None)
    older = replace(HERON, is_live=None, close_days=None, rates=(bare,), identity=None, gst_percentage=None)
    detail.show_departure(older, TODAY)
    seen = _visible(detail)
    assert "The service does not say what passengers must bring." in seen
    assert not any("Boat 2" in text or "Net " in text or "Open until" in text for text in seen)
    assert "118 of 150, not known if live" in seen
    detail.show_departure(replace(HERON, rates=()), TODAY)
    assert "The service states no fares for this trip." in _visible(detail)


def test_a_stepper_says_whom_it_counts(shown: Show) -> None:
    detail = DepartureDetail()
    shown(detail)
    detail.show_departure(HERON, TODAY)
    spoken = QAccessible.queryAccessibleInterface(detail.rates.steppers[0]).text(QAccessible.Text.Name)
    assert spoken == f"Number of passengers Adult INDIAN, 12{EN_DASH}99, fare 2,425.00"


def test_a_narrower_pane_moves_what_has_no_room_to_the_next_line(shown: Show, qtbot: QtBot) -> None:
    detail = DepartureDetail()
    detail.setFixedSize(423, 900)
    shown(detail)
    everything = Identity(needs_document=True, needs_number=True, needs_copy=True)
    detail.show_departure(replace(HERON, identity=everything), TODAY)
    wide, medium = Room(), Room(Width.MEDIUM)
    for room, is_below in ((wide, False), (medium, True), (wide, False)):
        for each in (detail, *detail.findChildren(QWidget)):
            if isinstance(each, Roomy):
                each.take_room(room)
        for text, other in (("Copy of document", "ID document"), (f"12{EN_DASH}99", "Adult")):
            qtbot.waitUntil(partial(_lies_below, detail, text, other, expected=is_below))


def test_the_wheel_never_changes_the_count(shown: Show) -> None:
    detail = DepartureDetail()
    shown(detail)
    detail.show_departure(HERON, TODAY)
    stepper = detail.rates.steppers[0]
    stepper.setFocus()
    middle = QPointF(stepper.rect().center())
    no_button, no_key = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    inverted = False
    steady = Qt.ScrollPhase.NoScrollPhase
    turn = QWheelEvent(middle, middle, QPoint(), QPoint(0, 120), no_button, no_key, steady, inverted)
    QApplication.sendEvent(stepper, turn)
    assert stepper.value() == 0
    assert not turn.isAccepted()


def _lies_below(detail: DepartureDetail, text: str, other: str, *, expected: bool) -> bool:
    below = _top(detail, text) - _top(detail, other) >= style.line_height("caption")
    return below is expected


def _top(detail: DepartureDetail, text: str) -> int:
    label = next(each for each in detail.findChildren(QLabel) if each.text() == text)
    return label.mapTo(detail, QPoint()).y()


def _visible(detail: DepartureDetail) -> set[str]:
    return {label.text() for label in detail.findChildren(QLabel) if label.isVisible()}
