"""The keys that the control with the keyboard or a sheet takes itself: each is pressed, and acts."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.desk.files.licences import Paper
from app.desk.model.boats import Document
from app.desk.model.sale_notes import SaleNotes
from app.desk.passengers.import_table import table_of_text
from app.practice.service.faults import CONFIRM
from app.ui.bookings import actions as bookings
from app.ui.bookings.notes_sheet import NotesSheet
from app.ui.cancellation import actions as cancellation
from app.ui.catalogue import actions as catalogue
from app.ui.connection import actions as connection
from app.ui.day_close import actions as day_close
from app.ui.documents.actions import LEAVE_OUT, USE_COPY, VIEWER
from app.ui.documents.document_viewer import DocumentViewer, ViewedDocument
from app.ui.flows.all_actions import all_actions
from app.ui.free_now import actions as free_now
from app.ui.handbook import actions as handbook
from app.ui.handbook.handbook_sheet import HandbookText
from app.ui.kit.basics.actions import FIELD, KEYS, SHOW_TYPED, TAKE_FIELD, Action, sequences
from app.ui.kit.basics.key_cap import spoken
from app.ui.kit.controls.stepper import Stepper
from app.ui.kit.sheets.modal_question import ModalQuestion, QuestionAnswer
from app.ui.kit.sheets.modal_sheet import ModalSheet
from app.ui.kit.sheets.page import Page
from app.ui.kit.sheets.shortcut_help import ShortcutHelp
from app.ui.moving import actions as moving
from app.ui.passengers import actions as passengers
from app.ui.passengers.grid import PassengerGrid
from app.ui.passengers.paste_sheet import PasteSheet
from app.ui.passengers.row import column_of
from app.ui.quotations import actions as quotations
from app.ui.quotations.sheet import QuotationSheet
from app.ui.sale import actions as sale
from app.ui.settings import actions as settings
from app.ui.settings.about import LicenceSheet
from app.ui.slots import actions as slots
from app.ui.till import actions as till
from app.ui.till.receipt_paper import ReceiptSheet
from app.ui.to_do import actions as to_do
from app.ui.travelling import manifest_actions as manifests
from app.ui.travelling.manifest_paper import ManifestSheet
from app.ui.vouchers import actions as vouchers
from app.ui.vouchers.sheet import PaperSheet, VoucherSheet
from app.ui.wallet.actions import SENT
from app.ui.wallet.ledger_table import EntrySheet
from app.ui.window import actions as window
from tests.support.desk.boat_samples import DEPARTURE
from tests.support.desk.manifest_samples import ARJUN, made
from tests.support.desk.quotation_samples import BOAT_QUOTATION
from tests.support.desk.receipt_samples import RECEIPT
from tests.support.desk.voucher_samples import BOAT_VOUCHER
from tests.support.proof import beside_others
from tests.support.ui.looking import part
from tests.support.ui.selling import Clerk, selling
from tests.ui.test_accessibility import (
    Way,
    to_boats,
    to_booked,
    to_bookings,
    to_change_of_date,
    to_free,
    to_outcome,
    to_passengers,
    to_settings,
    to_to_do,
    to_welcome,
)

# It walks every screen, and what it goes through is covered by the tests of each.
pytestmark = pytest.mark.no_cover

_CAP = re.compile(r"Key ([^.]+)")
Probe = Callable[[Clerk], object]


class Deed(NamedTuple):
    """How to reach the place of an action, what it changes there, and its keys in the order of pressing."""

    way: Way
    probe: Probe
    keys: tuple[str, ...] = ()
    """In Qt's words; all keys of the action in their order when empty."""


def page_of(clerk: Clerk) -> Page:
    page = clerk.window.current_page
    assert page is not None
    return page


def caps_on(widget: QWidget) -> set[str]:
    """The keys that buttons, hints and the rail name."""
    said = ((each.accessibleName(), each.accessibleDescription()) for each in widget.findChildren(QWidget))
    return {found[1] for words in chain(*said) if (found := _CAP.fullmatch(words))}


