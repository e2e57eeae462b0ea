"""The model of pasted rows as they would be added."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model.service_words import shown_word
from app.desk.passengers.import_columns import BIRTH_DATES, COLUMN_WORDS, NAMES, Column
from app.desk.passengers.import_rows import CELL_OF, ImportNote, NoteKind, PartyImport
from app.desk.passengers.import_vocabulary import GENDER, ID_TYPE, IGNORED, NAME, NATIONALITY, WOMEN_AS_M
from app.ui.kit.basics.guarded import guarded

Index = QModelIndex | QPersistentModelIndex
NUMBER, FIRST = 0, 1
_ROOT = QModelIndex()
_AS_PASTED = frozenset({*NAMES - {NAME}, *BIRTH_DATES, IGNORED})
"""Columns that are shown as pasted, since the grid has no such text."""
_WORDS = frozenset({GENDER, WOMEN_AS_M, NATIONALITY, ID_TYPE})
"""Columns of the service's words, which are shown in the language of the screen."""
_GRAVEST: tuple[NoteKind, ...] = ("gap", "double", "converted")


class PasteModel(QAbstractTableModel):
    """Row number, then the columns in their own order."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._columns: tuple[Column, ...] = ()
        self._import = PartyImport((), (), 1, "")
        self._notes: dict[tuple[int, str], ImportNote] = {}
        self._left: frozenset[int] = frozenset()

    def show(
        self, rows: tuple[tuple[str, ...], ...], columns: tuple[Column, ...], found: PartyImport
    ) -> None:
        """Show these rows without their heading, and their import."""
        self.beginResetModel()
        self._rows, self._columns, self._import = rows, columns, found
        self._set_notes(found)
        self.endResetModel()

    def leave_out(self, left: frozenset[int], found: PartyImport) -> None:
        """Show these rows as left out, and the notes that count then."""
        self._left = left
        self._set_notes(found)
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, NUMBER), last)

    def is_left(self, row: int) -> bool:
        """Whether a row is left out."""
        return row in self._left

    def _set_notes(self, found: PartyImport) -> None:
        self._notes = {}
        for kind in reversed(_GRAVEST):
            self._notes |= {(note.row, note.cell): note for note in found.notes if note.kind == kind}

    def column_at(self, column: int) -> Column:
        """The content of a table column; IGNORED for the row numbers."""
        return self._columns[column - FIRST] if column >= FIRST else IGNORED

    def note_at(self, row: int, column: int) -> ImportNote | None:
        """The note on a cell, or None; a note on a name in two columns is at both."""
        held = self.column_at(column)
        return self._notes.get((row, CELL_OF.get(held, held)))

    def text_at(self, row: int, column: int) -> str:
        """The cell as it would be in the grid, or as pasted."""
        if column == NUMBER:
            return str(self._import.first_number + row)
        held = self.column_at(column)
        if held in _AS_PASTED:
            return self._rows[row][column - FIRST]
        text: str = getattr(self._import.passengers[row], CELL_OF.get(held, held))
        return shown_word(text) if held in _WORDS else text

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._import.passengers)

    @override
    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else FIRST + len(self._columns)

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text_at(index.row(), index.column())
        return self._spoken(index) if role == Qt.ItemDataRole.AccessibleTextRole else None

    @override
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        is_named = orientation == Qt.Orientation.Horizontal and section >= FIRST
        if role != Qt.ItemDataRole.DisplayRole or not is_named:
            return None
        return tr(COLUMN_WORDS[self.column_at(section)])

    def _spoken(self, index: Index) -> str:
        row, column = index.row(), index.column()
        if column == NUMBER:
            number = tr("Row {number}", number=self.text_at(row, column))
            return joined(", ", (number, tr("left out") if self.is_left(row) else ""))
        note = self.note_at(row, column)
        parts = (
            tr("Row {number}", number=self.text_at(row, NUMBER)),
            tr(COLUMN_WORDS[self.column_at(column)]),
            self.text_at(row, column) or tr("empty"),
            note.sentence if note else "",
        )
        return joined(", ", parts)
