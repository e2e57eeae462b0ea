"""Finding things in a widget that a test builds itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QLabel, QWidget

Kind = TypeVar("Kind", bound=QWidget)
Show = Callable[..., QWidget]


def part(widget: QWidget, kind: type[Kind], name: str = "") -> Kind:
    """The first part of this kind, and of this object name when there is one; raises LookupError."""
    found = widget.findChild(kind, name) if name else widget.findChild(kind)
    if found is None:
        message = f"There is no {kind.__name__} {name!r} in it."
        raise LookupError(message)
    return found


def texts(widget: QWidget) -> list[str]:
    """The texts of all labels that are not hidden themselves."""
    return [label.text() for label in widget.findChildren(QLabel) if not label.isHidden()]


def unnamed(widget: QWidget) -> list[str]:
    """Parts that take the focus and say nothing to who cannot see."""
    return list(_unnamed(QAccessible.queryAccessibleInterface(widget)))


def _unnamed(interface: QAccessibleInterface) -> Iterator[str]:
    state = interface.state()
    takes_focus = bool(state.focusable) and not bool(state.invisible)
    if takes_focus and not interface.text(QAccessible.Text.Name):
        yield repr(interface.object())
    for number in range(interface.childCount()):
        yield from _unnamed(interface.child(number))


async def no_trips() -> tuple[tuple[str, str], ...]:
    """No lists of trips are kept."""
    return ()


def is_whole(widget: QWidget, place: QRect | None = None) -> bool:
    """Whether all of a widget, or of a place in it, can be seen, and nothing cuts it off."""
    seen = widget.rect() if place is None else place
    return seen.height() > 1 and widget.visibleRegion().boundingRect().contains(seen)
