"""The departures and slots of a day, as the rows of a list."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter

from app.core.language import Message, tr
from app.desk.travelling.values import BoardDeparture
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_text, text_width
from app.ui.kit.lists.table import RowRules, Table
from app.ui.kit.lists.table_columns import Column, Columns
from app.ui.theme import assets, style
from app.ui.travelling.board_words import departure_told, parties, spoken_departure

_ROW, _ICON, _BADGE_SIDE = 56, 16, 7


def departures_table() -> Table[BoardDeparture]:
    """The list; Enter goes to the parties of a departure."""
    rules: RowRules[BoardDeparture] = RowRules(_ROW, key=lambda row: row.key, said=spoken_departure)
    return Table(COLUMNS, rules, "departures_of_day", tr("Departures and slots"))


def _paint_words(painter: QPainter, row: QRect, departure: BoardDeparture) -> None:
    """The trip and its parties, over its place and how many of them are told."""
    colours, body = style.tokens(), style.font("body")
    right, top, beneath = row.right() + 1, row.top() + 9, row.top() + 29
    count = parties(len(departure.travelling))
    room = text_width(count, body)
    draw_text(painter, QRect(right - room, top, room, 20), count, body, colours.text, align=RIGHT)
    title = QRect(row.left(), top, row.width() - room - 12, 20)
    draw_text(painter, title, departure.title, style.font("bodyStrong"), colours.text)
    end = _paint_told(painter, departure, QRect(row.left(), beneath, row.width(), 16))
    place = QRect(row.left(), beneath, end - 8 - row.left(), 16)
    draw_text(painter, place, departure.place, style.font("caption"), colours.text3)


def _paint_told(painter: QPainter, departure: BoardDeparture, line: QRect) -> int:
    """Paint how many are told at the end of the line, and what is open. Returns where that begins."""
    colours, font, told = style.tokens(), style.font("caption"), departure_told(departure)
    is_all = bool(departure.travelling) and departure.told == len(departure.travelling)
    width = text_width(told, font)
    place = QRect(line.right() + 1 - width, line.top(), width, line.height())
    draw_text(painter, place, told, font, colours.success if is_all else colours.text3)
    begin = place.left()
    if is_all:
        begin -= 18
        corner = QPoint(begin, line.top() + 2)
        assets.paint_icon(painter, "check", corner, 12, colours.success_mark, stroke=2.2)
    if departure.unknown:
        words, strong = tr("{number} open", number=departure.unknown), style.font("captionStrong")
        wide = text_width(words, strong) + 2 * _BADGE_SIDE
        begin -= wide + 6
        box = QRect(begin, line.top() - 1, wide, 18)
        draw_block(painter, box, colours.warning_soft, 4)
        draw_text(painter, box, words, strong, colours.warning, align=CENTRE)
    return begin


def _paint_sign(painter: QPainter, place: QRect, departure: BoardDeparture) -> None:
    icon = "ship" if departure.is_boat else "waves-horizontal"
    corner = QPoint(place.left(), place.top() + (_ROW - _ICON) // 2)
    assets.paint_icon(painter, icon, corner, _ICON, style.tokens().text3)


COLUMNS: Columns[BoardDeparture] = Columns(
    (
        Column(Message(""), 25, paint=_paint_sign),
        Column(Message(""), 48, cell=lambda departure: departure.starts, role="bodyStrong"),
        Column(Message(""), paint=_paint_words),
    ),
    left=20,
    right=16,
    gap=4,
)
