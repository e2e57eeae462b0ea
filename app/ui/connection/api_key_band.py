"""The band below the top bar while this API key may not sell, with the way to another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.core.language import joined, mark, tr
from app.ui.kit.basics.actions import ENTER_KEY
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.model.sale import Advice

_HEIGHT = 44
_KEPT = mark("What is typed stays, and open sales stay listed.")


class ApiKeyBand(Box):
    """Shown while the service does not let this API key sell."""

    def __init__(self) -> None:
        super().__init__("danger_soft", "danger_line", radius=style.RADIUS)
        self.setObjectName("key_band")
        self.setFixedHeight(_HEIGHT)
        self._words = called("key_words", Label(elides=True))
        self.check = called("check_key", Button(tr("Check again"), size=28))
        self.enter = called("enter_key", Button(ENTER_KEY, size=28))
        line = row(Icon("circle-alert", 16, "danger", stroke=1.9), gap=10, margins=(12, 0, 12, 0))
        line.addWidget(self._words, 1)
        line.addWidget(self.check)
        line.addWidget(self.enter)
        self.setLayout(line)

    def show_advice(self, advice: Advice) -> None:
        """Show what is wrong with the API key."""
        self._words.set_runs(Run(advice.what, "bodyHeavy"), Run(" "), Run(tr(_KEPT), ink="text2"))
        self.setAccessibleName(joined(" ", (advice.what, advice.action, tr(_KEPT))))

    def show_checking(self, *, busy: bool) -> None:
        """Show that the key is being checked."""
        self.check.set_busy(tr("Checking\u2026") if busy else "")
