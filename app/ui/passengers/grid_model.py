"""The passengers of a boat sale as a table: cells, fares, what is wrong with them, and undo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from app.core.language import joined, said_again, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Departure, Document, Passenger
from app.desk.passengers import rules
from app.desk.passengers.rules import CELL_WORDS, CELLS
from app.ui.kit.basics.text import one_line
from app.ui.passengers.row import (
    COLUMNS,
    COPY,
    COPY_CELL,
    FARE,
    FIRST,
    NUMBER,
    PassengerRow,
    cell_of,
)

UNDO_STEPS = 50

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_Party = tuple[tuple[Passenger, ...], tuple[int, ...]]


class PassengerModel(QAbstractTableModel):
    """Holds the draft; each edit makes a new one, and rows keep a key of their own while they move."""

    changed = Signal()
    """The draft is another one."""

    def __init__(self, draft: BoatDraft) -> None:
        super().__init__()
        self._draft = draft
        self._new_keys: Iterator[int] = count()
        self._keys = tuple(next(self._new_keys) for _ in draft.passengers)
        self._rows = [PassengerRow.of(each, draft.departure) for each in draft.passengers]
        self._undo: list[_Party] = []
        self._told: set[tuple[int, str]] = set()
        self._reading: set[int] = set()
        self._refused: dict[int, str] = {}
        """Why a file could not be taken, by the row it was meant for."""

    @property
    def draft(self) -> BoatDraft:
        """The sale as it stands."""
        return self._draft

    def row_at(self, row: int) -> PassengerRow:
        """What the rules say of a row."""
        return self._rows[row]

    def key_of(self, row: int) -> int:
        """What a row is known by, wherever it moves."""
        return self._keys[row]

    def row_of(self, key: int) -> int | None:
        """Where the row of a key is now; None when it is gone."""
        return self._keys.index(key) if key in self._keys else None

    # Edits

    def take(self, draft: BoatDraft) -> None:
        """Take what was typed of the customer; the passengers stay."""
        self._draft = replace(draft, passengers=self._draft.passengers, departure=self._draft.departure)

    def follow_first(self, *, follows: bool) -> None:
        """Let the customer's name follow passenger 1, or not."""
        self._draft = rules.following_first(self._draft, follows=follows)

    def show_departure(self, departure: Departure) -> None:
        """The trip as it is now; what was typed stays."""
        self._draft = replace(self._draft, departure=departure)
        self._rows = [PassengerRow.of(each, departure) for each in self._draft.passengers]
        self._tell_rows(0, len(self._rows) - 1)
        self.changed.emit()

    def type_cell(self, row: int, cell: str, text: str) -> None:
        """Type a cell; an empty text takes a copy away."""
        before = self._draft.passengers[row]
        if cell == COPY_CELL:
            after = replace(before, document=None)
            self._refused.pop(self._keys[row], None)
        else:
            after = rules.with_cell(before, cell, text)
        if after != before:
            self._put(rules.with_passenger(self._draft, row, after), self._keys)
        self.tell(row, cell)

    def copy_from_above(self, row: int, cell: str) -> None:
        """Fill a cell like the one above it; one that nobody asks for stays empty."""
        if self._rows[row].is_closed(cell):
            return
        after = rules.with_copied_cell(self._draft, row, cell)
        if after.passengers != self._draft.passengers:
            self._put(after, self._keys)
        self.tell(row, cell)

    def fill(self, row: int, passenger: Passenger) -> None:
        """Fill a row with what a document says, as far as it is asked for: one step to undo."""
        asked = rules.as_asked(passenger, self._draft.departure.identity)
        self._put(rules.with_passenger(self._draft, row, asked), self._keys)

    def add_party(self, people: Sequence[Passenger]) -> int:
        """These rows after the typed ones, one undo for all; gives where the first is.

        Rows that nobody typed in go. At most as many are added as there is room for; there must be one.
        """
        kept = [
            (each, key)
            for each, key in zip(self._draft.passengers, self._keys, strict=True)
            if not each.is_untouched
        ]
        fresh = people[: rules.MOST_PASSENGERS - len(kept)]
        draft = replace(self._draft, passengers=(*(each for each, _ in kept), *fresh))
        keys = (*(key for _, key in kept), *(next(self._new_keys) for _ in fresh))
        self._put(rules.following_first(draft, follows=draft.customer_is_first), keys)
        return len(kept)

    def add(self, *, like_last: bool = False) -> int | None:
        """One more row; gives where it is, or None when there is no room for it."""
        like = self._draft.passengers[-1] if like_last else None
        after = rules.with_added(self._draft, like)
        if after.qty == self._draft.qty:
            return None
        self._put(after, (*self._keys, next(self._new_keys)))
        return after.qty - 1

    def remove(self, row: int) -> None:
        """Take a row out; the only one is emptied."""
        keys = (*self._keys[:row], *self._keys[row + 1 :]) or (next(self._new_keys),)
        self._put(rules.without_passenger(self._draft, row), keys)

    def undo(self) -> bool:
        """The passengers as they were before the last edit; False when there was none."""
        if not self._undo:
            return False
        passengers, keys = self._undo.pop()
        draft = replace(self._draft, passengers=passengers)
        self._put(rules.following_first(draft, follows=draft.customer_is_first), keys, undoable=False)
        return True

    def forget(self) -> None:
        """Let go of all copies of documents."""
        self._undo.clear()
        bare = rules.without_copies(self._draft.passengers)
        self._draft = replace(self._draft, passengers=bare)
        self._rows = [PassengerRow.of(each, self._draft.departure) for each in bare]

    # Copies

    def begin_reading(self, key: int) -> None:
        """A file is being read for the row of this key."""
        self._reading.add(key)
        self._refused.pop(key, None)
        self._tell_key(key)

    def put_document(self, key: int, document: Document) -> None:
        """The file that was read; a row that is gone takes none."""
        self._reading.discard(key)
        row = self.row_of(key)
        if row is not None:
            after = replace(self._draft.passengers[row], document=document)
            self._put(rules.with_passenger(self._draft, row, after), self._keys)
            self.tell(row, COPY_CELL)

    def end_reading(self, key: int) -> None:
        """The file that was read is not used; what was there stays."""
        self._reading.discard(key)
        self._tell_key(key)

    def refuse_document(self, key: int, sentence: str) -> None:
        """The file cannot be taken; what was there stays."""
        self._reading.discard(key)
        self._refused[key] = sentence
        self._tell_key(key)

    def is_reading(self, row: int) -> bool:
        """Whether a file is being read for a row."""
        return self._keys[row] in self._reading

    # What is wrong

    def tell(self, row: int, cell: str) -> None:
        """The clerk has left this cell: what is wrong with it may be told."""
        if cell and (self._keys[row], cell) not in self._told:
            self._told.add((self._keys[row], cell))
            self._tell_rows(row, row)

    def tell_everywhere(self) -> None:
        """Tell everything that is wrong with the rows there are; a row that is added begins anew."""
        self._told.update((key, cell) for key in self._keys for cell in CELLS)
        self._tell_rows(0, len(self._rows) - 1)

    def sentence(self, row: int, cell: str) -> str:
        """What is wrong with a cell, when it may be told."""
        key = self._keys[row]
        if cell == COPY_CELL and key in self._refused:
            return self._refused[key]
        return self._rows[row].problems.get(cell, "") if (key, cell) in self._told else ""

    def told(self, row: int) -> list[tuple[str, str]]:
        """The cells of a row with what is told of them, from the left."""
        found = ((cell, self.sentence(row, cell)) for cell in CELLS)
        return [(cell, sentence) for cell, sentence in found if sentence]

    def first_told(self) -> tuple[int, int, str] | None:
        """How many cells are told to be wrong, and row and cell of the first of them."""
        wrong = [(row, cell) for row in range(len(self._rows)) for cell, _ in self.told(row)]
        return (len(wrong), *wrong[0]) if wrong else None

    # Qt

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else COLUMNS

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or index.column() == NUMBER:
            return Qt.ItemFlag.ItemIsEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        is_text = FIRST <= index.column() < COPY
        is_open = is_text and not self._rows[index.row()].is_closed(cell_of(index.column()))
        return flags | Qt.ItemFlag.ItemIsEditable if is_open else flags

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        return tr("Fare") if section == FARE else said_again(CELL_WORDS.get(cell_of(section), ""))

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index.row(), index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._shown(index.row(), index.column())
        return None

    @override
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not cell_of(index.column()):
            return False
        self.type_cell(index.row(), cell_of(index.column()), str(value))
        return True

    def _shown(self, row: int, column: int) -> str:
        if column == NUMBER:
            return str(row + 1)
        if column == FARE:
            rate = self._rows[row].rate
            return "" if rate is None or rate.fare is None else formats.amount(rate.fare)
        return self._rows[row].text(cell_of(column))

    def _spoken(self, row: int, column: int) -> str:
        """Such as "Passenger 3, ID number, empty, This trip needs a document number."."""
        who, cell, shown = tr("Passenger {number}", number=row + 1), cell_of(column), self._shown(row, column)
        if column == NUMBER:
            return who
        if column == FARE:
            rate = self._rows[row].rate
            ticket = "" if rate is None else one_line(rate.ticket_type)
            return joined(", ", (who, tr("Fare"), shown or tr("not known yet"), ticket))
        if cell == COPY_CELL and self.is_reading(row):
            shown = tr("reading")
        elif not shown:
            shown = tr("not needed") if self._rows[row].is_spare(cell) else tr("empty")
        parts = (who, CELL_WORDS[cell], one_line(shown), self.sentence(row, cell))
        return joined(", ", parts)

    def _put(self, draft: BoatDraft, keys: tuple[int, ...], *, undoable: bool = True) -> None:
        """Take a draft with other passengers: rows that are new or gone first, then those that changed."""
        if undoable:
            self._undo.append((self._draft.passengers, self._keys))
            del self._undo[:-UNDO_STEPS]
        self._draft = draft
        self._move_rows(keys)
        for row, passenger in enumerate(draft.passengers):
            if self._rows[row].passenger is not passenger:
                self._rows[row] = PassengerRow.of(passenger, draft.departure)
                self._tell_rows(row, row)
        self.changed.emit()

    def _move_rows(self, keys: tuple[int, ...]) -> None:
        """Rows that are gone go, new ones come; the rows before and after them stay as they are."""
        old, new = self._keys, keys
        start = 0
        while start < min(len(old), len(new)) and old[start] == new[start]:
            start += 1
        end = 0
        while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
            end += 1
        if len(old) - end > start:
            self.beginRemoveRows(_ROOT, start, len(old) - end - 1)
            del self._rows[start : len(old) - end]
            self._keys = (*old[:start], *old[len(old) - end :])
            self.endRemoveRows()
        if len(new) - end > start:
            self.beginInsertRows(_ROOT, start, len(new) - end - 1)
            fresh = self._draft.passengers[start : len(new) - end]
            self._rows[start:start] = [PassengerRow.of(each, self._draft.departure) for each in fresh]
            self._keys = new
            self.endInsertRows()

    def _tell_key(self, key: int) -> None:
        row = self.row_of(key)
        if row is not None:
            self._tell_rows(row, row)

    def _tell_rows(self, first: int, last: int) -> None:
        if last >= first:
            self.dataChanged.emit(self.index(first, NUMBER), self.index(last, FARE))
