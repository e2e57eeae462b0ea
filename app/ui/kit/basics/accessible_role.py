"""What screen readers are told of our own widgets: Qt treats every class that it does not know as an area."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QWidget
from typing_extensions import override

from app.core.frozen import frozen

Role = QAccessible.Role
W = TypeVar("W", bound=QWidget)
_CHOSEN_ROLES = frozenset({Role.PageTab, Role.RadioButton})
"""The roles of one among several."""


@frozen
class _Spoken:
    """What is told of a widget besides its name and its description."""

    role: QAccessible.Role
    is_modal: bool
    opened: Callable[[Any], bool] | None
    covered: Callable[[Any], bool] | None


def set_spoken_role(
    widget: W,
    role: QAccessible.Role,
    *,
    is_modal: bool = False,
    opened: Callable[[W], bool] | None = None,
    covered: Callable[[W], bool] | None = None,
) -> None:
    """Set the role of a widget or a painted button, before its name, with which Qt asks for the role.

    The accessible name says what it shows.

    `is_modal` is for what must be answered first. `opened` is for what opens a list, and says of the widget
    whether that is open. While `covered` says so of it, nothing inside is read. Neither may hold the widget
    or what holds it, which would stay for ever. Not for fields and lists, of which Qt's own classes report
    more than is kept here.
    """
    _spoken[widget] = _Spoken(role, is_modal, opened, covered)
    _install()


@cache
def _install() -> None:
    """Install the factory in Qt, once."""
    QAccessible.installFactory(_interface)


def _interface(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    spoken = _spoken.get(thing) if isinstance(thing, QWidget) else None
    if not isinstance(thing, QWidget) or spoken is None:
        return None
    return _Interface(thing, spoken)


class _Interface(QAccessibleWidget):
    """Speaks for one widget."""

    def __init__(self, widget: QWidget, spoken: _Spoken) -> None:
        super().__init__(widget, spoken.role)
        self._spoken = spoken

    @override
    def state(self) -> QAccessible.State:
        state = super().state()
        for name in self._told():
            setattr(state, name, True)
        return state

    def _told(self) -> Iterator[str]:
        """The states besides those of every widget, in Qt's words."""
        spoken, widget = self._spoken, self.widget()
        if spoken.is_modal:
            yield from ("modal", "active")
        if spoken.opened is not None:
            yield from ("hasPopup", "expandable", "expanded" if spoken.opened(widget) else "collapsed")
        if isinstance(widget, QAbstractButton) and widget.isCheckable():
            chosen = ("selectable", "selected") if spoken.role in _CHOSEN_ROLES else ()
            yield from ("checkable", *chosen[:1])
            if widget.isChecked():
                yield from ("checked", *chosen[1:])

    @override
    def childCount(self) -> int:
        covered = self._spoken.covered
        return 0 if covered is not None and covered(self.widget()) else super().childCount()

    @override
    def actionNames(self) -> list[str]:
        widget = self.widget()
        acts = [self.pressAction()] if isinstance(widget, QAbstractButton) and widget.isEnabled() else []
        return [*acts, *super().actionNames()]

    @override
    def doAction(self, actionName: str) -> None:
        widget = self.widget()
        if actionName == self.pressAction() and isinstance(widget, QAbstractButton):
            widget.click()
        else:
            super().doAction(actionName)


_spoken: WeakKeyDictionary[QWidget, _Spoken] = WeakKeyDictionary()
