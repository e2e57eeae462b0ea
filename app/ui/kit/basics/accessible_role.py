"""What a painted part is for who listens: Qt takes every widget it does not know for a bare area."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

_ROLE = "spoken_role"


def set_spoken_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Give a part that shows something, and does nothing, its role; its accessible name says what it shows.

    Not for what is pressed or typed into: Qt's own classes say their state and what can be done with them.
    """
    widget.setProperty(_ROLE, role.value)
    _install()


@cache
def _install() -> None:
    """Let Qt ask here, once."""
    QAccessible.installFactory(_spoken)


def _spoken(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    role = thing.property(_ROLE) if isinstance(thing, QWidget) else None
    if not isinstance(thing, QWidget) or role is None:
        return None
    return QAccessibleWidget(thing, QAccessible.Role(role))
