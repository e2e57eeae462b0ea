"""What a screen reader finds in a window: every visible thing of Qt's accessibility tree, as it is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QWidget

from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.focus_ring import FocusRing
from app.ui.kit.basics.icon import AppMark, Icon
from app.ui.kit.basics.text import starred
from app.ui.kit.controls.month_panel import DayButton
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.lists.overlay_scroll_bar import OverlayScrollBar
from app.ui.kit.lists.table_columns import TableHeader

Role = QAccessible.Role
_TEXT = QAccessible.Text
_OF_PROGRAM = "app."
_AREAS = frozenset({Role.Client, Role.Border, Role.LayeredPane, Role.NoRole, Role.Grouping, Role.Pane})
"""Roles that do not say what can be done with a widget."""
_ITEMS = frozenset({Role.ListItem, Role.Cell, Role.TreeItem})
_DECORATION = (AppMark, FocusRing, Icon, Hairline, OverlayScrollBar, QLabel, TableHeader)
_DECORATION_NAMES = frozenset(
    {"Beam", "Dot", "Stretch", "StripTrips", "Swatch", "_Corner", "_Dashes", "_Edge"}
)
"""Painted beside words that say the same, as a row says its columns; a label without words paints nothing."""
_NET_PRICE = re.compile(r"\bnet [\d,]+\.\d\d", re.IGNORECASE)


@dataclass(frozen=True)
class Said:
    """One thing as it is spoken; `widget` is None for the row of a list."""

    role: QAccessible.Role
    name: str
    description: str
    value: str
    takes_focus: bool
    has_parts: bool
    widget: QWidget | None

    @property
    def words(self) -> str:
        """Everything that is spoken of it."""
        return f"{self.name}\n{self.description}\n{self.value}"

    @property
    def is_item(self) -> bool:
        """Whether it is a row, a tile or a cell."""
        return self.role in _ITEMS

    def __str__(self) -> str:
        kind = type(self.widget).__name__ if self.widget else "row"
        place = self.widget.objectName() if self.widget else ""
        return f"{kind} {place!r}: {self.role.name} {self.name!r}"


def read_aloud(window: QWidget) -> list[Said]:
    """All visible things of a window, from the outside to the inside."""
    return list(_read(QAccessible.queryAccessibleInterface(window)))


def faults_of(window: QWidget) -> list[str]:
    """What cannot be used by ear in a window: without a name, a role, or by another name."""
    said = read_aloud(window)
    return [
        f"{each} {what}."
        for find, what in (
            (speechless, "has no name, or does not tell what it is"),
            (unnamed_items, "is only painted"),
            (unnamed_paintings, "does not say what it paints"),
            (unlabelled_fields, "is said by another name than its label"),
        )
        for each in find(said)
    ]


def speechless(said: list[Said]) -> list[str]:
    """What takes the keyboard without a name, or without telling what can be done with it."""
    return [str(each) for each in said if each.takes_focus and not (each.name and _is_telling(each))]


def unnamed_items(said: list[Said]) -> list[str]:
    """Rows, tiles and cells that are only painted."""
    return [str(each) for each in said if each.is_item and not each.name]


def unnamed_paintings(said: list[Said]) -> list[str]:
    """Parts that paint something by themselves and do not say what."""
    return [str(each) for each in said if _is_painting(each) and not each.name]


def unlabelled_fields(said: list[Said]) -> list[str]:
    """Text fields that are spoken by another name than the label over them."""
    fields = [(each, _labels(each.widget)) for each in said if isinstance(each.widget, QLineEdit)]
    return [
        str(each) for each, labels in fields if labels and not {each.name, starred(each.name)} & set(labels)
    ]


def amounts_in(said: list[Said], amounts: set[str]) -> list[str]:
    """What names one of these amounts, alone or among other words."""
    named = [(each, amount) for each in said for amount in sorted(amounts) if amount in each.words]
    return [f"{each}: {amount}" for each, amount in named if _stands_alone(amount, each.words)]


def net_prices_in(said: list[Said]) -> list[str]:
    """What names a price as a net price."""
    return [str(each) for each in said if _NET_PRICE.search(each.words)]


def _read(interface: QAccessibleInterface) -> Iterator[Said]:
    state = interface.state()
    # Rows that are gone are kept until somebody listens.
    if bool(state.invisible) or not interface.isValid():
        return
    thing = interface.object()
    yield Said(
        interface.role(),
        interface.text(_TEXT.Name),
        interface.text(_TEXT.Description),
        interface.text(_TEXT.Value),
        takes_focus=bool(state.focusable),
        has_parts=interface.childCount() > 0,
        widget=thing if isinstance(thing, QWidget) else None,
    )
    for number in range(interface.childCount()):
        yield from _read(interface.child(number))


def _stands_alone(amount: str, words: str) -> bool:
    """Whether it is not merely the end of a larger amount."""
    return re.search(rf"(?<![\d,]){re.escape(amount)}", words) is not None


def _is_telling(said: Said) -> bool:
    return said.role not in _AREAS


def _is_painting(said: Said) -> bool:
    widget = said.widget
    if widget is None or said.has_parts or isinstance(widget, _DECORATION):
        return False
    if isinstance(widget, DayButton) and widget.day is None:
        # Beside a month there is no day.
        return False
    if type(widget).__name__ in _DECORATION_NAMES:
        return False
    return _paints(widget)


def _paints(widget: QWidget) -> bool:
    """Whether the program paints it, other than the ground of a block."""
    owners = [kind for kind in type(widget).__mro__ if "paintEvent" in vars(kind)]
    return bool(owners) and owners[0].__module__.startswith(_OF_PROGRAM) and owners[0] not in (Box, QFrame)


def _labels(widget: QWidget | None) -> set[str]:
    while widget is not None and not isinstance(widget, TextField):
        widget = widget.parentWidget()
    return {label.text() for label in widget.findChildren(QLabel)} if widget else set()
