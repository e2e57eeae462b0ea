"""The parties of a departure, as the rows of a table."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.desk.travelling.values import Party, PartyState, ToldState
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.painting import LEFT, RIGHT, draw_text
from app.ui.kit.controls.checkbox import draw_tick_box
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import KeyedModel
from app.ui.kit.lists.table_columns import Column, Columns, TableHeader
from app.ui.theme import assets, style
from app.ui.theme.style import Role
from app.ui.travelling.board_words import (
    note_words,
    owed_words,
    spoken_party,
    told_words,
    voucher_words,
)

_ROW, _BOX, _SIDE, _TICKS = 44, 16, 20, 50
_CUSTOMER, _PHONE, _PNR, _SEATS, _VOUCHER, _OWED, _TOLD = range(7)


def columns(*, has_till: bool) -> Columns:
    """The columns of the table; what is owed only with a till."""
    found = (
        Column(mark("Customer")),
        Column(mark("Phone"), 112, fold=4),
        Column(mark("PNR"), 96, fold=3),
        Column(mark("Seats"), 72, tight=60, fold=2),
        Column(mark("Voucher"), 84, tight=70, fold=1),
        *((Column(mark("Owed"), 84, is_right=True, tight=80),) if has_till else ()),
        Column(mark("Told"), 132, tight=118),
    )
    return Columns(found, left=_TICKS, right=16, gap=14, least=130)


class PartiesModel(KeyedModel[Party]):
    """Parties as they were sold, and which of them are chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.columns = columns(has_till=False)
        self.chosen: frozenset[str] = frozenset()
        """The request numbers of the chosen parties, of the whole day."""

    def show_till(self, *, has_till: bool) -> None:
        """Have the column of what is owed, or not."""
        self.columns = columns(has_till=has_till)
        self.update_rows()

    def choose(self, keys: Collection[str]) -> None:
        """Choose these parties and no others."""
        self.chosen = frozenset(keys)
        self.update_rows()

    @override
    def spoken(self, row: Party) -> str:
        chosen = tr("chosen") if row.key in self.chosen else ""
        return joined(", ", (spoken_party(row), chosen))


class PartyDelegate(RowDelegate[Party]):
    """Paints one party."""

    def __init__(self, model: PartiesModel) -> None:
        super().__init__(model)
        self._parties = model

    @override
    def height_of(self, row: Party) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: Party) -> None:
        paint_ground(painter, option)
        rect = option.rect.adjusted(0, 0, 0, -1)
        draw_tick_box(painter, _box_in(rect), checked=row.key in self._parties.chosen)
        has_till = len(self._parties.columns.columns) > _TOLD
        places = list(self._parties.columns.places(rect))
        note = note_words(row)
        for place, (text, role, ink, align) in zip(places, _cells(row, has_till=has_till), strict=True):
            draw_text(painter, place, text, style.font(role), ink, align=align)
        _paint_customer(painter, places[0], row, note)
        _paint_told(painter, places[-1], row)


class PartiesList(RowList):
    """The table; Space and the box choose a party, Enter opens its booking."""

    ticked = Signal()
    """Emitted by Space, or a press on the box of the current row."""

    def __init__(self, model: PartiesModel) -> None:
        super().__init__(model, PartyDelegate(model), "parties", tr("Parties"))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.ticked.emit()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and at.x() < _TICKS and self.indexAt(at).isValid():
            self.ticked.emit()


class PartiesHeader(TableHeader):
    """The names of the columns, and a box that chooses all of the departure."""

    ticked = Signal()
    """Emitted by a press on the box."""

    def __init__(self) -> None:
        super().__init__(columns(has_till=False))
        self._is_ticked = False

    def show_ticked(self, *, ticked: bool) -> None:
        """Show whether all of them are chosen."""
        self._is_ticked = ticked
        self.update()

    @override
    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = QRect(_SIDE, (self.height() - _BOX) // 2, _BOX, _BOX)
        draw_tick_box(QPainter(self), box, checked=self._is_ticked)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and event.position().x() < 2 * _SIDE + _BOX:
            self.ticked.emit()


Cell = tuple[str, Role, QColor, Qt.AlignmentFlag]


def _box_in(rect: QRect) -> QRect:
    return QRect(rect.left() + _SIDE, rect.top() + (rect.height() - _BOX) // 2, _BOX, _BOX)


def _cells(party: Party, *, has_till: bool) -> tuple[Cell, ...]:
    """The plain cells; name and told are painted over theirs."""
    colours, sale = style.tokens(), party.sale
    ink = colours.text if party.counts else colours.text3
    owes = bool(party.owed)
    owed: Cell = (
        owed_words(party),
        "bodyStrong" if owes else "body",
        colours.text if owes else colours.text3,
        RIGHT,
    )
    voucher = voucher_words(party) if party.counts else ""
    return (
        ("", "body", ink, LEFT),
        (sale.customer_phone, "body", ink, LEFT),
        (sale.booking_ref or tr("No PNR"), "bodyStrong", ink if sale.booking_ref else colours.text3, LEFT),
        (party.seat_words if party.counts else "", "body", ink, LEFT),
        (voucher, "body", ink if party.is_handed else colours.text3, LEFT),
        *((owed,) if has_till else ()),
        ("", "body", ink, LEFT),
    )


def _paint_customer(painter: QPainter, place: QRect, party: Party, note: str) -> None:
    """The name, over the passengers by whom it was found and what must be said of the party."""
    colours = style.tokens()
    beneath_words = joined(", ", (formats.passengers_named(party.found_by), note))
    ink = colours.text if party.counts else colours.text3
    name = party.sale.customer_name or tr("No name")
    if not beneath_words:
        draw_text(painter, place, name, style.font("bodyStrong"), ink)
        return
    top = place.top() + (place.height() - 36) // 2
    line, beneath = (
        QRect(place.left(), top, place.width(), 20),
        QRect(place.left(), top + 19, place.width(), 16),
    )
    draw_text(painter, line, name, style.font("bodyStrong"), ink)
    draw_text(
        painter, beneath, beneath_words, style.font("caption"), colours.warning if note else colours.text3
    )


def _paint_told(painter: QPainter, place: QRect, party: Party) -> None:
    colours, words = style.tokens(), told_words(party)
    ink, left = colours.text3, place.left()
    if party.state is PartyState.UNKNOWN or (party.counts and party.told is ToldState.NOT_REACHED):
        ink = colours.warning
    elif party.counts and party.told is ToldState.TOLD:
        ink = colours.text
        where = QPoint(left, place.center().y() - 6)
        assets.paint_icon(painter, "check", where, 13, colours.success_mark, stroke=2.2)
        left += 19
    draw_text(
        painter,
        QRect(left, place.top(), place.right() - left, place.height()),
        words,
        style.font("body"),
        ink,
    )
