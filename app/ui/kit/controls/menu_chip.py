"""A filter with one of a few choices from a menu, or any."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAccessible, QAction, QKeyEvent
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.accessible_role import set_spoken_role
from app.ui.kit.basics.native_style import Menu
from app.ui.kit.basics.text import one_line
from app.ui.kit.controls.filter_chip import FilterChip

_OPENING_KEYS = frozenset({Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class MenuChip(FilterChip):
    """A chip for "any"; with a choice it is set, names the choice, and a press clears it."""

    changed = Signal()
    """Emitted with another value or none."""

    def __init__(
        self,
        any_label: str,
        icon: str = "",
        *,
        bare: bool = False,
        tall: bool = False,
        is_question: bool = False,
    ) -> None:
        """`is_question`: it is set as a rule, and a press opens the choices then, too."""
        self._any_label = any_label
        self._is_question = is_question
        self._choices: tuple[tuple[str, object], ...] = ()
        self._value: object | None = None
        super().__init__(any_label, icon=icon, opens=True, bare=bare, tall=tall)
        self._menu = Menu(self)
        set_spoken_role(self, QAccessible.Role.ButtonMenu, opened=MenuChip.is_open)
        self.setAccessibleDescription(tr("Opens a list"))
        self.clicked.connect(self._press)

    @property
    def value(self) -> object | None:
        """The chosen value; None for any."""
        return self._value

    def is_open(self) -> bool:
        """Whether the choices are on screen."""
        return self._menu.isVisible()

    def set_choices(self, choices: Sequence[tuple[str, object]]) -> None:
        """Offer these words and values; a chosen value that is no longer offered is cleared.

        Where its words stand for another value now, such as "Sold today", that is chosen.
        """
        if tuple(choices) == self._choices:
            return
        chosen = next((words for words, value in self._choices if value == self._value), "")
        self._choices = tuple(choices)
        self._menu.clear()
        for words, value in ((self._any_label, None), *self._choices):
            action = self._menu.addAction("")
            _name(action, words)
            action.triggered.connect(partial(self._take, value))
        if all(value != self._value for _, value in self._choices):
            self.show_value(dict(self._choices).get(chosen))

    def clear(self) -> None:
        """Clear the choice."""
        self.show_value(None)

    def show_value(self, value: object | None) -> None:
        """Choose a value."""
        if value == self._value:
            return
        self._value = value
        words = next((words for words, each in self._choices if each == value), self._any_label)
        self.setCheckable(value is not None)
        self.setChecked(value is not None)
        self.set_label(words)
        self.changed.emit()

    def _take(self, value: object | None, *_state: object) -> None:
        """Take a value; the checked state that an action also passes is ignored."""
        self.show_value(value)

    def open_menu(self) -> None:
        """Open the choices beneath."""
        self._menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4)))
        if self._menu.actions():
            self._menu.setActiveAction(self._menu.actions()[0])

    @override
    def nextCheckState(self) -> None:
        """Do nothing: the state follows the value, not a press."""

    @override
    def keyPressEvent(self, e: QKeyEvent) -> None:
        """Keys open the choices, and Delete clears; a chip that is set is opened too, to choose otherwise."""
        if e.key() in _OPENING_KEYS and not e.isAutoRepeat():
            self.open_menu()
        elif e.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.clear()
        else:
            super().keyPressEvent(e)

    def _press(self) -> None:
        if self._value is None or self._is_question:
            self.open_menu()
        else:
            self.clear()

    @override
    def _sign(self) -> str:
        return "chevron-down" if self._is_question else super()._sign()


def _name(action: QAction, words: str) -> None:
    # An ampersand in a text of the service must not become a shortcut.
    action.setText(one_line(words).replace("&", "&&"))
