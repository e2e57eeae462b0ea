"""The roles of painted widgets for screen readers: Qt treats every unknown widget as a plain area."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLE = "spoken_role"


def set_spoken_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set the role of a widget that only shows something; its accessible name says what it shows.

    Not for widgets that take input: Qt's own classes report their state and their actions.
    """
    widget.setProperty(_ROLE, role.value)
    _install()


@cache
def _install() -> None:
    """Install the factory in Qt, once."""
    QAccessible.installFactory(_spoken)


def _spoken(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    role = thing.property(_ROLE) if isinstance(thing, QWidget) else None
    if not isinstance(thing, QWidget) or role is None:
        return None
    return QAccessibleWidget(thing, QAccessible.Role(role))
