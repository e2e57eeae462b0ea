"""The search field of the top bar."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from typing_extensions import override

from app.core.language import mark, tr
from app.desk.model.typed_text import words
from app.ui.kit.basics.actions import FILTER, FIND, Key
from app.ui.kit.basics.guarded import guarded
from app.ui.kit.basics.key_cap import HEIGHT, draw_key, key_width
from app.ui.kit.controls.line_edit import RoleEdit
from app.ui.theme import assets, style

WIDTH, _LEAST, _BUTTON = 372, 160, 36
_INSIDE = QMargins(33, 1, 51, 3)
"""Room for the icon and the key cap."""
_ANY_WIDTH = 16777215
_FINDS, _FILTERS = mark("Search tours, boats, bookings, actions"), mark("Filter what is on screen")


class SearchField(RoleEdit):
    """Filters the page while it is typed in; on a page without a list, it begins a search of everything."""

    key: ClassVar[Key] = FIND.painted
    """The key cap at its end."""

    gone = Signal()
    """Emitted by Esc, Enter or Down: the list gets the focus."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("search")
        self.setPlaceholderText(tr(_FINDS))
        self.setAccessibleName(tr("Filter"))
        self.setAccessibleDescription(tr("Key Ctrl F. Key Ctrl K finds trips, bookings and actions"))
        self.setMinimumWidth(_LEAST)
        self.setMaximumWidth(WIDTH)
        self.take_by(words, 200)
        self.setTextMargins(_INSIDE)
        self._is_button, self._has_filter = False, True

    def show_filter(self, *, has_filter: bool) -> None:
        """Say whether what is typed filters the page."""
        self._has_filter = has_filter
        self.give_way(wholly=self._is_button)

    def _invitation(self) -> str:
        return tr(_FILTERS if self._has_filter and self.hasFocus() else _FINDS)

    @staticmethod
    def least_width(*, wholly: bool) -> int:
        """The least width of the field, or (`wholly`) of its icon alone."""
        return _BUTTON if wholly else _LEAST

    def give_way(self, *, wholly: bool) -> None:
        """Become as small as its icon, until it is typed in."""
        self._is_button = wholly
        # What filters the list is never out of sight.
        is_small = wholly and not self.hasFocus() and not self.text()
        self.setMinimumWidth(_BUTTON if wholly else _LEAST)
        self.setMaximumWidth(_BUTTON if is_small else WIDTH)
        self.setPlaceholderText("" if is_small else self._invitation())

    @override
    def sizeHint(self) -> QSize:
        return QSize(WIDTH, super().sizeHint().height())

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Typing here filters the page; the palette searches everything."""
        super().focusInEvent(event)
        self.setPlaceholderText(self._invitation())
        if self._is_button:
            self.setMaximumWidth(WIDTH)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setPlaceholderText(self._invitation())
        if self._is_button:
            self.give_way(wholly=True)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self.textEdited.emit("")
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.gone.emit()
        else:
            super().keyPressEvent(event)

    @override
    @guarded
    def paintEvent(self, arg__1: QPaintEvent) -> None:
        super().paintEvent(arg__1)
        painter = QPainter(self)
        middle = (self.height() - 16) // 2
        assets.paint_icon(painter, "search", QPoint(11, middle), 16, style.tokens().text3)
        width = key_width(self.key)
        if self.width() < _LEAST:
            return
        box = QRect(self.width() - 11 - width, (self.height() - HEIGHT) // 2, width, HEIGHT)
        draw_key(painter, box, self.key)


class FindField(SearchField):
    """A field of a page that searches its own list while typing."""

    key: ClassVar[Key] = FILTER.painted

    def __init__(self, name: str, invitation: str, spoken: str, description: str) -> None:
        """`invitation` stands in it while it is empty."""
        self._invites = invitation
        super().__init__()
        self.setObjectName(name)
        self.setPlaceholderText(invitation)
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(description)
        self.setMaximumWidth(_ANY_WIDTH)
        self.setFixedHeight(_BUTTON)

    @override
    def _invitation(self) -> str:
        return self._invites
