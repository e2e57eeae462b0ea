"""The room in a window, in the steps that every layout follows."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from app.ui.kit.basics.mixin import Mixin

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
        self.take_room(room_of(self))
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


def tell_room(window: QWidget, room: Room) -> None:
    """Let everything in the window follow, also what is hidden at present."""
    for each in window.findChildren(QWidget):
        if isinstance(each, Roomy):
            each.take_room(room)


def low_held(layout: QLayout, heights: tuple[int, int]) -> QWidget:
    """A bare widget that holds the layout, at one of two fixed heights."""
    widget = _LowHeld()
    widget.setLayout(layout)
    widget.keep_heights(heights)
    return widget


class _LowHeld(Lowered, QWidget):
    """Holds a layout."""
