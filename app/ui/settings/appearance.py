"""Appearance: theme, size, language, how amounts are written, and who sees them."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from app.core.language import LANGUAGES, mark, tr
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.controls.segmented import SegmentChoice, Segmented
from app.ui.kit.controls.switch import Switch
from app.ui.settings.section import block, blocks, setting
from app.ui.settings.theme_choice import ThemeChoice

_SIZES = (SegmentChoice("100", "100 %"), SegmentChoice("115", "115 %"), SegmentChoice("130", "130 %"))
_GROUPINGS = (SegmentChoice("indian", "1,23,456.00"), SegmentChoice("western", "123,456.00"))


class AppearanceSettings(QWidget):
    """The section of the appearance; every change is emitted at once."""

    heading = mark("Appearance")
    icon = "palette"

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(self, setup: SettingsContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._setup = setup
        self._theme = ThemeChoice()
        self._size = _segments(_SIZES, tr("Text and controls"), "text_size")
        languages = (SegmentChoice(code, name) for code, name in LANGUAGES.items())
        self._language = _segments(tuple(languages), tr("Language"), "language")
        self._grouping = _segments(_GROUPINGS, tr("Digit groups"), "grouping")
        self._hidden = _switch(tr("Start with net prices hidden"), "starts_hidden")
        self._motion = _switch(tr("Reduce motion"), "reduced_motion")
        self._build()
        self.show_settings()
        self._theme.chosen.connect(self._tell_choice)
        for segments in (self._size, self._language, self._grouping):
            segments.chosen.connect(self._tell_choice)
        self._hidden.clicked.connect(self._tell_choice)
        self._motion.clicked.connect(self._tell_choice)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        settings = self._setup.settings
        self._theme.choose(settings.theme)
        for segments, key in (
            (self._size, str(settings.text_size)),
            (self._language, settings.language),
            (self._grouping, settings.grouping),
        ):
            with QSignalBlocker(segments):
                segments.choose(key)
        self._hidden.setChecked(settings.starts_hidden)
        self._motion.setChecked(settings.reduced_motion)

    def _tell_choice(self) -> None:
        """Emit the settings that have changed."""
        chosen = {
            "theme": self._theme.current,
            "text_size": int(self._size.current),
            "language": self._language.current,
            "grouping": self._grouping.current,
            "starts_hidden": self._hidden.isChecked(),
            "reduced_motion": self._motion.isChecked(),
        }
        settings = self._setup.settings
        fresh = {name: each for name, each in chosen.items() if getattr(settings, name) != each}
        if fresh:
            self.changed.emit(fresh)

    def _build(self) -> None:
        customer = tr("For a counter where the customer sees the screen")
        self.setLayout(
            blocks(
                block(tr("Theme"), tr("Follows the system unless you choose."), self._theme),
                block(
                    tr("Size"),
                    tr("For a far or high-resolution screen."),
                    setting(tr("Text and controls"), self._size),
                ),
                block(
                    tr("Language"),
                    tr("Of this program. A voucher has the customer\u2019s."),
                    setting(tr("This counter speaks"), self._language),
                ),
                block(
                    tr("Money and privacy"),
                    tr("How amounts are written and who sees them."),
                    setting(tr("Digit groups"), self._grouping),
                    setting(tr("Start with net prices hidden"), self._hidden, customer),
                    setting(tr("Reduce motion"), self._motion),
                ),
            )
        )


def _segments(choices: tuple[SegmentChoice, ...], name: str, key: str) -> Segmented:
    segments = Segmented(choices, name)
    segments.setObjectName(key)
    return segments


def _switch(name: str, key: str) -> Switch:
    switch = Switch(name)
    switch.setObjectName(key)
    return switch
