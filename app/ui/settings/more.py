"""More: what a counter may have besides, each off or empty at first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.core.language import mark
from app.desk.settings.settings_context import SettingsContext
from app.ui.settings.customer_window import CustomerWindowSettings
from app.ui.settings.in_charge import InCharge
from app.ui.settings.messages import MessageSettings
from app.ui.settings.passport_reader import PassportReaderSettings
from app.ui.settings.section import blocks
from app.ui.settings.short_names import Places, ShortNameSettings
from app.ui.settings.till import TillSettings
from app.ui.settings.travelling import TravellingSettings


class MoreSettings(QWidget):
    """The blocks of each; every change is emitted at once."""

    heading = mark("More")
    icon = "plus"

    changed = Signal(object)
    """Emitted with settings by name."""

    def __init__(
        self,
        setup: SettingsContext,
        in_charge: InCharge,
        places: Places,
        today: Callable[[], date],
        parent: QWidget | None = None,
    ) -> None:
        """`places` returns the trips of the kept lists."""
        super().__init__(parent)
        self._parts = (
            CustomerWindowSettings(setup, self),
            TillSettings(setup, in_charge, self),
            TravellingSettings(setup, self),
            MessageSettings(setup, self),
            ShortNameSettings(setup, places, self),
            PassportReaderSettings(setup, today, self),
        )
        for each in self._parts:
            each.changed.connect(self.changed)
        self.setLayout(blocks(*(block for each in self._parts for block in each.blocks)))

    def show_settings(self) -> None:
        """Show the present settings without emitting signals."""
        for each in self._parts:
            each.show_settings()
