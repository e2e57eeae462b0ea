"""The slots of a day as tiles: times, fare, seats, and when each closes."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect
from PySide6.QtGui import QColor, QPainter, QPainterPath, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem
from typing_extensions import override

from app.core.language import tr
from app.desk.model.activities import Slot
from app.ui.kit.basics.actions import acts
from app.ui.kit.basics.key_cap import draw_key
from app.ui.kit.basics.painting import (
    RIGHT,
    draw_block,
    draw_box,
    draw_dot,
    draw_ring,
    draw_text,
    text_width,
)
from app.ui.kit.basics.room import Roomy
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.tile_view import TileDelegate, TileView
from app.ui.sale.countdown import closing_words, share_of_last_hour
from app.ui.slots.actions import PICK
from app.ui.slots.slot_model import SlotModel, fare_words, net_words, seats_words, window_words
from app.ui.theme import assets, style

COLUMNS, FEWER = 3, 2
TILE_HEIGHT, LOW_TILE = 112, 92
_LEAST_TILE = 226
GAP = 12
FEW_SEATS = 3
DRAIN_HEIGHT = 3

Index = QModelIndex | QPersistentModelIndex
_HEIGHT_OF_LINES = 80


class SlotTiles(Roomy, TileView):
    """The slots of the chosen day, three in a line, or two where nothing else fits."""

    def __init__(self, model: SlotModel) -> None:
        super().__init__(columns=COLUMNS, gap=GAP, tile_height=TILE_HEIGHT)
        self.setObjectName("slot_tiles")
        self.setAccessibleName(tr("Slots"))
        self.setModel(model)
        self.setItemDelegate(SlotDelegate(self))
        OverlayScrollBar(self)

    @override
    def follow_room(self) -> None:
        self.set_tiles(self.columns, self.room.height(TILE_HEIGHT, LOW_TILE))

    @override
    def resizeEvent(self, e: QResizeEvent) -> None:
        fits = self.viewport().width() >= COLUMNS * (_LEAST_TILE + GAP)
        self.set_tiles(COLUMNS if fits else FEWER, self.room.height(TILE_HEIGHT, LOW_TILE))
        super().resizeEvent(e)


class SlotDelegate(TileDelegate):
    """Paints one slot: open, selected, closing within the hour, or closed with its reason."""

    @override
    def paint_item(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        if not isinstance(model, SlotModel):
            return
        rect, slot = self._view.tile_rect(option.rect), model.slot_at(index)
        selected = slot is not None and slot.is_open and model.is_chosen(index.row())
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        _paint_ground(painter, rect, slot, selected=selected, hovered=hovered)
        if self._view.rings(index):
            draw_ring(painter, rect, style.tokens().accent)
        edge = 8 if rect.height() < TILE_HEIGHT - GAP else 13
        inner = rect.adjusted(15, edge, -15, -edge)
        if slot is None:
            _paint_skeleton(painter, inner)
        elif slot.is_open:
            _paint_open(painter, inner, slot, model.now, net_shown=model.net_shown)
            _paint_corner(painter, inner, 0 if selected else model.number_of(index.row()), ticked=selected)
            edge = 2 if selected else 1
            _paint_drain(
                painter, rect.adjusted(edge, edge, -edge, -edge), share_of_last_hour(slot, model.now)
            )
        else:
            _paint_closed(painter, inner, slot)


def _paint_ground(
    painter: QPainter, rect: QRect, slot: Slot | None, *, selected: bool, hovered: bool
) -> None:
    tokens = style.tokens()
    if selected:
        draw_box(painter, rect, fill=tokens.accent_soft, line=tokens.accent, width=2)
    elif slot is None or slot.is_open:
        fill = tokens.hover if hovered and slot is not None else tokens.surface
        draw_box(painter, rect, fill=fill, line=tokens.line if slot is None else tokens.line_strong)
    else:
        draw_box(painter, rect, fill=tokens.sunken, line=tokens.line)


def _paint_head(painter: QPainter, inner: QRect, slot: Slot, ink: QColor) -> None:
    times = _line(inner, 0, 20).adjusted(0, 0, -26, 0)
    draw_text(painter, times, window_words(slot), style.font("heading"), ink)
    draw_text(painter, _line(inner, 20, 16), slot.label, style.font("caption"), style.tokens().text3)


def _paint_open(painter: QPainter, inner: QRect, slot: Slot, now: datetime, *, net_shown: bool) -> None:
    tokens = style.tokens()
    _paint_head(painter, inner, slot, tokens.text)
    is_low = inner.height() < _HEIGHT_OF_LINES
    third, fourth = _line(inner, 38 if is_low else 46, 20), _line(inner, 58 if is_low else 69, 16)
    draw_text(painter, third, fare_words(slot), style.font("heading"), tokens.text)
    few = slot.seats is not None and slot.seats <= FEW_SEATS
    weight, ink = ("bodyStrong", tokens.text) if few else ("body", tokens.text2)
    draw_text(painter, third, seats_words(slot), style.font(weight), ink, align=RIGHT)
    net = net_words(slot) if net_shown else ""
    draw_text(painter, fourth, net, style.font("caption"), tokens.text3)
    _paint_closing(painter, fourth, slot, now, fourth.left() + text_width(net, style.font("caption")))


def _paint_closing(painter: QPainter, line: QRect, slot: Slot, now: datetime, free_from: int) -> None:
    """Paint the closing time at the right, with its icon if there is room."""
    text = closing_words(slot, now)
    if not text:
        return
    tokens = style.tokens()
    soon = share_of_last_hour(slot, now) is not None
    font = style.font("captionStrong" if soon else "caption")
    ink = tokens.warning if soon else tokens.text3
    draw_text(painter, line, text, font, ink, align=RIGHT)
    left = line.right() + 1 - text_width(text, font) - 6 - 12
    if left >= free_from:
        assets.paint_icon(painter, "timer", QPoint(left, line.center().y() - 5), 12, ink, stroke=2)


def _paint_closed(painter: QPainter, inner: QRect, slot: Slot) -> None:
    tokens = style.tokens()
    _paint_head(painter, inner, slot, tokens.text2)
    height = style.line_height("caption")
    line = QRect(inner.left(), inner.bottom() + 1 - height, inner.width(), height)
    assets.paint_icon(painter, "ban", QPoint(line.left(), line.center().y() - 5), 13, tokens.text2)
    draw_text(painter, line.adjusted(13 + 6, 0, 0, 0), slot.reason, style.font("caption"), tokens.text2)


def _line(inner: QRect, top: int, height: int) -> QRect:
    """The rectangle of a line of the tile, by the text size."""
    return QRect(inner.left(), inner.top() + top, inner.width(), height)


def _paint_corner(painter: QPainter, inner: QRect, number: int, *, ticked: bool) -> None:
    """Paint the number key that picks the slot, or the tick when it is picked."""
    tokens = style.tokens()
    corner = QRect(inner.right() + 1 - 18, inner.top() + 1, 18, 18)
    if ticked:
        draw_dot(painter, corner.toRectF().center(), 18, tokens.accent_fill)
        assets.paint_icon(painter, "check", corner.topLeft() + QPoint(3, 3), 12, tokens.on_accent, stroke=3)
    elif number and acts(PICK.pressed[number - 1]):
        draw_key(painter, corner, PICK.pressed[number - 1])


def _paint_drain(painter: QPainter, inside: QRect, share: float | None) -> None:
    """Paint the rest of the last hour along the lower edge, inside the outline."""
    if share is None:
        return
    tokens = style.tokens()
    clip = QPainterPath()
    clip.addRoundedRect(inside, 7, 7)
    painter.setClipPath(clip)
    bar = QRect(inside.left(), inside.bottom() + 1 - DRAIN_HEIGHT, inside.width(), DRAIN_HEIGHT)
    painter.fillRect(bar, tokens.track)
    painter.fillRect(
        QRect(bar.left(), bar.top(), round(bar.width() * share), bar.height()), tokens.warning_mark
    )
    painter.setClipping(False)


def _paint_skeleton(painter: QPainter, inner: QRect) -> None:
    colour = style.tokens().skeleton
    for top, width, height in ((4, 104, 11), (24, 72, 9), (51, 72, 11), (71, 88, 9)):
        draw_block(painter, QRect(inner.left(), inner.top() + top, width, height), colour)
