"""Quotations by keyboard over the real window: written, handed over, and taken up again."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.ui.catalogue.activities_page import ActivitiesPage
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.quotations.sheet import QuotationSheet
from app.ui.vouchers.preview import PaperPreview
from tests.support.proof import beside_others
from tests.support.ui.selling import NAME, PHONE, Clerk, selling

QUOTATION = "\u0915\u094b\u091f\u0947\u0936\u0928"
HELD = "No seats are held. Prices and seats can change until you book."


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers."""
    async with selling(tmp_path, remembers=True, others=("file_choice", "QListView ''")) as opened:
        await opened.list_read()
        yield opened


async def quote(clerk: Clerk, reference: str = "Q-0001") -> str:
    """Write a quotation of what is on the page. Returns its text for a chat."""
    clerk.robot.keys("Alt+O")
    await clerk.robot.until(lambda: clerk.robot.sees(f"Quotation {reference}"))
    QApplication.clipboard().clear()
    clerk.robot.keys("C")
    await clerk.robot.until(lambda: clerk.robot.sees("Quotation copied as text"))
    return QApplication.clipboard().text()


async def close(clerk: Clerk) -> None:
    clerk.robot.keys("Escape")
    await clerk.robot.until(lambda: clerk.window.findChild(QuotationSheet) is None)


async def back_at_the_list(clerk: Clerk, page: str) -> None:
    """Put the sale away, as for another customer."""
    await close(clerk)
    while clerk.robot.is_shown(page):
        clerk.robot.keys("Escape")


async def take_up(clerk: Clerk, typed: str, reference: str = "Q-0001") -> int:
    """Find a quotation and open it. Returns how many keys that took."""
    before = clerk.robot.key_events
    clerk.robot.keys("Ctrl+K")
    await clerk.robot.until(lambda: clerk.robot.is_shown("palette"))
    clerk.robot.type(typed)
    await clerk.robot.until(lambda: any(reference in each for each in clerk.rows("palette_list")))
    clerk.robot.keys("Return")
    return clerk.robot.key_events - before


async def to_a_boat(clerk: Clerk) -> None:
    """Two of one rate and one of the next, and the names of two."""
    robot = clerk.robot
    robot.keys("B", "Ctrl+Right")
    await robot.until(lambda: robot.sees("7 departures"))
    robot.keys("Return", "2", "Return", "1", "Ctrl+Return")
    await robot.until(lambda: robot.is_shown("passengers_page"))
    for name, age, gender in (("Arjun Nair", "41", "m"), ("Meera Nair", "38", "f")):
        robot.type(name)
        robot.keys("Tab")
        robot.type(age)
        robot.keys("Tab")
        robot.type(gender)
        robot.keys("Return")


@beside_others
async def test_a_quotation_has_a_page_where_vouchers_are_receipts(clerk: Clerk) -> None:
    rules = clerk.counter.desk.rules
    rules.branding = replace(rules.branding, paper="80 mm")
    await clerk.fill()
    assert HELD in await quote(clerk)
    assert clerk.robot.find("quotation_sheet", QuotationSheet).chosen.branding.paper == "A5"


@beside_others
async def test_a_slot_is_quoted_with_what_the_customer_pays_and_nothing_else(clerk: Clerk) -> None:
    await clerk.fill()
    text = await quote(clerk)
    pays = clerk.text("customer_pays")
    assert pays in text
    assert NAME in text
    assert HELD in text
    assert "Prices as read on" in text
    assert not any(word in text.casefold() for word in ("net", "wallet", "margin", "commission"))


async def test_the_same_sale_keeps_its_number_and_another_gets_the_next(clerk: Clerk) -> None:
    await clerk.fill()
    await quote(clerk)
    await close(clerk)
    await quote(clerk, "Q-0001")
    await close(clerk)
    clerk.robot.keys("Escape")
    await clerk.open_slots()
    clerk.robot.keys("1", "+")
    await quote(clerk, "Q-0002")


async def test_without_a_slot_there_is_no_quotation(clerk: Clerk) -> None:
    await clerk.open_slots()
    clerk.robot.keys("Alt+O")
    await clerk.robot.until(lambda: clerk.robot.sees("A quotation needs a slot with a price. Pick one."))
    assert not clerk.robot.is_shown("quotation_sheet")


