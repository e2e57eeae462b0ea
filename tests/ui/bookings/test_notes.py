"""The notes of drafts and bookings at the real window, by F3."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPlainTextEdit

from app.desk.bookings.booking_values import Wanted
from app.desk.model.sale import Receipt
from app.desk.model.sale_notes import SaleNotes
from app.desk.travelling.manifest import manifest
from app.desk.vouchers.voucher_text import as_text
from app.ui.bookings.notes_sheet import NotesSheet
from app.ui.sale.booked_page import BookedPage
from app.ui.slots.slots_page import SlotsPage
from app.ui.travelling.manifest_paper import ManifestPaper
from app.ui.vouchers.layout import lay_out
from app.ui.vouchers.sheet import VoucherSheet
from tests.support.ui.selling import NAME, PHONE, Clerk, selling
from tests.support.ui.travelling_day import opened, switched_on

PRIVATE, PUBLIC = "Asked twice about the return", "Pick-up 06:15, gate of Hotel Sea Shell"
BOTH = SaleNotes(PRIVATE, PUBLIC)
SAID = "private note, note on the voucher"


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    async with selling(tmp_path, remembers=True) as sold:
        await sold.list_read()
        yield sold


async def _sold(clerk: Clerk, notes: SaleNotes = BOTH) -> Receipt:
    receipt = await clerk.counter.book(replace(await clerk.ready(), notes=notes))
    await clerk.counter.desk.notes.finish()
    return receipt


async def _in_bookings(clerk: Clerk, receipt: Receipt) -> None:
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.text("detail_pnr") == receipt.booking_ref)


async def _opened(clerk: Clerk) -> None:
    clerk.robot.keys("F3")
    await clerk.robot.until(lambda: clerk.robot.is_shown("notes_sheet"))
    await clerk.robot.until(lambda: all(each.get_name() != "notes read" for each in asyncio.all_tasks()))


def _boxes(clerk: Clerk) -> SaleNotes:
    names = ("note_for_us", "note_on_voucher")
    return SaleNotes(*(clerk.robot.find(each, QPlainTextEdit).toPlainText() for each in names))


def _closed(clerk: Clerk) -> Callable[[], bool]:
    return lambda: not clerk.robot.is_shown("notes_sheet")


def _noticed(clerk: Clerk, words: str) -> Callable[[], bool]:
    return lambda: words in clerk.robot.find("notes_notice").accessibleName()


async def _listed(clerk: Clerk) -> SaleNotes:
    (sale,) = (await clerk.counter.desk.bookings.page(Wanted())).sales
    return sale.notes


async def test_the_notes_of_a_draft_stay_with_it_until_they_are_on_its_voucher(clerk: Clerk) -> None:
    await clerk.fill()
    await _opened(clerk)
    clerk.robot.type("Rings at six")
    clerk.robot.keys("Shift+Return")
    clerk.robot.type("or seven")
    clerk.robot.keys("Tab", "Ctrl+2", "Ctrl+1")
    clerk.robot.type("6")
    clerk.robot.keys("Return")
    await clerk.robot.until(_closed(clerk))
    page, typed = clerk.window.current_page, SaleNotes("Rings at six\nor seven", "Vegetarian Pick-up 6")
    assert isinstance(page, SlotsPage)
    assert page.draft.notes == typed
    clerk.flow.show_booked(await clerk.counter.book(page.draft), page.draft)
    await clerk.counter.desk.notes.finish()
    await _opened(clerk)
    assert _boxes(clerk) == typed
    clerk.robot.keys("Tab", "End")
    clerk.robot.type("0")
    clerk.robot.keys("Return")
    await clerk.robot.until(_closed(clerk))
    booked = clerk.window.current_page
    assert isinstance(booked, BookedPage)
    assert booked.voucher.note == "Vegetarian Pick-up 60"
    # The last voucher, which is printed from anywhere, has it as well.
    clerk.robot.keys("N", "Ctrl+P")
    sheet = await clerk.robot.until(lambda: clerk.window.findChild(VoucherSheet))
    assert sheet is not None
    assert sheet.voucher.note == "Vegetarian Pick-up 60"


async def test_bookings_show_them_and_are_found_by_both(clerk: Clerk) -> None:
    receipt = await _sold(clerk, SaleNotes())
    await _in_bookings(clerk, receipt)
    await _opened(clerk)
    clerk.robot.type(PRIVATE)
    clerk.robot.keys("Tab")
    clerk.robot.type(PUBLIC)
    clerk.robot.keys("Return")
    await clerk.robot.until(_closed(clerk))
    await clerk.robot.until(lambda: any(SAID in each for each in clerk.rows("sales_list")))
    await clerk.robot.until(lambda: PRIVATE in clerk.text("shown_for_us"))
    assert PUBLIC in clerk.text("shown_on_voucher")
    for words in ("shell", "twice"):
        clerk.robot.keys("Ctrl+F", "Ctrl+A")
        clerk.robot.type("nobody")
        await clerk.robot.until(lambda: clerk.robot.sees("Nothing found"))
        clerk.robot.keys("Ctrl+A")
        clerk.robot.type(words)
        await clerk.robot.until(lambda: any(SAID in each for each in clerk.rows("sales_list")))
    # What stood before is below, with its time.
    await clerk.counter.desk.notes.keep(receipt.request_id, SaleNotes("Now", PUBLIC))
    await _opened(clerk)
    await clerk.robot.until(lambda: f": {PRIVATE}" in clerk.text("note_for_us_before"))
    assert _boxes(clerk) == SaleNotes("Now", PUBLIC)


async def test_what_was_typed_is_neither_lost_unasked_nor_kept_over_anothers(clerk: Clerk) -> None:
    receipt = await _sold(clerk)
    await _in_bookings(clerk, receipt)
    await _opened(clerk)
    clerk.robot.type("Mine. ")
    clerk.robot.keys("Escape")
    assert _noticed(clerk, "What was typed is not kept.")()
    clerk.robot.keys("Escape")
    await clerk.robot.until(_closed(clerk))
    await _opened(clerk)
    assert _boxes(clerk) == BOTH
    clerk.robot.type("Mine. ")
    await clerk.counter.desk.notes.keep(receipt.request_id, SaleNotes("Theirs", PUBLIC))
    clerk.robot.keys("Return")
    await clerk.robot.until(_noticed(clerk, "changed this. Theirs"))
    assert (await _listed(clerk)).for_us == "Theirs"
    clerk.robot.type("1234 5678 9012 ")
    clerk.robot.keys("Return", "Return")
    assert _noticed(clerk, "This looks like a document number.")()
    assert (await _listed(clerk)).for_us == "Theirs"
    clerk.robot.keys("Space", "Return")
    await clerk.robot.until(_closed(clerk))
    assert (await _listed(clerk)).for_us.startswith("Mine. 1234")


async def test_a_voucher_that_was_printed_without_it_is_printed_again(clerk: Clerk) -> None:
    receipt = await _sold(clerk, SaleNotes(PRIVATE))
    await clerk.counter.desk.bookings.note(receipt.request_id, "voucher_printed")
    await _in_bookings(clerk, receipt)
    await _opened(clerk)
    clerk.robot.keys("Tab")
    clerk.robot.type("1234 5678 9012")
    clerk.robot.keys("Ctrl+P")
    assert _noticed(clerk, "This looks like a document number.")()
    # Who types on after that keeps it, and does not print it.
    asked = list[str]()
    clerk.robot.find("notes_sheet", NotesSheet).print_asked.connect(lambda: asked.append("print"))
    clerk.robot.keys("Shift+Tab", "Ctrl+A")
    clerk.robot.type(PUBLIC)
    clerk.robot.keys("Return")
    await clerk.robot.until(_closed(clerk))
    assert asked == []
    await _opened(clerk)
    assert _noticed(clerk, "without this.")()
    clerk.robot.keys("Ctrl+P")
    sheet = await clerk.robot.until(lambda: clerk.window.findChild(VoucherSheet))
    assert sheet is not None
    words = f"{as_text(sheet.voucher)} {[leaf.items for leaf in lay_out(sheet.voucher).leaves]}"
    assert words.count("Pick-up") == 2
    assert PRIVATE not in words


async def test_the_board_has_them_and_the_manifest_the_public_one_alone(clerk: Clerk) -> None:
    await switched_on(clerk)
    await _sold(clerk)
    await opened(clerk)
    await clerk.robot.until(lambda: any(SAID in each for each in clerk.rows("parties")))
    await _opened(clerk)
    assert _boxes(clerk) == BOTH
    clerk.robot.keys("Escape", "Ctrl+F")
    clerk.robot.type("shell")
    await clerk.robot.until(lambda: len(clerk.rows("parties")) == 1)
    desk = clerk.counter.desk
    board = await desk.travelling.board(desk.travelling.today())
    branding, at = desk.rules.branding, board.as_of
    made = manifest(board.departures[0], board.day, branding, at, last_four=True, is_practice=True)
    assert PUBLIC in ManifestPaper(made).text()
    assert PRIVATE not in ManifestPaper(made).text()


async def test_what_was_erased_with_the_customer_is_said(clerk: Clerk) -> None:
    receipt = await _sold(clerk)
    await _in_bookings(clerk, receipt)
    await _opened(clerk)
    register = clerk.counter.desk.local_cache.own_register()
    assert register is not None
    register.forget_customer(PHONE)
    clerk.robot.type("Rings at six. ")
    clerk.robot.keys("Return")
    await clerk.robot.until(_noticed(clerk, "The notes were erased with the customer. Nothing that is typed"))
    assert _boxes(clerk).for_us.startswith("Rings at six. ")
    clerk.robot.keys("Escape")
    await clerk.robot.until(_closed(clerk))
    clerk.robot.keys("F5")
    await clerk.robot.until(lambda: not any(NAME in each for each in clerk.rows("sales_list")))
    clerk.robot.keys("F3")
    await clerk.robot.until(lambda: clerk.robot.sees("The notes were erased with the customer."))
