"""Bookings, wallet and settings on a real desk."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from app.desk.model.sale import Profile, UnknownOutcome
from app.desk.settings.settings_context import SettingsContext
from app.desk.settings.shell import Shell
from app.practice.service.faults import OtherAnswer
from app.ui.bookings.bookings_page import BookingsPage
from app.ui.flows.navigation import setting_services
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.segmented import Segmented
from app.ui.settings.settings_page import SECTIONS, SettingsPage
from app.ui.theme import style
from app.ui.wallet.wallet_page import WalletPage
from app.ui.window.main_window import DRAWN, SMALLEST
from tests.support.counter import Counter
from tests.support.proof import beside_others
from tests.support.ui.looking import part, texts
from tests.support.ui.stage import Stage, open_stage


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncGenerator[Stage]:
    """A window on a fresh counter."""
    async with open_stage(tmp_path / "desk") as stage:
        yield stage


async def lose(counter: Counter) -> UnknownOutcome:
    """One sale whose outcome is not known."""
    found = await counter.desk.selling.preflight(await counter.draft(1, 3))
    counter.faults.after_work("create_booking", silent=False)
    outcome = await counter.desk.selling.book(found, lambda _step: None)
    assert isinstance(outcome, UnknownOutcome)
    return outcome


async def test_a_new_counter_has_no_bookings(stage: Stage) -> None:
    stage.show(BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader))
    await stage.robot.until(lambda: stage.robot.sees("No bookings yet"))
    assert stage.robot.sees("Choose a booking to see it")
    stage.robot.keys("Return", "C")
    assert stage.window.current_page is not None


async def test_what_needs_an_answer_comes_first(stage: Stage) -> None:
    receipt = await stage.counter.sell()
    await lose(stage.counter)
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    counts: list[int] = []
    page.counted.connect(counts.append)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.is_shown("sales_list"))
    first, lost, second, booked = stage.rows()
    assert first == "Needs an answer, 1, heading"
    assert lost.startswith("No PNR, Priya Raman, ")
    assert second.endswith(", 1, heading")
    assert booked.startswith(f"{receipt.booking_ref}, Priya Raman, ")
    assert counts == [1]
    assert stage.robot.sees("Do not sell it again yet.")
    stage.robot.find("sales_list").grab()


@beside_others
async def test_the_keys_move_over_headings_and_open(stage: Stage) -> None:
    receipt = await stage.counter.sell()
    lost = await lose(stage.counter)
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    opened: list[object] = []
    page.opened.connect(opened.append)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.is_shown("sales_list"))
    stage.robot.keys("Return")
    assert [getattr(sale, "request_id", "") for sale in opened] == [lost.request_id]
    stage.robot.click("show_outcome")
    assert len(opened) == 2
    stage.robot.find("sales_list").setFocus()
    stage.robot.keys("Down")
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    assert not stage.robot.is_shown("show_outcome")
    stage.robot.keys("Return")
    assert len(opened) == 2


async def test_a_pnr_is_copied(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    receipt = await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    said: list[str] = []
    monkeypatch.setattr(stage.window, "say", said.append)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    stage.robot.keys("C")
    assert said == [f"{receipt.booking_ref} copied."]
    assert QApplication.clipboard().text() == receipt.booking_ref


async def test_bookings_are_found_by_what_is_typed(stage: Stage) -> None:
    receipt = await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees(receipt.booking_ref))
    stage.robot.keys("Ctrl+F")
    stage.robot.type(f"priya {receipt.booking_ref.lower()}")
    assert stage.robot.focused == "find_booking"
    stage.robot.type("x")
    await stage.robot.until(lambda: stage.robot.sees("Nothing found"))
    stage.robot.keys("Escape")
    await stage.robot.until(lambda: not stage.robot.sees("Nothing found"))
    assert len(stage.rows()) == 2
    stage.robot.keys("Down")
    assert stage.robot.focused == "sales_list"


async def test_the_debit_belongs_to_the_wallet_side(stage: Stage) -> None:
    await stage.counter.sell()
    page = BookingsPage(stage.counter.desk.bookings, stage.counter.desk.reader)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.sees("Your wallet"))
    shown = page.grab().toImage()
    stage.robot.keys("F8")
    assert not stage.robot.sees("Your wallet")
    assert page.grab().toImage() != shown
    stage.robot.keys("F8")
    await stage.robot.until(lambda: stage.robot.sees("Your wallet"))


async def test_the_wallet_is_read_on_entering_and_again(stage: Stage) -> None:
    page = WalletPage(stage.counter.desk.wallet, stage.counter.desk.wallet_history, stage.counter.desk.rules)
    read: list[object] = []
    page.wallet_read.connect(read.append)
    stage.show(page)
    await stage.robot.until(lambda: len(read) == 1)
    wallet = stage.counter.desk.wallet.last
    assert wallet is not None
    assert stage.robot.sees(f"Agent {wallet.agent_id}, operator {wallet.tenant_id}")
    assert stage.robot.sees("Account active")
    assert stage.robot.sees("left to use")
    stage.robot.keys("F5")
    await stage.robot.until(lambda: len(read) == 2)
    stage.robot.click("read_again")
    await stage.robot.until(lambda: len(read) == 3)


async def test_the_wallet_opens_on_no_button_that_leaves_practice(stage: Stage) -> None:
    page = WalletPage(stage.counter.desk.wallet, stage.counter.desk.wallet_history, stage.counter.desk.rules)
    stage.show(page)
    await stage.robot.until(lambda: stage.robot.is_shown("read_again"))
    assert page.hasFocus()


async def test_a_hidden_wallet_shows_no_amount(stage: Stage) -> None:
    stage.robot.keys("F8")
    await stage.counter.desk.wallet.read()
    stage.show(
        WalletPage(stage.counter.desk.wallet, stage.counter.desk.wallet_history, stage.counter.desk.rules)
    )
    assert stage.robot.sees("Wallet hidden")
    assert not stage.robot.is_shown("balance")
    await stage.robot.until(stage.robot.find("read_again", Button).isEnabled)


async def test_a_wallet_that_cannot_be_read_says_so(stage: Stage) -> None:
    stage.counter.faults.answer("wallet_balance", OtherAnswer(500, b"broken"), times=None)
    stage.show(
        WalletPage(stage.counter.desk.wallet, stage.counter.desk.wallet_history, stage.counter.desk.rules)
    )
    await stage.robot.until(lambda: stage.robot.sees("Nothing was booked or debited."))
    assert not stage.robot.is_shown("balance")
    stage.counter.faults.clear()
    stage.robot.keys("F5")
    await stage.robot.until(lambda: stage.robot.is_shown("balance"))
    assert not stage.robot.sees("Nothing was booked or debited.")


async def test_an_account_that_is_not_active_is_marked(stage: Stage) -> None:
    wallet = await stage.counter.desk.wallet.read()
    stage.counter.desk.reader.wallet_reading = replace(wallet, account_status="ON HOLD", ledger=())
    page = WalletPage(stage.counter.desk.wallet, stage.counter.desk.wallet_history, stage.counter.desk.rules)
    part(page, Segmented, "ledger_side").choose("service")
    shown = texts(page)
    assert "Account ON HOLD" in shown
    assert "The service sent no entries." in shown
    page.leave()


def test_each_section_of_the_settings_has_its_own_icon() -> None:
    assert len({each.icon for each in SECTIONS}) == len(SECTIONS)


async def test_settings_in_practice(stage: Stage) -> None:
    left: list[bool] = []
    setup = SettingsContext(shell=Shell(leave_service=lambda: left.append(True)))
    page = SettingsPage(setting_services(stage.counter.desk), setup)
    stage.show(page)
    assert stage.robot.sees("On this computer")
    assert not stage.robot.is_shown("api_key")
    assert stage.robot.sees("Not tested yet")
    stage.robot.find("leave_practice_here").setFocus()
    stage.robot.keys("Space")
    assert left == [True]


async def test_settings_of_a_real_service(stage: Stage) -> None:
    stage.counter.desk.reader.profile = Profile(
        "live", "https://partner.example/travel", "7c4e", is_practice=False
    )
    asked: list[str] = []
    shell = Shell(
        leave_service=lambda: asked.append("connection"),
        practise=lambda: asked.append("practice"),
        use_sandbox=lambda: asked.append("sandbox"),
    )
    page = SettingsPage(setting_services(stage.counter.desk), SettingsContext(shell=shell))
    stage.show(page)
    assert stage.robot.find("service_address", QLineEdit).text() == "https://partner.example/travel"
    key = stage.robot.find("api_key", QLineEdit)
    assert key.text().strip("\u2022") == "7c4e"
    assert key.isReadOnly()
    stage.robot.click("replace_connection")
    for name in ("start_practice", "use_sandbox"):
        stage.robot.find(name).setFocus()
        stage.robot.keys("Space")
    assert asked == ["connection", "practice", "sandbox"]


async def test_the_connection_is_tested(stage: Stage) -> None:
    stage.show(SettingsPage(setting_services(stage.counter.desk)))
    stage.robot.keys("F5")
    await stage.robot.until(lambda: stage.robot.sees("Connected at "))
    stage.counter.faults.disable_key()
    stage.robot.click("test_connection")
    await stage.robot.until(lambda: stage.robot.sees("This key is known but switched off."))
    assert stage.robot.sees("Ask the operator.")


async def test_theme_and_text_size_are_told(stage: Stage) -> None:
    told: list[object] = []
    page = SettingsPage(setting_services(stage.counter.desk), SettingsContext(shell=Shell(keep=told.append)))
    stage.show(page)
    stage.robot.keys(*["Down"] * 5, "Tab", "Right")
    assert told == [{"theme": "light"}]
    part(page, Segmented, "text_size").choose("130")
    assert told[-1] == {"text_size": 130}


async def test_the_rules_for_lost_answers_are_told(stage: Stage) -> None:
    told: list[object] = []
    setup = SettingsContext(shell=Shell(keep_unsaid=told.append))
    page = SettingsPage(setting_services(stage.counter.desk), setup)
    stage.show(page)
    part(page, Segmented, "wallet_users").choose("alone")
    two = stage.robot.find("two_people", QAbstractButton)
    two.setFocus()
    stage.robot.keys("Space")
    await stage.robot.until(lambda: len(told) == 2)
    stage.robot.keys("Space")
    await stage.robot.until(lambda: len(told) == 3)
    rules = ((False, True), (True, True), (False, True))
    assert told == [{"two_people_decide": two, "is_alone": alone} for two, alone in rules]


async def test_two_people_stay_asked_while_an_answer_is_open(stage: Stage) -> None:
    stage.counter.desk.rules.asks_two = True
    told: list[object] = []
    setup = SettingsContext(shell=Shell(keep_unsaid=told.append))
    page = SettingsPage(setting_services(stage.counter.desk), setup)
    stage.show(page)
    # Its ledger names no request: nothing settles the sale by itself.
    stage.counter.world.older = True
    await lose(stage.counter)
    stage.robot.click("two_people")
    await stage.robot.until(lambda: stage.robot.sees("Two people decide until it is settled."))
    assert stage.robot.find("two_people", QAbstractButton).isChecked()
    assert told == []


@beside_others
async def test_the_smallest_window_holds_every_page(stage: Stage, qapp: QApplication) -> None:
    desk = stage.counter.desk
    await stage.counter.sell()
    stage.window.show_practice(practising=True)
    style.apply_theme(qapp, "dark")
    for size in (SMALLEST, DRAWN):
        for page in (
            BookingsPage(desk.bookings, desk.reader),
            WalletPage(desk.wallet, desk.wallet_history, desk.rules),
            SettingsPage(setting_services(desk)),
        ):
            stage.show(page)
            stage.window.resize(*size)
            stage.window.grab()
            assert (stage.window.width(), stage.window.height()) == size
            stage.window.drop_page(page)
    style.apply_theme(qapp, "light")