@beside_others
async def test_paper_and_language_are_chosen_and_the_pdf_is_saved(clerk: Clerk, tmp_path: Path) -> None:
    await clerk.fill()
    await quote(clerk)
    sheet = clerk.robot.find("quotation_sheet", QuotationSheet)
    clerk.robot.keys("3")
    assert sheet.chosen.branding.paper == "A5"
    clerk.robot.keys("2", "L", "R")
    assert (sheet.chosen.branding.paper, sheet.chosen.branding.language) == ("A4", "hi")
    assert (
        "\u0915\u094b\u091f\u0947\u0936\u0928"
        in clerk.robot.find("voucher_preview", PaperPreview).accessibleName()
    )
    clerk.robot.keys("S")
    await clerk.robot.until(lambda: clerk.robot.focused == "fileNameEdit")
    dialog = clerk.robot.find("file_choice", QFileDialog)
    assert dialog.selectedFiles()[0].endswith("quotation-Q-0001.pdf")
    dialog.setDirectory(str(tmp_path))
    clerk.robot.keys("Return")
    await clerk.robot.until((tmp_path / "quotation-Q-0001.pdf").exists)
    await clerk.robot.until(lambda: clerk.robot.is_shown("open_file"))
    clerk.window.activateWindow()


@pytest.mark.parametrize("typed", ["q-0001", "q1", PHONE[-4:], "priya"])
async def test_a_slot_is_taken_up_again_with_its_customer(clerk: Clerk, typed: str) -> None:
    await clerk.fill()
    await quote(clerk)
    pays = clerk.text("customer_pays")
    await back_at_the_list(clerk, "slots_page")
    keys = await take_up(clerk, typed)
    await clerk.robot.until(lambda: clerk.robot.is_shown("slots_page"))
    await clerk.robot.until(lambda: clerk.text("customer_pays") == pays)
    assert (clerk.text("customer_name"), clerk.text("customer_phone")) == (NAME, PHONE)
    assert not clerk.robot.is_shown("changes")
    assert clerk.robot.sees("This is Q-0001. Time and prices are as quoted.")
    assert keys <= 8


@beside_others
async def test_another_fare_stands_beside_the_quoted_one(clerk: Clerk) -> None:
    await clerk.fill()
    await quote(clerk)
    before = clerk.text("customer_pays")
    await back_at_the_list(clerk, "slots_page")
    page = clerk.window.current_page
    assert isinstance(page, ActivitiesPage)
    quoted = page.items[0]
    clerk.counter.world.shift_price(int(quoted.activity_id), Decimal(500))
    await take_up(clerk, "q1")
    await clerk.robot.until(lambda: clerk.robot.is_shown("changes"))
    now = clerk.text("customer_pays")
    assert now != before
    assert not clerk.robot.sees("are as quoted")
    for seen in ("The price is no longer the one you quoted", "Quoted", before, now, "Fare per person"):
        assert clerk.robot.sees(seen), seen


async def test_a_boat_is_quoted_as_it_was_counted_and_taken_up_with_its_passengers(clerk: Clerk) -> None:
    await to_a_boat(clerk)
    text = await quote(clerk)
    assert "Arjun Nair, 41" in text
    await back_at_the_list(clerk, "passengers_page")
    assert await take_up(clerk, "q-0001") <= 8
    await clerk.robot.until(lambda: clerk.robot.is_shown("passengers_page"))
    page = clerk.window.current_page
    assert isinstance(page, PassengersPage)
    assert [each.traveler_name for each in page.draft.passengers] == ["Arjun Nair", "Meera Nair", ""]
    again = await quote(clerk, "Q-0002")
    assert again.split("Prices as read")[0].replace("Q-0002", "Q-0001") == text.split("Prices as read")[0]


@beside_others
async def test_a_quotation_that_cannot_be_read_anew_says_so(clerk: Clerk) -> None:
    await clerk.fill()
    await quote(clerk)
    await back_at_the_list(clerk, "slots_page")
    clerk.counter.faults.disable_key()
    await take_up(clerk, "q1")
    await clerk.robot.until(lambda: clerk.window.is_selling_off)
    assert not clerk.robot.is_shown("slots_page")