def pressed(action: Action) -> set[str]:
    return {sequence.toString() for key in action.pressed for sequence in sequences(key)}


def place(clerk: Clerk) -> object:
    """Where the keyboard is: the page, the control, its text or count, and the current row and column."""
    focused = QApplication.focusWidget()
    if isinstance(focused, QAbstractItemView):
        index = focused.currentIndex()
        return page_of(clerk), focused, index.row(), index.column()
    text = "" if focused is None else focused.property("text") or focused.property("value")
    return page_of(clerk), focused, text


def chosen(name: str) -> Probe:
    """The current row of a list."""
    return lambda clerk: clerk.robot.find(name, QAbstractItemView).currentIndex().row()


def count_of(name: str) -> Probe:
    """What stands in a stepper."""
    return lambda clerk: clerk.robot.find(name, Stepper).value()


def names_of_rows(clerk: Clerk) -> object:
    """The names in the grid of passengers."""
    model = clerk.robot.find("passenger_grid", PassengerGrid).model()
    column = column_of("traveler_name")
    return [model.index(row, column).data() for row in range(model.rowCount())]


def said_on_top(clerk: Clerk) -> object:
    """Whether the window has said that a reminder leads nowhere."""
    return clerk.robot.sees("These are your own words")


def is_ready(clerk: Clerk) -> object:
    """Whether the sale can be booked."""
    return clerk.robot.find("spend").isEnabled()


def rows_of(name: str) -> Probe:
    """What the rows of a painted list say."""
    return lambda clerk: clerk.rows(name)


def is_open(name: str) -> Probe:
    """Whether a sheet is open."""
    return lambda clerk: clerk.robot.is_shown(name)


def text_of(name: str) -> Probe:
    """The text of a part."""
    return lambda clerk: clerk.text(name)


def echo_of(name: str) -> Probe:
    """Whether a field shows dots."""
    return lambda clerk: clerk.robot.find(name, QLineEdit).echoMode()


async def to_day_close(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Alt+4")
    await clerk.robot.until(lambda: page_of(clerk).own_actions == day_close.DAY_CLOSE)


async def to_finding(clerk: Clerk) -> None:
    await to_bookings(clerk)
    clerk.robot.keys("X")
    await clerk.robot.until(lambda: page_of(clerk).own_actions == cancellation.FIND_BOOKING)


async def to_cancelling(clerk: Clerk) -> None:
    await to_bookings(clerk)
    clerk.robot.keys("Delete")
    await clerk.robot.until_armed("spend")


async def to_cancelled(clerk: Clerk) -> None:
    await to_cancelling(clerk)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: page_of(clerk).own_actions == cancellation.CANCELLED)


async def to_open_cancellation(clerk: Clerk) -> None:
    await to_cancelling(clerk)
    clerk.counter.faults.before_work(CONFIRM, silent=False)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: page_of(clerk).own_actions == cancellation.OPEN_CANCELLATION)


async def to_slots_with_a_customer(clerk: Clerk) -> None:
    """A slot is picked and the keyboard is in the customer's name, of whom one like this is known."""
    await to_booked(clerk)
    clerk.robot.keys("N")
    await clerk.robot.until(lambda: clerk.robot.is_shown("activities_page"))
    await clerk.open_slots()
    clerk.robot.keys("1", "Return")
    clerk.robot.type("priya")
    await clerk.robot.until(lambda: clerk.robot.is_shown("customer_list"))


async def to_counts(clerk: Clerk) -> None:
    await to_boats(clerk)
    clerk.robot.keys("Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("count_0"))


async def to_filled_row(clerk: Clerk) -> None:
    """The keyboard is below a name that was typed."""
    await to_passengers(clerk)
    clerk.robot.type("Asha Rao")
    clerk.robot.keys("Return")


async def to_a_change(clerk: Clerk) -> None:
    await clerk.fill()
    clerk.counter.world.shift_price(clerk.counter.world.activities[0].activity_id, 100)
    clerk.robot.keys("Ctrl+Return")
    await clerk.robot.until(lambda: clerk.robot.is_shown("changes"))


async def to_open_outcome(clerk: Clerk) -> None:
    """Bookings with one that needs an answer."""
    await to_outcome(clerk)
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("sales_list"))


