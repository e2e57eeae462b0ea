"""The foot of the storm desk: the button that cancels, why it cannot, and the way out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from app.core.language import tr
from app.ui.kit.basics.actions import Action
from app.ui.kit.basics.layouts import called, held, row
from app.ui.kit.basics.room import Folding
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.page_layout import ActionBar


class SpendFoot(ActionBar):
    """The button is armed anew only when it offers something else."""

    def __init__(self, way_out: Action) -> None:
        self.spend = called("spend", ConfirmButton(tr("Cancel"), destructive=True))
        self._caption = called("spend_caption", Label(role="caption", ink="text3", wraps=True))
        self.out = called("way_out", Button(way_out, "quiet", size=28))
        below = row(gap=8)
        below.addWidget(self._caption, 1, Qt.AlignmentFlag.AlignVCenter)
        below.addWidget(self.out)
        super().__init__(self.spend, held(below), stacked=True)
        self._offered: tuple[str, str] | None = None
        self.is_busy = False

    def offer(self, label: str, obstacle: str, caption: str, *, cancels: bool = True) -> None:
        """Offer this, or say why it cannot be pressed; what cancels nothing is not painted as if it did."""
        self.is_busy = False
        self._caption.setText(obstacle or caption)
        if self._offered == (label, obstacle):
            return
        self._offered = label, obstacle
        self.spend.set_busy("")
        self.spend.set_label(label)
        self.spend.set_kind("destructive" if cancels else "primary")
        self.spend.warn(caption)
        if obstacle:
            self.spend.disable(obstacle)
        else:
            self.spend.enable()
            self.spend.arm()

    def wait(self, label: str, caption: str) -> None:
        """Show what is going on; nothing can be pressed."""
        self._offered, self.is_busy = None, True
        self._caption.setText(caption)
        self.spend.set_busy(label)

    def end_waiting(self) -> None:
        """Let something be offered again."""
        self.is_busy = False

    @override
    def lie(self, *, lies: bool) -> None:
        super().lie(lies=lies)
        # The bar has the words itself.
        self._caption.setVisible(not lies)


def sum_line(name: QWidget, amount: QWidget) -> Folding:
    """The name of a sum beside it, or above it in a pane that is too narrow for both."""
    return Folding(row(name, None, amount, gap=8), lambda room: not room.is_wide, gap=0)
