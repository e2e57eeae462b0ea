"""The rows of a basket: the trips in the order in which they are booked, and how each stands."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.core.frozen import frozen
from app.core.language import Message, joined, mark, tr
from app.desk.basket.values import BasketItem, Cover, ItemLook, ItemStanding, ItemState
from app.desk.model import formats
from app.desk.model.boats import BoatDraft
from app.desk.model.sale import Draft, Price
from app.desk.sale.pricing import price
from app.desk.sale.sale_words import departure_seats, occasion
from app.ui.kit.basics.painting import CENTRE, draw_box, draw_text, faded
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

ROW = 56
_CIRCLE = 22
CLERKS_ORDER = mark("Trip, in your order")


@frozen
class BasketRow:
    """One trip as it is shown."""

    key: str
    number: int
    count: int
    """That of all trips."""
    title: str
    place: str
    day: str
    times: str
    who: str
    state: str
    more: str
    pays: str
    ink: Ink = "text"
    """That of what became of it; all of a quiet one is in its quiet ink."""
    sign: str = ""
    """The icon in place of the number; empty for the number."""


def basket_row(
    item: BasketItem,
    number: int,
    *,
    count: int,
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
    state, more, ink, sign = _state(fresh, standing, look, cover, cost)
    return BasketRow(
        key=item.key,
        number=number,
        count=count,
        title=shown.title,
        place=shown.place,
        day=formats.day_medium(shown.day) if shown.day else "",
        times=formats.window(shown.starts, shown.ends, shown.window),
        who=shown.party,
        state=state,
        more=more,
        pays=formats.EN_DASH if cost is None else formats.amount(cost.customer_pays),
        ink=ink,
        sign=sign,
    )


def _state(
    draft: Draft, standing: ItemStanding, look: ItemLook | None, cover: Cover | None, cost: Price | None
) -> tuple[str, str, Ink, str]:
    sale = standing.sale
    if standing.state is ItemState.BOOKED and sale is not None:
        at = formats.clock_seconds(sale.booked_at) if sale.booked_at else ""
        return tr("Booked"), joined(", ", (sale.booking_ref, at)), "success", "circle-check"
    if standing.state is ItemState.CANCELLED and sale is not None:
        return tr("Cancelled"), sale.booking_ref, "text2", "x"
    if standing.state is ItemState.UNKNOWN and sale is not None:
        since = tr("No answer since {time}", time=formats.clock_seconds(sale.sold_at))
        return tr("May or may not be booked"), since, "warning", "circle-question-mark"
    if standing.state is ItemState.RUNNING:
        return tr("Being booked"), "", "text", ""
    if look is None:
        return "", "", "text2", ""
    return _before(draft, look, cover, cost)


def _before(
    draft: Draft, look: ItemLook, cover: Cover | None, cost: Price | None
) -> tuple[str, str, Ink, str]:
    if look.obstacle and cover is not Cover.SHORT:
        return tr("Cannot be booked"), look.obstacle, "danger", "circle-alert"
    is_boat = isinstance(draft, BoatDraft)
    left = departure_seats(draft.departure) if is_boat else occasion(draft).left.partition(",")[0]
    if cover is Cover.SHORT:
        return tr("Wallet is short"), left, "warning", "triangle-alert"
    if cover is Cover.WAITS:
        return tr("Waits"), left, "text2", ""
    changed = look.preflight is not None and look.preflight.changes
    if changed:
        return tr("Not as you saw it"), left, "warning", "triangle-alert"
    return left, "" if cost is not None else tr("Price not stated"), "text", ""


def _ink(row: BasketRow) -> Ink:
    return row.ink if row.ink == "text2" else "text"


def _paint_sign(painter: QPainter, place: QRect, row: BasketRow) -> None:
    colours = style.tokens()
    circle = QRect(place.left(), place.center().y() - _CIRCLE // 2, _CIRCLE, _CIRCLE)
    if row.sign:
        ink = colours.ink_named(row.ink)
        assets.paint_icon(painter, row.sign, circle.topLeft() + QPoint(2, 2), 18, ink)
        return
    draw_box(painter, circle, fill=faded(colours.surface, 0), line=colours.control, radius=_CIRCLE // 2)
    draw_text(painter, circle, str(row.number), style.font("micro"), colours.text2, align=CENTRE)


COLUMNS: Columns[BasketRow] = Columns(
    (
        Column(
            Message(""),
            _CIRCLE + 6,
            say=lambda row: tr("{number} of {count}", number=row.number, count=row.count),
            paint=_paint_sign,
        ),
        Column(
            mark("Trip, scarcest seats first"),
            cell=lambda row: Cell(row.title, _ink(row), "bodyStrong", row.place),
            say=lambda row: row.title,
        ),
        Column(mark("Travels"), 132, tight=112, cell=lambda row: Cell(row.day, _ink(row), beneath=row.times)),
        Column(mark("Who"), 84, tight=80, fold=1, cell=lambda row: row.who),
        Column(
            mark("Seats"),
            184,
            tight=132,
            cell=lambda row: Cell(row.state, row.ink, "bodyStrong" if row.sign else "body", row.more),
        ),
        Column(mark("Customer"), 84, is_right=True, cell=lambda row: row.pays, role="bodyStrong"),
    ),
    left=20,
    right=16,
    gap=12,
    least=180,
)


def basket_table() -> Table[BasketRow]:
    """The trips; Enter changes the current one."""
    rules: RowRules[BasketRow] = RowRules(ROW, key=lambda row: row.key, ink=_ink)
    return Table(COLUMNS, rules, "basket_list", tr("Basket"))


def columns_of(*, is_clerks_order: bool) -> Columns[BasketRow]:
    """The columns, whose words over the trips say in whose order they are booked."""
    if not is_clerks_order:
        return COLUMNS
    sign, trip, *others = COLUMNS.columns
    return replace(COLUMNS, columns=(sign, replace(trip, title=CLERKS_ORDER), *others))
