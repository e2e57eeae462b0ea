"""The voucher over the window: what is chosen shows at once, and every way out is a key away."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pypdfium2
import pytest
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from app.ui.kit.sheets.message_box import MessageBox
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.vouchers.delivery import VoucherDelivery
from app.ui.vouchers.preview import PaperPreview
from app.ui.vouchers.sheet import VoucherSheet
from tests.support.desk.all_sales import all_sales
from tests.support.desk.voucher_samples import ACTIVITY_VOUCHER, BOAT_VOUCHER
from tests.support.proof import beside_others
from tests.support.ui.looking import part
from tests.support.ui.outside import Opened, opened_outside
from tests.support.ui.selling import Clerk, selling

"""Its declared type is not the one that it takes."""


@pytest.fixture
def opened() -> Iterator[Opened]:
    """What is opened instead of a program for mail or chats."""
    with opened_outside() as found:
        yield found


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk who has just sold an activity."""
    async with selling(tmp_path, others=("file_choice", "print_choice")) as found:
        await found.review()
        found.robot.keys("Ctrl+Return")
        await found.robot.until(lambda: found.robot.is_shown("booking_ref"))
        yield found


def sheet_of(clerk: Clerk) -> VoucherSheet:
    """The sheet that is open."""
    return clerk.robot.find("voucher_sheet", VoucherSheet)


async def save_as(clerk: Clerk, path: Path) -> None:
    """Choose where the file goes, as a clerk does."""
    dialog = await clerk.robot.until(lambda: clerk.robot.find("file_choice", QFileDialog))
    dialog.fileSelected.emit(str(path))
    dialog.close()
    clerk.window.activateWindow()


@beside_others
async def test_print_has_the_focus_and_says_that_there_is_no_printer(clerk: Clerk) -> None:
    assert clerk.robot.focused == "print_voucher"
    clerk.robot.keys("Return")
    assert clerk.text("voucher_note").startswith("No printer is set up on this computer.")
    assert clerk.robot.is_shown("booking_ref")
    clerk.robot.keys("P")
    assert clerk.robot.is_shown("voucher_note")


async def test_s_saves_the_voucher_under_the_pnr(clerk: Clerk, tmp_path: Path, opened: Opened) -> None:
    (booking,) = clerk.counter.world.bookings
    clerk.robot.keys("S")
    dialog = await clerk.robot.until(lambda: clerk.robot.find("file_choice", QFileDialog))
    assert Path(dialog.selectedFiles()[0]).name == f"voucher-{booking.ref}.pdf"
    path = tmp_path / "out.pdf"
    await save_as(clerk, path)
    await clerk.robot.until(path.exists)
    document = pypdfium2.PdfDocument(path.read_bytes())
    assert booking.ref in document.get_page(0).get_textpage().get_text_range()
    document.close()
    await clerk.robot.until(lambda: clerk.robot.sees(f"out.pdf saved in {tmp_path}"))
    clerk.robot.click("toast_act")
    assert opened.links == [path.as_uri()]


async def test_a_folder_that_cannot_be_written_to_is_told_beside_the_button(
    clerk: Clerk, tmp_path: Path
) -> None:
    folder = tmp_path / "shut"
    folder.mkdir()
    clerk.robot.keys("S")
    await save_as(clerk, folder / "gone" / "out.pdf")
    await clerk.robot.until(lambda: clerk.robot.sees("out.pdf was not saved. Choose another place."))
    assert list(folder.iterdir()) == []
    clerk.robot.keys("S")
    await save_as(clerk, folder / "out.pdf")
    await clerk.robot.until(lambda: clerk.robot.sees(f"out.pdf saved in {folder}"))
    assert not clerk.robot.is_shown("voucher_note")


@beside_others
async def test_what_was_said_is_in_sight_in_a_low_window_too(clerk: Clerk) -> None:
    clerk.window.resize(1024, 460)
    clerk.robot.keys("V")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))
    note = part(sheet_of(clerk), MessageBox, "voucher_note")
    clerk.robot.keys("P")
    assert note.accessibleName().startswith("No printer is set up on this computer.")
    await clerk.robot.until(lambda: note.visibleRegion().boundingRect() == note.rect())


