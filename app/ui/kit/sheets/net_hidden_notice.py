"""What stands where the wallet side is hidden."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.core.language import tr
from app.ui.kit.sheets.empty_state import EmptyState


class NetHiddenNotice(EmptyState):
    """Says that the wallet is hidden, and which key shows it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "eye-off", tr("Wallet hidden"), tr("Press F8 to show it, hold F8 for a look."), parent=parent
        )
