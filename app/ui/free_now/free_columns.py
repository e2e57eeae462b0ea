"""The columns of what is free: start, trip, seats, price for the party, and when that was read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QPoint, QPointF, QRect
from PySide6.QtGui import QPainter

from app.core.language import joined, mark, tr
from app.desk.free_now.values import Found, FreeQuestion, FreeStanding, FreeStart
from app.desk.model import formats
from app.desk.model.moment import Moment
from app.ui.free_now.free_words import (
    age_words,
    brief_people,
    closing_words,
    each_words,
    group_words,
    is_kept,
    price_words,
    seats_words,
)
from app.ui.kit.basics.badge import paint_dot
from app.ui.kit.lists.table import Section, paint_cell, two_lines
from app.ui.kit.lists.table_columns import Cell, Column, Columns
from app.ui.theme import assets, style
from app.ui.theme.style import Ink

_DOT, _ICON = 14, 16


def _ink(start: FreeStart) -> Ink:
    return "text2" if start.reason else "text"


def _starts(start: FreeStart) -> Cell:
    begins, ends = ("" if each is None else formats.clock_time(each) for each in (start.starts, start.ends))
    text = begins or (start.slot.window if start.slot else "") or formats.EN_DASH
    return Cell(text, _ink(start), "bodyStrong" if start.standing is FreeStanding.FREE else "body", ends)


def _paint_starts(painter: QPainter, place: QRect, start: FreeStart) -> None:
    icon, corner = (
        "ship" if start.is_boat else "waves-horizontal",
        QPoint(place.left(), place.center().y() - 7),
    )
    assets.paint_icon(painter, icon, corner, _ICON, style.tokens().ink_named("text2"))
    paint_cell(painter, place.adjusted(2 * _ICON, 0, 0, 0), _starts(start))


def _trip(start: FreeStart) -> Cell:
    return Cell(start.title, _ink(start), beneath=start.place)


def free_columns(
    asked: FreeQuestion, now: Callable[[], Moment], is_online: Callable[[], bool]
) -> Columns[FreeStart]:
    """The columns for this party; `now` tells how old each reading is."""

    def seats(start: FreeStart) -> Cell:
        if start.standing is FreeStanding.TOO_FEW and start.left is not None:
            wanted = tr("{number} are wanted", number=start.seats)
            return Cell(formats.seats(start.left), "text2", beneath=wanted)
        if start.reason:
            return Cell(start.reason, "text2", is_whole=True)
        return Cell(seats_words(start), _ink(start), beneath=closing_words(start, now()))

    def paint_seats(painter: QPainter, place: QRect, start: FreeStart) -> None:
        cell = seats(start)
        first, second = two_lines(place) if cell.beneath else (place, place)
        has_dot = start.standing is FreeStanding.FREE and start.left is not None
        if has_dot:
            centre = QPointF(place.left() + 4, first.center().y() + 0.5)
            paint_dot(painter, centre, "success" if is_online() and start.is_live(now()) else "hollow")
        paint_cell(painter, first.adjusted(_DOT if has_dot else 0, 0, 0, 0), cell._replace(beneath=""))
        if cell.beneath:
            paint_cell(painter, second, Cell(cell.beneath, "text3", "caption"))

    def price(start: FreeStart) -> Cell:
        is_exact = start.standing is FreeStanding.FREE and not start.gap
        role = "bodyStrong" if is_exact else "body"
        return Cell(price_words(start), _ink(start), role, each_words(start))

    def read(start: FreeStart) -> Cell:
        return Cell(age_words(start, now()), "warning" if is_kept(start, now()) else "text2", "caption")

    return Columns(
        (
            Column(mark("Starts"), 76, cell=_starts, paint=_paint_starts),
            Column(mark("Activity or boat"), cell=_trip),
            Column(mark("Seats"), 134, tight=124, cell=seats, paint=paint_seats),
            Column(
                mark("For {who}, with GST", who=brief_people(asked.fares)),
                124,
                is_right=True,
                cell=price,
                reach=40,
            ),
            Column(mark("Read"), 64, is_right=True, fold=1, under=3, cell=read),
        ),
        left=20,
        right=16,
        gap=12,
        least=200,
    )


def sections(found: Found, asked: FreeQuestion) -> Iterable[FreeStart | Section]:
    """The starts below their headings."""
    for group in found.groups:
        key = joined(" ", ("group", group.standing, group.name))
        yield Section(group_words(group, asked), str(len(group.rows)), key)
        yield from group.rows
