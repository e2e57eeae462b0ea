"""The week strip: seven day tiles with the lowest fare and the seats of each day."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.painting import draw_block, draw_box, draw_ring, draw_text, draw_whole, text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.lists.tile_view import TileDelegate, TileView
from app.ui.slots.week_model import DAYS, DayTile, WeekModel
from app.ui.theme import style

TILE_HEIGHT, LOW_TILE = 76, 64
_ROOMY_TILE = 96
GAP = 8

Index = QModelIndex | QPersistentModelIndex


class WeekStrip(Roomy, TileView):
    """Seven days in a line; the current one is the day whose slots are shown."""

    def __init__(self, model: WeekModel, parent: QWidget | None = None) -> None:
        super().__init__(columns=DAYS, gap=GAP, tile_height=TILE_HEIGHT, parent=parent)
        self.setObjectName("day_tiles")
        self.setAccessibleName(tr("Days"))
        self.setModel(model)
        self.setItemDelegate(WeekDelegate(self))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @override
    def follow_room(self) -> None:
        self.set_tiles(self.columns, self.room.height(TILE_HEIGHT, LOW_TILE))


class WeekDelegate(TileDelegate):
    """Paints one day: date, lowest fare or reason, seats."""

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, WeekModel):
            return
        tile, rect = model.tile_at(index), self._view.tile_rect(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        _paint_ground(painter, rect, tile, selected=selected, hovered=hovered)
        if self._view.rings(index):
            draw_ring(painter, rect, style.tokens().accent)
        heading = tile.heading(is_first=index.row() == 0)
        side = 13 if rect.width() >= _ROOMY_TILE else 7
        inner = rect.adjusted(side, 0, 3 - side, 0)
        _paint_day(painter, inner, tile, heading, selected=selected)
        if tile.is_reading and model.shows_blocks:
            _paint_blocks(painter, inner)


def _paint_ground(painter: QPainter, rect: QRect, tile: DayTile, *, selected: bool, hovered: bool) -> None:
    tokens = style.tokens()
    if selected:
        draw_box(painter, rect, fill=tokens.accent_soft, line=tokens.accent, width=2)
    elif tile.is_open or tile.is_reading:
        draw_box(painter, rect, fill=tokens.hover if hovered else tokens.surface, line=tokens.line)
    else:
        draw_box(painter, rect, fill=tokens.sunken, line=tokens.line)


def _paint_day(painter: QPainter, rect: QRect, tile: DayTile, heading: str, *, selected: bool) -> None:
    tokens = style.tokens()
    small, large = style.line_height("caption"), style.line_height("body")
    top = rect.top() + (rect.height() - 2 * small - large) // 2
    first = QRect(rect.left(), top, rect.width(), small)
    ink = tokens.accent if selected else tokens.text2
    draw_text(painter, first, heading, style.font("captionStrong"), ink)
    second = QRect(rect.left(), top + small, rect.width(), large)
    third = QRect(rect.left(), top + small + large, rect.width(), small)
    weight, ink = ("bodyHeavy", tokens.text) if tile.is_open else ("bodyStrong", tokens.text2)
    if not tile.is_open and text_width(tile.state, style.font(weight)) > rect.width():
        # A reason in the service's words: no seats stand below it.
        draw_whole(painter, second.united(third), tile.state, weight, ink)
        return
    draw_text(painter, second, tile.state, style.font(weight), ink)
    draw_text(painter, third, tile.seats, style.font("caption"), tokens.text3)


def _paint_blocks(painter: QPainter, rect: QRect) -> None:
    colour = style.tokens().skeleton
    draw_block(painter, QRect(rect.left(), rect.top() + 33, 44, 11), colour)
    draw_block(painter, QRect(rect.left(), rect.top() + 52, 56, 9), colour)
