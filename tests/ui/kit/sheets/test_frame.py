"""What stands around every page: rail, top bar, travel date, wallet chip, search."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.core.language import mark, speaking
from app.desk.model.formats import since
from app.desk.model.office_rules import Alerts
from app.ui.kit.basics.actions import OPEN_BOOKINGS, OPEN_SETTINGS, SELL
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.controls.date_input import day_distance, day_typed
from app.ui.kit.controls.date_picker import DateInput, DatePicker
from app.ui.kit.controls.search_field import SearchField
from app.ui.theme import style
from app.ui.wallet.chip import WalletChip
from app.ui.window.frame import RoundedSheet
from app.ui.window.rail import Rail, RailItem, RailPlace
from app.ui.window.top_bar import TopBar
from tests.support.desk.samples import NOW, TODAY, WALLET, later
from tests.support.ui.looking import Show, part


@pytest.fixture(autouse=True)
def _themed(qapp: QApplication) -> None:
    style.apply_theme(qapp, "light")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("22", date(2026, 11, 22)),
        ("21", TODAY),
        ("20", date(2026, 12, 20)),
        ("31", date(2026, 12, 31)),
        ("22/11", date(2026, 11, 22)),
        ("5.1", date(2027, 1, 5)),
        ("5 Jan", date(2027, 1, 5)),
        ("5 january 2028", date(2028, 1, 5)),
        ("1-12-2026", date(2026, 12, 1)),
        ("29/2", date(2028, 2, 29)),
        ("+1", TODAY + timedelta(days=1)),
        ("+ 30", TODAY + timedelta(days=30)),
        ("sun", date(2026, 11, 22)),
        ("Saturday", TODAY),
        ("fri", date(2026, 11, 27)),
        (" Today ", TODAY),
        ("tomorrow", TODAY + timedelta(days=1)),
        ("", None),
        ("32", None),
        ("1/13", None),
        ("1 foo", None),
        ("22/11/2020", None),
        ("31/2/2027", None),
        ("-1", None),
        ("next week", None),
    ],
)
def test_a_date_typed_in_a_hurry(typed: str, expected: date | None) -> None:
    assert day_typed(typed, TODAY) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("21", TODAY),
        ("22", date(2026, 10, 22)),
        ("31", date(2026, 10, 31)),
        ("22/11", date(2025, 11, 22)),
        ("5 january", date(2026, 1, 5)),
        ("29/2", date(2024, 2, 29)),
        ("1-12-2025", date(2025, 12, 1)),
        ("22/11/2026", None),
        ("-1", TODAY - timedelta(days=1)),
        ("+1", None),
        ("Sat", TODAY),
        ("sun", date(2026, 11, 15)),
        ("today", TODAY),
        ("yesterday", TODAY - timedelta(days=1)),
        ("tomorrow", None),
        ("32", None),
    ],
)
def test_a_day_of_the_past_typed_in_a_hurry(typed: str, expected: date | None) -> None:
    assert day_typed(typed, TODAY, past=True) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("22 \u0928\u0935\u0902\u092c\u0930", date(2026, 11, 22)),
        ("22 \u0928\u0935\u0970", date(2026, 11, 22)),
        ("3 \u092b\u0930\u0935\u0930\u0940", date(2027, 2, 3)),
        ("\u0930\u0935\u093f\u0935\u093e\u0930", date(2026, 11, 22)),
        ("\u0906\u091c", TODAY),
        ("\u0915\u0932", TODAY + timedelta(days=1)),
        ("22 nov", date(2026, 11, 22)),
        ("22 \u0915\u0932", None),
    ],
)
def test_a_date_is_typed_in_hindi_and_still_in_english(typed: str, expected: date | None) -> None:
    with speaking("hi"):
        assert day_typed(typed, TODAY) == expected


def test_yesterday_is_typed_in_hindi() -> None:
    with speaking("hi"):
        yesterday = day_typed("\u092c\u0940\u0924\u093e \u0915\u0932", TODAY, past=True)
    assert yesterday == TODAY - timedelta(days=1)


@pytest.mark.parametrize(
    ("days", "said"), [(0, "Today"), (1, "Tomorrow"), (4, "In 4 days"), (-1, "Yesterday"), (-3, "3 days ago")]
)
def test_how_far_away_a_day_is(days: int, said: str) -> None:
    assert day_distance(TODAY + timedelta(days=days), TODAY) == said


def picked(picker: DatePicker) -> list[date]:
    """The days that were chosen from now on."""
    days: list[date] = []
    picker.day_chosen.connect(days.append)
    return days


def test_the_day_moves_by_one_and_not_into_the_past(shown: Show) -> None:
    picker = DatePicker(TODAY)
    shown(picker)
    days = picked(picker)
    back, on = part(picker, IconButton, "day_before"), part(picker, IconButton, "day_after")
    assert not back.isEnabled()
    on.click()
    on.click()
    back.click()
    picker.choose(TODAY - timedelta(days=9))
    assert days == [TODAY + timedelta(days=n) for n in (1, 2, 1, 0)]
    assert picker.accessibleName() == "Travel date Sat 21 Nov 2026"


def test_the_day_can_be_typed(shown: Show, qtbot: QtBot) -> None:
    picker = DatePicker(TODAY)
    shown(picker)
    days = picked(picker)
    picker.begin_typing()
    entry = part(picker, DateInput)
    qtbot.waitUntil(entry.hasFocus)
    QTest.keyClicks(entry, "nonsense")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert (days, entry.accessibleDescription().startswith("No such day")) == ([], True)
    QTest.keyClicks(entry, "+3")
    QTest.keyClick(entry, Qt.Key.Key_Return)
    assert days == [TODAY + timedelta(days=3)]
    assert not entry.isVisible()


def test_typing_a_day_can_be_given_up(shown: Show) -> None:
    picker = DatePicker(TODAY)
    other = Button("Elsewhere")
    shown(picker, other)
    entry = part(picker, DateInput)
    picker.begin_typing()
    assert entry.isVisible()
    QTest.keyClick(entry, Qt.Key.Key_Escape)
    assert not entry.isVisible()
    picker.begin_typing()
    other.setFocus()
    assert not entry.isVisible()
    assert picker.day == TODAY


def test_pressing_the_day_lets_one_type(shown: Show) -> None:
    picker = DatePicker(TODAY)
    shown(picker)
    QTest.mouseClick(part(picker, QWidget, "day_shown"), Qt.MouseButton.LeftButton)
    assert part(picker, DateInput).isVisible()


def test_the_service_knows_what_day_it_is() -> None:
    picker = DatePicker(TODAY)
    days = picked(picker)
    picker.set_today(TODAY + timedelta(days=1))
    assert days == [TODAY + timedelta(days=1)]
    picker.choose(TODAY + timedelta(days=5))
    picker.set_today(TODAY + timedelta(days=2))
    assert picker.day == TODAY + timedelta(days=5)
    picker.set_today(TODAY + timedelta(days=8))
    assert picker.day == TODAY + timedelta(days=8)


def test_the_wallet_chip_says_the_time_of_a_balance_that_is_some_minutes_old() -> None:
    chip = WalletChip()
    chip.show_wallet(WALLET)
    chip.age(later(300))
    assert chip.accessibleName() == "Wallet INR 13,420.50 credit 37,500.00"
    chip.age(later(301))
    assert chip.accessibleName() == f"Wallet INR 13,420.50 credit 37,500.00, read {since(NOW)}"
    chip.show_wallet(replace(WALLET, read=later(301)))
    chip.age(later(302))
    assert chip.accessibleName() == "Wallet INR 13,420.50 credit 37,500.00"


def test_the_wallet_chip_says_what_can_be_spent() -> None:
    chip = WalletChip()
    assert chip.accessibleName() == "Wallet Wallet not read"
    chip.show_wallet(WALLET)
    assert chip.accessibleName() == "Wallet INR 13,420.50 credit 37,500.00"
    rich = chip.sizeHint().width()
    for alerts, quiet in (
        (Alerts(Decimal(14_000)), "low, credit 37,500.00"),
        (Alerts(None, Decimal(40_000)), "credit low 37,500.00"),
        (Alerts(Decimal(14_000), Decimal(40_000)), "low, credit low 37,500.00"),
    ):
        chip.show_alerts(alerts)
        assert chip.accessibleName() == f"Wallet INR 13,420.50 {quiet}"
        assert chip.accessibleDescription().endswith(("your alert.", "your alerts."))
        assert chip.sizeHint().width() > rich
    chip.show_alerts(Alerts(Decimal(13_000)))
    assert chip.sizeHint().width() == rich
    chip.show_wallet(WALLET, is_old=True)
    assert "read " in chip.accessibleName()


def test_the_wallet_chip_says_that_there_is_no_credit_line() -> None:
    chip = WalletChip()
    none = replace(WALLET, credit_left=Decimal(0), has_credit=False, currency="")
    chip.show_wallet(none)
    assert chip.accessibleName() == "Wallet 13,420.50 No credit line"
    chip.show_wallet(replace(none, has_credit=None))
    assert chip.accessibleName() == "Wallet 13,420.50 Credit not readable"


def test_the_wallet_chip_hides_every_amount() -> None:
    chip = WalletChip()
    chip.show_wallet(WALLET)
    chip.show_net(shown=False)
    assert chip.accessibleName() == "Wallet Wallet hidden"
    chip.resize(chip.sizeHint())
    hidden = chip.grab().toImage()
    chip.show_wallet(replace(WALLET, cash=Decimal(1)))
    assert chip.grab().toImage() == hidden
    chip.show_net(shown=True)
    chip.resize(chip.sizeHint())
    assert chip.grab().toImage() != hidden


PLACES = (
    RailPlace("sell", mark("Sell"), SELL),
    RailPlace("bookings", mark("Bookings"), OPEN_BOOKINGS),
    RailPlace("settings", mark("Settings"), OPEN_SETTINGS),
)


def test_the_rail_leads_to_its_places(shown: Show) -> None:
    rail = Rail(PLACES)
    shown(rail)
    chosen: list[str] = []
    rail.chosen.connect(chosen.append)
    rail.show_place("sell")
    sell, bookings = part(rail, RailItem, "rail_sell"), part(rail, RailItem, "rail_bookings")
    QTest.mouseClick(bookings, Qt.MouseButton.LeftButton)
    assert chosen == ["bookings"]
    assert (sell.isChecked(), bookings.isChecked()) == (True, False)
    rail.show_place("bookings")
    assert (sell.isChecked(), bookings.isChecked()) == (False, True)
    sell.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(sell, Qt.Key.Key_Space)
    assert chosen == ["bookings", "sell"]
    sell.clearFocus()


def test_the_rail_counts_what_needs_an_answer(shown: Show, qapp: QApplication) -> None:
    rail = Rail(PLACES)
    shown(rail)
    item = part(rail, RailItem, "rail_bookings")
    plain = item.grab().toImage()
    rail.show_count("bookings", 2)
    assert item.accessibleName() == "Bookings, 2 need an answer"
    assert item.grab().toImage() != plain
    rail.show_count("bookings", 2000)
    style.apply_theme(qapp, "dark")
    item.grab()
    rail.show_count("bookings", 0)
    assert item.accessibleName() == "Bookings"
    assert item.accessibleDescription() == "Key Alt 2"


def test_the_search_field_hands_over_to_the_list(shown: Show) -> None:
    search = SearchField()
    shown(search)
    gone: list[bool] = []
    typed: list[str] = []
    search.gone.connect(lambda: gone.append(True))
    search.textEdited.connect(typed.append)
    QTest.keyClicks(search, "di")
    QTest.keyClick(search, Qt.Key.Key_Down)
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert len(gone) == 2
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert (search.text(), typed) == ("", ["d", "di", ""])
    QTest.keyClick(search, Qt.Key.Key_Escape)
    assert len(gone) == 3


def test_the_top_bar_says_whether_the_service_answers() -> None:
    top = TopBar(TODAY)
    line = part(top, Label, "line_state")
    assert line.text() == "Online"
    top.show_online(online=False)
    assert line.text() == "Offline"
    top.show_online(online=True)
    assert line.text() == "Online"


def test_the_top_bar_tells_what_is_typed_and_hidden() -> None:
    top = TopBar(TODAY)
    top.resize(1200, 56)
    searched: list[str] = []
    toggled: list[bool] = []
    top.search.textEdited.connect(searched.append)
    top.net.clicked.connect(lambda: toggled.append(True))
    QTest.keyClicks(top.search, "sea")
    toggle = part(top, Button, "net_toggle")
    toggle.click()
    assert (searched[-1], toggled) == ("sea", [True])
    top.show_net(shown=False)
    top.show_wallet(WALLET)
    assert toggle.label == "Net hidden"
    assert top.wallet.accessibleName() == "Wallet Wallet hidden"
    top.show_net(shown=True)
    assert toggle.label == "Net shown"


def test_the_corners_of_the_sheet_stay_round(shown: Show) -> None:
    inside = QWidget()
    inside.setAutoFillBackground(True)
    sheet = RoundedSheet(inside)
    sheet.setFixedSize(200, 100)
    shown(sheet)
    image = sheet.grab().toImage()
    for x in (0, 199):
        for y in (0, 99):
            assert image.pixelColor(x, y) == style.LIGHT.canvas
    assert image.pixelColor(0, 50) == style.LIGHT.line
    assert image.pixelColor(100, 0) == style.LIGHT.line
