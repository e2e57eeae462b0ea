"""The parts of outcome pages, for sales and cancellations."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QApplication, QWidget

from app.core.language import mark, tr
from app.ui.kit.basics.announcing import Announcer
from app.ui.kit.basics.badge import Badge
from app.ui.kit.basics.box import Box, Hairline
from app.ui.kit.basics.icon import Icon
from app.ui.kit.basics.layouts import Thing, called, column, held, row
from app.ui.kit.basics.room import low_held
from app.ui.kit.basics.text import Label
from app.ui.kit.controls.buttons import Button
from app.ui.kit.lists.timeline import Timeline, TimelineEvent
from app.ui.kit.sheets.page_layout import HintLine, Scroller
from app.ui.kit.sheets.pane import Pane
from app.ui.kit.sheets.request_number import RequestNumber
from app.ui.theme import style

OUTCOME_KNOWN = mark("Outcome known")


class OutcomeParts:
    """Header, headline, foot and back button, which show whether the outcome is known."""

    def __init__(self, *ends: QWidget, told: str = "") -> None:
        self._heading, self._badge = Label("", "heading"), Badge("")
        line = row(self._heading, self._badge, None, *ends, gap=12, margins=(20, 0, 16, 0))
        self.header = low_held(column(None, line, None, Hairline()), style.SHEET_HEADER)
        self._tile = Box("warning_soft", radius=style.RADIUS)
        self._glyph = Icon("circle-question-mark", 22, "warning_mark", stroke=1.75)
        self._tile.setFixedSize(40, 40)
        self._tile.setLayout(row(None, self._glyph, None))
        self._headline = called("headline", Label("", "question", wraps=True))
        self._meaning = Label("", "lead", "text2", wraps=True)
        more = (Label(told, ink="text2", wraps=True),) if told else ()
        sentences = column(self._headline, self._meaning, *more)
        head = row(self._tile, (sentences, 1), gap=16, top=True)
        self.head = held(head)
        self._announcer = Announcer(self.head, is_urgent=True)
        self.unsettled = QWidget()
        """The part shown while the outcome is unknown, filled by the page."""
        self.done = called("back_to_bookings", Button(tr("Back to bookings"), "primary"))
        stays = tr("You can leave. It stays under Bookings until it is settled.")
        self.foot = HintLine(stays, None, tr("Nothing is sent again by itself"))

    def tell(self, headline: str, meaning: str) -> None:
        """Show and announce what is known and what it means, which may be empty."""
        self._headline.setText(headline)
        self._meaning.setText(meaning)
        self._meaning.setVisible(bool(meaning))
        self._announcer.tell(headline, meaning)

    def show_state(self, *, is_open: bool) -> None:
        """Show what is to be settled, or the back button; the parts must be in their page already."""
        self._heading.setText(tr("Outcome not known") if is_open else tr(OUTCOME_KNOWN))
        self._badge.show_state(
            *((tr("Needs an answer"), "warning") if is_open else (tr("Settled"), "success"))
        )
        self._tile.set_ground("warning_soft" if is_open else "success_soft", None)
        self._glyph.set_icon(
            *(("circle-question-mark", "warning_mark") if is_open else ("circle-check", "success"))
        )
        self.done.setVisible(not is_open)
        focused = QApplication.focusWidget()
        if not is_open and focused is not None and self.unsettled.isAncestorOf(focused):
            self.done.setFocus()
        self.unsettled.setVisible(is_open)
        self.foot.setVisible(is_open)


class OutcomePane(Pane):
    """The narrow right side: the order, its request number, and its history."""

    def __init__(self, request_id: str, *about: Thing) -> None:
        super().__init__(style.PANE_NARROW)
        self._past = Timeline(tight=True)
        heading = Label(tr("What happened"), "bodyHeavy")
        self._what_happened = held(column(14, Hairline(), 16, heading, 12, self._past))
        number = RequestNumber(request_id)
        content = column(*about, number, self._what_happened, None, margins=(20, 20, 18, 16))
        self.body.addWidget(Scroller(held(content)), 1)
        self._what_happened.hide()

    def show_past(self, events: Iterable[TimelineEvent]) -> None:
        """Show the history."""
        self._what_happened.show()
        self._past.show_events(events)
