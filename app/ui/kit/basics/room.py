"""The room in a window, in the steps that every layout follows."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QLayout, QWidget
from typing_extensions import override

from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.mixin import Mixin, NetSide

_WIDE_FROM, _MEDIUM_FROM = 1280, 1024
_LOW_BELOW, _FLAT_BELOW = 640, 560


class Width(IntEnum):
    """How wide a window is."""

    NARROW = 0
    MEDIUM = 1
    WIDE = 2


class Room(NamedTuple):
    """The steps of a window: its width, whether it is low, and whether it is lower still."""

    step: Width = Width.WIDE
    is_low: bool = False
    is_flat: bool = False

    @property
    def is_wide(self) -> bool:
        """Whether everything stands beside everything."""
        return self.step is Width.WIDE

    @property
    def is_narrow(self) -> bool:
        """Whether nothing stands beside anything."""
        return self.step is Width.NARROW

    @property
    def is_small(self) -> bool:
        """Whether it is less than the size that the screens were drawn in."""
        return self.is_low or not self.is_wide

    def height(self, usual: int, low: int) -> int:
        """One of two heights, the second in a low window."""
        return low if self.is_low else usual


def room_of_size(width: int, height: int) -> Room:
    """The room of a window of this size in pixels, without bands; no page asks for the text size."""
    step = Width.WIDE if width >= _WIDE_FROM else Width.MEDIUM if width >= _MEDIUM_FROM else Width.NARROW
    return Room(step, height < _LOW_BELOW, height < _FLAT_BELOW)


class Roomy(Mixin):
    """Follows the room of its window: when it is shown in one, and whenever the window says so."""

    room = Room()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        room = room_of(self)
        if room != self.room:
            # Before its own parts move: what is in a drawer then is no longer below it.
            tell_room(self, room)
            self.take_room(room)
        super().showEvent(event)

    def take_room(self, room: Room) -> None:
        """Lay out for another room; the same one has no effect."""
        if room != self.room:
            self.room = room
            self.follow_room()

    def follow_room(self) -> None:
        """Lay out for `room`."""


class Lowered(Roomy):
    """Has one of two fixed heights."""

    heights: tuple[int, int]
    """The usual one, and that in a low window."""

    def keep_heights(self, heights: tuple[int, int]) -> None:
        """Have these heights from now on."""
        self.heights = heights
        self.setFixedHeight(self.room.height(*heights))

    @override
    def follow_room(self) -> None:
        self.setFixedHeight(self.room.height(*self.heights))


def room_of(widget: QWidget) -> Room:
    """The room of the widget's window; all there can be where a window does not measure it."""
    # A protocol would say it in types, but is slow to ask, and every cell that is painted asks.
    room = getattr(widget.window(), "room", None)
    return room if isinstance(room, Room) else Room()


def tell_room(over: QWidget, room: Room) -> None:
    """Let everything in a window or a part follow, also what is hidden at present."""
    for each in over.findChildren(QWidget):
        if isinstance(each, Roomy):
            each.take_room(room)


def low_held(layout: QLayout, heights: tuple[int, int]) -> QWidget:
    """A bare widget that holds the layout, at one of two fixed heights."""
    widget = _LowHeld()
    widget.setLayout(layout)
    widget.keep_heights(heights)
    return widget


def air(heights: tuple[int, int]) -> QWidget:
    """Room above or below a thing, with less of it in a low window.

    A spacer that Python holds as well as its layout is deleted by both when garbage is collected.
    """
    widget = _LowHeld()
    widget.keep_heights(heights)
    return widget


class _LowHeld(Lowered, QWidget):
    """Holds a layout."""


class WidthHeld(Roomy, QWidget):
    """Holds a widget at one of two fixed widths, the second where the window is not wide."""

    def __init__(self, widget: QWidget, widths: tuple[int, int]) -> None:
        super().__init__()
        self._widths = widths
        self.setLayout(column(widget))
        self.follow_room()

    @override
    def follow_room(self) -> None:
        self.setFixedWidth(self._widths[0 if self.room.is_wide else 1])


class Folding(Roomy, QWidget):
    """Things beside each other, and below each other in rooms that are too narrow for that."""

    def __init__(self, line: QBoxLayout, when: Callable[[Room], bool], *, gap: int | None = None) -> None:
        """`when` says so of a room; `gap` is then between them, by default the same."""
        super().__init__()
        self._line, self._when = line, when
        self._gaps = line.spacing(), line.spacing() if gap is None else gap
        self.setLayout(line)
        self.follow_room()

    @override
    def follow_room(self) -> None:
        way, is_folded = QBoxLayout.Direction, self._when(self.room)
        self._line.setDirection(way.TopToBottom if is_folded else way.LeftToRight)
        self._line.setSpacing(self._gaps[is_folded])


class Moving(Roomy, QWidget):
    """The place of a widget that is elsewhere in some rooms."""

    def __init__(
        self, widget: QWidget, when: Callable[[Room], bool], put: Callable[[QWidget], object]
    ) -> None:
        """`when` says of a room that it is elsewhere, and `put` puts it there."""
        super().__init__()
        # Qt hides what changes its parent: a net side would take that for what is wanted of it.
        moved = held(column(widget)) if isinstance(widget, NetSide) else widget
        self._widget, self._when, self._put = moved, when, put
        self._place = column(self._widget)
        self.setLayout(self._place)

    @override
    def follow_room(self) -> None:
        is_away, focused = self._when(self.room), QApplication.focusWidget()
        (self._put if is_away else self._place.addWidget)(self._widget)
        self.setVisible(not is_away)
        if focused is not None and self._widget.isAncestorOf(focused):
            # What is moved to another place loses the keyboard.
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