async def to_two_bookings(clerk: Clerk) -> None:
    await clerk.counter.sell()
    await to_bookings(clerk)


async def to_two_sales_of_the_day(clerk: Clerk) -> None:
    await clerk.counter.sell()
    await clerk.counter.sell()
    await to_day_close(clerk)
    await clerk.robot.until(lambda: clerk.rows("day_table"))


async def to_cancelling_seats(clerk: Clerk) -> None:
    await clerk.counter.sell(qty=2)
    await to_cancel_page(clerk)


async def to_cancelling_travellers(clerk: Clerk) -> None:
    await clerk.counter.book(await clerk.counter.boat())
    await to_cancel_page(clerk)
    await clerk.robot.until(lambda: len(clerk.rows("traveller_pick")) == 4)


async def to_cancel_page(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Alt+2")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_booking"))
    clerk.robot.keys("Delete")
    await clerk.robot.until(lambda: clerk.robot.is_shown("cancel_page"))


async def to_typed_pnr(clerk: Clerk) -> None:
    """The page that finds a booking of another counter, with its PNR typed."""
    pnr = (await clerk.counter.sell()).booking_ref
    await to_finding(clerk)
    clerk.robot.type(pnr)


PRESSED: dict[Action, Deed] = {
    catalogue.CHOOSE_ACTIVITY: Deed(Clerk.list_read, place, ("Down", "Up")),
    catalogue.PICK_SLOT: Deed(Clerk.list_read, page_of),
    catalogue.CHOOSE_DEPARTURE: Deed(to_boats, place, ("Down", "Up")),
    catalogue.TO_COUNTS: Deed(to_boats, place),
    catalogue.COUNT: Deed(to_boats, place),
    catalogue.TYPE_COUNT: Deed(to_counts, count_of("count_0"), ("2", "1")),
    catalogue.STEP_COUNT: Deed(to_counts, count_of("count_0")),
    free_now.CHOOSE_START: Deed(to_free, place, ("Down", "Up")),
    free_now.STEP_HOUR: Deed(to_free, place, ("Right", "Left")),
    free_now.PEOPLE: Deed(to_free, text_of("free_people"), ("3", "1")),
    free_now.MORE_PEOPLE: Deed(to_free, text_of("free_people")),
    free_now.SELL_TO: Deed(to_free, page_of),
    to_do.CHOOSE: Deed(to_to_do, place, ("Down", "Up")),
    to_do.DO: Deed(to_to_do, said_on_top),
    slots.PICK: Deed(Clerk.open_slots, chosen("slot_tiles"), ("2", "1")),
    slots.SEATS: Deed(Clerk.fill, count_of("qty")),
    slots.NEXT_FIELD: Deed(Clerk.fill, place),
    slots.KNOWN_CUSTOMER: Deed(to_slots_with_a_customer, chosen("customer_list")),
    passengers.NEXT_CELL: Deed(to_passengers, place),
    passengers.NEXT_ROW: Deed(to_passengers, place),
    passengers.COPY_ABOVE: Deed(to_filled_row, names_of_rows),
    passengers.TAKE_OFF: Deed(to_passengers, names_of_rows),
    sale.ACCEPT: Deed(to_a_change, is_ready),
    bookings.CHOOSE: Deed(to_two_bookings, place, ("Down", "Up")),
    bookings.OPEN: Deed(to_open_outcome, page_of),
    moving.WAYS: Deed(to_change_of_date, text_of("headline"), ("3",)),
    cancellation.CHOOSE: Deed(to_cancelling_travellers, rows_of("traveller_pick")),
    cancellation.CHOOSE_ALL: Deed(to_cancelling_travellers, rows_of("traveller_pick")),
    cancellation.SEATS: Deed(to_cancelling_seats, count_of("qty")),
    cancellation.READ: Deed(to_typed_pnr, is_open("booking_state")),
    connection.CONNECT: Deed(to_welcome, text_of("api_key_note")),
    SHOW_TYPED: Deed(to_welcome, echo_of("api_key")),
    settings.CHOOSE: Deed(to_settings, place, ("Down", "Up")),
    settings.ENTER: Deed(to_settings, place),
    day_close.MOVE: Deed(to_two_sales_of_the_day, place, ("Down", "Down", "Up")),
}
"""What the control with the keyboard takes itself."""


