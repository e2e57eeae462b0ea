"""The left side of the slots page: the week, the slots of the chosen day, and notes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QStyle, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.core.language import ended, joined, tr, trn
from app.desk.model import formats
from app.desk.model.activities import DaySlots, Slot
from app.desk.model.sale import Advice
from app.desk.service.cutoffs import as_of, day_as_of
from app.ui.kit.basics.actions import READ_AGAIN, STEP_DAY
from app.ui.kit.basics.badge import Dot
from app.ui.kit.basics.key_cap import KeyCap
from app.ui.kit.basics.layouts import called, column, held, row
from app.ui.kit.basics.mixin import Told
from app.ui.kit.basics.painting import draw_block, draw_box, draw_ring, draw_text, draw_whole, text_width
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label, Run, set_tip
from app.ui.kit.controls.buttons import Button, IconButton
from app.ui.kit.lists.tile_view import RING, TileDelegate, TileView
from app.ui.kit.sheets.empty_state import EmptyState
from app.ui.kit.sheets.failure_panel import FailurePanel, left_out_words, lost_advice
from app.ui.kit.sheets.page_layout import Hint, HintLine, Scroller
from app.ui.sale.countdown import wait_ms
from app.ui.slots import actions
from app.ui.slots.slot_model import SlotModel, same_slot
from app.ui.slots.slot_tiles import GAP, SlotTiles
from app.ui.slots.week_model import DAYS, DayTile, WeekModel
from app.ui.theme import style

TILE_HEIGHT, LOW_TILE = 76, 64
_ROOMY_TILE = 96
DAY_GAP = 8

Index = QModelIndex | QPersistentModelIndex


class WeekStrip(Roomy, TileView):
    """Seven days in a line; the current one is the day whose slots are shown."""

    def __init__(self, model: WeekModel) -> None:
        super().__init__(columns=DAYS, gap=DAY_GAP, tile_height=TILE_HEIGHT)
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


_TILES, _NONE, _FAILURE = range(3)
_LEAST_STATES = 44


def worth_knowing(day: DaySlots) -> str:
    """The note in the hint line: entries left out, else a slot with its own cutoff."""
    left_out = left_out_words(day)
    if left_out:
        return left_out
    own = next(
        (slot for slot in day.open_slots if slot.has_own_cutoff and slot.cutoff_minutes is not None), None
    )
    if own is None or own.starts is None or own.cutoff_minutes is None:
        return ""
    lead = formats.minutes(own.cutoff_minutes)
    return tr(
        "{time} slot has its own cutoff, {lead} before start",
        time=formats.clock_time(own.starts),
        lead=lead,
    )


class SlotBoard(Told, Roomy, QWidget):
    """Days and slots to choose from, with the readings so far; it starts no tasks."""

    day_chosen = Signal(object)
    """Emitted with another chosen `date` of the strip."""
    week_asked = Signal(int)
    """Emitted with -1 for the week before or 1 for the week after."""
    slot_chosen = Signal(object)
    """Emitted with a chosen `Slot`."""

    def __init__(self, day: date, now: datetime, note: QWidget | None = None) -> None:
        """`note` stands above the keys; with it a flat window has no line for the week."""
        super().__init__()
        self._day = day
        self._now = now
        self._failures: dict[date, Advice] = {}
        self.days = WeekModel(day, self)
        self.slots = SlotModel(now, self)
        self.day_tiles = WeekStrip(self.days)
        self.slot_tiles = SlotTiles(self.slots)
        self._week = Label(role="heading")
        self._heading = SlotsHeading()
        self._hint = Label(role="caption", ink="text3", elides=True)
        self.none = NoSlotsView()
        self.failure = FailurePanel()
        self._none_part, self._failure_part = Scroller(self.none), Scroller(self.failure)
        self._states = QStackedWidget()
        earlier = called("week_before", IconButton("chevron-left", tr("Week before")))
        later = called("week_after", IconButton("chevron-right", tr("Week after")))
        earlier.clicked.connect(partial(self.week_asked.emit, -1))
        later.clicked.connect(partial(self.week_asked.emit, 1))
        week = self._week_line = held(row(self._week, None, earlier, later, gap=8, margins=(20, 0, 20, 0)))
        week.setFixedHeight(28)
        self._states.addWidget(_inset(self.slot_tiles, GAP))
        self._states.addWidget(self._none_part)
        self._states.addWidget(self._failure_part)
        lines = column(week, 8 - RING, _inset(self.day_tiles, DAY_GAP), 12, self._heading, 10 - RING)
        lines.addWidget(self._states, 1)
        self._note = note
        if note is not None:
            lines.addWidget(note)
        lines.addWidget(HintLine(*_keys(), None, self._hint))
        self._lines = lines
        self.setLayout(lines)
        self.follow_room()
        self.day_tiles.selectionModel().currentChanged.connect(self._choose_day)
        self.day_tiles.entered.connect(self.slot_tiles.setFocus)
        self.day_tiles.left_below.connect(self.slot_tiles.setFocus)
        self.slot_tiles.left_above.connect(self.day_tiles.setFocus)
        self.slot_tiles.selectionModel().selectionChanged.connect(self._choose_slot)
        self.show_day(day)

    @property
    def day(self) -> date:
        """The day whose slots are shown."""
        return self._day

    def begin(self, day: date, now: datetime) -> None:
        """Begin with a week from `day` on, of which nothing is read."""
        self._now = now
        self.show_week(day)

    def show_day(self, day: date) -> None:
        """Show another day; the strip moves when the day is not in it."""
        self._day = day
        if self.days.row_of(day) < 0:
            after = day > self.days.first
            self.days.show_week(day if after else day - timedelta(days=DAYS - 1))
        self._week.setText(tr("Week of {day}", day=formats.day_of_month(self.days.first)))
        index = self.days.index(self.days.row_of(self._day))
        if self.day_tiles.currentIndex() != index:
            self.day_tiles.setCurrentIndex(index)
        self._show_slots()

    def show_week(self, first: date) -> None:
        """Show the week from `first` on, and its first day."""
        self.days.show_week(first)
        self.show_day(first)

    def put_slots(self, slots: DaySlots) -> None:
        """Show what was read of a day."""
        self._failures.pop(slots.day, None)
        self.days.put_slots(day_as_of(slots, self._now))
        if slots.day == self._day:
            self._show_slots()

    def put_failure(self, day: date, advice: Advice) -> None:
        """Show that a day could not be read; a former reading stays."""
        self._failures[day] = advice
        self.days.put_failure(day, advice.what)
        if day == self._day:
            self._show_slots()

    def show_blocks(self) -> None:
        """Show skeletons for days that are still being read."""
        self.days.show_blocks()
        self._show_slots()

    def show_now(self, now: datetime) -> None:
        """Update countdowns; a slot past its closing time is shown as closed."""
        self._now = now
        for day in self.days.days:
            tile = self.days.tile_of(day)
            if tile is not None and tile.slots is not None:
                self.days.put(DayTile(day, day_as_of(tile.slots, now), tile.failure))
        self._show_slots()

    @override
    def follow_net(self) -> None:
        self.slots.show_net(shown=self.net_shown)

    def choose(self, slot: Slot | None) -> None:
        """Tick this slot and no other."""
        self.slots.choose(slot)
        chosen = self.slots.index(self.slots.row_of(slot))
        selection = self.slot_tiles.selectionModel()
        if not chosen.isValid():
            selection.clearSelection()
        elif not selection.isSelected(chosen):
            selection.setCurrentIndex(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def as_shown(self, slot: Slot) -> Slot:
        """The slot from the reading of its day; closed when the reading no longer has it."""
        tile = self.days.tile_of(slot.day)
        if tile is None or tile.slots is None:
            return as_of(slot, self._now)
        found = next((each for each in tile.slots.slots if same_slot(each, slot)), None)
        return found or replace(slot, is_open=False, reason=tr("No longer offered"))

    def read_at(self, day: date) -> datetime | None:
        """When the slots of a day of the strip were read; None when they have not been yet."""
        tile = self.days.tile_of(day)
        return None if tile is None or tile.slots is None else tile.slots.read_at

    def slot_numbered(self, number: int) -> Slot | None:
        """The slot that a number key picks."""
        row_numbered = self.slots.row_numbered(number)
        return self.slots.slots[row_numbered] if 0 <= row_numbered < len(self.slots.slots) else None

    def wait_ms(self) -> int:
        """Milliseconds until something on the board changes."""
        return wait_ms(self._open_slots(), self._now)

    def _open_slots(self) -> list[Slot]:
        tiles = [self.days.tile_of(day) for day in self.days.days]
        return [slot for tile in tiles if tile is not None and tile.slots for slot in tile.slots.open_slots]

    @override
    def follow_room(self) -> None:
        gives_way = self._note is not None and self.room.is_flat
        self._week_line.setVisible(not gives_way)
        # Of nothing else on the page anything is cut off.
        self._states.setMinimumHeight(_LEAST_STATES if gives_way else 0)
        self._lines.setContentsMargins(0, 6 if self.room.is_flat else 16, 0, 0)

    def _choose_day(self, index: QModelIndex) -> None:
        if index.isValid() and self.days.tile_at(index).day != self._day:
            self.day_chosen.emit(self.days.tile_at(index).day)

    def _choose_slot(self) -> None:
        for index in self.slot_tiles.selectedIndexes():
            if not self.slots.is_chosen(index.row()):
                self.slot_chosen.emit(self.slots.slot_at(index))

    def _show_slots(self) -> None:
        """Show the reading of the day."""
        tile = self.days.tile_of(self._day)
        known = tile.slots if tile is not None else None
        failure = self._failures.get(self._day)
        self._heading.show_day(self._day, known, is_failed=failure is not None)
        self._hint.setText(worth_knowing(known) if known else "")
        set_tip(self._hint, joined("\n", (self._hint.text(), *(known.set_aside if known else ()))))
        if known is not None and known.slots:
            self.slots.show_slots(known.slots, self._now)
            self._states.setCurrentIndex(_TILES)
        elif known is not None and known.set_aside:
            self.failure.show_advice(_lost(known))
            self._states.setCurrentIndex(_FAILURE)
        elif known is not None:
            self.none.show_day(known, self._next_open())
            self._states.setCurrentIndex(_NONE)
        elif failure is not None:
            self.failure.show_advice(failure)
            self._states.setCurrentIndex(_FAILURE)
        else:
            self.slots.show_reading(blocks=self.days.shows_blocks)
            self._states.setCurrentIndex(_TILES)
        self.choose(self.slots.chosen)

    def _next_open(self) -> DayTile | None:
        tiles = (self.days.tile_of(day) for day in self.days.days if day > self._day)
        return next((tile for tile in tiles if tile is not None and tile.is_open), None)


def _lost(day: DaySlots) -> Advice:
    """What came in place of the slots of a day, of which none could be read."""
    count = len(day.set_aside)
    words = trn("{number} slot could not be read", "{number} slots could not be read", count)
    return lost_advice(words, day.set_aside)


def _keys() -> tuple[Hint, ...]:
    return ((STEP_DAY, tr("Day")), (actions.PICK, tr("Slot")), (actions.SEATS, tr("Seats")))


def _inset(view: TileView, gap: int) -> QWidget:
    """The view in a column of 20 px margins, beyond which it extends by its ring and its last gap."""
    return held(column(view, margins=(20 - RING, 0, 20 - (gap - RING) - 1, 0)))


class SlotsHeading(QWidget):
    """Day and count at the left, the time of reading and its key at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._words = called("slots_heading", Label(role="heading"))
        self._dot = Dot()
        self._read_at = called("read_at", Label(role="caption", ink="text3"))
        read = row(self._dot, self._read_at, KeyCap(READ_AGAIN), gap=6)
        self.setLayout(row(self._words, None, read, margins=(20, 0, 20, 0)))

    def show_day(self, day: date, known: DaySlots | None, *, is_failed: bool) -> None:
        """Show the state of the day; `is_failed` when the newest reading failed."""
        self._tell_count(day, known)
        self._dot.show_tone("danger" if is_failed else "success")
        self._dot.setVisible(known is not None or is_failed)
        self._read_at.setText(lambda: _read_words(known, is_failed=is_failed))

    def _tell_count(self, day: date, known: DaySlots | None) -> None:
        name = Run(tr("Slots on {day}", day=formats.day_medium(day)), "heading")
        if known is None or not known.slots:
            self._words.set_runs(name)
            return
        count = tr("{open} of {number} open", open=len(known.open_slots), number=len(known.slots))
        quiet = Run(count, "heading", "text3", QFont.Weight.Normal)
        self._words.set_runs(name, quiet._replace(text=" \u00b7 "), quiet)


