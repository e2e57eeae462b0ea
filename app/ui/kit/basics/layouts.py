"""Rows and columns of widgets in one expression: a number is a gap, None is stretch.

A pair is a widget or a layout that fills its share of the room, such as `(table, 1)`; a share of 0 is
no more room than it needs, and the whole height of a row.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

Thing = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | None
Margins = tuple[int, int, int, int]
NONE: Margins = (0, 0, 0, 0)
W = TypeVar("W", bound=QWidget)


def row(*things: Thing, gap: int = 0, margins: Margins = NONE, top: bool = False) -> QHBoxLayout:
    """A layout of things beside each other, centred vertically or at the top."""
    layout = QHBoxLayout()
    side = Qt.AlignmentFlag.AlignTop if top else Qt.AlignmentFlag.AlignVCenter
    _fill(layout, things, gap, margins, side)
    return layout


def column(*things: Thing, gap: int = 0, margins: Margins = NONE) -> QVBoxLayout:
    """A layout of things below each other, over the full width."""
    layout = QVBoxLayout()
    _fill(layout, things, gap, margins, Qt.AlignmentFlag(0))
    return layout


def called(name: str, widget: W) -> W:
    """The widget, which is found by this name."""
    widget.setObjectName(name)
    return widget


def held(layout: QLayout) -> QWidget:
    """A bare widget that holds the layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def empty(layout: QLayout) -> None:
    """Take everything out of a layout; its widgets are deleted when Qt is idle."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            empty(inner)


def show_at_once(layout: QLayout) -> None:
    """Show what was just put into the layout of a widget.

    Qt does that later. Laid out before, the widget is as low as if it were empty, and scrolled to its top.
    """
    whole, way = layout.parentWidget(), Qt.FindChildOption.FindDirectChildrenOnly
    for each in () if whole is None else whole.findChildren(QWidget, options=way):
        if not each.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            each.show()


def _fill(
    layout: QBoxLayout, things: tuple[Thing, ...], gap: int, margins: Margins, side: Qt.AlignmentFlag
) -> None:
    layout.setSpacing(gap)
    layout.setContentsMargins(*margins)
    for thing in things:
        if thing is None:
            layout.addStretch(1)
        elif isinstance(thing, int):
            layout.addSpacing(thing)
        elif isinstance(thing, tuple):
            filling, share = thing
            if isinstance(filling, QLayout):
                layout.addLayout(filling, share)
            else:
                layout.addWidget(filling, share)
        elif isinstance(thing, QLayout):
            layout.addLayout(thing)
        else:
            layout.addWidget(thing, 0, side)