@beside_others
async def test_v_shows_the_voucher_and_each_choice_at_once(clerk: Clerk) -> None:
    clerk.robot.keys("V")
    sheet = sheet_of(clerk)
    preview = clerk.robot.find("voucher_preview", PaperPreview)
    assert clerk.robot.focused == "voucher_print"
    a5 = preview.height()
    clerk.robot.keys("3")
    assert sheet.voucher.branding.paper == "80 mm"
    assert preview.width() == 302
    clerk.robot.keys("2")
    assert (sheet.voucher.branding.paper, preview.pages) == ("A4", 1)
    assert abs(preview.height() - a5) < 5
    clerk.robot.keys("L")
    assert sheet.voucher.language == "hi"
    clerk.robot.keys("L", "R")
    assert (sheet.voucher.language, sheet.voucher.shown_price) == ("en", None)
    assert "Total" not in preview.accessibleName()
    clerk.robot.keys("R", "Escape")
    assert not clerk.robot.is_shown("voucher_sheet")
    assert clerk.counter.desk.rules.branding.paper == "A5"


async def test_the_sheet_hands_out_text_mail_and_chat(clerk: Clerk, opened: Opened) -> None:
    clerk.robot.keys("V", "C")
    (booking,) = clerk.counter.world.bookings
    text = QApplication.clipboard().text()
    assert f"PNR {booking.ref}" in text
    assert "3,400" not in text
    clerk.robot.keys("E", "W")
    assert (clerk.robot.focused, clerk.text("chat_number")) == ("chat_number", "+919876501234")
    assert len(opened.links) == 1
    clerk.robot.keys("Return")
    assert clerk.robot.sees("Chat opened with +919876501234")
    mail, chat = (urlsplit(each) for each in opened.links)
    assert (mail.scheme, mail.path) == ("mailto", "priya.raman@example.com")
    assert chat.path == "/919876501234"
    assert parse_qs(chat.query)["text"] == [text]


@beside_others
async def test_a_number_of_another_country_is_asked_for_with_its_code(clerk: Clerk, opened: Opened) -> None:
    page = clerk.window.current_page
    assert page is not None
    told: list[str] = []
    voucher = replace(ACTIVITY_VOUCHER, customer_phone="81234567")
    ways = VoucherDelivery(page, lambda: voucher)
    for signal in (ways.done, ways.failed, ways.number_asked):
        signal.connect(told.append)
    ways.take("chat")
    voucher = replace(voucher, customer_phone="006581234567")
    ways.take("chat")
    voucher = replace(voucher, customer_phone="")
    ways.take("chat")
    assert told[:2] == ["81234567", "Chat opened with +6581234567"]
    assert told[2].startswith("The customer\u2019s phone number cannot be used for a chat.")
    assert [urlsplit(each).path for each in opened.links] == ["/6581234567"]


async def test_a_chat_is_opened_with_the_number_that_is_typed(clerk: Clerk, opened: Opened) -> None:
    clerk.robot.keys("V")
    sheet = sheet_of(clerk)
    sheet.ask_number("81234567")
    assert (clerk.robot.focused, clerk.text("chat_number")) == ("chat_number", "81234567")
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("0812 345p")
    assert clerk.text("chat_number") == "0812 345"
    clerk.robot.keys("Return")
    assert clerk.text("chat_number_note").startswith("Type the number with its country code")
    assert opened.links == []
    clerk.robot.keys("Ctrl+A")
    clerk.robot.type("+65 8123 4567")
    clerk.robot.keys("Return")
    assert clerk.robot.sees("Chat opened with +6581234567")
    assert clerk.robot.focused == "voucher_chat"
    assert not clerk.robot.is_shown("chat_number")
    assert [urlsplit(each).path for each in opened.links] == ["/6581234567"]
    sheet.ask_number("81234567")
    clerk.robot.keys("Tab", "C")
    assert not clerk.robot.is_shown("chat_number")
    assert len(opened.links) == 1
    # Esc gives up the number, not the voucher.
    sheet.ask_number("81234567")
    clerk.robot.keys("Escape")
    assert (clerk.robot.focused, clerk.robot.is_shown("chat_number")) == ("voucher_chat", False)
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: not clerk.robot.is_shown("voucher_sheet"))


async def test_tab_goes_round_all_that_the_sheet_offers_and_arrows_move_the_paper(clerk: Clerk) -> None:
    clerk.window.resize(1024, 600)
    clerk.robot.keys("V")
    await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))
    reached: list[str] = []
    while clerk.robot.focused not in reached:
        reached.append(clerk.robot.focused)
        clerk.robot.keys("Tab")
    ways = {"voucher_print", "voucher_save", "voucher_copy", "voucher_mail", "voucher_chat"}
    assert ways | {"voucher_paper:A5", "voucher_language:en", "voucher_price"} < set(reached)
    clerk.robot.keys("Shift+Tab")
    assert clerk.robot.focused == reached[-1]
    paper = part(clerk.window, PaperPreview)
    clerk.robot.keys("3")
    around = next(each for each in clerk.window.findChildren(Scroller) if each.isAncestorOf(paper))
    await clerk.robot.until(around.verticalScrollBar().maximum)
    clerk.robot.keys("Down")
    assert around.verticalScrollBar().value() > 0


