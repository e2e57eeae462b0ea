"""The pane of a decision about money: what it costs, what stands against it, and the one armed button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.ui.kit.basics.layouts import Thing, called, column, held
from app.ui.kit.controls.confirm_button import ConfirmButton
from app.ui.kit.sheets.message_box import Notice
from app.ui.kit.sheets.page_layout import ActionBar, Scroller
from app.ui.kit.sheets.pane import Pane

_AROUND = 20, 16, 20, 16


class TillDecision(Pane):
    """What it costs scrolls; the button and what blocks it are always in sight."""

    def __init__(self, name: str) -> None:
        """`name` is that of the button."""
        super().__init__()
        self.record = called(name, ConfirmButton(""))
        self.problem = called("payment_problem", Notice("danger"))

    def fill(self, *things: Thing, lent: Sequence[QWidget] = (), foot: Sequence[QWidget] = ()) -> None:
        """Show these; what is `lent` stands in the bar where the pane is one, `foot` below the button."""
        home = column()
        self.body.addWidget(Scroller(held(column(*things, home, None, margins=_AROUND))), 1)
        for each in (*lent, self.problem):
            self.lend(each, home)
        self.close_with(ActionBar(self.record, *foot, stacked=bool(foot)))

    def offer(self, obstacle: str) -> None:
        """Offer the button, or disable it and say why."""
        if obstacle:
            self.record.disable(obstacle)
        else:
            self.record.enable()

    def show_problem(self, sentence: str) -> None:
        """Show why nothing was recorded; an empty sentence takes it back."""
        self.problem.show_words(sentence)
        if sentence:
            self.reveal()
