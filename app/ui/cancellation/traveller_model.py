"""The model of a boat's travellers: who is chosen, and by which number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from app.core.language import joined, tr
from app.desk.model import formats
from app.desk.model.booking import BookedTraveller, ItemId, TravellerChoice, id_typed
from app.desk.model.service_words import shown_word
from app.ui.kit.basics.guarded import guarded

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


class TravellerPickModel(QAbstractListModel):
    """One row for each traveller; cancelled ones cannot be chosen."""

    changed = Signal()
    """Emitted when the choice or a number has changed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._people: tuple[BookedTraveller, ...] = ()
        self._chosen: set[int] = set()
        self._typed: dict[int, ItemId | None] = {}

    @property
    def choice(self) -> TravellerChoice:
        """The ticked travellers with their numbers."""
        return TravellerChoice(tuple(self.person(row) for row in sorted(self._chosen)))

    @property
    def has_first(self) -> bool:
        """Whether the first traveller is ticked and another one is not."""
        return 0 in self._chosen and len(self._chosen) < self.left

    @property
    def wrong(self) -> str:
        """What is wrong with a chosen traveller's number, the last typed first; or empty."""
        rows = (*reversed(self._typed), *sorted(self._chosen))
        return next((said for row in rows if row in self._chosen and (said := self.wrong_at(row))), "")

    @property
    def left(self) -> int:
        """The number of travellers who are not cancelled."""
        return sum(not each.is_cancelled for each in self._people)

    def show_people(self, people: Sequence[BookedTraveller]) -> None:
        """Show the travellers; ticks and typed numbers stay if the list is the same."""
        if [_who(each) for each in people] != [_who(each) for each in self._people]:
            self._chosen.clear()
            self._typed.clear()
        self.beginResetModel()
        self._people = tuple(people)
        self._chosen = {row for row in self._chosen if not people[row].is_cancelled}
        self.endResetModel()

    def person(self, row: int) -> BookedTraveller:
        """The traveller of a row, with the number as typed."""
        person = self._people[row]
        return replace(person, traveller_id=self._typed[row]) if row in self._typed else person

    def wrong_at(self, row: int) -> str:
        """A sentence when the number at a row belongs to another traveller; or empty."""
        person = self.person(row)
        # Numbers typed beside others are not sent; numbers from an answer always count.
        others = (
            self.person(each) if each in self._chosen else self._people[each]
            for each in range(len(self._people))
            if each != row
        )
        for other in others:
            if person.traveller_id is not None and other.traveller_id == person.traveller_id:
                return tr(
                    "{number} is the id of {other}. Type the id of {name}.",
                    number=person.traveller_id,
                    other=other.name,
                    name=person.name,
                )
        return ""

    def take_ids(self, named: Mapping[str, ItemId]) -> None:
        """Fill in missing numbers by name, except those that are already used."""
        names = [each.name for each in self._people]
        taken = {self.person(row).traveller_id for row in range(len(self._people))}
        self._people = tuple(
            replace(each, traveller_id=named[each.name])
            if each.traveller_id is None
            and names.count(each.name) == 1
            and named.get(each.name) not in {None, *taken}
            else each
            for each in self._people
        )
        if self._people:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._people) - 1, 0))

    def is_told(self, row: int) -> bool:
        """Whether the number at a row is from an answer of the service, and nobody typed another one."""
        return row not in self._typed and self._people[row].traveller_id is not None

    def is_chosen(self, row: int) -> bool:
        """Whether the traveller of a row is ticked."""
        return row in self._chosen

    def toggle(self, row: int) -> None:
        """Tick or untick a traveller."""
        if 0 <= row < len(self._people) and not self._people[row].is_cancelled:
            self._chosen ^= {row}
            self._tell(row)

    def choose_all(self) -> None:
        """Tick everyone who is not cancelled, or untick all if they are ticked."""
        everybody = {row for row, each in enumerate(self._people) if not each.is_cancelled}
        self._chosen = set() if self._chosen == everybody else everybody
        self._tell(0, len(self._people) - 1)

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self._people)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return usual if self._people[index.row()].is_cancelled else usual | Qt.ItemFlag.ItemIsEditable

    @override
    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if not index.isValid():
            return None
        person = self.person(index.row())
        number = "" if person.traveller_id is None else str(person.traveller_id)
        if role == Qt.ItemDataRole.EditRole:
            return number
        if role != Qt.ItemDataRole.AccessibleTextRole:
            return None
        ticked = tr("chosen") if self.is_chosen(index.row()) else tr("not chosen")
        kind = shown_word(person.kind)
        about = (ticked, person.name, person.age, kind, formats.state(person.status))
        parts = (
            *about,
            tr("id {number}", number=number) if number else tr("id missing"),
            self.wrong_at(index.row()),
        )
        return joined(", ", parts)

    @override
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Set a typed number; an empty text removes it."""
        typed = str(value).strip()
        row = index.row()
        if typed == (self.data(index, Qt.ItemDataRole.EditRole) or ""):
            return False
        # The last typed number is last.
        self._typed.pop(row, None)
        self._typed[row] = id_typed(typed)
        self._chosen.add(row)
        self._tell(row)
        return True

    def _tell(self, first: int, last: int | None = None) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(first if last is None else last, 0))
        self.changed.emit()


def _who(person: BookedTraveller) -> tuple[str, str, str]:
    return person.name, person.age, person.gender