def _read_words(known: DaySlots | None, *, is_failed: bool) -> str:
    """When the day was read, and whether the newest reading failed."""
    read = tr("Read {read_at}", read_at=formats.clock_seconds(known.read_at)) if known else ""
    return joined(" ", (tr("Not read again."), read)) if is_failed else read


class NoSlotsView(QWidget):
    """Shows that nothing can be booked on a day, and offers a day when it can."""

    day_asked = Signal(object)
    """Emitted with a `date` to show instead."""

    def __init__(self) -> None:
        super().__init__()
        self._next: date | None = None
        self._show_next = called("show_next_day", Button("", "primary"))
        self._show_next.clicked.connect(self._ask)
        self._state = EmptyState("calendar", "", "", self._show_next)
        self.setLayout(column(self._state))

    def show_day(self, day: DaySlots, later: DayTile | None) -> None:
        """Show why the day has none; `later` is a day of the strip that has some."""
        reason = day.reason
        if later is not None and later.slots is not None:
            count = len(later.slots.open_slots)
            more = trn(
                "{day} has {number} open slot.",
                "{day} has {number} open slots.",
                count,
                day=formats.day_medium(later.day),
            )
            reason = joined("\n", (reason, more))
            self._next = later.day
            self._show_next.set_label(tr("Show {day}", day=formats.day_medium(later.day)))
            is_next = (later.day - day.day).days == 1
            self._show_next.set_key(STEP_DAY.caps[1] if is_next else None)
        self._show_next.setVisible(later is not None)
        # Where a day is offered instead, the title has said enough of this one.
        left_out = left_out_words(day)
        none = ended(left_out) if left_out else tr("The service lists no slot for this date.")
        reason = reason or none
        self._state.show_words(tr("No slots on {day}", day=formats.day_medium(day.day)), reason)

    def _ask(self) -> None:
        self.day_asked.emit(self._next)
