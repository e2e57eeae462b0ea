"""Keyboard: every key of every screen, found by typing."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.language import mark, tr
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.actions import Action, Group
from app.ui.kit.basics.key_cap import spoken
from app.ui.kit.basics.layouts import called, column, empty, held, row
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.text_field import TextField
from app.ui.kit.sheets.shortcut_help import key_group
from app.ui.settings.section import SettingControls

_WIDTH, _FIELD = 780, 320


class KeyboardSettings(QWidget):
    """The list is filtered while typing, by key or by action; keys that act alone can be switched off."""

    heading = mark("Keyboard")
    icon = "keyboard"

    def __init__(self, groups: Sequence[Group], setup: SettingsContext) -> None:
        super().__init__()
        self._groups = tuple(groups)
        self._controls = SettingControls(setup)
        self._search = TextField(tr("Find a key or what it does"), "key_search", limit=60)
        self._search.setFixedWidth(_FIELD)
        self._none = called("no_key", Label(tr("No key is like this."), ink="text2"))
        self._found = QVBoxLayout()
        self._found.setContentsMargins(0, 0, 0, 24)
        shown = held(self._found)
        shown.setMaximumWidth(_WIDTH)
        why = tr("Off for who dictates, or whose hand slips. Tab and Ctrl K reach everything they do.")
        single = held(self._controls.on_off("single_keys", tr("Letters and digits act alone"), why))
        single.setMaximumWidth(_WIDTH)
        self.setLayout(column(22, single, 16, row(self._search, None), self._none, shown, None))
        self._search.edited.connect(self._show)
        self._show("")

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        self._controls.show_settings()

    def _show(self, typed: str) -> None:
        empty(self._found)
        words = typed.casefold().split()
        is_found = False
        for heading, actions in self._groups:
            fitting = [each for each in actions if _fits(tr(heading), each, words)]
            if fitting:
                self._found.addWidget(key_group(tr(heading), fitting))
                is_found = True
        self._none.setVisible(not is_found)


def _fits(heading: str, action: Action, words: list[str]) -> bool:
    text = " ".join((heading, *action.pressed, *map(spoken, action.pressed), tr(action.help))).casefold()
    return all(word in text for word in words)
