"""Input of passengers and documents other than by typing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QWidget

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope
from app.desk.bookings.known_customers import KnownParty
from app.desk.documents.document import (
    DocumentError,
    LockedDocumentError,
    is_sent_as_it_is,
    read_document,
    read_file,
)
from app.desk.model import formats
from app.desk.model.boats import Document, Passenger
from app.desk.passengers.import_table import (
    LARGEST_FILE,
    PartyImportError,
    PartyTable,
    table_of_file,
    table_of_text,
)
from app.desk.passengers.mrz import MrzReading, copied_expiry_note, expiry_note, fill_row, kind_note
from app.desk.passengers.mrz_from_copy import GreyPicture, filled, lacks_something
from app.desk.passengers.rules import CELLS
from app.ui.documents.copy_preparation import CopyPreparation
from app.ui.documents.document_viewer import ViewedDocument, look_again, look_at, reading_size
from app.ui.documents.pdf_password import password_of
from app.ui.kit.basics.native_style import Menu
from app.ui.kit.basics.painting import png_of
from app.ui.kit.basics.text import one_line
from app.ui.kit.controls.file_picker import choose_file
from app.ui.passengers.board import PassengerBoard
from app.ui.passengers.grid_model import PassengerModel
from app.ui.passengers.paste_sheet import PasteSheet
from app.ui.passengers.row import COPY_CELL
from app.ui.passengers.scanner_key_filter import ScannerKeyFilter

_PICTURES = mark("Pictures and PDF (*.jpg *.jpeg *.png *.webp *.heic *.heif *.pdf);;All files (*)")
_LISTS = mark("Lists (*.csv *.tsv *.txt *.xlsx);;All files (*)")
_FULL = mark("There is room for 100 passengers only.")
_ONE_BY_ONE = mark("Give one copy at a time, each on the passenger it belongs to.")
_Read = Callable[[GreyPicture], Awaitable[MrzReading | None]]
_Fill = Callable[[int, Passenger, MrzReading], None]
UNREAD = mark("No passport lines read from the copy")


class InputMethods(QObject):
    """Input from passport readers, copies of documents, and lists, for the grid of one page."""

    def __init__(
        self,
        page: QWidget,
        board: PassengerBoard,
        model: PassengerModel,
        tasks: TaskScope,
        parties: Callable[[date], Awaitable[tuple[KnownParty, ...]]],
        *,
        read_copy: _Read | None = None,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._board = board
        self._model = model
        self._tasks = tasks
        self._parties = parties
        self._copies = CopyPreparation()
        self._filling = read_copy and FillFromCopy(
            board, model, tasks, copies=self._copies, read=read_copy, fill=self._fill_from_copy
        )
        """None when this installation cannot read copies."""
        self._menu = Menu(page)
        self._has_said = False
        """Whether this object has set the line above the grid."""
        self._filled: object = None
        """The passengers after filling from a passport, to detect later changes."""
        self._sheet: PasteSheet | None = None
        ScannerKeyFilter(page, board.strip)
        board.grid.copy_asked.connect(self.choose_copy)
        board.grid.copy_given.connect(self._take_given)
        documents = board.documents
        for choosing in (documents.replace, documents.zone):
            choosing.clicked.connect(lambda: self.choose_copy(board.grid.row))
        documents.remove.clicked.connect(self._remove_copy)
        documents.copy_pasted.connect(self._take_for_current)
        documents.zone.files_dropped.connect(self._take_for_current)
        documents.thumb.clicked.connect(self._look_again)
        documents.picture_asked.connect(self._paint)
        board.strip.read.connect(self._take_reading)
        board.strip.undo_asked.connect(self._undo_filling)
        board.paste.clicked.connect(self.paste_rows)
        board.import_list.clicked.connect(self.import_list)
        board.party.clicked.connect(self.offer_parties)

    def begin(self) -> None:
        """Show the small picture of a copy when the page is on screen."""
        document = self._current_copy()
        if document is not None:
            self._paint(document)

    def end(self) -> None:
        """Drop all data of passports when the page is left."""
        self._board.strip.clear()
        self._board.documents.show_copy("", None)
        if self._sheet is not None:
            self._sheet.dismiss()
        self._sheet = None
        self._copies.end()

    def note_change(self) -> None:
        """Remove messages that may be out of date after a change of rows."""
        if self._has_said:
            self._say("")
        if self._filling is not None:
            self._filling.note_change()
        if self._filled is not None and self._model.draft.passengers is not self._filled:
            self._filled = None
            if self._board.strip.is_empty:
                self._board.strip.clear()

    def choose_copy(self, place: int) -> None:
        """Ask for the file of a copy."""
        self._board.grid.commit()
        if not self._takes_copy(place):
            return
        self._tasks.start("warm", self._copies.warm())
        key = self._model.key_of(place)
        choose_file(
            self._page,
            "copies",
            tr("Copy for passenger {number}", number=place + 1),
            tr(_PICTURES),
            lambda path: self._attach(key, path),
        )

    def paste_rows(self) -> None:
        """Show the rows on the clipboard for import."""
        self._board.grid.commit()
        text = QGuiApplication.clipboard().text()
        self._tasks.start("paste", self._take_table(asyncio.to_thread(table_of_text, text)))

    def import_list(self) -> None:
        """Ask for a file with rows."""
        self._board.grid.commit()
        choose_file(self._page, "lists", tr("List of passengers"), tr(_LISTS), self._read_list)

    def offer_parties(self) -> None:
        """Offer the saved parties."""
        self._board.grid.commit()
        self._tasks.start("parties", self._offer_parties())

    async def _offer_parties(self) -> None:
        found = await self._parties(self._model.draft.departure.day)
        self._menu.clear()
        for party in found:
            when = formats.day_short(party.travelled_on)
            text = joined(", ", (party.name, formats.passengers(len(party.passengers)), when))
            # An ampersand in a name must not become a shortcut.
            action = self._menu.addAction(one_line(text).replace("&", "&&"))
            action.triggered.connect(partial(self._add_known, party))
        if not found:
            self._menu.addAction(tr("No party has travelled from here yet")).setEnabled(False)
        button = self._board.party
        self._menu.popup(button.mapToGlobal(QPoint(0, button.height() + 4)))
        self._menu.setActiveAction(self._menu.actions()[0])

    def _add_known(self, party: KnownParty, *_state: object) -> None:
        self.add_party(party.passengers)

    def add_party(self, people: tuple[Passenger, ...]) -> None:
        """Add these passengers, in one step to undo."""
        if people:
            self._board.grid.go_to(self._model.add_party(people), CELLS[0])

    # Copies of documents

    def attach_to_current(self, path: Path) -> None:
        """Read a file for the current row."""
        self._take_for_current([path])

    def _take_for_current(self, given: list[Path] | QImage) -> None:
        self._take_given(self._board.grid.row, given)

    def _take_given(self, place: int, given: list[Path] | QImage) -> None:
        """Attach a dropped or pasted file or picture; several files are refused: their rows are unknown."""
        self._board.grid.commit()
        if not self._takes_copy(place):
            return
        key = self._model.key_of(place)
        if isinstance(given, QImage):
            self._take(key, asyncio.to_thread(_png, given))
        elif len(given) == 1:
            self._attach(key, given[0])
        else:
            self._model.refuse_document(key, tr(_ONE_BY_ONE))

    def _attach(self, key: int, path: Path) -> None:
        """Read a file for the row with this key, wherever it is then."""
        self._take(key, asyncio.to_thread(read_document, path))

    def _takes_copy(self, place: int) -> bool:
        """Whether this passenger's copy is required; shows a message if not."""
        if not self._model.row_at(place).is_closed(COPY_CELL):
            return True
        self._say(tr("Passenger {number} needs no copy.", number=place + 1), tr("Nothing was taken."))
        return False

    def _take(self, key: int, reading: Awaitable[Document]) -> None:
        self._model.begin_reading(key)
        self._tasks.start(f"copy {key}", self._read_copy(key, reading))

    async def _read_copy(self, key: int, reading: Awaitable[Document]) -> None:
        """Attach the prepared copy; a converted or mended one is shown for confirmation first."""
        try:
            read = await reading
            fitted = await self._fitted(read)
            is_plain = is_sent_as_it_is(read) and not fitted.is_mended
            is_used = is_plain or await self._is_used(fitted)
        except DocumentError as error:
            self._model.refuse_document(key, str(error))
            return
        if is_used:
            self._model.put_document(key, fitted)
            if self._filling is not None:
                self._filling.begin(key, fitted)
        else:
            self._model.end_reading(key)

    async def _fitted(self, document: Document) -> Document:
        """The copy as it can be sent; for a PDF with a password that is asked for until it opens."""
        password = ""
        while True:
            try:
                return await self._copies.fit(document, password)
            except LockedDocumentError:
                told = await password_of(self._page.window(), document.file_name, is_wrong=bool(password))
                if not told:
                    raise
                password = told

    async def _is_used(self, document: Document) -> bool:
        window = self._page.window()
        image = await self._copies.picture(document, reading_size(window))
        return await look_at(window, ViewedDocument(document, image))

    def _remove_copy(self) -> None:
        self._model.type_cell(self._board.grid.row, "id_proof_file", "")

    def _look_again(self) -> None:
        document = self._current_copy()
        if document is not None:
            self._tasks.start("look", self._look(document))

    async def _look(self, document: Document) -> None:
        window = self._page.window()
        try:
            image = await self._copies.picture(document, reading_size(window))
        except DocumentError as error:
            self._say(tr("The copy cannot be shown."), str(error))
        else:
            await look_again(window, ViewedDocument(document, image))

    def _paint(self, document: object) -> None:
        if isinstance(document, Document):
            self._tasks.start("thumbnail", self._show_small(document))

    async def _show_small(self, document: Document) -> None:
        try:
            image = await self._copies.picture(document, self._board.documents.picture_size, 1)
        except DocumentError:
            # The box shows the kind of file instead.
            return
        self._board.documents.show_picture(document, image)

    def _current_copy(self) -> Document | None:
        return self._model.row_at(self._board.grid.row).passenger.document

    def _say(self, text: str, more: str = "") -> None:
        """Show a line above the grid until the rows change."""
        self._has_said = bool(text)
        self._board.say(text, more)

    # Passport lines

    def _take_reading(self, reading: object) -> None:
        """Fill the current row if it is empty, else the first empty one, else a new one."""
        if not isinstance(reading, MrzReading):
            return
        self._board.grid.commit()
        place = self._empty_place()
        if place is None:
            self._board.strip.show_error(tr(_FULL))
            return
        day = self._model.draft.departure.day
        self._fill(place, fill_row(self._model.draft.passengers[place], reading, day), reading)
        grid = self._board.grid
        grid.setCurrentIndex(self._model.index(place, max(grid.currentIndex().column(), 1)))

    def _fill_from_copy(self, place: int, row: Passenger, reading: MrzReading) -> None:
        self._fill(place, row, reading, tr("from the copy"))

    def _fill(self, place: int, row: Passenger, reading: MrzReading, source: str = "") -> None:
        """Fill the row in one step of undo, with a message in the strip unless it is reading again."""
        self._model.fill(place, row)
        self._filled = self._model.draft.passengers
        day = self._model.draft.departure.day
        expiry = copied_expiry_note(reading) if source else ""
        note = joined(" ", (expiry_note(reading, day), expiry, kind_note(reading)))
        if not source or self._board.strip.is_empty:
            self._board.strip.show_filled(place, note, source)

    def _empty_place(self) -> int | None:
        people = self._model.draft.passengers
        places = (self._board.grid.row, *range(len(people)))
        found = next((each for each in places if people[each].is_untouched), None)
        return self._model.add() if found is None else found

    def _undo_filling(self) -> None:
        if self._model.draft.passengers is self._filled:
            self._model.undo()

    # Rows from elsewhere

    def _read_list(self, path: Path) -> None:
        self._tasks.start("paste", self._take_table(asyncio.to_thread(_table_at, path)))

    async def _take_table(self, reading: Awaitable[PartyTable]) -> None:
        try:
            table = await reading
        except (PartyImportError, DocumentError) as error:
            self._say(tr("Nothing was added."), str(error))
            return
        draft = self._model.draft
        self._sheet = PasteSheet(self._page.window(), table, draft.departure, draft.passengers)
        self._sheet.confirmed.connect(partial(self._add_pasted, self._sheet))

    def _add_pasted(self, sheet: PasteSheet, people: tuple[Passenger, ...]) -> None:
        """Add pasted rows, and say who was left out of them."""
        self.add_party(people)
        if sheet.left_words:
            self._say(tr("Not all rows are added."), sheet.left_words)


