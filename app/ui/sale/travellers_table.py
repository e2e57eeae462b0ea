"""The travellers in the preflight: all rows, with only the end of each document number."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QListView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.model.service_words import shown_word
from app.desk.passengers.rules import needs
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text, draw_whole
from app.ui.kit.lists.row_list import PaintedList, RowDelegate
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import assets, style

HEADER, ROW, _TWO_LINES = 30, 39, 46
_GENDER, _NATIONALITY = 3, 4
COLUMNS = Columns(
    (
        Column(Message(""), 36, tight=28),
        Column(mark("Passenger")),
        Column(mark("Age"), 56, is_right=True, tight=48),
        Column(mark("Gender"), 96, tight=88, fold=1),
        Column(mark("Nationality"), 112, tight=100, fold=1),
        Column(mark("ID type"), 132, tight=112),
        Column(mark("ID number"), 120, tight=112),
        Column(mark("Copy"), 76, tight=68),
    ),
    before=8,
    after=8,
    least=144,
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


def row_height(width: int) -> int:
    """The height of a row in a table of this width."""
    return _TWO_LINES if COLUMNS.folded(width) else ROW


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
        shown_word(passenger.pax_gender),
        shown_word(passenger.nationality),
        shown_word(passenger.id_type) or tr("None"),
        number or tr("None"),
        copy_words(passenger, identity),
    )


class TravellersTable(Box):
    """A header and its rows, in their full height."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS, parent=parent)
        self._model = TravellersModel(self)
        self._rows = TravellersList(self._model)
        header = TableHeader(COLUMNS, (HEADER, style.TABLE_HEADER[1]), radius=style.RADIUS - 1)
        self.setLayout(column(header, Hairline(), self._rows, margins=(1, 1, 1, 1)))

    def show_party(self, draft: BoatDraft, changed: Collection[int] = (), *, whole: bool = False) -> None:
        """Show the passengers of a draft; those of `changed` rows with a number of another colour."""
        identity = draft.departure.identity
        rows = (cells(each, place, identity, whole=whole) for place, each in enumerate(draft.passengers))
        self._model.show_rows([TravellerCells(each, place in changed) for place, each in enumerate(rows)])
        self._fit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        height = row_height(self.width())
        self._rows.setFixedHeight(height * self._model.rowCount())
        self._rows.show_rows_of(height)


class TravellersModel(RowModel[TravellerCells]):
    """One row a traveller."""

    @override
    def spoken(self, row: TravellerCells) -> str:
        number, name, *rest = row.texts
        named = zip(COLUMNS.columns[2:], rest, strict=True)
        about = (joined(" ", (tr(column.title), text)) for column, text in named)
        return joined(", ", (tr("Passenger {number}", number=number), name, *about))


class TravellersList(PaintedList):
    """The rows, which cannot be picked."""

    def __init__(self, model: TravellersModel, parent: QWidget | None = None) -> None:
        self._delegate = TravellersDelegate(model)
        super().__init__(model, self._delegate, "travellers", tr("Passengers"), parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_rows_of(self, height: int) -> None:
        """Have rows of another height."""
        if self._delegate.take_height(height):
            self.doItemsLayout()


class TravellersDelegate(RowDelegate[TravellerCells]):
    """Paints one traveller; gender and nationality stand under the name where they have no column."""

    def __init__(self, model: TravellersModel) -> None:
        super().__init__(model)
        self._height = ROW

    def take_height(self, height: int) -> bool:
        """Have rows of this height. Returns False when they have it already."""
        is_other = height != self._height
        self._height = height
        return is_other

    @override
    def height_of(self, row: TravellerCells) -> int:
        return self._height

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: TravellerCells) -> None:
        rect = option.rect
        if row is not self.model.rows[-1]:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), style.tokens().line)
        places = list(COLUMNS.places(rect))
        if COLUMNS.folded(rect.width()):
            about = joined(", ", (row.texts[_GENDER], row.texts[_NATIONALITY]))
            name = places[1]
            beneath = QRect(name.left(), name.center().y() + 2, name.width(), 16)
            draw_text(painter, beneath, about, style.font("caption"), style.tokens().text2)
            places[1] = QRect(name.left(), name.center().y() - 18, name.width(), 20)
        for what, text, place in zip(COLUMNS.columns, row.texts, places, strict=True):
            _paint_cell(painter, place, what.title.text, text, is_changed=row.is_changed)


def _paint_cell(painter: QPainter, place: QRect, what: str, text: str, *, is_changed: bool) -> None:
    tokens = style.tokens()
    ink = tokens.text3 if text == "None" or not what else tokens.text
    is_number = what == "ID number" and text != "None"
    if is_number and is_changed:
        ink = tokens.warning
    role = "bodyStrong" if what == "Passenger" else "body" if what else "caption"
    if what == "Copy" and text == "Yes":
        assets.paint_icon(
            painter, "paperclip", QPoint(place.left(), place.center().y() - 7), 14, tokens.text2
        )
        place = place.adjusted(20, 0, 0, 0)
    if is_number or what == "Passenger":
        draw_whole(painter, place, text, role, ink, identity=is_number)
        return
    draw_text(painter, place, text, style.font(role), ink, align=RIGHT if what == "Age" else LEFT)
