"""What rows of activities say, and what a filter leaves of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from app.desk.model.activities import DateRange, Span
from app.desk.model.formats import EN_DASH
from app.ui.catalogue.activities_page import ActivityTable, count_runs
from app.ui.catalogue.activity_detail import (
    closing_sentence,
    month_starts,
    price_note,
    ranges_words,
    scale_end,
)
from app.ui.catalogue.activity_filter import ActivityFilter, SortOrder, is_sellable
from app.ui.catalogue.activity_model import ActivityModel, availability_words, price_words, spoken_row
from app.ui.theme import style
from tests.support.desk.samples import OFFER, TODAY

DIVE = replace(
    OFFER, fare=Span(Decimal(3800), Decimal(4200)), net=Span(Decimal(3400), Decimal(3400)), cutoff_minutes=90
)
SAIL = replace(
    OFFER,
    activity_id=502,
    title="Sunset sail",
    place="Straße",
    available=False,
    reason="Closed for weather",
    next_date=date(2026, 11, 26),
)


def test_availability_in_two_lines() -> None:
    assert availability_words(DIVE) == ("Available", "Closes 1 h 30 min before start")
    assert availability_words(replace(DIVE, cutoff_minutes=None)) == ("Available", "")
    assert availability_words(SAIL) == ("Closed for weather", "Next: Thu 26 Nov")
    assert availability_words(replace(SAIL, reason="", next_date=None)) == ("Not available", "")
    assert availability_words(replace(DIVE, available=None))[0] == "Not stated, see its slots"
    doubtful = replace(DIVE, doubt="GST not readable: `5-18`")
    assert availability_words(doubtful) == ("GST not readable", "`5-18`")
    assert (is_sellable(DIVE), is_sellable(SAIL), is_sellable(doubtful)) == (True, False, False)


def test_a_row_is_told_with_and_without_net() -> None:
    shown = spoken_row(DIVE, net_shown=True)
    hidden = spoken_row(DIVE, net_shown=False)
    assert shown.endswith(f"fare 3,800.00 {EN_DASH} 4,200.00, net 3,400.00")
    assert "3,400.00" not in hidden
    assert "fare Not stated" in spoken_row(OFFER, net_shown=True)
    assert price_words(None) == "Not stated"


def test_counts_are_told_with_what_a_filter_leaves() -> None:
    assert _said(count_runs((DIVE, SAIL), (DIVE, SAIL))) == "2 activities, 1 open on this date"
    assert _said(count_runs((DIVE, SAIL), (SAIL,))) == "1 of 2 activities, 0 open on this date"
    assert _said(count_runs((DIVE,), (DIVE,))) == "1 activity, 1 open on this date"


def test_skeletons_stand_while_reading() -> None:
    model = ActivityModel()
    model.show_reading()
    assert model.rowCount() == 9
    assert model.item_at(model.index(0)) is None
    assert model.data(model.index(0)) is None
    assert model.row_of(501) == -1
    assert not model.flags(model.index(0))


def test_the_same_rows_are_updated_in_place() -> None:
    model = ActivityModel()
    model.show_offers((DIVE, SAIL))
    resets: list[str] = []
    model.modelReset.connect(lambda: resets.append("reset"))
    model.show_offers((replace(DIVE, available=False), SAIL))
    assert resets == []
    assert model.shown[0].available is False
    model.show_offers((SAIL,))
    assert resets == ["reset"]


def test_a_filter_stays_over_a_refresh() -> None:
    model = ActivityModel()
    model.show_offers((DIVE, SAIL))
    model.filter_by(ActivityFilter("sail"))
    model.show_offers((DIVE, SAIL))
    assert model.shown == (SAIL,)
    assert model.data(model.index(0)) == "Sunset sail"
    model.filter_by(ActivityFilter(only_open=True))
    assert model.shown == (DIVE,)
    assert model.row_of(SAIL.activity_id) == -1


def test_a_row_has_no_rows_below_it() -> None:
    model = ActivityModel()
    model.show_offers((DIVE,))
    assert model.rowCount(model.index(0)) == 0


def test_rows_come_and_go_with_the_words_that_are_typed() -> None:
    model = ActivityModel()
    model.show_offers((DIVE, SAIL))
    tests = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    for typed in ("sail", "", "nothing like it", "dive", ""):
        model.filter_by(ActivityFilter(typed))
        assert model.rowCount() == len(model.shown)
        rows = [model.data(model.index(row)) for row in range(model.rowCount())]
        assert rows == [offer.title for offer in model.shown]
    model.show_reading()
    assert model.rowCount() == 9
    assert tests.model() is model


def test_a_row_can_be_chosen_and_not_typed_in() -> None:
    model = ActivityModel()
    model.show_offers((DIVE,))
    flags = model.flags(model.index(0))
    assert flags & Qt.ItemFlag.ItemIsSelectable
    assert not flags & (Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemIsDropEnabled)
    assert not model.flags(QModelIndex())


def test_what_sells_more_stands_first_from_the_next_filter_on() -> None:
    model = ActivityModel()
    model.show_offers((DIVE, SAIL))
    model.filter_by(ActivityFilter(sold={str(SAIL.activity_id): 3}))
    assert model.shown == (SAIL, DIVE)
    model.filter_by(ActivityFilter("dive", sold={str(SAIL.activity_id): 3}))
    model.filter_by(ActivityFilter(sold={str(SAIL.activity_id): 3}))
    assert model.shown == (SAIL, DIVE)
    model.filter_by(ActivityFilter(order=SortOrder.NAME, sold={str(SAIL.activity_id): 3}))
    assert model.shown == (DIVE, SAIL)
    model.show_offers((SAIL, DIVE))
    assert model.shown == (DIVE, SAIL)


def test_a_layout_of_50_000_rows_is_done_in_qt(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")
    model = ActivityModel()
    view = ActivityTable(model)
    model.show_offers(replace(DIVE, activity_id=number) for number in range(50_000))
    asked: list[str] = []
    sys.setprofile(lambda frame, what, _: asked.append(frame.f_code.co_name) if what == "call" else None)
    view.doItemsLayout()
    sys.setprofile(None)
    assert len(asked) < 100
    view.setCurrentIndex(model.index(40_000))
    assert view.currentIndex().row() == 40_000


def test_the_note_under_the_prices() -> None:
    assert price_note(DIVE) == "Range over all dates. The slot gives the exact fare. GST 5 %."
    assert price_note(replace(DIVE, price_is_summary=False, gst_percentage=None)) == ""


def test_when_booking_closes() -> None:
    assert closing_sentence(DIVE) == "90 minutes before start, unless the slot sets its own cutoff."
    assert closing_sentence(replace(DIVE, cutoff_minutes=1)).startswith("1 minute before")
    assert closing_sentence(replace(DIVE, cutoff_minutes=None)) == ""


def test_the_scale_of_the_strip() -> None:
    near = DateRange(TODAY, date(2026, 11, 25))
    far = DateRange(date(2026, 12, 31), date(2030, 1, 1))
    assert scale_end((near,), TODAY) == date(2026, 12, 19)
    assert scale_end((far,), TODAY) == date(2027, 5, 20)
    assert month_starts(TODAY, date(2027, 1, 1)) == (date(2026, 12, 1), date(2027, 1, 1))
    one_day = DateRange(TODAY, TODAY)
    assert ranges_words((one_day, near)) == f"21 Nov, 21 Nov {EN_DASH} 25 Nov"


def _said(runs: tuple[tuple[object, ...], ...]) -> str:
    return "".join(str(run[0]) for run in runs)
