"""The travellers in the preflight: all rows, with only the end of each document number."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import Message, mark, tr
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.model.service_words import shown_word
from app.desk.passengers.rules import needs
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns, TableHeader
from app.ui.theme import style

HEADER, ROW, _TWO_LINES = 30, 39, 46
_SHOWN = 4
"""The characters of a document number that are shown."""


class _Traveller(NamedTuple):
    place: int
    passenger: Passenger
    identity: Identity | None
    is_whole: bool
    """Whether the whole number of the document is shown."""
    is_changed: bool
    """Whether the number was changed."""


def masked(number: str) -> str:
    """A document number as dots and its last four characters."""
    text = number.strip()
    return f"\u2022\u2022\u2022\u2022 {text[-_SHOWN:]}" if text else ""


def _or_none(text: str) -> Cell:
    return Cell(text or tr("None"), "text" if text else "text3")


def _number(row: _Traveller) -> Cell:
    number = row.passenger.id_number.strip()
    if not number:
        return _or_none(number)
    shown = number if row.is_whole else masked(number)
    return Cell(shown, "warning" if row.is_changed else "text", is_identity=True, is_whole=True)


def _copy(row: _Traveller) -> Cell:
    """Whether this traveller has a copy."""
    if row.passenger.document and needs(row.passenger, row.identity).id_proof_file:
        return Cell(tr("Yes"), icon="paperclip", icon_ink="text2", is_mark=False)
    return _or_none("")


COLUMNS: Columns[_Traveller] = Columns(
    (
        Column(
            Message(""),
            36,
            tight=28,
            cell=lambda row: str(row.place + 1),
            role="caption",
            ink="text3",
            say=lambda row: tr("Passenger {number}", number=row.place + 1),
        ),
        Column(
            mark("Passenger"),
            cell=lambda row: Cell(
                row.passenger.traveler_name.strip(), role="bodyStrong", beneath_ink="text2", is_whole=True
            ),
        ),
        Column(
            mark("Age"),
            56,
            is_right=True,
            tight=48,
            cell=lambda row: row.passenger.age.strip(),
            is_titled=True,
        ),
        Column(
            mark("Gender"),
            96,
            tight=88,
            fold=1,
            under=1,
            cell=lambda row: shown_word(row.passenger.pax_gender),
            is_titled=True,
        ),
        Column(
            mark("Nationality"),
            112,
            tight=100,
            fold=1,
            under=1,
            cell=lambda row: shown_word(row.passenger.nationality),
            is_titled=True,
        ),
        Column(
            mark("ID type"),
            132,
            tight=112,
            cell=lambda row: _or_none(shown_word(row.passenger.id_type)),
            is_titled=True,
        ),
        Column(mark("ID number"), 120, tight=112, cell=_number, is_titled=True),
        Column(mark("Copy"), 76, tight=68, cell=_copy, is_titled=True),
    ),
    before=8,
    after=8,
    least=144,
)


class TravellersTable(Box):
    """A header and its rows, in their full height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS, parent=parent)
        header = TableHeader(COLUMNS, (HEADER, style.TABLE_HEADER[1]), radius=style.RADIUS - 1)
        rules = RowRules(self._row_height, is_still=True)
        self._rows = Table(COLUMNS, rules, "travellers", tr("Passengers"), header=header)
        self.setLayout(column(header, Hairline(), self._rows, margins=(1, 1, 1, 1)))

    def show_party(self, draft: BoatDraft, changed: Collection[int] = (), *, whole: bool = False) -> None:
        """Show the passengers of a draft; those of `changed` rows with a number of another colour."""
        identity = draft.departure.identity
        people = enumerate(draft.passengers)
        self._rows.show_rows(_Traveller(at, each, identity, whole, at in changed) for at, each in people)
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _row_height(self, _row: _Traveller) -> int:
        return _TWO_LINES if COLUMNS.folded(self.width()) else ROW

    def _fit(self) -> None:
        self._rows.setFixedHeight(sum(map(self._row_height, self._rows.rows)))
