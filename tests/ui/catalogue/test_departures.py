"""What rows of departures say, where their time lines lie, and what filters leave of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

import pytest
from PySide6.QtCore import QRect
from pytestqt.qtbot import QtBot

from app.desk.model.boats import DepartureList, Identity
from app.desk.model.booking import ItemId
from app.desk.model.formats import EN_DASH
from app.desk.sale.sale_words import trip_closing_words
from app.ui.catalogue.boats_page import count_words
from app.ui.catalogue.departure_browser import DepartureBrowser
from app.ui.catalogue.departure_detail import gst_words, seat_runs
from app.ui.catalogue.departure_list import columns, count_runs, scale_x
from app.ui.catalogue.departure_model import DAY_PARTS, DepartureFilter, DepartureModel, search_text
from app.ui.catalogue.departure_words import (
    SeatWords,
    TimeScale,
    closed_sentence,
    count_problem,
    needs_words,
    parts_words,
    scale_of,
    seat_words,
    spoken_row,
    time_words,
)
from app.ui.kit.basics.text import Run
from tests.support.desk.samples import LOOKED, TODAY
from tests.support.ui.departure_samples import ADULT, CHILD, FULL, HERON, NIGHT, PAST, TERN


def test_the_scale_goes_from_six_to_twenty_at_least() -> None:
    assert scale_of(()) == TimeScale(6, 20)
    assert scale_of((HERON, TERN)) == TimeScale(6, 20)
    assert TimeScale(6, 20).hours == (6, 8, 10, 12, 14, 16, 18, 20)


def test_the_scale_holds_every_departure_and_return_in_even_hours() -> None:
    early = replace(HERON, departs=time(5, 30), returns=time(20, 1))
    assert scale_of((early, HERON)) == TimeScale(4, 22)
    assert scale_of((NIGHT,)) == TimeScale(6, 24, goes_on=True)
    assert scale_of((replace(HERON, departs=None),)) == TimeScale(6, 20)
    assert scale_of((replace(HERON, departs=time(0), returns=time(23, 59)),)) == TimeScale(0, 24)


def test_a_minute_has_its_place_between_the_ends() -> None:
    scale = TimeScale(6, 20)
    assert scale.share(6 * 60) == 0
    assert scale.share(13 * 60) == 0.5
    assert scale.share(20 * 60) == 1
    assert (scale.share(0), scale.share(25 * 60)) == (0, 1)


@pytest.mark.usefixtures("qapp")
def test_hours_lie_where_the_design_has_them() -> None:
    parts = columns(QRect(0, 0, 860, 64))
    assert (parts.times.left(), parts.times.width()) == (8, 392)
    assert (parts.trip.left(), parts.seats.left(), parts.fare.right() + 1) == (412, 650, 844)
    assert round(scale_x(parts.times, TimeScale(), 6 * 60)) == 72
    assert round(scale_x(parts.times, TimeScale(), 20 * 60)) == 346


def test_a_return_after_midnight_is_told() -> None:
    assert time_words(HERON) == ("07:15", "17:30")
    assert time_words(NIGHT) == ("21:00", "05:30 +1")
    assert time_words(replace(HERON, departs=None, returns=None)) == ("", "")
    assert "returns 05:30 on the next day" in spoken_row(NIGHT, TODAY)


def test_seats_say_who_counted_them() -> None:
    assert seat_words(HERON, TODAY) == SeatWords("live", "118 seats", "Live count")
    assert seat_words(TERN, TODAY) == SeatWords("hollow", "60 seats", "Capacity only")
    unsaid = replace(HERON, is_live=None)
    assert seat_words(unsaid, TODAY) == SeatWords("hollow", "118 seats", "Not known if live")
    assert seat_words(replace(unsaid, seats=None), TODAY) == SeatWords("hollow", "Not stated", "")


@pytest.mark.parametrize(("seats", "is_few"), [(10, False), (9, True), (1, True)])
def test_few_seats_stand_out(seats: int, *, is_few: bool) -> None:
    assert seat_words(replace(HERON, seats=seats), TODAY).is_few is is_few
    assert not seat_words(replace(TERN, seats=seats, capacity=seats), TODAY).is_few


def test_a_closed_departure_says_why() -> None:
    assert seat_words(PAST, TODAY) == SeatWords("ban", "Closed", "since Fri 20 Nov")
    assert seat_words(FULL, TODAY) == SeatWords("ban", "No seats left", "")
    over = replace(FULL, reason="Booking closed")
    assert seat_words(over, TODAY) == SeatWords("ban", "Closed", "")
    assert closed_sentence(over, TODAY) == "Booking closed."
    storm = replace(FULL, reason="The harbour is closed for a storm")
    assert seat_words(storm, TODAY) == SeatWords("ban", "The harbour is", "closed for a storm")
    assert seat_words(replace(FULL, reason=""), TODAY).first == "Closed"


def test_until_when_it_is_open() -> None:
    assert trip_closing_words(HERON, TODAY) == (
        "Booking closes 1 day before",
        "Open until tonight, Sat 21 Nov",
    )
    three = replace(HERON, day=date(2026, 11, 30), close_days=3)
    assert trip_closing_words(three, TODAY) == ("Booking closes 3 days before", "Open until Fri 27 Nov")
    assert trip_closing_words(TERN, TODAY) == ("Booking closes at departure", "Open until departure")
    assert trip_closing_words(PAST, TODAY)[1] == "Closed on Fri 20 Nov"
    assert trip_closing_words(FULL, TODAY)[1] == "No seats left"
    assert trip_closing_words(replace(HERON, close_days=None), TODAY) == ("", "")
    assert trip_closing_words(replace(FULL, close_days=None), TODAY) == ("Booking", "No seats left")


def test_why_a_departure_cannot_be_sold() -> None:
    assert closed_sentence(HERON, TODAY) == ""
    assert closed_sentence(PAST, TODAY) == "Booking closed on Fri 20 Nov."
    assert closed_sentence(FULL, TODAY) == "No seats left."
    assert closed_sentence(replace(FULL, reason=""), TODAY) == "This departure is closed."
    assert closed_sentence(replace(HERON, rates=()), TODAY) == "The service states no fares for this trip."


def test_what_must_be_brought() -> None:
    assert needs_words(HERON.identity) == ""
    assert needs_words(Identity()) == "Nothing is asked of Indian passengers."
    assert needs_words(None) == "The service does not say what passengers must bring."


def test_a_fare_is_taken_apart_as_far_as_it_is_stated() -> None:
    assert parts_words(ADULT) == "Boat 2,350.00 + permit 75.00"
    assert parts_words(replace(ADULT, boat_fare=None)) == "Permit 75.00"
    assert parts_words(replace(ADULT, boat_fare=None, permit_fare=None)) == ""


def test_no_more_passengers_than_live_seats() -> None:
    three = replace(HERON, seats=3)
    assert count_problem(three, 3) == ""
    assert count_problem(three, 4) == "Only 3 seats left."
    assert count_problem(replace(HERON, seats=1), 2) == "Only 1 seat left."
    assert count_problem(TERN, 61) == ""
    assert count_problem(TERN, 101) == "One booking takes at most 100 passengers."


def test_the_foot_names_the_party_and_its_fare() -> None:
    assert count_words(HERON, ((ADULT, 0), (CHILD, 0))) == ("Nobody is counted yet", EN_DASH)
    assert count_words(HERON, ((ADULT, 1), (CHILD, 0))) == ("1 passenger, fare with GST", "INR 2,546.25")
    untaxed = replace(HERON, gst_percentage=None)
    assert count_words(untaxed, ((CHILD, 2),)) == ("2 passengers, GST not stated", "INR 2,430.00")
    assert count_words(HERON, ((replace(ADULT, fare=None), 1),)) == ("1 passenger", "Price not stated")


def test_seats_in_full() -> None:
    assert _said(seat_runs(HERON)) == "118 of 150, live"
    assert _said(seat_runs(TERN)) == "Capacity 60, seats are not counted"
    assert _said(seat_runs(replace(HERON, is_live=None, capacity=None))) == "118, not known if live"
    assert _said(seat_runs(replace(HERON, seats=None))) == "Not stated, capacity 150"
    assert gst_words(HERON) == "Fare per person, GST 5 % extra"
    assert gst_words(replace(HERON, gst_percentage=None)) == "Fare per person, GST not stated"


def test_counts_are_told_with_what_a_filter_leaves() -> None:
    assert _said(count_runs((HERON, FULL), (HERON, FULL))) == "2 departures, 1 open"
    assert _said(count_runs((HERON, FULL), (FULL,))) == "1 of 2 departures, 0 open"
    assert _said(count_runs((HERON,), (HERON,))) == "1 departure, 1 open"


@pytest.mark.parametrize("typed", ["", "  ", "HERON", "swaraj heron", "heron return"])
def test_typed_words_are_looked_for_in_trip_and_boat(typed: str) -> None:
    assert DepartureFilter(typed).passes(HERON, search_text(HERON))


def test_a_word_that_is_nowhere_leaves_nothing() -> None:
    assert not DepartureFilter("heron zeppelin").passes(HERON, search_text(HERON))
    street = replace(HERON, trip_name="Straße")
    assert DepartureFilter("STRASSE").passes(street, search_text(street))


def test_filters_by_boat_and_part_of_the_day() -> None:
    assert _left(DepartureFilter(boat="MV Blue Tern")) == {TERN.schedule_id}
    assert _left(DepartureFilter(part=DAY_PARTS[0])) == {HERON.schedule_id, PAST.schedule_id}
    assert _left(DepartureFilter(part=DAY_PARTS[2])) == {TERN.schedule_id}
    assert _left(DepartureFilter(part=DAY_PARTS[3])) == {NIGHT.schedule_id}
    unsaid = replace(HERON, departs=None)
    assert not DepartureFilter(part=DAY_PARTS[0]).passes(unsaid, search_text(unsaid))


@pytest.mark.parametrize(("minute", "number"), [(time(8, 59), 0), (time(9), 1), (time(12), 2), (time(16), 3)])
def test_parts_of_the_day_meet_without_a_gap(minute: time, number: int) -> None:
    boat = replace(HERON, departs=minute)
    fitting = [part for part in DAY_PARTS if DepartureFilter(part=part).passes(boat, "")]
    assert fitting == [DAY_PARTS[number]]


def test_filters_by_free_seats() -> None:
    few = replace(HERON, seats=4)
    assert DepartureFilter(seats=4).passes(few, "")
    assert not DepartureFilter(seats=6).passes(few, "")
    assert DepartureFilter(seats=10).passes(replace(HERON, seats=None), "")
    assert not DepartureFilter(seats=2).passes(PAST, "")


def test_skeletons_stand_while_reading() -> None:
    model = DepartureModel()
    model.show_reading()
    assert model.rowCount() == 7
    assert model.item_at(model.index(0)) is None
    assert model.data(model.index(0)) is None
    assert model.row_of(HERON.schedule_id) == -1
    assert not model.flags(model.index(0))
    assert model.rowCount(model.index(0)) == 0


def test_the_same_rows_are_updated_in_place() -> None:
    model = DepartureModel()
    model.show_departures((HERON, TERN), TODAY)
    resets: list[str] = []
    model.modelReset.connect(lambda: resets.append("reset"))
    model.show_departures((replace(HERON, seats=3), TERN), TODAY)
    assert resets == []
    assert model.shown[0].seats == 3
    model.filter_by(DepartureFilter("tern"))
    assert resets == ["reset"]
    assert model.shown == (TERN,)
    assert model.boats == ("MV Blue Tern", "MV Sea Heron")
    assert model.scale == TimeScale(6, 20)


def _left(wanted: DepartureFilter) -> set[ItemId]:
    found = (HERON, TERN, NIGHT, PAST)
    return {each.schedule_id for each in found if wanted.passes(each, search_text(each))}


def _said(runs: tuple[Run, ...]) -> str:
    return "".join(run.text for run in runs)


def test_the_first_departure_that_can_be_sold_is_chosen(qtbot: QtBot) -> None:
    browser = DepartureBrowser()
    qtbot.addWidget(browser)
    closed, sold = (replace(HERON, schedule_id=each, is_open=each == 1, reason="Full") for each in (0, 1))
    also_closed = replace(closed, schedule_id=2)
    browser.show_found(DepartureList(HERON.day, (closed, also_closed, sold), "", (), LOOKED), TODAY)
    assert browser.current == sold
    # Where none can be sold, the first one says why.
    browser = DepartureBrowser()
    qtbot.addWidget(browser)
    browser.show_found(DepartureList(HERON.day, (closed, also_closed), "", (), LOOKED), TODAY)
    assert browser.current == closed
