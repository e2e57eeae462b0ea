"""Binds keys in a window or in a part of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from app.ui.kit.basics.actions import Action, sequences
from app.ui.kit.basics.focus_ring import note_key
from app.ui.kit.sheets.modal_question import is_asking

Act = Callable[[], object]


def bind(owner: QWidget, action: Action, *acts: Act, in_window: bool = False) -> tuple[QShortcut, ...]:
    """Bind the keys of an action to `acts`, one for all or one for each; a held key does not repeat.

    They work while the focus is in `owner`, or anywhere in its window, but not below a sheet. Returns what
    holds them, to be deleted when they are taken back.
    """
    context, bound = Qt.ShortcutContext, list[QShortcut]()
    for place, key in enumerate(action.keys):
        for sequence in sequences(key):
            shortcut = QShortcut(sequence, owner)
            shortcut.setContext(context.WindowShortcut if in_window else context.WidgetWithChildrenShortcut)
            shortcut.setAutoRepeat(False)
            shortcut.activated.connect(_unless_asking(owner, acts[place % len(acts)]))
            bound.append(shortcut)
    return tuple(bound)


def _unless_asking(owner: QWidget, act: Act) -> Callable[[], None]:
    def run() -> None:
        if not is_asking(owner.window()):
            note_key()
            act()

    return run
