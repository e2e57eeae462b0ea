"""The blocks of a section of the settings: a name and what it is for at the left, controls at the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.box import Hairline
from app.ui.kit.basics.layouts import Thing, column, held, row
from app.ui.kit.basics.room import Roomy
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.switch import Switch

NAMES_WIDTH, CONTROLS_WIDTH = 220, 520
_GAP, _AIR, _LINE_GAP = 40, 22, 16


class Block(Roomy, QWidget):
    """A name and what it is for, and the controls beside it, or below it in a narrow window."""

    def __init__(self, title: str, what: str, controls: QWidget) -> None:
        super().__init__()
        self._names = held(column(Label(title, "heading"), 4, Label(what, "body", "text2", wraps=True), None))
        controls.setMaximumWidth(CONTROLS_WIDTH)
        self._line = row(self._names, gap=_GAP, margins=(0, _AIR, 0, _AIR), top=True)
        self._line.addWidget(controls, CONTROLS_WIDTH)
        self._line.addStretch(1)
        self.setLayout(self._line)
        # Fixed would cut off words that take another line.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.follow_room()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # A scroller asks for the least height alone, in which words that wrap count one line.
        whole = max(self._line.totalHeightForWidth(self.width()), self._line.totalSizeHint().height())
        least = whole if self.room.is_narrow else 0
        if least != self.minimumHeight():
            self.setMinimumHeight(least)

    @override
    def follow_room(self) -> None:
        way, is_narrow = QBoxLayout.Direction, self.room.is_narrow
        self._line.setDirection(way.TopToBottom if is_narrow else way.LeftToRight)
        self._line.setSpacing(12 if is_narrow else _GAP)
        self._names.setMinimumWidth(0 if is_narrow else NAMES_WIDTH)
        self._names.setMaximumWidth(CONTROLS_WIDTH if is_narrow else NAMES_WIDTH)


def block(title: str, what: str, *controls: Thing) -> Block:
    """One block, which gets a hairline below it in `blocks`."""
    return Block(title, what, held(column(*controls, None, gap=_LINE_GAP)))


def blocks(*each: Block) -> QVBoxLayout:
    """Blocks below each other, each with its hairline."""
    whole = column()
    for one in each:
        whole.addWidget(one)
        whole.addWidget(Hairline())
    whole.addStretch(1)
    return whole


def setting(name: str, control: QWidget, more: str = "") -> QHBoxLayout:
    """A name with a note, and its control at the right end."""
    words = column(Label(name, "bodyStrong"))
    if more:
        words.addWidget(Label(more, "caption", "text2", wraps=True))
    return row((words, 1), (control, 0), gap=16)


class SettingControls:
    """Switches and choices that are a setting each: a change is kept at once."""

    def __init__(
        self, setup: SettingsContext, keep: Callable[[dict[str, object]], None] | None = None
    ) -> None:
        """`keep` takes the setting that has changed, by its name; by default the program keeps it."""
        self._setup, self._keep = setup, keep
        self._controls: dict[str, Switch | Segmented] = {}

    def on_off(self, name: str, words: str, more: str = "") -> QHBoxLayout:
        """A line with the switch of a setting."""
        control = self._controls[name] = Switch(words)
        control.setObjectName(name)
        control.clicked.connect(partial(self._tell, name))
        self._show(name)
        return setting(words, control, more)

    def one_of(self, name: str, words: str, choices: Iterable[SegmentChoice], label: str = "") -> QHBoxLayout:
        """A line with the choice of a setting; `label` is what is heard of it in place of the words."""
        control = self._controls[name] = Segmented(choices, label or words)
        control.setObjectName(name)
        control.chosen.connect(partial(self._tell, name))
        self._show(name)
        return setting(words, control)

    def value(self, name: str) -> object:
        """What a control shows now, as its setting would be."""
        control = self._controls[name]
        if isinstance(control, Switch):
            return control.isChecked()
        return type(getattr(self._setup.settings, name))(control.current)

    def show_settings(self) -> None:
        """Show the present settings without keeping any."""
        for name in self._controls:
            self._show(name)

    def _show(self, name: str) -> None:
        control, value = self._controls[name], getattr(self._setup.settings, name)
        with QSignalBlocker(control):
            if isinstance(control, Switch):
                control.setChecked(value)
            elif value:
                control.choose(str(value))

    def _tell(self, name: str, _chosen: object = None) -> None:
        keep = self._keep or self._setup.shell.keep
        keep({name: self.value(name)})
