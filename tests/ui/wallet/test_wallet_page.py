"""The wallet as a clerk uses it: by keyboard, under an alert, hidden, and with a database that fails."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from decimal import Decimal
from io import BytesIO
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPlainTextEdit
from pytestqt.qtbot import QtBot
from python_calamine import CalamineWorkbook

from app.desk.desk import local_now
from app.desk.model.office_rules import Alerts
from app.desk.settings.shell import Shell
from app.desk.wallet.wallet_history import BalanceHistory
from app.ui.flows.navigation import Navigation
from app.ui.kit.basics.mixin import Around
from app.ui.kit.basics.text import Label
from app.ui.kit.basics.usage_bar import UsageBar
from app.ui.kit.controls.buttons import Button
from app.ui.settings.alerts import AlertSettings
from app.ui.wallet.balance_scale import BalanceScale
from app.ui.wallet.chart import BalanceChart, tick_step, tick_words
from app.ui.wallet.ledger_table import LedgerTable
from app.ui.wallet.wallet_page import WalletCards
from tests.support.desk.samples import WALLET
from tests.support.desk.wallet_samples import DAY, at, read
from tests.support.proof import beside_others
from tests.support.ui.looking import Show, part
from tests.support.ui.selling import Clerk, selling
from tests.ui.conftest import Open

LOW = Alerts(Decimal(10_000))


@asynccontextmanager
async def _at_the_wallet(folder: Path, *, sales: int = 1) -> AsyncGenerator[Clerk]:
    async with selling(folder, remembers=True, others=("file_choice",)) as clerk:
        await clerk.list_read()
        for _ in range(sales):
            await clerk.counter.sell()
        await _open(clerk)
        yield clerk


async def _open(clerk: Clerk) -> None:
    clerk.robot.keys("Alt+3")
    await clerk.robot.until(lambda: clerk.text("debited_today"))
    await clerk.robot.until(clerk.robot.find("read_again", Button).isEnabled)
    await _settled(clerk)


async def _settled(clerk: Clerk) -> None:
    page = clerk.window.current_page
    assert page is not None
    await page.tasks.finish()


def _rows(clerk: Clerk) -> list[list[str]]:
    model = clerk.robot.find("ledger_table", LedgerTable).model()
    top = QModelIndex()
    return [
        [str(model.index(row, place, top).data()) for place in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


async def test_a_day_at_the_wallet_by_keyboard(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path) as clerk:
        robot = clerk.robot
        assert clerk.text("debited_today") == "7,980.00"
        assert clerk.text("refunded_today") == "0.00"
        booking, opening = _rows(clerk)
        assert booking[1] == "Booking"
        assert booking[3:7] == [
            "Discover scuba dive, Elephant Beach, 2 seats",
            "Not given",
            "\u22127,980.00",
            "0.00",
        ]
        assert booking[7] == "92,020.00"
        assert (opening[3], opening[7]) == ("Opening balance", "1,00,000.00")
        robot.keys("T")
        await robot.until(lambda: robot.sees("Add the bank reference."))
        copied = QGuiApplication.clipboard().text()
        assert "Amount wanted: INR 7,980.00, to bring the balance to INR 1,00,000.00" in copied
        assert clerk.counter.desk.reader.profile.key_last_four not in copied.replace("PRACTICE", "")
        # What is hidden is not copied either.
        QGuiApplication.clipboard().clear()
        robot.keys("F8", "T", "F8")
        assert QGuiApplication.clipboard().text() == ""
        robot.keys("Ctrl+E")
        dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
        assert dialog.acceptMode() == QFileDialog.AcceptMode.AcceptSave
        dialog.fileSelected.emit(str(tmp_path / "wallet.xlsx"))
        dialog.close()
        await robot.until(lambda: robot.sees("wallet.xlsx saved in "))
        book = CalamineWorkbook.from_filelike(BytesIO((tmp_path / "wallet.xlsx").read_bytes()))
        sheet = book.get_sheet_by_index(0).to_python()
        assert {"Booking", "Read"} <= {str(row[1]) for row in sheet}
        assert [row[5] for row in sheet if row[1] == "Booking"] == [-7980.0]


async def test_the_services_entries_are_read_and_shown_as_sent(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path) as clerk:
        robot = clerk.robot
        robot.find("ledger_side").setFocus()
        while robot.focused != "ledger_table":
            robot.keys("Tab")
        robot.keys("Down")
        table = robot.find("ledger_table", LedgerTable)
        assert table.currentIndex().row() >= 0
        robot.keys("Shift+Tab", "Right")
        model = table.model()
        headings = [
            model.headerData(place, Qt.Orientation.Horizontal) for place in range(model.columnCount())
        ]
        assert headings == ["Time", "Entry", "PNR", "In", "Out"]
        (booking,) = clerk.counter.world.bookings
        newest, *_, oldest = _rows(clerk)
        assert newest[1:] == ["Booking", booking.ref, "", "7,980.00"]
        assert oldest[1:] == ["Opening balance", "", "1,00,000.00", ""]
        table.setFocus()
        robot.keys("Ctrl+Home", "Enter")
        sent = robot.find("entry_text", QPlainTextEdit).toPlainText()
        assert json.loads(sent)["booking_ref"] == booking.ref
        assert '"credit": "7980.00"' in sent or '"credit": 7980' in sent
        robot.keys("Esc")
        assert robot.focused == "ledger_table"


@beside_others
async def test_everything_of_the_wallet_vanishes(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path) as clerk:
        robot = clerk.robot
        clerk.counter.desk.rules.alerts = Alerts(Decimal(99_000))
        robot.keys("F5")
        await robot.until(lambda: robot.is_shown("wallet_alert"))
        robot.keys("F8")
        assert robot.sees("Wallet hidden")
        QGuiApplication.clipboard().clear()
        robot.keys("T", "Ctrl+E")
        said = clerk.everything()
        assert not any(amount in said for amount in ("92,020", "1,00,000", "7,980", "99,000"))
        assert QGuiApplication.clipboard().text() == ""
        assert not robot.is_shown("file_choice")
        robot.keys("F8")
        assert robot.is_shown("balance")


async def test_a_sale_that_is_settled_meanwhile_stands_in_it(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path) as clerk:
        before = clerk.text("debited_today")
        await clerk.counter.sell()
        clerk.routing.note_settled()
        await clerk.robot.until(lambda: clerk.text("debited_today") != before)


@beside_others
async def test_an_alert_is_said_once_and_taken_back(tmp_path: Path) -> None:
    # When the clocks agree nothing else is said in its place.
    async with selling(tmp_path, local_now) as clerk:
        robot, desk, world = clerk.robot, clerk.counter.desk, clerk.counter.world
        await clerk.list_read()
        notice = "The balance of the wallet is under your alert."
        desk.rules.alerts = LOW
        await desk.wallet.read()
        assert not robot.sees(notice)
        world.set_wallet(cash=6280, credit_left=37_500)
        await desk.wallet.read()
        assert robot.sees(notice)
        chip = clerk.window.top.wallet
        assert chip.accessibleName() == "Wallet INR 6,280.00 low, credit 37,500.00"
        assert chip.accessibleDescription() == notice
        await _open(clerk)
        assert not robot.sees(notice)
        assert clerk.text("over_under") == "3,720.00 under the alert"
        assert robot.sees("The balance is under your 10,000.00 alert.")
        robot.keys("Alt+1")
        await desk.wallet.read()
        assert not robot.sees(notice)
        world.set_wallet(cash=60_000, credit_left=37_500)
        await desk.wallet.read()
        world.set_wallet(cash=5, credit_left=37_500)
        await desk.wallet.read()
        assert robot.sees(notice)
        world.set_wallet(cash=60_000, credit_left=37_500)
        await desk.wallet.read()
        assert not robot.sees(notice)


@beside_others
async def test_an_alert_that_is_changed_is_judged_at_once(tmp_path: Path) -> None:
    async with selling(tmp_path, local_now) as clerk:
        await clerk.list_read()
        routing = clerk.window.findChild(Navigation)
        assert routing is not None
        clerk.counter.desk.rules.alerts = Alerts(Decimal(200_000))
        routing.obey_rules()
        assert clerk.robot.sees("The balance of the wallet is under your alert.")
        clerk.counter.desk.rules.alerts = Alerts()
        routing.obey_rules()
        assert not clerk.robot.sees("The balance of the wallet is under your alert.")
        routing.forget()
        routing.obey_rules()
        routing.use(clerk.counter.desk)


async def test_the_alert_can_be_changed_from_the_wallet(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path, sales=0) as clerk:
        clerk.counter.desk.rules.alerts = Alerts(None, Decimal(99_000))
        clerk.robot.keys("F5")
        await clerk.robot.until(lambda: clerk.robot.is_shown("change_alert"))
        clerk.robot.click("change_alert")
        await clerk.robot.until(lambda: clerk.robot.is_shown("low_cash"))
        await _settled(clerk)


@beside_others
async def test_a_database_that_fails_is_said_on_the_page(tmp_path: Path) -> None:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "office.db").write_bytes(b"no database, " * 100)
    async with _at_the_wallet(tmp_path) as clerk:
        await clerk.robot.until(lambda: clerk.robot.sees("Readings of the wallet cannot be kept"))
        # What this session has read itself is there all the same.
        assert _rows(clerk)[-1][3] == "Opening balance"


async def test_a_statement_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path, sales=0) as clerk:
        robot = clerk.robot
        robot.click("export_statement")
        dialog = await robot.until(lambda: robot.find("file_choice", QFileDialog))
        dialog.fileSelected.emit(str(tmp_path / "nowhere" / "wallet.csv"))
        dialog.close()
        await robot.until(lambda: robot.sees("The statement could not be written."))
        assert robot.sees("Choose another folder")
        # Above a wallet that was read since, nothing is said to have failed.
        robot.click("read_again")
        await robot.until(lambda: not robot.sees("could not be written"))


def test_the_chart_tells_what_one_stands_on(shown: Show, qtbot: QtBot) -> None:
    chart = BalanceChart()
    chart.setFixedSize(582, 142)
    window = shown(chart)
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.told == ""
    chart.show_readings([read(at("10:00", days), str(1000 * days)) for days in (20, 16, 3, 0)], DAY, None)
    assert chart.accessibleName() == "Balance, 14 days: from 0.00 to 16,000.00, last 0.00"
    for key, told in (
        (Qt.Key.Key_Left, "Sat 21 Nov 10:00, 0.00"),
        (Qt.Key.Key_Left, "Wed 18 Nov 10:00, 3,000.00"),
        (Qt.Key.Key_Home, "Wed 18 Nov 10:00, 3,000.00"),
        (Qt.Key.Key_Right, "Sat 21 Nov 10:00, 0.00"),
        (Qt.Key.Key_Right, "Sat 21 Nov 10:00, 0.00"),
    ):
        QTest.keyClick(chart, key)
        assert chart.told == told
        assert chart.accessibleDescription() == told
    QTest.mouseMove(window.windowHandle(), chart.mapTo(window, QPoint(60, 40)))
    qtbot.waitUntil(lambda: chart.told == "Thu 5 Nov 10:00, 16,000.00")
    chart.clearFocus()
    assert chart.told == ""


def test_a_chart_looks_otherwise_with_an_alert_and_below_nothing(shown: Show) -> None:
    chart = BalanceChart()
    chart.setFixedSize(582, 142)
    shown(chart)
    seen = list[QImage]()
    for readings, alert in (
        ((), None),
        ((read(at("10:00", 40), "500"),), None),
        ((read(at("10:00", 40), "500"),), Decimal(400)),
        ((read(at("10:00", 3), "500"), read(at("10:00"), "-700")), Decimal(400)),
    ):
        chart.show_readings(readings, DAY, alert)
        seen.append(chart.grab().toImage())
    assert all(one != other for place, one in enumerate(seen) for other in seen[:place])


def test_the_lines_of_the_scale_are_round() -> None:
    spans = {0: 1, 3: 1, 60_000: 20_000, 100_000: 50_000, 41_000: 20_000, 800: 200}
    assert {span: tick_step(span) for span in spans} == spans
    assert [tick_words(each) for each in (0.0, 500.0, 100_000.0, -2000.0, 0.5)] == [
        "0",
        "500",
        "1,00,000",
        "\u22122,000",
        "0.5",
    ]


def test_a_balance_over_its_alert_and_one_without(shown: Show) -> None:
    cards = WalletCards()
    shown(cards)
    apart = part(cards, Label, "over_under")
    cards.show_wallet(replace(WALLET, credit_limit=Decimal(0)), LOW)
    assert (apart.text(), apart.isVisible()) == ("3,420.50 over the alert", True)
    cards.show_wallet(WALLET, Alerts())
    assert not apart.isVisible()


def test_a_wallet_without_a_credit_line_says_so(shown: Show) -> None:
    cards = WalletCards()
    shown(cards)
    left, (bar,) = part(cards, Label, "credit_left"), cards.findChildren(UsageBar)
    cards.show_wallet(replace(WALLET, credit_left=Decimal(0), has_credit=False), LOW)
    assert (left.text(), bar.isVisible()) == ("No credit line", False)
    cards.show_wallet(WALLET, LOW)
    assert (left.text(), bar.isVisible()) == ("37,500.00  left to use", True)


async def test_how_long_an_alert_reaches_is_told_until_the_wallet_is_hidden(
    tmp_path: Path, open_robot: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def history(_agent: str) -> BalanceHistory:
        readings = (read(at("20:00", days), f"{days}0000") for days in (4, 3, 2, 1))
        return BalanceHistory(DAY, tuple(readings), ())

    async with selling(tmp_path, others=("AlertSettings",)) as clerk:
        await clerk.list_read()
        desk = clerk.counter.desk
        desk.rules.alerts = LOW
        monkeypatch.setattr(desk.wallet_history, "history", history)
        section = AlertSettings(desk.wallet, desk.wallet_history, desk.rules, Shell())
        robot = await open_robot(section)
        told = "About a day at the pace of the last 3 days"
        await robot.until(lambda: robot.sees(told))
        section.take_around(Around(net_shown=False))
        assert not robot.sees(told)
        assert not robot.is_shown("balance_now")


async def test_alerts_are_typed_and_what_is_no_amount_is_said(tmp_path: Path, open_robot: Open) -> None:
    async with selling(tmp_path, others=("AlertSettings",)) as clerk:
        desk = clerk.counter.desk
        desk.rules.alerts = LOW
        told = list[object]()
        section = AlertSettings(desk.wallet, desk.wallet_history, desk.rules, Shell(keep=told.append))
        robot = await open_robot(section)
        robot.find("low_cash").setFocus()
        robot.keys("Ctrl+A")
        robot.type("50")
        robot.type("x")
        assert robot.sees("Type an amount such as 10,000, or nothing for no alert.")
        # What was half typed before does not count.
        assert section.alerts == LOW
        robot.keys("Tab")
        assert told == []
        robot.find("low_cash").setFocus()
        robot.keys("End", "Backspace", "Tab")
        await robot.until(lambda: told == [Alerts(Decimal(50))])
        robot.type("2500.50")
        assert section.alerts == Alerts(Decimal(50), Decimal("2500.50"))
        assert not robot.sees("Type an amount")
        robot.find("low_cash").setFocus()
        robot.keys("Ctrl+A", "Delete", "Return")
        await robot.until(lambda: told[-1] == Alerts(None, Decimal("2500.50")))
        assert told == list(dict.fromkeys(told))
        # Left by a key, without the field being left before.
        robot.type("700")
        section.hide()
        assert told[-1] == Alerts(Decimal(700), Decimal("2500.50"))
        await desk.wallet_history.finish()


def test_a_balance_under_its_alert_looks_otherwise(shown: Show) -> None:
    scale, seen = BalanceScale(), list[QImage]()
    scale.setFixedWidth(520)
    shown(scale)
    for alerts in (Alerts(), LOW, Alerts(Decimal(20_000)), Alerts(Decimal(60_000))):
        scale.show_balance(WALLET, alerts, Decimal(60_000))
        seen.append(scale.grab().toImage())
    assert all(one != other for place, one in enumerate(seen) for other in seen[:place])


@beside_others
async def test_the_whole_row_under_the_mouse_is_lit(tmp_path: Path) -> None:
    async with _at_the_wallet(tmp_path) as clerk:
        table = clerk.robot.find("ledger_table", LedgerTable)
        await clerk.robot.until(lambda: table.model().rowCount() > 1)

        def grounds(row: int) -> list[str]:
            picture = table.viewport().grab().toImage()
            model = table.model()
            cells = [table.visualRect(model.index(row, place)) for place in range(model.columnCount())]
            return [picture.pixelColor(each.left(), each.top() + 2).name() for each in cells]

        unlit = grounds(1)
        clerk.robot.move(table.viewport(), table.visualRect(table.model().index(1, 1)).center())
        await clerk.robot.until(lambda: grounds(1)[1] != unlit[1])
        assert len(set(grounds(1))) == 1
        QApplication.sendEvent(table, QEvent(QEvent.Type.Leave))
        assert table.hovered == -1
