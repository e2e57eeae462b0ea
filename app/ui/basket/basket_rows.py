"""The rows of a basket: the trips in the order in which they are booked, and how each stands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import Message, joined, mark, tr
from app.desk.basket.values import BasketItem, Cover, ItemLook, ItemStanding, ItemState
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Price
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import departure_seats, occasion
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_box, draw_text, faded
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import RowModel
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.theme import assets, style

ROW = 56
_CIRCLE, _LEFT = 22, 20
Tone = Literal["plain", "quiet", "success", "warning", "danger"]
COLUMNS = Columns(
    (
        Column(mark("Trip, scarcest seats first")),
        Column(mark("Travels"), 132, tight=112),
        Column(mark("Who"), 84, tight=80, fold=1),
        Column(mark("Seats"), 184, tight=132),
        Column(mark("Customer"), 84, is_right=True),
    ),
    left=_LEFT + _CIRCLE + 18,
    right=16,
    gap=12,
    least=180,
)
CLERKS_ORDER = mark("Trip, in your order")


@dataclass(frozen=True, slots=True)
class BasketRow:
    """One trip as it is shown."""

    key: str
    number: int
    title: str
    place: str
    day: str
    times: str
    who: str
    state: str
    more: str
    pays: str
    tone: Tone = "plain"
    sign: str = ""
    """The icon in place of the number; empty for the number."""


def basket_row(
    item: BasketItem,
    number: int,
    *,
    standing: ItemStanding,
    look: ItemLook | None,
    cover: Cover | None,
    is_running: bool,
) -> BasketRow:
    """The row of an item: before it is booked with its seats, else with what became of it."""
    fresh = item.draft if look is None or look.preflight is None else look.preflight.draft
    cost = price(fresh) if look is None else look.preflight and look.preflight.price
    shown = occasion(fresh)
    if is_running:
        standing = ItemStanding(ItemState.RUNNING)
    state, more, tone, sign = _state(fresh, standing, look, cover, cost)
    return BasketRow(
        key=item.key,
        number=number,
        title=shown.title,
        place=shown.place,
        day=formats.day_medium(shown.day) if shown.day else "",
        times=formats.window(shown.starts, shown.ends, shown.window),
        who=shown.party,
        state=state,
        more=more,
        pays=formats.EN_DASH if cost is None else formats.amount(cost.customer_pays),
        tone=tone,
        sign=sign,
    )


def _state(
    draft: Draft, standing: ItemStanding, look: ItemLook | None, cover: Cover | None, cost: Price | None
) -> tuple[str, str, Tone, str]:
    sale = standing.sale
    if standing.state is ItemState.BOOKED and sale is not None:
        at = formats.clock_seconds(sale.booked_at) if sale.booked_at else ""
        return tr("Booked"), joined(", ", (sale.booking_ref, at)), "success", "circle-check"
    if standing.state is ItemState.CANCELLED and sale is not None:
        return tr("Cancelled"), sale.booking_ref, "quiet", "x"
    if standing.state is ItemState.UNKNOWN and sale is not None:
        since = tr("No answer since {time}", time=formats.clock_seconds(sale.sold_at))
        return tr("May or may not be booked"), since, "warning", "circle-question-mark"
    if standing.state is ItemState.RUNNING:
        return tr("Being booked"), "", "plain", ""
    if look is None:
        return "", "", "quiet", ""
    return _before(draft, look, cover, cost)


def _before(
    draft: Draft, look: ItemLook, cover: Cover | None, cost: Price | None
) -> tuple[str, str, Tone, str]:
    if look.obstacle and cover is not Cover.SHORT:
        return tr("Cannot be booked"), look.obstacle, "danger", "circle-alert"
    left = departure_seats(draft.departure) if isinstance(draft, BoatDraft) else _slot_words(draft)
    if cover is Cover.SHORT:
        return tr("Wallet is short"), left, "warning", "triangle-alert"
    if cover is Cover.WAITS:
        return tr("Waits"), left, "quiet", ""
    changed = look.preflight is not None and look.preflight.changes
    if changed:
        return tr("Not as you saw it"), left, "warning", "triangle-alert"
    return left, "" if cost is not None else tr("Price not stated"), "plain", ""


def _slot_words(draft: Draft) -> str:
    return occasion(draft).left.partition(",")[0]


class BasketModel(RowModel[BasketRow]):
    """One row a trip."""

    @override
    def spoken(self, row: BasketRow) -> str:
        place = tr("{number} of {count}", number=row.number, count=len(self.rows))
        return joined(", ", (place, row.title, row.day, row.times, row.who, row.state, row.more, row.pays))

    def place_of(self, key: str) -> int:
        """The place of a trip in the list; 0 when it is not in it."""
        return next((number for number, each in enumerate(self.rows) if each.key == key), 0)


class BasketList(RowList):
    """The trips; Enter changes the current one."""

    def __init__(self, model: BasketModel, parent: QWidget | None = None) -> None:
        super().__init__(model, BasketDelegate(model), "basket_list", tr("Basket"), parent)
        self._model_of_it = model

    @property
    def current(self) -> BasketRow | None:
        """The chosen trip."""
        return self._model_of_it.row_at(self.currentIndex())

    def choose(self, key: str) -> None:
        """Choose a trip, or the first one."""
        index = self._model_of_it.index(self._model_of_it.place_of(key), 0)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)


class BasketDelegate(RowDelegate[BasketRow]):
    """Paints one trip."""

    @override
    def height_of(self, row: BasketRow) -> int:
        return ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: BasketRow) -> None:
        paint_ground(painter, option)
        rect, colours = option.rect.adjusted(0, 0, 0, -1), style.tokens()
        _paint_sign(painter, rect, row)
        title, travels, who, state, pays = COLUMNS.places(rect)
        quiet = row.tone == "quiet"
        ink = colours.text2 if quiet else colours.text
        _lines(painter, title, (row.title, row.place), "bodyStrong", ink)
        _lines(painter, travels, (row.day, row.times), "body", ink)
        draw_text(painter, who, row.who, style.font("body"), ink)
        _lines(painter, state, (row.state, row.more), "bodyStrong" if row.sign else "body", _ink(row))
        draw_text(painter, pays, row.pays, style.font("bodyStrong"), ink, align=RIGHT)


def _ink(row: BasketRow) -> QColor:
    colours = style.tokens()
    return {
        "plain": colours.text,
        "quiet": colours.text2,
        "success": colours.success,
        "warning": colours.warning,
        "danger": colours.danger,
    }[row.tone]


def _paint_sign(painter: QPainter, rect: QRect, row: BasketRow) -> None:
    colours = style.tokens()
    circle = QRect(rect.left() + _LEFT, rect.center().y() - _CIRCLE // 2, _CIRCLE, _CIRCLE)
    if row.sign:
        assets.paint_icon(painter, row.sign, circle.topLeft() + QPoint(2, 2), 18, _ink(row))
        return
    draw_box(painter, circle, fill=faded(colours.surface, 0), line=colours.control, radius=_CIRCLE // 2)
    draw_text(painter, circle, str(row.number), style.font("micro"), colours.text2, align=CENTRE)


def _lines(painter: QPainter, place: QRect, lines: tuple[str, str], role: style.Role, ink: QColor) -> None:
    if not lines[1]:
        draw_text(painter, place, lines[0], style.font(role), ink)
        return
    top = place.top() + (place.height() - 36) // 2
    draw_text(painter, QRect(place.left(), top, place.width(), 20), lines[0], style.font(role), ink)
    beneath = QRect(place.left(), top + 20, place.width(), 16)
    draw_text(painter, beneath, lines[1], style.font("caption"), style.tokens().text3)


def columns_of(*, is_clerks_order: bool) -> Columns:
    """The columns, whose first one says in whose order the trips are booked."""
    first: Message = CLERKS_ORDER if is_clerks_order else COLUMNS.columns[0].title
    return replace(COLUMNS, columns=(replace(COLUMNS.columns[0], title=first), *COLUMNS.columns[1:]))
