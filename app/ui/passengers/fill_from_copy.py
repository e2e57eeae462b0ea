"""Fills a row from the passport on its copy, in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from PySide6.QtCore import Qt

from app.core.language import joined, mark, tr
from app.core.tasks import TaskScope
from app.desk.documents.document import DocumentError
from app.desk.model.boats import Document, Passenger
from app.desk.passengers.mrz import MrzReading
from app.desk.passengers.mrz_from_copy import GreyPicture, filled, lacks_something
from app.ui.documents.copy_preparation import CopyPreparation
from app.ui.passengers.board import PassengerBoard
from app.ui.passengers.grid_model import PassengerModel

Read = Callable[[GreyPicture], Awaitable[MrzReading | None]]
Fill = Callable[[int, Passenger, MrzReading], None]
UNREAD = mark("No passport lines read from the copy")


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
        read: Read,
        fill: Fill,
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
