"""Painting of the passenger grid: header, cells in all states, and the error below a wrong cell."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHeaderView, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import tr
from app.desk.documents.document import fits
from app.desk.model.formats import EN_DASH
from app.desk.model.service_words import shown_word
from app.ui.kit.basics.painting import CENTRE, LEFT, RIGHT, draw_inner_ring, draw_text, draw_whole, text_width
from app.ui.kit.basics.room import Room, room_of
from app.ui.kit.basics.text import one_line
from app.ui.kit.lists.painted_delegate import PaintedDelegate
from app.ui.passengers.grid_model import Index, PassengerModel
from app.ui.passengers.row import COPY, COPY_CELL, FARE, FIRST, NEEDED, NOT_NEEDED, NUMBER, cell_of, column_of
from app.ui.theme import assets, style

COMBOS = frozenset({"pax_gender", "nationality", "id_type"})
CHEVRON = 12
SIDE = 8
_ICON_GAP = 6
_FARE_LINES = (17, 14)
_RIGHT_COLUMNS = frozenset({column_of("age"), FARE})
_NAME_COLUMN = column_of("traveler_name")


class Heights(NamedTuple):
    """The heights of a row, of the sentence of an error in it, and of the header."""

    row: int
    message: int
    header: int


_USUAL, _LOW = Heights(45, 26, 31), Heights(40, 24, 28)


def heights_in(room: Room) -> Heights:
    """The heights of a grid in this room."""
    return _LOW if room.is_low else _USUAL


class GridHeader(QHeaderView):
    """The names of the columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(1)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.fit()

    def fit(self, heights: Heights = _USUAL) -> None:
        """Take this height."""
        self.setFixedHeight(heights.header)

    @override
    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        colours = style.tokens()
        painter.save()
        painter.fillRect(rect, colours.sunken)
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), colours.line)
        text = str(
            self.model().headerData(logicalIndex, self.orientation(), Qt.ItemDataRole.DisplayRole) or ""
        )
        align = RIGHT if logicalIndex in _RIGHT_COLUMNS else LEFT
        inner = rect.adjusted(SIDE, 0, -SIDE, -1)
        draw_text(painter, inner, text, style.font("captionStrong"), colours.text3, align=align)
        painter.restore()


class PassengerDelegate(PaintedDelegate):
    """Paints one cell; a subclass that opens editors provides the state of the view."""

    def __init__(self, is_edited: Callable[[Index], bool], is_current: Callable[[Index], bool]) -> None:
        super().__init__()
        self._is_edited = is_edited
        self._is_current = is_current

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, PassengerModel):
            return
        whole: QRect = option.rect
        cell = QRect(whole.left(), whole.top(), whole.width(), heights_in(room_of(option.widget)).row - 1)
        edited, wrong = self._is_edited(index), bool(model.sentence(index.row(), cell_of(index.column())))
        _paint_ground(painter, whole, cell, index.column())
        if wrong:
            painter.fillRect(cell.adjusted(1, 0, 0, 0), style.tokens().danger_soft)
        if not edited:
            _paint_content(painter, cell.adjusted(SIDE + 1, 0, -SIDE, 0), model, index)
        self._paint_ring(painter, cell, index, wrong=wrong)

    def _paint_ring(self, painter: QPainter, cell: QRect, index: Index, *, wrong: bool) -> None:
        """Paint a ring around the current cell in the accent, around a wrong one in red."""
        colours = style.tokens()
        if self._is_edited(index) or self._is_current(index):
            colour = colours.danger if wrong and self._is_edited(index) else colours.accent
        elif wrong:
            colour = colours.danger
        else:
            return
        draw_inner_ring(painter, cell.adjusted(1, 0, 0, 0), colour)


