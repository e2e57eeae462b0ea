"""The model of the passenger grid: cells, fares, errors, and undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.boats import BoatDraft, Departure, Document, Passenger
from app.desk.model.sale import Problem
from app.desk.model.service_words import shown_word
from app.desk.passengers import rules
from app.desk.passengers.doubts import as_it_is, doubt
from app.desk.passengers.rules import CELL_WORDS, CELLS
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.text import one_line, starred
from app.ui.passengers.row import (
    AGE,
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
    """Holds the draft; each edit makes a new one, and rows keep a key while they move.

    Before `begin` it has no rows.
    """

    changed = Signal()
    """Emitted when the draft has changed."""
    allowed = Signal()
    """Emitted when other errors may be shown, of the same draft."""

    def __init__(self) -> None:
        super().__init__()
        self._draft: BoatDraft
        self._new_keys: Iterator[int] = count()
        self._keys: tuple[int, ...] = ()
        self._rows: list[PassengerRow] = []
        self._undo: list[_Party] = []
        self._told: set[tuple[int, str]] = set()
        self._reading: set[int] = set()
        self._refused: dict[int, str] = {}
        """Why a file could not be used, by the key of its row."""

    def begin(self, draft: BoatDraft) -> None:
        """Show this draft."""
        self._draft = draft
        self.beginInsertRows(_ROOT, 0, draft.qty - 1)
        self._keys = tuple(next(self._new_keys) for _ in draft.passengers)
        self._rows = [PassengerRow.of(each, draft.departure) for each in draft.passengers]
        self._told = _told_at_once(self._keys, draft.passengers)
        self.endInsertRows()

    @property
    def draft(self) -> BoatDraft:
        """The sale as it stands."""
        return self._draft

    def row_at(self, row: int) -> PassengerRow:
        """The evaluated row."""
        return self._rows[row]

    def key_of(self, row: int) -> int:
        """The key of a row, which does not change when it moves."""
        return self._keys[row]

    def row_of(self, key: int) -> int | None:
        """The present index of the row with a key; None when it was removed."""
        return self._keys.index(key) if key in self._keys else None

    # Edits

    def take(self, draft: BoatDraft) -> None:
        """Take over the customer of a draft; the passengers stay."""
        self._draft = replace(draft, passengers=self._draft.passengers, departure=self._draft.departure)

    def follow_first(self, *, follows: bool) -> None:
        """Set whether the customer's name follows passenger 1."""
        self._draft = rules.following_first(self._draft, follows=follows)

    def show_departure(self, departure: Departure) -> None:
        """Show the present state of the trip; the input stays."""
        self._draft = replace(self._draft, departure=departure)
        self._rows = [PassengerRow.of(each, departure) for each in self._draft.passengers]
        self._tell_rows(0, len(self._rows) - 1)
        self.changed.emit()

    def type_cell(self, row: int, cell: str, text: str) -> None:
        """Set a cell; an empty text removes a copy."""
        before = self._draft.passengers[row]
        if cell == COPY_CELL:
            after = replace(before, document=None)
            self._refused.pop(self._keys[row], None)
        else:
            after = rules.with_cell(before, cell, text)
        if after != before:
            # Allowed first: what the other text gives rise to is worked out once.
            self._told.add((self._keys[row], cell))
            self._put(rules.with_passenger(self._draft, row, after), self._keys)
        self.tell(row, cell)

    def copy_from_above(self, row: int, cell: str) -> None:
        """Copy a cell from the row above; one that is not required stays empty."""
        if self._rows[row].is_closed(cell):
            return
        after = rules.with_copied_cell(self._draft, row, cell)
        if after.passengers != self._draft.passengers:
            self._put(after, self._keys)
        self.tell(row, cell)

    def fill(self, row: int, passenger: Passenger) -> None:
        """Fill a row from a document with the required data, in one step of undo."""
        asked = rules.as_asked(passenger, self._draft.departure.identity)
        if asked.earlier_born:
            self._told.add((self._keys[row], AGE))
        self._put(rules.with_passenger(self._draft, row, asked), self._keys)

    def add_party(self, people: Sequence[Passenger]) -> int:
        """Fill the untouched rows with these, then add rows, in one step of undo. Returns the first index.

        No row is taken away. At most as many are added as there is room for, which is at least one.
        """
        party, keys = [*self._draft.passengers], [*self._keys]
        places = [at for at, each in enumerate(party) if each.is_untouched]
        places += range(len(party), rules.MOST_PASSENGERS)
        for at, each in zip(places, people, strict=False):
            # A key of its own: what was begun for the row that was empty is not for this passenger.
            party[at : at + 1], keys[at : at + 1] = [each], [next(self._new_keys)]
        draft = replace(self._draft, passengers=tuple(party))
        self._told |= _told_at_once(keys, party)
        self._put(rules.following_first(draft, follows=draft.customer_is_first), tuple(keys))
        return places[0]

    def carry(self, last: BoatDraft) -> None:
        """Take over the passengers typed for another sale, in one step of undo."""
        party = rules.carried_party(last, self._draft)
        fresh = (next(self._new_keys) for _ in party[len(self._keys) :])
        draft = replace(self._draft, passengers=party)
        self._put(
            rules.following_first(draft, follows=last.customer_is_first),
            (*self._keys[: len(party)], *fresh),
        )

    def add(self, *, like_last: bool = False) -> int | None:
        """Add a row. Returns its index, or None when there is no room."""
        like = self._draft.passengers[-1] if like_last else None
        after = rules.with_added(self._draft, like)
        if after.qty == self._draft.qty:
            return None
        self._put(after, (*self._keys, next(self._new_keys)))
        return after.qty - 1

    def remove(self, row: int) -> None:
        """Remove a row; the only one is emptied instead."""
        keys = (*self._keys[:row], *self._keys[row + 1 :]) or (next(self._new_keys),)
        self._put(rules.without_passenger(self._draft, row), keys)

    def undo(self) -> bool:
        """Undo the last edit of passengers. Returns False when there was none."""
        if not self._undo:
            return False
        passengers, keys = self._undo.pop()
        draft = replace(self._draft, passengers=passengers)
        self._put(rules.following_first(draft, follows=draft.customer_is_first), keys, undoable=False)
        return True

    def forget(self) -> None:
        """Drop all copies of documents."""
        self._undo.clear()
        bare = rules.without_copies(self._draft.passengers)
        self._draft = replace(self._draft, passengers=bare)
        self._rows = [PassengerRow.of(each, self._draft.departure) for each in bare]

    # Copies

    def begin_reading(self, key: int) -> None:
        """Note that a file is being read for the row with this key."""
        self._reading.add(key)
        self._refused.pop(key, None)
        self._tell_key(key)

    def put_document(self, key: int, document: Document) -> None:
        """Set the file that was read, unless its row was removed."""
        self._reading.discard(key)
        row = self.row_of(key)
        if row is not None:
            after = replace(self._draft.passengers[row], document=document)
            self._put(rules.with_passenger(self._draft, row, after), self._keys)
            self.tell(row, COPY_CELL)

    def end_reading(self, key: int) -> None:
        """Discard the file that was read; the former copy stays."""
        self._reading.discard(key)
        self._tell_key(key)

    def refuse_document(self, key: int, sentence: str) -> None:
        """Show why the file cannot be used; the former copy stays."""
        self._reading.discard(key)
        self._refused[key] = sentence
        self._tell_key(key)

    def is_reading(self, row: int) -> bool:
        """Whether a file is being read for a row."""
        return self._keys[row] in self._reading

    # What is wrong

    def tell(self, row: int, cell: str) -> None:
        """Allow the errors of this cell to be shown, which the clerk has left."""
        if cell and (self._keys[row], cell) not in self._told:
            self._told.add((self._keys[row], cell))
            self._tell_rows(row, row)
            self.allowed.emit()

    def tell_everywhere(self) -> None:
        """Allow all errors of the present rows to be shown, but not those of rows added later."""
        self._told.update((key, cell) for key in self._keys for cell in CELLS)
        self._tell_rows(0, len(self._rows) - 1)
        self.allowed.emit()

    def sentence(self, row: int, cell: str) -> str:
        """The error of a cell, if it may be shown; else empty."""
        key = self._keys[row]
        if cell == COPY_CELL and key in self._refused:
            return self._refused[key]
        return self._rows[row].problems.get(cell, "") if (key, cell) in self._told else ""

    def told(self, row: int) -> list[tuple[str, str]]:
        """The cells of a row with their shown errors, from the left."""
        found = ((cell, self.sentence(row, cell)) for cell in CELLS)
        return [(cell, sentence) for cell, sentence in found if sentence]

    def judge(self, passenger: Passenger, departure: Departure, row: int) -> tuple[Problem, ...]:
        """The problems of a row: of its passenger as they were found, of another one worked out."""
        shown, trip = self._rows[row], self._draft.departure
        is_alike = departure.rates is trip.rates and departure.identity is trip.identity
        if shown.passenger is not passenger or not is_alike:
            return rules.passenger_problems(passenger, departure, row)
        return tuple(Problem(cell, sentence, row) for cell, sentence in shown.problems.items())

    def first_told(self) -> tuple[int, int, str] | None:
        """The number of shown errors, with row and cell of the first one, or None."""
        seen = {key for key, _ in self._told} | self._refused.keys()
        wrong = [
            (row, cell) for row, key in enumerate(self._keys) if key in seen for cell, _ in self.told(row)
        ]
        return (len(wrong), *wrong[0]) if wrong else None

    def doubted(self, row: int, cell: str) -> str:
        """The cell whose shown sentence is a doubt: this one, else the first of its row; empty for none."""
        told = [each for each, _ in self.told(row)]
        shown = cell if cell in told else next(iter(told), "")
        return shown if shown and doubt(self._draft.passengers[row], shown) else ""

    def accept(self, row: int, cell: str) -> None:
        """Book what stands in a cell as it is, in one step of undo."""
        self._put(
            rules.with_passenger(self._draft, row, as_it_is(self._draft.passengers[row], cell)), self._keys
        )

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
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        cell = cell_of(section)
        words = tr("Fare") if section == FARE else tr(CELL_WORDS[cell]) if cell in CELL_WORDS else ""
        if not cell or not self._rows or not rules.is_required(cell, self._draft.departure.identity):
            return words
        return starred(words) if role == Qt.ItemDataRole.DisplayRole else tr("{field}, required", field=words)

    @override
    @guarded
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
        """For screen readers: "Passenger 3, ID number, empty, This trip needs a document number."."""
        who, cell, shown = tr("Passenger {number}", number=row + 1), cell_of(column), self._shown(row, column)
        if column == NUMBER:
            return who
        if column == FARE:
            rate = self._rows[row].rate
            ticket = "" if rate is None else one_line(shown_word(rate.ticket_type))
            return joined(", ", (who, tr("Fare"), shown or tr("not known yet"), ticket))
        if cell == COPY_CELL and self.is_reading(row):
            shown = tr("reading")
        elif not shown:
            shown = _spoken_gap(self._rows[row], cell)
        parts = (who, tr(CELL_WORDS[cell]), one_line(shown), self.sentence(row, cell))
        return joined(", ", parts)

    def _put(self, draft: BoatDraft, keys: tuple[int, ...], *, undoable: bool = True) -> None:
        """Set a draft with other passengers: update new and removed rows first, then changed ones."""
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
        """Remove and insert rows by their keys."""
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
            self.allowed.emit()

    def _tell_rows(self, first: int, last: int) -> None:
        if last >= first:
            self.dataChanged.emit(self.index(first, NUMBER), self.index(last, FARE))


def _spoken_gap(found: PassengerRow, cell: str) -> str:
    """What is heard of an empty cell, as it is seen."""
    if found.is_unneeded(cell):
        return tr("not needed")
    return tr("needed") if cell == COPY_CELL and found.needs.id_proof_file else tr("empty")


def _told_at_once(keys: Iterable[int], party: Iterable[Passenger]) -> set[tuple[int, str]]:
    """The cells of rows that nobody need leave first: an age of another day, and what a list left open."""
    rows = [*zip(keys, party, strict=True)]
    aged = {(key, AGE) for key, each in rows if each.aged_on}
    return aged | {(key, asked.cell) for key, each in rows for asked in each.left_open}