async def test_the_key_of_the_price_is_said_where_it_can_be_hidden(clerk: Clerk) -> None:
    said = "R price"
    for voucher, is_said in ((BOAT_VOUCHER, True), (replace(BOAT_VOUCHER, price=None), False)):
        sheet = VoucherSheet(clerk.window, voucher)
        await clerk.robot.until(lambda: clerk.robot.is_shown("voucher_sheet"))
        assert any(said in each for each in clerk.robot.texts()) is is_said
        assert clerk.robot.is_shown("voucher_price") is is_said
        sheet.dismiss()
        await clerk.robot.until(lambda: not clerk.robot.is_shown("voucher_sheet"))


@beside_others
async def test_a_sheet_stays_while_a_file_is_asked_for(clerk: Clerk, tmp_path: Path, opened: Opened) -> None:
    clerk.robot.keys("V", "S")
    await save_as(clerk, tmp_path / "out.pdf")
    await clerk.robot.until(lambda: clerk.robot.sees("out.pdf saved"))
    assert clerk.robot.is_shown("voucher_sheet")
    clerk.robot.click("open_file")
    assert opened.links == [(tmp_path / "out.pdf").as_uri()]
    clerk.robot.keys("L")
    assert not clerk.robot.is_shown("open_file")


@beside_others
async def test_ctrl_p_prints_the_last_voucher_from_anywhere(clerk: Clerk) -> None:
    clerk.robot.keys("N")
    await clerk.list_read()
    clerk.robot.keys("Ctrl+P")
    assert clerk.robot.is_shown("voucher_sheet")
    assert clerk.robot.sees("No printer is set up on this computer. Save it as a PDF instead.")


async def test_ctrl_p_without_a_sale_says_so(tmp_path: Path) -> None:
    async with selling(tmp_path) as clerk:
        await clerk.list_read()
        clerk.robot.keys("Ctrl+P")
        assert clerk.robot.sees("No voucher yet. Sell something, or open a booking and print its voucher.")


@beside_others
@pytest.mark.qt_log_ignore("QPainter::begin")
async def test_a_printer_that_fails_is_told_and_the_sale_stands(clerk: Clerk, tmp_path: Path) -> None:
    page = clerk.window.current_page
    assert page is not None
    told: list[str] = []
    ways = VoucherDelivery(page, lambda: BOAT_VOUCHER, has_printer=lambda: True)
    ways.failed.connect(told.append)
    ways.done.connect(told.append)
    await print_to(clerk, ways, tmp_path / "gone" / "out.pdf")
    assert told == ["The printer did not take the voucher. The booking is safe: print it again."]
    await print_to(clerk, ways, tmp_path / "out.pdf")
    assert told[1:] == ["Voucher sent to the printer"]
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")
    (booking,) = clerk.counter.world.bookings
    (sale,) = all_sales(clerk.counter.desk.bookings)
    assert (sale.state, sale.booking_ref) == ("Booked", booking.ref)
    clerk.robot.keys("V")
    assert sheet_of(clerk).voucher.booking_ref == booking.ref


async def print_to(clerk: Clerk, ways: VoucherDelivery, path: Path) -> None:
    """Accept the window that asks for a printer, which writes to this path."""
    ways.print()
    ways.print()
    dialog = await clerk.robot.until(lambda: clerk.robot.find("print_choice", QPrintDialog))
    dialog.printer().setOutputFileName(str(path))
    dialog.done(QDialog.DialogCode.Accepted)
    await clerk.robot.until(lambda: not clerk.robot.is_shown("print_choice"))
    clerk.window.activateWindow()


@beside_others
async def test_what_cannot_be_handed_out_is_said(clerk: Clerk, opened: Opened) -> None:
    page = clerk.window.current_page
    assert page is not None
    bare = replace(ACTIVITY_VOUCHER, customer_email="", customer_phone="")
    told: list[str] = []
    ways = VoucherDelivery(page, lambda: bare)
    ways.failed.connect(told.append)
    ways.take("mail")
    ways.take("chat")
    assert [each.partition(".")[0] for each in told] == [
        "No e-mail address of the customer is known",
        "The customer\u2019s phone number cannot be used for a chat",
    ]
    assert opened.links == []
