"""The departures and slots of a day, as the rows of a list."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem
from typing_extensions import override

from app.core.language import tr
from app.desk.travelling.values import BoardDeparture
from app.ui.kit.basics.painting import CENTRE, RIGHT, draw_block, draw_text, text_width
from app.ui.kit.lists.row_list import RowDelegate, RowList, paint_ground
from app.ui.kit.lists.row_model import KeyedModel
from app.ui.theme import assets, style
from app.ui.travelling.board_words import departure_told, parties, spoken_departure

_ROW = 56
_LEFT, _RIGHT, _TIME, _TITLE, _ICON = 20, 16, 49, 101, 16
_BADGE_SIDE = 7


class DeparturesModel(KeyedModel[BoardDeparture]):
    """Departures by their time."""

    @override
    def spoken(self, row: BoardDeparture) -> str:
        return spoken_departure(row)


class BoardDepartureDelegate(RowDelegate[BoardDeparture]):
    """Paints one departure on two lines."""

    @override
    def height_of(self, row: BoardDeparture) -> int:
        return _ROW

    @override
    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, row: BoardDeparture) -> None:
        paint_ground(painter, option)
        colours, rect = style.tokens(), option.rect
        top, beneath = rect.top() + 9, rect.top() + 29
        icon = QPoint(rect.left() + _LEFT, rect.top() + (_ROW - _ICON) // 2)
        assets.paint_icon(painter, "ship" if row.is_boat else "waves-horizontal", icon, _ICON, colours.text3)
        time = QRect(rect.left() + _TIME, rect.top(), _TITLE - _TIME - 4, _ROW - 1)
        draw_text(painter, time, row.starts, style.font("bodyStrong"), colours.text)
        right = rect.right() + 1 - _RIGHT
        count, told = parties(len(row.travelling)), departure_told(row)
        room = text_width(count, style.font("body"))
        draw_text(
            painter, QRect(right - room, top, room, 20), count, style.font("body"), colours.text, align=RIGHT
        )
        left = rect.left() + _TITLE
        title = QRect(left, top, right - room - 12 - left, 20)
        draw_text(painter, title, row.title, style.font("bodyStrong"), colours.text)
        end = self._paint_told(painter, row, told, QRect(left, beneath, right - left, 16))
        place = QRect(left, beneath, end - 8 - left, 16)
        draw_text(painter, place, row.place, style.font("caption"), colours.text3)

    def _paint_told(self, painter: QPainter, row: BoardDeparture, told: str, line: QRect) -> int:
        """Paint how many are told at the end of the line, and what is open. Returns where that begins."""
        colours, font = style.tokens(), style.font("caption")
        is_all = bool(row.travelling) and row.told == len(row.travelling)
        width = text_width(told, font)
        place = QRect(line.right() + 1 - width, line.top(), width, line.height())
        draw_text(painter, place, told, font, colours.success if is_all else colours.text3)
        begin = place.left()
        if is_all:
            begin -= 18
            assets.paint_icon(
                painter, "check", QPoint(begin, line.top() + 2), 12, colours.success_mark, stroke=2.2
            )
        if row.unknown:
            words, strong = tr("{number} open", number=row.unknown), style.font("captionStrong")
            wide = text_width(words, strong) + 2 * _BADGE_SIDE
            begin -= wide + 6
            box = QRect(begin, line.top() - 1, wide, 18)
            draw_block(painter, box, colours.warning_soft, 4)
            draw_text(painter, box, words, strong, colours.warning, align=CENTRE)
        return begin


class DeparturesList(RowList):
    """The list; Enter goes to the parties of a departure."""

    def __init__(self, model: DeparturesModel) -> None:
        spoken = tr("Departures and slots")
        super().__init__(model, BoardDepartureDelegate(model), "departures_of_day", spoken)
