"""Where a list of suggestions stands, and how wide it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLineEdit, QWidget

from app.ui.kit.basics.painting import text_width
from app.ui.kit.lists import suggestion_list
from app.ui.kit.lists.suggestion_list import MOST_ROWS, Suggestion, SuggestionList
from app.ui.theme import style
from tests.support.ui.looking import Show

WINDOW = (600, 400)
SHORT = [Suggestion("Ab")] * 9
LONG = [Suggestion("Jana Katharina Vogel", "+91 98765 01234  jana.katharina@example.com")]


@pytest.fixture
def field(shown: Show) -> QLineEdit:
    """A field in an empty window."""
    room = QWidget()
    room.setFixedSize(*WINDOW)
    found = QLineEdit(room)
    shown(room)
    return found


def stands(field: QLineEdit, place: QRect, choices: list[Suggestion]) -> tuple[QRect, QRect]:
    """Where a field and its list are in the window, when the field is at that place of its room."""
    field.setGeometry(place)
    offered = SuggestionList(field, "offered")
    offered.offer(choices)
    assert offered.isVisible()
    assert field.window().rect().contains(offered.geometry())
    return QRect(field.mapTo(field.window(), QPoint(0, 0)), field.size()), offered.geometry()


def test_it_is_as_wide_as_its_field_and_below_it(field: QLineEdit) -> None:
    place, found = stands(field, QRect(40, 20, 300, 36), SHORT)
    assert (found.left(), found.width()) == (place.left(), place.width())
    assert 0 < found.top() - place.bottom() < 6


def test_what_is_longer_than_the_field_is_not_cut(field: QLineEdit) -> None:
    place, found = stands(field, QRect(480, 20, 100, 36), LONG)
    assert found.width() > place.width()
    assert found.left() < place.left()


def test_its_widest_choice_is_painted_whole(field: QLineEdit, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: dict[str, int] = {}

    def note(_painter: object, place: QRect, text: str, *_rest: object, **_more: object) -> None:
        painted[text] = place.width()

    monkeypatch.setattr(suggestion_list, "draw_text", note)
    stands(field, QRect(40, 20, 60, 36), [Suggestion("DRIVING LICENCE"), *LONG])
    field.window().grab()
    for name in ("DRIVING LICENCE", LONG[0].name):
        assert painted[name] >= text_width(name, style.font("bodyStrong"))
    assert painted[LONG[0].more] >= text_width(LONG[0].more, style.font("caption"))


@pytest.mark.parametrize("top", range(0, WINDOW[1] - 36, 28))
def test_it_never_covers_the_field_that_is_typed_into(field: QLineEdit, top: int) -> None:
    place, found = stands(field, QRect(40, top, 300, 36), SHORT)
    assert not found.intersects(place)


def test_where_neither_side_has_room_for_all_it_stands_on_the_larger(field: QLineEdit) -> None:
    room = field.parentWidget()
    assert room is not None
    room.setFixedSize(600, 200)
    field.window().setFixedSize(640, 240)
    low, above = stands(field, QRect(40, 120, 300, 36), SHORT)
    high, below = stands(field, QRect(40, 30, 300, 36), SHORT)
    assert above.bottom() < low.top()
    assert below.top() > high.bottom()
    assert max(above.height(), below.height()) < MOST_ROWS * 32
