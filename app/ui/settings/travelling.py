"""The block of the board of those who travel in the settings."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.core.language import tr
from app.desk.settings.settings_context import SettingsContext
from app.ui.kit.controls.switch import Switch
from app.ui.settings.section import block, setting


class TravellingSettings(QObject):
    """Whether there is a board of those who travel; a change is emitted at once."""

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(self, setup: SettingsContext, parent: QObject) -> None:
        super().__init__(parent)
        self._setup = setup
        self._switch = Switch(tr("Travelling"))
        self._switch.setObjectName("travelling")
        about = tr("Alt 6 opens it. Nothing is sent by the program: it opens a chat or a draft, or copies.")
        self.blocks = (
            block(
                tr("Travelling"),
                tr("Who travels on a day, who was told, who holds a voucher, and what is still owed."),
                setting(tr("Travelling"), self._switch, about),
            ),
        )
        """Those for its section."""
        self.show_settings()
        self._switch.clicked.connect(self._tell)

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        self._switch.setChecked(self._setup.settings.travelling)

    def _tell(self) -> None:
        self.changed.emit({"travelling": self._switch.isChecked()})
