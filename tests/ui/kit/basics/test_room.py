"""The room of a window, in steps, and who follows it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget
from typing_extensions import override

from app.ui.kit.basics.layouts import column, held
from app.ui.kit.basics.room import Moving, Room, Roomy, Width, room_of, room_of_size, tell_room
from tests.support.ui.looking import Show

SIZES = {
    (1920, 1080): Room(),
    (1280, 640): Room(),
    (1366, 639): Room(Width.WIDE, is_low=True),
    (1279, 690): Room(Width.MEDIUM),
    (1024, 600): Room(Width.MEDIUM, is_low=True),
    (1050, 530): Room(Width.MEDIUM, is_low=True, is_flat=True),
    (1023, 768): Room(Width.NARROW),
    (787, 461): Room(Width.NARROW, is_low=True, is_flat=True),
}


class Follower(Roomy, QWidget):
    """Counts how often it is laid out anew."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: list[Room] = []

    @override
    def follow_room(self) -> None:
        self.followed.append(self.room)


class Emptied(Roomy, QWidget):
    """Puts what is in it elsewhere, as a pane does that lies below its page."""

    def __init__(self, part: QWidget) -> None:
        super().__init__()
        self._part, self.drawer = part, QWidget()
        part.setParent(self)

    @override
    def follow_room(self) -> None:
        self._part.setParent(self.drawer)


class Measured(QWidget):
    """A window that measures its room."""

    room = Room(Width.NARROW, is_low=True)


@pytest.mark.parametrize("size", SIZES)
def test_the_step_follows_from_the_size_alone(size: tuple[int, int]) -> None:
    assert room_of_size(*size) == SIZES[size]


def test_a_part_follows_when_it_is_shown_and_when_it_is_told() -> None:
    follower, window = Follower(), Measured()
    follower.setParent(window)
    window.show()
    assert follower.followed == [window.room]
    tell_room(window, window.room)
    assert len(follower.followed) == 1
    follower.hide()
    tell_room(window, Room())
    assert follower.followed == [window.room, Room()]
    window.close()


def test_a_window_that_measures_nothing_has_all_the_room(shown: Show) -> None:
    follower = Follower()
    shown(follower)
    assert room_of(follower) == Room()
    assert follower.followed == []


def test_what_is_hidden_follows_before_it_is_put_elsewhere() -> None:
    part, window = Follower(), Measured()
    emptied = Emptied(part)
    # Qt does not show it with its window, and nobody else tells it.
    part.hide()
    emptied.setParent(window)
    window.show()
    assert part.parentWidget() is emptied.drawer
    assert part.followed == [window.room]
    window.close()


def test_a_field_that_moves_keeps_the_keyboard(shown: Show) -> None:
    field, below = QLineEdit(), column()
    window = shown(Moving(field, lambda room: room.is_low, below.addWidget), held(below), QLineEdit())
    field.setFocus()
    for room in (Room(is_low=True), Room()):
        tell_room(window, room)
        QCoreApplication.sendPostedEvents()
        assert field.isVisible()
        assert field.hasFocus()