def paint_message(painter: QPainter, row: QRect, cell: QRect, sentence: str, height: int) -> None:
    """Paint an error in the lower part of its row, from the wrong cell on, or further left if it is long."""
    colours, font = style.tokens(), style.font("caption")
    width = CHEVRON + _ICON_GAP + text_width(sentence, font)
    left = max(row.left() + SIDE, min(cell.left() + SIDE, row.right() - SIDE - width))
    top = row.bottom() - height
    assets.paint_icon(
        painter,
        "circle-alert",
        QPoint(left, top + (height - CHEVRON) // 2),
        CHEVRON,
        colours.danger,
        stroke=2,
    )
    text = QRect(left + CHEVRON + _ICON_GAP, top, row.right() - SIDE - left - CHEVRON, height)
    draw_text(painter, text, sentence, font, colours.danger)


def _paint_ground(painter: QPainter, whole: QRect, cell: QRect, column: int) -> None:
    """Paint the lines left of a cell and below the row, without lines between cells beside an error."""
    colours = style.tokens()
    painter.fillRect(whole, colours.surface)
    if column == NUMBER:
        painter.fillRect(cell, colours.sunken)
    else:
        painter.fillRect(QRect(cell.left(), cell.top(), 1, cell.height()), colours.line)
    painter.fillRect(QRect(whole.left(), whole.bottom(), whole.width(), 1), colours.line)


def _paint_content(painter: QPainter, inner: QRect, model: PassengerModel, index: Index) -> None:
    column, colours = index.column(), style.tokens()
    if column == NUMBER:
        text = str(index.row() + 1)
        middle = inner.adjusted(-SIDE, 0, SIDE, 0)
        draw_text(painter, middle, text, style.font("caption"), colours.text3, align=CENTRE)
    elif column == FARE:
        _paint_fare(painter, inner, model, index.row())
    elif column == COPY:
        _paint_copy(painter, inner, model, index.row())
    else:
        _paint_typed(painter, inner, model, index)


def _paint_typed(painter: QPainter, inner: QRect, model: PassengerModel, index: Index) -> None:
    colours, cell = style.tokens(), cell_of(index.column())
    text = one_line(str(index.data(Qt.ItemDataRole.DisplayRole) or ""))
    text = shown_word(text) if cell in COMBOS else text
    room = inner
    font = style.font("body")
    if cell in COMBOS and text_width(text, font) + CHEVRON + 4 <= inner.width():
        corner = QPoint(inner.right() - CHEVRON + 1, inner.center().y() - CHEVRON // 2)
        assets.paint_icon(painter, "chevron-down", corner, CHEVRON, colours.text3)
        room = inner.adjusted(0, 0, -CHEVRON - 4, 0)
    if not text and model.row_at(index.row()).is_unneeded(cell):
        draw_text(painter, room, tr(NOT_NEEDED), style.font("body"), colours.text3)
        return
    if index.column() == _NAME_COLUMN or cell == "id_number":
        role = "bodyStrong" if index.column() == _NAME_COLUMN else "body"
        draw_whole(painter, room, text, role, colours.text, identity=cell == "id_number")
        return
    align = RIGHT if index.column() in _RIGHT_COLUMNS else LEFT
    draw_text(painter, room, text, font, colours.text, align=align)


def _paint_copy(painter: QPainter, inner: QRect, model: PassengerModel, row: int) -> None:
    colours, found = style.tokens(), model.row_at(row)
    document, font = found.passenger.document, style.font("body")
    if model.is_reading(row):
        words = tr("Reading\u2026") if inner.width() > _WITH_WORDS else "\u2026"
        draw_text(painter, inner, words, font, colours.text2)
    elif document is not None:
        good = fits(len(document.data))
        ink = colours.success if good else colours.danger
        corner = QPoint(inner.left(), inner.center().y() - 6)
        assets.paint_icon(painter, "check" if good else "circle-alert", corner, 14, ink, stroke=2.2)
        room = inner.adjusted(14 + _ICON_GAP, 0, 0, 0) if inner.width() > _WITH_WORDS else QRect()
        draw_text(painter, room, found.text(COPY_CELL), style.font("bodyStrong"), ink)
    elif found.is_unneeded(COPY_CELL):
        words = tr(NOT_NEEDED) if inner.width() > _WITH_WORDS else EN_DASH
        draw_text(painter, inner, words, font, colours.text3)
    elif found.needs.id_proof_file and inner.width() > _WITH_WORDS:
        draw_text(painter, inner, tr(NEEDED), font, colours.text2)


def _paint_fare(painter: QPainter, inner: QRect, model: PassengerModel, row: int) -> None:
    rate, colours = model.row_at(row).rate, style.tokens()
    if rate is None:
        return
    fare, ticket = _FARE_LINES
    top = inner.top() + (inner.height() - fare - ticket) // 2
    text = str(model.index(row, FARE).data(Qt.ItemDataRole.DisplayRole))
    first = QRect(inner.left(), top, inner.width(), fare)
    draw_text(painter, first, text, style.font("body"), colours.text, align=RIGHT)
    second = QRect(inner.left(), top + fare, inner.width(), ticket)
    draw_text(
        painter, second, shown_word(rate.ticket_type), style.font("caption"), colours.text3, align=RIGHT
    )


def column_widths(available: int) -> list[int]:
    """The widths of all columns: fixed ones, and shares of the rest that have a least width.

    Where they do not fit, the copy becomes its mark, then lists lose their arrow.
    """
    tracks = next((each for each in _TRACKS if sum(least for least, _ in each) <= available), _TRACKS[-1])
    free = available - sum(least for least, share in tracks if not share)
    growing = {place: (least, share) for place, (least, share) in enumerate(tracks) if share}
    shares = _shared(growing, free)
    result = [shares.get(place, least) for place, (least, _) in enumerate(tracks)]
    result[_NAME_COLUMN] += available - sum(result)
    return result


_Tracks = tuple[tuple[int, float], ...]
_TRACKS: tuple[_Tracks, ...] = (
    ((32, 0), (140, 1.6), (54, 0), (92, 0.6), (112, 0.8), (138, 0.9), (122, 0.9), (96, 0.5), (82, 0)),
    ((32, 0), (140, 1.6), (54, 0), (92, 0.5), (108, 0.6), (130, 0.7), (118, 0.8), (36, 0), (82, 0)),
    ((28, 0), (144, 1.6), (50, 0), (68, 0.5), (80, 0.6), (96, 0.7), (112, 0.8), (32, 0), (80, 0)),
)
"""Least width and share of each column, as in the design, and the same with the copy and arrows folded."""
_WITH_WORDS = 60


def _shared(growing: dict[int, tuple[int, float]], free: int) -> dict[int, int]:
    """The part of the free width for each column: its share, but at least its minimum."""
    sizes: dict[int, int] = {}
    while True:
        open_ones = {place: each for place, each in growing.items() if place not in sizes}
        unit = (free - sum(sizes.values())) / max(sum(share for _, share in open_ones.values()), 0.1)
        small = {place: least for place, (least, share) in open_ones.items() if share * unit < least}
        if not small:
            return sizes | {place: int(share * unit) for place, (_, share) in open_ones.items()}
        sizes |= small


def is_on_chevron(index: Index, cell: QRect, where: QPoint) -> bool:
    """Whether a point in a cell is on the arrow that opens its list."""
    is_combo = index.column() >= FIRST and cell_of(index.column()) in COMBOS
    return is_combo and where.x() >= cell.right() - CHEVRON - 2 * SIDE
