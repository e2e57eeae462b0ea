"""The block of the customer window in the settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QApplication

from app.core.language import LANGUAGES, tr
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.switch import Switch
from app.ui.settings.section import Block, block, setting

_SCREENS = 2
"""The clerk's and the customer's."""


class CustomerWindowSettings(QObject):
    """Whether there is a customer window, and how it looks; every change is emitted at once."""

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(self, setup: SettingsContext, parent: QObject) -> None:
        super().__init__(parent)
        self._setup = setup
        self._switches = {
            "customer_window": Switch(tr("Customer window")),
            "customer_window_price": Switch(tr("Prices before the payment")),
        }
        self._segments = {
            "customer_window_language": Segmented(_languages(), tr("Languages")),
            "customer_window_theme": Segmented(_themes(), tr("Theme")),
        }
        self._alone = Label(tr("No second screen is connected."), "caption", "warning", wraps=True)
        self._alone.setObjectName("no_second_screen")
        self.blocks = (self._built(),)
        """Those for its section."""
        self.show_settings()
        for name, control in (self._switches | self._segments).items():
            control.setObjectName(name)
        for switch in self._switches.values():
            switch.clicked.connect(self._tell)
        for segments in self._segments.values():
            segments.chosen.connect(self._tell)
        app = cast("QApplication", QApplication.instance())
        app.screenAdded.connect(self._count_screens)
        app.screenRemoved.connect(self._count_screens)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        settings = self._setup.settings
        for name, switch in self._switches.items():
            switch.setChecked(getattr(settings, name))
        self._count_screens()
        for name, segments in self._segments.items():
            with QSignalBlocker(segments):
                segments.choose(getattr(settings, name))

    def _count_screens(self, *_changed: object) -> None:
        """Say that it stands nowhere while there is no screen for it."""
        is_on = self._switches["customer_window"].isChecked()
        self._alone.setVisible(is_on and len(QApplication.screens()) < _SCREENS)

    def _tell(self) -> None:
        """Emit the settings that have changed."""
        chosen: Mapping[str, object] = {name: each.isChecked() for name, each in self._switches.items()}
        self._count_screens()
        chosen = {**chosen, **{name: each.current for name, each in self._segments.items()}}
        fresh = {name: each for name, each in chosen.items() if getattr(self._setup.settings, name) != each}
        if fresh:
            self.changed.emit(fresh)

    def _built(self) -> Block:
        switches, segments = self._switches, self._segments
        return block(
            tr("Customer window"),
            tr("On a screen that faces the customer: what is being sold, who travels and the PNR."),
            setting(
                tr("Customer window"),
                switches["customer_window"],
                tr("It opens on the second screen. F9 blanks it and brings it back."),
            ),
            self._alone,
            setting(tr("Languages"), segments["customer_window_language"]),
            setting(tr("Theme"), segments["customer_window_theme"]),
            setting(tr("Prices before the payment"), switches["customer_window_price"]),
        )


def _languages() -> tuple[SegmentChoice, ...]:
    return (
        *(SegmentChoice(code, name) for code, name in LANGUAGES.items()),
        SegmentChoice("both", tr("Both")),
    )


def _themes() -> tuple[SegmentChoice, ...]:
    return (
        SegmentChoice("light", tr("Light")),
        SegmentChoice("dark", tr("Dark")),
        SegmentChoice("program", tr("As the program")),
    )
