"""The bands below the top bar: the service does not answer, or this API key may not sell."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.actions import ENTER_KEY, READ_AGAIN
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

if TYPE_CHECKING:
    from app.desk.model.sale import Advice

_HEIGHT = 44
_PAUSED = mark("Selling is paused. Bookings still work.")
_KEPT = mark("What is typed stays, and open sales stay listed.")


class OfflineBand(Box):
    """Shown while the service cannot be reached."""

    def __init__(self) -> None:
        super().__init__("warning_soft", "warning_line", radius=style.RADIUS)
        self.setObjectName("offline_band")
        self.setFixedHeight(_HEIGHT)
        self._since: datetime | None = None
        self._following = ""
        self._words = called("offline_words", Label(elides=True))
        self.try_now = called("try_now", Button(tr("Try now"), size=28, key=READ_AGAIN))
        line = row(Icon("wifi-off", 16, "warning_mark", stroke=1.9), gap=10, margins=(12, 0, 12, 0))
        line.addWidget(self._words, 1)
        line.addWidget(self.try_now)
        self.setLayout(line)

    def begin_day(self) -> None:
        """Show since when with its date, since another day has begun."""
        self._say(self._following)

    def show_since(self, since: datetime | None) -> None:
        """Show since when."""
        self._since = since
        self._say("")

    def show_next_try(self, seconds: int) -> None:
        """Show the seconds until the next try."""
        self._say(tr("Next try in {number} s.", number=seconds))

    def show_trying(self) -> None:
        """Show that it is being tried."""
        self._say(tr("Trying now."))

    def _say(self, following: str) -> None:
        self._following = following
        since = "" if self._since is None else formats.since(self._since)
        sentence = tr("Offline since {since}.", since=since)
        rest = joined(" ", (tr(_PAUSED), following))
        self._words.set_runs(Run(sentence, "bodyHeavy"), Run(" "), Run(rest, ink="text2"))
        # The seconds are not read out: only the sentence is new.
        self.setAccessibleName(joined(" ", (sentence, tr(_PAUSED))))


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
