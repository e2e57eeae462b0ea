"""Taking passengers with the keys, from the first cell to the last look, against the practice service."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QMimeData, QPoint, QPointF, QSettings, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from shiboken6 import isValid

import app.ui.passengers.scan_watch
from app.core.language import speaking
from app.desk.documents.document import fits, sent_length
from app.desk.documents.scan_folder import ScanFolder
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.passengers.rules import prepared_party
from app.desk.sale.validation import problems
from app.practice.service.faults import OtherAnswer
from app.practice.world.catalogue import IdentityFlags
from app.ui.documents.document_box import DocumentBox
from app.ui.kit.controls.text_field import Caption
from app.ui.kit.lists.suggestion_list import SuggestionList
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.page_layout import Scroller
from app.ui.kit.sheets.pane import PaneBar
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.passengers_page import PassengersPage
from app.ui.passengers.row import COPY, FARE, column_of
from app.ui.window.main_window import MainWindow
from tests.support.counter import Counter, open_counter
from tests.support.desk.mrz_samples import JANA, Holder, write_mrz
from tests.support.desk.samples import DRAFT
from tests.support.program import PROJECT
from tests.support.proof import beside_others
from tests.support.ui.document_samples import encoded, pdf_of, pdf_with_password, photo, quarters
from tests.support.ui.looking import is_whole, unnamed
from tests.support.ui.robot import Robot
from tests.support.ui.windows import open_window

FERRY = "Swaraj Dweep day return"
"""The practice trip that asks for a document and its number."""
PLAIN = "Elephant Beach shuttle"
JPEG = encoded(quarters(), "JPEG")
_BESIDE = ("file_choice", "QListView ''")
"""The window that asks for a file, and what it suggests while a name is typed."""


@dataclass
class Clerk:
    """Keys and eyes on the page, and what it asked the window for."""

    robot: Robot
    window: MainWindow
    counter: Counter
    page: PassengersPage
    reviewed: list[BoatDraft]
    went_back: list[BoatDraft]

    @property
    def draft(self) -> BoatDraft:
        """The sale as it stands."""
        return self.page.draft

    @property
    def grid(self) -> PassengerGrid:
        """The grid."""
        return self.robot.find("passenger_grid", PassengerGrid)

    @property
    def at(self) -> tuple[int, int]:
        """Row and column of the current cell."""
        index = self.grid.currentIndex()
        return index.row(), index.column()

    def spoken(self, row: int, column: int) -> str:
        """What a cell says to those who listen."""
        return str(self.grid.model().index(row, column).data(Qt.ItemDataRole.AccessibleTextRole))

    def text(self, name: str) -> str:
        """The text of a visible label, button or field."""
        return str(self.robot.find(name).property("text") or "")

    def row(self, *cells: str) -> None:
        """Type cells with Tab between them."""
        for number, cell in enumerate(cells):
            if number:
                self.robot.keys("Tab")
            self.robot.type(cell)

    def foreigners(self, count: int) -> None:
        """Type so many who need a copy, and go to the first of them."""
        for row in range(count):
            self.grid.go_to(row, "nationality")
            self.robot.type("ger")
            self.robot.keys("Tab")
        self.grid.go_to(0, "traveler_name")

    def make_foreign(self) -> None:
        """Make the first passenger one whose copy is asked for, and begin at the name."""
        self.grid.go_to(0, "nationality")
        self.robot.type("german")
        self.robot.keys("Return")
        self.grid.go_to(0, "traveler_name")

    async def read(self) -> None:
        """Wait for the trip to be read again."""
        await self.robot.until(lambda: not self.page.tasks.is_running("departure"))

    async def choose(self, path: Path) -> None:
        """Choose a file in the window that asks for one."""
        dialog = await self.robot.until(lambda: self.robot.find("file_choice", QFileDialog))
        dialog.fileSelected.emit(str(path))
        dialog.close()
        self.window.activateWindow()


Open = Callable[..., AbstractAsyncContextManager[Clerk]]


@pytest.fixture
def at_passengers(tmp_path: Path) -> Open:
    """Opens the page on a trip of the practice service."""

    @asynccontextmanager
    async def enter(
        trip: str = FERRY, count: int = 2, seen: Identity | None = None, scans: ScanFolder | None = None
    ) -> AsyncGenerator[Clerk]:
        async with open_window(*_BESIDE) as (robot, window), open_counter(tmp_path / "desk") as counter:
            draft = await _draft(counter, trip, count)
            if seen is not None:
                draft = replace(draft, departure=replace(draft.departure, identity=seen))
            desk = counter.desk
            page = PassengersPage(desk.reader, desk.local_cache, desk.copies, scans)
            page.begin(draft)
            try:
                yield _clerk(robot, window, counter, page)
            finally:
                window.drop_page(page)
                await robot.until(lambda: asyncio.all_tasks() <= {asyncio.current_task()})

    return enter


def _clerk(robot: Robot, window: MainWindow, counter: Counter, page: PassengersPage) -> Clerk:
    clerk = Clerk(robot, window, counter, page, [], [])
    page.review_asked.connect(clerk.reviewed.append)
    page.back_asked.connect(clerk.went_back.append)
    window.show_page(page)
    return clerk


async def _draft(counter: Counter, trip: str, count: int) -> BoatDraft:
    await counter.desk.wallet.read()
    for ahead in range(2, 9):
        day = counter.desk.reader.today().fromordinal(counter.desk.reader.today().toordinal() + ahead)
        found = await counter.desk.catalogue.departures(day)
        for each in found.departures:
            if each.trip_name == trip and each.is_open and (each.seats or 0) >= count:
                return BoatDraft(each, prepared_party([(each.rates[0], count)]))
    raise LookupError(trip)


async def test_four_passengers_are_sold_with_few_keys(at_passengers: Open) -> None:
    async with at_passengers(PLAIN, 4) as clerk:
        clerk.robot.click("same_as_first")
        clerk.robot.find("passenger_grid").setFocus()
        people = (
            ("Asha Rao", "34", "f"),
            ("Ravi Rao", "36", "m"),
            ("Lata Rao", "9", "f"),
            ("Om Rao", "7", "m"),
        )
        for person in people:
            clerk.row(*person)
            clerk.robot.keys("Return")
        assert clerk.robot.focused == "customer_phone"
        clerk.row("9845012377", "asha.rao@example.com")
        clerk.robot.keys("Ctrl+Return")
        assert len(clerk.reviewed) == 1
        draft = clerk.reviewed[0]
        assert problems(draft, clerk.counter.desk.reader.today()) == ()
        assert [each.pax_gender for each in draft.passengers] == ["FEMALE", "MALE", "FEMALE", "MALE"]
        assert draft.customer_name == "Asha Rao"
        assert clerk.robot.key_events <= 140


async def test_the_focus_begins_at_what_is_to_be_filled(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        assert clerk.at == (0, 1)
        assert clerk.text("trip_name") == FERRY
        assert clerk.robot.sees("2 passengers")
        assert clerk.robot.sees("Ticket type follows age and nationality")
        assert not clerk.robot.is_shown("fix_first")
        assert unnamed(clerk.page) == []
        clerk.robot.keys("Shift+Tab")
        assert clerk.robot.focused == "paste_rows"


async def test_review_goes_to_the_first_wrong_cell(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.row("Asha Rao", "34", "f", "", "v", "KLM2284619")
        clerk.robot.keys("Return")
        clerk.row("Ravi Rao", "36", "m", "", "v")
        clerk.robot.keys("Ctrl+Return")
        assert clerk.reviewed == []
        assert clerk.draft.passengers[1].id_type == "VOTER ID"
        assert clerk.at == (1, 6)
        assert clerk.text("fix_count") == "4 fields to fix:"
        assert clerk.text("fix_first") == "ID number, passenger 2"
        assert clerk.text("customer_phone_note") == "Type the customer's phone number."
        clerk.robot.type("KLM2284627")
        clerk.robot.keys("Return", "Ctrl+Return")
        assert clerk.robot.focused == "customer_name"
        assert clerk.text("fix_first") == "Customer name"
        clerk.robot.keys("Ctrl+N")
        assert clerk.text("fix_count") == "3 fields to fix:"
        clerk.robot.keys("Ctrl+Z")
        clerk.robot.find("customer_name").setFocus()
        clerk.robot.keys("Shift+Tab")
        clerk.robot.click("fix_first")
        assert clerk.robot.focused == "customer_name"


async def test_nothing_moves_when_an_error_goes(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        robot, phone = clerk.robot, clerk.robot.find("customer_phone")
        clerk.row("Asha Rao", "34", "f", "", "v", "KLM2284619")
        robot.keys("Return")
        clerk.row("Ravi Rao", "36", "m", "", "v")
        robot.keys("Ctrl+Return")
        assert (clerk.at, robot.sees("This trip needs a document number.")) == ((1, 6), False)
        wrong = phone.mapTo(clerk.window, QPoint())
        robot.type("KLM2284627")
        robot.keys("Return")
        assert clerk.spoken(1, 6).endswith("KLM2284627")
        for field, text in (("customer_name", "Ravi Rao"), ("customer_phone", "9845012377")):
            robot.find(field).setFocus()
            robot.type(text)
        robot.keys("Tab")
        assert clerk.text("customer_phone_note") == "10 digits, or + and the country"
        assert phone.mapTo(clerk.window, QPoint()) == wrong


async def test_a_click_on_the_name_of_a_field_is_one_into_it(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.grid.go_to(0, "id_number")
        clerk.robot.type("KLM2284619")
        phone = clerk.robot.find("customer_phone", QLineEdit)
        (caption,) = (each for each in clerk.page.findChildren(Caption) if each.buddy() is phone)
        clerk.robot.click(caption)
        assert clerk.robot.focused == "customer_phone"
        clerk.robot.type("9845012377")
        assert phone.text() == "9845012377"
        assert clerk.draft.passengers[0].id_number == "KLM2284619"


async def test_why_the_last_row_is_wrong_stays_in_sight_when_it_is_left(at_passengers: Open) -> None:
    async with at_passengers(PLAIN, 6) as clerk:
        grid, last = clerk.grid, 5
        clerk.window.resize(1366, 768)
        grid.go_to(0, "traveler_name")
        grid.go_to(last, "age")
        clerk.robot.keys("Return")
        assert clerk.robot.focused == "customer_name"
        assert grid.rowHeight(last) > grid.rowHeight(0)
        await clerk.robot.until(lambda: grid.height() > grid.minimumSizeHint().height())
        await clerk.robot.until(
            lambda: grid.rowViewportPosition(last) + grid.rowHeight(last) <= grid.viewport().height()
        )


async def test_the_first_wrong_cell_is_in_sight_with_its_error_in_a_small_window(at_passengers: Open) -> None:
    with speaking("hi"):
        async with at_passengers(PLAIN, 6) as clerk:
            grid = clerk.grid
            # 1024 x 600 at a text size of 130 %.
            clerk.window.resize(787, 461)
            await clerk.read()
            clerk.row("Asha Rao", "")
            around = next(each for each in clerk.page.findChildren(Scroller) if each.isAncestorOf(grid))
            await clerk.robot.until(lambda: around.verticalScrollBar().maximum() > 0)
            # Looked at below, while the keyboard stays where it was.
            around.verticalScrollBar().setValue(around.verticalScrollBar().maximum())
            assert grid.hasFocus()
            clerk.robot.keys("Ctrl+Return")
            assert clerk.at == (0, column_of("age"))
            await clerk.robot.until(lambda: is_whole(grid.viewport(), grid.visualRect(grid.currentIndex())))


@pytest.mark.parametrize("ends", ["Tab", "Shift+Tab"])
async def test_why_the_mail_is_wrong_is_in_sight(at_passengers: Open, ends: str) -> None:
    async with at_passengers(PLAIN, 4) as clerk:
        clerk.window.resize(820, 560)
        clerk.robot.find("customer_email").setFocus()
        clerk.robot.type("asha rao at example")
        clerk.robot.keys(ends)
        note = clerk.robot.find("customer_email_note")
        await clerk.robot.until(lambda: note.visibleRegion().boundingRect().height() == note.height() > 1)


async def test_what_is_typed_over_a_filled_cell_can_be_taken_back(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.row("Asha Rao", "34", "f", "", "v", "KLM1234567")
        for end in ("Escape", "Return"):
            clerk.grid.go_to(0, "id_number")
            clerk.robot.type("9845012377")
            clerk.robot.keys(end)
            now = "KLM1234567" if end == "Escape" else "9845012377"
            assert clerk.draft.passengers[0].id_number == now
        clerk.robot.keys("Ctrl+Z")
        assert clerk.draft.passengers[0].id_number == "KLM1234567"


async def test_what_is_unusual_is_marked_at_once_and_booked_as_it_is_if_meant(at_passengers: Open) -> None:
    async with at_passengers(count=1) as clerk:
        robot = clerk.robot
        clerk.row("Asha Rao", "34", "klingon", "pass")
        robot.keys("Tab")
        assert clerk.text("fix_count") == "2 fields to fix:"
        assert "No such nationality is known" in clerk.spoken(0, column_of("nationality"))
        clerk.grid.go_to(0, "nationality")
        robot.type("indian")
        robot.keys("Tab")
        clerk.row("aad", "1234")
        robot.keys("Tab")
        assert "An Aadhaar number has 12 digits, this one 4." in clerk.spoken(0, column_of("id_number"))
        clerk.grid.go_to(0, "id_number")
        assert robot.is_shown("as_it_is")
        robot.keys("Ctrl+U")
        assert robot.is_shown("as_it_is")
        assert clerk.text("fix_first") == "Gender, passenger 1"
        # The sentence that is shown is of the gender now.
        robot.click("as_it_is")
        assert not robot.is_shown("as_it_is")
        assert not robot.is_shown("fix_first")
        # Another text is another question.
        clerk.grid.go_to(0, "id_number")
        robot.type("12345")
        robot.keys("Tab")
        assert clerk.text("fix_first") == "ID number, passenger 1"
        clerk.grid.go_to(0, "id_number")
        robot.keys("Ctrl+Z")
        assert not robot.is_shown("fix_first")


async def test_the_price_that_was_counted_stays_until_age_and_nationality_decide(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        counted = clerk.text("customer_pays")
        assert counted != "\u2013"
        assert (
            clerk.text("price_note") == "2 fares are as you counted. Ages and nationalities may change them."
        )
        assert clerk.robot.sees("Adult INDIAN")
        # A child, where an adult was counted.
        clerk.row("Asha Rao", "9")
        clerk.robot.keys("Return")
        assert clerk.text("customer_pays") != counted
        assert clerk.text("price_note") == "1 fare is as you counted. Age and nationality may change it."
        clerk.row("Ravi Rao", "36")
        clerk.robot.keys("Tab")
        assert not clerk.robot.is_shown("price_note")
        assert "Adult" in clerk.spoken(1, FARE)
        clerk.robot.keys("Ctrl+N")
        assert clerk.text("price_note") == "1 passenger is not in the price: the fare is not known yet."
        assert clerk.robot.sees("Customer pays so far, 2 of 3")
        assert clerk.robot.sees("Wallet pays so far, 2 of 3")
        assert not clerk.robot.sees("Wallet after")
        bar = clerk.robot.find("passengers_page").findChild(PaneBar)
        assert bar is not None
        assert bar.spoken.startswith("Customer pays, 2 of 3 ")


async def test_rows_are_added_repeated_and_undone(at_passengers: Open) -> None:
    async with at_passengers(count=1) as clerk:
        clerk.row("Asha Rao", "34", "f", "", "v")
        clerk.robot.keys("Ctrl+R")
        assert clerk.draft.passengers[1] == Passenger(nationality="INDIAN", id_type="VOTER ID")
        assert clerk.at == (1, 1)
        clerk.robot.keys("Ctrl+N")
        assert clerk.draft.passengers[2] == Passenger()
        assert clerk.robot.sees("3 passengers")
        clerk.robot.keys("Ctrl+Z", "Ctrl+Z")
        assert clerk.draft.qty == 1
        assert clerk.robot.sees("1 passenger")
        clerk.robot.click("add_passenger")
        clerk.robot.click("repeat_row")
        assert clerk.draft.qty == 3


async def test_the_last_customer_comes_with_all_that_was_chosen(at_passengers: Open) -> None:
    phone = "35412345"
    async with at_passengers(count=1) as clerk:
        clerk.page.offer_last((replace(DRAFT, customer_phone=phone, whole_phone=phone),), lambda: None)
        clerk.robot.keys("Ctrl+L")
        assert (clerk.draft.customer_name, clerk.draft.customer_email) == (
            DRAFT.customer_name,
            DRAFT.customer_email,
        )
        # A number that looks short is whole where it was chosen so.
        assert clerk.draft.customer_phone == clerk.draft.whole_phone == phone


async def test_too_many_for_the_boat_is_said_at_once(at_passengers: Open) -> None:
    async with at_passengers("Inglis Island charter day", 1) as clerk:
        await clerk.read()
        seats = clerk.draft.departure.seats or 0
        clerk.robot.keys(*["Ctrl+N"] * seats)
        assert clerk.draft.qty == seats + 1
        assert clerk.text("fix_sentence").startswith(f"Only {seats} seats left.")
        clerk.robot.keys("Ctrl+Return")
        assert clerk.robot.focused == "passenger_grid"
        assert clerk.reviewed == []


async def test_another_demand_of_the_trip_is_told_in_one_line(at_passengers: Open) -> None:
    async with at_passengers(seen=Identity()) as clerk:
        clerk.robot.type("Asha Rao")
        await clerk.robot.until(lambda: clerk.robot.is_shown("trip_note"))
        note = clerk.robot.find("trip_note").accessibleName()
        assert note.startswith("This trip now needs an identity document and a document number")
        assert clerk.grid.is_typing
        clerk.robot.keys("Tab")
        assert clerk.draft.passengers[0].traveler_name == "Asha Rao"
        flags = IdentityFlags(is_id_mandatory=True, is_id_no_required=True, is_id_upload_required=True)
        clerk.counter.world.set_flags(int(clerk.draft.departure.schedule_id), flags)
        clerk.robot.keys("F5")
        await clerk.robot.until(lambda: "copy" in clerk.robot.find("trip_note").accessibleName())
        assert clerk.spoken(0, COPY) == "Passenger 1, Copy, needed"
        clerk.robot.keys("F5")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("trip_note"))


async def test_a_trip_that_cannot_be_read_does_not_stop_the_typing(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        await clerk.read()
        for endpoint in ("search_availability", "content"):
            clerk.counter.faults.answer(endpoint, OtherAnswer(500, b"broken"), times=None)
        clerk.robot.keys("F5")
        await clerk.robot.until(lambda: clerk.robot.is_shown("trip_note"))
        assert clerk.robot.find("trip_note").accessibleName().startswith("The trip could not be read again.")
        clerk.row("Asha Rao", "34")
        clerk.robot.keys("Return")
        assert clerk.draft.passengers[0].age == "34"


@beside_others
async def test_a_copy_is_chosen_and_shown(at_passengers: Open, tmp_path: Path) -> None:
    path = tmp_path / "passport-vogel.jpg"
    path.write_bytes(JPEG)
    async with at_passengers() as clerk:
        clerk.row("Jana Vogel", "34", "f", "ger", "", "C4VX8T2K1")
        clerk.robot.keys("Tab", "Return")
        await clerk.choose(path)
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        assert clerk.text("document_name") == "passport-vogel.jpg"
        assert clerk.text("document_share") == "0.01 of 2.0 MB"
        assert clerk.spoken(0, COPY) == "Passenger 1, Copy, 0.01 MB"
        clerk.robot.keys("Ctrl+Z")
        assert clerk.draft.passengers[0].document is None


async def test_a_document_that_is_not_required_is_not_taken(at_passengers: Open, tmp_path: Path) -> None:
    path = tmp_path / "card.jpg"
    path.write_bytes(JPEG)
    async with at_passengers(PLAIN) as clerk:
        await clerk.read()
        assert clerk.draft.departure.identity == Identity()
        clerk.row("Asha Rao", "41", "f", "indian")
        clerk.grid.setCurrentIndex(clerk.grid.model().index(0, COPY))
        assert not clerk.robot.is_shown("drop_zone")
        clerk.robot.keys("Ctrl+O")
        assert not clerk.robot.is_shown("file_choice")
        said = clerk.robot.find("trip_note").accessibleName()
        assert said.startswith("Passenger 1 needs no copy.")
        clerk.grid.copy_given.emit(0, [path])
        QApplication.clipboard().setImage(quarters())
        clerk.robot.keys("Ctrl+V")
        assert not clerk.page.tasks.is_running("copy 0")
        clerk.grid.setCurrentIndex(clerk.grid.model().index(0, column_of("id_number")))
        clerk.robot.type("KLM2284619")
        clerk.robot.keys("Ctrl+D")
        assert clerk.draft.passengers[0].id_number == ""
        clerk.grid.go_to(0, "nationality")
        clerk.robot.type("german")
        clerk.robot.keys("Return")
        assert not clerk.robot.is_shown("trip_note")
        assert clerk.robot.is_shown("drop_zone")


async def test_a_copy_is_asked_for_once(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.robot.until(lambda: clerk.robot.is_shown("file_choice"))
        clerk.window.activateWindow()
        clerk.grid.setFocus()
        clerk.robot.keys("Ctrl+O")
        assert clerk.robot.is_shown("file_choice")
        assert len(clerk.page.findChildren(QFileDialog)) == 1
        clerk.robot.find("file_choice", QFileDialog).close()
        clerk.window.activateWindow()


@beside_others
async def test_a_copy_that_is_too_large_is_made_to_fit_and_looked_at(
    at_passengers: Open, tmp_path: Path
) -> None:
    path = tmp_path / "large.jpg"
    large = encoded(photo(2600, 1800), "JPEG", 97)
    assert not fits(len(large))
    path.write_bytes(large)
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(path)
        await clerk.robot.until(lambda: clerk.robot.sees("Use this copy"))
        assert clerk.draft.passengers[0].document is None
        clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        document = clerk.draft.passengers[0].document
        assert document is not None
        assert fits(len(document.data))
        assert document.width > 0
        assert "of 2.0 MB" in clerk.text("document_share")
        path.write_bytes(b"no picture")
        clerk.grid.setFocus()
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(path)
        await clerk.robot.until(lambda: "is no JPEG" in clerk.text("document_note"))
        assert clerk.draft.passengers[0].document is document


@beside_others
async def test_a_picture_of_a_telephone_is_looked_at_before_it_is_used(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(PROJECT / "tests/ui/documents/heic" / "quarters.heic")
        await clerk.robot.until(lambda: clerk.robot.sees("Use this copy"))
        assert clerk.draft.passengers[0].document is None
        clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        document = clerk.draft.passengers[0].document
        assert document is not None
        assert (document.file_name, document.kind) == ("quarters.heic", "JPEG")


@pytest.mark.parametrize("name", ["no_end.jpg", "late.pdf"])
async def test_what_had_to_be_mended_is_looked_at_before_it_is_used(
    at_passengers: Open, tmp_path: Path, name: str
) -> None:
    picture = encoded(quarters(), "JPEG")
    data = picture[:-2] if name == "no_end.jpg" else b"\xef\xbb\xbf" + pdf_of([picture], (320, 240))
    (tmp_path / name).write_bytes(data)
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(tmp_path / name)
        await clerk.robot.until(lambda: clerk.robot.sees("Use this copy"))
        assert clerk.draft.passengers[0].document is None
        clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        document = clerk.draft.passengers[0].document
        assert document is not None
        assert document.data.endswith(b"\xff\xd9") or document.data.startswith(b"%PDF-")


async def test_the_password_of_a_pdf_is_asked_for_until_it_opens(at_passengers: Open, tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(pdf_with_password(b"asha1985"))
    async with at_passengers() as clerk:
        for typed, said in (
            ("asha", "scan.pdf opens with a password only. It is used once and not kept."),
            ("asha1985", "This password does not open scan.pdf."),
        ):
            if typed == "asha":
                clerk.robot.keys("Ctrl+O")
                await clerk.choose(tmp_path / "scan.pdf")
            await clerk.robot.until(partial(clerk.robot.sees, said))
            await clerk.robot.until(lambda: clerk.robot.focused == "pdf_password")
            clerk.robot.type(typed)
            clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.robot.sees("Use this copy"))
        clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        document = clerk.draft.passengers[0].document
        assert document is not None
        assert (document.kind, b"/Encrypt" in document.data) == ("PDF", False)
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(tmp_path / "scan.pdf")
        await clerk.robot.until(lambda: clerk.robot.focused == "pdf_password")
        clerk.robot.keys("Escape")
        await clerk.robot.until(lambda: not clerk.robot.is_shown("pdf_password"))
        assert clerk.draft.passengers[0].document is document


@beside_others
async def test_a_picture_on_the_clipboard_is_the_copy_of_the_row(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        QApplication.clipboard().setImage(quarters())
        clerk.robot.keys("Ctrl+V")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        document = clerk.draft.passengers[0].document
        assert document is not None
        assert (document.kind, document.width, document.height) == ("PNG", 320, 240)
        QApplication.clipboard().clear()


async def test_a_picture_is_pasted_while_a_cell_is_typed_in_or_the_zone_has_the_keyboard(
    at_passengers: Open,
) -> None:
    async with at_passengers() as clerk:
        clerk.make_foreign()
        clerk.robot.type("Lata")
        assert clerk.grid.is_typing
        QApplication.clipboard().setImage(quarters())
        clerk.robot.keys("Ctrl+V")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        assert clerk.draft.passengers[0].traveler_name == "Lata"
        clerk.robot.keys("Down")
        clerk.robot.find("drop_zone").setFocus()
        clerk.robot.keys("Ctrl+V")
        await clerk.robot.until(lambda: clerk.draft.passengers[1].document)
        QApplication.clipboard().clear()
        clerk.robot.keys("Ctrl+V")


@beside_others
@pytest.mark.parametrize("is_typing", [False, True])
async def test_a_copied_file_is_the_copy_of_the_row(
    at_passengers: Open, tmp_path: Path, *, is_typing: bool
) -> None:
    path = tmp_path / "passport.jpg"
    path.write_bytes(JPEG)
    async with at_passengers() as clerk:
        clerk.make_foreign()
        if is_typing:
            clerk.robot.type("Lata")
        QApplication.clipboard().setMimeData(_files(path))
        clerk.robot.keys("Ctrl+V")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        assert clerk.text("document_name") == "passport.jpg"
        assert clerk.draft.passengers[0].traveler_name == ("Lata" if is_typing else "")
        QApplication.clipboard().clear()


async def test_cells_of_a_spreadsheet_are_text_though_a_picture_lies_beside_them(at_passengers: Open) -> None:
    cells = QMimeData()
    cells.setText("Lata Rao")
    cells.setImageData(quarters())
    async with at_passengers() as clerk:
        QApplication.clipboard().setMimeData(cells)
        clerk.robot.keys("Ctrl+V", "Tab")
        assert clerk.draft.passengers[0].traveler_name == "Lata Rao"
        assert clerk.draft.passengers[0].document is None
        QApplication.clipboard().clear()


@pytest.mark.parametrize("target", ["drop_zone", "passenger_grid"])
async def test_several_files_at_once_are_refused_in_words(
    at_passengers: Open, tmp_path: Path, target: str
) -> None:
    paths = [tmp_path / "passport-1.jpg", tmp_path / "passport-2.jpg"]
    for each in paths:
        each.write_bytes(JPEG)
    none, copies = Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    async with at_passengers() as clerk:
        data, left = _files(*paths), Qt.MouseButton.LeftButton
        widget = clerk.grid.viewport() if target == "passenger_grid" else clerk.robot.find(target)
        entered = QDragEnterEvent(QPoint(9, 9), copies, data, left, none)
        QApplication.sendEvent(widget, entered)
        assert entered.isAccepted()
        QApplication.sendEvent(widget, QDropEvent(QPointF(9, 9), copies, data, left, none))
        assert clerk.text("document_note").startswith("Give one copy at a time")
        assert not any(each.document for each in clerk.draft.passengers)


async def test_a_passport_fills_the_row_and_is_taken_back(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.robot.keys("F2")
        clerk.robot.scan(JANA)
        await clerk.robot.until(lambda: clerk.draft.passengers[0].id_number)
        first = clerk.draft.passengers[0]
        assert (first.id_type, first.pax_gender) == ("PASSPORT", "FEMALE")
        assert clerk.robot.sees("Passenger 1 filled")
        assert clerk.text("passport_strip") == ""
        clerk.robot.click("passport_undo")
        assert clerk.draft.passengers[0].is_untouched


async def test_a_child_of_a_passport_may_be_somebody_of_a_hundred(at_passengers: Open) -> None:
    lines = write_mrz("TD3", Holder("RAO", "ASHA", "P4712345", "190312", "300311", "F", "IND", "IND"))
    async with at_passengers() as clerk:
        clerk.robot.scan(lines)
        await clerk.robot.until(lambda: clerk.draft.passengers[0].id_number)
        assert clerk.draft.passengers[0].age == "7"
        assert "born 2019, or 1919?" in clerk.spoken(0, 2)
        clerk.grid.accept()
        assert "born 2019" not in clerk.spoken(0, 2)


async def test_who_is_struck_off_in_pasted_rows_is_named_once_the_others_are_added(
    at_passengers: Open,
) -> None:
    async with at_passengers() as clerk:
        QApplication.clipboard().setText(
            "1. Asha Rao 34 F\n~2. Deepak Rao 33 M~ not coming\n3. Ravi Rao 36 M"
        )
        clerk.robot.keys("Ctrl+Shift+V")
        await clerk.robot.until(lambda: clerk.robot.sees("Add 2 passengers"))
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: clerk.robot.sees("Not all rows are added."))
        assert clerk.robot.sees("Not added: Deepak Rao.")
        QApplication.clipboard().clear()


async def test_rows_are_pasted_after_a_look(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        QApplication.clipboard().setText("Asha Rao\t34\tF\tIndian\nRavi Rao\t36\tM\tIndian\n")
        clerk.robot.keys("Ctrl+Shift+V")
        await clerk.robot.until(lambda: clerk.robot.sees("Add 2 passengers"))
        assert all(each.is_untouched for each in clerk.draft.passengers)
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: not clerk.draft.passengers[0].is_untouched)
        assert [each.traveler_name for each in clerk.draft.passengers] == ["Asha Rao", "Ravi Rao"]
        clerk.robot.keys("Ctrl+Z")
        assert all(each.is_untouched for each in clerk.draft.passengers)
        QApplication.clipboard().clear()


async def test_a_question_of_the_list_that_nobody_answered_stands_in_the_grid(at_passengers: Open) -> None:
    heading = "Name\tAge\tGender\tNationality\tID number\tID number\n"
    async with at_passengers() as clerk:
        QApplication.clipboard().setText(f"{heading}Jana Vogel\t34\tF\tGerman\tC4VX8T2K1\tC4VX8T000\n")
        clerk.robot.keys("Ctrl+Shift+V")
        await clerk.robot.until(lambda: clerk.robot.focused == "paste_column_5")
        clerk.robot.keys("Ctrl+Return")
        await clerk.robot.until(lambda: not clerk.draft.passengers[0].is_untouched)
        assert not clerk.draft.passengers[0].id_number
        assert "Left open in the list: C4VX8T2K1, C4VX8T000." in clerk.spoken(0, column_of("id_number"))
        assert clerk.text("fix_first") == "ID number, passenger 1"
        clerk.grid.go_to(0, "id_number")
        clerk.robot.type("c4vx8t000")
        clerk.robot.keys("Tab")
        assert not clerk.robot.is_shown("fix_first")
        QApplication.clipboard().clear()


@beside_others
async def test_a_copy_is_dropped_on_the_zone_and_removed(at_passengers: Open, tmp_path: Path) -> None:
    path = tmp_path / "passport.jpg"
    path.write_bytes(JPEG)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    left, none, copies = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    async with at_passengers() as clerk:
        clerk.robot.keys("Down")
        zone = clerk.robot.find("drop_zone")
        QApplication.sendEvent(zone, QDragEnterEvent(QPoint(9, 9), copies, data, left, none))
        QApplication.sendEvent(zone, QDropEvent(QPointF(9, 9), copies, data, left, none))
        await clerk.robot.until(lambda: clerk.draft.passengers[1].document)
        assert clerk.draft.passengers[0].document is None
        box = clerk.robot.find("document_box", DocumentBox)
        clerk.robot.click(box.remove)
        assert clerk.draft.passengers[1].document is None
        assert not clerk.robot.is_shown("document_name")


@beside_others
async def test_nothing_stays_when_the_page_is_left(at_passengers: Open, tmp_path: Path) -> None:
    path = tmp_path / "passport.jpg"
    path.write_bytes(JPEG)
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.choose(path)
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        clerk.robot.click("passenger_grid", QPoint(400, 50))
        clerk.robot.type("g")
        assert clerk.window.findChildren(SuggestionList)
        page = clerk.page
        clerk.window.drop_page(page)
        assert page.draft.passengers[0].document is None
        await clerk.robot.until(lambda: not isValid(page))
        await clerk.robot.until(lambda: not clerk.window.findChildren(SuggestionList))


@beside_others
async def test_a_copy_for_a_row_that_is_gone_lands_nowhere(at_passengers: Open, tmp_path: Path) -> None:
    path = tmp_path / "passport.jpg"
    path.write_bytes(JPEG)
    async with at_passengers(count=3) as clerk:
        clerk.robot.keys("Down", "Ctrl+O")
        await clerk.choose(path)
        # The file is read in a thread: its answer cannot come before this.
        clerk.robot.keys("Ctrl+Delete")
        await clerk.robot.until(
            lambda: not any(map(clerk.page.tasks.is_running, ("copy 0", "copy 1", "copy 2")))
        )
        assert clerk.draft.qty == 2
        assert [each.document for each in clerk.draft.passengers] == [None, None]


async def test_a_new_scan_is_offered_and_attached_by_its_key(at_passengers: Open, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    (folder / "before.jpg").write_bytes(JPEG)
    os.utime(folder / "before.jpg", (1_700_000_000, 1_700_000_000))
    async with at_passengers(scans=ScanFolder(str(folder))) as clerk:
        assert not clerk.robot.is_shown("watch_scans")
        clerk.foreigners(2)
        assert clerk.text("watch_scans") == "Stop watching"
        (folder / "scan_0012.jpg").write_bytes(JPEG)
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("scan_words").startswith("scan_0012.jpg, ")
        assert clerk.text("scan_words").endswith(" s ago")
        assert clerk.draft.passengers[0].document is None
        assert unnamed(clerk.page) == []
        clerk.robot.keys("Ctrl+Shift+O")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        assert clerk.text("document_name") == "scan_0012.jpg"
        assert not clerk.robot.is_shown("scan_words")
        clerk.robot.keys("Down", "Ctrl+Shift+O")
        assert not clerk.robot.is_shown("scan_words")
        (folder / "scan_0013.jpg").write_bytes(b"no picture")
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        clerk.robot.keys("Up")
        assert not clerk.robot.is_shown("scan_words")
        clerk.robot.keys("Down")
        clerk.robot.click("attach_scan")
        await clerk.robot.until(lambda: "is no JPEG" in clerk.text("document_note"))
        assert not clerk.robot.is_shown("scan_words")
    assert sorted(each.name for each in folder.iterdir()) == ["before.jpg", "scan_0012.jpg", "scan_0013.jpg"]


@beside_others
async def test_a_scan_that_is_not_wanted_is_not_offered_again(at_passengers: Open, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    (folder / "other.jpg").write_bytes(JPEG)
    (folder / "scan.jpg").write_bytes(JPEG)
    scans = ScanFolder(str(folder))
    async with at_passengers(scans=scans) as clerk:
        clerk.foreigners(1)
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("scan_words").startswith("scan.jpg, ")
        clerk.robot.click("dismiss_scan")
        assert clerk.text("scan_words").startswith("other.jpg, ")
        clerk.robot.click("dismiss_scan")
        assert not clerk.robot.is_shown("scan_words")
    (folder / "new.jpg").write_bytes(JPEG)
    async with at_passengers(scans=scans) as clerk:
        clerk.foreigners(1)
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("scan_words").startswith("new.jpg, ")


@beside_others
async def test_nothing_is_watched_until_a_folder_is_chosen(at_passengers: Open, tmp_path: Path) -> None:
    kept: list[str] = []
    async with at_passengers(scans=ScanFolder(keep=kept.append)) as clerk:
        assert not clerk.page.tasks.is_running("scans")
        clerk.foreigners(1)
        assert clerk.text("watch_scans") == "Watch a scan folder\u2026"
        clerk.robot.click("watch_scans")
        (tmp_path / "scan.jpg").write_bytes(JPEG)
        await clerk.choose(tmp_path)
        assert kept == [str(tmp_path)]
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("watch_scans") == "Stop watching"
        clerk.robot.click("watch_scans")
        assert kept == [str(tmp_path), ""]
        assert not clerk.robot.is_shown("scan_words")
        await clerk.robot.until(lambda: not clerk.page.tasks.is_running("scans"))


async def test_a_scan_folder_that_is_gone_or_silent_is_told(
    at_passengers: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at_passengers(scans=ScanFolder(str(tmp_path / "gone"))) as clerk:
        clerk.foreigners(1)
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("scan_words") == "The scan folder gone is not there any more."
        assert not clerk.robot.is_shown("attach_scan")
        clerk.robot.keys("Ctrl+Shift+O")
    go_on = threading.Event()

    def hang(_folder: Path) -> None:
        go_on.wait()
        raise OSError

    monkeypatch.setattr(app.ui.passengers.scan_watch, "LONGEST_SECONDS", 0.05)
    monkeypatch.setattr(os, "scandir", hang)
    async with at_passengers(scans=ScanFolder(str(tmp_path))) as clerk:
        clerk.foreigners(1)
        await clerk.robot.until(lambda: clerk.robot.is_shown("scan_words"))
        assert clerk.text("scan_words") == "The scan folder does not answer."
    go_on.set()


async def test_a_page_that_is_not_on_screen_watches_nothing(at_passengers: Open, tmp_path: Path) -> None:
    async with at_passengers(scans=ScanFolder(str(tmp_path))) as clerk:
        await clerk.robot.until(lambda: clerk.page.tasks.is_running("scans"))
        other = Page()
        clerk.window.show_page(other)
        await clerk.robot.until(lambda: not clerk.page.tasks.is_running("scans"))
        clerk.window.show_page(clerk.page)
        assert clerk.page.tasks.is_running("scans")
        clerk.window.drop_page(other)


async def test_net_is_nowhere_when_hidden(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.row("Asha Rao", "34")
        clerk.robot.keys("Tab")
        net = clerk.text("total_payable")
        assert clerk.robot.is_shown("wallet_side")
        clerk.robot.keys("F8")
        assert not clerk.robot.is_shown("wallet_side")
        assert clerk.robot.sees("Wallet side hidden")
        shown = [each for each in QApplication.allWidgets() if each.isVisible()]
        said = [part for each in shown for part in _said_of(each)]
        assert net not in "\n".join([*clerk.robot.texts(), *said])


async def test_back_takes_everything_along(at_passengers: Open) -> None:
    async with at_passengers() as clerk:
        clerk.row("Asha Rao", "34")
        clerk.robot.keys("Escape")
        assert clerk.went_back == []
        clerk.row("35")
        clerk.robot.click("back")
        assert clerk.went_back[0].passengers[0].age == "35"
        clerk.grid.setFocus()
        clerk.robot.keys("Escape")
        assert len(clerk.went_back) == 2


def _files(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(each)) for each in paths])
    return data


def _said_of(widget: QWidget) -> tuple[str, ...]:
    return widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()


@beside_others
async def test_the_window_for_a_file_writes_down_no_folder(at_passengers: Open, tmp_path: Path) -> None:
    scans = tmp_path / "scans of vogel"
    scans.mkdir()
    (scans / "passport.jpg").write_bytes(JPEG)
    async with at_passengers() as clerk:
        clerk.robot.keys("Ctrl+O")
        await clerk.robot.until(lambda: clerk.robot.focused == "fileNameEdit")
        for text in (f"{scans}/", "passport.jpg"):
            clerk.robot.keys("Ctrl+A")
            clerk.robot.type(text)
            clerk.robot.keys("Return")
        await clerk.robot.until(lambda: clerk.draft.passengers[0].document)
        clerk.window.activateWindow()
        await clerk.robot.until(lambda: clerk.robot.focused == "passenger_grid")
        clerk.robot.keys("Ctrl+O")
        dialog = await clerk.robot.until(lambda: clerk.robot.find("file_choice", QFileDialog))
        # It begins where the last file was.
        assert dialog.directory() == QDir(str(scans))
        dialog.close()
    assert "vogel" not in _kept_by_qt()


def _kept_by_qt() -> str:
    return Path(QSettings(QSettings.Scope.UserScope, "QtProject").fileName()).read_text(encoding="utf-8")


@beside_others
async def test_the_limit_to_the_byte_through_the_window(at_passengers: Open, tmp_path: Path) -> None:
    """Characters of Base64 on both sides of 2,000,000 and of 2,097,152; what is over is made to fit first."""
    plain = pdf_of([JPEG], (320, 240))
    sizes = {1_499_995: 1_999_996, 1_499_997: 1_999_996, 1_499_998: 2_000_000, 1_500_001: 2_000_004}
    sizes |= {1_572_862: 2_097_152, 1_572_864: 2_097_152, 1_572_865: 2_097_156}
    async with at_passengers() as clerk:
        for size, characters in sizes.items():
            path = tmp_path / f"{size}.pdf"
            path.write_bytes(plain + bytes(size - len(plain)))
            clerk.grid.setFocus()
            clerk.robot.keys("Ctrl+O")
            await clerk.choose(path)
            if characters >= 2_000_000:
                await clerk.robot.until(lambda: clerk.robot.is_shown("document_look"))
                clerk.robot.keys("Return")
            await clerk.robot.until(lambda name=path.name: clerk.text("document_name") == name)
            document = clerk.draft.passengers[0].document
            assert document is not None
            assert sent_length(size) == characters
            assert (len(document.data) == size) == (characters < 2_000_000)
            assert sent_length(len(document.data)) < 2_000_000
            assert (clerk.text("document_share") == "2.00 of 2.0 MB") == (characters < 2_000_000)