def _table_at(path: Path) -> PartyTable:
    return table_of_file(path.name, read_file(path, LARGEST_FILE))


def _png(image: QImage) -> Document:
    """A picture from the clipboard as a document in memory."""
    data = png_of(image)
    if not data:
        raise DocumentError(mark("The picture on the clipboard cannot be taken. Save it as a file first."))
    return Document(tr("From the clipboard"), data, "PNG")


class FillFromCopy:
    """Reads each new copy of an incomplete row; typed cells stay as they are.

    `fill` is called with the index of a row, the filled row, and the reading.
    """

    def __init__(
        self,
        board: PassengerBoard,
        model: PassengerModel,
        tasks: TaskScope,
        *,
        copies: CopyPreparation,
        read: _Read,
        fill: _Fill,
    ) -> None:
        self._strip = board.strip
        self._grid = board.grid
        self._model = model
        self._tasks = tasks
        self._copies = copies
        self._read = read
        self._fill = fill
        self._told: object = None
        """The passengers of a shown message, which is valid while they are unchanged."""

    def note_change(self) -> None:
        """Remove a message that may be out of date after a change of rows."""
        if self._told is not None and self._model.draft.passengers is not self._told:
            self._told = None
            self._strip.show_word("")

    def begin(self, key: int, document: Document) -> None:
        """Read the copy of the row with this key, if the row is incomplete."""
        row = self._model.row_of(key)
        if row is not None and lacks_something(self._model.draft.passengers[row]):
            self._tasks.start(f"passport {key}", self._read_and_fill(key, document))

    async def _read_and_fill(self, key: int, document: Document) -> None:
        try:
            reading = await self._read(await self._copies.grey(document))
        except DocumentError:
            # An error in drawing is shown beside the copy.
            return
        while self._grid.is_typing and self._model.row_of(key) == self._grid.row:
            await self._end_of_typing()
        row = self._model.row_of(key)
        if row is not None and self._model.draft.passengers[row].document is document:
            self._take(row, reading)

    async def _end_of_typing(self) -> None:
        """Wait until the edited cell is left, whose text has priority."""
        left = asyncio.get_running_loop().create_future()

        def tell() -> None:
            if not left.done():
                left.set_result(None)

        self._grid.itemDelegate().closeEditor.connect(tell, Qt.ConnectionType.SingleShotConnection)
        await left

    def _take(self, row: int, reading: MrzReading | None) -> None:
        if reading is None:
            self._say(tr(UNREAD))
            return
        before = self._model.draft.passengers[row]
        after, others = filled(before, reading, self._model.draft.departure.day)
        if others:
            note = tr("The copy says otherwise: {others}. Nothing was changed.", others=joined(", ", others))
            self._say(tr("Compare passenger {number}", number=row + 1), note)
        elif after != before:
            self._told = None
            self._fill(row, after, reading)

    def _say(self, word: str, note: str = "") -> None:
        self._strip.show_word(word, note)
        self._told = self._model.draft.passengers
