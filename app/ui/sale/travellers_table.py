"""The travellers in the preflight: all rows, with only the end of each document number."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.passengers.rules import needs
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text, text_width
from app.ui.kit.lists.row_list import PaintedList, RowDelegate
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import assets, style

HEADER, ROW = 30, 39
COLUMNS = Columns(
    (
        Column(Message(""), 36, tight=28),
        Column(mark("Traveller")),
        Column(mark("Age"), 56, is_right=True, tight=48),
        Column(mark("Gender"), 96, tight=88),
        Column(mark("Nationality"), 112, tight=100),
        Column(mark("ID type"), 132, tight=110),
        Column(mark("ID number"), 120, tight=112),
        Column(mark("Copy"), 76, tight=66),
    ),
    before=8,
    after=8,
    least=120,
)
_SHOWN = 4
"""The characters of a document number that are shown."""


def masked(number: str) -> str:
    """A document number as dots and its last four characters."""
    text = number.strip()
    return f"\u2022\u2022\u2022\u2022 {text[-_SHOWN:]}" if text else ""


def copy_words(passenger: Passenger, identity: Identity | None) -> str:
    """The words for whether this traveller has a copy."""
    return tr("Yes") if passenger.document and needs(passenger, identity).id_proof_file else tr("None")


class TravellerCells(NamedTuple):
    """The texts of one row in the order of the columns, and whether its number was changed."""

    texts: tuple[str, ...]
    is_changed: bool


def cells(
    passenger: Passenger, place: int, identity: Identity | None, *, whole: bool = False
) -> tuple[str, ...]:
    """The texts of one row, in the order of the columns, if asked for with the whole number."""
    number = passenger.id_number.strip() if whole else masked(passenger.id_number)
    return (
        str(place + 1),
        passenger.traveler_name.strip(),
        passenger.age.strip(),
        passenger.pax_gender,
        passenger.nationality,
        passenger.id_type or tr("None"),
        number or tr("None"),
        copy_words(passenger, identity),
    )


class TravellersTable(Box):
    """A header and its rows, in their full height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS, parent=parent)
        self._model = TravellersModel(self)
        self._rows = TravellersList(self._model)
        header = TableHeader(COLUMNS, HEADER, radius=style.RADIUS - 1)
        self.setLayout(column(header, Hairline(), self._rows, margins=(1, 1, 1, 1)))

    def show_party(self, draft: BoatDraft, changed: Collection[int] = (), *, whole: bool = False) -> None:
        """Show the passengers of a draft; those of `changed` rows with a number of another colour."""
        identity = draft.departure.identity
        rows = (cells(each, place, identity, whole=whole) for place, each in enumerate(draft.passengers))
        self._model.show_rows([TravellerCells(each, place in changed) for place, each in enumerate(rows)])
        self._rows.setFixedHeight(ROW * self._model.rowCount())


class TravellersModel(RowModel[TravellerCells]):
    """One row a traveller."""

    @override
    def spoken(self, row: TravellerCells) -> str:
        number, name, *rest = row.texts
        named = zip(COLUMNS.columns[2:], rest, strict=True)
        about = (joined(" ", (tr(column.title), text)) for column, text in named)
        return joined(", ", (tr("Traveller {number}", number=number), name, *about))


class TravellersList(PaintedList):
    """The rows, which cannot be picked."""

    def __init__(self, model: TravellersModel, parent: QWidget | None = None) -> None:
        super().__init__(model, TravellersDelegate(model), "travellers", tr("Travellers"), parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class TravellersDelegate(RowDelegate[TravellerCells]):
    """Paints one traveller."""

    @override
    def height_of(self, row: TravellerCells) -> int:
        return ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: TravellerCells) -> None:
        rect = option.rect
        if row is not self.model.rows[-1]:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), style.tokens().line)
        for what, text, place in zip(COLUMNS.columns, row.texts, COLUMNS.places(rect), strict=True):
            _paint_cell(painter, place, what.title.text, text, is_changed=row.is_changed)


def _paint_cell(painter: QPainter, place: QRect, what: str, text: str, *, is_changed: bool) -> None:
    tokens = style.tokens()
    ink = tokens.text3 if text == "None" or not what else tokens.text
    is_number = what == "ID number" and text != "None"
    if is_number and is_changed:
        ink = tokens.warning
    role = "bodyStrong" if what == "Traveller" else "body" if what else "caption"
    font = style.font(role, identity=is_number)
    if what == "Copy" and text == "Yes":
        assets.paint_icon(
            painter, "paperclip", QPoint(place.left(), place.center().y() - 7), 14, tokens.text2
        )
        place = place.adjusted(20, 0, 0, 0)
    if is_number and text_width(text, font) > place.width():
        # Nothing of a number that is to be compared is cut.
        half = (len(text) + 1) // 2
        upper, lower = (
            place.adjusted(0, 3, 0, -place.height() // 2),
            place.adjusted(0, place.height() // 2, 0, -3),
        )
        small = style.font("caption", identity=True)
        draw_text(painter, upper, text[:half], small, ink)
        draw_text(painter, lower, text[half:], small, ink)
        return
    draw_text(painter, place, text, font, ink, align=RIGHT if what == "Age" else LEFT)
