"""The band below the top bar while the service does not answer, with the time of the next try."""

from __future__ import annotations

from datetime import datetime

from app.core.language import joined, mark, tr
from app.desk.model import formats
from app.ui.kit.basics.actions import READ_AGAIN
from app.ui.kit.basics.box import Box
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import called, row
from app.ui.kit.basics.text import Label, Run
from app.ui.kit.controls.buttons import Button
from app.ui.theme import style

_HEIGHT = 44
_PAUSED = mark("Selling is paused. Bookings still work.")


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