@pytest.fixture
async def clerk(tmp_path: Path) -> AsyncGenerator[Clerk]:
    """A clerk at a counter that remembers, where a printer can be chosen."""
    async with selling(
        tmp_path, remembers=True, others=("print_choice", "file_choice", "QListView ''")
    ) as opened:
        yield opened


@pytest.mark.parametrize("action", PRESSED, ids=lambda action: action.help.text)
async def test_the_control_with_the_keyboard_takes_it(clerk: Clerk, action: Action) -> None:
    deed = PRESSED[action]
    await deed.way(clerk)
    await press(clerk, action, deed)


async def press(clerk: Clerk, action: Action, deed: Deed) -> None:
    """Press each key of the action, and wait for what it changes."""
    keys = deed.keys or tuple(sequences(key)[0].toString() for key in action.pressed)
    assert set(keys) <= pressed(action)
    assert action.is_span or len(set(keys)) == len(action.keys)
    for key in keys:
        before = deed.probe(clerk)
        clerk.robot.keys(key)
        await clerk.robot.until(lambda before=before: deed.probe(clerk) != before)


ASKED: list[str] = []
"""How the voucher of a test was to be handed over."""


async def to_keys(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("F1")


async def to_palette(clerk: Clerk) -> None:
    await clerk.list_read()
    clerk.robot.keys("Ctrl+K")


async def to_notes(clerk: Clerk) -> None:
    await clerk.list_read()
    NotesSheet(clerk.window, "", SaleNotes(), clerk.counter.desk.notes, "")


def typed_note(clerk: Clerk) -> object:
    return clerk.robot.find("note_for_us", QPlainTextEdit).toPlainText()


async def to_handbook(clerk: Clerk) -> None:
    await to_keys(clerk)
    clerk.robot.keys("Return")


async def to_voucher(clerk: Clerk) -> None:
    await clerk.list_read()
    ASKED.clear()
    VoucherSheet(clerk.window, BOAT_VOUCHER).asked.connect(ASKED.append)


async def to_quotation(clerk: Clerk) -> None:
    await clerk.list_read()
    ASKED.clear()
    QuotationSheet(clerk.window, BOAT_QUOTATION).asked.connect(ASKED.append)


async def to_receipt(clerk: Clerk) -> None:
    await clerk.list_read()
    ASKED.clear()
    ReceiptSheet(clerk.window, RECEIPT).asked.connect(ASKED.append)


async def to_manifest(clerk: Clerk) -> None:
    await clerk.list_read()
    ASKED.clear()
    ManifestSheet(clerk.window, made(ARJUN)).asked.connect(ASKED.append)


async def to_pasting(clerk: Clerk) -> None:
    await clerk.list_read()
    seen, whole = (table_of_text(f"Name\tAge\nAsha Rao\t34\n{more}") for more in ("", "Struck Off\t41\n"))
    PasteSheet(clerk.window, replace(seen, hidden=1, with_hidden=whole), DEPARTURE, ())


async def to_copy(clerk: Clerk) -> None:
    await clerk.list_read()
    image = QImage(200, 150, QImage.Format.Format_RGB32)
    answers = (QuestionAnswer("keep", "Leave it out"), QuestionAnswer("use", "Use this copy", "primary"))
    sheet = DocumentViewer(
        clerk.window, ViewedDocument(Document("copy.jpg", b"x", "JPEG"), image), "Can it be read?", answers
    )
    ASKED.clear()
    sheet.answered.connect(ASKED.append)


async def to_field(clerk: Clerk) -> None:
    await to_bookings(clerk)
    clerk.robot.keys("O")
    await clerk.robot.until(lambda: clerk.robot.is_shown("look_up_sheet"))


async def to_entry(clerk: Clerk) -> None:
    await clerk.list_read()
    EntrySheet(clerk.window, '{"entryType": "DEBIT"}')


async def to_licences(clerk: Clerk) -> None:
    await clerk.list_read()
    LicenceSheet(clerk.window, [Paper(name, Path(name)) for name in ("one.txt", "other.txt")])


async def to_watch(clerk: Clerk) -> None:
    draft, slot = await clerk.counter.slot()
    full = replace(draft, slot=replace(slot, seats=0), customer_name="Asha Rao")
    clerk.flows.seats.ask(full)
    clerk.robot.keys("Return")
    clerk.flows.seats.ask(full)


def how_many_wait(clerk: Clerk) -> object:
    return len(clerk.counter.desk.seat_watches.held)


def how_often_asked(_clerk: Clerk) -> object:
    return len(ASKED)


def branding(clerk: Clerk) -> object:
    return clerk.window.findChildren(PaperSheet)[-1].chosen.branding


def scrolled(clerk: Clerk) -> object:
    return part(clerk.window, HandbookText).verticalScrollBar().value()


def is_corrected(clerk: Clerk) -> object:
    return clerk.robot.sees("Type the PNR")


class Sheet(NamedTuple):
    """How to open a sheet, its object name, the table of its actions, and what each of them changes."""

    way: Way
    name: str
    actions: tuple[Action, ...]
    probes: dict[Action, Probe]
    """Of the actions that do not close it."""


PAPER_WAYS = (
    vouchers.PRINT,
    vouchers.SAVE,
    vouchers.COPY,
    vouchers.CLIP,
    vouchers.MAIL,
    vouchers.CHAT,
)
SHEETS = (
    Sheet(to_keys, "keys_sheet", KEYS, {}),
    Sheet(to_palette, "palette", window.PALETTE, {window.CHOOSE_FOUND: chosen("palette_list")}),
    Sheet(
        to_handbook,
        "handbook",
        handbook.HANDBOOK,
        {
            handbook.FIND_WORDS: place,
            handbook.CHOOSE_CHAPTER: chosen("chapters"),
            handbook.SCROLL: scrolled,
            handbook.INTO_TEXT: place,
            handbook.PRINT_CHAPTER: is_open("print_choice"),
        },
    ),
    Sheet(
        to_voucher,
        "voucher_sheet",
        vouchers.VOUCHER,
        dict.fromkeys(PAPER_WAYS, how_often_asked)
        | dict.fromkeys((vouchers.PAPER, vouchers.LANGUAGE, vouchers.PRICE), branding),
    ),
    Sheet(
        to_notes,
        "notes_sheet",
        bookings.NOTES_SHEET,
        dict.fromkeys((bookings.NEW_LINE, bookings.USUAL_WORDS), typed_note),
    ),
    Sheet(
        to_quotation,
        "quotation_sheet",
        quotations.QUOTATION,
        dict.fromkeys((*PAPER_WAYS, quotations.ASK_DETAILS), how_often_asked)
        | dict.fromkeys((quotations.PAPER, vouchers.LANGUAGE), branding),
    ),
    Sheet(
        to_receipt,
        "receipt_sheet",
        till.RECEIPT,
        dict.fromkeys(PAPER_WAYS, how_often_asked)
        | dict.fromkeys((vouchers.PAPER, vouchers.LANGUAGE), branding),
    ),
    Sheet(
        to_manifest,
        "manifest_sheet",
        manifests.MANIFEST,
        dict.fromkeys(manifests.WAYS.values(), how_often_asked) | {vouchers.LANGUAGE: branding},
    ),
    Sheet(
        to_pasting,
        "paste_sheet",
        passengers.PASTING,
        {passengers.TAKE_HIDDEN: text_of("paste_title"), passengers.LEAVE_ROW: place},
    ),
    Sheet(to_copy, "document_look", VIEWER, {USE_COPY: how_often_asked, LEAVE_OUT: how_often_asked}),
    Sheet(to_field, "look_up_sheet", FIELD, {TAKE_FIELD: is_corrected}),
    Sheet(to_watch, "watch_sheet", free_now.WATCHING, {free_now.END_WATCH: how_many_wait}),
    Sheet(to_entry, "entry_sheet", SENT, {}),
    Sheet(to_licences, "licence_sheet", settings.LICENCES, {settings.CHOOSE_LICENCE: chosen("licences")}),
)
KEYS_IN_TURN = {
    window.CHOOSE_FOUND: ("Down", "Up"),
    handbook.CHOOSE_CHAPTER: ("Down", "Up"),
    handbook.SCROLL: ("PgDown", "PgUp"),
    settings.CHOOSE_LICENCE: ("Down", "Up"),
    vouchers.PAPER: ("3", "2", "1"),
    quotations.PAPER: ("2", "1"),
}
FIRST = {handbook.FIND_WORDS: ("Return",), free_now.END_WATCH: ("Tab", "Tab", "Tab")}
"""What leaves the place to which the action goes."""


def _leaving(sheet: Sheet) -> list[Action]:
    """What closes the sheet, or lays another window over it."""
    return [each for each in sheet.actions if each not in sheet.probes or each is handbook.PRINT_CHAPTER]


def _id_of(each: Sheet | Action) -> str:
    return each.name if isinstance(each, Sheet) else each.help.text


@pytest.mark.parametrize("sheet", SHEETS, ids=_id_of)
async def test_a_sheet_names_the_keys_of_its_table_alone_and_each_acts(clerk: Clerk, sheet: Sheet) -> None:
    await sheet.way(clerk)
    shown = clerk.robot.find(sheet.name, ModalQuestion)
    named = {spoken(key) for action in sheet.actions for key in (*action.caps, action.painted)}
    # The list of keys also shows those of the page below it.
    assert caps_on(shown) <= named or isinstance(shown, ShortcutHelp)
    assert spoken(sheet.actions[-1].painted) in caps_on(shown)
    assert sheet.actions in {group.actions for group in all_actions()}
    if isinstance(shown, ModalSheet):
        assert shown.own_actions == sheet.actions

    leaving = _leaving(sheet)
    for action in (*(each for each in sheet.actions if each not in leaving), *leaving[:1]):
        await _acts(clerk, sheet, action)


@beside_others
@pytest.mark.parametrize(
    ("sheet", "action"), [(sheet, action) for sheet in SHEETS for action in _leaving(sheet)[1:]], ids=_id_of
)
async def test_each_way_out_of_a_sheet_leaves_it(clerk: Clerk, sheet: Sheet, action: Action) -> None:
    await sheet.way(clerk)
    await _acts(clerk, sheet, action)


async def _acts(clerk: Clerk, sheet: Sheet, action: Action) -> None:
    await clerk.robot.until(lambda: clerk.robot.is_shown(sheet.name))
    clerk.robot.keys(*FIRST.get(action, ()))
    probe = sheet.probes.get(action, is_open(sheet.name))
    await press(clerk, action, Deed(sheet.way, probe, KEYS_IN_TURN.get(action, ())))


def test_every_kind_of_sheet_is_walked() -> None:
    walked = {sheet.actions for sheet in SHEETS}
    kinds = [kind for kind in _kinds(ModalSheet) if kind.__module__.startswith("app.")]
    assert {kind.own_actions for kind in kinds if not kind.__subclasses__()} <= walked


def _kinds(kind: type[ModalSheet]) -> list[type[ModalSheet]]:
    return [each for child in kind.__subclasses__() for each in (child, *_kinds(child))]
