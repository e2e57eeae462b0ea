"""The PNR, what it cost, and on to the next customer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from app.desk.model.sale import Change
from app.practice.service.faults import OtherAnswer
from app.ui.kit.basics.mixin import Around
from app.ui.sale.booked_page import settled_words
from app.ui.sale.settlement_pane import SettlementPane, difference_lines
from app.ui.vouchers.clipboard_file import clipboard_file
from tests.support.desk.samples import DRAFT, NOW, WALLET
from tests.support.desk.voucher_samples import receipt
from tests.support.proof import beside_others
from tests.support.ui.selling import Clerk, selling
from tests.ui.conftest import Open

RECEIPT = replace(
    receipt(DRAFT, "BT4K9Q07M"),
    total_debited=Decimal("7140.00"),
    from_cash=Decimal("6280.50"),
    from_credit=Decimal("859.50"),
    wallet=WALLET,
    settled_at=NOW,
)
DIFFERENT = (Change("Total debited", "7,140.00", "7,200.00", is_net=True), Change("Seats", "2", "1"))


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk who has just sold."""
    async with selling(tmp_path) as opened:
        await opened.review()
        opened.robot.keys("Ctrl+Return")
        await opened.robot.until(lambda: opened.robot.is_shown("booking_ref"))
        yield opened


@beside_others
async def test_the_pnr_is_copied_with_c(clerk: Clerk) -> None:
    (booking,) = clerk.counter.world.bookings
    assert clerk.text("booking_ref") == booking.ref
    clerk.robot.keys("C")
    assert QApplication.clipboard().text() == booking.ref
    assert clerk.robot.sees("PNR copied")
    clerk.robot.keys("X")
    assert clerk.robot.is_shown("booking_ref")


async def test_i_puts_the_voucher_on_the_clipboard_and_again_the_file_alone(clerk: Clerk) -> None:
    pnr = clerk.text("booking_ref")
    clerk.robot.keys("I")
    await clerk.robot.until(lambda: clerk.robot.sees(f"Voucher {pnr} is on the clipboard, picture and PDF."))
    content = QApplication.clipboard().mimeData()
    assert content.imageData().width() == 1080
    (url,) = content.urls()
    assert url.fileName() == f"voucher-{pnr}.pdf"
    assert (await asyncio.to_thread(Path(url.toLocalFile()).read_bytes)).startswith(b"%PDF")
    clerk.robot.keys("I")
    await clerk.robot.until(lambda: clerk.robot.sees(f"Voucher {pnr} is on the clipboard, as a file alone."))
    assert not QApplication.clipboard().mimeData().hasImage()
    clipboard_file().take_back()


@beside_others
async def test_the_settlement_equals_what_was_expected(clerk: Clerk) -> None:
    assert clerk.text("equals_expected") == "Equals the expected amount"
    assert clerk.text("total_debited") == "3,990.00"
    # Cash is also what is in the drawer.
    assert clerk.robot.sees("From the wallet\u2019s cash")
    assert clerk.robot.sees("Kept in Bookings on this counter")
    assert clerk.robot.sees("PRACTICE")
    assert clerk.robot.focused == "print_voucher"


@beside_others
async def test_n_begins_the_next_sale_with_nothing_typed(clerk: Clerk) -> None:
    clerk.robot.keys("N")
    await clerk.open_slots()
    assert clerk.text("customer_name") == ""
    assert clerk.text("slot_heading") == "No slot chosen"


@beside_others
async def test_esc_and_the_button_begin_the_next_sale_too(clerk: Clerk) -> None:
    clerk.robot.click("new_sale")
    await clerk.list_read()


@beside_others
async def test_esc_leads_to_the_list(clerk: Clerk) -> None:
    clerk.robot.keys("Escape")
    await clerk.list_read()


async def test_ctrl_enter_that_is_still_held_does_not_turn_the_page(clerk: Clerk) -> None:
    clerk.robot.keys("Ctrl+Return")
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier, "n", autorep=True)
    QApplication.sendEvent(clerk.robot.find("booked_page"), held)
    assert clerk.robot.is_shown("booking_ref")


@beside_others
async def test_ctrl_enter_begins_the_next_sale_after_a_moment(clerk: Clerk) -> None:
    def turned() -> bool:
        if clerk.robot.is_shown("booking_ref"):
            clerk.robot.keys("Ctrl+Return")
        return clerk.robot.is_shown("activities_page")

    await clerk.robot.until(turned)


@beside_others
async def test_the_wallet_can_be_read_again(clerk: Clerk) -> None:
    clerk.counter.faults.answer("wallet_balance", OtherAnswer(500, b"broken"), times=None)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("The wallet could not be read"))
    clerk.counter.faults.clear()
    clerk.counter.world.set_wallet(cash=1234)
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: clerk.robot.sees("1,234.00"))


async def test_differences_are_told_in_amber(open_robot: Open) -> None:
    debited = Decimal("7200.00")
    pane = SettlementPane(replace(RECEIPT, differences=DIFFERENT, total_debited=debited, wallet=None))
    pane.resize(424, 690)
    robot = await open_robot(pane)
    assert robot.sees("Total debited 7,200.00, expected 7,140.00")
    assert robot.sees("Seats 1, expected 2")
    assert robot.sees("The wallet could not be read after the sale")
    assert not robot.is_shown("equals_expected")
    # The GST of another debit than the expected one is not known.
    assert robot.sees("Your margin, with GST")
    pane.take_around(Around(net_shown=False))
    assert robot.sees("Settled, amount differs. Press F8.")
    assert robot.sees("Seats 1, expected 2")
    assert "7,200.00" not in "".join(robot.texts())
    assert not robot.sees("Your margin, with GST")


async def test_what_the_service_does_not_state_is_said(open_robot: Open) -> None:
    bare = replace(RECEIPT, total_debited=None, from_cash=None, from_credit=Decimal(5), booking_id="")
    pane = SettlementPane(bare)
    pane.resize(424, 690)
    robot = await open_robot(pane)
    assert robot.texts().count("Not stated") == 3
    pane.close()


def test_differences_of_the_wallet_side_are_hidden_with_it() -> None:
    assert difference_lines(DIFFERENT, net_shown=False) == ("Seats 1, expected 2",)
    assert len(difference_lines(DIFFERENT, net_shown=True)) == 2


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "less than a second"), (1.1, "1 second"), (5.2, "5 seconds")]
)
def test_how_long_it_took(seconds: float, words: str) -> None:
    receipt = replace(RECEIPT, took=timedelta(seconds=seconds))
    assert settled_words(receipt) == f"05:12:00, {words}"
