"""Who travels, for the last look: every row in full view, of each document number the end alone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model.boats import BoatDraft, Identity, Passenger
from app.desk.passengers.rules import needs
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.layouts import column
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.theme import assets, style
from app.ui.theme.live_text import say

HEADER, ROW = 30, 39
_NAMES = (
    "",
    mark("Traveller"),
    mark("Age"),
    mark("Gender"),
    mark("Nationality"),
    mark("ID type"),
    mark("ID number"),
    mark("Copy"),
)
_WIDTHS = (36, 0, 56, 96, 112, 132, 120, 76)
_TIGHT = (28, 0, 48, 88, 100, 110, 112, 66)
"""The widths when the largest text would leave no room for the name."""
_LEAST_NAME = 120
_PAD = 8
_SHOWN = 4
"""How much of a document number may be read from the screen."""

Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


def masked(number: str) -> str:
    """The last four characters behind dots; nothing more of a document number stands on this screen."""
    text = number.strip()
    return f"\u2022\u2022\u2022\u2022 {text[-_SHOWN:]}" if text else ""


def copy_words(passenger: Passenger, identity: Identity | None) -> str:
    """Whether a copy goes with this traveller."""
    return tr("Yes") if passenger.document and needs(passenger, identity).id_proof_file else tr("None")


def cells(passenger: Passenger, place: int, identity: Identity | None) -> tuple[str, ...]:
    """The texts of one row, in the order of the columns."""
    return (
        str(place + 1),
        passenger.traveler_name.strip(),
        passenger.age.strip(),
        passenger.pax_gender,
        passenger.nationality,
        passenger.id_type or tr("None"),
        masked(passenger.id_number) or tr("None"),
        copy_words(passenger, identity),
    )


def columns(row: QRect) -> tuple[QRect, ...]:
    """The places of the cells; the header uses the same."""
    widths = [style.scaled(width) for width in _WIDTHS]
    if row.width() - sum(widths) < style.scaled(_LEAST_NAME):
        widths = [style.scaled(width) for width in _TIGHT]
    widths[1] = max(0, row.width() - sum(widths))
    left, result = row.left(), list[QRect]()
    for width in widths:
        result.append(QRect(left + _PAD, row.top(), width - 2 * _PAD, row.height()))
        left += width
    return tuple(result)


class TravellersTable(Box):
    """A header and its rows; it is as high as they are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("surface", "line_strong", radius=style.RADIUS, parent=parent)
        self._model = TravellersModel(self)
        self._rows = TravellersList(self._model)
        self.setLayout(column(TravellersHeader(), Hairline(), self._rows, margins=(1, 1, 1, 1)))

    def show_party(self, draft: BoatDraft) -> None:
        """Show the passengers of a draft."""
        identity = draft.departure.identity
        self._model.show_rows([cells(each, place, identity) for place, each in enumerate(draft.passengers)])
        self._rows.setFixedHeight(ROW * self._model.rowCount())


class TravellersHeader(Box):
    """The names of the columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("sunken", radius=style.RADIUS - 1, parent=parent)
        self.setFixedHeight(HEADER)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for name, place in zip(_NAMES, columns(self.rect()), strict=True):
            align = RIGHT if name == "Age" else LEFT
            draw_text(painter, place, name, style.font("captionStrong"), style.tokens().text3, align=align)


class TravellersModel(QAbstractListModel):
    """One row a traveller."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show_rows(self, rows: Sequence[tuple[str, ...]]) -> None:
        """Show these rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_at(self, index: Index) -> tuple[str, ...]:
        """The texts of a row."""
        return self._rows[index.row()]

    @override
    def rowCount(self, parent: Index = _TOP) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role != Qt.ItemDataRole.AccessibleTextRole or not index.isValid():
            return None
        number, name, *rest = self.row_at(index)
        named = zip(_NAMES[2:], rest, strict=True)
        spoken = (joined(" ", pair) for pair in named)
        return joined(", ", (tr("Traveller {number}", number=number), name, *spoken))


class TravellersList(QListView):
    """The rows; they are read, never picked."""

    def __init__(self, model: TravellersModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("travellers")
        say(self.setAccessibleName, tr("Travellers"))
        self.setModel(model)
        self.setItemDelegate(TravellersDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


class TravellersDelegate(QStyledItemDelegate):
    """Paints one traveller."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, ROW)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, TravellersModel):
            return
        painter.save()
        tokens, rect = style.tokens(), option.rect
        if index.row() < model.rowCount() - 1:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.line)
        for what, text, place in zip(_NAMES, model.row_at(index), columns(rect), strict=True):
            _paint_cell(painter, place, what, text)
        painter.restore()


def _paint_cell(painter: QPainter, place: QRect, what: str, text: str) -> None:
    tokens = style.tokens()
    ink = tokens.text3 if text == "None" or not what else tokens.text
    is_number = what == "ID number" and text != "None"
    role = "bodyStrong" if what == "Traveller" else "body" if what else "caption"
    font = style.font(role, identity=is_number)
    if what == "Copy" and text == "Yes":
        assets.paint_icon(
            painter, "paperclip", QPoint(place.left(), place.center().y() - 7), 14, tokens.text2
        )
        place = place.adjusted(20, 0, 0, 0)
    draw_text(painter, place, text, font, ink, align=RIGHT if what == "Age" else LEFT)
